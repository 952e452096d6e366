"""The record of a game as text: a position, one line a turn, its notes and scores.

Claims of a line that are no actions (`#atk:3`, running scores) are compared with what the actions lead to.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NoReturn

from companion.core.errors import NotationError
from companion.core.game import ReadRecord, RecordLine
from companion.games.librande_maze.actions import Action, By, End
from companion.games.librande_maze.board import SEATS
from companion.games.librande_maze.cards import DECK
from companion.games.librande_maze.judge import violation_code
from companion.games.librande_maze.notation import split
from companion.games.librande_maze.notes import KINDS, notes_of
from companion.games.librande_maze.position import Field, split_fields
from companion.games.librande_maze.read_position import read_position
from companion.games.librande_maze.read_token import read
from companion.games.librande_maze.resolve import perform
from companion.games.librande_maze.state import TREASURES, State
from companion.games.librande_maze.tiles import maze_problems

_TURN = re.compile(r"\s*(?P<number>\d+)\.(?P<seat>\d)\s*:(?P<tokens>[^|]*)(?:\|(?P<scores>.*))?")
_SCORE = re.compile(r"(?P<who>[1-4](?:\+[1-4])?|left)=(?P<number>\d+)")


class _Reader:
    """Plays along while it reads, as long as the actions are lawful; `state` is None afterwards."""

    def __init__(self, start: State) -> None:
        self.state: State | None = start
        self.lines: list[RecordLine] = []
        self.notes: list[str] = []
        self.number: int | None = None
        self.open = 0
        """The line of a turn that nobody has ended yet."""

    def take(self, line: int, token: str, action: Action) -> None:
        """Add an action and play it."""
        self.lines.append(RecordLine(line, token))
        if self.state is not None:
            lawful = violation_code(self.state, action) is None
            self.notes = list(notes_of(self.state, action)) if lawful else []
            self.state = perform(self.state, action) if lawful else None

    def close(self, seat: str) -> None:
        """A turn whose end was forgotten ends with the first action of another seat (R77)."""
        if self.open and self.state is not None and self.state.ended is None and self.state.seat != seat:
            self.take(self.open, "end", End())
        self.open = 0


def read_record(text: str) -> ReadRecord[State]:
    """The position a record starts from and its actions; NotationError with line, column and token otherwise."""
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if _TURN.fullmatch(line)), len(lines))
    head = "\n".join(lines[:first])
    start = read_position(head)
    _check_totals(start, head)
    reader = _Reader(start)
    for number, line in enumerate(lines[first:], start=first + 1):
        if line.strip():
            _read_line(reader, number, line)
    return ReadRecord(start, tuple(reader.lines))


def _check_totals(state: State, head: str) -> None:
    """Nine treasures, 38 cards and the tiles of the set take part in a recorded game (invariants of a state)."""
    fields, state = split_fields(head), state.base or state
    treasures = len(state.treasure) + sum(state.piles)
    if treasures != TREASURES:
        _bad_field(fields, "treasure", f"{treasures} treasures take part, on the board and on piles; there are {TREASURES}")
    cards = len(state.deck) + len(state.discard) + sum(map(len, state.hands))
    if cards != len(DECK):
        _bad_field(fields, "deck", f"{cards} cards take part in hands, deck and discard pile; there are {len(DECK)}")
    problems = maze_problems(state.tiles)
    if problems:
        _bad_field(fields, "maze", "; ".join(problems))


def _bad_field(fields: dict[str, Field], name: str, why: str) -> NoReturn:
    """Refuse a field, or the position as a whole where it has no such field."""
    word = fields[name].name if name in fields else next(iter(fields.values())).name
    _bad(word.text, why, word.line, word.column)


def _read_line(reader: _Reader, number: int, line: str) -> None:
    match = _TURN.fullmatch(line)
    if match is None:
        indent = len(line) - len(line.lstrip()) + 1
        _bad(line.strip(), "a record has a position, then turns such as 12.3: mv:c4 pk end | 1=2 3=1", number, indent)
    seat = match["seat"]
    if seat not in SEATS:
        _bad(seat, f"a turn belongs to one seat: {', '.join(SEATS)}", number, match.start("seat") + 1)
    claimed = int(match["number"])
    if reader.number is not None and claimed != reader.number + 1:
        _bad(match["number"], f"turn {reader.number + 1} was to follow", number, match.start("number") + 1)
    reader.number = claimed
    reader.close(seat)
    for token, column in split(match["tokens"]):
        _read_token(reader, seat, token, number, match.start("tokens") + column + 1)
    ended = bool(reader.lines) and reader.lines[-1].text.rpartition(":")[2] in ("end", "#timeout")
    reader.open = 0 if ended else number
    if match["scores"]:
        _check_scores(reader.state, match, number)


def _read_token(reader: _Reader, seat: str, token: str, line: int, column: int) -> None:
    if token.startswith(KINDS):
        _check_note(reader, token, line, column)
        return
    try:
        action = read(token)
    except NotationError as error:
        raise NotationError("record", error.token, error.why, line, column) from None
    state = reader.state
    own = not isinstance(action, By) and not token.startswith(("re:", "#")) and state is not None and state.ended is None
    if own and state is not None and state.seat != seat and not isinstance(action, By):
        action, token = By(seat, action), f"{seat}:{token}"
    reader.take(line, token, action)


def _check_note(reader: _Reader, token: str, line: int, column: int) -> None:
    """A note must follow from the action before it; nothing can be compared after an unlawful one."""
    if reader.state is None:
        return
    if token not in reader.notes:
        follows = ", ".join(reader.notes) or "no note"
        _bad(token, f"behind the action before it belongs: {follows}", line, column)
    reader.notes.remove(token)


def _check_scores(state: State | None, match: re.Match[str], line: int) -> None:
    """Compare claimed scores with those of the position reached."""
    for word in re.finditer(r"\S+", match["scores"]):
        score = _SCORE.fullmatch(word.group())
        column = match.start("scores") + word.start() + 1
        if score is None:
            _bad(word.group(), "scores are written 1=2 for a seat, 1+3=4 for a team, left=5 for the board", line, column)
        if state is None:
            continue
        known = Counter(dict(zip(state.terms.seats, state.piles, strict=True)))
        names = score["who"].split("+")
        if score["who"] != "left" and any(name not in known for name in names):
            _bad(word.group(), f"the seats are {', '.join(state.terms.seats)}", line, column)
        found = len(state.treasure) if score["who"] == "left" else sum(known[name] for name in names)
        if int(score["number"]) != found:
            _bad(word.group(), f"the turns so far give {score['who']}={found}", line, column)


def _bad(token: str, why: str, line: int, column: int) -> NoReturn:
    raise NotationError("record", token, why, line, column)
