"""Counting pieces of one kind that lie close together: at the plan's full scale, all at once.

In a heap edges meet edges, and at half scale three wedges look like two.  Here every pose of the piece that explains
something is listed first (a pixel counting no more than CAP); then the set of poses is chosen that explains most, one by
one, each chosen anew with the others in place, until nothing changes.  What lies under another piece speaks neither for
nor against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.matching import CAP, PRIOR, STRICT
from vision.motion import doubled_kernel
from vision.piece_bank import PIECE_NOISE, PieceBank, filled, laid
from vision.rig import SPRITE_SIDE
from vision.tones import texture, with_texture
from vision.windows import spots_around, windows_at

SEEN = 0.5
"""Share of a piece of which the others must leave that much to be seen."""
LEAST = 0.6
"""Gain per visible pixel that a piece must bring."""
LISTED = 800
"""Poses that are compared pixel by pixel."""
STEP = 2
CHUNK = 200
"""Spots whose windows are laid out at once."""
SWEEPS = 6
MOST = 14


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """One kind in all sides, turns and sizes at full scale: `rows` (m,) of the bank at half scale, `covers` (m, n, n), `tones`
    (m, n, n, 4), `sizes` (m,)."""

    rows: NDArray[np.int64]
    covers: Array
    tones: Array
    sizes: Array

    @property
    def side(self) -> int:
        """Pixels across a window."""
        return int(self.covers.shape[1])


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
    return Shapes(rows, cover, with_texture(look[..., :3], look[..., 3]), bank.sizes[rows])


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
    """Listed poses: `rows` (n,), upper left corners `at` (n, 2) px, and of each pixel (n, m, m) `covers`, `errors` as the piece
    and `worths`, by how much it is better as the piece than as board (nats)."""

    rows: NDArray[np.int64]
    at: NDArray[np.int64]
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
        self._tones, self._costs, self._free = tones, np.minimum(costs, CAP), free

    def count(self, shapes: Shapes, reach: int) -> list[Lying]:
        """The pieces of the heap, all of one size: the size that explains most."""
        best: list[Lying] = []
        for size in sorted(set(shapes.sizes.tolist()), reverse=True):
            poses = self._listed(shapes, np.flatnonzero(shapes.sizes == np.float32(size)), reach)
            here = self._told(poses, self._chosen(poses), shapes.side)
            if sum(piece.gain for piece in here) > sum(piece.gain for piece in best):
                best = here
        return best

    def _told(self, poses: Poses, found: Sequence[int], side: int) -> list[Lying]:
        """The chosen poses, each with what it explains when the others are in place."""
        pieces = []
        for n in found:
            free = self._left(poses, [other for other in found if other != n])
            u, v = (int(each) for each in poses.at[n])
            seen = free[v : v + side, u : u + side]
            gain = float((poses.worths[n] * seen).sum())
            misfit = float((poses.errors[n] * poses.covers[n] * seen).sum() / max(float((poses.covers[n] * seen).sum()), 1.0))
            pieces.append(Lying(int(poses.rows[n]), (u + (side - 1) / 2, v + (side - 1) / 2), gain, misfit))
        return pieces

    def _listed(self, shapes: Shapes, rows: NDArray[np.int64], reach: int) -> Poses:
        """The poses that explain most by themselves: first by a product of all with all, then each at its best shift."""
        middle = self._costs.shape[0] // 2
        spots = spots_around(reach, STEP, (middle, middle))
        gains = np.concatenate([self._gains(shapes, rows, some) for some in np.array_split(spots, max(len(spots) // CHUNK, 1))])
        across = 2 * (reach // STEP) + 1
        field = gains.reshape(across, across, -1)
        peak = np.stack([each >= cv2.dilate(each, np.ones((3, 3), np.uint8)) for each in np.moveaxis(field, 2, 0)], axis=2)
        gains = np.where(peak.reshape(gains.shape), gains, -np.inf)
        top = np.argsort(-gains, axis=None)[:LISTED]
        at, row = np.unravel_index(top, gains.shape)
        around = spots_around(1, 1)
        where = (spots[at][:, None] + around).reshape(-1, 2)
        again = np.repeat(rows[row], len(around))
        errors = self._errors(shapes, again, where)
        covers, costs = shapes.covers[again], windows_at(self._costs, where, shapes.side)
        worths = covers * (costs - STRICT * errors - PRIOR)
        total = (worths * windows_at(self._free, where, shapes.side)).sum(axis=(1, 2)).reshape(-1, len(around))
        pick = total.argmax(axis=1) + np.arange(len(total)) * len(around)
        pick = pick[total.max(axis=1) > 0]
        return Poses(shapes.rows[again[pick]], where[pick] - shapes.side // 2, covers[pick], errors[pick], worths[pick])

    def _gains(self, shapes: Shapes, rows: NDArray[np.int64], spots: NDArray[np.int64]) -> Array:
        """Gain (spots, rows) of every pose, a pixel off counting without limit."""
        count, weight = len(spots), np.float32(STRICT / (3 * PIECE_NOISE**2))
        tone, free = windows_at(self._tones, spots, shapes.side), windows_at(self._free, spots, shapes.side)
        local = windows_at(self._costs, spots, shapes.side) - PRIOR - weight * np.einsum("nijc,nijc->nij", tone, tone)
        cover, paint = shapes.covers[rows], shapes.covers[rows][..., None] * shapes.tones[rows]
        power = (cover * (shapes.tones[rows] ** 2).sum(axis=3)).reshape(len(rows), -1)
        gains = (local * free).reshape(count, -1) @ cover.reshape(len(rows), -1).T
        gains += 2 * weight * ((tone * free[..., None]).reshape(count, -1) @ paint.reshape(len(rows), -1).T)
        return np.asarray(gains - weight * (free.reshape(count, -1) @ power.T), dtype=np.float32)

    def _errors(self, shapes: Shapes, rows: NDArray[np.int64], where: NDArray[np.int64]) -> Array:
        """What each pixel (n, side, side) of rows (n,) at spots (n, 2) costs as the piece."""
        away = windows_at(self._tones, where, shapes.side) - shapes.tones[rows]
        errors = np.minimum(np.einsum("nijc,nijc->nij", away, away) / (3 * PIECE_NOISE**2), CAP)
        return np.asarray(errors, dtype=np.float32)

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
        free = self._left(poses, others)
        side = poses.covers.shape[1]
        windows = _cut(free, poses.at, side)
        gains = np.einsum("nij,nij->n", poses.worths, windows)
        seen = np.einsum("nij,nij->n", poses.covers, windows)
        enough = (seen >= SEEN * poses.covers.sum(axis=(1, 2))) & (gains >= LEAST * seen)
        if not enough.any():
            return None
        return int(np.where(enough, gains, -np.inf).argmax())

    def _left(self, poses: Poses, chosen: Sequence[int]) -> Array:
        free = self._free.copy()
        side = poses.covers.shape[1]
        for n in chosen:
            u, v = poses.at[n]
            free[v : v + side, u : u + side] *= 1 - poses.covers[n]
        return free


def _cut(image: Array, at: NDArray[np.int64], side: int) -> Array:
    return np.stack([image[v : v + side, u : u + side] for u, v in at.tolist()])
