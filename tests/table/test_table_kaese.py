"""Alles Käse! at a whole table without pixels: simulated players, a real referee, readings made from scenes."""

from __future__ import annotations

from paper_evening import PaperEvening
from readings import CLEAR

from companion.games import find


def test_turns_are_followed_and_nobody_is_accused() -> None:
    """Rolls, looks with their discards, kept cards with their refills: all are taken up, and no rule is said to be broken."""
    evening = PaperEvening(find("alles-kaese"), {"players": "A,B"}, 1, CLEAR)
    while evening.frame < 90:
        evening.step()
    assert evening.snapshot is not None
    kinds = {line.action[:1] for line in evening.snapshot.log}
    assert evening.director.false_rulings == 0
    assert evening.director.truth.ply - evening.snapshot.views[None].ply <= 4
    assert len(evening.snapshot.log) >= 6
    assert kinds >= {"K", "+"}
