"""A small camera picture beside every ruling: what the table looked like when it was given."""

from __future__ import annotations

import logging
import shutil
from bisect import insort
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import cv2

from companion.app.kept_pictures import KeptPictures
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


class RulingPictures(KeptPictures):
    """The pictures of a game that is played.  They are made by a worker of their own: no ruling waits for one."""

    def __init__(self, folder: Path, stored: StoredGame, frame: Callable[[int | None], Frame | None]) -> None:
        """`frame` gives the frame of that number as long as it is remembered, else the newest one read."""
        super().__init__(folder, stored)
        self._frame = frame
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")

    def keep(self, *entries: Entry) -> None:
        """Keep a picture for each of these lines; returns at once."""
        for entry in entries:
            if entry.kind in PICTURED:
                seen = None if entry.evidence is None else entry.evidence.frame
                frame = self._frame(seen)
                if frame is not None:
                    self._worker.submit(self._keep, entry.number, frame.picture)

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


def _prune(home: Path, here: Path) -> None:
    """Leave only the newest games."""
    games = sorted((one for one in home.iterdir() if one.is_dir() and one != here), key=lambda one: one.stat().st_mtime)
    for game in games[: max(0, len(games) - MOST_GAMES + 1)]:
        shutil.rmtree(game, ignore_errors=True)
