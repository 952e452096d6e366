"""`companion evidence N`: what a ruling of the record rested on, as one file that can be judged again anywhere."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from companion.app.evidence_file import EvidenceError, as_text, bundle
from companion.app.kept_pictures import KeptPictures, pictures_home
from companion.journal.entry import StoredGame
from companion.journal.journal import Journal


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
    pictures = KeptPictures(pictures_home(path), stored)
    out.write_text(as_text(bundle(stored, args.line, pictures)), encoding="utf-8")
    print(f"{out}: companion rejudge {out} judges it again.")
    return 0


def _game(journal: Journal, number: int | None) -> StoredGame:
    numbers = journal.numbers()
    if not numbers:
        raise EvidenceError(f"evidence from {journal.path}: no game is recorded there; play one first")
    return journal.load(numbers[-1] if number is None else number)
