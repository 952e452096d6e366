"""Positions of Maze for the tests: openings for 2, 3 and 4 players, every option, random mid-game positions."""

from __future__ import annotations

from random import Random

from slow_librande_table import COUNTS, FIXED, HOMES, LINES, SQUARES, State, all_spaces, passage
from slow_librande_text import CHARS, COPIES, CURSES, parse, write

SEATS = {2: "13", 3: "124", 4: "1234"}
VARIANTS = (
    "",
    "pass-hides-undo=no",
    "undo-slide-test=strict",
    "undo-over-lost-turn=carry",
    "dragon-attack=on-contact",
    "recovering-targetable=no",
    "freeze-stacking=adds-a-turn",
    "freeze-plus-attack=add",
    "curse-on-lost-turn=postponed",
    "hand-limit=draws-only",
    "discard=top-only",
    "answer-order=first-come",
    "tk-range=first",
    "call-extra=no",
    "walking-wall=space",
    "tie-3p=literal",
    "tie-3p=shared",
    "theft-choice=on-cast",
    "fizzle-casts=yes",
    "demand=name-only",
    "web-riders=choose",
    "freeze-stacking=adds-a-turn freeze-plus-attack=add undo-over-lost-turn=carry pass-hides-undo=no",
    "dragon-attack=on-contact call-extra=no tk-range=first walking-wall=space discard=top-only",
)


def deck() -> list[str]:
    """All 38 spells."""
    return [card for card, count in COPIES.items() for _ in range(count)]


def maze(rng: Random) -> list[str]:
    """The 49 tile codes of a random maze."""
    loose = [kind for kind, count in COUNTS.items() for _ in range(count)]
    rng.shuffle(loose)
    return [FIXED[square] if square in FIXED else f"{loose.pop()}{rng.randrange(4)}" for square in SQUARES]


def opening(rng: Random, players: int, options: str = "", stacked: bool = False) -> str:
    """The start of a game with random characters in a random maze; `stacked` gives the order of the deck."""
    chars = rng.sample(CHARS, players)
    parts = [f"{seat}={char}@{HOMES[seat]}" for seat, char in zip(SEATS[players], chars, strict=True)]
    state = parse("; ".join([*parts, "maze " + " ".join(maze(rng)), "treasure -", f"opt {options}"]))
    block = [file + row for row in "345" for file in "cde"]
    lying = [rng.choice([space for space in all_spaces(state) if space[:2] == square]) for square in block]
    state["treasure"] = dict.fromkeys(lying, 1)
    if stacked:
        state["deck"] = deck()
        rng.shuffle(state["deck"])
    state["turn"] = rng.choice(list(state["players"]))
    return write(state)


def scattered(rng: Random, options: str = "", players: int = 0, left: int = 9) -> str:
    """A random well-formed position in the middle of a game, not always one that play could reach; cards are conserved."""
    players = players or rng.choice((2, 3, 4))
    state = parse(opening(rng, players, options))
    spaces = all_spaces(state)
    crowd = [rng.choice(spaces) for _ in range(4)]
    state["dragon"] = rng.choice([s for s in (*SQUARES, *(space[:2] for space in crowd)) if s not in HOMES.values()])
    seats = list(state["players"])
    picked = [rng.choice(seats) for _ in range(rng.randrange(9))] if left == 9 else [rng.choice(seats) for _ in range(9 - left)]
    state["treasure"] = {}
    for _ in range(9 - len(picked)):
        space = rng.choice([*crowd, *spaces[:: 1 + len(spaces) // 7]])
        state["treasure"][space] = state["treasure"].get(space, 0) + 1
    for number, seat in enumerate(picked, 1):
        state["players"][seat]["pile"] += 1
        state["players"][seat]["last"] = number
    deal(rng, state)
    for seat in seats:
        settle(rng, state, seat, rng.choice([*crowd, rng.choice(spaces), state["dragon"]]))
    flags(rng, state)
    return write(state)


def deal(rng: Random, state: State) -> None:
    """Hands, discard and deck: known, partly known, or of unknown cards."""
    cards, how = deck(), rng.choice(("known", "mixed", "unknown"))
    rng.shuffle(cards)
    limit = 6 if len(state["players"]) < 4 else 5
    for player in state["players"].values():
        hand = [cards.pop() for _ in range(rng.randrange(limit + 1))]
        player["hand"] = sorted(card if how == "known" or (how == "mixed" and rng.random() < 0.5) else "?" for card in hand)
    state["discard"] = [cards.pop() for _ in range(rng.choice((0, 2, 5, len(cards) - 1, len(cards))))]
    state["deck"] = cards if how == "known" else ["?"] * len(cards)


def settle(rng: Random, state: State, seat: str, space: str) -> None:
    """Where a player stands and how."""
    player, halves = state["players"][seat], [name for name in all_spaces(state) if name[:2] == space[:2]]
    player["space"] = space if space in halves else rng.choice(halves)
    player["st"] = "ok" if seat == state["turn"] else rng.choice(("ok", "ok", "ok", "frozen", "removed", "down"))
    if player["st"] == "removed":
        player["space"] = None
    if rng.random() < 0.2:
        player["curse"] = rng.choice(CURSES)
        state["spent"] |= {player["curse"]} if len(state["spent"]) < 4 else set()


def flags(rng: Random, state: State) -> None:
    """The middle of a turn: points left, what has been done, what is forbidden."""
    state["under"] = rng.choice((None, None, None, *CURSES))
    state["ap"] = rng.choice((0, 1, 2, 2, 3, 4))
    for flag in ("drew", "dragon-moved", "dragon-slid", "free"):
        state[flag] = rng.random() < 0.25
    state["moves"] = rng.choice((0, 0, 1, 2))
    busy = any(state[flag] for flag in ("drew", "dragon-moved", "dragon-slid", "free")) or state["moves"] or state["ap"] != 2
    state["acted"] = bool(busy) or rng.random() < 0.5
    kind = rng.choice((None, "slide", "dragon"))
    if kind == "slide":
        line = rng.choice(LINES)
        state["undo"] = ("slide", line, rng.choice("NS" if line.isalpha() else "EW"), rng.randrange(2))
    elif kind == "dragon":
        near = [square for square in (passage(state, state["dragon"], way) for way in "NESW") if square]
        state["undo"] = ("dragon", state["dragon"], rng.choice([*near, rng.choice(SQUARES)]))
