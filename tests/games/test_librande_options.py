"""What the options of Maze and its rarer actions change, each in one position."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import IllegalActionError
from companion.games import find
from companion.games.librande_maze.curses import clock_s
from companion.games.librande_maze.options import OPTIONS, option_problem

GAME = find("librande-maze")


def state_of(text: str) -> Any:
    return GAME.read_position(text)


def tokens(text: str) -> set[str]:
    """What is listed in a position."""
    return {GAME.write(action) for action in GAME.actions(state_of(text))}


def codes(text: str, token: str) -> list[str]:
    """The codes of a ruling."""
    return [found.code for found in GAME.rule(state_of(text), GAME.read(token)).violations]


def test_a_theft_named_with_the_cast_is_named_before_the_answers() -> None:
    """The caster chooses blindly among all cards, then the victim is asked; a card that is not there is not taken."""
    text = "1=WZ@c1{hand=TFc}; 3=BA@c5{pile=1 hand=HA}; opt theft-choice=on-cast; do: cs:TFc@3"
    assert GAME.actor(state_of(text)) == "1" and {"tf:t", "tf:PR", "tf:HA"} < tokens(text)
    assert GAME.actor(state_of(text + " tf:PR")) == "3"
    assert state_of(text + " tf:PR re:3=-").hands == ((), ("HA",))
    assert state_of(text + " tf:HA re:3=-").hands == (("HA",), ())


def test_an_anti_magic_stops_a_power_where_powers_can_be_answered() -> None:
    """The point is gone and the Barbarian stays; without the answer he goes."""
    text = "1=BA@c3; 3=DR@g7{hand=AM}; opt powers-answerable=anti-magic; do: pw:rush>c2"
    assert tokens(text) == {"re:3=-", "re:3=AM"}
    stopped, done = state_of(text + " re:3=AM"), state_of(text + " re:3=-")
    assert (stopped.space, stopped.free_used) == (state_of("1=BA@c3; 3=DR@g7").space, True)
    assert (done.space, done.free_used) == (state_of("1=BA@c2; 3=DR@g7").space, True)


def test_a_spell_is_wasted_only_where_nothing_can_be_aimed_at() -> None:
    """With fizzle-casts=yes a Line Freeze goes without a target where nobody stands in line."""
    text = "1=WZ@c1{hand=FZl}; 3=BA@d5; opt fizzle-casts="
    assert "cs:FZl" in tokens(text + "yes") and "cs:FZl" not in tokens(text + "no")
    assert codes(text.replace("d5", "c5") + "yes", "cs:FZl") == ["no-such-target"]


def test_every_piece_is_protected_where_all_board_actions_are() -> None:
    """A Switch that puts the treasure's bearer back is forbidden, and any other action is not."""
    text = "1=BA@c3; 3=WZ@c5{hand=SWc}; opt undo-kinds=all-board-actions; ap 1; do: mv:c2 end"
    assert GAME.write_position(state_of(text)).count("undo pieces 1:c3>c2") == 1
    text = "1=BA@c2; 3=WZ@c3{hand=SWc}; turn 3; undo pieces 1:c3>c2; opt undo-kinds=all-board-actions"
    assert codes(text, "cs:SWc@1") == ["undo-piece"] and "cs:SWc@1" not in tokens(text)
    assert codes(text.replace("1:c3>c2", "1:c4>c2"), "cs:SWc@1") == []


def test_a_dragon_that_attacks_on_contact_ends_what_its_mover_can_do() -> None:
    """Who leads the Dragon onto the own square is attacked at once and can but end the turn."""
    text = "1=BA@d3.e; 3=DR@g7; dragon e3; opt dragon-attack=on-contact; do: dg:d3"
    assert state_of(text).status == ("removed", "ok")
    assert tokens(text) == {"end"} and codes(text, "sl:4E") == ["skipped-player-acted"]


def test_an_hourglass_runs_out() -> None:
    """Thirty seconds are data; the clock ends the turn, and without it no clock can."""
    text = "1=BA@c3; 3=DR@g7; under hourglass"
    assert clock_s(state_of(text)) == 30 and clock_s(state_of("1=BA@c3; 3=DR@g7")) is None
    after = GAME.play(state_of(text), GAME.read("#timeout"))
    assert (GAME.actor(after), after.ban, "#timeout" in tokens(text)) == ("3", None, False)
    assert codes("1=BA@c3; 3=DR@g7", "#timeout") == ["clock-not-running"]
    asked = "1=WZ@c1{hand=FZc}; 3=BA@c5{hand=PR}; under hourglass; do: cs:FZc@3"
    assert codes(asked, "#timeout") == ["unresolved-effect"]


def test_the_first_to_come_may_answer() -> None:
    """With answer-order=first-come both are asked at once, and a pass takes only one of them out."""
    text = "1=WZ@c1{hand=TPc}; 2=TH@g1{hand=AM}; 3=BA@c5{hand=PR}; opt answer-order=first-come; do: cs:TPc@c2"
    assert tokens(text) == {"re:2=-", "re:2=AM", "re:3=-"}
    assert tokens(text + " re:3=-") == {"re:2=-", "re:2=AM"}


@pytest.mark.parametrize(("rule", "winner"), [("latest-among-leaders", {"3"}), ("literal", {"1"}), ("shared", {"2", "3"})])
def test_ties_of_three_players(rule: str, winner: set[str]) -> None:
    """4-4-1, the player with one treasure took the last: three ways to see it (R64)."""
    text = f"1=BA@c3; 2=DR@g1{{pile=4 last=7}}; 3=WZ@g7{{pile=4 last=8}}; treasure c3; opt tie-3p={rule}; do: pk"
    outcome = GAME.outcome(state_of(text))
    assert outcome is not None and set(outcome.winners) == winner


def test_a_claim_for_another_seat_is_judged_as_such() -> None:
    """Whoever is not in turn may not act, and who loses the turn still less."""
    text = "1=BA@c3; 3=DR@g7{st=frozen}; 2=WZ@g1"
    assert (codes(text, "1:dr"), codes(text, "2:dr"), codes(text, "3:dr")) == ([], ["not-your-turn"], ["skipped-player-acted"])


def test_play_refuses_what_is_not_lawful_with_its_reason() -> None:
    """The error names the action, the turn and the broken rule."""
    with pytest.raises(IllegalActionError, match=r"'pk' is not allowed in turn 1 of seat 1 .* pickup-no-treasure"):
        GAME.play(state_of("1=BA@a1; 3=DR@g7"), GAME.read("pk"))


def test_every_option_has_a_default_that_may_be_written() -> None:
    """The default of an option is one of its values; what is none is refused with the values there are."""
    assert [option.name for option in OPTIONS if option_problem(option.name, option.default)] == []
    assert option_problem("tunnels", "fixed(c3,c3)") and option_problem("tunnels", "fixed(b2,c3)")
    assert not option_problem("tunnels", "fixed(c3,e5)")
    assert "choose one of tunnels" in option_problem("luck", "yes")


def test_tunnels_on_fixed_squares() -> None:
    """With the option the two squares are joined and the tiles with printed mouths are not."""
    text = "1=BA@c3; 3=DR@g7; opt tunnels=fixed(c3,e5)"
    assert "mv:e5" in tokens(text)
    assert "mv:f6" not in tokens("1=BA@b2; 3=DR@g7; opt tunnels=fixed(c3,e5)")
