"""What a network notices of pieces of which there is one each and that no search found, or hardly.

A red mouse with a cheese on a red road explains next to nothing, and anybody sees it.  Where something stands that costs much as
the board, and where a rider lies by itself, the network is asked about every piece that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import dist
from operator import itemgetter

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Cell, Place
from vision.fine_view import FineView
from vision.found import Found
from vision.light import Array
from vision.missing_net import CHANNELS, SIDE, UNASKED, MissingNet
from vision.piece_bank import PieceBank
from vision.pieces import PieceSearch

SPOTS, APART, BROAD = 10, 10, 9
"""About so many places that cost much it is asked, so far apart; so broad is what costs, px of a plan of no detail at half its
scale."""
STRANGE = 1.0
"""What a pixel there costs at least.  (1.7 and more at those of twenty-seven mice that were told so.)"""
WELL = 1.6
"""What explains less of each of its pixels that is seen is hardly found."""
FREE, TAKEN, BY_A_HAND, FITTING = 4.0, 6.0, 6.5, 8.0
"""Log odds from which on what is missing is told: where nothing else stands, where something else was found well or it was found
elsewhere, by a hand, and where what was found well fits, too.  (Of 580 mice that were not there, on seventeen tables that the
network that was asked was not taught with, the most are 3.8, 4.7 and 5.6; on twelve others three that fitted were taken for
others with 6.0 to 6.3.)"""
FITS = 1.9
"""What differs from its picture by less, in noises, fits."""
DENIES = -4.0
"""Log odds below which what explains enough is not surely that piece.  (Of 458 mice that stood where they were found and explain
as much the least is -2.0, in the mean of eight looks.)"""
NEAR, REACH, HAND = 6, 8, 0.3
"""So near nothing else can stand; a hand is near that covers such a share within so far, px of a plan of no detail at half its
scale."""
JUST, SURER = 0.5, 2.0
"""Log odds that what is just told is there, and what they gain with each that the network says more."""
NEVER = -1e3
"""What other kinds would explain there, nats."""
Spot = tuple[float, float]


def with_noticed(
    search: PieceSearch, found: list[Found], net: MissingNet, view: FineView, stay: Sequence[Found] = ()
) -> list[Found]:
    """The pieces found and laid, with those that were found nowhere and the network notices, laid too; others `stay` where they
    are, here or elsewhere."""
    bank, told, sure = search.bank, list(found), surely_found(search, found, net, view)
    for odds, kind, at in noticed(search, found, sure, net, view, stay):
        more = odds - _needed(bank, told, [*sure, *(piece for piece in told if piece.noticed is not None)], kind, view, at)
        if more >= 0:
            told = _with(search, told, kind, at, JUST + SURER * more)
    return told


def noticed_on(found: Sequence[Found], places: Sequence[Place | None]) -> frozenset[Cell]:
    """The cells on which stands what the network noticed, of pieces found in such places: what drawing lies there was told
    without it."""
    return frozenset(
        place for piece, place in zip(found, places, strict=True) if piece.noticed is not None and isinstance(place, Cell)
    )


def surely_found(search: PieceSearch, found: Sequence[Found], net: MissingNet, view: FineView) -> list[Found]:
    """The pieces that explain enough, but those that the network denies that it was shown."""
    bank = search.bank
    well = [piece for piece in found if piece.gain >= WELL * float(bank.areas[piece.row]) * piece.seen]
    known = [piece for piece in well if _kind(bank, piece) in net.kinds]
    says = net.glanced(_views(search, net, view, [([_kind(bank, piece)], piece.at) for piece in known]))
    denied = [piece for piece, odds in zip(known, says, strict=True) if UNASKED < odds < DENIES]
    return [piece for piece in well if piece not in denied]


def noticed(
    search: PieceSearch, found: Sequence[Found], sure: Sequence[Found], net: MissingNet, view: FineView, stay: Sequence[Found]
) -> list[tuple[float, str, Spot]]:
    """The log odds, kind and place, px of the half plan, where each kind that is missing most likely stands, likeliest first as
    far as they are more than is asked for there; some of those found are `sure`."""
    bank, detail = search.bank, search.bank.detail
    there = {_kind(bank, piece) for piece in [*stay, *sure]}
    kinds = [kind for kind in net.kinds if kind not in there]
    if not kinds:
        return []
    spots = strange_places(search.standing_in_light(), detail)
    lone = [piece.at for piece in found if not piece.rides and _may_ride(bank, piece)]
    spots += [at for at in lone if all(dist(at, spot) > NEAR * detail for spot in spots)]
    asked = [(kind, spot) for spot in spots for kind in kinds]
    says = net.told(_views(search, net, view, [(kinds, spot) for spot in spots]))
    best, (height, width) = dict[str, tuple[float, float, Spot]](), search.half.shape[:2]
    for (kind, spot), (odds, (right, down)) in zip(asked, says, strict=True):
        at = min(max(spot[0] + detail * right, 0.0), width - 1.0), min(max(spot[1] + detail * down, 0.0), height - 1.0)
        if not any(_stands_at(bank, piece, at) for piece in stay):
            one = odds - _needed(bank, found, sure, kind, view, at), odds, at
            best[kind] = max(best.get(kind, one), one)
    return [(odds, kind, at) for kind, (_, odds, at) in sorted(best.items(), key=itemgetter(1), reverse=True)]


def _views(search: PieceSearch, net: MissingNet, view: FineView, asked: Sequence[tuple[Sequence[str], Spot]]) -> Array:
    """What the network sees if it is asked about kinds at places."""
    views = [net.views(kinds, search.half, view.half.picture, at, search.bank.detail) for kinds, at in asked]
    return np.concatenate(views) if views else np.zeros((0, SIDE, SIDE, CHANNELS), np.float32)


def _needed(bank: PieceBank, found: Sequence[Found], sure: Sequence[Found], kind: str, view: FineView, at: Spot) -> float:
    """Log odds from which on a kind is told there."""
    reach, (u, v) = REACH * bank.detail, (round(at[0]), round(at[1]))
    if view.hand is not None and view.hand[max(v - reach, 0) : v + reach, max(u - reach, 0) : u + reach].mean() > HAND:
        return BY_A_HAND
    own = [piece for piece in found if _kind(bank, piece) == kind]
    elsewhere = bool(own) and not any(_stands_at(bank, piece, at) for piece in own)
    taken = [piece.misfit for piece in sure if _stands_at(bank, piece, at) and piece not in own]
    if taken and min(taken) < FITS:
        return FITTING
    return TAKEN if taken or elsewhere else FREE


def _kind(bank: PieceBank, piece: Found) -> str:
    return bank.sprites[int(bank.kinds[piece.row])].kind


def _may_ride(bank: PieceBank, piece: Found) -> bool:
    return bank.sprites[int(bank.kinds[piece.row])].rides and not piece.heaped


def _stands_at(bank: PieceBank, piece: Found, at: Spot) -> bool:
    """Whether what never rides was found so near that nothing else can stand there."""
    return not bank.sprites[int(bank.kinds[piece.row])].rides and dist(piece.at, at) < NEAR * bank.detail


def strange_places(costs: Array, detail: int) -> list[Spot]:
    """The places about which pixels (h, w) cost most."""
    side = BROAD * detail | 1
    return highest(np.asarray(cv2.boxFilter(costs, -1, (side, side))), SPOTS, APART * detail, STRANGE)


def highest(field: Array, count: int, apart: int, least: float = -np.inf) -> list[Spot]:
    """So many places of a field (h, w) that is nowhere below -9, so far apart, the highest first, none lower than the least."""
    left, spots = field.copy(), list[Spot]()
    for _ in range(count):
        _, most, _, (u, v) = cv2.minMaxLoc(left)
        if most < least:
            break
        spots.append((float(u), float(v)))
        cv2.rectangle(left, (u - apart, v - apart), (u + apart, v + apart), (-9.0,), -1)
    return spots


def _with(search: PieceSearch, found: list[Found], kind: str, at: Spot, odds: float) -> list[Found]:
    """The pieces with one of a kind that stands there, and nothing else there, or of that kind elsewhere."""
    bank, there = search.bank, [piece for piece in found if _stands_at(search.bank, piece, at)]
    own = [piece for piece in there if _kind(bank, piece) == kind]
    gone = [piece for piece in found if piece not in own[:1] and (piece in there or _kind(bank, piece) == kind)]
    kept = [piece for piece in found if piece not in gone]
    if gone:
        search.lay_only(kept)
    mine = np.array([bank.sprites[number].kind == kind for number in bank.kinds])
    if own:
        return [_surely(piece, mine, odds) if piece is own[0] else piece for piece in kept]
    lying = [piece for piece in kept if _may_ride(bank, piece) and dist(piece.at, at) < APART * bank.detail]
    loose = [piece for piece in lying if gone or not piece.rides]
    told = [replace(piece, rides=True) if piece in loose else piece for piece in kept]
    stands = _surely(search.best_in_light(np.flatnonzero(mine), at), mine, odds)
    return [*told, *search.laid([search.with_margin(replace(stands, carries=bool(loose)))])]


def _surely(piece: Found, mine: NDArray[np.bool_], odds: float) -> Found:
    """The same piece of that kind, whose rows are `mine`, and of no other: the network was asked which."""
    return replace(piece, noticed=odds, gains=np.where(mine, piece.gains, np.float32(NEVER)))
