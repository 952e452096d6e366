"""A whole game as text: a header, one turn a line or between semicolons, the end with scores and winners."""

from __future__ import annotations

import re
from typing import NoReturn

from companion.core.errors import NotationError
from companion.core.game import ReadRecord, RecordLine
from companion.games.alles_kaese.actions import Action, By
from companion.games.alles_kaese.fields import Word
from companion.games.alles_kaese.judge import violation_code
from companion.games.alles_kaese.notation import SEAT, read, split, write
from companion.games.alles_kaese.options import OPTIONS
from companion.games.alles_kaese.read_position import FIELDS, read_position, state_from
from companion.games.alles_kaese.score import points, why, winners
from companion.games.alles_kaese.state import Phase, State
from companion.games.alles_kaese.turn import perform

_PIECE = re.compile(r"(?:\{[^}]*\}|[^;\n{])+")
_NUMBERED = re.compile(rf"(?P<number>\d+)\s+(?=(?:{SEAT}\s*:|[1-6]\s+[PKX]))")
_END = re.compile(r"END:(?P<why>\S+)")
_TAIL = re.compile(r"(?:(?:END:\S+|score=\S+|win=\S+)\s*)+")
_HEADER = re.compile(r"\s*players\s*=")
_HEADER_NAMES = {"start": "turn"}


def read_record(text: str) -> ReadRecord[State]:
    """The position a record starts from and its turns; NotationError with line, column and token otherwise.

    The start is a header (`players=A,B,C start=A display=351622 top=4`) or lines of a position.
    """
    lines = text.splitlines()
    begin = next((n for n, line in enumerate(lines) if line.strip()), 0)
    if lines and _HEADER.match(lines[begin]):
        size = begin + 1
        state = _read_header(Word(lines[begin], begin + 1, 1))
    else:
        size = next((n for n, line in enumerate(lines) if line.strip() and not _is_field(line)), len(lines))
        state = read_position("\n".join(lines[:size]))
    reader = _Reader(state)
    for number, line in enumerate(lines[size:], start=size + 1):
        for match in _PIECE.finditer(line):
            reader.piece(Word(match.group(), number, match.start() + 1).stripped())
    return ReadRecord(state, tuple(reader.lines))


def _is_field(line: str) -> bool:
    """Whether a line belongs to a position: it begins with the name of a field."""
    name, colon, _ = line.partition(":")
    return bool(colon) and name.strip() in FIELDS


def _read_header(line: Word) -> State:
    """The opening that a header describes; what is neither player, display nor top is an option."""
    fields, options = dict[str, Word](), list[Word]()
    names = {option.name for option in OPTIONS}
    for word in line.words():
        name, sign, _ = word.text.partition("=")
        if name in names:
            options.append(word)
        elif sign and _HEADER_NAMES.get(name, name) in FIELDS:
            fields[_HEADER_NAMES.get(name, name)] = word.part(len(name) + 1)
        else:
            word.bad("a header is players=A,B,C start=A display=351622 top=4 and options name=value")
    if options:
        first = options[0]
        fields["opt"] = Word(line.text[first.column - line.column :], line.line, first.column)
        if [word.text for word in fields["opt"].words()] != [word.text for word in options]:
            first.bad("options stand at the end of the header")
    fields.setdefault("supply", Word("30", line.line, line.column))
    return state_from(fields)


class _Reader:
    """Goes through the turns; the position is lost (None) after the first that is not legal."""

    def __init__(self, start: State) -> None:
        self.state: State | None = start
        self.lines: list[RecordLine] = []
        self.last: int | None = None

    def piece(self, word: Word) -> None:
        """What stands between two semicolons: turns, corrections, remarks, or the end."""
        if not word.text:
            return
        if _TAIL.fullmatch(word.text):
            self._tail(word)
            return
        numbered = _NUMBERED.match(word.text)
        if numbered:
            self._number(word.part(0, len(numbered["number"])))
            word = word.part(numbered.end())
        for token, column in split(word.text):
            self._take(token, word.line, word.column + column)

    def _number(self, word: Word) -> None:
        if self.last is not None and int(word.text) != self.last + 1:
            _bad(word.text, f"turn {self.last + 1} was to follow", word)
        self.last = int(word.text)

    def _take(self, token: str, line: int, column: int) -> None:
        try:
            action = read(token)
        except NotationError as error:
            raise NotationError("record", error.token, error.why, line, column + error.column - 1) from None
        if self.state is not None and self.state.phase is not Phase.OVER and isinstance(action, By):
            action = _unclaimed(self.state, action)
            token = write(action)
        self.lines.append(RecordLine(line, token))
        if self.state is not None:
            lawful = violation_code(self.state, action) is None
            self.state = perform(self.state, action) if lawful else None

    def _tail(self, word: Word) -> None:
        """The end, scores and winners as the record has them must be those of the position reached."""
        if self.state is None:
            return
        for item in word.words():
            name, _, told = item.text.replace("END:", "END=", 1).partition("=")
            wanted = _told(self.state)[name] if self.state.phase is Phase.OVER else None
            if wanted is None:
                _bad(item.text, "the turns so far do not end the game", item)
            if told != wanted:
                _bad(item.text, f"the turns give {name}{':' if name == 'END' else '='}{wanted}", item)


def _unclaimed(state: State, action: By) -> Action:
    """A turn of the player whose turn it is needs no seat."""
    return action.action if action.seat == state.player else action


def _told(state: State) -> dict[str, str]:
    """What the last line of a record says."""
    return dict(item.split("=", 1) for item in tail(state).replace("END:", "END=").split())


def tail(state: State) -> str:
    """The last line of a record: the end, everybody's score (`-`: does not score), the winners."""
    out = why(state)
    scores = ["-" if out == f"trap({player})" else str(score)
              for player, score in zip(state.terms.players, points(state), strict=True)]  # fmt: skip
    won = ",".join(state.terms.players[seat] for seat in winners(state))
    return f"END:{out} score={'/'.join(scores)} win={won}"


def _bad(token: str, why_not: str, word: Word) -> NoReturn:
    raise NotationError("record", token, why_not, word.line, word.column)
