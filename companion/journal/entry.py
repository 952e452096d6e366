"""One line of the record, and a whole recorded game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.core.grid import Place
from companion.core.ruling import Violation
from companion.core.view import Seat


class EntryKind(Enum):
    """What a line of the record means for the state of the game."""

    ACTION = "action"
    ANSWER = "answer"
    CORRECTION = "correction"
    UNDO = "undo"
    TAKE_OVER = "take-over"
    IRREGULAR = "irregular"
    PUT_RIGHT = "put-right"
    NOTE = "note"
    OVER = "over"


PLAYED = frozenset({EntryKind.ACTION, EntryKind.ANSWER, EntryKind.CORRECTION})
"""The kinds whose text, if there is one, is an action that was played."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the camera offered: the frame's number, the lead of the explanation (nats), and the reading in a few words.

    `case` is all that the judgement rested on, as JSON: enough to judge it again.
    """

    frame: int
    margin: float
    summary: str
    case: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the record.

    `number` counts the lines of the game from 1, `ply` the actions standing before this line.  `text` is the action in
    the game's notation (the position, for a line that takes the table over); `seat` is who acted, `by` who told the
    companion (None: the camera saw it).  `time_s` is the table's clock, seconds since any origin.
    """

    number: int
    ply: int
    kind: EntryKind
    text: str
    seat: str | None
    by: str | None
    time_s: float
    sentence: str
    violations: tuple[Violation, ...] = ()
    remedy: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A recorded game: its number in the journal, the game's id, the position it starts from, and who plays.

    `options` are whatever else is needed to go on with it.
    """

    id: int
    game: str
    start: str
    seats: tuple[Seat, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    finished: bool = False
