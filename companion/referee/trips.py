"""Pieces that were moved and stand at last where they stood: no look at the end tells of that."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from companion.core.grid import Place
from companion.core.scene import Scene
from companion.referee.chains import Chain

S = TypeVar("S")


def there_and_back(chain: Chain[S]) -> int:
    """How many kinds of piece are moved by a chain and stand at last where they stood: nothing tells of that."""
    scenes = [step.scene for step in chain.steps()]
    if all(scene.pieces is scenes[0].pieces for scene in scenes):
        return 0
    spots = [_spots(scene) for scene in scenes]
    kinds = {kind for there in spots for kind in there}
    return sum(spots[0].get(kind) == spots[-1].get(kind) and any(there.get(kind) != spots[0].get(kind) for there in spots)
               for kind in kinds)


def _spots(scene: Scene) -> dict[str, Counter[Place]]:
    """Where pieces of each kind stand, and how many."""
    found: dict[str, Counter[Place]] = {}
    for piece in scene.pieces:
        found.setdefault(piece.kind, Counter())[piece.place] += 1
    return found
