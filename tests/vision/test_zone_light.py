"""How bright printed zones are told."""

from __future__ import annotations

import numpy as np

from vision.expected import Expected
from vision.zone_light import with_paint


def test_a_sleeve_on_half_of_a_zone_does_not_tell_its_light() -> None:
    """Where a lamp makes a bare zone brighter and a sleeve lies on much of it, the rest is told as bright as it is."""
    picture = np.full((60, 100, 3), (40.0, 60.0, 110.0), np.float32)
    picture += np.random.default_rng(1).normal(0, 3, picture.shape).astype(np.float32)
    expected = Expected(picture, np.ones((60, 100), np.bool_), np.full((60, 100), 6.0, np.float32))
    seen = picture + np.float32(14)
    seen[:, 30:85] = (40.0, 63.0, 66.0)
    told = with_paint(expected, seen, [(0, 0, 100, 60)]).picture
    assert np.abs(np.median(told[:, :30] - seen[:, :30], axis=(0, 1))).max() < 4
