"""Pieces of which there is but one of a kind: which find is it, and what are the others that look like it?"""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from vision.found import PIECE_NATS, Found
from vision.piece_bank import PieceBank

SECOND = 0.15
"""What a second piece is worth of a kind of which there is one: one of the two is something else."""
PASSED_ON, LEAST_GAIN = 0.7, 40.0
"""As what else it counts that nobody sees elsewhere: how much of what it loses, if it explains so much at least."""

Shares = dict[int, float]


class ButOne:
    """Shares out the kinds with a direction of which there is one among the pieces found (numbers of a bank's sprites)."""

    def __init__(self, bank: PieceBank) -> None:
        self._bank = bank
        self._lone = frozenset(n for n, sprite in enumerate(bank.sprites) if sprite.alone and sprite.directed)
        self._rows = {sprite: bank.kinds == sprite for sprite in self._lone}

    def share_out(self, shares: Sequence[Shares], found: Sequence[Found], there: Sequence[float]) -> None:
        """Take from each find what another is more clearly, of those that are so surely `there`; what is seen nowhere gets it."""
        lone = self._lone.intersection(sprite for own in shares for sprite in own)
        truest = {sprite: self._truest(found, there, sprite) for sprite in lone}
        seen = {int(self._bank.kinds[piece.row]) for piece, sure in zip(found, there, strict=True) if sure}
        for number, (piece, own) in enumerate(zip(found, shares, strict=True)):
            second = {sprite for sprite in own.keys() & lone if truest[sprite] != number}
            lost = (1 - SECOND) * sum(own[sprite] for sprite in second & seen)
            for sprite in second:
                own[sprite] *= SECOND
            for sprite, share in self._instead(piece, self._lone - seen).items() if lost else ():
                own[sprite] = own.get(sprite, 0.0) + PASSED_ON * lost * share

    def _truest(self, found: Sequence[Found], there: Sequence[float], sprite: int) -> int:
        """The number of the find that is most clearly of that kind: the surest, or of equally sure ones that which tells most."""
        rows = self._rows[sprite]
        alike = [n for n, piece in enumerate(found) if rows[piece.row]] or range(len(found))
        return max(alike, key=lambda n: (there[n], float(found[n].gains[rows].max(initial=-1e3))))

    def _instead(self, piece: Found, missing: Set[int]) -> Shares:
        """What of the `missing` a find may be instead, with their shares."""
        gains = {sprite: float(piece.gains[self._rows[sprite]].max(initial=-1e3)) for sprite in missing}
        near = {sprite: gain for sprite, gain in gains.items() if gain > LEAST_GAIN}
        fits = {sprite: float(np.exp((gain - max(near.values())) / PIECE_NATS)) for sprite, gain in near.items()}
        return {sprite: fit / sum(fits.values()) for sprite, fit in fits.items()}
