"""A wrong reading is put right in one step: likeliest answers first, recorded with who said so, until something is played."""

from __future__ import annotations

from fake_referee import FakeReferee
from sitting import Sitting
from toy_readings import toy_frame

from companion.core.finding import Candidate, Irregular, Settled
from companion.core.grid import Cell
from companion.core.messages import Correct, Enter, TakeBack
from companion.core.ruling import Ruling, Violation
from companion.journal.entry import EntryKind

CONSIDERED = (Candidate((">b", "!moon"), -0.1), Candidate((">b", "!sun"), -2.0), Candidate((">c",), -2.5, ("too-far",)),
              Candidate((">b",), -1.0), Candidate((), -3.0))  # fmt: skip
READ = Settled((">b", "!moon"), 3.0, CONSIDERED)
TOO_FAR = Irregular(Ruling(">c", (Violation("too-far", "Too far.", "Walk", (Cell(0, 2),)),)), (Cell(0, 2),), 5.0, CONSIDERED)


def read_wrongly() -> Sitting:
    table = Sitting(FakeReferee(READ))
    table.say(toy_frame("b ?,moon,?"))
    return table


def offered(table: Sitting) -> list[tuple[str, ...]]:
    return [one.actions for one in table.shot.corrections]


def test_likeliest_answers_come_first_then_what_else_was_legal() -> None:
    """By the probability that the last reading gave them; neither what was played nor what breaks a rule is offered."""
    table = read_wrongly()
    assert offered(table)[:2] == [(">b",), (">b", "!sun")]
    assert (">c",) not in offered(table) and READ.actions not in offered(table) and len(offered(table)) > 2
    assert table.shot.corrections[1].label.count(", then ") == 1


def test_a_correction_takes_back_what_was_read_and_plays_what_was_meant() -> None:
    """Also across a reveal, which a take-back may not undo; the record keeps both, with who said so."""
    table = read_wrongly()
    line = table.shot.corrections[0].line
    table.say(Correct(line, 1, "ben"))
    assert [(entry.kind, entry.text, entry.by) for entry in table.entries[2:]] == [
        (EntryKind.UNDO, "!moon", "ben"),
        (EntryKind.UNDO, ">b", "ben"),
        (EntryKind.CORRECTION, ">b", "ben"),
        (EntryKind.CORRECTION, "!sun", "ben"),
    ]
    assert "tiles=?,sun,?" in table.position and offered(table) == []


def test_the_camera_does_not_undo_a_correction() -> None:
    """The same look again says nothing new."""
    table = read_wrongly()
    table.say(Correct(table.shot.corrections[0].line, 1))
    count = len(table.entries)
    table.say(toy_frame("b ?,moon,?", 3.0))
    assert len(table.entries) == count and table.shot.desynchronised


def test_too_late_or_unknown_changes_nothing() -> None:
    """Once something was played or taken back nothing is offered; what is not offered is not played."""
    table = read_wrongly()
    line, before = table.shot.corrections[0].line, table.position
    for command in (Correct(line, 99), Correct(line, -1), Correct(line + 1, 0)):
        table.say(command)
        assert table.position == before and table.entries[-1].kind is EntryKind.NOTE
    assert offered(table), "a note is no reason to take the offer away"
    table.say(Enter(table.shot.views[None].legal[0].text))
    assert offered(table) == []


def test_a_wrong_accusation_is_put_right_too() -> None:
    """What the referee took for a broken rule was something lawful: it is played, and the trouble is over."""
    table = Sitting(FakeReferee(TOO_FAR))
    table.say(toy_frame("c ?,?,?"))
    assert table.shot.trouble is not None and offered(table)[0] == (">b", "!moon")
    table.say(Correct(table.shot.corrections[0].line, 0))
    assert table.shot.trouble is None and "tiles=?,moon,?" in table.position
    assert [entry.kind for entry in table.entries] == [EntryKind.IRREGULAR, EntryKind.CORRECTION, EntryKind.CORRECTION]


def test_what_people_entered_is_no_reading() -> None:
    """Nothing is offered for an action entered by hand, nor after a take-back."""
    table = Sitting(FakeReferee())
    table.say(Enter(">b", "ann"))
    assert offered(table) == []
    table.say(TakeBack())
    assert offered(table) == []
