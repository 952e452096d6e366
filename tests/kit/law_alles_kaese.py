"""Alles Käse! for the law suite: positions, conservation, a second opinion on tokens, the scene, what is secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import slow_kaese
from game_law import GameLaw, SlowRules
from slow_kaese_text import SLOTS, VALUES, State, parse

from companion.core.grid import Cell, Zone
from companion.core.scene import Scene

OPENINGS = (
    "players: A,B; display: 351622; top: 4; supply: 30",
    "players: A,B,C; turn: B; display: 446611; top: 3; supply: 30; opt: extra_discard=every_turn refill=slide",
    "players: A,B,C,D; display: 123456; top: 1; supply: 30; opt: exposed=remove penalty=remove_exposed peek=optional",
    "players: A,B,C,D,E; display: 556612; top: 6; supply: 30; opt: supply_end=on_failed_refill final_tie=fewer_traps",
    "players: A,B,C,D,E,F; turn: F; display: 334455; top: 2; supply: 30; opt: traps_per_value=unknown final_tie=later_seat",
)
POSITIONS = (
    *OPENINGS,
    "players: A,B,C,D; turn: B; display: 415263; top: 2; supply: 14; die: 4; kept: A=c6 B=t1,t2; peeked: D1=B D3=A,B,C,D",
    "players: A,B; turn: B; display: 446622; top: 5; supply: 12; discard_top: 1; die: 5; kept: A=c3,t2,c5,t6 B=t3,c1",
    "players: Ann,Bob,Cy; turn: Cy; display: 446622; top: 3; supply: 3; discard_top: 6; shown: 2; kept: Ann=c6,c5 Cy=t1,t5,c4;"
    " opt: supply_end=on_failed_refill strict=on",
    "players: A,B,C; turn: B; display: 111111; top: 2; supply: 9; die: 1; kept: A=c2,c2 B=t4; peeked: D1=A D2=B,C;"
    " opt: extra_discard=every_turn",
)

CODE_WORDS = """
    not-your-turn reroll die-not-flat no-roll peek-not-allowed take-not-allowed wrong-number two-cards looked-before-deciding
    removed-card-seen peek-shown peek-misplaced refill-missing refill-wrong-source refill-too-many extra-discard-missing
    extra-discard-not-due kept-face-down supply-looked-at discards-searched card-exposed after-the-end peek-missing"""
CODES = frozenset((*CODE_WORDS.split(), "no-such-card"))
"""Those the rules text lists, and one for what the components rule out."""

SLOT_NUMBERS = "123456"
NEAR_MISSES = (
    *SLOT_NUMBERS,
    *(f"{kind}{slot}" for kind in ("P", "X", "K") for slot in SLOT_NUMBERS),
    *(f"K{slot}{front}" for slot in SLOT_NUMBERS for front in "ct"),
    *(f"{sign}{value}^{top}" for sign in "+-" for value in SLOT_NUMBERS for top in "036?"),
    *("P0", "-?^?", "A: 4", "B: 2", "C: K1", "Z: 1", "A: P3", "B: 3 P1 -2^?", "A: K5c +4^?"),
    *(f"{die} {act}{pile}" for die in "246" for act in ("P1", "X5", "K5c", "K2t", "K3") for pile in ("", " +4^?", " -3^2", " #")),
    *("4 P3 P4", "2 K5c K6c", "2 X5 X6 +4^?", "2 K5c +4^1 -1^2", "6 X3 +3^1 +1^2", "P3 -2^?", "K1t #", "X1 +2^?"),
    *("{refill D3 +2^6}", "{refill D1 +4^?}", "{discard -2^6}", "{discard -?^?}", "{exposed D2}", "{exposed D6}"),
    *("{shown B D1 A,C}", "{shown A D3 B}", "{shown Z D3 B}", "{back D2 B}", "{back D1 A}", "{back D5 C}"),
)


def conserved(start: str, played: Sequence[str], text: str) -> list[str]:
    """Thirty-six cards, six of a value at most, eighteen of each front; what was kept or discarded stays so, in its order."""
    before, now = parse(start), parse(text)
    problems = []
    there = now["supply"] + len(now["discard"]) + sum(value > 0 for value in now["display"])
    if there + sum(map(len, now["kept"].values())) != 36:
        problems.append(f"{there} cards and {sum(map(len, now['kept'].values()))} kept ones")
    values = Counter({value: slow_kaese.count(now, value) + (now["top"] == value) for value in VALUES})
    problems += [f"{number} cards with {value} holes" for value, number in values.items() if number > 6]
    problems += [f"too many {front}" for front in "ct" if slow_kaese.shown_fronts(now, front) > 18]
    problems += [f"{seat} lost a card" for seat, cards in before["kept"].items() if now["kept"][seat][: len(cards)] != cards]
    if now["discard"][: len(before["discard"])] != before["discard"]:
        problems.append("a discard changed")
    problems += [f"D{slot + 1} is empty but known" for slot in SLOTS if now["peeked"][slot] and not now["display"][slot]]
    if before["stock"] is not None:
        known, first = identities(now), identities(before)
        problems += [f"a card came from nowhere: {odd}" for odd in known - first]
        gone = sum((first - known).values())
        if gone != len(now["discard"]) - len(before["discard"]):
            problems.append(f"{gone} cards went away")
    return problems


def identities(state: State) -> Counter[tuple[int, str]]:
    """Every card whose value and front are known, with how often; the discards' fronts are not."""
    cards = [(value, front) for kept in state["kept"].values() for front, value in kept]
    cards += list(state["stock"] or ())
    cards += [(value, front) for value, front in zip(state["display"], state["fronts"] or (), strict=False) if value]
    return Counter(cards)


def informed(token: str, rng: Random) -> str:
    """What a listed token leaves open (a front, a new top) is told later or never; nothing known is forgotten."""
    return token


def judge(text: str) -> Callable[[str], bool]:
    """The slow rules' opinion on tokens in this position."""
    state = slow_kaese.read(text)
    return lambda token: slow_kaese.code(state, token) is None


AREAS = {2: "S N", 3: "S W N", 4: "S W N E", 5: "S W N E SE", 6: "S W NW N E SE"}


def scene_problems(scene: Scene, text: str) -> list[str]:
    """Backs on display, the tops of the piles, the fronts of each player's cards, one die: as the text has them."""
    state = parse(text)
    in_hand = state["gap"] if state["phase"] == "revealed" else None
    top = state["discard"][-1] if state["discard"] else -1
    wanted = {Cell(0, slot): -1 if slot == in_hand else value or -1 for slot, value in enumerate(state["display"])}
    looks = {tile.place: tile.look for tile in scene.tiles}
    piles = {Zone("supply"): state["top"] or 0 if state["supply"] else -1, Zone("discard"): top}
    problems = [f"{len(scene.tiles)} tiles"] if len(scene.tiles) != 8 or len(looks) != 8 else []
    for place, value in {**wanted, **piles}.items():
        look = looks.get(place)
        shown = (None, "absent") if value < 0 else (f"back-{value}" if value else None, "back")
        if look is None or (look.kind, look.face) != shown:
            problems.append(f"{place} looks {look}, expected {shown}")
    names = {"c": "front-cheese", "t": "front-trap"}
    zones = [Zone(f"area-{side}") for side in AREAS[len(state["seats"])].split()]
    rows = zip(zones, state["kept"].values(), strict=True)
    kept = Counter((names[front], zone) for zone, cards in rows for front, _ in cards)
    seen = Counter((piece.kind, piece.place) for piece in scene.pieces if piece.kind != "die")
    problems += [f"kept cards differ: {seen} and {kept}"] if seen != kept else []
    dice = [(piece.place, piece.face) for piece in scene.pieces if piece.kind == "die"]
    face = str(state["die"]) if state["die"] else None
    return problems + ([f"dice: {dice}"] if dice != [(Zone("roll"), face)] else [])


TRAPS = {1: 1, 2: 2, 3: 3, 4: 3, 5: 4, 6: 5}


def secrets(text: str, seat: str | None, rng: Random) -> tuple[str, str]:
    """The position with everything that lies face down told, twice and differently: nobody knows any of it.

    What a player saw in a look is no part of a position at all.
    """
    one = dealt(text, rng)
    for _ in range(200):
        other = dealt(text, rng)
        if other != one:
            return one, other
    # With few cards left all deals may be alike: turn one card of the display into the other sort.
    place = one.index("fronts: ") + len("fronts: ")
    first = next(number for number in range(place, place + 6) if one[number] in "ct")
    return one, one[:first] + {"c": "t", "t": "c"}[one[first]] + one[first + 1 :]


def dealt(text: str, rng: Random) -> str:
    """The text with fronts for the display and an order of the supply, from a shuffled deck of the usual cards."""
    state = parse(text)
    deck = unknown_cards(state)
    rng.shuffle(deck)
    fronts = [take(deck, value)[1] if value else "-" for value in state["display"]]
    stock = [take(deck, state["top"])] if state["top"] else []
    for value in state["discard"]:
        if value:
            take(deck, value)
    stock += deck[: state["supply"] - len(stock)]
    kept = [field for field in text.split("; ") if not field.startswith(("fronts:", "stock:"))]
    kept.append(f"fronts: {''.join(fronts)}")
    kept += [f"stock: {' '.join(f'{value}{front}' for value, front in stock)}"] if stock else []
    return "; ".join(kept)


def unknown_cards(state: State) -> list[tuple[int, str]]:
    """The deck without the kept cards; six of each value also where the kept ones do not fit the usual traps."""
    kept = Counter((value, front) for cards in state["kept"].values() for front, value in cards)
    deck: list[tuple[int, str]] = []
    for value in VALUES:
        left = 6 - kept[value, "c"] - kept[value, "t"]
        bad = min(max(TRAPS[value] - kept[value, "t"], 0), left)
        deck += [(value, "t")] * bad + [(value, "c")] * (left - bad)
    return deck


def take(deck: list[tuple[int, str]], value: int) -> tuple[int, str]:
    """The first card of that value, taken out of the deck."""
    card = next(card for card in deck if card[0] == value)
    deck.remove(card)
    return card


PERFT: dict[str, tuple[str, tuple[int, ...]]] = {
    "opening, two players": (OPENINGS[0], (6, 18, 24, 84, 276, 828)),
    "six players, looks and two traps": (POSITIONS[5], (2, 3, 7, 24, 102, 480)),
    "last cards, every turn a discard": (
        POSITIONS[7].replace("strict=on", "extra_discard=every_turn"),
        (6, 30, 36, 120, 582, 1368),
    ),
    "row that is closed": (OPENINGS[1], (6, 30, 36, 126, 588, 1404)),
}

LAW = GameLaw(
    positions=POSITIONS,
    bound=3000,
    points=(0, 90),
    codes=CODES,
    near_misses=NEAR_MISSES,
    alphabet="123456PKXct+-^?# ",
    conserved=conserved,
    informed=informed,
    judge=judge,
    scene_problems=scene_problems,
    secrets=secrets,
    slow=SlowRules(slow_kaese.read, slow_kaese.legal, slow_kaese.after),
    perft=PERFT,
    transcript=(0, 5),
)
