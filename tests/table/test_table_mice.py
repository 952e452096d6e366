"""Whole games of Mice in a Maze on the table: the real rules and the real referee, readings made from the true scenes."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mice_evenings import looks_like, opening, play_on
from mice_positions import opening as position
from readings import ORDINARY, reading_of

from companion.core.messages import Answer, CueKind, Done, Enter, FrameRead, TakeBack, TakeOver
from companion.core.scene import Scene
from companion.games.mice_in_a_maze import GAME
from companion.journal.entry import Entry, EntryKind
from companion.journal.journal import Journal
from companion.referee.referee import Referee
from companion.table.effects import Record, Show
from companion.table.table import Table

FRAME_S = 0.5

MID_GAME = (
    "owners: P1=R,O P2=Y,G P3=B,P; tiles: a3=XRG0 b3=CWK1 b4=XRP0 b5=XBP0 b6=CRB2 c4=XRY1 d5=XRW0 d6=CGP0;"
    " mice: R=a3e Y=d4n B=b5n*; loose: b4/ns; nests: Nb=1 E6=1; hands: Y=up"
)
"""Three players, a loose cheese, two mice on one path, one hand open, the Chamber next door."""


class Evening:
    """A table with a journal on disk; `look` lets the camera see a scene for some seconds."""

    def __init__(self, path: Path, start: str) -> None:
        self.path, self.now, self.frames = path, 0.0, itertools.count(1)
        self.journal = Journal.open(path)
        stored = self.journal.begin(GAME.id, start, GAME.seats(GAME.read_position(start)), {}, 0.0)
        self.table: Table[Any, Any] = Table(GAME, stored, Referee(GAME))
        self.entries: list[Entry] = []
        self.told: list[CueKind] = []

    def say(self, message: Any) -> None:
        effects = self.table.handle(message, self.now)
        lines = [effect.entry for effect in effects if isinstance(effect, Record)]
        if lines:
            self.journal.append(*lines)
        self.entries += lines
        self.told += [cue.kind for effect in effects if isinstance(effect, Show) for cue in effect.cues]

    def look(self, scene: Scene, seconds: float) -> None:
        """A hand first, then still frames for that long."""
        reading = reading_of(scene, GAME.catalogue, GAME.layout, ORDINARY, 7)
        self.say(FrameRead(replace(reading, hand=True, time_s=self.now, frame=next(self.frames))))
        for _ in range(int(seconds / FRAME_S) + 1):
            self.now += FRAME_S
            self.say(FrameRead(replace(reading, time_s=self.now, frame=next(self.frames))))

    def reopen(self) -> Table[Any, Any]:
        """The table that another process would make of the record."""
        other = Journal.open(self.path)
        stored = other.resume(GAME.id)
        other.close()
        assert stored is not None
        return Table(GAME, stored, Referee(GAME))


def settle(evening: Evening, truth: Any, token: str) -> None:
    """Let the table find out; press Done, then answer its question, where it needs help."""
    evening.look(GAME.scene(truth), 5.0)
    if not looks_like(GAME.scene(evening.table.state), GAME.scene(truth)):
        evening.say(Done())
        evening.look(GAME.scene(truth), 5.0)
    asked = evening.table.facts.question
    if asked is not None:
        choices = [choice.actions for choice in asked.question.choices]
        match = next((index for index, actions in enumerate(choices) if token in actions), 0)
        evening.say(Answer(asked.number, match, asked.question.seat))


@pytest.mark.parametrize(("number", "marbles", "seed"), [(0, False, 1), (2, True, 5)])
def test_an_evening_is_followed_and_resumed(tmp_path: Path, number: int, marbles: bool, seed: int) -> None:
    """Thirty acts of seeded legal play are followed without one false accusation; the record leads to the same table."""
    public, truth = opening(GAME, position(number, marbles), seed)
    evening = Evening(tmp_path / "games.sqlite", GAME.write_position(public))
    for act in itertools.islice(play_on(GAME, truth, seed), 30):
        if GAME.at_rest(act.after):
            settle(evening, act.after, act.token)
            assert looks_like(GAME.scene(evening.table.state), GAME.scene(act.after)), (act.token, evening.entries[-3:])
    assert EntryKind.IRREGULAR not in {entry.kind for entry in evening.entries} and CueKind.ILLEGAL not in evening.told
    again = evening.reopen()
    assert again.state == evening.table.state and again.facts.entries == tuple(evening.entries)
    assert again.snapshot().log == evening.table.snapshot().log
    evening.journal.close()


@pytest.mark.parametrize("code", ["stopped-early", "not-your-turn", "wrong-direction", "mouse-removed-wrongly"])
def test_a_cheat_is_named_and_put_right(tmp_path: Path, code: str) -> None:
    """A slip is named with its code, once; put back, the all-clear follows and the record holds no action."""
    truth = GAME.read_position(MID_GAME)
    evening = Evening(tmp_path / "games.sqlite", GAME.write_position(truth))
    cheat = next(slip for slip in GAME.slips(truth, None) if slip.violations[0].code == code)
    evening.look(GAME.scene(truth), 2.0)
    evening.look(cheat.scene, 8.0)
    assert [entry.violations[0].code for entry in evening.entries] == [code]
    evening.look(GAME.scene(truth), 3.0)
    assert [entry.kind for entry in evening.entries] == [EntryKind.IRREGULAR, EntryKind.PUT_RIGHT]
    assert evening.table.facts.trouble is None
    evening.journal.close()


def test_a_move_is_taken_back_on_the_real_table(tmp_path: Path) -> None:
    """A move entered by hand is taken back; a placement that turned a tile up is not."""
    public, _ = opening(GAME, position(0, False), 2)
    evening = Evening(tmp_path / "games.sqlite", GAME.write_position(public))
    before = evening.table.state
    seat = GAME.actor(before)
    first = GAME.write(GAME.actions(before)[0])
    evening.say(Enter(first, seat))
    evening.say(TakeBack(seat))
    assert evening.table.state == before
    evening.say(Enter(first, seat))
    placed = next(GAME.write(action) for action in GAME.actions(evening.table.state) if "=" in GAME.write(action))
    evening.say(Enter(placed, seat))
    after = evening.table.state
    evening.say(TakeBack(seat))
    assert evening.table.state == after and "turned a tile up" in evening.entries[-1].sentence
    evening.journal.close()


def test_a_game_under_way_is_not_taken_over(tmp_path: Path) -> None:
    """Sight alone cannot tell scores and hidden tiles: in mid-game the rules' own reasons are given, the first three."""
    truth = GAME.read_position(MID_GAME)
    evening = Evening(tmp_path / "games.sqlite", GAME.write_position(truth))
    evening.look(GAME.scene(truth), 1.0)
    evening.say(TakeOver())
    assert evening.table.state == truth
    sentence = evening.entries[-1].sentence
    assert "setup-tile-open" in sentence and sentence.endswith("more.")
    evening.journal.close()
