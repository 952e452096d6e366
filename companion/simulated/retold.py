"""What the companion tells, in answers and in its record, compared with what was really done by those who know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.finding import Choice
from companion.core.game import Game, Slip


def same_action(told: str, done: str) -> bool:
    """Whether two notations mean the same: the companion need not know which of two tiles was put down."""
    return told.rstrip("hs") == done.rstrip("hs")


def untold(written: Sequence[str], done: Sequence[str]) -> int:
    """How many of the last actions `done` are not on record yet; below zero, how many are on record that nobody did.

    A card that is drawn and then looked at, two actions, may be on record as one (`d:` and `d:R1`), or the other way round.
    """
    told = known = 0
    while told < len(written) and known < len(done):
        told, known = told + _at_once(written, done, told, known), known + _at_once(done, written, known, told)
    return (len(done) - known) - (len(written) - told)


def tells(told: Sequence[str], done: Sequence[str]) -> bool:
    """Whether what was told is what was done first; what is told at once may have been done in two, or the other way round."""
    here = there = 0
    while here < len(told):
        if there == len(done):
            return False
        more, further = _at_once(told, done, here, there), _at_once(done, told, there, here)
        if not same_action(told[here + more - 1], done[there + further - 1]):
            return False
        here, there = here + more, there + further
    return True


def _at_once(these: Sequence[str], those: Sequence[str], here: int, there: int) -> int:
    """How many of these actions are one of those: two where the first leaves open what the second says."""
    whole, begun = those[there], these[here]
    open_first = whole != begun and whole.startswith(begun) and here + 1 < len(these)
    return 2 if open_first and same_action(these[here + 1], whole) else 1


def state_after(game: Game[Any, Any], state: Any, actions: Sequence[str], deal: Callable[[Any], Any] | None = None) -> Any:
    """The state after these actions, with what lies face down `deal`t anew after each; None where the rules forbid one, for an
    answer may tell of a broken rule too."""
    for text in actions:
        action = game.read(text)
        if not game.rule(state, action).legal:
            return None
        state = game.play(state, action)
        state = state if deal is None else deal(state)
    return state


def admits(choice: Choice, slip: Slip) -> bool:
    """Whether an answer says that this mistake was made."""
    if choice.ruling is not None:
        return choice.ruling.violations[0].code == slip.violations[0].code
    return bool(slip.action) and choice.actions == (slip.action,)


def mends(choice: Choice, slip: Slip) -> bool:
    """Whether the answer puts right what was done, not another mistake of its kind."""
    return choice.ruling is None or choice.ruling.remedy == slip.remedy
