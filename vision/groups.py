"""Things that hang together: groups in which each is near another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.piece_bank import PieceBank

TOUCH = 1.3
"""In roots of a piece's area, how far apart the middles of two are at most of which one lies on the other."""


def hanging_together(together: NDArray[np.bool_]) -> list[list[int]]:
    """The numbers of things in groups that hang together, `together` (n, n) telling which do so with which."""
    groups = list[list[int]]()
    for number in range(len(together)):
        near = [group for group in groups if together[number, group].any()]
        groups = [group for group in groups if group not in near] + [[number, *(other for group in near for other in group)]]
    return groups


def apart(pieces: Sequence[Found], bank: PieceBank) -> NDArray[np.float64]:
    """How far the middles of pieces (n, n) are from each other, in roots of the larger one's area."""
    at = np.array([piece.at for piece in pieces], dtype=np.float64).reshape(-1, 2)
    root = np.sqrt([float(bank.areas[piece.row]) for piece in pieces]) * bank.detail
    return np.asarray(np.hypot(*(at[:, None] - at).transpose(2, 0, 1)) / np.maximum(root[:, None], root), dtype=np.float64)
