"""A folder of table photographs: what it says about the table, its teaching pictures, its play pictures.

Only `session.json`, the teaching labels and the photographs are read; the truth of the play pictures never is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from companion.core.catalogue import Catalogue, Layout, PieceKind, TileKind, ZoneSpec
from companion.core.errors import CompanionError
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, PieceAt, TileAt
from vision.fiducials import Markers
from vision.frame import Picture, TaughtPiece, TaughtTile, TeachingPicture

BACK = "back"
PICTURES = (".jpg", ".jpeg", ".png")


class SessionError(CompanionError, ValueError):
    """A session folder lacks something or holds something unreadable; the message names the file."""


@dataclass(frozen=True, slots=True)
class Session:
    """One table recording: where it lies, its geometry and kinds, the folders its lens and its art are taught from, and the id of
    its game (empty when it does not say)."""

    folder: Path
    layout: Layout
    catalogue: Catalogue
    markers: Markers | None
    size: tuple[int, int]
    lens_folder: Path | None
    teach_folder: Path | None
    game: str = ""


def load_session(folder: Path, teach: Path | None = None) -> Session:
    """The session in `folder`, taught from `teach`, its own teach folder or the recording it names.  Raises SessionError."""
    path = folder / "session.json"
    data = _json(path)
    try:
        lens = folder.parent / f"calib-{data.get('lens')}" / "calib"
        return Session(
            folder,
            _layout(data),
            _catalogue(data["geometry"]),
            _markers(data.get("markers")),
            (int(data["image_size"][0]), int(data["image_size"][1])),
            lens if lens.is_dir() else None,
            _teach_folder(folder, data, teach),
            str(data.get("game", "")),
        )
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise SessionError(f"reading {path}: {type(error).__name__} {error}; it does not describe a table recording") from error


def play_files(session: Session) -> list[Path]:
    """The play photographs in the order of their names.  Raises SessionError when there are none."""
    folder = session.folder / "play"
    files = sorted(path for path in folder.glob("*") if path.suffix.lower() in PICTURES)
    if not files:
        raise SessionError(f"reading {folder}: there is no photograph in it; put the pictures of the game there")
    return files


def load_picture(path: Path) -> Picture | None:
    """The decoded photograph, or None when the file holds no readable picture."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if picture is None else picture.astype("uint8", copy=False)


def teaching_pictures(session: Session) -> list[TeachingPicture]:
    """The labelled tidy pictures.  Raises SessionError when there are none or a picture is broken."""
    folder = session.teach_folder
    if folder is None:
        raise SessionError(
            f"teaching for {session.folder}: it has no folder 'teach' and names no recording that taught it; "
            "give one with --teach DIR"
        )
    frames = _json(folder / "teach.json").get("frames", [])
    if not frames:
        raise SessionError(f"teaching from {folder}: teach.json lists no picture")
    return [_teaching_picture(folder, frame) for frame in frames]


def with_taught_zones(session: Session, pictures: list[TeachingPicture]) -> Session:
    """The session with every zone marked as holding a tile in which some teaching picture shows one."""
    held = {tile.tile.place for picture in pictures for tile in picture.tiles}
    zones = tuple(replace(zone, holds_tile=zone.holds_tile or zone.place in held) for zone in session.layout.zones)
    return replace(session, layout=replace(session.layout, zones=zones))


# session.json -----------------------------------------------------------------------------------------------------------


def _json(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SessionError(f"reading {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise SessionError(f"reading {path}: not JSON: {error}") from error
    if not isinstance(data, dict):
        raise SessionError(f"reading {path}: expected an object, found {type(data).__name__}")
    return data


def _teach_folder(folder: Path, data: Mapping[str, Any], teach: Path | None) -> Path | None:
    named = [folder / "teach"] + ([folder.parent / str(data["taught_by"]) / "teach"] if data.get("taught_by") else [])
    choices = named if teach is None else [teach / "teach", teach]
    return next((choice for choice in choices if (choice / "teach.json").is_file()), None)


def _markers(data: Mapping[str, Any] | None) -> Markers | None:
    if data is None:
        return None
    centres = {int(item["id"]): (float(item["at_mm"][0]), float(item["at_mm"][1])) for item in data["items"]}
    return Markers(str(data["dictionary"]), float(data["size_mm"]), float(data.get("thickness_mm", 0.0)), centres)


def _layout(data: Mapping[str, Any]) -> Layout:
    grid, geometry = data["grid"], data["geometry"]
    pitch = (float(grid["pitch_mm"][0]), float(grid["pitch_mm"][1]))
    tile = geometry.get("tile_mm")
    width, height = (tile, tile) if tile else geometry.get("card_mm", pitch)
    zones = tuple(_zone(zone) for zone in data["zones"])
    rows, cols = int(grid["rows"]), int(grid["cols"])
    return Layout(rows, cols, pitch, float(width), float(grid["top_mm"]), zones, float(height) / float(width))


def _zone(data: Mapping[str, Any]) -> ZoneSpec:
    role = str(data.get("role", ""))
    return ZoneSpec(
        str(data["name"]),
        role,
        tuple((float(x), float(y)) for x, y in data["polygon_mm"]),
        holds_tile="tile" in role.split(),
        beside=tuple(Cell(int(row), int(col)) for row, col in data.get("beside", [])),
        exits=tuple(Facing[name] for name in data.get("exits", [])),
    )


def _catalogue(geometry: Mapping[str, Any]) -> Catalogue:
    faces = tuple(str(face) for face in geometry.get("faces", ("up", "down")))
    # Cards that do not lie as tiles of a grid say nothing by how they are turned.
    told = "tile_mm" in geometry or "card_mm" not in geometry
    periods = {name: {face: _period(spec, face) if told else 1 for face in faces} for name, spec in geometry["kinds"].items()}
    tiles = tuple(TileKind(str(name), periods[name]) for name in periods)
    pieces = tuple(PieceKind(str(name), 0.0, 0.0) for name in geometry.get("piece_kinds", ()))
    return Catalogue(tiles, pieces, BACK)


def _period(spec: Mapping[str, Any], face: str) -> int:
    """Quarter turns after which the drawing means the same: as stated, else from exits to all four sides, else four."""
    of_face = spec.get(face)
    stated = spec.get("same_after_turns") or (of_face.get("same_after_turns") if isinstance(of_face, dict) else None)
    if stated:
        return int(stated)
    return 1 if set(spec.get("exits", ())) == set("NESW") and "paths" not in spec else 4


# teach.json -------------------------------------------------------------------------------------------------------------


def _teaching_picture(folder: Path, frame: Mapping[str, Any]) -> TeachingPicture:
    path = folder / Path(str(frame["file"])).name
    picture = load_picture(path)
    if picture is None:
        raise SessionError(f"teaching from {path}: it is missing or not a picture")
    corners = [(float(x), float(y)) for x, y in frame["board_px"]]
    return TeachingPicture(
        picture,
        (corners[0], corners[1], corners[2], corners[3]),
        tuple(_taught_tile(tile) for tile in frame.get("tiles", [])),
        tuple(_taught_piece(piece) for piece in frame.get("pieces", [])),
    )


def _place(data: Mapping[str, Any]) -> Place:
    cell = data.get("cell")
    return Cell(int(cell[0]), int(cell[1])) if cell is not None else Zone(str(data["zone"]))


def _taught_tile(data: Mapping[str, Any]) -> TaughtTile:
    look = Look(str(data["kind"]), str(data["face"]), int(data["turns"]))
    px = [(float(x), float(y)) for x, y in data["px"]]
    return TaughtTile(TileAt(_place(data), look), (px[0], px[1], px[2], px[3]), float(data.get("covered") or 0.0))


def _taught_piece(data: Mapping[str, Any]) -> TaughtPiece:
    facing = data.get("facing")
    side = data.get("face", data.get("value"))
    face = None if side is None else str(side)
    piece = PieceAt(str(data["kind"]), _place(data), Facing[facing] if facing else None, data.get("on"), face)
    foot, top = data["height_mm"]
    heading = data.get("heading_deg")
    at = (float(data["at_mm"][0]), float(data["at_mm"][1]))
    box = data.get("px_box")
    bounds = None if box is None else (float(box[0]), float(box[1]), float(box[2]), float(box[3]))
    return TaughtPiece(piece, at, float(foot), float(top), None if heading is None else float(heading), bounds)
