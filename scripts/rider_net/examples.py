"""What the network would be shown of directed pieces, and where riders are: `python -m scripts.rider_net.examples RECORDING...
--out FOLDER`.

Each recording is taught and read as any other; a piece that was found is the one of the truth that stands nearest.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scripts.given import write_examples
from scripts.heading_net.examples import NEAR_PX, WatchingReader, plan_px, watched
from vision.facing import PATCH
from vision.light import Array
from vision.rider_net import RiderNet

MOST, FAR = 4, 999.0
"""So many riders around a piece are noted; where there are fewer, the rest are as far away as that."""


class Noting(RiderNet):
    """Notes what it is shown, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Array] = []

    def told(self, view: Array) -> float:
        self.seen.append(view)
        return 0.0


def examples(recording: Path) -> dict[str, NDArray[Any]]:
    """What the network is to learn from a recording: views (n, PATCH, PATCH, 8), and how far from the middle of each, px to the
    right and down, the middles of riders are (n, MOST, 2)."""
    views, riders = [], []
    for reader, frame in watched(recording, _listening, WatchingReader):
        kinds = {sprite.kind for sprite in reader.rig.appearance.sprites if sprite.rides}
        at = {kind: [plan_px(reader, one) for one in frame["pieces"] if (one["kind"] in kinds) == kind] for kind in (True, False)}
        # Whatever is looked at once more, by itself, comes after these.
        for middle, view in zip(reader.at, reader.notes.seen, strict=False):
            if min((math.dist(middle, there) for there in at[False]), default=FAR) < NEAR_PX:
                views.append(view.astype(np.uint8))
                riders.append(_around(middle, at[True], reader._ground.plan.detail))
    return {"views": np.array(views, np.uint8), "riders": np.array(riders, np.float32)}


def _listening(reader: WatchingReader) -> None:
    reader.notes = reader._facing.riding.net = Noting()
    # Of pieces that it does not know the network has no say; here it is asked all the same.
    reader._facing.small.models = tuple(replace(model, riders_known=True) for model in reader._facing.small.models)


def _around(middle: tuple[float, float], riders: list[tuple[float, float]], detail: int) -> list[tuple[float, float]]:
    """How far the nearest riders are, px of a patch; those outside it are far."""
    away = [(2 * (u - middle[0]) / detail, 2 * (v - middle[1]) / detail) for u, v in riders]
    near = sorted((one for one in away if max(map(abs, one)) < PATCH), key=lambda one: math.hypot(*one))[:MOST]
    return [*near, *[(FAR, FAR)] * (MOST - len(near))]


def main() -> None:
    write_examples(__doc__, examples)


if __name__ == "__main__":
    main()
