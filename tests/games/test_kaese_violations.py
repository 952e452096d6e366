"""Every broken rule of Alles Käse! has its code, and of several that fit the first in the order of the rules wins."""

from __future__ import annotations

import pytest

from companion.games.alles_kaese import GAME
from companion.games.alles_kaese.violations import NOTICES, VIOLATIONS, violation

FRESH = "n: 4; display: 351622; top: 4"
TWO = "n: 2; display: 351622; top: 5; supply: 30"
MATCH = f"{FRESH}; die: 2"
NONE = f"{FRESH}; die: 4"
GAP = "n: 4; display: 35-622; top: 4; phase: refill; discard_top: 1"
EXTRA = f"{TWO}; die: 4; phase: extra"
IN_HAND = f"{MATCH}; phase: revealed(D5)"
OVER = "n: 4; display: 351622; supply: 0"

CASES = [
    ("after-the-end", OVER, "B: 4"),
    ("after-the-end", OVER, "+4^?"),
    ("after-the-end", OVER, "{exposed D1}"),
    ("after-the-end", f"{FRESH}; kept: A=t1,t3", "5 K2t +4^?"),
    ("not-your-turn", FRESH, "B: 4"),
    ("not-your-turn", FRESH, "Nobody: 4"),
    ("not-your-turn", MATCH, "C: P1"),
    ("not-your-turn", GAP, "C: 4"),
    ("not-your-turn", GAP, "B: K1"),
    ("reroll", MATCH, "2"),
    ("reroll", MATCH, "3 K1c +4^?"),
    ("reroll", MATCH, "A: 5"),
    ("no-roll", FRESH, "K1"),
    ("no-roll", FRESH, "P1"),
    ("peek-not-allowed", MATCH, "P1"),
    ("peek-not-allowed", MATCH, "P5"),
    ("peek-not-allowed", MATCH, "P0"),
    ("peek-not-allowed", MATCH, "P5 X5 +4^?"),
    ("take-not-allowed", NONE, "X1"),
    ("take-not-allowed", NONE, "K2t"),
    ("wrong-number", MATCH, "K1"),
    ("wrong-number", MATCH, "X4 +4^?"),
    ("two-cards", MATCH, "K5c K6c"),
    ("two-cards", NONE, "P1 P2"),
    ("two-cards", EXTRA, "P2"),
    ("two-cards", IN_HAND, "K6c"),
    ("two-cards", GAP, "K1"),
    ("two-cards", GAP, "{back D2 A}"),
    ("refill-missing", MATCH, "X5 -4^?"),
    ("refill-missing", FRESH, "2 K5c"),
    ("refill-missing", GAP, "4"),
    ("refill-missing", GAP, "B: 4 P1"),
    ("refill-missing", IN_HAND, "4"),
    ("refill-missing", FRESH, "2 X5 #"),
    ("refill-wrong-source", GAP, "+1^4"),
    ("refill-wrong-source", EXTRA, "-4^?"),
    ("refill-too-many", FRESH, "+4^?"),
    ("refill-too-many", EXTRA, "+5^?"),
    ("refill-too-many", FRESH, "2 X5 +4^6 +6^?"),
    ("refill-too-many", GAP, "{refill D4 +4^?}"),
    ("extra-discard-missing", TWO, "4 P3"),
    ("extra-discard-missing", EXTRA, "3"),
    ("extra-discard-missing", EXTRA, "B: 3"),
    ("extra-discard-not-due", FRESH, "4 P3 -4^?"),
    ("extra-discard-not-due", TWO, "-5^?"),
    ("extra-discard-not-due", FRESH, "{discard -4^?}"),
    ("kept-face-down", FRESH, "2 K5 +4^?"),
    ("kept-face-down", IN_HAND, "K5"),
    ("kept-face-down", IN_HAND, "+4^?"),
    ("peek-missing", NONE, "P0"),
    ("peek-missing", FRESH, "{shown A D1 B}"),
    ("no-such-card", GAP, "+4^0"),
    ("no-such-card", "n: 4; display: 444441; top: 4; supply: 9; die: 1", "X6 +4^4"),
    ("no-such-card", IN_HAND, "{exposed D5}"),
    ("no-such-card", GAP, "{exposed D3}"),
]


@pytest.mark.parametrize(("code", "position", "token"), CASES)
def test_the_first_broken_rule_is_named(code: str, position: str, token: str) -> None:
    """One violation a ruling, with its sentence, its section and a remedy."""
    ruling = GAME.rule(GAME.read_position(position), GAME.read(token))
    assert [found.code for found in ruling.violations] == [code]
    assert ruling.violations[0].rule and ruling.violations[0].sentence and ruling.remedy


def test_sentences_name_the_player_and_the_numbers() -> None:
    """Where the case decides, the judge says who is in turn and what card and die show."""
    told = [GAME.rule(GAME.read_position(text), GAME.read(token)).violations[0].sentence for text, token in (
        (FRESH, "B: 4"), (MATCH, "X2"), (f"{FRESH}; shown: 5", "2 K1c +4^?"),
    )]  # fmt: skip
    assert told == [
        "It is A's turn; the roll does not count.", "That card shows 5, you rolled 2.", "That card shows 3, you rolled 2.",
    ]  # fmt: skip


def test_two_codes_are_no_fault() -> None:
    """A cocked die and a look that was not taken are notices; every other code is a broken rule."""
    assert set(NOTICES) == {"die-not-flat", "peek-missing"} <= set(VIOLATIONS)


def test_an_unknown_code_is_refused() -> None:
    """A code that the table lacks is a slip of the program."""
    with pytest.raises(KeyError):
        violation("no-such-code")


def test_a_card_kept_wrongly_goes_where_the_option_says() -> None:
    """The remedy puts the card back, or with the penalty to the discards."""
    ruling = GAME.rule(GAME.read_position(f"{NONE}; opt: penalty=remove_exposed"), GAME.read("K1c"))
    assert "discards" in ruling.remedy[0]
    assert GAME.rule(GAME.read_position(NONE), GAME.read("K1c")).remedy[0] == "Put the card back on D1, back up."


def test_whole_turns_play_like_their_steps() -> None:
    """A turn in one token and the same in single steps lead to the same position; the die may stand before it again."""
    one = GAME.play(GAME.read_position(FRESH), GAME.read("2 K5c +4^6"))
    steps = GAME.read_position(FRESH)
    for token in ("2", "K5", "K5c", "+4^6"):
        steps = GAME.play(steps, GAME.read(token))
    again = GAME.play(GAME.read_position(MATCH), GAME.read("2 K5c +4^6"))
    assert GAME.write_position(one) == GAME.write_position(steps) == GAME.write_position(again)
    assert (one.ply, steps.ply) == (1, 4)
