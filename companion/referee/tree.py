"""Where lawful actions lead, kept while readings are explained: the same states come up again in every look of the table.

What is kept follows from states and actions alone, never from a reading; a tree that forgets is only slower.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, cast

from companion.core.game import FollowsItself, Game, LeavesOpen, Seen, Slip, TellsChoices, TellsReach, TellsTwins, TellsUntold
from companion.core.grid import Place
from companion.core.reading import Reading
from companion.core.scene import Scene
from companion.referee.laid import Laid, Standing, alike_from_above
from companion.referee.scoring import Evidence, Scorer
from companion.referee.seen import Watcher
from companion.referee.settings import Settings

S = TypeVar("S")

MOST_NODES, MOST_SEARCHES, MOST_LOOKS = 1500, 4, 12
"""From so many states on a tree begins anew; one reading asks for a few hundred."""


class Onward(NamedTuple):
    """Where an action leads, its notation, whether the table looks the same from above after it, and how many acts that nobody
    saw or told it stands for."""

    node: Node[Any]
    token: str
    alike: bool
    untold: int = 0


class Node(Generic[S]):
    """A state with all that the search asks of it, each worked out at the first question.

    Nodes are compared by identity: a tree has one for each state.
    """

    __slots__ = (
        "_asked", "_chooses", "_feared", "_game", "_has_choice", "_turn", "actor", "at_rest", "laid", "onward", "scene", "state",
    )  # fmt: skip

    def __init__(
        self, game: Game[S, Any], state: S, tables: dict[int, Standing] | None = None, chooses: Callable[[S], bool] | None = None
    ) -> None:
        """`tables` as for `Laid`; `chooses` as made by `chooser`, if it was made."""
        self._game, self._chooses = game, chooses
        self.state, self.scene = state, game.scene(state)
        self.laid = Laid(self.scene, tables)
        self.actor, self.at_rest = game.actor(state), game.at_rest(state)
        self.onward: dict[tuple[type, Any], Onward] = {}
        self._asked: tuple[Seen, int, tuple[Any, ...]] | None = None
        self._has_choice: bool | None = None
        self._turn: int | None = None
        self._feared: tuple[Seen, tuple[Slip, ...]] | None = None

    @property
    def has_choice(self) -> bool:
        """Whether more than one action is legal."""
        if self._has_choice is None:
            self._has_choice = (self._chooses or chooser(self._game))(self.state)
        return self._has_choice

    @property
    def turn(self) -> int:
        """The number of the turn."""
        if self._turn is None:
            self._turn = self._game.view(self.state, None).turn
        return self._turn

    def candidates(self, seen: Seen, most: int) -> tuple[Any, ...]:
        """The first legal actions that could explain what is seen; asked the same again, the same are told."""
        asked = self._asked
        if asked is None or asked[1] != most or not _same(asked[0], seen):
            found = [action for action, _ in zip(self._game.candidates(self.state, seen), range(most), strict=False)]
            self._asked = asked = seen, most, tuple(found)
        return asked[2]

    def slips(self, seen: Seen) -> tuple[Slip, ...]:
        """What people may have done wrong there, that could explain what is seen."""
        feared = self._feared
        if feared is None or not _same(feared[0], seen):
            self._feared = feared = seen, tuple(self._game.slips(self.state, seen))
        return feared[1]


class Made(NamedTuple):
    """A search that was made: what it explained, with which beginnings (chains), the chains that it found, and whether it was
    made `doubting` what the eye is sure of."""

    evidence: Evidence
    starts: tuple[Any, ...]
    chains: tuple[Any, ...]
    doubting: bool


class Asked(NamedTuple):
    """Who answers questions about a look: what scores scenes by their difference from the `base`, and what tells where they
    differ."""

    evidence: Evidence
    base: Scene
    manner: tuple[bool, bool]
    scorer: Scorer
    watcher: Watcher


class Tree(Generic[S]):
    """The nodes of a game that were asked for lately, and the latest searches: a look is searched as soon as it lies there, and
    once more where people have played on from it."""

    def __init__(self, game: Game[S, Any]) -> None:
        self.searches: deque[Made] = deque(maxlen=MOST_SEARCHES)
        self._game = game
        self._follow = follower(game)
        self._chooses = chooser(game)
        self._untold = untold_of(game)
        self._nodes: dict[S, Node[S]] = {}
        self._tokens: dict[tuple[type, Any], str] = {}
        self._tables: dict[int, Standing] = {}
        self._evidence: deque[Evidence] = deque(maxlen=MOST_LOOKS)
        self._asked: deque[Asked] = deque(maxlen=MOST_LOOKS)
        self._root: Node[S] | None = None
        self._names: object = None

    def begin(self, state: S) -> Node[S]:
        """The node from which a reading is explained.

        A tree that has grown large begins anew here, and so does one of people with other names: names stand in sentences, and
        make no difference between states.
        """
        if self._root is not None and self._root.state is state:
            return self._root
        names = self._game.seats(state)
        if len(self._nodes) > MOST_NODES or names != self._names:
            self._nodes, self._tokens, self._tables, self._names = {}, {}, {}, names
            self.searches.clear()
        root = self.node(state)
        # Kept under the very state that is judged from, so that it is known again without a comparison.
        self._root = root if root.state is state else None
        return root

    def evidence(self, reading: Reading, ignored: frozenset[Place] = frozenset()) -> Evidence:
        """A reading made ready for questions, once for all who ask."""
        for kept in self._evidence:
            if kept.reading is reading and kept.ignored == ignored | reading.hidden:
                return kept
        made = Evidence(reading, ignored)
        self._evidence.appendleft(made)
        return made

    def asked(
        self, evidence: Evidence, base: Scene, settings: Settings, any_facing: bool = False, doubting: bool = False
    ) -> Asked:
        """Scorer and watcher of a look, once for all who ask about the same scene: they remember what they have answered.

        `any_facing` and `doubting` as for the watcher; settings that differ in how much may be tried alone are the same here.
        """
        scorer, manner = None, (any_facing, doubting)
        for kept in self._asked:
            if kept.evidence is evidence and kept.base is base:
                if kept.manner == manner:
                    return kept
                scorer = kept.scorer
        watcher = Watcher(evidence, self._game.catalogue, settings, base, any_facing, doubting)
        made = Asked(evidence, base, manner, scorer or Scorer(evidence, base), watcher)
        self._asked.appendleft(made)
        return made

    def node(self, state: S) -> Node[S]:
        """The node of a state."""
        found = self._nodes.get(state)
        if found is None:
            found = self._nodes[state] = Node(self._game, state, self._tables, self._chooses)
        return found

    def onward(self, node: Node[S], action: Any) -> Onward:
        """Where an action leads from there."""
        # Actions of two kinds may be equal as tuples.
        key = (type(action), action)
        found = node.onward.get(key)
        if found is None:
            after, token = self.node(self._follow(node.state, action)), self._tokens.get(key)
            if token is None:
                # The same few actions are thought of in many states.
                token = self._tokens[key] = self._game.write(action)
            alike = alike_from_above(after.scene, node.scene)
            found = node.onward[key] = Onward(after, token, alike, self._untold(node.state, action))
        return found


@cache
def _fills(kind: type, part: type) -> bool:
    """Whether engines of that kind fill a part of the protocol that need not be filled: to ask costs as much as to try an act."""
    return issubclass(kind, part)


def follower(game: Game[S, Any]) -> Callable[[S, Any], S]:
    """What tells where an action leads that the engine has named: it is lawful, and need not be judged once more."""
    return cast(FollowsItself, game).follow if _fills(type(game), FollowsItself) else game.play


def chooser(game: Game[S, Any]) -> Callable[[S], bool]:
    """What tells whether more than one action is lawful in a state."""
    if _fills(type(game), TellsChoices):
        return cast(TellsChoices, game).has_choice
    return lambda state: len(game.actions(state)) > 1


def foreteller(game: Game[S, Any]) -> Callable[[S], Any] | None:
    """What tells twins, if the game does."""
    return cast(TellsTwins, game).ahead if _fills(type(game), TellsTwins) else None


def untold_of(game: Game[S, Any]) -> Callable[[S, Any], int]:
    """What tells how many acts that nobody saw or told an action stands for."""
    return cast(TellsUntold, game).untold if _fills(type(game), TellsUntold) else lambda state, action: 0


def opener(game: Game[S, Any]) -> Callable[[Any], Any] | None:
    """What tells an action without what came to light with it, if the game does."""
    return cast(LeavesOpen, game).left_open if _fills(type(game), LeavesOpen) else None


def reacher(game: Game[S, Any]) -> Callable[[S, Any], frozenset[Place] | None]:
    """What tells where an action changes tiles without carrying it out, as far as the game knows."""
    return cast(TellsReach, game).reach if _fills(type(game), TellsReach) else lambda state, action: None


def _same(one: Seen, other: Seen) -> bool:
    """Whether an engine is asked the same, in the same order."""
    return one is other or (one == other and [*one.tiles] == [*other.tiles] and [*one.pieces] == [*other.pieces])
