"""Parts of hands that were taken for pieces, beside what a hand is known to hide.

Skin on a wooden table passes for the table in a shadow, on a brown tile for the tile: of such a hand only the cells are known
that show no drawing at all.  Its fingers reach into the cells beside them and look like whatever is brown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Place, Zone
from companion.core.reading import PieceClaim
from vision.found import Found
from vision.glossy_prints import Prints
from vision.groups import TOUCH, apart, hanging_together
from vision.light import Array
from vision.piece_bank import PieceBank
from vision.rig import Sprite

BESIDE = 0.3
"""What the gain of a piece in a zone is worth beside a hand."""
GAIN, MISFIT = 4.0, 0.85
"""What a piece explains of each of its pixels that are seen, and how badly it may fit, to be none of a hand.  (Of wedges beside a
hand eight in nine explained 4.2 to 5.5 and fitted to 0.81; a hand told as twelve of them 3.4 at most.)"""
PRINTED = -12.0
"""A print that fits so well, in nats, is no skin."""
AS_MUCH = 0.5
"""Of two of which there is but one, so much of what the worse explains the other must explain: a print that looks a little like
it fits well, too.  (A mouse's gain was 431 beside one of 181 that was none; a sleeve's 310 beside one of 64.)"""
APART = 48
"""So far from each other, px of a plan of detail 1, finds of one kind are two things: a sleeve shows several in a row."""
MANY = 3
"""So many finds of what there is but one, with a direction, that hang together are none of it, but parts of something larger:
each explains what those before it left.  (On seventeen tables of Mice in a Maze there were four such groups, of three to seven;
the piece was in none of them.)"""
ROUND = 0.85
"""What has so much in common with itself a quarter turn on is a disc."""


def parts_of_hands(
    found: Sequence[Found], prints: Sequence[Prints], bank: PieceBank | None, places: Sequence[Place | None],
    near: NDArray[np.bool_],
) -> frozenset[int]:
    """The numbers of the finds, with what their prints tell and standing in such `places`, that are a part of a hand, `near`
    (h, w) which they lie.

    A piece there that shows a side which no piece of its kind ever showed in such a place is a finger, and so is the one that
    fits worse of two of which there is but one, if the other explains about as much, and unless it lies farther from the hand
    than all others and apart from them: those are a sleeve of its colour.  What is told as MANY of one is a part of something,
    wherever it lies.
    """
    if bank is None:
        return frozenset()
    larger = _of_larger(found, bank)
    if not near.any():
        return larger
    deep = np.asarray(cv2.distanceTransform(near.astype(np.uint8), cv2.DIST_L2, 3), dtype=np.float32)
    return larger | frozenset(
        number for number, (piece, likely, place) in enumerate(zip(found, prints, places, strict=True))
        if place is not None and not piece.confirmed and _lies(piece, near)
        and (_never(bank.sprites, _shown(bank, piece, likely), place) or _second(bank, piece, found, deep))
    )  # fmt: skip


def _of_larger(found: Sequence[Found], bank: PieceBank) -> frozenset[int]:
    """The numbers of the finds that are parts of something larger that was told as MANY of what there is but one."""
    kinds: dict[str, list[int]] = {}
    for number, own in enumerate(_sprite(bank, piece) for piece in found):
        if own.alone and own.directed:
            kinds.setdefault(own.kind, []).append(number)
    groups = (
        [own[n] for n in group] for own in kinds.values() if len(own) >= MANY
        for group in hanging_together(apart([found[n] for n in own], bank) < TOUCH)
    )  # fmt: skip
    return frozenset(number for group in groups if len(group) >= MANY for number in group)


def doubted(
    found: Sequence[Found], places: Sequence[Place | None], near: NDArray[np.bool_], bank: PieceBank | None,
    fingers: Sequence[Found] = (),
) -> list[Found]:  # fmt: skip
    """The pieces found, beside `fingers` that were found as well; in a zone less sure of those `near` (h, w) a hand, for skin on
    a bare table may pass for one, though not for what explains all that is seen of it, nor for what lies in a heap of which most
    do, nor for what rides on a piece that was found only there."""
    every, clear = [*found, *fingers], _in_clear_heaps(found, bank)

    def skin(number: int, piece: Found, place: Place | None) -> bool:
        return isinstance(place, Zone) and _lies(piece, near) and not (number in clear or _borne(piece, every, bank))

    return [
        replace(piece, gain=piece.gain * BESIDE) if skin(number, piece, place) else piece
        for number, (piece, place) in enumerate(zip(found, places, strict=True))
    ]


def usual(claims: Sequence[PieceClaim], bank: PieceBank | None) -> list[PieceClaim]:
    """The claims but those of a side which was never taught in such a place: they may be a hand, and explain nothing."""
    sprites = () if bank is None else bank.sprites
    return [
        claim for claim in claims
        if not claim.faces or not any(
            (own.kind, own.face) == (claim.kind, claim.faces[0][0]) and _never(sprites, own, claim.place) for own in sprites
        )
    ]  # fmt: skip


def _clear(piece: Found, bank: PieceBank) -> bool:
    """Whether a piece explains so much of each pixel that is seen of it, and so well, that it is no skin; a pale disc explains a
    fingertip as well.  A network that was shown skin has the say."""
    if piece.odds is not None:
        return piece.confirmed
    if as_round(_sprite(bank, piece).cover[0]) > ROUND:
        return False
    return piece.misfit <= MISFIT and piece.gain >= GAIN * float(bank.areas[piece.row]) * piece.seen


def _in_clear_heaps(found: Sequence[Found], bank: PieceBank | None) -> set[int]:
    """The numbers of the finds that are no skin by themselves, and of those that lie in a heap of which more than half are none:
    of what lies below others little is seen."""
    if bank is None:
        return set()
    clear = {number for number, piece in enumerate(found) if _clear(piece, bank)}
    heaped = [number for number, piece in enumerate(found) if piece.heaped]
    heaps = hanging_together(apart([found[number] for number in heaped], bank) < TOUCH)
    heaps = [[heaped[n] for n in heap] for heap in heaps]
    return clear.union(*(heap for heap in heaps if len(clear.intersection(heap)) > len(heap) / 2))


def _borne(piece: Found, found: Sequence[Found], bank: PieceBank | None) -> bool:
    """Whether a piece rides on one that was found nowhere else: that lies on no table, and no sleeve was told as its carrier."""
    carriers = [other for other in found if other.carries]
    if bank is None or not piece.rides or not carriers:
        return False
    kind = _sprite(bank, min(carriers, key=lambda one: max(abs(one.at[0] - piece.at[0]), abs(one.at[1] - piece.at[1])))).kind
    return sum(_sprite(bank, other).kind == kind for other in found) == 1


def as_round(cover: NDArray[np.floating]) -> float:
    """The share that a cover (n, n) and the same a quarter turn on have in common."""
    turned = np.rot90(cover)
    return float(np.minimum(cover, turned).sum() / max(float(np.maximum(cover, turned).sum()), 1.0))


def _lies(piece: Found, where: NDArray[np.bool_]) -> bool:
    return bool(_at(piece, where))


def _at(piece: Found, image: NDArray[Any]) -> float:
    return float(image[int(piece.at[1]), int(piece.at[0])])


def _second(bank: PieceBank, piece: Found, found: Sequence[Found], deep: Array) -> bool:
    """Whether a piece with a direction, of a kind of which there is one, was found elsewhere, explains AS_MUCH and fits better
    there, unless that lies deeper beside the hand, as `deep` (h, w) tells, and apart."""
    own = _sprite(bank, piece)
    if not (own.alone and own.directed):
        return False
    others = [other for other in found if other is not piece and _sprite(bank, other).kind == own.kind]
    if not any(other.misfit < piece.misfit and other.gain >= AS_MUCH * piece.gain for other in others):
        return False
    away = [max(abs(other.at[0] - piece.at[0]), abs(other.at[1] - piece.at[1])) for other in others]
    return min(away) < APART * bank.detail or any(_at(other, deep) <= _at(piece, deep) for other in others)


def _shown(bank: PieceBank, piece: Found, prints: Prints) -> Sprite:
    """What a piece is by its print if that fits, else by its outline and colours."""
    best = max(prints, key=prints.__getitem__) if prints else None
    return bank.sprites[best] if best is not None and prints is not None and prints[best] > PRINTED else _sprite(bank, piece)


def _sprite(bank: PieceBank, piece: Found) -> Sprite:
    return bank.sprites[int(bank.kinds[piece.row])]


def _never(sprites: Sequence[Sprite], own: Sprite, place: Place) -> bool:
    """Whether a side was never taught in such a place where the other side of its kind was."""
    return not _taught(own, place) and any(_taught(other, place) for other in sprites if other.kind == own.kind)


def _taught(sprite: Sprite, place: Place) -> int:
    """How often a sprite was taught in such a place."""
    return dict(sprite.places).get(place.name if isinstance(place, Zone) else "", 0)
