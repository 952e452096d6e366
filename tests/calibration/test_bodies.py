"""All of a piece is cut out where its own colour tells, though a shadow on the board would look as dark."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from taught_mice import view

from calibration.bodies import with_bodies
from calibration.sprites import View
from vision.facing import PATCH
from vision.rig import SPRITE_SIDE

GREY, PALE = 90.0, 210.0


def on_card(drawn: float, seen: float) -> tuple[View, NDArray[np.bool_]]:
    """A mouse of which only one half was told from a card, drawn and seen so bright; and where all of it is."""
    whole = view(GREY, 0.0)
    body = whole.cover > 0
    half = whole.cover * (np.arange(SPRITE_SIDE) < SPRITE_SIDE // 2)
    card = np.full((PATCH, PATCH, 3), drawn, np.float32)
    picture = np.where(body[..., None], whole.picture, np.float32(seen))
    return replace(whole, picture=picture, cover=half, wide=(*whole.wide[:2], card)), body


def test_a_grey_mouse_on_a_pale_card_is_covered_all_over() -> None:
    """Of one half of it the difference to the card tells nothing; the other half teaches its colour."""
    half, body = on_card(PALE, PALE)
    [seen] = with_bodies([half])
    assert seen.cover[body].min() > 0.9 and seen.cover[~body].max() < 0.1


def test_where_the_board_has_its_colour_nothing_is_told() -> None:
    """On a grey card all counts for little that has the colour which another card taught, be it the mouse or the card."""
    _, seen = with_bodies([on_card(PALE, PALE)[0], on_card(GREY, GREY)[0]])
    assert seen.valid[seen.cover == 0].max() < 0.2
