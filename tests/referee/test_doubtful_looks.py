"""What an eye half believes: in the middle of a turn more is waited for, and where pixels changed something did stir."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kaese_eye import BEFORE_A_ROLL, KAESE, die_as, seen
from readings import reading_of

from companion.core.finding import Irregular, Settled, Unclear, Waiting
from companion.core.grid import Cell, Zone
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT, Look
from companion.games import find
from companion.games.mice_in_a_maze.slip_parts import with_look
from companion.referee.answers import Answers
from companion.referee.case import build_case
from companion.referee.chains import Chain, Search
from companion.referee.laid import Laid
from companion.referee.referee import Referee
from companion.referee.scoring import Evidence, Scorer
from companion.referee.seen import Watcher
from companion.referee.settings import Settings
from companion.table.sight import changed_places
from companion.table.untouched import handled_after, with_unstirred

STUCK = (
    "owners: P1=R P2=Y P3=B; turn: Y; tiles: b7=XGK1 e7=XBP1 b6=XRB0 c6=XOY1 d6=COY3 e6=XPW1 f6=COP0 g6=CBP1 b5=CGW0 c5=CBK0 "
    "d5=XRY0 e5=CRO3 f5=CRP3 g5=CYB3 c4=CRY2 e4=XGW1 f4=COG3 d3=XOK1 d2=CGK2 e2=CRB0 e1=CYK2 f1=CYG0; handtiles: P1=XOG P2=CGP; "
    "mice: R=c6n* Y=c6n* B=f5n*; pile: 5; hands: P2=up"
)
"""The yellow mouse cannot run; its player exchanges a tile."""

ABOUT_TO_BE_TRAPPED = (
    "players: A,B; turn: B; phase: decide; maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1 "
    "| TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 WASH/?@0; mouse: d1E; cheese: c4=3 c2=3; "
    "safe: 1,2; risk: 1; pile: 32; draw: 18; disc: R1,LR2,F2,TRAP,LR1,FLR1"
)
"""A card that moves to the left takes the mouse to d2 and on to the trap on b2; the wedge at risk is lost."""

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


def test_where_something_was_put_down_that_is_what_stirred() -> None:
    """The same doubt accuses nobody where what was just taken up explains why the pixels changed."""
    discard = frozenset({Zone("discard")})
    reading = replace(discards_turned_up(5.5), touched=discard, look=3, settled=discard)
    assert not isinstance(Referee(KAESE).judge(START, reading, 5.0), Irregular)


def test_what_was_put_back_is_what_stirred() -> None:
    """The same doubt accuses nobody where the place was empty for a moment: the card was put back, and the eye may err."""
    place = Zone("discard")
    reading = replace(discards_turned_up(5.5), touched=frozenset({place}), look=4)
    gone = TileClaim(place, (LikelyLook(ABSENT, -0.001),))
    empty = replace(reading, tiles=tuple(gone if one.place == place else one for one in reading.tiles), look=3)
    assert not isinstance(Referee(KAESE).judge(START, reading, 5.0, False, (empty,)), Irregular)


def test_where_no_hand_was_a_shadow_stirred() -> None:
    """Pixels that changed where no hand was seen are a shadow; an eye that cannot tell where hands were says nothing of it."""
    places = frozenset({Zone("discard"), Cell(0, 0)})
    reading = replace(discards_turned_up(5.5), touched=places, look=3)
    assert with_unstirred(reading, frozenset(), frozenset({Zone("discard")})).settled == {Cell(0, 0)}
    assert with_unstirred(reading, frozenset(), None).settled == frozenset()
    # What stirred a while ago under a hand is no shadow because no hand has been there since.
    assert with_unstirred(reading, frozenset(), frozenset(), frozenset({Cell(0, 0)})).settled == {Zone("discard")}
    hand = replace(reading, hand=True, hidden=frozenset({Cell(0, 1)}))
    assert handled_after(frozenset({Cell(0, 0)}), hand) == {Cell(0, 0), Cell(0, 1)}
    assert handled_after(frozenset(), replace(hand, hidden=frozenset())) is None


def card_as(reading: Reading, slot: int, value: int, doubt: float) -> Reading:
    """The reading of an eye that takes the card of a slot for one of `value` and leaves `doubt` nats for what lies there."""
    place = Cell(0, slot - 1)
    mine = KAESE.scene(START).tile(place)
    claim = TileClaim(place, (LikelyLook(Look(f"back-{value}", "back", 0), -0.1), LikelyLook(mine, -doubt)))
    return replace(reading, tiles=tuple(claim if one.place == place else one for one in reading.tiles))


def test_a_card_half_misread_does_not_change_the_roll() -> None:
    """The die plainly shows 1 and the card of D2 looks like a 2: a 1 was rolled, not some number and then another."""
    rolled = seen(KAESE.play(START, KAESE.read("1")))
    told = Referee(KAESE).judge(START, card_as(rolled, 2, 2, 2.7), 1.0)
    assert isinstance(told, Settled) and told.actions == ("1",)


def test_a_beginning_of_which_nothing_shows_is_not_taken_up() -> None:
    """Where the eye is sure of another card, what may have come before the number that lies there is not made up."""
    rolled = seen(KAESE.play(START, KAESE.read("1")))
    told = Referee(KAESE).judge(START, card_as(rolled, 2, 2, 9.0), 1.0)
    assert not (isinstance(told, Settled) and told.actions)


def test_a_last_act_of_which_no_pixel_tells_is_not_taken_up() -> None:
    """The next roll would explain a die that is half misread, but nobody was near it: only the card that was kept is taken up."""
    start = end = KAESE.read_position(
        "players: A,B,C; turn: C; display: 151152; top: 4; supply: 16; discard: 66662233445; shown: 2; kept: A=t3 B=t6 C=c4")
    for token in ("2", "K6", "K6c", "+4^3"):
        end = KAESE.play(end, KAESE.read(token))
    touched = changed_places(KAESE.scene(start), KAESE.scene(end))
    reading = replace(die_as(seen(end), "6", 5.5), look=3, touched=touched)
    told = Referee(KAESE).judge(start, reading, 4.5)
    assert isinstance(told, Settled) and told.actions == ("2", "K6", "K6c", "+4^3")


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


def test_one_card_more_may_be_miscounted() -> None:
    """A card was kept and the gap filled; that the kept ones are one too few accuses only where nothing changed among them."""
    state = KAESE.read_position("players: A,B,C; turn: A; display: 114664; top: 1; supply: 15; discard: 46615322; die: 4; "
                                "kept: A=c3,c2,t1 B=c4,t6,t5 C=t2")
    after, mine = state, Zone("area-S")
    for token in ("K3", "K3c", "+1^5"):
        after = KAESE.play(after, KAESE.read(token))
    claim = PieceClaim("front-cheese", mine, (-12.0, -12.0, -0.002, -6.6))
    plain = seen(after)
    pieces = tuple(claim if (one.kind, one.place) == ("front-cheese", mine) else one for one in plain.pieces)
    there = frozenset({Cell(0, 2), Zone("supply")})
    reading = replace(plain, pieces=pieces, look=3, touched=there)
    assert isinstance(Referee(KAESE).judge(state, reading, 5.0), Irregular)
    assert not isinstance(Referee(KAESE).judge(state, replace(reading, touched=there | {mine}), 5.0), Irregular)


def test_the_least_that_changed_may_be_seen_but_faintly() -> None:
    """Trapped, the mouse was turned: that is named, though the eye is hardly sure of the wedge given back."""
    trap = find("mouse-trap-cards")
    state = trap.read_position(ABOUT_TO_BE_TRAPPED)
    slip = next(one for one in trap.slips(state) if one.intended == "d:L1" and one.violations[0].code == "facing-changed")
    reading = reading_of(slip.scene, trap.catalogue, trap.layout_of(state))
    front = next(one for one in reading.pieces if one.place == Zone("front-N"))
    faint = replace(front, log_p_counts=(-1.94, -0.34, -1.94), faces=(("up", -0.02), ("down", -3.9)))
    look = replace(reading, pieces=tuple(faint if one is front else one for one in reading.pieces))
    told = Referee(trap).judge(state, look, 5.0)
    assert isinstance(told, Irregular) and told.ruling.violations[0].code == "facing-changed"


def test_many_small_doubts_of_a_die_are_one_great_doubt() -> None:
    """A die that is four to one a 5 is taken for one after a while where the doubt is shared by two numbers, not by five."""
    rolled, judge = seen(KAESE.play(START, KAESE.read("5"))), Referee(KAESE).judge
    die = next(claim for claim in rolled.pieces if claim.kind == "die")

    def doubtful(others: dict[str, float]) -> Reading:
        faces = (("5", -0.22), *others.items())
        return replace(rolled, pieces=tuple(replace(one, faces=faces) if one is die else one for one in rolled.pieces))

    alone = judge(START, doubtful({"6": -2.0}), 5.0)
    assert isinstance(alone, Settled) and alone.actions == ("5",)
    assert isinstance(judge(START, doubtful(dict.fromkeys("12346", -2.6)), 5.0), Unclear)


def test_whoever_says_done_with_a_card_in_the_hand_is_asked() -> None:
    """A card is gone from the display before anybody has rolled, as far as the eye can tell: nobody is accused, Done asks."""
    start, place = KAESE.read_position(BEFORE_A_ROLL.replace("151155", "151165").replace("d: 66", "d: 65")), Cell(0, 4)
    slip = next(slip for slip in KAESE.slips(start) if slip.violations[0].code == "no-roll" and slip.action == "X5")
    claim = TileClaim(place, (LikelyLook(ABSENT, -0.001), LikelyLook(KAESE.scene(start).tile(place), -6.0)))
    lies = seen(start, slip.scene)
    lies = replace(lies, tiles=tuple(claim if one.place == place else one for one in lies.tiles))
    assert isinstance(Referee(KAESE).judge(start, lies, 6.0), Waiting)
    told = Referee(KAESE).judge(start, lies, 6.0, done=True)
    assert isinstance(told, Unclear) and any(choice.tells for choice in told.question.choices)


def test_a_card_that_lies_askew_is_seen_all_the_same() -> None:
    """A card is kept and the gap filled, where the new card lies askew: supply and cheese tell it plainly, nobody is asked."""
    end = start = KAESE.play(START, KAESE.read("5"))
    for token in ("K6", "K6c", "+4^3"):
        end = KAESE.play(end, KAESE.read(token))
    reading, place = replace(seen(end), unsure=frozenset({Cell(0, 5)})), Cell(0, 5)
    told = Referee(KAESE).judge(start, reading, 4.5)
    assert isinstance(told, Settled) and told.actions == ("K6", "K6c", "+4^3")
    hidden = replace(reading, hidden=frozenset({place}), unsure=frozenset())
    assert not isinstance(Referee(KAESE).judge(start, hidden, 4.5), Settled)


def test_nothing_happened_is_not_said_where_something_stirred() -> None:
    """A card that somebody turned, and that the eye takes for a third thing: neither accused nor passed over."""
    place, back = Zone("discard"), KAESE.scene(START).tile(Zone("discard"))
    looks = ((Look("back-1", "back", 0), -0.1), (Look("front-cheese", "front", 0), -2.5), (back, -3.7))
    claim, reading = TileClaim(place, tuple(LikelyLook(*look) for look in looks)), seen(START)
    tiles = tuple(claim if one.place == place else one for one in reading.tiles)
    reading = replace(reading, tiles=tiles, touched=frozenset({place}), look=3)
    told = Referee(KAESE).judge(START, reading, 4.5)
    assert isinstance(told, Unclear) and any(choice.ruling for choice in told.question.choices)
    calm = Referee(KAESE).judge(START, replace(reading, settled=frozenset({place})), 4.5)
    assert isinstance(calm, Settled) and not calm.actions


def test_a_card_gone_under_a_hand_was_taken() -> None:
    """A card of the maze that is gone by six nats and stays away: somebody peeks under it, where a hand has stirred the place."""
    trap = find("mouse-trap-cards")
    start, place = trap.start(trap.setup({})), Cell(3, 1)
    lies = reading_of(trap.scene(start), trap.catalogue, trap.layout_of(start))
    gone = TileClaim(place, (LikelyLook(ABSENT, -0.01), LikelyLook(trap.scene(start).tile(place), -6.3)))
    reading = replace(lies, tiles=tuple(gone if one.place == place else one for one in lies.tiles), touched=frozenset({place}))
    assert isinstance(Referee(trap).judge(start, replace(reading, look=3), 9.0), Irregular)
    assert not isinstance(Referee(trap).judge(start, replace(reading, look=3, settled=frozenset({place})), 9.0), Irregular)


def test_done_does_not_tell_a_doubtful_die() -> None:
    """The die showed a 1; what was rolled may as well be a 3 as a 1 again: Done asks which of the two it was."""
    start = KAESE.read_position(BEFORE_A_ROLL)
    lies = seen(start)
    die = next(claim for claim in lies.pieces if claim.kind == "die")
    again, other = die.face, next(face for face in "135" if face != die.face)
    assert again is not None
    even = replace(die, faces=((again, -0.69), (other, -0.7)))
    doubtful = replace(lies, pieces=tuple(even if claim is die else claim for claim in lies.pieces))
    told = Referee(KAESE).judge(start, doubtful, 6.0, done=True)
    assert isinstance(told, Unclear)
    assert {choice.actions for choice in told.question.choices} == {(again,), (other,)}
    plain = Referee(KAESE).judge(start, lies, 6.0, done=True)
    assert isinstance(plain, Settled) and plain.actions == (again,)


def test_a_piece_half_seen_where_something_stirred_is_asked_about() -> None:
    """A wedge is laid on a tile and seen at six to one: where no hand was, the eye errs; else the act may be meant."""
    trap = find("mouse-trap-cards")
    state = trap.start(trap.setup({}))
    for token in ("@N", "+c4", "d:", "d:R1", "=", "@W"):
        state = trap.play(state, trap.read(token))
    place = Cell(2, 2)
    plain = reading_of(trap.scene(state), trap.catalogue, trap.layout)
    reading = replace(plain, pieces=(*plain.pieces, PieceClaim("wedge", place, (-2.01, -0.15, -6.91))))
    assert isinstance(Referee(trap).judge(state, replace(reading, touched=frozenset()), 5.0), Settled)
    stirred = Referee(trap).judge(state, replace(reading, touched=frozenset({place}), look=3), 5.0)
    told = stirred.actions if isinstance(stirred, Settled) else stirred.question.choices[0].actions
    assert told == ("+c2",)


def test_who_is_asked_anyway_finds_the_next_likely_act_among_the_answers() -> None:
    """A die that is a 3 or a 5 at even odds is asked about, and a 4, which it is at one in fifty, may be said too; a 2 is not."""
    start = KAESE.read_position(BEFORE_A_ROLL)
    lies = seen(start)
    die = next(claim for claim in lies.pieces if claim.kind == "die")
    doubtful = replace(die, faces=(("3", -0.71), ("5", -0.72), ("4", -4.0), ("2", -9.0)))
    reading = replace(lies, pieces=tuple(doubtful if claim is die else claim for claim in lies.pieces))
    told = Referee(KAESE).judge(start, reading, 6.0)
    assert isinstance(told, Unclear)
    assert {choice.actions for choice in told.question.choices} == {("3",), ("5",), ("4",)}


HEAP = (
    "players: A,B; turn: B; phase: cheese; maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1 "
    "| TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 WASH/?@0; mouse: c1N; cheese: a1=3; safe: 0,0; "
    "pile: 39; draw: 23; disc: END"
)
"""Three wedges lie on a1: of one more nothing would tell."""


def test_what_leaves_no_trace_is_not_taken_up_where_something_stirred() -> None:
    """Done is pressed, and the eye sees no wedge where a hand changed c4: it is asked for beside the countless heap."""
    trap = find("mouse-trap-cards")
    state = trap.read_position(HEAP)
    lies = replace(reading_of(trap.scene(state), trap.catalogue, trap.layout), look=3, touched=frozenset({Cell(0, 2)}))
    told = Referee(trap).judge(state, lies, 8.0, done=True)
    assert isinstance(told, Unclear)
    assert {choice.actions for choice in told.question.choices} >= {("+c4",), ("+a1",)}
    # What is taken up already, or was a shadow, is no sign of anything more.
    settled = Referee(trap).judge(state, replace(lies, settled=frozenset({Cell(0, 2)})), 8.0, done=True)
    assert isinstance(settled, Settled) and settled.actions == ("+a1",)


def test_what_looks_as_before_is_no_trace_of_more_than_people_say() -> None:
    """A wedge said to lie on c4, which the eye denies, was missed; not so where a mouse stands elsewhere as well, nor
    where a longer account by which it was taken up again is the likelier."""
    trap = find("mouse-trap-cards")
    state = trap.read_position(HEAP)
    laid, denied = trap.play(state, trap.read("+c4")), PieceClaim("wedge", Cell(0, 2), (-0.001, -7.0, -12.0))
    lies = reading_of(trap.scene(state), trap.catalogue, trap.layout)
    missed = replace(lies, pieces=(*lies.pieces, denied), look=3, touched=frozenset({Cell(0, 2)}))
    moved = replace(missed, pieces=tuple(replace(one, place=Cell(1, 0)) if one.kind == "mouse" else one for one in missed.pieces))
    said = Chain(("+c4",), laid, trap.scene(laid), -1.0, -8.0, 0)
    longer = Chain(("+c4", "d:"), laid, said.scene, -1.0, -1.0, 0, said)
    settings = Referee(trap).settings
    case = build_case(trap, settings, state, missed)
    assert not Answers(trap, settings, case).lawful(said).goes_on
    assert Answers(trap, settings, replace(case, chains=(longer, *case.chains))).lawful(said).goes_on
    assert Answers(trap, settings, build_case(trap, settings, state, moved)).lawful(said).goes_on


@pytest.mark.parametrize(("behind", "asked"), [(2.3, True), (2.7, False)])
def test_what_does_not_settle_anything_is_asked_about(behind: float, asked: bool) -> None:
    """A look that lies on record leads another by less than would settle it: that one is thought of, too."""
    scene, reading = KAESE.scene(START), seen(START)
    first, second = reading.tiles[:2]
    looks = (LikelyLook(first.best, -0.1), LikelyLook(second.best, -0.1 - behind))
    doubtful = replace(reading, tiles=(replace(first, looks=looks), *reading.tiles[1:]))
    assert first.best != second.best and scene.tile(first.place) == first.best
    told = Watcher(Evidence(doubtful), KAESE.catalogue, Settings(), scene).see(Laid(scene))
    assert (first.place in told.tiles) == asked
