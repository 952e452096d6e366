"""Prints of flat pieces under a lamp that tiles throw back: they shine too, each in its own way, and are paler than taught."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from vision.channels import less, over, times
from vision.gloss import haze_at
from vision.glow import SOME
from vision.grounds import Ground
from vision.light import Array
from vision.relight import GAMMA, linear

AMOUNTS = (0.01, 0.02, 0.03, 0.045, 0.06, 0.1, 0.14)
"""Amounts of added light that are tried; white is 1."""
FITS = -20.0
"""A print that fits so well, in nats, is the right one in the right light."""
WELL, RATHER_WELL, CLEARLY = -5.0, -12.0, 4.0
"""One that fits so well without added light needs none; nor does one that fits rather well and leads the next by so much.  (Of
318 wedges under five lamps half fitted to -3; pale ones, on which a table threw light, to -8 to -20, some as the other side.)"""
HOPELESS = -60.0
"""What is so far off is another thing, in whatever light."""
MIDDLES = np.stack(np.meshgrid(*2 * [np.linspace(-1, 1, 5)]), axis=-1).reshape(-1, 2)
"""Board coordinates at which the hue of haze is told."""
PRICE = 1.0
"""Nats that speak against a piece's shining."""

Prints = Mapping[int, float] | None


def told_by_prints(
    scores: Callable[[int, Array], Prints], sprite: int, pictures: Sequence[Array], ground: Ground
) -> Prints:
    """The log-likelihoods of prints in the one of several pictures of a piece, with haze and without, that some fits best, or in
    the first that some fits."""
    best: Prints = None
    for number, picture in enumerate(pictures):
        if number and np.array_equal(picture, pictures[0]):
            continue
        told = told_by_print(scores, sprite, picture, ground)
        if told is not None and (best is None or max(told.values()) > max(best.values())):
            best = told
        if best is not None and max(best.values()) > FITS:
            break
    return best


def told_by_print(scores: Callable[[int, Array], Prints], sprite: int, picture: Array, ground: Ground) -> Prints:
    """The log-likelihoods of prints in a picture (n, n, 3) in art light around a piece; where tiles of that ground shine, each in
    as much added light as suits it best.  That tells which print it is; whether there is a piece is told by what is seen."""
    told, hue = scores(sprite, picture), _hue(ground)
    if told is None or hue is None or max(told.values()) <= HOPELESS or _needs_none(told):
        return told
    gains = ground.gains.mean(axis=0)
    light = linear(np.maximum(times(picture, gains), 0))
    shining = list[Mapping[int, float]]()
    for amount in AMOUNTS:
        shining.append(scores(sprite, without_light(light, gains, np.float32(amount) * hue)) or told)
        # How well the best print fits is a hill: beyond its top more light makes all of them worse.
        if len(shining) > 1 and max(shining[-1].values()) < max(shining[-2].values()):
            break
    best = {number: max(value, max(each[number] for each in shining) - PRICE) for number, value in told.items()}
    if max(best.values()) < FITS:
        return told
    lower = max(told.values()) - max(best.values())
    return {number: value + lower for number, value in best.items()}


def _needs_none(told: Mapping[int, float]) -> bool:
    """Whether the best print fits well enough as it is seen."""
    best = max(told.values())
    lead = best - max((value for value in told.values() if value < best), default=-np.inf)
    return best >= WELL or (best >= RATHER_WELL and lead > CLEARLY)


def _hue(ground: Ground) -> Array | None:
    """The hue (3,), 1 on average, of the light that tiles of that ground throw back; None if none do."""
    even = np.zeros((1, 3), np.float32) if ground.fits.glow is None else ground.fits.glow[:, 0, 0]
    whole = even[even.mean(axis=1) > SOME].sum(axis=0)
    if not whole.any() and ground.haze is not None:
        whole = haze_at(ground.haze, MIDDLES).sum(axis=0)
    return np.asarray(whole / whole.mean(), dtype=np.float32) if whole.any() else None


def without_light(light: Array, gains: Array, added: Array) -> Array:
    """A picture (n, n, 3) in art light of some light (n, n, 3) less what was `added` (3,), where light gives such gains (3,)."""
    bare = less(light, added)
    np.clip(bare, 0, 1, out=bare)
    return over(np.asarray(255 * cv2.pow(bare, 1 / GAMMA), dtype=np.float32), gains)
