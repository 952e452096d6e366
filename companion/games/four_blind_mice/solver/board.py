"""Lines of the empty board, as sets of cells in one integer each: bit `cell` is the cell."""

from __future__ import annotations

from functools import cache

from companion.games.four_blind_mice.cells import CELLS, RAYS, SIDE, STEPS, mask

ALL = (1 << CELLS) - 1
WEST_COLUMN = sum(1 << cell for cell in range(0, CELLS, SIDE))
EAST_COLUMN = WEST_COLUMN << (SIDE - 1)

Stops = tuple[int, dict[int, int]]
"""The cells of a line, and for each set of them that is occupied the cell where a slide along it ends."""


@cache
def stops() -> tuple[tuple[Stops, ...], ...]:
    """For each direction and cell the line and all its stops: some 8 000 entries, made at the first use."""
    return tuple(tuple(_stops(cell, direction) for cell in range(CELLS)) for direction in range(4))


def _stops(cell: int, direction: int) -> Stops:
    line = RAYS[cell][direction]
    found = {0: line[-1] if line else cell}
    for number in reversed(range(len(line))):
        # What lies behind the nearest obstacle does not matter: every set of cells behind it has the same stop.
        before = line[number - 1] if number else cell
        found |= {1 << line[number] | others: before for others in _sets(line[number + 1 :])}
    return mask(line), found


def _sets(cells: tuple[int, ...]) -> list[int]:
    sets = [0]
    for cell in cells:
        sets += [one | 1 << cell for one in sets]
    return sets


def reaching(direction: int, goals: int, free: int) -> int:
    """The cells from which a slide in this direction enters a cell of `goals`, if nothing but what is not `free` is in the way.

    The fill runs from the goals against the direction, doubling its stride.
    """
    step = STEPS[direction]
    if step == 1:
        found = goals >> 1 & ~EAST_COLUMN & free
        open_ = free & ~EAST_COLUMN
    elif step == -1:
        found = goals << 1 & ~WEST_COLUMN & free
        open_ = free & ~WEST_COLUMN
    else:
        open_ = free
        found = (goals >> step if step > 0 else goals << -step) & free
    for stride in (1, 2, 4):
        shift = abs(step) * stride
        near = found >> shift if step > 0 else found << shift
        found |= near & open_
        open_ &= open_ >> shift if step > 0 else open_ << shift
    return found
