"""What the table must look like: backs on display, the tops of both piles, kept cards by front, the die."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from companion.core.grid import Cell, Place
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt
from companion.games.alles_kaese.catalogue import BACK, DIE, FRONT, FRONT_KIND, back_kind
from companion.games.alles_kaese.layout import CELLS, DISCARD, ROLL, SUPPLY, area
from companion.games.alles_kaese.state import Phase, State, front_of

SOME_BACK = Look(None, BACK)
"""A back of which nobody has told how many holes it has."""


def back_look(value: int) -> Look:
    """The look of a card lying back up; any back for a value nobody knows."""
    return Look(back_kind(value), BACK) if value > 0 else SOME_BACK


def front_look(front: str) -> Look:
    """The look of a card lying front up."""
    return Look(FRONT_KIND[front], FRONT)


def scene(state: State) -> Scene:
    """The scene of a state; what nobody can see from above is not in it."""
    display = state.display
    if state.phase is Phase.REVEALED:
        # The card is in somebody's hand.
        display = tuple(0 if slot == state.slot else value for slot, value in enumerate(display))
    return Scene(_tiles(display, state.top if state.supply else None, state.discard[-1:]), _pieces(state.kept, state.die))


@lru_cache(maxsize=1024)
def _tiles(display: tuple[int, ...], top: int | None, discard: tuple[int, ...]) -> tuple[TileAt, ...]:
    """The cards on display, then the tops of supply (None: used up) and discards."""
    supply = _GAP[SUPPLY] if top is None else _card(SUPPLY, top)
    return (*map(_card, CELLS, display), supply, _card(DISCARD, discard[0]) if discard else _GAP[DISCARD])


@cache
def _card(place: Place, value: int) -> TileAt:
    """A card of that value, or the gap of a display slot (0), made once for all scenes."""
    return TileAt(place, back_look(value) if value or not isinstance(place, Cell) else ABSENT)


_GAP = {place: TileAt(place, ABSENT) for place in (SUPPLY, DISCARD)}


@lru_cache(maxsize=1024)
def _pieces(kept: tuple[tuple[int, ...], ...], die: int) -> tuple[PieceAt, ...]:
    return (*_kept(kept), die_at(die))


@lru_cache(maxsize=1024)
def _kept(kept: tuple[tuple[int, ...], ...]) -> tuple[PieceAt, ...]:
    """The kept cards of everybody, cheese before traps: their order in a strip means nothing."""
    return tuple(_kept_pieces(kept))


def _kept_pieces(kept: tuple[tuple[int, ...], ...]) -> Iterator[PieceAt]:
    for seat, cards in enumerate(kept):
        zone = area(len(kept), seat)
        for code in sorted(cards, key=lambda code: code & 1):
            yield PieceAt(FRONT_KIND[front_of(code)], zone)


def die_at(value: int) -> PieceAt:
    """The die as it lies in its tray; its face is None before the first roll."""
    return PieceAt(DIE, ROLL, face=str(value) if value else None)
