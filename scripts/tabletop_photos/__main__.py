"""Renders table recordings: `python -m scripts.tabletop_photos NAME --out FOLDER [--samples N] [--only PART:N]`.

Needs `pip install mitsuba pyoidn` (and libLLVM 16 or later) beside the project's own packages; the shared recordings, whose
moments and session.json are the base, are looked for in $COMPANION_SHARED (else ../shared).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.tabletop_photos import pieces, sensor
from scripts.tabletop_photos.art import Press, table_top
from scripts.tabletop_photos.build import Table
from scripts.tabletop_photos.recordings import ALL, Recording
from scripts.tabletop_photos.scenes import Frame, Relay, read
from scripts.tabletop_photos.sensor import SIZE
from scripts.tabletop_photos.shuffled import Shuffled
from scripts.tabletop_photos.tracer import Camera, Shot, Tracer
from scripts.tabletop_photos.turned import Turned

_FLAGS = ("hand", "bumped", "moved_since_bump", "blur", "lifted_tile", "low_light")

FULL_CHEESE_MM = 8.5
"""How high a cheese is in its full size."""


class Studio:
    """Renders one recording frame by frame."""

    def __init__(self, recording: Recording, shared: Path, out: Path, samples: int) -> None:
        self.recording, self.samples, self.out = recording, samples, out / recording.name
        self.base = shared / "photos" / recording.base
        self.session: dict[str, Any] = json.loads((self.base / "session.json").read_text())
        self.session |= {"name": recording.name, "art_style": recording.name[-1].upper(), "lens": f"lens-{recording.name}",
                         "light": recording.light}  # fmt: skip
        if not recording.markers:
            self.session["markers"] = None
        kinds = (*self.session["geometry"]["kinds"],)
        self.relays = {part: Relay(self.session["game"], kinds, recording.seed + n) for n, part in enumerate(("teach", "play"))}
        self.press = Press(self.session, recording.style)
        self.table = Table(self.session, self.press, recording.seed, recording.seed + 5)
        matrix = np.array([[recording.focal, 0, recording.centre[0]], [0, recording.focal, recording.centre[1]], [0, 0, 1.0]])
        self.lens = (matrix, np.array(recording.dist, np.float64))
        self.camera = sensor.aim(self.table.extent(), self.lens, recording.tilt, recording.way, recording.roll, recording.margin)
        self.chance = Random(recording.seed)
        self._tracer: Tracer | None = None

    def write_session(self) -> None:
        self.out.mkdir(parents=True, exist_ok=True)
        (self.out / "session.json").write_text(json.dumps(self.session, indent=1))
        lens = {"name": self.session["lens"], "model": "opencv k1 k2 p1 p2 k3", "K": self.lens[0].tolist(),
                "dist": self.lens[1].tolist(), "image_size": list(SIZE)}  # fmt: skip
        (self.out / "lens_truth.json").write_text(json.dumps(lens, indent=1))

    def moments(self, part: str) -> list[tuple[Frame, Camera, dict[str, Any] | None]]:
        """The frames with their truth so far, the camera and the hand of each."""
        r, moved = self.recording, sensor.bumped(self.camera, self.recording.seed)
        old = read(self.base, part)
        if r.quarters:
            turned = Turned(self.session, r.quarters, r.seed)
            old = [turned.frame(frame) for frame in old]
        shuffled = Shuffled(self.session, r.seed, r.poured) if r.shuffled else None
        numbers = range(min(len(old), 6)) if part == "teach" else r.play
        found = []
        for n, number in enumerate(numbers):
            moment = shuffled.frame(old[number], n) if shuffled and part == "play" else old[number]
            frame = {"file": f"{n:02d}.jpg"} | self.relays[part].frame(moment)
            if r.low_are_small:
                _shrink(frame["pieces"])
            play = part == "play"
            hand = self._hand() if play and n in r.hands else None
            flags = dict.fromkeys(_FLAGS, False) | {"blur_px": 0}
            flags |= {"hand": hand is not None, "bumped": play and n == r.bump, "moved_since_bump": play and n > r.bump,
                      "lifted_tile": frame.pop("lifted")}  # fmt: skip
            frame["flags"] = flags
            found.append((frame, moved if play and n >= r.bump else self.camera, hand))
        return found

    def _hand(self) -> dict[str, Any]:
        left, far, right, near = self.table.box
        at = (left + (right - left) * self.chance.uniform(0.2, 0.8), far + (near - far) * self.chance.uniform(0.45, 0.95))
        return {"pose": "flat", "fingertip_mm": [round(at[0], 1), round(at[1], 1), 16], "skin": self.recording.skin,
                "arm_from_deg": round(self.chance.uniform(150, 215), 1), "sleeve": self.recording.sleeve}  # fmt: skip

    def lights(self, drift: float) -> list[dict[str, Any]]:
        """The lamps, a little brighter or darker."""
        mi = self.tracer.mi
        t, found = mi.ScalarTransform4f, [{"type": "constant", "radiance": {"type": "rgb", "value": list(self.recording.room)}}]
        for panel in self.recording.panels:
            at, to = [(x, y, -z) for x, y, z in (panel.at, panel.to)]
            where = t().look_at(origin=list(at), target=list(to), up=[0.1, 0.3, -1]) @ t().scale(
                [panel.size[0] / 2, panel.size[1] / 2, 1]
            )
            glow = {"type": "area", "radiance": {"type": "rgb", "value": [v * drift for v in panel.glow]}}
            found.append({"type": "rectangle", "to_world": where, "emitter": glow})
        return found

    @property
    def tracer(self) -> Tracer:
        if self._tracer is None:
            raise RuntimeError("no frame was staged yet")
        return self._tracer

    def render(self, part: str, only: int | None = None) -> None:
        """All pictures of a part and their truth."""
        frames = []
        moments = self.moments(part)
        staged = [(frame, camera, hand, *self.table.stage(frame, camera, hand)) for frame, camera, hand in moments]
        if self._tracer is None:
            for other in self.moments("play" if part == "teach" else "teach"):
                self.table.stage(other[0], other[1], None)
            top = table_top(self.recording.table, self.recording.seed)
            self._tracer = Tracer(self.press.sheet, top, self.recording.gloss)
        for n, (frame, camera, hand, stage, ground) in enumerate(staged):
            if only is None or only == n:
                began = time.time()
                seed = self.recording.seed * 100 + n + (50 if part == "play" else 0)
                chance = np.random.default_rng(seed)
                heaps = {
                    "table": ground,
                    "prints": stage.prints,
                    "solids": stage.solids,
                    "matte": stage.matte,
                    "hand": stage.hand,
                }
                drift = 1.0 + 0.10 * np.sin(0.9 * n + self.recording.seed)
                shot = self.tracer.shoot(heaps, self.lights(float(drift)), camera, self.samples, seed)
                board = self._note(frame, camera, hand, stage, shot)
                cast = 1 + chance.normal(0, 0.02, 3)
                picture = sensor.develop(shot, board, self.recording.sensor, float(1 + chance.normal(0, 0.05)), cast, seed)
                sensor.save(picture, self.out / part / frame["file"], int(chance.integers(88, 93)))
                print(f"{self.recording.name} {part} {frame['file']} {time.time() - began:.1f} s", flush=True)
                frames.append(frame)
        name = "teach.json" if part == "teach" else "truth.json"
        (self.out / part / name).write_text(json.dumps({"frames": frames}))

    def _note(
        self, frame: Frame, camera: Camera, hand: dict[str, Any] | None, stage: pieces.Stage, shot: Shot
    ) -> NDArray[np.uint8]:
        """The rest of the truth; gives the mask of the board."""
        left, far, right, near = self.table.box
        top = self.table.grid["top_mm"]
        corners = np.array([(left, far), (right, far), (right, near), (left, near)])
        for key, height in (("board_px", 0.0), ("board_top_px", top)):
            frame[key] = np.round(camera.project([(x, y, -height) for x, y in corners]), 2).tolist()
        frame["camera"] = {"rvec": np.round(camera.rvec, 6).tolist(), "tvec": np.round(camera.tvec, 4).tolist(),
                           "centre_mm": np.round(camera.centre, 2).tolist()}  # fmt: skip
        frame["markers_px"] = [{"id": item["id"], "px": np.round(camera.project(_square(item["at_mm"], 30)), 2).tolist()}
                               for item in (self.session["markers"] or {}).get("items", ())]  # fmt: skip
        board = _filled(camera.project([(x, y, -top) for x, y in corners]))
        shade = pieces.silhouette(stage.hand, camera.project, SIZE)
        cells = {f"{row},{col}": _filled(camera.project(self._cell(row, col, top)))
                 for row in range(self.table.grid["rows"]) for col in range(self.table.grid["cols"])}  # fmt: skip
        share = {name: float((shade[mask > 0] > 0).mean()) for name, mask in cells.items() if mask.any()}
        frame["occlusion"] = {name: round(value, 2) for name, value in share.items() if value > 0.005}
        frame["occluded_cells"] = [[int(v) for v in name.split(",")] for name, value in share.items() if value > 0.25]
        frame["glare"] = sensor.bright_share(shot, board & ~shade, {name: mask & ~shade for name, mask in cells.items()})
        frame["glare_cells"] = [[int(v) for v in name.split(",")] for name in frame["glare"]]
        for piece in frame["pieces"]:
            at = np.clip(np.rint(piece.pop("_px")).astype(int), 0, np.array(SIZE) - 1)
            hidden = float((shade[at[:, 1], at[:, 0]] > 0).mean())
            if hidden > 0.02:
                piece["hidden"] = round(hidden, 2)
        for tile in frame["tiles"]:
            hidden = float((shade[_filled(np.asarray(tile["px"])) > 0] > 0).mean()) if hand else 0.0
            if hidden > 0.02 and "zone" in tile:
                tile["hidden"] = round(hidden, 2)
        if hand:
            frame["hand"] = {key: hand[key] for key in ("pose", "fingertip_mm", "arm_from_deg")}
        return board & ~shade

    def _cell(self, row: int, col: int, top: float) -> list[tuple[float, float, float]]:
        px, py = self.table.grid["pitch_mm"]
        return [((col + u) * px, (row + v) * py, -top) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]


def _square(at: list[float], size: float) -> list[tuple[float, float, float]]:
    h = size / 2
    return [(at[0] + dx * h, at[1] + dy * h, -0.25) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _filled(polygon: NDArray[np.float64]) -> NDArray[np.uint8]:
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    cv2.fillPoly(mask, [np.rint(polygon).astype(np.int32)], 255)
    return mask


def _shrink(found: list[dict[str, Any]]) -> None:
    """Tell of each cheese how large it is, as its height says."""
    for piece in found:
        if piece["kind"] == "cheese":
            low, high = piece["height_mm"]
            piece["size"] = round((high - low) / FULL_CHEESE_MM, 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", choices=sorted(ALL))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--samples", type=int, default=32)
    parser.add_argument("--only", help="teach:N or play:N, one picture to look at")
    given = parser.parse_args()
    shared = Path(os.environ.get("COMPANION_SHARED", "../shared"))
    for name in given.names:
        studio = Studio(ALL[name], shared, given.out, given.samples)
        studio.write_session()
        part, _, number = (given.only or "").partition(":")
        for each in (part,) if part else ("teach", "play"):
            studio.render(each, int(number) if number else None)


if __name__ == "__main__":
    main()
