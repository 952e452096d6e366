"""What the table does when people tell it something."""

from __future__ import annotations

import pytest
from fake_referee import FakeReferee
from sitting import Sitting
from toy_readings import toy_frame

from companion.core.finding import Choice, Question, Settled, Unclear, Waiting
from companion.core.grid import Cell
from companion.core.messages import Answer, Cue, CueKind, Dispute, Done, Enter, LineKind, PointAt, TakeBack, TakeOver
from companion.core.ruling import Ruling, Violation
from companion.journal.entry import Entry, EntryKind

WHICH = Unclear(Question("ann", "Which?", (Choice("the sun", ("!sun",)), Choice("too far", (">c",)))))


def played(table: Sitting) -> list[str]:
    return [step.entry.text for step in table.table.facts.played]


def notes(table: Sitting) -> list[str]:
    return [entry.sentence for entry in table.entries if entry.kind is EntryKind.NOTE]


def test_an_action_entered_without_a_camera_is_simply_played() -> None:
    """Nobody corrects a camera that is not there: the line is a plain action with the name of who entered it."""
    table = Sitting()
    assert table.say(Enter(">b", "ben")) == [CueKind.LEGAL, CueKind.YOUR_TURN]
    (entry,) = table.entries
    assert (entry.kind, entry.seat, entry.by, entry.sentence) == (
        EntryKind.ACTION, "ann", "ben", "Ann: walk to b (entered by Ben)")


def test_an_action_entered_over_a_reading_is_a_correction() -> None:
    """It is recorded as what it is, and the camera does not contradict it while the table looks the same."""
    table = Sitting()
    table.say(toy_frame("a ?,?,?", 1.0))
    table.say(Enter("!sun", "ann"))
    assert table.entries[0].kind is EntryKind.CORRECTION and table.shot.log[0].kind is LineKind.CORRECTION
    for time in (2.0, 3.0, 4.0):
        assert table.say(toy_frame("a ?,?,?", time)) == []
    assert table.shot.desynchronised == ("The record follows what was entered; the camera still sees something else there.",)


def test_a_place_the_camera_misreads_stays_overruled_when_play_goes_on() -> None:
    """After a correction the next move is found although the corrected tile still looks wrong."""
    table = Sitting()
    table.say(toy_frame("a moon,?,?", 1.0))
    table.say(Enter("!sun", "ann"))
    table.say(toy_frame("b moon,?,?", 3.0))
    assert table.say(toy_frame("b moon,?,?", 4.0)) == [CueKind.LEGAL, CueKind.YOUR_TURN]
    for time in (5.0, 6.0, 7.0):
        assert table.say(toy_frame("b moon,?,?", time)) == []
    assert played(table) == ["!sun", ">b"]


def test_a_corrected_place_is_trusted_again_once_it_was_right() -> None:
    """When the camera sees the place as recorded the correction is over, and pages say so no more."""
    table = Sitting()
    table.say(toy_frame("a ?,?,?", 1.0))
    table.say(Enter("!sun", "ann"))
    table.say(toy_frame("a sun,?,?", 3.0))
    assert table.shot.desynchronised == ()
    table.say(toy_frame("a moon,?,?", 4.0))
    assert table.say(toy_frame("a moon,?,?", 5.0)) == [CueKind.ILLEGAL]


@pytest.mark.parametrize(("text", "word"), [("!comet", "not understood"), (">c", "neighbouring"), ("", "not understood")])
def test_an_entry_that_cannot_be_played_is_a_note(text: str, word: str) -> None:
    """A text outside the notation and an illegal action are explained to who entered them; no lamp, no change."""
    table = Sitting()
    assert table.say(Enter(text, "ann")) == []
    assert [(entry.kind, entry.by) for entry in table.entries] == [(EntryKind.NOTE, "ann")]
    assert word in table.shot.log[-1].sentence and played(table) == []


def test_a_note_about_a_broken_rule_names_it() -> None:
    """The note carries code and remedy, so that the page can show them."""
    table = Sitting()
    table.say(Enter(">c", "ann"))
    assert table.shot.log[-1].violations[0].code == "too-far" and table.shot.log[-1].remedy == ("Put the pawn back on a.",)


def test_taking_back_restores_the_state_and_stays_visible() -> None:
    """The last action is undone, with a line of its own in the record."""
    table = Sitting()
    table.say(Enter(">b", "ann"))
    assert table.say(TakeBack("ann")) == [CueKind.YOUR_TURN]
    assert table.position == "at=a turn=ann ply=0 tiles=?,?,?"
    assert [line.sentence for line in table.shot.log][-1] == "Taken back: Ann: walk to b"
    assert table.kinds == ["action", "undo"] and table.entries[1].ply == 0


def test_the_camera_does_not_play_an_action_again_that_was_taken_back() -> None:
    """The pawn still on b is not seen as a new walk to b; put back and walked anew it is."""
    table = Sitting()
    for time in (1.0, 2.0):
        table.say(toy_frame("b ?,?,?", time))
    table.say(toy_frame("b ?,?,?", 3.0, hand=True))
    table.say(TakeBack())
    for time in (4.0, 6.0):
        assert table.say(toy_frame("b ?,?,?", time)) == []
    for time in (7.0, 9.0):
        assert table.say(toy_frame("a ?,?,?", time)) == []
    table.say(toy_frame("b ?,?,?", 10.0))
    assert table.say(toy_frame("b ?,?,?", 11.0)) == [CueKind.LEGAL, CueKind.YOUR_TURN]


def test_done_asks_the_camera_again_after_taking_back() -> None:
    """Who presses Done wants the table judged as it lies."""
    table = Sitting()
    table.say(toy_frame("b ?,?,?", 1.0))
    table.say(toy_frame("b ?,?,?", 2.0))
    table.say(TakeBack("ann"))
    table.say(toy_frame("b ?,?,?", 3.0))
    assert played(table) == []
    table.say(Done("ann"))
    assert table.say(toy_frame("b ?,?,?", 4.0)) == [CueKind.LEGAL, CueKind.YOUR_TURN]


def test_a_tile_turned_up_is_never_taken_back() -> None:
    """What everybody has seen cannot be unseen."""
    table = Sitting()
    table.say(Enter("!sun", "ann"))
    table.say(TakeBack("ann"))
    assert played(table) == ["!sun"] and "turned a tile up" in notes(table)[0]


def test_nobody_takes_back_what_another_did() -> None:
    """Ben may not take Ann's action back."""
    table = Sitting()
    table.say(Enter(">b", "ann"))
    table.say(TakeBack("ben"))
    assert played(table) == [">b"] and notes(table) == ["The last action is Ann's; only Ann may take it back."]


def test_the_button_takes_back_one_players_actions_only() -> None:
    """A second press would make the other player act again, and is refused; that player may do it."""
    table = Sitting()
    table.say(Enter(">b", "ann"))
    table.say(Enter(">c", "ben"))
    table.say(TakeBack())
    table.say(TakeBack())
    assert played(table) == [">b"] and "have to do it again" in notes(table)[0]
    table.say(TakeBack("ann"))
    assert played(table) == []


def test_taking_back_nothing_is_a_note() -> None:
    """At the start there is nothing to take back."""
    table = Sitting()
    table.say(TakeBack("ann"))
    assert notes(table) == ["There is no action to take back."]


def test_taking_back_the_last_action_reopens_the_game() -> None:
    """After the end a walk that ended nothing hidden may be taken back; here the turned tile may not."""
    table = Sitting(start="at=c turn=ann ply=7 tiles=sun,moon,?")
    table.say(Enter("!star", "ann"))
    assert table.kinds == ["action", "over"]
    table.say(TakeBack("ann"))
    assert table.kinds[-1] == "note"


@pytest.mark.parametrize(("answer", "word"), [
    (Answer(2, 0, "ann"), "no longer open"), (Answer(1, 0, "ben"), "Only Ann"), (Answer(1, 7, "ann"), "no answer number 7")])
def test_an_answer_that_does_not_count_is_explained(answer: Answer, word: str) -> None:
    """A wrong number, another seat, no such choice: a note, and the question stays open."""
    table = Sitting(FakeReferee(WHICH))
    table.say(toy_frame("a sun,?,?"))
    table.say(answer)
    assert word in notes(table)[0] and table.shot.question is not None


def test_whoever_says_so_is_ruled_upon() -> None:
    """The answer that somebody did what the rules forbid is named as if it had been seen; the question is answered."""
    table = Sitting(FakeReferee(WHICH))
    table.say(toy_frame("a sun,?,?"))
    assert table.say(Answer(1, 1, "ann")) == [CueKind.ILLEGAL]
    assert table.shot.question is None and table.shot.trouble is not None and table.shot.trouble.violations


ODD = Ruling("", (Violation("nose-wrong", "Point the nose inwards.", "Move"),), ("Turn it.",))
WRONG = Unclear(Question("ann", "Which?", (Choice("the sun", ("!sun",)), Choice("That went wrong", (), ruling=ODD))))


def test_a_mistake_that_is_no_action_may_be_admitted() -> None:
    """The answer that it went wrong is the ruling; when people have played on meanwhile it is none any more."""
    table = Sitting(FakeReferee(WRONG))
    table.say(toy_frame("a sun,?,?"))
    assert table.say(Answer(1, 1, "ann")) == [CueKind.ILLEGAL]
    assert table.shot.trouble is not None and table.shot.trouble.violations == ODD.violations
    late = Sitting(FakeReferee(WRONG, Waiting("Looking closely.")))
    late.say(toy_frame("a sun,?,?", 1.0))
    late.say(toy_frame("c sun,?,?", 2.0))
    late.say(Answer(1, 1, "ann"))
    assert late.shot.trouble is None and "played on" in notes(late)[-1]


def test_a_mistake_alone_may_be_asked_about() -> None:
    """Where no lawful act explains the table but a mistake may, the thread is not lost: whoever made it can say so."""
    table = Sitting(FakeReferee(Unclear(Question("ann", "What happened?", (WRONG.question.choices[1], Choice("Nothing", ()))))))
    table.say(toy_frame("a sun,?,?"))
    assert table.shot.question is not None and notes(table) == []
    assert table.say(Answer(1, 0, "ann")) == [CueKind.ILLEGAL]


def test_pointing_lights_places_and_lets_go() -> None:
    """Tapping a legal action lights its places; tapping again brings the turn's lamp back."""
    table = Sitting()
    table.say(PointAt((Cell(0, 1),), "ann"))
    assert table.cues == (Cue(CueKind.LOOK_HERE, "ann", (Cell(0, 1),)),) and table.shot.pointed == (Cell(0, 1),)
    assert table.say(PointAt((), "ann")) == [CueKind.YOUR_TURN] and table.shot.pointed == ()
    assert table.entries == []


def test_a_standing_trouble_comes_back_after_pointing() -> None:
    """Letting go of a place shows the trouble again, not the turn."""
    table = Sitting()
    table.say(toy_frame("c ?,?,?", 1.0))
    table.say(toy_frame("c ?,?,?", 2.0))
    table.say(PointAt((Cell(0, 1),), "ann"))
    assert table.say(PointAt((), "ann")) == [CueKind.ILLEGAL]


def test_the_table_is_taken_over_as_it_lies() -> None:
    """The position seen becomes the state, recorded as a position, and nothing before it can be taken back."""
    table = Sitting()
    table.say(toy_frame("c ?,star,?", 1.0))
    assert table.say(TakeOver("ben")) == [CueKind.YOUR_TURN]
    assert table.position == "at=c turn=ann ply=0 tiles=?,star,?"
    assert (table.entries[-1].kind, table.entries[-1].text) == (EntryKind.TAKE_OVER, table.position)
    assert "Ben took the table over" in table.shot.log[-1].sentence and table.shot.log[-1].action == ""
    table.say(TakeBack("ann"))
    assert notes(table) == ["There is no action to take back."]


def test_a_table_that_cannot_be_taken_over_says_why() -> None:
    """No picture, a hand, an unsure place, an impossible position: each is a note with its reason."""
    table = Sitting()
    table.say(TakeOver())
    for frame in (toy_frame("b ?,?,?", hand=True), toy_frame("b ?,?,?", unsure=[Cell(0, 1)]), toy_frame("- ?,?,?")):
        table.say(frame)
        table.say(TakeOver())
    words = ("cannot see", "covers", "not sure of 1", "one pawn")
    assert all(word in note for word, note in zip(words, notes(table), strict=True))


def test_done_without_a_camera_is_a_note() -> None:
    """Who presses Done at a blind table is told how to go on."""
    table = Sitting()
    table.say(Done("ann"))
    assert "enter the action" in notes(table)[0]


def test_a_record_leads_to_the_same_table() -> None:
    """A table made from the lines of another has its state, its log, its trouble and what may be taken back."""
    table = Sitting(FakeReferee(Settled((">b",), 2.0)))
    table.say(toy_frame("b ?,?,?", 1.0))
    for message in (Enter(">c", "ben"), TakeBack("ben"), Enter("!sun", "ben"), Enter(">c", "ann"), Enter("no", "ann")):
        table.say(message)
    again = Sitting(entries=tuple(table.entries))
    assert again.table.state == table.table.state and again.shot.log == table.shot.log
    assert played(again) == played(table) and again.shot.trouble == table.shot.trouble
    assert again.shot.views == table.shot.views


def test_a_trouble_outlives_a_restart() -> None:
    """The irregularity that a record ends with stands on the page again, and is not announced a second time."""
    table = Sitting()
    table.say(toy_frame("c ?,?,?", 1.0))
    table.say(toy_frame("c ?,?,?", 2.0))
    lines: tuple[Entry, ...] = tuple(table.entries)
    again = Sitting(entries=lines)
    assert again.shot.trouble == table.shot.trouble and [cue.kind for cue in again.cues] == [CueKind.ILLEGAL]
    again.say(toy_frame("c ?,?,?", 1.0))
    assert again.say(toy_frame("c ?,?,?", 2.0)) == [] and again.entries == list(lines)


def test_an_action_taken_back_stays_so_after_a_restart() -> None:
    """The pawn still on b is not seen as a new walk when the program starts anew; Done has it judged as it lies."""
    table = Sitting()
    for time in (1.0, 2.0):
        table.say(toy_frame("b ?,?,?", time))
    table.say(TakeBack("ann"))
    again = Sitting(entries=tuple(table.entries))
    for time in (1.0, 3.0):
        assert again.say(toy_frame("b ?,?,?", time)) == []
    assert played(again) == [] and again.shot.desynchronised != ()
    again.say(Done())
    assert again.say(toy_frame("b ?,?,?", 4.0)) == [CueKind.LEGAL, CueKind.YOUR_TURN]


def test_what_was_entered_before_the_camera_woke_holds() -> None:
    """The first picture may still show the pawn where it was; moved where people said, all is well."""
    table = Sitting()
    table.say(Enter(">b", "ann"))
    for time in (1.0, 3.0):
        assert table.say(toy_frame("a ?,?,?", time)) == []
    table.say(toy_frame("b ?,?,?", 5.0))
    assert table.say(toy_frame("b ?,?,?", 6.0)) == [] and table.shot.desynchronised == ()
    assert "matches the record" in table.shot.camera.words


def test_what_the_rules_forced_goes_back_with_the_action_before_it() -> None:
    """Ben had to wait and leaves no trace of it: Ann takes her walk back, and his waiting with it; both are recorded."""
    table = Sitting(start="at=b turn=ann ply=0 tiles=?,?,?")
    table.say(Enter(">c", "ann"))
    table.say(Enter(".", "ben"))
    table.say(TakeBack("ben"))
    assert played(table) == [">c", "."] and "only Ann" in notes(table)[0]
    table.say(TakeBack("ann"))
    assert table.position == "at=b turn=ann ply=0 tiles=?,?,?"
    assert [(entry.kind.value, entry.text) for entry in table.entries[-2:]] == [("undo", "."), ("undo", ">c")]
    assert Sitting(start=table.stored.start, entries=tuple(table.entries)).table.state == table.table.state


def test_who_disagrees_is_written_down_and_the_game_goes_on() -> None:
    """The record names who and which line; nothing that was played changes."""
    table = Sitting()
    table.say(Enter(">b", "ben"))
    table.say(Dispute(1, "ben"))
    table.say(Dispute(9))
    assert notes(table) == [
        "Ben does not agree with line 1: Ann: walk to b (entered by Ben)", "There is no line 9 to disagree with."]
    assert table.entries[1].by == "ben" and played(table) == [">b"]
