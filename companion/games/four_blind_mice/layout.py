"""Where everything lies: 8 x 8 cells, the coins won at the left, the coins nobody solved at the right (millimetres)."""

from __future__ import annotations

from companion.core.catalogue import Layout, ZoneSpec
from companion.games.four_blind_mice.cells import SIDE
from companion.games.four_blind_mice.words import OUT, WON

PITCH_MM, SQUARE_MM, TOP_MM = 25.0, 24.0, 3.0


def _beside(name: str, label: str, left_mm: float) -> ZoneSpec:
    top, bottom, width = 30.0, 170.0, 60.0
    corners = ((left_mm, top), (left_mm + width, top), (left_mm + width, bottom), (left_mm, bottom))
    return ZoneSpec(name, name, corners, label)


LAYOUT = Layout(
    SIDE, SIDE, (PITCH_MM, PITCH_MM), SQUARE_MM, TOP_MM,
    (_beside(WON.name, "coins that were won", -90.0), _beside(OUT.name, "coins out of play", 230.0)),
)  # fmt: skip
