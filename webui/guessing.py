"""Guessing codes is slow: after a few wrong ones each costs a pause in which none is looked at, not even the right one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from webui.errors import Refused

FREE_GUESSES = 5
"""Wrong codes that are taken in good part; after them each costs `PAUSE_S`."""
PAUSE_S = 10.0


class Guessing:
    """Counts the wrong codes since the last right one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._wrong, self._shut_until = 0, 0.0

    def may_try(self) -> None:
        """Refused while no code is looked at."""
        with self._lock:
            if self._clock() < self._shut_until:
                values = {"seconds": f"{PAUSE_S:.0f}"}
                raise Refused(429, "refused.code-unseen", "refused.many-wrong", "refused.wait-seconds", values)

    def tried(self, right: bool) -> None:
        """A code was looked at."""
        with self._lock:
            self._wrong = 0 if right else self._wrong + 1
            if self._wrong >= FREE_GUESSES:
                self._shut_until = self._clock() + PAUSE_S
