"""What one seat, or the public screen, may know: the only thing about a game that leaves the process."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.grid import Place
from companion.core.ruling import Outcome
from companion.core.scene import Scene


@dataclass(frozen=True, slots=True)
class Seat:
    """A person at the table: the id the rules use, the name people use, and the kinds of the pieces that are theirs."""

    id: str
    name: str
    pieces: tuple[str, ...] = ()
    colour: str = "#888888"


@dataclass(frozen=True, slots=True)
class Receipt:
    """Why a seat has some of its points: what was done, for how many points, where, and at which ply."""

    text: str
    points: float
    place: Place | None = None
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The points of a seat; they are the sum of its receipts."""

    seat: str
    points: float
    receipts: tuple[Receipt, ...] = ()


@dataclass(frozen=True, slots=True)
class LegalAction:
    """A legal action in the game's notation, in words, with the places to light up; `group` gathers them as people think."""

    text: str
    label: str
    places: tuple[Place, ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """A position as `seat` may know it (None: the public screen).

    `actor` is the seat whose decision it is, `piece` the kind of the piece in turn, `step` what has to be done now in words.
    `private` holds (label, text) pairs for this seat alone; `notes` what everybody may know but cannot see on the table.
    """

    game: str
    seat: str | None
    ply: int
    turn: int
    actor: str | None
    piece: str | None
    step: str
    scene: Scene
    scores: tuple[SeatScore, ...]
    legal: tuple[LegalAction, ...]
    notes: tuple[str, ...] = ()
    private: tuple[tuple[str, str], ...] = ()
    outcome: Outcome | None = None
