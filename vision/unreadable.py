"""Pictures on which nothing can be read, whatever lies on the table."""

from __future__ import annotations

from companion.core.reading import NoReading
from vision.frame import Frame

LEAST_PX = 64
"""A picture of fewer pixels across or down is none."""
DARK = 12.0
"""Mean grey value below which a picture shows nothing."""


def unreadable(frame: Frame, size: tuple[int, int]) -> NoReading | None:
    """Why nothing can be read on a frame of a camera that takes pictures of that size (width, height); None if something can."""
    picture, (width, height) = frame.picture, size
    if picture.ndim != 3 or picture.shape[2] != 3 or min(picture.shape[:2]) < LEAST_PX:
        return NoReading(frame.number, frame.time_s, "camera-lost", "the picture is not a colour picture", "check the camera")
    if picture.shape[:2] != (height, width):
        return NoReading(
            frame.number, frame.time_s, "camera-lost",
            f"the picture has {picture.shape[1]} x {picture.shape[0]} pixels, the table was taught with {width} x {height}",
            f"set the camera to {width} x {height}, or teach the table again",
        )  # fmt: skip
    if float(picture[::8, ::8].mean()) < DARK:
        return NoReading(frame.number, frame.time_s, "dark", "the picture is black", "switch the light on, uncover the lens")
    return None
