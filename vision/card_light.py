"""Light that falls on a part of a card only: a shadow takes a share of it, a mirrored lamp adds to it.

Cards are compared part by part.  Where something lies that no card explains in the light of its zone, each part of a card may
also lie in another light, the same for all parts that do: first roughly, at every other spot, then closely around the best.
"""

from __future__ import annotations

from dataclasses import dataclass

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
GREY, TINT = 1.35, 0.5
"""How far the channels of a shadow, and of mirrored light, may be apart."""

Spots = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class OtherLight:
    """So many times as bright in grey values, and so much mirrored light, both (blue, green, red); 1 blinds the camera."""

    factor: tuple[float, float, float] = (1.0, 1.0, 1.0)
    veil: tuple[float, float, float] = (0.0, 0.0, 0.0)


LAMPS = ((0.83, 0.95, 1.0), (1.0, 0.95, 0.8))
"""Colours (blue, green, red) of what is mirrored: a lamp, a window."""
LIGHTS = (
    *(OtherLight((factor, factor, factor)) for factor in (0.5, 0.6, 0.72, 0.85, 1.25)),
    *(OtherLight(veil=(b * v, g * v, r * v)) for v in (0.05, 0.1, 0.18, 0.28, 0.4, 0.55) for b, g, r in LAMPS),
)


def lit(drawn: Array, light: OtherLight, white: Array) -> Array:
    """Drawings (n, pixels * 3) as they look in another light, nothing brighter than `white` (3,), which blinds the camera."""
    pixels = drawn.reshape(len(drawn), -1, 3)
    if max(light.veil) == 0:
        return np.asarray(pixels * np.array(light.factor, np.float32), dtype=np.float32).reshape(drawn.shape)
    veiled = 255 * (_light(pixels) + np.array(light.veil, np.float32) * _light(white)) ** (1 / GAMMA)
    return np.asarray(np.minimum(veiled, white), dtype=np.float32).reshape(drawn.shape)


def part_costs(seen: Array, drawn: Array, known: NDArray[np.bool_], costs: Array) -> None:
    """Put into `costs` (spots, rows) those of parts seen, as `_prepared` makes them, as parts drawn (rows, PART * PART * 3),
    where `known` (rows,)."""
    beside = (drawn * drawn).sum(axis=1, keepdims=True) * np.float32(WEIGHT)
    np.matmul(seen, np.concatenate([drawn, np.ones_like(beside), beside], axis=1).T, out=costs)
    # s / 2 (1 + s / LIMIT) of squares s, of which one plus s / LIMIT has been reckoned.
    np.divide(np.float32(-LIMIT / 2), costs, out=costs)
    costs += np.float32(LIMIT / 2)
    costs[:, ~known] = BARE


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
    """The parts of cards against a zone: `windows` (h, w, 3, PART, PART) of the coarse picture, as `prepared` for products,
    `pictures` (rows, card h, card w, 3) and `covers` (rows, card h, card w) of the cards, `starts` the upper left pixels (v, u)
    of the parts, `white` (3,) what the camera shows where it is blinded."""

    windows: Array
    prepared: Array
    pictures: Array
    covers: Array
    starts: tuple[tuple[int, int], ...]
    white: Array

    def of_rows(self, rows: NDArray[np.int64]) -> Parts:
        """The same with some of the rows only."""
        return Parts(self.windows, self.prepared, self.pictures[rows], self.covers[rows], self.starts, self.white)

    def costs(self, spots: Spots, light: OtherLight | None = None) -> Array:
        """Cost (parts, spots, rows) of every part of every card at spots (n, 2), v and u."""
        return self.costs_as(self.seen(spots), light)

    def costs_as(self, seen: Array, light: OtherLight | None, into: Array | None = None) -> Array:
        """The same at spots that were looked at before, written over what is not needed any more."""
        costs = np.empty((len(self.starts), seen.shape[1], len(self.pictures)), np.float32) if into is None else into
        for (v, u), own, part in zip(self.starts, seen, costs, strict=True):
            drawn = self.pictures[:, v : v + PART, u : u + PART].reshape(len(self.pictures), -1)
            known = self.covers[:, v : v + PART, u : u + PART].min(axis=(1, 2)) > 0.9
            part_costs(own, drawn if light is None else lit(drawn, light, self.white), known, part)
        return costs

    def seen(self, spots: Spots) -> Array:
        """What is seen of each part at spots (n, 2), v and u, for `costs_as`."""
        width = self.prepared.shape[1]
        there = np.array([(spots[:, 0] + v) * width + spots[:, 1] + u for v, u in self.starts])
        return self.prepared.reshape(-1, self.prepared.shape[2]).take(there, axis=0)

    def pixels(self, spot: NDArray[np.int64], row: int, part: int) -> tuple[Array, Array]:
        """What is seen at a spot of a part, and what is drawn in a row there, both (PART * PART, 3)."""
        v, u = self.starts[part]
        seen, drawn = self.windows[spot[0] + v, spot[1] + u], self.pictures[row, v : v + PART, u : u + PART]
        return seen.transpose(1, 2, 0).reshape(-1, 3), drawn.reshape(-1, 3)


def parts_of(coarse: Array, pictures: Array, covers: Array, starts: list[tuple[int, int]], white: Array) -> Parts:
    """The parts of cards against a coarse picture (h, w, 3)."""
    windows = sliding_window_view(coarse, (PART, PART), axis=(0, 1))
    return Parts(windows, _prepared(windows), pictures, covers, tuple(starts), white)


@dataclass(frozen=True, slots=True, eq=False)
class Patched:
    """The card that explains most when a part of it lies in another light: its spot (v, u), the gains (rows,) of all rows there,
    its own row, and which of its parts (parts,) lie in the other light."""

    spot: tuple[int, int]
    gains: Array
    row: int
    other: NDArray[np.bool_]
    light: OtherLight


def patched_card(parts: Parts, told: Array, free: NDArray[np.bool_], upright: NDArray[np.int64]) -> Patched | None:
    """The likeliest card of which a part lies in another light, at one of the free spots (down, across).

    `told` (parts, down, across) is how much of each part is seen, `upright` are the rows of cards that are not askew.
    """
    spots = np.argwhere(free)
    some = spots[(spots % 2 == spots[0] % 2).all(axis=1)] if len(spots) else spots
    if not len(some):
        return None
    few = parts.of_rows(upright)
    weight, looked_at = told[:, some[:, 0], some[:, 1]], few.seen(some)
    plain, ranked = few.costs_as(looked_at, None), []
    other = np.empty_like(plain)
    for light in LIGHTS:
        gains = _gains(weight, _least(few.costs_as(looked_at, light, other), plain))
        ranked.append((float(gains.max()), int(gains.max(axis=1).argmax()), light))
    _, best, light = max(ranked, key=lambda each: each[0])
    near = spots[np.abs(spots - some[best]).max(axis=1) <= 1]
    weight, around = told[:, near[:, 0], near[:, 1]], parts.seen(near)
    plain = parts.costs_as(around, None)
    for refine in (True, True, False):
        other = parts.costs_as(around, light) + np.float32(PATCH)
        gains = _gains(weight, np.minimum(plain, other))
        n, row = np.unravel_index(int(gains.argmax()), gains.shape)
        apart = other[:, n, row] < plain[:, n, row]
        if refine and apart.any():
            light = _refined(parts, near[n], int(row), np.flatnonzero(apart & (weight[:, n] > MOSTLY)), light)
    v, u = near[n]
    seen = weight[:, n] > MOSTLY
    alike = _likeness(parts, near[n], int(row), [np.flatnonzero(seen & apart), np.flatnonzero(seen & ~apart)])
    return Patched((int(v), int(u)), gains[n], int(row), apart, light) if alike > ALIKE else None


def _likeness(parts: Parts, spot: NDArray[np.int64], row: int, groups: list[NDArray[np.int64]]) -> float:
    """Correlation of what is seen with what is drawn, for groups of parts that lie in one light each.  A bare table in odd
    light is as bright as some card, but shows no drawing."""
    both, one, other = 0.0, 1e-6, 1e-6
    for group in groups:
        if len(group):
            pixels = [np.concatenate(each) for each in zip(*(parts.pixels(spot, row, int(part)) for part in group), strict=True)]
            seen, drawn = (each - each.mean(axis=0) for each in pixels)
            both, one, other = both + (seen * drawn).sum(), one + (seen**2).sum(), other + (drawn**2).sum()
    return float(both / np.sqrt(one * other))


def _refined(parts: Parts, spot: NDArray[np.int64], row: int, which: NDArray[np.int64], light: OtherLight) -> OtherLight:
    """The light that some parts of a card have in common, if it is one that lamps and shadows make; else as it was."""
    seen, drawn = (np.concatenate(each) for each in zip(*(parts.pixels(spot, row, int(part)) for part in which), strict=True))
    dim = (seen < NEARLY * parts.white).all(axis=1)
    if dim.sum() < PART * PART:
        return light
    seen, drawn = seen[dim], drawn[dim]
    if max(light.veil) == 0:
        b, g, r = np.median(seen, axis=0) / np.maximum(np.median(drawn, axis=0), 1)
        return OtherLight((float(b), float(g), float(r))) if max(b, g, r) < GREY * min(b, g, r) else light
    b, g, r = np.median(_light(seen) - _light(drawn), axis=0) / _light(parts.white)
    return OtherLight(veil=(float(b), float(g), float(r))) if min(b, g, r) > TINT * max(b, g, r) > 0 else light


def _light(grey: Array) -> Array:
    return np.asarray(np.maximum(grey / 255, 0) ** GAMMA, dtype=np.float32)


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
    bare = np.maximum(_light(seen) - np.array(light.veil, np.float32) * _light(white), 0)
    return np.asarray(255 * bare ** (1 / GAMMA), dtype=np.float32)
