"""Readings made from scenes: what a camera would offer if the table looked like that, with as much doubt as asked for."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.catalogue import Catalogue, Layout
from companion.core.grid import Facing, Place, Zone
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT, Look, Scene

FLOOR = -12.0


@dataclass(frozen=True)
class Noise:
    """How unsure the camera is: `doubt` is the mean probability it gives away at a place, `slip` the share of claims whose
    best guess is wrong but honestly weak."""

    doubt: float = 0.0
    slip: float = 0.0


CLEAR = Noise()
ORDINARY = Noise(0.02, 0.003)


class _Maker:
    def __init__(self, catalogue: Catalogue, noise: Noise, rng: random.Random) -> None:
        self.catalogue, self.noise, self.rng = catalogue, noise, rng
        self.looks = [Look(kind.name, face, turns) for kind in catalogue.tiles for face, period in kind.periods.items()
                      if face not in kind.anonymous for turns in range(period)]
        self.looks += [Look(catalogue.back, "down", 0), ABSENT]

    def given_away(self) -> float:
        return min(0.4, self.rng.expovariate(1 / self.noise.doubt)) if self.noise.doubt else 1e-5

    def wrong(self) -> bool:
        return bool(self.noise.slip) and self.rng.random() < self.noise.slip

    def tile(self, place: Place, look: Look) -> TileClaim:
        if look.kind is None and look != ABSENT:
            look = Look(self.catalogue.back, "down", 0) if look.face == "down" else self.rng.choice(
                [item for item in self.looks if item.face == look.face])
        lost = self.given_away()
        others = self.rng.sample([item for item in self.looks if item != look], 3)
        shares = sorted((self.rng.random() + 0.01 for _ in others), reverse=True)
        weights = [(look, 1 - lost), *((item, lost * share / sum(shares)) for item, share in zip(others, shares, strict=True))]
        if self.wrong():
            weights[0], weights[1] = (weights[1][0], 0.5), (look, 0.4)
        ranked = sorted(weights, key=lambda pair: -pair[1])
        return TileClaim(place, tuple(LikelyLook(item, max(FLOOR, math.log(p))) for item, p in ranked), FLOOR)

    def piece(self, kind: str, place: Place, facings: list[Facing | None]) -> PieceClaim:
        lost, count = self.given_away(), len(facings)
        size = max(count + 2, 2)
        shares = [lost / (size - 1)] * size
        shares[count] = 1 - lost
        if self.wrong():
            wrong = count + 1 if count == 0 or self.rng.random() < 0.5 else count - 1
            shares[count], shares[wrong] = 0.4, 0.5
        counts = tuple(max(FLOOR, math.log(p)) for p in shares)
        return PieceClaim(kind, place, counts, self.facings(facings[0] if facings else None))

    def facings(self, facing: Facing | None) -> tuple[float, float, float, float] | None:
        if facing is None:
            return None
        lost = self.given_away()
        shares = [lost / 3] * 4
        shares[facing] = 1 - lost
        if self.wrong():
            shares[facing], shares[(facing + self.rng.choice((1, 2, 3))) % 4] = 0.4, 0.5
        north, east, south, west = (max(FLOOR, math.log(p)) for p in shares)
        return (north, east, south, west)


def reading_of(scene: Scene, catalogue: Catalogue, layout: Layout, noise: Noise = CLEAR, seed: int = 0, *,
               hidden: Iterable[Place] = (), unsure: Iterable[Place] = (), hand: bool = False) -> Reading:
    """A reading of that scene; a tile whose kind the scene does not tell is drawn by lot."""
    maker = _Maker(catalogue, noise, random.Random(seed))
    covered = frozenset(hidden)
    looks = {item.place: item.look for item in scene.tiles}
    places: list[Place] = [*layout.cells(), *(Zone(zone.name) for zone in layout.zones if zone.holds_tile)]
    tiles = tuple(maker.tile(place, looks.get(place, ABSENT)) for place in places if place not in covered)
    groups: dict[tuple[str, Place], list[Facing | None]] = defaultdict(list)
    for piece in scene.pieces:
        groups[piece.kind, piece.place].append(piece.facing)
    pieces = tuple(maker.piece(kind, place, facings) for (kind, place), facings in groups.items() if place not in covered)
    return Reading(0, 0.0, tiles, pieces, covered, frozenset(unsure), hand)
