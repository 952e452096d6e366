"""The camera's pictures that lie beside a record, one file for a line: what the table looked like at each ruling."""

from __future__ import annotations

import hashlib
import threading
from bisect import bisect_left
from pathlib import Path

from companion.journal.entry import StoredGame


def pictures_home(journal: Path) -> Path:
    """The folder of the pictures of all games of that record."""
    return journal.parent / "pictures" / journal.stem


class KeptPictures:
    """The pictures of one game."""

    def __init__(self, home: Path, stored: StoredGame) -> None:
        self._home, self._folder = home, home / _name_of(stored)
        self._lock = threading.Lock()
        self._numbers = sorted(int(file.stem) for file in self._folder.glob("*.jpg") if file.stem.isdecimal())

    def picture(self, line: int) -> bytes | None:
        """The picture of that line of the record as JPEG; None where there is none."""
        try:
            return self._file(line).read_bytes()
        except OSError:
            return None

    def around(self, line: int) -> tuple[int | None, int | None]:
        """The lines whose pictures show the table before and after that line; None where there is no picture."""
        with self._lock:
            at = bisect_left(self._numbers, line)
            after = line if at < len(self._numbers) and self._numbers[at] == line else None
            earlier = self._numbers[:at]
        shown = None if after is None else self.picture(after)
        # Lines that one look led to have the same picture: what came before is the look before.
        before = next((number for number in reversed(earlier) if shown is None or self.picture(number) != shown), None)
        return before, after

    def _file(self, line: int) -> Path:
        return self._folder / f"{line}.jpg"


def _name_of(stored: StoredGame) -> str:
    """A folder's name for a game: two records may both have a game 1."""
    told = repr((stored.game, stored.start, stored.seats, sorted(stored.options.items())))
    return f"{stored.id}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"
