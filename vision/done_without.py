"""Pieces that were found before the ones that explain what they show.

The strangest spot is looked at first: a mouse's dark side and its tail passed for a marble, and when the mouse itself was found
and laid, the marble stayed.  So each piece is once done without: what it explains that no other kind does must be enough to find
it.  Of its own kind others are left out, for what lies in a heap is counted again there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.light import Array
from vision.matching import PRIOR, STRICT

Patch = tuple[NDArray[np.int64], Array, Array]
"""Flat numbers (k,) of the pixels that a piece covers, how far, and what they cost as the piece."""


def needed(
    found: Sequence[Found], kinds: Sequence[int], before: Array, patch: Callable[[Found], Patch], side: int,
    least: Callable[[Found], float],
) -> list[Found]:  # fmt: skip
    """The pieces without those that explain, of costs (h, w) as they were `before` all, less than their `least` once pieces of
    other kinds, of windows `side` px wide, are laid; the one that lacks most goes first.  What rides and what carries stays."""
    kept, of_kind = list(found), dict(zip(map(id, found), kinds, strict=True))
    while True:
        lacking = [_lack(piece, kept, of_kind, before, patch, side, least) for piece in kept]
        worst = int(np.argmax(lacking)) if lacking else 0
        if not lacking or lacking[worst] <= 0:
            return kept
        del kept[worst]


def _lack(
    piece: Found, kept: Sequence[Found], kinds: dict[int, int], before: Array, patch: Callable[[Found], Patch], side: int,
    least: Callable[[Found], float],
) -> float:  # fmt: skip
    """By how much a piece explains less than its least; nothing where no other kind lies so near."""
    u, v = piece.at
    near = [
        other for other in kept
        if kinds[id(other)] != kinds[id(piece)] and max(abs(other.at[0] - u), abs(other.at[1] - v)) < side
    ]  # fmt: skip
    if not near or piece.rides or piece.carries:
        return 0.0
    costs = before.reshape(-1).copy()
    for other in near:
        at, cover, error = patch(other)
        costs[at] += cover * (error - costs[at])
    at, cover, error = patch(piece)
    gain = float((cover * (costs[at] - np.float32(STRICT) * error - np.float32(PRIOR))).sum())
    return max(least(piece) - gain, 0.0)
