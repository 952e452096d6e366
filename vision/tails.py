"""Nose or tail by the tail: what is thin, of one colour on all taught pieces of a shape, and lies behind the body.

A tail sways, so it lies in no two pictures in the same place: a mean washes it out, and a picture laid over another counts its
few pixels twice against it.  Here it is followed: of all rays that leave the body's end at some angle, that one counts which is
most of the tail's colour, is not the board's, and has no such neighbours at its sides.  So many rays find something anywhere;
what tells is how much more they find at one end than at the other, or on one side than on all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import squared
from vision.facing import PATCH
from vision.facing_belief import degrees_of, quarters
from vision.light import Array
from vision.portraits import CAP, SIDE, turned_whole, weighed
from vision.rig import Portraits

NARROW = 0.35
"""Where a piece is narrower than that share of its greatest width, its body ends."""
LONG = 7
"""Pixels of the half plan that a tail is followed."""
SPREAD = 9.0
"""How far tones of one tail in two pictures are from each other."""
ASIDE, SHARE = 4, 0.5
"""So many px beside a tail there is none; what is there all the same takes that share of itself from it."""
TRIED, ROUNDS, LEARNT = 200, 8, 12.0
"""So many colours of taught rays are tried; so often the tails are followed anew; the spread of tones by which they are."""
HIDDEN = 0.8
"""What is seen less than that was not taught."""
TAILED = 0.06
"""By so much better the rays behind must show the colour than those ahead, in costs of a pixel, or there is no tail: mice of
fourteen recordings came to 0.12 to 1.01."""
UNKNOWN = 1.5
"""What a pixel costs as the board where nobody knows what that shows."""
NATS = 2.5
"""What one such ray, whole against none, says for an end, in nats.  (109 mice of twelve recordings, those whose nose and tail all
else left open: wrong 11 to 2, the sum of -log p 27 to 10.5, with twice that.  601 mice of 22: to halve what portraits and this
say took the sum from 40.0 to 31.1, wrong 10 to 7, sure and wrong 2 to none.)"""

HEADINGS, ALL_AROUND = 24, 6.0
"""So many ways a piece may point when its tail is looked for on all sides, and what one such ray, whole against none, then says
for a side, in nats.  (463 mice of fifteen recordings: wrong 13 to 5, the sum of -log p 41 to 15.)"""

Rays = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True, slots=True, eq=False)
class Tail:
    """Its tones (3,), as `weighed` makes them, and how far behind the middle the body `ends`, px of the half plan."""

    tone: Array
    ends: float


def tail_of(portraits: Sequence[Portraits]) -> Tail | None:
    """The tail of pieces of one shape; None where they have none, or too little is seen of it."""
    ends = _body_ends(portraits)
    if ends is None:
        return None
    pictures = [
        (weighed(picture.astype(np.float32)), np.asarray(seen / 255, dtype=np.float32))
        for own in portraits for picture, seen in zip(own.picture, own.seen, strict=True)
    ]  # fmt: skip
    behind = _Followed.of(pictures, ends)
    ahead = _Followed.of([(tone[::-1], seen[::-1]) for tone, seen in pictures], ends)
    if behind is None or ahead is None:
        return None
    root = (slice(int((SIDE - 1) / 2 + ends) + 1, None), slice(SIDE // 2 - 1, SIDE // 2 + 1))
    colour = np.median(np.concatenate([tone[root][:4].reshape(-1, 3) for tone, _ in pictures]), axis=0)
    for _ in range(ROUNDS):
        colour = behind.best(colour)
    if _apart(colour, behind, ahead) < TAILED:
        # What most of them show behind may be the board; a tail's colour is what they show behind and not ahead.
        tried = np.median(behind.rays, axis=1)
        colour = max(tried[:: max(1, len(tried) // TRIED)], key=lambda each: _apart(each, behind, ahead))
    return Tail(np.asarray(colour, dtype=np.float32), ends) if _apart(colour, behind, ahead) > TAILED else None


def _apart(colour: NDArray[np.floating], behind: _Followed, ahead: _Followed) -> float:
    """By how much better the best rays behind show a colour than those ahead."""
    return ahead.cost(colour) - behind.cost(colour)


@dataclass(frozen=True, slots=True, eq=False)
class _Followed:
    """The tones (rays, n, 3) along all rays at one end of taught pieces that are seen, and the number of each piece's first."""

    rays: Array
    firsts: NDArray[np.int64]

    @staticmethod
    def of(pictures: Sequence[tuple[Array, Array]], ends: float) -> _Followed | None:
        """Those of pictures (SIDE, SIDE, 3), noses ahead, as far as they are seen (SIDE, SIDE); None where none is."""
        across, down = _rays(ends)
        each = [tone[down, across][seen[down, across].min(axis=1) > HIDDEN] for tone, seen in pictures]
        each = [rays for rays in each if len(rays)]
        if not each:
            return None
        counts = [len(rays) for rays in each]
        return _Followed(np.concatenate(each), np.cumsum([0, *counts[:-1]]))

    def _costs(self, colour: NDArray[np.floating]) -> NDArray[np.floating]:
        """What each ray costs as a tail of that colour, for each pixel."""
        return np.asarray(np.minimum(((self.rays - colour) ** 2).sum(axis=2) / (2 * LEARNT**2), CAP).mean(axis=1))

    def cost(self, colour: NDArray[np.floating]) -> float:
        """What the best ray of a piece costs in the mean."""
        return float(np.minimum.reduceat(self._costs(colour), self.firsts).mean())

    def best(self, colour: NDArray[np.floating]) -> NDArray[np.floating]:
        """The median tones (3,) along the best rays."""
        parts = zip(np.split(self._costs(colour), self.firsts[1:]), np.split(self.rays, self.firsts[1:]), strict=True)
        return np.asarray(np.median(np.concatenate([rays[costs.argmin()] for costs, rays in parts]), axis=0))


def tail_speaks(tail: Tail, around: tuple[Array, Array], bare: tuple[Array, Array], heading: float) -> float:
    """Nats that a tail speaks for a piece's pointing to that heading (degrees clockwise) rather than to the opposite one.

    `around` it: the picture (PATCH, PATCH, 3) in art light and 0 where another piece lies on top (PATCH, PATCH); the `bare` board
    and 0 where that is unknown.
    """
    shown = _shown(tail, *_parted(turned_whole(np.dstack([*around, *bare]).astype(np.float32), heading)))
    return NATS * (_longest(shown, tail.ends) - _longest(shown[::-1, ::-1], tail.ends))


def tail_on_each_side(tail: Tail, around: tuple[Array, Array], bare: tuple[Array, Array]) -> NDArray[np.float64]:
    """Log-likelihoods (4,) of the facings by where a tail is seen, whichever way the piece seems to point."""
    shown = _shown(tail, *around, *bare).reshape(-1)
    middle, one, other = shown[_rays_around(tail.ends)]
    lines = middle - np.float32(SHARE) * (np.maximum(one, 0) + np.maximum(other, 0))
    # A ray that shows no tail speaks for no side.
    longest = np.maximum(lines.mean(axis=2).max(axis=1), 0)
    facing = quarters(degrees_of(HEADINGS))
    return np.array([ALL_AROUND * float(longest[facing == number].max()) for number in range(4)])


def _parted(patch: Array) -> tuple[Array, Array, Array, Array]:
    """The picture, how far it is seen, the bare board, and how far that is known, of a patch (h, w, 8)."""
    return patch[..., :3], patch[..., 3], patch[..., 4:7], patch[..., 7]


def _shown(tail: Tail, picture: Array, seen: Array, board: Array, known: Array) -> Array:
    """By how much less each pixel (h, w) of a picture (h, w, 3), as far as it is seen (h, w), costs as a tail than as the bare
    board, as far as that is known (h, w)."""
    tone = weighed(np.asarray(picture, dtype=np.float32))
    is_tail = np.minimum(squared(tone - tail.tone) / np.float32(2 * SPREAD**2), np.float32(CAP))
    away = squared(tone - weighed(np.asarray(board, dtype=np.float32)))
    is_board = np.minimum(away / np.float32(2 * SPREAD**2), np.float32(CAP))
    is_board += (np.float32(UNKNOWN) - is_board) * (1 - known)
    return np.asarray(cv2.blur((is_board - is_tail) * seen, (2, 2)), dtype=np.float32)


def _longest(shown: Array, ends: float) -> float:
    """How much the best ray behind the body shows of a tail, in costs of a pixel; `shown` (PATCH, PATCH) is what each shows."""
    (across, down), (right, lower), (left, upper) = _thin_rays(ends)
    beside = np.maximum(shown[lower, right], 0) + np.maximum(shown[upper, left], 0)
    return float((shown[down, across] - np.float32(SHARE) * beside).mean(axis=1).max())


@cache
def _rays(ends: float) -> Rays:
    """The pixels (rays, n) that rays cross which leave the body's end, in a portrait."""
    angles, right = np.radians(np.arange(-32, 33, 4)), np.array([-2, 0, 2])
    return _crossed(SIDE, angles, right, np.array([ends]), np.arange(1, LONG + 1))


@cache
def _thin_rays(ends: float) -> tuple[Rays, Rays, Rays]:
    """The pixels that rays cross at the plan's scale, and those at both sides of them."""
    angles, shifts = np.radians(np.arange(-36, 37, 3)), np.arange(-4, 5, 2)
    along = np.arange(2, 2 * LONG + 1)
    middle, one, other = (_crossed(PATCH, angles, shifts, 2 * ends + shifts, along, aside) for aside in (0, ASIDE, -ASIDE))
    return middle, one, other


@cache
def _rays_around(ends: float) -> NDArray[np.int64]:
    """Flat numbers (3, HEADINGS, rays, n) of the pixels that rays cross which leave the body's end whichever way it points, and
    of those at both sides of them."""
    angles, shifts, lower = np.radians((-16, -8, 0, 8, 16)), np.array([-3, 0, 3]), 2 * ends + np.array([-4, 0, 4])
    along = np.arange(2, 2 * LONG + 1)
    sides = [
        [_crossed(PATCH, angles, shifts, lower, along, aside, heading) for heading in degrees_of(HEADINGS)]
        for aside in (0, ASIDE, -ASIDE)
    ]  # fmt: skip
    return np.array([[down * PATCH + across for across, down in headings] for headings in sides])


def _crossed(
    side: int, angles: NDArray[np.floating], right: NDArray[np.integer], lower: NDArray[np.number], along: NDArray[np.integer],
    aside: int = 0, heading: float = 0.0,
) -> Rays:  # fmt: skip
    """The pixels, across and down (rays, n), in a patch so wide, `along` rays from spots so far `right` of its middle and
    `lower`, at some angles; or so far `aside` of them; all that turned by a `heading` (degrees clockwise)."""
    turn, u, v = (each.reshape(-1, 1) for each in np.meshgrid(angles, right, lower, indexing="ij"))
    across, down = u + np.sin(turn) * along + np.cos(turn) * aside, v + np.cos(turn) * along - np.sin(turn) * aside
    cos, sin, middle = np.cos(np.radians(heading)), np.sin(np.radians(heading)), (side - 1) / 2
    turned = middle + cos * across - sin * down, middle + sin * across + cos * down
    first, second = (np.clip(np.rint(each), 0, side - 1).astype(np.int64) for each in turned)
    return first, second


def _body_ends(portraits: Sequence[Portraits]) -> float | None:
    """How far behind the middle bodies end, px of the half plan."""
    covers = [np.asarray(cover / 255, dtype=np.float32) for own in portraits for cover in own.cover]
    if not covers:
        return None
    wide = np.mean(covers, axis=0).sum(axis=1)
    narrow = np.flatnonzero(wide[SIDE // 2 :] < NARROW * wide.max())
    return float(narrow[0]) - 1 if len(narrow) and wide.max() > 0 else None
