"""A network sees where wedges lie on each other; what it confirms is believed, what it denies is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_wedges import WOOD, YELLOW, mouse, sprite, wedge
from numpy.typing import NDArray

from companion.core.grid import Cell
from vision.belief import chance_of
from vision.found import Found
from vision.heap_net import HeapNet, Mark, _doubted
from vision.heap_places import TURNS, places
from vision.marked import NO_MARK, SAME, _each_once, _weighed, said_of
from vision.parts_of_hands import parts_of_hands
from vision.piece_bank import make_piece_bank
from vision.poses import Lying, Poses, Thin
from vision.rig import SPRITE_SIDE, Sprite

Array = NDArray[np.float32]
SIDE, LARGE = 160, 2.4
LIMIT = 2_500_000


def flat_wedge() -> Sprite:
    return replace(sprite(), foot_mm=0.6, top_mm=2.4)


def disc() -> Sprite:
    """A flat disc as large as a wedge."""
    down, across = np.mgrid[:SPRITE_SIDE, :SPRITE_SIDE] - (SPRITE_SIDE - 1) / 2
    inside = (np.hypot(across, down) < 5).astype(np.float32)
    return replace(flat_wedge(), kind="coin", picture=(inside[..., None] * 150 + 60).repeat(3, axis=2)[None], cover=inside[None])


BANK = make_piece_bank([flat_wedge(), disc(), replace(mouse(), foot_mm=0.6)])
assert BANK is not None
NET = HeapNet(BANK)
ROOT = LARGE * float(flat_wedge().cover[0].sum()) ** 0.5


def seen(*lying: tuple[float, float, float]) -> list[Mark]:
    """What is told of a wooden table on which wedges lie at (x, y, degrees) about its middle, the last on top in full light."""
    assert NET.knows("cheese")
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    picture = table.copy()
    for n, (x, y, degrees) in enumerate(lying, 1):
        blue, green, red = (each * (1.0 if n == len(lying) else 0.8) for each in YELLOW)
        wedge(picture, (x + SIDE / 2, y + SIDE / 2), degrees, (blue, green, red), LARGE)
    picture += np.random.default_rng(3).normal(0, 4, picture.shape).astype(np.float32)
    return NET.marks("cheese", ROOT, picture, table, np.ones((SIDE, SIDE), np.float32))


def test_flat_wedges_are_known_and_discs_and_tall_pieces_are_not() -> None:
    """It asks what was taught, not what it is called."""
    assert [NET.knows(kind) for kind in ("cheese", "coin", "mouse", "nothing")] == [True, False, False, False]


def test_one_side_that_is_recognised_is_enough() -> None:
    """The other may have the table's colour, so that no more than a rim of it was learnt; two such sides are no wedge."""
    up, down = replace(flat_wedge(), face="up"), replace(disc(), kind="cheese", face="down")
    for sides, known in (((up, down), True), ((replace(down, face="up"), down), False)):
        bank = make_piece_bank(sides)
        assert bank is not None and HeapNet(bank).knows("cheese") is known


def test_wedges_apart_are_seen_where_they_lie_and_as_they_are_turned() -> None:
    """Turns as a row of the bank has them: clockwise from how the piece was taught."""
    lying = [(40.0, -30.0, 0.0), (-40.0, 0.0, 90.0), (10.0, 40.0, 200.0)]
    marks = [mark for mark in seen(*lying) if mark.odds > 0]
    assert len(marks) == 3
    for x, y, degrees in lying:
        near = min(marks, key=lambda mark: np.hypot(mark.at[0] - x - SIDE / 2, mark.at[1] - y - SIDE / 2))
        assert np.hypot(near.at[0] - x - SIDE / 2, near.at[1] - y - SIDE / 2) < 5
        assert abs((near.headings[None] - degrees + 180) % 360 - 180) < 20


def test_a_wedge_half_below_another_is_one_more() -> None:
    """Where rims meet rims, pixel by pixel there is one piece or three."""
    assert sum(mark.odds > 0 for mark in seen((0.0, 0.0, 0.0), (20.0, 12.0, 130.0))) == 2


def test_a_mirrored_picture_tells_the_same() -> None:
    """Where it is in doubt it looks at each twice, the second time in a mirror; what is sure stays so."""
    picture, table = np.full((2, SIDE, SIDE, 3), WOOD, np.float32)
    for x, y, degrees, share in ((60, 70, 20.0, 0.8), (76, 82, 140.0, 1.0), (110, 50, 250.0, 0.9)):
        blue, green, red = (each * share for each in YELLOW)
        wedge(picture, (x, y), degrees, (blue, green, red), LARGE)
    assert NET.knows("cheese")
    free = np.ones((SIDE, SIDE), np.float32)
    plain, mirrored = (NET.marks("cheese", ROOT, each, table, free) for each in (picture, picture[:, ::-1]))
    assert len(plain) > 2 and len(plain) == len(mirrored)
    for mark in plain:
        other = min(mirrored, key=lambda one: np.hypot(one.at[0] + mark.at[0] - SIDE + 1, one.at[1] - mark.at[1]))
        assert other.at == pytest.approx((SIDE - 1 - mark.at[0], mark.at[1])) and other.odds == pytest.approx(mark.odds, abs=0.1)


def test_it_looks_again_about_what_is_in_doubt_and_no_farther() -> None:
    """What is sure, and what is nothing, asks for no second look."""
    said = np.zeros((2, TURNS, 100, 120), np.float32)
    said[0, 0, 20, 30], said[0, 0, 50, 10] = 0.9, 0.1
    assert _doubted(said) is None
    said[1, 5, 50, 60] = 0.4
    assert _doubted(said) == (slice(24, 76), slice(36, 88))


def test_among_others_a_doubtful_place_is_likelier_a_piece() -> None:
    """Beside two sure ones what is said by halves is more likely one than not; beside one of them it is not."""
    said = np.zeros((2, TURNS, 60, 60), np.float32)
    said[0, 0, 30, 30], said[0, 6, 30, 38] = 0.43, 0.9
    assert [place[4] > 0 for place in places(said)] == [True, False]
    said[0, 12, 22, 30] = 0.8
    assert [place[4] > 0 for place in places(said)] == [True, True, True]


def test_what_is_said_of_many_places_is_one_piece() -> None:
    """A corner that sticks out from below: nobody sees where its middle is.  What a hand covers was never asked about."""
    said, free = np.zeros((2, TURNS, 60, 60), np.float32), np.ones((120, 120), np.float32)
    said[0, 0, 30, 30], said[0, 6, 30, 38], said[0, 12, 22, 30] = 0.36, 0.9, 0.8
    assert places(said, None, free)[2][4] < 0
    said[0, 2:9, 37:42, 27:32] = 0.3
    said[0, 4, 39, 29] = 0.36
    told = {at[:2]: at[4] > 0 for at in places(said, None, free)}
    assert told == {(76.5, 60.5): True, (60.5, 44.5): True, (60.5, 60.5): False, (58.5, 78.5): True}
    free[70:] = 0
    assert not any(at[1] > 70 and at[4] > 0 for at in places(said, None, free))


def test_where_the_board_is_a_guess_more_must_be_said() -> None:
    """What nobody saw bare may be printed so; what is said more plainly is a piece all the same."""
    said, guess = np.zeros((2, TURNS, 60, 60), np.float32), np.zeros((120, 120), np.float32)
    said[0, 0, 10, 10] = said[0, 0, 40, 40] = 0.6
    said[0, 0, 40, 10] = 0.8
    guess[60:] = 1
    told = {(across, down): odds > 0 for across, down, _, _, odds, _ in places(said, guess)}
    assert told == {(20.5, 20.5): True, (80.5, 80.5): False, (20.5, 80.5): True}


def test_on_the_bare_table_nothing_is_seen() -> None:
    """Nor where noise alone is."""
    assert not [mark for mark in seen() if mark.odds > 0]


def test_a_window_of_any_size_is_seen_in_the_same_place() -> None:
    """It halves what it sees three times: what is no multiple of eight is made wider."""
    table = np.full((101, 115, 3), WOOD, np.float32)
    picture = table.copy()
    wedge(picture, (61.0, 52.0), 30.0, size=LARGE)
    assert NET.knows("cheese")
    (mark,) = [each for each in NET.marks("cheese", ROOT, picture, table, np.ones((101, 115), np.float32)) if each.odds > 0]
    assert np.hypot(mark.at[0] - 61, mark.at[1] - 52) < 6


def test_its_file_names_a_certain_size() -> None:
    """OpenCV 4 reads no network whose size is open, and asks one of a certain size about any other all the same."""
    told = NET._net.path.read_bytes()
    shape = told[told.rindex(b"shown") :]
    # A side that is open has a name (field 2 of a dimension in ONNX), a certain one a number (field 1).
    names = [shape[n + 2 : n + 2 + shape[n + 1]] for n in range(len(shape) - 2) if shape[n] == 0x12]
    assert not [name for name in names if name in (b"n", b"h", b"w", b"down", b"across")]


def test_of_pieces_in_motion_nothing_is_told() -> None:
    """It was taught with pictures of a camera at rest."""
    assert BANK is not None
    assert not HeapNet(replace(BANK, motion=np.ones((3, 3), np.float32) / 9)).knows("cheese")


def test_a_pose_is_what_the_mark_beside_it_says() -> None:
    """Of a pose of which no mark tells the network sees nothing."""
    cover = np.ones((2, 4), np.float32)
    pixels, at = np.array([[0, 1, 40, 41], [1620, 1621, 1660, 1661]]), np.array([(0, 0), (20, 40)])
    rows, thin = np.zeros(2, np.int64), Thin(np.arange(2), pixels, cover, cover, cover.sum(axis=1))
    poses = Poses(rows, at, pixels, cover, lambda n: (cover, cover, cover), 2, thin, True)
    assert said_of([Mark((1.0, 2.0), {None: 0.0}, None, 3.0, 0.0)], 40, poses, [0, 1]) == {0: 3.0, 1: NO_MARK}


def lying(odds: float, seen: float, at: tuple[float, float] = (20.0, 20.0), gain: float = 3.0) -> Lying:
    """A piece of twelve pixels told with such odds, of which that share is seen, and which explains so much a pixel of it."""
    pixels, none = np.arange(12), np.zeros(0)
    return Lying(0, at, gain * 12 * seen, 0.8, seen, pixels, np.ones(12, np.float32), none.astype(int), none, 0.0, odds)


def test_one_piece_that_is_told_twice_turned_otherwise_is_one_and_as_likely_as_either() -> None:
    """What lies all but covered about the same middle is it; farther off, or seen for a third, it is another."""
    assert [each.odds for each in _each_once([lying(-1.5, 1.0), lying(3.8, 0.1)])] == [3.8, SAME]
    assert [each.odds for each in _each_once([lying(0.0, 1.0), lying(-1.5, 0.1)])] == [0.0, SAME]
    assert [each.odds for each in _each_once([lying(-1.5, 1.0), lying(3.8, 0.1, (20.0, 35.0))])] == [-1.5, 3.8]
    assert [each.odds for each in _each_once([lying(-1.5, 1.0), lying(3.8, 0.4)])] == [-1.5, 3.8]


def test_what_lies_below_a_piece_that_is_sure_as_it_lies_is_another() -> None:
    """Of two turns of one piece the network is sure of neither; what explains next to nothing is a shadow, and what hardly peeps
    out a rim."""
    assert [each.odds for each in _each_once([lying(6.0, 1.0), lying(1.3, 0.14, gain=2.4)])] == [6.0, 1.3]
    assert [each.odds for each in _each_once([lying(6.0, 1.0), lying(1.3, 0.1, gain=2.4)])] == [6.0, SAME]
    assert [each.odds for each in _each_once([lying(6.0, 1.0), lying(1.3, 0.14, gain=0.5)])] == [6.0, SAME]


def test_what_a_doubtful_piece_explains_has_a_say() -> None:
    """Not of a sure one, nor of one that is another already, nor of one of which next to nothing is seen."""
    well, badly = (_weighed(lying(0.0, 0.8, gain=gain)).odds for gain in (4.0, -4.0))
    assert well is not None and badly is not None and well > 1 > -3 > badly
    for odds, seen in ((4.0, 0.8), (SAME, 0.8), (0.0, 0.02)):
        assert _weighed(lying(odds, seen, gain=-4.0)).odds == odds


def heaped(odds: float | None) -> Found:
    assert BANK is not None
    return Found(0, (40.0, 40.0), 250.0, np.zeros(len(BANK.kinds), np.float32), 0.8, heaped=True, odds=odds)


def test_a_piece_of_a_heap_is_as_sure_as_the_network() -> None:
    """Where the network has no say all is as it was."""
    confirmed, plain, denied = (chance_of(heaped(odds), 100.0, None) for odds in (4.0, None, -4.0))
    assert confirmed > plain > denied
    assert [confirmed, denied] == pytest.approx([1 / (1 + np.exp(-4.0)), 1 / (1 + np.exp(4.0))])


def test_what_is_denied_is_no_surer_than_that_wherever_it_lies() -> None:
    """By itself, too, as what was found where the network sees nothing."""
    alone = replace(heaped(None), heaped=False)
    assert chance_of(alone, 100.0, None) > 0.5
    assert chance_of(replace(alone, odds=-4.0), 100.0, None) < 0.02


def test_a_confirmed_piece_is_no_finger() -> None:
    """A side that never lay in such a place, beside a hand, is one."""
    sides = [replace(sprite(), face=face, places=((zone, 3),)) for face, zone in (("up", ""), ("down", "box"))]
    bank = make_piece_bank(sides)
    assert bank is not None
    row = int(np.flatnonzero(bank.kinds == 1)[0])
    near, place = np.ones((80, 80), np.bool_), Cell(0, 0)
    told = [parts_of_hands([replace(heaped(odds), row=row)], [None], bank, [place], near) for odds in (None, 4.0)]
    assert told == [frozenset({0}), frozenset()]


def test_the_middle_of_a_pose_is_that_of_what_it_covers() -> None:
    """Across and down in a square so wide."""
    cover = np.ones((2, 4), np.float32)
    pixels, at = np.array([[0, 1, 10, 11], [55, 56, 65, 66]]), np.array([(0, 0), (5, 5)])
    rows, thin = np.zeros(2, np.int64), Thin(np.arange(2), pixels, cover, cover, cover.sum(axis=1))
    poses = Poses(rows, at, pixels, cover, lambda n: (cover, cover, cover), 2, thin, True)
    assert poses.middles(10).tolist() == [[0.5, 0.5], [5.5, 5.5]]


def test_the_weights_are_small() -> None:
    """They travel with the program."""
    assert BANK is not None
    assert 0 < HeapNet(BANK)._net.path.stat().st_size < LIMIT
