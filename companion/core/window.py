"""A time that the rules give somebody.  Data only: engines name windows, the table's runtime holds them against a clock."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """A time that runs in a state: who has it, for what, how long, and what follows when it has run out.

    `key` names the window: it is the same in two states exactly when it is the same window, and no other window of a game
    has it.  `seat` is whose time it is (None: everybody's), `words` what for, `length_s` its full length in seconds; `runs` is
    False while it stands still.  `action` is the notation of what follows, played like any other action but by the clock ("":
    nothing is played); `then` is what people are told at that moment ("": nothing is said).  `at_s` is the second at which the
    state itself stands, where it counts them, and `last_s` the last one that is still in time.
    """

    key: str
    seat: str | None
    words: str
    length_s: float
    action: str = ""
    then: str = ""
    runs: bool = True
    at_s: int = 0
    last_s: int = 0
