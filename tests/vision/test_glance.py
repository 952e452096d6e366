"""A glance before a closer look at what stands on the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.expected import Expected
from vision.found import Found
from vision.piece_bank import EMPTY_BANK
from vision.pieces import Glance, PieceSearch

SIDE = 90


def test_what_shows_nothing_from_nearer_is_left_as_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A find at the edge of what was tried, whose surroundings promise nothing, is looked at no further and is still a find."""
    grey, known = np.full((SIDE, SIDE, 3), 90, np.float32), np.ones((SIDE, SIDE), np.bool_)
    search = PieceSearch(EMPTY_BANK, grey, grey[..., 0], Expected(grey, known, np.full((SIDE, SIDE), 9, np.float32)))
    hopeful = Glance((60, 60), np.array([[60, 60]]), np.zeros(1, np.float32), 0, True)
    glances = iter([hopeful, replace(hopeful, hopeful=False)])
    nothing = Found(0, (64.0, 60.0), -np.inf, np.zeros(1, np.float32), 1.0)
    monkeypatch.setattr(search, "_glanced", lambda u, v: next(glances))
    monkeypatch.setattr(search, "_best_at", lambda glance: [nothing])
    assert search._climbed(60, 60) == [nothing]
