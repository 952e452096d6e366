"""A table with a toy game on it, and what it told people: the effects of each message, kept apart."""

from __future__ import annotations

from typing import Any

from toy_game import SEATS, ToyGame
from toy_readings import ToyReferee

from companion.core.messages import Cue, CueKind, Message, Snapshot
from companion.journal.entry import Entry, StoredGame
from companion.table.effects import Publish, Record, Show
from companion.table.table import Table


class Sitting:
    """Says messages to a table and keeps the effects."""

    def __init__(
        self, referee: Any = None, start: str = "at=a turn=ann ply=0 tiles=?,?,?", entries: tuple[Entry, ...] = (),
        compare_setup: bool = False,
    ) -> None:
        self.stored = StoredGame(1, "toy", start, SEATS, {}, entries)
        self.table = Table(ToyGame(), self.stored, referee or ToyReferee(), compare_setup=compare_setup)
        self.now = 0.0
        self.effects = self.table.open(self.now)
        self.shots: list[Snapshot] = []
        self.entries: list[Entry] = list(entries)
        self._keep()

    def say(self, message: Message, now: float | None = None) -> list[CueKind]:
        """Handle the message and give the kinds of all cues it led to."""
        self.now = self.now if now is None else now
        self.effects = self.table.handle(message, self.now)
        self._keep()
        return [cue.kind for cue in self.cues]

    def _keep(self) -> None:
        self.shots += [effect.snapshot for effect in self.effects if isinstance(effect, Publish)]
        self.entries += [effect.entry for effect in self.effects if isinstance(effect, Record)]

    @property
    def cues(self) -> tuple[Cue, ...]:
        """The cues of the last message."""
        return tuple(cue for effect in self.effects if isinstance(effect, Show) for cue in effect.cues)

    @property
    def shot(self) -> Snapshot:
        """The latest snapshot."""
        return self.shots[-1]

    @property
    def position(self) -> str:
        return self.table.game.write_position(self.table.state)

    @property
    def kinds(self) -> list[str]:
        """The kinds of all recorded lines."""
        return [entry.kind.value for entry in self.entries]
