"""Learn how one edition's tiles and pieces look from a handful of tidy, labelled pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.art import Sample, average_art, cut_out, is_clear, light_of_samples, look_of
from companion.core.catalogue import Catalogue, Layout
from companion.core.errors import CompanionError
from vision.board import board_at
from vision.fiducials import Corners, MarkerFinder, Markers
from vision.frame import TeachingPicture
from vision.lens import Lens, nominal_lens
from vision.pose import Pose, estimate_poses, pose_from_corners
from vision.rig import Appearance, Rig

LEAST_MARKERS = 2


class TeachError(CompanionError, ValueError):
    """The teaching pictures cannot be used."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The teaching pictures with what was found out about them: one pose and one light (6, 3) a picture, all tile samples."""

    pictures: Sequence[TeachingPicture]
    layout: Layout
    catalogue: Catalogue
    poses: Sequence[Pose]
    samples: Sequence[Sample]
    light: Sequence[NDArray[np.float64]]


def teach(
    pictures: Sequence[TeachingPicture], layout: Layout, catalogue: Catalogue, markers: Markers | None, lens: Lens | None
) -> Rig:
    """The rig of a table from labelled pictures; `lens` is None when nobody has calibrated it.  Raises TeachError."""
    if not pictures:
        raise TeachError("teaching: there is no picture; take about five tidy photographs without hands")
    found, poses = _poses(pictures, layout, markers, lens)
    samples = _samples(pictures, layout, catalogue, poses)
    light = light_of_samples(samples, len(pictures))
    lesson = Lesson(pictures, layout, catalogue, poses, samples, light)
    art = average_art(samples, light)
    looks = tuple(sorted(art, key=lambda look: (str(look.kind), look.face)))
    appearance = Appearance(looks, np.stack([art[look] for look in looks]) if looks else np.zeros((0, 64, 64, 3), np.float32))
    del lesson
    return Rig(layout, catalogue, markers, poses[-1].lens, appearance, found[-1], np.asarray(pictures[-1].board_px))


def _poses(
    pictures: Sequence[TeachingPicture], layout: Layout, markers: Markers | None, lens: Lens | None
) -> tuple[list[Mapping[int, Corners]], list[Pose]]:
    size = (pictures[0].picture.shape[1], pictures[0].picture.shape[0])
    start = nominal_lens(size) if lens is None else lens.scaled(size)
    found: list[Mapping[int, Corners]] = [{} for _ in pictures]
    if markers is not None:
        finder = MarkerFinder(markers)
        found = [finder.find(cv2.cvtColor(picture.picture, cv2.COLOR_BGR2GRAY)) for picture in pictures]
    if markers is None or min(len(corners) for corners in found) < LEAST_MARKERS:
        return found, [pose_from_corners(np.asarray(picture.board_px), layout, start) for picture in pictures]
    return found, estimate_poses(found, markers, start)


def _samples(pictures: Sequence[TeachingPicture], layout: Layout, catalogue: Catalogue, poses: Sequence[Pose]) -> list[Sample]:
    samples = []
    for number, (picture, pose) in enumerate(zip(pictures, poses, strict=True)):
        for tile in picture.tiles:
            middle = pose.unproject(np.mean(tile.corners_px, axis=0)[None], layout.top_mm)[0]
            art = cut_out(picture.picture, tile.corners_px)
            clear = is_clear(middle, picture)
            samples.append(Sample(look_of(tile, catalogue), tile.tile.place, number, art, board_at(layout, middle[None])[0], clear))
    return samples
