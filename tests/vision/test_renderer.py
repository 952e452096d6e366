"""The simulated table's pictures agree with the truth that goes with them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.grid import Cell, Facing, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision.fiducials import MarkerFinder
from vision.simulator.drawing import colour_of, rasterise
from vision.simulator.hand import reach
from vision.simulator.patches import project
from vision.simulator.renderer import Conditions, Renderer
from vision.simulator.table import Table

BACK = Look("back", "down")
EMPTY = Scene((), ())


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(LAYOUT, CATALOGUE, seed=3)


def _scene(*pieces: PieceAt) -> Scene:
    """Backs everywhere, the Chamber in the middle, one red-blue cross turned once at row 1, column 2."""
    looks = dict.fromkeys(LAYOUT.cells(), BACK) | {
        Cell(3, 3): Look("chamber", "up"),
        Cell(1, 2): Look("cross-red-blue", "up", 1),
    }
    return Scene(tuple(TileAt(cell, look) for cell, look in looks.items()), pieces)


def test_the_four_markers_are_found_where_the_truth_says(renderer: Renderer) -> None:
    """The detector that reads photographs finds the drawn markers within a third of a pixel on average."""
    grey = cv2.cvtColor(renderer.draw(_scene()), cv2.COLOR_BGR2GRAY)
    found, truth = MarkerFinder(renderer.markers).find(grey), renderer.markers_px()
    assert set(found) == {0, 1, 2, 3}
    assert max(float(np.abs(found[n].mean(axis=0) - truth[n].mean(axis=0)).max()) for n in truth) < 0.33


def test_a_tiles_corners_are_where_the_truth_says(renderer: Renderer) -> None:
    """Between the true corners of the cross lies red from side to side, for it is turned once, and blue from top to bottom."""
    scene = _scene()
    picture = renderer.draw(scene)
    laid = next(tile for tile in renderer.arrangement(scene).tiles if tile.place == Cell(1, 2))
    a, b, c, d = (np.asarray(corner) for corner in renderer.tile_px(laid))
    end_of_first, end_of_second = (a + b) / 2 * 0.9 + (c + d) / 2 * 0.1, (b + c) / 2 * 0.88 + (a + d) / 2 * 0.12
    (blue1, _, red1), (blue2, _, red2) = (picture[round(y), round(x)].astype(int) for x, y in (end_of_first, end_of_second))
    assert red1 > blue1 + 60 and blue2 > red2 + 60
    assert end_of_first[0] > max(a[0], d[0]) - 10 and b[1] > a[1] + 50  # the drawing's top lies to the east


def test_a_piece_leans_away_from_the_camera(renderer: Renderer) -> None:
    """What differs from the empty table lies farther out than the foot: the top of a tall piece."""
    with_marble = renderer.draw(_scene(PieceAt("marble", Cell(6, 0)))).astype(int)
    stood = renderer.arrangement(_scene(PieceAt("marble", Cell(6, 0)))).pieces[0]
    foot, top = project(renderer.pose, np.array([[stood.at_mm], [stood.at_mm]]), np.array([stood.foot_mm, stood.top_mm]))[:, 0]
    differs = np.abs(with_marble - renderer.draw(_scene())).sum(axis=2)[:, :700] > 120
    middle = np.argwhere(differs)[:, ::-1].mean(axis=0)
    assert top[0] < foot[0] - 1 and middle[0] < foot[0] + 4
    assert np.hypot(*(middle - (foot + top) / 2)) < 8


def test_what_nobody_touches_stays_where_it_is() -> None:
    """Tiles keep their shifts from scene to scene; a tile that changes is laid anew."""
    table = Table(LAYOUT, CATALOGUE, seed=1)
    before = {tile.place: tile for tile in table.arrange(_scene()).tiles}
    curve = TileAt(Cell(0, 0), Look("curve-red-blue", "up"))
    changed = Scene(tuple(curve if tile.place == curve.place else tile for tile in _scene().tiles), ())
    after = {tile.place: tile for tile in table.arrange(changed).tiles}
    assert [place for place in after if after[place] is not before[place]] == [Cell(0, 0)]


def test_several_pieces_in_one_place_keep_apart() -> None:
    """Eight cheeses and a mouse in the Chamber: no two middles closer than the slices of a round cheese."""
    pieces = (PieceAt("mouse-red", Cell(3, 3), Facing.E), *(PieceAt("cheese", Cell(3, 3)) for _ in range(8)))
    stood = Table(LAYOUT, CATALOGUE, seed=1).arrange(_scene(*pieces)).pieces
    spots = np.array([one.at_mm for one in stood])
    distance = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)) + 100 * np.eye(9)
    assert distance.min() > 6.0 and np.abs(spots - [192.5, 192.5]).max() < 26


def test_a_mouse_stands_at_the_edge_it_looks_at() -> None:
    """In a cell, and outside the cell's edge in a corner nest with two ways out."""
    pieces = (PieceAt("mouse-red", Cell(2, 2), Facing.W), PieceAt("mouse-blue", Zone("NW"), Facing.E))
    red, blue = Table(LAYOUT, CATALOGUE, seed=1).arrange(_scene(*pieces)).pieces
    assert red.at_mm[0] < 137.5 - 9 and abs(red.at_mm[1] - 137.5) < 3
    assert -28 < blue.at_mm[0] < -20 and 20 < blue.at_mm[1] < 35


def test_a_cheese_rides_on_its_mouse() -> None:
    """Its foot is on the back of the mouse, not on the tile."""
    pieces = (PieceAt("mouse-red", Cell(2, 2), Facing.W), PieceAt("cheese", Cell(2, 2), None, "mouse-red"))
    mouse, cheese = Table(LAYOUT, CATALOGUE, seed=1).arrange(_scene(*pieces)).pieces
    assert cheese.foot_mm > mouse.foot_mm + 6 and np.hypot(*np.subtract(cheese.at_mm, mouse.at_mm)) < 4


def test_the_hand_covers_the_places_it_says_and_no_others(renderer: Renderer) -> None:
    """Hidden places look quite different with the hand; far places do not change at all but for nothing."""
    hand = reach(Facing.S, [renderer.table.centre_mm(Cell(4, 4))], 0.5, renderer.visible_mm(), 0)
    hidden = renderer.hidden(hand)
    difference = np.abs(renderer.draw(_scene(), hand).astype(int) - renderer.draw(_scene())).mean(axis=2)
    changed = {cell: difference[_middle(renderer, cell)].mean() for cell in LAYOUT.cells()}
    assert Cell(5, 4) in hidden and Cell(0, 0) not in hidden
    assert min(changed[cell] for cell in hidden if isinstance(cell, Cell) and cell.row == 5 and cell.col == 4) > 20
    assert changed[Cell(0, 0)] == changed[Cell(2, 1)] == 0


def _middle(renderer: Renderer, cell: Cell) -> tuple[slice, slice]:
    x, y = renderer.place_px(cell).mean(axis=0)
    return slice(int(y) - 20, int(y) + 20), slice(int(x) - 20, int(x) + 20)


def test_a_reach_begins_and_ends_outside_the_picture(renderer: Renderer) -> None:
    """At its first and last moments the hand covers nothing; half way its finger tips are at the place."""
    at = renderer.table.centre_mm(Cell(3, 5))
    for side in Facing:
        moments = [reach(side, [at], progress, renderer.visible_mm()) for progress in (0.0, 0.04, 0.5, 0.97, 1.0)]
        assert moments[0] is None and moments[4] is None
        assert not renderer.hidden(moments[1]) and not renderer.hidden(moments[3])
        assert moments[2] is not None and moments[2].tip_mm == pytest.approx(at)


def test_the_same_seed_gives_the_same_picture_and_another_seed_another() -> None:
    """Everything that looks like chance comes from the seed."""
    one, two, other = (Renderer(LAYOUT, CATALOGUE, seed).draw(_scene()) for seed in (3, 3, 4))
    assert (one == two).all() and (one != other).any()


def test_a_changed_place_is_drawn_as_if_the_whole_table_were_drawn_anew(renderer: Renderer) -> None:
    """Keeping what did not change must not leave anything behind."""
    there = renderer.draw(_scene(PieceAt("mouse-green", Cell(2, 5), Facing.S)))
    gone = renderer.draw(_scene())
    assert (there != gone).any()
    renderer.move_camera((0.0, 0.0), 0.0)
    assert (renderer.draw(_scene()) == gone).all()


def test_faults_change_the_picture_as_asked(renderer: Renderer) -> None:
    """Darker light, a covered marker, a mirrored lamp."""
    plain = renderer.draw(_scene())
    assert renderer.draw(_scene(), None, Conditions(gain=0.6)).mean() < 0.65 * plain.mean()
    covered = renderer.draw(_scene(), None, Conditions(covered=frozenset({1})))
    assert set(MarkerFinder(renderer.markers).find(cv2.cvtColor(covered, cv2.COLOR_BGR2GRAY))) == {0, 2, 3}
    glare = renderer.draw(_scene(), None, Conditions(glare=(137.5, 137.5, 30.0)))
    assert glare[_middle(renderer, Cell(2, 2))].mean() > plain[_middle(renderer, Cell(2, 2))].mean() + 40


def test_a_look_without_a_drawing_is_named(renderer: Renderer) -> None:
    """The message says which look was asked for."""
    with pytest.raises(KeyError, match="cross-red-pink"):
        renderer.draw(Scene((TileAt(Cell(0, 0), Look("cross-red-pink", "up")),), ()))
    renderer.draw(EMPTY)


def test_a_drawing_is_clear_outside_its_shapes_and_full_inside() -> None:
    """The corners of a mouse's square are transparent, its back is opaque and green."""
    sprite = rasterise(CATALOGUE.piece("mouse-green").drawing, 100)
    assert sprite[2, 2, 3] == 0 and sprite[70, 50, 3] == 255
    assert sprite[70, 50, 1] > sprite[70, 50, 2] + 40


def test_a_colour_that_is_none_is_refused() -> None:
    """The message quotes what was written."""
    with pytest.raises(ValueError, match="'green'"):
        colour_of("green")
