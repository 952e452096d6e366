"""Every broken rule of the Mouse Trap card game has its code, and of several that fit the first in order wins."""

from __future__ import annotations

import pytest
from trap_positions import LAYOUT_A

from companion.games.mouse_trap_cards import GAME
from companion.games.mouse_trap_cards.violations import PHYSICAL, VIOLATIONS, violation

DECIDE = f"{LAYOUT_A}; mouse: a1E; safe: 3,1; risk: 1"
START = f"{LAYOUT_A}; mouse: a2E; phase: start"
CHEESE = f"{LAYOUT_A}; mouse: a1E; phase: cheese"
DRAW = f"{LAYOUT_A}; mouse: a1E; phase: draw"
AT_C2 = f"{LAYOUT_A}; mouse: c2S"
AT_A2 = f"{LAYOUT_A}; mouse: a2N"

CASES = [
    ("not-your-turn", DECIDE, "B:="),
    ("not-your-turn", DECIDE, "B:d:"),
    ("start-not-on-safe", START, "@b2E"),
    ("start-not-on-safe", START, "d:"),
    ("start-not-on-safe", START, "="),
    ("start-not-on-safe", START, "+c2"),
    ("wrong-flip", START, "@E!"),
    ("cheese-missing", CHEESE, "d:F1"),
    ("cheese-missing", CHEESE, "="),
    ("cheese-missing", CHEESE, "+-"),
    ("cheese-twice", DRAW, "+c2"),
    ("cheese-twice", DECIDE, "+c2"),
    ("cheese-twice", DECIDE, "d:LR2 +c2"),
    ("cheese-on-symbol", CHEESE, "+d1"),
    ("cheese-on-symbol", CHEESE, "+a1"),
    ("cheese-on-symbol", DECIDE, "d:PLACE +d1"),
    ("cheese-under-mouse", AT_C2, "d:PLACE +c2"),
    ("cheese-not-from-pile", f"{CHEESE}; pile: 0", "+b1"),
    ("must-draw", DRAW, "="),
    ("must-draw", DRAW, ">N"),
    ("two-cards-drawn", DECIDE, "d:LR2 d:"),
    ("two-cards-drawn", DECIDE, "d: ~"),
    ("two-cards-drawn", DECIDE, "~"),
    ("two-cards-drawn", f"{DECIDE}; disc: F3", "d:F3"),
    ("card-ignored", DECIDE, "d:LR2 ="),
    ("card-ignored", DECIDE, "d:PLACE +-"),
    ("card-ignored", AT_C2, "d:FLIPB /-"),
    ("wrong-direction", DECIDE, "d:LR2 >E"),
    ("moved-too-far", DECIDE, ">N"),
    ("facing-changed", DECIDE, "@N"),
    ("chain-unfinished", AT_A2, "d:R1 d:F1"),
    ("chain-unfinished", AT_A2, "d:R1 ="),
    ("chain-unfinished", DECIDE, "d:F1 +-"),
    ("wrong-flip", AT_C2, "d:FLIPB /d2"),
    ("wrong-flip", AT_C2, "d:FLIPB /c3=FLIPF@1"),
    ("wrong-flip", DECIDE, "/b2"),
    ("wrong-turn", DECIDE, "d:TURN %b1:1"),
    ("wrong-turn", f"{DECIDE}; opt: turn=90_only", "d:TURN %a1:2"),
    ("wrong-turn", f"{DECIDE}; opt: turn=90_only", "d:TURN %b1:0"),
    ("wrong-turn", DECIDE, "%a1:1"),
    ("turn-zero", DECIDE, "d:TURN %a1:0"),
    ("card-swapped", AT_C2, "d:FLIPB /c3=TRAP"),
    ("trapped-played-on", DECIDE, "d:TRAP d:"),
    ("trapped-played-on", DECIDE, "d:TRAP A:="),
    ("start-not-on-safe", DECIDE, "d:TRAP B:="),
    ("after-the-end", f"{LAYOUT_A}; mouse: a1E; safe: 8,0; phase: over", "d:"),
    ("after-the-end", f"{LAYOUT_A}; mouse: a1E; safe: 7,0; risk: 1", "= @N"),
]


def codes(position: str, actions: str) -> list[str]:
    """The codes of the first unlawful action."""
    state = GAME.read_position(position)
    for token, _ in GAME.split(actions):
        ruling = GAME.rule(state, GAME.read(token))
        if not ruling.legal:
            assert ruling.remedy and ruling.violations[0].sentence
            return [found.code for found in ruling.violations]
        state = GAME.play(state, GAME.read(token))
    return []


@pytest.mark.parametrize(("code", "position", "actions"), CASES, ids=[f"{c[0]} {c[2]}" for c in CASES])
def test_code(code: str, position: str, actions: str) -> None:
    """The last action breaks exactly this rule."""
    assert codes(position, actions) == [code]


def test_every_code_is_met() -> None:
    """Every code that a token can express occurs above; the others are marked as visible on the table only."""
    assert {case[0] for case in CASES} == {code for code in VIOLATIONS if not code.startswith("setup-")} - set(PHYSICAL)


def test_a_legal_action_has_no_code() -> None:
    """Drawing again after a card that did nothing is the decision to go on."""
    assert codes(f"{LAYOUT_A}; mouse: a1S", "d:F1 d:F1 =") == []


def test_sentences_name_what_they_are_about() -> None:
    """Who is in turn, and where the arrow points, is in the sentence; an unknown code has none."""
    state = GAME.read_position(DECIDE)
    assert GAME.rule(state, GAME.read("B:=")).violations[0].sentence == "It is Player A's turn."
    state = GAME.play(state, GAME.read("d:LR2"))
    assert GAME.rule(state, GAME.read(">E")).violations[0].sentence == "The arrow points north or south for this mouse."
    with pytest.raises(KeyError):
        violation("no-such-code")


def test_nobody_is_told_that_no_card_was_drawn() -> None:
    """A card that was drawn may be in the hand: what is said of another act before it lies open is true all the same."""
    ruling = GAME.rule(GAME.read_position(DRAW), GAME.read("%b1:1"))
    assert ruling.violations[0].sentence == "No action card was laid open for that."
    assert ruling.remedy == ("Turn b1 back.", "Lay an action card open and do what it says.")
