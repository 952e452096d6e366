"""`companion evidence N`: what a ruling of the record rested on, as one file that can be judged again anywhere."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion.core.errors import CompanionError
from companion.journal.entry import Entry, StoredGame
from companion.journal.journal import Journal


class EvidenceError(CompanionError, LookupError):
    """The record holds no evidence for that line; the message says why and which lines have some."""


def add(subparsers: Any) -> None:
    """Add this subcommand."""
    from companion.config import add_flags

    sub: argparse.ArgumentParser = subparsers.add_parser("evidence", help="what a ruling of the record rested on, as one file")
    sub.add_argument("line", metavar="N", type=int, help="the number of the line in the log")
    sub.add_argument("--record-game", metavar="NUMBER", type=int, help="which recorded game (default: the latest)")
    sub.add_argument("--out", metavar="FILE", type=Path, help="where to write it (default: evidence-N.json)")
    add_flags(sub, ("journal",))
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the file; EvidenceError where there is nothing to write."""
    from companion.config import journal_file, load

    loaded = load(vars(args))
    for warning in loaded.warnings:
        print(warning, file=sys.stderr)
    path = journal_file(loaded.settings)
    if not path.exists():
        raise EvidenceError(f"evidence of line {args.line}: there is no record {path}; name another with --journal")
    journal = Journal.open(path, set_aside=False)
    try:
        stored = _game(journal, args.record_game)
    finally:
        journal.close()
    out: Path = args.out or Path(f"evidence-{args.line}.json")
    out.write_text(json.dumps(bundle(stored, args.line), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{out}: companion rejudge {out} judges it again.")
    return 0


def _game(journal: Journal, number: int | None) -> StoredGame:
    numbers = journal.numbers()
    if not numbers:
        raise EvidenceError(f"evidence from {journal.path}: no game is recorded there; play one first")
    return journal.load(numbers[-1] if number is None else number)


def bundle(stored: StoredGame, number: int) -> dict[str, Any]:
    """Line `number` with everything it rested on: what was said, the rule, the reading, the explanations considered."""
    entry = next((one for one in stored.entries if one.number == number), None)
    if entry is None or entry.evidence is None or not entry.evidence.case:
        having = [one.number for one in stored.entries if one.evidence is not None and one.evidence.case]
        found = "there is no such line" if entry is None else "the camera did not tell that line"
        raise EvidenceError(f"evidence of line {number}: {found}; lines with evidence: {', '.join(map(str, having)) or 'none'}")
    case: dict[str, Any] = json.loads(entry.evidence.case)
    return {"line": _line(entry), **case}


def _line(entry: Entry) -> dict[str, Any]:
    seen = entry.evidence
    return {
        "number": entry.number, "ply": entry.ply, "kind": entry.kind.value, "action": entry.text, "sentence": entry.sentence,
        "margin": None if seen is None else round(seen.margin, 3), "seen": "" if seen is None else seen.summary,
    }  # fmt: skip
