"""Real cameras: the Raspberry Pi's own, or any that OpenCV can open."""

from __future__ import annotations

import time
from typing import Any

import cv2
import numpy as np

from companion.core.errors import CompanionError
from vision.frame import Camera, Frame, Picture

SIZE = (1536, 864)
"""Width and height asked for: a mode of the Camera Module 3 in which the whole sensor is used."""

MOST_MISSED = 20
"""After so many pictures in a row that did not come, the camera counts as lost."""


JPEG = cv2.VideoWriter.fourcc(*"MJPG")
"""How a USB camera says that it packs each picture as JPEG."""


class CameraError(CompanionError, OSError):
    """A camera cannot be opened, or has stopped giving pictures."""


class OpenCvCamera:
    """A USB camera, by its number."""

    def __init__(self, number: int, size: tuple[int, int] = SIZE, frames_per_s: float = 5.0) -> None:
        """Raises CameraError when there is no such camera."""
        self._device = cv2.VideoCapture(number)
        if not self._device.isOpened():
            self._device.release()
            raise CameraError(f"opening camera {number}: there is none; check its cable, or choose another with --camera")
        self._device.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._device.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        # One picture waiting is one too many: what is read shall be what the table looks like now.
        self._device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._packed = self._hands_on_jpeg()
        self._period_s, self._due_s, self._number, self._closed = 1.0 / frames_per_s, 0.0, 0, False

    def _hands_on_jpeg(self) -> bool:
        """Whether the camera packs its pictures as JPEG and OpenCV hands them on as they come: then most need no decoding."""
        if int(self._device.get(cv2.CAP_PROP_FOURCC)) != JPEG:
            return False
        self._device.set(cv2.CAP_PROP_CONVERT_RGB, 0)
        good, data = self._device.read()
        if good and _packed_frame(0, data) is not None:
            return True
        self._device.set(cv2.CAP_PROP_CONVERT_RGB, 1)
        return False

    def read(self) -> Frame | None:
        """The next picture at the wanted rate; raises CameraError when the camera stopped, None after `close`."""
        while not self._closed and time.monotonic() < self._due_s:
            self._device.grab()
        for _ in range(MOST_MISSED):
            if self._closed:
                return None
            good, data = self._device.read()
            frame = self._frame(data) if good else None
            if frame is not None:
                self._due_s = time.monotonic() + self._period_s
                self._number += 1
                return frame
        raise CameraError(f"reading the camera: {MOST_MISSED} pictures in a row did not come; check its cable, then restart")

    def _frame(self, data: Any) -> Frame | None:
        number = self._number + 1
        if self._packed:
            return _packed_frame(number, data)
        return Frame(number, time.monotonic(), np.asarray(data, dtype=np.uint8))

    def close(self) -> None:
        self._closed = True
        self._device.release()


class RaspberryPiCamera:
    """The camera module of a Raspberry Pi, by picamera2, which comes with Raspberry Pi OS."""

    def __init__(self, number: int, size: tuple[int, int] = SIZE, frames_per_s: float = 5.0) -> None:
        """Raises CameraError when picamera2 or the camera is missing."""
        try:
            from picamera2 import Picamera2

            self._device: Any = Picamera2(number)
        except (ImportError, IndexError, RuntimeError) as error:
            raise CameraError(
                f"opening the Raspberry Pi camera {number}: {error}; check its ribbon cable, and install python3-picamera2"
            ) from error
        # "RGB888" is libcamera's name for the byte order blue, green, red.
        self._device.configure(self._device.create_video_configuration({"size": size, "format": "RGB888"}, buffer_count=2))
        self._device.start()
        self._period_s, self._due_s, self._number, self._closed = 1.0 / frames_per_s, 0.0, 0, False

    def read(self) -> Frame | None:
        """The next picture at the wanted rate; None after `close`."""
        picture: Picture | None = None
        while not self._closed and (picture is None or time.monotonic() < self._due_s):
            picture = np.asarray(self._device.capture_array(), dtype=np.uint8)
        if self._closed or picture is None:
            return None
        self._due_s = time.monotonic() + self._period_s
        self._number += 1
        return Frame(self._number, time.monotonic(), picture)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._device.stop()


def _packed_frame(number: int, data: Any) -> Frame | None:
    """The frame of a line of bytes that is a JPEG; None for anything else, such as one torn on its way."""
    line = np.asarray(data)
    if line.dtype != np.uint8 or line.size != max(line.shape, default=0):
        return None
    frame = Frame(number, time.monotonic(), jpeg=line.tobytes())
    try:
        return frame if frame.eighth is not None else None
    except ValueError:
        return None


def open_camera(number: int, frames_per_s: float) -> Camera:
    """The Raspberry Pi's camera when this is one, else a USB camera.  Raises CameraError with both reasons."""
    try:
        return RaspberryPiCamera(number, frames_per_s=frames_per_s)
    except CameraError as ribbon:
        try:
            return OpenCvCamera(number, frames_per_s=frames_per_s)
        except CameraError as cable:
            raise CameraError(f"{ribbon}; {cable}") from cable
