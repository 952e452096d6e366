"""Readings as lines of JSON, in the shape in which recordings keep their truth."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from companion.core.grid import Cell, Place, Zone, place_json, place_order
from companion.core.reading import PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT
from vision.belief import TOLD

SURELY, BELOW = 0.9, 0.72
"""A tile whose drawing alone is in doubt is listed as read where one look is so likely, for the others are seen elsewhere; and
where what stands on it is what hides the drawing.  (On 71 tables five more tiles are listed so, all told rightly; of the seven
from .72 on with nothing told on them all were, too, but a hero that was not found stood on one.)"""


def reading_line(file: str, reading: Reading, remembered: Sequence[TileClaim] = ()) -> str:
    """One photograph's reading as one line, with what is `remembered` of cards below a hand."""
    return json.dumps(reading_json(file, reading, remembered), separators=(",", ":"))


def reading_json(file: str, reading: Reading, remembered: Sequence[TileClaim] = ()) -> dict[str, Any]:
    """One photograph's reading: the best look of every place with its probability, pieces one by one, cells not trusted; what is
    not seen but remembered says so."""
    # A line names one kind each; where several show the same picture, none of them is told.
    told, likely, surely = (
        {claim.place for claim in reading.tiles if claim.log_p >= math.log(least)} for least in (TOLD, BELOW, SURELY)
    )
    surely |= likely & {claim.place for claim in reading.pieces if claim.count}
    covered = {place for place in reading.hidden - reading.glimpsed if isinstance(place, Cell)}
    doubtful = covered | (reading.unsure - (reading.tile_only & surely))
    doubtful |= {claim.place for claim in reading.tiles} - told
    doubtful |= _untold(reading.pieces)
    laid = (*reading.tiles, *reading.cards)
    tiles = [_tile(claim) for claim in laid if claim.best != ABSENT and claim.place not in covered]
    tiles += [{**_tile(claim), "remembered": True} for claim in remembered]
    # Cards are listed one by one; that they are counted among the pieces too is for the rules.
    carded = {(claim.best.kind, claim.place) for claim in reading.cards}
    shown = [claim for claim in reading.pieces if claim.place not in covered and (claim.kind, claim.place) not in carded]
    seen = sorted(shown, key=_order)
    pieces = [piece for claim in seen for piece in _pieces(claim)]
    line: dict[str, Any] = {"file": file, "tiles": tiles, "pieces": pieces}
    if reading.board_px is not None:
        line["board_px"] = [[round(x, 2), round(y, 2)] for x, y in reading.board_px]
    line["unsure"] = [list(place) for place in sorted(doubtful, key=place_order) if isinstance(place, Cell)]
    return line


def unread_line(file: str, code: str, why: str) -> str:
    """The line of a photograph that could not be read; nothing is claimed."""
    line = {"file": file, "tiles": [], "pieces": [], "unsure": [], "no_reading": code, "why": why}
    return json.dumps(line, separators=(",", ":"))


def _untold(claims: Sequence[PieceClaim]) -> frozenset[Place]:
    """The places in which something stands that is not listed: by its print it may be one of several, none likelier than not."""
    unlisted: dict[Place, float] = {}
    for claim in claims:
        if claim.faces and not claim.count:
            unlisted[claim.place] = unlisted.get(claim.place, 0.0) + _at_least(claim, 1)
    return frozenset(place for place, there in unlisted.items() if there > TOLD)


def _order(claim: PieceClaim) -> tuple[tuple[int, int, int, str], str]:
    return place_order(claim.place), claim.kind


def _where(place: Place) -> dict[str, Any]:
    return {"zone" if isinstance(place, Zone) else "cell": place_json(place)}


def _tile(claim: TileClaim) -> dict[str, Any]:
    look = claim.best
    return {**_where(claim.place), "kind": look.kind, "face": look.face, "turns": look.turns, "p": _probability(claim.log_p)}


def _pieces(claim: PieceClaim) -> list[dict[str, Any]]:
    """One entry for each of the likeliest number of pieces; the first carries the facing."""
    count, facing = claim.count, claim.facing
    entries = []
    for number in range(1, count + 1):
        entry: dict[str, Any] = {"kind": claim.kind, **_where(claim.place), "p": _at_least(claim, number)}
        if facing is not None:
            entry["facing"] = facing.name
            if claim.log_p_facings is not None:
                entry["p"] = round(entry["p"] * math.exp(claim.log_p_facings[facing]), 4)
        if claim.faces:
            face, log_p = claim.faces[0]
            # A die's side is a number, and records call it the value.
            entry.update({"value": int(face)} if face.isdecimal() else {"face": face})
            entry["p"] = round(entry["p"] * math.exp(log_p), 4)
        entries.append(entry)
    return entries


def _at_least(claim: PieceClaim, number: int) -> float:
    """The probability that there are at least `number` of them."""
    return round(min(1.0, sum(math.exp(value) for value in claim.log_p_counts[number:])), 4)


def _probability(log_p: float) -> float:
    return round(min(1.0, math.exp(log_p)), 4)
