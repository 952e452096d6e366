"""Random games of Maze by the engine and by the slow rules in lockstep, every invariant checked after every action.

`python tests/kit/duel_librande.py --games 1000` plays as many as one likes, over all options.
"""

from __future__ import annotations

from random import Random

import duel_librande
import pytest
import slow_librande
from law_table import LAWS
from librande_positions import VARIANTS, opening, scattered
from slow_librande_powers import POWERS

from companion.games import find

GAME = "librande-maze"


@pytest.mark.parametrize("number", [6, 13, 8], ids=["two", "three", "four"])
def test_whole_games_agree(number: int) -> None:
    """Games for two, three and four players, with the deck's order known and not, agree from the opening to the end."""
    tally, rng = duel_librande.Tally(), Random(number)
    text = opening(rng, 2 + number % 3, stacked=number % 2 > 0)
    duel_librande.duel(find(GAME), text, rng, 200, tally, eager=0.95)
    assert tally.ends["over"] == 1 and tally.plies > 30


@pytest.mark.parametrize("number", range(1, len(VARIANTS)), ids=[name.replace(" ", ",") for name in VARIANTS[1:]])
def test_options_agree(number: int) -> None:
    """Under every option games from crowded random positions agree."""
    game, tally = find(GAME), duel_librande.Tally()
    for more in range(2):
        rng = Random(100 * number + more)
        duel_librande.duel(game, scattered(rng, VARIANTS[number]), rng, 16, tally, eager=0.3)
    assert tally.plies > 14


HEROES = (
    "1=BA@d3.e; 3=DR@c3; dragon g2",
    "1=DR@c1; 3=BA@c4; dragon c3",
    "1=MR@c3; 3=BA@g7; dragon a3",
    "1=SO@c3; 3=BA@c4{hand=HA,PR}",
    "1=TH@b2; 3=BA@b2{pile=2}",
    "1=WL@c1{hand=FZc,TFl}; 3=BA@c5{hand=HA pile=1}",
    "1=WT@c1; 3=BA@c5; discard HA,PR,FZc; spent silence",
    "1=WZ@c1; 3=BA@c5{hand=PR}; discard HA,PR,SWc",
    "1=WR@c3; 3=BA@c4; dragon b3",
    "1=SO@c3; 3=TH@c5; turn 3",
)
"""Where each character may use both powers; at last the gaze of the Sorceress in another's turn."""


def test_every_power_does_the_same_in_both() -> None:
    """After every single action of each character both have the same position, legal tokens, scores and end."""
    game, tally = find(GAME), duel_librande.Tally()
    for text in HEROES:
        here = text if "MR" in text else f"{text}; under grounding"
        duel_librande.same_to(game, game.read_position(here), slow_librande.read(here), 1, tally)
    assert {f"pw:{name}" for name in POWERS} <= set(tally.seen)


@pytest.mark.parametrize("name", LAWS[GAME].perft)
def test_legal_tokens_agree_at_every_node(name: str) -> None:
    """To depth two both give the same positions, sets of legal tokens, scores and ends at every single node."""
    text, counts = LAWS[GAME].perft[name]
    game, tally = find(GAME), duel_librande.Tally()
    duel_librande.same_to(game, game.read_position(text), slow_librande.read(text), 2 if counts[1] < 200 else 1, tally)
    assert tally.plies >= 1 + counts[0]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda state: state["treasure"].update(a1=1), "treasures and cards (10, 38), (9, 38) at the start"),
        (lambda state: state["deck"].pop(), "treasures and cards (9, 37), (9, 38) at the start"),
        (lambda state: state["tiles"].update(b2=("I", 0)), "tiles"),
        (lambda state: state["tiles"].update(c3=("T", 1)), "c3 is fixed"),
        (lambda state: state.update(dragon="g1"), "the Dragon is on a home corner"),
        (lambda state: state["players"]["3"].update(space=None), "3 is ok at None"),
        (lambda state: state["players"]["3"].update(space="c3.n"), "3 stands nowhere"),
        (lambda state: state["discard"].extend(["AM", "AM"]), "2 of AM"),
    ],
)
def test_broken_invariants_are_noticed(change: object, problem: str) -> None:
    """A treasure too many, a lost card, a changed tile, a moved fixed one, a Dragon at home, tokens nowhere, a card twice."""
    state = slow_librande.read("1=BA@c3; 3=DR@g7")
    start = duel_librande.totals(state)
    assert duel_librande.broken_invariants(state, start) == []
    change(state)  # type: ignore[operator]
    assert any(problem in found for found in duel_librande.broken_invariants(state, start))


class Mutant:
    """The engine with one rule broken: nobody who slides carries the Dragon along."""

    def __getattr__(self, name: str) -> object:
        return getattr(find(GAME), name)

    def play(self, state: object, action: object) -> object:
        game = find(GAME)
        after = game.play(state, action)
        stays = game.write(action).startswith("sl:4")
        return game.read_position(game.write_position(after).replace("dragon e4", "dragon d4")) if stays else after


def test_the_duel_notices_a_broken_rule() -> None:
    """A game whose Dragon stays where it was when its row slides differs from the slow rules at once."""
    text = "1=BA@c3; 3=DR@g7"
    with pytest.raises(duel_librande.DiffersError, match="position in"):
        duel_librande.same_to(Mutant(), find(GAME).read_position(text), slow_librande.read(text), 1, duel_librande.Tally())


def test_the_slow_rules_refuse_an_illegal_token() -> None:
    """The second implementation plays no token that it does not find legal."""
    state = slow_librande.read("1=BA@c3; 3=DR@g7")
    assert "mv:c2" in slow_librande.legal(state)
    with pytest.raises(ValueError, match="move-through-wall"):
        slow_librande.after(state, "mv:b3")
