"""Which way the pieces look that were found: what is around each, and what of it others hide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Facing
from vision.expected import Expected
from vision.facing import DIFFERENCE_RIM, PATCH, FacingReader, changed_around, cut, cut_half
from vision.facing_belief import (
    ENDS_HALF_SEEN,
    HALF_SEEN,
    HARDLY_OPEN,
    LEFT_OPEN,
    Heading,
    degrees_of,
    leaning,
    of_sides,
    quarters,
)
from vision.found import PIECE_NATS, Found
from vision.heading_net import HeadingNet, view_of
from vision.light import Array
from vision.missing_net import MissingNet
from vision.piece_bank import SIDE, PieceBank
from vision.pieces import PieceSearch
from vision.portraits import nose_or_tail
from vision.rider_net import Riding
from vision.rig import Appearance, FacingModel, Portraits, Sprite
from vision.tails import Tail, tail_of, tail_on_each_side, tail_speaks

Headings = Heading | None
"""What tells which way a piece points; None for one without direction."""


@dataclass(frozen=True, slots=True, eq=False)
class Teller:
    """What tells headings in one edition: `small` parts of pieces, `portraits` of each kind, the `tails` of each shape; and what
    is `riding` on a piece, and `missing` on the board."""

    small: FacingReader
    portraits: Mapping[str, Portraits]
    tails: Mapping[int, Tail]
    riding: Riding
    missing: MissingNet
    net: HeadingNet = field(default_factory=HeadingNet)

    @staticmethod
    def of(appearance: Appearance) -> Teller:
        """That of a taught edition."""
        shapes = {sprite.kind: sprite.shape for sprite in appearance.sprites}
        shown: dict[int, list[Portraits]] = {}
        for kind, own in appearance.portraits.items():
            if kind in shapes:
                shown.setdefault(shapes[kind], []).append(own)
        tails = {shape: tail_of(each) for shape, each in shown.items()}
        speaking = {shape: tail for shape, tail in tails.items() if tail is not None}
        riding = Riding(appearance.sprites, {sprite.kind for sprite in appearance.sprites if sprite.rides})
        found = {sprite.kind for sprite in appearance.sprites if sprite.shape >= 0 and appearance.facings[sprite.shape].found}
        missing = MissingNet.of(appearance.sprites, found)
        return Teller(FacingReader(appearance), appearance.portraits, speaking, riding, missing)

    def rest(self) -> None:
        """Let go of what the networks keep between pictures."""
        self.net.net.rest()
        self.riding.rest()
        self.missing.rest()


def headings_of(
    found: Sequence[Found], count: int, full: Array, bare: Expected, search: PieceSearch, facing: Teller, detail: int
) -> list[Headings]:
    """The headings of the first `count` pieces found, in a plan of that detail, `full` (h, w, 3) in art light, on that board."""
    return [_headings(number, found, full, bare, search, facing, detail) for number in range(count)]


def _headings(
    number: int, found: Sequence[Found], full: Array, bare: Expected, search: PieceSearch, facing: Teller, detail: int
) -> Headings:
    piece = found[number]
    sprite, (u, v) = int(search.bank.kinds[piece.row]), piece.at
    if not search.bank.sprites[sprite].directed:
        return None
    middle, others = (2 * u + 0.5, 2 * v + 0.5), [other for n, other in enumerate(found) if n != number]
    reach = PATCH * detail // 4 + DIFFERENCE_RIM
    low, room = [max(int(value) - reach, 0) for value in (u, v)], reach + search.bank.side // 2 + 1
    near = [other for other in others if max(abs(other.at[0] - u), abs(other.at[1] - v)) < room]
    cover = search.cover_of(near)[low[1] : int(v) + reach + 2, low[0] : int(u) + reach + 2]
    on_top = np.minimum(cv2.dilate(cover, np.ones((3, 3), np.uint8)) * 1.5, 1.0).astype(np.float32)
    half = np.asarray(1 - cut_half(on_top, (u - low[0], v - low[1]), detail), dtype=np.float32)
    seen = np.asarray(cv2.resize(half, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR), dtype=np.float32)
    around, changed = [cut(image, middle, detail) for image in (full, bare.picture)], changed_around(full, bare, middle, detail)
    scores = facing.small.scores(sprite, around[0], changed, around[1], seen)
    if scores is None:
        return None
    model = facing.small.models[search.bank.sprites[sprite].shape]
    shown = _shown(search.bank.covers[piece.row], changed, seen)
    noses = model.believed * facing.net.told(view_of(around[0], around[1], changed, seen)) if model.believed else None
    told = Heading(
        scores * (HALF_SEEN if piece.carries else 1.0), _outline(piece, search.bank, model), model.taught, shown, noses=noses,
        ridden=facing.riding.told(search.bank.sprites[sprite].kind, around[0], around[1]) if model.riders_known else None,
    )  # fmt: skip
    log_p = leaning(told)
    if (behind := -float(np.sort(log_p)[-2])) > HARDLY_OPEN:
        return told
    known = cut(bare.known.astype(np.float32), middle, detail)
    both = (around[0], seen), (around[1], known)
    tail = facing.tails.get(search.bank.sprites[sprite].shape)
    speaking = [] if tail is None else [tail_on_each_side(tail, *both)]
    if behind <= LEFT_OPEN:
        ends = _ends(told.scores, int(log_p.argmax()), facing, search.bank.sprites[sprite], *both)
        speaking += [] if ends is None else [ends]
    worth = ENDS_HALF_SEEN if piece.carries else 1.0
    return replace(told, ends=worth * np.sum(speaking, axis=0) if speaking else None)


def _ends(
    scores: NDArray[np.float64], best: int, facing: Teller, sprite: Sprite, around: tuple[Array, Array], bare: tuple[Array, Array]
) -> NDArray[np.float64] | None:
    """Log-likelihoods (4,) of the facings by a piece's portraits and its tail: of the `best` one and of the opposite; None where
    neither was taught."""
    portraits, tail, degrees = facing.portraits.get(sprite.kind), facing.tails.get(sprite.shape), degrees_of(len(scores))
    heading = float(degrees[np.where(quarters(degrees) == best, scores, -np.inf).argmax()])
    lead = 0.0 if portraits is None else nose_or_tail(portraits, around, bare, heading)
    lead += 0.0 if tail is None else tail_speaks(tail, around, bare, heading)
    ends = np.zeros(4)
    ends[best], ends[(best + 2) % 4] = lead / 2, -lead / 2
    return None if portraits is None else ends


def _shown(cover: NDArray[np.floating], changed: Array, seen: Array) -> float:
    """The share of what a piece covers (side, side), and nothing on top of it (PATCH, PATCH), that differs from the board, as far
    as each pixel does (PATCH, PATCH)."""
    middle = (slice((PATCH - 2 * SIDE) // 2, (PATCH + 2 * SIDE) // 2),) * 2
    own = cv2.resize(np.asarray(cover, dtype=np.float32), (2 * SIDE, 2 * SIDE), interpolation=cv2.INTER_LINEAR) * seen[middle]
    return float((own * changed[middle]).sum() / max(float(own.sum()), 1.0))


def _outline(piece: Found, bank: PieceBank, model: FacingModel) -> NDArray[np.float64]:
    """Log-likelihoods (4,) of the facings by how well a piece's picture fits in each of them."""
    own, quarter = bank.kinds == bank.kinds[piece.row], quarters(bank.headings)
    outline = np.array([piece.gains[own & (quarter == facing)].max() for facing in Facing]) / PIECE_NATS
    sprite = bank.sprites[int(bank.kinds[piece.row])]
    return outline if sprite.sides is None or model.headed is None else of_sides(outline, model.headed)
