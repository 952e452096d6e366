"""Pieces laid over the expected board of one frame: what each pixel costs then, and how far it is still free of pieces.

All images have a margin as wide as a piece's window; what is told elsewhere has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board_costs import CAP, Shown, board_costs, trusted
from vision.compared import Compared
from vision.dulled import Dulled
from vision.expected import Expected
from vision.found import Found
from vision.light import Array
from vision.looked import Looked
from vision.matching import PRIOR, STRICT
from vision.piece_bank import EMPTY_BANK, PieceBank
from vision.tones import with_texture


class Laying:
    """One frame's plan at half scale in art light (h, w, 3), its texture (h, w), and the expected board."""

    def __init__(
        self, bank: PieceBank | None, half: Array, rough: Array, bare: Expected, shown: Shown | None = None,
        dull: Dulled | None = None,
    ) -> None:  # fmt: skip
        """`shown` is what is known already of that plan and board, `dull` that plan without haze."""
        self.bank = bank if bank is not None else EMPTY_BANK
        self._side, self._detail = self.bank.side, self.bank.detail
        margin = self._margin = self._side
        self._inner = (slice(margin, -margin), slice(margin, -margin))
        self.half, self.tones = half, with_texture(half, rough) if shown is None else shown.tones
        known = None if shown is None or shown.shadow is not bare.shadow else shown.costs
        costs = board_costs(half, self.tones, bare.picture, bare.spread, bare.shadow) if known is None else known
        self._known = np.pad(np.ones_like(bare.known), margin)
        self._free = np.ones(self._known.shape, np.float32)
        self._coarse_costs: Array | None = None
        self.board_costs = np.minimum(costs, np.float32(CAP))
        self.costs = np.pad(trusted(self.board_costs, bare), margin)
        self._compared, self._bare = Compared(self.bank, self.tones, self.costs, dull), bare
        self._looked = Looked()

    def unexplained(self) -> Array:
        """Costs (h, w) of the pixels that neither board nor pieces explain."""
        return np.asarray((self.costs * self._known)[self._inner])

    def looked_at(self) -> NDArray[np.bool_]:
        """Where (h, w) pieces are looked for."""
        return self._known[self._inner]

    def covered(self) -> Array:
        """How far pieces cover each pixel (h, w), 0..1."""
        return 1 - self._free[self._inner]

    def cover_of(self, pieces: Iterable[Found]) -> Array:
        """How far pieces cover each pixel (h, w) of the half plan, 0..1."""
        margin = self._margin
        cover = np.zeros(self._known.size, np.float32)
        for piece in pieces:
            at, own = self._laid_at(self.with_margin(piece))
            cover[at] = np.maximum(cover[at], own)
        return cover.reshape(self._known.shape)[margin:-margin, margin:-margin]

    def shown_in(self, piece: Found, here: tuple[slice, slice]) -> tuple[Array, Array]:
        """How far a piece that was found covers each pixel of some rows and columns, 0..1, and what that costs as the piece."""
        margin = self._margin
        at, cover, error = self._patch(self.with_margin(piece))
        images = np.zeros((2, self._known.size), np.float32)
        images[0, at], images[1, at] = cover, error
        whole = images.reshape(2, *self._known.shape)[:, margin:-margin, margin:-margin]
        return whole[0][here], whole[1][here]

    def gain_of(self, piece: Found, costs: Array) -> float:
        """What a piece in pixels with the margin explains where they cost so much (nats)."""
        at, cover, error = self._patch(piece)
        gains = cover * (costs.reshape(-1)[at] - np.float32(STRICT) * error - np.float32(PRIOR))
        return float(gains.sum()) / self._detail**2

    def laid(self, pieces: list[Found]) -> list[Found]:
        """Pieces in pixels with the margin, laid; they are told without it."""
        for piece in pieces:
            self._lay(piece)
        return self._at_home(pieces)

    def with_margin(self, piece: Found) -> Found:
        """The piece in pixels with the margin."""
        return replace(piece, at=(piece.at[0] + self._margin, piece.at[1] + self._margin))

    def lay_only(self, pieces: Iterable[Found]) -> None:
        """Lay pieces in pixels without the margin, and no others, on the board that was expected first."""
        on_board = np.pad(trusted(self.board_costs, self._bare), self._margin)
        before = np.where(self._known, on_board, self.costs), np.ones_like(self._free)
        self._relaid(before, [self.with_margin(piece) for piece in pieces])

    def _relaid(self, before: tuple[Array, Array], pieces: Iterable[Found]) -> None:
        """Lay pieces, and no others, on costs and free pixels as they were `before`."""
        self.costs[:], self._free[:] = before
        self._coarse_costs = None
        self._looked.forget()
        for piece in pieces:
            self._lay(piece)

    def _lay(self, piece: Found) -> None:
        """Costs, not pictures, are merged: what the piece's own picture explains in tone is explained."""
        at, cover, error = self._patch(piece)
        costs = self.costs.reshape(-1)
        costs[at] += cover * (error - costs[at])
        self._coarse_costs = None
        self._looked.forget_around(piece.at, 2 * self._side)
        self._free.reshape(-1)[at] *= 1 - cover

    def _patch(self, piece: Found) -> tuple[NDArray[np.int64], Array, Array]:
        """Flat numbers (k,) of the pixels that a piece covers, how far, and what they cost as the piece."""
        within, cover, tone = self.bank.view(piece.row, piece.turn, piece.size)
        at, error = self._compared.match.patch_errors(piece.row, within, cover, tone, np.array([piece.at], np.int64))
        return at[0], cover, error[0]

    def _laid_at(self, piece: Found) -> tuple[NDArray[np.int64], Array]:
        """Flat numbers (k,) of the pixels that a piece covers and how far it covers them."""
        within, cover, _ = self.bank.view(piece.row, piece.turn, piece.size)
        down, across = np.divmod(within, self._side)
        u, v = (int(each) - self._side // 2 for each in piece.at)
        return (v + down) * self.costs.shape[1] + u + across, cover

    def _at_home(self, found: Iterable[Found]) -> list[Found]:
        """Pieces in pixels of the half plan, without the margin."""
        return [replace(piece, at=(piece.at[0] - self._margin, piece.at[1] - self._margin)) for piece in found]
