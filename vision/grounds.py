"""What was found of the bare table in one frame, and what follows from it for what is compared with it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.bare import BareTable
from vision.cards import SeenCard
from vision.expected import Expected
from vision.light import Array
from vision.loose import LooseTile
from vision.relight import GAMMA
from vision.tiles import Fits

TILE_NOISE = 12.0
"""Standard deviation of a coarse grey value about the taught drawing."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """`fits` of all cells in reading order, `light` (6, 3) coefficients, `gains` (cells, 3) expected there, `expected` the bare
    board at the plan's scale in art light, `seen` (cells, SEEN * SEEN * 3) what was compared, `loose` the tiles and `cards` the
    cards in zones, `holes` (cells,) log-odds that no tile lies there, `relit` (cells,) where shadows or lamps were taken out,
    `lamps` (cells,) what a pixel costs of a drawing on which a lamp is mirrored, 0 elsewhere, the bare `table`, and the
    `haze` (6, 3) over its tiles."""

    fits: Fits
    light: Array
    gains: Array
    expected: Expected
    seen: Array
    misfit: Array
    loose: tuple[LooseTile, ...]
    cards: tuple[SeenCard, ...]
    holes: Array
    relit: NDArray[np.bool_]
    lamps: Array
    table: BareTable
    haze: Array | None = None


def noise_of(gains: Array) -> float:
    """Standard deviation of a tile's grey value where light gives cells such gains (cells, 3)."""
    return TILE_NOISE * float(np.clip(gains.mean(), 0.15, 2.0))


def paper_of(ground: Ground) -> Array:
    """The light (3,) that white paper gives, on average over the board: a lamp that gives it less, or of another colour, is
    mirrored so too, and it is the same lamp on every tile."""
    return np.asarray(ground.gains.mean(axis=0) ** np.float32(GAMMA), dtype=np.float32)
