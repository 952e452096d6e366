"""A small camera picture beside every ruling: what the table looked like when it was given."""

from __future__ import annotations

import hashlib
import logging
import shutil
import threading
from bisect import bisect_left, insort
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import cv2

from companion.journal.entry import Entry, EntryKind, StoredGame
from vision.frame import Frame, Picture

LOG = logging.getLogger(__name__)

WIDTH, MOST_BYTES = 640, 40_000
"""Width of a kept picture (px), and the most it may take (bytes)."""
QUALITIES = (75, 60, 45, 30, 15)
"""JPEG qualities that are tried until a picture is small enough."""
MOST_GAMES, MOST_PICTURES = 30, 600
"""So many games keep their pictures, and so many pictures one game keeps; the oldest go first."""
PICTURED = frozenset(EntryKind) - {EntryKind.NOTE, EntryKind.OVER}
"""What changes or judges the table; a note does not."""


class Keeper(Protocol):
    """What the table's loop needs of a journal."""

    def append(self, *entries: Entry) -> None: ...

    def check(self) -> None: ...


class RulingPictures:
    """The pictures of one game, one file each.  They are made by a worker of their own: no ruling waits for one."""

    def __init__(self, folder: Path, stored: StoredGame, frame: Callable[[int | None], Frame | None]) -> None:
        """`frame` gives the frame of that number as long as it is remembered, else the newest one read."""
        self._home, self._frame = folder, frame
        self._folder = folder / _name_of(stored)
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
        self._lock = threading.Lock()
        self._numbers = sorted(int(file.stem) for file in self._folder.glob("*.jpg") if file.stem.isdecimal())

    def keep(self, *entries: Entry) -> None:
        """Keep a picture for each of these lines; returns at once."""
        for entry in entries:
            if entry.kind in PICTURED:
                seen = None if entry.evidence is None else entry.evidence.frame
                frame = self._frame(seen)
                if frame is not None:
                    self._worker.submit(self._keep, entry.number, frame.picture)

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

    def close(self) -> None:
        """Finish what is being kept."""
        self._worker.shutdown(wait=True)

    def _keep(self, number: int, picture: Picture) -> None:
        """The top of the worker's thread: a picture that cannot be kept costs nobody the game."""
        try:
            if not self._folder.exists():
                self._folder.mkdir(parents=True)
                _prune(self._home, self._folder)
            beside = self._file(number).with_suffix(".part")
            beside.write_bytes(small_jpeg(picture))
            beside.replace(self._file(number))
        except (OSError, cv2.error):
            LOG.warning("the picture of line %d was not kept", number, exc_info=True)
            return
        with self._lock:
            if number not in self._numbers:
                insort(self._numbers, number)
            while len(self._numbers) > MOST_PICTURES:
                self._file(self._numbers.pop(0)).unlink(missing_ok=True)

    def _file(self, line: int) -> Path:
        return self._folder / f"{line}.jpg"


class WithPictures:
    """A journal that has a picture taken of what it records, once that is on the disk."""

    def __init__(self, journal: Keeper, pictures: RulingPictures) -> None:
        self._journal, self._pictures = journal, pictures

    def append(self, *entries: Entry) -> None:
        self._journal.append(*entries)
        self._pictures.keep(*entries)

    def check(self) -> None:
        self._journal.check()


def small_jpeg(picture: Picture) -> bytes:
    """The picture made small, in as good a quality as MOST_BYTES allow."""
    height, width = picture.shape[:2]
    small = picture
    if width > WIDTH:
        size = (WIDTH, round(height * WIDTH / width))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype("uint8", copy=False)
    for quality in QUALITIES:
        data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) <= MOST_BYTES:
            return data
    # Only noise is as large as that.
    return small_jpeg(small[::2, ::2])


def _name_of(stored: StoredGame) -> str:
    """A folder's name for a game: two records may both have a game 1."""
    told = repr((stored.game, stored.start, stored.seats, sorted(stored.options.items())))
    return f"{stored.id}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"


def _prune(home: Path, here: Path) -> None:
    """Leave only the newest games."""
    games = sorted((one for one in home.iterdir() if one.is_dir() and one != here), key=lambda one: one.stat().st_mtime)
    for game in games[: max(0, len(games) - MOST_GAMES + 1)]:
        shutil.rmtree(game, ignore_errors=True)
