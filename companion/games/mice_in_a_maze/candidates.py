"""Lawful actions that could explain what is seen; never a product of whole turns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.core.game import Seen
from companion.games.mice_in_a_maze.actions import Action, Bury, MoveAction, Open, Roll, Skip
from companion.games.mice_in_a_maze.geometry import FACE_DOWN, OUT, as_cell
from companion.games.mice_in_a_maze.judge import violation_code
from companion.games.mice_in_a_maze.marbles import rolls
from companion.games.mice_in_a_maze.move import moves
from companion.games.mice_in_a_maze.place import Take, takeable
from companion.games.mice_in_a_maze.sightings import Sightings
from companion.games.mice_in_a_maze.state import State

MOST_ROLLS = 256


def candidates(state: State, seen: Seen) -> Iterator[Action]:
    """Lawful actions of the step the state stands in, identities of opened tiles filled in from what is seen; also those
    that leave no trace."""
    if state.ended is not None:
        return
    sight = Sightings(state, seen)
    if state.step == 1:
        yield from _moves(state, sight)
    elif state.step == 2:
        yield from _placements(state, sight)
    else:
        yield from _rolls(state, sight)


def _moves(state: State, sight: Sightings) -> Iterator[MoveAction]:
    lawful = moves(state)
    if len(lawful) == 1:
        # What the rules force may have happened under a hand, or been undone by what came after it.
        yield lawful[0]
        return
    for action in lawful:
        spot = action.to if hasattr(action, "to") else state.mover.spot
        if spot == OUT or sight.may_stand(state.letter, spot):
            yield action


def _placements(state: State, sight: Sightings) -> Iterator[Open | Bury | Skip]:
    take = takeable(state)
    if take.kind == "none":
        yield Skip()
    elif take.kind == "fallback":
        # Which tile was taken cannot be told, and does not matter: all are alike to everybody who has not peeked.
        if sight.hand_may_have_differed(state.holder):
            yield Bury(take.cells[0])
    else:
        yield from _open_placements(state, take, sight)


def _open_placements(state: State, take: Take, sight: Sightings) -> Iterator[Open]:
    for cell in take.cells:
        was = state.tiles[cell]
        for tile in sight.tiles(cell):
            action = Open(cell, tile.code, tile.shape, tile.turns)
            if violation_code(state, action) is None:
                yield action
        covered = as_cell(cell) in sight.seen.hidden
        if was.shape != FACE_DOWN and was.code is not None and not covered and sight.hand_may_have_differed(state.holder):
            yield Open(cell, was.code, was.shape, was.turns, "s")


def _rolls(state: State, sight: Sightings) -> Iterator[Roll]:
    yield from islice(rolls(state), MOST_ROLLS)
