"""What the table needs of a referee."""

from __future__ import annotations

from typing import Protocol, TypeVar

from companion.core.finding import Finding
from companion.core.reading import Reading

S = TypeVar("S", contravariant=True)


class Referee(Protocol[S]):
    """Finds out what happened on the table.  It keeps nothing from one call to the next."""

    def judge(
        self, state: S, reading: Reading, waited_s: float, done: bool = False, between: tuple[Reading, ...] = ()
    ) -> Finding:
        """What happened since `state`, going by one reading without a hand.

        `waited_s` says how long (s) the table has looked the same; `done` that somebody asked not to wait any longer;
        `between` how it lay for moments since `state`, oldest first.
        """
        ...

    def may_explain(self, state: S, reading: Reading, least: float) -> bool:
        """Whether lawful play since `state` may explain a reading so well that an account is likely by `least` (nats)."""
        ...
