"""Whether lawful play may explain a look likely enough to count is told without judging it, and never less than judging tells."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from readings import reading_of

from companion.core.grid import Zone
from companion.core.reading import LikelyLook, TileClaim
from companion.core.scene import ABSENT
from companion.games import find
from companion.referee.referee import Referee
from companion.simulated.noise import Noise, SceneEye
from companion.simulated.rehearsal import dealt

ENDLESS = 60.0


def walked(game: Any, seed: int, acts: int) -> Any:
    """A position of a random game."""
    random, state = Random(seed), dealt(game, game.start(game.setup({})), seed)
    for _ in range(acts):
        state = dealt(game, game.play(state, random.choice(game.actions(state))), seed)
    return state


@pytest.mark.parametrize("name", ["mouse-trap-cards", "librande-maze", "alles-kaese", "mice-in-a-maze"])
@pytest.mark.parametrize("seed", range(4))
def test_what_a_judgement_finds_may_explain_it(name: str, seed: int) -> None:
    """Of tables after one or two acts, lawful or not, no judgement finds lawful play likelier than was held for possible."""
    game, random = find(name), Random(seed)
    state = walked(game, seed, 12 + seed)
    after = random.choice([game.play(state, action) for action in game.actions(state)])
    slips = [slip.scene for slip in game.slips(state)][:40]
    for scene in (game.scene(after), *random.sample(slips, 2)):
        eye = SceneEye(game.catalogue, game.layout_of(state), random, Noise(doubtful=0.1, doubt=0.2))
        reading = replace(eye.read(scene), busy_s=2.0)
        found = [one.log_p for one in Referee(game).judge(state, reading, ENDLESS).considered if not one.codes]
        assert not found or Referee(game).may_explain(state, reading, max(found) - 1e-6)


def test_what_no_play_explains_is_told_at_once() -> None:
    """Two cards of the maze lie in each other's places: nothing lawful comes near to that, and no judgement is needed."""
    trap = find("mouse-trap-cards")
    state = trap.start(trap.setup({}))
    slip = next(slip for slip in trap.slips(state) if slip.violations[0].code == "card-swapped")
    seen = reading_of(slip.scene, trap.catalogue, trap.layout_of(state))
    assert not Referee(trap).may_explain(state, seen, -7.0)
    assert Referee(trap).may_explain(state, reading_of(trap.scene(state), trap.catalogue, trap.layout_of(state)), -0.1)


def test_a_card_missing_beside_the_grid_speaks_against_nothing() -> None:
    """A card that somebody holds in the hand is left out of account in the end, and so it is here."""
    trap = find("mouse-trap-cards")
    state = trap.start(trap.setup({}))
    lies, pile = reading_of(trap.scene(state), trap.catalogue, trap.layout_of(state)), Zone("draw")
    held = tuple(TileClaim(pile, (LikelyLook(ABSENT, -0.001),)) if one.place == pile else one for one in lies.tiles)
    assert Referee(trap).may_explain(state, replace(lies, tiles=held), -1.0)
