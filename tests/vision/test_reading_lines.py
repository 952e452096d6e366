"""Readings as lines of JSON."""

import json
import math

from companion.core.grid import Cell, Facing, Zone
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT, Look
from vision.jsonl import reading_line, unread_line

SURE, OFF = math.log(0.98), math.log(0.02)


def reading(**changes: object) -> Reading:
    """Two tiles, a hole, a mouse that faces east with two cheeses in its cell."""
    tiles = (
        TileClaim(Cell(0, 0), (LikelyLook(Look("curve", "up", 2), SURE),)),
        TileClaim(Cell(0, 1), (LikelyLook(ABSENT, SURE),)),
        TileClaim(Zone("front"), (LikelyLook(Look("back", "down"), SURE),)),
    )
    facings = (OFF, SURE, OFF, OFF)
    pieces = (
        PieceClaim("mouse", Cell(0, 0), (OFF, SURE), facings),
        PieceClaim("cheese", Cell(0, 0), (-9.0, OFF, SURE)),
        PieceClaim("marble", Zone("nest"), (SURE, OFF)),
    )
    values: dict[str, object] = {"board_px": ((0, 0), (9, 0), (9, 9), (0, 9))} | changes
    return Reading(4, 0.0, tiles, pieces, **values)  # type: ignore[arg-type]


def test_tiles_are_listed_with_place_look_and_probability() -> None:
    """Every tile that is there has its cell or zone; a hole is not listed."""
    line = json.loads(reading_line("04.jpg", reading()))
    assert line["file"] == "04.jpg"
    assert line["tiles"] == [
        {"cell": [0, 0], "kind": "curve", "face": "up", "turns": 2, "p": 0.98},
        {"zone": "front", "kind": "back", "face": "down", "turns": 0, "p": 0.98},
    ]


def test_pieces_are_listed_one_by_one() -> None:
    """Two cheeses are two entries, the mouse has its facing, and a marble that is likelier not there is left out."""
    pieces = json.loads(reading_line("04.jpg", reading()))["pieces"]
    assert [piece["kind"] for piece in pieces] == ["cheese", "cheese", "mouse"]
    assert pieces[2]["facing"] == Facing.E.name
    assert pieces[0]["p"] >= pieces[1]["p"] == 0.98


def test_hidden_and_unsure_cells_are_declined() -> None:
    """Nothing is claimed about a hidden cell, and both kinds of doubt are listed as unsure."""
    line = json.loads(reading_line("04.jpg", reading(hidden=frozenset({Cell(0, 0)}), unsure=frozenset({Cell(0, 1)}))))
    assert line["unsure"] == [[0, 0], [0, 1]]
    assert line["pieces"] == []
    assert [tile.get("cell") for tile in line["tiles"]] == [None]


def test_what_is_glimpsed_beside_a_hand_is_listed() -> None:
    """A hidden cell of which enough shows is listed with its drawing and with what stands there."""
    hidden = frozenset({Cell(0, 0), Cell(0, 1)})
    line = json.loads(reading_line("04.jpg", reading(hidden=hidden, glimpsed=frozenset({Cell(0, 0)}))))
    assert line["unsure"] == [[0, 1]]
    assert line["tiles"][0]["cell"] == [0, 0]
    assert [piece["kind"] for piece in line["pieces"]] == ["cheese", "cheese", "mouse"]


def test_what_lies_in_a_hidden_zone_beside_the_hand_is_told() -> None:
    """A zone is long: a hand over one end of it does not hide what lies at the other."""
    front, nest = PieceClaim("cheese", Zone("front"), (OFF, SURE)), PieceClaim("marble", Zone("nest"), (OFF, SURE))
    seen = Reading(4, 0.0, (), (front, nest), hidden=frozenset({Zone("front")}), hand=True)
    assert [piece["zone"] for piece in json.loads(reading_line("04.jpg", seen))["pieces"]] == ["front", "nest"]


def test_an_unread_picture_claims_nothing_and_says_why() -> None:
    """The line of a picture that could not be read has its reason and no claim."""
    line = json.loads(unread_line("05.jpg", "dark", "the picture is black"))
    assert (line["tiles"], line["pieces"], line["why"]) == ([], [], "the picture is black")


def test_a_tile_that_shares_its_picture_with_others_is_listed_as_unsure() -> None:
    """What it shows is sure, so the place is no doubtful one; which of the tiles it is, the line does not pretend to know."""
    half = math.log(0.5)
    shared = TileClaim(Cell(1, 1), (LikelyLook(Look("hand-1", "up"), half), LikelyLook(Look("hand-2", "up"), half)))
    line = json.loads(reading_line("04.jpg", Reading(4, 0.0, (shared,), ())))
    assert line["unsure"] == [[1, 1]]


def test_a_piece_that_may_be_one_of_several_makes_its_place_unsure() -> None:
    """A hero lies there face down, and no line can say which; where one is likelier than not it is listed."""
    backs = (("down", SURE),)
    heroes = [PieceClaim(f"hero-{n}", Cell(1, 1), (math.log(0.75), math.log(0.25)), faces=backs) for n in range(4)]
    named = PieceClaim("hero-4", Cell(2, 2), (OFF, SURE), faces=backs)
    line = json.loads(reading_line("04.jpg", Reading(4, 0.0, (), (*heroes, named))))
    assert line["unsure"] == [[1, 1]]
    assert [piece["kind"] for piece in line["pieces"]] == ["hero-4"]
