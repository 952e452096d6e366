"""Heaps of wedges that were never printed, on tables that nobody has: shapes, prints and light by chance, drawn by `rays.c`.

Rendered tables have one shape of wedge and a few prints; what only they taught would take another edition's for something else.
"""

from __future__ import annotations

import ctypes
import math
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Chance = np.random.Generator
CORNERS = np.array([(-9.2, 0, 0), (9.0, -9.2, 0), (9.0, 9.2, 0)])
"""The corners of the usual wedge on its own, mm: tip, base."""
MOST, LAID, SIDE, SCALE, FINE = 24, 16, 160, 1.716, 2
"""Wedges of a tile that are told of, of a scene; pixels across a drawn picture, pixels a millimetre, parts of a pixel."""
AREA_MM2, TOUCH_MM, THICK_MM = 167.0, 16.0, (1.4, 2.4)
HEAD, WEDGE, SPOTS = 13, 38, 4
"""Numbers of a scene before its wedges, and of a wedge; spots of a print."""


@dataclass(frozen=True)
class Outlines:
    """Wedges of a tile: `corners` (MOST, 3, 2) px, NaN of none, whether the upper side lies `up`, and the share `seen`."""

    corners: Array
    up: NDArray[np.bool_]
    seen: Array

    @staticmethod
    def none() -> Outlines:
        return Outlines(np.full((MOST, 3, 2), np.nan, np.float32), np.zeros(MOST, np.bool_), np.zeros(MOST, np.float32))


def seen_shares(corners: NDArray[np.floating], lows: Sequence[float], free: Array) -> Array:
    """Which share of wedges with such corners (n, 3, 2) px is seen (n,): others at larger heights `lows` hide it, and what is not
    `free` (h, w)."""
    height, width = free.shape
    taken = cv2.resize(free, (width * FINE, height * FINE)) < 0.5
    shares = np.zeros(len(corners), np.float32)
    for n in np.argsort(-np.asarray(lows), kind="stable"):
        shown = np.zeros(taken.shape, np.uint8)
        cv2.fillPoly(shown, [np.rint((corners[n] + 0.5) * FINE - 0.5).astype(np.int32)], 1)
        (ax, ay), (bx, by) = corners[n, 1] - corners[n, 0], corners[n, 2] - corners[n, 0]
        shares[n] = float((shown.astype(bool) & ~taken).sum()) / max(abs(ax * by - ay * bx) / 2 * FINE**2, 1.0)
        taken |= shown.astype(bool)
    return shares


def ink(chance: Chance, like: Array | None = None) -> Array:
    """Some colour (3,) BGR, 0..1, or one not far from another."""
    if like is not None and chance.random() < 0.5:
        return np.asarray(np.clip(like * chance.uniform(0.45, 1.2) + chance.normal(0, 0.04, 3), 0.02, 1), np.float32)
    return _of(chance.random(), chance.random() ** 0.7, chance.uniform(0.25, 1))


def _of(hue: float, strong: float, bright: float) -> Array:
    seen = cv2.cvtColor(np.array([[[hue * 360, strong, bright]]], np.float32), cv2.COLOR_HSV2BGR)
    return np.asarray(seen[0, 0], np.float32)


def _cheese(chance: Chance) -> Array:
    return _of(chance.uniform(0.06, 0.17), chance.uniform(0.4, 0.9), chance.uniform(0.65, 1))


def _brown(chance: Chance) -> Array:
    return _of(chance.uniform(0.03, 0.12), chance.uniform(0.3, 0.8), chance.uniform(0.25, 0.7))


def linear(colours: Array) -> Array:
    return np.asarray(colours**2.2, np.float32)


@dataclass(frozen=True)
class Print:
    """One side of a wedge: its inks (4, 3) of the face, spots, band and edge, `spots` (SPOTS, 3) mm, widths of band and edge."""

    inks: Array
    spots: Array
    band_mm: float
    edge_mm: float


@dataclass(frozen=True)
class Edition:
    """Tip, base and half its length (mm), how thick a wedge is, the ink of its sides, and the prints of the lower and the upper
    side."""

    shape: tuple[float, float, float]
    thick_mm: float
    side: Array
    prints: tuple[Print, Print]


def edition(chance: Chance) -> Edition:
    tip, base, half = -9.2 * chance.uniform(0.85, 1.2), 9 * chance.uniform(0.9, 1.2), 9.2 * chance.uniform(0.68, 1.15)
    size = math.sqrt(AREA_MM2 / ((base - tip) * half)) * chance.uniform(0.95, 1.05)
    shape = tip * size, base * size, half * size
    side = _brown(chance) if chance.random() < 0.6 else ink(chance)
    upper, lower = _print(chance, shape, True), _print(chance, shape, False)
    if chance.random() < 0.15:
        inks = lower.inks.copy()
        inks[0] = np.clip(upper.inks[0] * chance.uniform(0.6, 1.1), 0, 1)
        lower = Print(inks, lower.spots, lower.band_mm, lower.edge_mm)
    return Edition(shape, chance.uniform(*THICK_MM), side, (lower, upper))


def _print(chance: Chance, shape: tuple[float, float, float], upper: bool) -> Print:
    tip, base, half = shape
    usual = _cheese if upper else _brown
    face = usual(chance) if chance.random() < 0.6 else ink(chance)
    spots, count = np.zeros((SPOTS, 3), np.float32), chance.integers(0, SPOTS + 1) if upper or chance.random() < 0.4 else 0
    for spot in spots[:count]:
        x = chance.uniform(-4, 8)
        room = half * (x - tip) / (base - tip) * 0.8
        spot[:] = x, chance.uniform(-room, room), chance.uniform(0.6, 2.2)
    band = chance.uniform(1, 4) if chance.random() < (0.6 if upper else 0.1) else 0.0
    edge = (chance.uniform(0.3, 0.8) if chance.random() < 0.35 else chance.uniform(0.8, 2.6)) * (chance.random() < 0.6)
    return Print(np.stack([face, ink(chance, face), ink(chance, face), ink(chance, face)]), spots, band, edge)


def usual_colour(own: Print, shape: tuple[float, float, float]) -> Array:
    """The median of what a print shows (3,), 0..1, as softly as a camera sees it."""
    tip, base, half = shape
    x, y = np.meshgrid(np.linspace(tip, base, 24), np.linspace(-half, half, 24))
    one = 1 / math.hypot(base - tip, half)
    rim = np.minimum(base - x, (half * (x - tip) - (base - tip) * np.abs(y)) * one)
    shown = np.broadcast_to(own.inks[0], (*x.shape, 3)).copy()
    for across, down, radius in own.spots:
        shown[(x - across) ** 2 + (y - down) ** 2 < radius**2] = own.inks[1]
    shown[base - x < own.band_mm] = own.inks[2]
    shown[rim < own.edge_mm] = own.inks[3]
    shown[rim <= 0] = np.median(shown[rim > 0], axis=0)
    soft = cv2.GaussianBlur(shown, (0, 0), 0.8)
    return np.asarray(np.median(soft[rim > 0.4], axis=0), np.float32)


def _heap(chance: Chance, reach: float, count: int, foot: float, stepped: bool, up: float, thick: float) -> list[list[float]]:
    """Wedges about a point: across, down, turn, height, whether the upper side lies up.  Each lies on those below it, or one step
    higher than the one before."""
    laid, spread = list[list[float]](), chance.uniform(6, 18)
    middle = last = chance.uniform(-0.6 * reach, 0.6 * reach, 2)
    for number in range(count):
        turn, start = chance.uniform(0, 2 * math.pi), (middle, last)[int(chance.integers(2))]
        last = np.clip(start + abs(chance.normal(0, spread)) * np.array([math.cos(turn), math.sin(turn)]), -reach, reach)
        below = [other[3] + thick + 0.05 for other in laid if math.dist(other[:2], last) < TOUCH_MM]
        low = foot + (thick + 0.1) * number if stepped else max([foot, *below])
        laid.append([*last.tolist(), chance.uniform(0, 2 * math.pi), low, float(chance.random() < up)])
    return laid


@dataclass(frozen=True)
class Scene:
    """A scene as `rays.c` has it, `told` (numbers,), whether the upper side of each wedge lies `up` (MOST,), and the usual
    `colours` (2, 3) of the lower and the upper side, 0..1."""

    told: Array
    up: NDArray[np.bool_]
    colours: Array


def scene(chance: Chance) -> Scene:
    own, reach = edition(chance), SIDE / 2 / SCALE - 4
    stepped, up = bool(chance.random() < 0.5), float(chance.choice([1, 1, 0.6, 0.3, 0]))
    laid = _heap(chance, reach, int(chance.integers(0, 10)), 0.6, stepped, up, own.thick_mm)
    foot = 0.6 + (own.thick_mm + 0.1) * len(laid) * stepped
    laid += _heap(chance, reach, int(chance.integers(0, 6)), foot, stepped, up, own.thick_mm)
    told = np.zeros(HEAD + LAID * WEDGE, np.float32)
    lean, to_lens = chance.uniform(0, 0.75), chance.uniform(0, 2 * math.pi)
    height, to_lamp = math.radians(chance.uniform(28, 80)), chance.uniform(0, 2 * math.pi)
    ambient, tint = chance.uniform(0.08, 0.8), np.exp(chance.normal(0, 0.25, 3))
    told[:3] = len(laid), lean * math.cos(to_lens), lean * math.sin(to_lens)
    told[3:6] = math.cos(height) * math.cos(to_lamp), math.cos(height) * math.sin(to_lamp), math.sin(height)
    told[6] = chance.uniform(0.08, 0.5) * (1 if chance.random() < 0.7 else 1.8)
    told[7:10] = np.clip(ambient * tint / tint.mean(), 0.02, 0.98)
    told[10:13] = chance.uniform(0.6, 1), chance.uniform(0, 0.12) * (chance.random() < 0.4), SCALE
    for number, (x, y, turn, low, is_up) in enumerate(laid):
        wedge = told[HEAD + number * WEDGE : HEAD + (number + 1) * WEDGE]
        wedge[:9] = x, y, math.cos(turn), math.sin(turn), low, low + own.thick_mm, *own.shape
        side = own.prints[int(is_up)]
        wedge[9:21] = (linear(side.inks) * chance.uniform(0.93, 1.07)).reshape(-1)
        wedge[21:24], wedge[24:36] = linear(own.side), side.spots.reshape(-1)
        wedge[36:38] = side.band_mm, side.edge_mm
    shows = np.zeros(MOST, np.bool_)
    shows[: len(laid)] = [each[4] > 0 for each in laid]
    return Scene(told, shows, np.stack([usual_colour(each, own.shape) for each in own.prints]))


def table(chance: Chance) -> NDArray[np.uint8]:
    """Some table (SIDE, SIDE, 3): plain, grained, striped, chequered or in blots."""
    down, across = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    turn, kind = chance.uniform(0, math.pi), chance.random()
    u, v = across * math.cos(turn) + down * math.sin(turn), down * math.cos(turn) - across * math.sin(turn)
    first = _brown(chance) * chance.uniform(0.5, 1) if chance.random() < 0.35 else ink(chance)
    wide = chance.uniform(15, 50)
    if kind < 0.3:
        share = np.zeros_like(u)
    elif kind < 0.5:
        share = np.interp(v / (wide / 4) + 0.15 * np.sin(u / wide), np.arange(-400, 400), chance.random(800))
    elif kind < 0.65:
        share = (u // wide) % 2
    elif kind < 0.8:
        share = ((u // wide) % 2 + (v // wide) % 2) / 2
    else:
        few = SIDE // int(wide / 2) + 3
        share = np.clip(cv2.resize(chance.random((few, few)), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), 0, 1)
    shown = first + (ink(chance, first) - first) * np.asarray(share, np.float32)[..., None]
    shown = shown * (1 + chance.normal(0, chance.uniform(0, 0.06), (SIDE, SIDE, 1)))
    return np.clip(shown * 255, 2, 255).astype(np.uint8)


@cache
def _library() -> ctypes.CDLL:
    """`rays.c`, compiled."""
    made = Path(tempfile.mkdtemp()) / "rays.so"
    source = Path(__file__).with_name("rays.c")
    subprocess.run(["cc", "-O3", "-ffast-math", "-shared", "-fPIC", "-o", str(made), str(source), "-lm"], check=True)
    return ctypes.CDLL(str(made))


def drawn(scenes: Sequence[Scene], tables: Array, seed: int) -> tuple[Array, NDArray[np.int32]]:
    """Pictures (n, SIDE, SIDE, 3) of scenes on tables (n, SIDE, SIDE, 3), all 0..1, and which wedge each pixel shows
    (n, SIDE, SIDE), -1 for none."""
    lit, shows = np.zeros((len(scenes), SIDE, SIDE, 3), np.float32), np.zeros((len(scenes), SIDE, SIDE), np.int32)
    given = [np.ascontiguousarray(each, np.float32) for each in (np.stack([own.told for own in scenes]), linear(tables))]
    _library().draw(len(scenes), SIDE, *(each.ctypes.data_as(ctypes.c_void_p) for each in (*given, lit, shows)), seed)
    return np.asarray(np.clip(lit, 0, 1) ** (1 / 2.2), np.float32), shows


def outlines(own: Scene, shows: NDArray[np.int32]) -> Outlines:
    """The wedges of a scene, of which such a picture shows each pixel (SIDE, SIDE)."""
    known, (count, lean_x, lean_y) = Outlines.none(), own.told[:3].tolist()
    for number in range(int(count)):
        x, y, cosine, sine, _, high, tip, base, half = own.told[HEAD + number * WEDGE :][:9].tolist()
        at = np.array([(tip, 0.0), (base, -half), (base, half)]) @ np.array([(cosine, sine), (-sine, cosine)])
        seen_at = np.array([x - high * lean_x, y - high * lean_y])
        known.corners[number] = (at + seen_at) * SCALE + SIDE / 2 - 0.5
        known.seen[number] = float((shows == number).sum()) / ((base - tip) * half * SCALE**2)
    known.up[:] = own.up
    return known
