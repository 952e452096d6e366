"""Pieces that stand close together are looked at again, each with its neighbours in place.

What was found one by one was found in some order: a piece seen before its neighbour may have explained part of it.  So each
in turn is taken away and the best explanation of what is then strange put in its place, until nothing changes
(coordinate ascent); one that explains nothing any more was never there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from vision.found import Found
from vision.layers import Layers
from vision.piece_bank import SIDE
from vision.single import best_single

SWEEPS = 3
LEAST_LEFT = 25.0
"""Gain in nats that a piece must still bring with its neighbours in place."""
NEAR = 0.8 * SIDE
"""Pieces whose middles are nearer than this along both axes, half-plan px, have to be seen together."""


class Search(Protocol):
    """What is asked of the search that found them."""

    layers: Layers
    worst: float

    def fits(self, piece: Found) -> bool: ...


def settled(search: Search, found: Sequence[Found]) -> list[Found]:
    """The pieces after each was looked at again with its neighbours in place, in the order they were found."""
    result: list[Found] = []
    for group in _groups(found):
        if len(group) > 1:
            search.layers.clear(group)
            group = _ascended(search, group)
            search.layers.restack(group)
        result += group
    return result


def _ascended(search: Search, group: list[Found]) -> list[Found]:
    """A group after coordinate ascent; the search holds none of it, before and after."""
    for _ in range(SWEEPS):
        before = list(group)
        for piece in before:
            others = [other for other in group if other is not piece]
            search.layers.restack(others, full=True)
            again = best_single(search.layers, piece.at, search.worst).piece
            search.layers.clear([*others, piece])
            again = replace(again, paired=piece.paired and again.carries)
            if again.gain < LEAST_LEFT or not search.fits(again):
                group = others
            elif again.gain > piece.gain or (again.row, again.at) != (piece.row, piece.at):
                group[group.index(piece)] = again
        if [(piece.row, piece.at) for piece in group] == [(piece.row, piece.at) for piece in before]:
            break
    return group


def _groups(found: Sequence[Found]) -> list[list[Found]]:
    """The pieces gathered so that those close together, directly or through others, are in one group."""
    groups: list[list[Found]] = []
    for piece in found:
        near = [group for group in groups if any(_close(piece, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), piece])
    return groups


def _close(one: Found, other: Found) -> bool:
    return abs(one.at[0] - other.at[0]) < NEAR and abs(one.at[1] - other.at[1]) < NEAR
