"""The toy game with times: Ann has ten seconds for her turn, or the clock walks for her; Ben is reminded after five.

While the tile under a lies face up Ann's time stands still.  What Ben turns up counts only when his five seconds are over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toy_game import SEATS, ToyAction, ToyGame, ToyState, TurnUp

from companion.core.messages import Enter, Message, Tick
from companion.core.window import Window
from companion.journal.entry import Entry, StoredGame
from companion.table.effects import Publish, Record, Show
from companion.table.table import Table

ANN_S, BEN_S = 10.0, 5.0
START = "at=a turn=ann ply=0 tiles=?,?,?"


class TimedToy(ToyGame):
    """`ToyGame` with windows."""

    def windows(self, state: ToyState) -> tuple[Window, ...]:
        if self.actor(state) is None:
            return ()
        if state.turn == "ben":
            return (Window(f"ben {state.ply}", "ben", "Ben's turn", BEN_S, then="Ben, go on."),)
        walk = ">a" if state.at == 1 else ">b"
        return (Window(f"ann {state.ply}", "ann", "Ann's turn", ANN_S, walk, "", state.tiles[0] is None),)

    def waits_for(self, state: ToyState, action: ToyAction) -> str:
        return f"ben {state.ply}" if state.turn == "ben" and isinstance(action, TurnUp) else ""

    def timed(self, state: ToyState, action: ToyAction, second: int) -> ToyAction:
        return action


class TimedSitting:
    """A table with a clock that is set by hand; keeps what was recorded and told."""

    def __init__(self, start: str = START, entries: tuple[Entry, ...] = (), game: Any = None, referee: Any = None,
                 seats: Any = SEATS, options: Mapping[str, str] | None = None) -> None:
        game = game or TimedToy()
        self.table: Table[Any, Any] = Table(game, StoredGame(1, game.id, start, seats, options or {}, entries), referee)
        self.now, self.effects, self.entries = 100.0, (), list(entries)
        self._keep(self.table.open(self.now))

    def wait(self, seconds: float, message: Message | None = None) -> list[str]:
        """Let so many seconds pass, then handle the message (a tick without one); the actions recorded meanwhile."""
        self.now += seconds
        before = len(self.entries)
        self._keep(self.table.handle(message or Tick(), self.now))
        return [entry.text for entry in self.entries[before:]]

    def enter(self, text: str, by: str | None = None, after: float = 0.0) -> list[str]:
        return self.wait(after, Enter(text, by))

    def _keep(self, effects: Any) -> None:
        self.effects = effects
        self.entries += [effect.entry for effect in effects if isinstance(effect, Record)]

    @property
    def order(self) -> list[str]:
        """The effects of the last message in their order."""
        names = {Record: "record", Show: "show", Publish: "publish"}
        return [names[type(effect)] for effect in self.effects]

    @property
    def left(self) -> list[float | None]:
        """What is left of each open window (s); None where it is over."""
        return [None if one.over else one.left_s if one.ends_s is None else round(one.ends_s - self.now, 3)
                for one in self.table.snapshot().windows]
