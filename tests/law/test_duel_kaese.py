"""Random games of Alles Käse! by the engine and by the slow rules in lockstep, under every option."""

from __future__ import annotations

from random import Random
from typing import Any

import kaese_duel
import pytest
from duel import DiffersError

from companion.games import find


@pytest.mark.parametrize("number", range(len(kaese_duel.VARIANTS)), ids=[name or "default" for name in kaese_duel.VARIANTS])
def test_whole_games_agree(number: int) -> None:
    """Under every option, for two to six players, positions, legal tokens, scores, ends and rulings agree at every step."""
    tally, rng = kaese_duel.Tally(), Random(number)
    for players in (2 + number % 2, 4 + number % 3):
        text = kaese_duel.opening(players, rng, kaese_duel.VARIANTS[number])
        state = kaese_duel.duel(find("alles-kaese"), text, rng, 2000, tally, kaese_duel.MODES[(number + players) % 3])
        assert state["why"]
    assert tally.plies > 20


def test_every_kind_of_action_end_and_code_is_met() -> None:
    """The games compared hold rolls, looks, kept and removed cards, pile steps, whole turns, corrections, and both ends."""
    tally = kaese_duel.Tally()
    for number in range(7):
        rng = Random(number)
        text = kaese_duel.opening(2 + number % 5, rng, "strict=on" if number % 4 else "exposed=remove")
        kaese_duel.duel(find("alles-kaese"), text, rng, 2000, tally, "told", odd=0.4)
    assert set(tally.seen) >= {*"PKX+-{", "turn"}
    assert set(tally.ends) == {"trap", "supp"}
    assert len(tally.codes) == 16 + 1


class Mutant:
    """The engine with one rule broken: the right neighbour is next."""

    def __getattr__(self, name: str) -> object:
        return getattr(find("alles-kaese"), name)

    def play(self, state: Any, action: object) -> Any:
        after = find("alles-kaese").play(state, action)
        return after if after.number == state.number else after._replace(seat=(after.seat + 1) % 3)


def test_the_duel_notices_a_broken_rule() -> None:
    """A game that goes round the wrong way differs from the slow rules."""
    text = "players: A,B,C; display: 111111; top: 2; supply: 20; die: 1"
    with pytest.raises(DiffersError, match="position after"):
        kaese_duel.duel(Mutant(), text, Random(1), 5, kaese_duel.Tally())
