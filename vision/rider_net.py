"""A small network that tells whether something rides on a directed piece, or stands close beside it.

The search tells riders by what a pose of them explains: a yellow mouse that fits badly is explained better with a cheese on its
back, and a cheese half behind a mouse hardly explains more than the mouse's own edge does.  An eye sees at once whether a cheese
is there.  The network was taught on rendered mice of other tables, in other art and light, and learnt where riders are; it is
shown how much each pixel looks like this edition's riders and like the carrier, so that it need not know their colours.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from vision.facing import PATCH
from vision.light import Array
from vision.palette import clustered
from vision.rig import Sprite
from vision.small_net import DIGITS, SmallNet

COLOURS = 3
"""So many colours tell what pieces of a kind look like."""
SPREAD = 45.0
"""Grey values by which what looks like a piece may differ from its nearest colour (root mean square)."""
SURE = 0.8
"""Cover from which on a pixel is a piece's."""
STRIDE, NEAR = 4, 30.0
"""Pixels of a patch from one place of which the network speaks to the next, and those from a piece's middle within which the
middle of a rider tells of this piece."""
PLACES = PATCH // STRIDE


class RiderNet:
    """The network."""

    def __init__(self) -> None:
        self.net = SmallNet("riders.onnx")
        at = (np.arange(PLACES) + 0.5) * STRIDE - PATCH / 2
        self._near = np.hypot(at[:, None], at[None, :]) < NEAR

    def told(self, view: Array) -> float:
        """The log odds that the middle of a rider is near a piece that looks as `view_of` shows it, by the place that says most
        in the mean of its looks, straight and upside down."""
        says = self.net.told(np.stack([view, np.rot90(view, 2)])).reshape(2, PLACES, PLACES)
        both = (says[0] + np.rot90(says[1], 2)) / 2
        return round(float(both[self._near].max()), DIGITS)


class Riding:
    """What tells whether something rides on the pieces of one edition."""

    def __init__(self, sprites: Sequence[Sprite], riders: Set[str]) -> None:
        """`riders` are the kinds that may ride on others."""
        self.net, self._sprites, self._own = RiderNet(), sprites, dict[str, Array | None]()
        self._riders = colours_of([sprite for sprite in sprites if sprite.kind in riders])

    def told(self, kind: str, picture: Array, bare: Array) -> float | None:
        """The log odds that something rides on a piece of a kind or stands close beside it, by what is around it and the board
        expected there (PATCH, PATCH, 3) in art light; None where nothing rides, or the kind shows no colours."""
        if kind not in self._own:
            self._own[kind] = colours_of([sprite for sprite in self._sprites if sprite.kind == kind])
        riders, own = self._riders, self._own[kind]
        return None if riders is None or own is None else self.net.told(view_of(picture, bare, riders, own))

    def rest(self) -> None:
        """Let go of what the network keeps between pictures."""
        self.net.net.rest()


def view_of(picture: Array, bare: Array, riders: Array, carrier: Array) -> Array:
    """What the network sees of a piece (PATCH, PATCH, 8), grey values: around it the picture and the board expected below it
    (PATCH, PATCH, 3) in art light, and how much each pixel looks like `riders` (n, 3) and like the `carrier` (n, 3)."""
    like = (255 * _likeness(picture, colours) for colours in (riders, carrier))
    return np.clip(np.dstack([picture, bare, *like]), 0, 255).astype(np.float32)


def _likeness(picture: Array, colours: Array) -> Array:
    """How much each pixel (h, w, 3) looks like the nearest of some colours (n, 3), 0..1."""
    return np.asarray(np.exp(-away(picture, colours) / (2 * SPREAD**2)), dtype=np.float32)


def away(picture: Array, colours: Array) -> Array:
    """How far each pixel (h, w, 3) is from the nearest of some colours (n, 3), squared grey values."""
    return np.asarray(np.min([((picture - colour) ** 2).sum(axis=-1) for colour in colours], axis=0), dtype=np.float32)


def colours_of(sprites: Sequence[Sprite]) -> Array | None:
    """The colours (n, 3) in art light that such sprites are seen in; None without any."""
    seen = [np.asarray(sprite.picture[0][sprite.cover[0] > SURE], dtype=np.float32) for sprite in sprites]
    told = [clustered(pixels, COLOURS)[0] for pixels in seen if len(pixels) > COLOURS]
    return np.concatenate(told).astype(np.float32) if told else None
