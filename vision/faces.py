"""Which of several alike pieces one is: the same shape, another print.

A coin, a token, a card of cheese look alike from afar; what tells them apart is drawn on top, in any turn.  Around the
middle of a piece the picture is unrolled: rings by angles.  A turn is then a shift along the rings, and all turns of all
prints are compared at once by Fourier transforms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.channels import squared
from vision.light import Array
from vision.piece_bank import centroid
from vision.rig import SPRITE_SIDE, Sprite
from vision.smeared_prints import SmearedPrints
from vision.windows import spots_around

RINGS, SPOKES = 14, 64
REACH = 2
"""So far the middle may lie aside, px of a plan of detail 1, told in steps of one, then in narrower ones about the best: a print
fits so sharply that wider steps miss where it does."""
ASIDE = 70.0
"""Where the best print costs more nats than that, the middle may lie twice as far aside."""
ALIKE_AREA, ALIKE_MM = 1.4, 1.5
"""Pieces are alike whose areas differ by no more than this factor and whose heights by no more than that."""
FLAT_MM = 12.0
"""Pieces no higher than this show their print and little else."""
LIGHT = (0.8, 1.25)
"""A print is that much darker or brighter than taught at most, in each colour."""
HUE = 0.07
"""The standard deviation of that about what it is in all colours together: else brown is yellow in the shade."""
NOISE = 16.0
NATS = 20.0
"""Rings times spokes err together: the mean squared error in units of the noise, times this, is the cost in nats."""
BORDER = 1
"""Pixels at its rim, on a plan of detail 1, that say nothing of a print: a lamp casts a shadow there, and shines on its edge."""
RIM = 3
"""A pixel that is half the piece's tells that power of a half of what one wholly the piece's does."""

_WAVES = np.exp(-2j * np.pi * np.outer(np.arange(SPOKES), np.arange(SPOKES // 2 + 1)) / SPOKES)
_THERE = np.ascontiguousarray(_WAVES.astype(np.complex64)).view(np.float32)
"""Takes rings (n, SPOKES) to their frequencies, real and imaginary parts in turn."""

SAME_PRINT = 0.0235
"""Two sprites show the same print whose pictures differ by less than this share of the usual power of prints of their shape: what
other lamps make of one print is a share of the light.  In seven lights backs came to 0.023 at most, faces to 0.024 at least."""
LEAST_KINDS, AS_A_RULE = 3, 0.6
"""One side of at least so many kinds shows the same if it is no more than that share as far apart, as a rule, as their other
side.  (Backs of heroes on five tables: 0.1 to 0.4; 0.7 where a lamp was mirrored on some of them.)"""
IDENTICAL = 1e-4
"""The same of a side that was never taught, but imagined."""


Bank = tuple[NDArray[np.int64], float, NDArray[np.complex64], NDArray[np.complex64], Array]
"""For one shape: the sprite of each view, the radius, transforms of weights and of weighted prints, their power."""


class FaceReader:
    """Compares pieces with the prints of all sprites of their shape."""

    def __init__(self, sprites: Sequence[Sprite]) -> None:
        self._sprites = sprites
        # Views of one piece differ by the shadow that a dark table leaves at its rim.
        sums = [sprite.cover.sum(axis=(1, 2)) for sprite in sprites]
        least, most = (np.array([float(limit(own)) for own in sums]) for limit in (np.min, np.max))
        heights = np.array([(sprite.foot_mm, sprite.top_mm - sprite.foot_mm) for sprite in sprites]).reshape(-1, 2)
        ratio = np.maximum(least[:, None] / np.maximum(most, 1.0), least / np.maximum(most[:, None], 1.0))
        same = np.abs(heights[:, None, 1] - heights[None, :, 1]) <= ALIKE_MM
        undirected = np.array([not sprite.directed for sprite in sprites], dtype=np.bool_)
        # A tall piece shows its sides, and those of all of them change with its place: its colours tell more than its print.
        flat = undirected & (heights[:, 1] <= FLAT_MM)
        kinds = np.array([sprite.kind for sprite in sprites])
        # The sides of one piece are as large as each other, whatever shadow was cut out with one.
        self.alike: NDArray[np.bool_] = ((ratio <= ALIKE_AREA) | (kinds[:, None] == kinds)) & same & flat[:, None] & flat
        self._banks = [self._bank(n) if self.alike[n].sum() > 1 else None for n in range(len(sprites))]
        self._prints = self._same_prints()

    def _bank(self, number: int) -> Bank:
        owners, weights, prints = [], [], []
        radius = 1.15 * float(np.sqrt(self._sprites[number].cover[0].sum() / np.pi))
        for sprite in np.flatnonzero(self.alike[number]).tolist():
            own = self._sprites[sprite]
            for picture, cover in zip(own.picture, own.cover, strict=True):
                owners.append(sprite)
                inner = cv2.erode(cover, np.ones((2 * BORDER * self._detail(sprite) + 1,) * 2, np.uint8))
                prints.append(_unrolled(np.dstack([picture, inner]), np.array([centroid(cover)]), radius)[0])
        stack = np.stack(prints)
        # Outer rings cover more of the table than inner ones; at the rim a picture shows what lay around the piece, too.
        weights = stack[..., 3] ** RIM * (np.arange(RINGS) + 0.5)[:, None] / (RINGS / 2)
        pictures = stack[..., :3].transpose(0, 3, 1, 2)
        weighted = weights[:, None] * pictures
        power = (weighted * pictures).sum(axis=(2, 3))
        size = weights.sum(axis=(1, 2))
        spread = np.column_stack([power, size]).astype(np.float32)
        by_spoke = np.ascontiguousarray(_conjugate(weights).transpose(2, 1, 0))
        return np.array(owners), radius, by_spoke, np.ascontiguousarray(_conjugate(weighted).transpose(3, 1, 2, 0)), spread

    def _detail(self, sprite: int) -> int:
        return int(self._sprites[sprite].picture.shape[1]) // SPRITE_SIDE

    def _same_prints(self) -> NDArray[np.int64]:
        """A number for each sprite (sprites,), the same for those on which the same is printed: the backs of all heroes."""
        count = len(self._sprites)
        fits = np.full((count, count), -np.inf)
        for one, (sprite, bank) in enumerate(zip(self._sprites, self._banks, strict=True)):
            for picture, cover in zip(sprite.picture, sprite.cover, strict=True) if bank is not None else ():
                told = self._compared(one, np.asarray(picture, dtype=np.float32), centroid(cover))
                for other, value in (told or {}).items():
                    fits[one, other] = max(fits[one, other], value / self._power_of(bank))
        kinds = np.array([sprite.kind for sprite in self._sprites])
        faces = np.array([str(sprite.face) for sprite in self._sprites])
        # Of what was never taught a picture was made in no other light: it is the same or it is not.
        imagined = np.array([sprite.imagined for sprite in self._sprites], np.bool_)
        least = np.where(imagined[:, None] | imagined, -IDENTICAL, -SAME_PRINT)
        # The sides of one piece are there to be told apart.
        both = (fits + fits.T) / 2
        for face, shared in self._as_a_rule(-both, faces, imagined).items():
            # Two of many faces may be near to each other, but then they are still two.
            of_face = np.outer(faces == face, faces == face)
            least[of_face] = -np.inf if shared else -IDENTICAL
        same = both > least
        same &= (kinds[:, None] != kinds) & (faces[:, None] == faces)
        groups = np.arange(count)
        for one, other in np.argwhere(same):
            groups[groups == groups[other]] = groups[one]
        return groups

    def _as_a_rule(
        self, apart: NDArray[np.float64], faces: NDArray[np.str_], imagined: NDArray[np.bool_]
    ) -> dict[str, bool]:
        """Whether a side is the same on all kinds or another on each, of the sides of which that can be told: under other lamps
        backs may come as far apart as some faces, but faces are farther apart as a rule; `apart` (sprites, sprites) is by how
        much."""
        told = dict[str, bool]()
        taught = np.array([bank is not None for bank in self._banks], np.bool_) & ~imagined
        for face in np.unique(faces):
            own, others = np.flatnonzero(taught & (faces == face)), np.flatnonzero(taught & (faces != face))
            if min(len(own), len(others)) < LEAST_KINDS:
                continue
            near, far = _usual(apart, own), _usual(apart, others)
            if min(near, far) < AS_A_RULE * max(near, far):
                told[str(face)] = near < far
        return told

    def same(self, face: str) -> bool:
        """Whether all sprites that show that side have the same print."""
        return len({int(group) for group, sprite in zip(self._prints, self._sprites, strict=True) if sprite.face == face}) == 1

    def _power_of(self, bank: Bank | None) -> float:
        """What the usual print of a shape, of those that were taught, would cost in nats if nothing at all were seen."""
        assert bank is not None
        owners, _, _, _, spread = bank
        power = spread[:, :3].sum(axis=1) / np.maximum(spread[:, 3], 1e-3)
        taught = power[[not self._sprites[owner].imagined for owner in owners.tolist()]]
        return max(NATS * float(np.median(taught)) / (3 * NOISE**2), 1.0)

    def scores(self, sprite: int, picture: Array) -> dict[int, float] | None:
        """Log-likelihoods of all sprites alike that one around the middle of whose outline `picture` (n, n, 3) was taken, in art
        light; the same where the same is printed on them."""
        told = self._compared(sprite, picture, ((picture.shape[1] - 1) / 2, (picture.shape[0] - 1) / 2))
        return None if told is None else self._levelled(told)

    def smeared(self, motion: Array) -> Callable[[int, Array], dict[int, float] | None]:
        """`scores` in the picture of a camera that moves with that blur (a kernel of the half plan)."""
        ready: dict[bytes, SmearedPrints] = {}

        def scores(sprite: int, picture: Array) -> dict[int, float] | None:
            if self._banks[sprite] is None:
                return None
            alike = self.alike[sprite]
            if alike.tobytes() not in ready:
                ready[alike.tobytes()] = SmearedPrints(self._sprites, np.flatnonzero(alike).tolist(), motion, LIGHT)
            errors = ready[alike.tobytes()].errors(picture)
            return self._levelled({other: -NATS * error / (3 * NOISE**2) for other, error in errors.items()})

        return scores

    def _levelled(self, told: dict[int, float]) -> dict[int, float]:
        best: dict[int, float] = {}
        for sprite, value in told.items():
            group = int(self._prints[sprite])
            best[group] = max(best.get(group, -np.inf), value)
        return {sprite: best[int(self._prints[sprite])] for sprite in told}

    def _compared(self, sprite: int, picture: Array, at: tuple[float, float]) -> dict[int, float] | None:
        """The log-likelihoods by what was taught of each sprite alone of one whose outline has its middle there."""
        bank = self._banks[sprite]
        if bank is None:
            return None
        middle: NDArray[np.float64] = np.array(at, dtype=np.float64)
        detail = self._detail(sprite)
        where = middle + spots_around(REACH * detail, detail)
        costs = _costs(bank, picture, where)
        if float(costs.min()) * NATS > ASIDE:
            # No print at all fits so badly where its middle is.
            where = middle + spots_around(2 * REACH * detail, detail)
            costs = _costs(bank, picture, where)
        if detail > 1:
            # Prints on a finer plan are finer: between two of the steps they fit no more.
            beside = spots_around(detail // 2, 1)
            near = where[int(costs.min(axis=1).argmin())] + beside[beside.any(axis=1)]
            costs = np.concatenate([costs, _costs(bank, picture, near)])
        best: dict[int, float] = {}
        for owner, value in zip(bank[0].tolist(), costs.min(axis=0).tolist(), strict=True):
            best[owner] = max(best.get(owner, -np.inf), -NATS * value)
        return best


def _usual(apart: NDArray[np.float64], which: NDArray[np.int64]) -> float:
    """The usual of how far these are apart from each other."""
    return float(np.median(apart[np.ix_(which, which)][~np.eye(len(which), dtype=np.bool_)]))


def _costs(bank: Bank, picture: Array, middles: NDArray[np.float64]) -> Array:
    """The mean squared error (middles, views) of each view's print at its best turn and in its best light, in noises."""
    _, radius, weights, prints, spread = bank
    rings = _unrolled(picture, middles, radius)
    plain = _by_spoke(np.ascontiguousarray(rings.transpose(0, 3, 1, 2)))
    squares = _by_spoke(squared(rings.reshape(-1, SPOKES, 3)).reshape(rings.shape[:3]))
    along = _unturned(np.matmul(plain.transpose(3, 1, 0, 2), prints))
    total = _unturned(np.matmul(squares.transpose(2, 0, 1), weights))
    power = spread[:, :3].T[:, None]
    # So much (gain - own)^2 costs, where own is the gain of all channels together: light changes its hue less than its amount.
    hue = np.float32(3 * NOISE**2 / (2 * NATS * HUE**2)) * spread[:, 3]
    own = along.sum(axis=1, keepdims=True) * (1 / np.maximum(power.sum(axis=0), 1.0))
    np.clip(own, *LIGHT, out=own)
    power, along = power + hue, along + hue * own
    # Nothing is needed twice: what was worked out is written over.
    gain = along * (1 / np.maximum(power, 1.0))
    np.clip(gain, *LIGHT, out=gain)
    along *= -2
    along += gain * power
    along *= gain
    own *= own
    own *= 3 * hue
    total += own[:, 0]
    total += along.sum(axis=1)
    return np.asarray((total.min(axis=0) / spread[:, 3]) / (3 * NOISE**2), dtype=np.float32)


def _unrolled(image: Array, middles: NDArray[np.float64], radius: float) -> Array:
    """Rings and spokes (n, RINGS, SPOKES, channels) of an image around some middles (n, 2)."""
    around = _around(radius)
    x, y = (
        (middles[:, axis, None, None].astype(np.float32) + around[axis]).reshape(len(middles) * RINGS, SPOKES) for axis in (0, 1)
    )
    there = resample.remap(image.astype(np.float32), x, y, border=cv2.BORDER_REPLICATE)
    return np.asarray(there, dtype=np.float32).reshape(len(middles), RINGS, SPOKES, -1)


@cache
def _around(radius: float) -> tuple[Array, Array]:
    """How far right and below of a middle (RINGS, SPOKES) the spokes cross the rings; not to be written to."""
    rings = (np.arange(RINGS) + 0.5) * radius / RINGS
    angles = 2 * np.pi * np.arange(SPOKES) / SPOKES
    right, down = ((rings[:, None] * one).astype(np.float32) for one in (np.cos(angles), np.sin(angles)))
    return right, down


def _by_spoke(rings: Array) -> NDArray[np.complex64]:
    """The frequencies (..., SPOKES / 2 + 1) of rings (..., SPOKES): so short a transform is quicker as a product."""
    flat = np.ascontiguousarray(rings, dtype=np.float32).reshape(-1, SPOKES) @ _THERE
    return flat.view(np.complex64).reshape(*rings.shape[:-1], SPOKES // 2 + 1)


def _unturned(products: NDArray[np.complexfloating]) -> Array:
    """Sums (SPOKES, ...) for every turn of products (frequencies, ...)."""
    return np.asarray(np.fft.irfft(products, SPOKES, axis=0), dtype=np.float32)


def _conjugate(rings: NDArray[np.floating]) -> NDArray[np.complex64]:
    return np.conj(np.fft.rfft(rings, axis=-1)).astype(np.complex64)
