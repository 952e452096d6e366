"""The minute, the five minutes and the other times of Four Blind Mice at a table with a clock."""

from __future__ import annotations

import pytest
from toy_clock import TimedSitting

from companion.core.messages import TakeBack
from companion.games.four_blind_mice import GAME

T = "players: P1,P2,P3; mice: R=c2 K=d7 G=f2 B=g7; covered: b3A b5:0 c4A c6:0 e4A e6:0 g3A; target: f5:0 R; phase: think"
HARDER = T.replace("R=c2", "R=a8").replace("B=g7", "B=h1")


def sitting(text: str = T) -> TimedSitting:
    return TimedSitting(text, game=GAME, seats=GAME.seats(GAME.read_position(text)))


def test_numbers_carry_the_second_at_which_they_were_said() -> None:
    """The companion's clock counts, also against a second that somebody writes; equal numbers go to whoever was earlier."""
    table = sitting()
    assert table.enter("b:P3=5", "P3", after=20.4) == ["b:P3=5@20"]
    assert table.enter("b:P1=5@3", "P1", after=15.0) == ["b:P1=5@35"]
    assert table.wait(45.0) == ["m:P3"]


@pytest.mark.parametrize("text", [T, HARDER], ids=["easy", "hard"])
def test_announcing_ends_after_a_minute_whatever_the_puzzle(text: str) -> None:
    """No number, no puzzle and no tap ends it sooner: nothing that is seen or timed can tell of a route."""
    table = sitting(text)
    table.enter("b:P2=3", "P2", after=7.0)
    assert table.enter("m:P2", "P2", after=1.0) == [] and table.enter("b:P1=9", "P1", after=58.0) == ["b:P1=9@66"]
    assert table.wait(0.99) == [] and table.wait(0.01) == ["m:P2"]
    assert table.enter("b:P1=3", "P1") == [""] and table.entries[-1].violations[0].code == "bid-late"


def test_five_minutes_without_a_number_ask_for_the_coin() -> None:
    """The coin has to be taken by somebody, so nothing is played; numbers come too late, and the coin may be taken before."""
    table = sitting()
    assert table.wait(299.9) == [] and table.wait(0.1) == [""]
    assert "take the coin off" in table.entries[-1].sentence
    assert table.enter("b:P1=4", "P1", after=1.0) == [""] and table.entries[-1].violations[0].code == "bid-late"
    assert table.enter("-f5", "P1") == ["-f5"] and sitting().enter("-f5", "P1", after=10.0) == ["-f5"]


def test_after_failed_attempts_the_rest_of_the_time_runs() -> None:
    """A minute was used for announcing and some seconds before it; the time of the demonstration does not count."""
    table = sitting()
    table.enter("b:P1=3", "P1", after=40.0)
    table.wait(60.0)
    table.enter("x:gave-up", "P1", after=500.0)
    assert table.left == [200.0]
    assert table.enter("b:P2=4", "P2", after=10.0) == ["b:P2=4@110"]


def test_a_number_taken_back_gives_nobody_more_time() -> None:
    """The minute that it opened goes on with the next number."""
    table = sitting()
    table.enter("b:P1=4", "P1", after=10.0)
    table.wait(50.0, TakeBack("P1"))
    table.enter("b:P1=5", "P1")
    assert table.left == [10.0] and table.wait(10.0) == ["m:P1"]


def test_a_demonstration_has_the_time_that_was_agreed() -> None:
    """With a limit the attempt fails; without one there is a reminder after a minute and nothing else."""
    table = sitting(f"{T}; opt: demo_limit=30 close_on_minimum=on")
    table.enter("b:P1=3", "P1", after=1.0)
    assert table.wait(0.0) == ["m:P1"] and table.enter("RN", "P1", after=29.0) == ["RN"]
    assert table.wait(1.0) == ["x:gave-up"] and "attempt of Player 1 has failed" in table.entries[-1].sentence
    free = sitting(f"{T}; opt: close_on_minimum=on")
    free.enter("b:P1=3", "P1", after=1.0)
    free.wait(0.0)
    assert free.wait(60.0) == [""] and free.wait(600.0) == []


def test_the_time_limit_makes_the_running_puzzle_the_last() -> None:
    """It runs beside all other windows and is played once."""
    table = sitting(f"{T}; opt: time_limit=2")
    assert table.wait(120.0) == ["end:time"] and table.wait(100.0) == []
    assert "Time is up: this puzzle is the last." in table.table.snapshot().views[None].notes


def test_a_resumed_minute_keeps_the_order_of_the_numbers() -> None:
    """The whole minute runs anew, and no number gets an earlier second than one on the record, nor one that is too late."""
    first = sitting()
    first.enter("b:P1=6", "P1", after=20.0)
    first.enter("b:P2=4", "P2", after=30.0)
    again = TimedSitting(T, tuple(first.entries), GAME, seats=first.table.seats)
    assert again.left == [60.0] and again.enter("b:P3=4", "P3", after=5.0) == ["b:P3=4@55"]
    assert again.enter("b:P1=3", "P1", after=54.0) == ["b:P1=3@80"] and again.wait(1.0) == ["m:P1"]
