"""`companion solve POSITION`: a shortest route in Four Blind Mice, or the proof that there is none."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.commands.rules_output import POSITION_HELP, Json, add_json, print_json, read_input

if TYPE_CHECKING:
    from companion.games.four_blind_mice.solver import Solution
    from companion.games.four_blind_mice.state import State


def add(subparsers: Any) -> None:
    """Add this subcommand."""
    words = "a shortest route in a position of Four Blind Mice, or the proof that there is none"
    sub: argparse.ArgumentParser = subparsers.add_parser("solve", help=words, description=words)
    sub.add_argument("position", metavar="POSITION", help=POSITION_HELP)
    asked = sub.add_mutually_exclusive_group()
    asked.add_argument("--bid", type=_number, metavar="N", help="is this number possible? A shortest route of at most N moves")
    asked.add_argument("--exactly", type=_number, metavar="N", help="the first route that claims with the Nth move")
    add_json(sub)
    sub.set_defaults(run=run)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 99):
        raise argparse.ArgumentTypeError(f"{text!r}: must be a whole number from 1 to 99")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Print the answer; returns 0, or 1 when the search had to be given up."""
    from companion.games.four_blind_mice.read_position import read_position

    state = read_position(read_input(args.position))
    solution = _solved(state, args.bid, args.exactly)
    if args.json:
        print_json(_json(state, solution, args.bid))
    else:
        for line in _lines(state, solution, args.bid, args.exactly):
            print(line)
    return 0 if solution.proved else 1


def _solved(state: State, bid: int | None, exact: int | None) -> Solution:
    """Numbers count from the first slide of the demonstration, those in `do` included."""
    from companion.games.four_blind_mice.solver import exactly, puzzle_of, solve

    puzzle, spent = puzzle_of(state), state.past.spent
    if exact is None and bid is not None and state.terms.options.exact_bid == "on":
        exact = bid
    if exact is not None:
        return exactly(puzzle, exact - spent)
    return solve(puzzle, None if bid is None else bid - spent)


def _json(state: State, solution: Solution, bid: int | None) -> Json:
    return {
        "number": solution.number,
        "spent": state.past.spent,
        "route": [str(slide) for slide in solution.route],
        "bid": None if bid is None else {"number": bid, "possible": _possible(solution)},
        "proved": solution.proved,
        "why": solution.why or None,
        "states": solution.states,
    }


def _possible(solution: Solution) -> bool | None:
    """Whether the number asked for is possible; None when the search was given up."""
    return solution.number is not None if solution.proved else None


def _why(state: State, solution: Solution, number: int | None) -> str:
    """Why there is none, the moves already made included."""
    spent = state.past.spent
    if number is None or not spent:
        return solution.why
    return f"{solution.why} after the {spent} made" if number > spent else "the number is used up"


def _lines(state: State, solution: Solution, bid: int | None, exact: int | None) -> list[str]:
    lines = []
    if bid is not None and solution.proved:
        lines.append(f"bid {bid}: {'possible' if _possible(solution) else 'impossible'}")
    if solution.number is not None:
        spent = state.past.spent
        after = f" after {spent} made" if spent else ""
        lines.append(f"{solution.number} move{'s' if solution.number > 1 else ''}{after}: {' '.join(map(str, solution.route))}")
    elif not solution.proved:
        lines.append(f"not known: {solution.why}; no route has fewer than {solution.at_least} moves")
    else:
        lines.append(f"no route: {_why(state, solution, bid or exact)}")
    return lines
