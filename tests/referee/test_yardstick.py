"""The yardstick of the judge: it counts right, plays the same evening from the same seed, and finds a judge that lies."""

from __future__ import annotations

from typing import Any

import pytest

from companion.cli import main
from companion.commands.bench_referee import measure
from companion.core.finding import Finding, Irregular
from companion.core.ruling import Ruling, Violation
from companion.games import find
from companion.simulated import trial
from companion.simulated.tally import quantile

MICE = find("mice-in-a-maze")


def test_a_short_evening_is_followed_without_a_false_word() -> None:
    """A dozen careless turns with slips: nobody is accused falsely, nothing is taken for done that was not."""
    tally = measure(MICE, 12, 3, "scenes")
    assert (tally.turns, tally.false_accusations, tally.wrong_acceptances) == (12, [], [])
    assert [item.named for item in tally.mistakes] == [item.wanted for item in tally.mistakes] != []


def test_a_judge_that_accuses_anybody_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counter of false accusations can count."""

    class Liar(trial.Referee[Any]):
        def judge(self, *seen: Any) -> Finding:
            return Irregular(Ruling("", (Violation("no-reason", "I do not like it.", "none"),)), (), 9.0)

    monkeypatch.setattr(trial, "Referee", Liar)
    assert measure(MICE, 1, 3, "scenes").false_accusations != []


def test_the_report_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints its figures and returns 0 where nobody was accused falsely."""
    assert main(["bench", "referee", "--game", "mice-in-a-maze", "--turns", "2", "--seed", "3"]) == 0
    assert "false accusations                      0" in capsys.readouterr().out


def test_quantiles() -> None:
    """The 99th percentile of a hundred numbers is the largest but none beyond."""
    assert (quantile([], 0.5), quantile([3.0], 0.99), quantile(list(map(float, range(100))), 0.99)) == (None, 3.0, 99.0)
