"""Perft: sequences of actions counted by the engine, by the slow rules, and once and for all in each game's law."""

from __future__ import annotations

import duel
import pytest
import slow_mice
from law_table import LAWS

from companion.games import GAMES, find

POSITIONS = [pytest.param(game, name, id=f"{game}-{name}") for game in GAMES for name in LAWS[game].perft]
every_position = pytest.mark.parametrize(("game_id", "name"), POSITIONS)


def test_every_game_has_perft_counts() -> None:
    """No game is without counts to depth three from at least three positions."""
    for law in LAWS.values():
        assert len(law.perft) >= 3
        assert all(len(counts) >= 3 for _, counts in law.perft.values())


@every_position
def test_perft_counts_are_those_stored(game_id: str, name: str) -> None:
    """The engine counts as many sequences of one, two, three ... actions as are stored."""
    game, (text, counts) = find(game_id), LAWS[game_id].perft[name]
    start = game.read_position(text)
    assert tuple(duel.perft(game.actions, game.play, depth, start) for depth in range(1, len(counts) + 1)) == counts


@every_position
def test_the_slow_rules_count_the_same(game_id: str, name: str) -> None:
    """The independent second implementation counts the same sequences."""
    slow, (text, counts) = LAWS[game_id].slow, LAWS[game_id].perft[name]
    start = slow.read(text)
    assert tuple(duel.perft(slow.legal, slow.after, depth, start) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize("name", LAWS["mice-in-a-maze"].perft)
def test_legal_tokens_agree_at_every_node(name: str) -> None:
    """To depth three both give the same positions, the same sets of legal tokens, scores and ends at every single node."""
    game, tally, (text, counts) = find("mice-in-a-maze"), duel.Tally(), LAWS["mice-in-a-maze"].perft[name]
    duel.same_to(game, game.read_position(text), slow_mice.read(text), 3, tally)
    assert tally.plies == 1 + sum(counts[:3])
