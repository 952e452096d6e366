"""The state of a game: what is fixed when it starts (`Terms`), and what changes (`State`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from companion.core.fields import changer
from companion.games.alles_kaese.cards import CARDS, Table
from companion.games.alles_kaese.options import Options

SLOTS = 6
LAST_TRAP = 3
"""The trap that ends the game."""

UNSEEN = -1
"""The value of a supply top that nobody has told yet."""


NOBODY_LOOKED = (0,) * SLOTS


class Phase(IntEnum):
    """What has to happen next."""

    ROLL = 0
    ACT = 1
    REVEALED = 2
    """A kept card is being turned over; its front has not been read."""
    REFILL = 3
    EXTRA = 4
    """The top supply card goes to the discards."""
    MEND_ROLL = 5
    """A gap that belongs to no turn is filled before the roll ..."""
    MEND_ACT = 6
    """... or after it."""
    OVER = 7


@dataclass(frozen=True, slots=True)
class Terms:
    """What does not change during a game: seats in order, the options, trap cards by value, what people are called."""

    players: tuple[str, ...]
    options: Options
    table: Table | None = None
    names: tuple[str, ...] = field(default=(), compare=False)
    few: bool = False
    """Two or three players: the extra discard is in force."""
    at_once: bool = True
    """The game ends with the last supply card."""
    every_turn: bool = False
    """The extra discard follows every turn."""

    def __hash__(self) -> int:
        # States are looked up by the thousand, and nearly all of them have the same terms.
        return hash(self.players)

    def name(self, seat: int) -> str:
        """What people call that player."""
        return self.names[seat] if self.names else self.players[seat]


def make_terms(players: tuple[str, ...], options: Options, names: tuple[str, ...] = ()) -> Terms:
    """Terms with what follows from players and options worked out once."""
    few = len(players) <= 3
    every_turn = few and options.extra_discard == "every_turn"
    return Terms(players, options, options.table, names, few, options.supply_end == "at_once", every_turn)


class State(NamedTuple):
    """All facts.  A named tuple, because games are searched through millions of states.

    `display` holds the value of each slot (0: gap), `peeked` for each slot the players who have looked at its card (bit k: the
    k-th seat) and never what they saw.  `kept` has for each seat its cards in order as `2 * value + trap`; `discard` the
    values from the bottom up (0: not known); `top` the value of the supply's top (0: empty, UNSEEN: not told).
    `die` is the last valid roll (0: none yet); `slot` the slot that is being emptied or filled (-1: none).
    `made_up` counts the extra discards made up in this turn.  `ended` is why the game is over, else empty.
    `fronts` and `stock` are what only a simulated table knows: `c` or `t` for each slot, and the supply from its top as cards.
    """

    terms: Terms
    display: tuple[int, ...]
    peeked: tuple[int, ...] = NOBODY_LOOKED
    kept: tuple[tuple[int, ...], ...] = ()
    discard: tuple[int, ...] = ()
    supply: int = CARDS - SLOTS
    top: int = UNSEEN
    seat: int = 0
    phase: Phase = Phase.ROLL
    die: int = 0
    slot: int = -1
    made_up: int = 0
    ended: str = ""
    fronts: tuple[str, ...] = ()
    stock: tuple[int, ...] = ()
    ply: int = 0
    number: int = 1

    @property
    def player(self) -> str:
        """The id of the seat in turn."""
        return self.terms.players[self.seat]

    @property
    def everybody(self) -> int:
        """The bits of all seats."""
        return (1 << len(self.terms.players)) - 1


PEEKED = State._fields.index("peeked")
changed = changer(State)


def card(value: int, front: str) -> int:
    """A card as a number."""
    return 2 * value + (front == "t")


def front_of(code: int) -> str:
    """`c` or `t`."""
    return "t" if code & 1 else "c"


def traps(cards: tuple[int, ...]) -> int:
    """How many of these cards are traps."""
    return sum(code & 1 for code in cards)


def put(items: tuple[int, ...], index: int, item: int) -> tuple[int, ...]:
    """A copy with one item changed."""
    return (*items[:index], item, *items[index + 1 :])


def known(state: State, value: int) -> int:
    """How many cards of a value lie where their value is known; the supply's top does not count."""
    found = state.display.count(value) + state.discard.count(value)
    return found + sum((code >> 1) == value for cards in state.kept for code in cards)


def revealed(state: State, front: str) -> int:
    """How many cards with that front have been turned over by everybody's leave."""
    found = sum(traps(cards) for cards in state.kept)
    return found if front == "t" else sum(len(cards) for cards in state.kept) - found
