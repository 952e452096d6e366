"""The eye: a frame becomes a reading, or a reason why there is none.

    1 markers   2 pose   3 plan   4 tiles and light   5 pieces   6 hands   7 claims
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from companion.core.drawing import Point
from companion.core.grid import Place
from companion.core.reading import LikelyLook, NoReading, Reading, TileClaim
from companion.core.scene import Look
from vision.board import board_at, grid_corners_mm
from vision.fiducials import Corners, MarkerFinder
from vision.frame import Frame
from vision.light import fit_light, gains_at
from vision.pose import Pose, estimate_pose
from vision.rectify import CELL, Rectifier, block_of, plan_of
from vision.rig import Rig
from vision.tiles import coarse_misfit, make_bank, robust_fit


class Reader:
    """Reads frames of one table.  Remembers only where the markers were; `read` never raises on a bad picture."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.plan = plan_of(rig.layout)
        self._finder = MarkerFinder(rig.markers) if rig.markers else None
        self._rectifier = Rectifier(self.plan)
        self._bank = make_bank(rig.appearance.art, rig.layout.tile_mm * self.plan.scale, CELL)
        self._corners: Mapping[int, Corners] = dict(rig.corners)

    def read(self, frame: Frame) -> Reading | NoReading:
        """What lies on the table in this frame, or why that cannot be said."""
        pose = self._pose(frame)
        if pose is None:
            return NoReading(frame.number, frame.time_s, "no-markers", "no marker is visible", "uncover the four markers")
        plan = self._rectifier.rectify(frame.picture, pose)
        tiles = self._tiles(plan)
        corners = pose.project(grid_corners_mm(self.rig.layout))
        board: list[Point] = [(float(x), float(y)) for x, y in corners]
        return Reading(
            frame.number,
            frame.time_s,
            tiles,
            (),
            residual_px=pose.residual_px,
            board_px=(board[0], board[1], board[2], board[3]),
        )

    def _pose(self, frame: Frame) -> Pose | None:
        if self._finder is None or self.rig.markers is None:
            return None
        found = self._finder.find(cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY), self._corners)
        if len(found) < 2:
            return None
        self._corners = found
        return estimate_pose(found, self.rig.markers, self.rig.lens)

    def _tiles(self, plan: np.ndarray) -> tuple[TileClaim, ...]:  # type: ignore[type-arg]
        layout, places = self.rig.layout, self.rig.layout.cells()
        small = cv2.resize(plan, (plan.shape[1] // 4, plan.shape[0] // 4), interpolation=cv2.INTER_AREA).astype(np.float32)
        blocks = [block_of(self.plan, layout, place) for place in places]
        seen = np.stack([small[v // 4 + 1 : v // 4 + 15, u // 4 + 1 : u // 4 + 15].reshape(-1) for u, v in blocks])
        misfit = coarse_misfit(self._bank, seen)
        best = self._bank.flat[misfit.argmin(axis=1)].reshape(len(places), -1, 3)
        got = seen.reshape(best.shape)
        gains = (got * best).sum(axis=1) / np.maximum((best**2).sum(axis=1), 1)
        at = board_at(layout, np.array([layout.centre_mm(place) for place in places]))
        light = fit_light(at, np.log(np.maximum(gains, 0.02)).astype(np.float64), 1 / (1 + misfit.min(axis=1) / 50.0))
        fits = robust_fit(self._bank, seen, gains_at(light, at), 12.0, 12, misfit)
        return tuple(self._claim(place, fits.rows[n], fits.costs[n]) for n, place in enumerate(places))

    def _claim(self, place: Place, rows: np.ndarray, costs: np.ndarray) -> TileClaim:  # type: ignore[type-arg]
        log_p = -(costs - costs.min()) / 8.0
        log_p -= np.log(np.exp(log_p).sum())
        looks: dict[Look, float] = {}
        for row, value in zip(rows, log_p, strict=True):
            drawn = self.rig.appearance.looks[row // 4]
            look = Look(drawn.kind, drawn.face, int(row % 4) % self.rig.period(drawn))
            looks[look] = float(np.logaddexp(looks.get(look, -50.0), value))
        ranked = sorted(looks.items(), key=lambda item: -item[1])
        return TileClaim(place, tuple(LikelyLook(look, min(value, 0.0)) for look, value in ranked))
