"""Crowds that seem to be hands: pieces that stand together, and what shows in the gaps between their tiles.

Two mice whose tails hang over a gap, the Chamber's cheeses below them and the shadows of tiles cover together as much as a hand
does.  But a hand reaches in from somewhere; and pieces explain little of it, or very many of them the whole.  So where nothing
reaches in, pieces are looked for as if nobody's hand were there, and if a few leave nothing unexplained that is a hand, none was.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.pieces import PieceSearch
from vision.watched import Watched

MOST_COVERED, MOST = 0.4, 12
"""Share of patches that pieces cover at most where they are a crowd, and how many they are: the rest are gaps and shadows.
(Five crowds: .12 to .33, and five to ten; two hands with sleeves of the table's colour: .53 and .61, and 27 and 46.)"""

Mask = NDArray[np.bool_]


def without_crowds(hands: Mask, watched: Watched, search: Callable[[], PieceSearch], limits: tuple[float, float]) -> Mask:
    """Strange patches (h, w), or none if they reach in from nowhere and pieces explain them; `search` makes a search of the whole
    frame, `limits` is what its `run` asks for."""
    if not hands.any() or watched.reached(hands):
        return hands
    trial = search()
    found = trial.run(*limits)
    covered = float(trial.cover_of(found)[hands].mean())
    on_it = sum(hands[int(piece.at[1]), int(piece.at[0])] for piece in found)
    crowd = 0 < on_it <= MOST and covered <= MOST_COVERED and not watched.strange(trial.unexplained(), trial.half).any()
    return np.zeros_like(hands) if crowd else hands
