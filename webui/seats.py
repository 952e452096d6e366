"""Which browser holds which seat: first come, first served, proved by an unguessable token in a cookie."""

from __future__ import annotations

import hashlib
import secrets
import threading

COOKIE = "companion_seat"
"""The cookie's name; its value is the token, of which only the hash is kept here."""


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


class Seats:
    """Claims of seats.  They last as long as the program runs; after a restart a seat is simply claimed again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: dict[str, bytes] = {}

    def claim(self, seat: str, token: str | None) -> str | None:
        """Take `seat`; the new token to keep, or None when somebody else has it.

        A browser that held another seat (`token`) gives that one back: one browser, one seat.
        """
        with self._lock:
            if seat in self._holder:
                return token if token and self._holds(seat, token) else None
            if token:
                self._drop(token)
            fresh = secrets.token_urlsafe(32)
            self._holder[seat] = _digest(fresh)
            return fresh

    def leave(self, token: str | None) -> None:
        """Give back whatever seat this token holds."""
        with self._lock:
            if token:
                self._drop(token)

    def free(self, seat: str) -> None:
        """Take a seat from whoever holds it, so that another device may claim it."""
        with self._lock:
            self._holder.pop(seat, None)

    def holds(self, seat: str, token: str | None) -> bool:
        with self._lock:
            return token is not None and self._holds(seat, token)

    def taken(self) -> frozenset[str]:
        """The seats somebody has claimed."""
        with self._lock:
            return frozenset(self._holder)

    def _holds(self, seat: str, token: str) -> bool:
        kept = self._holder.get(seat)
        return kept is not None and secrets.compare_digest(kept, _digest(token))

    def _drop(self, token: str) -> None:
        digest = _digest(token)
        for seat in [seat for seat, kept in self._holder.items() if secrets.compare_digest(kept, digest)]:
            del self._holder[seat]
