"""How well a scene fits a reading, in nats, computed by difference against a base scene.

Every term is relative to the best explanation of its own place: 0 where the scene says what the camera thinks likeliest,
negative elsewhere.  A whole scene therefore scores 0 at best, and the places that lower it are the ones that misfit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import exp, log
from typing import NamedTuple

from companion.core.grid import Cell, Place
from companion.core.reading import PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt
from companion.referee.laid import NONE_THERE, Group, Laid, PieceKey, Standing, grouped

CAP = 12.0
"""The worst one place can do: past this, no claim of a camera is to be believed more strongly."""

UNSURE_WEIGHT, UNSURE_CAP = 0.25, 2.0
"""A place that is visible but not trusted keeps the order of its looks and little of its weight."""

LEAST_CHANCE = 1e-6

HEAP, HEAP_CAP, SIDES_CAP = 3, 1.0, 5.0
"""From so many pieces of one kind in one place on, a count that is far off costs no more than this; which sides show, no more
than that."""


class Misfit(NamedTuple):
    """A place where a scene and a reading disagree: `kind` names a piece (None: the tile), `nats` how much is lost there."""

    place: Place
    kind: str | None
    nats: float


Subject = tuple[Place, str | None]
"""What something is told of: a place with a kind of piece, or with None its tile."""

_named = cache(str)


class Evidence:
    """A reading made ready for questions: what does it cost to say that a place looks so."""

    __slots__ = (
        "_best_piece", "_claims", "_empty_total", "_faces", "_gone", "_losses", "_off", "_piece_losses", "_piece_terms",
        "_standing", "_terms", "_tile_losses", "bare", "ignored", "reading", "tiles",
    )  # fmt: skip

    def __init__(self, reading: Reading, ignored: frozenset[Place] = frozenset()) -> None:
        """`ignored` places are treated like hidden ones: nothing is learnt from them."""
        self.reading = reading
        self.ignored = ignored | reading.hidden
        self.tiles: dict[Place, TileClaim] = {claim.place: claim for claim in reading.tiles if claim.place not in self.ignored}
        self.bare = _bare(self.tiles)
        parts: dict[tuple[str, Place], list[PieceClaim]] = {}
        for claim in reading.pieces:
            if claim.place not in self.ignored:
                parts.setdefault((claim.kind, claim.place), []).append(claim)
        self._claims = {key: claims[0] if len(claims) == 1 else _together(claims) for key, claims in parts.items()}
        self._faces = {key: claims for key, claims in parts.items() if any(claim.faces for claim in claims)}
        self._best_piece = {key: _best(claim) for key, claim in self._claims.items()}
        self._terms: dict[tuple[Place, Look], float] = {}
        self._piece_terms: dict[tuple[str, Place, Group], float] = {}
        self._standing: dict[PieceKey, tuple[float, float]] = {}
        self._losses: dict[int, tuple[Scene, tuple[Misfit, ...]]] = {}
        self._tile_losses: dict[int, tuple[tuple[TileAt, ...], list[Misfit]]] = {}
        self._piece_losses: dict[int, tuple[tuple[PieceAt, ...], list[Misfit]]] = {}
        self._gone: list[tuple[str, Place, float]] | None = None
        self._off = frozenset(place for place in self.tiles if not isinstance(place, Cell))
        self._empty_total = sum(self.piece(kind, place, NONE_THERE) for kind, place in self._claims)

    def tile(self, place: Place, look: Look) -> float:
        """The term of a tile: how much less likely this look is than the likeliest one there."""
        key = (place, look)
        term = self._terms.get(key)
        if term is None:
            term = self._terms[key] = self._tile(place, look)
        return term

    def _tile(self, place: Place, look: Look) -> float:
        claim = self.tiles.get(place)
        if claim is None:
            return 0.0
        # Beside the grid a tile lies as it fell: how it is turned means nothing there.
        score = _score_any_turn(claim, look) if place in self._off else claim.score(look)
        best = max(claim.log_p, claim.floor)
        return _weigh(score - best, place in self.reading.unsure)

    def piece(self, kind: str, place: Place, group: Group) -> float:
        """The term of a kind of piece in a place: so many of them, the first facing so, with these sides up."""
        key = (kind, place, group)
        term = self._piece_terms.get(key)
        if term is None:
            term = self._piece_terms[key] = self._piece(kind, place, group)
        return term

    def _piece(self, kind: str, place: Place, group: Group) -> float:
        if place in self.ignored:
            return 0.0
        count, facing, faces = group
        claim = self._claims.get((kind, place))
        if claim is None:
            looked = count and place not in self.bare
            return _weigh(self.reading.absent_log_p * count, place in self.reading.unsure) if looked else 0.0
        nats = claim.score(count, facing) - self._best_piece[kind, place]
        sides = self._faces.get((kind, place), ()) if faces else ()
        if count >= HEAP and claim.count >= HEAP - 1 and count - claim.count > 1:
            # Pieces that lie on each other cannot be counted from above; that some lie there, and which sides show, was seen.
            nats = max(nats, -HEAP_CAP) + _sides_fit(sides, faces)
        else:
            nats = max(nats + _faces_fit(sides, faces), _counts_by_side(sides, faces, self.reading.absent_log_p))
        return _weigh(nats, self._doubted(kind, place, count))

    def _doubted(self, kind: str, place: Place, count: int) -> bool:
        """Whether so many pieces of a kind there may be more than the eye could see: where the tile is in doubt one that is not
        seen may be what hides it; nor is anything believed where something strange stands."""
        claim = self._claims.get((kind, place))
        seen = 0 if claim is None or place not in self.reading.tile_only else claim.count
        return place in self.reading.unsure and not 0 < seen >= count

    def claims(self) -> Mapping[tuple[str, Place], PieceClaim]:
        return self._claims

    def tells_the_same(self, other: Evidence) -> bool:
        """Whether every question has the same answer there; a steady eye hands on the claims themselves."""
        mine, theirs = self.reading, other.reading
        return (
            (mine.tiles is theirs.tiles or mine.tiles == theirs.tiles)
            and (mine.pieces is theirs.pieces or mine.pieces == theirs.pieces)
            and (self.ignored, mine.unsure, mine.tile_only) == (other.ignored, theirs.unsure, theirs.tile_only)
            and mine.absent_log_p == theirs.absent_log_p
            and mine.busy_s == theirs.busy_s
        )

    def trusted(self, place: Place, kind: str | None = None) -> bool:
        """Whether what was seen there is believed: of the tile, or of pieces of a kind."""
        doubted = place in self.reading.unsure if kind is None else self._doubted(kind, place, 0)
        return place not in self.ignored and not doubted

    def drawing_only(self, place: Place) -> bool:
        """Whether only the drawing of a place is in doubt, because a piece hides it or it lies askew."""
        return place in self.reading.tile_only and place not in self.ignored

    def nowhere(self, nats: float) -> float:
        """What it costs at least to say that a piece stands where none was seen: it may be in a place that is not trusted."""
        return _weigh(nats, bool(self.reading.unsure))

    def losses(self, scene: Scene) -> tuple[Misfit, ...]:
        """What that scene loses at each place where it loses anything, worst first; worked out once for each scene."""
        found = self._losses.get(id(scene))
        if found is None:
            # With the scene, so that no other comes to be known by the same number.
            found = self._losses[id(scene)] = scene, self._lost(scene)
        return found[1]

    def missed(self, laid: Laid, least: float) -> frozenset[Subject]:
        """Where a scene loses at least so many nats, in no order: asked of each scene that is gone on from once more at most."""
        tiles, keys = self._tile_losses_of(laid.scene.tiles), laid.standing.keys
        there = {(kind, place) for kind, place, _ in keys}
        found: list[Subject] = [(item.place, None) for item in tiles if item.nats >= least]
        found += [(key[1], key[0]) for key in keys if 0 < -self.terms(key)[0] >= least]
        if self._gone is None:
            nats = ((kind, place, -self.piece(kind, place, NONE_THERE)) for kind, place in self._claims)
            self._gone = [item for item in nats if item[2] > 0]
        found += [(place, kind) for kind, place, nats in self._gone if nats >= least and (kind, place) not in there]
        return frozenset(found)

    def _tile_losses_of(self, tiles: tuple[TileAt, ...]) -> list[Misfit]:
        # Games hand on what did not change; with the tuples, so that no others come to be known by the same numbers.
        found = self._tile_losses.get(id(tiles))
        if found is None:
            found = self._tile_losses[id(tiles)] = tiles, self._tiles_lost(dict(tiles))
        return found[1]

    def _lost(self, scene: Scene) -> tuple[Misfit, ...]:
        tiles, pieces = scene
        of_pieces = self._piece_losses.get(id(pieces))
        if of_pieces is None:
            of_pieces = self._piece_losses[id(pieces)] = pieces, self._pieces_lost(grouped(pieces))
        lost = self._tile_losses_of(tiles) + of_pieces[1]
        return tuple(sorted(lost, key=lambda item: (-item.nats, _named(item.place), item.kind or "")))

    def _tiles_lost(self, looks: Mapping[Place, Look]) -> list[Misfit]:
        terms = ((place, self.tile(place, looks.get(place, ABSENT))) for place in self.tiles)
        return [Misfit(place, None, -nats) for place, nats in terms if nats < 0]

    def _pieces_lost(self, groups: Mapping[tuple[str, Place], Group]) -> list[Misfit]:
        keys = groups.keys() | self._claims.keys()
        terms = ((kind, place, self.piece(kind, place, groups.get((kind, place), NONE_THERE))) for kind, place in keys)
        return [Misfit(place, kind, -nats) for kind, place, nats in terms if nats < 0]

    def pieces(self, keys: Iterable[PieceKey]) -> float:
        """The terms of all pieces; claims the scene has no piece for count as empty."""
        total, standing = self._empty_total, self._standing
        for key in keys:
            terms = standing.get(key) or self.terms(key)
            total = total + terms[0] - terms[1]
        return total

    def terms(self, key: PieceKey) -> tuple[float, float]:
        """The term of pieces that stand so, and that of none where something is claimed."""
        terms = self._standing.get(key)
        if terms is None:
            kind, place, group = key
            empty = self.piece(kind, place, NONE_THERE) if (kind, place) in self._claims else 0.0
            terms = self._standing[key] = self.piece(kind, place, group), empty
        return terms


def _bare(tiles: Mapping[Place, TileClaim]) -> frozenset[Place]:
    """The cells of a board of tiles in which none is seen: no eye looks for pieces there, and claiming none it tells nothing."""
    cells = [(place, claim.best) for place, claim in tiles.items() if isinstance(place, Cell)]
    bare = frozenset(place for place, best in cells if best == ABSENT)
    return bare if len(bare) < len(cells) else frozenset()


def _weigh(nats: float, unsure: bool) -> float:
    return max(-UNSURE_CAP, UNSURE_WEIGHT * nats) if unsure else max(-CAP, nats)


def _best(claim: PieceClaim) -> float:
    counts = claim.log_p_counts
    with_facing = 0.0 if claim.log_p_facings is None else max(claim.log_p_facings)
    return max(counts[0], max((value + with_facing for value in counts[1:]), default=counts[0]))


def _together(claims: Sequence[PieceClaim]) -> PieceClaim:
    """One claim for pieces of a kind that show different faces: their counts are those of all of them."""
    chances = [1.0]
    for claim in claims:
        own = [exp(value) for value in claim.log_p_counts]
        chances = [
            sum(chances[n] * own[total - n] for n in range(len(chances)) if 0 <= total - n < len(own))
            for total in range(len(chances) + len(own) - 1)
        ]
    whole = sum(chances)
    counts = tuple(log(max(value / whole, LEAST_CHANCE)) for value in chances)
    return replace(claims[0], log_p_counts=counts, faces=())


def _faces_fit(claims: Sequence[PieceClaim], faces: tuple[str, ...]) -> float:
    """How much less likely these sides are than the likeliest ones: each is paired with a piece that was seen.

    What was told once of several pieces is wrong once: that all of them show another side costs no more than that one does.
    """
    open_claims = [number for number, claim in enumerate(claims) for _ in range(max(claim.count, 1))]
    told: dict[tuple[int, str], float] = {}
    for face in faces:
        if not open_claims:
            break
        scores = {number: claims[number].score_face(face) for number in open_claims}
        likeliest = max(open_claims, key=scores.__getitem__)
        open_claims.remove(likeliest)
        told[likeliest, face] = scores[likeliest]
    return sum(told.values())


def _counts_by_side(claims: Sequence[PieceClaim], faces: tuple[str, ...], absent_log_p: float) -> float:
    """How much less likely so many pieces of each side are than the likeliest numbers: one of them may have been overlooked.

    `absent_log_p` is the price of a side that no claim is of; without several claims nothing is counted by side.
    """
    if len(claims) < 2 or len({claim.face for claim in claims}) < len(claims):
        return -CAP
    left, total = Counter(faces), 0.0
    for claim in claims:
        number = left.pop(claim.face or "", 0)
        total += claim.log_p_counts[min(number, len(claim.log_p_counts) - 1)] - max(claim.log_p_counts)
    return total + absent_log_p * sum(left.values())


def _sides_fit(claims: Sequence[PieceClaim], faces: tuple[str, ...]) -> float:
    """How much less likely a heap that shows these sides is than the likeliest one, however many of each there are."""
    if not claims or not faces:
        return 0.0
    shown = [max(claim.score_face(face) for claim in claims) for face in set(faces)]
    seen = [max(claim.score_face(face) for face in faces) for claim in claims if claim.count]
    return max(-SIDES_CAP, sum(shown) + sum(seen))


def _score_any_turn(claim: TileClaim, look: Look) -> float:
    if look.kind is None:
        return claim.score(look)
    return max((item.log_p for item in claim.looks if item.look.kind == look.kind and item.look.face == look.face),
               default=claim.floor)


class Scorer:
    """Scores scenes against one reading; only what differs from the base scene is looked at again."""

    __slots__ = ("_base", "_changed", "_piece_total", "_tile_total", "_totals", "evidence")

    def __init__(self, evidence: Evidence, base: Scene) -> None:
        self.evidence = evidence
        self._base = base
        looks = dict(base.tiles)
        self._piece_total = evidence.pieces(Standing(base.pieces).keys)
        self._totals: dict[Standing, float] = {}
        self._changed: dict[int, tuple[tuple[TileAt, ...], float]] = {}
        self._tile_total = sum(evidence.tile(place, looks.get(place, ABSENT)) for place in evidence.tiles)

    def score(self, scene: Scene) -> float:
        """The fit of the scene in nats, 0 at best."""
        return self.score_laid(Laid(scene))

    def score_laid(self, laid: Laid) -> float:
        """The same for a scene of which some differences are known."""
        pieces = self._piece_total
        if laid.scene.pieces is not self._base.pieces and laid.scene.pieces != self._base.pieces:
            pieces = self._pieces(laid.standing)
        return self._tile_total + self._tiles(laid) + pieces

    def _tiles(self, laid: Laid) -> float:
        """What the tiles that differ from the base scene make of it; games hand on what did not change."""
        tiles = laid.scene.tiles
        found = self._changed.get(id(tiles))
        if found is None:
            total, term = 0.0, self.evidence.tile
            for place, look, before in laid.changes(self._base):
                total += term(place, look) - term(place, before)
            # With the tiles, so that no others come to be known by the same number.
            found = self._changed[id(tiles)] = tiles, total
        return found[1]

    def _pieces(self, standing: Standing) -> float:
        total = self._totals.get(standing)
        if total is None:
            total = self._totals[standing] = self.evidence.pieces(standing.keys)
        return total


def misfits(evidence: Evidence, scene: Scene, least: float) -> tuple[Misfit, ...]:
    """The places where scene and reading disagree by at least so many nats, worst first."""
    return tuple([item for item in evidence.losses(scene) if item.nats >= least])
