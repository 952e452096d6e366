"""What is wrong with a slide of a demonstration, or with the reason given for a failure (PLAY P2-P6)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.four_blind_mice.actions import Fail, Slide
from companion.games.four_blind_mice.cells import RAYS
from companion.games.four_blind_mice.notation import FAILURES, GAVE_UP, SLIPS
from companion.games.four_blind_mice.slides import NOBODY, Run, goes_back, run_of, stop_of
from companion.games.four_blind_mice.state import State
from companion.games.four_blind_mice.violations import RANK


def slide_codes(state: State, action: Slide) -> Iterator[str]:
    """Everything that is wrong with that slide, in no order; nothing for a lawful one."""
    rules, past, mouse, way = state.terms.rules, state.past, action.mouse, action.direction
    run = run_of(rules, state.walls, state.mice, past, state.target, state.claimant, mouse, way)
    if run.end == state.mice[mouse]:
        yield "no-move"
    if goes_back(rules, past, mouse, way):
        yield "straight-back"
    if action.to not in (NOBODY, run.end):
        yield from _arrival_codes(state, action, run)
    if action.claim and not run.claims:
        yield _claim_code(state, action, run)
    demo, puzzle = state.demo, state.puzzle
    assert demo is not None and puzzle is not None
    if demo.limit is not None:
        yield from _limit_codes(state, run, demo.limit)
    if state.terms.options.declare_plan == "on":
        made = len(demo.slides)
        if puzzle.plan[made : made + 1] != (mouse * 4 + way,):
            yield "off-plan"


def _limit_codes(state: State, run: Run, limit: int) -> Iterator[str]:
    spent = state.past.spent + run.cost
    if spent > limit or (spent == limit and not run.claims):
        yield "bid-exceeded"
    elif run.claims and spent < limit and state.terms.options.exact_bid == "on":
        yield "bid-not-met"


def _arrival_codes(state: State, action: Slide, run: Run) -> Iterator[str]:
    """A mouse set down elsewhere than where it stops.  On the target, with a claim, it is the claim that counts."""
    start = state.mice[action.mouse]
    ray = RAYS[start][action.direction]
    if action.claim and action.to == state.target and not run.claims and _meets(state, action):
        # Said below: whose claim it is and whether it has turned often enough, or that it runs on.
        return
    if action.to != start and action.to not in ray:
        yield "diagonal"
    elif run.end != start:
        far = 0 if action.to == start else ray.index(action.to) + 1
        yield "stopped-short" if far < ray.index(run.end) + 1 else "ran-through"


def _meets(state: State, action: Slide) -> bool:
    """Whether the mouse comes over the target on its way."""
    start = state.mice[action.mouse]
    ray = RAYS[start][action.direction]
    stop = stop_of(state.walls, state.mice, action.mouse, action.direction)
    return state.target in ray and stop in ray and ray.index(state.target) <= ray.index(stop)


def _claim_code(state: State, action: Slide, run: Run) -> str:
    """Why that claim is wrong."""
    if action.mouse != state.claimant:
        return "wrong-mouse"
    turned = run.turns if not state.terms.rules.any_mouse else sum(state.past.turns) - state.past.turns[action.mouse] + run.turns
    if turned < state.terms.rules.min_turns:
        return "too-few-turns"
    # A claim without a mouse on the coin takes cheese that nobody has reached.
    return "stopped-short" if _meets(state, action) else "coin-moved"


def fail_codes(state: State, action: Fail) -> Iterator[str]:
    """What is wrong with a failure: the slide broke another rule, or none."""
    if action.code == GAVE_UP or action.slide is None:
        return
    failing = FAILURES + SLIPS if state.terms.options.touch_move == "on" else FAILURES
    code = min(slide_codes(state, action.slide), key=RANK.__getitem__, default="no-failure")
    if code != action.code or code not in failing:
        yield code if code != action.code else "no-failure"
