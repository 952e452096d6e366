"""How sure a facing is, by what speaks for it and by how many pieces taught what a direction looks like."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Facing

FACING_NATS, WHOLLY = 1.5, 0.8
"""How much surer the facing scores are of themselves than they should be; and the share of a piece that must differ from the
board for that: of a black mouse on a black disc only what sticks out or covers a letter does, and looks like another shape.
(601 mice of 22 recordings, by all that tells their facings: sure and wrong 6 to 2, the sum of -log p 50.0 to 40.0.)"""
FEW = 5.0
"""Pieces that a model of headings must have been taught by to count half as much as if by very many: what a direction looks
like in general is learnt slowly, what this piece looks like at once.  (On drawn tables, each with five pieces taught, the picture
of the piece alone told 78 of 78 headings, the model alone 67.)"""
HARDLY_FITS = 120.0
"""How far, in nats, the best heading is from what was taught at most if it fits: of 140 pieces on four tables 135 came nearer."""
UNSHOWN = 2.0
"""By how many nats the picture of a side fits worse that no taught piece showed to a slanting camera: it is made of others.  (Of
48 mice on six such tables, none taught from behind, nine headings were wrong without it, and five to seven with 1.7 to 2.5.)"""
OTHERWISE = 0.3
"""How likely a kind that was wrongly found in a place stands there all the same, otherwise than found."""

NOSES, KNOWN = 0.85, 821
"""What the network, which was shown some six thousand mice of other builds, counts beside what was taught of this edition; and of
how many mice both together were .9 sure, none of them wrongly.  (652 mice of eighteen rendered tables of Mice in a Maze, 222 of
Mouse Trap and 104 of another make, none of which the network was shown: 4, 0 and 0 wrong with .7, 3, 0 and 0 with .85 and with 1;
the sum of -log p 11.4, 2.3 and 1.2, then 9.4, 1.3 and 1.3, then 8.5, .8 and 1.5.)"""

HALF_SEEN = 0.3
"""What the small parts of a piece are worth when another lies on it: ears and nose may be below."""
ENDS_HALF_SEEN = 0.5
"""The same of single pictures and tails: a cheese beside a head looks like a rump.  (Of 932 pieces on 33 recordings ten were told
wrongly, five of them surely, and eight and four so; without single pictures and tails below a cheese 15 and five.)"""
LEFT_OPEN, HARDLY_OPEN = 4.0, 8.0
"""By so many nats more must the best facing be likelier than the next, or portraits are asked; and on which side a tail is."""

Facings = tuple[float, float, float, float]
"""Log-probabilities of the four facings, north first."""
Faces = tuple[tuple[str, float], ...]
"""The sides a piece may show with their log-probabilities, likeliest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Heading:
    """What tells which way a piece points: `scores` (n,), log-likelihoods of all headings, and `ends` (4,), those of the four
    facings by single pictures and by tails, None where these were not asked; `outline` (4,), those of the four outlines; `noses`
    (4,), those by the network that knows other mice.  So many pieces `taught` the model of the headings; `shown` is the share of
    the piece that differs from the board; `ridden` the log odds that something rides on it, None where nobody knows."""

    scores: NDArray[np.float64]
    outline: NDArray[np.float64]
    taught: int
    shown: float = 1.0
    ends: NDArray[np.float64] | None = None
    noses: NDArray[np.float64] | None = None
    ridden: float | None = None


def facings_of(heading: Heading) -> Facings:
    """The facings from all that tells a heading."""
    taught, log_p = heading.taught, leaning(heading)
    log_p = _hopeful(log_p if heading.ends is None else log_p + heading.ends)
    log_p = log_p if taught <= 0 else _never_surer(log_p, taught)
    if heading.noses is not None:
        log_p = _never_surer(_hopeful(log_p + NOSES * heading.noses), KNOWN)
    return _four(log_p)


def leaning(heading: Heading) -> NDArray[np.float64]:
    """Log-likelihoods (4,) of the facings by all headings and the four outlines, 0 of the likeliest."""
    scores, quarter = heading.scores, quarters(degrees_of(len(heading.scores)))
    best = _tempered(np.array([scores[quarter == facing].max() for facing in Facing]), heading.taught)
    best = best * min(heading.shown / WHOLLY, 1.0) + heading.outline
    return np.asarray((best - best.max()) / FACING_NATS, dtype=np.float64)


def degrees_of(count: int) -> NDArray[np.float64]:
    """So many headings, evenly apart, degrees clockwise from the far side on."""
    return np.asarray(np.arange(count) * 360.0 / count, dtype=np.float64)


def quarters(degrees: NDArray[np.floating]) -> NDArray[np.int64]:
    """Which facing each of some headings belongs to."""
    return ((degrees + 45) // 90 % 4).astype(np.int64)


def of_sides(outline: NDArray[np.float64], headed: Sequence[int]) -> NDArray[np.float64]:
    """Log-likelihoods of the four outlines (4,), as if all sides had been taught, where so many pieces were `headed` each way."""
    return np.asarray(outline + UNSHOWN * (np.array(headed) == 0), dtype=np.float64)


def mixed(log_p: Facings, sure: float) -> Facings:
    """The facings of a piece that is there, though perhaps not as it was found: then any is as likely."""
    right = sure / (sure + (1 - sure) * OTHERWISE)
    return _four(np.log(right * np.exp(np.array(log_p)) + (1 - right) / 4))


def shown(faces: Faces, sides: Set[str], sure: float) -> Faces:
    """The `sides` that what was found may show, where it is so `sure` to be a piece: what is rather none shows none of them."""
    right = min(1.0, sure / max(1 - sure, 1e-9))
    if right == 1 or not faces:
        return faces
    told = dict.fromkeys(sides, 0.0) | {side: exp(log_p) for side, log_p in faces}
    mixed_in = {side: log(right * chance + (1 - right) / len(told)) for side, chance in told.items()}
    return tuple(sorted(mixed_in.items(), key=lambda item: (-item[1], item[0])))


def log_shares(log_p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-likelihoods (..., 4) as log-probabilities."""
    behind = log_p - log_p.max(axis=-1, keepdims=True)
    return np.asarray(behind - np.log(np.exp(behind).sum(axis=-1, keepdims=True)), dtype=np.float64)


def _hopeful(log_p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-likelihoods (4,) as log-probabilities, none hopeless."""
    return np.maximum(log_shares(log_p), -12.0)


def _tempered(log_p: NDArray[np.float64], taught: int) -> NDArray[np.float64]:
    """Log-likelihoods (4,) as Student's t counts them: how features vary was learnt from the same few pieces, so what is far
    from all of them rules a facing out less than a normal distribution would say; the more so where none of them fits."""
    behind, strange = log_p - log_p.max(), max(-float(log_p.max()) - HARDLY_FITS, 0.0)
    if taught <= 0:
        return np.asarray(behind, dtype=np.float64)
    told = taught / (taught + FEW)
    return np.asarray(-told * (taught + 1) / 2 * np.log1p(-2 * behind / (taught + 2 * strange)), dtype=np.float64)


def _never_surer(log_p: NDArray[np.float64], taught: int) -> NDArray[np.float64]:
    """The facings by Jeffreys' rule: who was right `taught` times out of as many is so once more with (n + 1/2) / (n + 1)."""
    right, p = (taught + 0.5) / (taught + 1), np.exp(log_p)
    return np.asarray(np.log(right * p + (1 - right) * (1 - p) / 3), dtype=np.float64)


def _four(log_p: NDArray[np.float64]) -> Facings:
    north, east, south, west = (min(float(value), 0.0) for value in log_p)
    return north, east, south, west
