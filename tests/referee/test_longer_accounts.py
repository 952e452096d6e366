"""What the judge leaves out so as to be quick, and that nothing which matters is lost by it."""

from __future__ import annotations

from random import Random

from kaese_eye import KAESE, seen

from companion.core.finding import Settled
from companion.games import find
from companion.referee.case import build_case
from companion.referee.referee import Referee
from companion.referee.settings import Settings
from companion.simulated.noise import Noise, SceneEye

BLIND = find("four-blind-mice")
GREEN_WAS_MOVED = (
    "players: P1,P2,P3; turn: P2; phase: demo; covered: -; mice: R=b5 K=g7 G=e6 B=c2; target: g5A G; bids: P2=3@1 P1=3@1; "
    "clock: 61; aside: 7; do: GE"
)
UNMATCHED = "players: A,B,C; turn: C; display: 331322; top: 3; supply: 25; discard: 3; die: 4; kept: A=t5,t4 B=t6 C=c3"
"""Nothing on display shows a 4: C looks at a card, and the next player, who rolls a 6, will too."""


def test_what_explains_all_in_one_act_is_not_asked_about_for_three_that_do_the_same() -> None:
    """Green runs to h8; that its player gave up, put the mice back and came there by two other runs is no rival."""
    start = BLIND.read_position(GREEN_WAS_MOVED)
    scene = BLIND.scene(BLIND.play(start, BLIND.read("GNh8")))
    eye = SceneEye(BLIND.catalogue, BLIND.layout_of(start), Random(2), Noise(doubtful=0.0, ghosts=0.0))
    told = Referee(BLIND).judge(start, eye.read(scene), 0.5)
    assert isinstance(told, Settled) and told.actions == ("GNh8",)


def test_twins_are_told_of_though_only_one_of_them_is_followed() -> None:
    """Two players look at a card each, discard one and roll: all thirty-six ways are accounts, with little work for each."""
    start = KAESE.read_position(UNMATCHED)
    after = start
    for token in ("P6", "-3^2", "6", "P4", "-2^4"):
        after = KAESE.play(after, KAESE.read(token))
    case = build_case(KAESE, Settings(), start, seen(after))
    whole = {chain.tokens for chain in case.chains if chain.fit > -0.1 and len(chain.tokens) == 5}
    assert whole == {(f"P{one}", "-3^2", "6", f"P{other}", "-2^4") for one in range(1, 7) for other in range(1, 7)}
