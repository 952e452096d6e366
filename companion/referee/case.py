"""Everything considered for one reading: the chains, the broken rules, and what no rule explains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.core.finding import Candidate
from companion.core.game import Game
from companion.core.grid import Cell, Place, place_order
from companion.core.reading import Reading
from companion.core.scene import ABSENT, Scene
from companion.referee.accounts import rescored
from companion.referee.chains import Chain, Search
from companion.referee.once import Once
from companion.referee.scoring import Evidence, Misfit, misfits
from companion.referee.settings import Settings
from companion.referee.tree import Tree
from companion.referee.trips import there_and_back
from companion.referee.wrongs import Wrong, WrongSearch

S = TypeVar("S")
CONSIDERED = 8
MOST_BEGINNINGS = 2
"""After so many of the best explanations, and at once, an act is looked for that shows in nothing seen now."""

CLEARLY = 0.7
"""An empty place must be so much likelier (nats) than any tile there to count as a hole."""


@dataclass(frozen=True, slots=True)
class Case(Generic[S]):
    """One reading against one state: explanations best first, among them the `root`, that nothing was done; and the log-posterior
    of something no rule allows."""

    evidence: Evidence
    scene: Scene
    root: Chain[S]
    chains: tuple[Chain[S], ...]
    wrongs: tuple[Wrong[S], ...]
    differing: tuple[Misfit, ...]
    unexplained: float
    told: tuple[tuple[str, ...], ...] = ()
    """The accounts of the look before: what they end with was seen to lie there."""

    @property
    def considered(self) -> tuple[Candidate, ...]:
        legal = [Candidate(chain.tokens, chain.log_p) for chain in self.chains[:CONSIDERED]]
        worst = self.wrongs[:CONSIDERED]
        broken = [Candidate((*wrong.chain.tokens, wrong.slip.action), wrong.log_p, wrong.codes) for wrong in worst]
        return tuple(sorted([*legal, *broken], key=lambda item: -item.log_p)[:CONSIDERED])

    def unseen_trips(self, chain: Chain[S]) -> int:
        """How many kinds of piece a chain takes there and back without any look that may have shown it."""
        seen = max((len(tokens) for tokens in self.told if chain.tokens[: len(tokens)] == tokens), default=0)
        return there_and_back(chain, seen)

    def left_over(self, scene: Scene, least: float) -> tuple[Misfit, ...]:
        """What that scene leaves unexplained by at least so many nats."""
        return misfits(self.evidence, scene, least)

    @property
    def covered(self) -> tuple[Place, ...]:
        """The cells that cannot be seen."""
        return tuple(sorted((place for place in self.evidence.reading.hidden if isinstance(place, Cell)), key=place_order))

    @property
    def holes(self) -> tuple[Place, ...]:
        """Places where the scene has a tile and the camera sees none."""
        return holes_of(self.evidence, self.scene)

    @property
    def places(self) -> tuple[Place, ...]:
        """The places that differ, in their order on the board."""
        return tuple(sorted({item.place for item in self.differing}, key=place_order))


def holes_of(evidence: Evidence, scene: Scene) -> tuple[Place, ...]:
    """Places where the scene has a tile and the camera sees none."""
    return tuple(item.place for item in scene.tiles if item.look != ABSENT and _is_hole(evidence, item.place))


def _is_hole(evidence: Evidence, place: Place) -> bool:
    claim = evidence.tiles.get(place)
    if claim is None or claim.best != ABSENT or not evidence.trusted(place):
        return False
    return all(item.log_p < claim.log_p - CLEARLY for item in claim.looks[1:])


def build_case(game: Game[S, Any], settings: Settings, state: S, reading: Reading, ignored: frozenset[Place] = frozenset(),
               accounts: Sequence[Chain[S]] = (), tree: Tree[S] | None = None, between: Sequence[Reading] = ()) -> Case[S]:
    """Search all explanations of a reading; `ignored` places tell nothing, `accounts` say what the looks `between` told,
    oldest first.

    `tree` holds what readings before it were explained with.
    """
    tree = tree or Tree(game)
    scene = tree.begin(state).scene
    evidence = tree.evidence(reading, ignored)
    _, _, _, scorer, watcher = tree.asked(evidence, scene, settings)
    differing = misfits(evidence, scene, settings.margins.doubt)
    search = Search(game, scorer, watcher, settings, tree)
    starts = rescored(accounts or (Chain((), state, scene, 0.0, 0.0, 0),), scorer)
    root = next(chain for chain in starts if not chain.tokens)
    # Where the scene fits as it is, no action could fit better by more than it costs; unless something was seen in between.
    if differing or root.fit < settings.priors.action or root.history < -settings.margins.settle:
        told = Once(starts, between[-1] if between else None, reading, between[:-1], tree.evidence)
        found = search.run(starts)
        wrongs = told.wrongs(WrongSearch(game, scorer, watcher, settings).run(found) if differing else ())
        chains = told.chains(found)
    else:
        chains, wrongs = search.stay(root._replace(history=0.0)), ()
    # Something no rule allows explains every place, and is the less likely the more places it has to explain.
    unexplained = settings.priors.unexplained - len({item.place for item in differing if evidence.trusted(item.place, item.kind)})
    told_before = tuple(chain.tokens for chain in starts)
    none = next(chain for chain in chains if not chain.tokens)
    return Case(evidence, scene, none, chains, wrongs, differing, unexplained, told_before)


def doubting(game: Game[S, Any], settings: Settings, case: Case[S], accounts: Sequence[Chain[S]], tree: Tree[S],
             between: Sequence[Reading] = ()) -> Case[S]:
    """The case with what lawful play explains where the eye may be wrong about all that hands have changed, however sure it is;
    the same case where that is no likelier."""
    evidence, scene = case.evidence, case.scene
    _, _, _, scorer, watcher = tree.asked(evidence, scene, settings, doubting=True)
    starts = rescored(accounts or (Chain((), case.root.state, scene, 0.0, 0.0, 0),), scorer)
    told = Once(starts, between[-1] if between else None, evidence.reading, between[:-1], tree.evidence)
    # What people did is mostly a few actions away, and this comes on top of a search that explained nothing.
    short = replace(settings, bounds=replace(settings.bounds, evaluations=settings.bounds.doubted))
    chains = told.chains(Search(game, scorer, watcher, short, tree).run(starts))
    if chains[0].log_p <= case.chains[0].log_p:
        return case
    return replace(case, chains=chains, root=next(chain for chain in chains if not chain.tokens))


def widened(game: Game[S, Any], settings: Settings, case: Case[S], tree: Tree[S] | None = None) -> Case[S]:
    """The case with lawful explanations that the search passed over: an act in them left no trace of its own, or a piece faces
    another way than the eye is sure of; the same case where there are none."""
    tree = tree or Tree(game)
    _, _, _, scorer, watcher = tree.asked(case.evidence, case.scene, settings, any_facing=True)
    thorough = replace(settings, bounds=replace(settings.bounds, evaluations=settings.bounds.thorough))
    search = Search(game, scorer, watcher, thorough, tree)
    gaining = [chain for chain in case.chains if chain.tokens and chain.fit + chain.history > case.root.fit + case.root.history]
    known = {chain.tokens for chain in case.chains}
    found = [_as_untold(settings, chain) for chain in search.widely((case.root, *gaining[:MOST_BEGINNINGS]))
             if chain.tokens not in known]
    if not found:
        return case
    return replace(case, chains=tuple(sorted((*case.chains, *found), key=lambda chain: -chain.log_p)))


def _as_untold(settings: Settings, chain: Chain[S]) -> Chain[S]:
    """The chain with the price of what leaves no trace for pieces that it takes there and back."""
    trips = there_and_back(chain)
    return chain._replace(prior=chain.prior + trips * settings.priors.untold) if trips else chain


def holes_in_grid(places: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple(place for place in places if isinstance(place, Cell))
