"""A small network that tells of poses of flat pieces in a heap how likely a piece lies just so.

What a pose explains pixel by pixel is a poor witness where wedges lie on wedges: a corner that sticks out, a rim in the shadow
of another and two halves of neighbours explain about as much.  The network sees what an eye sees: the picture around the pose,
turned so that the piece lies straight and is as large as any other, beside the piece's own picture, the board that is expected
there and what each pixel costs as that.  It was taught on rendered heaps of other tables, in other art and light.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.footprints import Numbers
from vision.light import Array
from vision.piece_bank import PieceBank, filled
from vision.poses import ALIKE, Poses
from vision.small_net import DIGITS, SmallNet

SIDE, ROOT = 44, 18.0
"""Pixels across what the network sees of a pose, and the root of the piece's area there."""
COST = 25.0
"""Grey values for each nat that a pixel costs as board."""
SCALE, SHIFT = 1.53, -3.18
"""The network was shown more poses of pieces than lie in a heap: its log odds are so much too high."""
HALF = 127.5
"""Grey values for each piece that was told and covers a pixel."""
AT_ONCE = 32
"""So many poses are shown at once: as many as take a few megabytes."""
CHOSEN = 2.5
"""How much likelier a pose is that was chosen for what it explains than one of those that were listed."""
CLEAR, NONE = 0.0, -4.5
"""Where more than half of the chosen poses of a heap have such log odds, the network has no say about those of its other poses
that are no worse than the second: it is half blind to what lies in the shadow of others.  (Of 1717 chosen poses of sixteen
tables, in such heaps 11 of 19 with -4.5 to -0.5 were pieces, and 2 of 15 with less; in others 5 of 304 with less than 0.5.)"""
LIKELY = 1.5
"""Log odds from which on a piece is told before the others are looked at again: what lies below it becomes likelier then, and
other poses of the same piece do not."""
NEAR = 70
"""Pixels from the middle of a pose to that of another which is not to be seen around it."""


class PoseNet:
    """The network beside the pieces of one bank."""

    def __init__(self, bank: PieceBank) -> None:
        self._bank, self.net = bank, SmallNet("heap_poses.onnx")
        self._looks: dict[tuple[int, int], Array] = {}
        down, across = np.mgrid[:SIDE, :SIDE].astype(np.float32) - np.float32((SIDE - 1) / 2)
        self._across, self._down = across, down

    def told(self, scene: Array, poses: Poses, chosen: Sequence[int]) -> dict[int, float]:
        """The log odds that pieces lie as the `chosen` poses say, by their numbers, in a `scene` (h, w, 8) as `scene_of` makes
        it: of each the likeliest of those with about its outline, the others being told that are likelier.  None of
        those about which the network has no say."""
        size = scene[..., 0].size
        alike = {n: np.flatnonzero(poses.shared(n, size) >= ALIKE) for n in chosen}
        some = np.unique(np.concatenate([np.zeros(0, np.int64), *alike.values()]))
        odds = dict(zip(some.tolist(), Looking(self, scene, poses.of(some)).told().tolist(), strict=True))
        best = {n: max(odds[int(each)] for each in near) for n, near in alike.items()}
        clear = sum(each > CLEAR for each in best.values()) > len(best) / 2
        return {n: each for n, each in best.items() if each > 0 or each < NONE or not clear}

    def odds(self, scene: Array, poses: Poses, some: Numbers) -> Array:
        """Log odds (n,) that a piece lies as some poses (n,) say, beside those that were told: a scene (h, w, 9)."""
        parts = [self._odds(scene, poses, some[n : n + AT_ONCE]) for n in range(0, len(some), AT_ONCE)]
        return np.round(np.concatenate([np.zeros(0, np.float32), *parts]) * SCALE + SHIFT + CHOSEN, DIGITS)

    def _odds(self, scene: Array, poses: Poses, some: Numbers) -> Array:
        covers = poses.covers[some]
        whole = covers.sum(axis=1)
        seen = self._windows(scene, poses.middles(scene.shape[1], some), poses.headings[some], np.sqrt(whole) / ROOT)
        rows = poses.rows[some]
        shown_as = zip(self._bank.kinds[rows].tolist(), self._bank.views[rows].tolist(), strict=True)
        own = np.stack([self.look(sprite, view) for sprite, view in shown_as])
        shown = np.concatenate([seen[..., :6], own, seen[..., 6:]], axis=3)
        return self.net.told(shown)

    def _windows(self, scene: Array, middles: Array, headings: Array, zoom: Array) -> Array:
        """The scene (n, SIDE, SIDE, 9) around middles (n, 2) as pieces with such headings, degrees, see it."""
        turn = np.radians(headings)
        cos, sin = (np.asarray(each * zoom, np.float32)[:, None, None] for each in (np.cos(turn), np.sin(turn)))
        u = middles[:, 0, None, None].astype(np.float32) + cos * self._across - sin * self._down
        v = middles[:, 1, None, None].astype(np.float32) + sin * self._across + cos * self._down
        where = u.reshape(-1, SIDE), v.reshape(-1, SIDE)
        three = slice(0, 3), slice(3, 6), slice(6, 9)
        parts = [resample.remap(np.ascontiguousarray(scene[..., part]), *where, cv2.BORDER_REPLICATE) for part in three]
        return np.asarray(np.dstack(parts), np.float32).reshape(len(u), SIDE, SIDE, 9)

    def look(self, sprite: int, view: int) -> Array:
        """The picture and cover (SIDE, SIDE, 4) of a sprite's view, lying straight, grey values."""
        if (sprite, view) not in self._looks:
            known = self._bank.sprites[sprite]
            cover = np.asarray(known.cover[view], np.float32)
            down, across = np.mgrid[: cover.shape[0], : cover.shape[1]]
            whole = float(cover.sum())
            u, v, scale = float((across * cover).sum()) / whole, float((down * cover).sum()) / whole, ROOT / whole**0.5
            middle = (SIDE - 1) / 2
            matrix = np.array([[scale, 0, middle - scale * u], [0, scale, middle - scale * v]])
            size = SIDE, SIDE
            painted = np.ascontiguousarray(filled(known.picture[view], cover), np.float32)
            look = resample.warp_affine(painted, matrix, size, border=cv2.BORDER_REPLICATE)
            shown = resample.warp_affine(cover, matrix, size)
            self._looks[sprite, view] = np.clip(np.dstack([look, shown * 255]), 0, 255).astype(np.float32)
        return self._looks[sprite, view]


class Looking:
    """Some poses of a heap, told one by one."""

    def __init__(self, net: PoseNet, scene: Array, poses: Poses) -> None:
        self._net, self._poses, self._scene = net, poses, np.dstack([scene, np.zeros(scene.shape[:2], np.float32)])
        self._middles = poses.middles(scene.shape[1])
        self._odds = net.odds(self._scene, poses, np.arange(len(poses.rows)))
        self._told, self._left = np.zeros_like(self._odds), np.ones(len(self._odds), np.bool_)
        # What was looked at before another near it was told.
        self._old = ~self._left

    def told(self) -> Array:
        """The log odds (n,) of each: of those that are likely when their turn comes, of the others beside all of these."""
        while (n := self._likeliest()) is not None:
            same = self._left & self._same(n)
            self._told[same] = self._odds[same]
            self._left &= ~same
            self._old |= np.abs(self._middles - self._middles[n]).max(axis=1) < NEAR
            self._lay(n)
        return np.where(self._left, self._odds, self._told)

    def _likeliest(self) -> int | None:
        """The likeliest that is left; None if it is not likely.  It is looked at again if it has to be, and all in the end."""
        while self._left.any():
            n = int(np.where(self._left, self._odds, -np.inf).argmax())
            likely = bool(self._odds[n] > LIKELY)
            if likely and not self._old[n]:
                return n
            again = np.flatnonzero(self._left & self._old & (self._same(n) | (not likely)))
            if not len(again):
                break
            self._odds[again] = self._net.odds(self._scene, self._poses, again)
            self._old[again] = False
        return None

    def _same(self, n: int) -> NDArray[np.bool_]:
        """Which poses (m,) have about the outline of one."""
        return self._poses.shared(n, self._scene[..., 0].size) >= ALIKE

    def _lay(self, n: int) -> None:
        """Take a pose for a piece that lies there."""
        taken = self._scene[..., -1].reshape(-1)
        taken[self._poses.pixels[n]] = np.minimum(taken[self._poses.pixels[n]] + self._poses.covers[n] * HALF, 255)


def scene_of(picture: Array, board: Array, costs: Array, free: Array) -> Array:
    """What the network sees of a square (h, w, 8): a picture and the board expected there (h, w, 3), what pixels cost as board
    and how far they are free (h, w)."""
    return np.clip(np.dstack([picture, board, costs * np.float32(COST), free * np.float32(255)]), 0, 255).astype(np.float32)
