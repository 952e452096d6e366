"""Two implementations of the Mouse Trap card game in lockstep: random games in which every step must agree.

    python tests/kit/trap_duel.py --games 200 --seed 1       plays many games over all options and says how many steps agreed
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

import slow_trap
from slow_trap_text import State, public
from trap_positions import DECKS, OPENINGS, VARIANTS, scattered


class DiffersError(AssertionError):
    """The two implementations disagree; the message names the position, the actions that led there and both answers."""


@dataclass
class Tally:
    """What a duel has compared: positions, legal tokens, ends by name, kinds of actions."""

    plies: int = 0
    tokens: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)


def duel(game: Any, text: str, rng: Random, limit: int, tally: Tally, greedy: float = 0.5) -> State:
    """Plays one random game in both implementations and raises `DiffersError` at the first disagreement.

    `greedy` is the share of decisions in which a player with cheese at risk ends the turn.
    """
    fast, slow = game.read_position(text), slow_trap.read(text)
    played: list[str] = []
    for _ in range(limit):
        compare(game, fast, slow, text, played, tally)
        if slow["why"]:
            tally.ends[slow["why"]] += 1
            return slow
        token = pick(slow, rng, greedy)
        tally.seen[token[0]] += 1
        played.append(token)
        fast, slow = game.play(fast, game.read(token)), slow_trap.after(slow, token)
    tally.ends["unfinished"] += 1
    return slow


def pick(state: State, rng: Random, greedy: float) -> str:
    """A random legal token; now and then a drawn card or a flip is told at once."""
    tokens = slow_trap.tokens_of(state)
    if "=" in tokens and state["risk"] and rng.random() < greedy:
        return "="
    token = rng.choice(tokens)
    if token == "d:" and rng.random() < 0.3:
        return token + rng.choice([code for code, count in sorted(state["left"].items()) if count > 0])
    return token


def compare(game: Any, fast: Any, slow: State, start: str, played: Sequence[str], tally: Tally) -> None:
    """Same position, also after writing and reading it, same legal tokens, points and end; raises `DiffersError` otherwise."""
    outcome = game.outcome(fast)
    texts = [game.write(action) for action in game.actions(fast)]
    points = {score.seat: round(score.points) for score in game.scores(fast)}
    both: tuple[tuple[str, Any, Any], ...] = (
        ("position", public(slow_trap.read(game.write_position(fast))), public(slow)),
        ("legal", sorted(texts), slow_trap.tokens_of(slow)),
        ("points", points, slow["safe"]),
        ("end", outcome.why if outcome else None, slow["why"]),
        ("winners", set(outcome.winners) if outcome else None, slow["winners"]),
    )
    for name, of_fast, of_slow in both:
        if of_fast != of_slow:
            where = f"{name} after {start}; do: {' '.join(played)}"
            raise DiffersError(f"{where}\n{game.write_position(fast)}\n{difference(of_fast, of_slow)}")
    tally.plies += 1
    tally.tokens += len(texts)


def difference(of_fast: Any, of_slow: Any) -> str:
    """What only one of two answers has."""
    if isinstance(of_fast, dict) and isinstance(of_slow, dict):
        names = [name for name in of_slow if of_fast.get(name) != of_slow[name]]
        return "\n".join(f"{name}: engine {of_fast.get(name)!r}, slow {of_slow[name]!r}" for name in names)
    if isinstance(of_fast, list):
        return f"only engine {sorted(set(of_fast) - set(of_slow))}, only slow {sorted(set(of_slow) - set(of_fast))}"
    return f"engine {of_fast!r}, slow {of_slow!r}"


def same_to(game: Any, fast: Any, slow: State, depth: int, tally: Tally, played: tuple[str, ...] = ()) -> None:
    """At every node to this depth both have the same position, legal tokens, points and end."""
    compare(game, fast, slow, "perft", played, tally)
    if depth:
        for token in slow_trap.tokens_of(slow):
            then = game.play(fast, game.read(token)), slow_trap.after(slow, token)
            same_to(game, *then, depth - 1, tally, (*played, token))


def some_start(rng: Random, number: int) -> str:
    """An opening or a random position, under the options of that number, sometimes with other cards."""
    variant = VARIANTS[number % len(VARIANTS)]
    if rng.random() < 0.3:
        return OPENINGS[number % 4] + (f"; opt: {variant}" if variant else "")
    return scattered(rng, variant, rng.random() < 0.5, rng.choice(DECKS))


def main() -> None:
    """Plays as many games as asked, over all openings, options and decks in turn, and prints what was compared."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--games", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--limit", type=int, default=3000, help="most actions a game")
    args = options.parse_args()
    from companion.games import find

    tally, game = Tally(), find("mouse-trap-cards")
    for number in range(args.seed, args.seed + args.games):
        rng = Random(number)
        duel(game, some_start(rng, number), rng, args.limit, tally, rng.choice((0.2, 0.5, 0.9)))
    print(f"{args.games} games, {tally.plies} positions and {tally.tokens} legal actions agree")
    print(f"ends {dict(tally.ends)}; actions {dict(tally.seen)}")


if __name__ == "__main__":
    main()
