"""The eye reads the simulated table: taught by its teaching pictures, tried on scenes it has never seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from simulated_scenes import random_scene

from calibration.teach import teach
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.reading import NoReading, Reading
from companion.core.scene import ABSENT, Scene
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision.frame import Frame
from vision.reader import Reader
from vision.simulator.camera import NO_FAULTS, Faults, SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures
from vision.steps import Steps

SCENES = 5
HOLE = Cell(4, 5)
"""Where a tile is missing."""
PIECES_WRONG = 0.08
FACINGS_WRONG = 0.15
"""The share that may be misread: crowded places are not always told right from one frame."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    table = Renderer(LAYOUT, CATALOGUE, seed=1, askew=0.5)
    return Reader(teach(teaching_pictures(table, seed=1), LAYOUT, CATALOGUE, table.markers, table.pose.lens))


@pytest.fixture(scope="module")
def camera() -> SimulatedCamera:
    """The same table on another evening: everything lies otherwise than when it was taught."""
    return SimulatedCamera(Renderer(LAYOUT, CATALOGUE, seed=5), seed=2)


@pytest.fixture(scope="module")
def readings(reader: Reader, camera: SimulatedCamera) -> list[tuple[Scene, Reading]]:
    """Several scenes, each with what was read of it, minutes apart."""
    scenes = [random_scene(seed) for seed in range(SCENES)]
    return [(scene, _read(reader, camera, scene, 60.0 * n)) for n, scene in enumerate(scenes)]


def _read(reader: Reader, camera: SimulatedCamera, scene: Scene, now_s: float) -> Reading:
    camera.show(scene)
    result = reader.read(camera.step(now_s))
    assert not isinstance(result, NoReading), result
    return result


def _wrong_tiles(reading: Reading, scene: Scene, hidden: frozenset[Place] = frozenset()) -> list[str]:
    """Every visible cell, and every zone with a tile, whose likeliest look is not the true one."""
    zones = [tile.place for tile in scene.tiles if isinstance(tile.place, Zone)]
    visible = [place for place in (*LAYOUT.cells(), *zones) if place not in reading.hidden | hidden]
    claims = {place: reading.tile(place) for place in visible}
    return [
        f"{place}: {claim.best if claim else None}, not {scene.tile(place)}"
        for place, claim in claims.items()
        if claim is None or claim.best != scene.tile(place)
    ]


def _wrong_pieces(reading: Reading, scene: Scene) -> list[str]:
    """Every (kind, place) whose count is not the true one."""
    true = Counter((piece.kind, piece.place) for piece in scene.pieces)
    seen = {(claim.kind, claim.place): claim.count for claim in reading.pieces}
    differ = [key for key in sorted({*true, *seen}, key=str) if seen.get(key, 0) != true[key]]
    return [f"{key}: {seen.get(key, 0)}, not {true[key]}" for key in differ]


def _wrong_facings(reading: Reading, scene: Scene) -> list[str]:
    """Every directed piece that was found in its place but is said to look another way."""
    claims = {(claim.kind, claim.place): claim for claim in reading.pieces if claim.count}
    directed = [(piece, claims.get((piece.kind, piece.place))) for piece in scene.pieces if piece.facing is not None]
    return [f"{piece}: {claim.facing}" for piece, claim in directed if claim is not None and claim.facing != piece.facing]


def test_every_tile_is_read_right(readings: list[tuple[Scene, Reading]]) -> None:
    """Kind, face and turns of every tile, with pieces standing on many of them."""
    assert [wrong for scene, reading in readings for wrong in _wrong_tiles(reading, scene)] == []


def test_pieces_are_read_right_but_for_a_few(readings: list[tuple[Scene, Reading]]) -> None:
    """Mice, cheeses on mice, on tiles, in nests and in the Chamber, marbles: how many of each where."""
    wrong = [line for scene, reading in readings for line in _wrong_pieces(reading, scene)]
    assert len(wrong) <= PIECES_WRONG * sum(len(scene.pieces) for scene, _ in readings), wrong


def test_facings_are_read_right_but_for_a_few(readings: list[tuple[Scene, Reading]]) -> None:
    """Which way each mouse looks."""
    wrong = [line for scene, reading in readings for line in _wrong_facings(reading, scene)]
    directed = sum(piece.facing is not None for scene, _ in readings for piece in scene.pieces)
    assert len(wrong) <= FACINGS_WRONG * directed, wrong


@pytest.mark.parametrize(
    "style", range(5)
)
def test_a_hand_hides_what_it_covers_and_nothing_else_is_misread(reader: Reader, camera: SimulatedCamera, style: int) -> None:
    """The reader notices hands of every colour; what is far from them is read as without."""
    scene = random_scene(style)
    camera.reach(Facing(style % 4), [Cell(3, 2 + style % 3)], 0.5, style=style)
    reading = _read(reader, camera, scene, now_s=10.0 * style)
    hidden = camera.shown()[1]
    camera.withdraw()
    assert reading.hand
    assert len(hidden & reading.hidden) >= 0.75 * len(hidden), sorted(map(str, hidden - reading.hidden))
    assert _wrong_tiles(reading, scene, hidden) == []
    assert sum(claim.count for claim in reading.pieces if claim.place in hidden - reading.hidden) <= 3


@pytest.mark.parametrize(
    ("cell", "rim", "is_hand", "is_hidden"),
    [
        pytest.param(HOLE, 0, False, False, id="all of a hole"),
        pytest.param(Cell(1, 1), 0, True, True, id="all of a tile"),
        pytest.param(Cell(1, 1), 24, True, False, id="the rim of a tile"),
    ],
)
def test_what_is_strange_about_a_hole_is_no_hand(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, cell: Cell, rim: int, is_hand: bool, is_hidden: bool
) -> None:
    """A hand at the rim of a tile is one, though it hides nothing."""
    scene, table, judge = random_scene(0), Renderer(LAYOUT, CATALOGUE, seed=5), reader._judge.judge
    drawn = table.draw(scene._replace(tiles=tuple(tile for tile in scene.tiles if tile.place != HOLE), pieces=()))

    def touched(frame: Frame, steps: Steps, *more: Any) -> Reading:
        left, upper, right, lower = reader._judge.blocks[cell]
        strange = np.zeros_like(steps.strange)
        strange[upper:lower, left + rim : right] = True
        return judge(frame, replace(steps, strange=strange), *more)

    monkeypatch.setattr(reader._judge, "judge", touched)
    reading = reader.read(Frame(0, 0.0, drawn))
    assert isinstance(reading, Reading) and (reading.hand, cell in reading.hidden) == (is_hand, is_hidden)


def test_a_player_without_a_tile_is_seen_to_have_none(readings: list[tuple[Scene, Reading]]) -> None:
    """Where no tile lies in front of a seat, none is claimed."""
    zones = [zone.place for zone in LAYOUT.zones if zone.holds_tile]
    empty = [(scene, reading, zone) for scene, reading in readings for zone in zones if scene.tile(zone) == ABSENT]
    assert empty and all((claim := reading.tile(zone)) is not None and claim.best == ABSENT for _, reading, zone in empty)


def test_a_bumped_camera_still_reads(reader: Reader, camera: SimulatedCamera) -> None:
    """The markers carry the pose along when the camera is pushed by a finger's breadth."""
    scene = random_scene(0)
    camera.go_wrong(Faults(bump_mm=(14.0, -9.0), bump_deg=2.0))
    reading = _read(reader, camera, scene, now_s=1.0)
    camera.go_wrong(NO_FAULTS)
    assert _wrong_tiles(reading, scene) == []
