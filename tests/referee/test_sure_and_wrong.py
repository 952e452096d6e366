"""An eye that is sure and wrong now and then: what nothing explains is doubted where hands have been, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

from kaese_eye import BEFORE_A_ROLL, KAESE, seen

from companion.core.finding import Settled, Unclear
from companion.core.grid import Cell, Place, Zone
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look
from companion.referee.referee import Referee

ROLLED = KAESE.play(KAESE.read_position(BEFORE_A_ROLL), KAESE.read("5"))
TAKEN = frozenset({Cell(0, 1), Zone("supply"), Zone("area-E")})


def kept(top: str, place: Place, taken_for: Look, doubt: float) -> Reading:
    """C keeps the 5 of D2, a 4 fills the gap; the eye takes what lies at a place for something else, by `doubt` nats."""
    state = ROLLED
    for token in ("K2", "K2c", f"+4^{top}"):
        state = KAESE.play(state, KAESE.read(token))
    reading = replace(seen(state), touched=TAKEN, look=4)
    wrong = TileClaim(place, (LikelyLook(taken_for, -0.001), LikelyLook(KAESE.scene(state).tile(place), -doubt)))
    return replace(reading, tiles=tuple(wrong if one.place == place else one for one in reading.tiles))


STILL_A_FIVE = kept("3", Cell(0, 1), KAESE.scene(ROLLED).tile(Cell(0, 1)), 3.5)


def test_a_card_that_seems_to_lie_there_still_may_have_been_taken() -> None:
    """A card more in the strip and another top of the supply, but D2 looks as before: that is misread, and all is lawful."""
    told = Referee(KAESE).judge(ROLLED, STILL_A_FIVE, 4.5)
    assert isinstance(told, Settled) and told.actions == ("K2", "K2c", "+4^3")


def test_what_is_misread_beyond_belief_is_an_answer() -> None:
    """The same by more nats than are forgiven: people are asked, and what they did is among the answers."""
    told = Referee(KAESE).judge(ROLLED, kept("3", Cell(0, 1), KAESE.scene(ROLLED).tile(Cell(0, 1)), 7.3), 4.5)
    assert isinstance(told, Unclear) and told.question.choices[0].actions == ("K2", "K2c", "+4^3")


def test_where_no_hand_was_the_eye_is_believed() -> None:
    """Nothing has changed at D2 as far as the camera tells: then no card was taken from there."""
    told = Referee(KAESE).judge(ROLLED, replace(STILL_A_FIVE, touched=TAKEN - {Cell(0, 1)}), 4.5)
    assert not isinstance(told, Settled)
