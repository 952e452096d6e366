"""Tiles that show the same drawing, laid on each other: what the rims leave open is told by the drawings themselves.

A rim tells where a tile lies to half a millimetre, and its direction to a degree or two.  Two pictures of one drawing tell how
they lie against each other far better.  So all are laid on one of them, and the mean of what their rims said is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rims import Lie, lies, turned
from companion.core.catalogue import Catalogue, Layout
from companion.core.scene import ABSENT, Look, Scene, TileAt
from vision import resample
from vision.frame import Picture, TaughtTile
from vision.lens import Floats
from vision.pose import Pose

PX_MM = 1.5
"""Pixels a millimetre in which drawings are compared."""
STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
SMOOTH_PX = 5
REACH_MM = 4.0
"""So far off each other two drawings are looked for at first."""
LIKE, RELATED = 0.7, 0.93
"""Correlation from which on two pictures are believed to show the same drawing, and two drawings to be of one family."""
SAME = 0.05
"""By how much another turn must fit better than the one that was asked for."""
FARTHEST_MM, FARTHEST_DEG = 5.0, 12.0
"""Two tiles that seem to lie farther from where their rims are than this do not show the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A tile in a picture and how it lies there; `turns` are its quarter turns, also where the game does not ask for them."""

    tile: TileAt
    lie: Lie
    turns: int
    picture: Picture
    pose: Pose


def lying(scene: Scene, picture: Picture, pose: Pose, layout: Layout) -> list[Laid]:
    """How the tiles of a picture lie, by their rims."""
    tiles = [tile for tile in scene.tiles if tile.look != ABSENT]
    found = zip(tiles, lies(tiles, picture, pose, layout), strict=True)
    return [Laid(tile, lie, tile.look.turns, picture, pose) for tile, lie in found]


def label_of(one: Laid, layout: Layout) -> TaughtTile:
    """A tile with the corners of its drawing in the picture."""
    px = [(float(x), float(y)) for x, y in one.pose.project(corners_mm(one, layout), layout.top_mm)]
    return TaughtTile(one.tile, (px[0], px[1], px[2], px[3]))


def agreed(laid: Sequence[Laid], layout: Layout, catalogue: Catalogue) -> list[Laid]:
    """The same tiles in the same order, all of one drawing lying so that they show the same."""
    groups: dict[Look, list[int]] = {}
    for number, one in enumerate(laid):
        groups.setdefault(Look(one.tile.look.kind, one.tile.look.face), []).append(number)
    better = list(laid)
    for look, numbers in groups.items():
        ways = _ways(look, layout, catalogue)
        for number, one in zip(numbers, _together([laid[number] for number in numbers], ways, layout), strict=True):
            better[number] = one
    for family in _families([better[numbers[0]] for numbers in groups.values()], layout):
        shift, degrees = np.mean([fit.shift_mm for _, fit in family], axis=0), float(np.mean([fit.degrees for _, fit in family]))
        for first, fit in family:
            for number in groups[Look(first.tile.look.kind, first.tile.look.face)]:
                better[number] = _moved(better[number], fit.shift_mm - shift, fit.degrees - degrees)
    return better


def _families(firsts: Sequence[Laid], layout: Layout) -> list[list[tuple[Laid, _Fit]]]:
    """Tiles of different drawings that are nearly the same, with how each lies against the first of its family.

    Cards of one deck share their frame: if one were cut out a millimetre aside of the others, it would never be told from them.
    """
    families: list[tuple[NDArray[np.float32], list[tuple[Laid, _Fit]]]] = []
    for one in firsts:
        seen = upright(one, layout)
        fits = ((_fit(onto, seen) if _like(onto, seen) > RELATED else _NO_FIT, family) for onto, family in families)
        fit, family = max(fits, key=lambda each: each[0].like, default=(_NO_FIT, None))
        near = float(np.hypot(*fit.shift_mm)) < FARTHEST_MM and abs(fit.degrees) < FARTHEST_DEG
        if family is not None and fit.like > RELATED and near:
            family.append((one, fit))
        else:
            families.append((seen, [(one, _Fit(1.0, np.zeros(2), 0.0))]))
    return [family for _, family in families if len(family) > 1]


def _like(onto: NDArray[np.float32], seen: NDArray[np.float32]) -> float:
    """How alike two drawings are where they fit best, without turning them."""
    rim = round(REACH_MM * PX_MM)
    return float(cv2.matchTemplate(seen, np.ascontiguousarray(onto[rim:-rim, rim:-rim]), cv2.TM_CCOEFF_NORMED).max())


def corners_mm(one: Laid, layout: Layout) -> Floats:
    """The corners (4, 2) of a tile's drawing on the table: upper left, upper right, lower right, lower left."""
    half = np.array([layout.tile_mm, layout.tile_mm * layout.tile_tall]) / 2
    rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ turned(_heading(one)).T
    return np.asarray(rim + layout.centre_mm(one.tile.place) + one.lie.shift_mm, dtype=np.float64)


def _heading(one: Laid) -> float:
    return 90.0 * one.turns + one.lie.askew_deg


def _ways(look: Look, layout: Layout, catalogue: Catalogue) -> tuple[int, ...]:
    """The quarter turns in which a tile may really lie, beside the one that was asked for."""
    kinds: Mapping[str, int] = {kind.name: kind.periods.get(look.face, 1) for kind in catalogue.tiles}
    if kinds.get(look.kind or "", 1) > 1:
        return (0,)
    # A card higher than wide is never laid across.
    return (0, 1, 2, 3) if layout.tile_tall == 1 else (0, 2)


def _together(group: Sequence[Laid], ways: Sequence[int], layout: Layout) -> list[Laid]:
    """Tiles of one drawing, each laid on the first."""
    if len(group) < 2:
        return list(group)
    onto = upright(group[0], layout)
    found = [(_Fit(1.0, np.zeros(2), 0.0), group[0]), *(_best(one, onto, ways, layout) for one in group[1:])]
    known = [fit for fit, _ in found if fit is not None]
    shift, degrees = np.mean([fit.shift_mm for fit in known], axis=0), float(np.mean([fit.degrees for fit in known]))
    return [one if fit is None else _moved(one, fit.shift_mm - shift, fit.degrees - degrees) for fit, one in found]


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """How alike two drawings are, and where the second lies in its own directions: shift (mm), degrees clockwise."""

    like: float
    shift_mm: Floats
    degrees: float


_NO_FIT = _Fit(0.0, np.zeros(2), 0.0)


def _best(one: Laid, onto: NDArray[np.float32], ways: Sequence[int], layout: Layout) -> tuple[_Fit | None, Laid]:
    """The fit in the best of these turns, and the tile in that turn; none where it does not show the same."""
    tried = [replace(one, turns=one.turns + way) for way in ways]
    fits = [(_fit(onto, upright(each, layout)), each) for each in tried]
    fit, best = max(fits, key=lambda each: each[0].like + (SAME if each[1].turns == one.turns else 0.0))
    far = float(np.hypot(*fit.shift_mm)) > FARTHEST_MM or abs(fit.degrees) > FARTHEST_DEG
    return (None, one) if fit.like < LIKE or far else (fit, best)


def upright(one: Laid, layout: Layout, px_mm: float = PX_MM) -> NDArray[np.float32]:
    """A tile as its drawing stands, grey, so many pixels a millimetre."""
    width, height = (round(side * px_mm) for side in (layout.tile_mm, layout.tile_mm * layout.tile_tall))
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) - np.float32(0.5)
    px = one.pose.project(corners_mm(one, layout), layout.top_mm).astype(np.float32)
    warp = cv2.getPerspectiveTransform(rim, px)
    seen = resample.warp_perspective(one.picture, warp, (width, height), inverse=True)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), dtype=np.float32)


def _fit(onto: NDArray[np.float32], seen: NDArray[np.float32]) -> _Fit:
    """How the drawing `onto` lies in the picture `seen`, by the enhanced correlation of Evangelidis and Psarakis (2008)."""
    rim = round(REACH_MM * PX_MM)
    inner = np.ascontiguousarray(onto[rim:-rim, rim:-rim])
    fits = np.asarray(cv2.matchTemplate(seen, inner, cv2.TM_CCOEFF_NORMED))
    row, col = np.unravel_index(int(fits.argmax()), fits.shape)
    start = np.array([[1, 0, col - rim], [0, 1, row - rim]], dtype=np.float32)
    try:
        everywhere = np.ones(seen.shape, np.uint8)
        like, warp = cv2.findTransformECC(onto, seen, start.copy(), cv2.MOTION_EUCLIDEAN, STEPS, everywhere, SMOOTH_PX)
    except cv2.error:
        # It does not settle: then the shift alone must do.
        like, warp = float(fits[row, col]), start
    found = np.asarray(warp, dtype=np.float64)
    middle = (np.array(onto.shape[1::-1]) - 1) / 2
    shift = (found[:, :2] @ middle + found[:, 2] - middle) / PX_MM
    return _Fit(float(like), shift, float(np.degrees(np.arctan2(found[1, 0], found[0, 0]))))


def _moved(one: Laid, shift_mm: Floats, degrees: float) -> Laid:
    """A tile that lies elsewhere by a shift in its own directions, and by some degrees clockwise."""
    x, y = np.array(one.lie.shift_mm) + turned(_heading(one)) @ shift_mm
    return replace(one, lie=replace(one.lie, shift_mm=(float(x), float(y)), askew_deg=one.lie.askew_deg + degrees))
