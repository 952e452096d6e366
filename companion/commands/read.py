"""`companion read SESSION`: photographs of a table in, one line of JSON per photograph out."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Any


def add(subparsers: Any) -> None:
    """Add this subcommand."""
    sub: argparse.ArgumentParser = subparsers.add_parser("read", help="read photographs of a table")
    sub.add_argument("session", metavar="SESSION", type=Path, help="folder with session.json, teach/ and play/")
    sub.add_argument("--out", metavar="READINGS.jsonl", type=Path, help="where the lines go (default: standard output)")
    sub.add_argument("--teach", metavar="DIR", type=Path, help="another folder of teaching pictures")
    sub.add_argument("--debug", metavar="DIR", type=Path, help="save a picture of every step there, and how long it took")
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read all photographs; returns 0, or 1 when none could be read."""
    # Imported here so that the other subcommands start without numpy and cv2.
    from calibration.session_reading import readings_of, rig_of_session
    from companion.core.catalogue import Catalogue
    from companion.core.reading import Reading
    from companion.games import GAMES, find
    from vision.copies import counted, with_copies
    from vision.jsonl import reading_line, unread_line
    from vision.remembered import Remembered
    from vision.totals import with_totals

    read, lines, remembered = 0, [], Remembered()
    session, rig = rig_of_session(args.session, args.teach)
    catalogue = find(session.game).catalogue if session.game in GAMES else Catalogue((), ())
    kinds = counted(catalogue.tiles, session.catalogue.tiles)
    known = partial(with_copies, kinds=kinds)
    for name, result in readings_of(session, rig, args.debug, catalogue.pieces, known):
        if isinstance(result, Reading):
            read += 1
            told = known(with_totals(result, catalogue.pieces))
            lines.append(reading_line(name, told, remembered.below_hands(told)))
        else:
            print(f"companion read: {name}: {result.why}; {result.remedy}", file=sys.stderr)
            lines.append(unread_line(name, result.code, result.why))
    text = "\n".join(lines) + "\n"
    if args.out is None:
        sys.stdout.write(text)
    else:
        args.out.write_text(text, encoding="utf-8")
    return 0 if read else 1
