"""Which places may have been touched, told by comparing looks pixel by pixel."""

from dataclasses import replace
from random import Random

import pytest
from readings import reading_of

from companion.core.grid import Cell, Zone
from companion.core.messages import Answer, Done, FrameRead
from companion.core.reading import LikelyLook, NoReading, PieceClaim, Reading, TileClaim
from companion.core.scene import PieceAt, Scene
from companion.games import find
from companion.journal.entry import EntryKind
from companion.referee.referee import Referee
from companion.simulated.noise import Noise, SceneEye
from companion.table.overruling import corrected, overrule
from companion.table.sight import changed_places
from companion.table.table import Table, unrecorded
from companion.table.untouched import (
    as_untouched,
    changed_by_hands,
    same_claims,
    settled_after,
    still_touched,
    touched_after,
    unexplained,
)

BEFORE_THE_MOUSE_COMES = (
    "players: A,B; turn: A; phase: start; maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1 "
    "| TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 WASH/?@0; safe: 0,0; pile: 42; draw: 24"
)
WHOLE_TURN = ("@N", "+b1", "d:R2", "=")
"""The mouse comes to c1, moves on to d1, and the turn is ended."""

A, NEST = Cell(0, 0), Zone("N1")
MOVING = NoReading(8, 1.6, "moving", "something moves", "wait")


def look(number, changed, frame=9):
    return Reading(frame, frame / 5, (), (), look=number, changed=changed)


@pytest.mark.parametrize(
    ("touched", "result", "after"),
    [
        (frozenset(), look(4, frozenset({A})), {A}),
        (frozenset({NEST}), look(4, frozenset({A})), {A, NEST}),
        (frozenset({A}), look(3, frozenset({NEST})), {A}),
        (frozenset(), look(5, frozenset()), None),
        (frozenset(), look(4, None), None),
        (None, look(4, frozenset()), None),
        (frozenset({A}), MOVING, {A}),
    ],
    ids=["next look", "adds up", "same look again", "a look was left out", "not compared", "was unknown", "in between"],
)
def test_looks_tell_what_was_touched(touched, result, after):
    """Only an unbroken chain of looks tells; pictures between two looks do not matter."""
    assert touched_after(touched, result, 3, look_before=3) == after


def test_what_was_taken_up_explains_a_change_until_the_next_one():
    """A mouse that was set down there explains why the place changed; a later look that finds it changed again does not."""
    there = frozenset({A, NEST})
    assert settled_after(there, look(3, frozenset({A})), 3) == there
    assert settled_after(there, look(4, frozenset({A})), 3) == {NEST}
    assert settled_after(there, look(4, None), 3) == frozenset()


def test_a_zone_whose_pixels_are_the_same_keeps_what_lay_there():
    """A cheese that the eye misses in a nest is still there when no pixel of the nest has changed."""
    reading = Reading(9, 1.8, (), (PieceClaim("cheese", A, (-9.0, -0.01)),), look=4, changed=frozenset({A}))
    scene = Scene((), (PieceAt("cheese", NEST),))
    claims = as_untouched(reading, scene, frozenset({A}), "back").pieces
    assert {(claim.kind, claim.place): claim.count for claim in claims} == {("cheese", A): 1, ("cheese", NEST): 1}


def test_what_cannot_be_told_stays_touched():
    """Once a reading was taken for the record, only places it is unsure of, cannot see or saw otherwise may have been touched."""
    reading = Reading(9, 1.8, (), (PieceClaim("cheese", A, (-9.0, -0.01)),), frozenset({NEST}), frozenset({Cell(0, 1)}))
    scene = Scene((), ())
    assert still_touched(frozenset({A, NEST, Cell(0, 1), Cell(0, 2)}), reading, scene) == {A, NEST, Cell(0, 1)}
    assert still_touched(frozenset({Cell(0, 2)}), reading, scene) == {A}
    assert still_touched(None, reading, scene) == {A, NEST, Cell(0, 1)}


def test_what_agrees_but_hardly_stays_touched():
    """A die that shows a six rather than a four, and a record that has the six, do not prove that nobody has rolled."""
    die = PieceClaim("die", NEST, (-12.0, -0.01), faces=(("6", -0.3), ("4", -2.0)))
    reading = Reading(9, 1.8, (), (die,))
    scene = Scene((), (PieceAt("die", NEST, face="6"),))
    assert still_touched(frozenset({A, NEST}), reading, scene) == {NEST}
    plain = replace(reading, pieces=(replace(die, faces=(("6", -0.01), ("4", -5.0))),))
    assert still_touched(frozenset({A, NEST}), plain, scene) == frozenset()


def record_after(in_between):
    """The record of a table on which a coin is laid on f5 and seen only by the second look after what comes in between, told from
    the reading of the bare table and the places that change."""
    game = find("four-blind-mice")
    state = game.start(game.setup({}))
    laid = game.play(state, game.read("+f5A"))
    there = changed_places(game.scene(state), game.scene(laid))
    table = Table(game, unrecorded(game, state, game.seats(state)), Referee(game))
    eye = SceneEye(game.catalogue, game.layout_of(state), Random(1), Noise(doubtful=0.0, ghosts=0.0))
    bare, shown = (replace(eye.read(game.scene(one)), changed=frozenset()) for one in (state, laid))
    looks = [replace(bare, look=1), in_between(bare, there), replace(bare, look=2, changed=there), replace(shown, look=3)]
    for number, seen in enumerate(one for one in looks for _ in range(10)):
        table.handle(FrameRead(replace(seen, frame=number, time_s=number / 5)), number / 5)
    return [entry.text for entry in table.facts.entries if entry.kind is EntryKind.ACTION]


def test_what_a_hand_changed_may_be_seen_by_a_later_look():
    """A coin laid down and missed by the eye: the next look, for which nothing stirred there, may still tell of it."""
    assert record_after(lambda bare, there: replace(bare, hand=True, hidden=there, look=1)) == ["+f5A"]


def test_where_a_piece_only_passed_is_explained():
    """A turn taken up in one go, in which the mouse comes and goes on, leaves a card misread by eight nats: nobody turned it."""
    game, place = find("mouse-trap-cards"), Cell(3, 2)
    state = after = game.read_position(BEFORE_THE_MOUSE_COMES)
    for text in WHOLE_TURN:
        after = game.play(after, game.read(text))
    table = Table(game, unrecorded(game, state, game.seats(state)), Referee(game))
    before, lies = (reading_of(game.scene(one), game.catalogue, game.layout_of(one)) for one in (state, after))
    card = game.scene(state).tile(place)
    misread = TileClaim(place, (LikelyLook(card._replace(kind="maze-14"), -0.001), LikelyLook(card, -7.6)))
    there = changed_places(game.scene(state), game.scene(after)) | {place}
    seen = replace(lies, tiles=tuple(misread if claim.place == place else claim for claim in lies.tiles), look=2, changed=there)
    first, hand = replace(before, look=1, changed=frozenset()), replace(before, hand=True, hidden=there, look=1)
    for number, one in enumerate((*[first] * 10, *[hand] * 10, *[seen] * 120)):
        table.handle(FrameRead(replace(one, frame=number, time_s=number / 5)), number / 5)
        asked = table.facts.question
        choices = () if asked is None else asked.question.choices
        told = [index for index, choice in enumerate(choices) if choice.actions == WHOLE_TURN]
        if asked is not None and told:
            table.handle(Answer(asked.number, told[0], "A"), number / 5)
    assert table.facts.state == after
    assert not [entry for entry in table.facts.entries if entry.kind is EntryKind.IRREGULAR]


def test_what_a_hand_passed_over_in_a_moving_picture_may_be_seen_by_a_later_look():
    """The same where no picture shows the hand at rest: where something moved, and the next look found a change, stirred."""
    assert record_after(lambda bare, there: replace(MOVING, moved=there | {Cell(0, 3)})) == ["+f5A"]


def test_what_an_arm_crosses_is_not_what_hands_changed():
    """Of the places over which something moved those count that look otherwise at the next look, and no others, whenever they
    changed; where nobody knows where it moved, or what changed, nothing is told."""
    moving = replace(MOVING, moved=frozenset({A, NEST}))
    handled, over = changed_by_hands(frozenset(), frozenset(), moving, 3)
    assert (handled, over) == (frozenset(), {A, NEST})
    handled, over = changed_by_hands(handled, over, look(4, frozenset({A, Cell(0, 2)})), 3)
    assert (handled, over) == ({A}, frozenset())
    # The next arm crosses what had changed before it came.
    after = changed_by_hands(handled, over, replace(MOVING, moved=frozenset({Cell(0, 2)})), 4)
    assert changed_by_hands(*after, look(5, frozenset({NEST})), 4) == ({A}, frozenset())
    assert changed_by_hands(frozenset(), None, look(4, frozenset({A})), 3) == (None, frozenset())
    assert changed_by_hands(frozenset(), frozenset({A}), look(4, None), 3) == (None, frozenset())


def test_one_more_in_a_heap_that_nobody_touched_is_not_free():
    """A heap that the eye miscounts is put right to its very number: Done elsewhere must not be taken for one laid on it."""
    heap = PieceClaim("cheese", A, (-9.0, -3.0, -2.0, -0.2, -7.0))
    reading, scene = Reading(9, 1.8, (), (heap,), look=4, changed=frozenset({NEST})), Scene((), (PieceAt("cheese", A),) * 2)
    (claim,) = as_untouched(reading, scene, frozenset({NEST}), "back").pieces
    assert (claim.count, claim.score(1) < -9.0, claim.score(3) < -9.0) == (2, True, True)


HEAP = (
    "players: A,B; turn: B; phase: cheese; maze: MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1 "
    "| TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3 | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 WASH/?@0; mouse: c1N; cheese: a1=3; safe: 0,0; "
    "pile: 39; draw: 23; disc: END"
)


def missed_on_c4(*denied):
    """A wedge laid on c4 that no look shows, and Done: the game, its table and the look, with claims that deny it."""
    trap = find("mouse-trap-cards")
    state = trap.read_position(HEAP)
    table = Table(trap, unrecorded(trap, state, trap.seats(state)), Referee(trap))
    bare = SceneEye(trap.catalogue, trap.layout_of(state), Random(1), Noise(doubtful=0.0, ghosts=0.0)).read(trap.scene(state))
    c4 = frozenset({Cell(0, 2)})
    bare = replace(bare, pieces=(*bare.pieces, *denied))
    looks = [replace(bare, look=1, changed=frozenset()), replace(MOVING, moved=c4), replace(bare, look=2, changed=c4)]
    for number, seen in enumerate(one for one in looks for _ in range(10)):
        table.handle(FrameRead(replace(seen, frame=number, time_s=number / 5)), number / 5)
    table.handle(Done("B"), 6.0)
    table.handle(FrameRead(replace(looks[-1], frame=30, time_s=6.0)), 6.0)
    return trap, table, looks[-1]


def test_done_asks_for_what_stirred_a_while_ago():
    """A wedge laid on c4 that no look shows, and Done after the table had matched the record: it is asked for, not taken for one
    more on the heap of a1, which nobody could count."""
    _, table, _ = missed_on_c4()
    assert not table.facts.played and table.facts.question is not None
    assert ("+c4",) in {choice.actions for choice in table.facts.question.question.choices}


def test_what_people_say_the_eye_has_missed_is_not_asked_for_again():
    """Answered that a wedge was laid on c4, which the eye still denies: the card drawn next is taken up at once."""
    trap, table, missed = missed_on_c4(PieceClaim("wedge", Cell(0, 2), (-0.001, -7.0, -12.0)))
    asked = table.facts.question
    said = next(number for number, choice in enumerate(asked.question.choices) if choice.actions == ("+c4",))
    table.handle(Answer(asked.number, said, "B"), 6.2)
    drawn = trap.play(trap.play(table.facts.state, trap.read("d:")), trap.read("d:LR2"))
    shown = SceneEye(trap.catalogue, trap.layout_of(drawn), Random(1), Noise(doubtful=0.0, ghosts=0.0)).read(trap.scene(drawn))
    there = frozenset(changed_places(trap.scene(table.facts.state), trap.scene(drawn)))
    card = replace(missed, tiles=shown.tiles, look=3, changed=there)
    for number, seen in enumerate((missed, replace(MOVING, moved=there), *(card,) * 8), start=31):
        table.handle(FrameRead(replace(seen, frame=number, time_s=number / 5)), number / 5)
    assert table.facts.questions == asked.number and table.facts.desynchronised is None
    assert [item.entry.text for item in table.facts.played] == ["+c4", "d:LR2"]


def test_what_was_put_back_or_taken_up_is_explained():
    """Of what hands changed only that stays open which nothing explains; where nobody saw a hand nothing does."""
    both = frozenset({A, Cell(0, 1)})
    assert unexplained(frozenset({NEST}), both, both, frozenset({A})) == {NEST, Cell(0, 1)}
    assert unexplained(frozenset(), frozenset({A}), frozenset(), frozenset()) == frozenset()
    assert unexplained(frozenset(), frozenset({A}), None, frozenset()) == frozenset()


def coin(side, place=A):
    return PieceClaim("coin", place, (-9.0, -0.01), None, None, ((side, -0.01), ("moon" if side == "ace" else "ace", -6.0)))


def test_an_untouched_coin_shows_the_side_it_showed():
    """The eye misreads a side: where nobody was, the record is believed; where a hand was, the eye."""
    reading, scene = Reading(9, 1.8, (), (coin("moon"),), look=4), Scene((), (PieceAt("coin", A, face="ace"),))
    assert [claim.face for claim in as_untouched(reading, scene, frozenset(), "back").pieces] == ["ace"]
    assert [claim.face for claim in as_untouched(reading, scene, frozenset({A}), "back").pieces] == ["moon"]


def test_what_people_say_of_coins_holds_for_their_sides():
    """Overruled in one place, the other coins still show which side is up, and a coin turned over ends it."""
    scene = Scene((), (PieceAt("coin", A, face="ace"), PieceAt("coin", Cell(0, 1), face="moon")))
    seen = Reading(9, 1.8, (), (coin("moon"), coin("moon", Cell(0, 1))))
    meant = overrule(scene, seen, "back", "x", True)
    assert {claim.place: claim.face for claim in corrected(seen, meant).pieces} == {A: "ace", Cell(0, 1): "moon"}
    assert overrule(scene, Reading(9, 1.8, (), (coin("ace"), coin("moon", Cell(0, 1)))), "back", "x", True) is None


def test_the_same_pixels_leave_no_doubt():
    """A die that nobody touched and a card beside it are as they were, however unsure the eye is; what stirred is as seen."""
    kaese = find("alles-kaese")
    state = kaese.read_position("players: A,B; turn: A; display: 351622; top: 4; supply: 30; die: 1")
    eye = SceneEye(kaese.catalogue, kaese.layout_of(state), Random(1), Noise(doubtful=1.0, doubt=0.2, ghosts=0.0))
    reading = replace(eye.read(kaese.scene(state)), look=4, changed=frozenset({A}))
    judged = as_untouched(reading, kaese.scene(state), frozenset({A}), kaese.catalogue.back)
    sure = {claim.place for claim in judged.tiles if len(claim.looks) == 1}
    assert sure == {claim.place for claim in reading.tiles} - {A}
    die = next(claim for claim in judged.pieces if claim.kind == "die")
    assert (die.face, die.score(2) < -9.0, die.score_face("5") < -9.0) == ("1", True, True)
    assert same_claims(replace(judged, tiles=tuple(judged.tiles)), judged).tiles is judged.tiles
    # An eye that does not compare its looks may still be in doubt.
    alone = as_untouched(replace(reading, look=0), kaese.scene(state), frozenset({A}), kaese.catalogue.back)
    assert any(len(claim.looks) > 1 for claim in alone.tiles if claim.place != A)
