"""What actions lead to, kept as long as the same state is asked about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

S = TypeVar("S")


class Ahead(Generic[S]):
    """What actions lead to from the state that was asked about last: who lists them carries most of them out to see what they
    change, and who has them listed does so again at once."""

    __slots__ = ("_made", "_perform")

    def __init__(self, perform: Callable[[S, Any], S]) -> None:
        """`perform` tells the state after an action."""
        self._perform = perform
        self._made: tuple[S | None, dict[int, tuple[Any, S]]] = None, {}

    def __call__(self, state: S, action: Any) -> S:
        """The state after that action."""
        of, made = self._made
        if of is not state:
            self._made = of, made = state, {}
        # With the action, so that no other comes to be known by the same number.
        known = made.get(id(action))
        if known is None:
            known = made[id(action)] = action, self._perform(state, action)
        return known[1]
