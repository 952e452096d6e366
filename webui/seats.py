"""Which browser holds which seat: first come, first served, proved by an unguessable token in a cookie.

A free seat has a short code that people type where no camera reads the QR code; it is used up with the claim.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping

from webui.guessing import Guessing

COOKIE = "companion_seat"
"""The cookie's name; its value is the token, of which only the hash is kept here."""


CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are made of: nothing that is read for something else (0 and O, 1, I and L, U)."""
CODE_LENGTH = 4


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


class Seats:
    """Claims of seats.  They last as long as the program runs; after a restart a seat is simply claimed again."""

    def __init__(self, new_code: Callable[[], str] = _new_code, guessing: Guessing | None = None) -> None:
        self._lock = threading.Lock()
        self._holder: dict[str, bytes] = {}
        self._codes: dict[str, str] = {}
        self._new_code, self._guessing = new_code, guessing or Guessing()

    def codes(self, seats: Iterable[str]) -> Mapping[str, str]:
        """The code of every one of these seats that is free."""
        with self._lock:
            return {seat: self._code(seat) for seat in seats if seat not in self._holder}

    def seat_of(self, code: str, seats: Iterable[str]) -> str | None:
        """The free one of these seats that has that code; None for a wrong one.  Refused while guessing is slowed down."""
        typed = "".join(code.split()).upper()
        with self._lock:
            self._guessing.may_try()
            free = [seat for seat in seats if seat not in self._holder]
            # All are compared, so that how long it takes tells nothing.
            found = [seat for seat in free if secrets.compare_digest(self._code(seat).encode(), typed.encode())]
            self._guessing.tried(bool(found))
            return found[0] if found else None

    def _code(self, seat: str) -> str:
        while seat not in self._codes:
            code = self._new_code()
            if code not in self._codes.values():
                self._codes[seat] = code
        return self._codes[seat]

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
            self._codes.pop(seat, None)
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
