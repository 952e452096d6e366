"""Tiles that do not move: what lay in one place in every teaching picture, while the others lay elsewhere each time."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.art import look_of
from companion.core.catalogue import Catalogue, Layout
from companion.core.scene import Look
from vision.frame import TeachingPicture
from vision.habits import Settled

LEAST_PICTURES = 3
MOST = 0.5
"""Where more than that share of the cells never changed, nobody laid the others anew: nothing is told of what is settled."""


def settled_tiles(
    pictures: Sequence[TeachingPicture], layout: Layout, catalogue: Catalogue, looks: Sequence[Look]
) -> tuple[Settled, ...]:
    """The cells in which all pictures show one drawing; a back that hides its kind says nothing."""
    numbers, cells = {look: number for number, look in enumerate(looks)}, layout.cells()
    backs = catalogue.common_backs
    lain = [{tile.tile.place: tile for tile in picture.tiles} for picture in pictures]
    lain = [each for each in lain if all(cell in each for cell in cells)]
    if len(lain) < LEAST_PICTURES:
        return ()
    settled, free = [], set()
    for number, cell in enumerate(cells):
        own = {look_of(each[cell], catalogue) for each in lain}
        if len(own) > 1 or next(iter(own)).face in backs:
            free |= own
            continue
        turns = {each[cell].tile.look.turns for each in lain}
        settled.append((number, numbers[next(iter(own))], next(iter(turns)) if len(turns) == 1 else None))
    if len(settled) > MOST * len(cells):
        return ()
    return tuple(Settled(cell, look, turns, len(lain), looks[look] not in free) for cell, look, turns in settled)
