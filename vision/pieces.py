"""What stands on the tiles: pictures of pieces laid over the expected board wherever it looks different.

A piece of some kind, size and turn at some pixel explains its pixels by its picture instead of by the board's; the gain is
the difference of the two costs, summed over the piece.  The best explanation is taken first, laid over the expected
board (or under what was found before it: a cheese hides the mouse that carries it), and the search goes on until
nothing that is left can be explained better than by the board itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.expected import Expected
from vision.light import Array
from vision.rig import Sprite
from vision.tones import tones

SIDE = 30
"""Pixels across a piece's window at half scale."""
TURNS = 24
CAP = 7.0
"""Most that a pixel of the expected board can cost: from there on it is simply something else."""
IGNORED_COST = 0.3
"""What a pixel under a hand costs: pieces gain nothing there."""
UNKNOWN_COST = 1.0
"""What a pixel costs where nothing is expected (bare table between tiles)."""
PIECE_NOISE = 18.0
"""Standard deviation of a grey value of a piece about its taught picture: shading, turn between two steps, blur."""
STRICT = 1.5
"""How much more a pixel off the piece's picture counts than one off the board: a wrong piece shall not pay off."""
DARKEST_SHADOW = 0.5
SHADOW_COST = 0.7
"""What a pixel costs that is the board in a shadow."""
PER_KIND = 5
LEADERS = 6
"""Rows of every kind, and of these the rows in all, that are compared pixel by pixel."""
REACH = 4
"""Positions up to this many pixels around the middle of a difference are tried."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceBank:
    """All pieces in all sizes and turns, at half scale.

    `kinds` (rows,) number of the sprite; `headings` (rows,) clockwise from the far side, degrees; `covers` (rows, SIDE,
    SIDE) 0..1; `tones` (rows, SIDE, SIDE, 3) as `tones` makes them; for products with windows: `flat_covers` (rows, SIDE * SIDE), `paint` (rows,
    SIDE * SIDE * 3) cover times tones, `power` (rows, SIDE * SIDE) cover times squared tones.
    """

    sprites: tuple[Sprite, ...]
    kinds: NDArray[np.int64]
    headings: Array
    sizes: Array
    covers: Array
    tones: Array
    flat_covers: Array
    paint: Array
    power: Array


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A piece: its bank row, middle (half-plan px), gain in nats of the whole bank at the best place of each row (rows,)."""

    row: int
    at: tuple[float, float]
    gain: float
    gains: Array
    misfit: float
    below: bool = False


def make_piece_bank(sprites: Sequence[Sprite]) -> PieceBank | None:
    """The bank of all sprites; None when no piece was taught."""
    kinds, headings, sizes, covers, pictures = [], [], [], [], []
    for number, sprite in enumerate(sprites):
        for view in range(len(sprite.picture)):
            for size in sprite.sizes:
                turns = 1 if _round(sprite.cover[view], sprite.picture[view]) else TURNS
                for step in range(turns):
                    picture, cover = _laid(sprite.picture[view], sprite.cover[view], 360.0 * step / turns, size)
                    kinds.append(number)
                    headings.append(360.0 * step / turns)
                    sizes.append(size)
                    covers.append(cover)
                    pictures.append(picture)
    if not kinds:
        return None
    cover, picture = np.stack(covers), np.stack(pictures)
    tone = tones(picture)
    rows = len(cover)
    return PieceBank(
        tuple(sprites), np.array(kinds), np.array(headings, np.float32), np.array(sizes, np.float32), cover, tone,
        cover.reshape(rows, -1), (cover[..., None] * tone).reshape(rows, -1), (cover * (tone**2).sum(axis=3)).reshape(rows, -1),
    )


def _laid(picture: Array, cover: Array, degrees: float, size: float) -> tuple[Array, Array]:
    """A sprite at half scale, turned and magnified, in a window of SIDE px."""
    zoom, source = size / 2, (picture.shape[0] - 1) / 2
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * zoom
    matrix = np.column_stack([turn, np.full(2, (SIDE - 1) / 2) - turn @ np.full(2, source)]).astype(np.float32)
    # Soften first: the window has half the sprite's resolution.
    soft = cv2.GaussianBlur(picture * cover[..., None], (0, 0), 0.8)
    veil = cv2.GaussianBlur(cover, (0, 0), 0.8)
    laid, laid_veil = (cv2.warpAffine(image, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR) for image in (soft, veil))
    return np.asarray(laid / np.maximum(laid_veil, 0.02)[..., None], dtype=np.float32), np.asarray(laid_veil, dtype=np.float32)


def _round(cover: Array, picture: Array) -> bool:
    """Whether a sprite looks the same whichever way it is turned."""
    upright = _laid(picture, cover, 0, 1)
    for degrees in (45, 90, 180):
        turned = _laid(picture, cover, degrees, 1)
        both = np.minimum(upright[1], turned[1])
        overlap = both.sum() / max(float(np.maximum(upright[1], turned[1]).sum()), 1.0)
        error = ((((upright[0] - turned[0]) ** 2).mean(axis=2) * both).sum() / max(float(both.sum()), 1.0)) ** 0.5
        if overlap < 0.75 or error > 30:
            return False
    return True


class PieceSearch:
    """One frame's search: `half` is the half-scale plan in art light (h, w, 3), `bare` the expected board."""

    def __init__(self, bank: PieceBank | None, half: Array, bare: Expected) -> None:
        self.bank = bank if bank is not None else EMPTY_BANK
        margin = SIDE
        self._margin = margin
        self._worst = np.inf
        pad = ((margin, margin), (margin, margin), (0, 0))
        self._half = np.pad(half, pad)
        self._tones = tones(self._half)
        self._board = np.pad(bare.picture, pad)
        self._spread = np.pad(bare.spread, margin, constant_values=10.0)
        self._known = np.pad(np.ones_like(bare.known), margin)
        self._free = np.ones(self._known.shape, np.float32)
        self._all = np.ones(self._known.shape, np.float32)
        self.costs = self._board_costs(slice(None), slice(None))
        self.board_costs = self.costs[margin:-margin, margin:-margin].copy()

    def _board_costs(self, rows: slice, cols: slice) -> Array:
        seen, board = self._half[rows, cols], self._board[rows, cols]
        shade = np.clip((seen * board).sum(axis=2) / np.maximum((board**2).sum(axis=2), 1.0), DARKEST_SHADOW, 1.0)
        scale = 3 * self._spread[rows, cols] ** 2
        error = ((seen - board) ** 2).sum(axis=2) / scale
        shaded = ((seen - shade[..., None] * board) ** 2).sum(axis=2) / scale + SHADOW_COST
        error = np.minimum(error, shaded)
        return np.where(self._known[rows, cols], np.minimum(error, CAP), UNKNOWN_COST).astype(np.float32)

    def unexplained(self) -> Array:
        """Costs (h, w) of the pixels that neither board nor pieces explain."""
        margin = self._margin
        return np.asarray((self.costs * self._known)[margin:-margin, margin:-margin])

    def run(self, least_gain: float, worst_misfit: float, most: int = 60) -> list[Found]:
        """All pieces, in the order they were found."""
        found: list[Found] = []
        self._worst = worst_misfit
        if not self.bank.sprites:
            return found
        heat = self._heat(self.costs * self._known)
        for _ in range(most * 2):
            spot = int(heat.argmax())
            v, u = divmod(spot, heat.shape[1])
            if heat[v, u] < HEAT or len(found) >= most:
                break
            best = self._best_at(u, v)
            if best is not None and best.gain >= least_gain and best.misfit <= worst_misfit:
                self._lay(best)
                found.append(best)
                self._reheat(heat, u, v)
            else:
                # Nothing known explains this: do not look here again.
                heat[max(0, v - 6) : v + 7, max(0, u - 6) : u + 7] = 0
        margin = self._margin
        return [replace(piece, at=(piece.at[0] - margin, piece.at[1] - margin)) for piece in found]

    def ignore(self, patches: NDArray[np.bool_]) -> None:
        """Look for no piece on these pixels (h, w): a hand is there."""
        margin = self._margin
        inner = (slice(margin, -margin), slice(margin, -margin))
        self._known[inner] &= ~patches
        self.costs[inner] = np.where(patches, IGNORED_COST, self.costs[inner])

    def others(self, found: Sequence[Found], number: int) -> Array:
        """How far pieces other than that one cover each pixel (h, w) of the half plan, 0..1."""
        margin = self._margin
        cover = np.zeros(self._known.shape, np.float32)
        for n, piece in enumerate(found):
            if n != number:
                window = self._window(int(piece.at[0]) + margin, int(piece.at[1]) + margin)
                cover[window] = np.maximum(cover[window], self.bank.covers[piece.row])
        return cover[margin:-margin, margin:-margin]

    def covered(self) -> Array:
        """How far pieces cover each pixel (h, w), 0..1."""
        margin = self._margin
        return 1 - self._free[margin:-margin, margin:-margin]

    def _heat(self, costs: Array) -> Array:
        return np.asarray(cv2.boxFilter(costs, -1, (5, 5)), dtype=np.float32)

    def _reheat(self, heat: Array, u: int, v: int) -> None:
        reach = SIDE
        rows, cols = slice(max(0, v - reach), v + reach), slice(max(0, u - reach), u + reach)
        fresh = self._heat((self.costs * self._known)[rows, cols])
        heat[rows, cols] = np.where(heat[rows, cols] == 0, 0, fresh)

    def _best_at(self, u: int, v: int) -> Found | None:
        """The best piece near a spot, over or under what was found before."""
        above = self._best_in(u, v, self._all)
        low = SIDE // 2
        if self._free[max(0, v - low) : v + low, max(0, u - low) : u + low].min() > 0.5:
            return above
        below = replace(self._best_in(u, v, self._free), below=True)
        return below if below.gain > above.gain else above

    def _best_in(self, u: int, v: int, shown: Array) -> Found:
        """Products rank rows and spots; the best of every kind are then compared pixel by pixel, outliers capped."""
        spots = [(u + du, v + dv) for dv in range(-REACH, REACH + 1, 2) for du in range(-REACH, REACH + 1, 2)]
        gains = self._gains(spots, shown)
        at_best, per_row = gains.argmax(axis=0), gains.max(axis=0)
        rows = self._best_rows(per_row)
        capped, _ = self._capped(rows, np.array(spots)[at_best[rows]], shown)
        per_row = per_row - CAP * SIDE
        per_row[rows] = capped
        leaders = rows[np.argsort(-capped)[:LEADERS]]
        around = np.array([(du, dv) for dv in range(-2, 3) for du in range(-2, 3)])
        where = (np.array(spots)[at_best[leaders]][:, None] + around).reshape(-1, 2)
        fine, misfits = self._capped(np.repeat(leaders, len(around)), where, shown)
        np.maximum.at(per_row, np.repeat(leaders, len(around)), fine)
        best = int(np.where(misfits < self._worst, fine, -np.inf).argmax())
        row, at = int(leaders[best // len(around)]), where[best]
        return Found(row, (float(at[0]), float(at[1])), float(fine[best]), per_row, float(misfits[best]))

    def _best_rows(self, per_row: Array) -> NDArray[np.int64]:
        """The most promising rows of every kind."""
        rows = []
        for kind in range(len(self.bank.sprites)):
            own = np.flatnonzero(self.bank.kinds == kind)
            rows.append(own[np.argsort(-per_row[own])[:PER_KIND]])
        return np.concatenate(rows)

    def _capped(self, rows: NDArray[np.int64], where: NDArray[np.int64], shown_map: Array) -> tuple[Array, Array]:
        """Gain and misfit (n,) of rows (n,) at spots (n, 2), no pixel counting more than CAP."""
        height, width = self._known.shape
        low = SIDE // 2
        where = np.clip(where, low, (width - low - 1, height - low - 1))
        windows = [self._window(int(u), int(v)) for u, v in where]
        cover = self.bank.covers[rows] * np.stack([shown_map[window] for window in windows])
        error = ((np.stack([self._tones[window] for window in windows]) - self.bank.tones[rows]) ** 2).sum(axis=3) / (3 * PIECE_NOISE**2)
        error = np.minimum(error, CAP)
        board = np.stack([self.costs[window] for window in windows])
        gains = (cover * (board - STRICT * error)).sum(axis=(1, 2))
        misfits = (cover * error).sum(axis=(1, 2)) / np.maximum(cover.sum(axis=(1, 2)), 1.0)
        return gains, misfits

    def _window(self, u: int, v: int) -> tuple[slice, slice]:
        low = SIDE // 2
        return slice(v - low, v - low + SIDE), slice(u - low, u - low + SIDE)

    def _gains(self, spots: Sequence[tuple[int, int]], shown_map: Array) -> Array:
        """Gain (spots, rows) of every piece at every spot, a pixel off counting without limit."""
        height, width = self._known.shape
        inside = [SIDE // 2 <= u < width - SIDE // 2 and SIDE // 2 <= v < height - SIDE // 2 for u, v in spots]
        windows = [self._window(u, v) if good else self._window(SIDE, SIDE) for (u, v), good in zip(spots, inside, strict=True)]
        shown = np.stack([shown_map[window] for window in windows])
        tone = np.stack([self._tones[window] for window in windows])
        board = np.stack([self.costs[window] for window in windows]) * shown
        bank, count = self.bank, len(spots)
        lit = tone * shown[..., None]
        power = (lit * tone).sum(axis=3)
        flat = shown.reshape(count, -1)
        own = power.reshape(count, -1) @ bank.flat_covers.T
        cross = lit.reshape(count, -1) @ bank.paint.T
        model = flat @ bank.power.T
        errors = (own - 2 * cross + model) / (3 * PIECE_NOISE**2)
        gains = board.reshape(count, -1) @ bank.flat_covers.T - errors * STRICT
        gains[~np.array(inside)] = -np.inf
        return gains.astype(np.float32)

    def _lay(self, piece: Found) -> None:
        """Pixels of a found piece are its own: later pieces are looked for beside it, or below it with these pixels left out."""
        window = self._window(int(piece.at[0]), int(piece.at[1]))
        cover = self.bank.covers[piece.row] * (self._free[window] if piece.below else 1)
        error = ((self._tones[window] - self.bank.tones[piece.row]) ** 2).sum(axis=2) / (3 * PIECE_NOISE**2)
        # Costs, not pictures, are merged: what the piece's own picture explains in tone is explained.
        self.costs[window] += cover * (np.minimum(error, CAP) - self.costs[window])
        self._known[window] |= cover > 0.5
        self._free[window] *= 1 - cover


HEAT = 2.0
"""Mean cost of 5 x 5 pixels from which on something is looked for there."""
EMPTY_BANK = PieceBank(
    (), np.zeros(0, np.int64), *(np.zeros(0, np.float32) for _ in range(2)), *(np.zeros((0, SIDE, SIDE), np.float32) for _ in range(2)),
    *(np.zeros((0, SIDE * SIDE), np.float32) for _ in range(3)),
)  # fmt: skip
