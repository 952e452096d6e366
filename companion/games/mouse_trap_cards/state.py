"""The state of a game: everything that is fixed when it starts (`Terms`), and everything that changes (`State`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from companion.games.mouse_trap_cards.actions import Action
from companion.games.mouse_trap_cards.decks import Deck
from companion.games.mouse_trap_cards.effects import Arrow
from companion.games.mouse_trap_cards.options import Options

WEDGES = 42
GOAL = 8
"""Wedges that must be safe to win."""

START, CHEESE, DRAWING, RESOLVE, DECIDE, OVER = "start", "cheese", "draw", "resolve", "decide", "over"


@dataclass(frozen=True, slots=True)
class Terms:
    """What does not change during a game.  `players` are the seats in order to the left, `names` what people call them."""

    options: Options
    deck: Deck
    players: tuple[str, ...]
    quarters: tuple[int, ...]
    names: tuple[str, ...] = field(default=(), compare=False)


class Card(NamedTuple):
    """A maze card in its cell: the side that shows, the other (None: nobody told), the clockwise turns of its top from north.

    `name` and `face` (F or B) say which card it is, where somebody told; `seen`: people have seen its other side; `dealt`: only a
    simulated table knows which card it is.
    """

    up: str
    down: str | None
    turns: int
    name: str = ""
    face: str = ""
    seen: bool = False
    dealt: bool = False

    @property
    def told(self) -> bool:
        """Whether the companion knows what is on the other side."""
        return self.down is not None and (self.seen or not self.dealt)


class Pending(NamedTuple):
    """The choice that is open while an action card is carried out.

    `kind`: card (which was drawn?), arrow, place, flip, turn, reveal (what came up?), find (where is that half?).
    `source` is `action` for the drawn card itself, `maze` for a card the mouse landed on.  `more` wedges are to be placed.
    """

    kind: str
    source: str
    cells: tuple[int, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    side: str = ""
    more: int = 0


class State(NamedTuple):
    """All public facts and what somebody told of hidden ones; a tuple, because many are made and compared for one look.

    `maze` and `cheese` have one entry a cell in reading order; `safe` runs parallel to `terms.players`; `left` counts what may
    lie in the draw pile, parallel to `terms.deck.codes`; `draw` is the number of its cards; `discard` has its top last.
    `done` has a bit for each cell that acted since the card was drawn; `skipped` is the sign of an instruction that could
    not be carried out just now; `trapped` is the seat whose turn ended in a trap, until the mouse is put on Safe (-1: none).
    While a card is carried out `origin` is the state before it was drawn and `said` the actions since.
    """

    terms: Terms
    maze: tuple[Card, ...]
    cheese: tuple[int, ...]
    mouse: int
    facing: int
    safe: tuple[int, ...]
    risk: int
    pile: int
    turn: int
    phase: str
    left: tuple[int, ...]
    draw: int
    discard: tuple[str, ...] = ()
    card: str = ""
    done: int = 0
    landings: int = 0
    pending: Pending | None = None
    skipped: str = ""
    trapped: int = -1
    ended: str = ""
    origin: State | None = None
    said: tuple[Action, ...] = ()
    ply: int = 0
    number: int = 1

    def __hash__(self) -> int:
        # What tells nearly all states apart: they are looked up by the thousand.
        return hash((self.maze, self.cheese, self.mouse, self.facing, self.phase, self.discard, self.card, self.said, self.ply))

    @property
    def seat(self) -> str:
        """The id of the player in turn."""
        return self.terms.players[self.turn]


T = TypeVar("T")


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """A copy with one item changed."""
    return (*items[:index], item, *items[index + 1 :])
