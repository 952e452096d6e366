"""How simulated players choose: what looks best to them, with a little whim; chance chooses blindly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from companion.core.game import TABLE, Game

MOST_CONSIDERED = 60
"""People do not think through more than this; a step with marbles can have thousands of outcomes."""

WHIM = 0.4


def chooser(game: Game[Any, Any], random: Random) -> Callable[[Any, Sequence[Any]], Any]:
    """A function that picks one of the actions a seat has in a state."""

    def choose(state: Any, actions: Sequence[Any]) -> Any:
        if len(actions) > MOST_CONSIDERED:
            actions = random.sample(list(actions), MOST_CONSIDERED)
        seat = game.actor(state) or ""
        if seat == TABLE:
            return random.choice(list(actions))
        return max(actions, key=lambda action: game.promise(game.play(state, action), seat) + WHIM * random.random())

    return choose
