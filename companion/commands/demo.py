"""`companion demo [GAME]`: the whole program on a simulated table."""

from __future__ import annotations

import argparse
import sys
import threading
from typing import Any

from companion.games import GAMES


def add(subparsers: Any) -> None:
    from companion.config import add_flags

    sub = subparsers.add_parser("demo", help="the whole program on a simulated table", description=__doc__)
    sub.add_argument("game", nargs="?", default=GAMES[0], metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    sub.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="set-up, such as marbles=yes")
    sub.add_argument("--seed", type=int, help="deal and play from this seed (default: another one each time)")
    sub.add_argument("--new", action="store_true", help="begin a new game even if one stands unfinished on record")
    add_flags(sub, ("host", "port", "journal", "patience_s", "long_patience_s", "brightness", "quiet", "frames_per_s", "speed"))
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.app.demo import DemoWish, run_demo
    from companion.config import journal_file, load

    loaded = load(vars(args), own={"host": "127.0.0.1"})
    for warning in loaded.warnings:
        print(warning, file=sys.stderr)
    answers = dict(_field(text) for text in args.set)
    path = journal_file(loaded.settings)
    if not loaded.settings.journal:
        path = path.with_name("demo.sqlite")
    path.parent.mkdir(parents=True, exist_ok=True)
    evening = run_demo(loaded.settings, DemoWish(args.game, answers, args.seed, args.new), path, _say)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        _say("Ending ...")
    finally:
        evening.close()
    return 0


def _field(text: str) -> tuple[str, str]:
    from companion.core.errors import NotationError

    name, equals, value = text.partition("=")
    if not equals or not name:
        raise NotationError("--set", text, "write FIELD=VALUE, such as marbles=yes")
    return name, value


def _say(text: str) -> None:
    print(text, flush=True)
