"""Light that falls on a part of a card only: a shadow takes a share of it, a mirrored lamp adds to it.

Cards are compared part by part.  Where something lies that no card explains in the light of its zone, each part of a card may
also lie in another light, the same for all parts that do: first roughly, at every other spot, then closely around the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.light import Array
from vision.relight import GAMMA
from vision.solve import LIMIT

PART = 3
"""Coarse pixels across one part of a card."""
NOISE_COARSE = 22.0
"""Standard deviation of a grey value about the taught picture before a card is fitted."""
WEIGHT = 1 / (NOISE_COARSE**2 * PART * PART * LIMIT)
"""What the squared differences of a part's pixels are divided by to be in units of the noise and of what is too much."""
BARE = 2.2
"""What a part costs that no card explains."""
PATCH = 0.25
"""What a part costs beside, that lies in another light."""
STRANGE = 3.0
"""So many of the table's spreads off it, a pixel shows something else."""
COVERED = 0.5
"""Share of the card that must be something else than the table."""

MOSTLY = 0.5
NEARLY = 0.96
"""Share of white from which on a camera may have been blinded."""
ALIKE = 0.5
"""Correlation with the drawing from which on it is one."""
LEAST_SHOWN = 0.2
"""Share of a card that must be seen."""
SUMMITS, APART = 6, 3
"""So many spots are looked at closely, at least so many coarse pixels from each other."""
GREY, TINT = 1.35, 0.5
"""How far the channels of a shadow, and of mirrored light, may be apart."""

Spots = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class OtherLight:
    """So many times as bright in grey values, and so much mirrored light as the camera sees it, both (blue, green, red); 1 is as
    bright as white paper: in a dark room, lamps give paper and mirrors less alike."""

    factor: tuple[float, float, float] = (1.0, 1.0, 1.0)
    veil: tuple[float, float, float] = (0.0, 0.0, 0.0)


LAMPS = ((0.83, 0.95, 1.0), (1.0, 0.95, 0.8))
"""Colours (blue, green, red) of what is mirrored: a lamp, a window."""
LIGHTS = (
    *(OtherLight((factor, factor, factor)) for factor in (0.5, 0.6, 0.72, 0.85, 1.2, 1.45, 1.75, 2.1)),
    *(OtherLight(veil=(b * v, g * v, r * v)) for v in (0.05, 0.1, 0.18, 0.28, 0.42, 0.62, 0.9) for b, g, r in LAMPS),
)

SORTS = tuple([n for n, light in enumerate(LIGHTS) if (max(light.veil) > 0) == veiled] for veiled in (False, True))
"""The numbers of lights that are brighter or darker, and of those that are mirrored."""


def lit(drawn: Array, light: OtherLight, white: Array) -> Array:
    """Drawings (..., pixels * 3) as they look in another light, nothing brighter than `white` (3,), which blinds the camera."""
    pixels = drawn.reshape(-1, 3)
    if max(light.veil) == 0:
        bright = pixels * np.array(light.factor, np.float32)
        return np.asarray(np.minimum(bright, np.maximum(pixels, white)), dtype=np.float32).reshape(drawn.shape)
    veiled = 255 * (_light(pixels) + _veil(light, white)) ** (1 / GAMMA)
    return np.asarray(np.minimum(veiled, white), dtype=np.float32).reshape(drawn.shape)


def part_costs(seen: Array, drawn: Array, known: NDArray[np.bool_], costs: Array, bright: float = 1.0) -> None:
    """Put into `costs` (parts, spots, rows) those of parts seen, as `_prepared` makes them, as parts drawn (parts, rows,
    PART * PART * 3), where `known` (parts, rows), in so bright a light: in twice the light, drawings are off by twice as many
    grey values."""
    share = np.float32(1 / bright**2)
    beside = _squares(drawn)[..., None] * share
    weighed = np.concatenate([drawn * share, np.full_like(beside, share), beside + (1 - share)], axis=2)
    np.matmul(seen, weighed.transpose(0, 2, 1), out=costs)
    _cut(costs, known)


def _squares(drawn: Array) -> Array:
    """The squares (parts, rows) of parts drawn (parts, rows, PART * PART * 3), as they count."""
    return np.asarray(np.einsum("prx,prx->pr", drawn, drawn) * np.float32(WEIGHT), dtype=np.float32)


def _cut(costs: Array, known: NDArray[np.bool_]) -> None:
    """Make costs (parts, spots, rows) of one plus s / LIMIT, which has been reckoned of squares s: s / 2 (1 + s / LIMIT)."""
    np.divide(np.float32(-LIMIT / 2), costs, out=costs)
    costs += np.float32(LIMIT / 2)
    costs.transpose(0, 2, 1)[~known] = BARE


def _prepared(windows: Array) -> Array:
    """Windows (h, w, 3, PART, PART) for products with parts drawn, (h, w, PART * PART * 3 + 2): squares and a one beside."""
    height, width = windows.shape[:2]
    made = np.empty((height, width, PART * PART * 3 + 2), np.float32)
    seen = made[..., :-2]
    seen[:] = windows.transpose(0, 1, 3, 4, 2).reshape(height, width, -1)
    made[..., -2] = 1 + np.float32(WEIGHT) * np.einsum("vux,vux->vu", seen, seen)
    seen *= np.float32(-2 * WEIGHT)
    made[..., -1] = 1
    return made


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """The parts of cards against a zone: `windows` (h, w, 3, PART, PART) of the coarse picture, as `prepared` for products, what
    is `drawn` (parts, rows, PART * PART * 3) on the cards, its `squares` (parts, rows) as they count, and `known` (parts, rows),
    `starts` the upper left pixels (v, u) of the parts, `white` (3,) what the camera shows where it is blinded."""

    windows: Array
    prepared: Array
    drawn: Array
    squares: Array
    known: NDArray[np.bool_]
    starts: tuple[tuple[int, int], ...]
    white: Array

    def of_rows(self, rows: NDArray[np.int64]) -> Parts:
        """The same with some of the rows only."""
        return replace(self, drawn=self.drawn[:, rows], squares=self.squares[:, rows], known=self.known[:, rows])

    def costs(self, spots: Spots, light: OtherLight | None = None) -> Array:
        """Cost (parts, spots, rows) of every part of every card at spots (n, 2), v and u."""
        return self.costs_as(self.seen(spots), light)

    def costs_as(self, seen: Array, light: OtherLight | None, into: Array | None = None) -> Array:
        """The same at spots that were looked at before, written over what is not needed any more."""
        costs = np.empty((len(self.starts), seen.shape[1], self.drawn.shape[1]), np.float32) if into is None else into
        if light is None:
            part_costs(seen, self.drawn, self.known, costs)
        else:
            part_costs(seen, lit(self.drawn, light, self.white), self.known, costs, float(np.mean(light.factor)))
        return costs

    def products(self, seen: Array) -> Array:
        """What is seen at spots, as `seen` tells, times what is drawn, (parts, spots, rows), for `costs_dimmed`."""
        return np.asarray(np.matmul(seen[..., :-2], self.drawn.transpose(0, 2, 1)), dtype=np.float32)

    def costs_dimmed(self, seen: Array, products: Array, factor: float, into: Array) -> Array:
        """The costs (parts, spots, rows) if all that is seen were so many times darker: the products stay the same.  Written over
        what is not needed any more."""
        costs = np.multiply(products, np.float32(1 / factor), out=into)
        costs += 1 + (seen[..., -2:-1] - 1) * np.float32(1 / factor**2)
        costs += self.squares[:, None]
        _cut(costs, self.known)
        return costs

    def seen(self, spots: Spots) -> Array:
        """What is seen of each part at spots (n, 2), v and u, for `costs_as`."""
        width = self.prepared.shape[1]
        there = np.array([(spots[:, 0] + v) * width + spots[:, 1] + u for v, u in self.starts])
        return self.prepared.reshape(-1, self.prepared.shape[2]).take(there, axis=0)

    def pixels(self, spot: NDArray[np.int64], row: int, which: NDArray[np.int64]) -> tuple[Array, Array]:
        """What is seen at a spot of some parts, and what is drawn in a row there, both (n, 3)."""
        v, u = (spot + np.array(self.starts)[which]).T
        return self.windows[v, u].transpose(0, 2, 3, 1).reshape(-1, 3), self.drawn[which, row].reshape(-1, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """The parts of cards: what is `drawn` (parts, rows, PART * PART * 3) on them, the `squares` (parts, rows) of that, whether it
    is `known` (parts, rows), and the upper left pixels `starts` (v, u) of the parts."""

    drawn: Array
    squares: Array
    known: NDArray[np.bool_]
    starts: tuple[tuple[int, int], ...]

    def of_rows(self, rows: NDArray[np.int64]) -> Drawn:
        """The same with some of the rows only."""
        drawn = np.ascontiguousarray(self.drawn[:, rows])
        return replace(self, drawn=drawn, squares=self.squares[:, rows], known=self.known[:, rows])

    def against(self, coarse: Array, white: Array) -> Parts:
        """The parts against a coarse picture (h, w, 3)."""
        windows = sliding_window_view(coarse, (PART, PART), axis=(0, 1))
        return Parts(windows, _prepared(windows), self.drawn, self.squares, self.known, self.starts, white)


def drawn_parts(pictures: Array, covers: Array, starts: Sequence[tuple[int, int]]) -> Drawn:
    """The parts of cards, `pictures` (rows, card h, card w, 3) of which `covers` (rows, card h, card w) are known."""
    drawn = np.stack([pictures[:, v : v + PART, u : u + PART].reshape(len(pictures), -1) for v, u in starts])
    known = [covers[:, v : v + PART, u : u + PART].min(axis=(1, 2)) > 0.9 for v, u in starts]
    return Drawn(drawn, _squares(drawn), np.stack(known), tuple(starts))


def parts_of(coarse: Array, pictures: Array, covers: Array, starts: list[tuple[int, int]], white: Array) -> Parts:
    """The parts of such cards against a coarse picture (h, w, 3)."""
    return drawn_parts(pictures, covers, starts).against(coarse, white)


@dataclass(frozen=True, slots=True, eq=False)
class Patched:
    """The card that explains most in one light or two: its spot (v, u), the gains (rows,) of all rows there, its own row, the
    lights, and which of its parts (parts,) lie in the second."""

    spot: tuple[int, int]
    gains: Array
    row: int
    lights: tuple[OtherLight, OtherLight]
    other: NDArray[np.bool_]


def patched_card(parts: Parts, told: Array, free: NDArray[np.bool_], upright: NDArray[np.int64]) -> Patched | None:
    """The likeliest card that lies in another light or of which a part does, at one of the free spots (down, across).

    `told` (parts, down, across) is how much of each part is seen, `upright` are the rows of cards that are not askew.
    """
    spots = np.argwhere(free)
    some = spots[(spots % 2 == spots[0] % 2).all(axis=1)] if len(spots) else spots
    if not len(some):
        return None
    few = parts.of_rows(upright)
    weight, looked_at = told[:, some[:, 0], some[:, 1]], few.seen(some)
    plain = few.costs_as(looked_at, None)
    other, best = np.empty_like(plain), np.full((len(LIGHTS), len(some)), -np.inf, np.float32)
    for gains, light in zip(best, LIGHTS, strict=True):
        gains[:] = _gains(weight, _least(few.costs_as(looked_at, light, other), plain)).max(axis=1)
    tried = [
        _closely((few, parts, parts), told, spots, some[n], LIGHTS[max(sort, key=lambda light: float(best[light, n]))])
        for n in summits(best.max(axis=0), some)
        # What is bright may be lit more or mirror a lamp: only closely can that be told.
        for sort in SORTS
    ]
    # A bare table in odd light may explain more than a card, but then it is none.
    alike = [each for each in tried if each is not None]
    return max(alike, key=lambda each: float(clearness(each.gains[each.row], told.mean(axis=0)[each.spot])), default=None)


def clearness(gains: Array, shown: Array) -> Array:
    """How clearly cards lie there that gain so much and of which so much is seen.  Of two that overlap, a part of the lower one
    looks otherwise, while the upper one is seen as far as it can be."""
    return np.asarray(gains / np.sqrt(np.maximum(shown, LEAST_SHOWN)), dtype=np.float32)


def summits(gains: Array, spots: Spots) -> list[int]:
    """The numbers of the spots (n, 2) with most gains (n,) that are not near each other."""
    left = gains.copy()
    found: list[int] = []
    while len(found) < SUMMITS and left.max() > 0:
        found.append(int(left.argmax()))
        left[np.abs(spots - spots[found[-1]]).max(axis=1) <= APART] = -np.inf
    return found


def _closely(rounds: Sequence[Parts], told: Array, spots: Spots, middle: NDArray[np.int64], light: OtherLight) -> Patched | None:
    """The likeliest card about a spot (2,) of which a part lies in about that light, if it shows a card's drawing.  The light is
    told by all rounds but the last."""
    near = spots[np.abs(spots - middle).max(axis=1) <= 1]
    weight, around, lights = told[:, near[:, 0], near[:, 1]], rounds[0].seen(near), [OtherLight(), light]
    for parts in rounds:
        plain, other = (parts.costs_as(around, each) for each in lights)
        other += np.float32(PATCH)
        gains = _gains(weight, np.minimum(plain, other))
        n, row = np.unravel_index(int(gains.argmax()), gains.shape)
        apart, shown = other[:, n, row] < plain[:, n, row], (weight[:, n] > MOSTLY) & parts.known[:, row]
        groups = [np.flatnonzero(shown & ~apart), np.flatnonzero(shown & apart)]
        if parts is not rounds[-1]:
            # Where a zone's middle lies at a shadow's edge, its light is neither this side's nor that one's.
            lights = [_refined(parts, near[n], int(row), own, each) for own, each in zip(groups, lights, strict=True)]
            # The light of most of a card is its own.
            lights = lights[::-1] if len(groups[1]) > len(groups[0]) else lights
    v, u = near[n]
    alike = _likeness(parts, near[n], int(row), groups, lights)
    return Patched((int(v), int(u)), gains[n], int(row), (lights[0], lights[1]), apart) if alike > ALIKE else None


def shows_drawing(parts: Parts, spot: NDArray[np.int64], row: int) -> bool:
    """Whether the drawing of a card is seen at a spot (v, u), all of it in one light."""
    return _likeness(parts, spot, row, [np.arange(len(parts.starts))], [OtherLight()]) > ALIKE


def _likeness(
    parts: Parts, spot: NDArray[np.int64], row: int, groups: Sequence[NDArray[np.int64]], lights: Sequence[OtherLight]
) -> float:
    """Correlation of what is seen with what is drawn, for groups of parts that lie in one light each.  A bare table in odd
    light is as bright as some card, but shows no drawing; under a bright lamp a drawing has but faint contrasts."""
    both, one, other = 0.0, 1e-6, 1e-6
    for group, light in zip(groups, lights, strict=True):
        if len(group):
            seen, drawn = parts.pixels(spot, row, group)
            drawn = lit(drawn.reshape(1, -1), light, parts.white).reshape(-1, 3)
            seen, drawn = (each - each.mean(axis=0) for each in (seen, drawn))
            both, one, other = both + (seen * drawn).sum(), one + (seen**2).sum(), other + (drawn**2).sum()
    return float(both / np.sqrt(one * other))


def _refined(parts: Parts, spot: NDArray[np.int64], row: int, which: NDArray[np.int64], light: OtherLight) -> OtherLight:
    """The light that some parts of a card have in common, if it is one that lamps and shadows make; else as it was."""
    if not len(which):
        return light
    seen, drawn = parts.pixels(spot, row, which)
    dim = (seen < NEARLY * parts.white).all(axis=1)
    if dim.sum() < PART * PART:
        return light
    seen, drawn = seen[dim], drawn[dim]
    if max(light.veil) == 0:
        b, g, r = np.median(seen, axis=0) / np.maximum(np.median(drawn, axis=0), 1)
        return OtherLight((float(b), float(g), float(r))) if max(b, g, r) < GREY * min(b, g, r) else light
    b, g, r = np.median(_light(seen) - _light(drawn), axis=0) / _white(parts.white)
    return OtherLight(veil=(float(b), float(g), float(r))) if min(b, g, r) > TINT * max(b, g, r) > 0 else light


def _light(grey: Array) -> Array:
    return np.asarray(np.maximum(grey / 255, 0) ** GAMMA, dtype=np.float32)


def _white(white: Array) -> Array:
    """The colour (3,) of what is white to the camera, where grey values are those of art light."""
    light = _light(white)
    return np.asarray(light / light.mean(), dtype=np.float32)


def _veil(light: OtherLight, white: Array) -> Array:
    """The mirrored light (3,) in art light."""
    return np.asarray(np.array(light.veil, np.float32) * _white(white), dtype=np.float32)


def _gains(weight: Array, costs: Array) -> Array:
    """Gain (spots, rows) from costs (parts, spots, rows) and how much is seen of each part (parts, spots)."""
    return np.asarray(BARE * weight.sum(axis=0)[:, None] - np.einsum("ps,psr->sr", weight, costs), dtype=np.float32)


def _least(other: Array, plain: Array) -> Array:
    """The costs of parts in another light or the usual one, whichever is less; written over those in another."""
    other += np.float32(PATCH)
    return np.minimum(other, plain, out=other)


def in_usual_light(seen: Array, light: OtherLight, white: Array) -> Array:
    """What is seen (h, w, 3) in another light as it would look in the usual; `white` (3,) blinds the camera."""
    if max(light.veil) == 0:
        return np.asarray(seen / np.array(light.factor, np.float32), dtype=np.float32)
    bare = np.maximum(_light(seen) - _veil(light, white), 0)
    return np.asarray(255 * bare ** (1 / GAMMA), dtype=np.float32)
