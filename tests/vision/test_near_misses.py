"""What explains almost enough to be a piece is claimed with a doubt, not sworn to be absent."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from drawn_wedges import WOOD, sprite, wedge
from numpy.typing import NDArray

from companion.core.grid import Zone
from vision.belief import chance_of
from vision.expected import GUESS, Expected
from vision.fine_view import FineView
from vision.found import Found
from vision.near_misses import WELL, WORST_MISFIT, borne_out, usual_misfits, with_near_misses
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.reader import LEAST_GAIN
from vision.recount import Recount
from vision.rig import Sprite
from vision.tones import halved, texture

SIDE, MIDDLE = 240, 120
FAINT = 0.35
"""A wedge of that share of its colour explains a little less than it must."""


def searched(share: float, known: Sprite) -> tuple[list[Found], list[Found], PieceSearch]:
    """What is found of a wedge that differs from the table by that share of its colour, and the near misses."""
    table: NDArray[np.float32] = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    drawn = table.copy()
    wedge(drawn, (MIDDLE, MIDDLE), 0)
    seen = np.asarray(table + (drawn - table) * np.float32(share), dtype=np.float32)
    half = Expected(halved(table), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    search = PieceSearch(make_piece_bank([known]), halved(seen), halved(texture(seen)), half)
    return search.run(LEAST_GAIN, WORST_MISFIT), search.near_misses, search


def searched_twice(alone: bool) -> list[Found]:
    """The near misses where a plain wedge and a faint one lie."""
    table: NDArray[np.float32] = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    plain, faint = table.copy(), table.copy()
    wedge(plain, (MIDDLE - 60, MIDDLE), 0)
    wedge(faint, (MIDDLE + 60, MIDDLE), 0)
    seen = np.asarray(plain + (faint - table) * np.float32(FAINT), dtype=np.float32)
    half = Expected(halved(table), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    search = PieceSearch(make_piece_bank([replace(sprite(), alone=alone)]), halved(seen), halved(texture(seen)), half)
    assert len(search.run(LEAST_GAIN, WORST_MISFIT)) == 1
    return search.near_misses


def test_a_faint_wedge_may_be_one() -> None:
    """One that explains nearly as much as it must may be there or not; a plain one is found, a bare table has none."""
    found, missed, search = searched(FAINT, sprite())
    assert not found and len(missed) == 1
    assert search.bank is not None
    assert 0.05 < chance_of(missed[0], float(search.bank.areas[missed[0].row]), None) < 0.7
    found, missed, _ = searched(1.0, sprite())
    assert len(found) == 1 and not missed
    assert searched(0.0, sprite())[:2] == ([], [])


def pale(share: float) -> Sprite:
    """A wedge of that share of its colour over the table's, of which there is one and that has a direction."""
    known = sprite()
    wood = np.array(WOOD, np.float32)
    picture = np.asarray(wood + (known.picture - wood) * np.float32(share), dtype=np.float32)
    return replace(known, picture=picture, alone=True, directed=True)


def test_what_there_is_but_once_may_be_where_it_nearly_shows() -> None:
    """A figure that is found nowhere may be where it explains most of what it must and fits well; what fits badly may be another
    figure, and of several each is found or missed."""
    assert [one.misfit < WELL for one in searched(0.3, pale(0.76))[1]] == [True]
    assert not searched(FAINT, replace(sprite(), alone=True, directed=True))[1]
    assert not searched(0.3, replace(pale(0.76), alone=False))[1]


def test_what_there_is_but_once_and_was_found_is_nowhere_else() -> None:
    """A second faint one of its kind is no near miss beside a plain one."""
    assert len(searched_twice(alone=False)) == 1 and not searched_twice(alone=True)


def test_what_fits_badly_but_explains_much_may_be_there() -> None:
    """Where a pawn's colour is off nothing is found; it is not sworn to be absent, for nothing else explains what shows there."""
    known = sprite()
    odd = replace(known, picture=known.picture * np.float32(0.4), alone=True)
    found, missed, _ = searched(1.0, odd)
    assert not found and len(missed) == 1 and missed[0].misfit > WORST_MISFIT


def test_a_heap_elsewhere_drops_no_near_miss() -> None:
    """A faint wedge counts though wedges lie in a heap far away, and not at the edge of that heap."""
    _, missed, search = searched(FAINT, replace(sprite(), foot_mm=0.0, top_mm=2.4))
    there = missed[0].at
    for away, count in ((0.0, 1), (4.0 * search.bank.side, 2)):
        heap = replace(missed[0], heaped=True, at=(there[0] + away, there[1]))
        assert len(with_near_misses([heap], missed, search.bank)) == count


def test_only_what_a_print_bears_out_may_lie_where_edges_would_hide_it() -> None:
    """A flat wedge that fits and explains nine tenths may; one that fits badly or explains half may not, nor a plain pawn."""
    known = replace(sprite(), foot_mm=0.0, top_mm=2.4, face="up")
    bank = make_piece_bank([known, replace(known, kind="pawn", face=None)])
    assert bank is not None
    wedge_row, pawn_row = (int(np.flatnonzero(bank.kinds == kind)[0]) for kind in (0, 1))
    told = Found(wedge_row, (60.0, 60.0), 36.0, np.zeros(len(bank.kinds), np.float32), 0.8)
    others = [replace(told, misfit=1.6), replace(told, gain=20.0), replace(told, row=pawn_row)]
    assert borne_out([told, *others], bank, lambda _: LEAST_GAIN, WELL) == [told]


def test_what_fits_as_badly_as_others_of_its_kind_is_told() -> None:
    """Where all chests fit badly, one at an edge of the board that explains all that it must, and fits as they do, may be one;
    and a heap of them elsewhere does not take it away.  Where they fit well it is none."""
    bank = make_piece_bank([replace(sprite(), foot_mm=0.0, top_mm=14.0, face=None)])
    assert bank is not None
    area, none = float(bank.areas[0]), np.zeros(len(bank.kinds), np.float32)
    badly, well = ([Found(0, (40.0 * n, 0.0), 3 * area, none, misfit) for n in (1, 2, 3)] for misfit in (1.5, 0.5))
    edge = Found(0, (200.0, 0.0), 2 * area, none, 1.9)
    told = [borne_out([edge], bank, lambda piece: area, WELL, usual_misfits(found, bank)) for found in (badly, well, badly[:1])]
    assert told == [[edge], [], []]
    heap = [replace(piece, heaped=True) for piece in badly]
    assert edge in with_near_misses(heap, [edge], bank)
    assert replace(edge, gain=area / 2) not in with_near_misses(heap, [replace(edge, gain=area / 2)], bank)


def asked(known: Sprite, *lying: float) -> list[float]:
    """How sure pieces are where nearly one was found in the middle of a table, wedges lying turned so many degrees there."""
    table: NDArray[np.float32] = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen, bank = table.copy(), make_piece_bank([known])
    for degrees in lying:
        wedge(seen, (MIDDLE, MIDDLE), degrees)
    assert bank is not None
    board = Expected(table, np.ones((SIDE, SIDE), np.bool_), np.full((SIDE, SIDE), 8.0, np.float32))
    half = Expected(halved(table), board.known[::2, ::2], board.spread[::2, ::2])
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), half)
    search.near_misses = [Found(0, (MIDDLE / 2, MIDDLE / 2), 123.0, np.zeros(len(bank.kinds), np.float32), 0.9)]
    counted = Recount(bank, {}).counted([], [], search, FineView(seen, texture(seen), board, half))
    told = with_near_misses(counted, search.near_misses, bank)
    return [chance_of(piece, float(bank.areas[piece.row]), None) for piece in told]


def test_a_near_miss_is_as_sure_as_the_network_where_that_knows_the_kind() -> None:
    """A printed wedge whose lower half nobody saw bare explains as much as a real one; of what stands the network has no say."""
    flat = replace(sprite(), foot_mm=0.6, top_mm=2.4)
    assert [round(sure, 1) for sure in asked(flat)] == [0.0]
    assert [round(sure, 1) for sure in asked(flat, 0.0)] == [1.0]
    assert asked(sprite()) > [0.9]


def test_what_was_never_seen_bare_is_a_guess_on_tiles_and_not_in_zones() -> None:
    """A zone has the table's own colours."""
    bank = make_piece_bank([sprite()])
    assert bank is not None
    picture: NDArray[np.float32] = np.zeros((SIDE, SIDE, 3), np.float32)
    spread: NDArray[np.float32] = np.full((SIDE, SIDE), 8.0, np.float32)
    spread[100:140] = GUESS
    board = Expected(picture, np.ones((SIDE, SIDE), np.bool_), spread)
    recount = Recount(bank, {}, {Zone("pile"): (0, 0, 30, SIDE // 2)})
    guess = recount._guess(FineView(picture, picture[..., 0], board, board), (slice(90, 130), slice(40, 90)))
    assert guess[:10].max() == 0 and guess[10:, :20].max() == 0 and guess[10:, 20:].min() == 1
