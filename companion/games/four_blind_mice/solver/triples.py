"""Names of arrangements in which three mice are alike.

A *triple* is the number of the set of cells that three interchangeable mice hold.  A *place* is an arrangement: the cell of the
claimant above the 16 bits of a triple.  The places of one cell of the claimant lie side by side, so that a search that goes
through them in order stays within a few hundred kilobytes of its tables.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from companion.games.four_blind_mice.cells import CELLS
from companion.games.four_blind_mice.solver.arrays import CELL_BITS, Ints

TRIPLES = 41_664
"""Ways to put three interchangeable mice on 64 cells."""
TRIPLE_BITS = 16
TRIPLE_MASK = (1 << TRIPLE_BITS) - 1
NO_TRIPLE = TRIPLES
"""The name of three cells two of which are the same."""
PLACES = CELLS << TRIPLE_BITS


@cache
def cells_of_triples() -> Ints:
    """The three cells of each triple in ascending order, packed: the first in bits 12-17, the last in bits 0-5."""
    cells = np.array(list(combinations(range(CELLS), 3)), np.int64)
    return pack(cells[:, 0], cells[:, 1], cells[:, 2])


@cache
def split_cells_of_triples() -> tuple[Ints, Ints, Ints]:
    """The same cells, each on its own."""
    packed = cells_of_triples()
    return packed >> 2 * CELL_BITS, packed >> CELL_BITS & CELLS - 1, packed & CELLS - 1


@cache
def triple_numbers() -> npt.NDArray[np.uint16]:
    """The triple of three packed cells, in whatever order they stand."""
    cells = split_cells_of_triples()
    numbers = np.full(CELLS**3, NO_TRIPLE, np.uint16)
    for order in permutations(cells):
        numbers[pack(*order)] = range(TRIPLES)
    return numbers


def pack(first: Ints, second: Ints, third: Ints) -> Ints:
    """Three cells in one number."""
    return first << 2 * CELL_BITS | second << CELL_BITS | third


def place_of(mice: list[int], claimant: int) -> int:
    """The place of four mice on their cells."""
    first, second, third = (cell for mouse, cell in enumerate(mice) if mouse != claimant)
    return mice[claimant] << TRIPLE_BITS | int(triple_numbers()[first << 2 * CELL_BITS | second << CELL_BITS | third])
