"""The record of a game as text: who plays, the position it starts from, one line a turn, the end.

What a line claims that is no action (safe counts, the end) is compared with what the actions lead to.
"""

from __future__ import annotations

import re
from typing import NoReturn

from companion.core.errors import NotationError
from companion.core.game import ReadRecord, RecordLine
from companion.core.word import Word
from companion.games.mouse_trap_cards.actions import Action, By
from companion.games.mouse_trap_cards.judge import violation_code
from companion.games.mouse_trap_cards.notation import read, split, write
from companion.games.mouse_trap_cards.position import Field, Fields, split_fields
from companion.games.mouse_trap_cards.read_position import played, state_from
from companion.games.mouse_trap_cards.state import START, WEDGES, State
from companion.games.mouse_trap_cards.turn import perform

_TURN = re.compile(r"\s*(?P<number>\d+)\s+(?P<seat>[A-Z]\w*)\s*:(?P<tokens>[^|]*)(?:\|(?P<safe>.*))?")
_END = re.compile(r"\s*(?P<end>END:\s*(?P<why>win|draw-all)\s*(?:\((?P<winners>[^)]*)\))?)\s*")
_HEAD = re.compile(r"(?<!\S)(?P<name>players|start)=(?P<value>\S*)")


class _Reader:
    """Plays along while it reads, as long as the actions are lawful; `state` is None afterwards."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.state: State | None = start
        self.lines: list[RecordLine] = []
        self.last: int | None = None

    def take(self, line: int, token: str, action: Action) -> None:
        """Add an action and play it."""
        self.lines.append(RecordLine(line, token))
        if self.state is not None:
            lawful = violation_code(self.state, action) is None
            self.state = perform(self.state, action) if lawful else None


def read_record(text: str) -> ReadRecord[State]:
    """The position a record starts from and its actions; NotationError with line, column and token otherwise."""
    text = re.sub(r"\{[^}]*\}", lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if _TURN.fullmatch(line) or _is_end(line)), len(lines))
    reader = _Reader(_read_start("\n".join(lines[:first])))
    for number, line in enumerate(lines[first:], start=first + 1):
        if line.strip():
            _read_line(reader, number, line)
    return ReadRecord(reader.start, tuple(reader.lines))


def _is_end(line: str) -> bool:
    return line.strip().startswith("END")


def _read_start(text: str) -> State:
    """The start: `players=A,B start=A`, then the fields of a position, in phase start unless they say otherwise."""
    head = {"players": "players", "start": "turn"}
    given: Fields = {}
    for match in _HEAD.finditer(text):
        name = Word(text).part(*match.span("name"))
        if head[match["name"]] in given:
            name.bad("this is given twice; keep one of them")
        given[head[match["name"]]] = Field(name, Word(text).part(*match.span("value")))
    fields = split_fields(_HEAD.sub(lambda match: " " * len(match.group()), text))
    for twice in set(fields) & set(given):
        fields[twice].name.bad("this is given twice; keep one of them")
    fields |= given
    state = state_from(fields, START)
    total = state.pile + sum(state.cheese) + state.risk + sum(state.safe)
    if total != WEDGES:
        fields["pile"].value.bad(f"{total} wedges are on the table; a game has {WEDGES}")
    return played(state, fields.get("do"))


def _read_line(reader: _Reader, number: int, line: str) -> None:
    turn, end = _TURN.fullmatch(line), _END.fullmatch(line)
    if turn and not _is_end(line):
        _read_turn(reader, number, turn)
    elif end:
        _read_end(reader, number, end)
    else:
        column = len(line) - len(line.lstrip()) + 1
        _bad(line.strip(), "a record has turns (3 A: @E +c2 d:F1 = | 3/0) and at last END:win(A) or END:draw-all", number, column)


def _read_turn(reader: _Reader, number: int, match: re.Match[str]) -> None:
    claimed = int(match["number"])
    if reader.last is not None and claimed != reader.last + 1:
        _bad(match["number"], f"turn {reader.last + 1} was to follow", number, match.start("number") + 1)
    reader.last = claimed
    tokens = split(match["tokens"])
    if not tokens:
        _bad(match.group().strip(), "a turn has actions, such as @E +c2 d:F1 =", number, match.start("seat") + 1)
    for place, (token, column) in enumerate(tokens):
        action = _read_token(token, number, match.start("tokens") + column + 1)
        if place == 0:
            action = _claimed(reader, match, action, number)
            token = write(action)
        reader.take(number, token, action)
    if match["safe"] is not None:
        _check_safe(reader, number, match)


def _claimed(reader: _Reader, match: re.Match[str], action: Action, number: int) -> Action:
    """The first action of a line belongs to the seat it names, even if that is not in turn."""
    seat = match["seat"]
    if seat not in reader.start.terms.players:
        players = ", ".join(reader.start.terms.players)
        _bad(seat, f"nobody of that name plays; the seats are {players}", number, match.start("seat") + 1)
    wrong = reader.state is not None and not reader.state.ended and reader.state.seat != seat
    return By(seat, action) if wrong and not isinstance(action, By) else action


def _read_token(token: str, line: int, column: int) -> Action:
    try:
        return read(token)
    except NotationError as error:
        raise NotationError("record", error.token, error.why, line, column) from None


def _check_safe(reader: _Reader, number: int, match: re.Match[str]) -> None:
    """Compare claimed safe counts with those reached; nothing to compare after an unlawful action."""
    words = list(re.finditer(r"\S+", match["safe"]))
    if not words:
        return
    text, column = match["safe"].strip(), match.start("safe") + words[0].start() + 1
    if len(words) > 1 or not re.fullmatch(r"\d+(/\d+)*", text):
        _bad(text, "safe counts are written 3/0, in the order of the players", number, column)
    if reader.state is not None and text != "/".join(map(str, reader.state.safe)):
        _bad(text, f"the turns so far give {'/'.join(map(str, reader.state.safe))}", number, column)


def _read_end(reader: _Reader, number: int, match: re.Match[str]) -> None:
    """The end must be the one the actions led to."""
    state, column = reader.state, match.start("end") + 1
    if state is None:
        return
    if state.ended != match["why"]:
        found = f"the game ended by {state.ended}" if state.ended else "the game is not over after these turns"
        _bad(match["end"], f"{found}; leave this line out or put the turns right", number, column)
    winners = match["winners"]
    if winners is not None and match["why"] == "win" and winners.strip() != state.seat:
        _bad(winners, f"the turns give the winner {state.seat}", number, match.start("winners") + 1)


def _bad(token: str, why: str, line: int, column: int) -> NoReturn:
    raise NotationError("record", token, why, line, column)
