"""The simulated camera and the teaching pictures of the simulated table."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.core.grid import Cell, Facing
from companion.core.scene import Look, Scene, TileAt
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision.frame import TeachingPicture
from vision.simulator.camera import NO_FAULTS, Faults, SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import PICTURES, teaching_pictures

SCENE = Scene(tuple(TileAt(cell, Look("back", "down")) for cell in LAYOUT.cells()), ())


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(LAYOUT, CATALOGUE, seed=3)


@pytest.fixture(scope="module")
def lesson() -> list[TeachingPicture]:
    return teaching_pictures(Renderer(LAYOUT, CATALOGUE, seed=8, askew=0.5), seed=1)


def test_frames_are_numbered_and_carry_the_time_they_were_asked_for(renderer: Renderer) -> None:
    """Time is a parameter; the camera has no clock of its own."""
    camera = SimulatedCamera(renderer)
    camera.show(SCENE)
    frames = [camera.step(now) for now in (5.0, 5.2)]
    assert [(frame.number, frame.time_s) for frame in frames] == [(0, 5.0), (1, 5.2)]
    assert frames[0].picture.shape == (864, 1536, 3) and (frames[0].picture != frames[1].picture).any()


def test_read_follows_the_clock_it_is_given_until_it_is_closed(renderer: Renderer) -> None:
    """It is a camera like any other: frames until it is closed, then None; closing twice is no error."""
    times = iter((1.5, 2.5))
    camera = SimulatedCamera(renderer, clock=lambda: next(times))
    frames = [camera.read(), camera.read()]
    camera.close()
    camera.close()
    assert [frame.time_s for frame in frames if frame] == [1.5, 2.5] and camera.read() is None


def test_the_same_seed_and_script_give_the_same_frames() -> None:
    """Two cameras that were told the same show the same, hand, shake and noise included."""

    def film() -> list[np.ndarray]:  # type: ignore[type-arg]
        camera = SimulatedCamera(Renderer(LAYOUT, CATALOGUE, 5), seed=7)
        camera.show(SCENE)
        camera.reach(Facing.W, [Cell(2, 1)], 0.4, carrying="mouse-red")
        return [camera.step(0.0).picture, camera.step(0.1).picture]

    assert all((one == two).all() for one, two in zip(film(), film(), strict=True))


def test_the_truth_names_the_places_under_the_hand(renderer: Renderer) -> None:
    """A hand hides its place while it is there and nothing once it is withdrawn."""
    camera = SimulatedCamera(renderer)
    camera.show(SCENE)
    camera.reach(Facing.S, [Cell(4, 2)], 0.5, carrying=Look("curve-red-blue", "up", 1))
    camera.step(0.0)
    assert camera.shown()[0] == SCENE and Cell(4, 2) in camera.shown()[1]
    camera.withdraw()
    camera.step(0.1)
    assert camera.shown() == (SCENE, frozenset())


def test_a_bump_moves_the_markers_and_can_be_taken_back(renderer: Renderer) -> None:
    """The truth moves with the camera."""
    camera = SimulatedCamera(renderer)
    camera.show(SCENE)
    before = renderer.markers_px()[0].copy()
    camera.go_wrong(Faults(bump_mm=(10.0, 0.0), bump_deg=1.5))
    camera.step(0.0)
    assert np.abs(renderer.markers_px()[0] - before).max() > 8
    camera.go_wrong(NO_FAULTS)
    camera.step(0.1)
    assert renderer.markers_px()[0] == pytest.approx(before)


def test_every_kind_lies_face_up_and_free_in_the_teaching_pictures(lesson: list[TeachingPicture]) -> None:
    """Nothing stands on or near at least one specimen of each of the 57 kinds and the back."""
    free: Counter[str | None] = Counter()
    for picture in lesson:
        feet = np.array([piece.at_mm for piece in picture.pieces]).reshape(-1, 2)
        for tile in picture.tiles:
            at = np.asarray(LAYOUT.centre_mm(tile.tile.place))
            free[tile.tile.look.kind] += bool((np.hypot(*(feet - at).T) > 36).all())
    assert len(lesson) == PICTURES
    assert {kind.name for kind in CATALOGUE.tiles} | {"back"} == {kind for kind, count in free.items() if count}


def test_every_directed_piece_is_taught_in_all_four_facings(lesson: list[TeachingPicture]) -> None:
    """Each mouse looks in every direction at least once, cheeses ride on several of them."""
    facings = {(p.piece.kind, p.piece.facing) for picture in lesson for p in picture.pieces if p.piece.facing is not None}
    assert len(facings) == 8 * 4
    assert len({p.piece.on for picture in lesson for p in picture.pieces if p.piece.on}) >= 5


def test_the_teaching_pictures_use_no_more_pieces_than_the_box_holds(lesson: list[TeachingPicture]) -> None:
    """A person must be able to lay the same pictures: one of each mouse, eight cheeses, eight marbles, no tile twice."""
    for picture in lesson:
        pieces = Counter(piece.piece.kind for piece in picture.pieces)
        tiles = Counter(tile.tile.look.kind for tile in picture.tiles)
        assert max(pieces.values(), default=0) <= 8
        assert all(count == 1 for kind, count in pieces.items() if kind.startswith("mouse"))
        assert all(count == 1 for kind, count in tiles.items() if kind != "back")


def test_the_chamber_is_taught_with_piles_of_several_sizes(lesson: list[TeachingPicture]) -> None:
    """None, all eight, and sizes between."""
    piles = [sum(piece.piece.place == Cell(3, 3) for piece in picture.pieces) for picture in lesson]
    assert {0, 8} <= set(piles) and len(set(piles)) >= 5
