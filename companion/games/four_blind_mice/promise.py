"""How well a position looks for a player: a rough judgement for simulated players, never used by the judge."""

from __future__ import annotations

from companion.games.four_blind_mice.slides import Four, Past, after_run, goes_back, run_of
from companion.games.four_blind_mice.state import DEMO, REMOVE, THINK, UNCOVER, State, points_of

_POINT = 12.0
_IN_REACH = 6.0
_TURN = 0.3
_GIVEN_UP = -1.5
_ANNOUNCED = 0.3
_TIRED = -2.5
_FAR = 2
"""Slides that simulated players think ahead."""


def promise(state: State, seat: str) -> float:
    """The larger, the better for that seat: cheeses, a claim that is one or two slides away, turns made."""
    players = state.terms.players
    value = 0.0
    for player, name in enumerate(players):
        value += points_of(state, player) * (_POINT if name == seat else -_POINT / 4)
    if state.phase == DEMO and state.demo is not None and state.puzzle is not None:
        limit = state.demo.limit
        left = _FAR if limit is None else min(_FAR, limit - state.past.spent)
        value += _IN_REACH if _reaches(state, state.mice, state.past, left) else 0.0
        value += _TURN * min(state.past.turns[state.claimant], state.terms.rules.min_turns)
    if state.phase == THINK and state.puzzle is not None and state.puzzle.bids:
        # After a round in which everybody failed, simulated players would rather see the next coin.
        value += _ANNOUNCED if state.puzzle.since == 0 else _TIRED
    if state.phase in (UNCOVER, REMOVE) and seat not in players:
        value += _GIVEN_UP
    return value


def _reaches(state: State, mice: Four, past: Past, slides: int) -> bool:
    """Whether a claim can be made within so many slides of the claimant alone."""
    rules, mouse = state.terms.rules, state.claimant
    for way in range(4) if slides > 0 else ():
        if goes_back(rules, past, mouse, way):
            continue
        run = run_of(rules, state.walls, mice, past, state.target, mouse, mouse, way)
        if run.claims:
            return True
        if run.end != mice[mouse]:
            moved = tuple(run.end if other == mouse else cell for other, cell in enumerate(mice))
            if _reaches(state, (moved[0], moved[1], moved[2], moved[3]), after_run(past, mouse, way, run), slides - 1):
                return True
    return False
