"""The pieces of a kind in all sizes and turns at the plan's full scale, laid out to be compared with a heap.

A first list of poses is made by matrix products, in which the sizes share what is seen: what a smaller size covers comes first
among the pixels of a larger one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from vision.contrast import contrast, sampled, unit_of
from vision.footprints import LEAST_COVER, Numbers
from vision.leaning import seen_from
from vision.light import Array
from vision.matching import STRICT, UNIT
from vision.motion import doubled_kernel
from vision.piece_bank import TURNS, PieceBank, filled, laid
from vision.rig import SPRITE_SIDE
from vision.tones import texture, with_texture

BETWEEN, SEVERAL_TURNS = 180 / TURNS, TURNS // 2
"""Degrees by which rows of the bank are turned more, to lie between two, where a kind has more than so many."""
ROUND = 0.8
"""Share of what is covered in some turn that what is round covers in every turn."""
INNER = 0.9
"""Cover from which on a pixel shows nothing but the piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """Of the pixels that each of some rows covers `within` (m, k) flat numbers in a window, `covers` (m, k) and `tones`
    (m, k, 4), in units of a piece's noise: colours, and the contrast of what is flat or the texture of a body."""

    within: NDArray[np.int32]
    covers: Array
    tones: Array


@dataclass(frozen=True, slots=True, eq=False)
class Sized:
    """One kind in one size, in all its sides and turns at full scale, in windows of `side` px.

    `rows` (m,) of the bank at half scale, turned by `headings` (m,) degrees; `fine` what they cover, `rough` the same with one
    pixel for `detail` x `detail` that counts as many; `any_cover` (side, side) how far any row covers each.  Roughly laid out for
    matrix products: `union` (p,) all pixels that any row of this size or a smaller one covers; of the first rows, which are as in
    the bank, what `tones` (p * 4, l) seen there bring, and what costs as board and how far a pixel is free bring, `worths`
    (p * 2, l); the other rows lie between two of these, `beside` (l,) has their numbers.  `texture` (m, k) of the `fine` pixels,
    of what is flat too.
    """

    rows: NDArray[np.int64]
    headings: Array
    side: int
    detail: int
    fine: Prints
    rough: Prints
    any_cover: Array
    union: Numbers
    tones: Array
    worths: Array
    beside: tuple[NDArray[np.int64], ...]
    texture: Array


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """One kind in all its sizes, the largest first, in windows of `side` px; some of its `colours` (n, 3), whether it is `flat`,
    and whether it is `round`: its outline is the same in every turn.  Contrasts are told in such a `unit`."""

    side: int
    sizes: tuple[Sized, ...]
    colours: Array
    flat: bool
    round: bool
    unit: float


def shapes_of(bank: PieceBank, kind: str, zone: str = "", aside: int = 0) -> Shapes:
    """All of a kind that the bank holds, as they look in a zone if they do not look as usual there, loose bodies as they lean so
    far `aside` (a number of the bank's leans), in the smallest square that holds it."""
    own = [number for number, sprite in enumerate(bank.sprites) if sprite.kind == kind]
    # What is the same in all views has but one.
    only = [-1 if sprite.crisp is None else 0 for sprite in bank.sprites]
    only = [aside if sprite.prism is not None else view for sprite, view in zip(bank.sprites, only, strict=True)]
    shown = np.array([only[number] in (-1, view) for number, view in zip(bank.kinds, bank.views, strict=True)], np.bool_)
    lit = np.array([not zones or zone in zones for zones in bank.lights], np.bool_)
    rows = np.flatnonzero(np.isin(bank.kinds, own) & shown & lit)
    motion = None if bank.motion is None else doubled_kernel(bank.motion)
    whole, covers, looks = SPRITE_SIDE * bank.detail, [], []
    painting = cache(partial(_painted, bank))
    turned = [row for row in rows.tolist() if (bank.kinds[rows] == bank.kinds[row]).sum() > SEVERAL_TURNS]
    more = np.repeat((0.0, BETWEEN), (len(rows), len(turned)))
    rows = np.append(rows, np.array(turned, dtype=np.int64))
    for row, degrees in zip(rows.tolist(), more.tolist(), strict=True):
        heading = float(bank.headings[row]) + degrees if bank.sprites[int(bank.kinds[row])].prism is not None else 0.0
        painted, cover = painting(int(bank.kinds[row]), int(bank.views[row]), heading)
        look, veil = laid(painted, cover, float(bank.headings[row]) + degrees, float(bank.sizes[row]), whole, motion, scale=1.0)
        covers.append(veil)
        looks.append(look)
    cover, look = np.stack(covers), np.stack(looks)
    rim = _rim(cover.max(axis=0) > 0.05)
    inner = slice(rim, whole - rim)
    cover, look = np.ascontiguousarray(cover[:, inner, inner]), look[:, inner, inner]
    tone = with_texture(look[..., :3], look[..., 3]) * UNIT
    flat = all(bank.sprites[number].flat for number in own)
    rough = tone[..., 3].copy()
    if flat:
        parts = zip(tone, cover, strict=True)
        tone[..., 3] = [contrast(each[..., 0], veil, bank.detail, unit_of(bank.aslant)) for each, veil in parts]
    sizes, headings = bank.sizes[rows], bank.headings[rows] + more.astype(np.float32)
    union, made = np.zeros(0, np.int64), list[Sized]()
    for size in sorted(set(sizes.tolist())):
        each = np.flatnonzero(sizes == size)
        beside = _beside(bank, rows[each], headings[each], more[each] == 0)
        made.insert(0, _sized(rows[each], headings[each], cover[each], tone[each], rough[each], bank.detail, beside, union))
        union = made[0].union
    largest = cover[sizes == sizes.max()]
    alike = float(largest.min(axis=0).sum()) > ROUND * float(largest.max(axis=0).sum())
    # Of a piece that was taught in too little light nothing may be that sure.
    inner_most = min(INNER, INNER * float(cover.max()))
    return Shapes(whole - 2 * rim, tuple(made), sampled(tone[cover > inner_most]), flat, alike, unit_of(bank.aslant))


def _beside(
    bank: PieceBank, rows: NDArray[np.int64], headings: Array, listed: NDArray[np.bool_]
) -> list[NDArray[np.int64]]:
    """For each listed row, which come first, the numbers of those that lie between it and the next ones."""
    same = (bank.kinds[rows] == bank.kinds[rows][:, None]) & (bank.views[rows] == bank.views[rows][:, None])
    apart = np.abs((headings - headings[:, None] + 180) % 360 - 180)
    near = same & (apart < 1.5 * BETWEEN) & ~listed
    return [np.flatnonzero(near[n]) for n in np.flatnonzero(listed)]


def _sized(
    rows: NDArray[np.int64], headings: Array, covers: Array, tones: Array, texture: Array, detail: int,
    beside: Sequence[NDArray[np.int64]], smaller: Numbers,
) -> Sized:  # fmt: skip
    """Rows with their covers (m, side, side), tones (m, side, side, 4) and texture (m, side, side); what a smaller size covers is
    `smaller`."""
    flat, inks, side = covers.reshape(len(rows), -1), tones.reshape(len(rows), -1, 4), covers.shape[1]
    inside = flat > LEAST_COVER
    shown: Array = np.where(inside, flat, np.float32(0))
    down, across = np.divmod(np.arange(side * side), side)
    some = (down % detail == 0) & (across % detail == 0)
    # For a first list every other of these tells enough.
    half = some & ((down + across) // detail % 2 == 0)
    union, listed = np.append(smaller, np.setdiff1d(np.flatnonzero(inside.any(axis=0) & half), smaller)), len(beside)
    cover = shown[:listed, union] * np.float32(2 * detail**2)
    paint = cover[..., None] * inks[:listed, union]
    power = (paint * inks[:listed, union]).sum(axis=2)
    fine = _prints(inside, shown, inks)
    rough = fine if detail == 1 else _prints(inside & some, shown * np.float32(detail**2), inks)
    own = np.take_along_axis(texture.reshape(len(rows), -1), fine.within.astype(np.int64), axis=1)
    # Laid out as products read them.
    worths = np.ascontiguousarray(np.stack([cover, np.float32(-STRICT) * power], axis=2).reshape(listed, -1).T)
    bring = np.ascontiguousarray((paint * np.float32(2 * STRICT)).reshape(listed, -1).T)
    around = shown.max(axis=0).reshape(side, side)
    return Sized(rows, headings, side, detail, fine, rough, around, union, bring, worths, tuple(beside), own)


def _prints(inside: NDArray[np.bool_], covers: Array, tones: Array) -> Prints:
    """Covers (m, p) and tones (m, p, 4) of the pixels inside (m, p); what is short of the most covers nothing."""
    most = int(inside.sum(axis=1).max())
    within = np.sort(np.argsort(~inside, axis=1, kind="stable")[:, :most], axis=1)
    own = np.take_along_axis(np.where(inside, covers, np.float32(0)), within, axis=1)
    return Prints(within.astype(np.int32), own, np.take_along_axis(tones, within[..., None], axis=1))


def _painted(bank: PieceBank, number: int, view: int, heading: float) -> tuple[Array, Array]:
    """A sprite's picture with its texture (n, n, 4) and its cover (n, n), as crisp as it is known, of what shows other sides when
    it is turned as in that heading."""
    sprite = bank.sprites[number]
    side = seen_from(sprite, heading, bank.leans[view]) if sprite.prism is not None else None
    picture, cover = (sprite.picture[view], sprite.cover[view]) if side is None else side
    if sprite.crisp is not None:
        picture, cover = sprite.crisp[..., :3], sprite.crisp[..., 3]
    return np.dstack([picture, texture(filled(picture, cover), bank.detail)]), cover


def _rim(used: NDArray[np.bool_]) -> int:
    """Pixels on every side of a square that nothing uses."""
    rows = np.flatnonzero(used.any(axis=1) | used.any(axis=0))
    return int(min(rows.min(), len(used) - 1 - rows.max()))
