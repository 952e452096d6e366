"""Everything a ruling rested on in one file: what was said and by which rule, the reading, the explanations, two pictures."""

from __future__ import annotations

import base64
import json
from typing import Any, Protocol

from companion.core.errors import CompanionError
from companion.journal.entry import Entry, StoredGame


class EvidenceError(CompanionError, LookupError):
    """The record holds no evidence for that line; the message says why and which lines have some."""


class Pictures(Protocol):
    """The camera's pictures of the lines of a record."""

    def around(self, line: int) -> tuple[int | None, int | None]: ...

    def picture(self, line: int) -> bytes | None: ...


def bundle(stored: StoredGame, number: int, pictures: Pictures | None = None) -> dict[str, Any]:
    """Line `number` with everything it rested on; EvidenceError where the camera did not tell it.

    `pictures` holds the table before and after as JPEG in base64, None where no picture was kept.
    """
    entry = next((one for one in stored.entries if one.number == number), None)
    if entry is None or entry.evidence is None or not entry.evidence.case:
        having = [one.number for one in stored.entries if one.evidence is not None and one.evidence.case]
        found = "there is no such line" if entry is None else "the camera did not tell that line"
        raise EvidenceError(f"evidence of line {number}: {found}; lines with evidence: {', '.join(map(str, having)) or 'none'}")
    case: dict[str, Any] = json.loads(entry.evidence.case)
    return {"line": _line(entry), **case, "pictures": _pictures(number, pictures)}


def as_text(bundled: dict[str, Any]) -> str:
    """The file's text."""
    return json.dumps(bundled, ensure_ascii=False, indent=1) + "\n"


def _line(entry: Entry) -> dict[str, Any]:
    seen = entry.evidence
    return {
        "number": entry.number, "ply": entry.ply, "kind": entry.kind.value, "action": entry.text, "sentence": entry.sentence,
        "margin": None if seen is None else round(seen.margin, 3), "seen": "" if seen is None else seen.summary,
    }  # fmt: skip


def _pictures(number: int, pictures: Pictures | None) -> dict[str, str | None]:
    before, after = (None, None) if pictures is None else pictures.around(number)
    return {"before": _text(pictures, before), "after": _text(pictures, after)}


def _text(pictures: Pictures | None, line: int | None) -> str | None:
    data = None if pictures is None or line is None else pictures.picture(line)
    return None if data is None else base64.b64encode(data).decode("ascii")
