"""Which broken rule is named first, by the engine and by a second reading of the order in the rules text."""

from __future__ import annotations

from collections import Counter
from random import Random

import duel
import pytest
import slow_codes
import slow_mice
from mice_positions import VARIANTS, opening, scattered
from slow_mice_text import EDGES, MAZE, PORTS

from companion.games import find

CELLS = (*MAZE, "d4")
MOVES = ("-", "o", ">out", *(f">{cell}{edge}" for cell in CELLS for edge in EDGES), *(f">{port}" for port in PORTS))
TILES = ("=+", "=/", "=XRY0h", "=CRY1s", "#")
PLACEMENTS = ("--", *(f"{cell}{tile}" for cell in CELLS for tile in TILES))

# The rules text's own examples of illegal actions in its worked cases.
KNOWN = [
    ("turn: R; tiles: c5=XRY0 c4=CWK2 e4=XRB0; mice: R=c5s", ">d4w", "chamber-same-exit"),
    ("turn: R; tiles: c5=CYG2 b5=XOP0 c4=XRB0; mice: R=b5e", ">c4e", "left-path"),
    ("turn: R; tiles: a4=XRG0 a5=CRB0; mice: R=a4n*", ">a5w", "must-leave-maze"),
    ("turn: R; tiles: d5=+ d6=+ d7=+; mice: R=d4s* Y=Nf; hands: R=up; marbles: d3; do: -", "g1=+h", "fallback-face-up"),
    ("turn: R; tiles: d5=+ d6=+ d7=+; mice: R=d4s* Y=Nf; hands: R=up; marbles: d3; do: -", "d7=+h", "must-take-hidden"),
    ("turn: R; tiles: d5=+ d6=+ d7=+; mice: R=d4s* Y=Nf; hands: R=up; marbles: d3; do: -", "d3=+h", "place-occupied"),
]


@pytest.mark.parametrize(("text", "token", "code"), KNOWN)
def test_second_reading_gives_the_codes_of_the_worked_examples(text: str, token: str, code: str) -> None:
    """The slow precedence, which judges the engine's, agrees with the examples in the rules text."""
    assert slow_codes.code(slow_mice.read(text), token) == code


def test_second_reading_says_nothing_about_legal_tokens() -> None:
    """A legal token has no code."""
    state = slow_mice.read("tiles: a3=XRG0 b3=CWK1 b4=XRP0; mice: R=a3e Y=E6 B=Sf")
    assert [token for token in MOVES if slow_codes.code(state, token) is None] == [">a3w", ">b4n"]


@pytest.mark.parametrize("number", range(16))
def test_the_first_code_is_the_one_that_fits_first(number: int) -> None:
    """In random positions, under all options in turn, wrong moves and wrong placements get the code the text puts first."""
    game, rng = find("mice-in-a-maze"), Random(number)
    variant = VARIANTS[number % len(VARIANTS)]
    text = scattered(rng, variant, named=number % 3 > 0) if number % 4 else opening(number % 3, number % 2 > 0, variant)
    fast, slow = game.read_position(text), slow_mice.read(text)
    compared: Counter[str] = Counter()
    for _ in range(24):
        if slow["why"]:
            break
        for token in rng.sample(MOVES if slow["step"] == 1 else PLACEMENTS, 50 if slow["step"] < 3 else 0):
            code = slow_codes.code(slow, token)
            if code is not None:
                found = [violation.code for violation in game.rule(fast, game.read(token)).violations]
                assert found[:1] == [code], f"{token} in {game.write_position(fast)}"
                compared[code] += 1
        token = duel.pick(slow, rng, 0.5)
        fast, slow = game.play(fast, game.read(token)), slow_mice.after(slow, token)
    assert compared.total() > 40
