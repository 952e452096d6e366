"""The recordings: which table, which light, which camera."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

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


_WARM, _BULB, _DAY, _COOL = (1.0, 0.66, 0.36), (1.0, 0.78, 0.55), (0.80, 0.92, 1.10), (0.92, 1.0, 1.05)


def _glow(colour: Colour, power: float) -> Colour:
    return (colour[0] * power, colour[1] * power, colour[2] * power)


MICE_B = Recording(
    "mice-b", "mice-a", Style(11, hue=150, told_hue=4, saturation=0.85, value=0.9), "wood-walnut",
    {"prints": 0.18, "solids": 0.12, "table": 0.22},
    (Panel((250, 60, 1150), (200, 200, 0), (150, 150), _glow(_WARM, 60)),), _glow(_WARM, 0.28), 27, 8, 3, False,
    Sensor(0.42, 0.045), 101, "dim warm pendant lamp above", 1120, (766, 437), (-0.075, 0.018, 0.0003, -0.0002, 0.0),
    tuple(range(5, 13)),
    hands=(0, 7), bump=4,
)  # fmt: skip

STONE_B = Recording(
    "stone-b", "stone-a", Style(12, hue=18, told_hue=10, saturation=0.9, value=1.0), "felt",
    {"prints": 0.07, "solids": 0.1, "table": None},
    (Panel((480, -150, 950), (220, 160, 0), (170, 230), _glow(_DAY, 30)), Panel((480, 110, 950), (220, 160, 0), (170, 230),
    _glow(_DAY, 30))),
    _glow(_COOL, 0.55), 20, -10, -4, True, Sensor(0.46, 0.018), 102, "daylight from a window on the right", 1150, (775, 430),
    (-0.05, 0.01, -0.0002, 0.0003, 0.0), tuple(range(3, 11)), hands=(0, 6), bump=4, margin=115, skin="#8a5a3c",
    sleeve="#b8a27e",
)  # fmt: skip

TRAP_B = Recording(
    "trap-b", "trap-a", Style(13, hue=40, told_hue=-6, saturation=1.0, value=1.0), "white",
    {"prints": 0.13, "solids": 0.15, "table": 0.3},
    (Panel((-150, -200, 1100), (100, 150, 0), (220, 220), _glow(_BULB, 24)), Panel((520, 230, 1000), (200, 200, 0), (160,
    160), _glow(_COOL, 24))),
    _glow(_BULB, 0.4), 20, 4, 2, False, Sensor(0.6, 0.02), 103, "two lamps", 1175, (768, 440),
    (-0.035, 0.006, 0.0, 0.0002, 0.0), tuple(range(4, 12)), margin=70, sleeve="#6e2f38",
)  # fmt: skip

KAESE_B = Recording(
    "kaese-b", "kaese-a", Style(14, hue=-18, told_hue=0, saturation=0.9, value=0.95), "wood-dark",
    {"prints": 0.2, "solids": 0.12, "table": 0.18},
    (Panel((-260, -60, 520), (150, 60, 0), (150, 150), _glow(_WARM, 30)),), _glow(_BULB, 0.10), 25, -6, -2, True,
    Sensor(0.4, 0.03), 104, "evening lamp on the left", 1165, (764, 432), (-0.045, 0.009, 0.0001, 0.0, 0.0), tuple(range(4,
    12)), margin=50,
)  # fmt: skip

BLIND_B = Recording(
    "blind-b", "blind-a", Style(15, hue=10, told_hue=0, saturation=0.8, value=0.85), "cloth-flowers",
    {"prints": 0.25, "solids": 0.15, "table": None},
    (Panel((300, -350, 1300), (100, 100, 0), (200, 200), _glow(_BULB, 18)),), _glow(_BULB, 0.12), 20, 5, 6, False,
    Sensor(0.33, 0.065), 105, "low light", 1170, (772, 428), (-0.04, 0.007, -0.0002, 0.0002, 0.0), tuple(range(1, 9)),
    bump=4, hands=(1, 6), margin=215,
)  # fmt: skip

SECOND = (
    replace(MICE_B, name="mice-c", style=Style(21, -70, -4, 1.1, 1.05, 0.05, True), table="linen", markers=True, seed=201,
    tilt=18, way=-12,
            panels=(Panel((-1100, 300, 800), (200, 200, 0), (900, 600), _glow(_DAY, 8)),), room=_glow(_COOL, 0.5),
            sensor=Sensor(0.45, 0.02), light="daylight from a window on the left", skin="#e0b090", sleeve="#8a8f55"),
    replace(STONE_B, name="stone-c", style=Style(22, -25, -10, 0.8, 0.9), table="wood-cherry", markers=False, seed=202,
    tilt=26, way=9,
            panels=(Panel((120, -120, 1000), (160, 160, 0), (170, 170), _glow(_WARM, 44)),), room=_glow(_WARM, 0.2),
            sensor=Sensor(0.36, 0.034), light="pendant lamp", gloss={"prints": 0.045, "solids": 0.12, "table": 0.2}),
    replace(TRAP_B, name="trap-c", style=Style(23, 150, 8, 1.0, 0.95), table="wood-dark", markers=True, seed=203, tilt=24,
    way=-8,
            panels=(Panel((900, -500, 900), (180, 180, 0), (800, 600), _glow(_DAY, 9)),), room=_glow(_COOL, 0.3),
            sensor=Sensor(0.4, 0.024), gloss={"prints": 0.08, "solids": 0.15, "table": 0.2}, light="window at the far right"),
    replace(KAESE_B, name="kaese-c", style=Style(25, 12, 0, 1.0, 1.0), table="cloth-stripes", markers=False, seed=204,
    tilt=20, way=6,
            panels=(Panel((280, -900, 900), (250, 50, 0), (1000, 600), _glow(_DAY, 8)),), room=_glow(_COOL, 0.4),
            gloss={"prints": 0.13, "solids": 0.12, "table": None}, sensor=Sensor(0.45, 0.02), light="window at the far side"),
    replace(BLIND_B, name="blind-c", style=Style(26, -14, 0, 0.9, 0.75), table="black", markers=True, seed=205, tilt=26, way=-7,
            panels=(Panel((200, -160, 900), (100, 100, 0), (140, 140), _glow(_WARM, 26)),), room=_glow(_WARM, 0.12),
            gloss={"prints": 0.16, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.36, 0.034), light="lamp above the far side"),
)  # fmt: skip

THIRD = (
    replace(MICE_B, name="mice-d", style=Style(31, 95, 6, 0.95, 0.95), table="cloth-stripes", markers=True,
            seed=301,
            tilt=15, way=20, panels=(Panel((-250, 500, 900), (250, 150, 0), (200, 200), _glow(_BULB, 34)),),
            room=_glow(_BULB, 0.25),
            gloss={"prints": 0.1, "solids": 0.12, "table": None}, sensor=Sensor(0.42, 0.03), light="lamp on the near left",
            skin="#a06a48", sleeve="#703a3a"),
    replace(STONE_B, name="stone-d", style=Style(32, 60, 4, 0.9, 0.95), table="wood-walnut", markers=True,
            seed=302,
            tilt=16, way=14, panels=(Panel((380, 520, 950), (150, 120, 0), (200, 200), _glow(_BULB, 30)),),
            room=_glow(_COOL, 0.35),
            gloss={"prints": 0.06, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.42, 0.024), light="lamp on the near right"),
    replace(TRAP_B, name="trap-d", style=Style(33, -40, 0, 0.95, 1.0), table="linen", markers=True, seed=303, tilt=14, way=10,
            panels=(Panel((-900, 100, 800), (150, 150, 0), (800, 600), _glow(_DAY, 9)),), room=_glow(_COOL, 0.4),
            gloss={"prints": 0.1, "solids": 0.15, "table": None}, sensor=Sensor(0.45, 0.02), light="window on the left"),
    replace(KAESE_B, name="kaese-d", style=Style(35, 30, 4, 0.95, 0.95), table="felt", markers=True, seed=304, tilt=16, way=12,
            panels=(Panel((420, 260, 700), (150, 90, 0), (180, 180), _glow(_BULB, 26)),), room=_glow(_BULB, 0.2),
            gloss={"prints": 0.12, "solids": 0.12, "table": None}, sensor=Sensor(0.42, 0.028), light="lamp on the right"),
    replace(BLIND_B, name="blind-d", style=Style(36, 22, 0, 0.9, 0.95), table="wood-walnut", markers=True,
            seed=305,
            tilt=15, way=16, panels=(Panel((-200, -120, 900), (120, 120, 0), (170, 170), _glow(_BULB, 26)),),
            room=_glow(_BULB, 0.2),
            gloss={"prints": 0.14, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.42, 0.03), light="lamp on the left"),
)  # fmt: skip

FOURTH = (
    replace(MICE_B, name="mice-e", style=Style(41, 40, -6, 0.9, 0.9), table="wood-cherry", markers=False, seed=401,
            tilt=28, way=-15, panels=(Panel((560, 120, 1000), (200, 200, 0), (170, 170), _glow(_WARM, 46)),),
            room=_glow(_WARM, 0.22), gloss={"prints": 0.12, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.38, 0.04),
            light="dim lamp on the right", skin="#6d4630", sleeve="#c9c2b0"),
    replace(STONE_B, name="stone-e", style=Style(42, 100, 0, 1.0, 0.85), table="black", markers=False, seed=402,
            tilt=24, way=-14, panels=(Panel((-420, -80, 760), (120, 120, 0), (180, 180), _glow(_BULB, 34)),),
            room=_glow(_BULB, 0.2), sensor=Sensor(0.38, 0.034), gloss={"prints": 0.09, "solids": 0.12, "table": 0.2},
            light="evening lamp on the left"),
    replace(TRAP_B, name="trap-e", style=Style(43, 80, -8, 0.9, 0.9), table="wood-walnut", markers=False, seed=403,
            tilt=22, way=12, panels=(Panel((100, -260, 1000), (150, 150, 0), (180, 180), _glow(_WARM, 40)),),
            room=_glow(_WARM, 0.22), gloss={"prints": 0.12, "solids": 0.15, "table": 0.2}, sensor=Sensor(0.38, 0.034),
            light="pendant lamp at the far side"),
    replace(KAESE_B, name="kaese-e", style=Style(45, -60, 2, 1.0, 0.9), table="wood-cherry", markers=False, seed=404,
            tilt=24, way=-9, panels=(Panel((260, -160, 700), (150, 60, 0), (170, 170), _glow(_WARM, 30)),),
            room=_glow(_WARM, 0.15), gloss={"prints": 0.14, "solids": 0.12, "table": 0.18}, sensor=Sensor(0.38, 0.036),
            light="lamp above the cards"),
    replace(BLIND_B, name="blind-e", style=Style(46, 60, 0, 0.85, 0.8), table="linen", markers=False, seed=405,
            tilt=23, way=-12, panels=(Panel((-150, 200, 900), (120, 120, 0), (170, 170), _glow(_BULB, 24)),),
            room=_glow(_BULB, 0.14), gloss={"prints": 0.16, "solids": 0.12, "table": None}, sensor=Sensor(0.36, 0.04),
            light="lamp on the near left"),
)  # fmt: skip

FIFTH = (
    replace(MICE_B, name="mice-f", style=Style(51, -100, 4, 0.95, 0.95), table="black", markers=False, seed=501,
            tilt=24, way=13, panels=(Panel((-380, -260, 900), (160, 160, 0), (180, 180), _glow(_BULB, 36)),),
            room=_glow(_COOL, 0.18), gloss={"prints": 0.1, "solids": 0.12, "table": 0.16}, sensor=Sensor(0.4, 0.036),
            light="lamp at the far left", skin="#d8a888", sleeve="#27332a",
            focal=1080, dist=(-0.11, 0.03, 0.0004, -0.0003, 0.0)),
    replace(STONE_B, name="stone-f", style=Style(52, -140, 6, 0.95, 0.9), table="linen", markers=False, seed=502,
            tilt=26, way=-8, panels=(Panel((520, -260, 820), (150, 150, 0), (190, 190), _glow(_WARM, 44)),),
            room=_glow(_WARM, 0.16), sensor=Sensor(0.4, 0.036), gloss={"prints": 0.08, "solids": 0.12, "table": None},
            light="dim lamp at the far right", skin="#5a3a28", sleeve="#d0d4dc", focal=1100,
            dist=(-0.09, 0.02, -0.0003, 0.0002, 0.0)),
    replace(TRAP_B, name="trap-f", style=Style(53, -110, 4, 0.95, 0.95), table="cloth-flowers", markers=False, seed=503,
            tilt=25, way=-11, panels=(Panel((-380, 60, 900), (150, 150, 0), (190, 190), _glow(_BULB, 40)),),
            room=_glow(_BULB, 0.2), gloss={"prints": 0.1, "solids": 0.15, "table": None}, sensor=Sensor(0.4, 0.036),
            light="lamp on the left", skin="#b07c58", sleeve="#2f4f7a", focal=1110,
            dist=(-0.08, 0.02, 0.0002, 0.0003, 0.0)),
    replace(KAESE_B, name="kaese-f", style=Style(55, 100, -4, 0.9, 0.9), table="black", markers=False, seed=504,
            tilt=26, way=11, panels=(Panel((-300, -160, 640), (150, 60, 0), (160, 160), _glow(_WARM, 30)),),
            room=_glow(_COOL, 0.1), gloss={"prints": 0.12, "solids": 0.12, "table": 0.18}, sensor=Sensor(0.4, 0.036),
            light="lamp at the far left", skin="#7a5238", sleeve="#a33b3b"),
    replace(BLIND_B, name="blind-f", style=Style(56, -80, 0, 0.9, 0.8), table="wood-dark", markers=False, seed=505,
            tilt=27, way=14, panels=(Panel((380, -140, 800), (120, 120, 0), (160, 160), _glow(_WARM, 24)),),
            room=_glow(_WARM, 0.12), gloss={"prints": 0.13, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.38, 0.042),
            light="evening lamp on the right"),
)  # fmt: skip

SIXTH = (
    replace(MICE_B, name="mice-g", style=Style(61, 60, -6, 1.0, 0.9), table="wood-birch", markers=False, seed=601,
            tilt=25, way=-14, roll=-3, panels=(Panel((1050, -200, 700), (200, 200, 0), (700, 600), _glow(_DAY, 7)),),
            room=_glow(_COOL, 0.3), gloss={"prints": 0.15, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.42, 0.03),
            light="overcast window on the right", skin="#8d5c40", sleeve="#7b1f2b", play=tuple(range(3, 11)), hands=(1, 5),
            focal=1130, dist=(-0.1, 0.025, -0.0003, 0.0003, 0.0)),
    replace(STONE_B, name="stone-g", style=Style(62, 75, 8, 0.85, 0.85), table="wood-dark", markers=False, seed=602,
            tilt=23, way=14, roll=3, panels=(Panel((-200, -480, 900), (150, 0, 0), (180, 180), _glow(_WARM, 44)),),
            room=_glow(_BULB, 0.2), sensor=Sensor(0.42, 0.034), gloss={"prints": 0.1, "solids": 0.12, "table": 0.2},
            light="lamp at the far side", skin="#c98f6c", sleeve="#e3d9c6", focal=1140, play=tuple(range(2, 10)),
            hands=(1, 7), dist=(-0.06, 0.015, 0.0003, -0.0003, 0.0)),
    replace(TRAP_B, name="trap-g", style=Style(63, 80, 6, 0.9, 0.9), table="wood-cherry", markers=False, seed=603,
            tilt=24, way=12, roll=-4, panels=(Panel((160, -60, 1050), (160, 150, 0), (180, 180), _glow(_WARM, 44)),),
            room=_glow(_WARM, 0.22), gloss={"prints": 0.12, "solids": 0.15, "table": 0.18}, sensor=Sensor(0.44, 0.03),
            light="pendant lamp", skin="#d8a888", sleeve="#30343c", focal=1140, play=tuple(range(2, 10)),
            dist=(-0.07, 0.015, -0.0002, 0.0002, 0.0)),
    replace(KAESE_B, name="kaese-g", style=Style(65, -100, 6, 1.0, 1.0), table="felt", markers=False, seed=604,
            tilt=24, way=-13, roll=3, panels=(Panel((450, 200, 800), (150, 60, 0), (200, 200), _glow(_BULB, 26)),),
            room=_glow(_BULB, 0.12), gloss={"prints": 0.14, "solids": 0.12, "table": None}, sensor=Sensor(0.4, 0.034),
            light="lamp at the near right", skin="#5a3a28", sleeve="#b8a27e", play=tuple(range(2, 10))),
    replace(BLIND_B, name="blind-g", style=Style(66, 140, 0, 1.0, 0.9), table="white", markers=False, seed=605,
            tilt=25, way=-12, panels=(Panel((-900, 100, 700), (120, 120, 0), (600, 500), _glow(_COOL, 4)),),
            room=_glow(_COOL, 0.14), gloss={"prints": 0.15, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.38, 0.05),
            light="dusk at a window on the left"),
)  # fmt: skip

SEVENTH = (
    replace(MICE_B, name="mice-h", style=Style(71, -30, 8, 0.9, 0.9), table="cloth-flowers", markers=False, seed=701,
            tilt=24, way=12, roll=4, panels=(Panel((420, -300, 900), (200, 150, 0), (180, 180), _glow(_BULB, 38)),),
            room=_glow(_BULB, 0.2), gloss={"prints": 0.12, "solids": 0.12, "table": None}, sensor=Sensor(0.4, 0.034),
            light="lamp at the far right", skin="#6d4630", sleeve="#4a5a3a", play=tuple(range(1, 9)), hands=(2, 6),
            focal=1110, dist=(-0.09, 0.02, 0.0003, 0.0002, 0.0)),
    replace(STONE_B, name="stone-h", style=Style(72, -60, -6, 0.9, 0.9), table="white", markers=False, seed=702,
            tilt=25, way=-11, roll=-3, panels=(Panel((-1000, 150, 750), (150, 150, 0), (800, 600), _glow(_DAY, 7)),),
            room=_glow(_COOL, 0.25), sensor=Sensor(0.42, 0.03), gloss={"prints": 0.1, "solids": 0.12, "table": 0.25},
            light="window on the left", skin="#d8a888", sleeve="#2c3440", focal=1120, play=tuple(range(0, 8)),
            hands=(2, 5), dist=(-0.08, 0.02, -0.0003, 0.0002, 0.0)),
    replace(TRAP_B, name="trap-h", style=Style(73, -150, -6, 0.95, 0.95), table="wood-birch", markers=False, seed=703,
            tilt=23, way=-13, roll=3, panels=(Panel((500, 420, 850), (150, 150, 0), (200, 200), _glow(_BULB, 36)),),
            room=_glow(_COOL, 0.2), gloss={"prints": 0.12, "solids": 0.15, "table": 0.2}, sensor=Sensor(0.4, 0.034),
            light="lamp at the near right", skin="#8d5c40", sleeve="#c9b458", focal=1120, play=tuple(range(0, 8)),
            dist=(-0.08, 0.02, 0.0003, -0.0002, 0.0)),
    replace(KAESE_B, name="kaese-h", style=Style(75, 60, -4, 0.9, 0.9), table="wood-walnut", markers=False, seed=704,
            tilt=25, way=13, roll=-4, panels=(Panel((-900, -300, 700), (150, 60, 0), (700, 500), _glow(_DAY, 6)),),
            room=_glow(_COOL, 0.15), gloss={"prints": 0.14, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.4, 0.034),
            light="dusk at a window on the far left", skin="#c98f6c", sleeve="#444a55", play=tuple(range(0, 8))),
    replace(BLIND_B, name="blind-h", style=Style(76, -120, 0, 0.9, 0.85), table="cloth-stripes", markers=False, seed=705,
            tilt=24, way=11, panels=(Panel((300, 350, 800), (120, 120, 0), (160, 160), _glow(_WARM, 26)),),
            room=_glow(_WARM, 0.14), gloss={"prints": 0.15, "solids": 0.12, "table": None}, sensor=Sensor(0.38, 0.04),
            light="lamp on the near right"),
)  # fmt: skip

EIGHTH = (
    replace(MICE_B, name="mice-i", style=Style(81, 70, -8, 1.0, 0.95), table="wood-dark", markers=True, seed=801,
            tilt=25, way=-14, roll=-3, panels=(Panel((-700, -450, 800), (200, 150, 0), (600, 500), _glow(_DAY, 8)),),
            room=_glow(_BULB, 0.25), gloss={"prints": 0.1, "solids": 0.12, "table": 0.15}, sensor=Sensor(0.42, 0.032),
            light="window at the far left, a lamp in the room", skin="#a8714f", sleeve="#7d2f3c", play=tuple(range(4, 12)),
            hands=(1, 5), focal=1130, dist=(-0.06, 0.012, 0.0002, -0.0003, 0.0)),
    replace(STONE_B, name="stone-i", style=Style(82, 35, 10, 0.95, 0.95), table="linen", markers=False, seed=802,
            tilt=24, way=14, roll=2, panels=(Panel((-200, 450, 950), (160, 180, 0), (180, 180), _glow(_BULB, 34)),),
            room=_glow(_BULB, 0.18), sensor=Sensor(0.4, 0.034), gloss={"prints": 0.08, "solids": 0.12, "table": None},
            light="lamp at the near side", skin="#5f402c", sleeve="#d8d4c4", focal=1140, play=tuple(range(2, 10)),
            hands=(1, 6), dist=(-0.07, 0.015, 0.0003, 0.0002, 0.0)),
    replace(TRAP_B, name="trap-i", style=Style(83, 110, 6, 0.9, 0.95), table="wood-cherry", markers=True, seed=803,
            tilt=25, way=10, roll=-3, panels=(Panel((-900, 200, 850), (150, 150, 0), (700, 600), _glow(_DAY, 8)),),
            room=_glow(_COOL, 0.25), gloss={"prints": 0.09, "solids": 0.15, "table": 0.2}, sensor=Sensor(0.42, 0.03),
            light="window on the left", skin="#e0b598", sleeve="#2f5a4a", focal=1130, play=tuple(range(3, 11)),
            dist=(-0.06, 0.012, -0.0003, 0.0002, 0.0)),
    replace(KAESE_B, name="kaese-i", style=Style(85, 100, 4, 0.95, 0.95), table="white", markers=False, seed=804,
            tilt=24, way=-12, roll=3, panels=(Panel((350, -250, 750), (150, 60, 0), (170, 170), _glow(_BULB, 30)),),
            room=_glow(_BULB, 0.15), gloss={"prints": 0.12, "solids": 0.12, "table": 0.25}, sensor=Sensor(0.4, 0.034),
            light="lamp at the far right", skin="#8a5c42", sleeve="#b0453c", play=tuple(range(2, 10))),
    replace(BLIND_B, name="blind-i", style=Style(86, 60, 0, 0.9, 0.9), table="wood-cherry", markers=True, seed=805,
            tilt=25, way=-12, panels=(Panel((-400, 300, 800), (120, 120, 0), (300, 300), _glow(_DAY, 12)),),
            room=_glow(_COOL, 0.14), gloss={"prints": 0.12, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.38, 0.036),
            light="window on the near left"),
)  # fmt: skip

NINTH = (
    replace(MICE_B, name="mice-j", style=Style(91, -110, 10, 0.95, 0.9), table="white", markers=False, seed=901,
            tilt=25, way=10, roll=-4, panels=(Panel((500, 350, 800), (200, 150, 0), (200, 200), _glow(_WARM, 40)),),
            room=_glow(_COOL, 0.18), gloss={"prints": 0.14, "solids": 0.12, "table": 0.25}, sensor=Sensor(0.4, 0.036),
            light="warm lamp at the near right", skin="#e2b899", sleeve="#2b3a57", play=tuple(range(2, 10)),
            hands=(3, 7), focal=1115, dist=(-0.085, 0.02, -0.0003, 0.0002, 0.0)),
    replace(STONE_B, name="stone-j", style=Style(92, 140, -8, 0.9, 0.9), table="cloth-flowers", markers=True, seed=902,
            tilt=25, way=-10, roll=4, panels=(Panel((900, -300, 800), (150, 150, 0), (700, 600), _glow(_DAY, 8)),),
            room=_glow(_COOL, 0.22), sensor=Sensor(0.42, 0.03), gloss={"prints": 0.09, "solids": 0.12, "table": None},
            light="window at the far right", skin="#7d5138", sleeve="#a8324a", focal=1150, play=tuple(range(1, 9)),
            hands=(2, 6), dist=(-0.05, 0.01, 0.0002, -0.0002, 0.0)),
    replace(TRAP_B, name="trap-j", style=Style(93, -40, 4, 0.95, 0.9), table="felt", markers=False, seed=903,
            tilt=26, way=14, roll=4, panels=(Panel((-450, -350, 850), (150, 150, 0), (200, 200), _glow(_BULB, 36)),),
            room=_glow(_BULB, 0.18), gloss={"prints": 0.12, "solids": 0.15, "table": None}, sensor=Sensor(0.4, 0.034),
            light="lamp at the far left", skin="#5e4230", sleeve="#d9d2bd", focal=1125, play=tuple(range(5, 13)),
            dist=(-0.08, 0.018, 0.0003, 0.0002, 0.0)),
    replace(KAESE_B, name="kaese-j", style=Style(95, -140, -2, 0.9, 0.9), table="cloth-flowers", markers=True, seed=904,
            tilt=26, way=10, roll=-2, panels=(Panel((900, 100, 750), (150, 60, 0), (800, 600), _glow(_DAY, 7)),),
            room=_glow(_COOL, 0.2), gloss={"prints": 0.16, "solids": 0.12, "table": None}, sensor=Sensor(0.42, 0.03),
            light="window on the right", skin="#e0b090", sleeve="#3c5a3a", play=tuple(range(5, 13))),
    replace(BLIND_B, name="blind-j", style=Style(96, -60, 0, 0.85, 0.95), table="white", markers=False, seed=905,
            tilt=26, way=13, panels=(Panel((-300, -300, 850), (120, 120, 0), (180, 180), _glow(_BULB, 28)),),
            room=_glow(_BULB, 0.12), gloss={"prints": 0.1, "solids": 0.12, "table": 0.25}, sensor=Sensor(0.38, 0.036),
            light="lamp at the far left"),
)  # fmt: skip

TENTH = (
    replace(MICE_B, name="mice-k", style=Style(101, 150, 6, 0.9, 0.95), table="wood-walnut", markers=False, seed=1001,
            tilt=24, way=-11, roll=4, panels=(Panel((-850, 300, 800), (200, 150, 0), (700, 500), _glow(_DAY, 8)),),
            room=_glow(_WARM, 0.2), gloss={"prints": 0.1, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.42, 0.032),
            light="window on the near left, a warm room", skin="#b98262", sleeve="#d4c9a8", play=tuple(range(1, 9)),
            hands=(2, 6), focal=1125, dist=(-0.07, 0.015, 0.0002, 0.0003, 0.0)),
    replace(STONE_B, name="stone-k", style=Style(102, -100, 6, 0.95, 0.9), table="wood-cherry", markers=False, seed=1002,
            tilt=25, way=12, roll=-3, panels=(Panel((420, -380, 850), (150, 150, 0), (180, 180), _glow(_BULB, 36)),),
            room=_glow(_BULB, 0.18), sensor=Sensor(0.4, 0.034), gloss={"prints": 0.09, "solids": 0.12, "table": 0.2},
            light="lamp at the far right", skin="#5a3d2a", sleeve="#8a2f3a", focal=1130, play=tuple(range(3, 11)),
            hands=(2, 5), dist=(-0.08, 0.018, -0.0002, 0.0003, 0.0)),
    replace(TRAP_B, name="trap-k", style=Style(103, 30, -6, 0.95, 0.95), table="linen", markers=True, seed=1003,
            tilt=24, way=-12, roll=3, panels=(Panel((850, -250, 850), (150, 150, 0), (700, 600), _glow(_DAY, 9)),),
            room=_glow(_COOL, 0.22), gloss={"prints": 0.1, "solids": 0.15, "table": None}, sensor=Sensor(0.42, 0.032),
            light="window at the far right", skin="#c08a68", sleeve="#355c7d", focal=1135, play=tuple(range(1, 9)),
            dist=(-0.06, 0.012, 0.0002, 0.0003, 0.0)),
    replace(KAESE_B, name="kaese-k", style=Style(105, 30, 6, 0.9, 0.95), table="wood-birch", markers=False, seed=1004,
            tilt=25, way=12, roll=2, panels=(Panel((-380, -280, 800), (150, 60, 0), (170, 170), _glow(_WARM, 30)),),
            room=_glow(_WARM, 0.15), gloss={"prints": 0.12, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.4, 0.034),
            light="warm lamp at the far left", skin="#6b4430", sleeve="#e0d6b0", play=tuple(range(3, 11))),
    replace(BLIND_B, name="blind-k", style=Style(106, 100, 0, 0.95, 0.9), table="cloth-flowers", markers=False, seed=1005,
            tilt=24, way=-13, panels=(Panel((350, -300, 850), (120, 120, 0), (180, 180), _glow(_WARM, 28)),),
            room=_glow(_COOL, 0.13), gloss={"prints": 0.13, "solids": 0.12, "table": None}, sensor=Sensor(0.38, 0.038),
            light="warm lamp at the far right"),
)  # fmt: skip

ELEVENTH = (
    replace(MICE_B, name="mice-l", style=Style(111, -30, 4, 0.9, 0.9), table="cloth-flowers", markers=True, seed=1101,
            tilt=25, way=12, roll=3, panels=(Panel((-420, -320, 850), (150, 150, 0), (200, 200), _glow(_WARM, 34)),),
            room=_glow(_WARM, 0.2), gloss={"prints": 0.13, "solids": 0.12, "table": None}, sensor=Sensor(0.4, 0.036),
            light="warm lamp at the far left", skin="#8a5d42", sleeve="#5b2f45", play=tuple(range(3, 11)),
            hands=(3, 6), focal=1140, dist=(-0.06, 0.014, 0.0002, -0.0003, 0.0)),
    replace(STONE_B, name="stone-l", style=Style(112, 60, 4, 0.9, 0.95), table="wood-dark", markers=False, seed=1102,
            tilt=24, way=-13, roll=4, panels=(Panel((-800, 250, 800), (200, 150, 0), (700, 600), _glow(_DAY, 8)),),
            room=_glow(_COOL, 0.2), sensor=Sensor(0.42, 0.034), gloss={"prints": 0.12, "solids": 0.12, "table": 0.22},
            light="window on the near left", skin="#d8a888", sleeve="#44603f", focal=1120, play=tuple(range(2, 10)),
            hands=(3, 7), dist=(-0.075, 0.016, 0.0003, -0.0002, 0.0)),
    replace(TRAP_B, name="trap-l", style=Style(113, -90, 8, 0.9, 0.9), table="wood-birch", markers=False, seed=1103,
            tilt=25, way=11, roll=-4, panels=(Panel((450, 340, 800), (200, 150, 0), (200, 200), _glow(_BULB, 36)),),
            room=_glow(_COOL, 0.18), gloss={"prints": 0.11, "solids": 0.15, "table": 0.2}, sensor=Sensor(0.4, 0.036),
            light="lamp at the near right, a cool room", skin="#a8714f", sleeve="#c7b8d2", focal=1130,
            play=tuple(range(2, 10)), dist=(-0.07, 0.015, -0.0002, 0.0003, 0.0)),
    replace(KAESE_B, name="kaese-l", style=Style(115, 110, 4, 0.9, 0.9), table="felt", markers=True, seed=1104,
            tilt=25, way=-11, roll=3, panels=(Panel((-850, -200, 800), (150, 60, 0), (800, 600), _glow(_DAY, 7)),),
            room=_glow(_COOL, 0.2), gloss={"prints": 0.14, "solids": 0.12, "table": None}, sensor=Sensor(0.42, 0.034),
            light="window at the far left", skin="#c99a7a", sleeve="#6b2f2a", play=tuple(range(2, 10))),
    replace(BLIND_B, name="blind-l", style=Style(116, -120, 0, 0.9, 0.9), table="linen", markers=True, seed=1105,
            tilt=25, way=12, panels=(Panel((420, 300, 800), (120, 120, 0), (300, 300), _glow(_BULB, 14)),),
            room=_glow(_BULB, 0.14), gloss={"prints": 0.12, "solids": 0.12, "table": None}, sensor=Sensor(0.38, 0.038),
            light="lamp at the near right"),
)  # fmt: skip

TWELFTH = (
    replace(MICE_B, name="mice-m", style=Style(121, -80, 6, 0.95, 0.9), table="wood-birch", markers=False, seed=1201,
            tilt=26, way=-12, roll=-4, panels=(Panel((450, -320, 850), (200, 150, 0), (180, 180), _glow(_BULB, 36)),),
            room=_glow(_COOL, 0.2), gloss={"prints": 0.12, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.4, 0.036),
            light="lamp at the far right, a cool room", skin="#d9a98a", sleeve="#3f5f58", play=tuple(range(0, 8)),
            hands=(1, 6), focal=1120, dist=(-0.08, 0.018, -0.0002, 0.0003, 0.0)),
    replace(STONE_B, name="stone-m", style=Style(122, -30, 8, 0.95, 0.9), table="wood-walnut", markers=True, seed=1202,
            tilt=25, way=13, roll=3, panels=(Panel((-350, 420, 850), (150, 180, 0), (200, 200), _glow(_WARM, 36)),),
            room=_glow(_BULB, 0.2), sensor=Sensor(0.4, 0.036), gloss={"prints": 0.11, "solids": 0.12, "table": 0.22},
            light="warm lamp at the near left", skin="#6d4631", sleeve="#9fb0c4", focal=1145, play=tuple(range(0, 8)),
            hands=(2, 5), dist=(-0.055, 0.012, 0.0002, 0.0003, 0.0)),
    replace(TRAP_B, name="trap-m", style=Style(123, 70, -8, 0.95, 0.9), table="wood-dark", markers=True, seed=1203,
            tilt=25, way=-12, roll=3, panels=(Panel((-850, -250, 850), (150, 150, 0), (800, 600), _glow(_DAY, 8)),),
            room=_glow(_COOL, 0.2), gloss={"prints": 0.12, "solids": 0.15, "table": 0.2}, sensor=Sensor(0.42, 0.034),
            light="window at the far left", skin="#c08a68", sleeve="#7a3040", focal=1120, play=tuple(range(4, 12)),
            dist=(-0.075, 0.016, 0.0003, -0.0002, 0.0)),
    replace(KAESE_B, name="kaese-m", style=Style(125, -50, 4, 0.95, 0.9), table="linen", markers=False, seed=1204,
            tilt=26, way=13, roll=-3, panels=(Panel((380, 320, 800), (150, 60, 0), (180, 180), _glow(_BULB, 28)),),
            room=_glow(_BULB, 0.16), gloss={"prints": 0.13, "solids": 0.12, "table": None}, sensor=Sensor(0.4, 0.036),
            light="lamp at the near right", skin="#e2b899", sleeve="#2f3f66", play=tuple(range(4, 12))),
    replace(BLIND_B, name="blind-m", style=Style(126, 40, 0, 0.9, 0.9), table="wood-walnut", markers=False, seed=1205,
            tilt=26, way=-12, panels=(Panel((-800, -300, 800), (120, 120, 0), (600, 500), _glow(_DAY, 6)),),
            room=_glow(_WARM, 0.14), gloss={"prints": 0.12, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.38, 0.036),
            light="window at the far left, a warm room"),
)  # fmt: skip

THIRTEENTH = (
    replace(MICE_B, name="mice-n", style=Style(131, 110, 2, 0.95, 0.9), table="linen", markers=True, seed=1301,
            tilt=26, way=11, roll=3, panels=(Panel((800, 250, 850), (150, 150, 0), (800, 600), _glow(_DAY, 8)),),
            room=_glow(_BULB, 0.2), gloss={"prints": 0.13, "solids": 0.12, "table": None}, sensor=Sensor(0.42, 0.034),
            light="window at the near right, a lamp far off", skin="#7d5238", sleeve="#a9b7a0", play=tuple(range(2, 10)),
            hands=(3, 7), focal=1130, dist=(-0.065, 0.014, 0.0003, 0.0002, 0.0)),
    replace(STONE_B, name="stone-n", style=Style(132, 40, -6, 0.9, 0.95), table="cloth-flowers", markers=False, seed=1302,
            tilt=25, way=-12, roll=-3, panels=(Panel((-430, -350, 850), (150, 180, 0), (200, 200), _glow(_BULB, 36)),),
            room=_glow(_COOL, 0.2), sensor=Sensor(0.4, 0.036), gloss={"prints": 0.12, "solids": 0.12, "table": None},
            light="lamp at the far left, a cool room", skin="#e0b293", sleeve="#5a6b8c", focal=1125, play=tuple(range(4, 12)),
            hands=(3, 6), dist=(-0.07, 0.016, -0.0002, 0.0003, 0.0)),
    replace(TRAP_B, name="trap-n", style=Style(133, -50, 4, 0.9, 0.95), table="wood-cherry", markers=False, seed=1303,
            tilt=26, way=12, roll=-3, panels=(Panel((430, 360, 850), (150, 150, 0), (200, 200), _glow(_WARM, 36)),),
            room=_glow(_WARM, 0.2), gloss={"prints": 0.11, "solids": 0.15, "table": 0.2}, sensor=Sensor(0.4, 0.036),
            light="warm lamp at the near right", skin="#d6a584", sleeve="#4a5d3f", focal=1140, play=tuple(range(0, 8)),
            dist=(-0.06, 0.014, 0.0002, 0.0003, 0.0)),
    replace(KAESE_B, name="kaese-n", style=Style(135, 80, 2, 0.95, 0.9), table="wood-dark", markers=True, seed=1304,
            tilt=25, way=-13, roll=3, panels=(Panel((-800, 250, 850), (150, 60, 0), (700, 600), _glow(_DAY, 8)),),
            room=_glow(_WARM, 0.18), gloss={"prints": 0.12, "solids": 0.12, "table": 0.22}, sensor=Sensor(0.42, 0.034),
            light="window at the near left, a warm room", skin="#b27d5c", sleeve="#8c4a5f", play=tuple(range(0, 8))),
    replace(BLIND_B, name="blind-n", style=Style(136, -90, 0, 0.95, 0.9), table="felt", markers=True, seed=1305,
            tilt=25, way=-11, panels=(Panel((380, -320, 800), (120, 120, 0), (250, 250), _glow(_BULB, 18)),),
            room=_glow(_COOL, 0.15), gloss={"prints": 0.13, "solids": 0.12, "table": None}, sensor=Sensor(0.38, 0.036),
            light="lamp at the far right, a cool room"),
)  # fmt: skip

FOURTEENTH = (
    replace(MICE_B, name="mice-o", style=Style(141, -140, 4, 0.9, 0.95), table="felt", markers=False, seed=1401,
            tilt=25, way=-12, roll=3, panels=(Panel((430, 330, 850), (150, 150, 0), (200, 200), _glow(_BULB, 36)),),
            room=_glow(_BULB, 0.2), gloss={"prints": 0.11, "solids": 0.12, "table": None}, sensor=Sensor(0.4, 0.034),
            light="lamp at the near right", skin="#e4b796", sleeve="#7a4b5a", play=tuple(range(4, 12)),
            hands=(2, 6), focal=1120, dist=(-0.07, 0.015, -0.0002, 0.0003, 0.0)),
    replace(STONE_B, name="stone-o", style=Style(142, 120, 2, 0.95, 0.9), table="stripes", markers=True, seed=1402,
            tilt=26, way=11, roll=-4, panels=(Panel((820, -260, 850), (150, 180, 0), (800, 600), _glow(_DAY, 8)),),
            room=_glow(_WARM, 0.2), sensor=Sensor(0.42, 0.036), gloss={"prints": 0.11, "solids": 0.12, "table": None},
            light="window at the far right, a warm room", skin="#9c6a4a", sleeve="#d8d0b8", focal=1135, play=tuple(range(1, 9)),
            hands=(2, 5), dist=(-0.06, 0.014, 0.0003, 0.0002, 0.0)),
    replace(TRAP_B, name="trap-o", style=Style(143, 130, -2, 0.95, 0.9), table="wood-walnut", markers=True, seed=1403,
            tilt=25, way=-12, roll=4, panels=(Panel((-420, 340, 850), (150, 150, 0), (200, 200), _glow(_BULB, 36)),),
            room=_glow(_COOL, 0.2), gloss={"prints": 0.12, "solids": 0.15, "table": 0.2}, sensor=Sensor(0.4, 0.036),
            light="lamp at the near left, a cool room", skin="#754c34", sleeve="#b9c4d8", focal=1125, play=tuple(range(3, 11)),
            dist=(-0.075, 0.016, -0.0002, -0.0003, 0.0)),
    replace(KAESE_B, name="kaese-o", style=Style(145, -10, 6, 0.9, 0.95), table="white", markers=False, seed=1404,
            tilt=26, way=12, roll=3, panels=(Panel((-380, -300, 800), (150, 60, 0), (180, 180), _glow(_WARM, 30)),),
            room=_glow(_COOL, 0.18), gloss={"prints": 0.13, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.4, 0.034),
            light="warm lamp at the far left, a cool room", skin="#d3a07c", sleeve="#33475a", play=tuple(range(2, 10))),
    replace(BLIND_B, name="blind-o", style=Style(146, 150, 0, 0.9, 0.95), table="wood-dark", markers=False, seed=1405,
            tilt=26, way=12, panels=(Panel((-350, 320, 800), (120, 120, 0), (200, 200), _glow(_WARM, 28)),),
            room=_glow(_BULB, 0.14), gloss={"prints": 0.12, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.38, 0.038),
            light="warm lamp at the near left"),
)  # fmt: skip

FIFTEENTH = (
    replace(MICE_B, name="mice-p", style=Style(151, 100, -4, 0.95, 0.9), table="wood-cherry", markers=True, seed=1501,
            tilt=26, way=11, roll=-3, panels=(Panel((-800, 280, 850), (150, 180, 0), (800, 600), _glow(_DAY, 8)),),
            room=_glow(_WARM, 0.2), gloss={"prints": 0.12, "solids": 0.13, "table": 0.2}, sensor=Sensor(0.4, 0.034),
            light="window at the left, a warm room", skin="#8a5a3c", sleeve="#a8483c", play=tuple(range(3, 11)),
            hands=(1, 5), focal=1130, dist=(-0.065, 0.015, 0.0002, -0.0003, 0.0)),
    replace(STONE_B, name="stone-p", style=Style(152, -100, 3, 0.9, 0.95), table="felt", markers=False, seed=1502,
            tilt=25, way=-12, roll=3, panels=(Panel((420, 340, 850), (150, 150, 0), (200, 200), _glow(_BULB, 36)),),
            room=_glow(_COOL, 0.2), sensor=Sensor(0.42, 0.036), gloss={"prints": 0.12, "solids": 0.12, "table": None},
            light="lamp at the near right, a cool room", skin="#d9a883", sleeve="#4f5b3a", focal=1125, play=tuple(range(4, 12)),
            hands=(3, 6), dist=(-0.07, 0.015, -0.0003, 0.0002, 0.0)),
    replace(TRAP_B, name="trap-p", style=Style(153, -60, 3, 0.9, 0.95), table="linen", markers=False, seed=1503,
            tilt=26, way=12, roll=-3, panels=(Panel((820, -250, 850), (150, 180, 0), (800, 600), _glow(_DAY, 8)),),
            room=_glow(_BULB, 0.2), gloss={"prints": 0.13, "solids": 0.15, "table": None}, sensor=Sensor(0.4, 0.036),
            light="window at the far right, lamps in the room", skin="#c68e6b", sleeve="#5a3f63", focal=1140,
            play=tuple(range(5, 13)), dist=(-0.06, 0.014, 0.0003, 0.0002, 0.0)),
    replace(KAESE_B, name="kaese-p", style=Style(155, 80, -3, 0.95, 0.9), table="wood-walnut", markers=True, seed=1504,
            tilt=25, way=-11, roll=-3, panels=(Panel((700, -260, 800), (150, 60, 0), (700, 500), _glow(_DAY, 7)),),
            room=_glow(_BULB, 0.18), gloss={"prints": 0.13, "solids": 0.12, "table": 0.2}, sensor=Sensor(0.4, 0.034),
            light="window at the far right, lamps in the room", skin="#7d5138", sleeve="#c9b04a", play=tuple(range(1, 9))),
    replace(BLIND_B, name="blind-p", style=Style(156, -120, 2, 0.95, 0.9), table="cloth-stripes", markers=True, seed=1505,
            tilt=26, way=-12, panels=(Panel((380, 320, 800), (120, 120, 0), (200, 200), _glow(_BULB, 28)),),
            room=_glow(_COOL, 0.16), gloss={"prints": 0.12, "solids": 0.12, "table": None}, sensor=Sensor(0.38, 0.038),
            light="lamp at the near right, a cool room"),
)  # fmt: skip

SIXTEENTH = (
    replace(TRAP_B, name="trap-q", style=Style(163, 20, 4, 0.95, 0.9), table="wood-birch", markers=True, seed=1603,
            tilt=28, way=-13, roll=3, panels=(Panel((-430, 320, 850), (150, 150, 0), (200, 200), _glow(_WARM, 34)),),
            room=_glow(_COOL, 0.18), gloss={"prints": 0.16, "solids": 0.15, "table": 0.22}, sensor=Sensor(0.34, 0.04),
            light="warm lamp at the near left, a cool room", skin="#6b4630", sleeve="#d8c8a8", focal=1120,
            play=tuple(range(1, 9)), hands=(1, 5), dist=(-0.08, 0.017, 0.0002, -0.0003, 0.0)),
    replace(MICE_B, name="mice-q", style=Style(161, -50, 3, 0.9, 0.95), table="white", markers=False, seed=1601,
            tilt=28, way=12, roll=-4, panels=(Panel((430, -280, 850), (150, 150, 0), (200, 200), _glow(_BULB, 34)),),
            room=_glow(_DAY, 0.18), gloss={"prints": 0.16, "solids": 0.14, "table": 0.2}, sensor=Sensor(0.34, 0.038),
            light="lamp at the far right, dusk outside", skin="#e0b08f", sleeve="#3f5a4b", play=tuple(range(0, 8)),
            hands=(3, 6), focal=1135, dist=(-0.065, 0.015, -0.0003, 0.0002, 0.0)),
    replace(STONE_B, name="stone-q", style=Style(162, 60, -3, 0.95, 0.9), table="wood-cherry", markers=True, seed=1602,
            tilt=28, way=12, roll=4, panels=(Panel((-820, 260, 850), (150, 180, 0), (800, 600), _glow(_DAY, 7)),),
            room=_glow(_BULB, 0.18), sensor=Sensor(0.34, 0.04), gloss={"prints": 0.16, "solids": 0.12, "table": 0.22},
            light="window at the left, lamps in the room", skin="#b57a55", sleeve="#44506e", focal=1130,
            play=tuple(range(2, 10)), hands=(2, 5), dist=(-0.07, 0.015, 0.0003, -0.0002, 0.0)),
)  # fmt: skip

SEVENTEENTH = (
    replace(TRAP_B, name="trap-r", style=Style(173, -110, 2, 0.9, 0.95), table="wood-cherry", markers=False, seed=1703,
            tilt=27, way=11, roll=-4, panels=(Panel((440, -300, 850), (150, 150, 0), (200, 200), _glow(_BULB, 36)),),
            room=_glow(_DAY, 0.2), gloss={"prints": 0.14, "solids": 0.14, "table": 0.2}, sensor=Sensor(0.38, 0.036),
            light="lamp at the far right, dusk outside", skin="#dba98a", sleeve="#54603c", focal=1130, play=tuple(range(2, 10)),
            hands=(2, 5), dist=(-0.065, 0.015, 0.0003, -0.0002, 0.0)),
    replace(MICE_B, name="mice-r", style=Style(171, 30, 3, 0.95, 0.9), table="cloth-stripes", markers=True, seed=1701,
            tilt=26, way=-11, roll=4, panels=(Panel((-430, -310, 850), (150, 150, 0), (200, 200), _glow(_WARM, 36)),),
            room=_glow(_BULB, 0.2), gloss={"prints": 0.13, "solids": 0.13, "table": None}, sensor=Sensor(0.4, 0.034),
            light="warm lamp at the far left, lamps in the room", skin="#a06f50", sleeve="#2f4f6b", play=tuple(range(1, 9)),
            hands=(2, 6), focal=1125, dist=(-0.07, 0.016, -0.0002, 0.0003, 0.0)),
    replace(STONE_B, name="stone-r", style=Style(172, -40, 4, 0.9, 0.95), table="wood-dark", markers=False, seed=1702,
            tilt=27, way=12, roll=-3, panels=(Panel((430, -330, 850), (150, 150, 0), (200, 200), _glow(_WARM, 38)),),
            room=_glow(_COOL, 0.2), sensor=Sensor(0.4, 0.036), gloss={"prints": 0.13, "solids": 0.12, "table": 0.2},
            light="warm lamp at the far right, a cool room", skin="#c99674", sleeve="#7d3f4d", focal=1135,
            play=tuple(range(3, 11)), hands=(1, 5), dist=(-0.06, 0.014, 0.0002, -0.0003, 0.0)),
    replace(KAESE_B, name="kaese-r", style=Style(175, 170, 3, 0.95, 0.9), table="felt", markers=False, seed=1704,
            tilt=26, way=12, roll=4, panels=(Panel((380, 300, 800), (150, 60, 0), (180, 180), _glow(_BULB, 32)),),
            room=_glow(_COOL, 0.18), gloss={"prints": 0.13, "solids": 0.12, "table": None}, sensor=Sensor(0.4, 0.034),
            light="lamp at the near right, a cool room", skin="#6f4a34", sleeve="#d0a0b0", play=tuple(range(3, 11))),
)  # fmt: skip

_BATCHES = (
    SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH, TENTH, ELEVENTH, TWELFTH, THIRTEENTH, FOURTEENTH, FIFTEENTH,
    SIXTEENTH, SEVENTEENTH,
)
ALL = {r.name: r for r in (MICE_B, STONE_B, TRAP_B, KAESE_B, BLIND_B, *(r for batch in _BATCHES for r in batch))}
