"""How long one frame of a camera takes to decode here: the unit in which the judge's own work is told."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import cv2

from companion.app.play import seated
from companion.core.game import Game
from companion.simulated.rehearsal import dealt
from vision.simulator.camera import SimulatedCamera
from vision.simulator.renderer import Renderer

QUALITY = 90
"""Cameras that send JPEG compress about so much."""

TIMES = 15


def decoding_ms(game: Game[Any, Any], seed: int) -> float:
    """Milliseconds to decode a picture of that game's table, 1536 x 864 as the camera sends it: the middle one of several."""
    state = dealt(game, game.start(game.setup({})), seed)
    layout = seated(game.layout_of(state), game.seats(state))
    camera = SimulatedCamera(Renderer(layout, game.catalogue, seed), seed)
    camera.show(game.scene(state))
    _, jpeg = cv2.imencode(".jpg", camera.step(0.0).picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    spent = []
    for _ in range(TIMES):
        began = time.thread_time()
        cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        spent.append(1000 * (time.thread_time() - began))
    return median(spent)
