"""`companion judge GAME RECORD`: replay a text record, one ruling a ply, with running scores."""

from __future__ import annotations

import argparse
from typing import Any

from companion.commands.rules_output import add_json, judge_lines, read_input, report
from companion.games import find


def add(subparsers: Any) -> None:
    """Add this subcommand."""
    sub: argparse.ArgumentParser = subparsers.add_parser("judge", help="judge a whole game from its text record")
    sub.add_argument("game", metavar="GAME", help="the game's id")
    sub.add_argument("record", metavar="RECORD", help="a file in the game's record form, - for standard input, or the text")
    add_json(sub)
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one ruling a ply; returns 1 at the first illegal action, else 0."""
    game = find(args.game)
    record = game.read_record(read_input(args.record))
    played, state = judge_lines(game, record.start, record.lines, numbered=True)
    return report(game, played, state, args.json)
