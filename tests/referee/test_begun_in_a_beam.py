"""What somebody has to go on with is gone on with, though it fits nothing until then."""

from __future__ import annotations

from dataclasses import replace
from math import log

from readings import reading_of

from companion.core.finding import Settled
from companion.core.grid import Zone
from companion.core.reading import LikelyLook, TileClaim
from companion.core.scene import Look
from companion.games import find
from companion.referee.referee import Referee

TRAP = find("mouse-trap-cards")
BEFORE = TRAP.read_position(
    "players: A,B; turn: A; phase: start; maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1"
    " | TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 WASH/?@0; mouse: a2W; cheese: c4=3; safe: 4,3;"
    " pile: 32; draw: 15; disc: F1,TAKE,F3; trapped: B"
)


def test_a_card_that_lets_choose_the_way_is_not_taken_for_one_that_leads_there() -> None:
    """One step back from Safe, to the east: the card may be one step forwards at five and a half nats, and then nothing is to be
    chosen.  Before the way is, the mouse stands where it is not seen, as it does after many other acts."""
    state = BEFORE
    for token in ("@E", "+c2", "d:B1", ">E"):
        state = TRAP.play(state, TRAP.read(token))
    seen = reading_of(TRAP.scene(state), TRAP.catalogue, TRAP.layout_of(state))
    back, ahead = (LikelyLook(Look(f"act-move-{card}", "front", 0), chance) for card, chance in (("B1", -0.01), ("F1", -5.5)))

    def doubted(claim: TileClaim) -> TileClaim:
        return replace(claim, looks=(back, ahead), floor=-9.0) if claim.place == Zone("discard") else claim

    cards = tuple(map(doubted, seen.tiles))
    finding = Referee(TRAP).judge(BEFORE, replace(seen, tiles=cards, busy_s=4.0), 5.0)
    assert isinstance(finding, Settled) and finding.actions == ("@E", "+c2", "d:B1", ">E") and finding.margin > log(3)
