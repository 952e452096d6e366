"""Readings as JSON and back, so that a ruling can be judged again on another machine; numbers keep six digits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.grid import Cell, Facing, Place, Zone, place_json, place_order
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import Look

Json = dict[str, Any]


def reading_json(reading: Reading) -> Json:
    """The whole reading, every claim with its probabilities."""
    return {
        "frame": reading.frame,
        "time_s": _short(reading.time_s),
        "tiles": [_tile_out(claim) for claim in reading.tiles],
        "pieces": [_piece_out(claim) for claim in reading.pieces],
        "cards": [_tile_out(claim) for claim in reading.cards],
        "hidden": _places_out(reading.hidden),
        "unsure": _places_out(reading.unsure),
        "tile_only": _places_out(reading.tile_only),
        "hand": reading.hand,
        "residual_px": _short(reading.residual_px),
        "absent_log_p": _short(reading.absent_log_p),
        "touched": None if reading.touched is None else _places_out(reading.touched),
        "settled": _places_out(reading.settled),
        "busy_s": None if reading.busy_s is None else _short(reading.busy_s),
        "look": reading.look,
    }


def reading_of_json(data: Json) -> Reading:
    """The reading those values stand for; KeyError, TypeError or ValueError where they are damaged."""
    return Reading(
        int(data["frame"]),
        float(data["time_s"]),
        tuple(_tile_in(item) for item in data["tiles"]),
        tuple(_piece_in(item) for item in data["pieces"]),
        frozenset(map(place_of_json, data["hidden"])),
        frozenset(map(place_of_json, data["unsure"])),
        bool(data["hand"]),
        float(data["residual_px"]),
        absent_log_p=float(data["absent_log_p"]),
        cards=tuple(_tile_in(item) for item in data["cards"]),
        touched=None if data.get("touched") is None else frozenset(map(place_of_json, data["touched"])),
        settled=frozenset(map(place_of_json, data.get("settled", ()))),
        look=int(data.get("look", 0)),
        tile_only=frozenset(map(place_of_json, data.get("tile_only", ()))),
        busy_s=None if data.get("busy_s") is None else float(data["busy_s"]),
    )


def place_of_json(value: Any) -> Place:
    """A place written by `place_json`."""
    return Zone(value) if isinstance(value, str) else Cell(int(value[0]), int(value[1]))


def _places_out(places: Iterable[Place]) -> list[Any]:
    return [place_json(place) for place in sorted(places, key=place_order)]


def _tile_out(claim: TileClaim) -> Json:
    looks = [[item.look.kind, item.look.face, item.look.turns, _short(item.log_p)] for item in claim.looks]
    return {"at": place_json(claim.place), "looks": looks, "floor": _short(claim.floor)}


def _tile_in(data: Json) -> TileClaim:
    looks = tuple(LikelyLook(Look(kind, str(face), int(turns)), float(log_p)) for kind, face, turns, log_p in data["looks"])
    return TileClaim(place_of_json(data["at"]), looks, float(data["floor"]))


def _piece_out(claim: PieceClaim) -> Json:
    return {
        "kind": claim.kind,
        "at": place_json(claim.place),
        "counts": [_short(value) for value in claim.log_p_counts],
        "facings": None if claim.log_p_facings is None else [_short(value) for value in claim.log_p_facings],
        "faces": [[face, _short(log_p)] for face, log_p in claim.faces],
    }


def _piece_in(data: Json) -> PieceClaim:
    facings = None
    if data["facings"] is not None:
        north, east, south, west = (float(data["facings"][facing]) for facing in Facing)
        facings = (north, east, south, west)
    faces = tuple((str(face), float(log_p)) for face, log_p in data["faces"])
    counts = tuple(float(value) for value in data["counts"])
    return PieceClaim(str(data["kind"]), place_of_json(data["at"]), counts, facings, None, faces)


def _short(value: float) -> float:
    return round(value, 6)
