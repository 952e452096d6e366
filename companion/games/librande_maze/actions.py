"""What can be done: one small type per case, each with its own token in the notation.

Spaces, squares and lines are those of `board`; seats, cards and curses are named as in the notation.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """`mv:SPACE[*][^]`: one step; `drag` takes one treasure along, `leave` says that a Barbarian waves the player in."""

    to: int
    drag: bool = False
    leave: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """`dr`, in private records `dr=CARD`: draw from the deck; `cards` is empty where nobody tells what was drawn."""

    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cast:
    """`cs:CARD[~][@ARG]`: the target is a seat, a space, or the first step of a Telekinesis (from `start` to `space`).

    `reshaped`: a Line spell cast as Connect or the other way round.
    """

    card: str
    reshaped: bool = False
    seat: str = ""
    space: int = -1
    start: int = -1


@dataclass(frozen=True, slots=True)
class Answer:
    """`re:SEAT=CARD`, or `re:SEAT=-` (card "") to pass: an answer to a spell; passing also declines Hypnotic Eyes."""

    seat: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class Take:
    """`tf:t`, `tf:CARD` or `tf:?`: what a Theft takes; `card` is "" for a treasure."""

    card: str = ""


@dataclass(frozen=True, slots=True)
class Shove:
    """`tk:FROM>TO`, or `tk:-` (both NONE) to stop: a further step of a Telekinesis."""

    start: int = -1
    to: int = -1


@dataclass(frozen=True, slots=True)
class Slide:
    """`sl:LINE DIR[+k]`: slide a line one square; `turns` are the clockwise quarter turns of the pushed-out tile.

    `riders` are the halves chosen for its riders, (seat or "t", space), where the option `web-riders=choose` lets people choose.
    """

    line: str
    direction: int
    turns: int = 0
    riders: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DragonMove:
    """`dg:SQUARE[+n[.HALF]]...`: the Dragon moves; `load` are the sides of its old square (0: not named) with a number each."""

    to: int
    load: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PickUp:
    """`pk`: take a treasure from one's own space."""


@dataclass(frozen=True, slots=True)
class Pass:
    """`ps`: let one action point go."""


@dataclass(frozen=True, slots=True)
class End:
    """`end`: the end of a turn; action points left are passed."""


@dataclass(frozen=True, slots=True)
class Timeout:
    """`#timeout`: the clock of an hourglass has run out; nobody's choice, so it is never listed."""


@dataclass(frozen=True, slots=True)
class Ask:
    """`pw:demand@SEAT=CARD[:y|:n]`; `told` is the answer where the hand is not known: True, False or None."""

    seat: str
    card: str
    told: bool | None = None


@dataclass(frozen=True, slots=True)
class Drive:
    """`pw:command@SEAT>SPACE[>SPACE]`: move another player's character along these spaces."""

    seat: str
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rob:
    """`pw:pocket@SEAT`: take a treasure from a player's pile."""

    seat: str


@dataclass(frozen=True, slots=True)
class Fetch:
    """`pw:scavenge=CARD`: take a card from the discard pile."""

    card: str


@dataclass(frozen=True, slots=True)
class Hex:
    """`pw:curse:NAME@SEAT`: lay a curse on a player."""

    curse: str
    seat: str


@dataclass(frozen=True, slots=True)
class Other:
    """`pw:manual "TEXT"`: a power the program does not model; the table carries it out."""

    text: str


Doing = Move | Slide | DragonMove | Draw | Cast | Ask | Drive | Rob | Fetch | Hex | Other


@dataclass(frozen=True, slots=True)
class Power:
    """`pw:NAME...`: a part of a character card, named by its token, and what is done with it."""

    name: str
    what: Doing


Base = Move | Draw | Cast | Answer | Take | Shove | Slide | DragonMove | PickUp | Pass | End | Timeout | Power


@dataclass(frozen=True, slots=True)
class By:
    """`SEAT:TOKEN`: an action claimed for a seat, as the heads of record lines do."""

    seat: str
    action: Base


Action = Base | By
