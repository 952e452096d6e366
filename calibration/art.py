"""The drawings of an edition from labelled photographs: every look's picture, freed from the light it was taken in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median_of_free
from calibration.zones import painted_in
from companion.core.catalogue import Catalogue, Layout
from companion.core.grid import Place
from companion.core.scene import Look
from vision import resample
from vision.frame import TaughtTile, TeachingPicture
from vision.light import RIDGE, TERMS, terms
from vision.rectify import detail_of
from vision.rig import ART

CLEAR_MM = 36.0
"""A tile whose middle is farther than this from every piece's foot is free of it, tail and shadow included."""


BRIGHT = (160.0, 175.0, 205.0)
"""How bright the brightest pixels (BRIGHT_SHARE of all are darker) of an edition's drawings in good light are at least in each
channel, grey values: all that is known about noise, hues and contrasts was learnt of drawings as bright and as white as that."""
BRIGHT_SHARE = 95.0
WHITE_SHARE, TINTED = 97.0, 1.25
"""White, or what comes nearest, is what is brightest in the channel in which it is darkest (WHITE_SHARE of all are darker, rims
included); where that is tinted by such a factor, the drawings have one colour, and are not to be made grey.  (Of 41 editions
38 came to 1.18 at most, three with cards of one colour to 1.4 and more.)"""


LIT_SHARE = 85.0
"""What is brightest of a drawing: so many percent of its pixels are darker."""
FEW, OTHERWISE = 4, 30.0
"""Where so few samples that no piece is near to, or fewer, differ by so many grey values in most of their pixels, those with a
piece on or near them have a say."""

VEILED = 0.22
"""Where half of the looks that were taught several times vary so differently, as a share, something veils tiles in places.  (On
eight tables by .23 to .64, on 27 others by up to .21.)"""

Drawings = dict[Look, tuple[NDArray[np.float32], NDArray[np.bool_]]]


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One tile of one teaching picture: its look (turns 0), its drawing upright (art, art, 3), place and board coordinates,
    whether it is clear of pieces, else which pixels (art, art) are free of them, which (art, art) mirror a lamp, and how much
    haze was taken from it where it lay, white is 1."""

    look: Look
    place: Place
    picture_number: int
    art: NDArray[np.float32]
    at: NDArray[np.float64]
    clear: bool
    free: NDArray[np.bool_] | None = None
    mirrored: NDArray[np.bool_] | None = None
    haze: float = 0.0


def look_of(tile: TaughtTile, catalogue: Catalogue) -> Look:
    """The look a drawing is stored under: turns 0, and one common name for every anonymous face."""
    look = tile.tile.look
    if look.kind is None:
        return Look(catalogue.back, look.face)
    known = {kind.name: kind for kind in catalogue.tiles}.get(look.kind)
    return Look(catalogue.back if known and look.face in known.anonymous else look.kind, look.face)


def art_px(layout: Layout) -> int:
    """Pixels across the stored picture of a tile."""
    return ART * detail_of(layout)


def rim_of(stretch: float, size: int) -> NDArray[np.float32]:
    """Corners (4, 2) of a tile in the pixels of its stored picture, `size` wide, as the drawing lists them.

    `stretch` is how much higher than wide it is in the plan: the picture is as high as it is wide and shows the middle.
    """
    low, high = (size - 1) / 2 - size * stretch / 2, (size - 1) / 2 + size * stretch / 2
    return np.array([[-0.5, low], [size - 0.5, low], [size - 0.5, high], [-0.5, high]], dtype=np.float32)


def stretch_of(layout: Layout) -> float:
    """How much higher than wide a tile is in the plan."""
    return layout.tile_tall * layout.pitch_mm[0] / layout.pitch_mm[1]


def cut_out(
    picture: NDArray[np.uint8], corners_px: Sequence[tuple[float, float]], size: int = ART, stretch: float = 1.0
) -> NDArray[np.float32]:
    """The drawing between four corners, upright, shape (size, size, 3)."""
    rim = rim_of(stretch, size)
    warp = cv2.getPerspectiveTransform(rim, np.asarray(corners_px, dtype=np.float32))
    return np.asarray(resample.warp_perspective(picture, warp, (size, size), inverse=True), dtype=np.float32)


def light_of_samples(samples: Sequence[Sample], pictures: int, by_brightest: bool = False) -> list[NDArray[np.float64]]:
    """Coefficients (6, 3) of the log gain of each picture, so that equal drawings get equal mean colours everywhere, or equal
    ones of what is brightest of them in each channel: to that haze adds least, but mirrored lamps are bright as well."""
    looks = sorted({sample.look for sample in samples}, key=str)
    columns = {look: pictures * TERMS + number for number, look in enumerate(looks)}
    rows = np.zeros((len(samples), pictures * TERMS + len(looks)))
    seen = np.zeros((len(samples), 3))
    for row, sample in enumerate(samples):
        start = sample.picture_number * TERMS
        rows[row, start : start + TERMS] = terms(sample.at[None])[0]
        rows[row, columns[sample.look]] = 1.0
        if by_brightest:
            shown = np.percentile(sample.art[::2, ::2], LIT_SHARE, axis=(0, 1))
        else:
            shown = _middle(sample.art).mean(axis=(0, 1))
        seen[row] = np.log(np.maximum(shown, 1.0))
    weights = np.array([1.0 if sample.clear and sample.mirrored is None else 0.05 for sample in samples])
    # Without a prior on each picture's overall brightness, light and art could trade a common factor.
    ridge = np.concatenate([np.tile(np.maximum(RIDGE, 0.05), pictures), np.full(len(looks), 1e-6)])
    normal = rows.T @ (rows * weights[:, None]) + np.diag(ridge)
    solution = np.linalg.solve(normal, rows.T @ (seen * weights[:, None]))
    return [solution[number * TERMS : (number + 1) * TERMS] for number in range(pictures)]


def in_good_light(samples: Sequence[Sample], light: Sequence[NDArray[np.float64]]) -> list[NDArray[np.float64]]:
    """The light (6, 3) of each picture, all by one factor a channel darker where the drawings would come out darker than in good
    light.

    Only what the pictures differ by is known; teaching pictures from a dark room would make dark drawings, and those taken under
    a warm lamp yellow ones, whose blue tells next to nothing.
    """
    if not samples:
        return list(light)
    gains = [np.exp(terms(sample.at[None]) @ light[sample.picture_number])[0] for sample in samples]
    bare = [sample.art[::4, ::4] / gain for sample, gain in zip(samples, gains, strict=True)]
    shown = np.stack([_middle(sample) for sample in bare]).reshape(-1, 3)
    levels = np.maximum(np.percentile(shown, BRIGHT_SHARE, axis=0), 1.0)
    change = np.zeros((TERMS, 3))
    change[0] = np.log(levels / np.maximum(levels, BRIGHT))
    change[0] += _tint(np.stack(bare).reshape(-1, 3) / np.array(BRIGHT), change[0])
    return [each + change for each in light]


def _tint(shown: NDArray[np.floating], change: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logarithm (3,) of the hue, after a `change` (3,), of what is nearest to white among pixels (n, 3), 1 where they are as
    bright as in good light; 0 where that is as good as white."""
    darkest = shown.min(axis=1)
    brightest = np.median(shown[darkest >= np.percentile(darkest, WHITE_SHARE)], axis=0)
    white = np.log(np.maximum(brightest, 1e-3)) - change
    tint = np.asarray(white - white.mean(), dtype=np.float64)
    return tint if np.abs(tint).max() > np.log(TINTED) else np.zeros(3)


def _middle(art: NDArray[Any]) -> NDArray[Any]:
    """A drawing without its rim."""
    rim = art.shape[0] // 8
    return art[rim:-rim, rim:-rim]


def average_art(samples: Sequence[Sample], light: Sequence[NDArray[np.float64]]) -> Drawings:
    """The mean drawing of every look, light taken out, and which of its pixels (art, art) were seen free of pieces.

    Samples under or beside a piece count only where there is no other; what pieces hid in all is painted in from around it.
    Where something veils tiles in places, those count that are clearest.
    """
    groups: dict[Look, list[Sample]] = {}
    for sample in samples:
        groups.setdefault(sample.look, []).append(sample)
    laid = {look: _laid(group, light) for look, group in groups.items()}
    contrasts = {look: _contrasts(*each) for look, each in laid.items()}
    several = [float(np.ptp(each)) for each in contrasts.values() if len(each) > 1]
    veiled = bool(several) and float(np.median(several)) > VEILED
    art: Drawings = {}
    for look, (drawings, free) in laid.items():
        seen = np.asarray(free.any(axis=0), dtype=np.bool_)
        clear = _clearest(contrasts[look], free) if veiled else np.ones(len(free), np.bool_)
        drawing = median_of_free(drawings[clear], free[clear])
        art[look] = drawing if seen.all() else painted_in(drawing, ~seen), seen
    return art


def _laid(
    group: Sequence[Sample], light: Sequence[NDArray[np.float64]]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The drawings (n, art, art, 3) that samples of one look tell, and which of their pixels (n, art, art) are free of pieces.
    Where all are it is one of each place: a tile that stays there has the light of that place in it."""
    clear = [sample for sample in group if sample.clear]
    # Where all samples that no piece is near to mirror a lamp, the others must do.
    unseen = bool(clear) and not np.any([free_part(sample) for sample in clear], axis=0).all()
    chosen = group if unseen or not clear or _differ(clear, light) else clear
    bare = [sample.art / np.exp(terms(sample.at[None]) @ light[sample.picture_number])[0] for sample in chosen]
    free = np.stack([free_part(sample) for sample in chosen])
    if all(sample.clear and sample.mirrored is None for sample in chosen):
        # The median throws out a piece that stands on one of three samples; with fewer it is the mean.
        places = dict.fromkeys(sample.place for sample in chosen)
        bare = [np.median([own for own, one in zip(bare, chosen, strict=True) if one.place == at], axis=0) for at in places]
        free = free[: len(bare)]
    return np.stack(bare).astype(np.float32), free


def _contrasts(drawings: NDArray[np.float32], free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How many times as much drawings (n, art, art, 3) vary as their median, in its way, where they are free (n, art, art)."""
    usual, shown = _middle(median_of_free(drawings, free)), [_middle(each) for each in free]
    contrasts = np.zeros(len(drawings))
    for n, (each, inside) in enumerate(zip(drawings, shown, strict=True)):
        if inside.any():
            own, other = (image[inside] - image[inside].mean(axis=0) for image in (_middle(each), usual))
            contrasts[n] = float((own * other).sum()) / max(float((other * other).sum()), 1.0)
    return contrasts


def _clearest(contrasts: NDArray[np.float64], free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of some drawings (n,), free so far (n, art, art), vary no less than half of them do: what a lamp or a window veils
    has less contrast, and nothing makes a drawing clearer than it is printed.  All, where these do not show all that is seen."""
    clear = contrasts >= min(1.0, float(np.sort(contrasts)[len(contrasts) // 2]))
    return clear if (free[clear].any(axis=0) == free.any(axis=0)).all() else np.ones_like(clear)


def _differ(samples: Sequence[Sample], light: Sequence[NDArray[np.float64]]) -> bool:
    """Whether few samples differ by more than a drawing does: a lamp is mirrored by some of them, nobody knows which."""
    if not 1 < len(samples) <= FEW:
        return False
    means = [_middle(sample.art) / np.exp(terms(sample.at[None]) @ light[sample.picture_number])[0] for sample in samples]
    return bool(np.median(np.ptp([each.mean(axis=2) for each in means], axis=0)) > OTHERWISE)


def free_part(sample: Sample) -> NDArray[np.bool_]:
    """Which pixels (art, art) of a sample show its drawing: no piece is on them, and no lamp is mirrored."""
    free = np.ones(sample.art.shape[:2], np.bool_)
    if not sample.clear and sample.free is not None:
        free &= sample.free
    return free if sample.mirrored is None else free & ~sample.mirrored


def is_clear(middle_mm: NDArray[np.float64], picture: TeachingPicture, clear_mm: float = CLEAR_MM) -> bool:
    """Whether no piece stands on or near a tile with that middle, as far as nobody drew boxes around them."""
    near = [piece for piece in picture.pieces if np.hypot(*(np.asarray(piece.at_mm) - middle_mm)) <= clear_mm]
    return all(piece.box_px is not None for piece in near)
