"""Where pieces are looked for: the strangest spots, or only those about some pixels."""

from __future__ import annotations

import numpy as np

from vision.heat import Heat


def test_only_spots_about_what_is_asked_for_are_looked_at() -> None:
    costs, where = np.zeros((60, 60), np.float32), np.zeros((60, 60), np.bool_)
    costs[10:16, 10:16], costs[40:46, 40:46], where[44, 44] = 7.0, 5.0, True
    everywhere, there = Heat(costs, 1).hottest(), Heat(costs, 1, where).hottest()
    assert max(everywhere[:2]) < 20 and min(there[:2]) >= 40 and there[2] > 0
    assert Heat(costs, 1, ~where & False).hottest()[2] == 0
