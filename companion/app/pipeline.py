"""Camera thread and reader thread: frames become readings, the newest frame wins."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

import cv2

from companion.core.reading import NoReading, Reading
from companion.table.loop import NewestSlot
from vision.frame import Camera, Frame, Picture
from webui.feed import Layer

LOG = logging.getLogger(__name__)

JPEG_QUALITY = 80

REMEMBERED = 4
"""So many frames that were read are remembered: the table may speak about one when the next has come already."""

HELD = "held"
"""The code of a frame that nobody read because the game waits."""


class FrameReader(Protocol):
    """What turns a frame into a reading; never raises on a bad picture."""

    def read(self, frame: Frame) -> Reading | NoReading: ...


class Pipeline:
    """Owns the camera.  `deliver` gets each result on the reader thread; `failed` one sentence when a thread must give up."""

    def __init__(
        self,
        camera: Camera,
        reader: FrameReader,
        draw: Callable[[Frame, Reading | NoReading], Picture],
        deliver: Callable[[Reading | NoReading], None],
        failed: Callable[[str], None],
    ) -> None:
        self._camera, self._reader, self._draw, self._deliver, self._failed = camera, reader, draw, deliver, failed
        self._slot: NewestSlot[Frame] = NewestSlot()
        self._newest: Frame | None = None
        self._read_lately: deque[Frame] = deque(maxlen=REMEMBERED)
        self._held = ""
        self._last: tuple[Frame, Reading | NoReading] | None = None
        self._encoded: dict[Layer, tuple[int, bytes]] = {}
        self._encoding = threading.Lock()
        self._ending = threading.Event()
        self._threads = [
            threading.Thread(target=self._guard, args=(self._look,), name="camera", daemon=True),
            threading.Thread(target=self._guard, args=(self._read,), name="reader", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End both threads and give the camera back.  May be called twice."""
        self._ending.set()
        self._slot.close()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(timeout=5)
        self._camera.close()

    def newest(self) -> Frame | None:
        """The newest frame, read or not."""
        return self._newest

    def read_lately(self, number: int | None) -> Frame | None:
        """The frame of that number if it was read not long ago, else the newest that was read; None before the first."""
        known = list(self._read_lately)
        return next((frame for frame in known if frame.number == number), known[-1] if known else None)

    def hold(self, why: str) -> None:
        """Read no frame and say why instead; an empty text: read again."""
        self._held = why

    def exchange(self, reader: FrameReader, draw: Callable[[Frame, Reading | NoReading], Picture]) -> None:
        """Read the next frame with another reader."""
        self._reader, self._draw = reader, draw

    def picture(self, layer: Layer) -> bytes | None:
        """The newest frame that was read, as JPEG; encoded once however many look at it."""
        last = self._last
        if last is None:
            return None
        frame, result = last
        with self._encoding:
            number, data = self._encoded.get(layer, (-1, b""))
            if number != frame.number:
                drawn = frame.picture if layer == "camera" else self._draw(frame, result)
                data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
                self._encoded[layer] = (frame.number, data)
        return data

    # The two threads -------------------------------------------------------------------------------------------
    def _look(self) -> None:
        while not self._ending.is_set():
            frame = self._camera.read()
            if frame is None:
                return
            self._newest = frame
            self._slot.put(frame)

    def _read(self) -> None:
        while not self._ending.is_set():
            frame = self._slot.take(timeout_s=0.5)
            if frame is None:
                continue
            held = NoReading(frame.number, frame.time_s, HELD, self._held, "") if self._held else None
            result = held or self._reader.read(frame)
            self._last = (frame, result)
            self._read_lately.append(frame)
            self._deliver(result)

    def _guard(self, work: Callable[[], None]) -> None:
        """The top of a thread: what nobody foresaw is logged with its trace and said to people."""
        try:
            work()
        except Exception:
            LOG.exception("the %s thread stopped", threading.current_thread().name)
            self._failed(f"The {threading.current_thread().name} stopped because of an error in the program; see the log.")
