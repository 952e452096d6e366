"""Which broken rule of Maze is named first, by the engine and by the second reading of the rules text."""

from __future__ import annotations

from collections import Counter
from random import Random

import duel_librande
import pytest
import slow_librande
from law_librande_maze import NEAR_MISSES
from librande_positions import VARIANTS, opening, scattered
from slow_librande_table import LINES, SQUARES, all_spaces
from slow_librande_text import COPIES

from companion.games import find

UNSAID = {"no-such-token", "no-open-effect", "no-card-left", "no-clock-runs"}
"""What the rules text has no code for."""
TARGETS = {"no-such-target", "target-is-self", "target-not-in-maze", "bad-space"}
TOGETHER = (
    {"power-condition", "move-through-wall", "move-not-adjacent", "dragon-blocked-by-wall", "dragon-home-corner"},
    {"dragon-moved-twice", "dragon-not-adjacent", "dragon-blocked-by-wall", "dragon-home-corner", "undo-dragon"},
    {"power-not-yours", "power-condition", "unresolved-effect"},
    {"power-not-yours", "free-ability-used", "cursed-silence", "cursed-leadfoot", "cursed-grounding", *TARGETS},
    {"no-drag-with-power", "move-not-adjacent", "power-condition"},
    {"not-your-turn", "skipped-player-acted"},
    {"response-out-of-order", "card-not-held"},
)
"""Codes that both fit, and of which the rules text does not clearly put one first."""


def wrong_tokens(state: slow_librande.State, rng: Random) -> list[str]:
    """Tokens of every kind, most of which are not allowed."""
    spaces, seats = all_spaces(state), list(state["players"])
    space, seat, card = (lambda: rng.choice(spaces)), (lambda: rng.choice(seats)), (lambda: rng.choice(list(COPIES)))
    found = [f"mv:{space()}{rng.choice(('', '*'))}" for _ in range(6)] + [f"dg:{rng.choice(SQUARES)}" for _ in range(3)]
    found += [f"sl:{rng.choice((*LINES, '3'))}{rng.choice('NESW')}" for _ in range(3)]
    found += [f"cs:{card()}@{seat()}" for _ in range(4)] + [f"cs:TP{kind}@{space()}" for kind in "scl"]
    found += [f"cs:TK{kind}@{space()}>{space()}" for kind in "scl"] + [f"re:{seat()}={card()}" for _ in range(4)]
    found += [f"pw:{name}>{space()}" for name in ("rush", "charge", "leap", "shadow", "phase", "eyes")]
    found += [f"pw:demand@{seat()}={card()}", f"pw:command@{seat()}>{space()}", f"pw:pocket@{seat()}", f"pw:scavenge={card()}"]
    found += [f"pw:{name}>{rng.choice(SQUARES)}" for name in ("call", "rampage", "portal")] + [f"{seat()}:mv:{space()}"]
    return found + rng.sample(NEAR_MISSES, 12)


def agree(one: str, other: str) -> bool:
    return one == other or any({one, other} <= group for group in TOGETHER)


@pytest.mark.parametrize("number", range(12))
def test_the_first_code_is_the_one_that_fits_first(number: int) -> None:
    """In random positions, under options in turn, wrong tokens get the code that the rules text puts first."""
    game, rng = find("librande-maze"), Random(number)
    text = scattered(rng, VARIANTS[number % len(VARIANTS)]) if number % 4 else opening(rng, 2 + number % 3)
    fast, slow = game.read_position(text), slow_librande.read(text)
    compared: Counter[str] = Counter()
    for _ in range(8):
        for token in wrong_tokens(slow, rng) if not slow["over"] else ():
            code = slow_librande.code(slow, token)
            if code is not None and code not in UNSAID:
                found = [violation.code for violation in game.rule(fast, game.read(token)).violations]
                assert found and agree(found[0], code), f"{token}: {found}, not {code}, in {game.write_position(fast)}"
                compared[code] += 1
        token = duel_librande.pick(slow, rng, 0.5)
        fast, slow = game.play(fast, game.read(token)), slow_librande.after(slow, token)
        if slow["over"]:
            break
    assert compared.total() > 40
