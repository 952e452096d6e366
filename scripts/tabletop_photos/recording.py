"""What a recording is: which table, which light, which camera; and one of each game that others vary."""

from __future__ import annotations

from dataclasses import dataclass, field

from scripts.tabletop_photos.art import Style
from scripts.tabletop_photos.sensor import Sensor

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Panel:
    """A lamp or a window: where it is and looks (mm, height upwards), its size, its radiance."""

    at: tuple[float, float, float]
    to: tuple[float, float, float]
    size: tuple[float, float]
    glow: Colour


@dataclass(frozen=True)
class Recording:
    name: str
    base: str
    style: Style
    table: str
    gloss: dict[str, float | None]
    panels: tuple[Panel, ...]
    room: Colour
    tilt: float
    way: float
    roll: float
    markers: bool
    sensor: Sensor
    seed: int
    light: str
    focal: float = 1160.0
    centre: tuple[float, float] = (771.0, 426.0)
    dist: tuple[float, ...] = (-0.04, 0.008, 0.0002, 0.0002, 0.0)
    play: tuple[int, ...] = tuple(range(8))
    hands: tuple[int, ...] = (2, 6)
    bump: int = 5
    margin: int = 34
    skin: str = "#c98f6c"
    sleeve: str = "#39465e"
    extra: dict[str, str] = field(default_factory=dict)
    quarters: int = 0
    """By so many quarter turns all that lies on the grid is turned; unless none, mice change colours, too."""
    shuffled: bool = False
    """Whether in each moment of play tiles change places, and what stands on one comes to another."""
    poured: bool = True
    """Whether then piles are poured out, more of their pieces upon each other than in the shared recordings; or they are those of
    the moment, turned by some angle and their pieces by others."""
    low_are_small: bool = False
    """Whether a cheese that is lower is smaller altogether, as in the shared recordings."""


WARM, BULB, DAY, COOL = (1.0, 0.66, 0.36), (1.0, 0.78, 0.55), (0.80, 0.92, 1.10), (0.92, 1.0, 1.05)


def glow(colour: Colour, power: float) -> Colour:
    """The radiance of a lamp of that colour and power."""
    return (colour[0] * power, colour[1] * power, colour[2] * power)


MICE_B = Recording(
    "mice-b", "mice-a", Style(11, hue=150, told_hue=4, saturation=0.85, value=0.9), "wood-walnut",
    {"prints": 0.18, "solids": 0.12, "table": 0.22},
    (Panel((250, 60, 1150), (200, 200, 0), (150, 150), glow(WARM, 60)),), glow(WARM, 0.28), 27, 8, 3, False,
    Sensor(0.42, 0.045), 101, "dim warm pendant lamp above", 1120, (766, 437), (-0.075, 0.018, 0.0003, -0.0002, 0.0),
    tuple(range(5, 13)),
    hands=(0, 7), bump=4,
)  # fmt: skip

STONE_B = Recording(
    "stone-b", "stone-a", Style(12, hue=18, told_hue=10, saturation=0.9, value=1.0), "felt",
    {"prints": 0.07, "solids": 0.1, "table": None},
    (Panel((480, -150, 950), (220, 160, 0), (170, 230), glow(DAY, 30)), Panel((480, 110, 950), (220, 160, 0), (170, 230),
    glow(DAY, 30))),
    glow(COOL, 0.55), 20, -10, -4, True, Sensor(0.46, 0.018), 102, "daylight from a window on the right", 1150, (775, 430),
    (-0.05, 0.01, -0.0002, 0.0003, 0.0), tuple(range(3, 11)), hands=(0, 6), bump=4, margin=115, skin="#8a5a3c",
    sleeve="#b8a27e",
)  # fmt: skip

TRAP_B = Recording(
    "trap-b", "trap-a", Style(13, hue=40, told_hue=-6, saturation=1.0, value=1.0), "white",
    {"prints": 0.13, "solids": 0.15, "table": 0.3},
    (Panel((-150, -200, 1100), (100, 150, 0), (220, 220), glow(BULB, 24)), Panel((520, 230, 1000), (200, 200, 0), (160,
    160), glow(COOL, 24))),
    glow(BULB, 0.4), 20, 4, 2, False, Sensor(0.6, 0.02), 103, "two lamps", 1175, (768, 440),
    (-0.035, 0.006, 0.0, 0.0002, 0.0), tuple(range(4, 12)), margin=70, sleeve="#6e2f38",
)  # fmt: skip

KAESE_B = Recording(
    "kaese-b", "kaese-a", Style(14, hue=-18, told_hue=0, saturation=0.9, value=0.95), "wood-dark",
    {"prints": 0.2, "solids": 0.12, "table": 0.18},
    (Panel((-260, -60, 520), (150, 60, 0), (150, 150), glow(WARM, 30)),), glow(BULB, 0.10), 25, -6, -2, True,
    Sensor(0.4, 0.03), 104, "evening lamp on the left", 1165, (764, 432), (-0.045, 0.009, 0.0001, 0.0, 0.0), tuple(range(4,
    12)), margin=50,
)  # fmt: skip

BLIND_B = Recording(
    "blind-b", "blind-a", Style(15, hue=10, told_hue=0, saturation=0.8, value=0.85), "cloth-flowers",
    {"prints": 0.25, "solids": 0.15, "table": None},
    (Panel((300, -350, 1300), (100, 100, 0), (200, 200), glow(BULB, 18)),), glow(BULB, 0.12), 20, 5, 6, False,
    Sensor(0.33, 0.065), 105, "low light", 1170, (772, 428), (-0.04, 0.007, -0.0002, 0.0002, 0.0), tuple(range(1, 9)),
    bump=4, hands=(1, 6), margin=215,
)  # fmt: skip
