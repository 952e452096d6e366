"""The pieces of a heap chosen anew, layer upon layer: the set of poses that explains most, each pixel told by what lies on top.

A pose of which each covered pixel is much better as the piece lies on top; one that is shone through by others' rims lies below
them.  With that order given, what the heap gains by one pose more is told for all poses at once: where those above leave a pixel
free, the pose takes it from those below.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.poses import Poses

SWEEPS = 6
LEAD, ADDED = 4.0, 15.0
"""Nats that a change must bring, and one piece more: of some hundred drawn heaps less invented pieces, more missed them."""


class Layers:
    """The `poses` of a heap of which each pixel is `free` (p,) of other things so far.  A piece more must explain `price` nats
    for each pixel that it covers, and `seen` of it must be left by those above."""

    def __init__(self, poses: Poses, free: Array, price: float, seen: float) -> None:
        self._poses, self._free, self._seen = poses, free, seen
        # Poses by how far down they lie.
        self._depth = np.asarray(-poses.thin.worths.sum(axis=1) / np.maximum(poses.thin.whole, 1.0), dtype=np.float32)
        self._price = np.float32(price) * poses.thin.whole
        self._all = np.arange(len(poses.rows))

    def refined(self, found: Sequence[int], most: int) -> list[int]:
        """At most so many poses (numbers) that together explain no less than those found: each that touches another is moved or
        turned, and others are laid beside them, as long as that explains more."""
        now = list(found)
        for _ in range(SWEEPS):
            before = list(now)
            for n in before:
                now = self._elsewhere(now, n)
            while len(now) < most:
                brings = self._brings(now, self._all)
                if not len(brings) or brings.max() <= ADDED:
                    break
                now.append(int(brings.argmax()))
            if now == before:
                break
        return now

    def _elsewhere(self, found: list[int], n: int) -> list[int]:
        """The poses found, with another one about where number n lies if that explains more.

        None is left out: what is all but hidden explains less than a piece costs, but was chosen for a corner that sticks out.
        """
        apart = np.abs(self._poses.at - self._poses.at[n]).max(axis=1)
        rest = [other for other in found if other != n]
        if not any(apart[other] < self._poses.side for other in rest):
            return found
        near = np.flatnonzero(apart < self._poses.side // 2)
        brings = self._brings(rest, near)
        own = float(brings[np.searchsorted(near, n)])
        best = int(brings.argmax())
        return found if brings[best] <= own + LEAD else [*rest, int(near[best])]

    def _brings(self, found: Sequence[int], some: NDArray[np.int64]) -> Array:
        """What each of some poses would add to what those found explain (nats of the thinned pixels); nothing that is hardly
        seen does."""
        thin, order = self._poses.thin, sorted(found, key=lambda n: float(self._depth[n]))
        left, below = self._between(order)
        layer = np.searchsorted(self._depth[order], self._depth[some]) if order else np.zeros(len(some), np.int64)
        at = (layer * len(self._free))[:, None] + thin.pixels[some]
        free, lost = left.reshape(-1).take(at), below.reshape(-1).take(at)
        covers = thin.covers[some]
        brings = np.einsum("nk,nk->n", free, thin.worths[some] - covers * lost) - self._price[some]
        shown = np.einsum("nk,nk->n", free, covers) >= self._seen * thin.whole[some]
        return np.where(shown, brings, -np.inf).astype(np.float32)

    def _between(self, order: Sequence[int]) -> tuple[Array, Array]:
        """Above each of the poses in that order, and below all (layers, p): how far a pixel is left free, and what it is worth as
        those below, if free."""
        poses, layers = self._poses, len(order) + 1
        left, below = np.empty((layers, len(self._free)), np.float32), np.zeros((layers, len(self._free)), np.float32)
        left[0] = self._free
        for layer, n in enumerate(order):
            left[layer + 1] = left[layer]
            left[layer + 1, poses.pixels[n]] *= 1 - poses.covers[n]
        for layer, n in reversed(list(enumerate(order))):
            at = poses.pixels[n]
            below[layer] = below[layer + 1]
            below[layer, at] = poses.told(n)[0] + (1 - poses.covers[n]) * below[layer + 1, at]
        return left, below
