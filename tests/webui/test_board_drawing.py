"""The board's drawing: every piece and tile in its place, all that is marked, drawings as SVG."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import page_facts
import pytest
from page_facts import CATALOGUE, LAYOUT, SCENE

from companion.core.catalogue import Catalogue, Layout
from companion.core.drawing import Shape, arc, disc, line, polygon
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt
from companion.games import find
from webui.board_svg import Board, two_lines
from webui.geometry import Geometry, innermost
from webui.shapes import Symbols, element, ink_on
from webui.words import Words

BOARD = Board(CATALOGUE, LAYOUT)
WORDS = Words()


def called(names: Mapping[str, str] | None = None, layout: Layout = LAYOUT) -> Callable[[Place], str]:
    """What people call the places of a layout when they have these names."""
    return lambda place: WORDS.place_name(place, layout, names or {})


def stroke(colour: str, width: int) -> str:
    """The attributes of a line that fills nothing."""
    return f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'


def test_every_piece_and_tile_of_the_scene_is_drawn() -> None:
    """One node each, the kinds and places of the scene, no more."""
    svg = BOARD.svg(SCENE, {}, called(), WORDS)
    assert sorted(re.findall(r'class="piece" data-kind="(\w+)"', svg)) == sorted(piece.kind for piece in SCENE.pieces)
    assert len(re.findall(r'class="tile"', svg)) == len(SCENE.tiles)
    for symbol in set(re.findall(r'href="#(\w+)"', svg)):
        assert f'<symbol id="{symbol}"' in svg


def test_the_name_of_a_place_is_not_hidden_by_the_card_on_it() -> None:
    """A supply as large as its card would have no name to be read."""
    game = find("alles-kaese")
    state = game.start(game.setup({}))
    layout = game.layout_of(state)
    svg = Board(game.catalogue, layout).svg(game.scene(state), {}, called(layout=layout), WORDS)
    assert svg.index('class="zone-name"') > max(svg.rindex('class="tile"'), svg.rindex('id="pieces"'))


def test_pieces_stand_apart_and_inside_their_place() -> None:
    """Several pieces of one cell have different middles, all within the cell."""
    crowd = Scene(
        (),
        (
            *(PieceAt("corn", Cell(1, 1)) for _ in range(8)),
            PieceAt("fox", Cell(1, 1), Facing.N),
            PieceAt("hen", Cell(1, 1), Facing.N),
        ),
    )
    nodes = BOARD.pieces(crowd)
    assert len({(round(n.x), round(n.y)) for n in nodes}) == 10
    assert all(55 <= n.x <= 110 and 55 <= n.y <= 110 for n in nodes)


@pytest.mark.parametrize(
    ("facing", "angle", "shift"),
    [(Facing.N, 0, (0, -1)), (Facing.E, 90, (1, 0)), (Facing.S, 180, (0, 1)), (Facing.W, 270, (-1, 0))],
)
def test_a_piece_looks_and_leans_where_it_faces(facing: Facing, angle: int, shift: tuple[int, int]) -> None:
    """Clockwise degrees from the far side; towards that side of the cell."""
    (node,) = BOARD.pieces(Scene((), (PieceAt("fox", Cell(1, 1), facing),)))
    assert (node.angle, node.x, node.y) == (angle, 82.5 + 5 * shift[0], 82.5 + 5 * shift[1])


def test_what_is_carried_moves_with_its_carrier() -> None:
    """A carried piece is drawn last, close to the piece that carries it."""
    fox, corn = BOARD.pieces(Scene((), (PieceAt("corn", Cell(0, 0), on="fox"), PieceAt("fox", Cell(0, 0), Facing.E))))
    assert (fox.kind, corn.kind) == ("fox", "corn")
    assert abs(fox.x - corn.x) < 15 and abs(fox.y - corn.y) < 15


def test_a_tile_turns_and_a_back_hides_its_kind() -> None:
    """Quarter turns become degrees; all anonymous faces share one symbol; an absent tile is not drawn."""
    tiles = (
        TileAt(Cell(0, 0), Look("bend", "up", 3)),
        TileAt(Cell(0, 1), Look(None, "down")),
        TileAt(Cell(0, 2), Look("back", "down")),
    )
    nodes = BOARD.tiles(Scene((*tiles, TileAt(Cell(0, 3), ABSENT)), ()))
    assert [(node.place, node.angle) for node in nodes] == [("0,0", 270), ("0,1", 0), ("0,2", 0)]
    assert nodes[1].symbol == nodes[2].symbol != nodes[0].symbol


def test_the_loudest_mark_wins() -> None:
    """A place that is in trouble says so even while it is pointed at; unknown places are left out."""
    here = Cell(0, 0)
    assert BOARD.marks({"trouble": (here,), "point": (here, Zone("den")), "last": (Zone("attic"),)}) == {
        "0,0": "trouble",
        "den": "point",
    }


def test_far_zones_are_drawn_in_a_row_under_the_board() -> None:
    """They do not make the grid smaller, and their labels use people's names."""
    geometry = Geometry(LAYOUT)
    assert [zone.name for zone in geometry.aside] == ["own-P1", "own-P2"]
    assert geometry.box(Zone("own-P1")).y > geometry.core.y + geometry.core.height
    assert geometry.core.width < 300
    svg = BOARD.svg(SCENE, {}, called({"P1": "Ada", "P2": "Bo"}), WORDS)
    assert re.findall(r"of (Ada|Bo|P1|P2)", svg) == ["Ada", "Bo"] * 2


def test_cells_are_called_as_players_call_them() -> None:
    """The far left corner of four rows is a4; letters and numbers stand on both sides."""
    svg = BOARD.svg(SCENE, {}, called(), WORDS)
    assert '<g class="mark " data-place="0,0"><title>a4</title>' in svg
    assert re.findall(r'class="rank"[^>]*>(\w)<', svg) == list("aabbccdd44332211")


def test_a_grid_alone_is_enough() -> None:
    """A layout without zones and a catalogue without drawings still give a board."""
    layout = Layout(2, 3, (40, 40), 36, 2)
    scene = Scene((), (PieceAt("hen", Cell(1, 2), Facing.S),))
    svg = Board(Catalogue((), page_facts.CATALOGUE.pieces), layout).svg(scene, {}, called(layout=layout), WORDS)
    assert svg.count('class="square"') == 6
    assert 'data-kind="hen"' in svg


@pytest.mark.parametrize(
    ("shape", "markup"),
    [
        (line(((0, 0), (10, 5)), "#112233", 2), f'<polyline points="0,0 10,5" {stroke("#112233", 2)}/>'),
        (disc((50, 50), 4.5, "#ffffff"), '<circle cx="50" cy="50" r="4.5" fill="#ffffff"/>'),
        (polygon(((0, 0), (1, 0), (0, 1.256)), "#ff0000"), '<polygon points="0,0 1,0 0,1.26" fill="#ff0000"/>'),
        (arc((100, 0), (100, 50), 90, "#000000", 3), f'<path d="M100 50A50 50 0 0 1 50 0" {stroke("#000000", 3)}/>'),
        (arc((0, 0), (10, 0), 270, "#000000", 1), f'<path d="M10 0A10 10 0 1 1 0 -10" {stroke("#000000", 1)}/>'),
        (arc((0, 0), (10, 0), 360, "#000000", 1), f'<circle cx="0" cy="0" r="10" {stroke("#000000", 1)}/>'),
        (disc((0, 0), 1, 'red"/><script>'), '<circle cx="0" cy="0" r="1" fill="none"/>'),
    ],
)
def test_shapes_as_svg(shape: Shape, markup: str) -> None:
    """Each form as one element; arcs run clockwise on the screen; only plain colours get through."""
    assert element(shape) == markup


def test_the_same_drawing_is_defined_once() -> None:
    """Two kinds with one back share its symbol."""
    symbols = Symbols(CATALOGUE, LAYOUT)
    assert symbols.tile(Look("road", "down")) == symbols.tile(Look("bend", "down"))
    assert symbols.definitions.count("<symbol") == 3 + 5 + 1


def test_the_middle_of_a_bent_zone_lies_inside_it() -> None:
    """An L has its pieces at the corner, a rectangle in its centre."""
    x, y = innermost(((0, 0), (10, 0), (10, 5), (5, 5), (5, 10), (0, 10)))
    assert x < 5 and y < 5
    assert innermost(((0, 0), (8, 0), (8, 2), (0, 2))) == (4, 1)


def test_ink_reads_on_its_colour() -> None:
    """Dark on light and light on dark; nonsense gets dark."""
    assert [ink_on(c) for c in ("#ffffff", "#f8de35", "#2b282d", "#8d3fb4", "nonsense")] == [
        "#1d1510",
        "#1d1510",
        "#fffaf1",
        "#fffaf1",
        "#1d1510",
    ]


def test_long_labels_break_once() -> None:
    """Two lines of about the same length."""
    assert [two_lines(t) for t in ("den", "own tile of Ada", "Extraordinarily")] == [
        ["den"],
        ["own tile", "of Ada"],
        ["Extraordinarily"],
    ]
