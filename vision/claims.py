"""From what the steps found to what the eye claims: probabilities of looks, counts and facings, hidden and unsure places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Point
from companion.core.grid import Cell, Place, place_order
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT, Look
from vision.bare import surely_drawn
from vision.belief import (
    EVEN,
    TOLD,
    chance_of,
    counts_of,
    shared_out,
    tells_by_print,
    there_alone,
    without_blanks,
)
from vision.but_one import ButOne
from vision.card_claims import card_claims
from vision.dice import SeenDie
from vision.expected import half_to_mm, to_half
from vision.facing_belief import Faces, Heading, facings_of, mixed, shown
from vision.found import PIECE_NATS, Found
from vision.found_once import Key, surer_if_once
from vision.frame import Frame
from vision.ground import GroundReader
from vision.hands import HALF, HIDDEN, beside_hands, hidden_cells, hidden_share, middle_of
from vision.leaning import feet_mm
from vision.light import Array
from vision.lit_zones import LitZones
from vision.loose import LooseTile
from vision.loose_belief import chance_of_loose
from vision.odd_light import NO_DOUBT, lit_costs, oddness, tints, unexplained
from vision.over_tiles import cells_near, heaps_beside, over_tiles, told_all_the_same
from vision.parts_of_hands import doubted, parts_of_hands, usual
from vision.piece_bank import PieceBank
from vision.pose import Pose
from vision.quarters import Quarters
from vision.ridden import told_by_network
from vision.rig import Rig
from vision.same_body import once_each
from vision.standing_at import StandingAt
from vision.steps import Steps
from vision.strangers import Strangers, less_likely, log_sum
from vision.tiles import NATS, NATS_APART, SEEN
from vision.unrecognised import of_any_piece, overlooked, unrecognised

BARE_LEAD = 0.3
"""How much less a pixel must cost as bare table than as a tile for the two to be as likely."""
ABSENT_COST = 2.6
"""Robust cost per coarse pixel of a loose tile from which on there is rather none."""
LISTED = 10
GLIMPSED = 0.35
"""So much of a cell's middle a hand may cover if what stands there is to be told: it may hang together with the hand.  (Of 48
cells whose drawing was told beside hands five had lost a piece so, with .37 of their middle and more.)"""
HARDLY = float(np.log(0.95))
"""A piece that is surely not there is so likely none; a less likely one is a doubt."""
SEVERAL = 2
"""Where so many are seen together, one may hide another; where more are, it may hide which way another looks."""
CROWD_FACING = -1.5
"""No facing of a piece in a crowd is less likely than this (nats below the likeliest)."""
LOST, LOST_BELOW = 0.15, 0.45
"""The probability that a piece which is seen nowhere stands unrecognised in a crowd; below one around which much is strange."""
MUCH_LEFT = 0.3
"""So much, as a share of a large piece, must be strange there."""
FLAT_MM = 10.0
"""A piece no higher than that is told from what is none by its print too."""
UNLIKE, OTHER_SIDE = 1.05, 0.35
"""One of a heap that fits worse than that may show any side of its kind, each so likely beside the likeliest: what lies in the
shadow of others has the colours of its back.  (Of 302 on fifteen tables that no print told three were sure of the wrong one.)"""
UNTAUGHT = 0.5
"""A face that was never taught in a place counts as if it had been so often."""

Prints = Mapping[int, float] | None


class Judge:
    """Turns the steps of a frame into a reading."""

    def __init__(self, rig: Rig, ground: GroundReader, bank: PieceBank | None) -> None:
        self._rig, self._ground, self._bank = rig, ground, bank
        self.blocks: dict[Place, tuple[int, int, int, int]] = {cell: self._block(cell) for cell in ground.cells}
        for zone, block in ground.zone_blocks.items():
            self.blocks[zone] = block
        self._looks = [rig.look_of(row) for row in range(4 * len(rig.appearance.looks))]
        self._pictures, self._staying = rig.catalogue.pictures(), frozenset(k.name for k in rig.catalogue.pieces if k.stays)
        self._told: dict[Place, tuple[tuple[bytes, bytes, float, float], TileClaim]] = {}
        sprites, self._but_one = (() if bank is None else bank.sprites), (None if bank is None else ButOne(bank))
        self._directed = np.array([sprite.directed for sprite in sprites], np.bool_)
        self._rides = np.array([sprite.rides for sprite in sprites], np.bool_)
        self._sides = {one.kind: {s.face for s in sprites if s.kind == one.kind and s.face is not None} for one in sprites}
        # The rows of a sprite follow each other.
        self._starts = np.zeros(0, np.int64) if bank is None else np.searchsorted(bank.kinds, np.arange(len(sprites)))
        lit = None if bank is None else LitZones.of(bank, ground.plan, rig.layout)
        cells = np.array([self.blocks[cell] for cell in ground.cells], np.float64).reshape(-1, 2, 2).mean(axis=1)
        quarters = None if bank is None else Quarters.of(bank, cells)
        self.strangers = Strangers.of(rig, ground.zone_blocks, lit, quarters)
        self._place_at = StandingAt(rig.layout)
        self._near, self._usual = cells_near(rig.layout), {(s.kind, name) for s in sprites for name, _ in s.places}

    @property
    def judged_places(self) -> int:
        """How many cells and printed zones there are that a hand may hide."""
        return len(self.blocks)

    def judge(
        self, frame: Frame, steps: Steps, board_px: tuple[Point, Point, Point, Point], unseen: Set[Place] = frozenset()
    ) -> Reading:
        """The reading of a frame that does not show the `unseen` places."""
        fits = steps.ground.fits
        shares = hidden_share(steps.strange, list(self.blocks.values()))
        touched = frozenset(place for place, share in zip(self.blocks, shares, strict=True) if share > HIDDEN)
        cells = [place for place in touched if isinstance(place, Cell)]
        wholly = hidden_cells(steps.strange, [self.blocks[cell] for cell in cells])
        hidden = touched - {cell for cell, covered in zip(cells, wholly, strict=True) if not covered}
        odd, lit = oddness(steps.ground, self._ground.vague), lit_costs(steps.ground)
        doubt = surely_drawn(steps.ground.holes, fits.costs[:, 0] / SEEN**2).tolist()
        tiles = tuple(
            self._tile(cell, fits.rows[n], fits.costs[n], doubt[n], odd[n], n)
            for n, cell in enumerate(() if self._rig.appearance.fixed else self._ground.cells)
        )
        holes = frozenset(claim.place for claim in tiles if claim.best == ABSENT)
        if touched <= holes:
            # A patch that is all hole is no hand.
            hidden = touched = frozenset()
        else:
            # A sleeve of the table's colour looks like holes.
            hidden |= holes & self._beside_hands(steps)
        tiles += tuple(self._loose(tile) for tile in steps.ground.loose)
        piles, heaped, kept = card_claims(steps.ground.cards, self._rig)
        tiles += piles
        doubtful = frozenset(claim.place for claim in tiles if self._told_share(claim) < TOLD)
        standing, over = self._standing(steps, doubtful, hidden, holes, lit)
        hidden |= over
        hidden |= (heaped_zones := heaps_beside(hidden, self._near, standing, self._usual))
        clear = (hidden & steps.clear) - over | told_all_the_same(over, tiles)
        glimpsed = self._glimpsed(steps, clear - holes - unseen, standing)
        # What lies in a long zone beside the hand is seen; whether more lies under it is not.
        covered = frozenset(place for place in hidden - glimpsed if isinstance(place, Cell)) | holes | heaped_zones | unseen
        pieces = tuple(claim for claim in (*standing, *kept, *_dice(steps.dice)) if claim.place not in covered)
        # Where no piece ever stands, half a drawing is all there is to see.
        hand, hidden = bool(hidden | touched), (hidden if self._bank else hidden - steps.clear) | unseen
        # Where no piece was taught, nothing but a hand hides what a lamp leaves of a drawing.
        strange = unexplained(self._ground.cells, lit, pieces) & of_any_piece(steps.left, self._bank) - hidden - holes
        if self._missing([claim for claim in standing if claim.log_p_counts[0] < NO_DOUBT]):
            # What stands there unrecognised may be what is missing, with all that it carries.
            strange |= unrecognised(steps.left, self._bank) - hidden
        # Where only the drawing is in doubt, because a piece hides it, the piece is not.
        tile_only, unsure = doubtful - hidden - strange, (doubtful - hidden) | strange
        residual = steps.pose.residual_px
        return Reading(frame.number, frame.time_s, tiles, pieces, hidden, unsure, hand, residual, board_px, cards=heaped,
                       tile_only=tile_only, glimpsed=glimpsed & hidden)

    def _glimpsed(self, steps: Steps, clear: Set[Place], standing: Sequence[PieceClaim]) -> frozenset[Place]:
        """The cells whose drawing is `clear` beside a hand that leaves most of their middles to be seen, and no doubt about what
        stands there."""
        cells = [place for place in clear if isinstance(place, Cell)]
        shares = hidden_share(steps.strange, [middle_of(self.blocks[cell]) for cell in cells])
        doubtful = {claim.place for claim in standing if NO_DOUBT < claim.log_p_counts[0] < HARDLY}
        seen = {cell for cell, share in zip(cells, shares, strict=True) if share <= GLIMPSED}
        return frozenset(seen - doubtful)

    def _standing(
        self, steps: Steps, doubtful: Set[Place], hidden: frozenset[Place], holes: frozenset[Place], lit: Array
    ) -> tuple[list[PieceClaim], frozenset[Place]]:
        """What stands on the table, and the cells over which, besides the `hidden`, lies something that is no tile."""
        near, over = beside_hands(steps.strange, self._ground.plan.detail), frozenset[Place]()
        places = self.places_of(steps.found, steps.pose)
        standing = self._pieces(doubted(steps.found, places, near, self._bank), steps, doubtful, holes)
        if not self._rig.appearance.fixed:
            # Where light is odd, drawings fit badly for that reason too, and are doubted.
            costs, explained = np.where(lit > 0, 0, steps.ground.fits.costs[:, 0]), usual(standing, self._bank)
            tinted = tints(steps.ground.fits.unknowns[:, 0, :3], steps.ground.gains)
            bulky = frozenset[str]() if self._bank is None else self._bank.bulky
            over = over_tiles(self._ground.cells, costs, explained, hidden, tinted, bulky) - holes - hidden
        if over:
            near = near | beside_hands(self._within(over, near), self._ground.plan.detail)
        fingers = parts_of_hands(steps.found, steps.prints, self._bank, places, near)
        if over or fingers:
            clean, left = steps.without(fingers), [place for n, place in enumerate(places) if n not in fingers]
            parts = [steps.found[number] for number in fingers]
            standing = self._pieces(doubted(clean.found, left, near, self._bank, parts), clean, doubtful, holes)
        return standing, over

    def _within(self, places: Set[Place], like: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The pixels (h, w) of some places, of a mask as large as that."""
        inside = np.zeros_like(like)
        for left, upper, right, lower in (self.blocks[place] for place in places):
            inside[upper:lower, left:right] = True
        return inside

    def _beside_hands(self, steps: Steps) -> frozenset[Place]:
        """The places that lie for the most part under or beside a strange patch."""
        near = hidden_share(beside_hands(steps.strange, self._ground.plan.detail), list(self.blocks.values()))
        return frozenset(place for place, share in zip(self.blocks, near, strict=True) if share > HALF)

    # Tiles ----------------------------------------------------------------------------------------------------------

    def _tile(
        self, place: Place, rows: NDArray[np.int64], costs: Array, doubt: float, odd: float = 1.0, cell: int | None = None
    ) -> TileClaim:
        """The claim about a place, or a cell of that number, in light so odd, where the chance that no tile lies there is so much
        in logits; the same again while its costs are."""
        key = rows.tobytes(), costs.tobytes(), doubt, odd
        if place not in self._told or self._told[place][0] != key:
            habit = np.zeros(len(rows), np.float32) if cell is None else self._ground.teller.habit_of(cell, rows)
            self._told[place] = key, _or_absent(self._tile_by(place, rows, costs, odd, habit), doubt)
        return self._told[place][1]

    def _tile_by(self, place: Place, rows: NDArray[np.int64], costs: Array, odd: float, habit: Array) -> TileClaim:
        # Odd light takes from what is seen, not from what was known before.
        nats = np.where(self._ground.rivals.twins[rows[0], rows], NATS, NATS_APART)
        more, known = costs - costs[0], habit - habit[0]
        log_p = -(more - NATS * known) / (nats * odd) - known
        log_p = log_p - log_p.max()
        log_p = log_p - np.log(np.exp(log_p).sum())
        looks: dict[Look, float] = {}
        for row, value in zip(rows, log_p, strict=True):
            look = self._looks[int(row)]
            looks[look] = float(np.logaddexp(looks.get(look, -60.0), value))
        ranked = sorted(looks.items(), key=lambda item: -item[1])[:LISTED]
        return TileClaim(place, tuple(LikelyLook(look, min(value, 0.0)) for look, value in ranked))

    def _loose(self, tile: LooseTile) -> TileClaim:
        """The claim about a zone off the grid."""
        usual = float(tile.fits.costs[0, 0]) / (SEEN * SEEN)
        doubt = max((usual - ABSENT_COST) / 0.3, (usual - tile.bare_cost - BARE_LEAD) / 0.1)
        return self._tile(tile.zone, tile.fits.rows[0], tile.fits.costs[0], doubt)

    def _told_share(self, claim: TileClaim) -> float:
        """How likely a place shows what its likeliest look shows: which of the cards with that picture it is no eye can tell."""
        shown = self._picture(claim.best)
        return float(sum(np.exp(each.log_p) for each in claim.looks if self._picture(each.look) == shown))

    def _picture(self, look: Look) -> tuple[object, int]:
        """What one sees of a look: a picture and how it is turned."""
        return self._pictures.get((look.kind or "", look.face), look), look.turns

    # Pieces ---------------------------------------------------------------------------------------------------------

    def _pieces(self, found: Sequence[Found], steps: Steps, doubtful: Set[Place], holes: Set[Place]) -> list[PieceClaim]:
        """One claim for every kind that may stand in a place; a piece of doubtful kind is shared among the kinds it may be.

        In `doubtful` places no drawing is known for sure: what is not on it may be taken for a piece.  In `holes` nothing stands.
        """
        bank, pose, headings = self._bank, steps.pose, steps.headings
        if bank is None:
            return []
        feet = self.feet_mm(found, pose)
        places = self._places(found, feet)
        prints = [self._placed(likely, place) for likely, place in zip(steps.prints, places, strict=True)]
        chances: dict[Key, list[float]] = {}
        first: dict[Key, tuple[Found, Heading | None, Point, Faces]] = {}
        alone = [self._sure(*each) for each in zip(found, steps.prints, prints, places, strict=True)]
        once = once_each(found, without_blanks(found, places, prints, alone), bank)
        sures, borne = told_by_network(found, once, headings, bank)
        kinds = [int(bank.kinds[piece.row]) for piece in found]
        shares = self._shares(found, prints, places, there_alone(kinds, places, sures, doubtful))
        for piece, heading, sprites, sure, at, place, on_it in zip(
            found, headings, shares, sures, feet, places, borne, strict=True
        ):
            if place is None or place in holes:
                continue
            for kind, share, sides in self._kinds(sprites):
                key = (kind, place, sides[0][0] if sides else None)
                chances.setdefault(key, []).append(share * sure)
                if key not in first or piece.gain > first[key][0].gain:
                    first[key] = (piece, heading, (float(at[0]), float(at[1])), sides)
            if on_it is not None:
                rider = bank.sprites[on_it.sprite]
                key = (rider.kind, place, rider.face)
                chances.setdefault(key, []).append(on_it.chance * sure)
                first.setdefault(key, (piece, None, (float(at[0]), float(at[1])), ()))
        alike = {bank.sprites[sprite].kind for likely in prints for sprite in likely or ()}
        finds = Counter(bank.sprites[kind].kind for kind, sure in zip(kinds, sures, strict=True) if sure > EVEN)
        others = alike | {kind for kind in finds if finds[kind] > 1}
        chances = surer_if_once(chances, bank, others, frozenset() if steps.strange.any() else self._staying)
        claims = [self._claim(key[0], key[1], chances[key], *first[key]) for key in chances]
        together = Counter({place: sum(claim.count for claim in claims if claim.place == place) for place in self.blocks})
        several = {place for place in together if together[place] >= SEVERAL}
        carried = Counter(place for piece, place in zip(found, places, strict=True) if piece.rides)
        crowded = {place for place in together if _crowded(place, together[place], carried[place])}
        told = self._less_sure(claims, crowded, {(key[0], key[1]) for key in chances if len(chances[key]) > 1})
        below = {place for piece, place in zip(found, places, strict=True) if place is not None and piece.left > MUCH_LEFT}
        lost = self._lost(claims, several, below | unrecognised(steps.left, bank))
        # Beside a hand its shadow stays unexplained, and nobody judges what lies there yet.
        more = [] if steps.strange.any() else overlooked(claims, steps.left, bank)
        return [*told, *lost, *more]

    def _sure(self, piece: Found, seen: Prints, likely: Prints, place: Place | None) -> float:
        """How likely a found piece is there at all, by what is `seen` of its print and what that tells in such a place."""
        bank = self._bank
        assert bank is not None
        found_as = bank.sprites[bank.kinds[piece.row]]
        # What is printed on a tall piece is seen from the side and lit from one.
        flat = found_as.top_mm - found_as.foot_mm <= FLAT_MM
        area, sizes = float(bank.areas[piece.row]), found_as.sizes
        if found_as.loose and not piece.rides:
            chance = chance_of_loose(piece, area, len(sizes) > 1 and float(bank.sizes[piece.row]) <= 1.01 * min(sizes))
        else:
            chance = chance_of(piece, area, likely if flat else None, found_as.rides)
        less = self.strangers.of_place(place)[bank.kinds[piece.row]]
        if seen and likely and tells_by_print(piece, seen):
            # A side that was taught, but never there, is less likely there, not just less likely than the other.
            name = _name_of(place)
            never = {n for n in seen if bank.sprites[n].places and name not in dict(bank.sprites[n].places)}
            less += log_sum(seen) - log_sum({n: likely[n] if n in never else seen[n] for n in seen})
        return less_likely(chance, float(less))

    def _less_sure(self, claims: Sequence[PieceClaim], crowded: Set[Place], twice: Set[tuple[str, Place]]) -> list[PieceClaim]:
        """The claims; in crowds, and of a piece found twice in one place, so taken apart, the facing is but a guess."""
        assert self._bank is not None
        alone = {sprite.kind for sprite in self._bank.sprites if sprite.alone}
        torn = {key for key in twice if key[0] in alone}
        return [_softened(claim) if claim.place in crowded or (claim.kind, claim.place) in torn else claim for claim in claims]

    def _missing(self, claims: Sequence[PieceClaim]) -> set[str]:
        """The kinds with a direction of which there is one, and that are seen nowhere."""
        sprites = () if self._bank is None else self._bank.sprites
        seen = {claim.kind for claim in claims if claim.count}
        return {sprite.kind for sprite in sprites if sprite.alone and sprite.directed} - seen

    def _lost(self, claims: Sequence[PieceClaim], crowds: Set[Place], below: Set[Place]) -> list[PieceClaim]:
        """A piece that is seen nowhere may stand unrecognised where many others lie, or below what it carries."""
        assert self._bank is not None
        told, lost = {(claim.kind, claim.place) for claim in claims}, self._missing(claims)
        even = float(np.log(0.25))
        chances = {place: LOST if place in crowds else LOST_BELOW / max(len(lost), 1) for place in crowds | below}
        return [
            PieceClaim(kind, place, (float(np.log(1 - chance)), float(np.log(chance)), -12.0), (even, even, even, even))
            for kind in sorted(lost)
            for place, chance in sorted(chances.items(), key=lambda item: place_order(item[0]))
            if (kind, place) not in told
        ]

    def _kinds(self, sprites: Mapping[int, float]) -> list[tuple[str, float, Faces]]:
        """The kinds that a found piece may be, with their shares of the probability and the faces it may show."""
        assert self._bank is not None
        shares: dict[str, dict[str | None, float]] = {}
        for sprite, share in sprites.items():
            known = self._bank.sprites[sprite]
            faces = shares.setdefault(known.kind, {})
            faces[known.face] = faces.get(known.face, 0.0) + share
        return [(kind, sum(faces.values()), _ranked(faces)) for kind, faces in shares.items()]

    def _shares(
        self, found: Sequence[Found], prints: Sequence[Prints], places: Sequence[Place | None], there: Sequence[float]
    ) -> list[dict[int, float]]:
        """For every found piece the sprites it may be; what there is but once is shared out among those, so surely `there`."""
        assert self._bank is not None and self._but_one is not None
        sprites = self._bank.sprites
        shares = [
            dict(self._told_apart(self._sprites(piece, place), likely))
            if tells_by_print(piece, likely)
            else self._told_in_heap(piece, place)
            for piece, likely, place in zip(found, prints, places, strict=True)
        ]
        self._but_one.share_out(shares, found, there)
        return shared_out(shares, {n: sprite.kind for n, sprite in enumerate(sprites) if sprite.alone and not sprite.directed})

    def _told_in_heap(self, piece: Found, place: Place | None) -> dict[int, float]:
        """The shares of a piece of which little may be seen: what is known of the place has a say."""
        shares = dict(self._sprites(piece, place))
        if piece.misfit > UNLIKE and not piece.confirmed:
            assert self._bank is not None
            least, own = OTHER_SIDE * max(shares.values()), self._bank.sprites[int(self._bank.kinds[piece.row])].kind
            shares |= {n: max(least, shares.get(n, 0.0)) for n, sprite in enumerate(self._bank.sprites) if sprite.kind == own}
        usual = self._placed({sprite: float(np.log(share)) for sprite, share in shares.items()}, place) or {}
        told = {sprite: float(np.exp(value)) for sprite, value in usual.items()} or shares
        return {sprite: share / sum(told.values()) for sprite, share in told.items()}

    def _placed(self, prints: Prints, place: Place | None) -> Prints:
        """The log-likelihoods of prints, less for a face that was never taught where the others of its kind often were."""
        if prints is None or place is None:
            return prints
        assert self._bank is not None
        name = _name_of(place)
        taught = {sprite: dict(self._bank.sprites[sprite].places).get(name, 0) for sprite in prints}
        kinds = {sprite: self._bank.sprites[sprite].kind for sprite in prints}
        whole = {kind: sum(taught[s] for s in prints if kinds[s] == kind) for kind in kinds.values()}
        faces = Counter(kinds.values())
        share = {s: (taught[s] + UNTAUGHT) / (whole[kinds[s]] + UNTAUGHT * faces[kinds[s]]) for s in prints}
        return {s: value + min(0.0, float(np.log(share[s] * faces[kinds[s]]))) for s, value in prints.items()}

    def _told_apart(self, shares: list[tuple[int, float]], prints: Prints) -> list[tuple[int, float]]:
        """The shares with what the sprites of one shape have together divided by how their prints fit."""
        if prints is None:
            return shares
        whole = sum(share for sprite, share in shares if sprite in prints)
        best = max(prints.values())
        fits = {sprite: float(np.exp(value - best)) for sprite, value in prints.items()}
        total = sum(fits.values())
        told = [(sprite, whole * fit / total) for sprite, fit in fits.items() if fit > 1e-4 * total]
        return [*told, *((sprite, share) for sprite, share in shares if sprite not in prints)]

    def _sprites(self, piece: Found, place: Place | None) -> list[tuple[int, float]]:
        """The sprites that a found piece may be, with their shares of the probability; what rides is of a kind that does."""
        bank = self._bank
        assert bank is not None
        own = int(bank.kinds[piece.row])
        best = np.maximum(np.maximum.reduceat(piece.gains, self._starts), -1e3) - PIECE_NATS * self.strangers.of_place(place)
        may = (self._directed == self._directed[own]) & (self._rides if piece.rides else True)
        best = np.where(may, best, -1e3)
        best[own] = max(best[own], piece.gain)
        share = np.exp(np.minimum((best - best[own]) / PIECE_NATS, 3.0))
        share = share / share.sum()
        return [(sprite, float(share[sprite])) for sprite in np.argsort(-share) if share[sprite] > 0.01]

    def _claim(
        self, kind: str, place: Place, sure: Sequence[float], piece: Found, heading: Heading | None, at: Point, faces: Faces
    ) -> PieceClaim:
        facings = None
        if heading is not None:
            facings = mixed(facings_of(heading), max(sure))
        sides = shown(faces, self._sides[kind], max(sure))
        return PieceClaim(kind, place, counts_of(sure, piece.heaped, piece.hides), facings, at, sides)

    def feet_mm(self, pieces: Sequence[Found], pose: Pose) -> NDArray[np.float64]:
        """Where found pieces stand (n, 2): the middle of each is seen half its height above the foot, shifted by the lean of the
        view."""
        if self._bank is None or not pieces:
            return np.zeros((0, 2))
        seen = half_to_mm(self._ground.plan, np.array([piece.at for piece in pieces]))
        kinds = [self._bank.sprites[int(self._bank.kinds[piece.row])] for piece in pieces]
        return feet_mm(pieces, kinds, seen, lambda at, high: pose.lean_mm(at, high, self._rig.layout.top_mm))

    def places_of(self, pieces: Sequence[Found], pose: Pose) -> list[Place | None]:
        """The place in which each of the found pieces stands."""
        return self._places(pieces, self.feet_mm(pieces, pose))

    def _places(self, pieces: Sequence[Found], feet: NDArray[np.float64]) -> list[Place | None]:
        """The place in which each of the found pieces stands, with such feet (n, 2), mm; None on the bare table."""
        flat = () if self._bank is None else [self._bank.sprites[int(self._bank.kinds[piece.row])].flat for piece in pieces]
        return [self._place_at(at, lies) for at, lies in zip(feet, flat, strict=True)]

    def _block(self, cell: Cell) -> tuple[int, int, int, int]:
        middle = to_half(self._ground.plan, np.array([self._rig.layout.centre_mm(cell)]))[0]
        side = self._ground.plan.cell // 2
        left, upper = np.round(middle - (side - 1) / 2).astype(int)
        return int(left), int(upper), int(left) + side, int(upper) + side


def _name_of(place: Place | None) -> str:
    """The name of a zone; none of a cell."""
    return "" if place is None or isinstance(place, Cell) else place.name


def _crowded(place: Place, together: int, carried: int) -> bool:
    """Whether so much lies there that another thing may hide which way a piece looks: in a nest they lie close.

    What is carried hides its carrier alone, which was looked at as what it is: half seen.
    """
    return together > SEVERAL if isinstance(place, Cell) else together - carried > 1


def _or_absent(claim: TileClaim, doubt: float) -> TileClaim:
    """A claim with the chance, in logits, that there is no tile: the bare table explains the place better than any drawing."""
    absent = 1 / (1 + float(np.exp(-np.clip(doubt, -12, 12))))
    looks = [LikelyLook(item.look, item.log_p + float(np.log(1 - absent))) for item in claim.looks]
    looks.append(LikelyLook(ABSENT, float(np.log(absent))))
    return TileClaim(claim.place, tuple(sorted(looks, key=lambda item: -item.log_p)))


def _dice(seen: Sequence[SeenDie]) -> list[PieceClaim]:
    """One claim for every die."""
    return [PieceClaim(die.kind, die.zone, counts_of([die.sure * 0.99]), None, die.at_mm, die.faces) for die in seen]


def _ranked(faces: Mapping[str | None, float]) -> Faces:
    """Faces with their log-probabilities, likeliest first; empty where only one side exists."""
    whole = sum(faces.values())
    named = [(face, float(np.log(max(share / whole, 1e-5)))) for face, share in faces.items() if face is not None]
    return tuple(sorted(named, key=lambda item: (-item[1], item[0])))


def _softened(claim: PieceClaim) -> PieceClaim:
    """The claim about a piece among many others: ears and nose may be another's, so no facing is ruled out."""
    if claim.log_p_facings is None:
        return claim
    log_p = np.maximum(claim.log_p_facings, CROWD_FACING)
    north, east, south, west = (float(value) for value in log_p - np.log(np.exp(log_p).sum()))
    return replace(claim, log_p_facings=(north, east, south, west))
