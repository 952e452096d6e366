"""What the network would be shown of heaps, and what lies there: `python -m scripts.heap_net.examples RECORDING... --out FOLDER`.

Each recording is taught and read as any other.  Of every heap that is counted its scene is kept with all poses that were listed:
where, how turned, how large, of which sprite, and which wedge of the truth each is, by what both cover.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.session_reading import rig_of_session
from scripts.given import write_examples
from scripts.tabletop_photos.shapes import Place
from vision.found import Found
from vision.frame import Frame
from vision.heaps import Judge
from vision.light import Array
from vision.pieces import PieceSearch
from vision.pose import Pose
from vision.pose_net import ROOT, PoseNet, scene_of
from vision.poses import Poses
from vision.reader import Reader
from vision.recount import FineView, Recount, Window
from vision.session import load_picture, play_files
from vision.shapes import Shapes

OUTLINE = np.array([(-9.2, 0, 0), (9.0, -9.2, 0), (9.0, 9.2, 0)])
"""A wedge's corners on its own, mm."""
FINE = 4
Truth = list[dict[str, Any]]


@dataclass
class Notes:
    """The heaps of a recording: `scenes` (h, w, 8); of each pose a row: heap, middle (across, down), heading, scale, sprite, what
    it and the wedge that it fits best cover both, which wedge that is, whether the same side is up, and how far it is hidden."""

    scenes: list[NDArray[np.uint8]] = field(default_factory=list)
    rows: list[tuple[float, ...]] = field(default_factory=list)


class Watching(Recount):
    """Counts heaps as ever, and notes what the network would be shown."""

    notes: Notes
    wedges: Truth
    pose: Pose

    def __init__(self, reader: Reader, notes: Notes) -> None:
        assert reader._bank is not None
        super().__init__(reader._bank, reader._centres)
        self.notes, self._plan = notes, reader._ground.plan

    def _judged(self, shapes: Shapes, view: FineView, window: Window, costs: Array, free: Array) -> Judge | None:
        return partial(self._note, scene_of(*view.shown(window), costs, free), (window[1].start, window[0].start))

    def _note(self, scene: Array, corner: tuple[int, int], poses: Poses, chosen: Sequence[int]) -> Mapping[int, float]:
        heap, middles = len(self.notes.scenes), poses.middles(scene.shape[1])
        scales = ROOT / np.sqrt(poses.covers.sum(axis=1))
        shares = np.stack([self._shares(wedge, corner, poses, scene.shape[1]) for wedge in self.wedges])
        best = shares.argmax(axis=0)
        for n, (row, which) in enumerate(zip(poses.rows, best, strict=True)):
            sprite, wedge = int(self._bank.kinds[row]), self.wedges[which]
            same = self._bank.sprites[sprite].face == wedge["face"]
            self.notes.rows.append((heap, *middles[n], float(poses.headings[n]), float(scales[n]), sprite,
                                    float(shares[which, n]), which, same, wedge.get("hidden", 0.0)))  # fmt: skip
        self.notes.scenes.append(scene.astype(np.uint8))
        return {}

    def _shares(self, wedge: dict[str, Any], corner: tuple[int, int], poses: Poses, width: int) -> Array:
        """What each pose and a wedge of the truth cover both, as a share of what either does (n,)."""
        top = wedge["height_mm"][1]
        at = np.asarray(Place(*wedge["at_mm"], wedge["heading_deg"], top)(OUTLINE))[:, :2]
        seen = self._plan.to_plan(self.pose.unproject(self.pose.project(at, top), self._plan.height_mm)) - corner
        mask = np.zeros((width * FINE,) * 2, np.uint8)
        cv2.fillPoly(mask, [np.rint((seen + 0.5) * FINE - 0.5).astype(np.int32)], 255)
        shown = cv2.resize(mask, (width, width), interpolation=cv2.INTER_AREA).reshape(-1).astype(np.float32) / 255
        both = np.minimum(shown[poses.pixels], poses.covers).sum(axis=1)
        return np.asarray(both / (float(shown.sum()) + poses.covers.sum(axis=1) - both), dtype=np.float32)


class WatchingReader(Reader):
    """Reads as ever, and tells `Watching` from where the camera looks."""

    watching: Watching

    def _with_heaps(self, found: list[Found], search: PieceSearch, pose: Pose, view: FineView) -> list[Found]:
        self.watching.pose = pose
        return self.watching.counted(found, self._judge.places_of(found, pose), search, view)


def examples(recording: Path) -> dict[str, NDArray[Any]]:
    """What the network is to learn from a recording."""
    session, rig = rig_of_session(recording)
    reader, notes = WatchingReader(rig), Notes()
    reader.watching = Watching(reader, notes)
    truth = json.loads((recording / "play" / "truth.json").read_text())["frames"]
    for number, (path, frame) in enumerate(zip(play_files(session), truth, strict=True)):
        reader.watching.wedges = [piece for piece in frame["pieces"] if piece["kind"] == "wedge"]
        picture = load_picture(path)
        assert picture is not None, path
        reader.read(Frame(number, float(number), picture))
    net, sprites = PoseNet(reader.watching._bank), range(len(reader.watching._bank.sprites))
    side = max(max(scene.shape[:2]) for scene in notes.scenes)
    scenes = np.zeros((len(notes.scenes), side, side, 8), np.uint8)
    for n, scene in enumerate(notes.scenes):
        scenes[n, : scene.shape[0], : scene.shape[1]] = scene
    looks = np.stack([net.look(sprite, 0) for sprite in sprites]).astype(np.uint8)
    return {"scenes": scenes, "rows": np.array(notes.rows, np.float32), "looks": looks}


def main() -> None:
    write_examples(__doc__, examples)


if __name__ == "__main__":
    main()
