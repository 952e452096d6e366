"""How badly the expected board explains each pixel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import shaded, squared, summed, times
from vision.expected import GUESS, Expected
from vision.light import Array
from vision.tones import Parts, parts_of

CAP = 7.0
"""Most that a pixel can cost: from there on it is simply something else."""
UNKNOWN_COST = 2.5
"""Most that a pixel costs where no board, tile or printed zone is expected."""
DARKEST_SHADOW = 0.5
SHADOW_COST = 0.7
"""What a pixel costs that is the board in a shadow."""


SHARP, EDGE = 9.0, 14.0
"""Standard deviation of a grey value at an edge of the board once that is looked for close by, and from which on it is one."""

QUIET = 0.5
"""What a pixel costs at most that is explained."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The `tones` (h, w, 4) of a plan, and what it costs as board, `costs` (h, w), in a `shadow` of that colour."""

    tones: Array
    costs: Array
    shadow: Array | None = None


def in_grey_shadows(half: Array, tones: Array, board: Expected) -> Shown:
    """What a half plan (h, w, 3) with such tones (h, w, 4) costs as a board in grey shadows."""
    return Shown(tones, board_costs(half, tones, board.picture, board.spread))


def board_costs(seen: Array, shown: Array, board: Array, spread: Array, shadow: Array | None = None) -> Array:
    """What every pixel (h, w) costs as board (h, w, 3) of that spread, by its grey values `seen` (h, w, 3) or by its tones
    `shown` (h, w, 4), whichever speaks louder against it.

    Either may be excused by a shadow, which takes brightness and, by what it takes of each channel, `shadow` (3,), some colour.
    """
    whole, missing = board if shadow is None else times(board, shadow), _less(board, seen)
    taken = summed(np.asarray(cv2.multiply(missing, whole), dtype=np.float32))
    taken /= np.maximum(squared(whole), np.float32(1))
    dark = _less(board, shaded(whole, np.clip(taken, 0.0, 1 - DARKEST_SHADOW, out=taken)))
    scale = np.asarray(1 / (3 * spread * spread), dtype=np.float32)
    plain = squared(missing)
    plain *= scale
    np.minimum(plain, _excused(squared(_less(seen, dark)), scale), out=plain)
    toned = _toned(parts_of(board), None if shadow is None else parts_of(dark), shown, scale)
    return np.maximum(plain, toned, out=plain)


def costs_in_light(seen: Array, shown: Array, board: Expected) -> Array:
    """What every pixel (h, w) costs as board in full light, by its grey values or by its tones, as `board_costs` tells."""
    scale = np.asarray(1 / (3 * board.spread * board.spread), dtype=np.float32)
    toned = [have - want for have, want in zip(cv2.split(shown)[:3], parts_of(board.picture), strict=True)]
    plain, off = squared(_less(board.picture, seen)), sum(each * each for each in toned)
    return np.asarray(np.maximum(plain, off) * scale, dtype=np.float32)


def edge_costs(
    seen: Array, board: Expected, where: NDArray[np.bool_], reach: int, anyway: Array | None = None
) -> Array:
    """What pixels (h, w) at edges of a drawing cost, as far as they lie `where` (h, w) and were ever seen bare, when an edge may
    lie up to `reach` px aside but shows the colours that it has there; 0 elsewhere.

    How far off a grey value may be at an edge says nothing of what colour it is: red lies between yellow and white.  Pixels that
    cost so much `anyway` (h, w) are told only as far as they cost more: elsewhere what is told is no more than that.
    """
    # Most edges lie where they should: what is explained is asked no further.
    off = squared(_less(seen, board.picture)) > np.float32(QUIET * 3 * SHARP**2)
    asked = off & where & board.known & (board.spread > EDGE) & (np.abs(board.spread - GUESS) > 1)
    if anyway is not None:
        asked &= anyway < CAP
    costs, at = np.zeros(where.shape, np.float32), np.flatnonzero(asked)
    if len(at):
        least = np.float32(QUIET) if anyway is None else np.maximum(anyway.reshape(-1)[at], np.float32(QUIET))
        costs.reshape(-1)[at] = _least_beside(seen, board, at, reach, np.broadcast_to(least, at.shape))
    return costs


def _least_beside(seen: Array, board: Expected, at: NDArray[np.int64], reach: int, enough: Array) -> Array:
    """The least that pixels (n,), flat numbers, cost as any of those of the board up to `reach` px aside; how little it is below
    what is `enough` (n,) is not told."""
    shade = np.ones(3, np.float32) if board.shadow is None else board.shadow
    rim = cv2.copyMakeBorder(board.picture, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    # Channel by channel: a sum over three numbers costs as much as one over thirty.
    planes, width = [each.reshape(-1) for each in cv2.split(rim)], rim.shape[1]
    down, right = np.divmod(at, seen.shape[1])
    own, there = np.ascontiguousarray(seen.reshape(-1, 3)[at].T), (down + reach) * width + right + reach
    costs, left = np.full(len(at), CAP, np.float32), np.arange(len(at))
    for step in _steps(reach):
        beside = there + (step[0] * width + step[1])
        told = _shaded_cost(own, [plane.take(beside) for plane in planes], shade)
        costs[left] = told = np.minimum(costs[left], told)
        more = np.flatnonzero(told > enough[left])
        left, there, own = left[more], there[more], own[:, more]
    return costs


def _steps(reach: int) -> list[tuple[int, int]]:
    """Steps down and right of up to `reach` px, and to all eight pixels beside, nearest first."""
    around = ((down**2 + right**2, down, right) for down, right in product(range(-reach, reach + 1), repeat=2))
    return [(down, right) for away, down, right in sorted(around) if away <= max(reach**2, 2)]


def _shaded_cost(seen: Array, board: Sequence[Array], shade: Array) -> Array:
    """What pixels (3, n) cost as such a board (3, n), in light or in a shadow that takes `shade` (3,) of each channel."""
    whole = [each * part for each, part in zip(board, shade, strict=True)]
    missing = [each - own for each, own in zip(board, seen, strict=True)]
    scale, taken = np.float32(1 / (3 * SHARP**2)), _dot(missing, whole)
    taken /= np.maximum(_dot(whole, whole), np.float32(1))
    np.minimum(np.maximum(taken, np.float32(0), out=taken), np.float32(1 - DARKEST_SHADOW), out=taken)
    dark = [each - own * taken for each, own in zip(missing, whole, strict=True)]
    in_light, in_shadow = _dot(missing, missing) * scale, _dot(dark, dark) * scale + np.float32(SHADOW_COST)
    return np.asarray(np.minimum(in_light, in_shadow), dtype=np.float32)


def _dot(one: Sequence[Array], other: Sequence[Array]) -> Array:
    """Sums (n,) over the channels of products of two (3, n)."""
    total = one[0] * other[0]
    for each, beside in zip(one[1:], other[1:], strict=True):
        total += each * beside
    return total


def _toned(wanted: Parts, in_shadow: Parts | None, shown: Array, scale: Array) -> Array:
    """What pixels (h, w) cost by their tones `shown` (h, w, 4), channel by channel: as wanted, darker, or in a shadow that takes
    some colour."""
    bright, red, blue = (np.asarray(channel, dtype=np.float32) for channel in cv2.split(shown)[:3])
    # Nothing is needed twice: what was worked out is written over.
    luma, hue, away = bright - wanted[0], red - wanted[1], blue - wanted[2]
    hue *= hue
    away *= away
    hue += away
    # A shadow takes from the board's brightness, and never below its darkest.
    darker = np.minimum(bright - np.float32(DARKEST_SHADOW) * wanted[0], 0)
    darker += np.maximum(luma, 0)
    darker *= darker
    darker += hue
    luma *= luma
    luma += hue
    luma *= scale
    np.minimum(luma, _excused(darker, scale), out=luma)
    if in_shadow is not None:
        rest = [channel - shadowed for channel, shadowed in zip((bright, red, blue), in_shadow, strict=True)]
        for each in rest:
            each *= each
        rest[0] += rest[1]
        rest[0] += rest[2]
        np.minimum(luma, _excused(rest[0], scale), out=luma)
    return luma


def _excused(squares: Array, scale: Array) -> Array:
    """What squared errors (h, w) cost that a shadow excuses; written over them."""
    squares *= scale
    squares += np.float32(SHADOW_COST)
    return squares


def _less(one: Array, other: Array) -> Array:
    """One picture less another: OpenCV takes three quarters of the time."""
    return np.asarray(cv2.subtract(one, other), dtype=np.float32)


def trusted(costs: Array, bare: Expected) -> Array:
    """The costs (h, w): where nothing was taught, the table's colour is a guess that pieces shall not profit from."""
    most = np.float32(UNKNOWN_COST) + np.float32(CAP - UNKNOWN_COST) * bare.known
    return np.asarray(np.minimum(costs, most), dtype=np.float32)


def in_full_light(costs: Array, where: NDArray[np.bool_], half: Array, tones: Array, bare: Expected) -> Array:
    """Costs (h, w), with a margin all around the half plan of such tones, as if no shadow excused the board `where` (h, w)."""
    light = np.minimum(costs_in_light(half, tones, bare), np.float32(CAP))
    lit = np.pad(trusted(light, bare), (costs.shape[0] - half.shape[0]) // 2)
    return np.where(where, np.maximum(lit, costs), costs)
