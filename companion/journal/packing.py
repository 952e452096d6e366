"""Entries and seats as rows and JSON texts, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.grid import Cell, Place, Zone, place_json
from companion.core.ruling import Violation
from companion.core.view import Seat
from companion.journal.entry import Entry, EntryKind, Evidence

Row = tuple[Any, ...]
"""The columns of one entry in the order of the table `entries`, without the game's number."""


def pack_entry(entry: Entry) -> Row:
    """The columns number, ply, kind, text, seat, by_whom, time_s, sentence, ruling, evidence."""
    ruling = {
        "violations": [[v.code, v.sentence, v.rule, _places_out(v.places)] for v in entry.violations],
        "remedy": list(entry.remedy),
        "places": _places_out(entry.places),
    }
    seen = entry.evidence
    evidence = None
    if seen is not None:
        told = {"frame": seen.frame, "margin": seen.margin, "summary": seen.summary}
        evidence = _text(told | {"case": seen.case} if seen.case else told)
    return (entry.number, entry.ply, entry.kind.value, entry.text, entry.seat, entry.by, entry.time_s, entry.sentence,
            _text(ruling), evidence)


def unpack_entry(row: Row) -> Entry:
    """The entry those columns stand for; ValueError, KeyError or TypeError where they are damaged."""
    number, ply, kind, text, seat, by, time_s, sentence, ruling_text, evidence_text = row
    ruling = json.loads(ruling_text)
    violations = tuple(
        Violation(code, words, rule, _places_in(places)) for code, words, rule, places in ruling["violations"]
    )
    seen = None if evidence_text is None else json.loads(evidence_text)
    evidence = None
    if seen is not None:
        evidence = Evidence(int(seen["frame"]), float(seen["margin"]), str(seen["summary"]), str(seen.get("case", "")))
    return Entry(number, ply, EntryKind(kind), text, seat, by, time_s, sentence, violations, tuple(ruling["remedy"]),
                 _places_in(ruling["places"]), evidence)


def pack_seats(seats: Iterable[Seat]) -> str:
    return _text([[seat.id, seat.name, list(seat.pieces), seat.colour] for seat in seats])


def unpack_seats(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(id_, name, tuple(pieces), colour) for id_, name, pieces, colour in json.loads(text))


def pack_options(options: Mapping[str, str]) -> str:
    return _text(dict(options))


def unpack_options(text: str) -> dict[str, str]:
    return {str(name): str(value) for name, value in json.loads(text).items()}


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _places_out(places: Iterable[Place]) -> list[list[int] | str]:
    return [place_json(place) for place in places]


def _places_in(places: Iterable[list[int] | str]) -> tuple[Place, ...]:
    return tuple(Zone(place) if isinstance(place, str) else Cell(*place) for place in places)
