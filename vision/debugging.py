"""A picture of every step of one frame, and how long each step took: where to look first when a reading is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Frame, Picture
from vision.light import Array
from vision.rectify import CELL
from vision.steps import Steps

SHOWN_COST = 7.0
"""Cost of a pixel that is drawn white."""


def save_steps(folder: Path, frame: Frame, steps: Steps, timings: Mapping[str, float]) -> None:
    """Write the pictures of a frame's steps as `NNNN-step.png` and the times, in milliseconds, as `NNNN-times.txt`."""
    folder.mkdir(parents=True, exist_ok=True)
    marked = steps.half.copy()
    marked[steps.strange] = marked[steps.strange] * 0.5 + (0, 0, 128)
    pictures = {
        "1-plan": steps.plan,
        "2-light-taken-out": _picture(steps.half),
        "3-expected": _picture(steps.expected.picture),
        "4-hands": _picture(marked),
        "5-pieces": _pieces(steps),
        "6-unexplained": _picture(np.repeat(steps.unexplained[..., None] * (255 / SHOWN_COST), 3, axis=2)),
    }
    for name, picture in pictures.items():
        cv2.imwrite(str(folder / f"{frame.number:04d}-{name}.png"), picture)
    lines = [f"{1000 * seconds:8.2f} ms  {name}" for name, seconds in timings.items()]
    lines.append(f"{steps.pose.residual_px:8.2f} px  worst marker corner")
    (folder / f"{frame.number:04d}-times.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _pieces(steps: Steps) -> Picture:
    """The half plan with a circle around every piece found; yellow where it lies on another."""
    picture = _picture(steps.half)
    for piece in steps.found:
        centre = (round(piece.at[0]), round(piece.at[1]))
        cv2.circle(picture, centre, CELL // 8, (0, 255, 255) if piece.rides else (255, 0, 255), 1)
    return picture


def _picture(image: Array) -> Picture:
    return np.clip(image, 0, 255).astype(np.uint8)
