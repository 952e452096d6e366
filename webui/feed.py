"""Where the pages get their facts from: the one protocol between the web server and the rest of the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from companion.core.messages import Command, DemoState, PanelState, Snapshot

Layer = Literal["camera", "seen"]
"""The camera's picture as it is, or with what was recognised drawn on it."""

DemoName = Literal["cheat", "running", "speed"]
DemoValue = str | bool | float


@dataclass(frozen=True, slots=True)
class Published:
    """Everything the pages may show at one moment.

    `number` grows with every change of any part; `picture` grows with every new camera picture (0: none yet).
    """

    snapshot: Snapshot
    panel: PanelState
    demo: DemoState | None
    number: int
    picture: int = 0


class Feed(Protocol):
    """Read from by many request threads at once, so every method must be safe to call from any thread."""

    def latest(self) -> Published:
        """The newest state of affairs; returns at once."""
        ...

    def wait(self, after: int, timeout_s: float) -> Published | None:
        """The newest state of affairs once its number is greater than `after`; None when `timeout_s` seconds went by."""
        ...

    def submit(self, command: Command) -> None:
        """Put a command of a person into the table's inbox; returns at once."""
        ...

    def picture(self, layer: Layer) -> bytes | None:
        """The newest picture as JPEG; None when there is none."""
        ...

    def demo_command(self, name: DemoName, value: DemoValue) -> None:
        """Tell the simulated players something.

        `cheat`: the id of the way (str); `running`: play on or pause (bool); `speed`: one of the offered speeds (float).
        """
        ...
