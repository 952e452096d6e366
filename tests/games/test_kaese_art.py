"""The kinds, drawings and table of Alles Käse! as data."""

from __future__ import annotations

from companion.games.alles_kaese import art
from companion.games.alles_kaese.catalogue import CATALOGUE
from companion.games.alles_kaese.layout import LAYOUT


def test_a_back_has_as_many_holes_as_it_is_worth() -> None:
    """One dark disc for each hole, well apart and inside the card."""
    for value in range(1, 7):
        drawing = CATALOGUE.tile(f"back-{value}").drawings["back"]
        holes = [shape for shape in drawing if shape.form == "disc" and shape.fill == art.SHADE]
        assert len(holes) == value
        spots = [shape.points[0] for shape in holes]
        assert all(15 < x < 85 and 15 < y < art.TALL - 15 for x, y in spots)
        assert all(abs(x - u) + abs(y - v) > 27 for n, (x, y) in enumerate(spots) for u, v in spots[:n])


def test_backs_look_the_same_after_half_a_turn() -> None:
    """Where the holes lie does not depend on which way up the card lies."""
    for value in range(1, 7):
        spots = art.pips(value, 100, art.TALL)
        turned = {(round(100 - x, 3), round(art.TALL - y, 3)) for x, y in spots}
        assert turned == {(round(x, 3), round(y, 3)) for x, y in spots}


def test_the_two_fronts_differ_in_colour_and_letter() -> None:
    """Colour is never the only signal: the pictures and letters differ too."""
    cheese, trap = CATALOGUE.piece("front-cheese"), CATALOGUE.piece("front-trap")
    assert (cheese.letter, trap.letter) == ("c", "t") and cheese.colour != trap.colour
    assert CATALOGUE.tile("front-cheese").drawings["front"] != CATALOGUE.tile("front-trap").drawings["front"]


def test_the_die_has_six_faces() -> None:
    """Each face has its number of holes and a drawing of its own; nobody knows the face before the first roll."""
    die = CATALOGUE.piece("die")
    assert die.faces == tuple("123456") and len(set(die.face_drawings.values())) == 6
    holes = [sum(shape.form == "disc" and shape.fill == art.SHADE for shape in die.face_drawings[face]) for face in die.faces]
    assert holes == [1, 2, 3, 4, 5, 6]
    assert die.drawing not in die.face_drawings.values()


def test_all_drawings_stay_inside_their_card() -> None:
    """Tiles are as high as the layout says, everything else is square."""
    assert abs(100 * LAYOUT.tile_tall - art.TALL) < 1e-9
    drawings = [(drawing, art.TALL) for kind in CATALOGUE.tiles for drawing in kind.drawings.values()]
    drawings += [(drawing, 100.0) for kind in CATALOGUE.pieces for drawing in (kind.drawing, *kind.face_drawings.values())]
    drawings += [(zone.drawing, 100.0) for zone in LAYOUT.zones]
    for drawing, high in drawings:
        points = [point for shape in drawing for point in shape.points]
        assert drawing and all(0 <= x <= 100 and 0 <= y <= high for x, y in points)
