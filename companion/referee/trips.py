"""Pieces that were moved and stand again where they stood before: no look at the end tells of that."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from companion.core.grid import Place
from companion.core.scene import Scene
from companion.referee.chains import Chain

S = TypeVar("S")

AROUND = 0.7
"""What does all of the best explanation and something more besides must be so much (nats) behind to be left out."""


def there_and_back(chain: Chain[S], since: int = 0) -> int:
    """How many kinds of piece are moved by a chain, after so many actions of it, and then stand again where they stood, at last
    or on their way: of a hero that goes to the next cell, back and there once more nothing tells but the last step."""
    scenes = list(reversed([step.scene for step in chain.steps()]))[since:]
    if all(scene.pieces is scenes[0].pieces for scene in scenes):
        return 0
    known: dict[int, dict[str, Counter[Place]]] = {}
    for scene in scenes:
        # Games hand on what did not change.
        if id(scene.pieces) not in known:
            known[id(scene.pieces)] = _spots(scene)
    spots = [known[id(scene.pieces)] for scene in scenes]
    return sum(_comes_again([there.get(kind) for there in spots]) for kind in {kind for there in spots for kind in there})


def _comes_again(standing: list[Counter[Place] | None]) -> bool:
    """Whether pieces stand as they stood before once something else had been done with them."""
    moves = [there for number, there in enumerate(standing) if not number or there != standing[number - 1]]
    return any(there in moves[:number] for number, there in enumerate(moves))


def _spots(scene: Scene) -> dict[str, Counter[Place]]:
    """Where pieces of each kind stand, and how many."""
    found: dict[str, list[Place]] = {}
    for piece in scene.pieces:
        found.setdefault(piece.kind, []).append(piece.place)
    return {kind: Counter(places) for kind, places in found.items()}


def runs_in_a_circle(chain: Chain[S], best: Chain[S]) -> bool:
    """Whether a chain does all that the best one does, and before or between it plays there and back for nothing."""
    if chain.scene != best.scene or chain.log_p > best.log_p - AROUND or len(chain.tokens) < len(best.tokens) + 2:
        return False
    rest = iter(chain.tokens)
    return all(token in rest for token in best.tokens)
