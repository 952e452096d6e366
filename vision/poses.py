"""Where pieces of a heap may lie, and where they were told to lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.board_costs import CAP
from vision.footprints import LEAST_COVER, Numbers
from vision.light import Array

Exactly = tuple[Array, Array, Array]


@dataclass(frozen=True, slots=True, eq=False)
class Thin:
    """Of poses with these `numbers` (n,) some pixels (n, k), as many for each of a plan's detail, and the sum of their covers
    `whole` (n,)."""

    numbers: Numbers
    pixels: Numbers
    covers: Array
    worths: Array
    whole: Array

    def of(self, some: Numbers) -> Thin:
        """Those of some of the poses, by their positions among them."""
        return Thin(*(getattr(self, name).take(some, axis=0) for name in ("numbers", "pixels", "covers", "worths", "whole")))


@dataclass(frozen=True, slots=True, eq=False)
class Poses:
    """Listed poses: `rows` (n,) of the bank, upper left corners `at` (n, 2) px, and of each
    pixel that a pose covers (n, k) its flat number `pixels` in the square and its `covers`; `side` px across its window; `thin`
    for choosing among many.

    `exactly` tells of some poses, by their numbers (m,), for each pixel (m, k) by how much it is better as the piece than as
    board (nats) by colours and contrast, for choosing, and its error as the piece by colours and texture and by how much it is
    better by these, for telling how sure the chosen are.  Most that are listed are never asked for.  The covers of `flat` pieces
    are their outline; those of bodies are means of many views, so that at a pixel a piece covers all or nothing.
    """

    rows: NDArray[np.int64]
    at: NDArray[np.int64]
    pixels: Numbers
    covers: Array
    exactly: Callable[[Numbers], Exactly]
    side: int
    thin: Thin
    flat: bool
    on_top: dict[int, float] = field(default_factory=dict)
    """How much better each pixel of a pose is as the piece, in the mean, where no other lies on it, once it was asked for."""
    explained: dict[tuple[int, ...], float] = field(default_factory=dict)
    """What some poses explain together, once it was asked for."""
    _told: dict[int, Exactly] = field(default_factory=dict)
    _hides: dict[int, Array] = field(default_factory=dict)
    _around: dict[int, Thin] = field(default_factory=dict)

    def told(self, n: int) -> Exactly:
        """What is told exactly of one pose, each (k,)."""
        if n not in self._told:
            worths, errors, plain_worths = self.exactly(np.array([n]))
            self._told[n] = worths[0], errors[0], plain_worths[0]
        return self._told[n]

    def hides(self, n: int) -> Array:
        """How far one pose, once chosen, hides each pixel that it covers (k,), 0..1: what it explains it does hide, and is left
        to no other."""
        covers: Array = self.covers[n]
        if self.flat:
            return covers
        if n not in self._hides:
            odds: Array = covers * np.exp(np.clip(self.told(n)[0] / np.maximum(covers, np.float32(LEAST_COVER)), 0, CAP))
            self._hides[n] = np.asarray(odds / (odds + 1 - covers), dtype=np.float32)
        return self._hides[n]

    def middles(self, width: int, some: Numbers | None = None) -> Array:
        """The middle of what poses cover, all or some (n, 2), across and down, in a square so wide."""
        pixels, covers = (self.pixels, self.covers) if some is None else (self.pixels[some], self.covers[some])
        down, across = np.divmod(pixels, width)
        sums = np.stack([np.einsum("nk,nk->n", each, covers) for each in (across, down)], axis=1)
        return np.asarray(sums / covers.sum(axis=1, keepdims=True))

    def touch(self, one: int, other: int) -> bool:
        """Whether the windows of two poses overlap."""
        (left, upper), (right, lower) = self.at[one].tolist(), self.at[other].tolist()
        return bool(abs(left - right) < self.side and abs(upper - lower) < self.side)

    def window(self, n: int, width: int) -> Array:
        """The covers (side, side) of one pose in a square so wide."""
        down, across = np.divmod(self.pixels[n], width)
        shown = np.zeros((self.side, self.side), np.float32)
        shown[down - self.at[n, 1], across - self.at[n, 0]] = self.covers[n]
        return shown

    def around(self, n: int) -> Thin:
        """The poses about where one lies, for choosing that one anew."""
        if n not in self._around:
            self._around[n] = self.thin.of(np.flatnonzero(np.abs(self.at - self.at[n]).max(axis=1) < self.side // 2))
        return self._around[n]


@dataclass(frozen=True, slots=True)
class Lying:
    """One piece of a heap: row of the bank, middle (px of the square), what it explains (nats), how badly it fits, the share of
    it that those above leave to be seen, the `pixels` of the square that it covers (flat) and how far (`covers`), and what other
    `rivals` (rows of the bank) would explain there `instead`; how likely one more below the heap would not show,
    `hidden` (None of flat pieces that no network told); the log `odds` that it lies there, where one did."""

    row: int
    at: tuple[float, float]
    gain: float
    misfit: float
    seen: float
    pixels: Numbers
    covers: Array
    rivals: NDArray[np.int64]
    instead: Array
    hidden: float | None = None
    odds: float | None = None
