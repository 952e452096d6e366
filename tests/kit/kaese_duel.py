"""Two implementations of Alles Käse! in lockstep: random games in which every step must agree.

    python tests/kit/kaese_duel.py --games 1000 --seed 1       plays many games over all options and says what was compared
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

import slow_kaese
from duel import DiffersError
from law_alles_kaese import NEAR_MISSES, conserved, dealt, scene_problems
from slow_kaese_text import State, parse, public

VARIANTS = (
    "", "extra_discard=every_turn", "supply_end=on_failed_refill", "final_tie=fewer_traps", "final_tie=later_seat",
    "peek=optional", "refill=slide", "announce_first=on open_discards=on", "penalty=remove_exposed", "exposed=remove",
    "strict=on", "traps_per_value=unknown", "supply_end=on_failed_refill extra_discard=every_turn refill=slide",
    "exposed=remove refill=slide supply_end=on_failed_refill",
)  # fmt: skip
MODES = ("untold", "told", "dealt")
"""Tops of the supply are never told, told as they are seen, or known from the start with everything else."""


@dataclass
class Tally:
    """What a duel has compared."""

    games: int = 0
    plies: int = 0
    tokens: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)


def opening(players: int, rng: Random, variant: str = "") -> str:
    """The text of an opening: the first seven cards of a shuffled deck."""
    deck = [value for value in range(1, 7) for _ in range(6)]
    rng.shuffle(deck)
    first = "ABCDEF"[rng.randrange(players)]
    names = ",".join("ABCDEF"[:players])
    text = f"players: {names}; turn: {first}; display: {''.join(map(str, deck[:6]))}; top: {deck[6]}; supply: 30"
    return f"{text}; opt: {variant}" if variant else text


def pick(state: State, rng: Random, mode: str, odd: float) -> str:
    """A listed token, its open top told where that is wanted; at times a correction or a whole turn instead."""
    if rng.random() < odd:
        lawful = [token for token in rng.sample(NEAR_MISSES, 60) if slow_kaese.code(state, token) is None]
        if lawful:
            return rng.choice(lawful)
    token = rng.choice(sorted(slow_kaese.legal(state)))
    if mode == "told" and token.endswith("^?"):
        told = [token[:-1] + top for top in "123456"]
        lawful = [item for item in told if slow_kaese.code(state, item) is None]
        return rng.choice(lawful or [token])
    return token


def duel(game: Any, text: str, rng: Random, limit: int, tally: Tally, mode: str = "told", odd: float = 0.1) -> State:
    """Plays one random game in both implementations and raises `DiffersError` at the first disagreement."""
    start = dealt(text, rng) if mode == "dealt" else text
    fast, slow = game.read_position(start), slow_kaese.read(start)
    played: list[str] = []
    for _ in range(limit):
        compare(game, fast, slow, start, played, tally)
        compare_codes(game, fast, slow, rng, played, tally)
        if slow["why"]:
            tally.ends[slow["why"][:4]] += 1
            tally.games += 1
            return slow
        token = pick(slow, rng, mode, odd)
        tally.seen[token[0] if " " not in token or token[0] == "{" else "turn"] += 1
        played.append(token)
        fast, slow = game.play(fast, game.read(token)), slow_kaese.after(slow, token)
    tally.ends["unfinished"] += 1
    return slow


def compare(game: Any, fast: Any, slow: State, start: str, played: list[str], tally: Tally) -> None:
    """Same position, legal tokens, scores and end; nothing lost, the scene as the text says, the text read back the same."""
    outcome, text = game.outcome(fast), game.write_position(fast)
    listed = [game.write(action) for action in game.actions(fast)]
    both: tuple[tuple[str, Any, Any], ...] = (
        ("position", public(parse(text)), public(slow)),
        ("legal", sorted(listed), sorted(slow_kaese.legal(slow))),
        ("scores", {score.seat: int(score.points) for score in game.scores(fast)}, slow_kaese.scores(slow)),
        ("end", outcome.why if outcome else None, slow["why"] and slow["why"].split("(")[0]),
        ("winners", set(outcome.winners) if outcome else None, slow_kaese.winners(slow) if slow["why"] else None),
        ("conserved", conserved(start, played, text), []),
        ("scene", scene_problems(game.scene(fast), text), []),
        ("text", game.write_position(game.read_position(text)), text),
    )
    for name, of_fast, of_slow in both:
        if of_fast != of_slow:
            raise DiffersError(f"{name} after {start} do: {' ; '.join(played)}\nengine {of_fast!r}\nslow   {of_slow!r}")
    tally.plies += 1
    tally.tokens += len(listed)


def compare_codes(game: Any, fast: Any, slow: State, rng: Random, played: list[str], tally: Tally) -> None:
    """The same first broken rule for tokens of every kind, lawful or not."""
    for token in rng.sample(NEAR_MISSES, 12):
        found = [violation.code for violation in game.rule(fast, game.read(token)).violations]
        wanted = slow_kaese.code(slow, token)
        if found != ([wanted] if wanted else []):
            raise DiffersError(f"{token!r} in {game.write_position(fast)}: engine {found}, slow {wanted}; after {played}")
        tally.codes[wanted or "lawful"] += 1


def main() -> None:
    """Plays as many games as asked, over all numbers of players, options and modes in turn, and prints what was compared."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--games", type=int, default=42)
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    from companion.games import find

    tally, game = Tally(), find("alles-kaese")
    for number in range(args.seed, args.seed + args.games):
        rng = Random(number)
        text = opening(2 + number % 5, rng, VARIANTS[number % len(VARIANTS)])
        duel(game, text, rng, 4000, tally, MODES[number % 3], rng.choice((0.0, 0.1, 0.4)))
    print(f"{tally.games} games, {tally.plies} positions, {tally.tokens} legal actions and {tally.codes.total()} rulings agree")
    print(f"ends {dict(tally.ends)}; actions {dict(tally.seen)}; codes {dict(tally.codes)}")


if __name__ == "__main__":
    main()
