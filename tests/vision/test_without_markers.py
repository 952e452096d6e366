"""A table without markers: four corners told once, and the camera found by the table from then on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest
from simulated_scenes import random_scene

from calibration.tapped import poses_of_tapped
from calibration.teach import table_view
from companion.core.grid import Cell, Facing
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision.board import grid_corners_mm
from vision.follow import with_findable
from vision.frame import TeachingPicture
from vision.lens import Lens, nominal_lens
from vision.locate import Locator, Lost, pushed
from vision.pose import Pose
from vision.rig import Appearance, Rig, load_rig, save_rig
from vision.simulator.camera import NO_FAULTS, Faults, SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures
from vision.surface import Surface
from vision.view import evened, make_view

CORNERS = grid_corners_mm(LAYOUT)
ART = Appearance((), np.zeros((0, 64, 64, 3), np.float32), np.zeros((0, 64, 64), np.float16))
"""Where the camera is has nothing to do with what tiles look like."""


@pytest.fixture(scope="module")
def table() -> Renderer:
    return Renderer(LAYOUT, CATALOGUE, seed=3, marked=False)


@pytest.fixture(scope="module")
def taught(table: Renderer) -> list[TeachingPicture]:
    return teaching_pictures(table, seed=1)[:4]


@pytest.fixture(scope="module")
def rig(taught: list[TeachingPicture]) -> Rig:
    """A table without markers, its lens unknown."""
    poses = poses_of_tapped(taught, LAYOUT, nominal_lens((taught[0].picture.shape[1], taught[0].picture.shape[0])))
    return Rig(LAYOUT, CATALOGUE, None, poses[-1].lens, ART, view=table_view(taught, poses, LAYOUT))


@pytest.fixture
def camera(table: Renderer) -> Iterator[SimulatedCamera]:
    """The same table on another evening."""
    camera = SimulatedCamera(table, seed=2)
    camera.show(random_scene(0))
    yield camera
    table.move_camera((0.0, 0.0), 0.0)


def grey_of(camera: SimulatedCamera, now_s: float) -> np.ndarray:
    return np.asarray(cv2.cvtColor(camera.step(now_s).picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def error_px(pose: Pose | Lost, camera: SimulatedCamera) -> float:
    """How far the worst corner of the board is from where it truly is."""
    assert isinstance(pose, Pose), pose
    return float(np.linalg.norm(pose.project(CORNERS) - camera.renderer.pose.project(CORNERS), axis=1).max())


def test_scenes_of_another_evening_are_found(rig: Rig, camera: SimulatedCamera) -> None:
    """Tiles and pieces lie otherwise than in the teaching pictures, the light drifts: the corners are where they are."""
    errors = []
    for number in range(4):
        camera.show(random_scene(number))
        errors.append(error_px(Locator(rig).locate(grey_of(camera, 40.0 * number)), camera))
    assert np.mean(errors) < 1.0
    assert max(errors) < 2.5


@pytest.mark.parametrize(("bump_mm", "bump_deg"), [((1.0, 0.5), 0.0), ((-6.0, 4.0), 1.0), ((7.0, 7.0), -2.0), ((0.0, -9.9), 2.0)])
def test_a_push_is_noticed_and_followed(
    rig: Rig, camera: SimulatedCamera, bump_mm: tuple[float, float], bump_deg: float
) -> None:
    """A camera pushed by up to 10 mm and 2 degrees is followed, and how far it was pushed is known."""
    locator = Locator(rig)
    locator.locate(grey_of(camera, 0.0))
    camera.go_wrong(Faults(bump_mm=bump_mm, bump_deg=bump_deg))
    assert error_px(locator.locate(grey_of(camera, 1.0)), camera) < 1.0
    assert locator.push.mm == pytest.approx(np.hypot(*bump_mm), abs=1.0)
    assert locator.push.degrees == pytest.approx(abs(bump_deg), abs=0.15)


@pytest.mark.parametrize(("bump_mm", "bump_deg"), [((20.0, 0.0), 0.0), ((0.0, 0.0), 3.5), ((60.0, 40.0), 5.0)])
def test_a_larger_push_is_reported(rig: Rig, camera: SimulatedCamera, bump_mm: tuple[float, float], bump_deg: float) -> None:
    """Farther than that nothing is read; with the camera back in its place all is well."""
    locator = Locator(rig)
    locator.locate(grey_of(camera, 0.0))
    camera.go_wrong(Faults(bump_mm=bump_mm, bump_deg=bump_deg))
    lost = locator.locate(grey_of(camera, 1.0))
    assert isinstance(lost, Lost)
    assert (lost.code, "tap" in lost.remedy) == ("bumped", True)
    camera.go_wrong(NO_FAULTS)
    assert error_px(locator.locate(grey_of(camera, 2.0)), camera) < 1.0


def test_four_corners_tapped_anew_count_from_then_on(rig: Rig, camera: SimulatedCamera) -> None:
    """After a push that was too far a person taps the corners; the next small push is followed from there."""
    locator = Locator(rig)
    camera.go_wrong(Faults(bump_mm=(40.0, 0.0), bump_deg=3.0))
    grey = grey_of(camera, 0.0)
    assert isinstance(locator.locate(grey), Lost)
    locator.tapped(grey, camera.renderer.pose.project(CORNERS))
    camera.go_wrong(Faults(bump_mm=(44.0, 3.0), bump_deg=3.5))
    assert error_px(locator.locate(grey_of(camera, 1.0)), camera) < 1.0


@pytest.mark.parametrize("style", range(2))
def test_a_hand_does_not_pull(rig: Rig, camera: SimulatedCamera, style: int) -> None:
    """With a hand and sleeve in the picture, and the camera pushed besides, the corners stay right."""
    locator = Locator(rig)
    camera.reach(Facing(style), [Cell(3, 2 + style)], 0.5, style=style)
    assert error_px(locator.locate(grey_of(camera, 0.0)), camera) < 1.0
    camera.go_wrong(Faults(bump_mm=(5.0, -5.0), bump_deg=1.5))
    assert error_px(locator.locate(grey_of(camera, 1.0)), camera) < 1.0


@pytest.mark.parametrize("faults", [Faults(light=0.3), Faults(glare=(120.0, 150.0, 90.0)), Faults(blur_px=2.5)])
def test_light_and_blur_do_not_pull(rig: Rig, camera: SimulatedCamera, faults: Faults) -> None:
    """Darker, with a mirrored lamp, out of focus: the corners stay right, pushed or not."""
    locator = Locator(rig)
    camera.go_wrong(faults)
    assert error_px(locator.locate(grey_of(camera, 0.0)), camera) < 1.0
    camera.go_wrong(replace(faults, bump_mm=(-5.0, 5.0), bump_deg=-1.5))
    assert error_px(locator.locate(grey_of(camera, 1.0)), camera) < 1.0


def nearly_black(grey: np.ndarray, seed: int) -> np.ndarray:
    """The same by so little light that the camera's noise is most of what a table shows."""
    noise = np.random.default_rng(seed).normal(0, 2.5, grey.shape)
    return np.asarray(np.clip(6 + 0.02 * grey.astype(np.float32) + noise, 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("seed", range(3))
def test_a_table_in_hardly_any_light_is_followed(
    taught: list[TeachingPicture], rig: Rig, camera: SimulatedCamera, seed: int
) -> None:
    """Taught and seen so dark that most points that stand out are noise: that nothing has moved is told, and a push followed to
    a pixel."""
    shown = [np.asarray(cv2.cvtColor(picture.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8) for picture in taught]
    greys = [nearly_black(grey, number) for number, grey in enumerate(shown)]
    assert rig.view is not None
    view = with_findable(make_view(greys, rig.view.pose, LAYOUT), greys, LAYOUT)
    locator = Locator(replace(rig, view=view))
    assert locator.locate(nearly_black(grey_of(camera, 0.0), 10 + seed)) is view.pose
    camera.go_wrong(Faults(bump_mm=(4.0, -3.0), bump_deg=0.8))
    assert error_px(locator.locate(nearly_black(grey_of(camera, 1.0), 20 + seed)), camera) < 1.0


def test_all_that_the_table_shows_settles_a_pose(rig: Rig, camera: SimulatedCamera) -> None:
    """A pose that is two pixels off is right to a third of one when all steady slopes have their say."""
    assert rig.view is not None
    off = replace(rig.view.pose, translation=rig.view.pose.translation + np.array([1.5, -1.0, 4.0]))
    assert error_px(off, camera) > 1.5
    settled = Surface(rig.view, LAYOUT).settled(evened(grey_of(camera, 0.0)), off)
    assert error_px(settled, camera) < 0.33


def test_a_camera_that_stands_still_keeps_its_pose(rig: Rig, camera: SimulatedCamera) -> None:
    """The very same pose again while only the light, the pieces and a tenth of a pixel change: nothing has to be redrawn."""
    locator = Locator(rig)
    first = locator.locate(grey_of(camera, 0.0))
    camera.show(random_scene(1))
    assert all(locator.locate(grey_of(camera, 10.0 * number)) is first for number in range(1, 4))


def test_what_is_not_this_table_is_not_taken_for_it(rig: Rig, camera: SimulatedCamera) -> None:
    """The picture upside down, noise and plain grey give a reason instead of a pose."""
    here = grey_of(camera, 0.0)
    noise = np.random.default_rng(1).integers(0, 255, here.shape).astype(np.uint8)
    for grey in (np.ascontiguousarray(here[::-1, ::-1]), noise, np.full_like(here, 120)):
        lost = Locator(rig).locate(grey)
        assert isinstance(lost, Lost)
        assert lost.why
        assert lost.remedy


def test_on_a_bare_table_tiles_laid_anew_do_not_move_the_board(taught: list[TeachingPicture], camera: SimulatedCamera) -> None:
    """With nothing in sight that stays, tiles that lie about where others lay leave the pose as it was."""
    lens = camera.renderer.pose.lens
    poses = poses_of_tapped(taught, LAYOUT, lens)
    view = table_view(taught, poses, LAYOUT)
    nothing = replace(view, steady=np.zeros_like(view.steady), points_px=view.points_px[:0], points_mm=view.points_mm[:0])
    locator = Locator(Rig(LAYOUT, CATALOGUE, None, lens, ART, view=nothing))
    pose = locator.locate(grey_of(camera, 0.0))
    assert error_px(pose, camera) < 1.0
    camera.go_wrong(Faults(bump_mm=(3.0, 3.0), bump_deg=1.0))
    assert error_px(locator.locate(grey_of(camera, 1.0)), camera) < 1.5


def test_markers_out_of_sight_are_replaced_by_the_table() -> None:
    """A table with markers that are all covered by coasters is found by everything else, pushed or put back."""
    marked = Renderer(LAYOUT, CATALOGUE, seed=3)
    pictures = teaching_pictures(marked, seed=1)[:2]
    poses = poses_of_tapped(pictures, LAYOUT, marked.pose.lens)
    rig = Rig(LAYOUT, CATALOGUE, marked.markers, marked.pose.lens, ART, view=table_view(pictures, poses, LAYOUT))
    camera, locator = SimulatedCamera(marked, seed=2), Locator(rig)
    camera.show(random_scene(0))
    assert error_px(locator.locate(grey_of(camera, 0.0)), camera) < 1.0
    camera.go_wrong(Faults(covered=frozenset(range(4)), bump_mm=(5.0, 5.0), bump_deg=1.0))
    assert error_px(locator.locate(grey_of(camera, 1.0)), camera) < 1.0
    camera.go_wrong(NO_FAULTS)
    assert error_px(locator.locate(grey_of(camera, 2.0)), camera) < 1.0


def test_nobody_has_said_where_the_board_is() -> None:
    """Without markers and without taught corners there is no reading, but a remedy."""
    lost = Locator(Rig(LAYOUT, CATALOGUE, None, nominal_lens((640, 480)), ART)).locate(np.full((480, 640), 90, np.uint8))
    assert isinstance(lost, Lost)
    assert "corners" in lost.remedy


def test_a_view_is_kept_in_the_rig_file(rig: Rig, camera: SimulatedCamera, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """A rig read back from its file finds the camera in the same place."""
    save_rig(rig, tmp_path / "rig.npz")
    again = load_rig(tmp_path / "rig.npz", LAYOUT, CATALOGUE, None)
    grey = grey_of(camera, 0.0)
    one, other = (Locator(each).locate(grey) for each in (rig, again))
    assert isinstance(one, Pose)
    assert isinstance(other, Pose)
    assert np.array_equal(one.project(CORNERS), other.project(CORNERS))


def test_the_corners_of_tiles_tell_the_lens(taught: list[TeachingPicture], table: Renderer) -> None:
    """From a picture bent like a barrel, marked corners of board and tiles give focal length and bend back."""
    guess = nominal_lens((1536, 864))
    matrix = guess.matrix * np.array([[1.03, 1, 1], [1, 1.03, 1], [1, 1, 1]])
    barrel = Lens(matrix, np.array([-0.06, 0, 0, 0, 0]), guess.size)
    true = Pose(np.array([0.15, -0.08, 0.03]), np.array([-205.0, -190.0, 780.0]), barrel)
    straight = poses_of_tapped(taught[-1:], LAYOUT, table.pose.lens)[0]
    bent = [_seen_by(true, straight, taught[-1])]
    found = poses_of_tapped(bent, LAYOUT, guess)[0]
    inside = np.stack(np.meshgrid(np.linspace(-50, 430, 9), np.linspace(-50, 430, 9)), axis=-1).reshape(-1, 2)
    assert np.linalg.norm(found.project(inside, 2.5) - true.project(inside, 2.5), axis=1).max() < 0.5
    assert found.lens.distortion[0] == pytest.approx(-0.06, abs=0.02)


def _seen_by(pose: Pose, before: Pose, picture: TeachingPicture) -> TeachingPicture:
    """The labels of a picture as another camera would have them."""

    def moved(points: object, height_mm: float) -> tuple:  # type: ignore[type-arg]
        return tuple(map(tuple, pose.project(before.unproject(np.asarray(points), height_mm), height_mm)))

    tiles = tuple(replace(tile, corners_px=moved(tile.corners_px, LAYOUT.top_mm)) for tile in picture.tiles)
    return replace(picture, board_px=moved(picture.board_px, 0.0), tiles=tiles)


def test_a_push_is_measured_over_the_table() -> None:
    """The distance is the camera's own, whatever the turn does to the table's place before it."""
    lens = nominal_lens((1536, 864))
    turn = cv2.Rodrigues(np.array([0.0, 0.0, 0.02]))[0]
    before = Pose(np.zeros(3), np.array([-200.0, -150.0, 700.0]), lens)
    after = Pose(cv2.Rodrigues(turn)[0].reshape(3), turn @ np.array([-203.0, -154.0, 700.0]), lens)
    push = pushed(before, after)
    assert push.mm == pytest.approx(5.0, abs=1e-6)
    assert push.degrees == pytest.approx(np.degrees(0.02), abs=1e-6)
