"""A demonstration that is started again: the game of before goes on, or another begins and people are told why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.demo import DemoWish, game_to_play
from companion.games import find
from companion.journal.entry import Entry, EntryKind, StoredGame
from companion.journal.journal import Journal
from companion.simulated.rehearsal import RehearsalError, dealt

SEED, OTHER = 5, 6
MAZE = find("mice-in-a-maze")
AGAIN = DemoWish(MAZE.id, {}, None, False)
"""What starting the program again asks for."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """An empty record."""
    record = Journal.open(tmp_path / "demo.sqlite")
    yield record
    record.close()


def stopped(journal: Journal, seed: int) -> StoredGame:
    """A demonstration of SEED that was stopped after its first two actions, the second as tables of that seed offer it."""
    stored, _, _ = game_to_play(MAZE, journal, DemoWish(MAZE.id, {}, SEED, True), print)
    truth = MAZE.read_position(stored.start)
    for number in (1, 2):
        truth = dealt(MAZE, truth, seed)
        action = MAZE.actions(truth)[0]
        truth = MAZE.play(truth, action)
        journal.append(Entry(number, number - 1, EntryKind.ACTION, MAZE.write(action), None, None, 0.0, "somebody did something"))
    return stored


def test_a_demonstration_goes_on_where_it_stood(journal: Journal) -> None:
    """The same game, the same seed, and the table after the recorded actions; nothing need be said."""
    before, said = stopped(journal, SEED), list[str]()
    stored, seed, truth = game_to_play(MAZE, journal, AGAIN, said.append)
    assert (stored.id, seed, truth.ply, said) == (before.id, SEED, 2, [])


def test_a_record_that_does_not_fit_the_drawn_tiles_is_kept_and_another_game_begins(journal: Journal) -> None:
    """A tile that was misread and taken down is not on the drawn table: a family that starts again gets a game, and is told."""
    before, said = stopped(journal, OTHER), list[str]()
    stored, _, truth = game_to_play(MAZE, journal, AGAIN, said.append)
    assert stored.id != before.id and truth.ply == 0
    assert len(said) == 1 and f"game {before.id}, stays on record" in said[0]
    assert len(journal.load(before.id).entries) == 2


def test_who_asks_for_that_game_by_its_number_is_told_why_it_cannot_go_on(journal: Journal) -> None:
    """Another game would not be what was asked for."""
    before = stopped(journal, OTHER)
    with pytest.raises(RehearsalError, match="not possible with the tiles of seed 5"):
        game_to_play(MAZE, journal, DemoWish(MAZE.id, {}, None, False, before.id), print)
