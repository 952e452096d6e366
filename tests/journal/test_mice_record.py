"""A recorded evening of Mice in a Maze as a text record, which the rules read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from mice_evenings import opening, play_on
from mice_positions import opening as position

from companion.cli import main
from companion.games.mice_in_a_maze import GAME
from companion.journal.entry import Entry, EntryKind, StoredGame
from companion.journal.replay import text_record, walk


def evening(number: int, marbles: bool, seed: int, plies: int) -> StoredGame:
    """A whole game of seeded legal play, or its first plies, as a journal holds it."""
    _, truth = opening(GAME, position(number, marbles), seed)
    start, entries = truth, []
    for ply, act in zip(range(plies), play_on(GAME, truth, seed), strict=False):
        entries.append(Entry(ply + 1, ply, EntryKind.ACTION, act.token, GAME.actor(act.before), None, 0.0, ""))
    return StoredGame(1, GAME.id, GAME.write_position(start), GAME.seats(start), {}, tuple(entries))


@pytest.mark.parametrize(
    ("number", "marbles", "plies"), [(0, False, 4000), (1, True, 4000), (2, True, 41), (0, True, 1), (0, False, 0)])
def test_a_text_record_reads_back(number: int, marbles: bool, plies: int) -> None:
    """Reading the record gives the start and every action, to the end of the game or to the middle of a turn."""
    stored = evening(number, marbles, 11, plies)
    text = text_record(GAME, stored)
    read = GAME.read_record(text)
    state = read.start
    for line in read.lines:
        state = GAME.play(state, GAME.read(line.text))
    assert [line.text for line in read.lines] == [entry.text for entry in stored.entries]
    assert state == walk(GAME, stored) and ("END:" in text) == (GAME.actor(state) is None)


def test_the_judge_accepts_the_record_of_an_evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the journal writes is what the command line judges: all legal, the scores as claimed."""
    path = tmp_path / "evening.txt"
    path.write_text(text_record(GAME, evening(0, False, 4, 60)), encoding="utf-8")
    assert main(["judge", "mice-in-a-maze", str(path)]) == 0
    assert capsys.readouterr().err == ""
