"""What an eye half believes: in the middle of a turn more is waited for, and where pixels changed something did stir."""

from __future__ import annotations

from dataclasses import replace

from kaese_eye import BEFORE_A_ROLL, KAESE, die_as, seen
from readings import reading_of

from companion.core.finding import Irregular, Settled, Waiting
from companion.core.grid import Zone
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look
from companion.games import find
from companion.games.mice_in_a_maze.slip_parts import with_look
from companion.referee.chains import Chain, Search
from companion.referee.referee import Referee
from companion.referee.scoring import Evidence, Scorer
from companion.referee.seen import Watcher
from companion.referee.settings import Settings

STUCK = (
    "owners: P1=R P2=Y P3=B; turn: Y; tiles: b7=XGK1 e7=XBP1 b6=XRB0 c6=XOY1 d6=COY3 e6=XPW1 f6=COP0 g6=CBP1 b5=CGW0 c5=CBK0 "
    "d5=XRY0 e5=CRO3 f5=CRP3 g5=CYB3 c4=CRY2 e4=XGW1 f4=COG3 d3=XOK1 d2=CGK2 e2=CRB0 e1=CYK2 f1=CYG0; handtiles: P1=XOG P2=CGP; "
    "mice: R=c6n* Y=c6n* B=f5n*; pile: 5; hands: P2=up"
)
"""The yellow mouse cannot run; its player exchanges a tile."""

START = KAESE.read_position(BEFORE_A_ROLL)


def test_a_doubtful_roll_waits_for_what_follows() -> None:
    """A die that is one in thirty another number is not taken up at once: the card that is taken next may tell."""
    rolled, judge = seen(KAESE.play(START, KAESE.read("5"))), Referee(KAESE).judge
    at_once = judge(START, rolled, 1.0)
    assert isinstance(at_once, Settled) and at_once.actions == ("5",)
    doubtful = die_as(seen(KAESE.play(START, KAESE.read("6"))), "5", 3.5)
    assert isinstance(judge(START, doubtful, 1.0), Waiting)
    late = judge(START, doubtful, 4.5)
    assert isinstance(late, Settled) and late.actions == ("5",)


def discards_turned_up(doubt: float) -> Reading:
    """The top of the discards lies front up, or still shows its back: `doubt` nats between the two."""
    place, reading = Zone("discard"), seen(START)
    back = KAESE.scene(START).tile(place)
    claim = TileClaim(place, (LikelyLook(Look("front-cheese", "front", 0), -0.001), LikelyLook(back, -doubt)))
    return replace(reading, tiles=tuple(claim if one.place == place else one for one in reading.tiles))


def test_where_pixels_changed_something_stirred() -> None:
    """The same doubt accuses where the camera saw the place change, and nobody where it did not compare."""
    reading = replace(discards_turned_up(5.5), touched=frozenset({Zone("discard")}))
    assert not isinstance(Referee(KAESE).judge(START, reading, 5.0), Irregular)
    told = Referee(KAESE).judge(START, replace(reading, look=3), 5.0)
    assert isinstance(told, Irregular) and told.ruling.violations[0].code == "discards-searched"


def test_what_nobody_rests_in_needs_no_telling() -> None:
    """A look at a card costs no more than any action: the discard that follows at once shows it."""
    rolled = KAESE.play(START, KAESE.read("6"))
    evidence = Evidence(seen(rolled))
    scene = KAESE.scene(rolled)
    search = Search(KAESE, Scorer(evidence, scene), Watcher(evidence, KAESE.catalogue, Settings()), Settings())
    looked = search.play(Chain((), rolled, scene, 0.0, 0.0, 0), KAESE.read("P6"))
    assert looked.prior == Settings().priors.action


def test_an_act_after_a_mouse_that_stays_may_be_half_done() -> None:
    """The own tile lies face down already, the tile in the maze is still to be laid: after the short wait nobody is told."""
    mice = find("mice-in-a-maze")
    start = mice.read_position(STUCK)
    hand, end = Zone("hand-P2"), mice.play(mice.play(start, mice.read("-")), mice.read("c7=CGP3h"))
    half = with_look(mice.scene(start), hand, mice.scene(end).tile(hand))
    reading = replace(reading_of(half, mice.catalogue, mice.layout), look=1, touched=frozenset({hand}))
    assert isinstance(Referee(mice).judge(start, reading, 2.0), Waiting)
