"""Which places may have been touched, told by comparing looks pixel by pixel."""

import pytest

from companion.core.grid import Cell, Zone
from companion.core.reading import NoReading, PieceClaim, Reading
from companion.core.scene import PieceAt, Scene
from companion.table.untouched import as_untouched, touched_after

A, NEST = Cell(0, 0), Zone("N1")
MOVING = NoReading(8, 1.6, "moving", "something moves", "wait")


def look(number, changed, frame=9):
    return Reading(frame, frame / 5, (), (), look=number, changed=changed)


@pytest.mark.parametrize(
    ("touched", "result", "after"),
    [
        (frozenset(), look(4, frozenset({A})), {A}),
        (frozenset({NEST}), look(4, frozenset({A})), {A, NEST}),
        (frozenset({A}), look(3, frozenset({NEST})), {A}),
        (frozenset(), look(5, frozenset()), None),
        (frozenset(), look(4, None), None),
        (None, look(4, frozenset()), None),
        (frozenset({A}), MOVING, {A}),
    ],
    ids=["next look", "adds up", "same look again", "a look was left out", "not compared", "was unknown", "in between"],
)
def test_looks_tell_what_was_touched(touched, result, after):
    """Only an unbroken chain of looks tells; pictures between two looks do not matter."""
    assert touched_after(touched, result, 3, look_before=3) == after


def test_a_zone_whose_pixels_are_the_same_keeps_what_lay_there():
    """A cheese that the eye misses in a nest is still there when no pixel of the nest has changed."""
    reading = Reading(9, 1.8, (), (PieceClaim("cheese", A, (-9.0, -0.01)),), look=4, changed=frozenset({A}))
    scene = Scene((), (PieceAt("cheese", NEST),))
    claims = as_untouched(reading, scene, frozenset({A}), "back").pieces
    assert {(claim.kind, claim.place): claim.count for claim in claims} == {("cheese", A): 1, ("cheese", NEST): 1}
