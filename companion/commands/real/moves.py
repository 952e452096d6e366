"""One game of black tiles, a hand-held photograph after each turn: which cells are new?  No rule of the game is used.

The set-up picture teaches how dark a tile is; a turn counts when exactly its new cells are found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from companion.commands.real.figures import Figure, photograph, truth_of
from vision.covered import Cells, cells_plan, learn_cover, newly_covered

SET = "qwirkle-board"
GIVEN_TURNS = 15


def measure(folder: Path, first: int | None = None) -> Iterator[Figure]:
    """One figure; of the `first` turns only, if told."""
    truth = truth_of(folder / SET)
    rows, cols = truth["grid"]
    names = sorted(truth["images"])[: None if first is None else first + 1]
    shown = [truth["images"][name] for name in names]
    corners = (np.array(image["board_corners_px"], dtype=np.float64) for image in shown)
    plans = [cells_plan(photograph(folder / SET / name), four, rows, cols) for name, four in zip(names, corners, strict=True)]
    cover = learn_cover(plans[0], _covered(shown[0], rows, cols))
    cells = [cover.cells(plan, rows, cols) for plan in plans]
    found = [set(newly_covered(before, now)) for before, now in pairwise(cells)]
    right = sum(new == {_cell(name) for name in image["new_tiles"]} for new, image in zip(found, shown[1:], strict=True))
    turns = len(found)
    yield Figure("new cells of a turn, without rules", right, turns, GIVEN_TURNS / 20 * turns, given=True)


def _covered(image: dict[str, Any], rows: int, cols: int) -> Cells:
    covered = np.zeros((rows, cols), np.bool_)
    for name in image["board"]:
        covered[_cell(name)] = True
    return covered


def _cell(name: str) -> tuple[int, int]:
    """Row and column of a cell such as `B7`: columns are letters from the left, rows numbers from the top."""
    return int(name[1:]) - 1, ord(name[0]) - ord("A")
