"""Positions of Mice in a Maze for the tests: openings for 2, 3 and 4 players, every option, random mid-game positions."""

from __future__ import annotations

from itertools import combinations
from random import Random

from slow_mice_table import follow, segment_at, topology
from slow_mice_text import COLOURS, EDGES, FILES, MAZE, State, fields_of, parse, tile_of

OPENINGS = (
    "players: P1=R P2=Y P3=B; owners: P1=R,O P2=Y,G P3=B,P; mice: R=Nb Y=E6 B=Sf",
    "players: P1=R P2=Y P3=B P4=W; owners: P1=R,O P2=Y,G P3=B,P P4=W,K; mice: R=Nb Y=E6 B=Sf W=W2",
    "players: P1=R,P P2=Y,B; owners: P1=R,P,O,G P2=Y,B,W,K; order: R Y B P; mice: R=Nb Y=E6 B=Sf P=Sb",
)
MARBLES = "; marbles: c3 d3 e3 c4 e4 c5 d5 e5"
VARIANTS = (
    "",
    "chamber_exit=opposite",
    "edge=turn-around",
    "exchange=end-only",
    "meeting=tile",
    "behind=through",
    "fallback=strict",
    "no_tile=anywhere",
    "marble_start=hit",
    "nest_safe=no",
    "hit_cheese=pile",
    "marble_next=owner",
    "frozen_choice=free",
    "frozen_repeat=2",
    "two_player_hands=mouse",
    "layout=central-three",
    "colours=WKROYGBP",
    "meeting=tile exchange=end-only edge=turn-around no_tile=anywhere",
    "behind=through chamber_exit=opposite fallback=strict marble_next=owner nest_safe=no",
)
DECK = tuple(kind + one + other for kind in "XC" for one, other in combinations(COLOURS, 2))


def opening(number: int, marbles: bool, options: str = "") -> str:
    """The text of an opening: 0 three players, 1 four, 2 two; every mouse in its private nest."""
    text = OPENINGS[number] + (MARBLES if marbles else "")
    if not options:
        return text
    text = f"options: {options}; {text}"
    state = parse(text)
    homes = {nest["colours"][0]: port for port, nest in state["nests"].items() if nest["private"]}
    mice = " ".join(f"{mouse}={homes[mouse]}" for mouse in state["mice"])
    return "; ".join(f"mice: {mice}" if part.startswith("mice:") else part for part in text.split("; "))


def filled(text: str, rng: Random) -> str:
    """The position with an identity dealt to every face-down tile and hand; its open tiles must be named."""
    state = parse(text)
    deck = [code for code in DECK if code not in {code for code, _ in state["open"].values()}]
    rng.shuffle(deck)
    rows = []
    for rank in "7654321":
        cells = [file + rank for file in FILES]
        codes = ["#" if cell == "d4" else "." if cell in state["open"] else deck.pop() for cell in cells]
        rows.append(f"row{rank}: {' '.join(codes)}")
    hands = " ".join(f"{hand}={deck.pop()}" for hand in state["hands"])
    return "; ".join([text, *rows, f"handtiles: {hands}"])


def scattered(rng: Random, options: str = "", named: bool = True) -> str:
    """A random well-formed position, not always one that play could reach: mice crowd on one path and in the Chamber.

    Open tiles are `named` by their identities or drawn by their topology alone.
    """
    head = opening(rng.randrange(3), False, options).rpartition("; mice:")[0]
    deck = list(DECK)
    rng.shuffle(deck)
    share = rng.choice((0.4, 0.7, 0.9, 1.0))
    tiles = {cell: deck.pop() + str(rng.randrange(4)) for cell in MAZE if rng.random() < share}
    if not named:
        tiles = {cell: topology(tile_of(tile)) for cell, tile in tiles.items()}
    text = f"{head}; tiles: {' '.join(f'{cell}={tile}' for cell, tile in tiles.items())}"
    state = parse(text + "; mice: " + " ".join(f"{mouse}=hand" for mouse in _played(head)))
    mouths = [f"{cell}{edge}" for cell in (*tiles, "d4") for edge in EDGES]
    loops = [mouth for mouth in mouths if follow(state, mouth)[1] == "loop"]
    start = rng.choice(loops if loops and rng.random() < 0.3 else mouths)
    trail = [cell + rng.choice(segment) for cell, segment, _ in follow(state, start)[0][:3]] or [rng.choice(mouths)]
    parts = {"mice": _mice(rng, state, start, [*trail, "d4" + rng.choice(EDGES)])}
    spots = [rng.choice([*trail, rng.choice(mouths)]) for _ in range(rng.randrange(3))]
    parts["loose"] = [f"{spot[:2]}/{segment_at(state, spot[:2], spot[2])}" for spot in spots if spot[:2] != "d4"]
    parts["marbles"] = [rng.choice(mouths) for _ in range(rng.choice((0, 0, 2, 5)))]
    cheeses = 8 - len(parts["loose"]) - sum(mouse.endswith("*") for mouse in parts["mice"])
    parts["nests"] = _nests(rng, list(state["nests"]), min(7, rng.choice((cheeses, rng.randrange(cheeses + 1)))))
    parts["hands"] = [f"{player}={rng.choice(('up', 'up', 'down'))}" for player in state["players"]]
    return "; ".join([text, *(f"{name}: {' '.join(items)}" for name, items in parts.items() if items)])


def _mice(rng: Random, state: State, start: str, crowd: list[str]) -> list[str]:
    """The mouse in turn at the start of a path, the others on it, in the Chamber, in nests or off the table."""
    ports = [port for nest in state["nests"].values() for port in nest["ports"]]
    places = [rng.choice([*crowd, *crowd, rng.choice(ports), "hand"]) for _ in state["hand_of"]]
    first = start if rng.random() < 0.8 else places[0]
    return [
        f"{mouse}={where}{'*' if where not in (*ports, 'hand') and rng.random() < 0.5 else ''}"
        for mouse, where in zip(state["order"], [first, *places[1:]], strict=True)
    ]


def _nests(rng: Random, names: list[str], delivered: int) -> list[str]:
    """So many deliveries, each to a random nest, the first four worth 1."""
    at = [(rng.choice(names), 1 if number < 4 else 2) for number in range(delivered)]
    return [f"{name}={','.join(str(value) for nest, value in at if nest == name)}" for name in sorted({nest for nest, _ in at})]


def _played(head: str) -> list[str]:
    """The mice of an opening without its `mice` field, in turn order."""
    fields = fields_of(head)
    return fields["order"].split() if "order" in fields else [item[-1] for item in fields["players"].split()]
