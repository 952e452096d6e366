"""The simulated table of every game: what it draws, where things lie, what its teaching pictures cover."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from companion.app.play import seated
from companion.app.simulated_eye import cast_of
from companion.core.catalogue import Catalogue, Layout, PieceKind, TileKind, ZoneSpec
from companion.core.drawing import disc, rectangle
from companion.core.grid import Cell, Facing, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games import GAMES, find
from companion.simulated.rehearsal import dealt
from vision.fiducials import MarkerFinder
from vision.frame import TeachingPicture
from vision.simulator.patches import project
from vision.simulator.renderer import Renderer
from vision.simulator.strewn import extent_mm
from vision.simulator.table import Table
from vision.simulator.teaching import open_faces, teaching_pictures

RED, BLUE = "#d02020", "#2020d0"
FACES = {"up": (rectangle(0, 0, 100, 150, RED),), "back": (rectangle(0, 0, 100, 150, BLUE),)}
CARD = TileKind("card", {"up": 1, "back": 1}, ("back",), drawings=FACES)
KEPT = PieceKind("kept", 0.6, 90.0, drawing=(rectangle(16.7, 0, 66.6, 100, RED),))
SIDES = {"1": (disc((50, 50), 45, RED),), "2": (disc((50, 50), 45, BLUE),)}
COIN = PieceKind("coin", 3.0, 20.0, drawing=SIDES["1"], faces=("1", "2"), face_drawings=SIDES)
ROW = ZoneSpec("row", "area", ((0, 110), (400, 110), (400, 210), (0, 210)), drawing=(rectangle(0, 0, 100, 100, "#ffffff"),))
LAYOUT = Layout(1, 4, (70.0, 100.0), 60.0, 0.6, (ROW,), 1.5)
KINDS = Catalogue((CARD,), (KEPT, COIN))


@dataclass(frozen=True)
class Lesson:
    """A game's simulated table and its teaching pictures."""

    renderer: Renderer
    pictures: list[TeachingPicture]
    copies: dict[str, int]


@lru_cache(maxsize=8)
def lesson_of(game_id: str) -> Lesson:
    game = find(game_id)
    state = dealt(game, game.start(game.setup({})), 3)
    renderer = Renderer(seated(game.layout_of(state), game.seats(state)), game.catalogue, 3)
    copies = cast_of(game, state, 3)
    return Lesson(renderer, teaching_pictures(renderer, 3, copies=copies), copies)


def colour_at(renderer: Renderer, picture: np.ndarray, at_mm: tuple[float, float], height_mm: float) -> tuple[int, ...]:
    """Blue, green, red there."""
    x, y = project(renderer.pose, np.array([[at_mm]]), np.array([height_mm]))[0, 0]
    return tuple(int(channel) for channel in picture[round(y), round(x)])


@pytest.mark.parametrize("game_id", GAMES)
def test_every_look_and_face_is_taught(game_id: str) -> None:
    """Each open face of each tile, and each face of each piece that takes part, is in at least two pictures."""
    lesson = lesson_of(game_id)
    catalogue = lesson.renderer.catalogue
    looks = Counter((tile.tile.look.kind, tile.tile.look.face) for picture in lesson.pictures for tile in picture.tiles)
    assert min((looks[kind.name, face] for kind in catalogue.tiles for face in open_faces(kind)), default=2) >= 2
    pieces = Counter((piece.piece.kind, piece.piece.face) for picture in lesson.pictures for piece in picture.pieces)
    cards = {kind.name for kind in catalogue.tiles}
    wanted = [(name, face) for name in lesson.copies if name not in cards for face in catalogue.piece(name).faces or (None,)]
    assert min(pieces[one] for one in wanted) >= 2


@pytest.mark.parametrize("game_id", GAMES)
def test_the_whole_table_is_in_the_picture(game_id: str) -> None:
    """All four markers are found, and every cell and zone lies inside the frame."""
    renderer = lesson_of(game_id).renderer
    grey = cv2.cvtColor(lesson_of(game_id).pictures[0].picture, cv2.COLOR_BGR2GRAY)
    assert set(MarkerFinder(renderer.markers).find(grey)) == {0, 1, 2, 3}
    places = [*renderer.layout.cells(), *(Zone(zone.name) for zone in renderer.layout.zones)]
    corners = np.concatenate([renderer.place_px(place) for place in places])
    assert corners.min() >= 0 and (corners <= np.array(renderer.size)).all()


@pytest.mark.parametrize("game_id", GAMES)
def test_taught_pieces_do_not_lie_on_one_another(game_id: str) -> None:
    """Two middles are further apart than a third of the smaller piece, but for what rides and piles of many."""
    lesson = lesson_of(game_id)
    for picture in lesson.pictures:
        stood = [piece for piece in picture.pieces if piece.piece.on is None]
        carried = {(piece.piece.place, piece.piece.on) for piece in picture.pieces if piece.piece.on}
        assert len(carried) == sum(piece.piece.on is not None for piece in picture.pieces)
        for n, one in enumerate(stood):
            for other in stood[:n]:
                least = min(lesson.renderer.catalogue.piece(piece.piece.kind).size_mm for piece in (one, other)) / 3
                assert np.hypot(*np.subtract(one.at_mm, other.at_mm)) > least


def test_a_card_is_as_high_as_its_layout_says() -> None:
    """Its corners span 60 by 90 mm, its lower edge is printed, and nobody lays its back across."""
    renderer = Renderer(LAYOUT, KINDS, 1)
    scene = Scene((TileAt(Cell(0, 1), Look("card", "up")), TileAt(Cell(0, 2), Look("back", "back"))), ())
    picture = renderer.draw(scene)
    for tile in renderer.arrangement(scene).tiles:
        assert np.hypot(*(tile.quad_mm[1] - tile.quad_mm[0])) == pytest.approx(60)
        assert np.hypot(*(tile.quad_mm[2] - tile.quad_mm[1])) == pytest.approx(90)
        assert tile.turns in (0, 2)
    blue, _, red = colour_at(renderer, picture, (105.0, 90.0), 0.6)
    assert red > blue + 80


def test_a_face_of_that_name_that_hides_nothing_keeps_its_drawing() -> None:
    """One kind's `back` is common, another's is a picture of its own whose turns count."""
    maze = TileKind("maze", {"back": 4}, drawings={"back": (rectangle(0, 0, 100, 150, RED),)})
    renderer = Renderer(LAYOUT, Catalogue((CARD, maze), ()), 1)
    assert renderer.face(Look("maze", "back")) != renderer.face(Look("card", "back")) == renderer.face(Look("back", "back"))
    laid = renderer.arrangement(Scene((TileAt(Cell(0, 0), Look("maze", "back", 0)),), ())).tiles[0]
    assert laid.turns == 0 and not renderer.turns_mean_nothing(Look("maze", "back"))


def test_a_piece_shows_its_face() -> None:
    """The second face is blue; a face that nobody told is the first, red."""
    renderer = Renderer(LAYOUT, KINDS, 1)
    scene = Scene((), (PieceAt("coin", Cell(0, 0), face="2"), PieceAt("coin", Cell(0, 3))))
    picture = renderer.draw(scene)
    seen = [colour_at(renderer, picture, one.at_mm, one.top_mm) for one in renderer.arrangement(scene).pieces]
    assert seen[0][0] > seen[0][2] + 80 and seen[1][2] > seen[1][0] + 80


def test_cards_in_a_row_keep_apart_and_stay_where_they_are() -> None:
    """Five cards side by side; a sixth moves none of them; their tops point to the board."""
    table = Table(LAYOUT, KINDS, 1)
    card = PieceAt("kept", Zone("row"))
    five = table.arrange(Scene((), (card,) * 5)).pieces
    six = table.arrange(Scene((), (card,) * 6)).pieces
    assert six[:5] == five
    across = sorted(one.at_mm[0] for one in five)
    assert min(np.diff(across)) > 0.9 * extent_mm(KEPT)[0]
    assert all(min(one.heading_deg, 360 - one.heading_deg) < 7 for one in six)


def test_a_game_without_tiles_is_played_on_a_board() -> None:
    """Neighbouring squares differ in tone, and a coin lies on top of the board."""
    renderer = Renderer(Layout(4, 4, (40.0, 40.0), 38.0, 3.0), Catalogue((), (COIN,)), 1)
    scene = Scene((), (PieceAt("coin", Cell(0, 0)),))
    picture = renderer.draw(scene)
    light, dark = (sum(colour_at(renderer, picture, at, 3.0)) for at in ((60.0, 60.0), (100.0, 60.0)))
    assert light > dark + 40
    assert renderer.arrangement(scene).pieces[0].foot_mm == 3.0


def test_a_piece_on_one_side_of_a_cell_stands_there() -> None:
    """East of the middle, west of the middle."""
    pieces = (PieceAt("coin", Cell(0, 1), side=Facing.E), PieceAt("coin", Cell(0, 1), side=Facing.W))
    east, west = Table(LAYOUT, KINDS, 1).arrange(Scene((), pieces)).pieces
    assert east.at_mm[0] > 105 + 8 and west.at_mm[0] < 105 - 8


def test_a_kept_card_is_taught_as_a_card() -> None:
    """It lies in the row as a piece and is labelled as the tile it is, as large as one, in every picture with pieces."""
    kinds = Catalogue((CARD,), (replace(KEPT, name="card"), COIN))
    pictures = teaching_pictures(Renderer(LAYOUT, kinds, 1), 1, copies={"card": 3})
    rows = [tile for picture in pictures for tile in picture.tiles if tile.tile.place == Zone("row")]
    assert {tile.tile.look for tile in rows} == {Look("card", "up")} and not any(picture.pieces for picture in pictures)
    across, down = (np.hypot(*np.subtract(rows[0].corners_px[n], rows[0].corners_px[n + 1])) for n in (0, 1))
    assert down / across == pytest.approx(1.5, rel=0.1)


def test_what_stands_on_one_side_stays_in_its_cell() -> None:
    """Two coins on the same side lie side by side, none over the border."""
    pieces = (PieceAt("coin", Cell(0, 1), side=Facing.W),) * 2
    stood = Table(LAYOUT, KINDS, 1).arrange(Scene((), pieces)).pieces
    assert min(one.at_mm[0] for one in stood) >= 70 + COIN.size_mm / 2 - 1e-6
