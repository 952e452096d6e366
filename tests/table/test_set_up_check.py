"""Before the first turn the table is compared with the set-up: what is amiss is named at once, and nobody is kept waiting."""

from __future__ import annotations

from fake_referee import NOTHING, FakeReferee
from sitting import Sitting
from toy_readings import toy_frame

from companion.core.finding import Settled
from companion.core.grid import Cell
from companion.core.messages import Answer, AsRecorded, CueKind, Enter, TakeOver
from companion.journal.entry import EntryKind


def begun(*findings: object) -> Sitting:
    """A table that compares the set-up `a ?,?,?` first."""
    return Sitting(FakeReferee(*(findings or (NOTHING,))), compare_setup=True)


def test_a_table_that_lies_right_begins_at_once() -> None:
    """One look is enough, nothing is asked, nothing is recorded."""
    table = begun()
    assert not table.shot.begun
    assert table.say(toy_frame("a ?,?,?", 0.2)) == []
    assert table.shot.begun and table.entries == []


def test_everything_amiss_is_named_at_once() -> None:
    """A pawn in the wrong cell and a tile that lies open: one list, the lamps point everywhere, no word of a broken rule."""
    table = begun()
    assert table.say(toy_frame("c ?,sun,?", 0.0)) == []
    assert table.say(toy_frame("c ?,sun,?", 1.2)) == [CueKind.LOOK_HERE]
    assert table.shot.setting_up == ("a1: pawn is missing.", "b1: turn the tile over.", "c1: pawn does not belong here.")
    assert table.cues[0].places == (Cell(0, 0), Cell(0, 1), Cell(0, 2))
    assert table.entries == [] and table.shot.trouble is None


def test_the_list_shrinks_as_people_put_it_right_and_play_begins() -> None:
    """The last thing put right turns the lamps to whoever begins."""
    table = begun()
    table.say(toy_frame("c ?,sun,?", 9.0))
    table.say(toy_frame("c ?,sun,?", 11.0))
    table.say(toy_frame("a ?,sun,?", 12.0))
    table.say(toy_frame("a ?,sun,?", 14.0))
    assert table.shot.setting_up == ("b1: turn the tile over.",)
    assert table.say(toy_frame("a ?,?,?", 15.0)) == [CueKind.YOUR_TURN]
    assert table.shot.begun and table.shot.setting_up == ()


def test_a_missing_tile_and_a_missing_piece_are_missing() -> None:
    """An empty place is told as such."""
    table = begun()
    for time_s in (0.0, 2.0):
        table.say(toy_frame("- ?,?,?", time_s))
    assert table.shot.setting_up == ("a1: pawn is missing.",)


def test_what_is_covered_is_asked_and_nothing_else() -> None:
    """Only after a while, with one tap to go on; then what is covered tells nothing."""
    table = begun()
    for time_s in (0.0, 2.0):
        assert table.say(toy_frame("a ?,?,?", time_s, hidden=[Cell(0, 2)])) == []
    assert table.say(toy_frame("a ?,?,?", 5.0, hidden=[Cell(0, 2)])) == [CueKind.UNSURE]
    asked = table.shot.question
    assert asked is not None and asked.question.places == (Cell(0, 2),) and asked.question.seat is None
    assert table.say(Answer(asked.number, 0)) == [CueKind.YOUR_TURN]
    assert table.shot.begun


def test_not_yet_is_an_answer_too() -> None:
    """About the same look nothing is asked again; the table put right begins play."""
    table = begun()
    for time_s in (0.0, 5.0):
        table.say(toy_frame("a ?,?,?", time_s, hidden=[Cell(0, 2)]))
    asked = table.shot.question
    assert asked is not None
    table.say(Answer(asked.number, 1))
    assert table.say(toy_frame("a ?,?,?", 9.0, hidden=[Cell(0, 2)])) == [] and table.shot.question is None
    table.say(toy_frame("a ?,?,?", 10.0))
    assert table.shot.begun


def test_the_owner_may_go_on_as_the_record_says() -> None:
    """It is on record that the camera saw something else, and that look is not judged afterwards."""
    table = begun()
    for time_s in (0.0, 2.0):
        table.say(toy_frame("c ?,?,?", time_s))
    assert table.say(AsRecorded("ann")) == [CueKind.YOUR_TURN]
    assert [entry.kind for entry in table.entries] == [EntryKind.NOTE] and "Ann goes on" in table.entries[0].sentence
    assert table.shot.begun and table.shot.desynchronised
    table.say(AsRecorded("ann"))
    assert "begun already" in table.entries[-1].sentence


def test_without_a_camera_nothing_is_asked() -> None:
    """The first action that is entered begins play; later readings are judged as ever."""
    table = begun(Settled((">b",), 3.0))
    table.say(Enter(">b", "ann"))
    assert table.shot.begun and table.position == "at=b turn=ben ply=1 tiles=?,?,?"


def test_people_who_began_before_the_camera_looked_are_asked() -> None:
    """Lawful play explains the table: one tap takes it up."""
    table = begun(Settled((">b",), 3.0))
    for time_s in (0.0, 2.0):
        table.say(toy_frame("b ?,?,?", time_s))
    asked = table.shot.question
    assert asked is not None and "walk to b" in asked.question.text
    table.say(Answer(asked.number, 0, "ann"))
    assert table.position == "at=b turn=ben ply=1 tiles=?,?,?" and table.shot.begun


def test_people_who_still_set_up_are_not_asked_again() -> None:
    """The list stands, and the next look asks nothing."""
    table = begun(Settled((">b",), 3.0))
    for time_s in (0.0, 2.0):
        table.say(toy_frame("b ?,?,?", time_s))
    asked = table.shot.question
    assert asked is not None
    assert table.say(Answer(asked.number, 1)) == [CueKind.LOOK_HERE]
    for time_s in (3.0, 5.0):
        table.say(toy_frame("b ?,sun,?", time_s))
    assert table.shot.question is None and len(table.shot.setting_up) == 3


def test_the_table_may_be_right_instead() -> None:
    """Taking it over begins play from what lies there."""
    table = begun()
    for time_s in (0.0, 2.0):
        table.say(toy_frame("c ?,sun,?", time_s))
    table.say(TakeOver("ann"))
    assert table.shot.begun and table.position == "at=c turn=ann ply=0 tiles=?,sun,?"


def test_a_game_that_stands_on_record_is_not_compared_again() -> None:
    """Restarted in the middle of a game, the table is judged at once."""
    before = begun()
    before.say(Enter(">b", "ann"))
    again = Sitting(FakeReferee(NOTHING), entries=tuple(before.entries), compare_setup=True)
    assert again.shot.begun
