"""The hourglass and the time for answers of Maze at a table with a clock; what a refused try may tell."""

from __future__ import annotations

import pytest
from toy_clock import TimedSitting

from companion.core.messages import TakeBack
from companion.games.librande_maze import GAME

GLASS = "1=BA@c3{hand=FZs,HA}; 3=DR@g7{hand=PR,AM}; under hourglass"
ASKED = "1=BA@c3{hand=SWs,HA}; 2=TH@g1{hand=HA}; 3=DR@g7{hand=PR,AM}; do: cs:SWs@3"


def sitting(text: str) -> TimedSitting:
    return TimedSitting(text, game=GAME, seats=GAME.seats(GAME.read_position(text)))


def test_the_hourglass_ends_the_turn() -> None:
    """Thirty seconds, whatever was done in them; nobody can say before that it has run out."""
    table = sitting(GLASS)
    assert table.enter("ps", "1", after=10.0) == ["ps"] and table.enter("#timeout", "3", after=10.0) == []
    assert table.wait(10.0) == ["#timeout"] and GAME.actor(table.table.state) == "3"
    assert table.wait(100.0) == [] and table.left == []


def test_the_hourglass_stands_still_while_others_are_asked() -> None:
    """The turn gets exactly the rest of its time after the answers."""
    table = sitting(GLASS)
    table.enter("cs:FZs@3", "1", after=12.0)
    assert table.left == [18.0, 3.0]
    table.enter("re:3=-", "3", after=40.0)
    assert table.left == [18.0] and table.wait(17.9) == [] and table.wait(0.1) == ["#timeout"]


def test_a_turn_that_ends_in_time_ends_its_hourglass() -> None:
    """And the next turn has none."""
    table = sitting(GLASS)
    assert table.enter("end", "1", after=29.0) == ["end"] and table.wait(60.0) == []


def test_a_pass_counts_after_the_same_time_whatever_is_held() -> None:
    """Everybody is asked for three seconds; who passes at once and who cannot answer look the same. A card counts at once."""
    for hand in ("PR,AM", "HA,HA"):
        table = sitting(ASKED.replace("PR,AM", hand))
        assert table.enter("re:3=-", "3", after=0.2) == [] and table.order == [] and table.wait(2.7) == []
        assert table.wait(0.1) == ["re:3=-"] and table.left == [3.0]
        assert table.enter("re:2=-", "2", after=20.0) == ["re:2=-"]
    table = sitting(ASKED)
    table.enter("re:3=-", "3")
    assert table.enter("re:3=PR", "3", after=0.1) == ["re:3=PR"] and table.wait(2.9) == []


def test_the_player_in_turn_cannot_hurry_on() -> None:
    """What takes it that nobody answers waits as well; with answer-seconds=0 nothing waits."""
    table = sitting(ASKED)
    assert table.enter("ps", "1", after=1.0) == [] and table.wait(2.0) == ["ps"]
    assert sitting(ASKED.replace("; do:", "; opt answer-seconds=0; do:")).enter("re:3=-", "3") == ["re:3=-"]


def test_a_cast_again_after_it_was_taken_back_is_asked_about_again() -> None:
    """Another spell has a window of its own; the same one goes on where it stood."""
    table = sitting("1=BA@c3{hand=SWs,FZs}; 3=DR@g7{hand=PR,AM}")
    table.enter("cs:SWs@3", "1")
    table.wait(5.0, TakeBack("1"))
    table.enter("cs:FZs@3", "1")
    assert table.left == [3.0]


@pytest.mark.parametrize("text", ["re:2=AM", "2:cs:HA", "re:2=AMM", "re:3=TFl", "cs:PR", "cs:FZs@3", "tf:AM", "pw:demand@2=HA"])
def test_a_refused_try_tells_others_no_card(text: str) -> None:
    """Neither the log nor the record names or judges it, and all look alike; whoever tried it reads so on the own page."""
    table, other = sitting(ASKED), sitting(ASKED)
    table.enter(text, "2")
    other.enter("re:2=TPl", "2")
    shot, entry = table.table.snapshot(), table.entries[-1]
    assert shot.log == other.table.snapshot().log != () and text not in repr((entry, shot.log, shot.views[None]))
    assert set(shot.whispers) == {"2"} and text in shot.whispers["2"]


def test_nobody_learns_of_another_hand_by_trying() -> None:
    """The reason is told only where the own hand decides: whether seat 3 holds a card is not told to seat 2."""
    whispers = set()
    for hand in ("PR,AM", "HA,TFl"):
        table = sitting(ASKED.replace("PR,AM", hand))
        table.enter("re:3=SWc", "2")
        whispers.add(table.table.snapshot().whispers["2"])
    assert whispers == {"re:3=SWc was not played."}
    table.enter("re:2=AM", "2")
    assert "re:2=AM was not played: " in table.table.snapshot().whispers["2"]


def test_a_refused_try_without_a_secret_is_explained_to_all() -> None:
    """Everybody sees which step was wrong and why."""
    table = sitting("1=BA@c3; 3=DR@g7")
    table.enter("mv:g1", "1")
    assert table.entries[-1].sentence.startswith("mv:g1 was not played") and table.entries[-1].violations
    assert not table.table.snapshot().whispers
