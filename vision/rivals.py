"""Which of a few drawings lies in a cell where coarse pixels leave that open: told by their details, at the drawings' own scale.

Cards of one deck may differ in a digit, or in what is printed faintly behind the same picture.  In coarse pixels that is hardly
more than noise; the picture itself shows it well.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.closer import RIVALS, told_by_details
from vision.gloss import haze_at
from vision.grounds import Ground
from vision.light import Array
from vision.odd_light import RELIT, tinted
from vision.rig import Rig
from vision.teller import DOUBTFUL
from vision.tiles import NATS, SEEN, Fits, numbered, turned
from vision.tints import tint_costs, usual_tint
from vision.twins import twins_of

HAZED = 20.0
"""How many times more cost makes a nat for every unit of haze, beside white."""
OPEN = 3.0
"""Where another picture is less likely than the best by no more than so many nats, the near ones are looked at closely."""
MOST_APART = 6.0
"""Nats by which details speak against a drawing at most."""
NEAR_BELOW, CLEAR = 8.0, 0.5
"""Below pieces twins are looked at closely that are less likely than the best by no more than so many nats, where so much of the
best is clear of them.  (Of 78 on 36 tables of Mouse Trap seven were told wrongly before, and four after.)"""
FREE = 0.9
"""A pixel of a drawing is clear of pieces that is so far free."""


class Rivals:
    """Tells the drawings `art` (looks, ART, ART, 3) of one table apart; they lie `side` px wide around the middles of cells,
    `nominal` (cells, 2) px of the plan, of which `block` make a coarse pixel."""

    def __init__(
        self, rig: Rig, seen: Callable[[int], Array], side: float, nominal: NDArray[np.float64], at: NDArray[np.float64],
        block: int,
    ) -> None:  # fmt: skip
        """`at` (cells, 2) is where these middles are in board coordinates; `seen` tells which pixels (ART, ART) of a drawing,
        turned as a row of the bank, were ever seen bare."""
        self._at = at
        self._art, self._seen, self._side, self._nominal, self._block = rig.appearance.art, seen, side, nominal, block
        # Where pieces stand, what fits badly may be one of them, and its details no drawing's.
        self._bare = not rig.appearance.sprites
        self._worst = np.inf if self._bare else DOUBTFUL * SEEN * SEEN
        pictures = rig.catalogue.pictures()
        shown = [pictures.get((look.kind or "", look.face), look) for look in rig.appearance.looks]
        periods = map(rig.period, rig.appearance.looks)
        self._shown = numbered((own, turn % period) for own, period in zip(shown, periods, strict=True) for turn in range(4))
        """What one sees of each row of the bank: rows with the same number look alike."""
        self.twins = twins_of(self._art)
        """Which rows of the bank (rows, rows) are nearly alike."""

    def told(
        self, ground: Ground, picture: NDArray[np.uint8], cells: NDArray[np.int64] | None = None
    ) -> tuple[Fits, NDArray[np.int64]]:
        """The fits of all cells with rivals told apart by the colour of their light, and by a plan `picture` (h, w, 3), where all
        or some (numbers) are looked at, and the numbers of those that now show another drawing."""
        fits, looked_at = ground.fits, np.arange(len(ground.holes)) if cells is None else cells
        haze = self._haze(ground)
        tints = tint_costs(fits, ground.gains, haze)
        # In light of another colour, and under haze, what coarse pixels say counts less; details have no colour.
        odd = 1 + (tinted(ground) + RELIT * ground.relit) * self._bare + HAZED * haze
        doubtful, told = self._open(fits, odd), fits.costs.copy()
        for cell in looked_at[np.isin(looked_at, doubtful)]:
            # Under a mirrored lamp details are noise, and so they are where a piece's shadow was taken out.
            if ground.holes[cell] > 0 or ground.lamps[cell] > 0 or (ground.relit[cell] and not self._bare):
                continue
            place = np.array([cell])
            told[cell] = self._costs(fits.of(place), int(cell), picture, float(odd[cell]))
        fits = fits.with_others(looked_at, fits.of(looked_at).costing((told + tints)[looked_at]))
        now, before = (self._shown[each.rows[looked_at, 0]] for each in (fits, ground.fits))
        return fits, np.asarray(looked_at[now != before], dtype=np.int64)

    def below(
        self, fits: Fits, cell: int, costs: Array, picture: Array, corner: tuple[int, int], free: NDArray[np.bool_]
    ) -> Array:
        """What details add to the `costs` (k,) of drawings (1, k) in a cell, of twins of the best, by a plan `picture` (h, w, 3)
        with that upper left corner (px) as far as it is `free` (h, w) of pieces."""
        rows, best, more = fits.rows[0], int(costs.argmin()), np.zeros(len(costs), np.float32)
        near = np.flatnonzero((costs < costs[best] + NEAR_BELOW * NATS) & self.twins[rows[best], rows])
        if len(np.unique(self._shown[rows[near]])) < 2:
            return more
        clear = self._laid(free.astype(np.float32), fits.unknowns[0, best], cell, corner) > FREE
        if clear.mean() >= CLEAR:
            less = self._by_details(rows[near], fits.unknowns[0, best], cell, picture, corner, clear)
            more[near] = NATS * np.minimum(less, np.float32(MOST_APART))
        return more

    def tints(self, ground: Ground, number: int, fits: Fits) -> Array:
        """What drawings (1, k) that may lie in a cell cost for the colour of their light."""
        usual, haze = usual_tint(ground.fits, ground.gains), self._haze(ground)
        return tint_costs(fits, ground.gains[[number]], haze[[number]], usual)

    def _haze(self, ground: Ground) -> Array:
        """How much haze lies on each cell (cells,), beside white."""
        if ground.haze is None:
            return np.zeros(len(ground.holes), np.float32)
        return np.asarray(haze_at(ground.haze, self._at).mean(axis=1), dtype=np.float32)

    def _open(self, fits: Fits, odd: NDArray[np.float64]) -> NDArray[np.int64]:
        """The numbers of the cells, in light so `odd` (cells,), where another picture is about as likely as the best, and that is
        explained."""
        alike = self._shown[fits.rows] == self._shown[fits.rows[:, :1]]
        lead = np.where(alike, np.inf, fits.costs).min(axis=1) - fits.costs[:, 0]
        return np.flatnonzero((lead < OPEN * NATS * odd) & (fits.costs[:, 0] < self._worst))

    def _costs(self, own: Fits, cell: int, picture: NDArray[np.uint8], odd: float) -> Array:
        """The costs (k,) of the drawings in a cell in light so odd, `own` (1, k), with what details say of near rivals."""
        rows, costs, unknowns = own.rows[0], own.costs[0].copy(), own.unknowns[0, 0]
        near = np.flatnonzero(costs < costs[0] + RIVALS * NATS * odd)
        less = self._by_details(rows[near], unknowns, cell, picture)
        costs[near] += np.float32(NATS * odd) * np.minimum(less, np.float32(MOST_APART))
        return np.asarray(costs, dtype=np.float32)

    def _by_details(
        self, rows: NDArray[np.int64], unknowns: Array, cell: int, picture: NDArray[np.uint8] | Array,
        corner: tuple[int, int] = (0, 0), clear: NDArray[np.bool_] | None = None,
    ) -> Array:  # fmt: skip
        """How many nats (k,) less likely than the best drawings are by their details, all where one of them was told to lie in a
        plan with that upper left corner, or by those pixels (ART, ART) alone that are `clear`."""
        seen = [self._seen(row) if clear is None else self._seen(row) * clear for row in rows.tolist()]
        drawn = [(turned(self._art[row // 4], int(row % 4)), known) for row, known in zip(rows.tolist(), seen, strict=True)]
        px = self._side / self._art.shape[1]
        return told_by_details(drawn, range(len(drawn)), picture, self._middle(unknowns, cell, corner), float(unknowns[5]), px)

    def _middle(self, unknowns: Array, cell: int, corner: tuple[int, int]) -> tuple[float, float]:
        """Where the middle of a drawing lies that was told so in a cell, px of a plan with that upper left corner."""
        middle = self._nominal[cell] + unknowns[3:5] * self._block - np.array(corner)
        return float(middle[0]), float(middle[1])

    def _laid(self, image: Array, unknowns: Array, cell: int, corner: tuple[int, int]) -> Array:
        """What is seen of an image (h, w), which lies as the plan does, in the pixels (ART, ART) of a drawing told so."""
        side, (cos, sin) = self._art.shape[1], (np.cos(unknowns[5]), np.sin(unknowns[5]))
        turn = np.array([[cos, -sin], [sin, cos]]) * self._side / side
        middle = np.array(self._middle(unknowns, cell, corner)) - turn @ np.full(2, (side - 1) / 2)
        matrix = np.column_stack([turn, middle]).astype(np.float32)
        return resample.warp_affine(image, matrix, (side, side), inverse=True, border=cv2.BORDER_REPLICATE)
