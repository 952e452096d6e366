"""Teaching pictures in which a tile mirrors a lamp: told by other pictures of the same drawing.

A mirror adds the same light to every point of a part of one tile.  Where a drawing was taught several times, the others show it
without; what one of them would show with some light added is left out of the drawing.  Beside one from which too much haze was
taken any other is brighter by some light: of a few, those that were seen plainly are heard first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.art import Sample, free_part
from companion.core.scene import Look
from vision.light import Array, terms
from vision.relight import mirror_of
from vision.tiles import COARSE

WHOLLY = 0.99
"""Share of a coarse pixel that must be free of pieces."""

MOST = 0.2
"""Where more of a picture's tiles than that share are brighter by some light, a lamp shines on a part of the board: no tile lies
askew there, and light is told by all of them."""
FEW, PLAINER = 4, 0.03
"""Of so few pictures of a drawing, or fewer, one from which more haze was taken than from another, by so much, tells of no
mirror in that where at least as many see none from which was not."""


def with_mirrors(samples: Sequence[Sample], light: Sequence[NDArray[np.float64]]) -> list[Sample]:
    """The samples in the same order, with the pixels at which they mirror a lamp."""
    groups: dict[Look, list[int]] = {}
    for number, sample in enumerate(samples):
        groups.setdefault(sample.look, []).append(number)
    unmarked = [replace(sample, mirrored=None) for sample in samples]
    result = list(unmarked)
    for numbers in (numbers for numbers in groups.values() if len(numbers) > 1):
        # As bright as the drawings: in a dark room a mirror adds little.
        shown = {n: _coarse(samples[n].art) / np.exp(terms(samples[n].at[None]) @ light[samples[n].picture_number])[0]
                 for n in numbers}  # fmt: skip
        free = {n: _coarse(free_part(unmarked[n]).astype(np.float32)) > WHOLLY for n in numbers}
        for n in numbers:
            others = [other for other in numbers if other != n]
            hazy = [len(numbers) <= FEW and samples[other].haze > samples[n].haze + PLAINER for other in others]
            where = _told(shown[n], [shown[other] for other in others], [free[n] & free[other] for other in others], hazy)
            if where.any():
                wide = cv2.dilate(where.astype(np.uint8), np.ones((3, 3), np.uint8))
                size = samples[n].art.shape[:2]
                result[n] = replace(samples[n], mirrored=cv2.resize(wide, size, interpolation=cv2.INTER_NEAREST) > 0)
    return _unless_common(result, unmarked)


def _told(
    one: Array, others: Sequence[Array], free: Sequence[NDArray[np.bool_]], hazy: Sequence[bool]
) -> NDArray[np.bool_]:
    """Where (n, n) one picture of a drawing mirrors a lamp by others, both `free` there (n, n), some of which are `hazy`."""
    plainly = np.zeros(one.shape[:2], np.bool_)
    for_it, against = (np.zeros(plainly.shape, int) for _ in range(2))
    for other, both, under_haze in zip(others, free, hazy, strict=True):
        part = mirror_of(one, other, both)
        brighter = np.zeros_like(plainly) if part is None else part[1]
        if under_haze:
            for_it += brighter
        else:
            plainly |= brighter
            against += both & ~brighter
    return np.asarray(plainly | (for_it > against), dtype=np.bool_)


def _unless_common(marked: Sequence[Sample], unmarked: Sequence[Sample]) -> list[Sample]:
    """The marked samples; the unmarked ones of pictures in which many mirror."""
    of_all = Counter(sample.picture_number for sample in marked)
    glossy = Counter(sample.picture_number for sample in marked if sample.mirrored is not None)
    few = {number for number in of_all if glossy[number] <= MOST * of_all[number]}
    return [one if one.picture_number in few else other for one, other in zip(marked, unmarked, strict=True)]


def _coarse(art: Array) -> Array:
    return np.asarray(cv2.resize(art, (COARSE, COARSE), interpolation=cv2.INTER_AREA), dtype=np.float32)
