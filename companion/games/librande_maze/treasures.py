"""Treasures on the board: a sorted tuple of spaces, one entry each."""

from __future__ import annotations


def moved(treasure: tuple[int, ...], start: int, end: int, number: int = 1) -> tuple[int, ...]:
    """The treasures after some of one space have gone to another."""
    items = list(treasure)
    for _ in range(number):
        items.remove(start)
        items.append(end)
    items.sort()
    return tuple(items)


def less(treasure: tuple[int, ...], space: int) -> tuple[int, ...]:
    """The treasures without one of that space."""
    place = treasure.index(space)
    return treasure[:place] + treasure[place + 1 :]
