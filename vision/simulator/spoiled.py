"""Photographs spoiled on purpose: the same table in worse light, through a worse camera.

What light does is done to light, not to grey values: a picture is taken back to (about) linear light, changed, given the noise
of a sensor that then sees less, and developed and compressed again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

GAMMA = 2.2
FULL_WELL = 4000.0
"""Electrons of a white pixel in good light: their number is noise too."""
READ_NOISE = 4.0
QUALITY = 88
MIRRORS = 6
"""Tiles that mirror a lamp or a window."""

Light = NDArray[np.float32]
Outlines = Sequence[NDArray[np.float32]]
"""Corners (4, 2) in px of what lies flat on the table: tiles, cards, cells."""
Change = Callable[[Light, np.random.Generator, Outlines], Light]


@dataclass(frozen=True, slots=True)
class Spoiling:
    """What happens to a picture: its light is changed, the camera makes it `gain` times as bright, and keeps it with that JPEG
    quality."""

    change: Change
    gain: float = 1.0
    quality: int = QUALITY


def spoiled(picture: Picture, spoiling: Spoiling, random: np.random.Generator, tiles: Outlines = ()) -> Picture:
    """The picture (h, w, 3) with its light (0..1) changed, noisy and compressed anew."""
    light = spoiling.change(np.asarray((picture.astype(np.float32) / 255) ** GAMMA, dtype=np.float32), random, tiles)
    electrons = np.clip(light, 0, 1.2) * FULL_WELL
    noisy = electrons + random.normal(0, 1, light.shape).astype(np.float32) * np.sqrt(electrons * 0.3 + READ_NOISE**2)
    grey = 255 * np.clip(noisy * (spoiling.gain / FULL_WELL), 0, 1) ** (1 / GAMMA)
    return recompressed(grey.astype(np.uint8), spoiling.quality)


def recompressed(picture: Picture, quality: int) -> Picture:
    """The picture after being kept as a JPEG."""
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), dtype=np.uint8)


def _across(light: Light) -> tuple[Light, Light]:
    """Coordinates (h, w) from -1 to 1 to the right and downwards."""
    height, width = light.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    return x.astype(np.float32), y.astype(np.float32)


def dimmed(share: float) -> Change:
    """All light but that share gone."""
    return lambda light, random, tiles: light * np.float32(share)


def cast(blue: float, green: float, red: float) -> Change:
    """Lamps of another colour."""
    return lambda light, random, tiles: light * np.array([blue, green, red], np.float32)


def falling(least: float) -> Change:
    """Light that falls from full on one side of the picture to `least` on the other."""

    def change(light: Light, random: np.random.Generator, tiles: Outlines) -> Light:
        x, y = _across(light)
        angle = random.uniform(0, 2 * np.pi)
        along = (x * np.cos(angle) + y * np.sin(angle)) / 1.4
        return np.asarray(light * (least ** (0.5 + 0.5 * along))[..., None], dtype=np.float32)

    return change


def vignetted(light: Light, random: np.random.Generator, tiles: Outlines) -> Light:
    """Corners half as bright as the middle."""
    x, y = _across(light)
    return np.asarray(light / (1 + 0.5 * (x * x + y * y))[..., None], dtype=np.float32)


def glossy(light: Light, random: np.random.Generator, tiles: Outlines) -> Light:
    """Tiles that lie so that a lamp or a window is mirrored on a part of them: a bright patch with an edge."""
    out = light.copy()
    x, y = np.meshgrid(np.arange(light.shape[1], dtype=np.float32), np.arange(light.shape[0], dtype=np.float32))
    for number in random.permutation(len(tiles))[:MIRRORS]:
        corners = tiles[number]
        patch = np.zeros(light.shape[:2], np.float32)
        cv2.fillPoly(patch, [np.round(corners).astype(np.int32)], 1.0)
        middle, reach = corners.mean(axis=0), float(np.ptp(corners, axis=0).max()) / 2
        angle, at = random.uniform(0, 2 * np.pi), random.uniform(-0.8, 0.6) * reach
        along = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
        patch *= 1 / (1 + np.exp(-np.clip((along - at) / (0.04 * reach), -30, 30)))
        lamp = np.array([1.0, 0.95, 0.85] if random.random() < 0.5 else [0.8, 0.95, 1.0], np.float32)
        out += cv2.GaussianBlur(patch, (0, 0), 0.8)[..., None] * lamp * np.float32(random.uniform(0.08, 0.6))
    return out


def shaded(light: Light, random: np.random.Generator, tiles: Outlines) -> Light:
    """Somebody stands before the window: a shadow with an edge over part of the table."""
    x, y = _across(light)
    angle, at = random.uniform(0, 2 * np.pi), random.uniform(-0.3, 0.3)
    edge = 1 / (1 + np.exp(-(x * np.cos(angle) + y * np.sin(angle) - at) / 0.012))
    return np.asarray(light * (0.42 + 0.58 * edge)[..., None], dtype=np.float32)


def softened(sigma_px: float) -> Change:
    """A lens that is not quite in focus."""
    return lambda light, random, tiles: np.asarray(cv2.GaussianBlur(light, (0, 0), sigma_px), dtype=np.float32)


def lamplit(light: Light, random: np.random.Generator, tiles: Outlines) -> Light:
    """A lamp near the table: a part of the board is brighter, and the varnish over it shines."""
    x, y = np.meshgrid(np.arange(light.shape[1], dtype=np.float32), np.arange(light.shape[0], dtype=np.float32))
    corners = np.concatenate(tiles) if len(tiles) else np.array([[0, 0], [light.shape[1], light.shape[0]]], np.float32)
    low, span = corners.min(axis=0), np.ptp(corners, axis=0)
    at, reach = low + random.uniform(0.2, 0.8, 2) * span, random.uniform(0.13, 0.25) * float(span.max())
    blob = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * reach**2))[..., None].astype(np.float32)
    lamp = np.array([0.85, 0.95, 1.0], np.float32)
    return np.asarray(light * (1 + 0.6 * blob) + random.uniform(0.06, 0.18) * lamp * blob, dtype=np.float32)


def both(*changes: Change) -> Change:
    """Several changes, one after another."""

    def change(light: Light, random: np.random.Generator, tiles: Outlines) -> Light:
        for each in changes:
            light = each(light, random, tiles)
        return light

    return change


LAMP = cast(0.55, 0.85, 1.1)
CHANGES: Mapping[str, Spoiling] = {
    "as it is": Spoiling(dimmed(1.0)),
    "dim": Spoiling(dimmed(0.35)),
    "dark": Spoiling(dimmed(0.12)),
    "grainy": Spoiling(dimmed(0.08), gain=9.0),
    "warm lamp": Spoiling(LAMP),
    "cold sky": Spoiling(cast(1.1, 0.9, 0.65)),
    "window aside": Spoiling(falling(0.2)),
    "vignette": Spoiling(vignetted),
    "gloss": Spoiling(glossy),
    "lamp": Spoiling(lamplit),
    "shadow": Spoiling(shaded),
    "out of focus": Spoiling(softened(1.1)),
    "blurred": Spoiling(softened(1.6)),
    "coarse": Spoiling(dimmed(1.0), quality=50),
    "evening": Spoiling(both(glossy, dimmed(0.45), LAMP, falling(0.35))),
}
"""Kinds of light and camera, by name."""
