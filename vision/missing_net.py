"""A small network that tells where a piece stands of which nothing was found.

The search tells pieces by what they explain: a red mouse on a red road explains little, and one with a cheese on its back is
left over when the cheese is taken away.  An eye sees at once that a mouse stands there.  The network was taught on rendered mice
of other tables, in other art and light; it is shown how much each pixel looks like this edition's piece, and how much more than
like any other of its sort, so that it need not know its colours.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import product
from typing import Self

import numpy as np

from vision.facing import PATCH, cut_half
from vision.light import Array
from vision.rider_net import away, colours_of
from vision.rig import Sprite
from vision.small_net import DIGITS, SmallNet

SIDE, STRIDE = PATCH // 2, 2
"""Side of what it is shown, and from one place of which it speaks to the next, px of the plan at half its scale."""
PLACES, CHANNELS = SIDE // STRIDE, 9
SPREAD, NEARER = 45.0, 25.0
"""Grey values by which what looks like a piece may differ from its nearest colour, and by which that is nearer than others."""
MAYBE = 1.0
"""What it says at first of a place that it looks at again, log odds."""
ALIKE, COLOURED = 100, 60
"""So many pixels at least look like a piece that is there, and rather than like another, on a scale to 255.  (Of 5800 taught ones
with anything upon them but one in a thousand shows fewer.)"""
UNASKED = -20.0
"""Log odds of what has not even its colours."""
FAR = 3 * 255.0**2
"""No colour is farther from another, squared grey values."""


class MissingNet:
    """The network, and the colours of one edition's pieces with a direction of which there is one each."""

    def __init__(self, sprites: Sequence[Sprite], riders: Set[str], kinds: Set[str], known: Set[str] | None = None) -> None:
        """`riders` are the kinds that may ride on others, `kinds` those with a direction of which there is one; of these it may
        be asked about those that are `known`, or all."""
        self.net = SmallNet("missing.onnx")
        self._riders = colours_of([sprite for sprite in sprites if sprite.kind in riders])
        told = {kind: colours_of([sprite for sprite in sprites if sprite.kind == kind]) for kind in sorted(kinds)}
        self.colours = {kind: colours for kind, colours in told.items() if colours is not None}
        self.kinds = sorted(set(self.colours) if known is None else known & set(self.colours))

    @classmethod
    def of(cls, sprites: Sequence[Sprite], known: Set[str] | None = None) -> Self:
        """That of a taught edition."""
        riders = {sprite.kind for sprite in sprites if sprite.rides}
        return cls(sprites, riders, {sprite.kind for sprite in sprites if sprite.alone and sprite.directed}, known)

    def rest(self) -> None:
        """Let go of what the network keeps between pictures."""
        self.net.rest()

    def views(self, kinds: Sequence[str], half: Array, bare: Array, at: tuple[float, float], detail: int) -> Array:
        """What it sees about a point if it is asked about those kinds (kinds, SIDE, SIDE, 9), grey values: a picture in art light
        and the `bare` board (h, w, 3), px of a plan of that detail at half its scale."""
        return self.views_of(kinds, cut_half(half, at, detail), cut_half(bare, at, detail))

    def views_of(self, kinds: Sequence[str], seen: Array, board: Array) -> Array:
        """The same of what is seen around a point and the board there (SIDE, SIDE, 3): both, and what looks like riders, like
        that kind, and like no other."""
        apart = {kind: away(seen, colours) for kind, colours in self.colours.items()}
        riders = np.zeros(seen.shape[:2], np.float32) if self._riders is None else _like(away(seen, self._riders))
        two = np.sort([*apart.values(), np.full(seen.shape[:2], FAR, np.float32)], axis=0)[:2]
        views = np.empty((len(kinds), *seen.shape[:2], CHANNELS), np.float32)
        views[..., :3], views[..., 3:6], views[..., 6] = seen, board, 255 * riders
        for view, kind in zip(views, kinds, strict=True):
            others = np.where(apart[kind] == two[0], two[1], two[0])
            view[..., 7], view[..., 8] = 255 * _like(apart[kind]), 255 * _nearer(apart[kind], others)
        return np.clip(views, 0, 255)

    def told(self, views: Array) -> list[tuple[float, tuple[float, float]]]:
        """Of each view (n, SIDE, SIDE, CHANNELS) the log odds that the piece's middle is in its likeliest place, in the mean of
        eight looks, in all four directions and mirrored, and how far that is from the view's middle, px of a plan of no detail at
        half its scale."""
        mean = self._at_first(views)
        # It looks again, from all sides, where it may see something.
        again = np.flatnonzero(mean.max(axis=(1, 2)) > MAYBE)
        if len(again):
            mean[again] = np.mean([self._seen_from(views[again], *side) for side in product(range(4), (1, -1))], axis=0)
        best = mean.reshape(-1, PLACES * PLACES).argmax(axis=1)
        at = [((n % PLACES + 0.5) * STRIDE - SIDE / 2, (n // PLACES + 0.5) * STRIDE - SIDE / 2) for n in best.tolist()]
        return [(round(float(one.max()), DIGITS), there) for one, there in zip(mean, at, strict=True)]

    def glanced(self, views: Array) -> list[float]:
        """The log odds at the first of these looks."""
        return [round(float(one.max()), DIGITS) for one in self._at_first(views)]

    def _at_first(self, views: Array) -> Array:
        """What it says of each place (n, PLACES, PLACES) at first, UNASKED where the colours are missing."""
        mean = np.full((len(views), PLACES, PLACES), UNASKED, np.float32)
        coloured = np.flatnonzero((views[..., 7:].min(axis=-1) > ALIKE).sum(axis=(1, 2)) >= COLOURED)
        if len(coloured):
            mean[coloured] = self._places(views[coloured])
        return mean

    def _seen_from(self, views: Array, turns: int, across: int) -> Array:
        """What it says of each place (n, PLACES, PLACES) of views that it sees turned, and mirrored (-1)."""
        return np.rot90(self._places(np.rot90(views, turns, (1, 2))[:, :, ::across])[:, :, ::across], -turns, (1, 2))

    def _places(self, views: Array) -> Array:
        """What it says of each place (n, PLACES, PLACES) of views (n, SIDE, SIDE, CHANNELS)."""
        return self.net.told(views).reshape(len(views), PLACES, PLACES)


def _like(apart: Array) -> Array:
    """How much what is so far from a colour, squared grey values, looks like it, 0..1."""
    return np.asarray(np.exp(-apart / (2 * SPREAD**2)), dtype=np.float32)


def _nearer(own: Array, others: Array) -> Array:
    """How much nearer what is so far from a kind is to it than to others, squared grey values, 0..1, a half where as far."""
    return np.asarray(1 / (1 + np.exp(np.clip((own - others) / (2 * NEARER**2), -30, 30))), dtype=np.float32)
