"""Readings made from scenes instead of pixels: an eye that is as unsure as it says, so that many evenings can be judged quickly.

The noise is calibrated by construction: a best guess is wrong exactly as often as its claim admits.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from companion.core.catalogue import Catalogue, Layout
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT, Look, PieceAt, Scene

FLOOR = -12.0
SURE = 1e-5


@dataclass(frozen=True, slots=True)
class Noise:
    """How good the eye is: the share of claims that are `doubtful`, and the mean probability (`doubt`) those give away.

    All other claims give away between a hundred thousandth and half a hundredth.  `ghosts` is the chance that a reading
    claims some piece where none stands, `kept` the chance that a place that looks as before is claimed as before.
    """

    doubtful: float = 0.04
    doubt: float = 0.05
    ghosts: float = 0.03
    kept: float = 0.9


HONEST = Noise()

_Standing = tuple[int, Facing | None, tuple[str, ...]]
"""How many pieces of a kind stand in a place, which way the first faces, which sides they show."""


class SceneEye:
    """Reads scenes; like a real eye it sees unchanged places mostly as it saw them before."""

    def __init__(self, catalogue: Catalogue, layout: Layout, random: Random, noise: Noise = HONEST) -> None:
        self._catalogue, self._random, self._noise = catalogue, random, noise
        self._places: list[Place] = [*layout.cells(), *(Zone(zone.name) for zone in layout.zones if zone.holds_tile)]
        self._everywhere: list[Place] = [*layout.cells(), *(Zone(zone.name) for zone in layout.zones)]
        self._looks = [
            Look(kind.name, face, turns)
            for kind in catalogue.tiles
            for face, period in kind.periods.items()
            if face not in kind.anonymous
            for turns in range(period)
        ]
        self._hiding = catalogue.common_backs
        self._looks += [Look(catalogue.back, face, 0) for face in sorted(self._hiding)] + [ABSENT]
        self._tiles: dict[Place, tuple[Look, TileClaim]] = {}
        self._pieces: dict[tuple[str, Place], tuple[_Standing, tuple[PieceClaim, ...]]] = {}

    def read(self, scene: Scene, nudged: Iterable[Place] = (), covered: Iterable[Place] = ()) -> Reading:
        """A reading of that scene; tiles of `nudged` places are seen but not trusted, `covered` places not seen."""
        hidden, unsure = frozenset(covered), frozenset(nudged)
        looks = {item.place: item.look for item in scene.tiles}
        seen = [place for place in self._places if place not in hidden]
        tiles = tuple(self._tile(place, looks.get(place, ABSENT), place in unsure) for place in seen)
        # Like a real eye it looks for no pieces where it sees no tile.
        bare = frozenset(claim.place for claim in tiles if isinstance(claim.place, Cell) and claim.best == ABSENT)
        unseen = hidden | bare if self._looks[:-1] else hidden
        pieces = tuple(claim for claim in self._all_pieces(scene) if claim.place not in unseen)
        return Reading(0, 0.0, tiles, pieces, hidden, unsure, tile_only=unsure)

    # Tiles -----------------------------------------------------------------------------------------------------
    def _tile(self, place: Place, look: Look, nudged: bool) -> TileClaim:
        before = self._tiles.get(place)
        if before is not None and before[0] == look and not nudged and self._random.random() < self._noise.kept:
            return before[1]
        claim = self._new_tile(place, look, nudged)
        if nudged:
            # Once it lies straight again it is looked at anew.
            self._tiles.pop(place, None)
        else:
            self._tiles[place] = (look, claim)
        return claim

    def _new_tile(self, place: Place, look: Look, nudged: bool) -> TileClaim:
        if not self._looks[:-1]:
            return TileClaim(place, (LikelyLook(ABSENT, -SURE),), FLOOR)
        if look.kind is None and look != ABSENT:
            look = self._some(look.face)
        others = self._confused(look)
        lost = min(0.45, 0.1 + self._lost()) if nudged else self._lost()
        if self._random.random() < lost:
            look, others = others[0], [look, *others[1:]]
        shares = [0.7, 0.2, 0.1][: len(others)]
        weights = [(look, 1 - lost), *((other, lost * share / sum(shares)) for other, share in zip(others, shares, strict=True))]
        return TileClaim(place, tuple(LikelyLook(item, _log(weight)) for item, weight in weights), FLOOR)

    def _some(self, face: str) -> Look:
        """Any look with that face, where the scene does not tell which."""
        if face in self._hiding:
            return Look(self._catalogue.back, face, 0)
        return self._random.choice([item for item in self._looks if item.face == face])

    def _confused(self, look: Look) -> list[Look]:
        """Three looks that this one may be taken for: mostly with the same face, seldom none at all."""
        alike = [item for item in self._looks if item != look and item.face == look.face]
        pool = alike if len(alike) >= 3 and self._random.random() < 0.9 else [item for item in self._looks if item != look]
        return self._random.sample(pool, min(3, len(pool)))

    # Pieces ----------------------------------------------------------------------------------------------------
    def _all_pieces(self, scene: Scene) -> list[PieceClaim]:
        groups: dict[tuple[str, Place], list[PieceAt]] = defaultdict(list)
        for piece in scene.pieces:
            groups[piece.kind, piece.place].append(piece)
        # What was taken away and comes back is looked at anew.
        self._pieces = {key: kept for key, kept in self._pieces.items() if key in groups}
        found = [claim for (kind, place), there in groups.items() for claim in self._standing(kind, place, there)]
        if self._random.random() < self._noise.ghosts:
            found += self._ghost({(claim.kind, claim.place) for claim in found})
        return found

    def _standing(self, kind: str, place: Place, there: list[PieceAt]) -> tuple[PieceClaim, ...]:
        standing = (len(there), there[0].facing, tuple(sorted(piece.face for piece in there if piece.face is not None)))
        before = self._pieces.get((kind, place))
        if before is not None and before[0] == standing and self._random.random() < self._noise.kept:
            return before[1]
        claims = self._new_pieces(kind, place, standing)
        self._pieces[kind, place] = (standing, claims)
        return claims

    def _new_pieces(self, kind: str, place: Place, standing: _Standing) -> tuple[PieceClaim, ...]:
        """One claim, or one for each side that pieces of this kind show there."""
        number, facing, faces = standing
        if len(set(faces)) < 2:
            face = faces[0] if faces else None
            return (PieceClaim(kind, place, self._counts(number), self._facings(facing), None, self._faces(kind, face)),)
        return tuple(
            PieceClaim(kind, place, self._counts(count), None, None, self._faces(kind, face))
            for face, count in Counter(faces).items()
        )

    def _counts(self, number: int) -> tuple[float, ...]:
        lost, size = self._lost(), max(number + 2, 2)
        seen = number
        if self._random.random() < lost:
            seen = self._random.choice([number - 1, number + 1]) if number else 1
        shares = [lost / (size - 1)] * size
        shares[seen] = 1 - lost
        if seen != number:
            # The truth is what an honest eye thinks next likeliest.
            shares[number] = lost
        return tuple(_log(share) for share in shares)

    def _facings(self, facing: Facing | None) -> tuple[float, float, float, float] | None:
        if facing is None:
            return None
        lost = self._lost()
        seen = facing.turned(self._random.choice((1, 2, 3))) if self._random.random() < lost else facing
        north, east, south, west = (_log(1 - lost if one == seen else lost / 2 if one == facing else lost / 3) for one in Facing)
        return (north, east, south, west)

    def _faces(self, kind: str, face: str | None) -> tuple[tuple[str, float], ...]:
        listed = self._catalogue.piece(kind).faces
        if face is None or len(listed) < 2:
            return ()
        lost = self._lost()
        others = [one for one in listed if one != face]
        seen = self._random.choice(others) if self._random.random() < lost else face
        chances = {one: lost / len(others) for one in listed} | {face: lost / 2} | {seen: 1 - lost}
        return tuple(sorted(((one, _log(share)) for one, share in chances.items()), key=lambda pair: -pair[1]))

    def _ghost(self, known: set[tuple[str, Place]]) -> list[PieceClaim]:
        kind, place = self._random.choice(self._catalogue.pieces), self._random.choice(self._everywhere)
        if (kind.name, place) in known:
            return []
        lost = self._lost()
        facings = (_log(0.25),) * 4 if kind.directed else None
        return [PieceClaim(kind.name, place, (_log(1 - lost), _log(lost)), facings)]

    def _lost(self) -> float:
        """The probability that a claim gives away."""
        if self._random.random() < self._noise.doubtful:
            return min(0.45, self._random.expovariate(1 / self._noise.doubt))
        return math.exp(self._random.uniform(-11.5, -5.3))


def _log(share: float) -> float:
    return max(FLOOR, math.log(share)) if share > 0 else FLOOR
