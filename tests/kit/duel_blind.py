"""Two implementations of Four Blind Mice in lockstep: random games in which every step must agree.

python tests/kit/duel_blind.py --games 1000 --seed 1      plays many games over all options and says what agreed
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

import slow_blind
import slow_blind_codes
from blind_positions import VARIANTS, attempt, opening, placed, some_bids, wild_token
from slow_blind_text import State, public


class DiffersError(AssertionError):
    """The two implementations disagree; the message names the position, the tokens that led there and both answers."""


@dataclass
class Tally:
    """What a duel has compared."""

    plies: int = 0
    tokens: int = 0
    judged: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)


def duel(game: Any, text: str, rng: Random, limit: int, tally: Tally, wild: int = 2) -> State:
    """Plays one random game in both, judges `wild` odd tokens at each step, raises `DiffersError` at the first disagreement."""
    fast, slow = game.read_position(text), slow_blind.read(text)
    played: list[str] = []
    for _ in range(limit):
        where = f"{text} | {' '.join(played)}"
        compare(game, fast, slow, where, tally)
        if slow["phase"] == "over":
            tally.ends[slow["why"]] += 1
            return slow
        for _ in range(wild):
            judge(game, fast, slow, wild_token(slow, rng), where, tally)
        token = pick(slow, rng)
        tally.seen[kind_of(token)] += 1
        played.append(token)
        fast, slow = game.play(fast, game.read(token)), slow_blind.after(slow, token)
    tally.ends["unfinished"] += 1
    return slow


def kind_of(token: str) -> str:
    """The kind of an action, for the tally."""
    if token[0] in "RKGB":
        return "failure" if " x:" in token else "claim" if token.endswith("*") else "slide"
    return token[:2] if token[1] == ":" else token[0]


def pick(state: State, rng: Random) -> str:
    """A random legal token; numbers are said as people say them, coins with their values, failures with their reasons."""
    tokens = sorted(slow_blind.legal(state))
    claims = [token for token in tokens if token.endswith("*")]
    if claims and rng.random() < 0.6:
        return rng.choice(claims)
    if state["phase"] == "think" and not state["bids"] and rng.random() < 0.7:
        for token in some_bids(state, rng):
            if slow_blind_codes.code(state, token) is None:
                return token
    if state["phase"] == "think" and state["bids"] and rng.random() < 0.75:
        return f"m:{slow_blind.ranking(state)[0][0]}"
    if state["phase"] == "demo" and rng.random() < 0.1:
        return odd_but_lawful(state, rng) or rng.choice(tokens)
    if state["phase"] == "demo" and rng.random() < 0.4:
        return promising(state, tokens) or rng.choice(tokens)
    if state["phase"] != "place" and rng.random() < 0.003:
        return "end:time"
    token = rng.choice(tokens)
    if state["phase"] in ("place", "drawn") and token[2] != ":" and rng.random() < 0.8:
        token = token[:3] + rng.choice(["A", ":0"])
        return token if slow_blind_codes.code(state, token) is None else rng.choice(tokens)
    return token


def promising(state: State, tokens: list[str]) -> str | None:
    """A slide after which a claim is possible."""
    for token in tokens:
        if token[0] == state["target"][2]:
            following = slow_blind.legal(slow_blind.after(state, token))
            if any(other.endswith("*") for other in following):
                return token
    return None


def odd_but_lawful(state: State, rng: Random) -> str | None:
    """A plan or a reasoned failure that the rules allow here."""
    found = [token for token in (wild_token(state, rng) for _ in range(12)) if " " in token or token[:2] == "p:"]
    return next((token for token in found if slow_blind_codes.code(state, token) is None), None)


def compare(game: Any, fast: Any, slow: State, where: str, tally: Tally) -> None:
    """Same position, same legal tokens, same scores, same end; raises `DiffersError` otherwise."""
    outcome = game.outcome(fast)
    texts = [game.write(action) for action in game.actions(fast)]
    reread = slow_blind.read(game.write_position(fast))
    both: tuple[tuple[str, Any, Any], ...] = (
        ("position", public(reread), public(slow)),
        ("legal", sorted(texts), sorted(slow_blind.legal(slow))),
        ("scores", {score.seat: int(score.points) for score in game.scores(fast)}, slow_blind.scores(slow)),
        ("end", outcome.why if outcome else None, slow["why"]),
        ("winners", list(outcome.winners) if outcome else None, slow_blind.best(slow) if slow["why"] else None),
    )
    for name, of_fast, of_slow in both:
        if of_fast != of_slow:
            raise DiffersError(f"{name} after {where}\n{difference(of_fast, of_slow)}")
    tally.plies += 1
    tally.tokens += len(texts)


def judge(game: Any, fast: Any, slow: State, token: str, where: str, tally: Tally) -> None:
    """Both name the same broken rule first, or none."""
    expected = slow_blind_codes.code(slow, token)
    found = [violation.code for violation in game.rule(fast, game.read(token)).violations]
    if found != ([expected] if expected else []):
        raise DiffersError(f"{token} after {where}: engine {found}, slow {expected}")
    tally.judged += 1
    tally.codes[expected or "legal"] += 1


def difference(of_fast: Any, of_slow: Any) -> str:
    """What only one of two answers has."""
    if isinstance(of_fast, dict):
        names = [name for name in of_slow if of_fast.get(name) != of_slow[name]]
        return "\n".join(f"{name}: engine {of_fast.get(name)!r}, slow {of_slow[name]!r}" for name in names)
    if isinstance(of_fast, list) and isinstance(of_slow, list):
        return f"only engine {sorted(set(of_fast) - set(of_slow))}, only slow {sorted(set(of_slow) - set(of_fast))}"
    return f"engine {of_fast!r}, slow {of_slow!r}"


def same_to(game: Any, fast: Any, slow: State, depth: int, tally: Tally, played: tuple[str, ...] = ()) -> None:
    """At every node to this depth both have the same position, legal tokens, scores and end."""
    compare(game, fast, slow, f"perft {' '.join(played)}", tally)
    for token in sorted(slow_blind.legal(slow)) if depth else ():
        same_to(game, game.play(fast, game.read(token)), slow_blind.after(slow, token), depth - 1, tally, (*played, token))


def some_start(number: int, rng: Random) -> str:
    """The start of a game: an empty board, a set-up with any number of coins left, or the middle of a puzzle."""
    players, options = 1 + number % 6, VARIANTS[number % len(VARIANTS)]
    kind = rng.randrange(3)
    if kind == 0:
        return opening(players, options)
    coins = rng.choice((8, 8, 5, 3, 2, 1))
    text = (placed if kind == 1 else attempt)(players, options, rng, coins)
    # With a goal of one a game in which somebody has one is over.
    if players > 1 and coins < 3 and not any(word in options for word in ("replace", "goal=1")) and rng.random() < 0.5:
        text = text.replace("; out: ", "; score: P1=1 P2=1; out: ").replace(f"out: {8 - coins}", f"out: {6 - coins}")
    return text


def main() -> None:
    """Plays as many games as asked, over all options in turn, and prints what was compared."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--games", type=int, default=56)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--limit", type=int, default=1500, help="most actions a game")
    args = options.parse_args()
    from companion.games import find

    tally, game = Tally(), find("four-blind-mice")
    for number in range(args.seed, args.seed + args.games):
        rng = Random(number)
        duel(game, some_start(number, rng), rng, args.limit, tally)
    print(f"{args.games} games, {tally.plies} positions, {tally.tokens} legal actions and {tally.judged} rulings agree")
    print(f"ends {dict(tally.ends)}; actions {dict(tally.seen)}; codes {dict(tally.codes)}")


if __name__ == "__main__":
    main()
