"""What a table looks like from where its camera stands: points worth finding again when the camera was pushed.

A *view* is one grey picture of the table at a moderate size with its light evened out, the pose of the camera in it, and the
parts of it that stayed as they were from picture to picture: the wood or cloth, printed boards, the rim of a tray.  What
people lay down and take away again says little about where the camera is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from vision.lens import Floats
from vision.light import Array
from vision.pose import Pose

Grey = NDArray[np.uint8]

WIDTH = 768
"""Pixels across an evened picture: enough for a tenth of a camera pixel, a quarter of the work."""
AROUND = 41
"""Side of the window whose mean and contrast are evened out, px."""
SOFT = 1.0
"""Standard deviation of the blur of an evened picture, px: on a black table most contrast is the camera's noise."""
FLOOR = (2.0, 0.02)
"""Contrast that is added to that of the window before dividing by it, grey values: always, and as a share of the mean."""
CONTRAST = 40.0
"""Grey values of one standard deviation of the window."""
STEADY = 20.0
"""Evened grey values by which a steady place may differ from picture to picture."""
POINTS, APART, LEAST_QUALITY = 400, 11, 0.01
"""How many points are remembered at most, how far from each other (px), and how clear at least beside the clearest."""
CORNER = 7
"""Side of the square in which a point must stand out in both directions, px."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """`picture` (h, w) evened, `steady` (h, w) bool, `pose` the camera's in it for full pictures `full` (width, height) px.

    `points_px` (n, 2) are places worth finding again, in the evened picture; `points_mm` (n, 3) the same on the table: x, y and
    minus the height, as OpenCV's functions take them.
    """

    picture: Grey
    steady: NDArray[np.bool_]
    pose: Pose
    full: tuple[int, int]
    points_px: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    points_mm: Floats = field(default_factory=lambda: np.zeros((0, 3)))

    @property
    def zoom(self) -> float:
        """Pixels of the full picture for one of the evened one."""
        return self.full[0] / int(self.picture.shape[1])


def evened(grey: Grey) -> Grey:
    """A grey picture made WIDTH wide, every neighbourhood brought to the same brightness and contrast."""
    height, width = grey.shape
    size = (WIDTH, max(round(height * WIDTH / width), 1))
    small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
    small = np.asarray(cv2.GaussianBlur(small, (0, 0), SOFT), dtype=np.float32)
    mean: Array = np.asarray(cv2.blur(small, (AROUND, AROUND)), dtype=np.float32)
    square: Array = np.asarray(cv2.blur(small * small, (AROUND, AROUND)), dtype=np.float32)
    spread: Array = np.sqrt(np.maximum(square - mean * mean, np.float32(0)))
    spread += np.float32(FLOOR[0]) + np.float32(FLOOR[1]) * mean
    even = (small - mean) / spread
    return np.asarray(cv2.addWeighted(even, CONTRAST, even, 0, 128, dtype=cv2.CV_8U), dtype=np.uint8)


def to_full(points: Floats | NDArray[np.float32], zoom: float) -> Floats:
    """Places in the full picture of places in the evened one, (n, 2) px."""
    return np.asarray((np.asarray(points, dtype=np.float64) + 0.5) * zoom - 0.5, dtype=np.float64)


def to_small(points: Floats | NDArray[np.float32], zoom: float) -> NDArray[np.float32]:
    """Places in the evened picture of places in the full one, (n, 2) px."""
    return np.asarray((np.asarray(points, dtype=np.float64) + 0.5) / zoom - 0.5, dtype=np.float32)


def make_view(greys: Sequence[Grey], pose: Pose, layout: Layout) -> View:
    """The view that pictures (full size) from one camera place have in common."""
    pictures = np.stack([evened(grey) for grey in greys])
    picture = np.asarray(np.median(pictures, axis=0), dtype=np.uint8)
    alike = np.stack([cv2.blur(cv2.absdiff(each, picture), (5, 5)) < STEADY for each in pictures]).sum(axis=0)
    full = (greys[0].shape[1], greys[0].shape[0])
    return with_points(View(picture, alike >= len(pictures) - len(pictures) // 4, pose, full), layout)


def everywhere(view: View, layout: Layout) -> View:
    """The view with points on everything it shows, steady or not."""
    return with_points(replace(view, steady=np.ones_like(view.steady)), layout)


def with_points(view: View, layout: Layout, most: int = POINTS) -> View:
    """The view with the points that seem worth finding again in its steady part, so many at `most`."""
    clear = cv2.erode(view.steady.astype(np.uint8), np.ones((CORNER, CORNER), np.uint8))
    found: object = cv2.goodFeaturesToTrack(view.picture, most, LEAST_QUALITY, APART, mask=clear, blockSize=CORNER)
    if found is None:
        return view
    return with_these(view, np.asarray(found, dtype=np.float32).reshape(-1, 2), layout)


def with_these(view: View, points: NDArray[np.float32], layout: Layout) -> View:
    """The view with these points (n, 2), px of the evened picture."""
    return replace(view, points_px=points, points_mm=on_table(view, points, layout))


def on_table(view: View, points: NDArray[np.float32], layout: Layout) -> Floats:
    """Table points (n, 3) of places (n, 2): those in the grid or a zone that holds tiles are as high as a tile."""
    px = to_full(points, view.zoom)
    raised = view.pose.unproject(px, layout.top_mm)
    grid = np.array([layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1]])
    on_tiles = np.all((raised >= 0) & (raised <= grid), axis=1)
    for zone in layout.zones:
        polygon = np.asarray(zone.polygon_mm, dtype=np.float32)
        inside = [zone.holds_tile and cv2.pointPolygonTest(polygon, (float(x), float(y)), False) >= 0 for x, y in raised]
        on_tiles |= np.array(inside, dtype=np.bool_)
    flat = np.where(on_tiles[:, None], raised, view.pose.unproject(px))
    return np.column_stack([flat, np.where(on_tiles, -layout.top_mm, 0.0)])
