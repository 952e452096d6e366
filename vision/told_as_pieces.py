"""A hand that was told as pieces: skin in the dark, over a dark table, passes for flat things of its colour.

One flat piece whose print does not fit may lie in odd light, and so may many that lie side by side, each in a place of its own.
Many in a heap, and hardly one beside them whose print does fit, are no pieces: whoever plays lays them down one by one, and some
always show what is printed on them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.belief import fit_of
from vision.found import Found
from vision.groups import hanging_together
from vision.piece_bank import PieceBank
from vision.pieces import PieceSearch
from vision.steps import Steps

NO_FIT, MEDIAN = -10.0, -12.0
"""How well, in nats, the best print of a find fits (`belief.fit_of`) that does not; and half of those that are a hand fit worse
than this.  (Of 785 wedges seen whole in eleven recordings 45 fitted worse than the first.)"""
MANY, FITTING = 6, 0.25
"""So many such finds in heaps together are a hand, if beside them no more fit than that share.  (In those recordings the four
hands that were told so were 6 to 14 finds; pieces in odd light, and what was taken for some on a board of their colour, 5 at
most.)"""
SEEN, COVERED = 0.4, 0.4
"""Share of a find that others must leave to be seen, or it counts for none of many; and of a pixel from which on a hand is
there."""
TOGETHER, BESIDE = 2.4, 4.8
"""In roots of a piece's area, how far apart finds are one thing, and how far from a hand what does not fit is part of it too."""


def without_hands(steps: Steps, search: PieceSearch) -> Steps:
    """The steps without finds that are a hand; where these lie, the board is covered."""
    hands = told_as_pieces(steps.found, steps.prints, search.bank)
    if not hands:
        return steps
    cover = search.cover_of([steps.found[number] for number in hands]) > COVERED
    side = round(TOGETHER * max(_root(steps.found[number], search.bank) for number in hands)) | 1
    # Between finds that were told a hand shows as well.
    whole = cv2.morphologyEx(cover.astype(np.uint8), cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    return replace(steps.without(hands), strange=steps.strange | (np.asarray(whole) > 0))


def told_as_pieces(found: Sequence[Found], prints: Sequence[Mapping[int, float] | None], bank: PieceBank) -> frozenset[int]:
    """The numbers of the finds that are a hand, given the log-likelihoods of their prints."""
    flat = [
        (number, fit_of(own)) for number, (piece, own) in enumerate(zip(found, prints, strict=True))
        if own and not piece.confirmed and bank.sprites[int(bank.kinds[piece.row])].flat
    ]  # fmt: skip
    fits = {number: fit for number, fit in flat if fit >= NO_FIT}
    every = {number: fit for number, fit in flat if fit < NO_FIT}
    odd = {number: fit for number, fit in every.items() if found[number].heaped and found[number].seen > SEEN}
    if len(odd) < MANY:
        return frozenset()
    at = np.array([piece.at for piece in found], dtype=np.float64)
    apart = np.hypot(*(at[:, None] - at).transpose(2, 0, 1)) / np.array([_root(piece, bank) for piece in found])
    hands = set[int]()
    numbers = np.array(list(odd))
    for own in hanging_together(apart[np.ix_(numbers, numbers)] < TOGETHER):
        group = numbers[own].tolist()
        beside = sum(bool((apart[number, group] < TOGETHER).any()) for number in fits)
        if len(group) >= MANY and beside <= FITTING * len(group) and np.median([odd[number] for number in group]) < MEDIAN:
            hands.update(group)
    near = {number for number in every if hands and (apart[number, list(hands)] < BESIDE).any()}
    return frozenset(hands | near)


def _root(piece: Found, bank: PieceBank) -> float:
    """The root of a piece's area, px of the half plan."""
    return float(bank.detail * bank.areas[piece.row] ** 0.5)
