"""What the commands that run until Ctrl-C share."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Protocol

from companion.app.desk import Leaving, Wish
from companion.core.errors import NotationError
from companion.journal.restore import put_in_place


class Stayed(Protocol):
    """An evening: it ends when its `leaving` is set, and may say there what to go on with."""

    leaving: Leaving

    def close(self) -> None: ...


def until_interrupted(start: Callable[[Wish | None], Stayed]) -> int:
    """Start an evening, wait for Ctrl-C (or a polite kill, or the owner's desk), then end cleanly; the exit code.

    `start` gets what the desk wished for; None the first time.
    """
    wish: Wish | None = None
    while True:
        try:
            evening = start(wish)
        except KeyboardInterrupt:
            # Nothing runs yet: to stop while it starts is no error.
            return 0
        wish = _spent(evening)
        if wish is None:
            return 0


def _spent(evening: Stayed) -> Wish | None:
    """Wait until the evening shall end and end it; what to go on with."""

    def end(number: int, frame: FrameType | None) -> None:
        evening.leaving.leave(None)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    try:
        evening.leaving.event.wait()
        say("Ending ..." if evening.leaving.wish is None else "Another game is wished for ...")
    finally:
        evening.close()
    return restored(evening.leaving.wish)


def restored(wish: Wish | None) -> Wish | None:
    """Puts the backup in place that is wished for, now that nobody has the record open; what to go on with then."""
    if wish is None or wish.restore is None:
        return wish
    restore = wish.restore
    try:
        kept = put_in_place(restore.backup, restore.record)
    except OSError as error:
        say(f"The backup was not restored: {error}.  The record is as it was.")
        return restore.otherwise
    say(f"The backup is the record now.{f'  The old record is kept as {kept.name}.' if kept is not None else ''}")
    return wish


def answers_of(fields: Iterable[str]) -> dict[str, str]:
    """The answers of the set-up from FIELD=VALUE texts; NotationError for anything else."""
    answers = {}
    for text in fields:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise NotationError("--set", text, "write FIELD=VALUE, such as marbles=yes")
        answers[name] = value
    return answers


def say(text: str) -> None:
    print(text, flush=True)
