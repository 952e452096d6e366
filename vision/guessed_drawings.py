"""Parts of drawings that nobody ever saw bare: their colours are those of the rest.

A card that was taught with a wedge on it is known around the wedge only.  What is drawn below is a guess, and explains whatever
lies there.  But a drawing has few colours: what has none of them lies on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Cell, Place
from vision.expected import GUESS, Bounds, Expected
from vision.light import Array
from vision.palette import clustered
from vision.rig import Appearance
from vision.tiles import Fits

COLOURS, LEAST_SHARE = 8, 0.02
"""So many colours are looked for in a drawing at most; what covers less of it is an edge between two."""
SPREAD = 20.0
"""Standard deviation of a grey value about the nearest of them, where it was never seen."""
WELL_SEEN, BARE = 0.99, 0.9
"""A drawing of which so much was seen has no such part; a pixel is seen bare from that share on."""
SAMPLE = 3000


class GuessedDrawings:
    """The colours of the drawings of which a part was never seen bare."""

    def __init__(self, appearance: Appearance) -> None:
        self._art, self._seen = appearance.art, appearance.art_seen
        self._partly = appearance.art_seen.mean(axis=(1, 2)) < WELL_SEEN if len(appearance.art_seen) else np.zeros(0, np.bool_)
        self._colours: dict[int, Array] = {}

    def tell(
        self, board: Expected, seen: Array, fits: Fits, cells: Sequence[Cell], blocks: Mapping[Place, Bounds], box: Bounds
    ) -> None:
        """Put the nearest of its colours to what is `seen` (h, w, 3) into a board, in a `box` of the half plan, where the drawing
        of one of the `cells`, which lie at those bounds, is a guess and throws no light back."""
        looks, lit = fits.rows[:, 0] // 4, _lit(fits)
        for number in np.flatnonzero(self._partly[looks] & ~lit).tolist():
            left, upper, right, lower = blocks[cells[number]]
            here = (
                slice(max(upper - box[1], 0), max(lower - box[1], 0)), slice(max(left - box[0], 0), max(right - box[0], 0)),
            )  # fmt: skip
            guess = board.known[here] & (board.spread[here] >= GUESS)
            if guess.any():
                board.picture[here][guess] = _nearest(seen[here][guess], self._of(int(looks[number])), board.picture[here][guess])
                board.spread[here][guess] = SPREAD

    def _of(self, look: int) -> Array:
        """The colours (n, 3) of a drawing."""
        if look not in self._colours:
            shown = np.asarray(self._art[look], dtype=np.float32)[np.asarray(self._seen[look]) > BARE]
            self._colours[look] = _colours(shown[:: max(1, len(shown) // SAMPLE)])
        return self._colours[look]


def _lit(fits: Fits) -> NDArray[np.bool_]:
    """Which places (n,) throw light back."""
    if fits.glow is None:
        return np.zeros(len(fits.rows), np.bool_)
    return np.asarray(fits.glow[:, 0].any(axis=(1, 2)), dtype=np.bool_)


def _colours(pixels: Array) -> Array:
    """The colours (n, 3) of pixels (m, 3)."""
    if len(pixels) <= COLOURS:
        return pixels if len(pixels) else np.full((1, 3), 128.0, np.float32)
    centres, shares = clustered(pixels, COLOURS)
    return centres[shares >= LEAST_SHARE]


def _nearest(seen: Array, colours: Array, guessed: Array) -> Array:
    """For every colour seen (n, 3) the nearest of some colours (m, 3) and of what was guessed there (n, 3)."""
    away = ((seen[:, None] - colours) ** 2).sum(axis=2)
    as_guessed = ((seen - guessed) ** 2).sum(axis=1) < away.min(axis=1)
    return np.asarray(np.where(as_guessed[:, None], guessed, colours[away.argmin(axis=1)]), dtype=np.float32)
