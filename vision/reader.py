"""The eye: a frame becomes a reading, or a reason why there is none.

    1 markers -> pose    2 plan    3 tiles, light, zones    4 hands and holes    5 pieces    6 tiles again    7 claims

Each step is timed (`Reader.timings`, seconds) and can save a picture of its result.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Point
from companion.core.grid import Cell, place_order
from companion.core.reading import NoReading, Reading
from vision.board import grid_corners_mm
from vision.claims import Judge
from vision.debugging import save_steps
from vision.dice import read_dice
from vision.expected import HALF, Expected, difference, light_map, to_half
from vision.expected import halved as halved_board
from vision.faces import FaceReader
from vision.facing import FacingReader, cut, cut_half
from vision.fiducials import Corners, MarkerFinder
from vision.frame import Frame, Picture
from vision.ground import GroundReader
from vision.hands import strange_patches, table_of, with_paint, with_table
from vision.light import Array
from vision.motion import doubled_kernel, motion_of, smeared
from vision.piece_bank import make_piece_bank
from vision.pieces import Found, PieceSearch
from vision.pose import Pose, estimate_poses
from vision.rectify import Rectifier
from vision.rig import Rig, RigError
from vision.steps import Steps
from vision.tones import halved, texture

LEAST_MARKERS = 2
LEAST_GAIN = 40.0
WORST_MISFIT = 2.0
REMEMBERED = 6
"""Frames whose markers together estimate a lens that nobody has calibrated."""
STILL_PX = 0.12
"""Marker corners that moved less than this leave the pose as it was."""
MISLED_PX = 2.5
LEAST_HEAP = 2
"""So many pieces of one kind in one place are counted again as a heap."""
HEAP_BETTER = 1.05
"""How much better a heap must explain a place than the pieces found there one by one."""
GOOD_PX = 1.5
"""Frames whose worst marker corner is this near to its place may teach the lens."""
DARK = 12.0
"""Mean grey value below which a picture shows nothing."""


class Reader:
    """Reads frames of one table.  Remembers only where the markers were; `read` never raises on a bad picture."""

    def __init__(self, rig: Rig, debug: Path | None = None) -> None:
        if not rig.appearance.looks:
            raise RigError("reading this table: no tile was taught, and a table of pieces alone cannot be read yet")
        self.rig = rig
        self.timings: dict[str, float] = {}
        self.steps: Steps | None = None
        self._debug = debug
        self._finder = MarkerFinder(rig.markers) if rig.markers else None
        self._ground = GroundReader(rig)
        self._rectifier = Rectifier(self._ground.plan)
        self._bank = make_piece_bank(rig.appearance.sprites)
        appearance = rig.appearance
        self._facing = FacingReader(appearance.sprites, appearance.facings)
        self._faces = FaceReader(appearance.sprites)
        self._judged, self._beside = self._ground.judged, self._ground.beside
        self._judge = Judge(rig, self._ground, self._bank)
        self._corners: Mapping[int, Corners] = dict(rig.corners)
        self._history: list[Mapping[int, Corners]] = []
        self._pose: Pose | None = None
        self._clock = 0.0

    def read(self, frame: Frame) -> Reading | NoReading:
        """What lies on the table in this frame, or why that cannot be said."""
        self._clock = time.perf_counter()
        picture = frame.picture
        if picture.ndim != 3 or picture.shape[2] != 3 or min(picture.shape[:2]) < 64:
            return NoReading(frame.number, frame.time_s, "camera-lost", "the picture is not a colour picture", "check the camera")
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        if float(grey[::8, ::8].mean()) < DARK:
            return NoReading(frame.number, frame.time_s, "dark", "the picture is black", "switch the light on, uncover the lens")
        pose = self._find_pose(np.asarray(grey, dtype=np.uint8))
        if pose is None:
            return NoReading(
                frame.number, frame.time_s, "no-markers", "fewer than two of the table's markers are visible",
                "uncover the markers, hold the camera still, add light",
            )  # fmt: skip
        self._lap("markers and pose")
        steps = self._look(picture, pose)
        self.steps = steps
        if self._debug is not None:
            save_steps(self._debug, frame, steps, self.timings)
        corners = [(float(x), float(y)) for x, y in pose.project(grid_corners_mm(self.rig.layout))]
        reading = self._judge.judge(frame, steps, _four(corners))
        self._lap("claims")
        return reading

    def _lap(self, name: str) -> None:
        now = time.perf_counter()
        self.timings[name] = now - self._clock
        self._clock = now

    def _find_pose(self, grey: NDArray[np.uint8]) -> Pose | None:
        """The pose of this frame; the last one again while no marker has moved."""
        if self._finder is None or self.rig.markers is None:
            return None
        found = self._finder.find(grey, self._corners)
        if len(found) < len(self.rig.markers.centres_mm) and self._corners:
            tracked = self._finder.track(grey, self._corners)
            # A blurred marker may still be recognised, with corners that are far off.
            found = {m: c for m, c in found.items() if m not in tracked or np.abs(c - tracked[m]).max() < MISLED_PX}
            found = {**tracked, **found}
        if len(found) < LEAST_MARKERS:
            return None
        if self._pose is not None and self._unmoved(found):
            return self._pose
        lens = self._pose.lens if self._pose is not None else self.rig.lens
        if self.rig.lens.calibrated:
            lens = self.rig.lens
        elif len(self._history) < REMEMBERED:
            lens = estimate_poses([*self._history, found], self.rig.markers, self.rig.lens)[-1].lens
        pose = estimate_poses([found], self.rig.markers, replace(lens, calibrated=True))[0]
        if pose.residual_px < GOOD_PX:
            self._history.append(found)
        self._corners = {**self._corners, **found}
        self._pose = pose
        return pose

    def _unmoved(self, found: Mapping[int, Corners]) -> bool:
        return all(np.abs(found[marker] - self._corners[marker]).max() < STILL_PX for marker in found)

    def _look(self, picture: Picture, pose: Pose) -> Steps:
        plan = self._rectifier.rectify(picture, pose)
        self._lap("plan")
        ground = self._ground.read(plan)
        self._lap("tiles, light, zones")
        gains = light_map(self._ground.plan, self.rig.layout, ground.light)
        wide = cv2.resize(gains, self._ground.plan.size, interpolation=cv2.INTER_LINEAR)
        full = np.asarray(plan / wide, dtype=np.float32)
        half, rough = halved(full), halved(texture(full))
        motion = motion_of(half, halved_board(ground.expected))
        if motion is not None:
            ground = replace(ground, expected=smeared(ground.expected, doubled_kernel(motion)))
        bare = with_paint(halved_board(ground.expected), half, list(self._ground.zone_blocks.values()))
        expected = with_table(bare, table_of(half, bare.known, self._beside))
        bank = self._bank if motion is None else make_piece_bank(self.rig.appearance.sprites, motion)
        search = PieceSearch(bank, half, rough, expected)
        strange = strange_patches(search.board_costs, self._judged, self._beside)
        search.ignore(strange | ~self._judged)
        self._lap("hands and holes")
        found = self._with_heaps(search.run(LEAST_GAIN, WORST_MISFIT), search, pose)
        self._lap("pieces")
        changed = difference(full, ground.expected)
        headings = tuple(self._headings(number, found, full, changed, ground.expected, search) for number in range(len(found)))
        prints = tuple(self._prints(piece, full) for piece in found)
        self._lap("facings")
        covered, unexplained = search.covered(), search.unexplained()
        dice = read_dice(self.rig.appearance.dice, self.rig.layout, picture, pose, ground.gains.mean(axis=0))
        self._lap("dice")
        return Steps(pose, plan, half, ground, expected, strange, tuple(found), headings, prints, covered, unexplained, dice)

    def _with_heaps(self, found: list[Found], search: PieceSearch, pose: Pose) -> list[Found]:
        """The found pieces, where several of a kind lie together counted again as a heap."""
        bank, result = search.bank, list(found)
        places = [self._judge.place_at(self._judge.foot_mm(piece, pose)) for piece in found]
        for place in sorted({place for place in places if place is not None}, key=place_order):
            here = [piece for piece, other in zip(found, places, strict=True) if other == place]
            kinds = [int(bank.kinds[piece.row]) for piece in here if len(bank.sprites[bank.kinds[piece.row]].sizes) > 1]
            if len(kinds) < LEAST_HEAP + (not isinstance(place, Cell)):
                continue
            middle = to_half(self._ground.plan, np.array([self.rig.layout.centre_mm(place)]))[0]
            if not isinstance(place, Cell):
                middle = np.mean([piece.at for piece in here], axis=0)
            heap = search.heap(kinds[0], (float(middle[0]), float(middle[1])), HALF // 2 - 2)
            if sum(piece.gain for piece in heap) > HEAP_BETTER * sum(piece.gain for piece in here):
                result = [piece for piece in result if piece not in here] + heap
        return result

    def _prints(self, piece: Found, full: Array) -> Mapping[int, float] | None:
        """Log-likelihoods of the sprites that have the shape of a found piece; None where there is but one."""
        assert self._bank is not None
        sprite = int(self._bank.kinds[piece.row])
        if self._faces.alike[sprite].sum() <= 1:
            return None
        return self._faces.scores(sprite, cut(full, (2 * piece.at[0] + 0.5, 2 * piece.at[1] + 0.5)))

    def _headings(
        self, number: int, found: list[Found], full: Array, changed: Array, bare: Expected, search: PieceSearch
    ) -> NDArray[np.float64] | None:
        """Log-likelihoods of the headings of one found piece; None for a piece without direction."""
        sprite = int(search.bank.kinds[found[number].row])
        if not search.bank.sprites[sprite].directed:
            return None
        u, v = found[number].at
        middle = (2 * u + 0.5, 2 * v + 0.5)
        on_top = cv2.dilate(search.others(found, number), np.ones((3, 3), np.uint8))
        seen = 1 - cut_half(np.minimum(on_top * 1.5, 1.0).astype(np.float32), (u, v))
        return self._facing.scores(sprite, cut(full, middle), cut(changed, middle), cut(bare.picture, middle), seen)


def _four(corners: list[Point]) -> tuple[Point, Point, Point, Point]:
    return corners[0], corners[1], corners[2], corners[3]
