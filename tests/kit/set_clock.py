"""A clock that stands still until a test sets it."""

from __future__ import annotations


class SetClock:
    """Call it for the time in seconds; `advance` moves it."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> float:
        self.now += seconds
        return self.now
