"""Which pieces stand where in a teaching picture: each kind with each face, alone, riding, in piles and in zones."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from companion.core.catalogue import Catalogue, Layout, PieceKind, ZoneSpec
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import PieceAt
from vision.simulator.strewn import box_of

PICTURES = 5
"""The least number of pictures with pieces: a facing for each direction and one more."""
_ROW = 2.5
"""A zone that is at least so many cards long is one for a row of cards."""
_OFTEN = 3
"""In so many pictures every face of a piece is seen, and every place out of which pieces go."""


class Cast:
    """The pieces of all teaching pictures."""

    def __init__(self, layout: Layout, catalogue: Catalogue, fixed: Mapping[Place, str], copies: Mapping[str, int]) -> None:
        """`copies` says how many of each kind there are; a kind that is not in it takes no part."""
        self._layout, self._fixed, self._copies = layout, fixed, copies
        kinds = [kind for kind in catalogue.pieces if copies.get(kind.name, 0) > 0]
        self._directed = [kind for kind in kinds if kind.directed]
        self._loose = [kind for kind in kinds if not kind.directed]
        self._nests = [zone for zone in layout.zones if zone.exits]
        self._mats = {kind.name: self._mats_of(kind) for kind in self._loose}
        self.pictures = PICTURES if kinds else 0
        if kinds:
            rarest = max(len(kind.faces) / copies[kind.name] for kind in kinds)
            self.pictures = max(PICTURES, math.ceil(_OFTEN * rarest))

    def pieces(self, number: int, busy: Sequence[Cell], cells: Sequence[Cell]) -> tuple[PieceAt, ...]:
        """Directed pieces face another way in every picture; the others lie alone, ride, or are piled in the fixed places."""
        pieces: list[PieceAt] = []
        for n, kind in enumerate(self._directed):
            place = busy[n % len(busy)] if busy and (n + number) % 4 else self._nest(n + number, n, cells)
            pieces.append(PieceAt(kind.name, place, self._facing(place, n + number)))
        alone = self._on_cells(number, busy[len(self._directed) :])
        ridden: set[tuple[Place, str]] = set()
        # Carriers come before what rides on them.
        for kind in sorted(self._loose, key=lambda kind: bool(kind.rides)):
            mine = [piece for piece in alone if piece.kind == kind.name]
            riding = self._riding(kind, number, [piece for piece in pieces if (piece.place, piece.kind) not in ridden])
            mine = self._piled(kind, number) + (riding + mine if number % 2 else mine + riding) + self._in_zones(kind, number)
            mine = mine[: self._copies[kind.name]]
            ridden |= {(piece.place, piece.on) for piece in mine if piece.on is not None}
            pieces += mine
        return tuple(pieces)

    # Pieces with a facing --------------------------------------------------------------------------------------
    def _nest(self, wanted: int, fallback: int, cells: Sequence[Cell]) -> Place:
        """A zone out of which the wanted facing leads; without such zones any cell."""
        zones = [zone for zone in self._nests if Facing(wanted % 4) in zone.exits]
        return Zone(zones[fallback % len(zones)].name) if zones else cells[(7 * wanted + fallback) % len(cells)]

    def _facing(self, place: Place, wanted: int) -> Facing:
        if isinstance(place, Zone):
            exits = self._layout.zone(place.name).exits
            return Facing(wanted % 4) if Facing(wanted % 4) in exits else exits[0]
        return Facing(wanted % 4)

    # Pieces without --------------------------------------------------------------------------------------------
    def _on_cells(self, number: int, cells: Sequence[Cell]) -> list[PieceAt]:
        """One piece on each cell, kinds and faces in turn; what is seen riding or in piles as well needs half as many."""
        small = [kind for kind in self._loose if self._small(kind)]
        turn = [kind for kind in small for _ in range((1 if kind.rides else 2) * max(1, len(kind.faces)))]
        left = Counter({kind.name: self._copies[kind.name] - self._kept_back(kind, number) for kind in small})
        pieces: list[PieceAt] = []
        at = number * max(1, len(cells) - 1)
        for cell in cells:
            for _ in turn:
                kind = turn[at % len(turn)]
                at += 1
                if left[kind.name]:
                    left[kind.name] -= 1
                    pieces.append(PieceAt(kind.name, cell, face=self._face(kind, number + left[kind.name])))
                    break
        return pieces

    def _piled(self, kind: PieceKind, number: int) -> list[PieceAt]:
        total = self._copies[kind.name]
        piled = (0, 3, total, 0, total // 2 + 1, 1)[number % 6] if self._fixed and kind.rides else 0
        return [PieceAt(kind.name, next(iter(self._fixed)), face=self._face(kind, n)) for n in range(piled)]

    def _riding(self, kind: PieceKind, number: int, carriers: Sequence[PieceAt]) -> list[PieceAt]:
        mounts = [carrier for n, carrier in enumerate(carriers) if carrier.kind in kind.rides and (n + number) % 3 == 0]
        return [PieceAt(kind.name, mount.place, None, mount.kind, self._face(kind, number)) for mount in mounts]

    def _in_zones(self, kind: PieceKind, number: int) -> list[PieceAt]:
        """In zones out of which pieces go lie those that ride; on mats and areas whatever has room there."""
        zones = [self._nests[(5 * number + n) % len(self._nests)] for n in (0, 0, 1, 2)] if self._nests and kind.rides else []
        mats = self._mats[kind.name]
        zones += [mats[(number + n) % len(mats)] for n in range(self._on_mats(kind))] if mats else []
        return [PieceAt(kind.name, Zone(zone.name), face=self._face(kind, number + n)) for n, zone in enumerate(zones)]

    def _mats_of(self, kind: PieceKind) -> list[ZoneSpec]:
        """The zones in which a piece has room; cards lie in the long ones, small things where no card does, if there is such."""
        zones = [zone for zone in self._layout.zones if not zone.exits and not zone.holds_tile]
        sizes = [(_sides_mm(zone), zone) for zone in zones]
        cards = [other.size_mm for other in self._loose if not self._small(other)]
        if not self._small(kind):
            return [zone for (short, long), zone in sizes if short >= kind.size_mm and long >= _ROW * kind.size_mm]
        fitting = [(long, zone) for (short, long), zone in sizes if short >= kind.size_mm]
        apart = [zone for long, zone in fitting if cards and long < _ROW * min(cards)]
        return apart or [zone for _, zone in fitting]

    def _small(self, kind: PieceKind) -> bool:
        return kind.size_mm <= min(self._layout.pitch_mm)

    def _on_mats(self, kind: PieceKind) -> int:
        """How many lie in zones: all of those that are too large for a cell; else one of each face, more where there are many."""
        copies = self._copies[kind.name]
        return max(1, len(kind.faces), min(copies // 2, 2 * len(self._mats[kind.name]))) if self._small(kind) else copies

    def _kept_back(self, kind: PieceKind, number: int) -> int:
        """How many are not laid on cells, so that some are left for the zones; a single one changes over."""
        if not self._mats[kind.name]:
            return 0
        copies = self._copies[kind.name]
        return int(number % 3 == 2) if copies == 1 else min(self._on_mats(kind), copies // 2)

    def _face(self, kind: PieceKind, number: int) -> str | None:
        return kind.faces[number % len(kind.faces)] if kind.faces else None


def _sides_mm(zone: ZoneSpec) -> tuple[float, float]:
    """The shorter and the longer side of the upright rectangle around a zone."""
    left, far, right, near = box_of(zone)
    return min(right - left, near - far), max(right - left, near - far)
