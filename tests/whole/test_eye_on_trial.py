"""The eye of a simulated table passes its trial, or is left out for a reason that is said."""

from __future__ import annotations

import pytest

from companion.app.play import seated
from companion.app.simulated_eye import NoEye, TaughtEye, open_eye
from companion.games import GAMES, find
from companion.simulated.rehearsal import dealt, pieces_met
from vision.simulator.renderer import Renderer

SEED = 5
ALIKE = "mouse-trap-cards"


def tried(game_id: str) -> TaughtEye | NoEye:
    game = find(game_id)
    truth = dealt(game, game.start(game.setup({})), SEED)
    seats = game.seats(truth)
    renderer = Renderer(seated(game.layout_of(truth), seats), game.catalogue, SEED)
    kinds = frozenset([*pieces_met(game, truth, 0), *(kind for seat in seats for kind in seat.pieces)])
    return open_eye(game, renderer, truth, SEED, kinds)


@pytest.mark.parametrize("game_id", [name for name in GAMES if name != ALIKE])
def test_the_eye_passes_its_trial(game_id: str) -> None:
    """Taught from drawn pictures it sees drawn tables of a game as they are."""
    eye = tried(game_id)
    assert eye.can_read, eye.why


def test_an_eye_that_is_unsure_of_much_is_left_out() -> None:
    """Where half of the cards show a picture that others show too, an honest player might be accused."""
    eye = tried(ALIKE)
    assert not eye.can_read and "unsure of" in eye.why
