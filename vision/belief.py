"""How sure the eye is that what it took for a piece is one.

A logistic regression on what the search says of a find.  Its weights come from the teaching pictures of four editions,
each picture read by what the others taught (288 finds).  Mean negative log-likelihood 0.15; each edition judged by the weights
of the other three: 0.00 to 0.32.  Since then the prints of tall pieces are left out.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.found import Doubted, Found

BASE, GAIN, MISFIT, CARRIES, RIDES, PRINT, PRINTED = 1.20, 1.89, -1.75, 0.33, -0.31, 2.59, -1.76
"""Weights of: one; the logarithm of the gain per pixel that is seen; how badly it fits; being ridden on; riding; how well the
best print fits; having a print."""
USUAL_MISFIT, LEAST_SEEN = 0.8, 0.05
WORST_PRINT, BEST_PRINT, PRINT_NATS, USUAL_PRINT = -150.0, -10.0, 40.0, 1.2
HEAP_BASE, HEAP_GAIN, HEAP_MISFIT, HEAP_SEEN = -0.6, 3.0, -0.9, 0.9
"""The same of a piece of a heap counted at full scale: one; the logarithm of the gain per pixel seen; how badly it fits; the
logarithm of the share seen.  From heaps of drawn tables and of teaching pictures read by each other in five kinds of light (715
finds): mean negative log-likelihood 0.02 and 0.29, each picture judged by the weights of the others."""
MOST_DOUBTED, EVEN_LEAD, LEAD_NATS = 0.45, -25.0, 18.0
"""Of a rider that does not explain enough more: its probability if it explains much more, the lead at which it is half that, and
how many nats of lead make one."""


def chance_of(piece: Found, area: float, prints: Mapping[int, float] | None) -> float:
    """The probability that a find of so many pixels (`area`) is a piece; `prints` are the log-likelihoods of its prints."""
    if piece.heaped:
        return _chance_in_heap(piece, area)
    logit = BASE + GAIN * np.log(max(piece.gain / (area * piece.seen), 0.05)) + MISFIT * (piece.misfit - USUAL_MISFIT)
    logit += CARRIES * piece.carries + RIDES * piece.rides
    logit -= piece.mere_light
    if prints is not None:
        logit += PRINT * (float(np.clip(max(prints.values()), WORST_PRINT, BEST_PRINT)) / PRINT_NATS + USUAL_PRINT) + PRINTED
    return 1 / (1 + float(np.exp(-np.clip(logit, -30, 30))))


def _chance_in_heap(piece: Found, area: float) -> float:
    """The same of a piece of a heap."""
    seen = max(piece.seen, LEAST_SEEN)
    logit = HEAP_BASE + HEAP_GAIN * np.log(max(piece.gain / (area * seen), 0.05)) + HEAP_MISFIT * (piece.misfit - USUAL_MISFIT)
    return 1 / (1 + float(np.exp(-(logit + HEAP_SEEN * np.log(seen)))))


def chance_of_rider(rider: Doubted) -> float:
    """The probability that a piece carries another of its own colour: less than one half, or the search would have said so."""
    return MOST_DOUBTED / (1 + float(np.exp(-np.clip((rider.lead - EVEN_LEAD) / LEAD_NATS, -30, 30))))
