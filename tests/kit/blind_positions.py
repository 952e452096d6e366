"""Positions of Four Blind Mice for the tests: openings, every option, random mid-game positions, tokens of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import slow_blind
import slow_blind_codes
from slow_blind_text import FILES, SUITS, State

CELLS = tuple(file + rank for rank in "87654321" for file in FILES)
DECK = tuple(value + suit for suit in SUITS for value in "A0")
T = "mice: R=c2 K=d7 G=f2 B=g7; covered: b3 b5 c4 c6 e4 e6 g3"

VARIANTS = (
    "",
    "stop=rest",
    "count=slides_and_turns",
    "min_turns=1",
    "min_turns=0",
    "turns_by=any_mouse",
    "straight_back=free",
    "straight_back=never",
    "straight_back=turn",
    "mouse_adjacency=mice_only",
    "redo_setup=on",
    "fixed_order=KGBR",
    "replace=on",
    "window=30",
    "think_limit=240",
    "first_bid_fixed=on",
    "multiple_bids=on",
    "close_on_minimum=on",
    "exact_bid=on",
    "all_failed=remove",
    "touch_move=on",
    "declare_plan=on",
    "goal=1",
    "goal=none",
    "final_coin=owner_places",
    "replace=on min_turns=0 goal=5",
    "straight_back=turn turns_by=any_mouse count=slides_and_turns exact_bid=on",
    "stop=rest min_turns=1 multiple_bids=on all_failed=remove",
)


def opening(players: int, options: str = "") -> str:
    """An empty board, the first player to place."""
    names = ",".join(f"P{number}" for number in range(1, players + 1))
    return f"{f'opt: {options}; ' if options else ''}players: {names}; placed: -"


def placed(players: int, options: str, rng: Random, coins: int = 8) -> str:
    """A random lawful set-up in which so many coins are left, the first player to uncover; values are told."""
    state = slow_blind.read(opening(players, options))
    faces = rng.sample(DECK, 8)
    while state["phase"] == "place":
        tokens = sorted(slow_blind.legal(state))
        token = rng.choice(tokens)
        if token[2] != ":":
            token += {"A": "A", "0": ":0"}[faces[len(state["coins"])][0]]
        state = slow_blind.after(state, token)
    cells = rng.sample(sorted(state["coins"]), coins)
    covered = " ".join(cell + {"A": "A", "0": ":0"}[state["coins"][cell][0]] for cell in sorted(cells))
    mice = " ".join(f"{mouse}={cell}" for mouse, cell in state["mice"].items())
    head = opening(players, options).rpartition("; ")[0]
    return f"{head}; mice: {mice}; covered: {covered}; out: {8 - coins}"


def attempt(players: int, options: str, rng: Random, coins: int) -> str:
    """A random position in the middle of announcing or of a demonstration."""
    text = placed(players, options, rng, coins)
    state = slow_blind.read(text)
    state = slow_blind.after(state, f"?{rng.choice(sorted(state['coins']))}")
    state = slow_blind.after(state, rng.choice(sorted(slow_blind.legal(state))))
    tokens = [f"?{state['target'][0]}={state['target'][2]}"]
    for token in some_bids(state, rng):
        if slow_blind_codes.code(state, token) is None:
            state = slow_blind.after(state, token)
            tokens.append(token)
    return f"{text}; do: {' '.join(tokens)}"


def some_bids(state: State, rng: Random) -> Iterator[str]:
    """Numbers that players may say one after the other, roomy enough for something to happen."""
    time = 0
    for seat in rng.sample(state["players"], rng.randint(1, len(state["players"]))):
        time += rng.randint(0, 12)
        yield f"b:{seat}={slow_blind.least(state) + rng.randint(0, 25)}@{time}"


def wild_token(state: State, rng: Random) -> str:
    """Some token that may or may not be allowed, near to what the state is about."""
    mouse, way, cell, seat = rng.choice(SUITS), rng.choice("NESW"), rng.choice(CELLS), f"P{rng.randint(1, 4)}"
    coin = rng.choice([*(sorted(state["coins"]) or [cell]), state["fresh"] or cell])
    target = state["target"][0] if state["target"] else cell
    near = slow_blind.run(state, mouse, way)[0] if len(state["mice"]) == 4 else cell
    ahead = slow_blind.step(near, way) or near
    stop = rng.choice(["", "", near, near, target, ahead, cell]) + rng.choice(["", "", "*"])
    limits = [*slow_blind_codes.FAILING, "stopped-short", "ran-through"]
    slide = f"{mouse}{way}{stop}"
    choices = [
        slide, slide, slide, f"{slide} x:{rng.choice(limits)}", "x:gave-up",
        f"+{cell}{rng.choice(['A', ':0', ''])}", f"+{mouse}:{cell}", f"?{coin}={mouse}", f"?{rng.choice([coin, cell, target])}",
        f"?{target}={mouse}", f"b:{seat}={rng.randint(1, 9)}{rng.choice(['', f'@{rng.randint(0, 400)}'])}", f"m:{seat}",
        f"-{rng.choice([target, coin])}", f"{seat}:?{coin}", f"{seat}:+{cell}A", f"{seat}:-{target}", "end:goal",
        f"p:{mouse}{way},{rng.choice(SUITS)}{rng.choice('NESW')}",
    ]  # fmt: skip
    return rng.choice(choices)
