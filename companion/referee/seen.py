"""What may have changed: the difference between a scene and a reading, as a question to an engine."""

from __future__ import annotations

from companion.core.catalogue import Catalogue
from companion.core.game import Seen
from companion.core.grid import Facing, Place, place_order
from companion.core.reading import PieceClaim, TileClaim
from companion.core.scene import ABSENT, Look, Scene, TileAt
from companion.referee.laid import NONE_THERE, Group, Laid, PieceKey, Standing, TileChange
from companion.referee.scoring import Evidence
from companion.referee.settings import Settings

AS_SEEN = 0.1
"""Pieces of which the eye would rather say something else by more than that (nats) may lie otherwise than they did."""

_Tiles = dict[Place, tuple[Look, ...]]
_Spots = dict[str, tuple[tuple[Place, Facing | None], ...]]


class Watcher:
    """Compares scenes with one reading; what does not depend on the scene is worked out once."""

    __slots__ = (
        "_any_facing", "_base", "_evidence", "_firm", "_laid", "_looks", "_moved", "_plain", "_ranked", "_seen", "_settings",
        "_spots", "_staying", "doubting",
    )  # fmt: skip

    def __init__(
        self, evidence: Evidence, catalogue: Catalogue, settings: Settings, base: Scene | None = None, any_facing: bool = False,
        doubting: bool = False,
    ) -> None:
        """Scenes are looked at by what differs from `base`; without one, from the first that is asked about.  With `any_facing`
        a piece may face any way, however surely the eye says which; `doubting` it is held for possible that the eye is wrong
        about whatever hands have changed, as far as it claims anything else there."""
        self._evidence = evidence
        self._any_facing = any_facing
        self._settings = settings
        doubt, self.doubting = settings.margins.doubt, doubting
        self._looks = {place: self._plausible(place) for place in evidence.tiles}
        self._firm = frozenset(
            place for place, claim in evidence.tiles.items()
            if evidence.trusted(place) and not _undecided(claim, settings.margins.settle) and not self._doubts(place)
        )
        stirred = evidence.reading.touched or frozenset()
        self._spots: dict[str, tuple[PieceClaim, ...]] = {kind.name: () for kind in catalogue.pieces}
        self._plain: dict[str, list[Place]] = {kind.name: [] for kind in catalogue.pieces}
        for (kind, place), claim in evidence.claims().items():
            self._spots[kind] = (*self._spots.get(kind, ()), claim)
            plain = self._plain.setdefault(kind, [])
            # Where hands have changed something a little is enough, as for pieces on record.
            seen = evidence.piece(kind, place, NONE_THERE) <= (-AS_SEEN if place in stirred else -doubt)
            if seen or (self._doubts(place) and evidence.piece(kind, place, Group(1)) >= -settings.margins.span):
                plain.append(place)
        self._ranked: dict[str, tuple[tuple[Place, Facing | None], ...]] = {}
        self._staying: dict[PieceKey, bool] = {}
        self._seen: dict[Laid, Seen] = {}
        self._moved: dict[Standing, _Spots] = {}
        self._laid: dict[int, tuple[tuple[TileAt, ...], _Tiles]] = {}
        self._base = None if base is None else self._begin(Laid(base))

    def _doubts(self, place: Place) -> bool:
        """Whether the eye may be wrong there however sure it is."""
        return self.doubting and place in (self._evidence.reading.touched or ())

    def _plausible(self, place: Place) -> tuple[Look, ...]:
        claim, doubts = self._evidence.tiles[place], self._doubts(place)
        least = claim.log_p - self._settings.margins.span
        looks = [item.look for item in claim.looks if doubts or item.log_p >= least]
        return tuple(looks[: self._settings.bounds.looks])

    def see(self, laid: Laid) -> Seen:
        """The places that plausibly differ from that scene, with their looks, and the kinds of piece that may have moved."""
        found = self._seen.get(laid)
        if found is None:
            self._base = base, tiles, pieces = self._base or self._begin(laid)
            if laid.scene.pieces is not base.pieces and laid.scene.pieces != base.pieces:
                moved = self._moved.get(laid.standing)
                pieces = self._moved[laid.standing] = self._pieces(laid.standing) if moved is None else moved
            gone = frozenset(kind for kind in pieces if not self._plain[kind])
            found = self._seen[laid] = Seen(self._tiles(laid, base, tiles), pieces, self._evidence.ignored, gone)
        return found

    def _begin(self, laid: Laid) -> tuple[Scene, _Tiles, _Spots]:
        looks = dict(laid.scene.tiles)
        tiles = {place: plausible for place, plausible in self._looks.items() if self._differs(place, looks.get(place, ABSENT))}
        return laid.scene, tiles, self._pieces(laid.standing)

    def _tiles(self, laid: Laid, before: Scene, base: _Tiles) -> _Tiles:
        """Only where a scene differs from the first one something else may be seen; games hand on what did not change."""
        tiles = laid.scene.tiles
        found = self._laid.get(id(tiles))
        if found is None:
            # With the tiles, so that no others come to be known by the same number.
            found = self._laid[id(tiles)] = tiles, self._changed(laid.changes(before), base)
        return found[1]

    def _changed(self, changes: tuple[TileChange, ...], base: _Tiles) -> _Tiles:
        now = {place: self._differs(place, look) for place, look, _ in changes if place in self._looks}
        if all(differs == (place in base) for place, differs in now.items()):
            return base
        return {place: plausible for place, plausible in self._looks.items() if now.get(place, place in base)}

    def _differs(self, place: Place, look: Look) -> bool:
        """Whether that place may look otherwise than so."""
        if self._evidence.tile(place, look) < -self._settings.margins.doubt:
            return True
        return place not in self._firm and self._looks[place] != (look,)

    def _pieces(self, standing: Standing) -> _Spots:
        homes, staying = standing.homes, self._staying
        moved: set[str] = set()
        for key in standing.keys:
            stays = staying.get(key)
            if stays is None:
                stays = staying[key] = self._stays(*key)
            if not stays:
                moved.add(key[0])
        for kind, plain in self._plain.items():
            if plain and kind not in moved:
                here = [place for place, _ in homes.get(kind, ())]
                if any(place not in here for place in plain):
                    moved.add(kind)
        return {kind: self._positions(kind) for kind in self._plain if kind in moved}

    def _stays(self, kind: str, place: Place, group: Group) -> bool:
        evidence = self._evidence
        # However little that is: it may be the least of what one act has changed, as a wedge given back by a mouse trapped.
        seen = evidence.piece(kind, place, group) >= -AS_SEEN
        return seen and evidence.trusted(place, kind) and not self._may_face(kind, place, group)

    def _may_face(self, kind: str, place: Place, group: Group) -> bool:
        """Whether a piece may as well face another way: put down as it stood before it would leave no trace, which is so much
        less likely."""
        if group.facing is None:
            return False
        least = self._settings.priors.untold - self._settings.margins.doubt
        others = (group._replace(facing=facing) for facing in Facing if facing != group.facing)
        return any(self._evidence.piece(kind, place, other) > least for other in others)

    def _positions(self, kind: str) -> tuple[tuple[Place, Facing | None], ...]:
        ranked = self._ranked.get(kind)
        if ranked is None:
            # Where the eye sees no tile it has looked for no pieces either.
            bare = ((place, None) for place in sorted(self._evidence.bare, key=place_order))
            ranked = self._ranked[kind] = (*self._rank(kind, self._spots[kind]), *bare)
        return ranked

    def _rank(self, kind: str, spots: tuple[PieceClaim, ...]) -> tuple[tuple[Place, Facing | None], ...]:
        span = -self._settings.margins.span
        positions: list[tuple[float, Place, Facing | None]] = []
        for claim in spots:
            count = max(1, claim.count)
            if claim.log_p_facings is None:
                positions.append((self._evidence.piece(kind, claim.place, Group(count)), claim.place, None))
                continue
            facings = [(self._evidence.piece(kind, claim.place, Group(count, facing)), facing) for facing in Facing]
            if self._any_facing and max(facings)[0] >= span:
                facings = [(max(score, span), facing) for score, facing in facings]
            positions += [(score, claim.place, facing) for score, facing in facings]
        ranked = sorted((item for item in positions if item[0] >= span), key=lambda item: -item[0])
        return tuple((place, facing) for _, place, facing in ranked[:12])


def _undecided(claim: TileClaim, lead: float) -> bool:
    """Whether the likeliest look of a place leads the next one by less (nats) than settles anything."""
    return len(claim.looks) > 1 and claim.looks[1].log_p > claim.looks[0].log_p - lead
