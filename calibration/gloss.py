"""The haze of glossy cards in teaching pictures, told by drawings that were taught in several places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.art import Sample, free_part
from calibration.painted import Glaze
from companion.core.catalogue import Layout
from companion.core.scene import Look
from vision.board import board_at
from vision.frame import TeachingPicture
from vision.gloss import LEAST, USUAL, haze_at, haze_map, haze_of_tiles, hazed, without_haze
from vision.lens import Floats
from vision.light import RIDGE, Array, terms
from vision.pose import Pose
from vision.relight import linear
from vision.tiles import COARSE

ROUNDS = 6
WHOLLY = 0.99
"""Share of a coarse pixel of a sample that no piece may cover."""
RIM = 1
"""Coarse pixels of a tile that belong to its edge and what is beside it."""
SMOOTH = LEAST / 2
"""How far tiles may be off smooth haze, root mean square: on two tables with glossy cards 0.009 to 0.015, on three where single
tiles mirror a lamp 0.024 to 0.064."""
FEW = 5.0
"""Per cent of tiles that may be darker than the haze told there: they lie askew, or in a shadow."""


def haze_of_samples(samples: Sequence[Sample], light: Sequence[NDArray[np.float64]]) -> Array | None:
    """Coefficients (6, 3) of the haze that all teaching pictures share, white is 1; none where there is least.  None where there
    is next to none, or tiles are far off what is smooth: then it is a lamp, mirrored with an edge.

    How much haze all drawings have in common nobody can tell: what counts is by how much it differs where one lies elsewhere.
    """
    apart = list(_apart(samples, light))
    if not apart:
        return None
    basis, added, trust = (np.concatenate(each) for each in zip(*apart, strict=True))
    told, off = _fitted(basis, added, trust)
    at = np.stack([sample.at for sample in samples])
    over = terms(at) @ told
    # Nothing on a tile is darker than the haze that lies on it.
    darkest = np.stack([linear(_coarse(sample)[0]).min(axis=0) for sample in samples])
    told[0] += np.minimum(-over.min(axis=0), np.percentile(darkest - over, FEW, axis=0))
    haze = told.astype(np.float32)
    return haze if off < SMOOTH and haze_at(haze, at).max() > LEAST else None


def _apart(samples: Sequence[Sample], light: Sequence[NDArray[np.float64]]) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Of every drawing that was taught several times, by how much where it lay, terms (n, 6), and the light added there (n, 3)
    differ from the mean of these, and how far each may be trusted (n,)."""
    groups: dict[Look, list[Sample]] = {}
    for sample in samples:
        groups.setdefault(sample.look, []).append(sample)
    for group in (group for group in groups.values() if len(group) > 1):
        seen, free = zip(*(_coarse(sample) for sample in group), strict=True)
        gains = [np.exp(terms(sample.at[None]) @ light[sample.picture_number])[0] for sample in group]
        bare = np.stack([each / gain for each, gain in zip(seen, gains, strict=True)]).astype(np.float32)
        shown = np.stack(free).astype(np.float32)
        drawn = (linear(bare) * shown[..., None]).sum(axis=0) / np.maximum(shown.sum(axis=0), 1)[..., None]
        own, sure = haze_of_tiles(linear(np.stack(seen)), np.broadcast_to(drawn, bare.shape), shown)
        weight = np.maximum(sure, 1e-6)[:, None]
        where = terms(np.stack([sample.at for sample in group]))
        means = [(weight * each).sum(axis=0) / weight.sum() for each in (where, own)]
        yield where - means[0], own - means[1], sure


def _coarse(sample: Sample) -> tuple[Array, NDArray[np.bool_]]:
    """The compared pixels (pixels, 3) of a sample, and which of them (pixels,) show its drawing."""
    inside = slice(RIM, COARSE - RIM)
    art, free = (
        cv2.resize(image, (COARSE, COARSE), interpolation=cv2.INTER_AREA)[inside, inside]
        for image in (sample.art, free_part(sample).astype(np.float32))
    )
    return np.asarray(art.reshape(-1, 3), dtype=np.float32), np.asarray(free.reshape(-1) > WHOLLY)


def _fitted(
    basis: NDArray[np.float64], added: NDArray[np.float64], trust: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """Coefficients (6, 3) by which terms (n, 6) tell the added light (n, 3), robust against single tiles, and how
    far off these are (root mean square)."""
    weights = trust.copy()
    told: NDArray[np.float64] = np.zeros((basis.shape[1], 3))
    for _ in range(ROUNDS):
        normal = basis.T @ (basis * weights[:, None]) + np.diag(RIDGE)
        told = np.asarray(np.linalg.solve(normal, basis.T @ (added * weights[:, None])), dtype=np.float64)
        off = np.abs(added - basis @ told).max(axis=1)
        weights = np.asarray(trust / (1 + (off / USUAL) ** 2), dtype=np.float64)
    squares = trust @ (added - basis @ told) ** 2 / max(float(trust.sum()), 1e-6)
    return told, float(np.sqrt(squares.max()))


def pictures_without_haze(
    pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout, haze: Array
) -> list[TeachingPicture]:
    """The pictures as they would be of dull cards."""
    made = []
    for picture, pose in zip(pictures, poses, strict=True):
        height, width = picture.picture.shape[:2]
        there = haze_map(haze, (width, height), partial(_board, pose, layout))
        made.append(replace(picture, picture=without_haze(picture.picture, there)))
    return made


def _board(pose: Pose, layout: Layout, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Board coordinates (n, 2) of pixels (n, 2) of a picture."""
    return board_at(layout, pose.unproject(pixels, layout.top_mm))


def glaze(layout: Layout, light: NDArray[np.float64], haze: Array) -> Glaze:
    """How drawings look under haze in a picture with such light, both (6, 3)."""

    def glazed(drawing: Array, middle_mm: NDArray[np.float64]) -> Array:
        at = board_at(layout, middle_mm[None])
        return hazed(drawing, np.exp(terms(at) @ light)[0].astype(np.float32), haze_at(haze, at)[0])

    return glazed
