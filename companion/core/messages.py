"""What goes in at the one door of the table, and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.core.finding import Question
from companion.core.grid import Place
from companion.core.reading import NoReading, Reading
from companion.core.ruling import Violation
from companion.core.view import Seat, View

# In: readings, commands of people, the clock ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FrameRead:
    """The reader is done with a frame."""

    result: Reading | NoReading


@dataclass(frozen=True, slots=True)
class Answer:
    """Somebody answered the question with that number by choosing one of its answers."""

    question: int
    choice: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """"I am done": do not wait any longer for this turn to go on."""

    by: str | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last action back."""

    by: str | None = None


@dataclass(frozen=True, slots=True)
class Enter:
    """An action entered by hand, in the game's notation (no camera, or the camera was wrong)."""

    action: str
    by: str | None = None


@dataclass(frozen=True, slots=True)
class PointAt:
    """Light these places up (somebody tapped a legal action); no places: switch it off."""

    places: tuple[Place, ...]
    by: str | None = None


@dataclass(frozen=True, slots=True)
class TakeOver:
    """The table is right and the record is wrong: go on from what lies there."""

    by: str | None = None


@dataclass(frozen=True, slots=True)
class AsRecorded:
    """The record of the set-up is right, whatever the camera sees: play begins."""

    by: str | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """Somebody does not agree with that line of the record; the game goes on, and the record says so."""

    line: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """The reading that led to that line was wrong: what was offered under that number is what really happened."""

    line: int
    choice: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""


Command = Answer | Done | TakeBack | Enter | PointAt | TakeOver | AsRecorded | Dispute | Correct
Message = FrameRead | Command | Tick

# Out: cues for lamps and sounds, lines of the log, a snapshot for the pages -----------------------------------------


class CueKind(Enum):
    """What people shall be told; hardware and pages invent nothing."""

    YOUR_TURN = "your-turn"
    LEGAL = "legal"
    ILLEGAL = "illegal"
    LOOK_HERE = "look-here"
    UNSURE = "unsure"
    PUT_RIGHT = "put-right"
    IDLE = "idle"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Cue:
    kind: CueKind
    seat: str | None = None
    places: tuple[Place, ...] = ()


class CameraLight(Enum):
    """The camera's state as a traffic light."""

    GREEN = "green"
    AMBER = "amber"
    RED = "red"


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """What the camera is doing, in words; `remedy` is what people can do when something is wrong."""

    light: CameraLight
    words: str
    remedy: str = ""
    frame: int = 0
    hidden: tuple[Place, ...] = ()
    unsure: tuple[Place, ...] = ()


class LineKind(Enum):
    """What a line of the log records."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    PUT_RIGHT = "put-right"
    CORRECTION = "correction"
    NOTE = "note"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line people can read: number from 1, ply, who, the notation, the sentence; for a broken rule what and where.

    `proof`: what it rested on is kept, and holds nothing that not everybody may know.
    """

    number: int
    ply: int
    kind: LineKind
    seat: str | None
    action: str
    sentence: str
    violations: tuple[Violation, ...] = ()
    places: tuple[Place, ...] = ()
    remedy: tuple[str, ...] = ()
    frame: int | None = None
    proof: bool = False


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that stands open, by its number."""

    number: int
    question: Question


@dataclass(frozen=True, slots=True)
class Correction:
    """What the reading behind that line may have been instead: the words on the button and the actions it stands for."""

    line: int
    label: str
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownWindow:
    """A window of the rules as it runs on the table's clock.

    `ends_s` is when it runs out (seconds on the table's clock); None while it stands still with `left_s` seconds left, and
    once it is `over`.  `anew`: the program was started again meanwhile, and the whole length runs from then.
    """

    key: str
    seat: str | None
    words: str
    length_s: float
    ends_s: float | None
    left_s: float = 0.0
    over: bool = False
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the pages may show, at one moment.

    `views` holds one view a seat and the public one under None; `whispers` what is told to one seat alone; `corrections` what the
    last reading may have been instead, likeliest first.  `begun`: the set-up need not be compared with the table (any more);
    `setting_up` says what is amiss with it.
    """

    number: int
    game: str
    title: str
    seats: tuple[Seat, ...]
    views: Mapping[str | None, View]
    log: tuple[LogLine, ...]
    camera: CameraStatus
    cues: tuple[Cue, ...] = ()
    question: AskedQuestion | None = None
    trouble: LogLine | None = None
    pointed: tuple[Place, ...] = ()
    desynchronised: tuple[str, ...] = ()
    simulated: bool = False
    windows: tuple[ShownWindow, ...] = ()
    whispers: Mapping[str, str] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()
    begun: bool = True
    setting_up: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dot:
    """One light of the panel as it shines now: colour as `#rrggbb`, `pattern` one of steady, blink, pulse, off."""

    name: str
    colour: str
    pattern: str = "steady"
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class PanelState:
    """The panel as it is: its lights, the last sound played (with a running number), and whether the pins are mock pins."""

    dots: tuple[Dot, ...] = ()
    sound: str = ""
    sound_number: int = 0
    simulated: bool = True
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DemoWay:
    """One way a simulated player can break the rules: a stable id and the words on the button."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class DemoState:
    """The simulated players: whether they play on, and which way the next turn will break a rule (None: none)."""

    running: bool = True
    pending: str | None = None
    ways: tuple[DemoWay, ...] = ()
    told: str = ""
    speeds: tuple[float, ...] = (1.0,)
    speed: float = 1.0
    extra: Mapping[str, str] = field(default_factory=dict)
