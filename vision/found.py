"""A piece that was found, and what the pixels of board and pieces cost."""

from __future__ import annotations

from dataclasses import dataclass

from vision.light import Array

CAP = 7.0
"""Most that a pixel of the expected board can cost: from there on it is simply something else."""
PIECE_NOISE = 18.0
"""Standard deviation of a grey value of a piece about its taught picture: shading, turn between two steps, blur."""
STRICT = 1.5
"""How much more a pixel off the piece's picture counts than one off the board: a wrong piece shall not pay off."""
PRIOR = 0.2
"""What a pixel of a piece costs whatever it looks like: pieces are fewer than prints."""
WEIGHT = STRICT / (3 * PIECE_NOISE**2)
"""What a squared difference of tones from a piece's picture costs."""
CLEAR = 0.85
"""A piece of which less than this share is seen carries something."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A piece: its bank row, middle (half-plan px), gain in nats of the whole bank at the best place of each row (rows,).

    `misfit` is the mean cost of its pixels by its own picture.  `shown` is the share of it that pieces found before, lying on
    top, leave to be seen; a `paired` piece was found together with what lies on it.
    """

    row: int
    at: tuple[float, float]
    gain: float
    gains: Array
    misfit: float
    rides: bool = False
    carries: bool = False
    shown: float = 1.0
    paired: bool = False

    @property
    def spot(self) -> tuple[int, int]:
        """The pixel of its middle."""
        return int(self.at[0]), int(self.at[1])
