"""What passes for the board in a shadow.

A grey mouse on a pale green card has, pixel by pixel, the colours of that card in a dark grey shadow, and is not found.  Where
one that no play takes away from the table is missing, it is looked for once more as if shadows excused nothing.  The shadow of
a hand is then as strange as a mouse; but a mouse stands by itself: around it the board is seen as it should be.

So does a brown wedge's back on a birch table pass for that table: what is flat is looked for likewise beside the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.heat import HEAT
from vision.light import Array
from vision.piece_bank import PieceBank

EXPLAINS, FITS = 2.2, 1.4
"""What it explains per pixel at least, and how badly it may fit: of 24 mice on fifteen tables that a first search missed 23
explained 2.5 to 5.6, and 23 fit with .2 to 1.3."""
FLAT_EXPLAINS, FLAT_FITS = 1.5, 0.4
"""The same of flat pieces beside the grid: on twenty-six tables three that were missed explained 2.2 to 3.4 and fit with .22 to
.24; of shadows and what else was no piece none fit better than .55."""
POORLY = 1.0
"""What explains less than that of each of its pixels that is seen is hardly there, and something else may be what it is."""
STRANGE, AROUND, OPEN = 3.0, 0.3, 0.6
"""So large a share of the pixels around it may cost more than that (its own shadow falls on some), and so many must be seen;
in the shadow of a hand it were half."""
COVERED, BARE = 0.3, 0.2
"""What lies around a piece is near to pixels that it covers so far, and is itself covered less than that."""
LEADS = 0.8
"""What stands elsewhere and would do too may explain no more than this share of it."""
RIM = 3
"""Width of what lies around a piece, px of a plan of detail 1."""
SPOTS, APART = 12, 10
"""So many spots are looked at closely, and as far apart as that, px of a plan of detail 1."""

Chosen = Callable[[PieceBank, Iterable[Found], Array, NDArray[np.bool_]], list[Found]]
"""Of what was found, on pixels (h, w) that cost so much, as far as they are seen (h, w), what it may be that was missed."""


class Search(Protocol):
    """What looks for pieces on one frame's board."""

    bank: PieceBank
    near_misses: list[Found]

    def lay_only(self, found: list[Found]) -> None:
        """Lay these pieces and no others."""
        ...

    def in_light(
        self, rows: NDArray[np.int64], limits: tuple[float, float], chosen: Chosen, where: NDArray[np.bool_] | None = None,
        at_a_glance: float = -np.inf,
    ) -> list[Found]:  # fmt: skip
        """Of some rows those that are chosen if no shadow excuses the board."""
        ...


def missing(bank: PieceBank, found: Iterable[Found], staying: frozenset[str]) -> frozenset[str]:
    """Of the `staying` kinds, of which some lie on the table, those that were not found."""
    there = {bank.sprites[bank.kinds[piece.row]].kind for piece in found}
    return frozenset(sprite.kind for sprite in bank.sprites if sprite.kind in staying - there)


def _poor(bank: PieceBank, piece: Found) -> bool:
    return piece.gain < POORLY * float(bank.areas[piece.row]) * piece.seen


def with_shaded(search: Search, found: list[Found], staying: frozenset[str], least_gain: float) -> list[Found]:
    """The pieces found and laid, with those, of kinds that no play takes away, which were not found but stand in what passes for
    a shadow; a tail by itself that was found for one of them is none then."""
    told = list(found)
    for number, sprite in enumerate(search.bank.sprites):
        if sprite.kind in missing(search.bank, [piece for piece in told if not _poor(search.bank, piece)], staying):
            rows = np.flatnonzero(search.bank.kinds == number)
            others = [piece for piece in told if search.bank.sprites[search.bank.kinds[piece.row]].kind != sprite.kind]
            if len(others) < len(told):
                search.lay_only(others)
            there = search.in_light(rows, (least_gain, FITS), standing_out)
            if there:
                search.near_misses = [other for other in search.near_misses if other.row not in rows]
                told = [*others, *there]
            elif len(others) < len(told):
                search.lay_only(told)
    return told


def flat_in_shadows(search: Search, where: NDArray[np.bool_], least_gain: float) -> list[Found]:
    """The flat pieces, of kinds of which there are several, that lie beside the grid, `where` (h, w) they may, on what they pass
    for a shadow of: a brown back on a birch table."""
    flat = np.array([sprite.flat and not sprite.alone for sprite in search.bank.sprites], dtype=np.bool_)
    rows = np.flatnonzero(flat[search.bank.kinds])
    found = search.in_light(rows, (least_gain, FLAT_FITS), fitting, where) if len(rows) and where.any() else []
    # What almost explained enough there was it.
    missed = search.near_misses
    search.near_misses = [piece for piece in missed if not any(_one_place(search.bank, piece, other) for other in found)]
    return found


def likely_spots(
    costs: Array, bank: PieceBank, gains: Callable[[NDArray[np.int64]], Array], least: float = -np.inf
) -> list[tuple[int, int]]:
    """The best spots about which pixels (h, w with a margin as wide as a piece's window) cost much, by what some (n, 2) gain
    (n,), if that is no less than the `least`."""
    spots = _strange_spots(costs, bank.step, bank.side // 2)
    if not len(spots):
        return []
    gained = gains(spots)
    enough = gained >= least
    return _best_apart(spots[enough], gained[enough], bank.detail)


def _strange_spots(costs: Array, step: int, low: int) -> NDArray[np.int64]:
    """The spots (n, 2) of a grid, aligned to `step` px from `low` on, about which pixels (h, w) cost much."""
    heat = np.asarray(cv2.boxFilter(costs, -1, (2 * step + 1,) * 2), dtype=np.float32)[low:-low:step, low:-low:step]
    down, right = np.nonzero(heat > HEAT)
    return np.stack([right, down], axis=1).astype(np.int64) * step + low


def _best_apart(spots: NDArray[np.int64], gains: Array, detail: int) -> list[tuple[int, int]]:
    """The best SPOTS of spots (n, 2) of a plan of that detail by what they gain (n,), none near a better one."""
    chosen: list[tuple[int, int]] = []
    for u, v in spots[np.argsort(-gains)].tolist():
        if len(chosen) < SPOTS and all(max(abs(u - p), abs(v - q)) >= APART * detail for p, q in chosen):
            chosen.append((u, v))
    return chosen


def standing_out(bank: PieceBank, found: Iterable[Found], costs: Array, seen: NDArray[np.bool_]) -> list[Found]:
    """Of what would do that which stands by itself on pixels (h, w) that cost so much and are `seen`, if any does, and none
    elsewhere does nearly as well."""
    best = sorted((piece for piece in found if stands_out(bank, piece, costs, seen)), key=lambda piece: -piece.gain)
    others = [piece for piece in best if away(best[0], piece) >= bank.side // 2]
    return best[:1] if all(piece.gain < LEADS * best[0].gain for piece in others) else []


def fitting(bank: PieceBank, found: Iterable[Found], costs: Array, seen: NDArray[np.bool_]) -> list[Found]:
    """Those that explain enough, fit so well that no shadow does, and lie by themselves, each place once."""
    kept = list[Found]()
    for piece in sorted(found, key=lambda piece: -piece.gain):
        enough = piece.gain >= FLAT_EXPLAINS * float(bank.areas[piece.row]) and piece.misfit <= FLAT_FITS
        if enough and _by_itself(bank, piece, costs, seen) and not any(_one_place(bank, piece, other) for other in kept):
            kept.append(piece)
    return kept


def _one_place(bank: PieceBank, one: Found, other: Found) -> bool:
    """Whether two finds lie where only one of them can lie flat."""
    return bool(away(one, other) < bank.detail * float(bank.areas[other.row]) ** 0.5)


def stands_out(
    bank: PieceBank, piece: Found, costs: Array, seen: NDArray[np.bool_], around: float = AROUND
) -> bool:
    """Whether a piece explains enough, fits, and stands by itself: so large a share of what lies `around` it may be strange."""
    return piece.gain >= EXPLAINS * float(bank.areas[piece.row]) and _by_itself(bank, piece, costs, seen, around)


def _by_itself(
    bank: PieceBank, piece: Found, costs: Array, seen: NDArray[np.bool_], around: float = AROUND
) -> bool:
    """Whether the board is seen around a piece, and as it should be but for such a share."""
    shown, strange = seen_around(bank, piece, costs, seen)
    return shown >= OPEN and strange <= around


def seen_around(bank: PieceBank, piece: Found, costs: Array, seen: NDArray[np.bool_]) -> tuple[float, float]:
    """The share of what lies around a piece that is seen, and of that the share whose pixels cost much."""
    left, upper = (int(each) - bank.side // 2 for each in piece.at)
    here, around = (slice(upper, upper + bank.side), slice(left, left + bank.side)), rim_of(bank.covers[piece.row], bank.detail)
    shown = around & seen[here]
    strange = shown & (costs[here] > STRANGE)
    count, whole = int(np.count_nonzero(shown)), int(np.count_nonzero(around))
    return count / max(whole, 1), int(np.count_nonzero(strange)) / max(count, 1)


def rim_of(cover: NDArray[np.floating], detail: int) -> NDArray[np.bool_]:
    """What lies around a piece of that cover (n, n), in a plan of that detail."""
    wide = cv2.dilate((cover > COVERED).astype(np.uint8), np.ones((2 * RIM * detail + 1,) * 2, np.uint8))
    return (wide > 0) & (cover < BARE)


def away(one: Found, other: Found) -> float:
    """How far two finds are from each other along one side, px."""
    return max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1]))
