"""One inbox and the one thread that owns the table.  The only module of this package that knows threads.

Commands wait in a queue and none is dropped; of readings only the newest waits, so that a slow table stays one frame
behind instead of falling seconds behind.  The effects of a message are carried out in the order record, cues, pages.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from companion.core.messages import Cue, FrameRead, Message, Snapshot, Tick
from companion.journal.entry import Entry
from companion.journal.errors import JournalError
from companion.table.effects import Effect, Publish, Record, Show
from companion.table.table import Table

T = TypeVar("T")

LOG = logging.getLogger(__name__)

TICK_S = 0.5
"""How often time passes for the table when nothing else arrives (s)."""


class NewestSlot(Generic[T]):
    """Room for one thing between two threads: a newer one replaces one that nobody has taken yet."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._held: tuple[T, ...] = ()
        self._closed = False
        self.dropped = 0
        """How many things were replaced before anybody took them."""

    def put(self, item: T) -> None:
        """Leave a thing here; ignored once the slot is closed."""
        with self._changed:
            if self._closed:
                return
            self.dropped += len(self._held)
            self._held = (item,)
            self._changed.notify_all()

    def take(self, timeout_s: float | None = None) -> T | None:
        """The newest thing, as soon as there is one; None after `timeout_s` or when the slot is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._held or self._closed, timeout_s)
            held, self._held = self._held, ()
            return held[0] if held else None

    def close(self) -> None:
        """Let everybody who waits go.  May be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        with self._changed:
            return self._closed


class Keeper(Protocol):
    """What the loop needs of a journal."""

    def append(self, *entries: Entry) -> None:
        """Record these lines, all or none; on the disk when it returns.  JournalError when it cannot."""
        ...

    def check(self) -> None:
        """JournalError while nothing can be recorded."""
        ...


class TableLoop:
    """Runs a table in a thread of its own: `start`, then `submit` from any thread, then `close`."""

    def __init__(
        self,
        table: Table[Any, Any],
        journal: Keeper,
        show: Callable[[tuple[Cue, ...]], None],
        publish: Callable[[Snapshot], None],
        clock: Callable[[], float],
    ) -> None:
        """`clock` never goes back: what the rules give people in seconds runs on it."""
        self._table, self._journal, self._show, self._publish, self._clock = table, journal, show, publish, clock
        self._changed = threading.Condition()
        self._commands: deque[Message] = deque()
        self._frame: FrameRead | None = None
        self._closing = False
        self._told_fault = ""
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.frames_skipped = 0
        """How many readings a newer one replaced before the table had time for them."""

    def start(self) -> None:
        """Publish the first snapshot and begin to handle messages."""
        self._thread.start()

    def submit(self, message: Message) -> None:
        """Put a message into the inbox; ignored once the loop is closing."""
        with self._changed:
            if self._closing:
                return
            if isinstance(message, FrameRead):
                self.frames_skipped += self._frame is not None
                self._frame = message
            else:
                self._commands.append(message)
            self._changed.notify_all()

    def close(self) -> None:
        """Handle the commands that still wait, then end the thread.  May be called twice, or without `start`."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        self._guard(lambda: self._table.open(self._clock()))
        while (message := self._next()) is not None:
            if self._table.is_due(self._clock()):
                # A step of its own: a message that cannot be handled must not keep a window from running out.
                self._guard(partial(self._handle, Tick()))
            self._guard(partial(self._handle, message))

    def _next(self) -> Message | None:
        """The next message: commands first, then the newest frame, a tick when neither comes; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._commands or self._frame is not None or self._closing, TICK_S)
            if self._commands:
                return self._commands.popleft()
            if self._closing:
                return None
            frame, self._frame = self._frame, None
            return Tick() if frame is None else frame

    def _handle(self, message: Message) -> Sequence[Effect]:
        now = self._clock()
        if self._table.facts.halted and self._record_works():
            return (*self._table.go_on(now), *self._table.handle(message, now))
        return self._table.handle(message, now)

    def _record_works(self) -> bool:
        try:
            self._journal.check()
        except JournalError:
            return False
        return True

    def _guard(self, step: Callable[[], Sequence[Effect]]) -> None:
        """One step of the thread; whatever goes wrong, the table goes back to where it was and the thread lives on."""
        before = self._table.facts
        try:
            effects = step()
            entries = [effect.entry for effect in effects if isinstance(effect, Record)]
            if entries:
                self._journal.append(*entries)
        except JournalError as error:
            LOG.error("the record failed: %s", error)
            effects = self._table.halt(before, str(error), self._clock())
        except Exception as error:
            # The top of the table's thread: a fault in one step must not end the game.
            words = f"A step failed inside the program ({type(error).__name__}: {error}); it was left out."
            if words != self._told_fault:
                # The same frame comes again several times a second: one traceback is enough.
                LOG.exception("a step of the table failed")
            self._told_fault = words
            effects = self._table.fault(before, words, self._clock())
        self._tell(effects)

    def _tell(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            try:
                if isinstance(effect, Show):
                    self._show(effect.cues)
                elif isinstance(effect, Publish):
                    self._publish(effect.snapshot)
            except Exception:
                # The top of the table's thread: what was recorded stands, even if a lamp or a page could not be told.
                LOG.exception("telling people failed: %s", type(effect).__name__)
