"""Random games of the engine and of the slow rules in lockstep: same positions, legal tokens, scores and ends at every step.

`python tests/kit/duel.py --games 1000` plays as many as one likes, over all options.
"""

from __future__ import annotations

from random import Random

import duel
import pytest
from mice_positions import VARIANTS, opening, scattered

from companion.games import find

MODES = ("shapes", "dealt", "known")


@pytest.mark.parametrize("number", range(6))
def test_whole_games_agree(number: int) -> None:
    """Games by default rules for two, three and four players, with and without marbles, from the opening to the end."""
    tally, rng = duel.Tally(), Random(number)
    text = opening(number % 3, number >= 3)
    state = duel.duel(find("mice-in-a-maze"), text, rng, 3000, tally, MODES[number // 2], eager=0.7)
    assert state["why"] in ("all", "frozen", "repeat", "stuck")
    assert tally.plies > 60


@pytest.mark.parametrize("number", range(1, len(VARIANTS)), ids=[name.replace(" ", ",") for name in VARIANTS[1:]])
def test_options_agree(number: int) -> None:
    """Under every option the first 100 actions of a game and those after a crowded random position agree."""
    game, tally, rng = find("mice-in-a-maze"), duel.Tally(), Random(number)
    duel.duel(game, opening(number % 3, True, VARIANTS[number]), rng, 100, tally, MODES[number % 3], eager=0.7)
    for more in range(3):
        rng = Random(100 * number + more)
        duel.duel(game, scattered(rng, VARIANTS[number], named=number % 3 > 0), rng, 25, tally, MODES[number % 3])
    assert tally.plies > 100


def test_every_kind_of_action_and_end_is_met() -> None:
    """The games compared hold moves, stays, loops, returns, choices, removals, fallbacks, skips and marbles, and three ends."""
    game, tally = find("mice-in-a-maze"), duel.Tally()
    for number in (*range(24), 268):  # 268 shuffles in a frozen maze until the same stands for the third time
        rng = Random(number)
        duel.duel(game, scattered(rng, named=False), rng, 150, tally)
    assert set(tally.seen) == {">", "-", "o", "+", "chamber", "choice", "out", "place", "fallback", "skip", "marbles"}
    assert set(tally.ends) >= {"all", "frozen", "repeat"}


def test_stuck_games_agree() -> None:
    """Mice that face tiles with marbles from the Chamber, hands down, are stuck after one idle round in both."""
    tally = duel.Tally()
    text = "mice: R=d4n Y=d4e B=d4s*; marbles: d5 e4 d3"
    duel.duel(find("mice-in-a-maze"), text, Random(1), 10, tally)
    assert (tally.ends["stuck"], tally.plies, tally.seen) == (1, 7, {"-": 3, "skip": 3})
