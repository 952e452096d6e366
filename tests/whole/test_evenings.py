"""Whole simulated evenings: legal play is never accused, every cheat is named, the record ends where the table does."""

from paper_evening import PaperEvening
from pixel_evening import PixelEvening

from companion.games import find

GAME = find("mice-in-a-maze")
THREE = {"players": "P1=R P2=Y P3=B"}


def test_a_game_to_its_end_without_pixels():
    """A whole game on noisy readings is followed to its end: no false ruling, nothing entered by hand, the right scores."""
    evening = PaperEvening(GAME, THREE, seed=1).run(2000)
    assert (evening.over, evening.false_rulings, evening.helped) == (True, 0, 0)
    assert GAME.scores(evening.state) == GAME.scores(evening.truth)


def test_cheats_in_a_game_without_pixels():
    """Whoever cheats every few actions is named each time, and the honest turns between are not accused."""
    cheats = dict.fromkeys(range(3, 60, 6), "any")
    evening = PaperEvening(GAME, THREE, seed=3).run(500, cheats)
    assert evening.false_rulings == 0
    assert len(evening.reports) >= 6
    assert [report for report in evening.reports if not report.right] == []


def test_the_first_turns_in_pixels():
    """Drawn frames, the real eye: three turns and a cheat are understood."""
    evening = PixelEvening(GAME, THREE, seed=1).run(110, {4: "any"})
    assert (evening.false_rulings, evening.helped) == (0, 0)
    assert [report.right for report in evening.reports] == [True]
    assert evening.actions >= 6
