"""What is learnt from teaching pictures: light, drawings, facings, the lens."""

import numpy as np
import pytest

from calibration.art import Sample, average_art, light_of_samples
from calibration.facing import learn
from calibration.lens import LensError, calibrate_lens, charuco_board
from calibration.teach import TeachError, teach
from companion.core.catalogue import Catalogue, Layout
from companion.core.grid import Cell
from companion.core.scene import Look
from vision.facing import PATCH, STEPS, facing_scores
from vision.light import fit_light, gains_at
from vision.tiles import coarse_misfit, make_bank, robust_fit

LAYOUT = Layout(3, 3, (50.0, 50.0), 46.0, 2.0)


def test_teaching_without_pictures_says_what_is_missing() -> None:
    """No picture: an error with what to do."""
    with pytest.raises(TeachError, match="no picture"):
        teach([], LAYOUT, Catalogue((), ()), None, None)


def test_a_lens_needs_enough_photographs() -> None:
    """Pictures without the printed board are refused with the number found."""
    board = charuco_board((5, 4), 20.0, 15.0, "DICT_5X5_100")
    with pytest.raises(LensError, match="in 0 of 2"):
        calibrate_lens([np.full((200, 300, 3), 200, np.uint8)] * 2, board)


def test_light_is_told_from_paint() -> None:
    """Two drawings under a slope of light come out in the same colours wherever they lay."""
    paint = {Look("pale", "up"): 180.0, Look("dark", "up"): 60.0}
    samples = []
    for number, (look, value) in enumerate(list(paint.items()) * 6):
        at = np.array([-1 + number / 6, 0.3])
        lit = np.full((64, 64, 3), value * np.exp(0.2 * at[0]), np.float32)
        samples.append(Sample(look, Cell(0, number), number % 2, lit, at, True))
    art = average_art(samples, light_of_samples(samples, 2))
    ratio = art[Look("pale", "up")][0].mean() / art[Look("dark", "up")][0].mean()
    assert ratio == pytest.approx(3.0, rel=0.02)
    assert art[Look("pale", "up")][0].mean() == pytest.approx(180, rel=0.1)


def test_smooth_light_ignores_a_wild_place() -> None:
    """One place that is far off does not bend the light of the others."""
    at = np.stack(np.meshgrid(np.linspace(-1, 1, 5), np.linspace(-1, 1, 5)), axis=-1).reshape(-1, 2)
    gains = np.repeat((0.2 * at[:, :1]), 3, axis=1)
    gains[12] += 2.0
    light = fit_light(at, gains, np.ones(25))
    assert np.log(gains_at(light, at))[:, 0] == pytest.approx(0.2 * at[:, 0], abs=0.03)


def drawing(seed: int) -> np.ndarray:
    """A blotchy drawing (64, 64, 3)."""
    coarse = np.random.default_rng(seed).uniform(40, 220, (5, 5, 3)).astype(np.float32)
    return np.repeat(np.repeat(coarse, 13, axis=0), 13, axis=1)[:64, :64]


def test_a_turned_shifted_and_partly_covered_drawing_is_found() -> None:
    """The right drawing and turn win although a corner is covered and the light is brighter."""
    from vision.tiles import coarse, placed, turned

    art = np.stack([drawing(seed) for seed in range(6)])
    bank = make_bank(art, 58.0, 64)
    cell = placed(turned(art[4], 3), 58.0, 64, (1.5, -1.0), 0.03) * 1.15
    cell[:26, :26] = (10, 200, 10)
    seen = coarse(cell)[None]
    rows = np.argpartition(coarse_misfit(bank, seen), 8, axis=1)[:, :8]
    fits = robust_fit(bank, seen, np.full((1, 3), 1.1, np.float32), 12.0, rows)
    assert divmod(int(fits.rows[0, 0]), 4) == (4, 3)
    assert fits.costs[0, 1] > fits.costs[0, 0] + 20


def arrow(heading: float) -> np.ndarray:
    """Features (PATCH, PATCH, 5) of a piece with a broad tail and a narrow nose, pointing clockwise from north."""
    y, x = np.mgrid[:PATCH, :PATCH] - (PATCH - 1) / 2
    turn = np.radians(heading)
    ahead, aside = x * np.sin(turn) - y * np.cos(turn), x * np.cos(turn) + y * np.sin(turn)
    body = ((np.abs(ahead) < 18) & (np.abs(aside) < 8 - ahead * 0.3)).astype(np.float32)
    nose = body * (ahead > 10)
    return np.dstack([body, nose, body * 0.2, nose, np.ones_like(body)]).astype(np.float32)


@pytest.mark.parametrize("heading", [0, 90, 180, 285])
def test_a_learnt_shape_tells_its_direction(heading: float) -> None:
    """From four examples the direction of a fifth is told to within one step."""
    model = learn([arrow(each) for each in (5.0, 88.0, 184.0, 266.0)], [5.0, 88.0, 184.0, 266.0])
    scores = facing_scores(model, arrow(heading), np.ones((PATCH, PATCH), np.float32))
    told = float(scores.argmax()) * 360 / STEPS
    assert abs((told - heading + 180) % 360 - 180) <= 15
