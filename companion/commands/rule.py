"""`companion rule GAME POSITION ACTION...`: one ruling an action, played on while legal."""

from __future__ import annotations

import argparse
from typing import Any

from companion.commands.rules_output import POSITION_HELP, add_json, judge_lines, located, read_input, report
from companion.core.errors import NotationError
from companion.games import find

JSON_FLAG = "--json"


def add(subparsers: Any) -> None:
    """Add this subcommand."""
    sub: argparse.ArgumentParser = subparsers.add_parser("rule", help="judge actions in a position")
    sub.add_argument("game", metavar="GAME", help="the game's id")
    sub.add_argument("position", metavar="POSITION", help=POSITION_HELP)
    # A remainder, because tokens such as - and -- are actions of some games and must not be taken for flags.
    sub.add_argument("actions", metavar="ACTION", nargs=argparse.REMAINDER, help="one or more actions in the game's notation")
    add_json(sub)
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one ruling an action; returns 1 when one is illegal, else 0."""
    game = find(args.game)
    words = [word for word in args.actions if word != JSON_FLAG]
    as_json = args.json or len(words) < len(args.actions)
    state = game.read_position(read_input(args.position))
    lines = located(game, " ".join(words))
    if not lines:
        raise NotationError("action", "", "name at least one action after the position")
    played, state = judge_lines(game, state, lines, numbered=False)
    return report(game, played, state, as_json)
