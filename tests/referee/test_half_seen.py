"""What the eye does not look for, and what lies half done, tells less than it seems to."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from readings import reading_of

from companion.core.finding import Irregular, Settled, Unclear, Waiting
from companion.core.grid import Cell, Zone
from companion.core.reading import LikelyLook, PieceClaim, TileClaim
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


def test_an_act_half_done_asks_nobody_at_once() -> None:
    """Two ways lead to where the mouse stands, but of the wedges one still lies face down: that is waited for, then asked."""
    state = ON_A_CARD
    for token in ("d:LR1", ">E", "="):
        state = TRAP.play(state, TRAP.read(token))
    lies, mine = reading_of(TRAP.scene(state), TRAP.catalogue, TRAP.layout_of(state)), Zone("front-S")
    kept = tuple(claim for claim in lies.pieces if claim.place != mine)
    up = PieceClaim("wedge", mine, (-13.0, -8.0, -3.5, -0.03, -6.9), None, None, (("up", 0.0),))
    down = PieceClaim("wedge", mine, (-3.5, -0.03, -6.9), None, None, (("down", 0.0),))
    half, whole = replace(lies, pieces=(*kept, up, down)), replace(lies, pieces=(*kept, up))
    assert isinstance(Referee(TRAP).judge(ON_A_CARD, half, 0.6), Waiting)
    assert isinstance(Referee(TRAP).judge(ON_A_CARD, half, 4.5), Unclear)
    assert isinstance(Referee(TRAP).judge(ON_A_CARD, whole, 0.6), Unclear)


@pytest.mark.parametrize(("nats", "told"), [(2.7, ("d:F3",)), (11.0, ("d-F3", "d:F3"))])
def test_cards_that_nobody_saw_are_many_acts(nats: float, told: tuple[str, ...]) -> None:
    """A card is drawn and the pile looks gone: by little it is misread, surely it is used up, and two cards were never seen."""
    state = TRAP.read_position(
        "players: A,B; turn: B; phase: draw; maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1"
        " | TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@3 WASH/?@0; mouse: c1W; cheese: a1=1 b1=1;"
        " safe: 1,4; pile: 35; draw: 3;"
        " disc: F1,F1,F2,F2,B1,B2,L1,L2,R1,R2,FB2,LR1,LR2,FLR1,FLBR1,TRAP,TRAP,PLACE,TAKE,FLIPF,FLIPB"
    )
    lies = reading_of(TRAP.scene(TRAP.play(state, TRAP.read("d:F3"))), TRAP.catalogue, TRAP.layout_of(state))
    pile = Zone("draw")
    gone = TileClaim(pile, (LikelyLook(ABSENT, -0.07), LikelyLook(TRAP.scene(state).tile(pile), -0.07 - nats)))
    seen = replace(lies, tiles=tuple(gone if claim.place == pile else claim for claim in lies.tiles))
    found = Referee(TRAP).judge(state, seen, 4.5)
    assert isinstance(found, Settled) and found.actions[: len(told)] == told
