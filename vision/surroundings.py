"""How strange it looks around a piece that was found.

A piece stands by itself: around it the board is seen as it should be, but for its shadow and for other pieces.  Part of a hand
that was taken for one goes on beyond it, and the edge of a tile that lies askew shows where nothing is known of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board_costs import CAP
from vision.found import Found
from vision.light import Array
from vision.piece_bank import PieceBank
from vision.pieces import PieceSearch
from vision.rig import Sprite
from vision.unshaded import COVERED, rim_of

OTHERS = 4.2
"""What a pixel around one piece counts that another covers (chosen with the weights of `belief`)."""
PLAIN, LEANING = 2.0, 3.5
"""What one with a direction must explain of each of its pixels for what is not known around it to count no more than that: a
tall piece at the board's edge leans over what nobody taught.  (On eighteen recordings, no hand being in the picture, the seven
that did, a quarter and more of what is around them unknown, explained 2.5 to 4.3; what was none explained up to 1.1.)"""


def with_surroundings(
    found: Sequence[Found], search: PieceSearch, known: NDArray[np.bool_], covered: Array, near: NDArray[np.bool_] | None = None
) -> tuple[Found, ...]:
    """Pieces in a half plan with what a pixel around each costs in the mean: what neither board nor pieces explain of it, as much
    as any pixel can where the board is not `known` (h, w) nor seen, and something where another piece has it `covered` (h, w):
    what is left over of one is taken for a small one beside it, or for one in its place, but what rides stands on others.  About
    what plainly is a tall piece the unknown counts less, but not `near` (h, w) a hand.

    And with what a pixel of each costs as board, nothing where that is not known: in the gap between two tiles that lie askew
    something is always strange.
    """
    bank = search.bank
    sprites = [bank.sprites[bank.kinds[piece.row]] for piece in found]
    costs = np.where(known, np.minimum(search.unexplained(), CAP), CAP)
    riders = {each.kind for each in bank.sprites if each.rides}
    # Only what has a direction carries anything, and what rides lies with others of its kind.
    bearing = [sprite.directed or sprite.kind in riders for sprite in sprites]
    lying = search.cover_of([piece for piece, bears in zip(found, bearing, strict=True) if not bears])
    riding, standing = (_padded(np.where(cover > COVERED, OTHERS, costs), bank.side) for cover in (lying, covered))
    as_told = known if near is None else known | near
    leaning = np.where(np.pad(as_told, bank.side), standing, np.minimum(standing, np.float32(LEANING)))
    bare = np.pad(search.board_costs * known, bank.side)
    kept = [piece for piece, sprite in zip(found, sprites, strict=True) if sprite.kind not in riders]
    return tuple(
        _told(bank, piece, riding, bare) if sprite.kind in riders
        else _apart(bank, _told(bank, piece, leaning if _plain(bank, piece, sprite) else standing, bare),
                    [other for other in kept if other is not piece])
        for piece, sprite in zip(found, sprites, strict=True)
    )  # fmt: skip


def _plain(bank: PieceBank, piece: Found, sprite: Sprite) -> bool:
    """Whether a find explains so much that it plainly is a piece with a direction."""
    return sprite.directed and piece.gain >= PLAIN * float(bank.areas[piece.row]) * piece.seen


def _apart(bank: PieceBank, piece: Found, others: Iterable[Found]) -> Found:
    """A piece in strange surroundings if it stands in the place of another that explains more: what a moving camera smears of one
    coin may be left over for a second."""
    within = any(other.gain >= piece.gain and _covers(bank, other, piece.at) for other in others)
    return replace(piece, around=max(piece.around or 0.0, OTHERS)) if within else piece


def _covers(bank: PieceBank, piece: Found, at: tuple[float, float]) -> bool:
    """Whether a piece covers a spot."""
    u, v = (round(each - own) + bank.side // 2 for each, own in zip(at, piece.at, strict=True))
    return 0 <= u < bank.side and 0 <= v < bank.side and bool(bank.covers[piece.row, v, u] > COVERED)


def _padded(costs: Array, margin: int) -> Array:
    return np.pad(costs.astype(np.float32), margin, constant_values=CAP)


def _told(bank: PieceBank, piece: Found, costs: Array, bare: Array) -> Found:
    """A piece with what a pixel around it costs, and one of it as board, of images with a margin as wide as a piece's window."""
    left, upper = (round(each) + bank.side - bank.side // 2 for each in piece.at)
    here, cover = (slice(upper, upper + bank.side), slice(left, left + bank.side)), bank.covers[piece.row]
    around = costs[here][rim_of(cover, bank.detail)].mean()
    return replace(piece, around=float(around), bare=float((bare[here] * cover).sum() / max(float(cover.sum()), 1.0)))
