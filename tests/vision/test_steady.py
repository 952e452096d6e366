"""A steady table is read once: nothing moves, nothing is read again."""

import numpy as np

from companion.core.reading import NoReading, Reading
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
