"""A picture is read once more with the drawings that only what lies elsewhere tells."""

from __future__ import annotations

from companion.core.grid import Cell, Place, Zone
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look
from vision.known_drawings import told_otherwise

PINK, ROSE = Look("pink", "up", 1), Look("rose", "up", 3)


def reading(**looks: Look) -> Reading:
    """A reading of two cells and a zone beside the grid."""
    places: dict[str, Place] = {"here": Cell(0, 0), "there": Cell(2, 3), "beside": Zone("pile")}
    return Reading(0, 0.0, tuple(TileClaim(places[name], (LikelyLook(look, -0.1),)) for name, look in looks.items()), ())


def test_only_cells_of_which_another_drawing_is_told_are_known() -> None:
    """Of what stays as it was seen, and of cards that lie beside the grid, there is nothing to look at again."""
    seen, told = reading(here=PINK, there=ROSE, beside=PINK), reading(here=ROSE, there=ROSE, beside=ROSE)
    assert told_otherwise(seen, told) == {Cell(0, 0): ROSE} and told_otherwise(seen, seen) == {}
