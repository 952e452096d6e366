"""Markers, pose and plan: from a drawn picture back to millimetres."""

import cv2
import numpy as np
import pytest

from companion.core.catalogue import Layout, ZoneSpec
from companion.core.grid import Cell
from vision.fiducials import MarkerFinder, Markers
from vision.lens import Lens, nominal_lens
from vision.pose import Pose, estimate_pose, estimate_poses
from vision.rectify import CELL, Rectifier, block_of, doubled, plan_of

SIZE = (1280, 720)
MARKERS = Markers("DICT_4X4_50", 30.0, 0.0, {3: (0.0, 0.0), 7: (400.0, 0.0), 8: (400.0, 300.0), 9: (0.0, 300.0)})
LAYOUT = Layout(4, 5, (50.0, 50.0), 46.0, 2.0, (ZoneSpec("left", "pile", ((-80, 0), (-20, 0), (-20, 60), (-80, 60))),))


def true_pose(lens: Lens | None = None) -> Pose:
    """A camera about 60 cm above the middle of the markers, a little tilted."""
    lens = lens or nominal_lens(SIZE)
    return Pose(np.array([0.15, -0.08, 0.03]), np.array([-205.0, -140.0, 620.0]), lens)


def table_picture(pose: Pose, shift: tuple[float, float] = (0, 0)) -> np.ndarray:
    """A grey table with the four markers printed on it, as that camera sees it."""
    picture = np.full((SIZE[1], SIZE[0]), 170, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker, centre in MARKERS.centres_mm.items():
        square = np.full((320, 320), 255, np.uint8)
        square[40:280, 40:280] = cv2.aruco.generateImageMarker(dictionary, marker, 240)
        rim = np.array([[-0.5, -0.5], [319.5, -0.5], [319.5, 319.5], [-0.5, 319.5]], np.float32)
        corners = (np.asarray(centre) + np.array([[-20, -20], [20, -20], [20, 20], [-20, 20]])).astype(np.float64)
        warp = cv2.getPerspectiveTransform(rim, (pose.project(corners) + shift).astype(np.float32))
        laid = cv2.warpPerspective(square, warp, SIZE, flags=cv2.INTER_AREA)
        cover = cv2.warpPerspective(np.full_like(square, 255), warp, SIZE)
        picture = np.where(cover > 127, laid, picture).astype(np.uint8)
    return picture


@pytest.mark.parametrize("height", [0.0, 2.5, 17.0])
def test_projection_and_its_inverse_agree_at_every_height(height: float) -> None:
    """A point of the table at some height, projected and traced back to that height, is the same point."""
    pose = true_pose(Lens(nominal_lens(SIZE).matrix, np.array([-0.05, 0.01, 0, 0, 0]), SIZE))
    points = np.array([[0.0, 0.0], [250.0, 10.0], [380.0, 290.0]])
    assert pose.unproject(pose.project(points, height), height) == pytest.approx(points, abs=1e-4)


def test_tall_things_lean_away_from_the_camera() -> None:
    """The shift of a raised point in a lower plane is what two projections say it is."""
    pose = true_pose()
    at = np.array([[350.0, 40.0]])
    seen = pose.unproject(pose.project(at, 15.0), 2.0)
    assert at + pose.lean_mm(at, 15.0, 2.0) == pytest.approx(seen, abs=1e-6)
    assert np.dot((seen - at)[0], (at - pose.centre_mm[:2])[0]) > 0


def test_drawn_markers_give_the_pose_back() -> None:
    """Markers of a drawn picture are found and the pose from them puts a far corner within half a pixel."""
    pose = true_pose()
    found = MarkerFinder(MARKERS).find(table_picture(pose))
    assert sorted(found) == [3, 7, 8, 9]
    guess = estimate_pose(found, MARKERS, Lens(pose.lens.matrix, pose.lens.distortion, SIZE))
    corner = np.array([[430.0, -30.0]])
    assert np.linalg.norm(guess.project(corner) - pose.project(corner)) < 0.5


def test_known_corners_are_enough_and_a_lost_marker_is_searched_for() -> None:
    """Windows around known corners find unmoved markers; one that moved far is found in the whole frame."""
    finder, picture = MarkerFinder(MARKERS), table_picture(true_pose())
    found = finder.find(picture)
    wrong = {**found, 3: found[3] + 300.0}
    again = finder.find(picture, wrong)
    assert again[3] == pytest.approx(found[3], abs=0.2)


def test_blurred_markers_are_tracked() -> None:
    """A marker under motion blur that shifted by a few pixels is followed to within one pixel."""
    finder = MarkerFinder(MARKERS)
    known = finder.find(table_picture(true_pose()))
    moved = table_picture(true_pose(), (5.0, -3.0))
    blurred = cv2.blur(moved, (13, 1))
    tracked = finder.track(blurred, known)
    assert sorted(tracked) == [3, 7, 8, 9]
    assert tracked[7].mean(axis=0) - known[7].mean(axis=0) == pytest.approx([5.0, -3.0], abs=1.0)


def test_an_unknown_lens_is_estimated_from_the_markers() -> None:
    """Without a calibration, corners of a barrel-shaped picture put the middle of the table within a pixel."""
    matrix = nominal_lens(SIZE).matrix * np.array([[1.03, 1, 1], [1, 1.03, 1], [1, 1, 1]])
    pose = true_pose(Lens(matrix, np.array([-0.05, 0, 0, 0, 0]), SIZE))
    corners = {marker: pose.project(MARKERS.corners_mm(marker)) for marker in MARKERS.centres_mm}
    guess = estimate_poses([corners], MARKERS, nominal_lens(SIZE))[0]
    middle = np.array([[200.0, 150.0]])
    assert np.linalg.norm(guess.project(middle) - pose.project(middle)) < 1.0


def test_the_plan_shows_cells_as_whole_blocks() -> None:
    """A bright cell painted on the table fills its block of the plan and no other."""
    pose, plan = true_pose(), plan_of(LAYOUT)
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cell = np.array([[100.0, 50.0], [150.0, 50.0], [150.0, 100.0], [100.0, 100.0]])
    cv2.fillPoly(picture, [np.round(pose.project(cell, LAYOUT.top_mm)).astype(np.int32)], (255, 255, 255))
    seen = Rectifier(plan).rectify(picture, pose)[..., 0]
    u, v = block_of(plan, LAYOUT, Cell(1, 2))
    inside = seen[v + 3 : v + CELL - 3, u + 3 : u + CELL - 3]
    assert inside.mean() > 250
    assert seen.sum() - seen[v - 2 : v + CELL + 2, u - 2 : u + CELL + 2].sum() == 0


def test_a_plan_of_twice_the_scale_covers_the_same_pixels() -> None:
    """Two by two pixels of the doubled plan lie in one pixel of the plan."""
    plan = plan_of(LAYOUT)
    point = np.array([[123.4, 56.7]])
    assert (doubled(plan).to_plan(point) - 0.5) / 2 == pytest.approx(plan.to_plan(point))


def test_the_plan_knows_what_the_picture_shows() -> None:
    """A pixel of the half plan is in the picture where its middle falls between the outermost pixels, to half a pixel."""
    rectifier, pose = Rectifier(plan_of(LAYOUT)), true_pose()
    lower = Pose(pose.rotation, pose.translation + np.array([0, 330, 0]), pose.lens)
    seen = rectifier.in_picture(lower, SIZE)
    height, width = seen.shape
    v, u = np.mgrid[:height, :width]
    px = lower.project(rectifier.plan.to_mm(np.stack([2 * u + 0.5, 2 * v + 0.5], axis=-1).reshape(-1, 2)), LAYOUT.top_mm)
    off = (np.abs(px - (np.array(SIZE) - 1) / 2) - (np.array(SIZE) - 1) / 2).max(axis=1).reshape(height, width)
    assert 0.1 < seen.mean() < 0.9 and rectifier.in_picture(pose, SIZE).all()
    assert seen[off < -0.5].all() and not seen[off > 0.5].any()
