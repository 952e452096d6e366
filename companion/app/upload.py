"""A file that comes in parts, one after the other, and is whole when the last of them is there."""

from __future__ import annotations

import threading
from pathlib import Path


class Upload:
    """Gathers the parts in `path`; of two people who send at once the one who began last goes on."""

    def __init__(self, path: Path, most: int) -> None:
        """`most` is the largest size of the whole, in bytes."""
        self.path, self._most = path, most
        self._lock = threading.Lock()
        self._size, self._of = 0, 0

    def add(self, at: int, of: int, part: bytes) -> bool:
        """Append a part that begins at byte `at` of `of`; whether the file is whole now.  ValueError says what does not fit."""
        with self._lock:
            if not 0 < of <= self._most:
                raise ValueError(f"The file has {of} bytes; 1 to {self._most} are taken.")
            if at == 0:
                self.path.unlink(missing_ok=True)
                self._size, self._of = 0, of
            if (at, of) != (self._size, self._of) or not part or at + len(part) > of:
                raise ValueError("The parts of the file do not follow each other; send it again.")
            with self.path.open("ab") as file:
                file.write(part)
            self._size += len(part)
            return self._size == of

    def forget(self) -> None:
        """Throw away what has come."""
        with self._lock:
            self._size, self._of = 0, 0
            for suffix in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
