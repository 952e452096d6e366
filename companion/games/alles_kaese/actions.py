"""What can be done: one small type per case, each with its own token in the notation.  Slots count from 0."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Roll:
    """The die shows that number."""

    value: int


@dataclass(frozen=True, slots=True)
class Peek:
    """A look at the card of a slot; slot -1: the player did not look."""

    slot: int


@dataclass(frozen=True, slots=True)
class Keep:
    """The card of a slot is kept; `front` is `c` or `t`, empty while it has not been read."""

    slot: int
    front: str = ""


@dataclass(frozen=True, slots=True)
class Remove:
    """The card of a slot goes to the discards unseen."""

    slot: int


@dataclass(frozen=True, slots=True)
class Refill:
    """The supply's top card, of that value, fills the gap; `top` is the new top (0: empty, -1: not seen yet)."""

    value: int
    top: int


@dataclass(frozen=True, slots=True)
class Discard:
    """The supply's top card, of that value (0: not known), goes to the discards; `top` as in `Refill`."""

    value: int
    top: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn in one token: roll, choice and pile steps; `halt`: written as the end by the third trap."""

    parts: tuple[Step, ...]
    halt: bool = False


@dataclass(frozen=True, slots=True)
class By:
    """An action with the seat that did it."""

    seat: str
    action: Step | Turn


@dataclass(frozen=True, slots=True)
class LateRefill:
    """A refill made up later: `{refill D3 +2^6}`."""

    slot: int
    value: int
    top: int


@dataclass(frozen=True, slots=True)
class LateDiscard:
    """An extra discard made up later: `{discard -2^6}`."""

    value: int
    top: int


@dataclass(frozen=True, slots=True)
class Exposed:
    """Everybody has seen the front of a display card: `{exposed D2}`."""

    slot: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A player showed a card looked at to others: `{shown B D2 A,C}`."""

    seat: str
    slot: int
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Back:
    """A card kept wrongly comes back to its slot, seen by everybody: `{back D2 B}`."""

    slot: int
    seat: str


Choice = Peek | Keep | Remove
Step = Roll | Peek | Keep | Remove | Refill | Discard
Correction = LateRefill | LateDiscard | Exposed | Shown | Back
Action = Step | Turn | By | Correction
