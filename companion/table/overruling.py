"""People overrule the camera: what they said holds in every place until the camera sees that somebody changed it.

A reading is corrected before it is judged, so that neither a misread tile nor a piece not moved yet undoes what people said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.core.grid import Facing, Place, place_order
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT, Look, PieceAt, Scene
from companion.table.sight import SLACK_NATS, reads, shows

SURE_LOG_P = -0.001
UNLIKELY_LOG_P = -12.0

AS_SEEN_LOG_P, AS_MEANT_LOG_P = -0.5, -0.9
"""Where a hand changed something since people spoke it may lie as the camera has seen it all the time, or as they meant it."""


@dataclass(frozen=True, slots=True)
class MeantTile:
    """A place where the camera sees one look and people mean another."""

    place: Place
    seen: Look
    meant: Look


Standing = tuple[tuple[Place, int, Facing | None, tuple[str, ...]], ...]
"""Where the pieces of one kind stand: place, how many, which way the first faces, which sides show (empty: not known); in the
order of places."""


_There = tuple[int, Facing | None, tuple[str, ...]]
"""How many pieces of a kind stand in a place, which way the first faces, which sides show."""

NONE_THERE: _There = (0, None, ())


Company = frozenset[tuple[str, Place, int]]
"""Which other kinds stand in some places, and how many of each."""


@dataclass(frozen=True, slots=True)
class MeantPieces:
    """A kind whose pieces stand, for the camera, somewhere else than people mean.

    A kind is taken as a whole: were one place forgotten and another kept, the piece would stand in two places at once.
    `company` is what else stands, for the camera, where the two differ: if that changes, a hand has been there since.
    """

    kind: str
    seen: Standing
    meant: Standing
    company: Company


@dataclass(frozen=True, slots=True)
class Overruled:
    """Where people's word holds against the camera; `sentence` says so on the page.

    `firm`: a correction, which Done does not end; an action taken back may be judged again when somebody presses Done.
    `changed` are the places where pixels changed since it was said, `handled` those of them over which a hand was seen or
    something moved before that (None: perhaps any), `over` those with hands since the last look (None: perhaps anywhere).
    """

    sentence: str
    firm: bool
    tiles: tuple[MeantTile, ...]
    pieces: tuple[MeantPieces, ...]
    changed: frozenset[Place] = frozenset()
    handled: frozenset[Place] | None = frozenset()
    over: frozenset[Place] | None = frozenset()

    @property
    def stirred(self) -> frozenset[Place]:
        """The places that hands have changed since."""
        return self.changed if self.handled is None else self.changed & self.handled

    def at(self, places: frozenset[Place]) -> Overruled | None:
        """What of it holds where people have spoken of these places and no others; None for nothing."""
        tiles = tuple(item for item in self.tiles if item.place in places)
        pieces = tuple(item for item in self.pieces if _differing(item.seen, item.meant) <= places)
        return replace(self, tiles=tiles, pieces=pieces) if tiles or pieces else None


def overrule(scene: Scene, reading: Reading, back: str, sentence: str, firm: bool) -> Overruled | None:
    """What has to be corrected in the reading so that it shows the scene; None when it does already.

    `back` is the kind that readings give to a face that hides its kind.
    """
    tiles = []
    for claim in reading.tiles:
        meant = scene.tile(claim.place)
        if not reads(claim, meant):
            named = meant._replace(kind=back) if meant.kind is None and meant != ABSENT else meant
            tiles.append(MeantTile(claim.place, claim.best, named))
    kinds = sorted({claim.kind for claim in reading.pieces} | {piece.kind for piece in scene.pieces})
    meant_pieces = (_meant(reading, kind, expected_standing(scene.pieces, kind)) for kind in kinds)
    pieces = tuple(item for item in meant_pieces if not _same(item.meant, item.seen, reading.hidden))
    return Overruled(sentence, firm, tuple(tiles), pieces) if tiles or pieces else None


def review(overruled: Overruled, reading: Reading, scene: Scene | None = None) -> Overruled | None:
    """What is left of it in the light of a new reading: only places and kinds that still look as they did then, and lie on record
    (`scene`) as people meant them: what was done there since they have not spoken of."""
    claims = {claim.place: claim for claim in reading.tiles}
    tiles = tuple(item for item in overruled.tiles if item.place not in claims or _still(item.seen, claims[item.place]))
    pieces = tuple(item for item in overruled.pieces
                   if _same(item.seen, _seen(reading, item.kind), reading.hidden) and _in_company(item, reading))
    if scene is not None:
        tiles = tuple(item for item in tiles if shows(item.place, scene.tile(item.place), item.meant))
        pieces = tuple(item for item in pieces if expected_standing(scene.pieces, item.kind) == item.meant)
    return replace(overruled, tiles=tiles, pieces=pieces) if tiles or pieces else None


def corrected(reading: Reading, overruled: Overruled) -> Reading:
    """The reading with what people mean in place of what the camera sees, or beside it where hands have changed something since;
    hidden places stay unclaimed."""
    meant = {item.place: item.meant for item in overruled.tiles}
    tiles = tuple(_tile_as_meant(claim, meant[claim.place], claim.place in overruled.stirred) if claim.place in meant else claim
                  for claim in reading.tiles)
    # Where the eye sees what people mean and a hand has been since, its own doubts count: one more may have been laid there.
    open_to = {item.kind: overruled.stirred - _differing(item.seen, item.meant) for item in overruled.pieces}
    kept = tuple(claim for claim in reading.pieces if claim.place in open_to.get(claim.kind, {claim.place}))
    told = {(claim.kind, claim.place) for claim in kept}
    added = tuple(claim for item in overruled.pieces for claim in _pieces_as_meant(item, overruled.stirred)
                  if claim.place not in reading.hidden and (claim.kind, claim.place) not in told)
    return replace(reading, tiles=tiles, pieces=kept + added)


def doubted(reading: Reading, overruled: Overruled) -> Reading:
    """The reading with little believed where people and the eye contradict each other: either may be right."""
    tiles = frozenset(item.place for item in overruled.tiles)
    standing = frozenset[Place]().union(*(_differing(item.seen, item.meant) for item in overruled.pieces))
    drawings = (tiles - reading.unsure) | reading.tile_only
    return replace(reading, unsure=reading.unsure | tiles | standing, tile_only=drawings - standing)


def _tile_as_meant(claim: TileClaim, meant: Look, stirred: bool) -> TileClaim:
    if stirred and claim.best != meant:
        return TileClaim(claim.place, (LikelyLook(claim.best, AS_SEEN_LOG_P), LikelyLook(meant, AS_MEANT_LOG_P)))
    return TileClaim(claim.place, (LikelyLook(meant, SURE_LOG_P),))


def _pieces_as_meant(item: MeantPieces, stirred: frozenset[Place]) -> Iterator[PieceClaim]:
    seen, meant = ({place: (number, facing, sides) for place, number, facing, sides in one} for one in (item.seen, item.meant))
    for place in sorted(seen.keys() | meant.keys(), key=place_order):
        if place in stirred and seen.get(place) != meant.get(place):
            yield _as_either(item.kind, place, seen.get(place, NONE_THERE), meant.get(place, NONE_THERE))
        elif place in meant:
            yield from sure_claims(item.kind, place, *meant[place])


def _as_either(kind: str, place: Place, seen: _There, meant: _There) -> PieceClaim:
    """The claim of an eye that cannot tell the one from the other; what sides show it does not say."""
    counts = [UNLIKELY_LOG_P] * (max(seen[0], meant[0]) + 2)
    counts[meant[0]] = AS_MEANT_LOG_P
    counts[seen[0]] = SURE_LOG_P if seen[0] == meant[0] else AS_SEEN_LOG_P
    first, second = (one[1] if one[1] is not None else other[1] for one, other in ((seen, meant), (meant, seen)))
    if first is None or second is None:
        return PieceClaim(kind, place, tuple(counts))
    facings = [UNLIKELY_LOG_P] * len(Facing)
    facings[second] = AS_MEANT_LOG_P
    facings[first] = SURE_LOG_P if first == second else AS_SEEN_LOG_P
    north, east, south, west = facings
    return PieceClaim(kind, place, tuple(counts), (north, east, south, west))


def _meant(reading: Reading, kind: str, meant: Standing) -> MeantPieces:
    seen = _seen(reading, kind)
    return MeantPieces(kind, seen, meant, _company(reading, kind, _differing(seen, meant)))


def _differing(seen: Standing, meant: Standing) -> frozenset[Place]:
    return frozenset(place for place, *_ in frozenset(seen) ^ frozenset(meant))


def _company(reading: Reading, kind: str, places: frozenset[Place]) -> Company:
    return frozenset((claim.kind, claim.place, claim.count) for claim in reading.pieces
                     if claim.kind != kind and claim.count and claim.place in places)


def _in_company(item: MeantPieces, reading: Reading) -> bool:
    """Whether the same other pieces still stand where the camera sees something else than people mean."""
    places = _differing(item.seen, item.meant) - reading.hidden
    return _company(reading, item.kind, places) == frozenset(one for one in item.company if one[1] in places)


def _still(seen: Look, claim: TileClaim) -> bool:
    return claim.score(seen) >= claim.log_p - SLACK_NATS


def _seen(reading: Reading, kind: str) -> Standing:
    spots: dict[Place, list[PieceClaim]] = {}
    for claim in reading.pieces:
        if claim.kind == kind and claim.count:
            spots.setdefault(claim.place, []).append(claim)
    return _in_order((place, sum(one.count for one in there), there[0].facing, _sides(face for one in there
                      for face in (one.face,) * one.count)) for place, there in spots.items())


def _sides(faces: Iterable[str | None]) -> tuple[str, ...]:
    """The sides that show, in order; none where one of them is not known."""
    listed = list(faces)
    return () if None in listed else tuple(sorted(face for face in listed if face is not None))


def expected_standing(pieces: Iterable[PieceAt], kind: str) -> Standing:
    """Where the pieces of one kind stand in a scene."""
    mine = [piece for piece in pieces if piece.kind == kind]
    counts = Counter(piece.place for piece in mine)
    facings = {piece.place: piece.facing for piece in reversed(mine)}
    sides = {place: _sides(piece.face for piece in mine if piece.place == place) for place in counts}
    return _in_order((place, count, facings[place], sides[place]) for place, count in counts.items())


def _in_order(standing: Iterable[tuple[Place, int, Facing | None, tuple[str, ...]]]) -> Standing:
    return tuple(sorted(standing, key=lambda item: place_order(item[0])))


def _same(first: Standing, second: Standing, hidden: frozenset[Place]) -> bool:
    """Whether two accounts of one kind agree where it can be seen; what one of them does not know fits anything."""
    one = {place: (count, facing, faces) for place, count, facing, faces in first if place not in hidden}
    other = {place: (count, facing, faces) for place, count, facing, faces in second if place not in hidden}
    return one.keys() == other.keys() and all(
        one[place][0] == other[place][0]
        # Of several pieces in one place a reading names the facing of one only, any of them.
        and (one[place][0] > 1 or None in (one[place][1], other[place][1]) or one[place][1] == other[place][1])
        and (not one[place][2] or not other[place][2] or one[place][2] == other[place][2])
        for place in one
    )


def sure_claims(
    kind: str, place: Place, count: int, facing: Facing | None, faces: tuple[str, ...] = ()
) -> tuple[PieceClaim, ...]:
    """The claims of an eye that is certain: one for each side that shows."""
    if len(set(faces)) < 2:
        return (replace(_sure(kind, place, count, facing), faces=((faces[0], SURE_LOG_P),) if faces else ()),)
    numbers = Counter(faces).items()
    return tuple(replace(_sure(kind, place, number, None), faces=((face, SURE_LOG_P),)) for face, number in numbers)


def _sure(kind: str, place: Place, count: int, facing: Facing | None) -> PieceClaim:
    # The last entry stands for all larger numbers: were it the one that is certain, one more would cost nothing.
    logs = (*(UNLIKELY_LOG_P,) * count, SURE_LOG_P, UNLIKELY_LOG_P)
    if facing is None:
        return PieceClaim(kind, place, logs)
    north, east, south, west = (SURE_LOG_P if one == facing else UNLIKELY_LOG_P for one in Facing)
    return PieceClaim(kind, place, logs, (north, east, south, west))
