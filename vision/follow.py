"""Where the camera is now, told from a view of the table taken earlier: how far it was pushed since.

    1 the whole picture, coarsely: shift and turn    2 points, each by itself    3 the pose most of them agree on

Hands, moved tiles, a shadow's edge: points on them find themselves elsewhere than the others say, and have no voice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from vision import resample
from vision.lens import Floats
from vision.pose import Pose
from vision.view import POINTS, Grey, View, evened, to_full, to_small, with_points, with_these

COARSE = 8
"""Pixels of the evened picture for one of the coarse one."""
REACH = 7
"""How far the coarse picture may have shifted, coarse px: about 110 px of a camera picture."""
TURNS = tuple(range(-4, 5))
"""Turns of the picture that are tried, degrees."""
MAYBE, MOST_MOTIONS, FEW = 0.5, 9, 4
"""Share of the best correlation that a coarse motion needs to be tried too; how many are, with one point in FEW."""
MANY, LEAST_FINDABLE = 4, 48
"""So many times more points are compared from teaching picture to teaching picture; with fewer that look alike in all of them
those are remembered that stand out."""
LEAST_POINTS = 24
"""So many points must agree at least."""


@dataclass(frozen=True, slots=True)
class Demands:
    """How well a view must be found again; px of the camera's picture unless said otherwise.

    `window`: side of the window around a point, px of the evened picture; `likeness`: its least correlation with what is found;
    `plane_px`: how far points may be off a common plane's motion at first, px of the evened picture; `sure_px`: a point so far
    from its place has half a say; `agrees_px`: nearer ones agree; `doubt_px`: standard deviation of a corner of the board beyond
    which a pose is not known; `share`: so many of the points remembered must agree.
    """

    window: int
    likeness: float
    plane_px: float
    sure_px: float
    agrees_px: float
    doubt_px: float
    share: float


STRICT = Demands(17, 0.55, 2.0, 0.35, 1.0, 0.6, 0.12)
"""For things that have not moved on the table."""
LOOSE = Demands(25, 0.3, 3.0, 1.2, 3.0, 1.5, 0.08)
"""For tiles that were laid anew, about where others lay."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A pose found again.  `agree` (n,) bool: the view's points that speak for it, `places` (n, 2) where they were found (full
    px); `doubt_px` is the standard deviation of the worst corner of what was asked for."""

    pose: Pose
    agree: NDArray[np.bool_]
    places: Floats
    doubt_px: float


def follow(view: View, even: Grey, corners_mm: Floats, demands: Demands = STRICT) -> Fit | None:
    """The camera's pose in an evened picture; None when too little of the view is found again.

    `corners_mm` (4, 2) are the places on the table that matter: their doubt decides whether the pose is known.
    """
    if len(view.points_px) < LEAST_POINTS or even.shape != view.picture.shape:
        return None
    motions = coarse_motions(view, even)
    if len(motions) > 1:
        motions = sorted(motions, key=lambda motion: -_votes(view, even, motion, demands))[:2]
    fits = [_followed(view, even, motion, corners_mm, demands) for motion in motions]
    return max((fit for fit in fits if fit is not None), key=lambda fit: int(fit.agree.sum()), default=None)


def with_findable(view: View, greys: Sequence[Grey], layout: Layout) -> View:
    """The view with those points around which the pictures that it was made of (full size) look alike: on a dark table most of
    what stands out is the camera's noise.  The same view where that leaves too few."""
    if len(greys) < 2:
        return view
    many = with_points(view, layout, MANY * POINTS)
    evens, at = [evened(grey) for grey in greys], many.points_px
    # Each picture beside the next one, the last beside the first.
    alike = np.mean([_likeness(one, at, other, at) for one, other in zip(evens, evens[1:] + evens[:1], strict=True)], axis=0)
    own = np.flatnonzero(alike > STRICT.likeness)[:POINTS]
    if len(own) < LEAST_FINDABLE:
        return view
    return with_these(view, at[own], layout)


def _votes(view: View, even: Grey, motion: Floats, demands: Demands) -> int:
    """How many of a few points agree on one motion of a plane that is near to a coarse one."""
    some = replace(view, points_px=view.points_px[::FEW], points_mm=view.points_mm[::FEW])
    return int(np.count_nonzero(_by_plane(some, even, motion, demands)[1]))


def _by_plane(view: View, even: Grey, motion: Floats, demands: Demands) -> tuple[Floats, NDArray[np.bool_]]:
    """Where the points are (n, 2), evened px, and which of them move as one plane would, close to a coarse motion."""
    guess = view.points_px @ motion[:, :2].T + motion[:, 2]
    found, good = _found_again(view, even, np.asarray(guess, dtype=np.float32), 2, demands)
    agree = np.zeros(len(good), np.bool_)
    if np.count_nonzero(good) >= LEAST_POINTS // 2:
        _, inside = cv2.findHomography(view.points_px[good], found[good], cv2.RANSAC, demands.plane_px, maxIters=400)
        agree[np.flatnonzero(good)[np.asarray(inside).reshape(-1) > 0]] = True
    return found, agree


def _followed(view: View, even: Grey, motion: Floats, corners_mm: Floats, demands: Demands) -> Fit | None:
    """The pose found from a coarse motion (2, 3) of the picture."""
    found, agree = _by_plane(view, even, motion, demands)
    if np.count_nonzero(agree) < LEAST_POINTS // 2:
        return None
    places = to_full(found, view.zoom)
    pose = settle(view.pose, view.points_mm[agree], places[agree], demands.sure_px, 6)
    # Points that went astray in the first search are looked for again where the others say they are.
    found, good = _found_again(view, even, to_small(projected(pose, view.points_mm), view.zoom), 0, demands)
    if np.count_nonzero(good) < LEAST_POINTS:
        return None
    places = to_full(found, view.zoom)
    pose = settle(pose, view.points_mm[good], places[good], demands.sure_px, 8)
    return _judged(view, pose, places, good, corners_mm, demands)


def _judged(
    view: View, pose: Pose, places: Floats, good: NDArray[np.bool_], corners_mm: Floats, demands: Demands
) -> Fit | None:
    off = np.linalg.norm(projected(pose, view.points_mm) - places, axis=1)
    agree = good & (off < demands.agrees_px)
    count = int(np.count_nonzero(agree))
    if count < LEAST_POINTS or count < demands.share * len(agree):
        return None
    spread = max(float(np.sqrt(np.mean(off[agree] ** 2))), 0.05)
    doubt = _doubt(pose, view.points_mm[agree], corners_mm, spread)
    if doubt > demands.doubt_px:
        return None
    return Fit(replace(pose, residual_px=spread), agree, places, doubt)


def coarse_motions(view: View, even: Grey) -> list[Floats]:
    """How the picture may have moved, likeliest first: affine matrices (2, 3) from the view's evened pixels to those of `even`.

    On a checked cloth there are several: the whole pattern repeats itself, and only what lies on it tells them apart.
    """
    size = (even.shape[1] // COARSE, even.shape[0] // COARSE)
    before, now = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (view.picture, even))
    wide = cv2.copyMakeBorder(now, REACH, REACH, REACH, REACH, cv2.BORDER_CONSTANT, value=(128,))
    turns = [cv2.getRotationMatrix2D(((size[0] - 1) / 2, (size[1] - 1) / 2), degrees, 1.0) for degrees in TURNS]
    likeness = np.stack([
        cv2.matchTemplate(wide, resample.warp_affine(before, turn, size, value=128), cv2.TM_CCOEFF_NORMED) for turn in turns
    ])  # fmt: skip
    least = MAYBE * float(likeness.max())
    motions: list[Floats] = []
    while len(motions) < MOST_MOTIONS and likeness.max() >= least:
        number, v, u = (int(at) for at in np.unravel_index(int(likeness.argmax()), likeness.shape))
        likeness[:, max(v - 2, 0) : v + 3, max(u - 2, 0) : u + 3] = -1
        turn = np.asarray(turns[number], dtype=np.float64)
        # Coarse pixel centres lie in the middle of the fine pixels they stand for.
        half = np.full(2, (COARSE - 1) / 2)
        shift = COARSE * (turn[:, 2] + (u - REACH, v - REACH)) + half - turn[:, :2] @ half
        motions.append(np.column_stack([turn[:, :2], shift]))
    return motions


def _found_again(
    view: View, even: Grey, guess: NDArray[np.float32], levels: int, demands: Demands
) -> tuple[Floats, NDArray[np.bool_]]:
    """Where each point is (n, 2), and which were found (n,)."""
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 20, 0.01)
    found, status, _ = cv2.calcOpticalFlowPyrLK(
        view.picture, even, np.ascontiguousarray(view.points_px).reshape(-1, 1, 2), guess.reshape(-1, 1, 2).copy(),
        winSize=(demands.window, demands.window),
        maxLevel=levels, criteria=stop, flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )  # fmt: skip
    places = np.asarray(found, dtype=np.float32).reshape(-1, 2)
    height, width = even.shape
    inside = np.all((places >= 2) & (places <= (width - 3, height - 3)), axis=1)
    good = (np.asarray(status).reshape(-1) > 0) & inside
    good &= _likeness(view.picture, view.points_px, even, places) > demands.likeness
    return places.astype(np.float64), good


def windows(picture: Grey, places: NDArray[np.float32], side: int) -> NDArray[np.float32]:
    """The picture around places (n, 2), (n, side * side), between pixels where need be."""
    ramp = np.arange(side, dtype=np.float32) - (side - 1) / 2
    across = np.tile(ramp, side)[None] + places[:, :1]
    down = np.repeat(ramp, side)[None] + places[:, 1:]
    return np.asarray(resample.remap(picture, across, down, border=cv2.BORDER_REPLICATE), dtype=np.float32)


def _likeness(one: Grey, at: NDArray[np.float32], other: Grey, there: NDArray[np.float32]) -> NDArray[np.float32]:
    """Correlation (n,) of the windows around places in two pictures."""
    first, second = (windows(picture, places, 11) for picture, places in ((one, at), (other, there)))
    first -= first.mean(axis=1, keepdims=True)
    second -= second.mean(axis=1, keepdims=True)
    length = np.sqrt((first * first).sum(axis=1) * (second * second).sum(axis=1))
    return np.asarray((first * second).sum(axis=1) / np.maximum(length, 1.0), dtype=np.float32)


def projected(pose: Pose, points: Floats) -> Floats:
    px, _ = cv2.projectPoints(points, pose.rotation, pose.translation, pose.lens.matrix, pose.lens.distortion)
    return np.asarray(px, dtype=np.float64).reshape(-1, 2)


def slopes(pose: Pose, points: Floats) -> tuple[Floats, Floats]:
    """Pixels (n, 2) of points (n, 3), and what rotation and translation change in them (2n, 6)."""
    px, jacobian = cv2.projectPoints(points, pose.rotation, pose.translation, pose.lens.matrix, pose.lens.distortion)
    return np.asarray(px, dtype=np.float64).reshape(-1, 2), np.asarray(jacobian, dtype=np.float64)[:, :6]


def settle(pose: Pose, points: Floats, places: Floats, sure_px: float, rounds: int) -> Pose:
    """The pose that most points agree on: points (n, 3) mm seen at places (n, 2) px, most of them off by less than `sure_px`."""
    for number in range(rounds):
        px, by_pose = slopes(pose, points)
        errors = places - px
        far = (errors**2).sum(axis=1)
        # At first the pose is far off and so is every point: the measure shrinks as the pose gets better.
        scale = max(sure_px, float(np.median(np.sqrt(far)))) if number < rounds - 3 else sure_px
        weights = np.repeat(1 / (1 + far / scale**2) ** 2, 2)
        weighted = by_pose.T * weights
        step = np.linalg.lstsq(weighted @ by_pose, weighted @ errors.reshape(-1), rcond=None)[0]
        pose = replace(pose, rotation=pose.rotation + step[:3], translation=pose.translation + step[3:])
    return pose


def _doubt(pose: Pose, points: Floats, corners_mm: Floats, spread: float) -> float:
    """Standard deviation (px) of the least certain of the corners, if each point is off by `spread`."""
    _, by_pose = slopes(pose, points)
    _, at_corners = slopes(pose, np.column_stack([corners_mm, np.zeros(len(corners_mm))]))
    covariance = np.linalg.pinv(by_pose.T @ by_pose) * spread**2
    variance = np.einsum("ij,jk,ik->i", at_corners, covariance, at_corners).reshape(-1, 2).sum(axis=1)
    return float(np.sqrt(variance.max()))
