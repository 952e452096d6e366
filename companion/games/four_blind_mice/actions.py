"""What can be done: one small type per case, each with its own token in the notation."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.four_blind_mice.slides import NOBODY


@dataclass(frozen=True, slots=True)
class PlaceCoin:
    """A coin was put down, value side up: while placing, in the variation, or drawn for a final round.

    `value` is empty where nobody said which.
    """

    cell: int
    value: str = ""


@dataclass(frozen=True, slots=True)
class PlaceMouse:
    """A mouse was put down while placing."""

    mouse: int
    cell: int


@dataclass(frozen=True, slots=True)
class Uncover:
    """A coin was turned over; `suit` is what it showed, empty where it is not told yet."""

    cell: int
    suit: str = ""


@dataclass(frozen=True, slots=True)
class Announce:
    """A player named a number, at that second of the puzzle's clock (None: now)."""

    player: str
    number: int
    time: int | None = None


@dataclass(frozen=True, slots=True)
class Begin:
    """Announcing is over and that player starts to move the mice."""

    player: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The slides that will be shown, said beforehand (option `declare_plan`): mouse * 4 + direction each."""

    slides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Slide:
    """A mouse was moved that way; `to` is where it was set down (-1: not said), `claim` that the coin was taken."""

    mouse: int
    direction: int
    to: int = NOBODY
    claim: bool = False


@dataclass(frozen=True, slots=True)
class Fail:
    """The demonstration failed, all mice go back: given up, or `slide` broke the rule with that code."""

    code: str
    slide: Slide | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """The unsolved coin was taken off the board."""

    cell: int


@dataclass(frozen=True, slots=True)
class End:
    """The end of the game as a record writes it; only `time` is something people do."""

    why: str


@dataclass(frozen=True, slots=True)
class By:
    """Something that was seen to be done by that player."""

    player: str
    action: PlaceCoin | PlaceMouse | Uncover | Remove


Action = PlaceCoin | PlaceMouse | Uncover | Announce | Begin | Plan | Slide | Fail | Remove | End | By
