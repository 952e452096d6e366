"""Chains of legal actions that lead from one state at rest to what the table shows, found by difference.

Step by step: the chains that explain most so far are continued, with the actions the engine names for what still differs.
Steps without a trace cost only their prior, so forced passes and put-back tiles are walked through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from companion.core.game import TABLE, Game, GoesOn, Seen
from companion.core.grid import Place
from companion.core.scene import PieceAt, Scene, TileAt
from companion.referee.changes import change
from companion.referee.laid import tile_changes
from companion.referee.lifted import unavoidable
from companion.referee.scoring import Scorer, misfits
from companion.referee.seen import Watcher
from companion.referee.settings import Settings
from companion.referee.tree import Made, Node, Onward, Tree, foreteller, reacher

S = TypeVar("S")

MOST_TWINS = 2
"""At most so many chains for each of those that may be gone on with."""

MOST_BEGUN = 3
"""So many more chains are gone on with after which somebody has to go on: what is left to explain may be just that."""

MOST_FIRST = 150
"""So many legal acts are tried that nothing seen speaks for."""

SAME = 1e-6
"""Two fits (nats) that differ by less are the same."""

MOST_RETOLD, MOST_WAYS = 6, 36
"""So many of the likeliest chains are told once more with the twins of their actions, each in so many ways."""

_new = tuple.__new__

AT_MOST = 1.5
"""A level that was begun is looked at to its end, but for no more than this share of the actions that may be tried."""


class Chain(NamedTuple, Generic[S]):
    """Legal actions one after the other, where they lead, and how well the table agrees (log-prior and fit, in nats).

    A tuple, because hundreds are made for one look; compared by identity all the same.

    `history` is what looks before this one say of it (0 for the best); `node` is what a search knows of the state; `acts` counts
    the actions that hands were needed for.
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
    node: Node[S] | None = None
    acts: int = 0

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self)

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


def _log_p(chain: Chain[Any]) -> float:
    return chain.prior + chain.fit + chain.history


def _same_starts(one: Sequence[Chain[Any]], other: Sequence[Chain[Any]]) -> bool:
    """Whether two searches begin with the same accounts of the same game, all of them equally likely."""
    alike = len(one) == len(other) and all(
        mine.tokens == theirs.tokens and (mine.prior, mine.history, mine.turns) == (theirs.prior, theirs.history, theirs.turns)
        for mine, theirs in zip(one, other, strict=True)
    )
    return alike and all(mine.state == theirs.state for mine, theirs in zip(one, other, strict=True))


class Search(Generic[S]):
    """All chains worth considering for one reading."""

    def __init__(
        self, game: Game[S, Any], scorer: Scorer, watcher: Watcher, settings: Settings, tree: Tree[S] | None = None,
        least: float = -inf,
    ) -> None:
        """What cannot come to `least` (nats) is not gone on with."""
        self._game = game
        self._tree = tree or Tree(game)
        self._scorer = scorer
        self._watcher = watcher
        self._settings = settings
        self._busy_s = scorer.evidence.reading.busy_s
        self._hurries: dict[int, float] = {}
        self._lost, self._least, self._floor = 0.0, -inf, least
        self._start = Scene((), ())
        self._astray: frozenset[Place] = frozenset()
        self._ahead = foreteller(game)
        self._goes_on = game.goes_on if isinstance(game, GoesOn) else None
        self._twins: dict[Chain[S], list[Chain[S]]] = {}
        self._moved: dict[int, tuple[tuple[PieceAt, ...], set[Place]]] = {}
        self._turned: dict[int, tuple[tuple[TileAt, ...], set[Place]]] = {}
        self.evaluated = 0

    def run(self, starts: Sequence[Chain[S]]) -> tuple[Chain[S], ...]:
        """The chains that go on from these, best first; the first of equals is the one found first.

        A look that was explained from the same beginnings is not explained again.  All chains of one length are compared with
        each other, and the likeliest of them gone on with: a longer chain that explains more must not keep a shorter one that
        explains all from being found.
        """
        doubting = self._watcher.doubting
        for made in self._tree.searches:
            same = made.doubting == doubting and made.evidence.tells_the_same(self._scorer.evidence)
            if same and _same_starts(made.starts, starts):
                return made.chains
        chains = self._search([chain._replace(node=self._tree.node(chain.state)) for chain in starts])
        self._tree.searches.appendleft(Made(self._scorer.evidence, tuple(starts), chains, doubting))
        return chains

    def within(self, root: Chain[S]) -> tuple[Chain[S], ...]:
        """The chains that go on from one, best first, which are not kept: only with those that can come to the least likely that
        counts it is gone on."""
        return self._search([root._replace(node=self._tree.node(root.state))])

    def _search(self, starts: list[Chain[S]], wide: bool = False) -> tuple[Chain[S], ...]:
        level, found = starts, list(starts)
        known: dict[Node[S], float] = {self._node(chain): chain.prior + chain.history for chain in level}
        bounds = self._settings.bounds
        self._start = starts[0].scene
        self._astray = frozenset(item.place for item in misfits(self._scorer.evidence, self._start, self._settings.margins.doubt))
        self._lost = unavoidable(self._scorer.evidence, self._start, self._game.catalogue)
        self.evaluated, self._twins, self._moved, self._turned = 0, {}, {}, {}
        self._least = -inf
        best = max(starts, key=_log_p)
        while level and self.evaluated < bounds.evaluations:
            following: list[Chain[S]] = []
            promising = self._promising(level, best, wide)
            self._least = self._at_least(promising, best, wide)
            for chain in promising:
                if self.evaluated >= AT_MOST * bounds.evaluations:
                    break
                following += self._continue(chain, known)
            found += following
            level = following
            best = max((best, *following), key=_log_p)
        found.sort(key=_log_p, reverse=True)
        if self._twins:
            likeliest = [chain for chain in found[: 2 * MOST_RETOLD] if chain.tokens]
            found += [way for chain in likeliest[:MOST_RETOLD] for way in self._retold(chain)]
            found.sort(key=_log_p, reverse=True)
        return tuple(found)

    def _promising(self, level: list[Chain[S]], best: Chain[S], wide: bool) -> list[Chain[S]]:
        """The likeliest of them that can still come near the best: what goes on may at best remove every misfit that play can,
        by one act more for which there must be time.

        Where the best explains all of that, what is longer already goes on only as far as it may become the likelier; where it
        does not, only as far as it may come within a clear lead.  Unless all that is lawful is looked for, far and `wide`.
        """
        bounds, action, margins = self._settings.bounds, self._settings.priors.action, self._settings.margins
        near = far = best.log_p - margins.window
        if not wide:
            far = best.log_p - (margins.settle if best.fit < action + self._lost else 0.0)
        open_ones: list[Chain[S]] = []
        for chain in level:
            least = max(self._floor, near if len(chain.tokens) <= len(best.tokens) else far)
            most = chain.prior + chain.history + self._lost + action
            more = chain.fit < action and len(chain.tokens) < bounds.depth
            if more and most >= least and most + self._next_act(chain) >= least:
                open_ones.append(chain)
        ranked = sorted(self._without_twins(open_ones), key=self._hope, reverse=True)
        if len(ranked) > MOST_TWINS * bounds.beam:
            # Not all of them can be kept: of equals, those that come to places where more is left to explain.
            ranked.sort(key=lambda chain: (round(self._hope(chain), 6), self._comes_to(chain)), reverse=True)
        kept = _beam(ranked, bounds.beam)
        return kept + self._begun(ranked, kept)

    def _begun(self, ranked: Sequence[Chain[S]], kept: Sequence[Chain[S]]) -> list[Chain[S]]:
        """The likeliest of the rest in which somebody has to go on: a mouse may still go far, and fits nothing until it has."""
        if self._goes_on is None:
            return []
        known = set(map(id, kept))
        return [chain for chain in ranked if id(chain) not in known and self._goes_on(chain.state)][:MOST_BEGUN]

    def _at_least(self, chains: list[Chain[S]], best: Chain[S], wide: bool) -> float:
        """How likely what goes on from these must be to be a rival of the best, where nothing can go on from that in its turn:
        the best explains all in fewer actions, and is the likelier whatever they explain.  -inf where more may be done."""
        action = self._settings.priors.action
        if wide or not chains or best.fit < action + self._lost or self._scorer.evidence.reading.unsure:
            return -inf
        longest, likeliest = max(len(chain.tokens) for chain in chains), max(chain.prior + chain.history for chain in chains)
        last = len(best.tokens) <= longest and likeliest + action + self._lost < best.log_p
        return best.log_p - self._settings.margins.window if last else -inf

    def _seen_after(self, chain: Chain[S], node: Node[S]) -> Seen:
        """What may have changed since that chain, and what must have where nothing is done after the next action."""
        seen = self._watcher.see(node.laid)
        if self._least == -inf:
            return seen
        most = chain.prior + chain.history + self._settings.priors.action - self._least
        return Seen(seen.tiles, seen.pieces, seen.hidden, seen.gone, self._scorer.evidence.missed(node.laid, most))

    def _without_twins(self, chains: list[Chain[S]]) -> list[Chain[S]]:
        """Of those whose last actions differ in nothing that is ever seen only the first: from it the others are told again."""
        if self._ahead is None:
            return chains
        firsts: dict[Any, Chain[S]] = {}
        for chain in chains:
            key = chain.parent, type(chain.action), chain.prior, chain.history, self._ahead(chain.state)
            first = firsts.setdefault(key, chain)
            if first is not chain:
                self._twins.setdefault(first, []).append(chain)
        return list(firsts.values())

    def _retold(self, chain: Chain[S]) -> list[Chain[S]]:
        """The same chain with the twins of its actions in their place, but for the last, whose twins were found."""
        first, *steps = reversed(list(chain.steps()))
        ways = [first, *self._twins.get(first, ())]
        for step in steps:
            alike = (step, *self._twins.get(step, ())) if step is not chain else (step,)
            ways = [one if way is step.parent else self.play(way, one.action) for way in ways for one in alike][:MOST_WAYS]
        return [way for way in ways if way is not chain]

    def _comes_to(self, chain: Chain[S]) -> int:
        """In how many places where the reading contradicts the beginning of the search that chain has changed something: who
        is put where something else is missing may have taken it along, and who is put elsewhere has not."""
        start, now = self._start, chain.scene
        pieces, tiles = self._moved.get(id(now.pieces)), self._turned.get(id(now.tiles))
        if pieces is None:
            # With the pieces, so that no others come to be known by the same number.
            places = {piece.place for piece in set(start.pieces).symmetric_difference(now.pieces)} & self._astray
            pieces = self._moved[id(now.pieces)] = now.pieces, places
        if tiles is None:
            places = {place for place, _, _ in tile_changes(now, start)} & self._astray
            tiles = self._turned[id(now.tiles)] = now.tiles, places
        return len(pieces[1] | tiles[1])

    def _next_act(self, chain: Chain[S]) -> float:
        """What one act more costs because there was too little time for it; what is begun may be the end of one that counts."""
        if not self._node(chain).at_rest:
            return 0.0
        return self._hurried(chain.acts + 1) - self._hurried(chain.acts)

    def _hurried(self, acts: int) -> float:
        found = self._hurries.get(acts)
        if found is None:
            found = self._hurries[acts] = self._settings.priors.hurried(acts, self._busy_s)
        return found

    def _hope(self, chain: Chain[S]) -> float:
        """How much a chain may still come to: what nobody rests in, such as a card in the hand, need not fit what lies there."""
        fit, before = chain.fit, chain
        while before.parent is not None and not self._game.at_rest(before.state):
            before = before.parent
            fit = max(fit, before.fit)
        return chain.prior + chain.history + fit

    def widely(self, starts: Sequence[Chain[S]]) -> tuple[Chain[S], ...]:
        """Chains that begin with what explains something, or with one act that shows in nothing seen now, such as a piece put
        where the next act took it from: every legal displacement of pieces is tried, and what goes on must explain something.
        What goes on elsewhere must come to more than the first start does: a third act may take back what the first one moved."""
        known: dict[Node[S], float] = {}
        going_on, mending = list[Chain[S]](), list[Chain[S]]()
        for start in starts:
            going_on += [child for child in self._continue(start, known) if child.fit > start.fit]
            astray = {item.place for item in misfits(self._scorer.evidence, start.scene, self._settings.margins.doubt)}
            for first in self._unseen_firsts(start):
                if first.prior + first.history + self._settings.priors.action + self._next_act(first) < self._floor:
                    continue
                for child in self._continue(first, known):
                    if _explains(child, first, start):
                        going_on.append(child)
                    elif _mends(child, first, astray):
                        mending.append(child)
        found = self._search(going_on, wide=True) if going_on else ()
        more = self._search(mending, wide=True) if mending else ()
        return (*found, *(chain for chain in more if chain.fit > starts[0].fit))

    def _unseen_firsts(self, start: Chain[S]) -> Iterator[Chain[S]]:
        """The acts that move pieces and leave all tiles as they lie."""
        node, reach = self._node(start), reacher(self._game)
        for action in self._game.actions(node.state)[:MOST_FIRST] if node.actor is not None else ():
            if reach(node.state, action):
                continue
            scene = self._tree.onward(node, action).node.scene
            if scene.pieces != start.scene.pieces and not tile_changes(scene, start.scene):
                yield self.play(start, action)

    def stay(self, root: Chain[S]) -> tuple[Chain[S], ...]:
        """Only that nothing happened, or one action that cannot be seen."""
        return (root, *(child for child in self._continue(root) if child.fit >= root.fit))

    def _node(self, chain: Chain[S]) -> Node[S]:
        return chain.node or self._tree.node(chain.state)

    def _continue(self, chain: Chain[S], known: dict[Node[S], float] | None = None) -> Iterator[Chain[S]]:
        """The chain with one more action, for each that may explain something; without what is `known` in a likelier way."""
        node = self._node(chain)
        if node.actor is None:
            return
        # What goes on from it stands for what goes on from its twins.
        worth = 1 + len(self._twins.get(chain, ()))
        for action in node.candidates(self._seen_after(chain, node), self._settings.bounds.candidates):
            self.evaluated += worth
            onward = self._tree.onward(node, action)
            acts = chain.acts + _takes_a_hand(node, onward)
            prior = self._prior(chain, node, onward, acts)
            if known is not None:
                if known.get(onward.node, -1e9) >= prior + chain.history:
                    continue
                known[onward.node] = prior + chain.history
            yield self._play(chain, node, onward, action, prior, acts)

    def play(self, chain: Chain[S], action: Any) -> Chain[S]:
        """The chain with one more action."""
        node = self._node(chain)
        onward = self._tree.onward(node, action)
        acts = chain.acts + _takes_a_hand(node, onward)
        return self._play(chain, node, onward, action, self._prior(chain, node, onward, acts), acts)

    def _prior(self, chain: Chain[S], node: Node[S], onward: Onward, acts: int) -> float:
        priors, after = self._settings.priors, onward.node
        prior = chain.prior + priors.action + onward.untold * priors.untold
        if chain.turns >= 1:
            prior += priors.later_turn / 2
        if onward.alike and node.at_rest and node.actor != TABLE and after.at_rest and node.has_choice:
            # What nobody rests in needs no telling: what follows at once shows it.
            prior += priors.untold
        if acts > chain.acts:
            prior += self._hurried(acts) - self._hurried(chain.acts)
        return prior

    def _play(self, chain: Chain[S], node: Node[S], onward: Onward, action: Any, prior: float, acts: int) -> Chain[S]:
        after, token, alike, _ = onward
        turns = chain.turns + (after.actor != node.actor and after.at_rest)
        fit = chain.fit if alike else self._scorer.score_laid(after.laid)
        scene = chain.scene if alike and chain.scene == after.scene else after.scene
        tokens = (*chain.tokens, token)
        return _new(Chain, (tokens, after.state, scene, prior, fit, turns, chain, action, chain.history, after, acts))


def _explains(child: Chain[Any], first: Chain[Any], start: Chain[Any]) -> bool:
    """Whether what goes on from a first act that nothing shows leads to what is seen.  Where it only takes back what that act
    made look otherwise something must stay changed, such as a hero caught on the way, who will stand elsewhere."""
    if child.fit > start.fit:
        return True
    return child.fit >= start.fit - SAME and child.fit > first.fit and child.scene.pieces != start.scene.pieces


def _mends(child: Chain[Any], first: Chain[Any], astray: set[Place]) -> bool:
    """Whether what goes on from a first act that nothing shows explains something in a place that is amiss; what that act made
    look otherwise a third one may take back, such as the mouse that runs on to where it stood."""
    return child.fit > first.fit and not astray.isdisjoint(change(first.scene, child.scene).places)


def _takes_a_hand(node: Node[Any], onward: Onward) -> bool:
    """Whether somebody's hands had to do that: it shows, and people rest in it."""
    return not onward.alike and onward.node.at_rest and node.actor != TABLE


def _beam(chains: Sequence[Chain[S]], size: int) -> list[Chain[S]]:
    """The first of these chains: so many different ones, of each its twins too, within reason.

    Twins fit equally well and are equally likely, as they differ in choices that leave no trace, or explain equally little: they
    must not crowd out what may come to more.
    """
    kept: list[Chain[S]] = []
    ways: set[tuple[float, float]] = set()
    for chain in chains[: MOST_TWINS * size]:
        way = (chain.fit, chain.prior + chain.history)
        if way not in ways and len(ways) == size:
            break
        ways.add(way)
        kept.append(chain)
    return kept
