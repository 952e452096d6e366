"""The record of a game as text: a position, one line a turn, the end, the final scores.

A line's claims that are no actions (running scores, `END:` lines, `final:`) are compared with what the actions lead to.
"""

from __future__ import annotations

import re
from typing import NoReturn

from companion.core.errors import NotationError
from companion.core.game import ReadRecord, RecordLine
from companion.games.mice_in_a_maze.actions import Action, By, End, Roll
from companion.games.mice_in_a_maze.judge import violation_code
from companion.games.mice_in_a_maze.notation import read, split, write
from companion.games.mice_in_a_maze.read_position import read_position
from companion.games.mice_in_a_maze.score import outcome, totals
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.turn import perform

_TURN = re.compile(r"\s*(?P<number>\d+)\s+(?P<mouse>[A-Z])\s*:(?P<tokens>[^|]*)(?:\|(?P<scores>.*))?")
_END = re.compile(r"\s*(?P<end>END:\S*)\s*")
_FINAL = re.compile(r"\s*final:(?P<scores>.*?)(?:winners:\s*(?P<winners>\S*)\s*)?")
_SCORE = re.compile(r"(?P<seat>P\d)=(?P<total>\d+(?:\.[05])?)(?:\((?P<private>\d+(?:\.[05])?)\))?")


class _Reader:
    """Plays along while it reads, as long as the actions are lawful; `state` is None afterwards.

    `owing` is the line of a turn whose marbles, if any had to roll, were not written.
    """

    def __init__(self, start: State) -> None:
        self.state: State | None = start
        self.lines: list[RecordLine] = []
        self.last_number: int | None = None
        self.owing = 0

    def take(self, line: int, token: str, action: Action) -> None:
        """Add an action and play it."""
        self.lines.append(RecordLine(line, token))
        if self.state is not None:
            lawful = violation_code(self.state, action) is None
            self.state = perform(self.state, action) if lawful else None

    def roll_nothing(self) -> None:
        """A turn that was written to its end without marbles claims that none rolled."""
        if self.owing and self.state is not None and self.state.step == 3:
            self.take(self.owing, write(Roll(())), Roll(()))
        self.owing = 0


def read_record(text: str) -> ReadRecord[State]:
    """The position a record starts from and its actions; NotationError with line, column and token otherwise."""
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if _TURN.fullmatch(line) or _is_tail(line)), len(lines))
    start = read_position("\n".join(lines[:first]))
    reader = _Reader(start)
    for number, line in enumerate(lines[first:], start=first + 1):
        if line.strip():
            _read_line(reader, number, line)
    return ReadRecord(start, tuple(reader.lines))


def _is_tail(line: str) -> bool:
    return bool(_END.fullmatch(line) or line.strip().startswith("final:"))


def _read_line(reader: _Reader, number: int, line: str) -> None:
    turn, end, final = _TURN.fullmatch(line), _END.fullmatch(line), _FINAL.fullmatch(line)
    if turn:
        _read_turn(reader, number, turn)
    elif end:
        reader.roll_nothing()
        _read_end(reader, number, end)
    elif final:
        _check_scores(reader.state, number, final, "scores")
        _check_winners(reader.state, number, final)
    else:
        _bad(line.strip(), "a record has turns (12 R: >d4e c6=CRB1h), one END: line and one final: line", number, _indent(line))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip()) + 1


def _read_turn(reader: _Reader, number: int, match: re.Match[str]) -> None:
    reader.roll_nothing()
    claimed = int(match["number"])
    if reader.last_number is not None and claimed != reader.last_number + 1:
        _bad(match["number"], f"turn {reader.last_number + 1} was to follow", number, match.start("number") + 1)
    reader.last_number = claimed
    tokens = split(match["tokens"])
    if not tokens:
        _bad(match.group().strip(), "a turn has a move, a placement and marbles", number, match.start("mouse") + 1)
    for place, (token, column) in enumerate(tokens):
        action = _read_token(token, number, match.start("tokens") + column + 1)
        if place == 0 and reader.state is not None and not reader.state.ended and match["mouse"] != reader.state.letter:
            action, token = _claimed(match["mouse"], action, token, number, match.start("mouse") + 1)
        reader.take(number, token, action)
    reader.owing = number if len(tokens) > 1 else 0
    if match["scores"]:
        _check_scores(reader.state, number, match, "scores")


def _claimed(mouse: str, action: Action, token: str, number: int, column: int) -> tuple[Action, str]:
    if mouse not in "ROYGBPWK" or isinstance(action, By | End):
        _bad(mouse, "a turn belongs to one mouse: R O Y G B P W or K", number, column)
    return By(mouse, action), f"{mouse}:{token}"


def _read_token(token: str, line: int, column: int) -> Action:
    try:
        return read(token)
    except NotationError as error:
        raise NotationError("record", error.token, error.why, line, column) from None


def _read_end(reader: _Reader, number: int, match: re.Match[str]) -> None:
    column = match.start("end") + 1
    action = _read_token(match["end"], number, column)
    if reader.state is not None and isinstance(action, End) and reader.state.ended == action.why:
        return
    reader.take(number, match["end"], action)


def _check_scores(state: State | None, number: int, match: re.Match[str], group: str) -> None:
    """Compare claimed scores with those of the position reached; nothing to compare after an unlawful action."""
    for word in re.finditer(r"\S+", match[group]):
        score = _SCORE.fullmatch(word.group())
        column = match.start(group) + word.start() + 1
        if score is None:
            _bad(word.group(), "a score is written P1=2.5, or P1=2.5(2) with the private part", number, column)
        if state is None:
            continue
        player = next((player for player in state.terms.players if player.id == score["seat"]), None)
        if player is None:
            _bad(word.group(), "no such player plays", number, column)
        total, private = totals(state, player)
        if float(score["total"]) != total or (score["private"] is not None and float(score["private"]) != private):
            _bad(word.group(), f"the turns so far give {player.id}={total:g}({private:g})", number, column)


def _check_winners(state: State | None, number: int, match: re.Match[str]) -> None:
    result = outcome(state) if state is not None else None
    if match["winners"] is None or result is None:
        return
    if set(match["winners"].split(",")) != set(result.winners):
        _bad(match["winners"], f"the turns give winners: {','.join(result.winners)}", number, match.start("winners") + 1)


def _bad(token: str, why: str, line: int, column: int) -> NoReturn:
    raise NotationError("record", token, why, line, column)
