"""A steady table is read once: nothing moves, nothing is read again."""

from dataclasses import replace

import numpy as np

from companion.core.grid import Cell, Zone
from companion.core.reading import LikelyLook, NoReading, Reading, TileClaim
from companion.core.scene import Look
from vision.frame import Frame
from vision.steady import SteadyReader, changed_share, shrunk


class CountingReader:
    """Counts how often it is asked."""

    def __init__(self):
        self.asked = 0

    def read(self, frame):
        self.asked += 1
        return Reading(frame.number, frame.time_s, (), ())


def picture(seed=0, patch=None, gain=1.0):
    """A grey table of 400 x 600 px with noise, and a dark square of 20 px where `patch` (row, column) says."""
    rng = np.random.default_rng(seed)
    image = np.full((400, 600, 3), 120.0)
    image[100:300, 200:400] = 60.0
    if patch:
        image[patch[0] : patch[0] + 20, patch[1] : patch[1] + 20] = 20.0
    return np.clip(image * gain + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


def test_a_table_that_lies_still_is_read_once():
    """Ten noisy frames of one scene cost one full reading and all carry their own number."""
    counting = CountingReader()
    reader = SteadyReader(counting)
    numbers = [reader.read(Frame(n, n / 5, picture(n))).frame for n in range(10)]
    assert (counting.asked, numbers) == (1, list(range(10)))


def test_a_small_thing_put_down_is_read_again_once_it_rests():
    """The frame in which it appears counts as moving, the next one is read, the one after costs nothing."""
    counting = CountingReader()
    reader = SteadyReader(counting)
    results = [reader.read(Frame(n, n / 5, picture(n, (50, 60) if n else None))) for n in range(4)]
    assert isinstance(results[1], NoReading)
    assert results[1].code == "moving"
    assert counting.asked == 2


def test_slow_light_is_no_change():
    """A table that gets a tenth brighter as a whole looks the same."""
    assert changed_share(shrunk(picture(1)), shrunk(picture(2, gain=1.1))) == 0


def test_a_piece_is_a_change():
    """A square of 20 px in another tone is found."""
    assert changed_share(shrunk(picture(1)), shrunk(picture(2, (50, 60)))) > 0


def watched(patches):
    """The results and the count of readings of a table within the middle of the frame, dark patches (top, bottom, left,
    right) laid on one after the other, each for two frames of a fifth of a second and the last for 14."""
    outline = np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]])
    counting = CountingReader()
    reader, results = SteadyReader(counting, outline), []
    for number, patch in enumerate([patch for patch in patches for _ in range(2)] + [patches[-1]] * 12):
        image = picture(number)
        if patch:
            image[patch[0] : patch[1], patch[2] : patch[3]] = 20
        results.append(reader.read(Frame(number, number / 5, image)))
    return results, counting.asked


def test_what_happens_beside_the_table_is_not_looked_at():
    """Somebody walks along the rim of the frame: one reading does for all frames."""
    results, asked = watched([None, (0, 400, 0, 40), (0, 400, 560, 600)])
    assert asked == 1 and all(isinstance(result, Reading) for result in results)


def test_an_arm_at_rest_is_waited_for():
    """A patch that reaches in over the rim is not read at once, but after two seconds; when it has gone, that is read at once."""
    results, asked = watched([None, (200, 260, 0, 300)])
    assert asked == 2
    assert [isinstance(result, Reading) for result in results] == [True] * 2 + [False] * 11 + [True] * 3


def test_a_large_thing_within_the_table_is_read_at_once():
    """A card of the same size that lies well inside is no arm."""
    results, asked = watched([None, (150, 210, 200, 400)])
    assert asked == 2
    assert [isinstance(result, Reading) for result in results[2:4]] == [False, True]


class KnowingReader(CountingReader):
    """Knows two places: one in the upper left, one in the middle."""

    def outlines_px(self):
        corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
        return {Cell(0, 0): 40 + 60.0 * corners, Cell(1, 1): (200, 100) + 200.0 * corners}


def test_a_look_names_the_places_that_look_otherwise():
    """After something was put down the second look says where; the first cannot tell, and a still table keeps its look."""
    reader = SteadyReader(KnowingReader())
    results = [reader.read(Frame(n, n / 5, picture(n, (50, 60) if n > 1 else None))) for n in range(5)]
    assert [(r.look, r.changed) for r in results if r] == [(1, None), (1, None), (2, {Cell(0, 0)}), (2, {Cell(0, 0)})]


def passed_by(patches, reader=None):
    """What is told of frames a fifth of a second apart, a dark square of 20 px where each patch (row, column) says."""
    steady = SteadyReader(reader or KnowingReader())
    return [steady.read(Frame(n, n / 5, picture(n, patch))) for n, patch in enumerate(patches)]


def test_what_moves_is_told_by_the_places_it_is_over():
    """A thing that appears over one place and moves on to another is told over both, also while it leaves; others are not."""
    results = passed_by([None, None, (50, 60), (350, 500), (180, 220), None, None])
    first, middle = Cell(0, 0), Cell(1, 1)
    assert [None if result else result.moved for result in results] == [None, None, {first}, {first}, {middle}, {middle}, None]


def test_what_was_put_down_is_told_while_something_moves_elsewhere():
    """A place that no longer looks as it did when it was read is told until it is read again, wherever the hand is by then."""
    reader, results = SteadyReader(KnowingReader()), []
    for number, corner in enumerate((None, None, 300, 320, 340)):
        image = picture(number, corner and (50, 60))
        if corner:
            image[340:380, corner : corner + 40] = 20
        results.append(reader.read(Frame(number, number / 5, image)))
    assert [result.moved for result in results if not result] == [{Cell(0, 0)}] * 3


def test_a_reader_without_places_cannot_tell_where_something_moves():
    """Where nobody knows where the places lie it may move anywhere."""
    assert [result.moved for result in passed_by([None, (50, 60), None], CountingReader()) if not result] == [None, None]


def test_an_arm_that_rests_is_told_by_the_places_it_is_over():
    """While an arm at rest is waited for it is said what it lies over."""
    outline = np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]])
    reader, told = SteadyReader(KnowingReader(), outline), []
    for number in range(4):
        image = picture(number)
        if number:
            image[200:260, :300] = 20
        told.append(reader.read(Frame(number, number / 5, image)))
    assert [result.moved for result in told[1:]] == [{Cell(1, 1)}] * 3


class HandReader(CountingReader):
    """Takes whatever lies there for a hand over these cells of a grid of 4 x 4."""

    def __init__(self, *hidden):
        super().__init__()
        self.hidden = frozenset(hidden)

    def read(self, frame):
        cells = tuple(TileClaim(Cell(row, col), ()) for row in range(4) for col in range(4))
        return replace(super().read(frame), tiles=cells, hand=True, hidden=self.hidden)


def test_what_never_stirs_is_no_hand():
    """A piece taken for a hand is none once it has not stirred for long, nor after the next move elsewhere; a new one may be."""
    hands = HandReader(Cell(1, 1))
    reader = SteadyReader(hands)
    first, last, long_after = (reader.read(Frame(n, time_s, picture(n))) for n, time_s in enumerate((0.0, 9.0, 11.0)))
    assert (first.hand, last.hand, long_after.hand) == (True, True, False)
    assert long_after.hidden == {Cell(1, 1)}
    elsewhere = [reader.read(Frame(n, 12.0 + n / 5, picture(n, (50, 60)))) for n in (3, 4)][-1]
    assert (hands.asked, elsewhere.hand) == (2, False)
    hands.hidden = frozenset({Cell(1, 1), Cell(2, 2)})
    another = [reader.read(Frame(n, 14.0 + n / 5, picture(n, (150, 60)))) for n in (5, 6)][-1]
    assert another.hand


def test_an_arm_that_rests_is_waited_for_longer():
    """What reaches in from the rim of the grid, or over a place beside it, is a hand until it has kept still as no arm does."""
    for hidden in ((Cell(1, 1), Cell(1, 0)), (Cell(2, 2), Cell(3, 2)), (Cell(1, 1), Zone("own")), ()):
        reader = SteadyReader(HandReader(*hidden))
        rests = [reader.read(Frame(n, time_s, picture(n))).hand for n, time_s in enumerate((0.0, 11.0, 29.0, 31.0))]
        assert rests == [True, True, True, False]


class KnowingHands(KnowingReader, HandReader):
    """Takes what lies in these cells for a hand, and knows two places."""


def test_what_lay_there_still_lies_there_though_a_look_leaves_it_out():
    """A lamp mirrored at the rim, told in some looks and not in others, is no hand the next time where nothing changed."""
    reader = SteadyReader(hands := KnowingHands(Cell(0, 0)))
    assert [reader.read(Frame(n, n * 31.0, picture(n))).hand for n in (0, 1)] == [True, False]
    told = []
    for n, hidden in ((2, ()), (4, (Cell(0, 0),))):
        hands.hidden = frozenset(hidden)
        told.append([reader.read(Frame(n + m, 40.0 + n + m / 5, picture(n, (150, 250 + 20 * n)))) for m in (0, 1)][-1])
    assert (told[1].hidden, told[1].hand) == ({Cell(0, 0)}, False)


def test_memory_goes_back_once_the_table_has_lain_still(monkeypatch):
    """Not while a turn may still be looked at again, and no more than once after each reading."""
    given, reader = [], SteadyReader(CountingReader())
    monkeypatch.setattr("vision.steady.give_back", lambda: given.append(True))
    counts = []
    for n in range(10):
        reader.read(Frame(n, float(n), picture(n)))
        counts.append(len(given))
    assert counts == [0] * 5 + [1] * 5


class OwingReader(KnowingReader):
    """Reads in parts and owes a reading of all; what lies in one cell is told by whole readings as `shown`."""

    def __init__(self):
        super().__init__()
        self.parts, self.shown, self.wholes, self.rests = 0, "mill", [], 0

    def reread(self, frame):
        self.parts += 1
        return self._told(frame, "mill")

    def read(self, frame):
        self.parts = 0
        self.wholes.append(frame.number)
        return self._told(frame, self.shown) if self.shown else NoReading(frame.number, frame.time_s, "dark", "", "")

    def owes(self, small):
        return self.parts > 1

    def rest(self):
        self.rests += 1

    def _told(self, frame, kind):
        return Reading(frame.number, frame.time_s, (TileClaim(Cell(0, 0), (LikelyLook(Look(kind, "up"), -0.1),)),), ())


def owing(shown):
    """The reader and what is told of two looks in parts, and of a frame a second while nothing changes any more."""
    inner = OwingReader()
    steady, inner.shown = SteadyReader(inner), shown
    times = (0.0, 1.0, 1.2, *(2.0 + n for n in range(8)))
    return inner, [steady.read(Frame(n, time_s, picture(n, (50, 60) if n else None))) for n, time_s in enumerate(times)]


def test_what_is_owed_is_read_when_nobody_waits():
    """Five seconds after the look that made it fall due all is read, once; as it reads the same, it is no new look."""
    inner, results = owing("mill")
    assert inner.wholes == [8] and inner.parts == 0 and inner.rests == 1
    assert [result.look for result in results if result] == [1] + [2] * 9


def test_an_error_found_when_nobody_waits_is_a_look_at_which_nothing_changed():
    """All of it reads otherwise than the parts did: that is a new look, and no place looks otherwise than before."""
    results = owing("yard")[1]
    assert [result.look for result in results if result] == [1] + [2] * 6 + [3] * 3
    assert results[-1].changed == frozenset() and results[-1].tiles[0].best.kind == "yard"


def test_what_was_read_stays_read_though_all_cannot_be_read():
    """A whole reading in a quiet moment comes to nothing: the table still looks as it did when it was read."""
    results = owing("")[1]
    assert results[-1] and results[-1].look == 2
