"""Printed markers: as they are, at half and a third of the size, and blurred, beside OpenCV's detector as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.commands.real.figures import Figure, photograph, truth_of
from vision.fiducials import Corners, MarkerSearch

Grey = NDArray[np.uint8]
Seen = Sequence[tuple[int, Corners]]
NEAR = 0.5
"""A marker is found when its middle is this close to the true one, in sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A photograph, the dictionary of its markers, and the markers listed for it: ids with corners, px."""

    grey: Grey
    dictionary: cv2.aruco.Dictionary
    listed: Seen


def measure(folder: Path) -> Iterator[Figure]:
    """Four figures."""
    sheets = list(_sheets(folder))
    changes: dict[str, Callable[[Grey], Grey]] = {
        "markers": lambda grey: grey,
        "markers, half the size": lambda grey: _smaller(grey, 0.5),
        "markers, a third of the size": lambda grey: _smaller(grey, 1 / 3),
        "markers, blurred by 2 px": lambda grey: np.asarray(cv2.GaussianBlur(grey, (0, 0), 2.0), dtype=np.uint8),
    }
    for what, change in changes.items():
        ours = plain = of = 0
        for sheet in sheets:
            grey = change(sheet.grey)
            listed = _moved(sheet.listed, grey.shape[1] / sheet.grey.shape[1])
            ours += _found(listed, searched(sheet.dictionary, listed, grey))
            plain += _found(listed, _plain(sheet.dictionary, grey))
            of += len(listed)
        yield Figure(what, ours, of, plain)


def searched(dictionary: cv2.aruco.Dictionary, listed: Seen, grey: Grey) -> Seen:
    """What the eye finds when it knows which ids lie there, but not where: the second look adds what the first one missed."""
    search = MarkerSearch(dictionary, sorted({marker for marker, _ in listed}))
    first = search.all(grey)
    return first if len(first) >= len(listed) else [*first, *search.small(grey)]


def _plain(dictionary: cv2.aruco.Dictionary, grey: Grey) -> Seen:
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)
    numbers = [] if ids is None else np.asarray(ids).reshape(-1)
    return [(int(number), np.asarray(four, np.float64).reshape(4, 2)) for number, four in zip(numbers, corners, strict=True)]


def _found(listed: Seen, seen: Seen) -> int:
    """How many listed markers were seen with their id at their place."""
    return sum(any(other == marker and _near(corners, there) for other, there in seen) for marker, corners in listed)


def _near(corners: Corners, there: Corners) -> bool:
    side = float(np.linalg.norm(corners[0] - corners[1]))
    return float(np.linalg.norm(corners.mean(axis=0) - there.mean(axis=0))) < NEAR * side


def _smaller(grey: Grey, share: float) -> Grey:
    return np.asarray(cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _moved(listed: Seen, share: float) -> Seen:
    return [(marker, (corners + 0.5) * share - 0.5) for marker, corners in listed]


def _sheets(folder: Path) -> Iterator[Sheet]:
    place = folder / "aruco-charuco"
    for name, image in truth_of(place)["images"].items():
        listed = [(int(marker), np.array(four)) for marker, four in image["reference_corners_px"].items()]
        yield Sheet(_grey(place / name), _dictionary(place, image["dictionary"]), listed)
    for place, family in ((folder / "apriltag-outdoor", "36h11"), (folder / "apriltag-whiteboard-maze", "25h9")):
        for name, image in truth_of(place)["images"].items():
            tags: list[dict[str, Any]] = image if isinstance(image, list) else image["tags"]
            listed = [(tag["id"], np.array(tag["corners"])) for tag in tags]
            yield Sheet(_grey(place / name), _dictionary(place, f"DICT_APRILTAG_{family}"), listed)


def _grey(file: Path) -> Grey:
    return np.asarray(cv2.cvtColor(photograph(file), cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _dictionary(place: Path, name: str) -> cv2.aruco.Dictionary:
    if not name.endswith(".yml"):
        return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    file = cv2.FileStorage(str(place / name), cv2.FILE_STORAGE_READ)
    own = cv2.aruco.Dictionary()
    own.readDictionary(file.root())
    file.release()
    return own
