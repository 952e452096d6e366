"""Simulated players live with the companion's clock: what it does while they dawdle they take up."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from toy_clock import TimedSitting

from companion.core.game import CLOCK
from companion.games import find
from companion.simulated.choosing import chooser
from companion.simulated.director import Director

MICE = "players: P1,P2,P3; mice: R=c2 K=d7 G=f2 B=g7; covered: b3A b5:0 c4A c6:0 e4A e6:0 g3A f5:0"


def directed(game_id: str, text: str, seed: int) -> tuple[TimedSitting, Director]:
    game: Any = find(game_id)
    start, random = game.read_position(text), Random(seed)
    deal = lambda state: game.deal(state, sorted(game.deck(state)))  # noqa: E731
    return TimedSitting(text, game=game, seats=game.seats(start)), Director(
        game, deal(start), random, chooser(game, random), deal, by_hand=True)


@pytest.mark.parametrize("seed", range(3))
def test_players_follow_what_the_clock_recorded(seed: int) -> None:
    """Who shows a route follows from the seconds on the record, and the play goes on from there in step with it."""
    table, players = directed("four-blind-mice", MICE, seed)
    while sum(entry.by == CLOCK for entry in table.entries) < 3:
        for command in players.step(table.now, table.table.snapshot()).says:
            table.wait(0.0, command)
        table.wait(0.5)
    for _ in range(60):
        for command in players.step(table.now, table.table.snapshot()).says:
            table.wait(0.0, command)
        table.wait(0.5)
    known, truth = table.table.state, players.truth
    assert [item.player for item in known.match.won] == [item.player for item in truth.match.won][: len(known.match.won)]
    assert truth.ply - known.ply <= 1 and players.false_rulings == 0


def test_players_who_pause_lose_their_turn_to_the_hourglass() -> None:
    """What the clock did is done on the simulated table too."""
    table, players = directed("librande-maze", "1=BA@c3; 3=DR@g7; under hourglass; dragon c3", 1)
    players.running = False
    for _ in range(70):
        players.step(table.now, table.table.snapshot())
        table.wait(0.5)
    assert players.game.actor(players.truth) == "3" == players.game.actor(table.table.state)
    assert players.scene == players.game.scene(table.table.state)
