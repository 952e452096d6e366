"""What all kinds of slips are made of: a changed table, the act in the notation if it has one, the way back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.grid import Cell, Place
from companion.games.librande_maze.actions import Action
from companion.games.librande_maze.board import NONE, SIZE
from companion.games.librande_maze.catalogue import hero_kind
from companion.games.librande_maze.edits import Edit, Plausible, replaced
from companion.games.librande_maze.halls import spaces_of, steps
from companion.games.librande_maze.moves import barred
from companion.games.librande_maze.scene import token_piece
from companion.games.librande_maze.state import State, with_item


@dataclass(frozen=True, slots=True)
class Draft:
    """A slip before it is judged: the change it makes; `action` is ruled on, `code` is for what has no notation."""

    edit: Edit
    action: Action | None = None
    code: str = ""
    remedy: tuple[str, ...] = ()
    intended: Action | None = None
    places: tuple[Place, ...] = ()


def square_at(place: Place) -> int:
    """The square of a cell; NONE for a zone."""
    return SIZE * place.row + place.col if isinstance(place, Cell) else NONE


def standing_at(state: State, player: int, space: int) -> State:
    """The state with a player's token on another space; no rule is asked."""
    return state._replace(spaces=with_item(state.spaces, player, space))


def hero_edit(state: State, player: int, space: int) -> Edit:
    """A player's token moved to a space, pose kept."""
    return replaced(token_piece(state, player), token_piece(standing_at(state, player, space), player))


def seen_spaces(state: State, sight: Plausible, kind: str) -> Iterator[int]:
    """The spaces where a kind of piece may stand now: every half of every such square."""
    for place, _ in sight.seen.pieces.get(kind, ()):
        square = square_at(place)
        if square != NONE:
            yield from spaces_of(state.tiles, square)


def moved_hero(state: State, sight: Plausible | None, player: int) -> bool:
    """Whether a player's token may have been moved."""
    return sight is None or sight.moved(hero_kind(state.terms.heroes[player].code))


def reach(state: State, player: int, points: int) -> set[int]:
    """The spaces a character can come to by that many steps, its own among them."""
    found = {state.spaces[player]}
    rim = set(found)
    for _ in range(points):
        rim = {
            to for space in rim for to in steps(state, space) if to not in found and not barred(state, player, to, space)
        }  # fmt: skip
        found |= rim
    return found
