"""Where the camera is to a fraction of a pixel: all that a table's steady surface shows, instead of a few hundred points.

On a dark table hardly anything stands out of the camera's noise, and points wander by a pixel or two.  Thousands of faint slopes
together do not: the pose is moved until what is seen where they are is what was there (Gauss and Newton's steps, the slopes being
those of the view itself; Baker and Matthews, "Lucas-Kanade 20 years on", 2004).
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from vision import resample
from vision.follow import projected, slopes
from vision.lens import Floats
from vision.light import Array
from vision.pose import Pose
from vision.view import Grey, View, on_table, to_small

PART, PLACES = 32, 40
"""Side of a part of the picture, px of the evened one, and how many places are looked at in each: where it is steepest."""
LEAST_PLACES = 1000
"""So many there must be."""
SOFT = 1.0
"""Standard deviation of a blur laid over both pictures before, px of the evened one."""
ROUNDS = 8
STILL_PX = 0.002
"""A step that moves the places by less, px of the full picture, is the last."""
USUAL, LEAST_OFF = 1.5, 4.0
"""What is off by so many times as much as half of the places are has half a say; that is so many evened grey values at least."""


class Surface:
    """The steady part of a view, for poses near that in which it is seen."""

    def __init__(self, view: View, layout: Layout) -> None:
        self.view = view
        soft = _soft(view.picture)
        across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))
        steady = cv2.erode(view.steady.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        best = _steepest(np.where(steady, across**2 + down**2, np.float32(0)))
        at = np.column_stack([best % soft.shape[1], best // soft.shape[1]]).astype(np.float32)
        self.tells = len(at) >= LEAST_PLACES
        """Whether enough of it is steady to tell anything of a pose."""
        if not self.tells:
            return
        self._points = on_table(view, at, layout)
        self._shown = soft.reshape(-1)[best]
        _, by_pose = slopes(view.pose, self._points)
        slope = np.column_stack([across.reshape(-1)[best], down.reshape(-1)[best]]).astype(np.float64) / view.zoom
        self._by_pose = (slope[:, None] @ by_pose.reshape(-1, 2, 6))[:, 0]

    def settled(self, even: Grey, pose: Pose) -> Pose:
        """The pose near to one told from points that explains an evened picture best."""
        soft = _soft(even)
        for _ in range(ROUNDS if self.tells else 0):
            step = self._step(soft, pose)
            pose = replace(pose, rotation=pose.rotation - step[:3], translation=pose.translation - step[3:])
            if self._moves(step) < STILL_PX:
                break
        return pose

    def likeness(self, even: Grey, pose: Pose) -> float:
        """The correlation of an evened picture, seen from a pose, with what the view shows; 0 where that is next to nothing."""
        if not self.tells:
            return 0.0
        shown, usual = self._seen(_soft(even), pose)[0], self._shown
        off, own = shown - shown.mean(), usual - usual.mean()
        return float(off @ own / max(float(np.sqrt((off @ off) * (own @ own))), 1e-6))

    def _seen(self, soft: Array, pose: Pose) -> tuple[Array, NDArray[np.bool_]]:
        """What is seen where the places are (n,), and which of them are in the picture."""
        at = to_small(projected(pose, self._points), self.view.zoom)
        inside = np.all((at >= 1) & (at < (soft.shape[1] - 2, soft.shape[0] - 2)), axis=1)
        seen = resample.remap(soft, at[:, :1], at[:, 1:], border=cv2.BORDER_REPLICATE)[:, 0]
        return np.asarray(seen, dtype=np.float32), np.asarray(inside, dtype=np.bool_)

    def _step(self, soft: Array, pose: Pose) -> Floats:
        """What the six numbers of a pose are off by."""
        seen, inside = self._seen(soft, pose)
        off = seen - self._shown
        usual = max(USUAL * float(np.median(np.abs(off))), LEAST_OFF)
        weighted = self._by_pose.T * (inside / (1 + (off / usual) ** 2) ** 2)
        return np.asarray(np.linalg.lstsq(weighted @ self._by_pose, weighted @ off, rcond=None)[0], dtype=np.float64)

    def _moves(self, step: Floats) -> float:
        """About how far (px of the full picture) a step moves the places."""
        pose = self.view.pose
        away = np.abs(step[:3]).max() + np.abs(step[3:]).max() / max(float(np.linalg.norm(pose.translation)), 1.0)
        return float(away * pose.lens.matrix[0, 0])


def _steepest(steep: Array) -> NDArray[np.int64]:
    """The numbers of the places with the largest values (h, w) above 0 in each part of the picture."""
    height, width = (side // PART * PART for side in steep.shape)
    parts = steep[:height, :width].reshape(height // PART, PART, width // PART, PART).transpose(0, 2, 1, 3)
    flat = parts.reshape(-1, PART * PART)
    own = np.argpartition(-flat, PLACES, axis=1)[:, :PLACES]
    part = np.arange(len(flat))[:, None]
    v, u = part // (width // PART) * PART + own // PART, part % (width // PART) * PART + own % PART
    return np.asarray((v * steep.shape[1] + u)[flat[part, own] > 0], dtype=np.int64)


def _soft(even: Grey) -> Array:
    return np.asarray(cv2.GaussianBlur(even.astype(np.float32), (0, 0), SOFT), dtype=np.float32)
