"""How sure the eye is that what it took for a loose body is one.

Painted as it is seen from its place and turned as it is (`vision.prism`), a body that is there fits closely: what fits worse is a
knuckle, a bit of a path or a neighbour's shadow, however much it explains.  Logistic regressions: on 651 finds that stand by
themselves, cheeses of forty recordings, of which 112 were none, and on 1091 of heaps, cheeses and chests of 57, of which 54 were
none.  Each recording judged by the weights of the others the negative log-likelihoods come to 58 and 52; how badly one of a heap
fits tells less of these than it counts, for of knuckles there were few.
"""

from __future__ import annotations

import numpy as np

from vision.belief import LEAST_SEEN, USUAL_AROUND, USUAL_MISFIT
from vision.found import Found

BASE, GAIN, MISFIT, AROUND, LIGHT = -1.6, 2.9, -1.4, -1.7, -1.5
"""Weights of: one; the logarithm of the gain per pixel that is seen; how badly it fits; how strange it looks around it; how far
mere light explains it."""
HEAP_BASE, HEAP_GAIN, HEAP_MISFIT, HEAP_SEEN, HEAP_AROUND, HEAP_LIGHT = -0.67, 3.1, -4.5, 3.8, -3.8, -4.6
"""The same of a body in a heap, with the logarithm of the share that is seen."""
MOST_LIGHT = 5.0
"""So far as that, mere light counts."""
UNTAUGHT = -3.0
"""What it counts that one stands by itself in a size that is looked for in heaps only: of 72 finds so small 60 were none, and the
others lay in heaps, or on mice that were not found."""


def chance_of_loose(piece: Found, area: float, untaught: bool = False) -> float:
    """The probability that a find of so many pixels is a loose body, of a size that was taught or not; what rides is judged as
    other riders are."""
    seen, light = max(piece.seen, LEAST_SEEN), min(piece.mere_light, MOST_LIGHT)
    strange = 0.0 if piece.around is None else piece.around - USUAL_AROUND
    gained = float(np.log(max(piece.gain / (area * seen), 0.05)))
    if piece.heaped:
        logit = HEAP_BASE + HEAP_GAIN * gained + HEAP_MISFIT * (piece.misfit - USUAL_MISFIT) + HEAP_SEEN * float(np.log(seen))
        logit += HEAP_AROUND * strange + HEAP_LIGHT * light
    else:
        logit = BASE + GAIN * gained + MISFIT * (piece.misfit - USUAL_MISFIT) + AROUND * strange + LIGHT * light
        logit += UNTAUGHT * untaught
    return 1 / (1 + float(np.exp(-np.clip(logit, -30, 30))))
