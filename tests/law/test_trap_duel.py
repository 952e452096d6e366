"""The Mouse Trap card game and its slow rules in lockstep, and which broken rule both name first.

`python tests/kit/trap_duel.py --games 1000` plays as many as one likes, over all options.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import slow_trap
import slow_trap_codes
import trap_duel
from law_mouse_trap_cards import LAW, NEAR_MISSES
from trap_positions import DECKS, LAYOUT_A, OPENINGS, VARIANTS, scattered

from companion.games import find

GAME = find("mouse-trap-cards")
UNNAMED = [token for token in NEAR_MISSES if token[0] not in "ABCZ"]
LAW_CODES = tuple(GAME.read_position(OPENINGS[0]).terms.deck.codes)


@pytest.mark.parametrize("number", range(4))
def test_whole_games_agree(number: int) -> None:
    """Games by default rules for two to five players, from the opening to the end."""
    tally = trap_duel.Tally()
    state = trap_duel.duel(GAME, OPENINGS[number], Random(number), 3000, tally)
    assert state["why"] == "win"
    assert tally.plies > 60


@pytest.mark.parametrize("number", range(1, len(VARIANTS)), ids=[name.replace(" ", ",") for name in VARIANTS[1:]])
def test_options_agree(number: int) -> None:
    """Under every option games from random positions agree, with known and unknown cards, in three decks."""
    tally = trap_duel.Tally()
    for more in range(4):
        rng = Random(100 * number + more)
        text = scattered(rng, VARIANTS[number], more % 2 > 0, DECKS[more % 3])
        trap_duel.duel(GAME, text, rng, 40, tally)
    assert tally.plies > 60


@pytest.mark.parametrize("name", LAW.perft)
def test_legal_tokens_agree_at_every_node(name: str) -> None:
    """To depth two both give the same positions, legal tokens, points and ends at every single node."""
    tally, (text, counts) = trap_duel.Tally(), LAW.perft[name]
    trap_duel.same_to(GAME, GAME.read_position(text), slow_trap.read(text), 2, tally)
    assert tally.plies == 1 + sum(counts[:2])


def test_every_kind_of_action_is_met() -> None:
    """The games compared hold every sort of token."""
    tally = trap_duel.Tally()
    for number in range(12):
        trap_duel.duel(GAME, trap_duel.some_start(Random(number), number), Random(number), 200, tally)
    assert set(tally.seen) == set("@+d=/%>~")


def test_the_duel_notices_a_broken_rule() -> None:
    """A game whose move cards stop one card short differs from the slow rules at once."""

    class Mutant:
        def __getattr__(self, name: str) -> object:
            return getattr(GAME, name)

        def play(self, state: object, action: object) -> object:
            text = GAME.write_position(GAME.play(state, action))
            return GAME.read_position(text.replace("mouse: c1E", "mouse: b1E"))

    start = f"{LAYOUT_A}; mouse: a1E; data: M16=TAKE/FLIPB F1*24" + "".join(f" {code}*0" for code in LAW_CODES if code != "F1")
    with pytest.raises(trap_duel.DiffersError, match="position after"):
        trap_duel.duel(Mutant(), start, Random(1), 6, trap_duel.Tally(), greedy=0)


@pytest.mark.parametrize("number", range(12))
def test_the_first_code_is_the_one_that_fits_first(number: int) -> None:
    """In random games, under options in turn, wrong tokens get the code that the order of the table puts first."""
    rng = Random(number)
    text = scattered(rng, VARIANTS[number % len(VARIANTS)], number % 3 > 0, DECKS[number % 3])
    fast, slow = GAME.read_position(text), slow_trap.read(text)
    compared: Counter[str] = Counter()
    for _ in range(40):
        if slow["why"]:
            break
        for token in rng.sample(UNNAMED, 40):
            wanted = slow_trap_codes.code(slow, token)
            found = [violation.code for violation in GAME.rule(fast, GAME.read(token)).violations]
            assert found == ([wanted] if wanted else []), f"{token} in {GAME.write_position(fast)}"
            compared[wanted or "legal"] += 1
        token = trap_duel.pick(slow, rng, 0.5)
        fast, slow = GAME.play(fast, GAME.read(token)), slow_trap.after(slow, token)
    assert len(compared) > 6
