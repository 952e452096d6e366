"""Chains of legal actions that lead from one state at rest to what the table shows, found by difference.

Step by step: the chains that explain most so far are continued, with the actions the engine names for what still differs.
Steps without a trace cost only their prior, so forced passes and put-back tiles are walked through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

from companion.core.game import TABLE, Game
from companion.core.scene import Scene
from companion.referee.scoring import Scorer
from companion.referee.seen import Watcher
from companion.referee.settings import Settings

S = TypeVar("S")

MOST_TWINS = 3
"""At most so many chains for each of those that may be gone on with."""


@dataclass(frozen=True, slots=True, eq=False)
class Chain(Generic[S]):
    """Legal actions one after the other, where they lead, and how well the table agrees (log-prior and fit, in nats).

    `history` is what looks before this one say of it (0 for the best).
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
        self.evaluated = 0

    def run(self, starts: Sequence[Chain[S]]) -> tuple[Chain[S], ...]:
        """The chains that go on from these, best first; the first of equals is the one found first.

        All chains of one length are compared with each other, and the likeliest of them gone on with: a longer chain that
        explains more must not keep a shorter one that explains all from being found.
        """
        found, level = list(starts), list(starts)
        known: dict[S, float] = {chain.state: chain.prior + chain.history for chain in starts}
        bounds = self._settings.bounds
        self.evaluated = 0
        best = max(chain.log_p for chain in starts)
        while level and self.evaluated < bounds.evaluations:
            following: list[Chain[S]] = []
            for chain in self._promising(level, best):
                for child in self._continue(chain):
                    if known.get(child.state, -1e9) >= child.prior + child.history:
                        continue
                    known[child.state] = child.prior + child.history
                    following.append(child)
                    best = max(best, child.log_p)
            found += following
            level = following
        return tuple(sorted(found, key=lambda chain: -chain.log_p))

    def _promising(self, level: list[Chain[S]], best: float) -> list[Chain[S]]:
        """The likeliest of them that can still come near the best: what goes on may at best remove every misfit."""
        bounds, margins, action = self._settings.bounds, self._settings.margins, self._settings.priors.action
        open_ones = [
            chain for chain in level
            if chain.fit < action and chain.prior + chain.history + action >= best - margins.window
            and len(chain.tokens) < bounds.depth
        ]
        return _beam(sorted(open_ones, key=self._hope, reverse=True), bounds.beam)

    def _hope(self, chain: Chain[S]) -> float:
        """How much a chain may still come to: what nobody rests in, such as a card in the hand, need not fit what lies there."""
        before = chain.parent
        if before is None or before.fit <= chain.fit or self._game.at_rest(chain.state):
            return chain.log_p
        return chain.prior + chain.history + before.fit

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
        else:
            scene = chain.scene
        if scene is chain.scene and rested and actor != TABLE and game.at_rest(state) and len(game.actions(chain.state)) > 1:
            # What nobody rests in needs no telling: what follows at once shows it.
            prior += priors.untold
        return Chain((*chain.tokens, game.write(action)), state, scene, prior, fit, turns, chain, action, chain.history)


def _beam(chains: Sequence[Chain[S]], size: int) -> list[Chain[S]]:
    """The first of these chains: so many different ones, of each its twins too, within reason.

    Twins do the same but for one choice that leaves no trace: they must not crowd out what may come to more.
    """
    kept: list[Chain[S]] = []
    ways: set[tuple[int, int]] = set()
    for chain in chains[: MOST_TWINS * size]:
        way = (id(chain.parent), id(chain.scene))
        if way not in ways and len(ways) == size:
            break
        ways.add(way)
        kept.append(chain)
    return kept
