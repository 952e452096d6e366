"""The powers the program knows, and what a character card may leave open about each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SIGHT = "in-sight"
TUNNEL = "on-tunnel"
RANGES = ("super", "connect", "line")


@dataclass(frozen=True, slots=True)
class Part:
    """One of the three parts of a character card; what a power does not use keeps its default.

    `does` names the power, `token` its word in the notation (empty for parts that only are), `cost` its action points.
    `squares` is the farthest a run goes (0: to the end of the hallway), `steps` how far others are moved, `amount` cards drawn
    or points added; `ends` are kinds of squares (`edge`, `tunnel`), for a `dragon-jump` first those it starts from, then
    those it goes to; `by` the powers and spells that cannot be used on the owner.
    """

    name: str
    does: str
    token: str = ""
    cost: int = 0
    drag: bool = False
    walls: bool = False
    extra: bool = False
    tramples: bool = False
    squares: int = 0
    steps: int = 1
    amount: int = 1
    range: str = ""
    when: str = ""
    card: str = ""
    stands_for: str = ""
    ends: tuple[tuple[str, ...], ...] = ()
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Key:
    """A word a card may write after a power: the field of `Part` it sets, its type, and its values (empty: any)."""

    field: str
    type: type
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """A power the program knows: on which parts of a card it may stand, and its words with those that must be there."""

    parts: tuple[str, ...]
    keys: Mapping[str, Key]
    needs: tuple[str, ...] = ()


_OWN = ("free", "two")
_DRAG = Key("drag", bool)
_WALLS = Key("walls", bool)
_ENDS = Key("ends", list, ("edge", "tunnel"))
_WHEN = Key("when", str, (SIGHT, TUNNEL))
_BY = Key("by", list, ("freeze", "switch", "theft", "move-other", "start-of-turn-nudge"))

POWERS: Mapping[str, Known] = {
    "move": Known(_OWN, {"drag": _DRAG, "walls": _WALLS}),
    "run": Known(_OWN, {"drag": _DRAG, "walls": _WALLS, "squares": Key("squares", int)}),
    "slide": Known(_OWN, {}),
    "dragon-step": Known(_OWN, {"extra": Key("extra", bool)}),
    "dragon-run": Known(_OWN, {"tramples": Key("tramples", bool)}),
    "dragon-jump": Known(_OWN, {"from": _ENDS, "to": _ENDS}, ("from", "to")),
    "jump": Known(_OWN, {"between": _ENDS}, ("between",)),
    "draw": Known(_OWN, {"cards": Key("amount", int)}, ("cards",)),
    "fetch": Known(_OWN, {}),
    "take-named": Known(_OWN, {}),
    "take-treasure": Known(_OWN, {"where": Key("when", str, ("same-square",))}),
    "move-other": Known(_OWN, {"steps": Key("steps", int), "range": Key("range", str, RANGES)}, ("steps", "range")),
    "start-of-turn-nudge": Known(("defence",), {"range": Key("when", str, (SIGHT,))}),
    "curse": Known(_OWN, {}),
    "recast": Known(_OWN, {}),
    "reshape": Known(("free",), {}),
    "block-entry": Known(("defence",), {}),
    "dragon-immune": Known(("defence",), {}),
    "untargetable": Known(("defence",), {"when": _WHEN, "by": _BY}),
    "surcharge": Known(("defence",), {"points": Key("amount", int), "when": _WHEN}, ("points",)),
    "answer-with": Known(
        ("defence",),
        {"card": Key("card", str), "as": Key("stands_for", str, ("AM", "PR")), "when": Key("when", str, (SIGHT,))},
        ("card", "as"),
    ),
    "manual": Known(("free", "two", "defence"), {}),
}
"""Every power by its name; `manual` stands for one the table carries out itself."""

SILENT = ("block-entry", "dragon-immune", "untargetable", "surcharge", "answer-with")
"""Powers that only are: they have no token."""
