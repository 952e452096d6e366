"""Four Blind Mice for the law suite: positions, conservation, a second opinion on tokens, the scene, what is secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import slow_blind
import slow_blind_codes
from blind_positions import CELLS, DECK
from game_law import GameLaw, SlowRules
from slow_blind_text import FILES, SUITS, State, fields_of

from companion.core.grid import Cell, Place, Zone
from companion.core.scene import Scene

VALUED = "mice: R=c2 K=d7 G=f2 B=g7; covered: b3A b5:0 c4A c6:0 e4A e6:0 g3A"

POSITIONS = (
    "players: P1,P2,P3; placed: -",
    # Everything placed, one player.
    "players: P1; mice: R=c2 K=d7 G=f2 B=g7; covered: b3A b5:0 c4A c6:0 e4A e6:0 g3A f5:0",
    # Two players while everybody thinks; the second minute of thinking.
    f"players: P1,P2; turn: P2; phase: think; {VALUED}; target: f5:0 R; bids: P1=9@70; clock: 64",
    # Four players, three numbers to be shown, one slide made.
    f"players: P1,P2,P3,P4; turn: P3; {VALUED}; target: f5:0 B; bids: P2=14@43 P4=20@50 P1=20@51; clock: 103; do: BSg4",
    # The variation: a coin came back, everybody knows it, and may not be next.
    "opt: replace=on min_turns=1; players: P1,P2,P3; turn: P2; mice: R=c3 K=d7 G=f1 B=h7; covered: b5:0 c6:0 e2A e6:0 g3A d4A;"
    " known: e2=R; fresh: e2; score: P1=2 P3=2",
    # Five players, a final round between three of them with the last coin.
    "players: P1,P2,P3,P4,P5; turn: P4; mice: R=a1 K=d7 G=h8 B=g7; covered: e4A; score: P1=2 P2=2 P5=2; out: 1; final: P1,P2,P5",
    # Six players, no turns needed, two coins left, mice in a row.
    "opt: min_turns=0 all_failed=remove goal=none; players: P1,P2,P3,P4,P5,P6; mice: R=a8 K=b8 G=c8 B=h1; covered: d4:0 g6A",
    # Seven players; turns cost moves and count for all mice.
    "opt: count=slides_and_turns turns_by=any_mouse straight_back=turn; players: P1,P2,P3,P4,P5,P6,P7; turn: P7;"
    " mice: R=c2 K=d7 G=f2 B=g7; covered: b3A c6:0 g3A; target: f5:0 K; bids: P2=15@4 P3=16@5; clock: 64",
)

CODES = frozenset(slow_blind_codes.TABLE)
"""The table of the rules, and the last five: what only some options or records can bring about."""

NEAR_MISSES = (
    *(f"{mouse}{way}" for mouse in SUITS for way in "NESW"),
    *("RNf5*", "RN*", "KWf5*", "RNc8", "BWa1", "GSd6", "RE x:no-move", "RN x:bid-exceeded", "KN x:straight-back"),
    "x:gave-up",
    *(f"+{cell}{value}" for cell in CELLS[::6] for value in ("A", ":0", "")),
    *(f"+{mouse}:{cell}" for cell in CELLS[::9] for mouse in "RB"),
    *(f"?{cell}{suit}" for cell in ("b3", "b5", "d4", "f5", "a1") for suit in ("", "=R", "=K")),
    *("b:P1=3", "b:P2=2", "b:P1=4@70", "b:P2=12@400", "b:P9=5", "m:P1", "m:P2", "m:P9", "p:RN,RE", "end:goal", "end:empty"),
    *("-f5", "-b3", "-a1", "P2:?b3", "P1:+d4A", "P3:-f5", "P9:?b5=R"),
)

SHOWN = {"A": "ace", "0": "null", "": None}
SUIT_SIDE = {"R": "sun", "K": "moon", "G": "crown", "B": "arms", "": None}
PAWN = {"R": "pawn-red", "K": "pawn-black", "G": "pawn-green", "B": "pawn-blue"}


def conserved(start: str, played: Sequence[str], text: str) -> list[str]:
    """Eight coins, each value and suit once; mice once placed stay; every successful claim is a cheese more."""
    before, now = slow_blind.read(start), slow_blind.read(text)
    kept = [coin for coins in now["won"].values() for coin in coins if coin]
    total = len(now["coins"]) + bool(now["target"]) + len(kept) + now["out"] + now["aside"]
    problems = []
    if (total != 8 and now["phase"] != "place") or total > 8:
        problems.append(f"{total} coins")
    faces = [coin[0] + coin[1] for coin in [*now["coins"].values(), *kept, *now["removed"]]]
    faces += [now["target"][1] + (now["target"][2] or now["hidden"])] if now["target"] else []
    counted = Counter([*faces, *now["stock"]])
    problems += [f"{face} lies twice" for face in DECK if counted[face] > 1]
    if now["phase"] != "place" and sorted(now["mice"]) != sorted(SUITS):
        problems.append(f"mice {sorted(now['mice'])}")
    cheeses = sum(slow_blind.scores(now).values()) - sum(slow_blind.scores(before).values())
    if cheeses != sum(token.endswith("*") for token in played):
        problems.append(f"{cheeses} cheeses more")
    return problems


def informed(token: str, rng: Random) -> str:
    """Tokens are written alike by everybody."""
    return token


def judge(text: str) -> Callable[[str], bool]:
    """The slow rules' opinion on tokens in this position."""
    state = slow_blind.read(text)
    return lambda token: slow_blind_codes.code(state, token) is None


def place_of(cell: str) -> Place:
    return Cell(8 - int(cell[1]), FILES.index(cell[0]))


def scene_problems(scene: Scene, text: str) -> list[str]:
    """Every coin shows the side the position says, every mouse stands where it has it, what is gone lies beside the board."""
    state = slow_blind.read(text)
    wanted = Counter(("coin", place_of(cell), SHOWN[value]) for cell, (value, _, _) in state["coins"].items())
    if state["target"] and state["phase"] != "replace":
        cell, value, suit = state["target"]
        wanted[("coin", place_of(cell), SUIT_SIDE[suit] if suit else SHOWN[value])] += 1
    wanted.update((PAWN[mouse], place_of(cell), None) for mouse, cell in state["mice"].items())
    wanted.update(("coin", Zone("won"), SUIT_SIDE[coin[1]]) for coins in state["won"].values() for coin in coins if coin)
    wanted.update(("coin", Zone("out"), SUIT_SIDE[coin[1]]) for coin in state["removed"])
    shown = Counter((piece.kind, piece.place, piece.face) for piece in scene.pieces)
    return [f"scene and text differ in {odd}" for odd in (shown - wanted, wanted - shown) if odd]


def secrets(text: str, seat: str | None, rng: Random) -> tuple[str, str]:
    """The position with all suits known, twice: dealt differently.  No seat knows more than another.

    Where only one deal fits, both are the same.
    """
    state = slow_blind.read(text)
    one = dealt(text, state, rng)
    other = next((found for found in (dealt(text, state, rng) for _ in range(40)) if found != one), one)
    return one, other


def dealt(text: str, state: State, rng: Random) -> str:
    """The text with a suit for every coin that is covered, being turned over, or still to be placed."""
    faces = list(DECK)
    while True:
        rng.shuffle(faces)
        left = list(faces)
        for value, suit in sorted(slow_blind.gone(state), reverse=True):
            left.remove(next(face for face in left if value in ("", face[0]) and face[1] == suit))
        found = hidden_suits(state, left)
        if found is not None:
            break
    fields = fields_of(text)
    do = fields.pop("do", "")
    fields["suits"] = " ".join(f"{cell}={suit}" for cell, suit in found.items())
    fields["stock"] = " ".join(left[: 8 - len(state["coins"])]) if state["phase"] == "place" else ""
    return "; ".join(f"{name}: {value}" for name, value in [*fields.items(), ("do", do)] if value)


def hidden_suits(state: State, left: list[str]) -> dict[str, str] | None:
    """A suit for each coin nobody has seen, taken out of what is left; None where the order of the deck does not fit."""
    coins = {cell: (value, suit) for cell, (value, suit, public) in state["coins"].items() if not public}
    if state["phase"] == "reveal":
        coins[state["target"][0]] = (state["target"][1], "")
    for _, (value, suit, public) in state["coins"].items():
        if public:
            face = next((face for face in left if value in ("", face[0]) and face[1] == suit), None)
            if face is None:
                return None
            left.remove(face)
    found = {}
    for cell, (value, _) in sorted(coins.items(), key=lambda item: -len(item[1][0])):
        face = next((face for face in left if value in ("", face[0])), None)
        if face is None:
            return None
        left.remove(face)
        found[cell] = face[1]
    return found


PERFT = {
    # The position of the worked examples, no number in force.
    "T": (f"{VALUED}; target: f5:0 R", (16, 218, 2721)),
    # A number in force that leaves two slides, then the next number.
    "numbers": (f"players: P1,P2,P3; {VALUED}; target: f5:0 R; bids: P1=3@5 P3=4@9; do: RN", (13, 13, 199, 2641)),
    # The last coin, the last two mice.
    "placing": ("players: P1,P2; placed: b2A b4:0 b6A d3A d5:0 f2:0 f4A; mice: -", (10, 280, 3960)),
    # From one puzzle to the next in the variation, with the coin that goes back.
    "variation": (
        "opt: replace=on min_turns=0; players: P1,P2; mice: R=c2 K=d7 G=f2 B=g7; covered: b3A e4A; known: b3=K; target: f5:0 G;"
        " phase: demo; bids: P2=2@1; score: P1=1",
        (16, 38, 340, 726),
    ),
    # Announcing: everybody lower and lower.
    "announcing": (f"players: P1,P2,P3; phase: think; {VALUED}; target: f5:0 K; bids: P2=5@3", (4, 25, 278, 3477)),
}

LAW = GameLaw(
    positions=POSITIONS,
    bound=4000,
    points=(0, 12),
    codes=CODES,
    near_misses=NEAR_MISSES,
    alphabet="abcdefgh12345678RKGBNESWPA0+?-:=*@mbx ",
    conserved=conserved,
    informed=informed,
    judge=judge,
    scene_problems=scene_problems,
    secrets=secrets,
    slow=SlowRules(slow_blind.read, slow_blind.legal, slow_blind.after),
    perft=PERFT,
    transcript=(3, 2),
)
