"""What the judge does not ask for, since it cannot win, or has been told already: it finds the same without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.core.ahead import Ahead
from companion.core.game import Game, TellsReach
from companion.games import GAMES, find
from companion.referee.case import build_case
from companion.referee.kept import Told
from companion.referee.laid import Laid, tile_changes
from companion.referee.scoring import Evidence, misfits
from companion.referee.seen import Watcher
from companion.referee.settings import Settings
from companion.simulated.noise import SceneEye
from companion.simulated.rehearsal import dealt

ACTS, SEEDS = 8, 4
WINDOW = Settings().margins.window


def walk(game: Game[Any, Any], seed: int) -> Iterator[Any]:
    """The states of a random beginning of a game in which something may be done."""
    state, random = dealt(game, game.start(game.setup({})), seed), Random(seed)
    for _ in range(ACTS):
        actions = game.actions(state) if game.actor(state) is not None else ()
        if not actions:
            return
        yield state
        state = game.play(state, random.choice(actions))


def test_where_an_action_reaches_is_where_tiles_change() -> None:
    """Maze tells without carrying an action out which tiles it changes, or that it does not know."""
    game = find("librande-maze")
    assert isinstance(game, TellsReach)
    known = 0
    for seed in range(SEEDS):
        for state in walk(game, seed):
            for action in game.actions(state):
                reach = game.reach(state, action)
                changed = {place for place, _, _ in tile_changes(game.scene(game.play(state, action)), game.scene(state))}
                assert reach is None or (changed <= reach and bool(changed) == bool(reach)), game.write(action)
                known += reach is not None
    assert known


@pytest.mark.parametrize("name", GAMES)
def test_what_explains_all_is_named_where_nothing_follows(name: str) -> None:
    """An action that leaves nothing to explain is named too where it is said what must have changed."""
    game = find(name)
    for seed in range(SEEDS):
        for state in walk(game, seed):
            after = game.play(state, Random(seed).choice(game.actions(state)))
            look = SceneEye(game.catalogue, game.layout_of(state), Random(seed)).read(game.scene(after))
            evidence = Evidence(look)
            seen = Watcher(evidence, game.catalogue, Settings()).see(Laid(game.scene(state)))
            must = frozenset((item.place, item.kind) for item in misfits(evidence, game.scene(state), WINDOW))
            named = list(game.candidates(state, replace(seen, must=must)))
            for action in game.candidates(state, seen):
                if not look.unsure and not misfits(evidence, game.scene(game.play(state, action)), WINDOW):
                    assert action in named, game.write(action)


def test_an_action_is_carried_out_once() -> None:
    """As long as the same state is asked about each action is carried out once, and no other state's are taken for it."""
    done: list[tuple[str, str]] = []

    def perform(state: str, action: str) -> str:
        done.append((state, action))
        return state + action

    ahead = Ahead(perform)
    first, other = "one", "two"
    act = "+"
    assert [ahead(first, act), ahead(first, act), ahead(other, act), ahead(first, act)] == ["one+", "one+", "two+", "one+"]
    assert done == [("one", "+"), ("two", "+"), ("one", "+")]


def test_a_case_tells_once() -> None:
    """What follows from a case is worked out at the first question, for the two latest cases."""
    game = find("alles-kaese")
    state = game.start(game.setup({}))
    look = SceneEye(game.catalogue, game.layout_of(state), Random(1)).read(game.scene(state))
    one, two, three = (build_case(game, Settings(), state, look) for _ in range(3))
    told, asked = Told(), list[str]()
    for case, name in ((one, "a"), (one, "b"), (two, "c"), (one, "d"), (three, "e"), (one, "f")):
        told.once(case, "what", lambda name=name: asked.append(name))
    assert asked == ["a", "c", "e", "f"]
