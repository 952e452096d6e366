"""The deck as data: six cards of each value, and how many of them are traps where somebody has said so."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources

VALUES = (1, 2, 3, 4, 5, 6)
FILE = "cards.toml"
Table = tuple[int, ...]
"""Trap cards by value, for 1 to 6 holes."""


def table_problem(table: object, copies: int = 6, traps: int = 18) -> str | None:
    """What is wrong with a row of trap cards, as a clause with what to do; None when it is good."""
    if not isinstance(table, list | tuple) or len(table) != len(VALUES):
        return f"{table!r} is no row of six numbers; write one number of trap cards for each of 1 to 6 holes"
    for value, number in zip(VALUES, table, strict=True):
        if type(number) is not int or not 0 <= number <= copies:
            return f"{number!r} trap cards with {value} holes cannot be; write a whole number from 0 to {copies}"
    if sum(table) != traps:
        return f"{', '.join(map(str, table))} add up to {sum(table)} trap cards; the deck has {traps}"
    return None


def check(text: str) -> list[str]:
    """What is wrong with a file of the deck, each problem with its line and key; empty when it is good."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [f"{FILE}: this is no TOML: {error}"]
    return list(_problems(data, text))


def _problems(data: Mapping[str, object], text: str) -> Iterator[str]:
    numbers = {"copies": 6, "traps": 18}
    for key, wanted in numbers.items():
        if data.get(key) != wanted:
            yield _at(text, key, f"found {data.get(key)!r}; this game has {key} = {wanted}")
    for key in data.keys() - numbers.keys() - {"traps_per_value"}:
        yield _at(text, key, "there is no such key; remove it")
    tables = data.get("traps_per_value")
    if not isinstance(tables, dict) or "default" not in tables:
        yield _at(text, "traps_per_value", "a row called default is missing; add one")
        return
    for key, table in tables.items():
        problem = table_problem(table)
        if problem:
            yield _at(text, key, problem)


def _at(text: str, key: str, what: str) -> str:
    """The sentence with the first line on which the key stands; line 1 for a key that is missing."""
    lines = enumerate(text.splitlines(), start=1)
    line = next((number for number, found in lines if re.match(rf"\s*\[?\"?{re.escape(key)}\b", found)), 1)
    return f"{FILE}: line {line}, key {key!r}: {what}"


def _load() -> Mapping[str, Table]:
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    problems = check(text)
    if problems:
        raise ValueError("; ".join(problems))
    rows: Mapping[str, list[int]] = tomllib.loads(text)["traps_per_value"]
    return {name: tuple(row) for name, row in rows.items()}


TABLES: Mapping[str, Table] = _load()
"""The rows there are, by name."""

UNKNOWN = "unknown"
"""The name that stands for no row: only the totals are known."""

COPIES, TRAPS, CARDS = 6, 18, 36


def read_table(text: str) -> Table | None:
    """The row of that name, or six numbers joined by commas; None for `unknown`.  ValueError says what is wrong."""
    if text == UNKNOWN:
        return None
    if text in TABLES:
        return TABLES[text]
    words = text.split(",")
    if len(words) < 2:
        names = ", ".join((*TABLES, UNKNOWN))
        raise ValueError(f"{text!r} is no row of trap cards; write {names} or six numbers such as 1,2,3,3,4,5")
    problem = table_problem([int(word) if word.isdecimal() else word for word in words])
    if problem:
        raise ValueError(problem)
    return tuple(map(int, words))
