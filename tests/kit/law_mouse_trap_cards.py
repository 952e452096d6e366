"""The Mouse Trap card game for the law suite: positions, conservation, a second opinion on tokens, the scene, what is secret."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import slow_trap
from game_law import GameLaw, SlowRules
from slow_trap_text import BACKS, CELLS, COMPASS, FRONTS, State, fields_of, fits, parse
from trap_positions import LAYOUT_A, OPENINGS

from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, Scene

POSITIONS = (
    *OPENINGS,
    # Mid-game, every card known: the layout of the worked examples.
    f"{LAYOUT_A}; mouse: a1E; safe: 5,3; risk: 1; cheese: c1=1 b3=2 d4=1; disc: F1,R1",
    # Three players, the second in turn, stacks of cheese, a short draw pile.
    "players: A,B,C; turn: B; phase: draw; maze: TRAP/?@0 GO:WASH/?@1 MV2:u/?@2 TAKE/?@3 | TRAP/?@2 MV1:u/?@0 SAFE/SAFE@1"
    " PLACE/?@1 | MV1:u/?@0 FLIPE:lr/GUTB@3 END/?@2 TRAP/?@2 | WASH/?@1 PLACE/?@0 MV3:u/?@3 TURNT/?@0;"
    " mouse: c3W; cheese: d3=4 a2=1 d4=2;"
    " safe: 2,7,0; draw: 2;"
    " disc: FB2,F2,B1,B2,F1,LR1,FLR1,L1,L2,TRAP,R1,R2,PLACE,TAKE,FLIPB,END,LR2,F2,FLBR1,TURN,TRAP,F3",
    # While a card is carried out: two arrows to choose from; every card known, some seen.
    f"{LAYOUT_A}; seen: c3 b3; mouse: c2N; cheese: b2=1; safe: 0,0,0,0; players: A,B,C,D; do: d:LR2",
    # A half that is looked for, effects that may be declined, cards that come down either way.
    "opt: goto_hidden=flip optional_effects=on flip_axis=any; maze: FLIPF/?@0 TRAP/?@1 GO:WASH/?@2 END/?@1 | TRAP/?@3 TRAP/?@0"
    " GO:GUTB/?@1 MV2:lr/?@2 | TURNE:ud/?@0 PLACE/?@2 SAFE/?@0 MV2:u/?@3 | TRAP/?@0 END/?@1 FLIPE:lr/?@3 GO:STRB/?@2;"
    " mouse: b2E; cheese: c1=2; risk: 2; safe: 1,4",
)  # fmt: skip

CODE_WORDS = """
    not-your-turn start-not-on-safe facing-not-square cheese-missing cheese-twice cheese-on-symbol cheese-under-mouse
    cheese-not-from-pile must-draw two-cards-drawn card-ignored wrong-direction stopped-short moved-too-far facing-changed
    chain-unfinished passed-card-used cheese-passed-taken cheese-left-lying wrong-goto wrong-flip wrong-turn turn-zero
    mouse-not-turned-along flip-cheese-kept card-swapped trapped-kept-cheese trapped-played-on safe-lost peeked-under
    after-the-end"""
CODES = frozenset(CODE_WORDS.split())

NEAR_MISSES = (
    *("+-", "/-", "%-", "~", "=", "d:", "d:F1", "d:TRAP", "d:LR2", "d:FLIPE:LR", "d:F1/B2", "B:=", "A:d:", "C:@N", "Z:="),
    *(f"@{facing}{sign}" for facing in COMPASS for sign in ("", "!")),
    *(f"@{cell}{facing}" for cell in ("a1", "c1", "c3", "b2") for facing in "NW"),
    *(f"+{cell}" for cell in CELLS),
    *(f">{facing}" for facing in COMPASS),
    *(f"/{cell}" for cell in CELLS[::2]),
    *(f"/{cell}={side}" for cell in CELLS[::3] for side in ("TRAP", "TAKE", "MV2:u@1", "GO:WASH")),
    *(f"%{cell}:{turns}" for cell in CELLS[::3] for turns in range(4)),
)


def conserved(start: str, played: Sequence[str], text: str) -> list[str]:
    """All 42 wedges, all 24 action cards, and cards of the maze that are as many and the same as the deck has."""
    state = slow_trap.read(text)
    wedges = state["pile"] + sum(state["cheese"].values()) + state["risk"] + sum(state["safe"].values())
    problems = [] if wedges == 42 else [f"{wedges} wedges"]
    cards = state["draw"] + len(state["disc"]) + bool(state["card"])
    problems += [] if cards == 24 else [f"{cards} action cards"]
    told = Counter(state["disc"]) + Counter({code: count for code, count in state["left"].items() if count})
    told[state["card"] or "none"] += bool(state["card"])
    if +told != Counter(state["actions"]):
        problems.append(f"action cards {told}")
    if not fits(state, {}):
        problems.append("these cards cannot lie there together")
    before = slow_trap.read(start)
    names, first = (Counter(card["name"] for card in one["maze"].values()) for one in (state, before))
    if names != first:
        problems.append(f"the named cards were {first}, are {names}")
    return problems


def informed(token: str, rng: Random) -> str:
    """Flips are told with what came up in a token of their own: nothing is forgotten."""
    return token


def judge(text: str) -> Callable[[str], bool]:
    """The slow rules' opinion on tokens in this position."""
    state = slow_trap.read(text)
    return lambda token: slow_trap.admits(state, token)


def place_of(cell: str) -> Cell:
    return Cell(4 - int(cell[1]), "abcd".index(cell[0]))


def fronts(players: int) -> str:
    """Where players sit, in order to the left."""
    return {2: "S N", 3: "S W N", 4: "S W N E", 5: "S W NW NE E"}[players]


def scene_problems(scene: Scene, text: str) -> list[str]:
    """Every cell shows its side the right way round and nothing of what is below; mouse and wedges are where the text says."""
    state = slow_trap.read(text)
    problems = []
    for cell in CELLS:
        card, look = state["maze"][cell], scene.tile(place_of(cell))
        number = next(n for n in range(32) if (FRONTS + BACKS)[order_of(n)] == card["up"])
        expected = Look(f"maze-{number // 2 + 1:02}", ("front", "back")[number % 2], card["turns"])
        if look != expected:
            problems.append(f"{cell} looks {look}, expected {expected}")
    mice = [(piece.place, piece.facing) for piece in scene.pieces if piece.kind == "mouse"]
    wanted = [(place_of(state["mouse"]), Facing(COMPASS.index(state["facing"])))] if state["mouse"] else []
    problems += [] if mice == wanted else [f"mice {mice}, expected {wanted}"]
    wedges = Counter((piece.place, piece.face) for piece in scene.pieces if piece.kind == "wedge")
    if wedges != wedges_of(state):
        problems.append(f"wedges {wedges}, expected {wedges_of(state)}")
    return problems + piles(scene, state)


def order_of(number: int) -> int:
    """Sides card by card, fronts first."""
    return number // 2 + 16 * (number % 2)


def wedges_of(state: State) -> Counter[tuple[Place, str | None]]:
    """Heaps as sight tells them: three and more look alike."""
    heaps: dict[tuple[Place, str | None], int] = {(place_of(cell), "up"): count for cell, count in state["cheese"].items()}
    heaps[Zone("cheese-pile"), "up"] = state["pile"]
    for seat, side in zip(state["players"], fronts(len(state["players"])).split(), strict=True):
        heaps[Zone(f"front-{side}"), "up"] = state["safe"][seat]
        if seat == state["turn"]:
            heaps[Zone(f"front-{side}"), "down"] = state["risk"]
    return Counter({place: min(count, 3) for place, count in heaps.items() if count})


def piles(scene: Scene, state: State) -> list[str]:
    """The draw pile while there are cards, the top discard, the card in play."""
    shown = {tile.place: tile.look for tile in scene.tiles if isinstance(tile.place, Zone)}
    wanted = {"draw": bool(state["draw"]), "discard": bool(state["disc"]), "show": bool(state["card"])}
    found = {name: Zone(name) in shown for name in wanted}
    backs = [look for place, look in shown.items() if place == Zone("draw") and look.face != "back"]
    return ([] if found == wanted else [f"piles {found}, expected {wanted}"]) + [f"the draw pile shows {look}" for look in backs]


def secrets(text: str, seat: str | None, rng: Random) -> tuple[str, str]:
    """The position with every card that nobody has seen below dealt in two ways; where there is only one, told and untold."""
    dealt = [with_cards(text, rng) for _ in range(6)]
    other = next((one for one in dealt if one != dealt[0]), None)
    if other is not None:
        return dealt[0], other
    return dealt[0], re.sub(r"maze: [^;]*", f"maze: {' | '.join(untold(text))}", text, count=1)


def with_cards(text: str, rng: Random) -> str:
    """The text with a card of the deck, by name, for each cell; what was or comes up in `do` stays possible."""
    state = parse(text)
    told = dict(re.findall(r"/([a-d][1-4])=([^@\s]+)", fields_of(text).get("do", "")))
    for cell, card in state["maze"].items():
        if not card["seen"]:
            card["name"], card["down"] = None, told.get(cell)
    for cell in rng.sample(CELLS, 16):
        card = state["maze"][cell]
        if card["name"]:
            continue
        names = [name for name, sides in state["cards"].items() if bears(card, sides) and fits(state, {cell: name})]
        card["name"] = rng.choice([name for name in names if name not in taken(state)])
    rows = [" ".join(word(state, cell) for cell in CELLS[row : row + 4]) for row in range(0, 16, 4)]
    return re.sub(r"maze: [^;]*", f"maze: {' | '.join(rows)}", text, count=1)


def bears(card: State, sides: tuple[str, str]) -> bool:
    pairs = (sides, sides[::-1])
    return any(up == card["up"] and card["down"] in (None, down) for up, down in pairs)


def taken(state: State) -> set[str]:
    return {card["name"] for card in state["maze"].values() if card["name"]}


def word(state: State, cell: str) -> str:
    card = state["maze"][cell]
    if card["seen"]:
        return f"{card['up']}/{card['down']}@{card['turns']}"
    face = "F" if state["cards"][card["name"]][0] == card["up"] else "B"
    return f"{card['name']}{face}@{card['turns']}"


def untold(text: str) -> list[str]:
    """The rows of the maze with nothing told of what is below, except where people have seen it."""
    maze = parse(text)["maze"]
    words = [f"{card['up']}/{card['down'] if card['seen'] else '?'}@{card['turns']}" for card in maze.values()]
    return [" ".join(words[row : row + 4]) for row in range(0, 16, 4)]


PERFT = {
    # An opening for four: facings, a wedge, the first card.
    "start": (OPENINGS[2], (4, 40, 40, 840)),
    # Every card known, the next wedge wins for either player.
    "decide": (f"{LAYOUT_A}; mouse: b2N; safe: 6,7; risk: 1; cheese: c1=1 b3=2 d2=1; disc: F1,R1", (2, 24, 150, 400)),
    # Two cards left in the draw pile, the others are shuffled soon.
    "last": (POSITIONS[5].replace("phase: draw", "phase: cheese"), (11, 11, 22, 33)),
    # A half that is looked for, effects that may be declined, turns by nothing.
    "options": (POSITIONS[7].replace("flip_axis=any", "flip_axis=any turn=any_or_none"), (2, 25, 131, 472)),
}

LAW = GameLaw(
    positions=POSITIONS,
    bound=6000,
    points=(0, 42),
    codes=CODES,
    near_misses=NEAR_MISSES,
    alphabet="abcd1234NESWFBLRTAPGOurdl@+/:%=~>-!",
    conserved=conserved,
    informed=informed,
    judge=judge,
    scene_problems=scene_problems,
    secrets=secrets,
    slow=SlowRules(slow_trap.read, slow_trap.legal, slow_trap.after),
    perft=PERFT,
    transcript=(0, 1),
)
