"""From the cards that were seen in zones to what is claimed: the top of a pile, or how many of each kind lie in an area."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.core.grid import Place
from companion.core.reading import LikelyLook, PieceClaim, TileClaim
from companion.core.scene import ABSENT
from vision.cards import SeenCard
from vision.rig import Rig

NO_CARD = 0.01
"""The probability that what was taken for a card is none."""
MISSED = 0.03
"""The probability that a card lies unseen where none was found."""

Claims = tuple[tuple[TileClaim, ...], tuple[TileClaim, ...], tuple[PieceClaim, ...]]


def card_claims(cards: Sequence[SeenCard], rig: Rig) -> Claims:
    """Claims about piles, about the single cards of areas (topmost first), and about how many of each kind lie there."""
    piles, heaped, kept = [], [], []
    for zone in rig.layout.zones:
        if zone.name not in rig.appearance.card_zones:
            continue
        most, faces = rig.appearance.card_zones[zone.name]
        here = [card for card in cards if card.zone == zone.place]
        if most > 1:
            heaped += [_claim(card) for card in here]
            kinds = {art.look.kind for art in rig.appearance.cards if art.look.face in faces}
            kept += _counted(here, zone.place, sorted(kind for kind in kinds if kind is not None))
        else:
            piles.append(_claim(here[0]) if here else TileClaim(zone.place, (LikelyLook(ABSENT, float(np.log(1 - MISSED))),)))
    return tuple(piles), tuple(heaped), tuple(kept)


def _claim(card: SeenCard) -> TileClaim:
    none = 1 - (1 - NO_CARD) * card.sure
    looks = [LikelyLook(look, log_p + float(np.log(1 - none))) for look, log_p in card.looks]
    return TileClaim(card.zone, (*looks, LikelyLook(ABSENT, float(np.log(none)))))


def _counted(cards: Sequence[SeenCard], place: Place, taught: Sequence[str]) -> list[PieceClaim]:
    """How many of each kind lie there, whatever their face; of the kinds that were taught there one may lie unseen."""
    kinds: dict[str, list[float]] = {}
    for card in cards:
        for look, log_p in card.looks:
            if look.kind is not None and np.exp(log_p) > NO_CARD:
                kinds.setdefault(look.kind, []).append(float(np.exp(log_p)) * card.sure)
    seen = [PieceClaim(kind, place, _counts((*chances, MISSED))) for kind, chances in sorted(kinds.items())]
    return [*seen, *(PieceClaim(kind, place, _counts((MISSED / len(taught),))) for kind in taught if kind not in kinds)]


def _counts(chances: Sequence[float]) -> tuple[float, ...]:
    """Log-probability of exactly n cards that lie there with such chances."""
    told = np.array([1.0])
    for p in chances:
        told = np.convolve(told, [1 - p, p])
    told = np.append(told, 1e-4)
    return tuple(float(value) for value in np.log(np.maximum(told / told.sum(), 1e-6)))

