"""The windows of the rules on the table's clock: which run, since when, which have run out.  Pure: time is a parameter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import floor
from typing import Any

from companion.core.game import Game, KeepsTime
from companion.core.messages import ShownWindow
from companion.core.window import Window


@dataclass(frozen=True, slots=True)
class Running:
    """A window that is open.

    It has run for `passed_s` before `since_s` (the table's clock) and runs since then; None: it stands still.  `at_s` is the
    second at which the state stood when it began to run here.  `anew`: it was open already when the program was started.
    """

    window: Window
    at_s: int
    passed_s: float = 0.0
    since_s: float | None = None
    anew: bool = False

    def ran_s(self, now: float) -> float:
        """For how long it has run."""
        return self.passed_s + (0.0 if self.since_s is None else now - self.since_s)

    def is_due(self, now: float) -> bool:
        return self.since_s is not None and self.ran_s(now) >= self.window.length_s

    def going(self, runs: bool, now: float) -> Running:
        """The same window, running or standing still from now on."""
        if runs == (self.since_s is not None):
            return self
        return replace(self, passed_s=self.ran_s(now), since_s=now if runs else None)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The windows that are open, those that ended early, and the keys of all that have run out, which never run again.

    A window that is open again because an action was taken back goes on where it stood: taking back wins nobody time.
    """

    running: tuple[Running, ...] = ()
    ended: tuple[Running, ...] = ()
    over: frozenset[str] = frozenset()
    stopped: bool = False

    def follow(self, windows: Iterable[Window], now: float, anew: bool = False) -> Clocks:
        """The clocks of a state with these windows: a window that is open already goes on, another one begins, the rest end."""
        known = {item.window.key: item for item in (*self.ended, *self.running)}
        following: list[Running] = []
        for window in windows:
            item = known.get(window.key) or Running(window, window.at_s, anew=anew)
            runs = window.runs and not self.stopped and window.key not in self.over
            following.append(replace(item, window=window).going(runs, now))
        if tuple(following) == self.running:
            return self
        keys = {item.window.key for item in following}
        ended = tuple(item.going(False, now) for key, item in known.items() if key not in keys)
        return replace(self, running=tuple(following), ended=ended)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the windows that are open."""
        return frozenset(item.window.key for item in self.running)

    def due(self, now: float) -> Running | None:
        """The window whose time is up, of several the one that ran out first."""
        found = [item for item in self.running if item.is_due(now)]
        return min(found, key=lambda item: item.window.length_s - item.ran_s(now), default=None)

    def ran_out(self, key: str, now: float) -> Clocks:
        """The window of that key has run out, once and for all."""
        running = tuple(item.going(False, now) if item.window.key == key else item for item in self.running)
        return replace(self, running=running, over=self.over | {key})

    def stop(self, now: float) -> Clocks:
        """Everything stands still: nobody could do anything in time."""
        return replace(self, stopped=True, running=tuple(item.going(False, now) for item in self.running))

    def second(self, window: Window, now: float) -> int:
        """The second at which something is done in that window, one too late when it is over."""
        if window.key in self.over:
            return window.last_s + 1
        item = next((one for one in self.running if one.window.key == window.key), None)
        counted = window.at_s if item is None else item.at_s + floor(item.ran_s(now))
        # A window that began anew may run longer than the record can say, and no number may be earlier than one before.
        return min(max(counted, window.at_s), window.last_s)

    def shown(self) -> tuple[ShownWindow, ...]:
        """The open windows as pages show them."""
        return tuple(self._shown(item) for item in self.running)

    def _shown(self, item: Running) -> ShownWindow:
        window, left_s = item.window, item.window.length_s - item.passed_s
        over = window.key in self.over
        ends_s = None if item.since_s is None else item.since_s + left_s
        still_s = 0.0 if over or ends_s is not None else left_s
        return ShownWindow(window.key, window.seat, window.words, window.length_s, ends_s, still_s, over, item.anew and not over)


def windows_of(game: Game[Any, Any], state: object) -> tuple[Window, ...]:
    """The windows of a state; none in a game without them."""
    return game.windows(state) if isinstance(game, KeepsTime) else ()


def held_by(game: Game[Any, Any], clocks: Clocks, state: object, action: object) -> str:
    """The key of the window that must be over before this action counts; "" when it counts at once."""
    key = game.waits_for(state, action) if isinstance(game, KeepsTime) else ""
    return "" if key in clocks.over else key


def timed(game: Game[Any, Any], clocks: Clocks, state: object, action: Any, now: float) -> Any:
    """The action with the second at which it is done, where the game counts seconds."""
    if not isinstance(game, KeepsTime):
        return action
    for window in game.windows(state):
        if window.last_s:
            action = game.timed(state, action, clocks.second(window, now))
    return action
