"""Every option of Alles Käse! does what it says, and the table of traps is checked."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from companion.core.errors import NotationError
from companion.games.alles_kaese import GAME, cards
from companion.games.alles_kaese.options import OPTIONS

FRESH = "n: 3; display: 351622; top: 4; supply: 9"


def after(position: str, *tokens: str) -> str:
    """The position after these tokens, as it is written."""
    state = GAME.read_position(position)
    for token in tokens:
        state = GAME.play(state, GAME.read(token))
    return GAME.write_position(state)


def codes(position: str, token: str) -> list[str]:
    """The broken rules of a token."""
    return [found.code for found in GAME.rule(GAME.read_position(position), GAME.read(token)).violations]


def test_extra_discard_every_turn() -> None:
    """With the option a kept card is followed by a refill and a discard, and both are asked for; four players never discard."""
    every = f"{FRESH}; opt: extra_discard=every_turn"
    assert codes(FRESH, "2 K5c +4^6") == [] and codes(every, "2 K5c +4^6") == ["extra-discard-missing"]
    assert "supply: 7; discard: " in after(every, "2 K5c +4^6 -6^3")
    assert codes(every.replace("n: 3", "n: 4"), "2 K5c +4^6") == []


def test_supply_end_on_failed_refill() -> None:
    """The last card does not end the game then; the first that cannot be replaced does, and a discard that cannot be made."""
    late = "n: 3; display: 446622; supply: 1; top: 3; opt: supply_end=on_failed_refill"
    assert "over" not in after(late, "6 X3 +3^0") and "over: supply" in after(late, "6 X3 +3^0", "4 X1")
    assert "over: supply" in after(late, "5 P1 -3^0", "5 P1")
    assert "over" not in after(late.replace("n: 3", "n: 4"), "6 X3 +3^0", "5 P1", "5 P1")


def test_peek_optional() -> None:
    """Not looking is offered, and the discard is due all the same."""
    free = f"{FRESH}; die: 4; opt: peek=optional"
    assert [GAME.write(action) for action in GAME.actions(GAME.read_position(free))][-1] == "P0"
    assert "phase: extra" in after(free, "P0") and "peeked" not in after(free, "P0")


def test_refill_slide() -> None:
    """The row is closed: cards and what was seen of them move to the left, the new one comes to D6."""
    text = after(f"{FRESH}; peeked: D1=A D6=B,C; opt: refill=slide", "1 X3 +4^6")
    assert "display: 356224" in text and "peeked: D1=A D5=B,C" in text


def test_penalty_remove_exposed() -> None:
    """A card kept wrongly goes to the discards, is replaced, and the player chooses with the same roll; else it goes back."""
    bad = f"{FRESH}; die: 4; opt: penalty=remove_exposed"
    assert "display: 3-1622" in after(bad, "{back D2 A}") and "phase: mend" in after(bad, "{back D2 A}")
    assert codes(after(bad, "{back D2 A}"), "P1") == ["refill-missing"]
    assert "display: 341622" in after(bad, "{back D2 A}", "+4^?") and codes(after(bad, "{back D2 A}", "+4^?"), "K2c") == []
    assert "peeked: D2=A,B,C" in after(f"{FRESH}; die: 4", "{back D2 A}")


def test_exposed_remove() -> None:
    """A card that all have seen goes away and is replaced before the roll; after that the turn goes on."""
    text = f"{FRESH}; opt: exposed=remove"
    assert "phase: mend" in after(text, "{exposed D2}") and codes(after(text, "{exposed D2}"), "4") == ["refill-missing"]
    assert "turn: A; display: 341622" in after(text, "{exposed D2}", "{refill D2 +4^6}")
    assert "supply: 0" in after(text.replace("supply: 9", "supply: 1"), "{exposed D2}", "+4^0")


def test_strict() -> None:
    """One forgotten discard is made up before a choice; with the option any number."""
    assert codes(after(FRESH, "{discard -4^6}"), "{discard -6^?}") == []
    once = GAME.play(GAME.read_position(FRESH), GAME.read("{discard -4^6}"))
    many = GAME.play(GAME.read_position(f"{FRESH}; opt: strict"), GAME.read("{discard -4^6}"))
    again = GAME.read("{discard -6^?}")
    assert (GAME.rule(once, again).legal, GAME.rule(many, again).legal) == (False, True)


def test_memory_mode() -> None:
    """No scores are told before the end."""
    text = "n: 2; display: 351622; top: 4; supply: 1; kept: A=c6; opt: memory_mode"
    state = GAME.read_position(text)
    assert GAME.scores(state) == () == GAME.view(state, "A").scores
    over = GAME.play(state, GAME.read("4 P1 -4^0"))
    assert [score.points for score in GAME.scores(over)] == [6, 0]


def test_open_discards_and_announcing() -> None:
    """Looking through the discards is no slip then; announcing changes what the page asks for."""
    open_text = "n: 4; display: 351622; top: 4; discard_top: 1"
    for option, expected in (("", True), ("; opt: open_discards", False)):
        slips = GAME.slips(GAME.read_position(open_text + option))
        assert any(slip.violations[0].code == "discards-searched" for slip in slips) is expected
    view = GAME.view(GAME.read_position("n: 4; display: 351622; top: 4; die: 2; opt: announce_first"), None)
    assert view.step == "Say which, then keep or remove D5 or D6."


def test_options_have_their_defaults_first() -> None:
    """The list for people: every default is among the values, every help says something."""
    assert all(not option.values or option.values[0] == option.default for option in OPTIONS)
    assert len({option.name for option in OPTIONS}) == len(OPTIONS) == 12


# The table of traps ---------------------------------------------------------------------------------------------------


def notes(data: str, more: str = "") -> list[str]:
    """The notes on odds of a position."""
    state = GAME.read_position(f"n: 4; display: 111166; top: 4; {more}data: traps_per_value={data}")
    return [note for note in GAME.view(state, None).notes if "turned over" in note or "odds" in note]


def test_odds_follow_the_table_and_what_everybody_saw() -> None:
    """Traps of the table minus those turned over, of the cards not turned over; six numbers replace the table."""
    assert notes("default", "kept: A=t6 B=c6,c1; ")[0] == "One hole: 1 of the 5 cards not yet turned over are traps."
    assert notes("default", "kept: A=t6 B=c6,c1; ")[1] == "Six holes: 4 of the 4 cards not yet turned over are traps."
    assert notes("flat")[0] == "One hole: 3 of the 6 cards not yet turned over are traps."
    assert notes("0,3,3,3,3,6")[1] == "Six holes: 6 of the 6 cards not yet turned over are traps."


def test_odds_are_not_shown_where_they_do_not_follow() -> None:
    """Without a table only the totals are used, and cards that do not fit the table give no odds."""
    assert notes("unknown", "kept: A=t6 B=c6,c1; ") == ["Of the 33 cards not yet turned over, 17 are traps."]
    assert notes("default", "kept: A=t1,t1; ")[0] == "The cards with one hole do not fit the table of traps: no odds."


@pytest.mark.parametrize(
    ("table", "why"),
    [("1,2,3", "no row of six"), ("1,2,3,3,4,4", "add up to 17"), ("7,1,3,3,2,2", "whole number"),
     ("1,x,3,3,4,5", "whole"), ("mine", "flat")],
)
def test_tables_of_users_are_checked(table: str, why: str) -> None:
    """Six whole numbers from 0 to 6 that add up to 18, or a name that is known."""
    with pytest.raises(NotationError, match=why):
        GAME.read_position(f"n: 2; display: 351622; data: traps_per_value={table}")


TEXT = resources.files("companion.games.alles_kaese").joinpath("cards.toml").read_text(encoding="utf-8")


def test_the_file_of_the_deck_is_good() -> None:
    """The stored table passes its own check, and every row has eighteen traps."""
    assert cards.check(TEXT) == []
    assert {sum(row) for row in cards.TABLES.values()} == {18}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("flat = [3, 3, 3, 3, 3, 3]", "flat = [3, 3, 3, 3, 3, 4]", "line {line}, key 'flat': 3, 3, 3, 3, 3, 4 add up to 19"),
        ("flat = [3, 3, 3, 3, 3, 3]", "flat = [3, 3, 3]", "line {line}, key 'flat': [3, 3, 3] is no row of six numbers"),
        ("flat = [3, 3, 3, 3, 3, 3]", 'flat = [3, 3, 3, 3, 3, "3"]', "line {line}, key 'flat': '3' trap cards with 6 holes"),
        ("copies = 6", "copies = 5", "line {line}, key 'copies': found 5"),
        ("traps = 18", "traps = 18\nluck = 7", "line {line}, key 'luck': there is no such key"),
        ("default =", "usual =", "line {line}, key 'traps_per_value': a row called default is missing"),
        ("traps = 18", "traps =", "no TOML"),
    ],
)
def test_a_bad_file_is_named_with_line_and_key(old: str, new: str, problem: str) -> None:
    """The checker says where and what to do."""
    text = TEXT.replace(old, new, 1)
    key = re.search(r"key '(\w+)'", problem)
    lines = [number for number, line in enumerate(text.splitlines(), 1) if key and re.match(rf"\[?{key[1]}\b", line)]
    found = cards.check(text)
    assert len(found) == 1
    assert problem.replace("{line}", str(lines[0] if lines else "")) in found[0]
