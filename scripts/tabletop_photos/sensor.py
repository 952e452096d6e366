"""Lens and sensor: exposure, white balance, blur, noise, tone, JPEG; and where the camera stands."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.tabletop_photos.tracer import Camera, Shot

SIZE = (1536, 864)


@dataclass(frozen=True)
class Sensor:
    """`bright`: what white paper on the board reaches (linear); `noise`: shot noise, in linear units at white."""

    bright: float = 0.45
    noise: float = 0.02
    blur: float = 0.65
    balance: float = 0.75


def aim(spots: NDArray[np.float64], lens: tuple[NDArray[np.float64], NDArray[np.float64]], tilt: float, way: float, roll: float,
        margin: int = 34) -> Camera:  # fmt: skip
    """The nearest camera, tilted by `tilt` degrees towards `way` (0: stands at the near side), that sees all spots."""
    target = spots.mean(axis=0)
    distance = 900.0
    for _ in range(40):
        camera = _look(target, distance, lens, tilt, way, roll)
        px = camera.project(spots)
        low, high = px.min(axis=0), px.max(axis=0)
        off = (low + high) / 2 - np.array(SIZE) / 2
        scale = distance / lens[0][0, 0]
        target = target + np.array([off[0], off[1], 0.0]) * scale * 0.8
        share = max((high - low) / (np.array(SIZE) - 2 * margin))
        distance *= 1 + 0.6 * (share - 1)
    return camera


def _look(target: NDArray[np.float64], distance: float, lens: tuple[NDArray[np.float64], NDArray[np.float64]], tilt: float,
          way: float, roll: float) -> Camera:  # fmt: skip
    t, w, r = (math.radians(v) for v in (tilt, way, roll))
    away = np.array([math.sin(t) * math.sin(w), math.sin(t) * math.cos(w), -math.cos(t)])
    centre, forward = target + distance * away, -away
    right = np.cross([math.sin(r), math.cos(r), 0.0], forward)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(forward, right), forward])
    rvec, _ = cv2.Rodrigues(rotation)
    return Camera(rvec.reshape(3), -rotation @ centre, *lens, SIZE)


def bumped(camera: Camera, seed: int) -> Camera:
    """The camera after a push."""
    chance = np.random.default_rng(seed)
    rotation, _ = cv2.Rodrigues(camera.rvec)
    push, _ = cv2.Rodrigues(np.radians(chance.uniform(0.5, 1.3, 3) * chance.choice([-1, 1], 3)))
    rotation = push @ rotation
    rvec, _ = cv2.Rodrigues(rotation)
    centre = camera.centre + chance.uniform(-5, 5, 3)
    return Camera(rvec.reshape(3), -rotation @ centre, camera.matrix, camera.dist, camera.size)


def develop(
    shot: Shot, board: NDArray[np.uint8], sensor: Sensor, drift: float, cast: NDArray[np.float64], seed: int
) -> NDArray[np.uint8]:
    """The picture; `drift` and `cast` are what exposure and white balance got wrong this time."""
    chance = np.random.default_rng(seed)
    paint = np.maximum(shot.albedo, 0.02)
    seen = (shot.light / paint)[board > 0]
    lamp = np.median(seen, axis=0)
    gain = (lamp.mean() / np.maximum(lamp, 1e-6)) ** sensor.balance * cast
    exposure = sensor.bright * drift / (0.8 * lamp.mean())
    raw = np.maximum(shot.light, 0) * exposure * gain
    raw = np.minimum(raw, 8.0).astype(np.float32)
    raw = raw + 0.02 * cv2.GaussianBlur(raw, (0, 0), 14) - 0.008
    raw = cv2.GaussianBlur(raw, (0, 0), sensor.blur)
    y, x = np.mgrid[: raw.shape[0], : raw.shape[1]]
    radius = np.hypot(x - raw.shape[1] / 2, y - raw.shape[0] / 2) / (raw.shape[1] / 2)
    raw = np.maximum(raw, 0) * (1 - 0.16 * radius**2)[..., None]
    fine = chance.normal(0, 1, raw.shape).astype(np.float32)
    soft = 0.7 * fine + 0.9 * cv2.GaussianBlur(chance.normal(0, 1, raw.shape).astype(np.float32), (0, 0), 0.8) * 1.7
    sigma = np.sqrt((sensor.noise * np.sqrt(np.maximum(raw, 0))) ** 2 + (0.12 * sensor.noise) ** 2)
    raw = raw + soft * sigma * 0.75
    raw = np.where(raw > 0.75, 0.75 + 0.25 * np.tanh((raw - 0.75) / 0.25), np.maximum(raw, 0))
    curve = np.where(raw <= 0.0031308, 12.92 * raw, 1.055 * np.maximum(raw, 1e-6) ** (1 / 2.4) - 0.055)
    return np.clip(np.rint(curve[..., ::-1] * 255), 0, 255).astype(np.uint8)


def save(picture: NDArray[np.uint8], path: Path, quality: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])


def bright_share(shot: Shot, board: NDArray[np.uint8], cells: dict[str, NDArray[np.uint8]]) -> dict[str, float]:
    """For each cell the share on which a lamp is mirrored, as the format defines glare."""
    ratio = shot.light.mean(axis=2) / np.maximum(shot.albedo.mean(axis=2), 0.15)
    usual = float(np.median(ratio[board > 0]))
    glaring = ratio > 1.7 * usual
    shares = {name: float(glaring[mask > 0].mean()) if mask.any() else 0.0 for name, mask in cells.items()}
    return {name: round(share, 2) for name, share in shares.items() if share > 0.06}
