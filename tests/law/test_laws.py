"""The laws that every game obeys, whatever its rules: one suite, one row of `LAWS` per game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_scenes import fits, named, seen_from
from law_table import LAWS

from companion.core.errors import IllegalActionError, NotationError
from companion.core.game import TABLE
from companion.core.grid import Cell
from companion.games import GAMES, find

STARTS = [pytest.param(game, text, id=f"{game}-{number}") for game in GAMES for number, text in enumerate(LAWS[game].positions)]
every_start = pytest.mark.parametrize(("game_id", "text"), STARTS)


def walk(game: Any, text: str, seed: int, limit: int) -> Iterator[tuple[Any, list[str]]]:
    """The states of one random game from a position and the tokens that led there; stops at the end of the game."""
    law, rng, state = LAWS[game.id], Random(seed), game.read_position(text)
    played: list[str] = []
    yield state, played
    while len(played) < limit and (actions := game.actions(state)):
        token = law.informed(game.write(rng.choice(actions)), rng)
        state = game.play(state, game.read(token))
        played = [*played, token]
        yield state, played


def hurried(game: Any, text: str, seed: int, limit: int) -> Iterator[tuple[Any, int]]:
    """The states of one random game between people who want to finish, and how many actions led there."""
    law, rng, state = LAWS[game.id], Random(seed), game.read_position(text)
    for number in range(limit):
        yield state, number
        if not (tokens := [game.write(action) for action in game.actions(state)]):
            return
        state = game.play(state, game.read(law.informed(law.hurry(game.write_position(state), tokens, rng), rng)))
    yield state, limit


def mutated(token: str, alphabet: str, rng: Random) -> str:
    """The token with one character changed, added or taken away."""
    place, other = rng.randrange(len(token)), rng.choice(alphabet)
    before, here, after = token[:place], token[place], token[place + 1 :]
    return rng.choice((before + other + after, before + other + here + after, before + after))


def tried_tokens(game: Any, law: Any, state: Any, pool: list[str], rng: Random) -> Iterator[Any]:
    """Actions that are not listed: other steps' tokens, near misses, and listed tokens with a character changed."""
    legal = [game.write(action) for action in game.actions(state)]
    tried = [*rng.sample(pool, min(25, len(pool))), *rng.sample(law.near_misses, 25)]
    tried += [mutated(rng.choice(legal or pool), law.alphabet, rng) for _ in range(25)]
    for token in tried:
        try:
            action = game.read(token)
        except NotationError:
            continue
        if game.write(action) not in legal:
            yield action


def test_every_game_has_its_laws() -> None:
    """No game is without positions and second opinions for this suite."""
    assert set(LAWS) == set(GAMES)
    assert all(law.positions for law in LAWS.values())


@every_start
def test_listed_actions_are_ruled_legal_and_playable(game_id: str, text: str) -> None:
    """Whatever `actions` lists, `rule` allows, `play` plays and a second opinion allows; nothing is listed twice."""
    game, law = find(game_id), LAWS[game_id]
    for state, _ in walk(game, text, 1, 24):
        actions = game.actions(state)
        tokens = [game.write(action) for action in actions]
        allowed = law.judge(game.write_position(state))
        assert len(set(tokens)) == len(tokens)
        assert [token for token in tokens if not allowed(token)] == []
        for action, token in zip(actions, tokens, strict=True):
            ruling = game.rule(state, action)
            assert (ruling.legal, ruling.action) == (True, token)
            assert game.play(state, action) != state
            assert game.label(state, action)


@every_start
def test_everything_else_is_judged_as_a_second_opinion_does(game_id: str, text: str) -> None:
    """What is not listed breaks a rule with a listed code, a sentence and a section, and `play` refuses it; only a token
    that says the same as a listed one in other words, as the second opinion knows them, is legal."""
    game, law, rng = find(game_id), LAWS[game_id], Random(2)
    pool: list[str] = []
    refused = 0
    for state, _ in walk(game, text, 2, 30):
        allowed = law.judge(game.write_position(state))
        for action in tried_tokens(game, law, state, pool, rng):
            token, ruling = game.write(action), game.rule(state, action)
            assert ruling.legal == allowed(token), f"{token} in {game.write_position(state)}"
            for violation in ruling.violations:
                assert violation.code in law.codes, (token, violation)
                assert len(violation.sentence) > 10 and violation.rule, (token, violation)
            if ruling.legal:
                assert game.play(state, action) != state
                continue
            with pytest.raises(IllegalActionError):
                game.play(state, action)
            refused += 1
        pool += [game.write(action) for action in game.actions(state)[:10]]
    assert refused > 300


@every_start
def test_play_never_changes_its_input(game_id: str, text: str) -> None:
    """A state reads, writes and hashes the same after all its actions have been played and all its views asked for."""
    game = find(game_id)
    for state, _ in walk(game, text, 3, 20):
        before = repr(state), hash(state), game.write_position(state)
        for action in game.actions(state):
            game.play(state, action)
            game.rule(state, action)
        for seat in (None, *(seat.id for seat in game.seats(state))):
            game.view(state, seat)
        assert (repr(state), hash(state), game.write_position(state)) == before


@every_start
def test_notation_of_actions_round_trips(game_id: str, text: str) -> None:
    """A written action is read back as the same action and written again the same."""
    game = find(game_id)
    for state, _ in walk(game, text, 4, 40):
        for action in game.actions(state):
            assert game.read(game.write(action)) == action


@every_start
def test_notation_of_positions_round_trips(game_id: str, text: str) -> None:
    """A written position is read back with the same actions, scene, scores and text; a fresh one as the same state."""
    game = find(game_id)
    fresh = game.read_position(text)
    assert game.read_position(game.write_position(fresh)) == fresh
    for state, _ in walk(game, text, 5, 60):
        if game.outcome(state) is not None:
            break
        again = game.read_position(game.write_position(state))
        assert game.write_position(again) == game.write_position(state)
        assert (game.actions(again), game.scene(again)) == (game.actions(state), game.scene(state))
        assert game.actor(again) == game.actor(state)
        assert [score.points for score in game.scores(again)] == [score.points for score in game.scores(state)]


@every_start
def test_undo_then_replay_is_the_identity(game_id: str, text: str) -> None:
    """Playing the written actions again from the start, however many were taken back, gives equal states and equal hashes."""
    game = find(game_id)
    states = list(walk(game, text, 6, 40))
    for back in (1, len(states) // 2, len(states)):
        state = game.read_position(text)
        replayed = [state]
        for token in states[-1][1]:
            state = game.play(state, game.read(token))
            replayed.append(state)
        assert replayed[-back:] == [state for state, _ in states[-back:]]
        assert {*replayed} == {state for state, _ in states}
        assert [game.actions(state) for state in replayed] == [game.actions(state) for state, _ in states]


@every_start
def test_components_are_conserved(game_id: str, text: str) -> None:
    """Nothing is lost or doubled after any action, with and without known identities."""
    game, law = find(game_id), LAWS[game_id]
    for start in (text, law.secrets(text, None, Random(7))[0]):
        for state, played in walk(game, start, 7, 120):
            assert law.conserved(start, played, game.write_position(state)) == []


@every_start
def test_scene_shows_the_state(game_id: str, text: str) -> None:
    """Every cell of a game with tiles bears one look, every piece stands where the position says, no directed piece twice."""
    game, law = find(game_id), LAWS[game_id]
    directed = {piece.name for piece in game.catalogue.pieces if piece.directed}
    bearing = set(game.layout.cells()) if game.catalogue.tiles else set()
    for state, _ in walk(game, text, 8, 90):
        scene = game.scene(state)
        assert law.scene_problems(scene, game.write_position(state)) == []
        assert {tile.place for tile in scene.tiles if isinstance(tile.place, Cell)} == bearing
        standing = [piece.kind for piece in scene.pieces if piece.kind in directed]
        assert len(set(standing)) == len(standing)


@every_start
def test_scores_stay_in_the_declared_range_and_add_up(game_id: str, text: str) -> None:
    """Points are the sum of their receipts and lie within the declared range; every seat has a score."""
    game, (least, most) = find(game_id), LAWS[game_id].points
    for state, _ in walk(game, text, 9, 200):
        scores = game.scores(state)
        assert {score.seat for score in scores} == {seat.id for seat in game.seats(state)}
        for score in scores:
            assert least <= score.points <= most
            assert sum(receipt.points for receipt in score.receipts) == score.points


@every_start
def test_every_random_game_ends(game_id: str, text: str) -> None:
    """A random game is over within the declared number of actions, then nobody acts; before, somebody always can."""
    game, law = find(game_id), LAWS[game_id]
    for state, number in hurried(game, text, 10, law.bound):
        assert number < law.bound
        outcome, actor = game.outcome(state), game.actor(state)
        assert bool(game.actions(state)) == (outcome is None) == (actor is not None)
        assert actor in (None, TABLE, *(seat.id for seat in game.seats(state)))
    assert outcome is not None
    points = {score.seat: score.points for score in game.scores(state)}
    assert dict(outcome.scores) == points
    assert outcome.why and outcome.winners
    ranks = law.ranked(points)
    assert max(ranks.values()) == min(ranks[seat] for seat in outcome.winners)


@every_start
def test_the_table_comes_to_rest(game_id: str, text: str) -> None:
    """The camera may expect to see the first state, the last one, and one of every few in between."""
    game = find(game_id)
    since = 0
    for state, _ in walk(game, text, 11, 400):
        since = 0 if game.at_rest(state) else since + 1
        assert since < 8
    assert game.at_rest(game.read_position(text))


@every_start
def test_slips_are_illegal(game_id: str, text: str) -> None:
    """What people do wrong has a reason and a remedy; where it has a notation, `rule` names the same rule first."""
    game, law = find(game_id), LAWS[game_id]
    found = 0
    for state, _ in walk(game, text, 12, 25):
        for slip in game.slips(state):
            found += 1
            assert slip.violations and slip.remedy and slip.violations[0].code in law.codes
            if slip.action:
                ruling = game.rule(state, game.read(slip.action))
                assert [violation.code for violation in ruling.violations][:1] == [slip.violations[0].code], slip.action
    assert found > 25


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(data=st.data())
@pytest.mark.parametrize("game_id", GAMES)
def test_views_do_not_depend_on_secrets(game_id: str, data: st.DataObject) -> None:
    """Two states that differ only in what a seat may not know give it equal views, and so for the public screen."""
    game, law = find(game_id), LAWS[game_id]
    text = data.draw(st.sampled_from(law.positions))
    rng = Random(data.draw(st.integers(0, 2**32 - 1)))
    *_, (state, _) = walk(game, text, rng.randrange(2**32), data.draw(st.integers(0, 60)))
    for seat in (None, *(seat.id for seat in game.seats(state))):
        texts = law.secrets(game.write_position(state), seat, rng)
        one, other = (game.read_position(dealt) for dealt in texts)
        assert (one != other) == (texts[0] != texts[1])
        assert game.view(one, seat) == game.view(other, seat)
        assert game.scene(one) == game.scene(other)


@every_start
def test_views_show_only_whose_turn_it_is_what_may_be_done(game_id: str, text: str) -> None:
    """Every seat's view names the game, the seat, the ply and the actor, and each of its legal actions is ruled legal."""
    game = find(game_id)
    for state, _ in walk(game, text, 13, 25):
        for seat in (None, *(seat.id for seat in game.seats(state))):
            view = game.view(state, seat)
            assert (view.game, view.seat, view.actor, view.outcome) == (game_id, seat, game.actor(state), game.outcome(state))
            assert view.scores == game.scores(state)
            assert [item.text for item in view.legal if not game.rule(state, game.read(item.text)).legal] == []


def _named_at_start(game: Any, text: str) -> bool:
    return named(game.scene(game.read_position(text)))


NAMED = [start for start in STARTS if _named_at_start(find(str(start.values[0])), str(start.values[1]))]
every_named_start = pytest.mark.parametrize(("game_id", "text"), NAMED)


def walk_as_seen(game: Any, text: str, seed: int, limit: int) -> Iterator[tuple[Any, Any]]:
    """The states of one random game as a companion knows them and as they are: tiles are known once they have been open."""
    law, rng, state = LAWS[game.id], Random(seed), game.read_position(text)
    deck = list(game.deck(state))
    rng.shuffle(deck)
    truth = game.deal(state, deck)
    yield state, truth
    for _ in range(limit):
        if not (actions := game.actions(truth)):
            return
        action = game.read(law.told(game.write_position(truth), law.informed(game.write(rng.choice(actions)), rng)))
        state, truth = game.play(state, action), game.play(truth, action)
        # What was mixed again out of sight is dealt again.
        deck = list(game.deck(truth))
        rng.shuffle(deck)
        truth = game.deal(truth, deck)
        yield state, truth


@every_named_start
def test_dealing_tells_nothing_away(game_id: str, text: str) -> None:
    """What a simulated table knows changes neither the scene nor the public view; it plays the same game to the end."""
    game = find(game_id)
    for state, truth in walk_as_seen(game, text, 14, 80):
        assert fits(game.scene(state), game.scene(truth))
        if named(game.scene(state)):
            assert game.view(truth, None) == game.view(state, None)
        unknown = Counter(game.deck(state))
        assert Counter(game.deck(truth)) < unknown or not unknown
        assert game.deal(truth, ()) == truth


@every_start
def test_a_line_of_tokens_is_split_again(game_id: str, text: str) -> None:
    """The tokens of a game written behind each other are found again, each at its column."""
    game = find(game_id)
    *_, (_, played) = walk(game, text, 15, 30)
    line = " ; ".join(played)
    assert [game.write(game.read(token)) for token, _ in game.split(line)] == played
    assert all(line[column:].startswith(token.split()[0]) for token, column in game.split(line))


@pytest.mark.parametrize("game_id", GAMES)
def test_what_people_say_at_the_start_sets_the_opening_up(game_id: str) -> None:
    """The first position of each game is what its fields, given as answers, set up."""
    game, text = find(game_id), LAWS[game_id].positions[0]
    answers = dict(field.split(": ") for field in text.split("; "))
    assert game.start(game.setup(answers)) == game.read_position(text)


@every_named_start
def test_candidates_explain_what_is_seen(game_id: str, text: str) -> None:
    """For every legal action, somebody who sees the table it leaves behind is offered a legal action that leads there."""
    game, law, rng = find(game_id), LAWS[game_id], Random(16)
    for state, truth in walk_as_seen(game, text, 16, 60):
        listed = game.actions(truth)
        for chosen in rng.sample(listed, min(5, len(listed))):
            action = game.read(law.told(game.write_position(truth), law.informed(game.write(chosen), rng)))
            scene = game.scene(game.play(truth, action))
            offered = list(game.candidates(state, seen_from(game.scene(state), scene)))
            tokens = [game.write(candidate) for candidate in offered]
            assert [candidate for candidate in offered if not game.rule(state, candidate).legal] == []
            reached = [game.scene(game.play(state, candidate)) for candidate in offered]
            assert any(fits(one, scene) for one in reached), f"{game.write(action)} in {game.write_position(state)}: {tokens}"


@every_start
def test_every_place_of_a_scene_lies_in_the_layout(game_id: str, text: str) -> None:
    """Whatever bears a tile or a piece is a cell or a zone that the layout can point at."""
    game = find(game_id)
    layout = game.layout_of(game.read_position(text))
    known = {*layout.cells(), *(zone.place for zone in layout.zones)}
    for state, _ in walk(game, text, 17, 40):
        scene = game.scene(state)
        assert {tile.place for tile in scene.tiles} | {piece.place for piece in scene.pieces} <= known
