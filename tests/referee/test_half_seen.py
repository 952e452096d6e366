"""What the eye does not look for tells less than it seems to."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from readings import reading_of

from companion.core.finding import Irregular
from companion.core.grid import Cell
from companion.core.scene import ABSENT
from companion.games import find
from companion.referee.laid import Laid
from companion.referee.referee import Referee
from companion.referee.scoring import Evidence, misfits
from companion.referee.seen import Watcher
from companion.referee.settings import Settings
from companion.simulated.noise import SceneEye

TRAP = find("mouse-trap-cards")
ON_A_CARD = TRAP.read_position(
    "players: A,B; turn: A; phase: decide; maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1"
    " | TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 WASH/?@0; mouse: c1S; cheese: c4=2 c2=1 a1=2 d1=1;"
    " safe: 3,3; pile: 30; draw: 15; disc: L2,FLR1,LR2,R2,TAKE,F1,F1,END,PLACE; do: d:FLIPF"
)
PLACE = Cell(2, 2)
PEEKED = next(slip.scene for slip in TRAP.slips(ON_A_CARD) if slip.scene.tile(PLACE) == ABSENT)


def test_no_eye_looks_for_a_wedge_where_the_card_is_gone() -> None:
    """A card with a wedge on it was lifted: that the eye claims no wedge on the bare table speaks against nothing."""
    lies = reading_of(PEEKED, TRAP.catalogue, TRAP.layout_of(ON_A_CARD))
    seen = replace(lies, pieces=tuple(claim for claim in lies.pieces if claim.place != PLACE))
    assert not misfits(Evidence(seen), PEEKED, 0.1)
    told = Referee(TRAP).judge(ON_A_CARD, seen, 9.0)
    assert isinstance(told, Irregular) and told.ruling.violations[0].code == "peeked-under"


def test_a_piece_may_stand_where_no_tile_is_seen() -> None:
    """The mouse is seen nowhere: the bare cell is among the places where it may be, whichever way it faces."""
    lies = reading_of(PEEKED, TRAP.catalogue, TRAP.layout_of(ON_A_CARD))
    evidence = Evidence(replace(lies, pieces=tuple(claim for claim in lies.pieces if claim.kind != "mouse")))
    seen = Watcher(evidence, TRAP.catalogue, Settings()).see(Laid(TRAP.scene(ON_A_CARD)))
    assert seen.pieces["mouse"] == ((PLACE, None),)


def test_a_wedge_gone_from_its_card_counts() -> None:
    """While the card lies there the eye has looked, and a wedge that it does not claim is gone."""
    lies = reading_of(TRAP.scene(ON_A_CARD), TRAP.catalogue, TRAP.layout_of(ON_A_CARD))
    seen = replace(lies, pieces=tuple(claim for claim in lies.pieces if claim.place != PLACE))
    assert [item.place for item in misfits(Evidence(seen), TRAP.scene(ON_A_CARD), 5.0)] == [PLACE]


def test_the_simulated_eye_looks_for_no_more_than_the_real_one() -> None:
    """The yardstick's eye claims no pieces in a cell that it sees bare either."""
    eye = SceneEye(TRAP.catalogue, TRAP.layout_of(ON_A_CARD), Random(1))
    assert PLACE not in {claim.place for claim in eye.read(PEEKED).pieces}
