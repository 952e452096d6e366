"""The eye of every game's simulated table passes its trial: all five games are read from pixels."""

from __future__ import annotations

import pytest

from companion.app.play import seated
from companion.app.simulated_eye import open_eye
from companion.games import GAMES, find
from companion.simulated.rehearsal import dealt, pieces_met
from vision.simulator.renderer import Renderer

SEED = 5


@pytest.mark.parametrize("game_id", GAMES)
def test_the_eye_passes_its_trial(game_id: str) -> None:
    """Taught from drawn pictures it sees drawn tables of a game as they are."""
    game = find(game_id)
    truth = dealt(game, game.start(game.setup({})), SEED)
    seats = game.seats(truth)
    renderer = Renderer(seated(game.layout_of(truth), seats), game.catalogue, SEED)
    kinds = frozenset([*pieces_met(game, truth, 0), *(kind for seat in seats for kind in seat.pieces)])
    eye = open_eye(game, renderer, truth, SEED, kinds)
    assert eye.can_read, eye.why
