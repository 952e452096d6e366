"""What a wedge hid of a drawing is painted as on another card with the same picture in other inks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.like_drawings import with_like_parts
from companion.core.scene import Look
from vision.rig import ART

Array = NDArray[np.float32]
PINK, BLUE, YELLOW, RED, GREEN = (180, 120, 220), (190, 150, 90), (40, 180, 220), (40, 40, 180), (60, 150, 60)
HIDDEN = slice(20, 44), slice(24, 56)


def card(ground: tuple[int, int, int], paint: tuple[int, int, int], figure: str) -> Array:
    """A card of some ground on which a disc or a cross is painted, with a dark rim."""
    y, x = np.mgrid[:ART, :ART]
    drawn = np.full((ART, ART, 3), ground, np.float32)
    inside = np.hypot(x - 34, y - 30) < 16 if figure == "disc" else (np.abs(x - 34) < 5) | (np.abs(y - 50) < 5)
    drawn[inside] = paint
    drawn[(x < 3) | (x > ART - 4) | (y < 3) | (y > ART - 4)] = 60
    return drawn + np.random.default_rng(len(figure)).normal(0, 2, drawn.shape).astype(np.float32)


def taught(other: Array) -> Array:
    """What becomes of a pink card with a yellow disc of which a part was never seen, beside another card."""
    whole, seen = card(PINK, YELLOW, "disc"), np.ones((ART, ART), np.bool_)
    seen[HIDDEN] = False
    hidden = whole.copy()
    hidden[HIDDEN] = 128
    art = {Look("one", "front"): (hidden, seen), Look("other", "front"): (other, np.ones_like(seen))}
    made = with_like_parts(art)
    assert (made[Look("one", "front")][1] == seen).all(), "what was not seen is still a guess"
    return made[Look("one", "front")][0]


def test_the_same_picture_in_other_inks_tells_what_was_hidden() -> None:
    """The disc goes on below the wedge, and the ground beside it, each in the card's own colour."""
    painted = taught(card(BLUE, RED, "disc"))
    assert np.abs(painted - card(PINK, YELLOW, "disc"))[HIDDEN].mean() < 6


def test_another_picture_tells_nothing() -> None:
    """A cross is no disc: the guess stays what it was."""
    assert (taught(card(BLUE, GREEN, "cross"))[HIDDEN] == 128).all()
