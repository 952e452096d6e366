"""`companion play GAME`: a real table with camera, lamps and page; goes on without what is missing."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

FLAGS = (
    "host", "port", "journal", "patience_s", "long_patience_s", "brightness", "quiet", "pins", "pin_map", "camera",
    "frames_per_s",
)  # fmt: skip


def add(subparsers: Any) -> None:
    from companion.config import add_flags
    from companion.games import GAMES

    sub = subparsers.add_parser("play", help="a real table: camera, pins, page", description=__doc__)
    sub.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    sub.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="set-up, such as players='P1=R P2=B P3=G'")
    sub.add_argument("--table", type=Path, metavar="FOLDER", help="what the table was taught from: session.json and teach/")
    sub.add_argument("--new", action="store_true", help="begin a new game even if one stands unfinished on record")
    add_flags(sub, FLAGS)
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.app.desk import Wish
    from companion.app.evening import Evening
    from companion.app.play import run_play
    from companion.commands.evenings import answers_of, say, until_interrupted
    from companion.config import journal_file, load

    loaded = load(vars(args))
    for warning in loaded.warnings:
        print(warning, file=sys.stderr)
    path = journal_file(loaded.settings)
    path.parent.mkdir(parents=True, exist_ok=True)
    first = Wish(args.game, answers_of(args.set))

    def start(wished: Wish | None) -> Evening:
        wish = wished or first
        # What was taught was taught with this game's tiles.
        table = args.table if wish.game == args.game else None
        return run_play(loaded.settings, wish, table, args.new or wished is not None, path, say)

    return until_interrupted(start)
