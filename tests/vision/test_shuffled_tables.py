"""Rendered tables for trials may have their things elsewhere in each moment; what stands together stays together."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from scripts.tabletop_photos.shuffled import Shuffled

PITCH, SIDE = 55.0, 3
NESTS = {"N": (0.0, -60.0, 50.0, -10.0), "S": (0.0, 175.0, 50.0, 225.0)}
SESSION: dict[str, Any] = {
    "game": "mice-in-a-maze",
    "grid": {"rows": SIDE, "cols": SIDE, "pitch_mm": [PITCH, PITCH]},
    "geometry": {"piece_kinds": ["mouse-red", "mouse-blue", "cheese"]},
    "zones": [
        {"name": name, "role": "nest", "polygon_mm": [[a, b], [c, b], [c, d], [a, d]]} for name, (a, b, c, d) in NESTS.items()
    ],
}


def moment() -> dict[str, Any]:
    """A red mouse with a cheese on it on the first of two open tiles, two cheeses in the Chamber, a blue mouse in a nest."""
    def kind(row: int, col: int) -> str:
        return "chamber" if (row, col) == (1, 1) else "cross" if row == 0 and col < 2 else "back"

    tiles = [
        {"cell": [row, col], "kind": kind(row, col), "face": "down" if kind(row, col) == "back" else "up", "turns": 0}
        for row in range(SIDE) for col in range(SIDE)
    ]  # fmt: skip
    pieces = [
        {"kind": "mouse-red", "cell": [0, 1], "facing": "N", "heading_deg": 2.0, "at_mm": [80.0, 30.0], "height_mm": [2.5, 16.7]},
        {"kind": "cheese", "cell": [0, 1], "at_mm": [80.0, 30.0], "height_mm": [15.5, 22.3], "on": "mouse-red"},
        {"kind": "cheese", "cell": [1, 1], "at_mm": [75.0, 80.0], "height_mm": [2.5, 9.3]},
        {"kind": "cheese", "cell": [1, 1], "at_mm": [90.0, 85.0], "height_mm": [2.5, 9.3]},
        {"kind": "mouse-blue", "zone": "N", "facing": "E", "heading_deg": 90.0, "at_mm": [20.0, -30.0], "height_mm": [4.5, 18.7]},
    ]
    return {"tiles": tiles, "pieces": pieces}


@pytest.mark.parametrize("number", range(6))
def test_what_stands_together_stays_together_on_what_lies_face_up(number: int) -> None:
    """As many pieces of each kind; the rider on its mouse; nothing on a back; the Chamber's cheeses in the Chamber."""
    new = Shuffled(SESSION, 5).frame(moment(), number)
    assert Counter(piece["kind"] for piece in new["pieces"]) == Counter(piece["kind"] for piece in moment()["pieces"])
    mouse, rider, *loose, nested = new["pieces"]
    assert rider["on"] == mouse["kind"] and rider["at_mm"] == mouse["at_mm"] and rider["cell"] == mouse["cell"]
    faces = {tuple(tile["cell"]): (tile["kind"], tile["face"]) for tile in new["tiles"]}
    assert faces[tuple(mouse["cell"])] == ("cross", "up") and faces[1, 1] == ("chamber", "up")
    assert all(piece["cell"] == [1, 1] and min(piece["at_mm"]) > 55 and max(piece["at_mm"]) < 110 for piece in loose)
    left, far, right, near = NESTS[nested["zone"]]
    assert left < nested["at_mm"][0] < right and far < nested["at_mm"][1] < near
    assert "NESW".index(mouse["facing"]) == round(mouse["heading_deg"] / 90) % 4


def test_each_moment_is_one_of_its_own_and_the_same_again() -> None:
    told = [Shuffled(SESSION, 5).frame(moment(), number) for number in (0, 1, 0)]
    assert told[0] == told[2] != told[1]


def test_where_too_few_tiles_lie_open_things_stand_on_backs_where_others_did() -> None:
    """A mouse in a corner stands on a tile face down."""
    old = moment()
    old["pieces"] += [
        {"kind": "cheese", "cell": [2, col], "at_mm": [27.5 + 55 * col, 137.5], "height_mm": [2.5, 9.3]} for col in (0, 2)
    ]
    new = Shuffled(SESSION, 5).frame(old, 0)
    cells = Counter(tuple(piece["cell"]) for piece in new["pieces"] if "cell" in piece)
    opened = {tuple(tile["cell"]) for tile in new["tiles"] if tile["face"] == "up"}
    assert cells[1, 1] == 2 and set(cells) <= opened | {(0, 1), (2, 0), (2, 2)} and len(cells) == 4
