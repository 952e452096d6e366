"""The eye: a frame becomes a reading, or a reason why there is none.

    1 pose    2 plan    3 tiles, light, zones    4 hands and holes    5 pieces    6 tiles again    7 claims

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
from companion.core.grid import Cell, Place
from companion.core.reading import NoReading, Reading
from vision.bare import on_the_table
from vision.board import grid_corners_mm
from vision.claims import Judge
from vision.debugging import save_steps
from vision.dice import read_dice
from vision.expected import GUESS, Expected, difference, light_map, to_half
from vision.expected import halved as halved_board
from vision.faces import FaceReader
from vision.facing import PATCH, FacingReader, cut, cut_half, patch_of
from vision.found import Found
from vision.frame import Frame, Picture
from vision.ground import GroundReader
from vision.hands import beside_hands, strange_patches, table_of, with_table
from vision.light import Array
from vision.locate import Locator, Lost
from vision.motion import doubled_kernel, motion_of, smeared
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.pose import Pose
from vision.recount import FineView, Recount
from vision.rectify import Rectifier
from vision.rig import Rig, RigError
from vision.steps import Steps
from vision.tones import halved, texture
from vision.zone_light import with_paint, with_sharp_edges

LEAST_GAIN = 40.0
DIFFERENCE_RIM = 4
"""So far around a patch pixels have a say in what differs within."""
WORST_MISFIT = 2.0
DARK = 12.0
"""Mean grey value below which a picture shows nothing."""


class Reader:
    """Reads frames of one table.  Remembers only where the camera was; `read` never raises on a bad picture."""

    def __init__(self, rig: Rig, debug: Path | None = None) -> None:
        if not rig.appearance.looks:
            raise RigError("reading this table: no tile was taught, and a table of pieces alone cannot be read yet")
        self.rig = rig
        self.timings: dict[str, float] = {}
        self.steps: Steps | None = None
        self._debug = debug
        self.locator = Locator(rig)
        self._ground = GroundReader(rig)
        self._rectifier = Rectifier(self._ground.plan)
        self._bank = make_piece_bank(rig.appearance.sprites)
        self._centres: dict[Place, tuple[float, float]] = {cell: self._middle_of(cell) for cell in self._ground.cells}
        self._recount = None if self._bank is None else Recount(self._bank, self._centres)
        appearance = rig.appearance
        self._facing = FacingReader(appearance.sprites, appearance.facings)
        self._faces = FaceReader(appearance.sprites)
        self._judged, self._beside = self._ground.judged, self._ground.beside
        self._judge = Judge(rig, self._ground, self._bank)
        self._clock = 0.0

    def read(self, frame: Frame) -> Reading | NoReading:
        """What lies on the table in this frame, or why that cannot be said."""
        self._clock = time.perf_counter()
        picture = frame.picture
        if picture.ndim != 3 or picture.shape[2] != 3 or min(picture.shape[:2]) < 64:
            return NoReading(frame.number, frame.time_s, "camera-lost", "the picture is not a colour picture", "check the camera")
        width, height = self.rig.lens.size
        if picture.shape[:2] != (height, width):
            return NoReading(
                frame.number, frame.time_s, "camera-lost",
                f"the picture has {picture.shape[1]} x {picture.shape[0]} pixels, the table was taught with {width} x {height}",
                f"set the camera to {width} x {height}, or teach the table again",
            )  # fmt: skip
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        if float(grey[::8, ::8].mean()) < DARK:
            return NoReading(frame.number, frame.time_s, "dark", "the picture is black", "switch the light on, uncover the lens")
        pose = self.locator.locate(np.asarray(grey, dtype=np.uint8))
        if isinstance(pose, Lost):
            return NoReading(frame.number, frame.time_s, pose.code, pose.why, pose.remedy)
        self._lap("markers and pose")
        steps = self._look(picture, pose)
        self.steps = steps
        if self._debug is not None:
            save_steps(self._debug, frame, steps, self.timings)
        corners = [(float(x), float(y)) for x, y in pose.project(grid_corners_mm(self.rig.layout))]
        reading = self._judge.judge(frame, steps, _four(corners))
        self._lap("claims")
        if len(reading.hidden) == self._judge.judged_places:
            why = "nothing of the board can be recognised"
            remedy = "uncover the board, or lay out the game that was taught"
            return NoReading(frame.number, frame.time_s, "not-this-game", why, remedy)
        return reading

    def outlines_px(self) -> dict[Place, NDArray[np.float64]]:
        """The corners (n, 2) of every cell and zone in the frame read last, px; nothing before the first."""
        if self.steps is None:
            return {}
        layout, pose = self.rig.layout, self.steps.pose
        across, down = layout.pitch_mm
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
        outlines: dict[Place, NDArray[np.float64]] = {
            cell: (square + np.array((cell.col, cell.row))) * (across, down) for cell in layout.cells()
        }
        outlines |= {zone.place: np.array(zone.polygon_mm, dtype=np.float64) for zone in layout.zones}
        return {place: pose.project(outline, layout.top_mm) for place, outline in outlines.items()}

    def _middle_of(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell in pixels of the half plan."""
        u, v = to_half(self._ground.plan, np.array([self.rig.layout.centre_mm(cell)]))[0]
        return float(u), float(v)

    def _lap(self, name: str) -> None:
        now = time.perf_counter()
        self.timings[name] = now - self._clock
        self._clock = now

    def _look(self, picture: Picture, pose: Pose) -> Steps:
        # The frame before is not needed any more, and large.
        self.steps = None
        plan = self._rectifier.rectify(picture, pose)
        self._lap("plan")
        plan, ground = self._ground.settled(plan)
        self._lap("tiles, light, zones")
        gains = light_map(self._ground.plan, self.rig.layout, ground.light)
        wide = cv2.resize(gains, self._ground.plan.size, interpolation=cv2.INTER_LINEAR)
        full = np.asarray(plan / wide, dtype=np.float32)
        fine = texture(full, self._ground.plan.detail)
        half, rough = halved(full), halved(fine)
        board = halved_board(ground.expected)
        motion = motion_of(half, board)
        if motion is not None:
            ground = replace(ground, expected=smeared(ground.expected, doubled_kernel(motion)))
            board = halved_board(ground.expected)
        blocks = list(self._ground.zone_blocks.values())
        bare = with_sharp_edges(with_paint(board, half, blocks), half, blocks)
        table = table_of(half, bare.known, self._beside)
        expected = with_table(on_the_table(bare, half, table, blocks), half, table)
        bank = self._bank if motion is None else make_piece_bank(self.rig.appearance.sprites, motion)
        search = PieceSearch(bank, half, rough, expected)
        strange = strange_patches(search.board_costs, self._judged, self._beside, self._ground.plan.detail)
        vague = (~bare.known | (bare.spread >= GUESS)) & beside_hands(strange, self._ground.plan.detail)
        search.ignore(strange | vague | ~self._judged | self._ground.in_holes(ground.holes))
        self._lap("hands and holes")
        view = FineView(full, fine, ground.expected, expected)
        found = self._with_heaps(search.run(LEAST_GAIN, WORST_MISFIT), search, pose, view)
        self._lap("pieces")
        headings = tuple(self._headings(number, found, full, ground.expected, search) for number in range(len(found)))
        prints = tuple(self._prints(piece, full) for piece in found)
        self._lap("facings")
        covered, unexplained = search.covered(), search.unexplained()
        dice = read_dice(self.rig.appearance.dice, self.rig.layout, picture, pose, ground.gains.mean(axis=0))
        self._lap("dice")
        return Steps(pose, plan, half, ground, expected, strange, tuple(found), headings, prints, covered, unexplained, dice)

    def _with_heaps(self, found: list[Found], search: PieceSearch, pose: Pose, view: FineView) -> list[Found]:
        """The found pieces, where several of a kind lie together counted again as a heap."""
        if not found:
            return found
        recount = self._recount if search.bank is self._bank and self._recount else Recount(search.bank, self._centres)
        places = [self._judge.place_at(self._judge.foot_mm(piece, pose)) for piece in found]
        return recount.counted(found, places, search, view)

    def _prints(self, piece: Found, full: Array) -> Mapping[int, float] | None:
        """Log-likelihoods of the sprites that have the shape of a found piece; None where there is but one."""
        assert self._bank is not None
        sprite = int(self._bank.kinds[piece.row])
        if self._faces.alike[sprite].sum() <= 1:
            return None
        middle = (2 * piece.at[0] + 0.5, 2 * piece.at[1] + 0.5)
        return self._faces.scores(sprite, patch_of(full, middle, PATCH * self._ground.plan.detail))

    def _headings(
        self, number: int, found: list[Found], full: Array, bare: Expected, search: PieceSearch
    ) -> NDArray[np.float64] | None:
        """Log-likelihoods of the headings of one found piece; None for a piece without direction."""
        sprite = int(search.bank.kinds[found[number].row])
        if not search.bank.sprites[sprite].directed:
            return None
        u, v = found[number].at
        middle = (2 * u + 0.5, 2 * v + 0.5)
        others = (piece for other, piece in enumerate(found) if other != number)
        on_top = cv2.dilate(search.cover_of(others), np.ones((3, 3), np.uint8))
        detail = self._ground.plan.detail
        seen = 1 - cut_half(np.minimum(on_top * 1.5, 1.0).astype(np.float32), (u, v), detail)
        around = [cut(image, middle, detail) for image in (full, bare.picture)]
        return self._facing.scores(sprite, around[0], _changed(full, bare, middle, detail), around[1], seen)


def _changed(full: Array, bare: Expected, middle: tuple[float, float], detail: int) -> Array:
    """The patch around a point of how surely each pixel shows something else than the board."""
    reach = PATCH * detail // 2 + DIFFERENCE_RIM
    low = [max(int(value) - reach, 0) for value in middle]
    here = slice(low[1], int(middle[1]) + reach + 2), slice(low[0], int(middle[0]) + reach + 2)
    changed = difference(full[here], Expected(bare.picture[here], bare.known[here], bare.spread[here]))
    return cut(changed, (middle[0] - low[0], middle[1] - low[1]), detail)


def _four(corners: list[Point]) -> tuple[Point, Point, Point, Point]:
    return corners[0], corners[1], corners[2], corners[3]
