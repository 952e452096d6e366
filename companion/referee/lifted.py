"""Pieces in somebody's hand: what no play takes from the table stands somewhere, and nothing explains why it is seen nowhere."""

from __future__ import annotations

from collections import Counter

from companion.core.catalogue import Catalogue
from companion.core.scene import Scene
from companion.referee.laid import NONE_THERE, Group
from companion.referee.scoring import Evidence


def unavoidable(evidence: Evidence, scene: Scene, catalogue: Catalogue) -> float:
    """How much (nats, 0 or less) any scene that play leads to from this one misfits at best, because a piece is seen nowhere."""
    if evidence.ignored or evidence.bare:
        # It may stand where nothing can be seen, or nothing was looked for.
        return 0.0
    there = Counter(piece.kind for piece in scene.pieces)
    return sum(_best(evidence, kind.name) for kind in catalogue.pieces if kind.stays and there[kind.name] == 1)


def _best(evidence: Evidence, kind: str) -> float:
    """How well one piece of that kind fits wherever it fits best."""
    places = [place for one, place in evidence.claims() if one == kind]
    empty = {place: evidence.piece(kind, place, NONE_THERE) for place in places}
    nowhere, overlooked = sum(empty.values()), evidence.nowhere(evidence.reading.absent_log_p)
    options = [nowhere - empty[place] + evidence.piece(kind, place, Group(1)) for place in places]
    return min(0.0, max([nowhere + overlooked, *options]))
