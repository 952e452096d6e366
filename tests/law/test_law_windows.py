"""The laws of windows, for every game whose rules give people a certain time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import librande_positions
import pytest
from law_table import LAWS

from companion.core.game import KeepsTime
from companion.games import GAMES, find

TIMED = [name for name in GAMES if isinstance(find(name), KeepsTime)]
MORE = {
    "four-blind-mice": [
        f"players: P1,P2,P3; mice: R=c2 K=d7 G=f2 B=g7; covered: b3A b5:0 c4A c6:0 e4A e6:0 g3A f5:0; opt: {options}"
        for options in ("close_on_minimum=on demo_limit=30", "time_limit=30 multiple_bids=on", "all_failed=remove replace=on")
    ],
    "librande-maze": [
        librande_positions.scattered(Random(number), variant) for number, variant in enumerate(librande_positions.VARIANTS)
    ] + ["1=BA@c3{hand=FZs,HA}; 3=DR@g7{hand=PR,AM}; under hourglass"],
}
"""Positions with the options that concern time, and with curses at work."""

STARTS = [(name, text) for name in TIMED for text in (*LAWS[name].positions, *MORE[name])]


def walked(game: Any, text: str, seed: int, steps: int = 40) -> Iterator[tuple[Any, Any]]:
    """States of a random game with what was done in each; numbers are said when they are said, windows run out at times."""
    rng, state = Random(seed), game.read_position(text)
    for _ in range(steps):
        actions = [*game.actions(state)]
        if not actions:
            return
        action = rng.choice(actions)
        for window in game.windows(state):
            action = game.timed(state, action, window.at_s) if window.last_s else action
        windows = [window for window in game.windows(state) if window.action and window.runs]
        if windows and rng.random() < 0.2:
            action = game.read(rng.choice(windows).action)
        yield state, action
        state = game.play(state, action)


def test_there_are_games_with_times() -> None:
    """The laws below speak of something."""
    assert set(TIMED) == set(MORE) == {"four-blind-mice", "librande-maze"}


@pytest.mark.parametrize("game_id", TIMED)
def test_what_follows_is_lawful_and_ends_its_window(game_id: str) -> None:
    """In every state each window has a key of its own, and its action may be played, also by its notation."""
    game: Any = find(game_id)
    followed = 0
    for text in (text for name, text in STARTS if name == game_id):
        for state, _ in walked(game, text, 3):
            windows = game.windows(state)
            assert len({window.key for window in windows}) == len(windows)
            for window in windows:
                assert window.words and window.length_s >= 0 and window.at_s <= window.last_s + 1
                if window.action and window.runs:
                    after = game.play(state, game.read(window.action))
                    assert window.key not in {one.key for one in game.windows(after)}
                    followed += 1
    assert followed > 20


@pytest.mark.parametrize("game_id", TIMED)
def test_a_window_that_is_closed_never_opens_again(game_id: str) -> None:
    """A key belongs to one window of a game: the table may forget it once and for all."""
    game: Any = find(game_id)
    for number, text in enumerate(text for name, text in STARTS if name == game_id):
        closed, before = set[str](), set[str]()
        for state, _ in walked(game, text, number):
            keys = {window.key for window in game.windows(state)}
            closed |= before - keys
            assert closed.isdisjoint(keys)
            before = keys


@pytest.mark.parametrize("game_id", TIMED)
def test_an_action_waits_only_for_a_window_that_is_open(game_id: str) -> None:
    """Nothing lawful waits for ever, and what follows from a window waits for no other."""
    game: Any = find(game_id)
    waiting = 0
    for text in (text for name, text in STARTS if name == game_id):
        for state, _ in walked(game, text, 5):
            keys = {window.key: window for window in game.windows(state)}
            for action in game.actions(state):
                key = game.waits_for(state, action)
                assert key == "" or key in keys
                waiting += key != ""
            for key, window in keys.items():
                assert not window.action or game.waits_for(state, game.read(window.action)) in ("", key)
    assert waiting > 10


@pytest.mark.parametrize("game_id", TIMED)
def test_windows_tell_no_secret(game_id: str) -> None:
    """Whatever lies face down or in hands nobody has told: the windows are the same, to their lengths and words."""
    game: Any = find(game_id)
    rng, compared = Random(11), 0
    for text in (text for name, text in STARTS if name == game_id):
        for state, _ in walked(game, text, 7, 12):
            deck = list(game.deck(state))
            rng.shuffle(deck)
            assert game.windows(game.deal(state, deck)) == game.windows(state)
            compared += bool(deck and game.windows(state))
    assert compared > 10
