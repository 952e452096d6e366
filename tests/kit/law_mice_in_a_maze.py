"""Mice in a Maze for the law suite: positions, conservation, a second opinion on tokens, the scene, what is secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import slow_mice
from game_law import GameLaw, SlowRules
from mice_positions import DECK, opening
from slow_mice_steps import admits
from slow_mice_text import EDGES, FILES, MAZE, PORTS, State, parse

from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, Scene

POSITIONS = (
    opening(0, False),
    opening(1, True),
    opening(2, False),
    opening(2, True, "layout=central-three two_player_hands=mouse"),
    # Mid-game, three players: a loose cheese, two mice on one path, one hand open, the Chamber next door.
    "owners: P1=R,O P2=Y,G P3=B,P; tiles: a3=XRG0 b3=CWK1 b4=XRP0 b5=XBP0 b6=CRB2 c4=XRY1 d5=XRW0 d6=CGP0;"
    " mice: R=a3e Y=d4n B=b5n*; loose: b4/ns; nests: Nb=1 E6=1; hands: Y=up; handtiles: Y=XOK",
    # Marbles in the maze, in a nest and in the Chamber, and a mouse off the table.
    "players: P1=R P2=B P3=K P4=Y; tiles: b3=XRO0 c2=XOG0 c1=XYB0 c4=CRG1 a6=CWK0; mice: R=b3e B=c2n* K=d4n* Y=hand;"
    " loose: c1/ns; marbles: c2n c4s e5 W2 d4e; nests: SW=1,1",
    # Nearly frozen: only c6 lies face down.
    r"board: \+//\++ | +\.\/++ | ++++++\ | ++\#\++ | //+\\++ | \/+++/+ | \+//++\; mice: R=Nd Y=E6 B=Sf P=Sb;"
    " hands: P2=up; nests: Nb=1,2 E6=1 Sf=1,2 Sb=1; players: P1=R,P P2=Y,B; order: R Y B P",
    # Everybody in the Chamber with different loads and an empty pile.
    "tiles: d5=XRW0 d6=CGP0 c6=XYB0; mice: R=c6e* Y=d4w B=d4e* O=d4s; nests: Nb=1,1 W2=1,2 Sf=1,2; pile: 0; hands: R=up;"
    " handtiles: R=CWK",
)

CODE_WORDS = """
    not-your-turn place-before-move move-required no-open-path move-loop stopped-early left-path wrong-direction
    past-station must-leave-maze return-required return-not-nest chamber-same-exit chamber-not-opposite nest-wrong-exit
    nose-wrong cheese-not-taken cheese-second cheese-not-left cheese-from-nest cheese-not-returned exchange-missed
    exchange-not-allowed mouse-removed-wrongly cheese-value-wrong cheese-count place-required place-off-path place-occupied
    place-chamber must-take-hidden place-face-down fallback-not-allowed fallback-face-up tile-elsewhere extra-tile-changed
    foreign-tile hand-face-wrong frozen-no-place frozen-must-deliver marble-not-moved marble-no-path marble-wrong-end
    marble-same-exit marble-mouse-not-removed cheese-not-dropped marble-took-cheese game-over"""
CODES = frozenset(CODE_WORDS.split())

NEAR_MISSES = (
    *("-", "o", "--", ">out", "~c3>out", "~d4e>d4w", "~Nb>c5n", "~c5>c6n ~d5>out", ">b4n&b4:Y", ">d4n&d4:B"),
    *(f"+{port}" for port in PORTS[::3]),
    *(f">{port}" for port in PORTS[::2]),
    *(f">d4{edge}" for edge in EDGES),
    *(f">{cell}{edge}" for cell in MAZE[::5] for edge in EDGES),
    *(f"{cell}#" for cell in MAZE[::7]),
    *(f"{cell}={tile}" for cell in (*MAZE[::4], "d4") for tile in ("+", "/", "XRY0h", "CWK3s", "XRP1")),
)

NAME_ORDER = ("red", "yellow", "green", "blue", "purple", "orange", "black", "white")
"""The order of the two colours in a kind's name; in codes they stand in the order ROYGBPWK."""

NAMES = {"R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple", "W": "white", "K": "black"}


def conserved(start: str, played: Sequence[str], text: str) -> list[str]:
    """Eight cheeses, every identity once and none lost, every marble on the table or gone by `>out`.

    Where all tiles are known, one may be forgotten only after a fallback that does not say which went face down (`c6#`).
    """
    before, now = parse(start), parse(text)
    problems = []
    cheeses = now["pile"] + len(now["loose"]) + sum(now["cargo"].values()) + len(now["cheese"])
    if cheeses != 8:
        problems.append(f"{cheeses} cheeses")
    codes, first = identities(now), identities(before)
    problems += [f"{code} lies twice" for code, count in codes.items() if count > 1]
    problems += [f"{code} is no tile" for code in codes if code not in DECK]
    all_known = len(first) == 48 + len(before["hands"])
    if codes - first and all_known:
        problems.append(f"new tiles {dict(codes - first)}")
    if first - codes and all_known and not any(token.endswith("#") for token in played):
        problems.append(f"lost tiles {dict(first - codes)}")
    if len(now["open"]) < len(before["open"]):
        problems.append("an open tile became face down")
    gone = sum(part.startswith("~") and part.endswith(">out") for token in played for part in token.split())
    if len(now["marbles"]) + gone != len(before["marbles"]):
        problems.append(f"{len(now['marbles'])} marbles and {gone} gone of {len(before['marbles'])}")
    return problems


def informed(token: str, rng: Random) -> str:
    """A token as somebody writes it who saw everything: a fallback says which tile went face down."""
    return token + rng.choice("hs") if token.endswith("#") else token


def identities(state: State) -> Counter[str]:
    """Every identity that the position names, with how often."""
    codes = [code for code, _ in state["open"].values()] + list(state["hidden"].values())
    codes += [hand["code"] for hand in state["hands"].values()]
    return Counter(code for code in codes if code is not None)


def judge(text: str) -> Callable[[str], bool]:
    """The slow rules' opinion on tokens in this position."""
    state = slow_mice.read(text)
    legal = slow_mice.legal(state)
    return lambda token: token in legal or (bool(legal) and admits(state, token))


def place_of(where: str) -> tuple[Place, Facing | None]:
    """The place and facing of a position word such as `c5n`, `d4e`, `Nb` or (a marble face down) `c5`.

    The zones of side nests are numbered by column or row from the far left corner: `Nb` is `N1`, `E6` is `E1`.
    """
    if where in PORTS:
        inwards = {"N": Facing.S, "E": Facing.W, "S": Facing.N, "W": Facing.E}[where[0]]
        corner = {"W7": "NW", "Na": "NW", "Ng": "NE", "E7": "NE", "E1": "SE", "Sg": "SE", "Sa": "SW", "W1": "SW"}
        number = FILES.index(where[1]) if where[1] in FILES else 7 - int(where[1])
        return Zone(corner.get(where, f"{where[0]}{number}")), inwards
    return Cell(7 - int(where[1]), FILES.index(where[0])), Facing(EDGES.index(where[2])) if len(where) == 3 else None


def look_of(tile: tuple[str | None, str]) -> Look | None:
    """The look of an open tile of known identity: kinds are named with red first, then yellow, green, blue ..."""
    code, turns = tile
    if code is None:
        return None
    shape = "cross" if code[0] == "X" else "curve"
    one, other = sorted((NAMES[code[1]], NAMES[code[2]]), key=NAME_ORDER.index)
    # Where the name turns the two colours round, the tile turns by the angle that maps one path onto the other.
    shift = 0 if one == NAMES[code[1]] else 1 if shape == "cross" else 2
    return Look(f"{shape}-{one}-{other}", "up", (int(turns) + shift) % (2 if shape == "cross" else 4))


def scene_problems(scene: Scene, text: str) -> list[str]:
    """Every cell has one look, the right one; every mouse, marble and cheese is where the text has it and nowhere else."""
    state = parse(text)
    looks = Counter(tile.place for tile in scene.tiles)
    problems = [f"{place} has {count} looks" for place, count in looks.items() if count != 1]
    cells = {Cell(row, column) for row in range(7) for column in range(7)}
    problems += [f"{cell} has no look" for cell in sorted(cells - set(looks))]
    for cell in MAZE:
        look, expected = scene.tile(place_of(cell)[0]), look_of(state["open"].get(cell, (None, "")))
        if (look.face == "up") != (cell in state["open"]) or (expected is not None and look != expected):
            problems.append(f"{cell} looks {look}, expected {expected}")
    shown = Counter((piece.kind, piece.place, piece.facing) for piece in scene.pieces if piece.kind != "cheese")
    problems += [f"scene and text differ in {odd}" for odd in (shown - pieces_of(state), pieces_of(state) - shown) if odd]
    in_hands = sum(piece.kind == "cheese" and isinstance(piece.place, Zone) for piece in scene.pieces)
    problems += ["cheeses in nests differ"] if in_hands != len(state["cheese"]) else []
    riding = Counter(piece.on for piece in scene.pieces if piece.kind == "cheese" and piece.on)
    loaded = Counter(f"mouse-{NAMES[mouse]}" for mouse, load in state["cargo"].items() if load)
    return problems + ([f"cheeses ride on {riding}, expected {loaded}"] if riding != loaded else [])


def pieces_of(state: State) -> Counter[tuple[str, Place, Facing | None]]:
    """The mice and marbles a position shows; a marble has no facing."""
    mice = [(f"mouse-{NAMES[mouse]}", *place_of(where)) for mouse, where in state["mice"].items() if where != "hand"]
    marbles = [("marble", place_of(where)[0], None) for where, _ in state["marbles"]]
    return Counter([*mice, *marbles])


def secrets(text: str, seat: str | None, rng: Random) -> tuple[str, str]:
    """The position with all tiles known, twice: dealt differently wherever this seat has not looked.

    A seat has looked at its own tile; tiles that lie open are everybody's.
    """
    state = parse(text)
    named = {code for code, _ in state["open"].values() if code}
    named |= {hand["code"] for hand in state["hands"].values() if hand["up"] and hand["code"]}
    own = {hand for mouse, hand in state["hand_of"].items() if seat is not None and mouse in state["players"][seat]}
    deck = [code for code in DECK if code not in named]
    rng.shuffle(deck)
    seen = {hand: held["code"] or deck.pop() for hand, held in state["hands"].items() if held["up"] or hand in own}
    deck = [code for code in deck if code not in seen.values()]
    texts = []
    for _ in range(2):
        rng.shuffle(deck)
        texts.append(with_identities(text, state, seen, list(deck)))
    return texts[0], texts[1]


def with_identities(text: str, state: State, seen: dict[str, str], deck: list[str]) -> str:
    """The text with its face-down tiles and hands named from the end of the deck."""
    kept = [field.strip() for field in text.replace("\n", ";").split(";")]
    kept = [field for field in kept if field and not field.startswith(("row", "handtiles"))]
    hands = " ".join(f"{hand}={seen.get(hand) or deck.pop()}" for hand in state["hands"])
    for rank in "7654321":
        cells = [file + rank for file in FILES]
        codes = ["#" if cell == "d4" else "." if cell in state["open"] else deck.pop() for cell in cells]
        kept.append(f"row{rank}: {' '.join(codes)}")
    return "; ".join([*kept, f"handtiles: {hands}"])


PERFT = {
    # Three players, no marbles: two mice wait in the Chamber, the third may come back by any nest.
    "basic": (
        "players: P1=R P2=Y P3=B; owners: P1=R,O P2=Y,G P3=B,P; turn: Y; mice: R=d4w* Y=hand B=d4w;"
        " nests: E2=1,1,1 NW=1 W2=2,2 Nb=2;"
        r" hands: P1=up; board: \+/.... | +\\...+ | \+\\../ | /++#\// | +/+\++\ | //+.\/\ | \+/..+.",
        (20, 189, 189, 2787),
    ),
    # Four players with marbles: step 3 after a tile on a5; one marble may leave the Chamber.
    "four": (
        "players: P1=R P2=Y P3=B P4=W; owners: P1=R,O P2=Y,G P3=B,P P4=W,K; turn: R; step: 3:a5; mice: R=a6s Y=hand B=hand W=W1;"
        " loose: e6/sw; marbles: a3n b2e d4n d5w d5w e3s e3w e3w; hands: P4=up;"
        r" board: \//./// | ++./\\/ | +..//\+ | ./.#/\+ | \+../\/ | //...+. | //./+/.",
        (1, 20, 177, 3260),
    ),
    # Two players, each with two mice and one hand; eight marbles, two of them on one spot in the Chamber.
    "two": (
        "players: P1=R,P P2=Y,B; owners: P1=R,P,O,G P2=Y,B,W,K; order: R Y B P; turn: R; step: 2; mice: R=Ng Y=d4e* B=d3e P=d3e;"
        " marbles: Nb d4s d4s d7e e2e e6n g3w g3w; nests: E4=1,1 Nb=1,1 NE=2,2; hands: P2=up;"
        r" board: ++./.// | ++//++/ | /+/++/+ | /\+#+++ | .////./ | .\/+\.. | .//\+\.",
        (36, 156, 156, 1404),
    ),
    # Nearly frozen: one tile of the maze is face down, two hands still are.
    "frozen": (
        "players: P1=R P2=Y P3=B P4=W; owners: P1=R,O P2=Y,G P3=B,P P4=W,K; turn: B; step: 2; mice: R=E4 Y=Nf B=W1 W=hand;"
        " loose: e7/sw; marbles: E6 E6 Nf Sa d4n; nests: E6=1,1 E4=1 Sf=1 Nf=2; hands: P1=up P3=up;"
        r" board: +//\\+. | \+\//// | ///\\\+ | \\\#+/+ | /+\/+/+ | ++\+\+/ | +\/+\\+",
        (1, 9, 180, 3105),
    ),
}

LAW = GameLaw(
    positions=POSITIONS,
    bound=3000,
    points=(0, 12),
    codes=CODES,
    near_misses=NEAR_MISSES,
    alphabet="abcdefg1234567nesw+/\\XCRYh><=-&#*",
    conserved=conserved,
    informed=informed,
    judge=judge,
    scene_problems=scene_problems,
    secrets=secrets,
    slow=SlowRules(slow_mice.read, slow_mice.legal, slow_mice.after),
    perft=PERFT,
    transcript=(1, 1),
)
