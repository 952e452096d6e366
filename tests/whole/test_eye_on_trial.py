"""The eye of a simulated table passes its trial, or is left out for a reason that is said."""

from __future__ import annotations

import math
from typing import Any

import pytest

from companion.app import simulated_eye
from companion.app.play import seated
from companion.app.simulated_eye import NoEye, TaughtEye, misseen, open_eye
from companion.core.grid import Cell
from companion.core.reading import Reading
from companion.core.scene import Scene
from companion.games import GAMES, find
from companion.simulated.rehearsal import dealt, pieces_met
from vision.frame import Frame
from vision.simulator.renderer import Renderer

SEED = 5


def laid_out(game_id: str) -> tuple[Renderer, Any, frozenset[str]]:
    """A drawn table at the start of a game, what lies on it, and the kinds of piece that take part."""
    game = find(game_id)
    truth = dealt(game, game.start(game.setup({})), SEED)
    seats = game.seats(truth)
    renderer = Renderer(seated(game.layout_of(truth), seats), game.catalogue, SEED)
    kinds = frozenset([*pieces_met(game, truth, 0), *(kind for seat in seats for kind in seat.pieces)])
    return renderer, truth, kinds


def tried(game_id: str) -> TaughtEye | NoEye:
    renderer, truth, kinds = laid_out(game_id)
    return open_eye(find(game_id), renderer, truth, SEED, kinds)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_eye_passes_its_trial(game_id: str) -> None:
    """Taught from drawn pictures it sees drawn tables of a game as they are, also where several cards show the same picture."""
    eye = tried(game_id)
    assert eye.can_read, eye.why


def test_an_eye_that_is_unsure_of_more_than_it_may_be_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """An honest player might be accused; the share is set so low here that any eye is."""
    monkeypatch.setattr(simulated_eye, "MOST_UNSURE", -1.0)
    eye = tried("four-blind-mice")
    assert not eye.can_read and "unsure of" in eye.why


def test_a_tile_below_the_dragon_is_told_with_due_doubt() -> None:
    """The Dragon hides half of a tile and shades more: what lies there stays likely, and nobody is sure of another one."""
    eye, (renderer, truth, _) = tried("librande-maze"), laid_out("librande-maze")
    assert isinstance(eye, TaughtEye), eye.why
    scene, cells = find("librande-maze").scene(truth), [Cell(row, column) for row in range(0, 7, 2) for column in range(0, 7, 2)]
    likely, sure = 0, 0
    for cell in cells:
        pieces = (piece._replace(place=cell) if piece.kind == "dragon" else piece for piece in scene.pieces)
        there = Scene(scene.tiles, tuple(piece for piece in pieces if piece.kind == "dragon" or piece.place != cell))
        reading = eye.full.read(Frame(0, 0.0, renderer.draw(there)))
        assert isinstance(reading, Reading)
        claim = next(claim for claim in reading.tiles if claim.place == cell)
        likely += claim.score(there.tile(cell)) > math.log(0.1)
        sure += claim.log_p > math.log(0.9) and cell in misseen(renderer, there, reading)
    assert likely >= 3 / 4 * len(cells) and not sure


def test_cards_that_share_a_picture_make_no_place_doubtful() -> None:
    """Half of the Mouse Trap cards show a picture that others show too; the eye is sure of what it sees all the same."""
    game = find("mouse-trap-cards")
    pictures = game.catalogue.pictures()
    assert len(set(pictures.values())) < len(pictures)
    renderer, truth, kinds = laid_out("mouse-trap-cards")
    eye = open_eye(game, renderer, truth, SEED, kinds)
    assert isinstance(eye, TaughtEye)
    reading = eye.full.read(Frame(0, 0.0, renderer.draw(game.scene(truth))))
    assert isinstance(reading, Reading) and not reading.unsure
    assert any(claim.log_p < math.log(0.6) for claim in reading.tiles)
