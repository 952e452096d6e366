"""What the network plainly sees beside what was found is looked at as well, for a drawing that was guessed may explain it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from vision.again import Box
from vision.recount import FARTHER, Marks, Recount, Spot


def seen_by(beyond: dict[Spot, list[Spot]]) -> tuple[list[Box], list[Box]]:
    """The boxes that are looked at in the end, and all in turn, where about each spot the network sees others beyond."""
    recount, asked = Recount.__new__(Recount), list[Box]()
    recount._bank = cast(Any, SimpleNamespace(detail=2))

    def marks(_kind: str, box: Box, *_rest: object) -> Marks:
        asked.append(box)
        more = [at for spot, others in beyond.items() if _within(spot, box) for at in others if not _within(at, box)]
        return Marks([], np.zeros(2, np.int64), (slice(0, 1), slice(0, 1)), np.ones((1, 1), np.float32), more)

    cast(Any, recount)._marks = marks
    seen = recount._all_seen("wedge", recount._about([(100.0, 100.0)]), [], cast(Any, None), cast(Any, None))
    return list(seen), asked


def _within(at: Spot, box: Box) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def test_what_is_seen_beside_a_find_is_looked_at_once_more() -> None:
    """In the end the boxes hold both, and none is looked at twice."""
    boxes, asked = seen_by({(100.0, 100.0): [(140.0, 100.0)]})
    assert any(_within((140.0, 100.0), box) for box in boxes) and any(_within((100.0, 100.0), box) for box in boxes)
    assert len(asked) == len(set(asked)) == 2


def test_where_nothing_is_seen_beside_it_one_look_is_enough() -> None:
    """Most tables have no drawing that was never seen bare."""
    boxes, asked = seen_by({(100.0, 100.0): []})
    assert boxes == asked and len(asked) == 1


def test_it_ends_where_one_leads_to_another() -> None:
    """A row of them is followed a few steps."""
    row: dict[Spot, list[Spot]] = {(100.0 + 40 * n, 100.0): [(140.0 + 40 * n, 100.0)] for n in range(9)}
    boxes, asked = seen_by(row)
    assert len(asked) == len(boxes) == FARTHER
