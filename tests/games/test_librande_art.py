"""The kinds, drawings and table of Maze as data."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

import pytest

from companion.core.drawing import Drawing, Shape
from companion.core.grid import Cell
from companion.games.librande_maze.art_parts import turned
from companion.games.librande_maze.board import LINES, MOVABLE, SQUARES
from companion.games.librande_maze.cards import CARDS
from companion.games.librande_maze.catalogue import CATALOGUE, hero_kind, spell_kind
from companion.games.librande_maze.edition import EDITION
from companion.games.librande_maze.layout import LAYOUT, gate_zone, shelf_zone, table_of
from companion.games.librande_maze.scene import tile_look
from companion.games.librande_maze.tiles import FIXED, KIND_OF, TURNED

SHARED = Path(os.environ.get("COMPANION_SHARED", "../shared"))
TILES = [kind for kind in CATALOGUE.tiles if kind.name.startswith("tile-")]


def _signs(drawing: Drawing) -> set[object]:
    """The shapes with rounded points, in any order, so that symmetry can be compared."""

    def sign(shape: Shape) -> object:
        return shape.form, frozenset((round(x, 1), round(y, 1)) for x, y in shape.points), shape.fill, shape.stroke

    return {sign(shape) for shape in drawing}


@pytest.mark.parametrize("kind", TILES, ids=lambda kind: kind.name)
def test_a_tile_is_as_symmetric_as_its_period_says(kind: object) -> None:
    """The smallest number of quarter turns that maps the drawing onto itself is the one the catalogue states."""
    drawing, period = kind.drawings["up"], kind.periods["up"]  # type: ignore[attr-defined]
    same = [turns for turns in (1, 2, 4) if _signs(turned(drawing, turns)) == _signs(drawing)]
    assert same[0] == period


def test_every_tile_of_the_set_has_a_kind_and_turns_below_its_period() -> None:
    """Whatever lies in a maze can be shown, and two tiles that are the same state look the same."""
    loose = [(square, tile) for square in SQUARES if MOVABLE[square] for tile in range(len(KIND_OF))]
    for square, tile in [*loose, *FIXED.items()]:
        look = tile_look(square, TURNED[tile][0])
        assert look.turns < CATALOGUE.tile(look.kind or "").periods["up"]
        assert (look.kind or "").endswith("-loose") == MOVABLE[square]


def test_every_card_hero_and_curse_has_its_drawing() -> None:
    """Nothing the rules name is missing from the catalogue, and no two faces share a drawing."""
    faces = [CATALOGUE.tile(spell_kind(card)).drawings["up"] for card in CARDS]
    for hero in EDITION.heroes:
        kind = CATALOGUE.piece(hero_kind(hero.code))
        assert (kind.label, kind.letter, kind.faces) == (hero.name, hero.code, ("up", "down"))
        faces += [kind.face_drawings["up"], kind.face_drawings["down"]]
    assert len(set(faces)) == len(faces) == 18 + 2 * 9
    assert all(LAYOUT.zone(f"curse-{curse.name}").drawing for curse in EDITION.curses)


def test_the_backs_of_all_spells_are_one() -> None:
    """A card lying face down does not tell which it is."""
    backs = {kind.drawings["down"] for kind in CATALOGUE.tiles if kind.name.startswith("spell-")}
    assert len(backs) == 1 and all("down" in CATALOGUE.tile(spell_kind(card)).anonymous for card in CARDS)


def test_every_drawing_stays_inside_its_square() -> None:
    """Points lie between 0 and 100 but for the ends of webs, so that nothing is cut off on the page or on paper."""
    drawings = [d for kind in CATALOGUE.tiles for d in kind.drawings.values()]
    drawings += [d for kind in CATALOGUE.pieces for d in (kind.drawing, *kind.face_drawings.values())]
    drawings += [zone.drawing for zone in LAYOUT.zones]
    outside = [p for d in drawings for shape in d for p in shape.points if not (-1 <= p[0] <= 101 and -1 <= p[1] <= 101)]
    assert drawings and not outside


def test_zones_do_not_overlap_each_other_or_the_grid() -> None:
    """What lies in a zone lies in no other and on no tile."""
    boxes = []
    for zone in LAYOUT.zones:
        xs, ys = [p[0] for p in zone.polygon_mm], [p[1] for p in zone.polygon_mm]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    span = LAYOUT.cols * LAYOUT.pitch_mm[0]
    boxes.append((0.0, 0.0, span, span))
    for number, (x0, y0, x1, y1) in enumerate(boxes):
        for a0, b0, a1, b1 in boxes[number + 1 :]:
            assert x1 <= a0 or a1 <= x0 or y1 <= b0 or b1 <= y0


def test_every_line_that_slides_has_a_gate_at_both_ends() -> None:
    """The strip beside the last square of a line is where its tile comes out."""
    gates = {zone.name: zone for zone in LAYOUT.zones if zone.role == "gate"}
    assert len(gates) == 2 * len(LINES)
    east = gates[gate_zone("4", 1)]
    assert east.beside == (Cell(3, 6),) and east.label == "strip beside g4" and east.holds_tile
    assert math.dist(east.centre_mm, LAYOUT.centre_mm(Cell(3, 6))) < 1.2 * LAYOUT.pitch_mm[0]


def test_only_the_seats_that_play_have_shelves_and_areas() -> None:
    """Two players lay out two shelves, and the reference card only when somebody can curse."""
    names = {zone.name for zone in table_of(("1", "3"), False).zones}
    assert {shelf_zone("1"), "hand-3", "deck"} <= names
    assert not {shelf_zone("2"), "hand-4", "curse-silence"} & names


def test_rows_are_numbered_from_the_far_side() -> None:
    """Square a1 is the far left one, as the rules have it."""
    assert [LAYOUT.cell_name(cell) for cell in (Cell(0, 0), Cell(3, 3), Cell(6, 0))] == ["a1", "d4", "a7"]


def test_kinds_are_named_as_in_recordings_of_tables() -> None:
    """A recogniser taught from a recording of this game speaks of kinds that the catalogue knows, on a grid of its size."""
    file = SHARED / "photos" / "stone-a" / "session.json"
    if not file.exists():
        pytest.skip(f"there is no {file}; COMPANION_SHARED names the folder of recordings")
    session = json.loads(file.read_text(encoding="utf-8"))
    known = {kind.name: kind for kind in CATALOGUE.tiles}
    for name, geometry in session["geometry"]["kinds"].items():
        assert known[name].periods["up"] == geometry.get("same_after_turns", 4), name
    assert set(session["geometry"]["piece_kinds"]) <= {kind.name for kind in CATALOGUE.pieces}
    assert tuple(session["grid"]["pitch_mm"]) == LAYOUT.pitch_mm and session["geometry"]["tile_mm"] == LAYOUT.tile_mm
