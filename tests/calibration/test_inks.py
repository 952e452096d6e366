"""Drawings printed with the same inks, freed from what a mirrored lamp added to each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.inks import in_same_inks
from companion.core.scene import Look
from vision.relight import GAMMA, linear
from vision.rig import ART

INKS = np.array([[30, 30, 30], [40, 40, 200], [200, 80, 40], [60, 150, 60], [60, 200, 220], [150, 60, 130]], np.float32)
PAPER = np.array([190, 200, 205], np.float32)

Drawing = NDArray[np.float32]


def crossing(one: int, other: int) -> Drawing:
    """Two roads, each of one ink, on paper."""
    art = np.full((ART, ART, 3), PAPER, np.float32)
    art[ART // 3 : 2 * ART // 3] = INKS[one]
    art[:, ART // 3 : 2 * ART // 3] = INKS[other]
    return art


def hazed(drawing: Drawing, light: float) -> Drawing:
    """The drawing with so much light added, white is 1."""
    return np.asarray(255 * np.clip(linear(drawing) + light, 0, 1) ** (1 / GAMMA), dtype=np.float32)


def taught(drawings: list[Drawing]) -> dict[Look, tuple[Drawing, NDArray[np.bool_]]]:
    return {Look(f"kind-{n:02}", "up"): (each, np.ones((ART, ART), np.bool_)) for n, each in enumerate(drawings)}


ROADS = [crossing(one, other) for one in range(6) for other in range(6) if one != other]
HAZE = np.random.default_rng(5).uniform(0, 0.05, len(ROADS))


def test_the_same_ink_is_the_same_in_every_drawing() -> None:
    """Black that was taught grey under a lamp is as dark as elsewhere once what was added is taken out."""
    before = [hazed(road, light) for road, light in zip(ROADS, HAZE, strict=True)]
    after = [drawing for drawing, _ in in_same_inks(taught(before)).values()]
    middle = ART // 2
    black = [n for n, road in enumerate(ROADS) if road[middle, middle, 0] == INKS[0, 0]]
    blacks = [[float(arts[n][middle, middle].mean()) for n in black] for arts in (before, after)]
    assert np.ptp(blacks[1]) < np.ptp(blacks[0]) / 5


def test_drawings_in_many_colours_stay_as_they_are() -> None:
    """Where no two drawings share their inks nothing tells what was added to one."""
    blots = np.random.default_rng(6).uniform(20, 230, (20, 8, 8, 3)).astype(np.float32)
    paintings = taught([np.kron(each, np.ones((ART // 8, ART // 8, 1), np.float32)) for each in blots])
    after = in_same_inks(paintings)
    assert all(np.array_equal(after[look][0], paintings[look][0]) for look in paintings)


def test_drawings_alike_in_all_light_stay_as_they_are() -> None:
    """Where next to nothing was added nothing is taken out."""
    after = in_same_inks(taught(ROADS))
    assert all(np.array_equal(made, road) for (made, _), road in zip(after.values(), ROADS, strict=True))
