"""A piece that was found, more closely: how it is turned, where it lies, and how well it fits on the board that is there."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import mean_of
from vision.edge_texture import brightness, edge_texture
from vision.expected import Expected
from vision.found import Found
from vision.light import Array
from vision.matching import PRIOR, STRICT, UNIT, Matcher
from vision.piece_bank import PieceBank
from vision.tones import TEXTURE
from vision.windows import inner_spots, spot_at, spots_around

GOOD_FIT = 0.8
"""The rim of what fits as well as that is not looked at."""
CLEAN_MISFIT = 0.6
"""What fits as well as that is what it was taken for."""
FINE_TURNS = (-5.0, 0.0, 5.0)
"""Degrees by which the best row is turned at the end."""
TURNED_PX, TURNS_TRIED = 2, 4
"""Pixels of a plan of detail 1 about which a small flat piece is looked for in all turns, where none fits well, and so many of
these are then tried in single steps."""


class Finer:
    """The pieces of a `bank` in a frame, on a `board`; `costs` (h, w) are those of the search with its margin, as they stand at
    each call."""

    def __init__(self, bank: PieceBank, match: Matcher, costs: Array, board: Expected) -> None:
        self._bank, self._match, self._costs, self._board = bank, match, costs, board
        self._side, self._worth = bank.side, np.float32(1 / bank.detail**2)

    def best(self, piece: Found) -> Found:
        """What a piece is when all is tried that may make it explain more."""
        return self._on_board(self.nearest(self._turned(piece)))

    def nearest(self, piece: Found) -> Found:
        """The piece turned and shifted by less than a step of the search, if that explains more."""
        spots, best = spots_around(1, 1, (int(piece.at[0]), int(piece.at[1]))), piece
        for turn in FINE_TURNS:
            within, cover, tone = self._bank.view(piece.row, turn)
            n, gain, misfit = self._told(*self._match.patch_errors(piece.row, within, cover, tone, self._inner(spots)), cover)
            if gain > best.gain:
                best = replace(best, at=spot_at(spots[n]), gain=gain, misfit=misfit, turn=turn)
        return best

    def _told(self, at: NDArray[np.int64], error: Array, cover: Array) -> tuple[int, float, float]:
        """Which of some spots is best for a piece that covers its pixels (n, k) so far (k,) and costs so much there (n, k), and
        its gain and misfit there."""
        gains = (self._costs.reshape(-1).take(at) - STRICT * error - PRIOR) @ cover * self._worth
        n = int(gains.argmax())
        return n, float(gains[n]), float(cover @ error[n]) / max(float(cover.sum()), 1.0)

    def _turned(self, piece: Found) -> Found:
        """A small flat piece that does not fit well, or one of its kind turned otherwise about there that explains more.

        Of a triangle several turns fit almost as well, and a search in steps half as wide as the piece may miss the best.  For
        bodies it costs a twentieth of a reading, and none was read better so.
        """
        bank = self._bank
        if piece.misfit <= CLEAN_MISFIT or bank.large[piece.row] or not bank.sprites[bank.kinds[piece.row]].flat:
            return piece
        rows = np.flatnonzero(bank.kinds == bank.kinds[piece.row])
        # First in wider steps, then the turns that lead, about where they do.
        wide = spots_around(TURNED_PX * bank.detail, TURNED_PX * bank.detail, (int(piece.at[0]), int(piece.at[1])))
        spots, gains, _ = self._best_of(rows, np.repeat(wide[None], len(rows), axis=0))
        leaders = np.argsort(-gains)[:TURNS_TRIED]
        near = spots[leaders, None] + spots_around(bank.detail, bank.detail)
        rows, (spots, gains, misfits) = rows[leaders], self._best_of(rows[leaders], near)
        n = int(gains.argmax())
        gain = float(gains[n] * self._worth)
        if gain <= piece.gain:
            return piece
        return replace(piece, row=int(rows[n]), at=spot_at(spots[n]), gain=gain, misfit=float(misfits[n]))

    def _best_of(self, rows: NDArray[np.int64], spots: NDArray[np.int64]) -> tuple[NDArray[np.int64], Array, Array]:
        """Of each of some rows (n,) that of its spots (n, m, 2) where it gains most, and its gain and its misfit there."""
        count = spots.shape[1]
        gains, misfits = self._match.capped(self._costs, rows.repeat(count), self._inner(spots.reshape(-1, 2)))
        pick = gains.reshape(-1, count).argmax(axis=1) + np.arange(len(rows)) * count
        return spots.reshape(-1, 2)[pick], gains[pick], misfits[pick]

    def _on_board(self, piece: Found) -> Found:
        """The piece judged by the texture that its rim has on the board expected there, if that explains more."""
        if piece.misfit <= GOOD_FIT:
            return piece
        within, cover, tone = self._bank.view(piece.row, piece.turn, piece.size)
        covers, bright = np.zeros((2, self._side**2), np.float32)
        covers[within], bright[within] = cover, brightness(tone)
        square, corner = (self._side, self._side), np.array(piece.at, np.int64) - self._side // 2
        board = self._bright[corner[1] : corner[1] + self._side, corner[0] : corner[0] + self._side]
        more = edge_texture(bright.reshape(square), covers.reshape(square), board, self._bank.detail).reshape(-1)[within]
        edged = np.column_stack([tone[:, :3], np.minimum(tone[:, 3] + more, np.float32(TEXTURE * UNIT))])
        here = np.array([piece.at], np.int64)
        _, gain, misfit = self._told(*self._match.patch_errors(piece.row, within, cover, edged, here), cover)
        return replace(piece, gain=gain, misfit=misfit) if gain > piece.gain else piece

    @cached_property
    def _bright(self) -> Array:
        """The brightness of the board, with the margin: few pieces ask for it."""
        around = (self._side,) * 4
        return np.asarray(cv2.copyMakeBorder(mean_of(self._board.picture), *around, cv2.BORDER_REPLICATE), dtype=np.float32)

    def _inner(self, spots: NDArray[np.int64]) -> NDArray[np.int64]:
        return inner_spots(spots, self._side, self._costs)
