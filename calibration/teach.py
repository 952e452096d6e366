"""Learn how one edition's tiles and pieces look from a handful of tidy, labelled pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.art import Drawings, average_art
from calibration.bodies import with_bodies
from calibration.cards import card_zones, laid_across, teach_cards
from calibration.dice import is_die, teach_dice
from calibration.facing import facing_models
from calibration.gloss import least_hazy
from calibration.inks import in_same_inks
from calibration.lesson import Lesson, flare_over, lesson_of, plans_of, views_of_lesson
from calibration.like_drawings import with_like_parts
from calibration.painted import painted
from calibration.portraits import portraits_of
from calibration.settled_tiles import settled_tiles
from calibration.sides import with_sides
from calibration.sprites import View, make_sprites, without_riders
from calibration.two_lights import without_haze
from calibration.untaught_sides import with_untaught_sides
from calibration.zones import free_of_pieces, teach_zones, under_tiles
from companion.core.catalogue import Catalogue, Layout
from companion.core.errors import CompanionError
from companion.core.grid import Cell
from vision.board import grid_corners_mm
from vision.expected import half_to_mm
from vision.fiducials import Markers
from vision.flare import Flare
from vision.follow import with_findable
from vision.frame import TeachingPicture
from vision.hands import areas
from vision.leaning import lean_of_board
from vision.lens import Lens
from vision.pose import Pose
from vision.rectify import plan_of
from vision.rig import Appearance, FacingModel, Rig, Sprite
from vision.table_art import table_art
from vision.view import View as TableView
from vision.view import make_view

SAME_PLACE_PX = 1.0
"""Teaching pictures whose board corners are this near to each other were taken from one place."""


class TeachError(CompanionError, ValueError):
    """The teaching pictures cannot be used."""


def teach(
    pictures: Sequence[TeachingPicture], layout: Layout, catalogue: Catalogue, markers: Markers | None, lens: Lens | None
) -> Rig:
    """The rig of a table from labelled pictures; `lens` is None when nobody has calibrated it.  Raises TeachError."""
    if not pictures:
        raise TeachError("teaching: there is no picture; take about five tidy photographs without hands")
    lesson = lesson_of(pictures, layout, catalogue, markers, lens)
    if (flare := flare_over(lesson)) is not None:
        bare = [replace(picture, picture=Flare(flare).taken_from(picture.picture)) for picture in pictures]
        lesson = lesson_of(bare, layout, catalogue, markers, lens)
    appearance = replace(_appearance(lesson, markers), flare=flare)
    last, pose = np.asarray(lesson.pictures[-1].board_px), lesson.poses[-1]
    view = table_view(lesson.pictures, lesson.poses, layout)
    return Rig(layout, catalogue, markers, pose.lens, appearance, lesson.found[-1], last, view)


def _appearance(lesson: Lesson, markers: Markers | None) -> Appearance:
    """How all looks that was laid out in a lesson."""
    pictures, layout, poses, fixed = lesson.pictures, lesson.layout, lesson.poses, lesson.fixed
    art = with_like_parts(average_art(least_hazy(lesson.samples, lesson.haze), lesson.light))
    looks = tuple(sorted(art, key=lambda look: (str(look.kind), look.face)))
    plans = plans_of(lesson, 1)
    zone_art, zone_mask = teach_zones(plans, plan_of(layout), layout, pictures, poses)
    seen = without_riders(without_haze(*views_of_lesson(lesson, art)))
    views = [view for view in seen if not is_die(view.taught)]
    sprites, models = _sprites(lesson, views)
    # What was cut out of the pictures lay under the light that was there; a printed board lies flat in one haze.
    inks = art if fixed else in_same_inks(art)
    drawings = np.stack([inks[look][0] for look in looks]) if looks else np.zeros((0, 1, 1, 3), np.float32)
    known = np.stack([art[look][1] for look in looks]).astype(np.float16) if looks else np.zeros((0, 1, 1), np.float16)
    cards = teach_cards(pictures if lesson.dull is None else lesson.dull, poses, layout, lesson.light)
    return Appearance(
        looks, drawings, known, zone_art, zone_mask, tuple(with_untaught_sides(sprites)), models, fixed=fixed, cards=cards,
        card_zones=card_zones(pictures, poses, layout) if cards else {},
        dice=teach_dice(pictures, poses, layout, lesson.light),
        across=laid_across(pictures, poses, layout),
        settled=() if fixed else settled_tiles(pictures, layout, lesson.catalogue, looks),
        table=_table(lesson, plans, art, zone_art, zone_mask, markers),
        haze=lesson.haze,
        portraits=portraits_of(views, sprites),
    )  # fmt: skip


def _sprites(lesson: Lesson, views: Sequence[View]) -> tuple[list[Sprite], tuple[FacingModel, ...]]:
    """The pieces by what was cut out of the pictures, and the models from which directions are told."""
    # From above many views tell one picture; from aslant few tell each side.
    sprites = with_sides(make_sprites(views), with_bodies(views), lean_of_board(lesson.poses[-1], lesson.layout))
    models = facing_models(views, sprites)
    numbers = {height: number for number, height in enumerate(models)}
    sprites = [replace(s, shape=numbers.get(round(s.top_mm - s.foot_mm, 1), -1)) if s.directed else s for s in sprites]
    riders = {taught.piece.kind for picture in lesson.pictures for taught in picture.pieces if taught.piece.on is not None}
    counts = [Counter(taught.piece.kind for taught in picture.pieces) for picture in lesson.pictures]
    sprites = [
        replace(
            sprite,
            rides=sprite.kind in riders,
            alone=max(count[sprite.kind] for count in counts) == 1,
            places=_places(lesson.pictures, sprite.kind, sprite.face),
        )
        for sprite in sprites
    ]
    return sprites, tuple(models.values())


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
