"""Crowds that seem to be hands: pieces that stand together, and what shows in the gaps between their tiles.

Two mice whose tails hang over a gap, the Chamber's cheeses below them and the shadows of tiles cover together as much as a hand
does.  But a hand reaches in from somewhere; and of a hand pieces explain little.  So where nothing reaches in, pieces are looked
for as if nobody's hand were there, and if what they leave unexplained is no hand either, none was.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.pieces import PieceSearch
from vision.watched import Watched

Mask = NDArray[np.bool_]


def without_crowds(hands: Mask, watched: Watched, search: Callable[[], PieceSearch], limits: tuple[float, float]) -> Mask:
    """Strange patches (h, w), or none if they reach in from nowhere and pieces explain them; `search` makes a search of the whole
    frame, `limits` is what its `run` asks for."""
    if not hands.any() or watched.reached(hands):
        return hands
    trial = search()
    if not trial.run(*limits) or watched.strange(trial.unexplained()).any():
        return hands
    return np.zeros_like(hands)
