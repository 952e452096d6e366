"""What is expected of a frame, and what is kept of it to read a part of the next one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.expected import GUESS, Expected
from vision.kept_board import KeptBoard
from vision.light import Array
from vision.steady import Small
from vision.steps import Steps
from vision.table_art import SeenTable


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """What is kept of the frame read last, to read a part of the next one.

    `small` is the shrunk picture, `lit` that of the frame of which all was read last, `quarter` the plan's coarse pixels,
    `board` the bare board as it was painted, `paint` for every printed zone (h, w, 3) what it is brighter than in smooth
    light, `shares` what is left of the spread at the edges of each zone, `on_table` where the table is shown instead of
    guesses, `relit` (blocks of coarse pixels) where shadows or mirrors were taken out, `shadow` (3,) what shadows take of each
    channel, `parts` how many frames have been read in part since all was.  Half scale unless said otherwise.
    """

    small: Small
    lit: Small
    steps: Steps
    quarter: Array
    board: KeptBoard
    paint: tuple[Array, ...]
    shares: tuple[float, ...]
    on_table: NDArray[np.bool_]
    table: SeenTable
    relit: NDArray[np.bool_]
    shadow: Array | None
    parts: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """What is expected of a table: its `ground` at the plan's scale, and at half of it (h, w) the `bare` board, with the table
    around it `expected`; `table`, `paint`, `shares` and `on_table` as they are kept."""

    ground: Expected
    bare: Expected
    expected: Expected
    table: SeenTable
    paint: tuple[Array, ...]
    shares: tuple[float, ...]
    on_table: NDArray[np.bool_]

    @property
    def drawn(self) -> NDArray[np.bool_]:
        """Where (h, w) a drawing is expected, and no guess."""
        return np.asarray(self.bare.known & (self.bare.spread < GUESS), dtype=np.bool_)

    def in_shadow(self, shadow: Array | None) -> Laid:
        """The same where shadows take that of each channel."""
        return replace(self, expected=replace(self.expected, shadow=shadow))
