"""Things of a moment turned by quarters, clockwise as seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

FACINGS = "NESW"
Spot = tuple[float, float]


def moved(at_mm: Sequence[float], middle: Spot, to: Spot, quarters: int) -> list[float]:
    """Where a spot comes to if what lies about one point is turned and laid about another, mm to two decimals."""
    across, down = at_mm[0] - middle[0], at_mm[1] - middle[1]
    for _ in range(quarters):
        across, down = -down, across
    return [round(to[0] + across, 2), round(to[1] + down, 2)]


def turn(piece: dict[str, Any], quarters: int) -> None:
    """Turn which way a piece points, if it does."""
    if piece.get("heading_deg") is not None:
        piece["heading_deg"] = round((piece["heading_deg"] + 90 * quarters) % 360, 1)
    if piece.get("facing"):
        piece["facing"] = FACINGS[(FACINGS.index(piece["facing"]) + quarters) % 4]
