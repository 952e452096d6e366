"""`companion demo [GAME]`: the whole program on a simulated table."""

from __future__ import annotations

import argparse
import sys
from typing import Any

SET_HELP = "set-up in the game's own fields, such as marbles=yes"


def add(subparsers: Any) -> None:
    from companion.config import add_flags
    from companion.games import GAMES

    sub = subparsers.add_parser("demo", help="the whole program on a simulated table", description=__doc__)
    sub.add_argument("game", nargs="?", default=GAMES[0], metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    sub.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help=SET_HELP)
    sub.add_argument("--seed", type=int, help="deal and play from this seed (default: another one each time)")
    sub.add_argument("--new", action="store_true", help="begin a new game even if one stands unfinished on record")
    add_flags(sub, ("host", "port", "journal", "patience_s", "long_patience_s", "brightness", "quiet", "frames_per_s", "speed"))
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.app.demo import DemoWish, run_demo
    from companion.commands.evenings import answers_of, say, until_interrupted
    from companion.config import journal_file, load

    loaded = load(vars(args), own={"host": "127.0.0.1"})
    for warning in loaded.warnings:
        print(warning, file=sys.stderr)
    path = journal_file(loaded.settings)
    if not loaded.settings.journal:
        # Simulated games never mix with those of real evenings.
        path = path.with_name("demo.sqlite")
    path.parent.mkdir(parents=True, exist_ok=True)
    wish = DemoWish(args.game, answers_of(args.set), args.seed, args.new)
    return until_interrupted(lambda wished: run_demo(loaded.settings, wish if wished is None else DemoWish.of(wished), path, say))
