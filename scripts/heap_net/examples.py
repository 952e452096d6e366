"""What the network of heaps is to learn from recordings: `python -m scripts.heap_net.examples RECORDING... --out FOLDER`.

Each recording is taught and read as any other.  Around the wedges of each place a window of the plan is kept, as the network
would be shown it, with the outlines of all wedges in it as the truth has them, cut into tiles where it is large.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.session_reading import rig_of_session
from scripts.given import write_examples
from scripts.heap_net.drawn import CORNERS, MOST, Outlines, seen_shares
from scripts.tabletop_photos.shapes import Place
from vision.fine_view import FineView, doubled_at
from vision.found import Found
from vision.frame import Frame
from vision.heap_net import HeapNet
from vision.light import Array
from vision.pieces import PieceSearch
from vision.pose import Pose
from vision.reader import Reader
from vision.session import load_picture, play_files

KIND, AROUND, TILE, ASIDE, TILES = "wedge", 46, 256, 60, 5
"""Pixels around the wedges of a place, across a tile, between wedges of two tiles, and the most tiles of a place."""
BEYOND = 20
"""Pixels from a tile within which a wedge still shows in it."""
Wedge = dict[str, Any]
Point = NDArray[np.float64]


@dataclass
class Notes:
    """Tiles (TILE, TILE, 7): the picture, the board expected, what is free; and of their wedges the corners (MOST, 3, 2), the
    side that lies up, and which share of each is seen (MOST,)."""

    tiles: list[NDArray[np.uint8]] = field(default_factory=list)
    outlines: list[Outlines] = field(default_factory=list)


class WatchingReader(Reader):
    """Reads as ever, and notes what lies about the wedges of the truth."""

    notes: Notes
    wedges: list[Wedge]

    def _with_heaps(self, found: list[Found], search: PieceSearch, pose: Pose, view: FineView) -> list[Found]:
        corners = [self._seen_at(wedge, pose) for wedge in self.wedges]
        others = [piece for piece in found if search.bank.sprites[int(search.bank.kinds[piece.row])].kind != KIND]
        for place in dict.fromkeys(_place(wedge) for wedge in self.wedges):
            own = np.stack([at for at, wedge in zip(corners, self.wedges, strict=True) if _place(wedge) == place])
            self._note(own, corners, view, search.cover_of(others))
        return super()._with_heaps(found, search, pose, view)

    def _seen_at(self, wedge: Wedge, pose: Pose) -> Point:
        """Where the corners of a wedge are seen (3, 2), px of the plan."""
        top = wedge["height_mm"][1]
        at = np.asarray(Place(*wedge["at_mm"], wedge["heading_deg"], top)(CORNERS))[:, :2]
        plan = self._ground.plan
        return np.asarray(plan.to_plan(pose.unproject(pose.project(at, top), plan.height_mm)))

    def _note(self, own: Point, corners: list[Point], view: FineView, taken: Array) -> None:
        size = np.array(view.picture.shape[1::-1])
        low = np.maximum(np.floor(own.min(axis=(0, 1))).astype(int) - AROUND, 4)
        high = np.minimum(np.ceil(own.max(axis=(0, 1))).astype(int) + AROUND, size - 4)
        if (high - low < AROUND).any():
            return
        window = slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))
        assert view.hand is not None
        free = np.minimum(1 - doubled_at(taken, window), 1 - doubled_at(view.hand.astype(np.float32), window))
        seen = np.clip(np.rint(np.dstack([*view.shown(window), free * 255])), 0, 255).astype(np.uint8)
        for corner in _tiles(own.mean(axis=1) - low, high - low):
            self.notes.tiles.append(_padded(seen[corner[1] : corner[1] + TILE, corner[0] : corner[0] + TILE]))
            self.notes.outlines.append(self._outlines(corners, low + corner, self.notes.tiles[-1][..., 6] / np.float32(255)))

    def _outlines(self, corners: list[Point], corner: Point, free: Array) -> Outlines:
        """The wedges that show in a tile with that corner, those of which most is seen first."""
        there = [n for n, at in enumerate(corners) if (np.abs(at.mean(axis=0) - corner - TILE / 2) < TILE / 2 + BEYOND).all()]
        at = np.array([corners[n] - corner for n in there]).reshape(-1, 3, 2)
        shares = seen_shares(at, [self.wedges[n]["height_mm"][0] for n in there], free)
        first, told = np.argsort(-shares, kind="stable")[:MOST], Outlines.none()
        told.corners[: len(first)], told.seen[: len(first)] = at[first], shares[first]
        told.up[: len(first)] = [self.wedges[there[n]]["face"] == "up" for n in first]
        return told


def _place(wedge: Wedge) -> str:
    return str(wedge.get("zone") or wedge["cell"])


def _tiles(middles: Point, size: Point) -> list[NDArray[np.int64]]:
    """The corners of tiles about middles (n, 2) in a window of that size, across and down."""
    corners, done = list[NDArray[np.int64]](), list[Point]()
    for middle in middles:
        if len(corners) < TILES and not any(np.abs(middle - other).max() < ASIDE for other in done):
            done.append(middle)
            corners.append(np.clip(middle - TILE / 2, 0, np.maximum(size - TILE, 0)).astype(int))
    return corners if (size > TILE).any() else corners[:1]


def _padded(tile: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A tile that is large enough; what is added is not free."""
    wide = cv2.copyMakeBorder(tile[..., :6], 0, TILE - tile.shape[0], 0, TILE - tile.shape[1], cv2.BORDER_REPLICATE)
    free = np.zeros((TILE, TILE), np.uint8)
    free[: tile.shape[0], : tile.shape[1]] = tile[..., 6]
    return np.dstack([wide, free])


def examples(recording: Path) -> Mapping[str, NDArray[Any]]:
    """What the network is to learn from a recording: `tiles`, `corners`, `up`, `seen`, and `colours` (2, 3) of the sides."""
    session, rig = rig_of_session(recording)
    reader = WatchingReader(rig)
    reader.notes = notes = Notes()
    truth = json.loads((recording / "play" / "truth.json").read_text())["frames"]
    for number, (path, frame) in enumerate(zip(play_files(session), truth, strict=True)):
        reader.wedges = [piece for piece in frame["pieces"] if piece["kind"] == KIND]
        picture = load_picture(path)
        assert picture is not None, path
        reader.read(Frame(number, float(number), picture))
    assert reader._bank is not None
    taught = HeapNet(reader._bank).taught(KIND)
    assert taught is not None, recording
    told = {name: np.stack([getattr(each, name) for each in notes.outlines]) for name in ("corners", "up", "seen")}
    return {"tiles": np.stack(notes.tiles), "colours": taught[2], **told}


def main() -> None:
    write_examples(__doc__, examples)


if __name__ == "__main__":
    main()
