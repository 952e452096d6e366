"""What lies on the table: the moments of a shared recording of the same game, laid anew with other kinds and other shifts."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

Frame = dict[str, Any]
_SUITS = {"red": "sun", "black": "moon", "green": "crown", "blue": "arms"}


@dataclass
class Relay:
    """Sends every thing of a shared moment to a new kind and place; the same thing always to the same."""

    game: str
    kinds: tuple[str, ...]
    seed: int
    spots: dict[Any, tuple[float, float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._chance = Random(self.seed)
        self._swap = self._swapped()
        self._turn = {kind: self._chance.randrange(4) for kind in self.kinds}

    def _swapped(self) -> dict[str, str]:
        """A kind for each kind; games in which the number of each kind counts keep theirs."""
        groups: list[list[str]] = []
        if self.game == "mice-in-a-maze":
            groups = [[k for k in self.kinds if k.startswith(shape)] for shape in ("cross-", "curve-")]
        elif self.game == "mouse-trap-cards":
            groups = [[k for k in self.kinds if k.startswith("maze-")], [k for k in self.kinds if k.startswith("act-")]]
        elif self.game == "librande-maze":
            names = ("barbarian", "druid", "mind-reaper", "sorceress", "thief", "warlock", "witch", "wizard", "wraith")
            groups = [[f"hero-{name}" for name in names]]
        elif self.game == "four-blind-mice":
            colours = list(_SUITS)
            mixed = self._chance.sample(colours, 4)
            table = {f"pawn-{a}": f"pawn-{b}" for a, b in zip(colours, mixed, strict=True)}
            return table | {_SUITS[a]: _SUITS[b] for a, b in zip(colours, mixed, strict=True)}
        return {old: new for group in groups for old, new in zip(group, self._chance.sample(group, len(group)), strict=True)}

    def frame(self, old: Frame) -> Frame:
        """The same moment with other things; only what the camera does not decide."""
        new = {key: copy.deepcopy(old[key]) for key in ("turn", "missing", "die") if key in old}
        new["tiles"] = [self._tile(tile) for tile in old["tiles"]]
        new["pieces"] = [self._piece(piece) for piece in old["pieces"]]
        new["lifted"] = bool(old["flags"]["lifted_tile"])
        if "die" in new:
            die = next(p for p in new["pieces"] if p["kind"] == "die")
            new["die"]["at_mm"] = die["at_mm"]
        if "slides" in (new.get("turn") or {}) and self.game == "four-blind-mice":
            for slide in new["turn"]["slides"]:
                slide["pawn"] = self._swap[slide["pawn"]]
                slide["takes"] = self._swap.get(slide["takes"], slide["takes"])
        return new

    def _shift(self, key: Any, loose: float, skew: float) -> tuple[float, float, float]:
        if key not in self.spots:
            c = self._chance
            self.spots[key] = (_held(c.gauss(0, loose), 2.2), _held(c.gauss(0, loose), 2.2), _held(c.gauss(0, skew), 8))
        return self.spots[key]

    def _tile(self, old: Frame) -> Frame:
        new = {k: v for k, v in old.items() if k not in ("px", "covered", "hidden")}
        if new["kind"] in self._swap:
            if self.game == "mice-in-a-maze" or "cell" in new:
                new["turns"] = (new["turns"] + self._turn[new["kind"]]) % 4
            new["kind"] = self._swap[new["kind"]]
        if "hidden_kind" in new:
            new["hidden_kind"] = self._swap.get(new["hidden_kind"], new["hidden_kind"])
        tight = self.game == "librande-maze"
        key = (str(old.get("cell", old.get("zone"))), old["kind"], old["turns"], tuple(old["at_mm"]))
        dx, dy, turn = self._shift(key, 0.12 if tight else 0.7, 0.15 if tight else 1.4)
        new["at_mm"] = [round(old["at_mm"][0] + dx, 2), round(old["at_mm"][1] + dy, 2)]
        new["skew_deg"] = round(old["skew_deg"] + turn, 2)
        return new

    def _piece(self, old: Frame) -> Frame:
        new = {k: v for k, v in old.items() if k not in ("px_foot", "px_box", "hidden")}
        new["kind"] = self._swap.get(new["kind"], new["kind"])
        for key in ("face", "suit_hidden"):
            if new.get(key) in self._swap:
                new[key] = self._swap[new[key]]
        dx, dy, turn = self._shift(("piece", tuple(old["at_mm"])), 0.8, 3.0)
        new["at_mm"] = [round(old["at_mm"][0] + dx, 2), round(old["at_mm"][1] + dy, 2)]
        if "heading_deg" in old:
            new["heading_deg"] = round(old["heading_deg"] + turn, 1)
        return new


def _held(value: float, most: float) -> float:
    return max(-most, min(most, value))


def read(folder: Path, part: str) -> list[Frame]:
    """The moments of `teach` or `play` in a shared recording."""
    name = "teach.json" if part == "teach" else "truth.json"
    frames: list[Frame] = json.loads((folder / part / name).read_text())["frames"]
    return frames


def loose_heading(piece: Frame, seed: int) -> float:
    """How a piece lies whose direction means nothing: the same as long as it lies there."""
    return Random(f"{seed} {piece['kind']} {piece['at_mm']}").uniform(0, 360)
