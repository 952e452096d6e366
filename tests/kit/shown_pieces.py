"""A taught piece as it was cut out of its picture, for tests of what is learnt from several."""

from __future__ import annotations

from dataclasses import dataclass

from vision.frame import TaughtPiece
from vision.light import Array


@dataclass(frozen=True)
class Shown:
    """`picture` (n, n, 3), `cover` (n, n) and where nothing is in the way, `valid` (n, n)."""

    taught: TaughtPiece
    picture: Array
    cover: Array
    valid: Array
