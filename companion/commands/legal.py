"""`companion legal GAME POSITION`: the legal actions, whose choice it is, the scores."""

from __future__ import annotations

import argparse
from typing import Any

from companion.commands.rules_output import POSITION_HELP, add_json, outcome_json, print_json, read_input, score_text, scores_json
from companion.games import find


def add(subparsers: Any) -> None:
    """Add this subcommand."""
    sub: argparse.ArgumentParser = subparsers.add_parser("legal", help="the legal actions in a position")
    sub.add_argument("game", metavar="GAME", help="the game's id")
    sub.add_argument("position", metavar="POSITION", help=POSITION_HELP)
    add_json(sub)
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the legal actions; returns 0."""
    game = find(args.game)
    state = game.read_position(read_input(args.position))
    actions = [(game.write(action), game.label(state, action)) for action in game.actions(state)]
    scores, outcome = game.scores(state), game.outcome(state)
    if args.json:
        print_json({
            "actor": game.actor(state),
            "ply": state.ply,
            "actions": [{"text": text, "label": label} for text, label in actions],
            "scores": scores_json(scores),
            "outcome": outcome_json(outcome),
        })  # fmt: skip
        return 0
    print(f"to act: {game.actor(state) or 'nobody'}   scores: {score_text(scores)}")
    if outcome is not None:
        print(f"game over ({outcome.why}): {outcome.sentence} Winners: {', '.join(outcome.winners)}")
    for text, label in actions:
        print(f"{text:12} {label}")
    return 0
