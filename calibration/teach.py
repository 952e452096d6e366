"""Learn how one edition's tiles and pieces look from a handful of tidy, labelled pictures."""

from __future__ import annotations

from collections import Counter
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
from calibration.bodies import with_bodies
from calibration.cards import card_zones, laid_across, of_grid, teach_cards
from calibration.dice import is_die, teach_dice
from calibration.facing import facing_models
from calibration.gloss import SMOOTH, glaze, haze_of_samples, pictures_without_haze
from calibration.inks import in_same_inks
from calibration.like_drawings import with_like_parts
from calibration.mirrored import with_mirrors
from calibration.painted import Glaze, painted
from calibration.portraits import portraits_of
from calibration.settled_tiles import settled_tiles
from calibration.sides import with_sides
from calibration.sprites import View, make_sprites, views_of, without_riders
from calibration.tapped import poses_of_tapped
from calibration.two_lights import without_haze
from calibration.untaught_sides import with_untaught_sides
from calibration.zones import free_of_pieces, teach_zones, under_tiles
from companion.core.catalogue import Catalogue, Layout
from companion.core.errors import CompanionError
from companion.core.grid import Cell
from vision.board import board_at, grid_corners_mm
from vision.expected import half_scale, half_to_mm, light_map
from vision.fiducials import Corners, MarkerFinder, Markers
from vision.follow import with_findable
from vision.frame import TaughtTile, TeachingPicture
from vision.hands import areas
from vision.leaning import lean_of_board
from vision.lens import Lens, nominal_lens
from vision.pose import Pose, estimate_poses
from vision.rectify import Rectifier, plan_of
from vision.rig import Appearance, Rig
from vision.table_art import table_art
from vision.view import View as TableView
from vision.view import make_view

LEAST_MARKERS = 2
HAZE_ROUNDS, ROUGHLY = 3, 0.05
"""So often haze is told, each time without what was told before: drawings told from what lay under haze tell too little of it.
So far tiles may be off it before the last time."""
MIRROR_ROUNDS = 2
"""So often mirrored lamps are looked for, each time in the light as it is without those found before."""
SAME_PLACE_PX = 1.0
"""Teaching pictures whose board corners are this near to each other were taken from one place."""


class TeachError(CompanionError, ValueError):
    """The teaching pictures cannot be used."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The teaching pictures with what was found out about them: one pose and one light (6, 3) a picture, all tile samples,
    and the haze (`vision.gloss`) over tiles and the pictures as they are without it, `dull`, both None for none."""

    pictures: Sequence[TeachingPicture]
    layout: Layout
    catalogue: Catalogue
    poses: Sequence[Pose]
    samples: Sequence[Sample]
    light: Sequence[NDArray[np.float64]]
    haze: NDArray[np.float32] | None = None
    dull: Sequence[TeachingPicture] | None = None

    def glazed(self, number: int) -> Glaze | None:
        """How the drawings of a picture look where they lie."""
        return None if self.haze is None else glaze(self.layout, self.light[number], self.haze)


def teach(
    pictures: Sequence[TeachingPicture], layout: Layout, catalogue: Catalogue, markers: Markers | None, lens: Lens | None
) -> Rig:
    """The rig of a table from labelled pictures; `lens` is None when nobody has calibrated it.  Raises TeachError."""
    if not pictures:
        raise TeachError("teaching: there is no picture; take about five tidy photographs without hands")
    found, poses = _poses(pictures, layout, markers, lens)
    fixed = board_only(pictures)
    pictures = with_board(pictures, poses, layout) if fixed else pictures
    samples = _samples(pictures, layout, catalogue, poses, CLEAR * min(layout.pitch_mm) if fixed else CLEAR_MM)
    samples, light = _lit(samples, len(pictures), tiled=not fixed)
    haze, dull = None, pictures
    if not fixed:
        haze, dull, samples, light = _dulled(pictures, layout, catalogue, poses, samples, light)
    lesson = Lesson(pictures, layout, catalogue, poses, samples, light, haze, None if haze is None else dull)
    art = with_like_parts(average_art(samples, light))
    looks = tuple(sorted(art, key=lambda look: (str(look.kind), look.face)))
    plans = _plans(lesson, 1)
    zone_art, zone_mask = teach_zones(plans, plan_of(layout), layout, pictures, poses)
    views = [view for view in _views(lesson, art) if not is_die(view.taught)]
    # From above many views tell one picture; from aslant few tell each side.
    sprites = with_sides(make_sprites(views), with_bodies(views), lean_of_board(poses[-1], layout))
    models = facing_models(views, sprites)
    numbers = {height: number for number, height in enumerate(models)}
    sprites = [replace(s, shape=numbers.get(round(s.top_mm - s.foot_mm, 1), -1)) if s.directed else s for s in sprites]
    riders = {taught.piece.kind for picture in pictures for taught in picture.pieces if taught.piece.on is not None}
    counts = [Counter(taught.piece.kind for taught in picture.pieces) for picture in pictures]
    sprites = [
        replace(
            sprite,
            rides=sprite.kind in riders,
            alone=max(count[sprite.kind] for count in counts) == 1,
            places=_places(pictures, sprite.kind, sprite.face),
        )
        for sprite in sprites
    ]
    sides = tuple(with_untaught_sides(sprites))
    # What was cut out of the pictures lay under the light that was there; a printed board lies flat in one haze.
    inks = art if fixed else in_same_inks(art)
    drawings = np.stack([inks[look][0] for look in looks]) if looks else np.zeros((0, 1, 1, 3), np.float32)
    known = np.stack([art[look][1] for look in looks]).astype(np.float16) if looks else np.zeros((0, 1, 1), np.float16)
    appearance = Appearance(looks, drawings, known, zone_art, zone_mask, sides, tuple(models.values()), fixed=fixed)
    cards, zones = teach_cards(dull, poses, layout, light), card_zones(pictures, poses, layout)
    appearance = replace(appearance, cards=cards, card_zones=zones if cards else {}, across=laid_across(pictures, poses, layout))
    settled = () if fixed else settled_tiles(pictures, layout, catalogue, looks)
    table = _table(lesson, plans, art, zone_art, zone_mask, markers)
    dice = teach_dice(pictures, poses, layout, light)
    appearance = replace(appearance, dice=dice, settled=settled, table=table, haze=haze, portraits=portraits_of(views, sprites))
    view = table_view(pictures, poses, layout)
    return Rig(layout, catalogue, markers, poses[-1].lens, appearance, found[-1], np.asarray(pictures[-1].board_px), view)


def _dulled(
    pictures: Sequence[TeachingPicture], layout: Layout, catalogue: Catalogue, poses: Sequence[Pose], samples: list[Sample],
    light: list[NDArray[np.float64]],
) -> tuple[NDArray[np.float32] | None, Sequence[TeachingPicture], list[Sample], list[NDArray[np.float64]]]:  # fmt: skip
    """The haze over the pictures' tiles, and the pictures, samples and light (6, 3) without it; as they are where there is
    none."""
    tall = layout.rows * layout.pitch_mm[1] / (layout.cols * layout.pitch_mm[0])
    taken, dull, bare = None, pictures, (samples, _by_brightest(samples, len(pictures)))
    for left in reversed(range(HAZE_ROUNDS)):
        taken = haze_of_samples(*bare, tall, taken, ROUGHLY if left else SMOOTH)
        if taken is None:
            return None, pictures, samples, light
        dull = pictures_without_haze(pictures, poses, layout, taken)
        without, _ = _lit(_samples(dull, layout, catalogue, poses, CLEAR_MM), len(pictures), tiled=True)
        bare = without, _by_brightest(without, len(pictures))
    return taken, dull, *bare


def _places(pictures: Sequence[TeachingPicture], kind: str, face: str | None) -> tuple[tuple[str, int], ...]:
    """How often pieces of that kind and face lie in each zone, by name, and on the grid (no name)."""
    pieces = [taught.piece for picture in pictures for taught in picture.pieces]
    own = [piece.place for piece in pieces if (piece.kind, piece.face) == (kind, face)]
    return tuple(sorted(Counter("" if isinstance(place, Cell) else place.name for place in own).items()))


def table_view(pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout) -> TableView:
    """The table as seen in the teaching pictures that were taken from where the last one was."""
    at, last = grid_corners_mm(layout), poses[-1]
    near = [np.abs(pose.project(at) - last.project(at)).max() < SAME_PLACE_PX for pose in poses]
    chosen = [picture.picture for picture, here in zip(pictures, near, strict=True) if here]
    greys = [np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8) for picture in chosen]
    return with_findable(make_view(greys, last, layout), greys, layout)


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
    return list(samples), light


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


def _plans(lesson: Lesson, magnified: int) -> list[NDArray[np.float32]]:
    """Every teaching picture as a plan so much larger than usual at half that scale, in art light."""
    plan = plan_of(lesson.layout, magnified)
    return [
        half_scale(Rectifier(plan).rectify(picture.picture, pose)) / light_map(plan, lesson.layout, light.astype(np.float32))
        for picture, pose, light in zip(lesson.pictures, lesson.poses, lesson.light, strict=True)
    ]


def _table(
    lesson: Lesson, plans: Sequence[NDArray[np.float32]], art: Drawings, zone_art: Mapping[str, NDArray[np.float32]],
    zone_mask: Mapping[str, NDArray[np.float32]], markers: Markers | None,
) -> NDArray[np.uint8] | None:  # fmt: skip
    """The bare table beside the board and between its tiles (`vision.table_art`); `plans`: half plans in art light."""
    layout, plan = lesson.layout, plan_of(lesson.layout)
    judged, beside = areas(plan, layout, markers)
    height, width = judged.shape
    spots = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
    at = half_to_mm(plan, spots.reshape(-1, 2).astype(np.float64)).reshape(spots.shape)
    bare = []
    for number, (picture, pose, half) in enumerate(zip(lesson.pictures, lesson.poses, plans, strict=True)):
        canvas = painted(picture, pose, plan, layout, lesson.catalogue, art, zone_art, zone_mask, lesson.glazed(number))
        laid = canvas.known | under_tiles(picture, pose, plan, layout, (0, 0, width, height))
        # Beside the picture's border the plan is black.
        shown = (judged | beside) & free_of_pieces(picture, pose, layout, at) & half.any(axis=2)
        bare.append(shown & (cv2.dilate(laid.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0))
    return table_art(plans, bare)


SPRITE_WOBBLE = 0.2
"""How many pixels a labelled edge may be off there."""
SPRITE_NOISE = 5.0
"""Standard deviation of a grey value about the bare table where pieces are cut out."""


def _views(lesson: Lesson, art: Drawings) -> list[View]:
    """All pieces of all pictures, cut out at the plan's full scale (half of a plan twice as large)."""
    views = _views_as_seen(lesson, art)
    if lesson.dull is None:
        return without_riders(views)
    dull = _views_as_seen(replace(lesson, pictures=lesson.dull, haze=None), art)
    return without_riders(without_haze(views, dull))


def _views_as_seen(lesson: Lesson, art: Drawings) -> list[View]:
    """The same in the lesson's own pictures."""
    large = plan_of(lesson.layout, 2)
    plans = _plans(lesson, 2)
    zone_art, zone_mask = teach_zones(plans, large, lesson.layout, lesson.pictures, lesson.poses)
    views = []
    for number, (picture, pose, half) in enumerate(zip(lesson.pictures, lesson.poses, plans, strict=True)):
        glazed = lesson.glazed(number)
        canvas = painted(picture, pose, large, lesson.layout, lesson.catalogue, art, zone_art, zone_mask, glazed)
        views += views_of(picture, half, canvas.expected(SPRITE_NOISE, SPRITE_WOBBLE), pose, large, lesson.layout)
    return views

