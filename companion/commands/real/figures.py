"""One figure of the comparison, and what all sets of photographs share: truth files and pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.errors import CompanionError

if TYPE_CHECKING:
    from vision.frame import Picture


@dataclass(frozen=True, slots=True)
class Figure:
    """How many of how many were right; `plain` is the same of plain OpenCV, measured in the same run or (`given`) as the
    photographs' description says it, in whole or broken numbers of the same kind."""

    what: str
    right: int
    of: int
    plain: float
    given: bool = False

    @property
    def share(self) -> float:
        return self.right / self.of

    @property
    def plain_share(self) -> float:
        return self.plain / self.of


def truth_of(folder: Path) -> dict[str, Any]:
    """What a set's truth file holds.  Raises a CompanionError when it cannot be read."""
    file = folder / "truth.json"
    try:
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CompanionError(f"reading what the photographs in {folder} show: {file}: {error}; copy the folder again") from error
    return found


def photograph(file: Path) -> Picture:
    """A photograph in colour, (h, w, 3) BGR.  Raises a CompanionError when there is none."""
    import cv2
    import numpy as np

    picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
    if picture is None:
        raise CompanionError(f"reading the photograph {file}: it is missing or no picture; copy the folder again")
    return np.asarray(picture, dtype=np.uint8)
