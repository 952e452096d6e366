"""Positions of the Mouse Trap card game for the tests: openings for 2 to 5 players, every option, random mid-game positions."""

from __future__ import annotations

from random import Random

from slow_trap_text import ACTIONS, CARDS, CELLS

LAYOUT_A = (
    "maze: M06F@0 M07F@0 M10F@0 M04F@0 | M12B@0 M05B@0 M13F@3 M09B@2 | M15F@0 M14F@0 M02F@0 M03F@0 | M01F@0 M11B@1 M16F@0 M08F@0"
)
"""The layout of most worked examples."""

OPENING_MAZE = (
    "maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1 | TRAP/?@1 TRAP/?@3 GO:GUTB/?@3"
    " MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 WASH/?@0"
)
OPENINGS = tuple(f"players: {','.join('ABCDE'[:count])}; phase: start; {OPENING_MAZE}" for count in (2, 3, 4, 5))

VARIANTS = (
    "", "safe_hidden=stay", "maze_arrows=mouse", "edge=stop", "edge=nothing", "loop=cap10", "goto_hidden=flip", "flip_axis=any",
    "turn=90_only", "turn=any_or_none", "optional_effects=on", "arrows=possible_only", "instant_win=on", "safe_banks=on",
    "safe_immune=on", "card_shape=rect", "show_known_backs=on", "strict_undo=on",
    "edge=stop loop=cap10 maze_arrows=mouse goto_hidden=flip optional_effects=on",
    "flip_axis=any turn=any_or_none card_shape=rect arrows=possible_only safe_banks=on instant_win=on",
)  # fmt: skip
"""Every option alone, and two handfuls together."""

DECKS = (
    "",
    # Safe has another back, and other sides carry the symbol.
    "M01=SAFE/TRAP M16=PLACE/SAFE symbol=END",
    # Several wedges at once, arrows with numbers of their own, either-cards among the action cards.
    "M08=TRAP/TAKE2 M16=PLACE2/FLIPB M15=MV1:urdl/TURNE:ud F1*0 F1/B2*1 FLIPE:LR*1 TURNE:FB*1 FLR1*0 WASH=MV1:d STRB=-",
)


def scattered(rng: Random, variant: str = "", known: bool = False, deck: str = "") -> str:
    """A random mid-game position; with `known` every card is named, otherwise none is."""
    cards = dict(CARDS)
    for word in deck.split():
        if word[0] == "M" and "=" in word:
            front, back = word[4:].split("/")
            cards[word[:3]] = (front, back)
    names = list(cards)
    rng.shuffle(names)
    words = []
    for name in names:
        face, turns = rng.randrange(2), rng.randrange(4)
        if name == "M01" and not deck:
            face = 0
        sides = cards[name][face], cards[name][1 - face]
        words.append(f"{name}{'FB'[face]}@{turns}" if known else f"{sides[0]}/{'?' if rng.random() < 0.8 else sides[1]}@{turns}")
    maze = " | ".join(" ".join(words[row * 4 : row * 4 + 4]) for row in range(4))
    return "; ".join([f"maze: {maze}", *rest(rng, names, cards), *([f"opt: {variant}"] if variant else []), *data(deck)])


def data(deck: str) -> list[str]:
    return [f"data: {deck}"] if deck else []


def rest(rng: Random, names: list[str], cards: dict[str, tuple[str, str]]) -> list[str]:
    """Mouse, wedges, discards, phase."""
    players = rng.randrange(2, 6)
    mouse = rng.choice(CELLS)
    free = [cell for cell in CELLS if cell != mouse]
    cheese = {cell: rng.randrange(1, 4) for cell in rng.sample(free, rng.randrange(5))}
    safe = [rng.randrange(8) if rng.random() < 0.6 else 0 for _ in range(players)]
    discards = [code for code in rng.sample(sorted(ACTIONS), rng.randrange(6)) if code not in ("F1", "FLR1")]
    return [
        f"players: {','.join('ABCDE'[:players])}",
        f"turn: {'ABCDE'[rng.randrange(players)]}",
        f"phase: {rng.choice(('start', 'cheese', 'draw', 'decide', 'decide'))}",
        f"mouse: {mouse}{rng.choice('NESW')}",
        f"cheese: {' '.join(f'{cell}={count}' for cell, count in cheese.items()) or 'none'}",
        f"safe: {','.join(map(str, safe))}",
        f"disc: {','.join(discards) or 'none'}",
    ]


