"""Counting pieces of one kind that lie close together: at the plan's full scale, all at once.

In a heap edges meet edges, and at half scale three wedges look like two.  Here every pose of the piece that explains
something is listed first (a pixel counting no more than CAP); then the set of poses is chosen that explains most, one by
one, each chosen anew with the others in place, until nothing changes.  What lies under another piece speaks neither for
nor against it.  Where the board explains all that is seen, no pose could be chosen, and none is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.footprints import LEAST_COVER, Numbers
from vision.light import Array
from vision.matching import CAP, PRIOR, STRICT, UNIT
from vision.motion import doubled_kernel
from vision.piece_bank import PieceBank, filled, laid
from vision.rig import SPRITE_SIDE
from vision.tones import texture, with_texture
from vision.windows import spots_around

SEEN = 0.5
"""Share of a piece of which the others must leave that much to be seen."""
LEAST = 0.6
"""Gain per visible pixel that a piece must bring."""
LISTED = 800
"""Poses that are compared pixel by pixel."""
STEP = 2
CHUNK = 200
"""Spots whose pixels are laid out at once."""
ALMOST = 0.99
"""Sums of a few hundred numbers may be off by rounding."""
SWEEPS = 6
MOST = 14
NEAR = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Sized:
    """One kind in one size, in all its sides and turns at full scale.

    `rows` (m,) of the bank at half scale; of the pixels that each covers `within` (m, k), flat numbers in a window of `side` px,
    `covers` (m, k) and `tones` (m, k, 4), in units of a piece's noise.  The same laid out for matrix products: `union` (p,) all
    pixels that any row covers, `cover` (m, p), `paint` (m, p * 4) cover times tones, `power` (m, p) cover times squared tones.
    """

    rows: NDArray[np.int64]
    side: int
    within: Numbers
    covers: Array
    tones: Array
    union: Numbers
    cover: Array
    paint: Array
    power: Array


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """One kind in all its sizes, the largest first, in windows of `side` px."""

    side: int
    sizes: tuple[Sized, ...]


def shapes_of(bank: PieceBank, kind: str) -> Shapes:
    """All of a kind that the bank holds, in the smallest square that holds it."""
    own = [number for number, sprite in enumerate(bank.sprites) if sprite.kind == kind]
    crisp = np.array([bank.sprites[number].crisp is not None for number in bank.kinds])
    # What is the same in all views has but one.
    rows = np.flatnonzero(np.isin(bank.kinds, own) & (~crisp | (bank.views == 0)))
    motion = None if bank.motion is None else doubled_kernel(bank.motion)
    whole, covers, looks = SPRITE_SIDE * bank.detail, [], []
    painting = cache(partial(_painted, bank))
    for row in rows.tolist():
        painted, cover = painting(int(bank.kinds[row]), int(bank.views[row]))
        look, veil = laid(painted, cover, float(bank.headings[row]), float(bank.sizes[row]), whole, motion, scale=1.0)
        covers.append(veil)
        looks.append(look)
    cover, look = np.stack(covers), np.stack(looks)
    rim = _rim(cover.max(axis=0) > 0.05)
    inner = slice(rim, whole - rim)
    cover, look = np.ascontiguousarray(cover[:, inner, inner]), look[:, inner, inner]
    tone = with_texture(look[..., :3], look[..., 3]) * UNIT
    sizes = bank.sizes[rows]
    alike = [np.flatnonzero(sizes == size) for size in sorted(set(sizes.tolist()), reverse=True)]
    return Shapes(whole - 2 * rim, tuple(_sized(rows[each], cover[each], tone[each]) for each in alike))


def _sized(rows: NDArray[np.int64], covers: Array, tones: Array) -> Sized:
    """Rows with their covers (m, side, side) and tones (m, side, side, 4)."""
    flat, inks = covers.reshape(len(rows), -1), tones.reshape(len(rows), -1, 4)
    inside = flat > LEAST_COVER
    most = int(inside.sum(axis=1).max())
    within = np.sort(np.argsort(~inside, axis=1, kind="stable")[:, :most], axis=1)
    union = np.flatnonzero(inside.any(axis=0))
    shown = np.where(inside, flat, 0)[:, union]
    paint = shown[..., None] * inks[:, union]
    return Sized(
        rows, covers.shape[1], within,
        np.take_along_axis(np.where(inside, flat, 0), within, axis=1).astype(np.float32),
        np.take_along_axis(inks, within[..., None], axis=1).astype(np.float32),
        union, shown.astype(np.float32), paint.reshape(len(rows), -1).astype(np.float32),
        (paint * inks[:, union]).sum(axis=2).astype(np.float32),
    )  # fmt: skip


def _painted(bank: PieceBank, number: int, view: int) -> tuple[Array, Array]:
    """A sprite's picture with its texture (n, n, 4) and its cover (n, n), as crisp as it is known."""
    sprite = bank.sprites[number]
    picture, cover = sprite.picture[view], sprite.cover[view]
    if sprite.crisp is not None:
        picture, cover = sprite.crisp[..., :3], sprite.crisp[..., 3]
    return np.dstack([picture, texture(filled(picture, cover), bank.detail)]), cover


def _rim(used: NDArray[np.bool_]) -> int:
    """Pixels on every side of a square that nothing uses."""
    rows = np.flatnonzero(used.any(axis=1) | used.any(axis=0))
    return int(min(rows.min(), len(used) - 1 - rows.max()))


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """Listed poses: `rows` (n,) of the bank, upper left corners `at` (n, 2) px, and of each pixel that a pose covers (n, k) its
    flat number `pixels` in the square, `covers`, `errors` as the piece and `worths`, by how much it is better as the piece than
    as board (nats)."""

    rows: NDArray[np.int64]
    at: NDArray[np.int64]
    pixels: Numbers
    covers: Array
    errors: Array
    worths: Array


@dataclass(frozen=True, slots=True)
class Lying:
    """One piece of a heap: row of the bank, middle (px of the square), what it explains (nats), how badly it fits."""

    row: int
    at: tuple[float, float]
    gain: float
    misfit: float


class Heap:
    """A square of the plan at full scale: `tones` (n, n, 4), what each pixel costs as board `costs` (n, n), how far it is
    `free` of other things (n, n), 0..1."""

    def __init__(self, tones: Array, costs: Array, free: Array) -> None:
        self._width = costs.shape[1]
        self._tones = np.ascontiguousarray(tones * UNIT).reshape(-1, 4)
        self._squares = np.einsum("pc,pc->p", self._tones, self._tones)
        self._costs, self._free = np.minimum(costs, CAP).reshape(-1), np.ascontiguousarray(free).reshape(-1)
        # A piece that fits without fault, shifted by a pixel at most, would gain that much at each pixel.
        most = np.maximum(self._costs - np.float32(PRIOR), 0) * self._free
        self._most = np.asarray(cv2.dilate(most.reshape(costs.shape), NEAR), dtype=np.float32)

    def count(self, shapes: Shapes, reach: int) -> list[Lying]:
        """The pieces of the heap, all of one size: the size that explains most."""
        best: list[Lying] = []
        for sized in shapes.sizes:
            poses = self._listed(sized, reach)
            here = self._told(poses, self._chosen(poses), shapes.side)
            if sum(piece.gain for piece in here) > sum(piece.gain for piece in best):
                best = here
        return best

    def _told(self, poses: Poses, found: Sequence[int], side: int) -> list[Lying]:
        """The chosen poses, each with what it explains when the others are in place."""
        pieces = []
        for n in found:
            free = self._left(poses, [other for other in found if other != n]).take(poses.pixels[n])
            u, v = (int(each) for each in poses.at[n])
            seen = poses.covers[n] * free
            misfit = float(poses.errors[n] @ seen / max(float(seen.sum()), 1.0))
            middle, gain = (u + (side - 1) / 2, v + (side - 1) / 2), float(poses.worths[n] @ free)
            pieces.append(Lying(int(poses.rows[n]), middle, gain, misfit))
        return pieces

    def _listed(self, sized: Sized, reach: int) -> Poses:
        """The poses that explain most by themselves: first by a product of all with all, then each at its best shift."""
        spots, gains = self._peaks(sized, reach)
        top = np.argsort(-gains, axis=None, kind="stable")[: min(LISTED, int(np.isfinite(gains).sum()))]
        at, row = np.unravel_index(top, gains.shape)
        hopeful = self._hopeful(sized, row, spots[at])
        at, row = at[hopeful], row[hopeful]
        where, best = spots[at].copy(), np.zeros(len(at), np.float32)
        errors, worths = (np.zeros((len(at), sized.within.shape[1]), np.float32) for _ in range(2))
        for shift in spots_around(1, 1):
            for some in self._chunks(len(at)):
                there = self._pixels(sized, sized.within[row[some]], spots[at[some]] + shift)
                off = self._errors(sized, row[some], there)
                worth = sized.covers[row[some]] * (self._costs.take(there) - STRICT * off - np.float32(PRIOR))
                total = np.einsum("nk,nk->n", worth, self._free.take(there))
                better = np.flatnonzero(total > best[some])
                at_better = better + some.start
                best[at_better], where[at_better] = total[better], spots[at[at_better]] + shift
                errors[at_better], worths[at_better] = off[better], worth[better]
        pick = np.flatnonzero(best > 0)
        row, where = row[pick], where[pick]
        pixels = self._pixels(sized, sized.within[row], where)
        return Poses(sized.rows[row], where - sized.side // 2, pixels, sized.covers[row], errors[pick], worths[pick])

    def _peaks(self, sized: Sized, reach: int) -> tuple[NDArray[np.int64], Array]:
        """All spots (n, 2), and the gain (n, rows) of every pose there that gains more than those beside it, else -inf."""
        middle = self._width // 2
        spots, across = spots_around(reach, STEP, (middle, middle)), 2 * (reach // STEP) + 1
        any_row = _square(sized.cover.max(axis=0), sized.union, sized.side)
        most = cv2.filter2D(self._most, -1, any_row, borderType=cv2.BORDER_CONSTANT)
        hopeful = np.asarray(most, dtype=np.float32)[spots[:, 1], spots[:, 0]].reshape(across, across)
        hopeful = hopeful > ALMOST * LEAST * SEEN * float(sized.cover.sum(axis=1).min())
        tried = np.flatnonzero(cv2.dilate(hopeful.astype(np.uint8), NEAR))
        gains: Array = np.full((len(spots), len(sized.rows)), -np.inf, np.float32)
        for some in self._chunks(len(tried)):
            gains[tried[some]] = self._gains(sized, spots[tried[some]])
        field = gains.reshape(across, across, -1)
        peak = (field >= cv2.dilate(field, NEAR).reshape(field.shape)) & hopeful[..., None]
        return spots, np.where(peak.reshape(gains.shape), gains, np.float32(-np.inf))

    def _hopeful(self, sized: Sized, row: NDArray[np.int64], spots: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of some poses that could be chosen at all, shifted by a pixel at most, if they fitted without fault."""
        most = self._most.reshape(-1)
        keep = [np.zeros(0, np.bool_)]
        for some in self._chunks(len(row)):
            there = most.take(self._pixels(sized, sized.within[row[some]], spots[some]))
            cover = sized.covers[row[some]]
            keep.append(np.einsum("nk,nk->n", there, cover) > ALMOST * LEAST * SEEN * cover.sum(axis=1))
        return np.flatnonzero(np.concatenate(keep))

    def _chunks(self, count: int) -> Iterator[slice]:
        return (slice(start, min(start + CHUNK, count)) for start in range(0, count, CHUNK))

    def _pixels(self, sized: Sized, within: Numbers, spots: NDArray[np.int64]) -> Numbers:
        """Flat numbers (n, k) in the square of pixels, (k,) or (n, k), of windows around spots (n, 2)."""
        down, across = np.divmod(within, sized.side)
        corner = (spots[:, 1] - sized.side // 2) * self._width + spots[:, 0] - sized.side // 2
        return np.asarray(down * self._width + across + corner[:, None], dtype=np.int64)

    def _gains(self, sized: Sized, spots: NDArray[np.int64]) -> Array:
        """Gain (spots, rows) of every pose, a pixel off counting without limit."""
        there = self._pixels(sized, sized.union, spots)
        free = self._free.take(there)
        local = (self._costs.take(there) - np.float32(PRIOR) - np.float32(STRICT) * self._squares.take(there)) * free
        tone = self._tones.take(there, axis=0) * free[..., None]
        gains = local @ sized.cover.T + np.float32(2 * STRICT) * (tone.reshape(len(spots), -1) @ sized.paint.T)
        return np.asarray(gains - np.float32(STRICT) * (free @ sized.power.T), dtype=np.float32)

    def _errors(self, sized: Sized, row: NDArray[np.int64], pixels: Numbers) -> Array:
        """What each of the pixels (n, k) costs as the piece of that row (n,)."""
        away = self._tones.take(pixels, axis=0) - sized.tones[row]
        return np.asarray(np.minimum(np.einsum("nkc,nkc->nk", away, away), np.float32(CAP)), dtype=np.float32)

    def _chosen(self, poses: Poses) -> list[int]:
        """Numbers of the poses that together explain most."""
        found: list[int] = []
        for _ in range(SWEEPS):
            before = list(found)
            for number in range(len(found)):
                others = found[:number] + found[number + 1 :]
                again = self._best(poses, others)
                found[number] = found[number] if again is None else again
            while len(found) < MOST and (more := self._best(poses, found)) is not None:
                found.append(more)
            if found == before:
                break
        return found

    def _best(self, poses: Poses, others: Sequence[int]) -> int | None:
        """The pose that explains most of what the others leave, if it is seen well enough and explains enough."""
        if not len(poses.rows):
            return None
        free = self._left(poses, others).take(poses.pixels)
        gains = np.einsum("nk,nk->n", poses.worths, free)
        seen = np.einsum("nk,nk->n", poses.covers, free)
        enough = (seen >= SEEN * poses.covers.sum(axis=1)) & (gains >= LEAST * seen)
        if not enough.any():
            return None
        return int(np.where(enough, gains, -np.inf).argmax())

    def _left(self, poses: Poses, chosen: Sequence[int]) -> Array:
        """How far each pixel (n * n,) is free when these poses are chosen."""
        free = self._free.copy()
        for n in chosen:
            free[poses.pixels[n]] *= 1 - poses.covers[n]
        return free


def _square(values: Array, within: Numbers, side: int) -> Array:
    """Values (p,) of some pixels laid into a window of `side` px."""
    window: Array = np.zeros(side * side, np.float32)
    window[within] = values
    return window.reshape(side, side)
