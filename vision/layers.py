"""One frame in which pieces are looked for: what every pixel costs as board or as the pieces laid so far.

Everything is at half the plan's scale, in art light and padded by SIDE pixels, so that every window lies inside; the coarse
copies are at a quarter of the plan's scale and always up to date.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.expected import Expected
from vision.found import CAP, PIECE_NOISE, PRIOR, STRICT, WEIGHT, Found
from vision.light import Array
from vision.piece_bank import COARSE_SIDE, EMPTY_BANK, SIDE, PieceBank
from vision.tones import tones, with_texture
from vision.windows import windows

UNKNOWN_COST = 2.5
"""Most that a pixel costs where no board, tile or printed zone is expected."""
IGNORED_COST = 0.3
"""What a pixel under a hand costs: pieces gain nothing there."""
DARKEST_SHADOW = 0.5
SHADOW_COST = 0.7
"""What a pixel costs that is the board in a shadow."""
NEUTRAL = 0.9
"""What a pixel costs that other pieces hide."""

Window = tuple[slice, slice]


class Layers:
    """The half-scale plan (h, w, 3) in art light, its texture (h, w), the expected board, and the pieces laid on it."""

    def __init__(self, bank: PieceBank | None, half: Array, rough: Array, bare: Expected) -> None:
        self.bank = bank if bank is not None else EMPTY_BANK
        self.rides = np.array([sprite.rides for sprite in self.bank.sprites], bool)[self.bank.kinds]
        margin, pad = SIDE, ((SIDE, SIDE), (SIDE, SIDE), (0, 0))
        self._tones = with_texture(np.pad(half, pad), np.pad(rough, margin))
        self.known = np.pad(np.ones_like(bare.known), margin)
        self._free = np.ones(self.known.shape, np.float32)
        self._bared = np.ones(self.known.shape, np.float32)
        spread = np.pad(bare.spread, margin, constant_values=10.0)
        costs = np.minimum(self._board_costs(np.pad(half, pad), np.pad(bare.picture, pad), spread), CAP)
        self.board_costs = costs[margin:-margin, margin:-margin].copy()
        # Where nothing was taught, the table's colour is a guess that pieces shall not profit from.
        self.costs = np.where(np.pad(bare.known, margin), costs, np.minimum(costs, UNKNOWN_COST))
        self._begin()

    def _begin(self) -> None:
        """Take the costs as those of the bare board."""
        self._fresh = self.costs.copy()
        size = (self.costs.shape[1] // 2, self.costs.shape[0] // 2)
        costs, tone = (cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in (self.costs, self._tones))
        self._coarse_costs = np.asarray(costs, dtype=np.float32)
        self._coarse_tones = np.asarray(tone, dtype=np.float32)
        self._coarse_bared = np.ones(costs.shape, np.float32)

    def _board_costs(self, seen: Array, board: Array, spread: Array) -> Array:
        """What every pixel costs as board, by its grey values or by its tones, whichever speaks louder against it.

        Either may be excused by a shadow, which takes brightness but no colour.
        """
        shade = np.clip((seen * board).sum(axis=2) / np.maximum((board**2).sum(axis=2), 1.0), DARKEST_SHADOW, 1.0)
        scale = 3 * spread**2
        plain = ((seen - board) ** 2).sum(axis=2) / scale
        plain = np.minimum(plain, ((seen - shade[..., None] * board) ** 2).sum(axis=2) / scale + SHADOW_COST)
        wanted = tones(board)
        hue = ((self._tones[..., 1:3] - wanted[..., 1:]) ** 2).sum(axis=2)
        luma = self._tones[..., 0] - wanted[..., 0]
        darker = np.where(luma < 0, np.minimum(self._tones[..., 0] - DARKEST_SHADOW * wanted[..., 0], 0), luma)
        toned = np.minimum((hue + luma**2) / scale, (hue + darker**2) / scale + SHADOW_COST)
        return np.asarray(np.maximum(plain, toned), dtype=np.float32)

    def ignore(self, patches: NDArray[np.bool_]) -> None:
        """Look for no piece on these pixels (h, w) of the unpadded half plan: a hand is there."""
        inner = (slice(SIDE, -SIDE), slice(SIDE, -SIDE))
        self.known[inner] &= ~patches
        self.costs[inner] = np.where(patches, IGNORED_COST, self.costs[inner])
        self._begin()

    # Laying -----------------------------------------------------------------------------------------------------------

    def lay(self, piece: Found, full: bool = False) -> None:
        """Costs, not pictures, are merged: what the piece's own picture explains in tone is explained.

        `full` costs are those that the piece's own gain was reckoned with, for comparing explanations.
        """
        window = window_at(piece)
        cover = self.bank.covers[piece.row]
        mine = cover if self.rides[piece.row] else cover * self._bared[window]
        away = self._tones[window] - self.bank.tones[piece.row]
        error = np.minimum(np.einsum("ijc,ijc->ij", away, away) / (3 * PIECE_NOISE**2), CAP)
        self.costs[window] += mine * ((STRICT * error + PRIOR if full else error) - self.costs[window])
        self._free[window] *= 1 - cover
        if self.rides[piece.row]:
            self._bared[window] *= 1 - cover
        self._coarsen(window)

    def restack(self, pieces: Sequence[Found], full: bool = False) -> None:
        """These pieces laid where none of them lies: those that ride on others last."""
        for piece in sorted(pieces, key=lambda piece: bool(self.rides[piece.row])):
            self.lay(piece, full)

    def clear(self, pieces: Sequence[Found]) -> None:
        """The board as it was wherever these pieces lay."""
        for piece in pieces:
            window = window_at(piece)
            self.costs[window], self._free[window], self._bared[window] = self._fresh[window], 1.0, 1.0
            self._coarsen(window)

    def pile(self, pieces: Sequence[Found], around: Window) -> None:
        """Pieces laid on the board as it was; what they hide speaks neither for nor against a piece below."""
        self.costs[around], self._free[around] = self._fresh[around], 1.0
        for piece in pieces:
            self._free[window_at(piece)] *= 1 - self.bank.covers[piece.row]
        self.costs[around][self._free[around] < 0.5] = NEUTRAL
        self._coarsen(around)

    def kept(self, around: Window) -> tuple[Array, Array]:
        """What `put_back` needs after trying something there."""
        return self.costs[around].copy(), self._free[around].copy()

    def put_back(self, around: Window, kept: tuple[Array, Array]) -> None:
        self.costs[around], self._free[around] = kept
        self._coarsen(around)

    def _coarsen(self, window: Window) -> None:
        """Bring the coarse copies of a window up to date."""
        height, width = self.costs.shape
        v0, v1 = window[0].start // 2, min(window[0].stop // 2 + 1, height // 2)
        u0, u1 = window[1].start // 2, min(window[1].stop // 2 + 1, width // 2)
        fine = (slice(2 * v0, 2 * v1), slice(2 * u0, 2 * u1))
        for coarse, whole in ((self._coarse_costs, self.costs), (self._coarse_bared, self._bared)):
            coarse[v0:v1, u0:u1] = whole[fine].reshape(v1 - v0, 2, u1 - u0, 2).mean(axis=(1, 3))

    # Comparing --------------------------------------------------------------------------------------------------------

    def capped(self, rows: NDArray[np.int64], where: NDArray[np.int64], veil: bool = True) -> tuple[Array, Array]:
        """Gain and misfit (n,) of rows (n,) at spots (n, 2), no pixel counting more than CAP.

        What pieces on top hide counts for nothing.
        """
        where = self.inside(where)
        cover = self.bank.covers[rows]
        bared = windows(self._bared, where)
        if veil and bared.min() < 1:
            cover = np.where(self.rides[rows, None, None], cover, cover * bared)
        error = np.minimum(self.errors(rows, where), CAP)
        gains = np.einsum("nij,nij->n", cover, windows(self.costs, where) - STRICT * error - PRIOR)
        misfits = np.einsum("nij,nij->n", cover, error) / np.maximum(cover.sum(axis=(1, 2)), 1.0)
        return gains, misfits

    def errors(self, rows: NDArray[np.int64], where: NDArray[np.int64]) -> Array:
        """Cost (n, SIDE, SIDE) of every pixel by the pieces' own pictures, not capped."""
        away = windows(self._tones, where)
        away -= self.bank.tones[rows]
        return np.asarray(np.einsum("nijc,nijc->nij", away, away) / (3 * PIECE_NOISE**2), dtype=np.float32)

    def seen_below(self, rows: NDArray[np.int64], where: NDArray[np.int64]) -> tuple[Array, Array]:
        """Cover (n, SIDE, SIDE) of rows that pieces on top leave to be seen, and the cost there by their own pictures."""
        cover = self.bank.covers[rows] * windows(self._bared, where)
        return np.asarray(cover, dtype=np.float32), np.minimum(self.errors(rows, where), CAP)

    def coarse_gains(self, spots: NDArray[np.int64], rows: NDArray[np.int64] | slice = slice(None)) -> Array:
        """Gain (n, rows) of coarse rows at spots (n, 2) of the coarse plan, a pixel off counting without limit."""
        bank, low, count = self.bank.coarse, COARSE_SIDE // 2, len(spots)
        down = spots[:, 1, None, None] + np.arange(-low, COARSE_SIDE - low)[:, None]
        across = spots[:, 0, None, None] + np.arange(-low, COARSE_SIDE - low)
        tone = self._coarse_tones[down, across]
        local = self._coarse_costs[down, across] - PRIOR - WEIGHT * np.einsum("nijc,nijc->nij", tone, tone)
        gains = local.reshape(count, -1) @ bank.covers[rows].T
        gains += (2 * WEIGHT) * (tone.reshape(count, -1) @ bank.paint[rows].T)
        gains -= WEIGHT * bank.power[rows]
        veil = 1 - self._coarse_bared[down, across]
        if veil.any():
            # What lies on top speaks neither for nor against a piece below it.
            hidden = (local * veil).reshape(count, -1) @ bank.covers[rows].T
            hidden += (2 * WEIGHT) * ((tone * veil[..., None]).reshape(count, -1) @ bank.paint[rows].T)
            hidden -= WEIGHT * (veil.reshape(count, -1) @ bank.flat_power[rows].T)
            gains -= np.where(self.rides[bank.rows[rows]], 0.0, hidden)
        return np.asarray(4 * gains, dtype=np.float32)

    def inside(self, spots: NDArray[np.int64], scale: int = 1) -> NDArray[np.int64]:
        """Spots (n, 2) of the half plan, or of the coarse one (`scale` 2), moved so that their windows lie inside."""
        low = SIDE // 2 // scale + 1
        height, width = self.costs.shape
        return np.clip(spots, low, (width // scale - low - 1, height // scale - low - 1))

    # Asking -----------------------------------------------------------------------------------------------------------

    def heat(self, window: Window = (slice(None), slice(None))) -> Array:
        """Mean cost (h, w) of 5 x 5 pixels."""
        return np.asarray(cv2.boxFilter((self.costs * self.known)[window], -1, (5, 5)), dtype=np.float32)

    def shown(self, row: int, at: tuple[int, int]) -> float:
        """The share of a piece that no other piece on top of it hides."""
        cover = self.bank.covers[row]
        bared = self._bared[square(at)]
        return 1.0 if self.rides[row] else float((cover * bared).sum()) / max(float(cover.sum()), 1.0)

    def free(self, piece: Found) -> float:
        """The share of a piece that covers no piece laid before."""
        cover = self.bank.covers[piece.row]
        return float((cover * self._free[window_at(piece)]).sum()) / max(float(cover.sum()), 1.0)

    def unexplained(self) -> Array:
        """Costs (h, w) of the unpadded pixels that neither board nor pieces explain."""
        return np.asarray((self.costs * self.known)[SIDE:-SIDE, SIDE:-SIDE])

    def covered(self) -> Array:
        """How far pieces cover each unpadded pixel (h, w), 0..1."""
        return 1 - self._free[SIDE:-SIDE, SIDE:-SIDE]

    def others(self, found: Sequence[Found], number: int) -> Array:
        """How far pieces other than that one (px of the unpadded half plan) cover each pixel (h, w) of it, 0..1."""
        cover = np.zeros(self.known.shape, np.float32)
        for n, piece in enumerate(found):
            if n != number:
                window = square((piece.spot[0] + SIDE, piece.spot[1] + SIDE))
                cover[window] = np.maximum(cover[window], self.bank.covers[piece.row])
        return cover[SIDE:-SIDE, SIDE:-SIDE]


def square(at: tuple[int, int]) -> Window:
    """The window of a piece whose middle is that pixel."""
    low = SIDE // 2
    return slice(at[1] - low, at[1] - low + SIDE), slice(at[0] - low, at[0] - low + SIDE)


def window_at(piece: Found) -> Window:
    return square(piece.spot)
