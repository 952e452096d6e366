"""Chains of legal actions that lead from one state at rest to what the table shows, found by difference.

Best first: the chain that explains most so far is continued next, with the actions the engine names for what still differs.
Steps without a trace cost only their prior, so forced passes and put-back tiles are walked through.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, Generic, TypeVar

from companion.core.game import TABLE, Game
from companion.core.scene import Scene
from companion.referee.scoring import Scorer
from companion.referee.seen import Watcher
from companion.referee.settings import Settings

S = TypeVar("S")


@dataclass(frozen=True, slots=True, eq=False)
class Chain(Generic[S]):
    """Legal actions one after the other, where they lead, and how well the table agrees (log-prior and fit, in nats)."""

    tokens: tuple[str, ...]
    state: S
    scene: Scene
    prior: float
    fit: float
    turns: int
    parent: Chain[S] | None = None
    action: Any = None

    @property
    def log_p(self) -> float:
        return self.prior + self.fit

    def steps(self) -> Iterator[Chain[S]]:
        """This chain and its beginnings, longest first."""
        chain: Chain[S] | None = self
        while chain is not None:
            yield chain
            chain = chain.parent

    def extends(self, other: Chain[S]) -> bool:
        """Whether the other chain is a beginning of this one."""
        return self.tokens[: len(other.tokens)] == other.tokens


class Search(Generic[S]):
    """All chains worth considering for one reading."""

    def __init__(self, game: Game[S, Any], scorer: Scorer, watcher: Watcher, settings: Settings) -> None:
        self._game = game
        self._scorer = scorer
        self._watcher = watcher
        self._settings = settings
        self.expanded = self.evaluated = 0

    def run(self, state: S, scene: Scene) -> tuple[Chain[S], ...]:
        """The chains from that state, best first; the first of equals is the one found first."""
        root: Chain[S] = Chain((), state, scene, 0.0, self._scorer.score(scene), 0)
        found, best, tie = [root], root.log_p, count()
        known: dict[S, float] = {state: 0.0}
        heap = [(-root.log_p, next(tie), root)]
        bounds, margins, priors = self._settings.bounds, self._settings.margins, self._settings.priors
        self.expanded = self.evaluated = 0
        while heap and self.expanded < bounds.expansions and self.evaluated < bounds.evaluations:
            _, _, chain = heapq.heappop(heap)
            # The continuation can at best remove every misfit: drop it when even that would come too late.
            if chain.prior + priors.action < best - margins.window or len(chain.tokens) >= bounds.depth:
                continue
            self.expanded += 1
            for child in self._continue(chain):
                if known.get(child.state, -1e9) >= child.prior:
                    continue
                known[child.state] = child.prior
                found.append(child)
                best = max(best, child.log_p)
                heapq.heappush(heap, (-child.log_p, next(tie), child))
        return tuple(sorted(found, key=lambda chain: -chain.log_p))

    def stay(self, state: S, scene: Scene) -> tuple[Chain[S], ...]:
        """Only that nothing happened, or one action that cannot be seen."""
        root: Chain[S] = Chain((), state, scene, 0.0, self._scorer.score(scene), 0)
        return (root, *(child for child in self._continue(root) if child.fit >= root.fit))

    def _continue(self, chain: Chain[S]) -> Iterator[Chain[S]]:
        game = self._game
        actor = game.actor(chain.state)
        if actor is None:
            return
        rested = game.at_rest(chain.state)
        for action in islice(game.candidates(chain.state, self._watcher.see(chain.scene)), self._settings.bounds.candidates):
            self.evaluated += 1
            yield self._play(chain, action, actor, rested)

    def play(self, chain: Chain[S], action: Any) -> Chain[S]:
        """The chain with one more action."""
        actor = self._game.actor(chain.state)
        return self._play(chain, action, "" if actor is None else actor, self._game.at_rest(chain.state))

    def _play(self, chain: Chain[S], action: Any, actor: str, rested: bool) -> Chain[S]:
        game, priors = self._game, self._settings.priors
        state = game.play(chain.state, action)
        scene = game.scene(state)
        turns, prior = chain.turns, chain.prior + priors.action
        if game.actor(state) != actor and game.at_rest(state):
            turns += 1
        if chain.turns >= 1:
            prior += priors.later_turn / 2
        fit = chain.fit
        if scene != chain.scene:
            fit = self._scorer.score(scene)
        elif rested and actor != TABLE and len(game.actions(chain.state)) > 1:
            prior += priors.untold
        return Chain((*chain.tokens, game.write(action)), state, scene, prior, fit, turns, chain, action)
