"""What the judge leaves out so as to be quick, and that nothing which matters is lost by it."""

from __future__ import annotations

from random import Random

from companion.core.finding import Settled
from companion.games import find
from companion.referee.referee import Referee
from companion.simulated.noise import Noise, SceneEye

BLIND = find("four-blind-mice")
GREEN_WAS_MOVED = (
    "players: P1,P2,P3; turn: P2; phase: demo; covered: -; mice: R=b5 K=g7 G=e6 B=c2; target: g5A G; bids: P2=3@1 P1=3@1; "
    "clock: 61; aside: 7; do: GE"
)


def test_what_explains_all_in_one_act_is_not_asked_about_for_three_that_do_the_same() -> None:
    """Green runs to h8; that its player gave up, put the mice back and came there by two other runs is no rival."""
    start = BLIND.read_position(GREEN_WAS_MOVED)
    scene = BLIND.scene(BLIND.play(start, BLIND.read("GNh8")))
    eye = SceneEye(BLIND.catalogue, BLIND.layout_of(start), Random(2), Noise(doubtful=0.0, ghosts=0.0))
    told = Referee(BLIND).judge(start, eye.read(scene), 0.5)
    assert isinstance(told, Settled) and told.actions == ("GNh8",)
