"""Explanations that break a rule: a legal beginning, one slip, and perhaps legal play that went on from the slip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.core.game import Game, Slip
from companion.core.scene import Scene
from companion.referee.chains import Chain
from companion.referee.changes import applied, change
from companion.referee.scoring import Scorer
from companion.referee.seen import Watcher
from companion.referee.settings import Settings
from companion.referee.tree import Node

S = TypeVar("S")


@dataclass(frozen=True, slots=True, eq=False)
class Wrong(Generic[S]):
    """A slip after the legal chain `chain`; `scene` is what the table shows by now, which may be more than the slip."""

    chain: Chain[S]
    slip: Slip
    scene: Scene
    prior: float
    fit: float

    @property
    def log_p(self) -> float:
        return self.prior + self.fit + self.chain.history

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(violation.code for violation in self.slip.violations)


class WrongSearch(Generic[S]):
    """All broken rules worth considering for one reading."""

    def __init__(self, game: Game[S, Any], scorer: Scorer, watcher: Watcher, settings: Settings) -> None:
        self._game = game
        self._scorer = scorer
        self._watcher = watcher
        self._settings = settings

    def run(self, chains: Sequence[Chain[S]]) -> tuple[Wrong[S], ...]:
        """The slips after the most promising chains, best first; of equal ones the first the engine names."""
        found: list[Wrong[S]] = []
        # Even one that explained every place would come too late to matter.
        least = chains[0].log_p - self._settings.margins.settle - self._settings.priors.slip
        for chain in self._beginnings(chains):
            if chain.prior + chain.history < least:
                continue
            node = chain.node or Node(self._game, chain.state)
            slips = node.slips(self._watcher.see(node.laid))
            onward = _onward(chain, chains) if any(slip.intended for slip in slips) else []
            for slip in slips:
                if slip.scene == chain.scene:
                    continue
                found.extend(self._after(chain, slip, onward))
        return tuple(sorted(found, key=lambda wrong: -wrong.log_p))

    def _beginnings(self, chains: Sequence[Chain[S]]) -> list[Chain[S]]:
        """The start and the best explained chains: a slip can follow any of them."""
        root = next(chain for chain in chains if not chain.tokens)
        others = [chain for chain in chains if chain.tokens and _shows(chain, root)]
        return [root, *others[: self._settings.bounds.slip_nodes]]

    def _after(self, chain: Chain[S], slip: Slip, onward: Sequence[tuple[Chain[S], Chain[S]]]) -> Iterator[Wrong[S]]:
        priors, busy_s = self._settings.priors, self._scorer.evidence.reading.busy_s
        prior = chain.prior + priors.slip + priors.hurried(chain.acts + 1, busy_s) - priors.hurried(chain.acts, busy_s)
        yield Wrong(chain, slip, slip.scene, prior, self._scorer.score(slip.scene))
        for step, end in onward:
            if slip.intended and step.tokens[-1] == slip.intended:
                scene = applied(change(step.scene, slip.scene), end.scene)
                yield Wrong(chain, slip, scene, prior + end.prior - step.prior, self._scorer.score(scene))


def _shows(chain: Chain[S], root: Chain[S]) -> bool:
    """Whether a beginning shows, now or in a look before, or leaves no trace at all; else it may never have been."""
    gained = chain.fit + chain.history - root.fit - root.history
    return gained > 0 or (gained == 0 and chain.scene == root.scene)


def _onward(chain: Chain[S], chains: Sequence[Chain[S]]) -> list[tuple[Chain[S], Chain[S]]]:
    """(first step after that chain, that step and one more) pairs: longer than that nobody plays on from a slip."""
    onward = ((end.parent, end) for end in chains if end.parent is not None and len(end.tokens) == len(chain.tokens) + 2)
    return [(step, end) for step, end in onward if step.extends(chain)]
