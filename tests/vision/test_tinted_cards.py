"""What only light of a strange colour explains is no card."""

import numpy as np
import pytest

from vision.cards import TINTED, tint_of


@pytest.mark.parametrize("light", [(0.97, 0.99, 0.99), (1.87, 1.63, 1.56), (0.5, 0.6, 0.9)])
def test_shade_and_lamps_are_light(light: tuple[float, float, float]) -> None:
    """Brighter, darker or warm: a card may lie in it."""
    assert tint_of(np.array(light, np.float32)) < TINTED


def test_half_the_blue_and_more_red_is_no_light() -> None:
    """So bare wood at a shadow's edge would have to be lit to be a blue card."""
    assert tint_of(np.array((0.55, 0.83, 1.29), np.float32)) > TINTED
