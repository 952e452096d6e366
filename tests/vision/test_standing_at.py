"""Where a point of the table lies."""

import numpy as np
import pytest

from companion.core.catalogue import Layout, ZoneSpec
from companion.core.grid import Cell, Place, Zone
from vision.standing_at import StandingAt

LEFT, LOW = ((-80, 0), (-20, 0), (-20, 60), (-80, 60)), ((-80, 68), (-20, 68), (-20, 90), (-80, 90))
LAYOUT = Layout(4, 5, (50.0, 50.0), 46.0, 2.0, (ZoneSpec("left", "pile", LEFT), ZoneSpec("low", "pile", LOW)))


@pytest.mark.parametrize(
    ("at", "flat", "place"),
    [((120.0, 60.0), False, Cell(1, 2)), ((-50.0, 30.0), False, Zone("left")), ((-50.0, -3.0), False, None),
     ((-50.0, -3.0), True, Zone("left")), ((-50.0, -7.0), True, None), ((-50.0, 65.0), True, Zone("low")),
     ((-3.0, 30.0), True, None), ((3.0, 30.0), True, Cell(0, 0))],
)  # fmt: skip
def test_a_flat_piece_just_beyond_a_zone_lies_in_it(at: tuple[float, float], flat: bool, place: Place | None) -> None:
    """On top of others it is seen a little farther out than it lies: it is the nearest zone's; what stands is on the table."""
    assert StandingAt(LAYOUT)(np.array(at), flat) == place
