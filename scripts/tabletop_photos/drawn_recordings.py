"""Recordings whose drawings, lamps, lenses and tables a seed draws: a batch names its tables and no more."""

from __future__ import annotations

import random
from dataclasses import replace

from scripts.tabletop_photos.art import Style
from scripts.tabletop_photos.recording import (
    BLIND_B,
    BULB,
    COOL,
    DAY,
    KAESE_B,
    MICE_B,
    STONE_B,
    TRAP_B,
    WARM,
    Panel,
    Recording,
    glow,
)
from scripts.tabletop_photos.sensor import Sensor

_CLOTHS = ("felt", "linen", "oilcloth", "cloth-flowers", "cloth-stripes")
_WOODS = ("wood-walnut", "wood-dark", "wood-cherry", "wood-birch")
_SKINS = ("#e0b090", "#d8a488", "#c89878", "#b98a68", "#9a6a4c", "#8f6248", "#7a5038", "#5a3d2a")
_SLEEVES = ("#c8b8d8", "#304a38", "#7a2f38", "#38506a", "#506030", "#c06a38", "#e0d6b0", "#39465e")
_ROOMS = {"warm": WARM, "cool": COOL, "bulb": BULB}


def drawn(base: Recording, name: str, seed: int) -> Recording:
    """A dim, slanted table like `base`: a lamp near a corner or a window beside it, 26 or 27 degrees off the vertical."""
    rng = random.Random(seed)
    cloth, window = rng.random() < 0.5, rng.random() < 0.5
    room, (across, along) = rng.choice(tuple(_ROOMS)), (rng.choice((-1, 1)), rng.choice((-1, 1)))
    panel, what = _window(rng, across, along) if window else _lamp(rng, across, along)
    first = rng.randrange(5)
    return replace(
        base, name=name, seed=seed, table=rng.choice(_CLOTHS if cloth else _WOODS), markers=rng.random() < 0.5,
        style=Style(seed, rng.randrange(-180, 180, 5), rng.choice((-4, -3, 3, 4)), *(rng.choice((0.9, 0.95)) for _ in "sv")),
        tilt=rng.choice((26, 27)), way=rng.choice((-1, 1)) * rng.choice((10, 11, 12)), roll=rng.choice((-3, 3)), panels=(panel,),
        room=glow(_ROOMS[room], rng.choice((0.2, 0.22))), sensor=Sensor(*rng.choice(((0.4, 0.034), (0.38, 0.036)))),
        gloss={"prints": rng.choice((0.13, 0.14)), "solids": rng.choice((0.13, 0.14)), "table": None if cloth else 0.2},
        light=f"{what} at the {'far' if along < 0 else 'near'} {'left' if across < 0 else 'right'}, a room in {room} light",
        skin=rng.choice(_SKINS), sleeve=rng.choice(_SLEEVES), focal=rng.choice((1120.0, 1125.0, 1130.0)),
        play=tuple(range(first, first + 8)), hands=tuple(sorted(rng.sample(range(1, 7), 2))),
        dist=(rng.choice((-0.06, -0.065)), 0.0145, *(rng.choice((-3e-4, -2e-4, 2e-4, 3e-4)) for _ in "pq"), 0.0),
    )  # fmt: skip


def _lamp(rng: random.Random, across: int, along: int) -> tuple[Panel, str]:
    colour, what = rng.choice(((BULB, "lamp"), (WARM, "warm lamp")))
    at = (across * rng.uniform(410, 440), along * rng.uniform(290, 320), 850.0)
    return Panel(at, (across * 150, along * 150, 0), (200, 200), glow(colour, rng.choice((34, 36)))), what


def _window(rng: random.Random, across: int, along: int) -> tuple[Panel, str]:
    at = (across * rng.uniform(790, 820), along * rng.uniform(260, 290), 850.0)
    return Panel(at, (across * 150, along * 180, 0), (800, 600), glow(DAY, 8)), "window"


TWENTY_NINTH = (
    drawn(MICE_B, "mice-zg", 2901), drawn(MICE_B, "mice-zh", 2911), drawn(MICE_B, "mice-zi", 2921),
    drawn(MICE_B, "mice-zj", 2931), drawn(STONE_B, "stone-za", 2902), drawn(KAESE_B, "kaese-z", 2904),
    drawn(BLIND_B, "blind-w", 2905), drawn(TRAP_B, "trap-zk", 2903), drawn(TRAP_B, "trap-zl", 2913),
)  # fmt: skip

THIRTIETH = (drawn(MICE_B, "mice-zk", 3001), drawn(MICE_B, "mice-zl", 3011), drawn(TRAP_B, "trap-zm", 3003))

THIRTY_FIRST = (
    drawn(MICE_B, "mice-zm", 3101), drawn(MICE_B, "mice-zn", 3111), drawn(STONE_B, "stone-zb", 3102),
    drawn(KAESE_B, "kaese-za", 3104), drawn(BLIND_B, "blind-x", 3105), drawn(TRAP_B, "trap-zn", 3103),
    drawn(TRAP_B, "trap-zo", 3113),
)  # fmt: skip

THIRTY_SECOND = (drawn(MICE_B, "mice-zo", 3201), drawn(MICE_B, "mice-zp", 3211), drawn(TRAP_B, "trap-zp", 3203))

THIRTY_THIRD = (
    drawn(MICE_B, "mice-zq", 3301), drawn(MICE_B, "mice-zr", 3311), drawn(STONE_B, "stone-zc", 3302),
    drawn(KAESE_B, "kaese-zb", 3304), drawn(BLIND_B, "blind-y", 3305), drawn(TRAP_B, "trap-zq", 3303),
    drawn(TRAP_B, "trap-zr", 3313), drawn(TRAP_B, "trap-zs", 3323),
)  # fmt: skip

THIRTY_FOURTH = (
    drawn(TRAP_B, "trap-zt", 3403), drawn(TRAP_B, "trap-zu", 3413), drawn(TRAP_B, "trap-zv", 3423),
    drawn(MICE_B, "mice-zs", 3401),
)  # fmt: skip

THIRTY_FIFTH = (drawn(TRAP_B, "trap-zw", 3503), drawn(TRAP_B, "trap-zx", 3513), drawn(MICE_B, "mice-zt", 3501))

THIRTY_SIXTH = (
    drawn(MICE_B, "mice-zu", 3601), drawn(MICE_B, "mice-zv", 3611), drawn(STONE_B, "stone-zd", 3602),
    drawn(KAESE_B, "kaese-zc", 3604), drawn(BLIND_B, "blind-z", 3605), drawn(TRAP_B, "trap-zy", 3603),
    drawn(TRAP_B, "trap-zz", 3613),
)  # fmt: skip

THIRTY_SEVENTH = (
    drawn(MICE_B, "mice-zw", 3701), drawn(MICE_B, "mice-zx", 3711), drawn(STONE_B, "stone-ze", 3702),
    drawn(KAESE_B, "kaese-zd", 3704), drawn(BLIND_B, "blind-ya", 3705), drawn(TRAP_B, "trap-ya", 3703),
    drawn(TRAP_B, "trap-yb", 3713), drawn(TRAP_B, "trap-yc", 3723),
)  # fmt: skip

THIRTY_EIGHTH = (
    drawn(MICE_B, "mice-zy", 3801), drawn(MICE_B, "mice-zz", 3811), drawn(MICE_B, "mice-ya", 3821),
    drawn(MICE_B, "mice-yb", 3831), drawn(STONE_B, "stone-zf", 3802), drawn(TRAP_B, "trap-yd", 3803),
)  # fmt: skip

THIRTY_NINTH = (
    drawn(MICE_B, "mice-yc", 3901), drawn(MICE_B, "mice-yd", 3911), drawn(MICE_B, "mice-ye", 3921),
    drawn(STONE_B, "stone-zg", 3902),
)  # fmt: skip

FORTIETH = tuple(
    replace(drawn(MICE_B, name, seed), low_are_small=True)
    for name, seed in (("mice-yf", 4001), ("mice-yg", 4011), ("mice-yh", 4021), ("mice-yi", 4031), ("mice-yj", 4041))
)
"""In these a cheese that is lower is smaller altogether."""

FORTY_FIRST = tuple(
    replace(drawn(base, name, seed), low_are_small=True, quarters=quarters)
    for base, name, seed, quarters in (
        (MICE_B, "mice-yk", 4101, 1), (MICE_B, "mice-yl", 4111, 2), (TRAP_B, "trap-ye", 4103, 1), (STONE_B, "stone-zh", 4102, 3),
        (MICE_B, "mice-ym", 4121, 3), (MICE_B, "mice-yn", 4131, 1), (TRAP_B, "trap-yf", 4113, 2), (STONE_B, "stone-zi", 4112, 1),
    )
)  # fmt: skip
"""In these the moments are turned, and mice have other colours."""

FORTY_SECOND = tuple(
    replace(drawn(MICE_B, name, seed), low_are_small=True, quarters=quarters, tilt=tilt)
    for name, seed, quarters, tilt in (("mice-yo", 4201, 2, 16), ("mice-yp", 4211, 3, 19))
)
"""Under cameras that look down more steeply."""

FORTY_THIRD = tuple(
    replace(drawn(base, name, seed), low_are_small=True, quarters=quarters)
    for base, name, seed, quarters in (
        (MICE_B, "mice-yq", 4301, 2), (MICE_B, "mice-yr", 4311, 3), (STONE_B, "stone-zj", 4302, 2), (TRAP_B, "trap-yg", 4303, 3),
    )
)  # fmt: skip


def _elsewhere(*recipes: tuple[Recording, str, int, int], poured: bool = True) -> tuple[Recording, ...]:
    """Recordings of such bases, names, seeds and quarter turns in which everything lies elsewhere in each moment."""
    return tuple(
        replace(drawn(base, name, seed), low_are_small=True, shuffled=True, poured=poured, quarters=quarters)
        for base, name, seed, quarters in recipes
    )


FORTY_FOURTH = _elsewhere(
    (MICE_B, "mice-ys", 4401, 1), (MICE_B, "mice-yt", 4411, 0), (STONE_B, "stone-zk", 4402, 0), (TRAP_B, "trap-yh", 4403, 0),
    (MICE_B, "mice-yu", 4421, 2), (TRAP_B, "trap-yi", 4413, 2), (STONE_B, "stone-zl", 4412, 3), (MICE_B, "mice-yv", 4431, 3),
)  # fmt: skip
"""In these tiles change places in every moment, and what stands on one comes to another."""

FORTY_FIFTH = _elsewhere(
    (MICE_B, "mice-yw", 4501, 2), (MICE_B, "mice-yx", 4511, 1), (TRAP_B, "trap-yj", 4503, 3), (STONE_B, "stone-zm", 4502, 1),
)  # fmt: skip

FORTY_SIXTH = _elsewhere(
    (MICE_B, "mice-yy", 4601, 3), (TRAP_B, "trap-yk", 4603, 1), (MICE_B, "mice-yz", 4611, 0), (STONE_B, "stone-zn", 4602, 2),
    (TRAP_B, "trap-yl", 4613, 2), (KAESE_B, "kaese-ze", 4604, 0), (BLIND_B, "blind-yb", 4605, 2), (MICE_B, "mice-xa", 4621, 1),
)  # fmt: skip

FORTY_SEVENTH = _elsewhere(
    (TRAP_B, "trap-ym", 4703, 3), (TRAP_B, "trap-yn", 4713, 0), (TRAP_B, "trap-yo", 4733, 1), poured=False
)  # fmt: skip
"""In these wedges of a pile lie no closer than in the given recording."""

FORTY_EIGHTH = _elsewhere(
    (MICE_B, "mice-xb", 4801, 2), (MICE_B, "mice-xc", 4811, 3), (STONE_B, "stone-zo", 4802, 1), (TRAP_B, "trap-yp", 4803, 2),
    (MICE_B, "mice-xd", 4821, 0), poured=False,
)  # fmt: skip

FORTY_NINTH = _elsewhere(
    (TRAP_B, "trap-yq", 4903, 1), (KAESE_B, "kaese-zf", 4904, 0), (TRAP_B, "trap-yr", 4913, 3), (MICE_B, "mice-xe", 4901, 1),
    (KAESE_B, "kaese-zg", 4914, 0), (STONE_B, "stone-zp", 4902, 2), (TRAP_B, "trap-ys", 4923, 0), (MICE_B, "mice-xf", 4911, 2),
    poured=False,
)  # fmt: skip

FIFTIETH = _elsewhere(
    (STONE_B, "stone-zq", 5002, 1), (KAESE_B, "kaese-zh", 5004, 0), (TRAP_B, "trap-yt", 5003, 2), (STONE_B, "stone-zr", 5012, 3),
    (KAESE_B, "kaese-zi", 5014, 0), (MICE_B, "mice-xg", 5001, 0), (TRAP_B, "trap-yu", 5013, 1), (KAESE_B, "kaese-zj", 5024, 0),
    (MICE_B, "mice-xh", 5011, 3), (TRAP_B, "trap-yv", 5023, 0), (STONE_B, "stone-zs", 5022, 2), (MICE_B, "mice-xi", 5021, 1),
    (BLIND_B, "blind-yc", 5005, 1), poured=False,
)  # fmt: skip

FIFTY_FIRST = _elsewhere(
    (TRAP_B, "trap-yw", 5103, 2), (MICE_B, "mice-xj", 5101, 2), (TRAP_B, "trap-yx", 5113, 1), (MICE_B, "mice-xk", 5111, 3),
    (STONE_B, "stone-zt", 5102, 0), (TRAP_B, "trap-yy", 5123, 3), (MICE_B, "mice-xl", 5121, 0), (KAESE_B, "kaese-zk", 5104, 0),
    poured=False,
)  # fmt: skip

FIFTY_SECOND = _elsewhere(
    (TRAP_B, "trap-yz", 5203, 1), (MICE_B, "mice-xm", 5201, 1), (STONE_B, "stone-zu", 5202, 3), (TRAP_B, "trap-xa", 5213, 0),
    (MICE_B, "mice-xn", 5211, 0), (STONE_B, "stone-zv", 5212, 1), (TRAP_B, "trap-xb", 5223, 2), (MICE_B, "mice-xo", 5221, 3),
    (KAESE_B, "kaese-zl", 5204, 0), (BLIND_B, "blind-yd", 5205, 2), poured=False,
)  # fmt: skip

FIFTY_THIRD = _elsewhere(
    (MICE_B, "mice-xp", 5301, 2), (TRAP_B, "trap-xc", 5303, 3), (STONE_B, "stone-zw", 5302, 2), (MICE_B, "mice-xq", 5311, 1),
    (TRAP_B, "trap-xd", 5313, 1), (MICE_B, "mice-xr", 5321, 0), (STONE_B, "stone-zx", 5312, 0), (TRAP_B, "trap-xe", 5323, 0),
    poured=False,
)  # fmt: skip
FIFTY_FOURTH = _elsewhere(
    (TRAP_B, "trap-xf", 5403, 3), (TRAP_B, "trap-xg", 5413, 1), (MICE_B, "mice-xs", 5401, 2), (TRAP_B, "trap-xh", 5423, 0),
    (STONE_B, "stone-zy", 5402, 3), (TRAP_B, "trap-xi", 5433, 2), (MICE_B, "mice-xt", 5411, 0), (TRAP_B, "trap-xj", 5443, 2),
    poured=False,
)  # fmt: skip

FIFTY_FIFTH = _elsewhere(
    (MICE_B, "mice-xu", 5501, 1), (STONE_B, "stone-zz", 5502, 2), (MICE_B, "mice-xv", 5511, 3), (TRAP_B, "trap-xk", 5503, 0),
    (STONE_B, "stone-ya", 5512, 0), (MICE_B, "mice-xw", 5521, 2), (TRAP_B, "trap-xl", 5513, 2), (STONE_B, "stone-yb", 5522, 1),
    poured=False,
)  # fmt: skip

FIFTY_SIXTH = _elsewhere(
    (MICE_B, "mice-xx", 5601, 0), (TRAP_B, "trap-xm", 5603, 1), (STONE_B, "stone-yc", 5602, 3), (MICE_B, "mice-xy", 5611, 2),
    (TRAP_B, "trap-xn", 5613, 3), (STONE_B, "stone-yd", 5612, 1), (TRAP_B, "trap-xo", 5623, 2), (MICE_B, "mice-xz", 5621, 1),
    poured=False,
)  # fmt: skip

FIFTY_SEVENTH = _elsewhere(
    (MICE_B, "mice-wa", 5701, 1), (MICE_B, "mice-wb", 5711, 3), (MICE_B, "mice-wc", 5721, 2), (MICE_B, "mice-wd", 5731, 0),
    poured=False,
)  # fmt: skip

FIFTY_EIGHTH = _elsewhere(
    (MICE_B, "mice-we", 5801, 2), (MICE_B, "mice-wf", 5811, 0), (MICE_B, "mice-wg", 5821, 1), (MICE_B, "mice-wh", 5831, 3),
    poured=False,
)  # fmt: skip

FIFTY_NINTH = _elsewhere(
    (TRAP_B, "trap-xp", 5901, 2), (TRAP_B, "trap-xq", 5903, 0), (STONE_B, "stone-ye", 5902, 1), (TRAP_B, "trap-xr", 5911, 3),
    (TRAP_B, "trap-xs", 5913, 1), (MICE_B, "mice-wi", 5921, 1), (STONE_B, "stone-yf", 5912, 2), (MICE_B, "mice-wj", 5931, 3),
    (TRAP_B, "trap-xt", 5923, 2), (TRAP_B, "trap-xu", 5933, 0), (MICE_B, "mice-wk", 5941, 2), (TRAP_B, "trap-xv", 5943, 3),
    poured=False,
)  # fmt: skip

SIXTIETH = _elsewhere(
    (TRAP_B, "trap-xw", 6003, 1), (STONE_B, "stone-yg", 6002, 3), (MICE_B, "mice-wl", 6001, 2), (TRAP_B, "trap-xx", 6013, 2),
    (KAESE_B, "kaese-zm", 6004, 0), (MICE_B, "mice-wm", 6011, 1), (TRAP_B, "trap-xy", 6023, 0), (STONE_B, "stone-yh", 6012, 0),
    poured=False,
)  # fmt: skip

SIXTY_FIRST = _elsewhere(
    (TRAP_B, "trap-xz", 6103, 3), (TRAP_B, "trap-wa", 6113, 0), (MICE_B, "mice-wn", 6101, 0), (TRAP_B, "trap-wb", 6123, 1),
    (STONE_B, "stone-yi", 6102, 2), (TRAP_B, "trap-wc", 6133, 2),
    poured=False,
)  # fmt: skip

SIXTY_SECOND = _elsewhere(
    (MICE_B, "mice-wo", 6201, 3), (TRAP_B, "trap-wd", 6203, 1), (STONE_B, "stone-yj", 6202, 1), (TRAP_B, "trap-we", 6213, 2),
    (MICE_B, "mice-wp", 6211, 1), (KAESE_B, "kaese-zn", 6204, 0), (TRAP_B, "trap-wf", 6223, 3), (MICE_B, "mice-wq", 6221, 2),
    poured=False,
)  # fmt: skip

SIXTY_THIRD = _elsewhere(
    (MICE_B, "mice-wr", 6301, 1), (STONE_B, "stone-yk", 6302, 2), (TRAP_B, "trap-wg", 6303, 3), (STONE_B, "stone-yl", 6312, 1),
    (MICE_B, "mice-ws", 6311, 2), (KAESE_B, "kaese-zo", 6304, 0), (TRAP_B, "trap-wh", 6313, 2), (MICE_B, "mice-wt", 6321, 3),
    poured=False,
)  # fmt: skip
