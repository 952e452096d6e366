"""Simulated people put up with a record that says more than they did: they take it back, or it is done."""

from __future__ import annotations

import pytest
from paper_evening import PaperEvening

from companion.core.messages import Enter
from companion.games import find

MICE = find("mice-in-a-maze")
THREE = {"players": "P1=R P2=Y P3=B", "marbles": "no"}


@pytest.mark.parametrize("ply", [6, 7], ids=["a-move", "a-tile-turned-up"])
def test_what_nobody_did_is_taken_back_or_done(ply: int) -> None:
    """Somebody enters an action that nobody made, while nobody plays on: record and table agree again all the same."""
    evening = PaperEvening(MICE, THREE, seed=1)
    while evening.table.state.ply < ply or evening.director.truth.ply > ply:
        evening.step()
    evening.director.running = False
    state = evening.table.state
    token = MICE.write(MICE.actions(state)[0])
    evening.table.handle(Enter(token, MICE.actor(state)), evening.now_s)
    assert evening.table.state.ply == evening.director.truth.ply + 1
    for _ in range(200):
        evening.step()
    assert evening.table.state.ply == evening.director.truth.ply and evening.director.false_rulings == 0
    assert evening.snapshot.trouble is None
