"""Everything the table knows at one moment, in one frozen value: a step that failed is undone by keeping the old one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.game import CLOCK
from companion.core.grid import Place
from companion.core.messages import AskedQuestion, CameraLight, CameraStatus, Cue, Enter
from companion.core.reading import Reading
from companion.journal.entry import PLAYED, Entry, EntryKind
from companion.table.at_work import AtWork
from companion.table.between import Between
from companion.table.clocks import Clocks
from companion.table.lost import Lost
from companion.table.overruling import Overruled
from companion.table.rest import Rest
from companion.table.setting_up import SettingUp

S = TypeVar("S")

UNREST = Rest()

NOTHING_BETWEEN = Between()

UNKNOWN_WORK = AtWork()

NO_CLOCKS = Clocks()

PLAY_BY_HAND = "You can play on by entering actions on the page."

NO_PICTURE = CameraStatus(CameraLight.AMBER, "No picture from the camera yet.", PLAY_BY_HAND)

_ENDS_TROUBLE = PLAYED | {EntryKind.PUT_RIGHT, EntryKind.UNDO, EntryKind.TAKE_OVER, EntryKind.OVER}


@dataclass(frozen=True, slots=True)
class Played(Generic[S]):
    """An action that stands: its line of the record and the state before it."""

    entry: Entry
    before: S


@dataclass(frozen=True, slots=True)
class Word:
    """What people said while the camera saw nothing: it holds against the first reading that comes; see `Overruled`."""

    sentence: str
    firm: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """The question, by its number, what some actions on record really were: the last `count` of them, of which all but the first
    ones were seen later.  `ways` are its answers but for the last: what was done instead; `since` is what was seen later."""

    number: int
    count: int
    ways: tuple[tuple[str, ...], ...]
    since: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts(Generic[S]):
    """The state of the game, its record, and what stands open between people, camera and rules.

    `spoken` is the first reading of the rest about which a question or a broken rule has been announced already: about the
    same look the table speaks only once.  `reading` is the latest, `judged` how the latest
    was judged, `still` the latest without a hand or anything hidden.
    `touched` are the places where hands were since the table last matched the record (None: perhaps anywhere),
    `settled` those where what was taken up since explains why the last look found something changed, if only on the way,
    `handled` those over which a hand was seen or something moved since then, and which looked otherwise at the next look (None:
    perhaps any), `over` those with hands since the last look (None: perhaps anywhere),
    `stirred` those where a hand changed something that nothing explains yet, though the eye saw nothing new there,
    `frame` is the number of the latest picture, `look` that of the latest look;
    `between` holds how the table lay since the record last changed, `at_work` for how long hands may have been at work.
    `setting`: the set-up is still to be compared with the table; None once play has begun.
    `asked_back` is the number of the latest question whether an action that was put back shall be taken back, `kept` the first
    reading of the rest about which people said that it is not.
    `doubt` is the latest question what was really done, and `vouched` the number of the last line of which people said that it
    was read rightly.
    `done_until_s` ends the time in which a pressed Done counts (the table's clock), `done_about` is the first reading of the rest
    that was judged with it, and `answered` of the one about which people have answered a question.
    `clocks` are the windows of the rules; `held` what people entered that counts once a window is over, with its key; `whispers`
    what one seat alone is told.
    """

    state: S
    first_ply: int
    entries: tuple[Entry, ...] = ()
    played: tuple[Played[S], ...] = ()
    rest: Rest = UNREST
    reading: Reading | None = None
    judged: Reading | None = None
    still: Reading | None = None
    touched: frozenset[Place] | None = None
    settled: frozenset[Place] = frozenset()
    handled: frozenset[Place] | None = frozenset()
    over: frozenset[Place] | None = frozenset()
    stirred: frozenset[Place] = frozenset()
    look: int = 0
    between: Between = NOTHING_BETWEEN
    at_work: AtWork = UNKNOWN_WORK
    read_at_s: float | None = None
    frame: int = -1
    camera: CameraStatus = NO_PICTURE
    question: AskedQuestion | None = None
    questions: int = 0
    asked_back: int = 0
    kept: Reading | None = None
    doubt: Doubt | None = None
    vouched: int = 0
    trouble: Entry | None = None
    spoken: Reading | None = None
    word: Word | None = None
    overruled: Overruled | None = None
    lost: Lost | None = None
    setting: SettingUp | None = None
    done_until_s: float | None = None
    done_about: Reading | None = None
    answered: Reading | None = None
    pointed: tuple[Place, ...] = ()
    cues: tuple[Cue, ...] = ()
    halted: str = ""
    clocks: Clocks = NO_CLOCKS
    held: tuple[tuple[str, Enter], ...] = ()
    whispers: tuple[tuple[str, str], ...] = ()

    @property
    def desynchronised(self) -> Lost | None:
        """What differs where table and record no longer fit together; None while they do, or since the record changed."""
        return self.lost if self.lost is not None and self.lost.state is self.state else None

    @property
    def ply(self) -> int:
        """How many actions stand."""
        return self.first_ply + len(self.played)


def standing_trouble(entries: tuple[Entry, ...]) -> Entry | None:
    """The irregularity that a record ends with, unless a later line put it right."""
    for entry in reversed(entries):
        if entry.kind is EntryKind.IRREGULAR:
            return entry
        if entry.kind in _ENDS_TROUBLE and (entry.text or entry.kind not in PLAYED):
            return None
    return None


def last_word(entries: tuple[Entry, ...]) -> Word | None:
    """People's word, if the record's last change of the game is one: pieces may not have been moved to match it yet."""
    for entry in reversed(entries):
        if entry.kind is EntryKind.UNDO or (entry.by not in (None, CLOCK) and entry.kind in PLAYED):
            return Word("The record ends with what people said; the camera sees something else.", firm=False)
        if entry.kind in PLAYED or entry.kind is EntryKind.TAKE_OVER:
            return None
    return None


def taker_back(entries: tuple[Entry, ...]) -> str | None:
    """The seat whose actions were just being taken back; None when something was played since.

    What the clock did stops nobody: whoever takes it back has nothing to do again.
    """
    for entry in reversed(entries):
        if entry.kind is EntryKind.UNDO:
            return None if entry.seat == CLOCK else entry.seat
        if entry.kind in PLAYED and entry.text:
            return None
    return None
