"""Pieces that were found before the ones that explain what they show.

The strangest spot is looked at first: a mouse's dark side and its tail passed for a marble, and when the mouse itself was found
and laid, the marble stayed.  So each piece is once done without: what it explains that no other kind does must be enough to find
it.  Of its own kind others are left out, for what lies in a heap is counted again there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

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
    other kinds, of windows `side` px wide, are laid; the one that lacks most goes first.  What rides stays, but without what
    carried it."""
    kept, of_kind = list(found), dict(zip(map(id, found), kinds, strict=True))
    while True:
        lacking = [_lack(piece, kept, of_kind, before, patch, side, least) for piece in kept]
        worst = int(np.argmax(lacking)) if lacking else 0
        if not lacking or lacking[worst] <= 0:
            return kept
        del kept[worst]


def unborne(kept: Sequence[Found], before: Sequence[Found]) -> list[Found]:
    """The pieces kept of those found before; what rode on one that is left out is one by itself."""
    carriers = [piece for piece in before if piece.carries]
    gone = {id(piece) for piece in carriers} - {id(piece) for piece in kept}

    def under(rider: Found) -> Found:
        return min(carriers, key=lambda one: max(abs(one.at[0] - rider.at[0]), abs(one.at[1] - rider.at[1])))

    return [replace(piece, rides=False) if gone and piece.rides and id(under(piece)) in gone else piece for piece in kept]


def _lack(
    piece: Found, kept: Sequence[Found], kinds: dict[int, int], before: Array, patch: Callable[[Found], Patch], side: int,
    least: Callable[[Found], float],
) -> float:  # fmt: skip
    """By how much a piece explains less than its least; nothing where no other kind lies so near.  Of what carries only what the
    others leave to be seen counts, for they lie on it, and anything that it explains is enough."""
    u, v = piece.at
    near = [
        other for other in kept
        if kinds[id(other)] != kinds[id(piece)] and max(abs(other.at[0] - u), abs(other.at[1] - v)) < side
    ]  # fmt: skip
    if not near or piece.rides:
        return 0.0
    costs = before.reshape(-1).copy()
    laid = [patch(other) for other in near]
    for at, cover, error in laid:
        costs[at] += cover * (error - costs[at])
    at, shown, error = patch(piece)
    if piece.carries:
        free = np.ones(before.size, np.float32)
        for there, cover, _ in laid:
            free[there] *= 1 - cover
        shown = shown * free[at]
    gain = float((shown * (costs[at] - np.float32(STRICT) * error - np.float32(PRIOR))).sum())
    return max((0.0 if piece.carries else least(piece)) - gain, 0.0)
