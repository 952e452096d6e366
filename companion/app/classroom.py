"""The course of calibrating and teaching on one evening: its camera, one worker in the background, the rig on disk."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from calibration.course import Course, CourseError
from calibration.labels import Problem
from companion.core.errors import CompanionError
from companion.core.scene import Scene
from vision.fiducials import Markers
from vision.frame import Frame, Picture
from vision.rig import Rig, RigError, load_rig, save_rig
from vision.steady import MOVING_SHARE, changed_share, small_of
from webui.teaching import Doing, Misfit, Points, Sketch, TeachFacts

LOG = logging.getLogger(__name__)

STILL_S, LOOK_S = 8.0, 0.05
"""How long a picture without motion is waited for, and how often a new one is looked for (s)."""
JPEG_QUALITY = 85
BUSY = "The companion is at work; wait until it is done."


class Eye(Protocol):
    """What an evening lets the course do with its camera."""

    def newest(self) -> Frame | None:
        """The newest frame; None when there is none yet."""
        ...

    def hold(self, on: bool) -> None:
        """Let the game wait, or go on."""
        ...

    def open(self) -> None:
        """Open the camera unless it is open.  Raises CompanionError when there is none."""
        ...

    def exchange(self, rig: Rig) -> None:
        """See with that rig from the next frame on.  Raises CompanionError when it cannot be seen with."""
        ...


class Classroom:
    """Fills `webui.teaching.Teacher`.  Whatever takes longer than a moment is done by one worker, one thing after the other."""

    def __init__(
        self,
        course: Course,
        eye: Eye,
        rig_file: Path,
        lay: Callable[[Scene | None], None] | None = None,
        rig: Rig | None = None,
    ) -> None:
        """`lay` lays what is asked for on a simulated table (None: gives it back to the game); `rig` is the one in use."""
        self._course, self._eye, self._file, self._lay, self._rig = course, eye, rig_file, lay, rig
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="course")
        self._lock = threading.RLock()
        self._facts = TeachFacts("idle", 1, lay is not None, rig is not None)
        self._corners: Points = ()
        self._closed = threading.Event()
        self._follow(step="idle")

    # What the pages ask --------------------------------------------------------------------------------------------
    def facts(self) -> TeachFacts:
        with self._lock:
            frame = self._eye.newest() if self._facts.step != "idle" else None
            return self._facts if frame is None else replace(self._facts, picture=frame.number)

    def picture(self) -> bytes | None:
        frame = self._eye.newest()
        if frame is None:
            return None
        return cv2.imencode(".jpg", frame.picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()

    def corners(self, points: Points) -> Sketch:
        with self._lock:
            self._must_be("corners")
            sketch = self._sketch(self._frame().picture, points)
            self._corners = points
            # The serial stays: the page that sent it shows it already.
            self._facts = replace(self._facts, corners=points, sketch=sketch)
            return sketch

    # What the owner does -------------------------------------------------------------------------------------------
    def begin(self) -> None:
        with self._lock:
            self._must_be("idle", "learnt")
            self._eye.open()
            self._eye.hold(True)
            self._work("looking", self._first_look)

    def confirm(self) -> None:
        with self._lock:
            self._must_be("corners")
            picture = self._frame().picture
            self._course.confirm(picture, self._corners)
            if self._rig is not None:
                self._work("saving", lambda: self._keep_corners(picture))
            else:
                self._ask()

    def take(self, anyway: bool) -> None:
        with self._lock:
            self._must_be("lay")
            self._work("looking", lambda: self._take(anyway))

    def drop(self) -> None:
        with self._lock:
            self._must_be("lay", "ready")
            self._course.drop()
            self._ask()

    def forget(self) -> None:
        with self._lock:
            self._must_be("corners", "lay", "ready")
            self._course.forget()
            if self._facts.step == "corners":
                self._follow()
            else:
                self._ask()

    def finish(self) -> None:
        with self._lock:
            self._must_be("ready")
            self._work("learning", self._learn)

    def leave(self) -> None:
        with self._lock:
            if self._facts.step == "working":
                raise ValueError(BUSY)
            self._back_to_the_game()
            self._follow(step="idle", scene=None, misfits=(), trouble="")

    def close(self) -> None:
        """End the worker; what it had not finished is left out."""
        self._closed.set()
        self._worker.shutdown(wait=True, cancel_futures=True)

    # The worker ----------------------------------------------------------------------------------------------------
    def _work(self, doing: Doing, work: Callable[[], None]) -> None:
        before = self._facts.step
        self._follow(step="working", doing=doing, trouble="", misfits=())
        self._worker.submit(self._guarded, work, before)

    def _guarded(self, work: Callable[[], None], before: str) -> None:
        """The top of the worker's thread: what goes wrong is said on the page, at the step from which it was tried."""
        try:
            work()
        except (CompanionError, ArithmeticError, LookupError, ValueError, OSError, cv2.error) as error:
            LOG.debug("the course failed", exc_info=True)
            known = isinstance(error, CompanionError)
            self._failed(str(error) if known else f"That did not work ({type(error).__name__}: {error}).", before)
        except Exception:
            LOG.exception("the course failed")
            self._failed("That did not work because of an error in the program; see the log.", before)

    def _failed(self, words: str, before: str) -> None:
        with self._lock:
            if before == "idle":
                self._back_to_the_game()
                self._follow(step="idle", doing="", trouble=words)
            else:
                self._ask(words) if before in ("lay", "ready") else self._follow(step="corners", doing="", trouble=words)

    def _first_look(self) -> None:
        frame = self._still(0)
        corners = self._course.propose(frame.picture)
        with self._lock:
            self._corners = corners
            size = (frame.picture.shape[1], frame.picture.shape[0])
            try:
                sketch = self._sketch(frame.picture, corners)
            except CourseError:
                sketch = Sketch()
            self._follow(step="corners", doing="", size=size, corners=corners, sketch=sketch)

    def _keep_corners(self, picture: Picture) -> None:
        assert self._rig is not None
        self._use(self._course.recalibrated(self._rig, picture))
        with self._lock:
            self._ask()

    def _take(self, anyway: bool) -> None:
        newest = self._eye.newest()
        frame = self._still(0 if newest is None else newest.number)
        problems = self._course.take(frame.picture, anyway)
        with self._lock:
            self._ask(misfits=tuple(_misfit(problem) for problem in problems))

    def _learn(self) -> None:
        rig = self._course.teach()
        with self._lock:
            self._follow(doing="trying")
        read = self._course.tried(rig)
        self._use(rig)
        with self._lock:
            self._follow(step="learnt", doing="", scene=None, read=read, has_rig=True)

    def _use(self, rig: Rig) -> None:
        """See with that rig, and keep it for the next evening; the old one is in use until the new one is."""
        self._eye.exchange(rig)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        beside = self._file.with_suffix(".part")
        save_rig(rig, beside)
        beside.replace(self._file)
        self._rig = rig

    def _still(self, after: int) -> Frame:
        """A frame younger than that number in which nothing moves.  Raises CourseError when none comes."""
        until = time.monotonic() + STILL_S
        before: tuple[int, np.ndarray] | None = None
        while time.monotonic() < until and not self._closed.wait(LOOK_S):
            frame = self._eye.newest()
            if frame is None or frame.number <= after or (before is not None and before[0] == frame.number):
                continue
            small = small_of(frame)
            if before is not None and changed_share(before[1], small) <= MOVING_SHARE:
                return frame
            before = frame.number, small
        if before is None:
            raise CourseError("taking a picture: the camera gives none; check its cable")
        raise CourseError("taking a picture: something moves over the table; take your hands away and try again")

    # What stands ---------------------------------------------------------------------------------------------------
    def _ask(self, trouble: str = "", misfits: tuple[Misfit, ...] = ()) -> None:
        """Ask for the next arrangement, or say that all pictures are there."""
        wanted = self._course.next
        if wanted is None:
            self._follow(step="ready", doing="", scene=None, misfits=(), trouble=trouble)
            return
        if self._lay is not None:
            self._lay(wanted.scene)
        self._follow(step="lay", doing="", scene=wanted.scene, pieces=wanted.pieces, misfits=misfits, trouble=trouble)

    def _follow(self, **changes: object) -> None:
        """Take these changes over, with what the course knows by now."""
        learnt = self._course.learnt()
        counted = {"number": self._course.taken, "count": len(self._course.plan), "drawings": learnt.drawings}
        told = {**counted, "pieces_learnt": learnt.pieces, "serial": self._facts.serial + 1, "has_rig": self._rig is not None}
        self._facts = replace(self._facts, **{**told, **changes})  # type: ignore[arg-type]

    def _back_to_the_game(self) -> None:
        if self._lay is not None:
            self._lay(None)
        self._eye.hold(False)

    def _sketch(self, picture: Picture, points: Points) -> Sketch:
        found = self._course.sketch(picture, points)
        return Sketch(found.lines, found.zones, found.height_mm)

    def _frame(self) -> Frame:
        frame = self._eye.newest()
        if frame is None:
            raise CourseError("looking at the table: the camera gives no picture; check its cable")
        return frame

    def _must_be(self, *steps: str) -> None:
        if self._facts.step == "working":
            raise ValueError(BUSY)
        if self._facts.step not in steps:
            raise ValueError("That belongs to another step; look at the page again.")


def _misfit(problem: Problem) -> Misfit:
    return Misfit(problem.wrong.value, problem.place, problem.kind)


def kept_rig(path: Path, course: Course, markers: Markers | None) -> Rig | None:
    """The rig that was taught on an evening before; None when there is none that can be used."""
    if not path.exists():
        return None
    try:
        return load_rig(path, course.layout, course.catalogue, markers)
    except RigError as error:
        LOG.warning("%s", error)
        return None
