"""Whether the light that was added to tiles lies over all that is seen: a flare (`vision.flare`), and no haze of glossy cards.

What stands throws a lamp's light elsewhere than the cards below it do, and has no haze.  So pieces that stand tell: with a flare
each is brighter than others of its kind by as much light as lies over the tiles there, with haze by none.  How much of that light
lies over them is told by robust regression, kind by kind; dark ones tell most, for in other light a bright one changes more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.two_lights import CutOut, surely
from companion.core.grid import Cell
from vision.relight import linear
from vision.rig import FLAT_MM

UNLIKE, ERRS = 0.15, 0.006
"""How far the light of a piece is off that of others of its kind, as a share and beside that, white is 1."""
ROBUST, ROUNDS = 1.5, 30
"""What is off so many times as far counts half; so often the share is told anew."""
BELIEVED = 3.9
"""So many nats likelier a flare must be than haze, as if one table in fifty had one.  (Of fifty-seven recordings without one
fifty-five come to -228 to -.1, two to .05 and 1.1; of twelve with one eight to 3.6 to 77, three with one standing piece to 1.4,
1.5 and -4, one to -.9.  Later one without came to 3.64, and half of its pictures were misread.)"""
MOST, SURE = 2.5, 0.02
"""More than so many times what lies over tiles lies over no piece: something else is brighter there.  So far the share may be off
at least."""
LEAST_PIXELS = 8
"""Pixels from which on a view tells a colour."""
Kind = tuple[NDArray[np.float64], NDArray[np.float64]]
"""The light of all pieces of a kind (n, 3), and what lies over the tiles there (n, 3)."""


def nats_for_flare(views: Sequence[CutOut], over: NDArray[np.float64]) -> float:
    """By how many nats it is likelier that all of the light over the tiles below views, `over` (n, 3), lies over what stands
    there as well than that none does."""
    kinds: dict[str, list[tuple[NDArray[np.float64], NDArray[np.float64]]]] = {}
    for view, more in zip(views, over, strict=True):
        shown, tall = surely(view), view.taught.top_mm - view.taught.foot_mm > FLAT_MM
        if tall and isinstance(view.taught.piece.place, Cell) and len(shown) >= LEAST_PIXELS:
            kinds.setdefault(view.taught.piece.kind, []).append((linear(shown).mean(axis=0, dtype=np.float64), more))
    several = [(np.array(own)[:, 0], np.array(own)[:, 1]) for own in kinds.values() if len(own) > 1]
    if not several:
        return -np.inf
    share, error = _share(several)
    # As errors are normal.
    return (share - 0.5) / max(error, SURE) ** 2 if share < MOST else -np.inf


def _share(kinds: Sequence[Kind]) -> tuple[float, float]:
    """How much of what lies over the tiles lies over the pieces, and by how much that may be off (standard deviation)."""
    share, precise, off = 0.0, 1e-9, [np.zeros(1)]
    for _ in range(ROUNDS):
        together, precise, off = 0.0, 1e-9, []
        for light, more in kinds:
            own = light - share * more
            usual = np.median(own, axis=0)
            unlike = UNLIKE * np.maximum(usual, 0) + ERRS
            off.append((own - usual) / unlike)
            weights = 1 / ((1 + (off[-1] / ROBUST) ** 2) * unlike**2)
            apart, brighter = (each - (weights * each).sum(axis=0) / weights.sum(axis=0) for each in (more, light))
            together, precise = together + float((weights * apart * brighter).sum()), precise + float((weights * apart**2).sum())
        # Halfway each time: the usual piece changes with the share.
        share = (share + together / precise) / 2
    # The three colours of a piece are off together.
    return share, float(np.std(np.concatenate([each.ravel() for each in off])) * np.sqrt(3 / precise))
