"""A frame in which little has changed is read again only there, and what is read is what a full reading reads."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from simulated_scenes import random_scene

from calibration.teach import teach
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.reading import Reading
from companion.core.scene import ABSENT, Look, PieceAt, Scene
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision.again import Blocks, around, same_light
from vision.ground import GroundReader
from vision.kept_board import kept_board
from vision.locate import Locator
from vision.pose import Pose
from vision.reader import AGAIN, AT_MOST, Reader
from vision.rectify import Rectifier, block_of, plan_of
from vision.rig import Rig
from vision.simulator.camera import NO_FAULTS, SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures
from vision.steady import shrunk

TURNED = (Cell(1, 2), Cell(5, 4))


@pytest.fixture(scope="module")
def rig() -> Rig:
    table = Renderer(LAYOUT, CATALOGUE, seed=1, askew=0.5)
    return teach(teaching_pictures(table, seed=1), LAYOUT, CATALOGUE, table.markers, table.pose.lens)


@pytest.fixture
def camera() -> SimulatedCamera:
    return SimulatedCamera(Renderer(LAYOUT, CATALOGUE, seed=5), seed=2)


def after_a_turn(scene: Scene) -> Scene:
    """The scene with two tiles turned."""
    tiles = [tile._replace(look=tile.look._replace(turns=(tile.look.turns + 1) % 4)) if tile.place in TURNED else tile
             for tile in scene.tiles]  # fmt: skip
    return scene._replace(tiles=tuple(tiles))


def told(reading: object) -> dict[Place, object]:
    """The likeliest look of every place and the kinds of piece there."""
    assert isinstance(reading, Reading)
    kinds = sorted((claim.kind, str(claim.place)) for claim in reading.pieces if claim.count)
    return {claim.place: claim.best for claim in reading.tiles} | {Cell(-1, -1): kinds}


def test_a_turn_is_read_where_it_was_made(rig: Rig, camera: SimulatedCamera) -> None:
    """Two tiles are turned: only a part is read again, and the reading is that of a reader who reads all of it."""
    reader, scene = Reader(rig), random_scene(3)
    camera.show(scene)
    reader.read(camera.step(0.0))
    camera.show(after_a_turn(scene))
    frame = camera.step(0.2)
    assert told(reader.reread(frame)) == told(Reader(rig).read(frame))
    assert reader.in_part == 1


def test_a_drawing_that_is_known_is_expected(rig: Rig, camera: SimulatedCamera) -> None:
    """Whatever is likelier by itself; but not what was not even compared, and for no other frame."""
    reader, scene, cell = Reader(rig), random_scene(3)._replace(pieces=()), Cell(1, 2)
    camera.show(scene)
    frame = camera.step(0.0)
    before = reader.read(frame)
    assert isinstance(before, Reading)
    second = next(each.look for claim in before.tiles if claim.place == cell for each in claim.looks[1:] if each.look != ABSENT)
    assert told(reader.read(frame, {cell: second})) == told(before) | {cell: second}
    assert told(reader.read(frame, {cell: Look("nothing of the kind", "up", 0)})) == told(before) == told(reader.read(frame))


def test_a_reader_that_has_rested_reads_the_same(rig: Rig, camera: SimulatedCamera) -> None:
    """What it lets go of while nobody plays is only what it makes anew: a turn after that is read in part, and the same."""
    reader, scene = Reader(rig), random_scene(3)
    camera.show(scene)
    reader.read(camera.step(0.0))
    bank = reader._bank
    assert bank is not None and bank.footprints._planes and bank._views
    reader.rest()
    assert not (bank.footprints._planes or bank.coarse._dense or bank._views)
    camera.show(after_a_turn(scene))
    frame = camera.step(0.2)
    assert told(reader.reread(frame)) == told(Reader(rig).read(frame)) and reader.in_part == 1


def test_what_was_read_in_part_is_expected_next(rig: Rig, camera: SimulatedCamera) -> None:
    """Two tiles are turned: the kept board, painted again only where they lie, is the board painted whole."""
    ground, scene = GroundReader(rig), random_scene(3)._replace(pieces=())
    plans = []
    for number, after in enumerate((scene, after_a_turn(scene))):
        camera.show(after)
        picture = camera.step(number / 5).picture
        pose = Locator(rig).locate(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8))
        assert isinstance(pose, Pose)
        plans.append(Rectifier(ground.plan).rectify(picture, pose))
    before, quarter = ground.read(plans[0]), ground.quarter(plans[1])
    board, own = kept_board(before.expected), np.array([ground.cells.index(cell) for cell in TURNED])
    now = ground.again(before, plans[1], quarter, own, frozenset())
    for box in ground.otherwise(before, now, own, frozenset()):
        board.lay(box, ground.expected_in(now, quarter, board.room_around(box)))
    for left, upper in (block_of(ground.plan, LAYOUT, cell) for cell in TURNED):
        box = (left // 2 - 8, upper // 2 - 8, left // 2 + 40, upper // 2 + 40)
        kept, painted = board.window(box), ground.expected_in(now, quarter, box)
        inner = np.s_[8:-8, 8:-8]
        assert np.abs(kept.picture - painted.picture)[inner].max() < 1 > np.abs(kept.spread - painted.spread)[inner].max()
        assert np.abs(kept_board(before.expected).window(box).picture - painted.picture)[inner].max() > 50


def test_what_a_mouse_leaves_in_its_nest_is_seen(rig: Rig, camera: SimulatedCamera) -> None:
    """A mouse goes, a cheese on the nest's letter stays: read in part the same as read whole."""
    reader, scene, nest = Reader(rig), random_scene(3)._replace(pieces=()), Zone("N5")
    camera.show(scene._replace(pieces=(PieceAt("mouse-red", nest, Facing.N),)))
    reader.read(camera.step(0.0))
    camera.show(scene._replace(pieces=(PieceAt("cheese", nest),)))
    frame = camera.step(0.2)
    assert ("cheese", str(nest)) in told(reader.reread(frame))[Cell(-1, -1)]
    assert told(reader.reread(frame)) == told(Reader(rig).read(frame)) and reader.in_part >= 1


def test_in_other_light_all_is_read(rig: Rig, camera: SimulatedCamera) -> None:
    """A lamp goes on: nothing of what was read last is kept."""
    reader = Reader(rig)
    camera.show(random_scene(3))
    reader.read(camera.step(0.0))
    camera.go_wrong(replace(NO_FAULTS, light=0.8))
    assert isinstance(reader.reread(camera.step(0.2)), Reading) and reader.in_part == 0


def test_a_pushed_camera_is_not_at_rest(rig: Rig, camera: SimulatedCamera) -> None:
    """The markers' corners tell a push of two millimetres from a camera that trembles."""
    reader = Reader(rig)
    camera.show(random_scene(3))
    reader.read(camera.step(0.0))
    reader.reread(camera.step(0.2))
    assert reader.in_part == 1
    camera.go_wrong(replace(NO_FAULTS, bump_mm=(2.0, 0.0)))
    assert isinstance(reader.reread(camera.step(0.4)), Reading) and reader.in_part == 1


def test_a_camera_at_rest_is_told_though_its_lens_is_not_known(rig: Rig, camera: SimulatedCamera) -> None:
    """The first frame may teach the lens; once the pose was found again markers need not be looked for to see that it rests."""
    locator = Locator(replace(rig, lens=replace(rig.lens, calibrated=False)))
    camera.show(random_scene(3))
    grey = np.asarray(cv2.cvtColor(camera.step(0.0).picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    pose = locator.locate(grey)
    assert locator.at_rest(grey) is None
    assert locator.locate(grey) is pose is locator.at_rest(grey)


def test_what_lies_in_a_changed_place_is_looked_for_again() -> None:
    """A change in a cell: its piece and one that leans into it are looked for again, those elsewhere stay."""
    blocks = Blocks(plan_of(LAYOUT), {Cell(0, 0): (40, 40, 72, 72), Cell(0, 5): (200, 40, 232, 72)})
    changed = np.zeros(blocks.shape, np.bool_)
    changed[13:15, 13:15] = True
    pieces = [(44, 60, 52, 70), (200, 40, 220, 60), (56, 58, 80, 76)]
    part = blocks.part(changed, pieces, [Cell(0, 0), Cell(0, 5), Cell(0, 1)], frozenset({Cell(0, 0), Cell(0, 5)}), 20)
    assert part is not None and part.kept == (1,) and part.places == {Cell(0, 0), Cell(0, 1)} and len(part.windows) == 1


def test_a_change_in_a_cell_is_none_beside_it() -> None:
    """What changes in a cell is seen a block around it; what lies beside the cell changes more."""
    cell = Cell(0, 0)
    blocks = Blocks(plan_of(LAYOUT), {cell: (40, 40, 72, 72)})
    around, farther = np.zeros(blocks.shape, np.bool_), np.zeros(blocks.shape, np.bool_)
    around[9:19, 9:19] = True
    farther[10:14, 18:21] = True
    assert not blocks.beside(around, frozenset({cell})) and blocks.beside(farther, frozenset({cell}))


def test_what_spills_over_a_rim_is_the_neighbours() -> None:
    """A change in a cell shows two blocks beside it as well: the cell beside is not read again, one that it fills halfway is."""
    left, right = Cell(0, 0), Cell(0, 1)
    blocks = Blocks(plan_of(LAYOUT), {left: (40, 40, 72, 72), right: (72, 40, 104, 72)})
    for reach, touched in ((2, {left}), (4, {left, right})):
        changed = np.zeros(blocks.shape, np.bool_)
        changed[10:18, 10 : 18 + reach] = True
        part = blocks.part(changed, [], [], frozenset({left, right}), 0)
        assert part is not None and part.places == touched


def test_only_what_has_changed_is_renewed() -> None:
    """The window around what is marked within another ends at multiples of eight, and holds nothing else."""
    inner = np.zeros((64, 64), np.bool_)
    inner[20:31, 17:40] = inner[60:, 60:] = True
    assert around(inner, (8, 8, 48, 56)) == (16, 16, 40, 32)


def test_light_is_the_same_while_it_drifts() -> None:
    """Three parts in a hundred are drift, a tenth is not."""
    grey = np.full((40, 40, 3), 120, np.float32)
    assert same_light(grey, grey * np.float32(1.03)) and not same_light(grey, grey * np.float32(1.1))


def test_what_stays_unexplained_is_kept_where_only_a_part_is_read_again(rig: Rig, camera: SimulatedCamera) -> None:
    """A place of which nothing changes, beside one that does, has as much unexplained as before."""
    reader, scene = Reader(rig), random_scene(3)._replace(pieces=())
    camera.show(scene)
    reader.read(camera.step(0.0))
    assert reader._kept is not None
    beside = Cell(TURNED[0].row, TURNED[0].col + 1)
    reader._kept = replace(reader._kept, steps=replace(reader._kept.steps, left={beside: 99.0, TURNED[0]: 99.0}))
    camera.show(after_a_turn(scene))
    reader.reread(camera.step(0.2))
    left = reader._kept.steps.left
    assert reader.in_part == 1 and left[beside] == 99.0 and left.get(TURNED[0], 0.0) < 99.0


def test_many_readings_of_parts_owe_one_of_all(rig: Rig, camera: SimulatedCamera) -> None:
    """After AGAIN of them, or in somewhat other light, all is owed; AT_MOST are made without it."""
    reader = Reader(rig)
    camera.show(random_scene(3))
    frame = camera.step(0.0)
    small = shrunk(frame.picture)
    assert not reader.owes(small)
    reader.read(frame)
    assert reader._kept is not None and not reader.owes(small) and reader.owes(small * np.float32(1.03))
    for parts, owed, in_part in ((AGAIN - 1, True, 1), (AT_MOST - 1, True, 2), (AT_MOST, False, 2)):
        reader._kept = replace(reader._kept, parts=parts)
        reader.reread(frame)
        assert (reader.owes(small), reader.in_part) == (owed, in_part)
