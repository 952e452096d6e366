"""Chains of legal actions that lead from one state at rest to what the table shows, found by difference.

Best first: the chain that explains most so far is continued next, with the actions the engine names for what still differs.
Steps without a trace cost only their prior, so forced passes and put-back tiles are walked through.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any, Generic, TypeVar

from companion.core.game import TABLE, Game
from companion.core.scene import Scene
from companion.referee.scoring import Scorer
from companion.referee.seen import Watcher
from companion.referee.settings import Settings

S = TypeVar("S")

STALE = 1.0
"""What each step in a row without a better fit costs a chain (nats), only in the order in which chains are gone on with."""


@dataclass(frozen=True, slots=True, eq=False)
class Chain(Generic[S]):
    """Legal actions one after the other, where they lead, and how well the table agrees (log-prior and fit, in nats).

    `history` is what looks before this one say of it (0 for the best), `stale` how many steps ago the fit last got better.
    """

    tokens: tuple[str, ...]
    state: S
    scene: Scene
    prior: float
    fit: float
    turns: int
    parent: Chain[S] | None = None
    action: Any = None
    history: float = 0.0
    stale: int = 0

    @property
    def log_p(self) -> float:
        return self.prior + self.fit + self.history

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

    def run(self, starts: Sequence[Chain[S]]) -> tuple[Chain[S], ...]:
        """The chains that go on from these, best first; the first of equals is the one found first."""
        found, tie = list(starts), count()
        best = max(chain.log_p for chain in starts)
        known: dict[S, float] = {chain.state: chain.prior + chain.history for chain in starts}
        heap = [(_order(chain), next(tie), chain) for chain in starts]
        heapq.heapify(heap)
        bounds, margins, priors = self._settings.bounds, self._settings.margins, self._settings.priors
        self.expanded = self.evaluated = 0
        while heap and self.expanded < bounds.expansions and self.evaluated < bounds.evaluations:
            _, _, chain = heapq.heappop(heap)
            # The continuation can at best remove every misfit: drop it when even that would come too late.
            if chain.prior + chain.history + priors.action < best - margins.window or len(chain.tokens) >= bounds.depth:
                continue
            self.expanded += 1
            for child in self._continue(chain):
                if known.get(child.state, -1e9) >= child.prior + child.history:
                    continue
                known[child.state] = child.prior + child.history
                found.append(child)
                best = max(best, child.log_p)
                heapq.heappush(heap, (_order(child), next(tie), child))
        return tuple(sorted(found, key=lambda chain: -chain.log_p))

    def stay(self, root: Chain[S]) -> tuple[Chain[S], ...]:
        """Only that nothing happened, or one action that cannot be seen."""
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
        stale = 0 if fit > chain.fit else chain.stale + 1
        return Chain((*chain.tokens, game.write(action)), state, scene, prior, fit, turns, chain, action, chain.history, stale)


def _order(chain: Chain[Any]) -> float:
    """The rank of a chain that waits to be gone on with: the likeliest first, but steps that explain nothing more wear out."""
    return STALE * chain.stale - chain.log_p
