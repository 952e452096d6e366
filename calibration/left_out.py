"""How well an edition is read by what its own teaching pictures teach: each is left out once, and read, in all kinds of light."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.art import look_of
from calibration.lens import lens_from_folder
from calibration.other_cameras import AS_IT_IS, OtherCamera
from calibration.scorecard import Entry, Examiner, Scorecard, place_of, side_of
from calibration.teach import teach
from companion.core.catalogue import Layout
from companion.core.grid import Cell, place_json
from companion.core.reading import NoReading
from vision.frame import Frame, TeachingPicture
from vision.jsonl import reading_json
from vision.reader import Reader
from vision.rig import Rig
from vision.session import Session, load_session, teaching_pictures, with_taught_zones
from vision.simulator.spoiled import Spoiling, spoiled


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """A teaching picture that was left out, its labels, what the others taught, and who marks its readings."""

    name: str
    left_out: TeachingPicture
    truth: Entry
    rig: Rig
    examiner: Examiner


def folds(folder: Path, camera: OtherCamera = AS_IT_IS, teach_in: Spoiling | None = None, seed: int = 2) -> Iterator[Fold]:
    """Every teaching picture of a recording, as `camera` would have taken it, left out once; those without pieces teach only.

    The others teach as they are, or each spoiled in its own way.  Raises CompanionError.
    """
    session = load_session(folder)
    pictures = [camera.taught(picture, session.markers) for picture in teaching_pictures(session)]
    session = with_taught_zones(session, pictures)
    assert session.teach_folder is not None
    labels = json.loads((session.teach_folder / "teach.json").read_text(encoding="utf-8"))["frames"]
    lens = camera.lens(lens_from_folder(session.lens_folder) if session.lens_folder else None)
    geometry = json.loads((folder / "session.json").read_text(encoding="utf-8"))["geometry"]
    random = np.random.default_rng(seed)
    lessons = [each if teach_in is None else _spoiled(each, teach_in, random, session.layout) for each in pictures]
    for number, label in enumerate(labels):
        if not label["pieces"]:
            continue
        rest = [lesson for n, lesson in enumerate(lessons) if n != number]
        rig = teach(rest, session.layout, session.catalogue, camera.markers(session.markers), lens)
        left_out = camera.later(pictures[number], session.layout)
        yield Fold(f"{folder.name}/{label['file']}", left_out, label, rig, _examiner(session, rest, geometry))


def _spoiled(
    picture: TeachingPicture, spoiling: Spoiling, random: np.random.Generator, layout: Layout
) -> TeachingPicture:
    return replace(picture, picture=spoiled(picture.picture, spoiling, random, outlines(picture, layout)))


def _examiner(session: Session, taught: Sequence[TeachingPicture], geometry: Mapping[str, Any]) -> Examiner:
    looks = {look_of(tile, session.catalogue) for picture in taught for tile in picture.tiles}
    grids = {isinstance(tile.tile.place, Cell) and tile.tile.look.face for picture in taught for tile in picture.tiles}
    kinds = {(piece.piece.kind, piece.piece.face) for picture in taught for piece in picture.pieces}
    names = {look.kind: look.face for look in looks}
    nameless = {"down"} & {str(face) for face in grids}

    def period(kind: str, face: str) -> int:
        if ("card_mm" in geometry and "tile_mm" not in geometry) or kind in ("chamber", session.catalogue.back):
            return 1
        spec = geometry.get("kinds", {}).get(kind, {})
        own = spec.get(face, {})
        return int(spec.get("same_after_turns") or (own.get("same_after_turns") if isinstance(own, dict) else None) or 4)

    def untaught(entry: Entry) -> bool:
        if "turns" not in entry:
            side = side_of(entry)
            return entry["kind"] != "die" and (entry["kind"], None if side is None else str(side)) not in kinds
        if entry["face"] in nameless:
            return False
        return entry["kind"] not in names or not any(look.kind == entry["kind"] and look.face == entry["face"] for look in looks)

    return Examiner(period, nameless, untaught)


def outlines(picture: TeachingPicture, layout: Layout) -> list[NDArray[np.float32]]:
    """The corners of what lies flat and bare in a picture, px: of its tiles, or of the cells of a printed board."""
    if picture.tiles:
        tiles = [np.asarray(tile.corners_px, dtype=np.float32) for tile in picture.tiles]
        return [tile for tile in tiles if not any(_meet(tile, piece.box_px) for piece in picture.pieces)]
    whole = np.array([[0, 0], [layout.cols, 0], [layout.cols, layout.rows], [0, layout.rows]], np.float32)
    warp = cv2.getPerspectiveTransform(whole, np.asarray(picture.board_px, dtype=np.float32))
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    corners = [square + np.array([cell.col, cell.row]) for cell in layout.cells()]
    return [cv2.perspectiveTransform(each[None].astype(np.float32), warp)[0].astype(np.float32) for each in corners]


def _meet(tile: NDArray[np.float32], box: tuple[float, float, float, float] | None) -> bool:
    if box is None:
        return False
    low, high = tile.min(axis=0), tile.max(axis=0)
    return bool(box[0] < high[0] and box[2] > low[0] and box[1] < high[1] and box[3] > low[1])


def marked(fold: Fold, changes: Mapping[str, Spoiling], seed: int = 1) -> Iterator[tuple[str, Scorecard]]:
    """The card of every kind of light."""
    reader = Reader(fold.rig)
    tiles = outlines(fold.left_out, fold.rig.layout)
    for name, change in changes.items():
        random = np.random.default_rng(seed)
        picture = spoiled(fold.left_out.picture, change, random, tiles)
        result = reader.read(Frame(0, 0.0, picture))
        if isinstance(result, NoReading):
            card = Scorecard()
            card.counts.update({"pictures": 1, "unread": 1})
            card.mistakes.append(f"{fold.name}: {result.code}: {result.why}")
        else:
            hidden = [place_of({"cell" if isinstance(place, Cell) else "zone": place_json(place)}) for place in result.hidden]
            card = fold.examiner.mark(fold.name, fold.truth, reading_json(fold.name, result), hidden)
            assert result.board_px is not None
            off = np.asarray(result.board_px) - np.asarray(fold.left_out.board_px)
            card.corner_px.append(float(np.linalg.norm(off, axis=1).max()))
        yield name, card
