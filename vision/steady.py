"""Reads a live camera with as little work as possible: nothing moves, nothing is read again.

    1 shrink the frame   2 does it move?   3 does it differ from the last frame that was read?   4 read it

A frame costs a small resize and two differences as long as the table lies still, and a reading once after each change.  Readings
of parts owe one of all of the table from time to time; it is made when the table has lain still for a while, and nobody waits.
Where the table's outline in the picture is known, people beside it are not looked at, and an arm that rests on it is waited
for: what is large, was not there in the frame read last, and reaches in over the outline.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol, runtime_checkable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Cell, Place
from companion.core.reading import NoReading, Reading
from vision.channels import times
from vision.frame import Frame, Picture
from vision.memory import give_back

HALVINGS = 3
SHRINK = 2**HALVINGS
"""One small pixel is the mean of this many pixels a side: sensor noise is gone, a marble still is two of them wide."""

CHANGED = 7.0
"""Grey values (0..255) by which a small pixel must differ; an edge that trembles by a tenth of a pixel differs by two."""

MOVING_SHARE = 0.0004
"""Share of small pixels that change from frame to frame while something moves (eight of them at 1536 x 864)."""

CHANGED_SHARE = 0.0001
"""Share of small pixels that differ from the frame read last when something lies otherwise (two of them at 1536 x 864)."""

MOST_GAIN = 0.2
"""A picture that gets brighter or darker by more than this share was not changed by light alone."""

TREMBLE = 0.07
"""How far the camera may tremble, in small pixels: half a pixel of the frame."""

REACHING_SHARE = 0.02
"""Share of the table that a patch of changed pixels covers at least when it is an arm, and not what was put down at the rim."""

PATIENCE_S = 2.0
"""How long an arm that rests over the table is waited for; then it is read with whatever lies on it."""

LYING_S, LONG_S = 10.0, 30.0
"""What was taken for a hand, has not stirred for so long and reaches in from nowhere is none: something lies there that was not
recognised.  What lies at the rim may be an arm that rests on the table; but no arm keeps as still as a mirrored lamp does for
three times as long."""

STILL_S = 5.0
"""After so long without a change a reading of all that is owed is made, and the memory that reading took goes back to the system:
to ask for it anew costs a tenth of a reading, and a turn is often looked at several times."""

EVERY = 4
"""Only every fourth small pixel of a row and column is asked how much brighter the picture has become."""

Small = NDArray[np.float32]
Mask = NDArray[np.bool_]
_Spot = tuple[Place, tuple[slice, slice], NDArray[np.uint8] | None]
"""A place, the box of small pixels around it, and which of them are its own; None where the picture does not show all of it:
there anything may have changed."""


class FullReader(Protocol):
    """Reads one frame from scratch."""

    def read(self, frame: Frame) -> Reading | NoReading: ...


@runtime_checkable
class KnowsPlaces(Protocol):
    """A reader that knows where the places of the table lie in the picture."""

    def outlines_px(self) -> Mapping[Place, NDArray[np.float64]]:
        """The corners (n, 2) of every place in the frame read last, px, convex."""
        ...


@runtime_checkable
class ReadsAgain(Protocol):
    """A reader that can read a part of a frame, where the rest looks as it did in the frame read last."""

    def reread(self, frame: Frame) -> Reading | NoReading: ...

    def owes(self, small: Small) -> bool:
        """Whether all should be read again as soon as nobody waits; `small` is the shrunk frame (`small_of`)."""
        ...

    def rest(self) -> None:
        """Let go of what only makes the next reading a little quicker."""
        ...


class SteadyReader:
    """Reads frames of a live camera, in order.  While something moves it says so, and over which places, and reads nothing."""

    def __init__(self, reader: FullReader, outline: NDArray[np.float64] | None = None) -> None:
        """`outline` (n, 2) are the corners of the table in the frame, convex, as shares of its width and height; without them
        all of the frame is looked at."""
        self._reader = reader
        self._outline = outline
        self._inside: Mask | None = None
        self._before: Small | None = None
        self._read: tuple[Small, Reading | NoReading] | None = None
        self._resting_since: float | None = None
        self._arm_read = False
        self._lying: frozenset[Place] = frozenset()
        self._rests_at: float | None = None
        self._spots: tuple[_Spot, ...] | None = None
        self.full_readings = 0
        """How many frames had to be read from scratch."""

    def read(self, frame: Frame) -> Reading | NoReading:
        """The reading of this frame; the last one with a new number while nothing has changed."""
        small = small_of(frame)
        if self._inside is None or self._inside.shape != small.shape[:2]:
            self._inside, self._spots = inside_mask(small, self._outline), None
        before, self._before = self._before, small
        if before is not None and before.shape == small.shape and self._share(before, small) > MOVING_SHARE:
            self._resting_since = None
            words, remedy, moved = "something moves over the table", "wait until it lies still", self._moved(before, small)
            return NoReading(frame.number, frame.time_s, "moving", words, remedy, moved)
        if self._read is not None and self._read[0].shape == small.shape:
            seen, result = self._read
            if self._share(seen, small) <= CHANGED_SHARE:
                if self._rests_at is not None and frame.time_s >= self._rests_at:
                    result = self._rested(frame, small, result)
                if isinstance(result, Reading) and result.hand and frame.time_s - result.time_s >= _patience(result):
                    self._lying, result = result.hidden, replace(result, hand=False, time_s=frame.time_s)
                    self._read = self._read[0], result
                return replace(result, frame=frame.number, time_s=frame.time_s)
            if self._waits(seen, small, frame.time_s):
                words, remedy = "something lies over the rim of the table", "take the hand off the table"
                return NoReading(frame.number, frame.time_s, "moving", words, remedy, self._moved(seen, small))
        self._rests_at = frame.time_s + STILL_S
        result = self._reader.reread(frame) if isinstance(self._reader, ReadsAgain) else self._reader.read(frame)
        # Only now does the reader know where the places lie in this frame.
        self._spots = None
        self._arm_read, self._resting_since = self._resting_since is not None, None
        return self._taken(small, result)

    def _taken(self, small: Small, result: Reading | NoReading) -> Reading | NoReading:
        """A result as the next look, and kept; what has lain for long is no hand."""
        self.full_readings += 1
        if isinstance(result, Reading):
            changed = self._changed_places(small)
            # Where nothing changed what lay there still lies there, told or not.
            self._lying &= result.hidden if changed is None else result.hidden | (self._lying - changed)
            hand = result.hand and not (result.hidden and result.hidden <= self._lying)
            result = replace(result, look=self.full_readings, changed=changed, hand=hand)
        self._read = small, result
        return result

    def _rested(self, frame: Frame, small: Small, result: Reading | NoReading) -> Reading | NoReading:
        """What a table shows that has lain still for a while, all of it read again if that is owed.

        What looks the same and reads the same stays the look that it was: nobody is told that anything was looked at.  And what
        was read stays read though all of it cannot be read now.
        """
        self._rests_at = None
        if isinstance(self._reader, ReadsAgain) and self._reader.owes(small):
            whole = self._reader.read(frame)
            self._spots = None
            if isinstance(whole, Reading) and not (isinstance(result, Reading) and _reads_alike(result, whole)):
                result = self._taken(small, whole)
        if isinstance(self._reader, ReadsAgain):
            self._reader.rest()
        give_back()
        return result

    def _share(self, before: Small, now: Small) -> float:
        return changed_share(before, now, self._inside)

    def _changed_places(self, now: Small) -> frozenset[Place] | None:
        """The places that look otherwise than in the frame read last; None where that cannot be told."""
        if self._read is None or not isinstance(self._read[1], Reading) or self._read[0].shape != now.shape:
            return None
        return self._places_of(changed_pixels(self._read[0], now, self._inside))

    def _moved(self, before: Small, now: Small) -> frozenset[Place] | None:
        """The places that look otherwise than a picture ago or than in the frame read last; None where that cannot be told.

        What an arm or its shadow merely crosses is among them: nobody may be told that a place was left alone which was not.
        """
        changed = changed_pixels(before, now, self._inside)
        if self._read is not None and self._read[0] is not before and self._read[0].shape == now.shape:
            changed |= changed_pixels(self._read[0], now, self._inside)
        return self._places_of(changed)

    def _places_of(self, changed: Mask) -> frozenset[Place] | None:
        """The places that a mask of small pixels touches; None where nobody knows where places lie."""
        if self._spots is None and isinstance(self._reader, KnowsPlaces):
            self._spots = tuple(_spot(place, outline / SHRINK, changed) for place, outline in self._reader.outlines_px().items())
        if not self._spots:
            return None
        wide = np.asarray(cv2.dilate(changed.astype(np.uint8), np.ones((3, 3), np.uint8)), dtype=np.uint8)
        return frozenset(place for place, box, own in self._spots if own is None or (wide[box] & own).any())

    def _waits(self, seen: Small, now: Small, time_s: float) -> bool:
        """Whether an arm rests over the table, and not for long; when one was read, the difference may be that it is gone."""
        if self._arm_read or self._outline is None or self._inside is None or not reaches_in(seen, now, self._inside):
            return False
        if self._resting_since is None:
            self._resting_since = time_s
        return time_s - self._resting_since < PATIENCE_S


def _spot(place: Place, outline: NDArray[np.float64], like: Mask) -> _Spot:
    """Where a place with that outline (n, 2), small px, lies in a mask of the same shape as `like`."""
    low, high = np.floor(outline.min(axis=0)).astype(int), np.ceil(outline.max(axis=0)).astype(int)
    box = (slice(max(low[1], 0), max(high[1] + 1, 0)), slice(max(low[0], 0), max(high[0] + 1, 0)))
    if (low < 0).any() or (high >= like.shape[::-1]).any():
        return place, box, None
    inside = np.zeros(like.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 1)
    return place, box, inside[box]


def _reads_alike(one: Reading, other: Reading) -> bool:
    """Whether two readings say the same, however sure they are of it, and trust the same places."""
    said, again = (
        (
            {claim.place: claim.best for claim in reading.tiles},
            {(claim.kind, claim.place, claim.count, claim.facing, claim.face) for claim in reading.pieces if claim.count},
            [(claim.place, claim.best) for claim in reading.cards],
            (reading.hidden, reading.unsure, reading.tile_only),
        )
        for reading in (one, other)
    )
    return said == again


def _patience(reading: Reading) -> float:
    """How long (s) what was taken for a hand must lie still to be none."""
    return LYING_S if _lies_alone(reading) else LONG_S


def _lies_alone(reading: Reading) -> bool:
    """Whether what was taken for a hand hides nothing but cells within the grid: no arm leads to it from anywhere."""
    grid = {claim.place for claim in reading.tiles if isinstance(claim.place, Cell)}
    hidden = {place for place in reading.hidden if isinstance(place, Cell)}
    if not hidden or hidden != reading.hidden:
        return False
    rows, cols = ({getattr(cell, name) for cell in grid | hidden} for name in ("row", "col"))
    return not any(cell.row in (min(rows), max(rows)) or cell.col in (min(cols), max(cols)) for cell in hidden)


def small_of(frame: Frame) -> Small:
    """The frame at an eighth of its size, colours kept, with the least work; frames that come alike are made small alike."""
    eighth = frame.eighth
    return shrunk(frame.picture) if eighth is None else eighth.astype(np.float32)


def shrunk(picture: Picture) -> Small:
    """The picture at an eighth of its size, colours kept; shape (height // 8, width // 8, 3)."""
    small: NDArray[np.integer] = picture
    # Halved three times: that is three times as fast, and off by a grey value at most.
    for _ in range(HALVINGS):
        size = (max(small.shape[1] // 2, 1), max(small.shape[0] // 2, 1))
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return small.astype(np.float32)


def inside_mask(small: Small, outline: NDArray[np.float64] | None) -> Mask:
    """The small pixels (rows, columns) inside an outline (n, 2), shares of width and height; all of them without one."""
    mask = np.zeros(small.shape[:2], np.uint8)
    if outline is not None:
        size = np.array([small.shape[1], small.shape[0]])
        cv2.fillConvexPoly(mask, np.round(outline * size - 0.5).astype(np.int32), 1)
    return mask > 0 if mask.any() else np.ones(small.shape[:2], np.bool_)


def changed_share(before: Small, now: Small, inside: Mask | None = None) -> float:
    """Share of small pixels that differ by more than the light as a whole, or a trembling camera, makes them differ."""
    if cv2.norm(before, now, cv2.NORM_INF) <= CHANGED:
        # Most frames of a table that lies still: nothing need be excused.
        return 0.0
    changed = changed_pixels(before, now, inside)
    return float(changed.mean() if inside is None else changed.sum() / max(int(inside.sum()), 1))


def changed_pixels(before: Small, now: Small, inside: Mask | None = None, least: float = CHANGED) -> Mask:
    """Which small pixels differ by `least` grey values, shape (rows, columns); none outside of `inside`."""
    # A cloud or the camera's own exposure changes all pixels by the same share: that is no change on the table.  A hand
    # changes many, but not half of them.
    some = np.s_[::EVERY, ::EVERY]
    ratios = (now[some] / np.maximum(before[some], 1.0))[slice(None) if inside is None else inside[some]].reshape(-1, 3)
    gain = np.median(ratios, axis=0).astype(np.float32) if len(ratios) else np.ones(3, np.float32)
    expected = times(before, gain) if np.abs(gain - 1).max() < MOST_GAIN else before
    changed = _most(np.asarray(cv2.absdiff(now, expected), dtype=np.float32))
    differs = changed > least if inside is None else (changed > least) & inside
    # What a trembling camera does is worked out only where there is something to excuse.
    return np.asarray(differs & (changed > least + _tremble(expected)) if differs.any() else differs, dtype=np.bool_)


def reaches_in(before: Small, now: Small, inside: Mask) -> bool:
    """Whether something large that was not there before reaches in over the rim of the table."""
    changed = changed_pixels(before, now, inside).astype(np.uint8)
    inner = cv2.erode(inside.astype(np.uint8), np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0
    _, labels, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
    at_rim = np.unique(labels[inside & ~inner])
    least = REACHING_SHARE * float(inside.sum())
    return any(stats[label, cv2.CC_STAT_AREA] > least for label in at_rim if label > 0)


def _tremble(picture: Small) -> NDArray[np.float32]:
    """By how much each small pixel may change when the camera trembles, shape (rows, columns): most at edges."""
    smooth = np.ones((3, 3), np.uint8)
    around = [np.concatenate([picture[-1:], picture[:-1]]), np.concatenate([picture[:, -1:], picture[:, :-1]], axis=1)]
    slopes = [cv2.dilate(_most(np.asarray(cv2.absdiff(picture, other), dtype=np.float32)), smooth) for other in around]
    return np.asarray(cv2.add(slopes[0], slopes[1]) * np.float32(TREMBLE), dtype=np.float32)


def _most(picture: Small) -> NDArray[np.float32]:
    """The greatest of the three channels, shape (rows, columns)."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.float32)
