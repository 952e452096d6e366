"""What the network would be shown of directed pieces, and which way each looks: `python -m scripts.heading_net.examples
RECORDING... --out FOLDER`.

Each recording is taught and read as any other; a piece that was found is the one of the truth that stands nearest.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.session_reading import rig_of_session
from companion.core.grid import Facing
from companion.core.reading import NoReading
from scripts.given import write_examples
from vision.fine_view import FineView
from vision.found import Found
from vision.frame import Frame
from vision.heading_net import HeadingNet
from vision.light import Array
from vision.pieces import PieceSearch
from vision.pose import Pose
from vision.reader import Reader
from vision.session import load_picture

NEAR_PX, HIDDEN = 4.0, 0.2
"""Pixels of half the plan's scale from a piece of the truth to where it was found; the share of it that a hand may hide."""


class Noting(HeadingNet):
    """Notes what it is shown, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[Array] = []

    def told(self, view: Array) -> NDArray[np.float64]:
        self.seen.append(view)
        return np.zeros(4)


class Notes(Protocol):
    """What was shown to whoever keeps it."""

    seen: list[Array]


class WatchingReader(Reader):
    """Reads as ever, and keeps from where the camera looks and where it finds directed pieces."""

    pose: Pose
    at: list[tuple[float, float]]
    notes: Notes

    def _with_heaps(self, found: list[Found], search: PieceSearch, pose: Pose, view: FineView) -> list[Found]:
        self.pose, counted = pose, super()._with_heaps(found, search, pose, view)
        # These are what the network is asked about next, one after the other; what it was asked in a first look does not count.
        self.notes.seen.clear()
        self.at = [piece.at for piece in counted if search.bank.sprites[int(search.bank.kinds[piece.row])].directed]
        return counted


Watching = TypeVar("Watching", bound=WatchingReader)


def examples(recording: Path) -> dict[str, NDArray[Any]]:
    """What the network is to learn from a recording: views (n, SIDE, SIDE, 8) and facings (n,), north first."""
    views, facings = [], []
    for reader, frame in watched(recording, _listening, WatchingReader):
        # Whatever is looked at once more, by itself, comes after these.
        found = dict(zip(reader.at, reader.notes.seen, strict=False))
        for piece in (piece for piece in frame["pieces"] if piece.get("facing") and piece.get("hidden", 0) <= HIDDEN):
            at = plan_px(reader, piece)
            near = min(found, key=lambda there: math.dist(there, at), default=None)
            if near is not None and math.dist(near, at) < NEAR_PX:
                views.append(found[near].astype(np.uint8))
                facings.append(Facing[piece["facing"]].value)
    return {"views": np.array(views, np.uint8), "facings": np.array(facings, np.int64)}


def _listening(reader: WatchingReader) -> None:
    reader.notes = notes = Noting()
    reader._facing = replace(reader._facing, net=notes)
    # Of alien mice the network has no say; here it is asked all the same.
    reader._facing.small.models = tuple(replace(model, believed=1.0) for model in reader._facing.small.models)


def watched(
    recording: Path, listening: Callable[[Watching], None], made: type[Watching]
) -> Iterator[tuple[Watching, dict[str, Any]]]:
    """The pictures of a recording that can be read, with what they show: each by a reader of its own that is `listening`."""
    _, rig = rig_of_session(recording)
    for number, (path, frame) in enumerate(_pictures(recording)):
        # One that knows the picture before would look at parts of this one again, and ask more.
        reader, picture = made(rig), load_picture(path)
        assert picture is not None, path
        listening(reader)
        if not isinstance(reader.read(Frame(number, float(number), picture)), NoReading):
            yield reader, frame


def _pictures(recording: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The pictures of a recording, those to be read and those that taught it, with what they show."""
    for truth in (recording / "play" / "truth.json", recording / "teach" / "teach.json"):
        if truth.exists():
            yield from ((truth.parent / frame["file"], frame) for frame in json.loads(truth.read_text())["frames"])


def plan_px(reader: WatchingReader, piece: dict[str, Any]) -> tuple[float, float]:
    """Where the middle of a piece of the truth shows in the plan at half its scale."""
    seen_px = reader.pose.project(np.array([piece["at_mm"]]), sum(piece["height_mm"]) / 2)
    u, v = np.ravel(reader._ground.plan.to_plan(reader.pose.unproject(seen_px, reader._ground.plan.height_mm))) / 2
    return float(u), float(v)


def main() -> None:
    write_examples(__doc__, examples)


if __name__ == "__main__":
    main()
