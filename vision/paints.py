"""Which kind a drawing is of, from how much of each colour it has: for kinds that are drawn in many ways.

`vision.tiles` knows drawings by their shapes; one that was never taught has none.  But fields are yellow and lakes are blue
in every drawing.  A linear rule, learnt from taught drawings, tells kinds by the shares of colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.tones import tones

STEPS = 10
"""Steps of brightness and of two differences of hue."""
RIM = 4
"""Pixels at the edge of a drawing that belong to gaps and neighbours."""
RIDGE = 0.1
"""How firmly the rule is held near zero, in units of one drawing."""
DARKEST_TO_BRIGHTEST, HUES = 128.0, 250.0
"""Extent of the tones that are told apart."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class PaintRule:
    """`kinds` in the order of the rule's answers; `rule` (STEPS ** 3, kinds)."""

    kinds: tuple[str, ...]
    rule: Floats

    def answers(self, blocks: Sequence[Array]) -> Floats:
        """For each block (n, n, 3) and kind about 1 for yes and 0 or less for no: shape (blocks, kinds)."""
        return np.asarray(np.stack([paints(block) for block in blocks]) @ self.rule, dtype=np.float64)


def paints(block: Array) -> Floats:
    """Square roots of the shares of colours in a block (n, n, 3), shape (STEPS ** 3,); a colour between two steps counts for
    both."""
    soft = np.asarray(cv2.GaussianBlur(block, (0, 0), 1.0)[RIM:-RIM, RIM:-RIM], dtype=np.float32)
    tone = tones(soft).reshape(-1, 3) / np.array([DARKEST_TO_BRIGHTEST, HUES, HUES]) + np.array([0, 0.5, 0.5])
    at = np.clip(tone * STEPS - 0.5, 0, STEPS - 1.001)
    low = np.floor(at).astype(np.int64)
    over = at - low
    shares = np.zeros(STEPS**3)
    for corner in np.ndindex(2, 2, 2):
        places = (low + corner) @ np.array([STEPS * STEPS, STEPS, 1])
        shares += np.bincount(places, np.where(corner, over, 1 - over).prod(axis=1), STEPS**3)
    return np.asarray(np.sqrt(shares / len(at)), dtype=np.float64)


def learn_paints(blocks: Sequence[Array], kinds: Sequence[str]) -> PaintRule:
    """The rule from blocks (n, n, 3) and the kind of each."""
    names = tuple(sorted(set(kinds)))
    values = np.stack([paints(block) for block in blocks])
    wanted = np.array([[1.0 if kind == name else -1 / (len(names) - 1 or 1) for name in names] for kind in kinds])
    dual = np.linalg.solve(values @ values.T + RIDGE * np.eye(len(values)), wanted)
    return PaintRule(names, np.asarray(values.T @ dual, dtype=np.float64))
