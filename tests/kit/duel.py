"""Two implementations of Mice in a Maze in lockstep: random games in which every step must agree, and perft counts of both.

    python tests/kit/duel.py --games 200 --seed 1       plays many games over all options and says how many steps agreed
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

import slow_mice
import slow_mice_steps
import slow_mice_table
from mice_positions import VARIANTS, filled, opening, scattered
from slow_mice_text import State, parse, public


class DiffersError(AssertionError):
    """The two implementations disagree; the message names the position, the actions that led there and both answers."""


@dataclass
class Tally:
    """What a duel has compared."""

    plies: int = 0
    tokens: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)


def duel(game: Any, text: str, rng: Random, limit: int, tally: Tally, mode: str = "shapes", eager: float = 0.5) -> State:
    """Plays one random game in both implementations and raises `DiffersError` at the first disagreement.

    Modes: `shapes` unknown identities and topology chars only; `dealt` identities appear as tiles are opened, as a camera
    reads them; `known` both know every tile from the start.  `eager` is the share of placements that help the mouse home.
    """
    known = filled(text, rng) if mode != "shapes" else text
    start = known if mode == "known" else text
    fast, slow, truth = game.read_position(start), slow_mice.read(start), slow_mice.read(known)
    played: list[str] = []
    for _ in range(limit):
        compare(game, fast, slow, (start, played), tally)
        if slow["why"]:
            tally.ends[slow["why"]] += 1
            return slow
        token = pick(slow if mode == "shapes" else truth, rng, eager, mode == "dealt")
        tally.seen[shape_of(slow, token)] += 1
        played.append(token)
        fast, slow = game.play(fast, game.read(token)), slow_mice.after(slow, token)
        truth = slow if mode != "dealt" else slow_mice.after(truth, token)
    tally.ends["unfinished"] += 1
    return slow


def shape_of(state: State, token: str) -> str:
    """The kind of an action, for the tally."""
    if state["step"] == 1:
        return "choice" if "&" in token else "out" if token == ">out" else "chamber" if token.startswith(">d4") else token[0]
    if state["step"] == 2:
        return "fallback" if "#" in token else "skip" if token == "--" else "place"
    return "marbles"


def pick(state: State, rng: Random, eager: float, known: bool = False) -> str:
    """A random legal token; `eager` placements are the best of six for the mouse in turn; `known` keeps track of tiles."""
    tokens = sorted(slow_mice.legal(state))
    if state["step"] == 2 and tokens[0].endswith("#") and (known or rng.random() < 0.5):
        return rng.choice(tokens) + rng.choice("hs")
    if state["step"] == 2 and tokens != ["--"] and rng.random() < eager:
        some = [rng.choice(tokens) for _ in range(6)]
        return max(some, key=lambda token: hope(slow_mice_steps.place(state, token), state["turn"]))
    return rng.choice(tokens)


def hope(state: State, mouse: str) -> int:
    """How good the next run of a mouse looks: home when loaded, to the Chamber when empty, rather not out."""
    if state["mice"][mouse] == "hand":
        return 0
    _, kind, _ = slow_mice_table.follow(state, state["mice"][mouse])
    wanted = "nest" if state["cargo"][mouse] else "chamber"
    return 3 if kind == wanted else -1 if kind in ("out", "loop") else 1


def compare(game: Any, fast: Any, slow: State, where: tuple[str, list[str]], tally: Tally) -> None:
    """Same position, same legal tokens, same half points, same end; raises `DiffersError` otherwise."""
    outcome = game.outcome(fast)
    texts = [game.write(action) for action in game.actions(fast)]
    both: tuple[tuple[str, Any, Any], ...] = (
        ("position", public(parse(game.write_position(fast)), bool(outcome)), public(slow, bool(slow["why"]))),
        ("legal", sorted(texts), sorted(slow_mice.legal(slow))),
        ("scores", half_points(game, fast), {seat: total for seat, (total, _) in slow_mice.scores(slow).items()}),
        ("end", outcome.why if outcome else None, slow["why"]),
        ("winners", set(outcome.winners) if outcome else None, slow_mice.winners(slow) if slow["why"] else None),
    )
    for name, of_fast, of_slow in both:
        if of_fast != of_slow:
            raise DiffersError(f"{name} after {where[0]}; do: {' ; '.join(where[1])}\n{difference(of_fast, of_slow)}")
    tally.plies += 1
    tally.tokens += len(texts)


def half_points(game: Any, state: Any) -> dict[str, int]:
    """The engine's scores as half points."""
    return {score.seat: round(2 * score.points) for score in game.scores(state)}


def difference(of_fast: Any, of_slow: Any) -> str:
    """What only one of two answers has."""
    if isinstance(of_fast, dict):
        names = [name for name in of_slow if of_fast.get(name) != of_slow[name]]
        return "\n".join(f"{name}: engine {of_fast.get(name)!r}, slow {of_slow[name]!r}" for name in names)
    if isinstance(of_fast, list):
        return f"only engine {sorted(set(of_fast) - set(of_slow))}, only slow {sorted(set(of_slow) - set(of_fast))}, " + (
            "engine lists one twice" if len(set(of_fast)) < len(of_fast) else f"{len(of_fast)} and {len(of_slow)}"
        )
    return f"engine {of_fast!r}, slow {of_slow!r}"


def perft(legal: Callable[[Any], Any], after: Callable[[Any, Any], Any], depth: int, state: Any) -> int:
    """The number of sequences of `depth` actions from a state; the last action of each is counted, not played."""
    actions = legal(state)
    if depth == 1:
        return len(actions)
    return sum(perft(legal, after, depth - 1, after(state, action)) for action in actions)


def same_to(game: Any, fast: Any, slow: State, depth: int, tally: Tally, played: tuple[str, ...] = ()) -> None:
    """At every node to this depth both have the same position, legal tokens, scores and end."""
    compare(game, fast, slow, ("perft", list(played)), tally)
    if depth:
        for token in sorted(slow_mice.legal(slow)):
            then = game.play(fast, game.read(token)), slow_mice.after(slow, token)
            same_to(game, *then, depth - 1, tally, (*played, token))


def main() -> None:
    """Plays as many games as asked, over all openings, options and modes in turn, and prints what was compared."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--games", type=int, default=57)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--limit", type=int, default=1500, help="most actions a game")
    options.add_argument("--keep-going", action="store_true", help="print every disagreement instead of stopping at the first")
    args = options.parse_args()
    from companion.games import find

    tally, game = Tally(), find("mice-in-a-maze")
    for number in range(args.seed, args.seed + args.games):
        rng = Random(number)
        variant, mode = VARIANTS[number % len(VARIANTS)], ("shapes", "dealt", "known")[number // 3 % 3]
        if rng.random() < 0.4:
            text = scattered(rng, variant, named=mode != "shapes")
        else:
            text = opening(number % 3, rng.random() < 0.65, variant)
        try:
            if not duel(game, text, rng, args.limit, tally, mode, rng.choice((0.0, 0.5, 0.95)))["why"]:
                print(f"seed {number} {mode}: not over after {args.limit} actions")
        except Exception as error:
            if not args.keep_going:
                raise
            print(f"seed {number} {mode}: {type(error).__name__}: {error}\n")
    print(f"{args.games} games, {tally.plies} positions and {tally.tokens} legal actions agree")
    print(f"ends {dict(tally.ends)}; actions {dict(tally.seen)}")


if __name__ == "__main__":
    main()
