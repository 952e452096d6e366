"""One piece that was found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.board_costs import CAP
from vision.light import Array

PIECE_NATS = 18.0
"""Units of a find's gain that make one nat: neighbouring pixels err together."""


@dataclass(frozen=True, slots=True)
class Doubted:
    """A rider that a piece may carry: bank row, how much more (nats) both would explain than the piece alone, how much the
    rider explains of what the piece's own picture leaves, and that per pixel at full scale, if it was looked at there."""

    row: int
    lead: float
    over: float = -np.inf
    closely: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A piece: its bank row, middle (half-plan px), gain in nats of the whole bank at the best place of each row (rows,)."""

    row: int
    at: tuple[float, float]
    gain: float
    gains: Array
    misfit: float
    rides: bool = False
    carries: bool = False
    heaped: bool = False
    turn: float = 0.0
    """Degrees by which it is turned more than its row, clockwise."""
    size: float = 1.0
    """By how much it is larger than its row."""
    seen: float = 1.0
    """Share of it that no rider hides."""
    doubted: Doubted | None = None
    left: float = 0.0
    """What stayed strange around a piece that may ride on another, as a share of the smallest that may carry it."""
    mere_light: float = 0.0
    """Nats that speak for its being but light on the board."""
    over_drawing: float | None = None
    """Of what lies on a picture of itself: by how much it explains details better than that, nats per pixel."""
    odds: float | None = None
    """Of a flat piece: the log odds that it lies there, where a network told them."""
    noticed: float | None = None
    """Of what the search did not find, or hardly: the log odds that a network says it stands there."""
    hides: float | None = None
    """Of a body in a heap: how likely one more of its kind, below all that were found, would not show."""
    around: float | None = None
    """What a pixel around it costs in the mean (`surroundings`), if that was told."""
    bare: float = CAP
    """What a pixel of it costs in the mean as the board, as far as that is known."""

    @property
    def confirmed(self) -> bool:
        """Whether a network says that it lies there."""
        return self.noticed is not None or (self.odds is not None and self.odds > 0)


def moved(found: Iterable[Found], right: int, down: int) -> list[Found]:
    """The same pieces where what they lie on begins so many pixels farther to the left and above."""
    return [replace(piece, at=(piece.at[0] + right, piece.at[1] + down)) for piece in found]


def inside(found: Iterable[Found], box: tuple[int, int, int, int]) -> list[Found]:
    """The pieces inside a window (left, upper, right, lower), in its coordinates."""
    left, upper, right, lower = box
    return moved((piece for piece in found if left <= piece.at[0] < right and upper <= piece.at[1] < lower), -left, -upper)
