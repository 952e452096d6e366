"""Where the camera is, frame after frame: by the table's markers, or by the table itself.

    1 markers, as far as there are any    2 has it moved at all?    3 follow the taught view, else the last good frame
    4 on a bare table where everything was laid anew: does it look unmoved?

A push of up to MOST_MM and MOST_DEGREES is followed without a word.  A larger one is reported: what has moved so far may
be another table, and a board read in the wrong place is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.board import grid_corners_mm
from vision.fiducials import Corners, MarkerFinder
from vision.follow import LOOSE, Fit, follow, projected, settle
from vision.lens import Floats, Lens
from vision.pose import Pose, estimate_poses, pose_from_corners
from vision.rig import Rig
from vision.surface import Surface
from vision.unmoved import Watch
from vision.view import Grey, View, evened, everywhere, make_view

LEAST_MARKERS = 2
REMEMBERED = 6
"""Frames whose markers together estimate a lens that nobody has calibrated."""
MISLAID = 1 / 128
"""Share of the picture's width: markers that fit no pose better than that do not lie as they did when the table was taught."""
STILL_PX = 0.12
"""Marker corners that moved less than this leave the pose as it was."""
MISLED_PX = 2.5
GOOD_PX = 1.5
"""Frames whose worst marker corner is this near to its place may teach the lens."""
MOST_MM, MOST_DEGREES = 10.0, 2.0
"""How far the camera may be pushed, and turned, from one reading to the next."""
MEASURED = 1.15
"""A push is measured to about this share; one at the limit is not refused."""


@dataclass(frozen=True, slots=True)
class Lost:
    """No pose: a code of `NoReading`, why, and what people can do."""

    code: str
    why: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Push:
    """How far the camera was moved (mm) and turned (degrees)."""

    mm: float
    degrees: float

    @property
    def too_far(self) -> bool:
        return self.mm > MOST_MM * MEASURED or self.degrees > MOST_DEGREES * MEASURED


TREMBLE_PX = 0.5
"""A camera that is off by less only trembles; it is not pushed that often."""
EACH = (256, 256)
"""So many parts of the picture that every corner of a marker lies in one of its own."""
SAME_PX = 0.4
"""Corners of the board that were found again this near are where they were."""
LAID_PX = 6.0
"""How far the corners of the board seem to have moved when nothing but tiles was laid anew."""
LIKE, SAME_LOOK, LIKE_LOOK = 0.45, 0.01, 0.05
"""Correlation from which on a table looks as it was taught, and what it may gain by another pose for the camera to have kept
still: surely, and where points tell nothing of a push.  (Tables in little light: .5 to .8, .04 at most; pushed .4 at most.)"""
NO_PUSH = Push(0.0, 0.0)
TAP = "put the camera back as it stood, or tap the four corners of the board again"


class Locator:
    """Finds the camera of one table.  Remembers where it was, and the last frame in which that was sure."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.push = NO_PUSH
        """How far the camera was pushed at the last frame, if it was; markers need no telling."""
        self._finder = MarkerFinder(rig.markers) if rig.markers else None
        self._corners: Mapping[int, Corners] = dict(rig.corners)
        self._history: list[Mapping[int, Corners]] = []
        self._marked: Pose | None = None
        self._pose: Pose | None = None
        self._corners_mm = grid_corners_mm(rig.layout)
        self._taught = rig.view
        self._good: tuple[Grey, Pose] | None = None
        self._recent: View | None = None
        self._surface: Surface | None = None
        self._watch: Watch | None = None
        self._marks_watch: Watch | None = None

    def locate(self, grey: Grey) -> Pose | Lost:
        """The camera's pose in a grey frame; the very same object again while nothing has moved."""
        pose = self._by_markers(grey)
        if pose is not None and pose.residual_px > MISLAID * grey.shape[1]:
            return mislaid(pose)
        if pose is not None:
            again = pose is self._marked
            if not again:
                self._marks_watch = None
            self._pose, self._marked = pose, pose
            self._good, self._recent, self._watch = (grey, pose), None, None
            self._marks_watch = self._watch_of_markers(grey, pose, again)
            return pose
        self._marks_watch = None
        return self._by_view(grey)

    def tapped(self, grey: Grey, corners_px: Floats) -> Pose:
        """Four corners of the grid, (4, 2) px, told by a person for this frame: from now on they count."""
        lens = self.rig.lens if self._pose is None else self._pose.lens
        pose = pose_from_corners(corners_px, self.rig.layout, lens)
        self._pose, self._good, self._recent, self._watch = pose, (grey, pose), None, None
        self._taught = make_view([grey], pose, self.rig.layout)
        return pose

    def at_rest(self, grey: Grey) -> Pose | None:
        """The pose of the last frame, the very same object, if the camera has not moved since: markers are not looked for."""
        watch = self._marks_watch or self._watch
        pose = self._marked if self._marks_watch is not None else self._pose
        return pose if watch is not None and pose is not None and watch.unmoved(grey, TREMBLE_PX) else None

    # Markers -----------------------------------------------------------------------------------------------------
    def _by_markers(self, grey: Grey) -> Pose | None:
        """The pose of this frame; that of the last frame with markers again while none of them has moved."""
        if self._finder is None or self.rig.markers is None:
            return None
        found = self._finder.find(grey, self._corners)
        if len(found) < len(self.rig.markers.centres_mm) and self._corners:
            tracked = self._finder.track(grey, self._corners)
            # A blurred marker may still be recognised, with corners that are far off.
            found = {m: c for m, c in found.items() if m not in tracked or np.abs(c - tracked[m]).max() < MISLED_PX}
            found = {**tracked, **found}
        if len(found) < LEAST_MARKERS:
            return None
        if self._marked is not None and self._unmoved(found):
            return self._marked
        lens = self._marked.lens if self._marked is not None else self.rig.lens
        if self.rig.lens.calibrated:
            lens = self.rig.lens
        elif len(self._history) < REMEMBERED:
            lens = estimate_poses([*self._history, found], self.rig.markers, self.rig.lens)[-1].lens
        pose = estimate_poses([found], self.rig.markers, replace(lens, calibrated=True))[0]
        if pose.residual_px < GOOD_PX:
            self._history.append(found)
        if pose.residual_px <= MISLAID * grey.shape[1]:
            self._corners = {**self._corners, **found}
        return pose

    def _watch_of_markers(self, grey: Grey, pose: Pose, again: bool) -> Watch | None:
        """What tells from the markers' corners that the camera is at rest; None while a lens is still being learnt.

        From frames in which the camera rests, so that its pose is found `again`, no lens is learnt.
        """
        markers = self.rig.markers
        if markers is None or not (again or self.rig.lens.calibrated or len(self._history) >= REMEMBERED):
            return None
        if self._marks_watch is not None:
            return self._marks_watch
        flat = np.concatenate([markers.corners_mm(marker) for marker in self._corners])
        points = np.column_stack([flat, np.full(len(flat), -markers.height_mm)])
        places = np.concatenate([self._corners[marker] for marker in self._corners])
        fit = Fit(pose, np.ones(len(flat), np.bool_), places, 0.0)
        return Watch(grey, fit, points, self._corners_mm, EACH)

    def _unmoved(self, found: Mapping[int, Corners]) -> bool:
        return all(np.abs(found[marker] - self._corners[marker]).max() < STILL_PX for marker in found)

    # The table itself --------------------------------------------------------------------------------------------
    def _by_view(self, grey: Grey) -> Pose | Lost:
        self.push = NO_PUSH
        if self._pose is not None and self._watch is not None and self._watch.unmoved(grey):
            self._good, self._recent = (grey, self._pose), None
            return self._pose
        even = evened(grey)
        moved = self._moved(even)
        if moved < SAME_LOOK:
            return self._stays(grey)
        for view in self._views():
            fit = follow(view, even, self._corners_mm)
            if fit is not None:
                return self._pushed_to(grey, view, self._settled(view, even, fit))
        return self._stays(grey) if moved < LIKE_LOOK else self._as_it_was(grey, even)

    def _moved(self, even: Grey) -> float:
        """How much more the table looks as taught from another pose near by than from the last one, as a correlation; infinite
        where it looks otherwise from both, or from one that is not near."""
        if self._taught is None:
            return np.inf
        surface, before = self._surface_of(self._taught), self._pose or self._taught.pose
        here, other = surface.likeness(even, before), surface.settled(even, before)
        if here < LIKE or self._far(other, before) > LAID_PX:
            return np.inf
        return max(surface.likeness(even, other) - here, 0.0)

    def _stays(self, grey: Grey) -> Pose:
        """The last pose, of a camera that has not moved."""
        assert self._taught is not None
        self._pose = pose = self._pose or self._taught.pose
        points = self._taught.points_mm
        self._good, self._recent, self._watch = (grey, pose), None, None
        if len(points):
            fit = Fit(pose, np.ones(len(points), np.bool_), projected(pose, points), 0.0)
            self._watch = Watch(grey, fit, points, self._corners_mm)
        return pose

    def _surface_of(self, view: View) -> Surface:
        if self._surface is None or self._surface.view is not view:
            self._surface = Surface(view, self.rig.layout)
        return self._surface

    def _settled(self, view: View, even: Grey, fit: Fit) -> Fit:
        """A pose told from points, told by all that the view shows."""
        return replace(fit, pose=self._surface_of(view).settled(even, fit.pose))

    def _pushed_to(self, grey: Grey, view: View, fit: Fit) -> Pose | Lost:
        before = self._pose or view.pose
        if before.lens is not fit.pose.lens:
            before = seen_through(before, fit.pose.lens, self._corners_mm)
        push = pushed(before, fit.pose)
        if push.too_far:
            return Lost("bumped", f"the camera was pushed by about {push.mm:.0f} mm and {push.degrees:.1f} degrees", TAP)
        self._good, self._recent = (grey, fit.pose), None
        self._watch = Watch(grey, fit, view.points_mm, self._corners_mm)
        if self._pose is not None and self._far(fit.pose, self._pose) < SAME_PX:
            # What is left is blur and noise: a pose that stays is worth more.
            return self._pose
        self.push, self._pose = push, fit.pose
        return fit.pose

    def _far(self, one: Pose, other: Pose) -> float:
        """How far apart two poses put the corners of the board, px."""
        return float(np.linalg.norm(one.project(self._corners_mm) - other.project(self._corners_mm), axis=1).max())

    def _as_it_was(self, grey: Grey, even: Grey) -> Pose | Lost:
        """The last pose, if all that was laid anew lies about where such things lay; it cannot be known better than that."""
        if self._taught is None:
            return self._lost()
        fit = follow(everywhere(self._taught, self.rig.layout), even, self._corners_mm, LOOSE)
        pose = self._pose or self._taught.pose
        if fit is None or self._far(fit.pose, pose) > LAID_PX:
            return self._lost()
        self._pose = replace(pose, residual_px=fit.pose.residual_px)
        self._good, self._recent, self._watch = (grey, self._pose), None, None
        return self._pose

    def _views(self) -> Iterator[View]:
        """What the table looked like: as taught, which cannot drift, then as in the last good frame."""
        if self._taught is not None:
            yield self._taught
        if self._good is not None:
            if self._recent is None:
                self._recent = make_view([self._good[0]], self._good[1], self.rig.layout)
            yield self._recent

    def _lost(self) -> Lost:
        if self.rig.markers is not None:
            return Lost(
                "no-markers", "fewer than two of the table's markers are visible, and the table is not recognised without",
                "uncover the markers, hold the camera still, add light",
            )  # fmt: skip
        if self._taught is None:
            return Lost("no-markers", "the table has no markers, and nobody has said where the board is", "tap its four corners")
        return Lost("bumped", "the table does not look as when its corners were tapped; the camera may have been pushed", TAP)


def mislaid(pose: Pose) -> Lost:
    """What is said of markers that lie otherwise than taught: another table, or one of them was moved."""
    why = f"the markers do not lie as on this table: {pose.residual_px:.0f} px off"
    return Lost("no-markers", why, "put the markers back where they were, or teach the table again")


def pushed(before: Pose, now: Pose) -> Push:
    """How far the camera has moved over the table, and turned."""
    one, other = (cv2.Rodrigues(pose.rotation)[0] for pose in (before, now))
    turn = float(np.linalg.norm(cv2.Rodrigues(other @ one.T)[0]))
    return Push(float(np.linalg.norm(now.centre_mm - before.centre_mm)), float(np.degrees(turn)))


def seen_through(pose: Pose, lens: Lens, corners_mm: Floats) -> Pose:
    """The pose that shows the board where `pose` does, but through another lens: guesses of one lens differ a little."""
    part = np.linspace(0, 1, 5)
    nodes = corners_mm[0] + np.stack(np.meshgrid(part, part), axis=-1).reshape(-1, 2) * (corners_mm[2] - corners_mm[0])
    points = np.column_stack([nodes, np.zeros(len(nodes))])
    return settle(replace(pose, lens=lens), points, pose.project(nodes), 1.0, 8)
