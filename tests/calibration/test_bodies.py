"""All of a piece is cut out where its own colour tells, though a shadow on the board would look as dark."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from taught_mice import view

from calibration.bodies import with_bodies
from vision.facing import PATCH
from vision.rig import SPRITE_SIDE

GREY, PALE = 110.0, 210.0


def test_a_grey_mouse_on_a_pale_card_is_covered_all_over() -> None:
    """Of one half of it the difference to the card tells nothing; the other half teaches its colour."""
    whole = view(GREY, 0.0)
    body = whole.cover > 0
    picture = np.where(body[..., None], whole.picture, np.float32(PALE))
    half = whole.cover * (np.arange(SPRITE_SIDE) < SPRITE_SIDE // 2)
    card = np.full((PATCH, PATCH, 3), PALE, np.float32)
    [seen] = with_bodies([replace(whole, picture=picture, cover=half, wide=(*whole.wide[:2], card))])
    assert seen.cover[body].min() > 0.9 and seen.cover[~body].max() < 0.1


def test_where_the_board_has_its_colour_nothing_is_told() -> None:
    """On a grey card the half that does not differ counts for little, whether it is the mouse or the card."""
    whole = view(GREY, 0.0)
    half = whole.cover * (np.arange(SPRITE_SIDE) < SPRITE_SIDE // 2)
    card = np.full((PATCH, PATCH, 3), GREY, np.float32)
    [seen] = with_bodies([replace(whole, cover=half, wide=(*whole.wide[:2], card))])
    assert np.array_equal(seen.cover, half)
    assert seen.valid[half > 0].min() == 1 and seen.valid[half == 0].max() < 0.2
