"""What lies in a cell by what is known of the whole table, before pieces are looked for on it.

Pieces are found on the drawing that is expected below them.  Where only what lies elsewhere tells which of two drawings it is
(`copies`), they were looked for on the other one, and some that stand there were not found.  So the picture is read once more
with that drawing expected; what is then seen of it, beside and below pieces, may still tell another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.core.grid import Cell
from companion.core.reading import Reading
from companion.core.scene import Look
from vision.ground import GroundReader
from vision.grounds import Ground
from vision.tiles import NATS, NATS_APART

KNOWN = 3.0
"""By so many nats such a drawing leads what the eye held for likelier."""


def told_otherwise(seen: Reading, told: Reading) -> dict[Cell, Look]:
    """The cells of which something else is told than what was seen, and what."""
    both = zip(seen.tiles, told.tiles, strict=True)
    return {now.place: now.best for was, now in both if now.best != was.best and isinstance(now.place, Cell)}


def with_drawings(reader: GroundReader, ground: Ground, known: Mapping[Cell, Look]) -> Ground:
    """The ground with these drawings in the cells that they are known to lie in, as far as they were among those compared."""
    changed = set[Cell]()
    for cell, look in known.items():
        number = reader.cells.index(cell)
        own = ground.fits.of(np.array([number]))
        rows, costs = own.rows[0], own.costs
        at = next((n for n, row in enumerate(rows.tolist()) if reader.rig.look_of(row) == look), 0)
        if at == 0:
            continue
        nats = NATS if reader.rivals.twins[rows[0], rows[at]] else NATS_APART
        dearer = costs + np.float32(KNOWN * nats)
        dearer[0, at] = costs[0, 0]
        ground = replace(ground, fits=ground.fits.with_others(np.array([number]), own.costing(dearer)))
        changed.add(cell)
    return reader.redrawn(ground, ground.table.quarter, changed) if changed else ground
