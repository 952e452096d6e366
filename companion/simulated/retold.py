"""What an answer of the companion tells, done again in thought by those who know what was really done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.finding import Choice
from companion.core.game import Game, Slip


def same_action(told: str, done: str) -> bool:
    """Whether two notations mean the same: the companion need not know which of two tiles was put down."""
    return told.rstrip("hs") == done.rstrip("hs")


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
