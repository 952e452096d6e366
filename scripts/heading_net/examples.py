"""What the network would be shown of directed pieces, and which way each looks: `python -m scripts.heading_net.examples
RECORDING... --out FOLDER`.

Each recording is taught and read as any other; a piece that was found is the one of the truth that stands nearest.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.session_reading import rig_of_session
from companion.core.grid import Facing
from vision.frame import Frame
from vision.heading_net import HeadingNet
from vision.light import Array
from vision.pose import Pose
from vision.reader import Reader
from vision.session import load_picture, play_files

NEAR_PX = 4.0
"""Pixels of half the plan's scale from a piece of the truth to where it was found."""


class Noting(HeadingNet):
    """Notes what it is asked of each piece."""

    def __init__(self) -> None:
        self.seen: dict[tuple[float, float], Array] = {}

    def told(self, view: Array, at: tuple[float, float]) -> NDArray[np.float64]:
        self.seen[at] = view
        return np.zeros(4)


class WatchingReader(Reader):
    """Reads as ever, and keeps from where the camera looks."""

    pose: Pose

    def _with_heaps(self, found: Any, search: Any, pose: Pose, view: Any) -> Any:
        self.pose = pose
        return super()._with_heaps(found, search, pose, view)


def examples(recording: Path) -> dict[str, NDArray[Any]]:
    """What the network is to learn from a recording: views (n, SIDE, SIDE, 8) and facings (n,), north first."""
    session, rig = rig_of_session(recording)
    reader, views, facings = WatchingReader(rig), [], []
    truth = json.loads((recording / "play" / "truth.json").read_text())["frames"]
    for number, (path, frame) in enumerate(zip(play_files(session), truth, strict=True)):
        reader._facing = replace(reader._facing, net=Noting())
        picture = load_picture(path)
        assert picture is not None, path
        reader.read(Frame(number, float(number), picture))
        plan = reader._ground.plan
        for piece in frame["pieces"]:
            if piece.get("facing") is None or piece.get("hidden", 0) > 0.2 or not reader._facing.net.seen:
                continue
            seen_px = reader.pose.project(np.array([piece["at_mm"]]), sum(piece["height_mm"]) / 2)
            at = plan.to_plan(reader.pose.unproject(seen_px, plan.height_mm))
            near = min(reader._facing.net.seen, key=lambda seen: math.dist(seen, np.ravel(at) / 2))
            if math.dist(near, np.ravel(at) / 2) < NEAR_PX:
                views.append(reader._facing.net.seen[near].astype(np.uint8))
                facings.append(Facing[piece["facing"]].value)
    return {"views": np.array(views, np.uint8), "facings": np.array(facings, np.int64)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for recording in given.recordings:
        found = examples(recording)
        np.savez_compressed(given.out / f"{recording.name}.npz", **found)
        print(f"{recording.name}: {len(found['views'])} pieces", flush=True)


if __name__ == "__main__":
    main()
