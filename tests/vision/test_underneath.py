"""Below a piece the drawing is told from what the piece leaves to be seen."""

from __future__ import annotations

from collections.abc import Sequence, Set
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.teach import teach
from companion.app.play import seated
from companion.app.simulated_eye import cast_of
from companion.core.game import Game
from companion.core.grid import Cell, Place
from companion.core.reading import PieceClaim, Reading
from companion.core.scene import Scene
from companion.games import find
from companion.simulated.rehearsal import dealt
from vision.bare import Bare
from vision.frame import Frame
from vision.light import Array
from vision.over_tiles import NO_TILE, PIECE
from vision.reader import Reader
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures
from vision.tiles import NATS, NATS_APART, SEEN
from vision.underneath import BLAMED, WITH_SHADOW, Seen, Shown, Underneath

GAME, CARDS = find("librande-maze"), find("alles-kaese")
SKIN, SLEEVE = (110, 150, 205), (60, 150, 40)


def taught(game: Game[Any, Any]) -> Reader:
    state = dealt(game, game.start(game.setup({})), 3)
    table = Renderer(seated(game.layout_of(state), game.seats(state)), game.catalogue, 3)
    pictures = teaching_pictures(table, 3, copies=cast_of(game, state, 3))
    return Reader(teach(pictures, table.layout, game.catalogue, table.markers, table.pose.lens))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return taught(GAME)


def crowded(seed: int) -> Scene:
    """A table all of whose heroes stand on a dozen tiles."""
    scene, chance = GAME.scene(dealt(GAME, GAME.start(GAME.setup({})), seed)), Random(seed)
    cells = [tile.place for tile in scene.tiles if isinstance(tile.place, Cell)]
    chance.shuffle(cells)
    standing = [piece for piece in scene.pieces if isinstance(piece.place, Cell)]
    return Scene(scene.tiles, tuple(piece._replace(place=cells[n % 12]) for n, piece in enumerate(standing)))


@pytest.mark.parametrize("seed", [10, 14, 17])
def test_what_stands_on_a_tile_is_no_part_of_its_drawing(reader: Reader, seed: int) -> None:
    """Every tile is read right, and surely though tokens hide a third of a dozen of them; below the Dragon there is doubt."""
    scene = crowded(seed)
    drawn = Renderer(reader.rig.layout, GAME.catalogue, seed + 50).draw(scene)
    reading = reader.read(Frame(0, 0.0, drawn))
    assert isinstance(reading, Reading)
    cells = [tile.place for tile in scene.tiles if isinstance(tile.place, Cell)]
    claims = {cell: reading.tile(cell) for cell in cells}
    wrong = [cell for cell, claim in claims.items() if claim is None or claim.best != scene.tile(cell)]
    dragons = {piece.place for piece in scene.pieces if piece.kind == "dragon"}
    assert not wrong and reading.unsure <= dragons


def test_what_lies_below_pieces_costs_no_more_than_a_tile(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """However closely drawings were compared there: what costs much more in two neighbours is taken for a hand."""
    told: list[float] = []

    def keep(
        cells: Sequence[Cell], costs: Array, claims: Sequence[PieceClaim], hidden: Set[Place], tinted: Array, bulky: Set[str]
    ) -> frozenset[Cell]:
        told.extend(float(cost) / SEEN**2 for cost in costs)
        return frozenset()

    monkeypatch.setattr("vision.claims.over_tiles", keep)
    for seed in (10, 14, 17):
        reader.read(Frame(0, 0.0, Renderer(reader.rig.layout, GAME.catalogue, seed + 50).draw(crowded(seed))))
    assert told and max(told) < NO_TILE + PIECE


def test_a_card_half_under_a_hand_is_read_by_the_other_half() -> None:
    """What lies over a third of a card says nothing; two thirds tell which card it is, and a hand is seen all the same."""
    reader, cell = taught(CARDS), Cell(0, 2)
    scene, layout = CARDS.scene(dealt(CARDS, CARDS.start(CARDS.setup({})), 5)), reader.rig.layout
    table = Renderer(layout, CARDS.catalogue, 55)
    picture, (across, down) = table.draw(scene), layout.pitch_mm
    arm = np.array([[cell.col, -9], [cell.col + 1, -9], [cell.col + 1, 0.32], [cell.col, 0.32]]) * (across, down)
    cv2.fillPoly(picture, [np.round(table.pose.project(arm)).astype(np.int32)], SKIN)
    reading = reader.read(Frame(0, 0.0, picture))
    assert isinstance(reading, Reading) and reading.hand and cell not in reading.hidden | reading.unsure
    claim = reading.tile(cell)
    assert claim is not None and claim.best == scene.tile(cell)


def test_a_tile_half_under_a_hand_is_glimpsed(reader: Reader) -> None:
    """Where pieces stand a hand may hide one: the place stays hidden, but its drawing is told by what shows of it."""
    scene, layout = GAME.scene(dealt(GAME, GAME.start(GAME.setup({})), 5)), reader.rig.layout
    standing = {piece.place for piece in scene.pieces}
    cell = next(Cell(1, col) for col in range(1, layout.cols) if Cell(1, col) not in standing)
    table = Renderer(layout, GAME.catalogue, 55)
    picture, (across, down) = table.draw(scene), layout.pitch_mm
    arm = np.array([[cell.col - 0.4, -9], [cell.col + 1.4, -9], [cell.col + 1.4, 1.3], [cell.col - 0.4, 1.3]]) * (across, down)
    cv2.fillPoly(picture, [np.round(table.pose.project(arm)).astype(np.int32)], SLEEVE)
    reading = reader.read(Frame(0, 0.0, picture))
    assert isinstance(reading, Reading) and reading.hand and cell in reading.hidden & reading.glimpsed
    claim = reading.tile(cell)
    assert claim is not None and claim.best == scene.tile(cell)
    assert Cell(0, cell.col) in reading.hidden - reading.glimpsed


def test_drawings_that_are_no_twins_are_told_apart_more_surely(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same lead in cost tells more where the other drawing is no twin of the best."""
    judge, rivals = reader._judge, reader._ground.rivals
    rows, costs, even = np.array([0, 4]), np.array([80.0, 116.0], np.float32), np.zeros(2, np.float32)
    leads = []
    for twins in (False, True):
        monkeypatch.setattr(rivals, "twins", np.full_like(rivals.twins, twins))
        first, second = judge._tile_by(Cell(0, 0), rows, costs, 1.0, even).looks
        leads.append(first.log_p - second.log_p)
    assert np.allclose(leads, [36 / NATS_APART, 36 / NATS])


def test_where_a_mirror_or_a_hole_is_seen_a_tile_that_never_moves_lies_there(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is seen tells neither way; in a corner, where the same tile always lay, that is not even odds."""
    reader.read(Frame(0, 0.0, Renderer(reader.rig.layout, GAME.catalogue, 60).draw(crowded(10))))
    assert reader._kept is not None
    eye, ground = reader._ground, reader._kept.steps.ground
    monkeypatch.setattr("vision.ground.maybe_mirror", lambda *_: True)
    monkeypatch.setattr(eye._details, "shown", lambda seen: np.zeros(len(seen), np.float32))
    monkeypatch.setattr(Bare, "odds_of_holes", lambda self, drawn, bent: np.full(len(drawn), 20.0, np.float32))
    staying = np.where(np.arange(len(eye.cells)) % 2, 3.0, 0.0).astype(np.float32)
    monkeypatch.setattr(eye, "_staying", staying)
    seen = np.full((len(staying), SEEN**2 * 3), 100, np.float32)
    assert np.array_equal(eye._holes(seen, ground.gains, ground.fits, ground.table), -staying)


def test_a_body_is_blamed_for_its_shadow_too(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing may cost twice as much for each pixel that a chest covers as for one below a token that lies flat."""
    flat = {sprite.kind for sprite in reader.rig.appearance.sprites if sprite.flat}
    scene, told, asked = crowded(10), set[tuple[bool, float]](), Underneath._on_top

    def keep(self: Underneath, cell: Cell, seen: Seen) -> tuple[list[Shown], float]:
        shown, blamed = asked(self, cell, seen)
        here = {piece.kind for piece in scene.pieces if piece.place == cell}
        if shown and len(here) == 1:
            told.add((here <= flat, blamed))
        return shown, blamed

    monkeypatch.setattr(Underneath, "_on_top", keep)
    reader.read(Frame(0, 0.0, Renderer(reader.rig.layout, GAME.catalogue, 60).draw(scene)))
    assert told == {(True, BLAMED), (False, BLAMED * WITH_SHADOW)}
