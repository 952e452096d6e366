"""The figures of `companion bench page` are made from what was published and what was heard."""

from __future__ import annotations

import pytest

from companion.commands.bench_page import figures, lines, share
from companion.core.errors import CompanionError


def test_a_change_has_arrived_with_the_first_event_that_is_as_new() -> None:
    """A viewer who was told of two changes at once has had both then; pictures between them do not count."""
    published = {3: 1.000, 5: 1.100}
    heard = [[(1, 0.5), (3, 1.010), (4, 1.050), (5, 1.130)], [(1, 0.5), (6, 1.120)]]
    speed = figures("toy", published, heard, 60.0, 9)
    assert (speed.viewers, speed.changes, speed.pictures_read) == (2, 2, 9)
    assert (round(speed.p50_ms), round(speed.last_p50_ms), round(speed.worst_ms)) == (30, 120, 120)
    assert any("2 changes in 60 s" in line for line in lines(speed))


def test_a_change_that_not_all_heard_of_is_left_out() -> None:
    """What was published when the viewers had left says nothing; nothing at all is said in words."""
    with pytest.raises(CompanionError, match="nothing changed"):
        figures("toy", {7: 1.0}, [[(7, 1.1)], [(6, 1.0)]], 1.0, 0)


def test_shares_of_ranked_values() -> None:
    """The median and the tail of a hundred."""
    ranked = [float(n) for n in range(1, 101)]
    assert (share(ranked, 0.5), share(ranked, 0.99), share([4.0], 0.99)) == (51, 100, 4)
