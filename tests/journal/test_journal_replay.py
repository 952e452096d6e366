"""One walker, many visitors."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from toy_game import SEATS, ToyAction, ToyGame, ToyState

from companion.core.messages import LineKind
from companion.journal.entry import Entry, EntryKind, StoredGame
from companion.journal.errors import JournalReplayError
from companion.journal.replay import LogLines, StandingActions, text_record, walk

START = "at=a turn=ann ply=0 tiles=?,?,?"


class Scribe(ToyGame):
    """The toy game with a record form of its own."""

    def write_record(self, start: ToyState, actions: Iterable[ToyAction]) -> str:
        return self.write_position(start) + " | " + " ".join(self.write(action) for action in actions)


def record(*lines: tuple[EntryKind, str], game: str = "toy", start: str = START) -> StoredGame:
    entries = tuple(Entry(number, 0, kind, text, "ann", None, 0.0, f"line {number}")
                    for number, (kind, text) in enumerate(lines, 1))
    return StoredGame(1, game, start, SEATS, {}, entries)


WALK = record((EntryKind.ACTION, ">b"), (EntryKind.IRREGULAR, ">a"), (EntryKind.PUT_RIGHT, ""), (EntryKind.CORRECTION, ">c"),
              (EntryKind.UNDO, ">c"), (EntryKind.ANSWER, "!sun"), (EntryKind.ANSWER, ""), (EntryKind.NOTE, ""))


def test_the_walk_leads_to_the_state_that_stands() -> None:
    """Played lines play, an undo takes the last one back, every other line changes nothing."""
    game = ToyGame()
    assert game.write_position(walk(game, WALK)) == "at=b turn=ann ply=2 tiles=?,sun,?"


def test_every_visitor_sees_every_step() -> None:
    """One walk gives the standing actions and the log."""
    standing, log = StandingActions(), LogLines()
    walk(ToyGame(), WALK, standing, log)
    assert [step.entry.text for step in standing.steps] == [">b", "!sun"]
    assert [line.kind for line in log.lines] == [
        LineKind.LEGAL, LineKind.ILLEGAL, LineKind.PUT_RIGHT, LineKind.CORRECTION, LineKind.CORRECTION, LineKind.LEGAL,
        LineKind.LEGAL, LineKind.NOTE]
    assert [line.number for line in log.lines] == list(range(1, 9))


def test_a_game_that_can_write_records_does() -> None:
    """The text record holds the actions that stand, in the game's own form or else one a line."""
    assert text_record(Scribe(), WALK) == f"{START} | >b !sun"
    assert text_record(ToyGame(), WALK) == f"{START}\n>b\n!sun\n"


def test_a_record_starts_anew_where_the_table_was_taken_over() -> None:
    """Actions before a take-over no longer stand."""
    taken = "at=c turn=ann ply=0 tiles=?,?,?"
    stored = record((EntryKind.ACTION, ">b"), (EntryKind.TAKE_OVER, taken), (EntryKind.ACTION, ">b"))
    assert text_record(ToyGame(), stored) == f"{taken}\n>b\n"


@pytest.mark.parametrize(("stored", "word"), [
    (record((EntryKind.ACTION, ">c")), "entry 1 .action '>c'"), (record((EntryKind.ACTION, "jump")), "'jump'"),
    (record((EntryKind.UNDO, ">b")), "entry 1 .undo"), (record(game="chess"), "game of 'chess', not 'toy'")])
def test_a_record_that_does_not_fit_names_the_line(stored: StoredGame, word: str) -> None:
    """An illegal action, an unreadable one, an undo of nothing and another game's record are errors with a remedy."""
    with pytest.raises(JournalReplayError, match=word):
        walk(ToyGame(), stored)
