"""Light that neighbours share: what is told of a shadow on whole tiles.

Each tile is fitted in a light of its own, somewhat brighter or darker than the smooth light, for drawings were not all taught as
bright.  Most of a shadow's depth would be taken for such light, and of the shadow only those tiles would look odd over which its
edge runs.  But a shadow lies on several: what a tile has in common with those around it is light, what it has alone is its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.light import Array

AROUND, SHARED = 8, (0.125, 0.875)
"""So many of its neighbours tell what of a tile's light is shared: what lies within these quantiles of theirs.  One of them may
mirror a lamp, too."""
Window = tuple[slice, slice]


def window(left: int, upper: int, right: int, lower: int) -> Window:
    """The rows and columns of a picture within these bounds."""
    return slice(int(upper), int(lower)), slice(int(left), int(right))


def shared_level(own: Array, at: NDArray[np.float64]) -> Array:
    """The part of the light of tiles, logarithms (places, 3), that is shared by those around; `at` (places, 2) they are."""
    away = np.hypot(at[:, None, 0] - at[:, 0], at[:, None, 1] - at[:, 1])
    np.fill_diagonal(away, np.inf)
    near = np.argsort(away, axis=1, kind="stable")[:, : min(AROUND, len(own) - 1)]
    if not near.shape[1]:
        return np.zeros_like(own)
    least, most = np.quantile(own[near], SHARED, axis=1)
    # Of what all others have more, a tile without has none.
    return np.asarray(np.clip(own, np.minimum(least, 0), np.maximum(most, 0)), dtype=np.float32)


def shared_light(size: tuple[int, int], lying: Sequence[Window], gains: Array, at: NDArray[np.float64]) -> Array:
    """How much brighter (h, w, 3) than in smooth light a picture of that height and width is, by what places have in common.

    `lying` says which windows of it they take, the first on top, `gains` (places, 3) how much brighter each is, `at` (places, 2)
    where they are.
    """
    shared = np.ones((*size, 3), np.float32)
    levels = shared_level(np.log(np.maximum(gains, np.float32(0.05))), at)
    for here, level in zip(reversed(lying), levels[::-1], strict=True):
        shared[here] = np.exp(level)
    return shared
