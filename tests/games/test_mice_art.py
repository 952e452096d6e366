"""The game's kinds, drawings and table as data."""

from __future__ import annotations

import pytest

from companion.core.drawing import Drawing
from companion.core.errors import SetupError
from companion.core.grid import Cell, Facing
from companion.games.mice_in_a_maze import art
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT, layout_of, nests_of


def _signs(drawing: Drawing) -> set[object]:
    """The drawing as a set of shapes, points rounded and in any order, so that symmetry can be compared."""
    shapes = (shape for shape in drawing if shape.form != "arc")
    return {(s.form, frozenset((round(x, 3), round(y, 3)) for x, y in s.points), s.fill, s.stroke) for s in shapes}


def test_there_is_one_cross_and_one_curve_for_each_pair_of_colours() -> None:
    """56 maze tiles of distinct names, plus the Chamber."""
    names = [kind.name for kind in CATALOGUE.tiles]
    assert len(names) == len(set(names)) == 57
    assert sum(name.startswith("cross-") for name in names) == sum(name.startswith("curve-") for name in names) == 28


def test_a_cross_looks_the_same_after_half_a_turn_and_a_curve_does_not() -> None:
    """The marks on the paths keep the period that the catalogue states."""
    paper = _signs(CATALOGUE.tile("cross-red-blue").drawings["up"]) & _signs(CATALOGUE.tile("cross-green-white").drawings["up"])
    cross = CATALOGUE.tile("cross-yellow-black")
    curve = CATALOGUE.tile("curve-yellow-black")
    half = art.turned(cross.drawings["up"], 2)
    assert cross.periods["up"] == 2 and _signs(half) - paper >= _signs(cross.drawings["up"]) - paper
    assert curve.periods["up"] == 4 and not _signs(art.turned(curve.drawings["up"], 2)) >= _signs(curve.drawings["up"]) - paper


def test_all_maze_tiles_share_one_back() -> None:
    """A tile lying face down does not tell which it is."""
    backs = {id(kind.drawings["down"]) for kind in CATALOGUE.tiles if "down" in kind.drawings}
    assert len(backs) == 1 and all("down" in kind.anonymous for kind in CATALOGUE.tiles if kind.name != "chamber")


def test_every_mouse_carries_the_letter_of_its_colour() -> None:
    """Colour is never the only signal."""
    mice = [kind for kind in CATALOGUE.pieces if kind.name.startswith("mouse-")]
    assert "".join(kind.letter for kind in mice) == "ROYGBPWK" and all(kind.directed for kind in mice)


def test_the_default_ring_of_nests_is_the_rulebooks() -> None:
    """Red owns the north side's first nest; blue and purple share one."""
    owners = {nest.name: "".join(nest.colours) for nest in nests_of()}
    assert owners == {
        "NW": "KR", "N1": "R", "N3": "RO", "N5": "O", "NE": "OY", "E1": "Y", "E3": "YG", "E5": "G",
        "SE": "GB", "S5": "B", "S3": "BP", "S1": "P", "SW": "PW", "W5": "W", "W3": "WK", "W1": "K",
    }  # fmt: skip


def test_nests_lie_beside_the_cell_they_lead_to() -> None:
    """Each exit leads from the nest into its cell: the far side of the board's edge is the nest."""
    for zone in LAYOUT.zones:
        for way in zone.exits:
            outside = zone.beside[0].neighbour(way.opposite)
            assert not (0 <= outside.row < 7 and 0 <= outside.col < 7), zone.name
    assert LAYOUT.zone("SW").exits == (Facing.N, Facing.E) and LAYOUT.zone("SW").beside == (Cell(6, 0),)


def test_another_ring_and_arrangement_move_the_nests() -> None:
    """Both are parameters, because families lay them as they like."""
    zones = {zone.name: zone.label for zone in layout_of("central-three", "ROBYPWGK").zones}
    assert zones["N2"] == "red nest" and zones["E2"] == "blue nest" and "N1" not in zones


def test_a_wrong_ring_is_named_with_all_its_problems() -> None:
    """Both mistakes come back at once, with the offending values."""
    with pytest.raises(SetupError, match=r"'round'.*'RRGGBBWW'"):
        layout_of("round", "RRGGBBWW")


def test_every_drawing_stays_inside_its_square() -> None:
    """Points lie between 0 and 100, so that nothing is cut off on the page or on paper."""
    drawings = [d for kind in CATALOGUE.tiles for d in kind.drawings.values()] + [kind.drawing for kind in CATALOGUE.pieces]
    drawings += [zone.drawing for zone in LAYOUT.zones]
    outside = [p for d in drawings for shape in d for p in shape.points if not (-1 <= p[0] <= 101 and -1 <= p[1] <= 101)]
    assert drawings and not outside
