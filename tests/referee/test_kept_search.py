"""What the judge keeps from one look to the next makes it faster, and changes no answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.core.game import FollowsItself, Game, TellsChoices, TellsTwins
from companion.core.grid import Cell, Facing
from companion.core.reading import Reading
from companion.core.scene import PieceAt, Scene
from companion.games import GAMES, find
from companion.referee import tree as tree_module
from companion.referee.changes import change
from companion.referee.laid import Group, Laid, Standing, grouped, tile_changes
from companion.referee.referee import Referee
from companion.referee.scoring import Evidence
from companion.referee.seen import Watcher
from companion.referee.settings import Settings
from companion.referee.tree import Tree
from companion.simulated.noise import Noise, SceneEye
from companion.simulated.rehearsal import dealt

ACTS, MOST = 6, 60
ERRING = Noise(doubtful=0.2, doubt=0.2)


def walk(game: Game[Any, Any], seed: int) -> Iterator[Any]:
    """The states of a random beginning of a game, as everybody knows them."""
    state, random = dealt(game, game.start(game.setup({})), seed), Random(seed)
    for _ in range(ACTS):
        yield state
        actions = game.actions(state) if game.actor(state) is not None else ()
        if not actions:
            return
        state = game.play(state, random.choice(actions))


def looks(game: Game[Any, Any], states: list[Any], seed: int) -> list[Reading]:
    eye = SceneEye(game.catalogue, game.layout_of(states[0]), Random(seed), ERRING)
    return [eye.read(game.scene(state)) for state in states]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_kept_changes_no_finding(name: str) -> None:
    """One referee that sees look after look finds what a new one finds for each, told of the same looks in between."""
    game = find(name)
    states = list(walk(game, 3))
    seen, kept = looks(game, states, 3), Referee(game)
    for number in range(1, len(states)):
        for since in {0, number - 1}:
            between = tuple(seen[since + 1 : number])[:2]
            for waited_s in (0.1, 1.5, 5.0):
                anew = Referee(game).judge(states[since], seen[number], waited_s, between=between)
                assert kept.judge(states[since], seen[number], waited_s, between=between) == anew


@pytest.mark.parametrize("name", GAMES)
def test_differences_are_those_of_the_scenes(name: str) -> None:
    """Tiles that differ are found whatever is missing or listed in another order, and nothing else is."""
    game, random = find(name), Random(5)
    scenes = [game.scene(state) for state in walk(game, 5)]
    scenes += [Scene(tuple(random.sample(one.tiles, max(len(one.tiles) - 2, 0))), one.pieces) for one in scenes[:3]]
    for before in scenes:
        for after in scenes:
            told = {place: (look, was) for place, look, was in tile_changes(after, before)}
            assert {place: look for place, (look, _) in told.items()} == dict(change(before, after).looks)
            assert all(before.tile(place) == was for place, (_, was) in told.items())


@pytest.mark.parametrize("name", GAMES)
def test_pieces_taken_and_put_are_those_of_the_scenes(name: str) -> None:
    """In whatever order pieces are listed, so many of each are taken and put as there are fewer and more of them."""
    scenes, random = [find(name).scene(state) for state in walk(find(name), 5)], Random(5)
    scenes += [Scene(one.tiles, tuple(random.sample(one.pieces, len(one.pieces)))) for one in scenes]
    for before in scenes:
        for after in scenes:
            made, there, now = change(before, after), Counter(before.pieces), Counter(after.pieces)
            assert (Counter(made.taken), Counter(made.put)) == (there - now, now - there)


def test_a_heap_is_counted_however_its_pieces_are_listed() -> None:
    """Pieces of a heap listed as one many times over count as those listed one by one, their sides in the same order."""
    there = Cell(0, 0)
    up, down = PieceAt("wedge", there, face="up"), PieceAt("wedge", there, face="down")
    heap = grouped((up, up, down, PieceAt("mouse", there, Facing.N), PieceAt("wedge", there, face="up")))
    assert heap == {("wedge", there): Group(4, None, ("up", "up", "down", "up")), ("mouse", there): Group(1, Facing.N, ())}


@pytest.mark.parametrize("name", GAMES)
def test_a_question_asked_by_difference_is_the_same_question(name: str) -> None:
    """What may have changed is the same, compared with another scene's question or worked out alone."""
    game = find(name)
    states = list(walk(game, 7))
    evidence = Evidence(looks(game, states, 7)[-1])
    by_difference = Watcher(evidence, game.catalogue, Settings(), game.scene(states[0]))
    for state in states:
        alone = Watcher(evidence, game.catalogue, Settings(), game.scene(state))
        mine, theirs = by_difference.see(Laid(game.scene(state))), alone.see(Laid(game.scene(state)))
        assert mine == theirs
        assert [*mine.tiles] == [*theirs.tiles] and [*mine.pieces] == [*theirs.pieces]


def test_a_tree_has_one_node_for_a_state() -> None:
    """Equal states share a node however they were reached, and an action leads to the same one each time."""
    game = find("alles-kaese")
    tree, start = Tree(game), game.start(game.setup({}))
    root = tree.begin(start)
    assert tree.begin(game.read_position(game.write_position(start))) is root
    action = game.actions(start)[0]
    assert tree.onward(root, action) is tree.onward(root, action)
    assert tree.onward(root, action).node is tree.node(game.play(start, action))


@pytest.mark.parametrize("name", GAMES)
def test_what_an_engine_names_needs_no_second_judgement(name: str) -> None:
    """After an action that the engine named, following it and playing it by the rules lead to the same state."""
    game = find(name)
    states = list(walk(game, 9))
    assert isinstance(game, FollowsItself)
    for state, look in zip(states, looks(game, states, 9)[1:], strict=False):
        seen = Watcher(Evidence(look), game.catalogue, Settings()).see(Laid(game.scene(state)))
        for action in (*game.actions(state)[:MOST], *islice(game.candidates(state, seen), MOST)):
            assert game.follow(state, action) == game.play(state, action)


def test_twins_go_on_alike() -> None:
    """Where only who has looked at which card differs, the same is lawful, looks the same, and leads to twins again."""
    game = find("alles-kaese")
    assert isinstance(game, TellsTwins)
    for state in walk(game, 5):
        twin = state._replace(peeked=tuple(7 - looked for looked in state.peeked))
        assert game.ahead(state) == game.ahead(twin)
        assert game.actions(state) == game.actions(twin) and game.scene(state) == game.scene(twin)
        ways = [(game.play(state, action), game.play(twin, action)) for action in game.actions(state)[:MOST]]
        assert all(game.ahead(one) == game.ahead(other) for one, other in ways)


def test_an_engine_knows_whether_there_is_a_choice() -> None:
    """Where Maze tells whether there is a choice without listing, it tells what the list tells."""
    game = find("librande-maze")
    assert isinstance(game, TellsChoices)
    for seed in range(6):
        for state in walk(game, seed):
            assert game.has_choice(state) == (len(game.actions(state)) > 1)


@pytest.mark.parametrize("name", GAMES)
def test_equal_states_are_found_again(name: str) -> None:
    """A state made anew from all that it holds hashes like the one it equals, however few of its facts are hashed."""
    for state in walk(find(name), 4):
        again = deepcopy(state)
        assert again == state and hash(again) == hash(state)


@pytest.mark.parametrize("name", ["alles-kaese", "librande-maze", "mouse-trap-cards"])
def test_tiles_that_did_not_change_are_handed_on(name: str) -> None:
    """Two scenes with equal tiles share them, so that nothing need be compared."""
    game = find(name)
    tiles = [game.scene(state).tiles for state in walk(game, 3)]
    assert all(one is other for one in tiles for other in tiles if one == other)


def test_a_reading_is_made_ready_once() -> None:
    """Who asks about a reading again gets what was worked out, unless other places tell nothing; so with a scene's losses."""
    game = find("mouse-trap-cards")
    states = list(walk(game, 6))
    tree, (look, other) = Tree(game), looks(game, states, 6)[:2]
    evidence, scene = tree.evidence(look), game.scene(states[1])
    assert tree.evidence(look) is evidence and evidence.losses(scene) is evidence.losses(scene)
    assert tree.evidence(other) is not evidence
    assert tree.evidence(look, frozenset({look.tiles[0].place})) is not evidence


def test_a_tree_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """From a certain size on it begins anew with the next look."""
    monkeypatch.setattr(tree_module, "MOST_NODES", 2)
    game = find("alles-kaese")
    tree, states = Tree(game), list(walk(game, 1))
    first = [tree.node(state) for state in states[:4]]
    assert tree.begin(states[4]) is tree.node(states[4])
    assert tree.node(states[0]) is not first[0]


def test_other_names_begin_another_tree() -> None:
    """Names stand in sentences and make no difference between states: what was said with old ones is not said again."""
    game = find("mice-in-a-maze")
    plain, named = (game.start(game.setup(answers)) for answers in ({}, {"names": "P1=Anna P2=Ben"}))
    tree = Tree(game)
    before = tree.begin(plain)
    assert plain == named
    assert tree.begin(named) is not before
    assert tree.begin(named).state is named


def test_pieces_are_counted_by_kind_and_place() -> None:
    """Every piece is in one group, and each group knows where its kind stands."""
    game = find("four-blind-mice")
    for state in walk(game, 2):
        pieces = game.scene(state).pieces
        standing = Standing(pieces)
        assert sum(group.number for _, _, group in standing.keys) == len(pieces)
        assert Counter(kind for kind, _, _ in standing.keys) == {kind: len(home) for kind, home in standing.homes.items()}
