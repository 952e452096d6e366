"""Maze for the law suite: positions, conservation, a second opinion on tokens, the scene, what is secret."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

import slow_librande
from duel_librande import broken_invariants, pick, plain, totals
from game_law import GameLaw, SlowRules
from slow_librande_table import HALVES, LINES, SQUARES, TUNNEL, State
from slow_librande_text import COPIES, CURSES, parse, write

from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, PieceAt, Scene

MIXED = (
    "L1 T2 T1 I0 T1 L0 L2 | Iw0 L3 I1 T0 L2 Lw1 Tw2 | T0 I0 T0 L1 T1 Lt2 T2 | L2 Iw1 Tw0 I1 T3 I0 L1 |"
    " T0 L0 T3 Tw3 T2 I1 T2 | L3 I0 Lt0 L1 Lw3 I1 Iw0 | L0 L1 T3 L2 T3 I0 L3"
)

POSITIONS = (
    "chars: 1=WZ 3=BA; first: 1",
    "1=SO@a1; 2=WL@g1; 4=TH@a7; turn 2",
    "1=MR@a1; 2=DR@g1; 3=WT@g7; 4=WR@a7",
    # A Wizard and a Witch with hands, a curse at work, the Dragon among them.
    "1=WZ@c3{hand=FZc,TFl,TPs,AM pile=2 last=4}; 3=WT@c5{hand=PR,SWc,HA pile=1 last=3}; dragon c3; treasure c4 d5x2 e4 d4.w e3;"
    " discard TKl,HA; under leadfoot; turn 3; spent silence leadfoot",
    # A window is open: a Switch aimed at the Sorceress, whose cards are not all known.
    "1=WL@e1{hand=SWl,PR,FZs}; 2=TH@g1{hand=HA,PR}; 4=SO@e5{hand=AM,?,? curse=silence}; treasure c3 d3.e e3; turn 1;"
    " do: cs:SWl@4",
    # Telekinesis is under way among four; one lies frozen, one is off the board.
    "1=BA@d3.e{hand=TKs,? pile=3 last=5}; 2=DR@-{st=removed hand=HA}; 3=WR@c4{st=frozen pile=1 last=2}; 4=MR@e4{hand=PR,PR};"
    " dragon e4; treasure c3 d3.e e3 d5 e5; ap 3; do: cs:TKs@d3.e>c3 re:4=-",
    # A theft is about to be chosen; hands are not known.
    "1=WR@c1{hand=?,?}; 3=SO@c5{hand=?,?,? pile=2 last=1}; treasure c3 e3 e5; deck 20; do: cs:TFc@3 re:3=-",
    f"maze {MIXED}; 1=TH@b5{{hand=TPl,TKc}}; 2=BA@g2.w{{hand=? pile=4 last=6}}; 3=MR@d3{{pile=2 last=5 st=down}}; dragon b5;"
    " treasure d4x2 d3; turn 1; ap 4; used acted drew; undo slide 2 E",
)

CODE_WORDS = """
    bad-space cobweb-costs-a-step move-through-wall move-not-adjacent walking-wall drag-no-treasure cursed-leadfoot
    draw-twice hand-full card-not-held response-only cursed-silence not-enough-action-points slide-fixed-line slide-wrong-axis
    cursed-grounding undo-slide dragon-slid-twice dragon-moved-twice dragon-not-adjacent dragon-blocked-by-wall
    dragon-home-corner undo-dragon carry-no-treasure pickup-through-web pickup-no-treasure power-not-yours free-ability-used
    power-condition no-drag-with-power already-cursed curse-spent card-not-in-discard unresolved-effect not-your-turn
    skipped-player-acted game-over card-count-impossible demand-answer-wrong no-such-target target-is-self target-not-in-maze
    out-of-range target-hidden target-mind-fog target-intangible freeze-already-skipping theft-nothing-to-steal
    teleport-nowhere tk-no-treasure tk-bad-step response-nothing-to-answer response-own-spell response-while-incapacitated
    response-out-of-order not-a-response-card protect-wrong-spell protect-not-target theft-no-treasure theft-no-such-card
    undo-piece tile-turned-in-place slide-wrong-gap slide-too-far fixed-tile-moved rider-left-behind tile-missing
    token-on-cobweb token-missing recovery-misplaced treasure-count-wrong drag-too-many treasure-moved-alone"""
CODES = frozenset(CODE_WORDS.split())
"""Every code of the rules text."""

HALF_WORDS = ("c4", "d3", "d3.s", "d4.e", "g7", "b2", "f6")
NEAR_MISSES = (
    *("dr", "ps", "pk", "end", "tk:-", "tf:t", "tf:?", "tf:HA", "tk:e3>d3.e", "pw:study", "pw:bargain", "dr=HA"),
    *(f"mv:{space}{mark}" for space in HALF_WORDS for mark in ("", "*")),
    *(f"sl:{line}{way}+{k}" for line in (*LINES, "3", "c") for way in "NESW" for k in (0, 1)),
    *(f"dg:{square}" for square in SQUARES[::3]),
    *(f"cs:{card}@{seat}" for card in ("FZs", "SWc", "TFl") for seat in "1234"),
    *("cs:HA", "cs:PR", "cs:AM", "cs:TPs@d4.w", "cs:TKc@c3>c4", "cs:FZl~@3", "cs:TPl~@a1"),
    *(f"re:{seat}={card}" for seat in "1234" for card in ("-", "PR", "AM", "HA")),
    *("pw:rush>c4", "pw:charge>c5*", "pw:call>d3", "pw:rampage>e4", "pw:shift>4E+1", "pw:portal>a4", "pw:eyes>c4"),
    *("pw:demand@3=HA", "pw:demand@2=FZc:n", "pw:command@3>c4", "pw:leap>b2", "pw:pocket@3", "pw:scavenge=HA"),
    *(f"pw:curse:{name}@{seat}" for name in CURSES for seat in "13"),
    *("pw:echo=TKl@c4>c3", "pw:shadow>b3", "pw:phase>c6", "pw:shadow>c4*"),
    *(f"{seat}:{token}" for seat in "1234" for token in ("dr", "end", "mv:c4")),
)

HERO = {
    "BA": "barbarian", "DR": "druid", "MR": "mind-reaper", "SO": "sorceress", "TH": "thief", "WL": "warlock", "WT": "witch",
    "WZ": "wizard", "WR": "wraith",
}  # fmt: skip


def conserved(start: str, played: Sequence[str], text: str) -> list[str]:
    """As many treasures and cards as at the start, no card too often, tiles and tokens as they must be."""
    before, now = slow_librande.read(start), slow_librande.read(text)
    problems = broken_invariants(now, totals(before))
    seats = [{seat: player["char"] for seat, player in state["players"].items()} for state in (before, now)]
    return problems + ([f"tokens {seats[1]}"] if seats[0] != seats[1] else [])


def informed(token: str, rng: Random) -> str:
    """A token hides nothing that somebody who saw everything would write."""
    return token


def told(text: str, token: str) -> str:
    """A Demand as it is said aloud: with the answer that the hand gives."""
    found = re.fullmatch(r"pw:demand@(\d)=(\w+)", token)
    if not found:
        return token
    held = slow_librande.read(text)["players"][found[1]]["hand"]
    return f"{token}:{'y' if any(card.startswith(found[2]) for card in held) else 'n'}"


def judge(text: str) -> Callable[[str], bool]:
    """The slow rules' opinion on tokens in this position."""
    state = slow_librande.read(text)
    return lambda token: slow_librande.code(state, plain(token)) is None


def hurry(text: str, tokens: Sequence[str], rng: Random) -> str:
    """Mostly what leads to the next treasure."""
    state = slow_librande.read(text)
    wanted = pick(state, rng, 0.9)
    return next((token for token in tokens if plain(token) == wanted), None) or rng.choice(tokens)


def ranked(points: Mapping[str, float]) -> Mapping[str, float]:
    """Four players win in teams."""
    if len(points) < 4:
        return points
    return {seat: points[seat] + points[str((int(seat) + 1) % 4 + 1)] for seat in points}


# The scene ------------------------------------------------------------------------------------------------------------


def cell_of(square: str) -> Cell:
    return Cell(int(square[1]) - 1, "abcdefg".index(square[0]))


def side_of(space: str) -> Facing | None:
    return Facing("nesw".index(space[3])) if "." in space else None


def look_of(square: str, tile: tuple[str, int]) -> Look:
    """The look of a tile: its kind is named by its openings at turn 0, web or tunnel, and whether it slides."""
    kind, turns = tile
    openings = "".join(way for way in "NESW" if way in "".join(HALVES[kind]))
    extra = "-web" if len(HALVES[kind]) > 1 else "-tunnel" if kind in TUNNEL else ""
    loose = square[0] in "bdf" or square[1] in "246"
    return Look(f"tile-{openings}{extra}-{'loose' if loose else 'fixed'}", "up", turns)


def pieces_of(state: State) -> Counter[PieceAt]:
    """Everything that stands on the table."""
    found = Counter([PieceAt("dragon", cell_of(state["dragon"]))])
    for seat, player in state["players"].items():
        kind, space = f"hero-{HERO[player['char']]}", player["space"]
        face = "up" if player["st"] == "ok" else "down"
        on_board = space and PieceAt(kind, cell_of(space), face=face, side=side_of(space))
        found[on_board or PieceAt(kind, Zone(f"hand-{seat}"))] += 1
        found[PieceAt("chest", Zone(f"shelf-{seat}"))] += player["pile"]
    for space, number in state["treasure"].items():
        found[PieceAt("chest", cell_of(space), side=side_of(space))] += number
    found.update(PieceAt("cube", Zone(f"curse-{name}")) for name in state["spent"])
    return +found


def scene_problems(scene: Scene, text: str) -> list[str]:
    """Every square has its look, the piles show what lies on top, every piece is where the text has it and nowhere else."""
    state = slow_librande.read(text)
    wanted: dict[Place, Look] = {cell_of(square): look_of(square, tile) for square, tile in state["tiles"].items()}
    if state["deck"]:
        wanted[Zone("deck")] = Look(None, "down", 0)
    if state["discard"]:
        wanted[Zone("discard")] = Look(f"spell-{state['discard'][-1]}", "up", 0)
    looks = Counter(tile.place for tile in scene.tiles)
    problems = [f"{place} has {count} looks" for place, count in looks.items() if count != 1]
    shown = {tile.place: tile.look for tile in scene.tiles}
    odd = [place for place in {*shown, *wanted} if shown.get(place) != wanted.get(place)]
    problems += [f"{place} looks {shown.get(place)}, expected {wanted.get(place)}" for place in odd]
    pieces, expected = Counter(scene.pieces), pieces_of(state)
    return problems + [f"scene and text differ in {odd}" for odd in (pieces - expected, expected - pieces) if odd]


# Secrets --------------------------------------------------------------------------------------------------------------


def secrets(text: str, seat: str | None, rng: Random) -> tuple[str, str]:
    """The position with all cards known, twice: dealt differently wherever this seat has not looked.

    A seat knows its hand, and in a Theft of its own that of its victim; cards played under `do` are everybody's.
    """
    state, tokens = parse(text), " ".join(parse(text)["do"])
    now = slow_librande.read(text)
    seen = {seat}
    if now["pending"] and now["pending"]["kind"] == "theft" and now["turn"] == seat:
        seen.add(now["pending"]["victim"])
    bare = Counter(COPIES)
    bare -= Counter(state["discard"])
    fixed: dict[str, list[str]] = {}
    for name, player in state["players"].items():
        kept = Counter(player["hand"] if name in seen else ()) | Counter(played_by(state, name, tokens))
        fixed[name] = [card for card in kept.elements() if card in COPIES]
        bare -= Counter(fixed[name])
    pool = list(bare.elements())
    rng.shuffle(pool)
    for name in seen & set(fixed):
        fixed[name] += [pool.pop() for _ in range(len(state["players"][name]["hand"]) - len(fixed[name]))]
    tail = f"; do: {tokens}" if tokens else ""
    one = dealt(state, fixed, pool, rng) + tail
    for _ in range(100):
        if (other := dealt(state, fixed, pool, rng) + tail) != one:
            break
    return one, other


def played_by(state: State, seat: str, tokens: str) -> list[str]:
    """The cards that this seat plays in these tokens."""
    cast = re.findall(r"cs:(\w+)", tokens) if state["turn"] == seat else []
    return cast + re.findall(rf"re:{seat}=(\w+)", tokens)


def dealt(state: State, fixed: Mapping[str, list[str]], pool: list[str], rng: Random) -> str:
    """The text with hands and deck filled from a shuffled pool."""
    rest = list(pool)
    rng.shuffle(rest)
    players = {
        name: player | {"hand": sorted([*fixed[name], *(rest.pop() for _ in range(len(player["hand"]) - len(fixed[name])))])}
        for name, player in state["players"].items()
    }
    return write(state | {"players": players, "deck": rest[: len(state["deck"])]})


PERFT = {
    # Freeze and Theft against Protects and an Anti-Magic: windows on windows.
    "counters": (
        "1=WZ@c1{hand=FZc,TFc,AM}; 2=TH@d3.e{hand=HA}; 3=BA@c5{pile=2 hand=PR,PR}; treasure c3 e3; under grounding;"
        " used acted drew dragon-moved",
        (8, 85, 3182),
    ),
    # Telekinesis in three steps, cast as it is printed or reshaped; the Dragon may take a treasure along.
    "pulls": (
        "1=WL@c1{hand=TKc,PR}; 3=MR@c5{hand=AM}; 4=DR@e3; 2=WT@g1; treasure c3 d3.e d5; dragon d3; under grounding; ap 1;"
        " used acted drew",
        (19, 99, 5240),
    ),
    # The Sorceress may use her eyes first; one card of the Thief's is not known.
    "eyes": (
        "1=SO@c3{hand=SWc}; 3=TH@c5{hand=HA,?}; dragon c4; treasure c4 c5; turn 3; under grounding; ap 1",
        (4, 488, 882),
    ),
    # One point for a slide, a teleport in line, a step through a wall; one line may not be pushed back.
    "slides": (
        "1=MR@a4.n{hand=PR}; 3=WR@d4.w{hand=TPl pile=3 last=4}; dragon d4; treasure d4.w d4.e d2.s; turn 3; undo slide d N;"
        " used acted drew; ap 1",
        (72, 172, 12779),
    ),
}

LAW = GameLaw(
    positions=POSITIONS,
    bound=1500,
    points=(0, 9),
    codes=CODES,
    near_misses=NEAR_MISSES,
    alphabet="abcdefg1234567nesw.*^>@=:+-~NESWFZHATKPRcls",
    conserved=conserved,
    informed=informed,
    judge=judge,
    scene_problems=scene_problems,
    secrets=secrets,
    slow=SlowRules(slow_librande.read, slow_librande.legal, slow_librande.after),
    perft=PERFT,
    transcript=(1, 2),
    hurry=hurry,
    told=told,
    ranked=ranked,
)

