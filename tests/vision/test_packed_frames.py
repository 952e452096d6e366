"""Frames that come as JPEG are decoded as far as somebody asks, and a USB camera that sends them is not made to decode."""

import cv2
import numpy as np
import pytest

from companion.core.reading import Reading
from vision import sources
from vision.frame import Frame
from vision.sources import JPEG, OpenCvCamera
from vision.steady import CHANGED, SteadyReader, shrunk, small_of


def table(spot=0):
    """A table of 400 x 600 px with soft patterns, and a bright square at that column where it is not 0, as JPEG."""
    rows, cols = np.mgrid[:400, :600]
    image = np.stack([90 + 40 * np.sin(rows / 31), 120 + 30 * np.cos(cols / 23), 100 + 0 * rows], axis=2)
    if spot:
        image[100:140, spot : spot + 40] = 240
    return cv2.imencode(".jpg", image.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


class Counting:
    """Counts the frames read from scratch and the pictures decoded for them."""

    def __init__(self):
        self.shapes = []

    def read(self, frame):
        self.shapes.append(frame.picture.shape)
        return Reading(frame.number, frame.time_s, (), ())


class FakeDevice:
    """A USB camera: what it hands on while `raw`, else a picture."""

    def __init__(self, fourcc=JPEG, data=None):
        self.fourcc, self.raw, self.data = fourcc, False, [np.frombuffer(table(), np.uint8)[None] if data is None else data]

    def isOpened(self):  # noqa: N802
        return True

    def set(self, what, value):
        if what == cv2.CAP_PROP_CONVERT_RGB:
            self.raw = not value

    def get(self, what):
        return float(self.fourcc) if what == cv2.CAP_PROP_FOURCC else 0.0

    def grab(self):
        return True

    def read(self):
        return True, self.data[0] if self.raw else np.zeros((400, 600, 3), np.uint8)


def camera(monkeypatch, device):
    monkeypatch.setattr(sources.cv2, "VideoCapture", lambda number: device)
    return OpenCvCamera(0, frames_per_s=1000)


def test_a_still_table_is_decoded_whole_once():
    """Of ten JPEG frames of one table one is read from scratch; the others are not decoded whole."""
    counting = Counting()
    reader, frames = SteadyReader(counting), [Frame(number, number / 5, jpeg=table()) for number in range(10)]
    assert [reader.read(frame).frame for frame in frames] == list(range(10))
    assert counting.shapes == [(400, 600, 3)]
    assert [frame._picture is not None for frame in frames] == [True] + [False] * 9


def test_what_changes_in_a_jpeg_is_read_again():
    """A bright square that appears is found in the eighths too."""
    counting = Counting()
    reader = SteadyReader(counting)
    for number in range(4):
        reader.read(Frame(number, number / 5, jpeg=table(300 if number else 0)))
    assert len(counting.shapes) == 2


def test_an_eighth_of_a_jpeg_is_the_picture_made_small():
    """Both ways of making a frame small agree to less than what counts as a change."""
    frame = Frame(1, 0.0, jpeg=table(300))
    assert np.abs(small_of(frame) - shrunk(frame.picture)).max() < CHANGED


def test_a_frame_that_is_no_jpeg_says_so():
    """Bytes that are no picture are refused, not made up."""
    with pytest.raises(ValueError, match="no JPEG"):
        assert Frame(1, 0.0, jpeg=b"\xff\xd8 torn").picture is None


def test_a_camera_hands_on_its_jpegs(monkeypatch):
    """The frame of a camera that packs its pictures holds the bytes; the pixels are there when asked for."""
    frame = camera(monkeypatch, FakeDevice()).read()
    assert frame._picture is None
    assert frame.picture.shape == (400, 600, 3)


def test_a_torn_jpeg_is_passed_over(monkeypatch):
    """Of pictures that cannot be decoded none becomes a frame; a camera that sends no other counts as lost."""
    device = FakeDevice()
    opened = camera(monkeypatch, device)
    device.data[0] = np.frombuffer(b"\xff\xd8 torn", np.uint8)[None]
    with pytest.raises(sources.CameraError, match="did not come"):
        opened.read()


@pytest.mark.parametrize("device", [FakeDevice(fourcc=0), FakeDevice(data=np.zeros((400, 600, 2), np.uint8))])
def test_any_other_camera_gives_pixels(monkeypatch, device):
    """A camera that packs nothing, or does not hand on what it packed, is asked for pictures."""
    frame = camera(monkeypatch, device).read()
    assert not device.raw
    assert frame.picture.shape == (400, 600, 3)
