"""The record of a game as text: a header (or a position), then the tokens in order of time, any number a line.

A removed coin claims by itself that whoever had a number gave up; `end:` tokens are compared with what the actions lead to.
"""

from __future__ import annotations

import re
from typing import NoReturn

from companion.core.errors import NotationError
from companion.core.game import ReadRecord, RecordLine
from companion.games.four_blind_mice.actions import Action, Begin, End, Remove
from companion.games.four_blind_mice.bids import best_first
from companion.games.four_blind_mice.judge import violation_code
from companion.games.four_blind_mice.listing import GIVE_UP
from companion.games.four_blind_mice.notation import read, split, write
from companion.games.four_blind_mice.options import OPTIONS
from companion.games.four_blind_mice.position import FIELDS
from companion.games.four_blind_mice.read_position import read_position
from companion.games.four_blind_mice.state import DEMO, DRAWN, THINK, State
from companion.games.four_blind_mice.turn import perform

_NAMES = {"players": "players", "start": "turn"} | {option.name: "opt" for option in OPTIONS}
_HEADER = re.compile(rf"\s*(?P<name>{'|'.join(_NAMES)})(?:=(?P<value>\S*))?(?=\s|$)")
_FIELD = re.compile(rf"\s*(?:{'|'.join(FIELDS)})\s*:")


class _Reader:
    """Plays along while it reads, as long as the actions are lawful; `state` is None afterwards."""

    def __init__(self, start: State) -> None:
        self.state: State | None = start
        self.lines: list[RecordLine] = []

    def take(self, line: int, token: str, action: Action) -> None:
        """Add an action and play it."""
        self.lines.append(RecordLine(line, token))
        if self.state is not None:
            lawful = violation_code(self.state, action) is None
            self.state = perform(self.state, action) if lawful else None

    def give_up(self, line: int) -> None:
        """Everybody who has a number gives up, one after the other."""
        if self.state is not None and self.state.phase == THINK and self.state.puzzle is not None and self.state.puzzle.bids:
            best = best_first(self.state, self.state.puzzle.bids)[0].player
            begins = Begin(self.state.terms.players[best])
            self.take(line, write(begins), begins)
        while self.state is not None and self.state.phase == DEMO:
            self.take(line, write(GIVE_UP), GIVE_UP)


def read_record(text: str) -> ReadRecord[State]:
    """The position a record starts from and its actions; NotationError with line, column and token otherwise."""
    lines = text.splitlines()
    fields, first, column = _head(lines)
    start = read_position(fields)
    reader = _Reader(start)
    for number, line in enumerate(lines[first:], start=first + 1):
        skipped = column if number == first + 1 else 0
        for token, place in split(line[skipped:]):
            _read_token(reader, number, skipped + place + 1, token)
    return ReadRecord(start, tuple(reader.lines))


def _head(lines: list[str]) -> tuple[str, int, int]:
    """The start of a record as a position text with the same number of lines, and where its tokens begin (line, column)."""
    found: list[str] = []
    has_position = False
    for number, line in enumerate(lines):
        if _FIELD.match(line):
            found.append(line)
            has_position = True
            continue
        words, column = _header_words(line, number + 1)
        found.append("; ".join(words))
        if line[column:].strip():
            return _as_position(found, has_position), number, column
    return _as_position(found, has_position), len(lines), 0


def _header_words(line: str, number: int) -> tuple[list[str], int]:
    """The header words at the start of a line as fields of a position, and the column behind them."""
    column, fields = 0, dict[str, list[str]]()
    while match := _HEADER.match(line, column):
        name, value = match["name"], match["value"]
        if value is None and "on" not in next((o.values for o in OPTIONS if o.name == name), ()):
            _bad(name, f"in the header this is written {name}=VALUE", number, match.start("name") + 1)
        text = (value or "") if _NAMES[name] != "opt" else f"{name}={'on' if value is None else value}"
        fields.setdefault(_NAMES[name], []).append(text)
        column = match.end()
    return [f"{name}: {' '.join(words)}" for name, words in fields.items()], column


def _as_position(lines: list[str], has_position: bool) -> str:
    return "\n".join(lines if has_position else [*lines, "placed: -"])


def _read_token(reader: _Reader, line: int, column: int, token: str) -> None:
    try:
        action = read(token)
    except NotationError as error:
        raise NotationError("record", error.token, error.why, line, column) from None
    if isinstance(action, End) and reader.state is not None and _is_reached(reader.state, action):
        return
    if isinstance(action, Remove):
        reader.give_up(line)
    reader.take(line, token, action)


def _is_reached(state: State, action: End) -> bool:
    """Whether the record only says what the actions have led to."""
    if state.match.ended in ("final", "shared"):
        return action.why in (state.match.ended, "empty", "time")
    return state.match.ended == action.why or (state.phase == DRAWN and action.why == "empty")


def _bad(token: str, why: str, line: int, column: int) -> NoReturn:
    raise NotationError("record", token, why, line, column)
