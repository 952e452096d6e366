"""Pieces that hang on to a hand: what lies close to a sleeve seems to be a part of it, though it is plain to see.

An arm is wide and of one colour or two.  What hangs on to it and is thin, or has a piece's colours where the arm has not, may be
a finger, a shadow's edge, or a piece that lies there: one that explains nearly all of what its pixels show is what it looks like.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.light import Array
from vision.parts_of_hands import ROUND, as_round
from vision.piece_bank import PieceBank
from vision.pieces import PieceSearch

WIDE = 1.6
"""An arm is wider than so many small pieces."""
BESIDE = 1.5
"""Pixels, on a plan of detail 1, about what is so wide that belong to it."""
FREE = 0.5
"""Share of a piece that must hang on thinly."""
GAIN, MISFIT = 3.0, 0.6
"""What a piece must explain for each of its pixels, and how badly it may fit.  (Beside hands on six tables eight wedges
explained 4 to 5.4, and fitted to 0.21 to 0.40; what was none explained up to 1.9.)"""
ALIKE, CLOSELY = (1.8, 0.65), 0.65
"""What one must explain, and how far its hues must vary over it as the piece's do, where it fits so well.  (On 77 recordings
three cheeses and a wedge that no other rule told were .72 to .86, and explained 1.9 to 2.9; what was none had .44 at most.)"""
PRINTED, BADLY = (3.5, 0.4), 1.0
"""What one must explain, and how far its hues must vary over it as the piece's do, to fit no better than that: in a shadow, or
where a lamp is mirrored.  (On sixteen tables four that explained so much and fitted so badly varied by .59 and more as the
piece's do, of four others the most .26.)"""
IN_SHADOW, DARKLY = (2.2, 0.6), 1.3
"""The same of a flat piece in the shadow of a hand.  (On eighteen tables six were .67 to .89, of what was none, and explained so
much, the most .46.)"""
LONELY = ((2.4, 1.3, 0.8, -1.0), (1.9, 1.0, 0.85, 0.6))
"""What one must explain, how badly it may fit, the share of what is around it that must be bare, and how far its hues must vary
over it as the piece's do, for it to lie by itself.  (Beside hands on eleven recordings of wedges that share was .69 at most
about ten parts of hands, .84 and more about 14 of 29 pieces; a cheese on a path of its colour explained 2.1, .89 and .75.)"""
AROUND, SOME, BARE = (1, 4), 0.3, 1.0
"""Pixels, on a plan of detail 1, between which around a piece is, beyond what it covers by that share; what a bare one costs."""
BODY = (2.6, 1.2, 0.35, 0.25)
"""What a body beside a hand must explain of each of its pixels, how badly it may fit, the share of what is around it that must be
bare, and how far its hues must vary over it as the piece's do."""
NEAR_COLOUR, OF_ITS_COLOUR, VIVID = 40.0, 0.1, 60.0
"""So near to its colour, in grey values, no more than that share of the rest of the patch may be; what has a colour.  (On
thirteen recordings of Mice in a Maze five coloured mice that touch an arm in the picture come to .03 at most, explain 2.7 to 4.5,
fit to .69 to 1.13, are bare around to .40 to .91 and vary by .29 to .77; no part of a hand does all of that.)"""
APART = 4
"""Pixels, on a plan of detail 1, around what has such a colour that are looked at with it."""
RIM = 2
"""Pixels, on a plan of detail 1, about such a piece that are its shadow and its rim."""
WHOLLY, OWN_COLOUR = 0.9, 6.0
"""Cover from which on a pixel shows nothing but a piece; how far from its colours, squared and in their spreads, one may be to be
its own."""
FEWEST = 16
"""Of a piece so small that fewer pixels than that show nothing else no colours are told."""
NOISE, SHADE, SHADOW = 10.0, 0.2, 0.5
"""Standard deviation of a grey value, and of brightness as a share, that is added to these spreads; the latter in the shadow of a
hand."""
THICK, AWAY = 0.35, 1.5
"""In sides of a small piece: what is thinner is none, what is farther from one that is clear belongs to no heap with it."""
HEAP, IN_PART = (0.4, 8.0), (0.2, 3.0)
"""Pixels of a piece's colours hanging together are pieces where they cover so many of them, for an arm of that colour covers
more; and where they may be the part of one that an arm leaves to be seen."""

Mask = NDArray[np.bool_]


def without_pieces(
    patches: Mask, half: Array, bank: PieceBank | None, search: Callable[[], PieceSearch], run: tuple[float, float],
    cells: Mask | None = None,
) -> Mask:
    """Strange patches (h, w) of a half plan (h, w, 3) in art light without the small pieces that hang on to them; `search` makes
    a search of the whole frame, `run` is what its `run` asks for.  On `cells` (h, w) of the grid only those that are clear are
    taken out, elsewhere all of a heap of which one is."""
    small = None if bank is None else _small(bank)
    if bank is None or small is None or not patches.any():
        return patches
    coloured = _coloured(patches, half, bank, small)
    thin = _thin(patches, float(np.sqrt(bank.areas[small].mean())), bank.detail) | (coloured > 0)
    thin |= _coloured(patches, half, bank, small, SHADOW) > 0
    if thin.sum() < FREE * bank.areas[small].min() * bank.detail**2:
        return patches
    trial, where = search(), np.pad(thin, bank.side)
    trial.ignore(patches & ~thin)
    found = [(piece, trial.cover_of([piece])) for piece in trial.run(*run, where=where) if small[piece.row]]
    ones = [cover for piece, cover in found if _by_itself(piece, cover, trial) or _is_one(piece, bank, trial.tones)]
    clear = [cover for cover in ones if (cover * thin).sum() > FREE * cover.sum()]
    if not clear:
        return patches
    alone = np.max(clear, axis=0)
    reach = np.ones((2 * RIM * bank.detail + 1,) * 2, np.uint8)
    heaped = _heaped(alone, coloured, float(np.sqrt(bank.areas[small].mean())) * bank.detail)
    whole = np.maximum(alone, heaped if cells is None else heaped * ~cells)
    return np.asarray(patches & (cv2.dilate(whole, reach) < FREE), dtype=np.bool_)


def without_bodies(
    patches: Mask, half: Array, bank: PieceBank | None, search: Callable[[], PieceSearch], run: tuple[float, float]
) -> Mask:
    """Strange patches (h, w) of a half plan (h, w, 3) in art light without the coloured pieces with a direction that stand beside
    hands and touch them in the picture; `search` and `run` as for `without_pieces`."""
    rows = None if bank is None else _vivid(bank)
    if bank is None or rows is None or not patches.any():
        return patches
    coloured = _coloured(patches, half, bank, rows) > 0
    if not coloured.any():
        return patches
    trial, reach = search(), np.ones((2 * APART * bank.detail + 1,) * 2, np.uint8)
    trial.ignore(patches & (cv2.dilate(coloured.astype(np.uint8), reach) == 0))
    found = [piece for piece in trial.run(*run, where=np.pad(coloured, bank.side)) if rows[piece.row]]
    covers = [trial.cover_of([piece]) for piece in found]
    bodies = [cover for piece, cover in zip(found, covers, strict=True) if _stands_beside(piece, cover, patches, half, trial)]
    if not bodies:
        return patches
    rim = np.ones((2 * RIM * bank.detail + 1,) * 2, np.uint8)
    return np.asarray(patches & (cv2.dilate(np.max(bodies, axis=0), rim) < FREE), dtype=np.bool_)


def without_flat_parts(patches: Mask, half: Array, bank: PieceBank | None, cells: Mask) -> Mask:
    """Strange patches (h, w) of a half plan (h, w, 3) in art light without what has the colours of a flat piece, as large as a
    part of one or some, where hardly anything else of the patch has: an arm may lie on the rest of it.  On `cells` (h, w) of the
    grid drawings show such colours."""
    flat = None if bank is None else _flat(bank)
    if bank is None or flat is None or not patches.any():
        return patches
    left = patches.copy()
    for shade in (SHADE, SHADOW):
        coloured = _coloured(patches & ~cells, half, bank, flat, shade, IN_PART)
        for number in np.unique(coloured[coloured > 0]):
            part = coloured == number
            own, rest = half[part], half[patches & ~part]
            if len(rest) and _share_like(rest, own) <= OF_ITS_COLOUR:
                left &= ~part
    return left


def _share_like(rest: Array, own: Array) -> float:
    """The share of some colours (n, 3) that are near to others (m, 3)."""
    return float((np.linalg.norm(rest - np.median(own, axis=0), axis=1) < NEAR_COLOUR).mean())


def _flat(bank: PieceBank) -> Mask | None:
    """The rows of flat pieces of which there are several; None if there are none."""
    flat = np.array([sprite.flat and not sprite.alone and not sprite.directed for sprite in bank.sprites], np.bool_)[bank.kinds]
    return flat if flat.any() else None


def _stands_beside(piece: Found, cover: Array, patches: Mask, half: Array, trial: PieceSearch) -> bool:
    """Whether what was found, with that cover (h, w), is a body beside the hand whose patches these are (h, w)."""
    bank, (gain, misfit, bare, alike) = trial.bank, BODY
    if piece.gain < gain * float(bank.areas[piece.row]) * piece.seen or piece.misfit > misfit:
        return False
    rest, own = patches & (cover < SOME / 3), half[cover > WHOLLY]
    if not rest.any() or not len(own):
        return False
    return (
        _share_like(half[rest], own) <= OF_ITS_COLOUR
        and _seen_bare(cover, trial) >= bare and _alike(piece, bank, trial.tones) >= alike
    )  # fmt: skip


def _vivid(bank: PieceBank) -> Mask | None:
    """The rows of pieces with a direction and a colour of their own; None if there are none: a hand's shadow is black, its nails
    are white."""
    own = [sprite.picture[sprite.cover > WHOLLY].reshape(-1, 3) for sprite in bank.sprites]
    spans = [float(np.ptp(np.median(each, axis=0))) if len(each) else 0.0 for each in own]
    vivid = np.array([sprite.directed and span > VIVID for sprite, span in zip(bank.sprites, spans, strict=True)])
    rows = np.asarray(vivid[bank.kinds], dtype=np.bool_)
    return rows if rows.any() else None


def _by_itself(piece: Found, cover: Array, trial: PieceSearch) -> bool:
    """Whether what was found, with that cover (h, w), explains enough to be a piece that lies by itself: all around it the board
    is seen, as it is nowhere about a part of a hand."""
    gain = piece.gain / float(trial.bank.areas[piece.row])
    enough = [(bare, alike) for least, most, bare, alike in LONELY if gain >= least and piece.misfit <= most]
    if not enough:
        return False
    seen_bare, as_its_own = _seen_bare(cover, trial), _alike(piece, trial.bank, trial.tones)
    return any(seen_bare > bare and as_its_own >= alike for bare, alike in enough)


def _seen_bare(cover: Array, trial: PieceSearch) -> float:
    """The share of what is around a piece with that cover (h, w) that shows the board."""
    covered, detail = (cover > SOME).astype(np.uint8), trial.bank.detail
    near, there = (np.asarray(cv2.dilate(covered, np.ones((2 * px * detail + 1,) * 2, np.uint8))) > 0 for px in AROUND)
    return float((trial.board_costs[there & ~near] < BARE).mean())


def _is_one(piece: Found, bank: PieceBank, tones: Array) -> bool:
    """Whether what was found explains so much that it is a piece, in these tones (h, w, 4): by how well it fits, or by its
    print."""
    gain, sprite = piece.gain / float(bank.areas[piece.row]), bank.sprites[int(bank.kinds[piece.row])]
    if piece.misfit <= MISFIT and gain >= GAIN:
        return True
    least = [ALIKE] * (piece.misfit <= CLOSELY)
    # A pale disc explains a fingertip as well.
    if piece.misfit > MISFIT and as_round(sprite.cover[0]) <= ROUND:
        least += [PRINTED] * (piece.misfit <= BADLY) + [IN_SHADOW] * (sprite.flat and piece.misfit <= DARKLY)
    enough = [as_much for explained, as_much in least if gain >= explained]
    return bool(enough) and _alike(piece, bank, tones) >= min(enough)


def _alike(piece: Found, bank: PieceBank, tones: Array) -> float:
    """How far the hues seen where nothing but a piece shows vary as its own do: their correlation."""
    within, cover, own = bank.view(piece.row)
    down, right = np.divmod(within, bank.side)
    v, u = down + int(piece.at[1]) - bank.side // 2, right + int(piece.at[0]) - bank.side // 2
    # At the border a part of it lies beyond the picture.
    there = (cover > WHOLLY) & (v >= 0) & (v < tones.shape[0]) & (u >= 0) & (u < tones.shape[1])
    if not there.any():
        return 0.0
    seen, shown = tones[v[there], u[there], 1:3], own[there, 1:3]
    seen, shown = seen - seen.mean(axis=0), shown - shown.mean(axis=0)
    both = float((seen * shown).sum())
    return both / max(float(np.sqrt((seen * seen).sum() * (shown * shown).sum())), 1e-6)


def _heaped(clear: Array, coloured: NDArray[np.int32], side: float) -> Array:
    """How far pixels (h, w) belong to the others of a heap one of which is `clear` (h, w), pieces of so many pixels a side: they
    have its colours, numbered patch by patch, and lie beside it."""
    numbers = np.unique(coloured[clear > FREE])
    own = np.isin(coloured, numbers[numbers > 0]).astype(np.uint8)
    # What runs along the rim of a hand is thinner than a piece.
    thick = cv2.morphologyEx(own, cv2.MORPH_OPEN, np.ones((max(round(THICK * side), 1),) * 2, np.uint8))
    near = cv2.dilate(clear, np.ones((2 * round(AWAY * side) + 1,) * 2, np.uint8))
    return np.asarray(thick * near, dtype=np.float32)


def _small(bank: PieceBank) -> Mask | None:
    """The rows of pieces without direction; None if there are none."""
    small = ~np.array([sprite.directed for sprite in bank.sprites], np.bool_)[bank.kinds]
    return small if small.any() else None


def _coloured(
    patches: Mask, half: Array, bank: PieceBank, small: Mask, shade: float = SHADE, size: tuple[float, float] = HEAP
) -> NDArray[np.int32]:
    """The parts (h, w) of patches that have the colours of a small piece, and are no larger than a heap of them, numbered."""
    found, (least, most) = np.zeros(patches.shape, np.int32), size
    seen = half[patches].astype(np.float64)
    for number in np.unique(bank.kinds[small]).tolist():
        sprite, area = bank.sprites[number], float(bank.areas[bank.kinds == number].mean()) * bank.detail**2
        colours = sprite.picture[sprite.cover > WHOLLY].reshape(-1, 3).astype(np.float64)
        if len(colours) < FEWEST:
            continue
        usual = colours.mean(axis=0)
        spread = np.cov(colours.T) + np.diag([NOISE**2] * 3) + shade**2 * np.outer(usual, usual)
        away = seen - usual
        own = np.zeros(patches.shape, np.uint8)
        own[patches] = np.einsum("nc,cd,nd->n", away, np.linalg.inv(spread), away) < OWN_COLOUR
        own = np.asarray(cv2.morphologyEx(own, cv2.MORPH_OPEN, np.ones((2 * bank.detail - 1,) * 2, np.uint8)), dtype=np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(own, connectivity=4)
        covers = stats[:, cv2.CC_STAT_AREA] / area
        chosen = ((covers >= least) & (covers <= most))[labels] & (labels > 0)
        found[chosen] = labels[chosen] + found.max()
    return found


def _thin(patches: Mask, side: float, detail: int) -> Mask:
    """The parts (h, w) of patches that are thinner than an arm; `side` is that of a small piece."""
    wide = round(WIDE * side * detail) | 1
    # Where the picture ends an arm goes on.
    whole = cv2.copyMakeBorder(patches.astype(np.uint8), wide, wide, wide, wide, cv2.BORDER_REPLICATE)
    arms = cv2.morphologyEx(whole, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    about = round(2 * BESIDE * detail) | 1
    arms = cv2.dilate(arms, np.ones((about, about), np.uint8))[wide:-wide, wide:-wide]
    thin = cv2.morphologyEx((patches & ~(arms > 0)).astype(np.uint8), cv2.MORPH_OPEN, np.ones((about, about), np.uint8))
    return np.asarray(thin > 0, dtype=np.bool_)
