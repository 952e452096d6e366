"""Where the camera may have misread what is on record, people are asked what it was before anybody is accused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kaese_eye import BEFORE_A_ROLL, KAESE, die_as, seen

from companion.core.grid import Zone
from companion.core.messages import Answer, AskedQuestion, FrameRead
from companion.core.reading import Reading
from companion.journal.entry import EntryKind
from companion.referee.referee import Referee
from companion.table.asking_again import RIGHT
from companion.table.table import Table, unrecorded

ROLL = frozenset({Zone("roll")})


class Evening:
    """A table at which a die is read; looks are counted, and hands told."""

    def __init__(self) -> None:
        self.start = KAESE.read_position(BEFORE_A_ROLL)
        self.table = Table(KAESE, unrecorded(KAESE, self.start, KAESE.seats(self.start)), Referee(KAESE))
        self.number = self.looks = 0

    def after(self, *tokens: str) -> Any:
        state = self.start
        for token in tokens:
            state = KAESE.play(state, KAESE.read(token))
        return state

    def show(self, reading: Reading, changed: frozenset[Any] = ROLL, hand: bool = True) -> list[EntryKind]:
        """The kinds of the lines that come of it."""
        count = len(self.table.facts.entries)
        self.looks += 1
        for step in range(24):
            self.number += 1
            over = hand and step < 3 and self.looks > 1
            told = replace(reading, frame=self.number, time_s=self.number / 4, look=self.looks - over, changed=changed, hand=over,
                           hidden=changed if over else frozenset())
            self.table.handle(FrameRead(told), self.number / 4)
        return [entry.kind for entry in self.table.facts.entries[count:]]

    def asked(self) -> AskedQuestion:
        question = self.table.facts.question
        assert question is not None
        return question

    def answer(self, choice: int) -> list[EntryKind]:
        count = len(self.table.facts.entries)
        self.table.handle(Answer(self.asked().number, choice), self.number / 4)
        return [entry.kind for entry in self.table.facts.entries[count:]]


def five_taken_for_a_six() -> Evening:
    """A roll of 5 was read as a 6, sure by five nats; the same roll is seen as a 5 now, and no hand was there."""
    evening = Evening()
    five = seen(evening.after("5"))
    evening.show(seen(evening.start), frozenset())
    evening.show(die_as(five, "6", 5.0))
    evening.show(five, hand=False)
    return evening


def test_whoever_rolled_is_asked_what_it_was() -> None:
    """Nobody is accused and the thread is not lost: the line is read out, the other number and the same one are the answers."""
    evening = five_taken_for_a_six()
    asked, facts = evening.asked().question, evening.table.facts
    assert [entry.kind for entry in facts.entries] == [EntryKind.ACTION] and facts.desynchronised is None
    assert asked.seat == "C" and asked.text == "I may have misread this: C: The die shows 6. What was it really?"
    assert [choice.label for choice in asked.choices] == ["The die shows 5", RIGHT.label]


def test_what_was_misread_is_put_right_by_one_answer() -> None:
    """The 6 is struck out, the 5 stands, and the table fits the record again."""
    evening = five_taken_for_a_six()
    assert evening.answer(0) == [EntryKind.UNDO, EntryKind.CORRECTION]
    assert evening.table.state == evening.after("5") and evening.show(seen(evening.after("5")), hand=False) == []


def test_what_was_read_rightly_is_a_broken_rule_now() -> None:
    """Who says that it was a 6 is told of the second roll, and is not asked again however often the eye looks."""
    evening = five_taken_for_a_six()
    assert evening.answer(1) == [EntryKind.ANSWER]
    kinds = [kind for _ in range(3) for kind in evening.show(seen(evening.after("5")), hand=False)]
    assert kinds == [EntryKind.IRREGULAR]


def test_a_hand_that_was_there_tells_of_a_second_roll() -> None:
    """Where a hand has been at the die since, the roll of before is not doubted."""
    evening = Evening()
    five = seen(evening.after("5"))
    evening.show(seen(evening.start), frozenset())
    evening.show(die_as(five, "6", 5.0))
    assert evening.show(five) == [EntryKind.IRREGULAR] and evening.table.facts.question is None


def test_what_the_eye_misreads_still_does_not_undo_an_answer() -> None:
    """A 6 is read as a 5 all the time; once people have said so, the look and the discard that it asked for are explained."""
    evening = Evening()
    evening.show(seen(evening.start), frozenset())
    evening.show(die_as(seen(evening.after("6")), "5", 6.0))
    lying = die_as(seen(evening.after("6", "P6", "-4^3")), "5", 6.0)
    evening.show(lying, frozenset({Zone("discard"), Zone("supply")}))
    assert [choice.label for choice in evening.asked().question.choices] == ["The die shows 6", RIGHT.label]
    assert evening.answer(0) == [EntryKind.UNDO, EntryKind.CORRECTION]
    assert EntryKind.IRREGULAR not in evening.show(lying, hand=False)
    assert [choice.actions[-1:] for choice in evening.asked().question.choices][:1] == [("P1",)]
