"""Two implementations of Maze in lockstep: random games in which every step must agree, every invariant checked after each.

    python tests/kit/duel_librande.py --games 1000 --seed 1     plays many games over all options and says what was compared
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

import slow_librande
from librande_cases import told
from librande_positions import VARIANTS, opening, scattered
from slow_librande_table import COUNTS, FIXED, HOMES, State, code_of, spaces_of, steps
from slow_librande_text import COPIES, public


class DiffersError(AssertionError):
    """The two implementations disagree; the message names the position, the actions that led there and both answers."""


@dataclass
class Tally:
    """What a duel has compared."""

    plies: int = 0
    tokens: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)


def duel(game: Any, text: str, rng: Random, limit: int, tally: Tally, eager: float = 0.5) -> State:
    """Plays one random game in both; raises `DiffersError` at the first disagreement.  `eager` is the share of greedy actions."""
    fast, slow = game.read_position(text), slow_librande.read(text)
    played: list[str] = []
    start = totals(slow)
    for _ in range(limit):
        legal = compare(game, fast, slow, (text, played), tally)
        problems = broken_invariants(slow, start)
        if problems:
            raise DiffersError(f"{problems} after {text}; do: {' '.join(played)}")
        if slow["over"]:
            tally.ends["over"] += 1
            return slow
        token = pick(slow, rng, eager, legal)
        tally.seen[shape_of(token)] += 1
        played.append(token)
        fast, slow = game.play(fast, game.read(token)), slow_librande.after(slow, token)
    tally.ends["unfinished"] += 1
    return slow


def shape_of(token: str) -> str:
    """The kind of an action, for the tally: `mv`, `cs:FZ`, `re`, `pw:rush` ..."""
    head, _, rest = token.partition(":")
    if head == "cs":
        return f"cs:{rest[:2]}{'~' * ('~' in rest)}"
    if head == "pw":
        return "pw:" + "".join(letter if letter.isalpha() else " " for letter in rest).split()[0]
    return f"re:{'pass' if rest.endswith('-') else 'card'}" if head == "re" else head


def pick(state: State, rng: Random, eager: float, legal: list[str] | None = None) -> str:
    """A random legal token, every kind of action as likely as the other; a greedy one picks up or goes where treasure is near."""
    tokens = legal or sorted(slow_librande.legal(state))
    if rng.random() < eager:
        if "pk" in tokens:
            return "pk"
        far = ways(state)
        near = [(far.get(goal(token), 99), token) for token in tokens if goal(token)]
        if near and min(near)[0] < far.get(state["players"][state["turn"]]["space"], 99):
            return min(near)[1]
    shape = rng.choice(sorted({shape_of(token) for token in tokens}))
    return rng.choice([token for token in tokens if shape_of(token) == shape])


def goal(token: str) -> str:
    """The space where a token takes the character in turn, if it is of that kind."""
    found = re.match(r"(?:mv:|pw:(?:rush|charge|leap|phase|shadow)>|cs:TP.~?@)([a-g][1-7](?:\.[nesw])?)", token)
    return found[1] if found else ""


def ways(state: State) -> dict[str, int]:
    """How many steps every space is away from a treasure, where one can be reached."""
    far = {space: 0 for space, number in state["treasure"].items() if number}
    edge = list(far)
    while edge:
        more = {there: far[here] + 1 for here in edge for there in steps(state, here) if there not in far}
        far |= more
        edge = list(more)
    return far


def compare(game: Any, fast: Any, slow: State, where: tuple[str, list[str]], tally: Tally) -> list[str]:
    """Same position, same legal tokens (these are the result), same actor, scores and end; raises `DiffersError` otherwise."""
    outcome, legal = game.outcome(fast), sorted(slow_librande.legal(slow))
    texts = [plain(game.write(action)) for action in game.actions(fast)]
    both: tuple[tuple[str, Any, Any], ...] = (
        ("position", public(told(game, fast)), public(slow)),
        ("actor", game.actor(fast), slow_librande.actor(slow)),
        ("legal", sorted(texts), legal),
        ("scores", {score.seat: score.points for score in game.scores(fast)}, slow_librande.scores(slow)),
        ("end", outcome is not None, slow["over"]),
        ("winners", set(outcome.winners) if outcome else None, slow_librande.winners(slow) if slow["over"] else None),
    )
    for name, of_fast, of_slow in both:
        if of_fast != of_slow:
            here = f"{game.write_position(fast)}\nafter {' '.join(where[1][-5:])} ({len(where[1])} actions from {where[0]})"
            raise DiffersError(f"{name} in {here}\n{difference(of_fast, of_slow)}")
    tally.plies += 1
    tally.tokens += len(texts)
    return legal


def plain(token: str) -> str:
    """A token as the slow rules write it: no quarter turns are not written, treasures that change halves stand in order."""
    body, *riders = token.removesuffix("+0").split("/")
    return "/".join([body, *sorted(riders)])


def difference(of_fast: Any, of_slow: Any) -> str:
    """What only one of two answers has."""
    if isinstance(of_fast, dict):
        names = [name for name in of_slow if of_fast.get(name) != of_slow[name]]
        return "\n".join(f"{name}: engine {of_fast.get(name)!r}, slow {of_slow[name]!r}" for name in names)
    if isinstance(of_fast, list):
        twice = [token for token, count in Counter(of_fast).items() if count > 1]
        ours, theirs = sorted(set(of_fast) - set(of_slow)), sorted(set(of_slow) - set(of_fast))
        return f"only engine {ours}, only slow {theirs}, twice {twice}"
    return f"engine {of_fast!r}, slow {of_slow!r}"


def totals(state: State) -> tuple[int, int]:
    """Treasures on the board and in piles; cards in deck, discard and hands, and spells on their way under the deck."""
    players = state["players"].values()
    treasures = sum(state["treasure"].values()) + sum(player["pile"] for player in players)
    cards = len(state["deck"]) + len(state["discard"]) + sum(len(player["hand"]) for player in players)
    return treasures, cards + sum(bool(frame.get("echo")) for frame in state["stack"])


def broken_invariants(state: State, start: tuple[int, int]) -> list[str]:
    """What can never be so, whatever is played: sentences, none when all is well."""
    problems = [f"{square} is fixed" for square, code in FIXED.items() if code_of(state["tiles"][square]) != code]
    kinds = Counter(kind for square, (kind, _) in state["tiles"].items() if square not in FIXED)
    problems += [] if kinds == Counter(COUNTS) else [f"tiles {dict(kinds)}"]
    problems += [] if totals(state) == start else [f"treasures and cards {totals(state)}, {start} at the start"]
    problems += ["the Dragon is on a home corner"] if state["dragon"] in HOMES.values() else []
    problems += [] if min(state["treasure"].values(), default=0) >= 0 and state["ap"] >= 0 else ["less than nothing"]
    for seat, player in state["players"].items():
        removed = player["st"].startswith("removed")
        problems += [f"{seat} is {player['st']} at {player['space']}"] if removed != (player["space"] is None) else []
        full = len(player["hand"]) > 6 and state["opt"]["hand-limit"] == "all"
        problems += [f"{seat} holds {len(player['hand'])} cards"] if full else []
        problems += [f"{seat} stands nowhere"] if player["space"] and not exists(state, player["space"]) else []
    cards = Counter(state["discard"] + state["deck"] + [card for player in state["players"].values() for card in player["hand"]])
    return problems + [f"{cards[card]} of {card}" for card, count in COPIES.items() if cards[card] > count]


def exists(state: State, space: str) -> bool:
    """Whether the tile has such a space."""
    return space in spaces_of(state, space[:2])


def perft(legal: Any, after: Any, depth: int, state: Any) -> int:
    """The number of sequences of `depth` actions from a state; the last action of each is counted, not played."""
    actions = legal(state)
    return len(actions) if depth == 1 else sum(perft(legal, after, depth - 1, after(state, action)) for action in actions)


def same_to(game: Any, fast: Any, slow: State, depth: int, tally: Tally, played: tuple[str, ...] = ()) -> None:
    """At every node to this depth both have the same position, legal tokens, scores and end."""
    legal = compare(game, fast, slow, ("perft", list(played)), tally)
    for token in legal if depth else ():
        tally.seen[shape_of(token)] += 1
        then = game.play(fast, game.read(token)), slow_librande.after(slow, token)
        same_to(game, *then, depth - 1, tally, (*played, token))


def main() -> None:
    """Plays as many games as asked, over all openings and options in turn, and prints what was compared."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--games", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--limit", type=int, default=800, help="most actions a game")
    options.add_argument("--keep-going", action="store_true", help="print every disagreement instead of stopping at the first")
    args = options.parse_args()
    from companion.games import find

    tally, game = Tally(), find("librande-maze")
    for number in range(args.seed, args.seed + args.games):
        rng = Random(number)
        variant = VARIANTS[number // 2 % len(VARIANTS)] if number % 2 else ""
        text = scattered(rng, variant) if rng.random() < 0.4 else opening(rng, 2 + number % 3, variant, number % 4 < 2)
        try:
            duel(game, text, rng, args.limit, tally, rng.choice((0.3, 0.6, 0.9)))
        except Exception as error:
            if not args.keep_going:
                raise
            print(f"seed {number}: {type(error).__name__}: {error}\n")
    print(f"{args.games} games, {tally.plies} positions and {tally.tokens} legal actions agree")
    print(f"ends {dict(tally.ends)}; actions {dict(tally.seen)}")


if __name__ == "__main__":
    main()
