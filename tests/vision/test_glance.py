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


def test_what_shows_the_same_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From two strange spots one comes to the same place; a closer look is taken again only once something was laid near it."""
    grey, known = np.full((SIDE, SIDE, 3), 90, np.float32), np.ones((SIDE, SIDE), np.bool_)
    search = PieceSearch(EMPTY_BANK, grey, grey[..., 0], Expected(grey, known, np.full((SIDE, SIDE), 9, np.float32)))
    looks: list[Glance] = []
    nothing = Found(0, (60.0, 60.0), -np.inf, np.zeros(1, np.float32), 1.0)
    monkeypatch.setattr(search, "_glanced", lambda u, v: Glance((u, v), np.array([[60, 60]]), np.zeros(1, np.float32), 0, True))
    monkeypatch.setattr(search, "_best_at", lambda glance: looks.append(glance) or [nothing])
    for at in ((60, 60), (62, 60)):
        search._climbed(*at)
    assert len(looks) == 1
    search._looked.forget_around((200.0, 60.0), 60)
    search._climbed(60, 60)
    assert len(looks) == 1
    search._looked.forget_around((80.0, 60.0), 60)
    search._climbed(60, 60)
    assert len(looks) == 2
