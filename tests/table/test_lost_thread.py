"""Table and record no longer fit together: it is said place by place, nothing is judged, and it ends by itself."""

from __future__ import annotations

from fake_referee import NOTHING, FakeReferee
from sitting import Sitting
from toy_readings import toy_frame

from companion.core.finding import Choice, Irregular, Question, Settled, Unclear
from companion.core.grid import Cell
from companion.core.messages import Answer, CueKind
from companion.core.ruling import Ruling, Violation
from companion.journal.entry import EntryKind

PUZZLED = Unclear(Question("ann", "What happened at b?", (Choice("Nothing; I put it back as it was", ()),)))
TOO_FAR = Irregular(Ruling(">a", (Violation("too-far", "To a neighbouring cell only.", "Walk", (Cell(0, 0),)),)), (), 5.0)
A_OR_B = Unclear(Question("ann", "Which?", (Choice("the sun", ("!sun",)), Choice("none", ()))))


def test_what_nothing_explains_is_told_place_by_place() -> None:
    """The page lists what differs, the lamps point there, and no question without an answer is asked."""
    table = Sitting(FakeReferee(PUZZLED))
    assert table.say(toy_frame("c ?,?,?", 9.0)) == [CueKind.LOOK_HERE]
    assert table.shot.question is None
    told = " ".join(table.shot.desynchronised)
    assert "the record is right" in told and "I see 1" in told and "I see none" in told
    assert [entry.kind for entry in table.entries] == [EntryKind.NOTE]


def test_the_thread_is_found_again_when_the_table_fits() -> None:
    """Put back as the record has it: the list is gone, the record says so, and it is the same player's turn."""
    table = Sitting(FakeReferee(PUZZLED, NOTHING))
    table.say(toy_frame("c ?,?,?", 9.0))
    assert table.say(toy_frame("a ?,?,?", 12.0)) == [CueKind.YOUR_TURN]
    assert table.shot.desynchronised == ()
    assert [entry.sentence for entry in table.entries][-1] == "The table and the record fit together again."


def test_lawful_play_that_explains_the_table_ends_it_too() -> None:
    """A walk that is clear after all is played, and the list is gone."""
    table = Sitting(FakeReferee(PUZZLED, Settled((">b",), 3.0)))
    table.say(toy_frame("c ?,?,?", 9.0))
    table.say(toy_frame("b ?,?,?", 12.0))
    assert table.shot.desynchronised == ()
    assert table.position == "at=b turn=ben ply=1 tiles=?,?,?"


def test_nothing_is_asked_while_the_thread_is_lost() -> None:
    """Until table and record fit together again, a guess would only be a guess."""
    table = Sitting(FakeReferee(PUZZLED, A_OR_B))
    table.say(toy_frame("c ?,?,?", 9.0))
    table.say(toy_frame("c ?,sun,?", 15.0))
    assert table.shot.question is None and len(table.shot.desynchronised) > 3


def test_an_action_that_is_put_back_may_be_taken_back_with_one_tap() -> None:
    """The pawn stands where it stood before the walk: whoever walked is asked, and the record goes back."""
    table = Sitting(FakeReferee(Settled((">b",), 3.0), TOO_FAR, TOO_FAR))
    table.say(toy_frame("b ?,?,?", 2.0))
    assert table.say(toy_frame("a ?,?,?", 5.0)) == [CueKind.UNSURE]
    asked = table.shot.question
    assert asked is not None and asked.question.seat == "ann" and "Ann: walk to b" in asked.question.text
    assert table.say(toy_frame("a ?,?,?", 6.0)) == []
    table.say(Answer(asked.number, 0, "ann"))
    assert table.position == "at=a turn=ann ply=0 tiles=?,?,?"
    assert table.shot.desynchronised == () and table.shot.trouble is None


def test_what_is_not_taken_back_after_all_is_named() -> None:
    """Who says that the walk stands, though the pawn is where it was before, hears which rule that breaks, once."""
    table = Sitting(FakeReferee(Settled((">b",), 3.0), TOO_FAR, TOO_FAR, TOO_FAR))
    table.say(toy_frame("b ?,?,?", 2.0))
    table.say(toy_frame("a ?,?,?", 5.0))
    asked = table.shot.question
    assert asked is not None
    table.say(Answer(asked.number, 1, "ann"))
    assert table.say(toy_frame("a ?,?,?", 6.0)) == [CueKind.ILLEGAL]
    assert table.say(toy_frame("a ?,?,?", 7.0)) == []


def test_what_may_not_be_taken_back_is_not_asked() -> None:
    """A tile that was turned up and down again has been seen by all: that is named as before."""
    table = Sitting(FakeReferee(Settled((">b", "!sun"), 3.0), TOO_FAR))
    table.say(toy_frame("b ?,sun,?", 2.0))
    assert table.say(toy_frame("b ?,?,?", 5.0)) == [CueKind.ILLEGAL]


def test_an_answer_about_an_earlier_look_does_not_overrule_the_camera() -> None:
    """When the table has moved on since the question, the answer says nothing about what lies there now."""
    walk = Unclear(Question("ann", "Which?", (Choice("walk to b", (">b",)), Choice("none", ()))))
    table = Sitting(FakeReferee(walk, walk))
    table.say(toy_frame("b ?,?,?", 9.0))
    asked = table.shot.question
    table.say(toy_frame("c ?,sun,?", 12.0))
    assert asked is not None
    table.say(Answer(asked.number, 0, "ann"))
    assert table.shot.desynchronised == ()
