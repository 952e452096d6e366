"""Broken rules that are plain enough to be named, and counts of what was just put down, which are not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from kaese_eye import KAESE, die_as, seen
from readings import reading_of

from companion.core.finding import Irregular, Settled, Unclear, Waiting
from companion.core.grid import Cell, Zone
from companion.core.reading import LikelyLook, PieceClaim, TileClaim
from companion.core.scene import ABSENT, Look
from companion.games import find
from companion.games.mice_in_a_maze.slip_parts import with_look
from companion.referee.accounts import Accounts
from companion.referee.referee import Referee
from companion.referee.settings import Settings
from companion.simulated.noise import Noise, SceneEye

MICE, TRAP = find("mice-in-a-maze"), find("mouse-trap-cards")
OWN_TILE_FIRST = (
    "players: P1=R P2=Y P3=B; owners: P1=R P2=Y P3=B; order: R Y B; turn: B; step: 2; tiles: b7=XGB1 b6=XRO0 d6=CGK1 e6=XOK0 "
    "f6=XOG1 g6=XRK1 b5=XRY1 b4=CPW0 d1=COP1 e1=XYG1 f1=CYB2; mice: R=b5s Y=e6w B=Sd; pile: 8; hands: P1=up"
)
ONE_LIKE_THE_LAST = (
    "players: A,B,C; turn: B; display: 522622; top: 3; supply: 2; discard: 33666225414615365443; die: 5; "
    "kept: A=t5,t5 B=t4,t1,c1,c1 C=c3,c4"
)
"""A 3 lies on the supply, and one on the discards."""

ROLLED = "players: A,B,C; turn: A; display: 351423; top: 3; supply: 18; discard: 463566; shown: 6; kept: A=t4 B=c5,c3,c2,c1 C=t4"
TRAPPED = (
    "players: A,B; turn: A; phase: decide; maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1 "
    "| TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 TRAP/WASH@0; mouse: c1W; cheese: c4=6 a1=1 b1=2; "
    "safe: 3,3; pile: 27; draw: 17; disc: LR2,F1,B1,TURN,LR1,F1,L2; do: d:PLACE"
)
MISREAD = "players: A,B,C; turn: A; display: 341266; top: 5; supply: 21; discard: 61; shown: 1; kept: A=t5,t2 B=c3,c2 C=t3,c2,c1"
C2 = Cell(2, 2)


def test_some_card_that_surely_is_another_is_plain() -> None:
    """A card is discarded that is not due, onto one of its own number: that another lies on the supply now is all there is to
    see, and names it."""
    state = KAESE.read_position(ONE_LIKE_THE_LAST)
    slip = next(one for one in KAESE.slips(state) if one.violations[0].code == "extra-discard-not-due")
    lies = seen(state, with_look(slip.scene, Zone("supply"), Look("back-1", "back", 0)))
    told = Referee(KAESE).judge(state, replace(lies, touched=frozenset({Zone("supply")}), look=2), 5.0)
    assert isinstance(told, Irregular) and told.ruling.violations == slip.violations


def test_what_may_have_been_before_a_slip_unseen_need_not_be_told() -> None:
    """The discards are searched after a die was misread for a moment; a whole turn of which nothing is left may have been before
    that, and the rule is broken either way."""
    state = KAESE.read_position(ROLLED)
    slip = next(one for one in KAESE.slips(state) if one.violations[0].code == "discards-searched")
    places = frozenset({Zone("discard"), Zone("roll"), Zone("supply"), Cell(0, 1)})
    before = replace(die_as(seen(state), "3", 2.3), touched=places, look=2)
    lies = replace(seen(state, slip.scene), touched=places, settled=places - {Zone("discard")}, look=3, busy_s=5.8)
    front = LikelyLook(slip.scene.tile(Zone("discard")), -0.001), LikelyLook(Look("back-3", "back", 0), -11.4)
    tiles = tuple(TileClaim(one.place, front) if one.place == Zone("discard") else one for one in lies.tiles)
    lies = replace(lies, tiles=tiles)
    told = Referee(KAESE).judge(state, lies, 5.0, between=(before,))
    assert isinstance(told, Irregular) and told.ruling.violations == slip.violations


def test_one_wedge_more_than_was_just_laid_accuses_nobody_soon() -> None:
    """Where a wedge was lawfully laid the eye counts two: it must be surer than elsewhere, whether that is on record or not."""
    laid = TRAP.play(TRAP.read_position(TRAPPED), TRAP.read("+c2"))
    state = TRAP.play(laid, TRAP.read("d:B2"))
    lies = reading_of(TRAP.scene(state), TRAP.catalogue, TRAP.layout_of(state))
    others = [one for one in lies.pieces if (one.kind, one.place) != ("wedge", C2)]
    for nats, settled, accused in ((8.0, True, False), (8.0, False, True), (9.5, True, True)):
        two = PieceClaim("wedge", C2, (-12.0, -nats, -0.001, -9.0))
        look = replace(lies, pieces=(*others, two), touched=frozenset({C2}), look=2)
        told = Referee(TRAP).judge(state, replace(look, settled=frozenset({C2} if settled else ())), 5.0)
        assert isinstance(told, Irregular) == accused


def test_how_many_they_laid_people_have_said() -> None:
    """Asked what happened where the eye counts two wedges, somebody says that one was laid: the word holds against the count,
    and each answer is given once."""
    state = TRAP.read_position(TRAPPED)
    after = TRAP.play(TRAP.play(state, TRAP.read("+c2")), TRAP.read("d:B2"))
    lies = reading_of(TRAP.scene(after), TRAP.catalogue, TRAP.layout_of(after))
    two = tuple(replace(one, log_p_counts=(-12.0, -8.0, -0.001, -9.0)) if (one.kind, one.place) == ("wedge", C2) else one
                for one in lies.pieces)
    places = frozenset({C2, Cell(2, 3), Cell(3, 3), Zone("discard"), Zone("show")})
    told = Referee(TRAP).judge(state, replace(lies, pieces=two, touched=places, look=2, busy_s=2.0), 5.0)
    assert isinstance(told, Unclear)
    actions = [choice.actions for choice in told.question.choices]
    assert len(actions) == len(set(actions))
    assert not next(choice for choice in told.question.choices if choice.actions == ("+c2", "d:B2")).goes_on


def test_the_account_that_explains_the_last_look_is_kept() -> None:
    """A card was seen lifted, then all that it was removed, the gap filled and the die rolled: the many ways to go on from its
    being kept, which explain the first look and not the second, do not crowd that out."""
    position = "players: A,B,C; turn: A; display: 361234; top: 1; supply: 18; discard: 611156; die: 1; kept: "
    state = KAESE.read_position(position + "A=t2,t2 B=c4,c3 C=t5,t5")
    lifted = with_look(KAESE.scene(state), Cell(0, 2), ABSENT)
    after = state
    for token in ("X3", "+1^4", "5"):
        after = KAESE.play(after, KAESE.read(token))
    looks = (replace(seen(state, lifted), look=2), replace(seen(after), look=3, busy_s=5.0))
    assert ("X3", "+1^4", "5") in [one.tokens for one in Accounts(KAESE, Settings()).after(state, looks)]


def test_a_die_misread_in_two_looks_is_misread_once() -> None:
    """A card was removed and the gap filled, and the eye takes the die for what it showed before: that no more was done is
    an account of the first look, and the second takes no more from it; a roll besides waits for what comes next."""
    state = after = KAESE.read_position(MISREAD)
    for token in ("2", "X4", "+5^4"):
        after = KAESE.play(after, KAESE.read(token))
    first = replace(die_as(seen(after), "1", 6.6), look=2, busy_s=2.4)
    assert ("2", "X4", "+5^4") in [one.tokens for one in Accounts(KAESE, Settings()).after(state, (first,))]
    told = Referee(KAESE).judge(state, replace(first, look=3, busy_s=2.6), 0.5, between=(first,))
    assert isinstance(told, Waiting)


def test_a_look_in_between_makes_no_broken_rule_of_what_lies_lawfully() -> None:
    """The own tile was turned first, then laid: that another tile was exchanged for its like, and this one laid before the next
    mouse ran, leaves the same and is no rival."""
    state = MICE.read_position(OWN_TILE_FIRST)
    first, then = (MICE.scene(MICE.play(state, MICE.read(token))) for token in ("d1=COP1s", "e1=XBK1h"))
    eye = SceneEye(MICE.catalogue, MICE.layout_of(state), Random(1), Noise(doubtful=0.0, ghosts=0.0))
    told = Referee(MICE).judge(state, replace(eye.read(then), busy_s=2.6), 5.0, between=(replace(eye.read(first), busy_s=1.4),))
    assert isinstance(told, Settled) and told.actions == ("e1=XBK1",)
