"""What the network would be shown where a piece of a kind may stand: `python -m scripts.missing_net.examples RECORDING... --out
FOLDER`.

Each recording is taught and read as any other.  Of every kind with a direction of which there is one, places are shown about
where it stands, and others that have its colours or show another piece of that sort, whether it was found or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.given import write_examples
from scripts.heading_net.examples import HIDDEN, WatchingReader, plan_px, watched
from vision.fine_view import FineView
from vision.found import Found
from vision.light import Array
from vision.missing_net import SIDE, MissingNet
from vision.noticed import highest, strange_places
from vision.pieces import PieceSearch
from vision.pose import Pose
from vision.reader import Reader

FAR, ASIDE, OTHERS = 999.0, 18.0, 3
"""How far away what is not there is noted to be; so far aside, px of the plan at half its scale, pieces are shown; so many places
of other pieces, and so many that have a kind's colours, are shown of each kind."""
SPOTS, APART, BROAD, BOARD = 10, 6, 7, (0.6, 0.0)
"""So many places have a kind's colours, so far apart and so broad, px of the plan at a quarter of its scale; what the board has
of these colours by itself counts so much against them, or nothing: what is drawn there may look like a piece."""
Spot = tuple[float, float]


class Looking(WatchingReader):
    """Keeps what was seen: a picture in art light and the board (h, w, 3), and places that cost much."""

    half: Array
    bare: Array
    strange: list[Spot]
    net: MissingNet

    def _with_heaps(self, found: list[Found], search: PieceSearch, pose: Pose, view: FineView) -> list[Found]:
        if not hasattr(self, "half"):
            self.pose, self.half, self.bare, self.net = pose, search.half, view.half.picture, MissingNet.of(search.bank.sprites)
            self.strange = strange_places(search.standing_in_light(), search.bank.detail)
        return Reader._with_heaps(self, found, search, pose, view)


def examples(recording: Path) -> dict[str, NDArray[Any]]:
    """What the network is to learn from a recording: views (n, SIDE, SIDE, CHANNELS), and how far from the middle of each, px to
    the right and down, the piece's middle is (n, 1, 2)."""
    views, middles = [], []
    for number, (reader, frame) in enumerate(watched(recording, lambda _: None, Looking)):
        chance, detail = Random(f"{recording.name} {number}"), reader._ground.plan.detail
        for kind, spot, there in _asked(reader, frame, chance):
            views.append(np.rint(reader.net.views([kind], reader.half, reader.bare, spot, detail)[0]).astype(np.uint8))
            middles.append([_offset(spot, there, detail)])
    return {"views": np.array(views, np.uint8), "middles": np.array(middles, np.float32)}


def _asked(reader: Looking, frame: dict[str, Any], chance: Random) -> Iterator[tuple[str, Spot, Spot | None]]:
    """Kinds, places of a picture where they may be, and where they stand."""
    net, detail = reader.net, reader._ground.plan.detail
    stands = {piece["kind"]: (plan_px(reader, piece), piece.get("hidden", 0)) for piece in frame["pieces"]}
    loose = [plan_px(reader, piece) for piece in frame["pieces"] if piece["kind"] not in net.colours]
    for kind in net.kinds:
        if kind in stands and stands[kind][1] > HIDDEN:
            continue
        there = stands[kind][0] if kind in stands else None
        others = [at for other, (at, _) in stands.items() if other != kind and other in net.colours]
        likely = [likely_places(net, kind, reader.half, reader.bare, detail, share) for share in BOARD]
        places = [at for pool in (others, loose, *likely, reader.strange) for at in _some(chance, pool)]
        for at in [*places, *([there] * 2 if there else [])]:
            yield kind, _aside(chance, at, detail), there


def likely_places(net: MissingNet, kind: str, half: Array, bare: Array, detail: int, share: float) -> list[Spot]:
    """Where most of a picture (h, w, 3) has a kind's colours and a share of the `bare` board less, best first: px of the plan of
    that detail at half its scale."""
    size = (half.shape[1] // (2 * detail), half.shape[0] // (2 * detail))
    small = [np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.float32) for image in (half, bare)]
    seen, board = (net.views_of([kind], image, image)[0, ..., 7:].prod(axis=-1) / 255**2 for image in small)
    heat = np.asarray(cv2.boxFilter(seen - share * board, -1, (BROAD, BROAD)), dtype=np.float32)
    return [((2 * u + 0.5) * detail, (2 * v + 0.5) * detail) for u, v in highest(heat, SPOTS, APART)]


def _some(chance: Random, places: Sequence[Spot]) -> list[Spot]:
    return chance.sample(places, min(OTHERS, len(places)))


def _aside(chance: Random, at: Spot, detail: int) -> Spot:
    return at[0] + detail * chance.uniform(-ASIDE, ASIDE), at[1] + detail * chance.uniform(-ASIDE, ASIDE)


def _offset(spot: Spot, there: Spot | None, detail: int) -> Spot:
    if there is None or max(abs(there[0] - spot[0]), abs(there[1] - spot[1])) > detail * SIDE / 2:
        return FAR, FAR
    return (there[0] - spot[0]) / detail, (there[1] - spot[1]) / detail


def main() -> None:
    write_examples(__doc__, examples)


if __name__ == "__main__":
    main()
