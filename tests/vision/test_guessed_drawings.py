"""A drawing of which a part was never seen bare, where something hides a part of it, says less."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from vision.odd_light import oddness
from vision.tiles import SEEN, Fits

VAGUE = np.repeat([True, False], 4)
GUESS, KNOWN = 0, 4


@pytest.mark.parametrize(
    ("rows", "cost", "odd"),
    [((GUESS, KNOWN), 1.5, 3.0), ((GUESS, KNOWN), 0.5, 1.0), ((GUESS, GUESS + 1), 1.5, 1.0), ((KNOWN, GUESS), 1.5, 1.0)],
)
def test_a_guess_over_another_drawing_says_a_third(rows: tuple[int, int], cost: float, odd: float) -> None:
    """Where it is the best, another drawing the next, and more is seen than it explains; its own turns are as guessed."""
    light = np.ones((1, 2, 6), np.float32)
    fits = Fits(np.array([rows]), np.full((1, 2), cost * SEEN * SEEN, np.float32), light, np.ones((1, SEEN * SEEN), np.float32))
    none = np.zeros(1, np.float32)
    ground = SimpleNamespace(fits=fits, gains=np.ones((1, 3), np.float32), relit=np.zeros(1, np.bool_), lamps=none)
    assert oddness(ground, VAGUE) == [odd]  # type: ignore[arg-type]
