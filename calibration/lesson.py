"""The teaching pictures of a lesson, with what is found out about them before anything is learnt: where the camera was, in which
light tiles lay, and what light was added to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.art import (
    CLEAR_MM,
    Drawings,
    Sample,
    art_px,
    average_art,
    cut_out,
    in_good_light,
    is_clear,
    light_of_samples,
    look_of,
    rim_of,
    stretch_of,
)
from calibration.board import CLEAR, board_only, with_board
from calibration.cards import of_grid
from calibration.flares import BELIEVED, nats_for_flare
from calibration.gloss import SMOOTH, flare_of, glaze, haze_of_samples, pictures_without_haze
from calibration.hues import of_one_hue
from calibration.mirrored import with_mirrors
from calibration.painted import Glaze, painted
from calibration.sprites import View, views_of
from calibration.tapped import poses_of_tapped
from calibration.zones import free_of_pieces, teach_zones
from companion.core.catalogue import Catalogue, Layout
from vision.board import board_at
from vision.expected import half_scale, light_map
from vision.fiducials import Corners, MarkerFinder, Markers
from vision.frame import TaughtTile, TeachingPicture
from vision.gloss import LEAST, haze_at
from vision.lens import Lens, nominal_lens
from vision.light import Array, gains_at
from vision.pose import Pose, estimate_poses
from vision.rectify import Rectifier, plan_of
from vision.relight import GAMMA

LEAST_MARKERS = 2
HAZE_ROUNDS, ROUGHLY = 3, 0.05
"""So often haze is told, each time without what was told before: drawings told from what lay under haze tell too little of it.
So far tiles may be off it before the last time."""
FAINT = 0.012
"""So little added light is looked at as well, white is 1: if it lies over all, pieces are seen otherwise."""
MIRROR_ROUNDS = 2
"""So often mirrored lamps are looked for, each time in the light as it is without those found before."""
SPRITE_WOBBLE = 0.2
"""How many pixels a labelled edge may be off there."""
SPRITE_NOISE = 5.0
"""Standard deviation of a grey value about the bare table where pieces are cut out."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The teaching pictures with what was found out about them: the marker corners `found` and one pose and one light (6, 3) a
    picture, all tile samples, whether the board is one print (`fixed`), and the haze (`vision.gloss`) over tiles and the pictures
    as they are without it, `dull`, both None for none."""

    pictures: Sequence[TeachingPicture]
    layout: Layout
    catalogue: Catalogue
    found: Sequence[Mapping[int, Corners]]
    poses: Sequence[Pose]
    samples: Sequence[Sample]
    light: Sequence[NDArray[np.float64]]
    fixed: bool
    haze: NDArray[np.float32] | None = None
    dull: Sequence[TeachingPicture] | None = None

    def glazed(self, number: int) -> Glaze | None:
        """How the drawings of a picture look where they lie."""
        return None if self.haze is None else glaze(self.layout, self.light[number], self.haze)


def lesson_of(
    pictures: Sequence[TeachingPicture], layout: Layout, catalogue: Catalogue, markers: Markers | None, lens: Lens | None
) -> Lesson:
    """The lesson of labelled pictures, with the haze that lies over their tiles; `lens` is None when nobody has calibrated it."""
    found, poses = _poses(pictures, layout, markers, lens)
    fixed = board_only(pictures)
    pictures = with_board(pictures, poses, layout) if fixed else pictures
    samples = _samples(pictures, layout, catalogue, poses, CLEAR * min(layout.pitch_mm) if fixed else CLEAR_MM)
    samples, light = _lit(samples, len(pictures), tiled=not fixed)
    lesson = Lesson(pictures, layout, catalogue, found, poses, samples, light, fixed)
    return lesson if fixed else _dulled(lesson, LEAST) or lesson


def flare_over(lesson: Lesson) -> Array | None:
    """The light (n, m, 3) at the middles of equal parts of a picture, if what lies over tiles lies over all (`vision.flare`)."""
    hazy = lesson
    if lesson.haze is None and not lesson.fixed:
        # Roughly told it costs little, and hardly a table goes on from there.
        told = _roughly_told(lesson, FAINT)
        hazy = (_dulled(lesson, FAINT) if told is not None and _flares(replace(lesson, haze=told)) > 0 else None) or lesson
    if hazy.haze is None or _flares(hazy) < BELIEVED:
        return None
    return flare_of(hazy.haze, hazy.samples, hazy.light, hazy.poses[-1], hazy.layout)


def _flares(lesson: Lesson) -> float:
    """By how many nats it is likelier that the haze of a lesson is a flare than that only cards have it."""
    views = _views_as_seen(lesson, average_art(lesson.samples, lesson.light))
    return nats_for_flare(views, _over(lesson, views))


def _over(lesson: Lesson, views: Sequence[View]) -> NDArray[np.float64]:
    """The haze (n, 3) over tiles below views of pieces, in the light in which these are cut out."""
    assert lesson.haze is not None
    numbers = {id(piece): number for number, picture in enumerate(lesson.pictures) for piece in picture.pieces}
    at = board_at(lesson.layout, np.array([view.taught.at_mm for view in views]).reshape(-1, 2))
    light = [lesson.light[numbers[id(view.taught)]].astype(np.float32) for view in views]
    gains = [gains_at(own, spot[None])[0] for own, spot in zip(light, at, strict=True)]
    return haze_at(lesson.haze, at).astype(np.float64) / np.array(gains).reshape(-1, 3) ** GAMMA


def _dulled(lesson: Lesson, least: float) -> Lesson | None:
    """A lesson without the haze over its tiles; None where there is less than `least`."""
    layout, pictures = lesson.layout, lesson.pictures
    if (taken := _roughly_told(lesson, least)) is None:
        return None
    for left in reversed(range(HAZE_ROUNDS)):
        dull = pictures_without_haze(pictures, lesson.poses, layout, taken)
        seen = _samples(dull, layout, lesson.catalogue, lesson.poses, CLEAR_MM)
        over = haze_at(taken, np.stack([sample.at for sample in seen])).max(axis=1)
        seen = [replace(sample, haze=float(own)) for sample, own in zip(seen, over, strict=True)]
        without, _ = _lit(seen, len(pictures), tiled=True)
        bare = without, _by_brightest(without, len(pictures))
        if left:
            taken = haze_of_samples(*bare, _tall(layout), taken, ROUGHLY if left > 1 else SMOOTH, least)
        if taken is None:
            return None
    return replace(lesson, haze=taken, dull=dull, samples=bare[0], light=bare[1])


def _roughly_told(lesson: Lesson, least: float) -> Array | None:
    """The haze over tiles by drawings that were told from what lay under it; None where there is less than `least`."""
    light = _by_brightest(lesson.samples, len(lesson.pictures))
    return haze_of_samples(lesson.samples, light, _tall(lesson.layout), None, ROUGHLY, least)


def _tall(layout: Layout) -> float:
    """How many times as tall as wide a grid is."""
    return layout.rows * layout.pitch_mm[1] / (layout.cols * layout.pitch_mm[0])


def _poses(
    pictures: Sequence[TeachingPicture], layout: Layout, markers: Markers | None, lens: Lens | None
) -> tuple[list[Mapping[int, Corners]], list[Pose]]:
    size = (pictures[0].picture.shape[1], pictures[0].picture.shape[0])
    start = nominal_lens(size) if lens is None else lens.scaled(size)
    found: list[Mapping[int, Corners]] = [{} for _ in pictures]
    if markers is not None:
        finder = MarkerFinder(markers)
        greys = [np.asarray(cv2.cvtColor(picture.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8) for picture in pictures]
        found = [finder.find(grey) for grey in greys]
    if markers is None or min(len(corners) for corners in found) < LEAST_MARKERS:
        return found, poses_of_tapped(pictures, layout, start)
    return found, estimate_poses(found, markers, start)


def _samples(
    pictures: Sequence[TeachingPicture], layout: Layout, catalogue: Catalogue, poses: Sequence[Pose], clear_mm: float
) -> list[Sample]:
    samples, stretch = [], stretch_of(layout)
    for number, (picture, pose) in enumerate(zip(pictures, poses, strict=True)):
        for tile in picture.tiles:
            if tile.covered > 0 or not of_grid(tile, pose, layout):
                continue
            middle = pose.unproject(np.mean(tile.corners_px, axis=0)[None], layout.top_mm)[0]
            art = cut_out(picture.picture, tile.corners_px, art_px(layout), stretch)
            at = board_at(layout, middle[None])[0]
            free = _free(tile, picture, pose, layout)
            clear = is_clear(middle, picture, clear_mm) and bool(free.all())
            samples.append(Sample(look_of(tile, catalogue), tile.tile.place, number, art, at, clear, free))
    return samples


def _lit(samples: Sequence[Sample], pictures: int, tiled: bool) -> tuple[list[Sample], list[NDArray[np.float64]]]:
    """The samples with what mirrors a lamp, and the light (6, 3) of each picture; a printed board (not `tiled`) lies flat."""
    light = in_good_light(samples, light_of_samples(samples, pictures))
    for _ in range(MIRROR_ROUNDS if tiled else 0):
        samples = with_mirrors(samples, light)
        light = in_good_light(samples, light_of_samples(samples, pictures))
    return list(samples), of_one_hue(samples, light, lambda: _by_brightest(samples, pictures))


def _by_brightest(samples: Sequence[Sample], pictures: int) -> list[NDArray[np.float64]]:
    """The light (6, 3) of each picture by what is brightest of drawings, to which haze adds least; mirrored lamps,
    which are bright, too, must be known before."""
    return in_good_light(samples, light_of_samples(samples, pictures, by_brightest=True))


def _free(tile: TaughtTile, picture: TeachingPicture, pose: Pose, layout: Layout) -> NDArray[np.bool_]:
    """Which pixels (art, art) of a tile's stored picture no piece covers."""
    corners, size = pose.unproject(np.asarray(tile.corners_px), layout.top_mm).astype(np.float32), art_px(layout)
    warp = cv2.getPerspectiveTransform(rim_of(stretch_of(layout), size), corners)
    pixels = np.stack(np.meshgrid(np.arange(size), np.arange(size)), axis=-1).astype(np.float32)
    at = cv2.perspectiveTransform(pixels.reshape(1, -1, 2), warp).reshape(size, size, 2)
    return free_of_pieces(picture, pose, layout, np.asarray(at, dtype=np.float64))


def plans_of(lesson: Lesson, magnified: int) -> list[NDArray[np.float32]]:
    """Every teaching picture as a plan so much larger than usual at half that scale, in art light."""
    plan = plan_of(lesson.layout, magnified)
    return [
        half_scale(Rectifier(plan).rectify(picture.picture, pose)) / light_map(plan, lesson.layout, light.astype(np.float32))
        for picture, pose, light in zip(lesson.pictures, lesson.poses, lesson.light, strict=True)
    ]


def views_of_lesson(lesson: Lesson, art: Drawings) -> tuple[list[View], list[View]]:
    """All pieces of all pictures, cut out at the plan's full scale (half of a plan twice as large), with haze and without."""
    views = _views_as_seen(lesson, art)
    return views, views if lesson.dull is None else _views_as_seen(replace(lesson, pictures=lesson.dull, haze=None), art)


def _views_as_seen(lesson: Lesson, art: Drawings) -> list[View]:
    """The same in the lesson's own pictures."""
    large = plan_of(lesson.layout, 2)
    plans = plans_of(lesson, 2)
    zone_art, zone_mask = teach_zones(plans, large, lesson.layout, lesson.pictures, lesson.poses)
    views = []
    for number, (picture, pose, half) in enumerate(zip(lesson.pictures, lesson.poses, plans, strict=True)):
        glazed = lesson.glazed(number)
        canvas = painted(picture, pose, large, lesson.layout, lesson.catalogue, art, zone_art, zone_mask, glazed)
        views += views_of(picture, half, canvas.expected(SPRITE_NOISE, SPRITE_WOBBLE), pose, large, lesson.layout)
    return views
