"""What may have changed: the difference between a scene and a reading, as a question to an engine."""

from __future__ import annotations

from companion.core.catalogue import Catalogue
from companion.core.game import Seen
from companion.core.grid import Facing, Place
from companion.core.reading import PieceClaim, TileClaim
from companion.core.scene import ABSENT, Look, Scene
from companion.referee.scoring import NONE_THERE, Evidence, Group, grouped
from companion.referee.settings import Settings


class Watcher:
    """Compares scenes with one reading; what does not depend on the scene is worked out once."""

    __slots__ = ("_evidence", "_looks", "_open", "_settings", "_spots")

    def __init__(self, evidence: Evidence, catalogue: Catalogue, settings: Settings) -> None:
        self._evidence = evidence
        self._settings = settings
        self._looks = {place: self._plausible(place) for place in evidence.tiles}
        self._open = frozenset(place for place, claim in evidence.tiles.items() if _undecided(claim, settings.margins.doubt))
        self._spots: dict[str, tuple[tuple[PieceClaim, bool], ...]] = {kind.name: () for kind in catalogue.pieces}
        for (kind, place), claim in evidence.claims().items():
            plain = evidence.piece(kind, place, NONE_THERE) <= -settings.margins.doubt
            self._spots[kind] = (*self._spots.get(kind, ()), (claim, plain))

    def _plausible(self, place: Place) -> tuple[Look, ...]:
        claim, margins = self._evidence.tiles[place], self._settings.margins
        looks = [item.look for item in claim.looks if item.log_p >= claim.log_p - margins.span]
        return tuple(looks[: self._settings.bounds.looks])

    def see(self, scene: Scene) -> Seen:
        """The places that plausibly differ from that scene, with their looks, and the kinds of piece that may have moved."""
        pieces = self._pieces(grouped(scene.pieces))
        gone = frozenset(kind for kind in pieces if not any(plain for _, plain in self._spots[kind]))
        return Seen(self._tiles(scene), pieces, self._evidence.ignored, gone)

    def _tiles(self, scene: Scene) -> dict[Place, tuple[Look, ...]]:
        looks = {item.place: item.look for item in scene.tiles}
        doubt, evidence = -self._settings.margins.doubt, self._evidence
        found: dict[Place, tuple[Look, ...]] = {}
        for place, plausible in self._looks.items():
            base = looks.get(place, ABSENT)
            sure = plausible == (base,) or (evidence.trusted(place) and place not in self._open)
            if evidence.tile(place, base) < doubt or not sure:
                found[place] = plausible
        return found

    def _pieces(self, groups: dict[tuple[str, Place], Group]) -> dict[str, tuple[tuple[Place, Facing | None], ...]]:
        doubt, evidence = -self._settings.margins.doubt, self._evidence
        found: dict[str, tuple[tuple[Place, Facing | None], ...]] = {}
        at: dict[str, list[tuple[Place, Group]]] = {}
        for (kind, place), group in groups.items():
            at.setdefault(kind, []).append((place, group))
        for kind, spots in self._spots.items():
            home = at.get(kind, [])
            here = {place for place, _ in home}
            stayed = all(evidence.piece(kind, place, group) >= doubt and evidence.trusted(place) for place, group in home)
            if stayed and not any(plain and claim.place not in here for claim, plain in spots):
                continue
            found[kind] = self._positions(kind, spots)
        return found

    def _positions(self, kind: str, spots: tuple[tuple[PieceClaim, bool], ...]) -> tuple[tuple[Place, Facing | None], ...]:
        span = -self._settings.margins.span
        positions: list[tuple[float, Place, Facing | None]] = []
        for claim, _ in spots:
            count = max(1, claim.count)
            if claim.log_p_facings is None:
                positions.append((self._evidence.piece(kind, claim.place, Group(count)), claim.place, None))
                continue
            for facing in Facing:
                positions.append((self._evidence.piece(kind, claim.place, Group(count, facing)), claim.place, facing))
        ranked = sorted((item for item in positions if item[0] >= span), key=lambda item: -item[0])
        return tuple((place, facing) for _, place, facing in ranked[:12])


def _undecided(claim: TileClaim, doubt: float) -> bool:
    """Whether two looks of a place are about equally likely."""
    return len(claim.looks) > 1 and claim.looks[1].log_p > claim.looks[0].log_p - doubt
