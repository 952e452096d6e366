"""The actions Pick up and Pass, and the end of the game that the last pick-up brings."""

from __future__ import annotations

from companion.games.librande_maze.state import OVER, State, done, with_item
from companion.games.librande_maze.treasures import less


def pick_problem(state: State) -> str | None:
    """Why nothing can be picked up; a treasure beyond the web does not count."""
    if state.space not in state.treasure:
        beyond = any(space // 5 == state.space // 5 for space in state.treasure)
        return "pickup-through-web" if beyond else "pickup-no-treasure"
    return pass_problem(state)


def pick(state: State) -> State:
    """The state with a treasure on the pile; the last one of the board ends the game at once (R63)."""
    player = state.turn
    left = less(state.treasure, state.space)
    after = done(
        state, treasure=left, ap=state.ap - 1, piles=with_item(state.piles, player, state.piles[player] + 1),
        lasts=with_item(state.lasts, player, 1 + max(state.lasts)),
    )  # fmt: skip
    return after if left else over(after)


def over(state: State) -> State:
    """The state of a game whose last treasure has been taken."""
    return state._replace(phase=OVER, asked=(), stack=(), ended="treasures", base=None, since=())


def pass_problem(state: State) -> str | None:
    """Whether there is a point to spend."""
    return "not-enough-action-points" if state.ap < 1 else None


def let_go(state: State) -> State:
    """The state after a pass; with the option `pass-hides-undo=no` what came before is remembered."""
    last = state.last if state.terms.options.pass_hides_undo == "no" else None
    return done(state, ap=state.ap - 1, last=last)
