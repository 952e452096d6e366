"""How sure it is that something rides on a piece, by what the search found there and what the network of riders says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log

from vision.belief import chance_of_rider
from vision.facing_belief import Heading
from vision.found import Found
from vision.piece_bank import PieceBank
from vision.rider_net import NEAR

MOST_SAID, LEAST = 7.0, 0.002
"""What the network says counts for no more than these log odds, and no find for surer than all but that."""
NOTICED = 0.02
"""What is less likely than that is not told."""
FOUND = (0.0, 1.0, 0.4)
"""Log odds of a rider that was found on its carrier: what counts always, what counts of the network's and of the search's.  (A
network that was taught with one half of twenty-two tables, and asked about the mice of the other: of 287 finds four were none,
told wrongly by the search alone, two by both; the negative log-likelihoods come to 15.5 and 5.4.)"""
BESIDE = (1.5, 1.0, 0.4)
"""The same of one that was found beside it.  (Three of 52 were none, told wrongly by the search alone: 11.4 and .7.)"""
EVEN = 0.5
"""A rider that is likelier than not is the one of its carrier.  (Once one cheese was told as two.)"""
DOUBTED = (0.8, 0.8, 0.8)
"""The same of one of the carrier's own colour that the search thinks possible.  (Eight of 139 were there, told wrongly by the
search alone, five by both: 22.8 and 18.9.)"""
UNSEEN = (-4.5, 2.0)
"""The same where the search found nothing.  (Three of 232 were there, none told wrongly by both: 19.2 and 1.3.)"""


@dataclass(frozen=True, slots=True)
class Carried:
    """A rider that no search found: its `sprite`, and how likely it is there."""

    sprite: int
    chance: float


def told_by_network(
    found: Sequence[Found], sures: Sequence[float], headings: Sequence[Heading | None], bank: PieceBank
) -> tuple[list[float], list[Carried | None]]:
    """How sure finds are, each so sure by itself, the surest rider near a carrier by what the network says of that; and for each
    find the rider that it may carry though none was found."""
    riders = [n for n, piece in enumerate(found) if bank.sprites[int(bank.kinds[piece.row])].rides and not piece.heaped]
    said = [None if heading is None else heading.ridden for heading in headings]
    near = [[n for n in riders if hypot(*_apart(found[n], piece)) < NEAR / 2 * bank.detail] for piece in found]
    says: dict[int, float] = {}
    for odds, ones in zip(said, near, strict=True):
        if odds is not None and ones:
            # What else was found there is mostly another pose of the same.
            surest = max(ones, key=sures.__getitem__)
            says[surest] = max(odds, says.get(surest, odds))
    told = list(sures)
    for n, odds in says.items():
        told[n] = weighed(sures[n], odds, FOUND if found[n].rides else BESIDE)
    return told, [_carried(*each, told, bank) for each in zip(found, said, near, strict=True)]


def _carried(piece: Found, said: float | None, near: Sequence[int], told: Sequence[float], bank: PieceBank) -> Carried | None:
    """The rider that a piece may carry beside those that were found near it."""
    if said is not None and any(told[n] > EVEN for n in near):
        return None
    return _unseen(piece, None if near else said, bank)


def weighed(chance: float, said: float, weights: tuple[float, float, float]) -> float:
    """A chance with what the network says besides, log odds."""
    base, network, search = weights
    sure = max(LEAST, min(chance, 1 - LEAST))
    return _chance(base + network * max(-MOST_SAID, min(said, MOST_SAID)) + search * log(sure / (1 - sure)))


def _unseen(piece: Found, said: float | None, bank: PieceBank) -> Carried | None:
    """The rider that a piece may carry though none was found near it."""
    if piece.doubted is not None:
        chance = chance_of_rider(piece.doubted)
        return Carried(int(bank.kinds[piece.doubted.row]), chance if said is None else weighed(chance, said, DOUBTED))
    if said is None:
        return None
    base, network = UNSEEN
    rider = next(number for number, sprite in enumerate(bank.sprites) if sprite.rides)
    chance = _chance(base + network * min(said, MOST_SAID))
    return Carried(rider, chance) if chance > NOTICED else None


def _apart(one: Found, other: Found) -> tuple[float, float]:
    return one.at[0] - other.at[0], one.at[1] - other.at[1]


def _chance(odds: float) -> float:
    return 1 / (1 + exp(-odds))
