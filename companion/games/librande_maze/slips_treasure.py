"""Slips with treasures: picked up from where one does not stand, too many dragged, moved by nobody, lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.grid import Cell, Place
from companion.core.scene import PieceAt
from companion.games.librande_maze.actions import By, Move, PickUp
from companion.games.librande_maze.board import BESIDE, NAMES, NONE
from companion.games.librande_maze.edits import Edit, Plausible, joined, replaced
from companion.games.librande_maze.halls import spaces_of, steps
from companion.games.librande_maze.judge import violation_code
from companion.games.librande_maze.resolve import perform
from companion.games.librande_maze.scene import CHEST, cell_of, shelf_piece, treasure_piece
from companion.games.librande_maze.scene_change import scene_change
from companion.games.librande_maze.slip_parts import Draft, hero_edit, square_at
from companion.games.librande_maze.state import MAIN, OVER, REMOVED, State
from companion.games.librande_maze.words import hero_name, space_words

Sight = Plausible | None
MOST_PAIRS = 60


def pick_slips(state: State, sight: Sight) -> Iterator[Draft]:
    """A treasure on somebody's shelf that was not his to pick up: from behind the web, from elsewhere, out of turn."""
    if not _chests(sight):
        return
    for player, space in enumerate(state.spaces):
        if space == NONE or state.status[player] == REMOVED or (player == state.turn and state.phase not in (MAIN, OVER)):
            continue
        shelf = shelf_piece(state, player)
        if sight is not None and not sight.stands(CHEST, shelf.place):
            continue
        for start in _within_reach(state, space, sight):
            action = PickUp() if player == state.turn else By(state.terms.seats[player], PickUp())
            if start == space or player == state.turn:
                yield Draft(replaced(treasure_piece(start), shelf), action)


def _chests(sight: Sight) -> bool:
    return sight is None or sight.moved(CHEST)


def _within_reach(state: State, space: int, sight: Sight) -> Iterator[int]:
    """Spaces with treasure that somebody on that space may have robbed, the own one first."""
    lying = dict.fromkeys(state.treasure)
    if sight is not None:
        yield from (start for start in lying if _may_be_less(state, sight, start))
        return
    near = (space // 5, *(square for square in BESIDE[space // 5] if square != NONE))
    yield from sorted(
        (start for start in lying if start // 5 in near), key=lambda start: (start != space, start // 5 != space // 5)
    )


def _may_be_less(state: State, sight: Plausible, space: int) -> bool:
    """Whether fewer treasures than before may lie in the cell of a space."""
    cell = cell_of(space)
    several = sum(other // 5 == space // 5 for other in state.treasure) > 1
    return several or cell in sight.seen.hidden or all(place != cell for place, _ in sight.seen.pieces.get(CHEST, ()))


def drag_slips(state: State, sight: Sight) -> Iterator[Draft]:
    """A second treasure taken along, or one from where the player does not stand."""
    if state.phase != MAIN or state.space == NONE or not _chests(sight):
        return
    own = state.treasure.count(state.space)
    for to in steps(state, state.space):
        goal = treasure_piece(to)
        action = Move(to, own > 0)
        if violation_code(state, action) is not None:
            continue
        edit = scene_change(state, perform(state, action))
        back = ("Put one of the two treasures back; say which one stays.",)
        if own > 1:
            second = replaced(treasure_piece(state.space), goal)
            yield Draft(joined(edit, second), None, "drag-too-many", back, action, (goal.place,))
        for start in _behind(state):
            if own:
                yield Draft(
                    joined(edit, replaced(treasure_piece(start), goal)), None, "drag-too-many", back, action, (goal.place,)
                )
            else:
                moved = joined(hero_edit(state, state.turn, to), replaced(treasure_piece(start), goal))
                yield Draft(moved, Move(to, True))


def _behind(state: State) -> list[int]:
    """The other half of the own square, where treasure lies there."""
    halves = spaces_of(state.tiles, state.space // 5)
    return [space for space in halves if space != state.space and space in state.treasure]


# Nobody's doing --------------------------------------------------------------------------------------------------------


def alone_slips(state: State, sight: Sight) -> Iterator[Draft]:
    """A treasure that changed its place by itself: on the board, from or to a shelf."""
    if not _chests(sight):
        return
    pairs = _steps(state) if sight is None else _seen_pairs(state, sight)
    for number, (gone, come) in enumerate(pairs):
        if number >= MOST_PAIRS:
            return
        back = (f"Put the treasure back {_from(state, gone)}.",)
        places: tuple[Place, ...] = (gone.place, come.place)
        yield Draft(replaced(gone, come), None, "treasure-moved-alone", back, None, places)


def _steps(state: State) -> Iterator[tuple[PieceAt, PieceAt]]:
    for start in dict.fromkeys(state.treasure):
        for to in steps(state, start):
            if to // 5 != start // 5:
                yield treasure_piece(start), treasure_piece(to)
    for player, won in enumerate(state.piles):
        for other in range(len(state.piles)):
            if won and other != player:
                yield shelf_piece(state, player), shelf_piece(state, other)


def _seen_pairs(state: State, sight: Plausible) -> Iterator[tuple[PieceAt, PieceAt]]:
    """Treasures that may be gone, each to every place where one may have come."""
    gone = [treasure_piece(space) for space in dict.fromkeys(state.treasure) if _may_be_less(state, sight, space)]
    gone += [shelf_piece(state, player) for player, won in enumerate(state.piles) if won]
    lay: Counter[Place] = Counter(cell_of(space) for space in state.treasure)
    spots = sorted({place for place, _ in sight.seen.pieces.get(CHEST, ())}, key=lambda place: (lay[place] > 0, str(place)))
    for one in gone:
        for place in spots:
            if place != one.place:
                yield one, _chest_at(state, place)


def _chest_at(state: State, place: Place) -> PieceAt:
    square = square_at(place)
    return PieceAt(CHEST, place) if square == NONE else treasure_piece(spaces_of(state.tiles, square)[0])


def _from(state: State, piece: PieceAt) -> str:
    if isinstance(piece.place, Cell):
        return f"on {NAMES[square_at(piece.place)]}"
    player = next((number for number in range(len(state.piles)) if shelf_piece(state, number).place == piece.place), state.turn)
    return f"on the shelf of the {hero_name(state, player)}"


def count_slips(state: State, sight: Sight) -> Iterator[Draft]:
    """A treasure too few on the board or on a shelf, or one too many on a shelf."""
    if not _chests(sight):
        return
    for space in dict.fromkeys(state.treasure):
        if sight is None or _may_be_less(state, sight, space):
            back = (f"Put the treasure of {space_words(space)} back; there are nine in all.",)
            yield Draft(Edit((), (treasure_piece(space),), ()), None, "treasure-count-wrong", back, None, (cell_of(space),))
    for player, won in enumerate(state.piles):
        shelf = shelf_piece(state, player)
        name = hero_name(state, player)
        if won:
            back = (f"A treasure is missing on the shelf of the {name}; put it back.",)
            yield Draft(Edit((), (shelf,), ()), None, "treasure-count-wrong", back, None, (shelf.place,))
        if sight is None or sight.stands(CHEST, shelf.place):
            back = (f"A treasure too many lies on the shelf of the {name}; take it away.",)
            yield Draft(Edit((), (), (shelf,)), None, "treasure-count-wrong", back, None, (shelf.place,))
