"""What is wrong with a file of tiles and cards: every problem at once, each with its line, its key and what to do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.librande_maze.board import DIRECTIONS, MOVABLE, NAMES, SQUARES
from companion.games.librande_maze.powers_known import POWERS, RANGES, SILENT, Key

TABLES: Mapping[str, Mapping[str, Any]] = {
    "tile": {"code": str, "openings": str, "count": int, "web": str, "tunnel": (bool, str)},
    "spell": {"code": str, "name": str, "does": str, "range": str, "copies": int, "cost": int},
    "hero": {"code": str, "name": str, "free": dict, "two": dict, "defence": dict},
    "curse": {"name": str, "does": str, "amount": int},
}
"""The keys of each list of tables with their types."""
NEEDED = {
    "tile": ("code", "openings"),
    "spell": ("code", "name", "does", "copies", "cost"),
    "hero": ("code", "name", "free", "two", "defence"),
    "curse": ("name", "does"),
}
SPELLS = {
    "anti-magic": False, "protect": False, "haste": False, "freeze": True, "switch": True, "telekinesis": True,
    "teleport": True, "theft": True,
}  # fmt: skip
"""What spells do, and whether they need a range."""
CURSES = {"fewer-points": True, "time-limit": True, "no-casting": False, "fewer-moves": True, "no-slides": False}
"""What curses do, and whether they need an amount."""
MOVABLE_TILES = sum(MOVABLE)
FIXED_NAMES = [NAMES[square] for square in SQUARES if not MOVABLE[square]]
CARD_CODE = re.compile(r"[A-Z]{2}[a-z]?")
WORD = re.compile(r"[a-z][a-z-]*")


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of the file, to find the line of a key."""

    lines: tuple[str, ...]

    def line(self, table: str, number: int, key: str) -> int:
        """The line (from 1) of a key in the table of that name and number; that of the table where the key is missing."""
        seen, start = -1, 1
        for place, line in enumerate(self.lines, 1):
            head = line.strip()
            if head in (f"[[{table}]]", f"[{table}]"):
                seen, start = seen + 1, place if seen + 1 == number else start
            elif head.startswith("[") and seen == number:
                break
            elif seen == number and re.match(rf"\s*{re.escape(key)}\s*=", line):
                return place
        return start


@dataclass(frozen=True, slots=True)
class _At:
    """One table of the file."""

    text: _Text
    table: str
    number: int
    entry: Mapping[str, Any]

    def bad(self, key: str, why: str) -> str:
        """A sentence that names line and key."""
        return f"line {self.text.line(self.table, self.number, key)}, key {self.table}.{key}: {why}"


def problems_of(data: Mapping[str, Any], text: str) -> list[str]:
    """Everything that is wrong with the data; empty when it is good."""
    lines = _Text(tuple(text.splitlines()))
    problems = [f"line 1, key {key}: there is no such key; use name, fixed, {', '.join(TABLES)}" for key in
                sorted(set(data) - {"name", "fixed", *TABLES})]
    if not isinstance(data.get("name"), str):
        problems.append('line 1, key name: it is missing or no text; write name = "..."')
    good: dict[str, list[_At]] = {}
    for table in TABLES:
        good[table] = []
        found = data.get(table)
        if not isinstance(found, list) or not found:
            problems.append(f"line 1, key {table}: there is none; add a [[{table}]]")
            continue
        for number, entry in enumerate(found):
            at = _At(lines, table, number, entry)
            wrong = list(_shape(at))
            problems += wrong
            good[table] += [] if wrong else [at]
    checks = (_tiles, _spells, _heroes, _curses)
    for table, check in zip(TABLES, checks, strict=True):
        problems += check(good[table])
    return problems + list(_fixed(lines, data, good["tile"]))


def _shape(at: _At) -> Iterator[str]:
    """Unknown, missing and wrongly typed keys of a table."""
    known = TABLES[at.table]
    for key, value in at.entry.items():
        if key not in known:
            yield at.bad(key, f"there is no such key; use {', '.join(known)}")
        elif not isinstance(value, known[key]) or (known[key] is int and isinstance(value, bool)):
            yield at.bad(key, f"{value!r} has the wrong type; write {_type_words(known[key])}")
    for key in NEEDED[at.table]:
        if key not in at.entry:
            yield at.bad(key, "it is missing; add it")


def _type_words(kind: Any) -> str:
    words = {str: "a text in quotes", int: "a whole number", dict: "{ ... }", bool: "true or false", list: "a list"}
    return words.get(kind, "true or a text in quotes")


def _doubles(tables: list[_At], key: str) -> Iterator[str]:
    counts = Counter(at.entry[key] for at in tables)
    seen: set[str] = set()
    for at in tables:
        if at.entry[key] in seen:
            yield at.bad(key, f"{at.entry[key]!r} stands there {counts[at.entry[key]]} times; name each once")
        seen.add(at.entry[key])


def _tiles(tables: list[_At]) -> Iterator[str]:
    yield from _doubles(tables, "code")
    for at in tables:
        yield from _tile(at)
    total = sum(at.entry.get("count", 0) for at in tables)
    if tables and total != MOVABLE_TILES:
        yield tables[-1].bad("count", f"the counts add up to {total}; {MOVABLE_TILES} tiles can be slid")


def _tile(at: _At) -> Iterator[str]:
    openings, web, tunnel = at.entry["openings"], at.entry.get("web", ""), at.entry.get("tunnel", False)
    if not re.fullmatch(r"[A-Z][a-z]*", at.entry["code"]):
        yield at.bad("code", f"{at.entry['code']!r} is no code; write a capital letter, then small ones")
    if not openings or openings != "".join(side for side in DIRECTIONS if side in openings):
        yield at.bad("openings", f"{openings!r}: write open sides in the order {DIRECTIONS}")
    if web and not (set(web) < set(openings)):
        yield at.bad("web", f"{web!r}: name some but not all of the openings {openings!r}")
    if at.entry.get("count", 0) < 0:
        yield at.bad("count", "it is below 0; write how many there are")
    if web and tunnel is True:
        yield at.bad("tunnel", "a tile with web and tunnel must say which half holds the mouth; name one of its openings")
    if isinstance(tunnel, str) and (len(tunnel) != 1 or tunnel not in openings):
        yield at.bad("tunnel", f"{tunnel!r}: name one of the openings {openings!r}")


def _spells(tables: list[_At]) -> Iterator[str]:
    yield from _doubles(tables, "code")
    for at in tables:
        does, reach = at.entry["does"], at.entry.get("range")
        if not CARD_CODE.fullmatch(at.entry["code"]):
            yield at.bad("code", f"{at.entry['code']!r} is no code; write two capital letters and perhaps a small one")
        if does not in SPELLS:
            yield at.bad("does", f"no spell does {does!r}; choose one of {', '.join(SPELLS)}")
        elif SPELLS[does] != (reach in RANGES):
            wanted = f"one of {', '.join(RANGES)}" if SPELLS[does] else "no range"
            yield at.bad("range", f"{reach!r}: a spell that does {does!r} has {wanted}")
        for key in ("copies", "cost"):
            if at.entry[key] < 0:
                yield at.bad(key, f"{at.entry[key]} is below 0")


def _heroes(tables: list[_At]) -> Iterator[str]:
    yield from _doubles(tables, "code")
    tokens: Counter[str] = Counter()
    for at in tables:
        if not re.fullmatch("[A-Z]{2}", at.entry["code"]):
            yield at.bad("code", f"{at.entry['code']!r} is no code; write two capital letters")
        for place in ("free", "two", "defence"):
            yield from _part(at, place, at.entry[place])
            tokens[str(at.entry[place].get("token", ""))] += 1
    for at in tables:
        for place in ("free", "two", "defence"):
            token = at.entry[place].get("token")
            if token and tokens[token] > 1:
                yield at.bad(place, f"the token {token!r} belongs to {tokens[token]} powers; give each its own")


def _part(at: _At, place: str, part: Mapping[str, Any]) -> Iterator[str]:
    does = str(part.get("does"))
    if does not in POWERS:
        yield at.bad(place, f"no power {does!r} is known; choose one of {', '.join(POWERS)}")
        return
    known = POWERS[does]
    if place not in known.parts:
        yield at.bad(place, f"the power {does!r} belongs to {' or '.join(known.parts)}")
    if not isinstance(part.get("name"), str):
        yield at.bad(place, "its name is missing; write name = \"...\"")
    token = part.get("token")
    if (does in SILENT or (does == "manual" and token is None)) != (token is None):
        yield at.bad(place, f"the power {does!r} has {'no token' if does in SILENT else 'a token'}")
    if token is not None and not (isinstance(token, str) and WORD.fullmatch(token)):
        yield at.bad(place, f"{token!r} is no token; write small letters")
    for key, value in part.items():
        if key not in ("name", "does", "token"):
            yield from _word(at, place, key, value, {**known.keys, "cost": Key("cost", int)})
    for key in known.needs:
        if key not in part:
            yield at.bad(place, f"the power {does!r} needs {key!r}; add it")


def _word(at: _At, place: str, key: str, value: object, keys: Mapping[str, Key]) -> Iterator[str]:
    """What is wrong with a word after a power."""
    if key not in keys:
        yield at.bad(place, f"{key!r} means nothing to this power; use {', '.join(keys) or 'no words'}")
        return
    known = keys[key]
    if not isinstance(value, known.type) or (known.type is int and (isinstance(value, bool) or int(str(value)) < 0)):
        yield at.bad(place, f"{key} = {value!r} has the wrong type; write {_type_words(known.type)}")
        return
    for item in value if isinstance(value, list) else [value] if known.values else []:
        if item not in known.values:
            yield at.bad(place, f"{key} = {item!r}: choose of {', '.join(known.values)}")


def _curses(tables: list[_At]) -> Iterator[str]:
    yield from _doubles(tables, "name")
    for at in tables:
        does, amount = at.entry["does"], at.entry.get("amount")
        if not WORD.fullmatch(at.entry["name"]):
            yield at.bad("name", f"{at.entry['name']!r} is no name; write small letters")
        if does not in CURSES:
            yield at.bad("does", f"no curse does {does!r}; choose one of {', '.join(CURSES)}")
        elif CURSES[does] != (amount is not None and amount > 0):
            yield at.bad("amount", f"{amount!r}: a curse that does {does!r} has {'an' if CURSES[does] else 'no'} amount")


def _fixed(lines: _Text, data: Mapping[str, Any], tiles: list[_At]) -> Iterator[str]:
    """The fixed layout: each of the sixteen squares once with a tile there is."""
    entry = data.get("fixed")
    if not isinstance(entry, dict):
        yield "line 1, key fixed: it is missing; add [fixed] with the sixteen squares"
        return
    at = _At(lines, "fixed", 0, entry)
    codes = {tile.entry["code"] for tile in tiles}
    for name, code in entry.items():
        if name not in FIXED_NAMES:
            yield at.bad(name, f"no fixed tile lies there; the squares are {', '.join(FIXED_NAMES)}")
        elif not isinstance(code, str) or code[:-1] not in codes or code[-1] not in "0123":
            yield at.bad(name, f"{code!r} is no tile; write its code and quarter turns, such as T1")
    for name in FIXED_NAMES:
        if name not in entry:
            yield at.bad(name, "it is missing; add it")
    mouths = sum(tile.entry.get("count", 0) for tile in tiles if tile.entry.get("tunnel"))
    tunnels = {tile.entry["code"] for tile in tiles if tile.entry.get("tunnel")}
    mouths += sum(isinstance(code, str) and code[:-1] in tunnels for code in entry.values())
    if tiles and mouths != 2:
        yield tiles[0].bad("tunnel", f"{mouths} tiles carry a tunnel; exactly two do")
