"""How sure the eye is that what it took for a piece is one: logistic regressions on what the search says of a find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from math import log

import numpy as np

from vision.found import Doubted, Found


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of: one; the logarithm of the gain per pixel that is seen; how badly it fits; being ridden on; how strange it looks
    around it; and that the board explains it as well."""

    base: float
    gain: float
    misfit: float
    carries: float
    around: float
    plain: float


STANDS = Weights(-0.84, 3.0, -1.4, 1.3, -3.6, -5.4)
"""What shows no print.  (2537 finds of mice, marbles, dragons and pawns on 57 recordings, of which 248 were none: the sum of
negative log-likelihoods is 125, each recording judged by the weights of the others 135; with the weights below 169.  How badly
it fits tells next to nothing of these, but of what nobody taught it tells something, so that weight was set.)"""
LOOSE = Weights(1.2, 1.89, -1.75, 0.33, -2.1, -3.0)
"""What may ride on others and stands by itself, if it was not learnt as a prism: things lie around it.  (Of 316 cheeses 46 were
none: 62, with the weights above 71.)"""
PRINTED, PRINT = Weights(-0.56, 1.89, -1.75, 0.33, -2.1, -3.0), 2.59
"""What shows one, and the weight of how well the best print fits.  (Told by 288 finds in the teaching pictures of four editions,
each read by what the others taught; what it looks like around them by 1939 on twenty-six tables, of which 78 were no pieces.)"""
RIDES = Weights(-2.8, 3.7, 0.0, 0.0, -1.6, -3.0)
"""What rides: it fits no better than a bit of its carrier's shadow or of the board beside that.  (Of 479 riders on 33 recordings
36 were none: twelve of these were .9 sure and more, and six are, each recording judged by the others; the negative
log-likelihoods come to 65 and 60.)"""
USUAL_AROUND, STRANGE = 2.35, 1.0
"""How strange it may look around a find, and how much a pixel must cost as the board, for a find to be no less likely."""
OWN_LEAD, OTHERS = 0.5, 4
"""A print that fits badly, in dim light, fits by so much better as it leads the others, if there are so many, by more than this
share of what it costs: of two sides one is always nearer.
(Of 353 finds on seven tables: what was no piece led by 0.03 to 0.48 of that where no light spoke against it, heroes in the dark
by 0.7 to 2.4.)"""
USUAL_MISFIT, LEAST_SEEN = 0.8, 0.05
WORST_PRINT, BEST_PRINT, PRINT_NATS, USUAL_PRINT = -150.0, -10.0, 40.0, 1.2
HEAP_BASE, HEAP_GAIN, HEAP_MISFIT, HEAP_SEEN = 0.9, 2.2, -1.4, 1.0
"""The same of a piece of a heap counted at full scale: one; the logarithm of the gain per pixel seen; how badly it fits; the
logarithm of the share seen.  Chosen by the counts of 54 drawn piles of wedges and of the heaps in the teaching pictures of two
editions, each picture read by what the others taught: mean log-probability of the right count -0.7."""
WHOLE, CLEAR_PRINT = 0.9, -20.0
"""Share of a piece of a heap that is seen from which on its print is, and how well that must fit, in nats: a coin that lies free
came to -15 at worst, a wedge in a pile, on which others throw shadows, to -12 to -50."""
NO_PRINT, SHOWS_NONE = -45.0, -55.0
"""How badly a print may fit at worst that shows something, and what shows none where nothing lies on it.  (Of 384 pieces of heaps
in nine recordings the worst came to -38, where others lie in the dark on three more to -97; what was told as coins on a sleeve,
or as wedges on a hand, to -58 to -154.)"""
MOST_DOUBTED, EVEN_LEAD, LEAD_NATS = 0.45, -25.0, 18.0
"""Of a rider that does not explain enough more: its probability if it explains much more, the lead at which it is half that, and
how many nats of lead make one."""
MOST_OVER, EVEN_OVER, OVER_NATS = 0.95, 2.0, 4.0
"""The same by what it explains where the piece's own picture does not: -6 at most on forty mice that carried nothing, 7 to 32 on
seven of ten that carried a cheese of their own colour."""
RIDER_CLOSELY, RIDER_LEAD = (-0.31, 4.55), 0.035
"""The same by what it gains per pixel at full scale, with what both explain more, in nats: a logistic regression on 116 mice of
22 recordings, 33 of which carried a cheese.  (The negative log-likelihoods come to 29, each recording judged by the others; by
the first alone, and as steeply as most have it, to 66: three of 77 for which no pose gained anything did carry one.)"""
LEAST_CLOSELY, MOST_CLOSELY, LEAST_LEAD, MOST_LEAD = -0.3, 1.2, -60.0, 30.0
"""What gains or explains less, or more, counts as that."""
MOST_DRAWN, EVEN_DRAWN, DRAWN = 0.97, 0.35, 0.07
"""The same of a piece on a picture of itself, by how much better it explains the details (`on_drawings.LEAST`)."""
TOLD = 0.6
"""How likely the likeliest look of a place must be, or it is unsure."""
SHARING = 12
"""Rounds in which kinds of which there is one are shared out among the pieces."""
EVEN = 0.5
"""A find that is less likely to be there than not gives way to another where there is but one of a kind."""
PLAINLY = 0.9
"""Of finds that are so sure at least, what they explain tells which is the one; a patch of skin explains more than a mouse."""
CROWDED = 4
MORE_BELOW = (0.55, 0.25, 0.13, 0.07)
"""Where so many lie together, the probability that 0, 1, 2, 3 more are hidden among them."""
ANOTHER_BELOW, BETWEEN_TWO, MOST_BELOW = 0.03, 0.01, 3
"""The probability that a flat piece of a heap hides another at least, that it hides one between itself and any other, and how
many are hidden so at most."""
OVERLOOKED = 0.001
"""The same of a body, of which it is known how much a heap hides, for what was overlooked though it shows."""
BODY = 1.6
"""How much surer, in logits, a body in a heap is than those weights tell, which were chosen with flat pieces.  (Of 206 heaps of
cheeses on thirty tables, read in their games, the negative log-probabilities of the right counts come to 69, and to 94 with what
51 heaps of teaching pictures, each left out, had told: .9, .01 overlooked, and all that would not show as likely as not to lie
there.  In 17 the likeliest is wrong, in 27 before; 2.4 would make that 13, but the cheeses elsewhere, of which there are eight
in all, worse.)"""


def chance_of(piece: Found, area: float, prints: Mapping[int, float] | None, loose: bool = False) -> float:
    """The probability that a find of so many pixels (`area`) is a piece; `prints` are the log-likelihoods of its prints; `loose`
    is what may ride on others."""
    if piece.over_drawing is not None:
        return MOST_DRAWN / (1 + float(np.exp(-np.clip((piece.over_drawing - EVEN_DRAWN) / DRAWN, -30, 30))))
    if piece.heaped:
        return _chance_in_heap(piece, area)
    weights = RIDES if piece.rides else PRINTED if prints is not None else LOOSE if loose else STANDS
    gained = float(np.log(max(piece.gain / (area * piece.seen), 0.05)))
    logit = weights.base + weights.gain * gained + weights.misfit * (piece.misfit - USUAL_MISFIT)
    logit += weights.carries * piece.carries - piece.mere_light
    if prints is not None:
        logit += PRINT * (float(np.clip(fit_of(prints), WORST_PRINT, BEST_PRINT)) / PRINT_NATS + USUAL_PRINT)
    if piece.around is not None:
        logit += weights.around * (piece.around - USUAL_AROUND) + weights.plain * max(0.0, STRANGE - piece.bare)
    logit = logit if piece.odds is None else min(logit, piece.odds)
    logit = logit if piece.noticed is None else max(logit, piece.noticed)
    return 1 / (1 + float(np.exp(-np.clip(logit, -30, 30))))


def fit_of(prints: Mapping[int, float]) -> float:
    """How well, in nats, the best print fits, all others being considered."""
    best = max(prints.values())
    others = {value for value in prints.values() if value < best}
    return best if len(others) < OTHERS else best + max(0.0, best - max(others) + OWN_LEAD * best)


def _chance_in_heap(piece: Found, area: float) -> float:
    """The same of a piece of a heap; of what a network told, that has the say."""
    if piece.odds is not None:
        return 1 / (1 + float(np.exp(-piece.odds)))
    seen = max(piece.seen, LEAST_SEEN)
    logit = HEAP_BASE + HEAP_GAIN * np.log(max(piece.gain / (area * seen), 0.05)) + HEAP_MISFIT * (piece.misfit - USUAL_MISFIT)
    logit += HEAP_SEEN * np.log(seen) - piece.mere_light + (0 if piece.hides is None else BODY)
    return 1 / (1 + float(np.exp(-np.clip(logit, -30, 30))))


def without_blanks(
    found: Sequence[Found], places: Sequence[object], prints: Sequence[Mapping[int, float] | None], sures: Sequence[float]
) -> list[float]:
    """How sure pieces found in such places are, with such prints.  A heap of which none that is seen whole shows a print is no
    heap of these, but something of their colour: nothing that lies there and shows none is one."""
    heaped = zip(found, places, prints, strict=True)
    best = [
        -np.inf if own is None or not piece.heaped or piece.confirmed else max(own.values()) for piece, _, own in heaped
    ]
    whole: dict[object, float] = {}
    for piece, place, fit in zip(found, places, best, strict=True):
        if piece.seen > WHOLE and np.isfinite(fit):
            whole[place] = max(fit, whole.get(place, fit))
    blank = {place for place, fit in whole.items() if fit < SHOWS_NONE}
    return [
        0.0 if place in blank and np.isfinite(fit) and fit < NO_PRINT else sure
        for place, fit, sure in zip(places, best, sures, strict=True)
    ]


def there_alone(
    kinds: Sequence[int], places: Sequence[object], sures: Sequence[float], doubtful: Set[object] = frozenset()
) -> list[float]:
    """How surely finds of such kinds (numbers), each so sure, are there, as far as that matters: 0 for those that rather are not,
    or are not the only ones of their kind in a place.

    What there is but once and was found several times in one is a patch of its colour, such as a lamp mirrored in a tile; and in
    `doubtful` places it may be a drawing that nobody taught.
    """
    times = Counter(zip(kinds, places, strict=True))
    finds = zip(kinds, places, sures, strict=True)
    alone = [sure > EVEN and times[kind, place] == 1 and place not in doubtful for kind, place, sure in finds]
    return [min(sure, PLAINLY) if only else 0.0 for only, sure in zip(alone, sures, strict=True)]


def tells_by_print(piece: Found, prints: Mapping[int, float] | None) -> bool:
    """Whether its print, with such log-likelihoods, tells what a piece is: in a heap only a print that fits, where next to
    nothing lies on it."""
    clear = piece.seen > WHOLE and prints is not None and max(prints.values()) > CLEAR_PRINT
    return not piece.confirmed and (not piece.heaped or clear)


def chance_of_rider(rider: Doubted) -> float:
    """The probability that a piece carries another of its own colour: by what both explain less than one half, or the search
    would have said so; more by what the rider explains where the piece does not.  A closer look has the say."""
    if rider.closely is not None:
        closely, lead = np.clip(rider.closely, LEAST_CLOSELY, MOST_CLOSELY), np.clip(rider.lead, LEAST_LEAD, MOST_LEAD)
        logit = RIDER_CLOSELY[0] + RIDER_CLOSELY[1] * closely + RIDER_LEAD * lead
        return min(1 / (1 + float(np.exp(-logit))), MOST_OVER)
    both = MOST_DOUBTED / (1 + float(np.exp(-np.clip((rider.lead - EVEN_LEAD) / LEAD_NATS, -30, 30))))
    return max(both, MOST_OVER / (1 + float(np.exp(-np.clip((rider.over - EVEN_OVER) / OVER_NATS, -30, 30)))))


def counts_of(sure: Sequence[float], heaped: bool = False, hides: float | None = None) -> tuple[float, ...]:
    """Log-probability of exactly n pieces, n = 0 .. len(sure) + 1 or more, each being there with its own probability.

    In a heap one more would not show with a probability that it `hides` it, where that is known: each that there is might have
    lain so.  Of pieces that were found one by one (not `heaped`) several may hide another.
    """
    below = max(ANOTHER_BELOW, BETWEEN_TWO * (len(sure) - 1)) if hides is None else max(OVERLOOKED, hides)
    chances, below = [1.0], min(below, 0.5)
    for p in sure:
        # What is not there hides nothing.
        chances = _together(chances, (1 - p, p * (1 - below), p * below) if heaped else (1 - p, p))
    if heaped:
        chances = chances[: len(sure) + MOST_BELOW + 1]
    elif len(sure) >= CROWDED:
        chances = _together(chances, MORE_BELOW)
    chances.append(1e-3)
    whole = sum(chances)
    return tuple(log(max(chance / whole, 1e-6)) for chance in chances)


def _together(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The probabilities of each sum of two independent numbers.  Of so few, plain numbers are faster than arrays."""
    sums = [0.0] * (len(one) + len(other) - 1)
    for n, p in enumerate(one):
        for m, q in enumerate(other):
            sums[n + m] += p * q
    return sums


def shared_out(shares: list[dict[int, float]], lone: Mapping[int, str]) -> list[dict[int, float]]:
    """The shares after each `lone` kind is given out no more than once in all; what a piece cannot be, it is something else."""
    wholes = [sum(own.values()) for own in shares]
    for _ in range(SHARING):
        given: dict[str, float] = {}
        for own in shares:
            for sprite, share in own.items():
                if sprite in lone:
                    given[lone[sprite]] = given.get(lone[sprite], 0.0) + share
        if all(share <= 1 for share in given.values()):
            break
        scaled = [
            {sprite: share / max(given.get(lone.get(sprite, ""), 1.0), 1.0) for sprite, share in own.items()} for own in shares
        ]
        left = [max(sum(own.values()), 1e-9) for own in scaled]
        shares = [
            {sprite: share * whole / rest for sprite, share in own.items()}
            for own, whole, rest in zip(scaled, wholes, left, strict=True)
        ]
    return shares
