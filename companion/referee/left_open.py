"""What need not be known is neither guessed nor asked about: what came to light with the last act, where later ones will tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.core.game import Game
from companion.referee.chains import Chain
from companion.referee.tree import follower, opener

S = TypeVar("S")


def left_open(game: Game[S, Any], best: Chain[S], rivals: Sequence[Chain[S]], least: float) -> tuple[Chain[S], list[Chain[S]]]:
    """The best explanation and its rivals, all with what came to light at their last act left open, where the best has a twin
    less than `least` nats behind it; the same ones otherwise, and in games that leave nothing open."""
    leave = opener(game)
    action = None if leave is None else leave(best.action)
    if leave is None or action is None:
        return best, list(rivals)
    # Asked of the few that are near: to carry out what all of them leave open would cost more than the search saves.
    near = (chain for chain in rivals if chain.log_p > best.log_p - least and chain.tokens[:-1] == best.tokens[:-1])
    if all(leave(chain.action) != action for chain in near):
        return best, list(rivals)
    whole, opened = _open(game, leave, best), [(chain, _open(game, leave, chain)) for chain in rivals]
    twins = [chain for chain, one in opened if one.tokens == whole.tokens]
    # What goes on from a twin is no more a rival than what goes on from the best one.
    others = [one for chain, one in opened if not any(chain.extends(twin) for twin in twins)]
    return whole, list({chain.tokens: chain for chain in reversed(others)}.values())[::-1]


def _open(game: Game[S, Any], leave: Callable[[Any], Any], chain: Chain[S]) -> Chain[S]:
    """The chain with that left open; it explains as much, for it goes with whatever came to light."""
    action = leave(chain.action) if chain.parent is not None else None
    if action is None or chain.parent is None:
        return chain
    after = follower(game)(chain.parent.state, action)
    tokens = (*chain.tokens[:-1], game.write(action))
    return chain._replace(tokens=tokens, state=after, scene=game.scene(after), action=action, node=None)
