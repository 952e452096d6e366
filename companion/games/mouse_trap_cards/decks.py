"""The maze cards and action cards as data: read from TOML, checked as a whole, changed by the field `data` of a position."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from companion.core.errors import CompanionError
from companion.games.mouse_trap_cards.effects import HALVES, Effect, effect, is_side

MAZE_CARDS, ACTION_CARDS = 16, 24
MOST = 9
UNKNOWN = "?"
"""A side that nobody knows yet."""

_NAME = re.compile(r"M(0[1-9]|1[0-6])")


class DeckError(CompanionError, ValueError):
    """A table of cards cannot be played with; `problems` lists every reason with line and key."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("the table of cards: " + "; ".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one game.  `words` are what differs from the usual deck; equal words are equal decks.

    `cards` maps a name to its front and back, `codes` and `counts` are the action cards, `symbol` the sides no cheese may be
    put on, `halves` what lower halves do.  `sides` are all known sides, `first` where each is first found in `cards`.
    """

    words: str
    cards: Mapping[str, tuple[str, str]] = field(compare=False)
    codes: tuple[str, ...] = field(compare=False)
    counts: tuple[int, ...] = field(compare=False)
    symbol: frozenset[str] = field(compare=False)
    halves: Mapping[str, str] = field(compare=False)
    sides: tuple[str, ...] = field(compare=False)
    first: Mapping[str, tuple[str, str]] = field(compare=False)

    def instruction(self, side: str) -> Effect:
        """What a side of a maze card does to the mouse that lands there; KeyError for a code that is none."""
        found = effect(self.halves.get(side, side), False)
        if found is None:
            raise KeyError(side)
        return found

    def drawn(self, code: str) -> Effect:
        """What an action card does; KeyError for a code that is none."""
        found = effect(code, True)
        if found is None:
            raise KeyError(code)
        return found


Table = Mapping[str, object]


def deck_of(text: str) -> Deck:
    """The deck of a TOML text; DeckError with line and key of everything that is wrong."""
    try:
        data: Table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckError([f"{error}; write it as TOML"]) from None
    problems = list(check(data, text))
    if problems:
        raise DeckError(problems)
    return _made("", data)


def check(data: Table, text: str = "") -> Iterator[str]:
    """What is wrong with a table of cards, each sentence with line (where the text is given) and key."""
    lines = _Lines(text)
    for name in sorted(set(data) - {"maze", "actions", "halves", "symbol"}):
        yield f"{lines.at(name)}: there is no such table; write maze, actions, halves and symbol"
    yield from _check_maze(_table(data, "maze"), lines)
    yield from _check_actions(_table(data, "actions"), lines)
    yield from _check_halves(_table(data, "halves"), lines)
    symbol = _table(data, "symbol").get("sides", [])
    listed = symbol if isinstance(symbol, list) else [symbol]
    for side in listed:
        if not isinstance(side, str) or not is_side(side):
            yield f"{lines.at('symbol', 'sides')}: {side!r} is no side of a maze card; write a code such as TRAP"


def _table(data: Table, name: str) -> dict[str, object]:
    found = data.get(name, {})
    return dict(found) if isinstance(found, dict) else {}


class _Lines:
    """Finds the line of a key in a TOML text that has one key a line."""

    __slots__ = ("_found",)

    def __init__(self, text: str) -> None:
        self._found: dict[str, int] = {}
        table = ""
        for number, line in enumerate(text.splitlines(), start=1):
            head, key = re.match(r"\s*\[([\w.-]+)\]", line), re.match(r"\s*\"?([^\s\"=#]+)\"?\s*=", line)
            if head:
                table = head[1]
                self._found.setdefault(table, number)
            elif key:
                self._found.setdefault(f"{table}.{key[1]}", number)

    def at(self, table: str, key: str = "") -> str:
        """Where the key stands, for a message; without a text only its name."""
        name = f"{table}.{key}" if key else table
        line = self._found.get(name, self._found.get(table))
        return f"line {line}, key {name}" if line else f"key {name}"


def _check_maze(maze: dict[str, object], lines: _Lines) -> Iterator[str]:
    sides: list[tuple[str, str]] = []
    for name, value in maze.items():
        where = lines.at("maze", name)
        if not _NAME.fullmatch(name):
            yield f"{where}: maze cards are called M01 to M16, not {name!r}"
        both = value if isinstance(value, dict) else {}
        for face in sorted({"front", "back"} | set(both)):
            code = both.get(face)
            if face not in ("front", "back") or not isinstance(code, str):
                yield f"{where}: found {face} = {code!r}; write front and back, each with a code such as \"TRAP\", or \"?\""
            elif code != UNKNOWN and not is_side(code):
                yield f"{where}: {face} = {code!r} is no side of a maze card; write a code such as MV2:lr, TRAP or GO:WASH"
            else:
                sides.append((name, code))
    if len(maze) != MAZE_CARDS:
        yield f"{lines.at('maze')}: {len(maze)} maze cards are listed; write {MAZE_CARDS}, M01 to M16"
    yield from _check_pairs(sides, lines)


def _check_pairs(sides: list[tuple[str, str]], lines: _Lines) -> Iterator[str]:
    """One SAFE at least, and to every GO TO exactly one lower half, on another card."""
    codes = [code for _, code in sides]
    unknown = UNKNOWN in codes
    if "SAFE" not in codes and not unknown:
        yield f"{lines.at('maze')}: no side is SAFE; every turn starts there, so give one card the side SAFE"
    for half in HALVES:
        tops = [name for name, code in sides if code == f"GO:{half}"]
        bottoms = [name for name, code in sides if code == half]
        if (tops or bottoms) and len(bottoms) != 1 and not (unknown and not bottoms):
            yield f"{lines.at('maze', (tops or bottoms)[0])}: GO:{half} leads to {len(bottoms)} sides {half}; write exactly one"
        for name in set(tops) & set(bottoms):
            yield f"{lines.at('maze', name)}: GO:{half} and {half} are two sides of one card; put them on two cards"


def _check_actions(actions: dict[str, object], lines: _Lines) -> Iterator[str]:
    total = 0
    for code, count in actions.items():
        where = lines.at("actions", code)
        if effect(code, True) is None:
            yield f"{where}: {code!r} is no action card; write a code such as F1, LR2, F1/B2, TRAP or FLIPE:LR"
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            yield f"{where}: found {count!r}; write how often the card occurs"
        else:
            total += count
    if total != ACTION_CARDS:
        yield f"{lines.at('actions')}: {total} action cards are listed; write {ACTION_CARDS}"


def _check_halves(halves: dict[str, object], lines: _Lines) -> Iterator[str]:
    for half in HALVES:
        if half not in halves:
            yield f"{lines.at('halves')}: what {half} does is missing; write it, or \"-\" for nothing"
    for half, code in halves.items():
        where = lines.at("halves", half)
        found = effect(code, False) if isinstance(code, str) else None
        if half not in HALVES:
            yield f"{where}: lower halves are {', '.join(HALVES)}, not {half!r}"
        if found is None or found.kind in ("go", "half"):
            yield f"{where}: {code!r} is nothing a lower half can do; write a code such as TAKE, MV1:u, or - for nothing"


def _made(words: str, data: Table) -> Deck:
    maze, actions = _table(data, "maze"), _table(data, "actions")
    cards = {name: (str(both["front"]), str(both["back"])) for name, both in maze.items() if isinstance(both, dict)}
    first: dict[str, tuple[str, str]] = {}
    for name, both in cards.items():
        for side, face in zip(both, "FB", strict=True):
            if side != UNKNOWN:
                first.setdefault(side, (name, face))
    counts = {code: count for code, count in actions.items() if isinstance(count, int) and count}
    symbol = _table(data, "symbol").get("sides", [])
    halves = {half: str(code) for half, code in _table(data, "halves").items()}
    return Deck(
        words, cards, tuple(counts), tuple(counts.values()),
        frozenset(map(str, symbol if isinstance(symbol, list) else [])), halves, tuple(first), first,
    )  # fmt: skip


@cache
def usual_data() -> Table:
    """The table that comes with the game."""
    text = resources.files(__package__).joinpath("cards.toml").read_text(encoding="utf-8")
    deck_of(text)
    return tomllib.loads(text)


@cache
def deck_from(words: str = "") -> Deck:
    """The usual deck with the changes of a `data` field: `M01=SAFE/TRAP`, `F1*3`, `WASH=MV1:u`, `symbol=SAFE,END`.

    DeckError with every problem when what comes out cannot be played with.
    """
    usual = usual_data()
    data: dict[str, dict[str, object]] = {name: _table(usual, name) for name in usual}
    problems = [problem for word in words.split() if (problem := _change(data, word))]
    if not problems:
        problems = list(check(data))
    if problems:
        raise DeckError(problems)
    return _made(" ".join(words.split()), data)


def _change(data: dict[str, dict[str, object]], word: str) -> str:
    """Puts one word of a `data` field into a table; what is wrong with it, or nothing."""
    code, star, count = word.partition("*")
    name, sign, value = word.partition("=")
    if star and count.isdecimal() and len(count) < 3:
        data["actions"][code] = int(count)
    elif name == "symbol" and sign:
        data["symbol"]["sides"] = [] if value == "none" else value.split(",")
    elif name in HALVES and sign:
        data["halves"][name] = value
    elif _NAME.fullmatch(name) and value.count("/") == 1:
        front, back = value.split("/")
        data["maze"][name] = {"front": front, "back": back}
    else:
        return f"{word!r}: write M01=FRONT/BACK, F1*2, WASH=TAKE or symbol=SAFE,TRAP"
    return ""
