"""Cards of a zone that lies in more light, or less, than the grid tells: all of it, and evenly.

In each other light the zone is first compared at every other spot, with cards that are not askew, and then with all of them
around the few spots where one explains most.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.card_light import BARE, Parts, Spots, summits
from vision.light import Array


class DimmedZone:
    """The `parts` of cards against a zone, compared at `spots` (n, 2), v and u."""

    def __init__(self, parts: Parts, spots: Spots, upright: NDArray[np.int64]) -> None:
        """`upright` are the rows of cards that are not askew."""
        self._parts, self._spots = parts, spots
        self._seen = parts.seen(spots)
        self._products = parts.products(self._seen)
        self._upright, self._few = parts.of_rows(upright), np.flatnonzero((spots % 2 == 0).all(axis=1))
        self._rough = self._seen[:, self._few], np.ascontiguousarray(self._products[:, self._few][..., upright])

    def costs(self, factor: float) -> Array:
        """The costs (parts, spots, rows) if all that is seen were so many times darker."""
        return self._parts.costs_dimmed(self._seen, self._products, factor, np.empty_like(self._products))

    def best(self, factor: float) -> tuple[float, NDArray[np.int64], int] | None:
        """What a part gains, on average, as the card that explains most in such light, the spot and the row of that; None where
        no card explains anything."""
        seen, products = self._rough
        gains = BARE - self._upright.costs_dimmed(seen, products, factor, np.empty_like(products)).mean(axis=0).min(axis=1)
        tried = [self._around(self._few[n], factor) for n in summits(gains, self._spots[self._few])]
        return max(tried, key=lambda each: each[0], default=None)

    def _around(self, spot: np.int64, factor: float) -> tuple[float, NDArray[np.int64], int]:
        """The same of the spots about one, by its number."""
        near = np.flatnonzero(np.abs(self._spots - self._spots[spot]).max(axis=1) <= 1)
        products = self._products[:, near]
        mean = self._parts.costs_dimmed(self._seen[:, near], products, factor, products).mean(axis=0)
        at, row = np.unravel_index(int(mean.argmin()), mean.shape)
        return BARE - float(mean[at, row]), self._spots[near[at]], int(row)
