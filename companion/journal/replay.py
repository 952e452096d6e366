"""One walker over a record, many visitors: the same walk gives the final state, the text record and the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from companion.core.errors import CompanionError
from companion.core.game import Game, read_called
from companion.core.messages import LineKind, LogLine
from companion.journal.entry import PLAYED, Entry, EntryKind, StoredGame
from companion.journal.errors import JournalReplayError

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """An entry with the state before and after it; the two are the same where the entry changes nothing."""

    entry: Entry
    before: S
    after: S


class Visitor(Protocol):
    """Somebody who looks at every step of a walk."""

    def visit(self, step: Step[Any]) -> None: ...


def walk(game: Game[S, A], stored: StoredGame, *visitors: Visitor) -> S:
    """The state the record leads to; every visitor sees every step, in order.

    JournalReplayError names the entry that cannot be replayed.
    """
    state = _read_start(game, stored)
    taken: list[S] = []
    for entry in stored.entries:
        before = state
        state = _next_state(game, stored, entry, state, taken)
        step = Step(entry, before, state)
        for visitor in visitors:
            visitor.visit(step)
    return state


def _read_start(game: Game[S, A], stored: StoredGame) -> S:
    if stored.game != game.id:
        raise JournalReplayError(f"replay game {stored.id}: it is a game of {stored.game!r}, not {game.id!r}; choose that game.")
    try:
        return read_called(game, stored.start, stored.seats)
    except CompanionError as error:
        what = f"replay game {stored.id}: its first position cannot be read"
        raise JournalReplayError(f"{what}: {error}; begin a new game.") from error


def _next_state(game: Game[S, A], stored: StoredGame, entry: Entry, state: S, taken: list[S]) -> S:
    """The state after one entry; `taken` are the states before each action still standing, and is kept up to date."""
    try:
        if entry.kind in PLAYED and entry.text:
            after = game.play(state, game.read(entry.text))
            taken.append(state)
            return after
        if entry.kind is EntryKind.UNDO:
            return taken.pop()
        if entry.kind is EntryKind.TAKE_OVER:
            taken.clear()
            return read_called(game, entry.text, stored.seats)
    except (CompanionError, IndexError) as error:
        what = f"replay entry {entry.number} ({entry.kind.value} {entry.text!r})"
        raise JournalReplayError(f"{what}: {error}; the record was made with other rules: begin a new game.") from error
    return state


class StandingActions:
    """A visitor that gathers the actions that still stand, with who did them and the state before each."""

    def __init__(self) -> None:
        self.steps: list[Step[Any]] = []
        self.start: Any = None
        """The state they start from when somebody took the table over, else None: the start of the game."""

    def visit(self, step: Step[Any]) -> None:
        if step.entry.kind in PLAYED and step.entry.text:
            self.steps.append(step)
        elif step.entry.kind is EntryKind.UNDO:
            self.steps.pop()
        elif step.entry.kind is EntryKind.TAKE_OVER:
            self.steps.clear()
            self.start = step.after


@runtime_checkable
class WritesRecords(Protocol):
    """A game that can write its own record form, the inverse of `read_record`."""

    def write_record(self, start: Any, actions: Iterable[Any]) -> str: ...


def text_record(game: Game[S, A], stored: StoredGame) -> str:
    """The game as a text in its own record form: the actions that still stand, from the start or the last take-over.

    A game that cannot write records gets the start position and one action a line.
    """
    standing = StandingActions()
    walk(game, stored, standing)
    start = game.read_position(stored.start) if standing.start is None else standing.start
    texts = [step.entry.text for step in standing.steps]
    if isinstance(game, WritesRecords):
        return game.write_record(start, tuple(game.read(text) for text in texts))
    return "\n".join((game.write_position(start), *texts)) + "\n"


_LINE_KINDS = {
    EntryKind.ACTION: LineKind.LEGAL,
    EntryKind.ANSWER: LineKind.LEGAL,
    EntryKind.CORRECTION: LineKind.CORRECTION,
    EntryKind.UNDO: LineKind.CORRECTION,
    EntryKind.TAKE_OVER: LineKind.CORRECTION,
    EntryKind.IRREGULAR: LineKind.ILLEGAL,
    EntryKind.PUT_RIGHT: LineKind.PUT_RIGHT,
    EntryKind.NOTE: LineKind.NOTE,
    EntryKind.OVER: LineKind.OVER,
}


def log_line(entry: Entry) -> LogLine:
    """The entry as a line that people read; a position is never shown as an action."""
    action = "" if entry.kind is EntryKind.TAKE_OVER else entry.text
    frame = None if entry.evidence is None else entry.evidence.frame
    return LogLine(entry.number, entry.ply, _LINE_KINDS[entry.kind], entry.seat, action, entry.sentence,
                   entry.violations, entry.places, entry.remedy, frame, entry.evidence is not None and bool(entry.evidence.case))


class LogLines:
    """A visitor that gathers the log."""

    def __init__(self) -> None:
        self.lines: list[LogLine] = []

    def visit(self, step: Step[Any]) -> None:
        self.lines.append(log_line(step.entry))
