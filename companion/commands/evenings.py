"""What the commands that run until Ctrl-C share."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Protocol

from companion.core.errors import NotationError


class Closable(Protocol):
    def close(self) -> None: ...


def until_interrupted(start: Callable[[], Closable]) -> int:
    """Start an evening, wait for Ctrl-C (or a polite kill), then end cleanly; the exit code."""
    try:
        evening = start()
    except KeyboardInterrupt:
        # Nothing runs yet: to stop while it starts is no error.
        return 0
    ended = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        ended.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    try:
        ended.wait()
        say("Ending ...")
    finally:
        evening.close()
    return 0


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
