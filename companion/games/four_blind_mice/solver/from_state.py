"""From a state of the engine to the puzzle in it."""

from __future__ import annotations

from companion.core.errors import SetupError
from companion.games.four_blind_mice.solver.puzzle import Puzzle
from companion.games.four_blind_mice.state import DEMO, THINK, State


def puzzle_of(state: State) -> Puzzle:
    """The puzzle that lies on the table, a demonstration gone on from where it stands.  No suit of a covered coin is looked at.

    Raises SetupError where there is none: while placing, between two puzzles, and before the suit of the coin has been told.
    """
    if state.phase not in (THINK, DEMO) or state.claimant < 0:
        raise SetupError([f"there is nothing to solve in the phase {state.phase}: name the uncovered coin, such as target: f5 R"])
    covered = frozenset(coin.cell for coin in state.covered)
    return Puzzle(covered, state.target, state.mice, state.claimant, state.terms.rules, state.past)
