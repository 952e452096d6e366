"""What the pages may show: one view a seat and the public one, the log, the camera's state, what stands open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Generic, TypeVar

from companion.core.game import Game, KeepsSecrets
from companion.core.messages import Correction, LineKind, LogLine, Snapshot
from companion.core.view import Seat, View
from companion.journal.entry import Entry
from companion.journal.replay import log_line
from companion.table.correcting import corrections
from companion.table.facts import Facts

S = TypeVar("S")
A = TypeVar("A")


class Album(Generic[S, A]):
    """Makes snapshots, one number after the other, and only when there is something new in them."""

    def __init__(self, game: Game[S, A], seats: tuple[Seat, ...], simulated: bool) -> None:
        self._game, self._seats, self._simulated = game, seats, simulated
        self._views: tuple[S, Mapping[str | None, View]] | None = None
        self._lines: tuple[LogLine, ...] = ()
        self._corrections: tuple[tuple[Entry, ...], tuple[Correction, ...]] | None = None
        self._last: Snapshot | None = None

    def take(self, facts: Facts[S]) -> Snapshot | None:
        """The snapshot of these facts; None when nothing but the frame's number changed since the last one."""
        last = self._last
        current = self.current(facts)
        return None if current is last else current

    def current(self, facts: Facts[S]) -> Snapshot:
        """The snapshot of these facts, or the last one where there is nothing new."""
        number = 1 if self._last is None else self._last.number + 1
        made = Snapshot(
            number, self._game.id, self._game.title, self._seats, self._views_of(facts.state), self._log_of(facts), facts.camera,
            facts.cues, facts.question, self._trouble_of(facts), facts.pointed, _out_of_step(facts), self._simulated,
            facts.clocks.shown(), dict(facts.whispers), self._corrections_of(facts), facts.setting is None, _amiss(facts))
        if self._last is not None and _content(made) == _content(self._last):
            return self._last
        self._last = made
        return made

    def _views_of(self, state: S) -> Mapping[str | None, View]:
        # Views list all legal actions, which is slow; most frames leave the state as it is.
        if self._views is None or self._views[0] is not state:
            seats: tuple[str | None, ...] = (None, *(seat.id for seat in self._seats))
            self._views = (state, {seat: self._game.view(state, seat) for seat in seats})
        return self._views[1]

    def _log_of(self, facts: Facts[S]) -> tuple[LogLine, ...]:
        # Entries are only ever added; a failed record takes the newest ones away again.
        known = self._lines[: len(facts.entries)]
        self._lines = known + tuple(self._public(log_line(entry)) for entry in facts.entries[len(known):])
        return self._lines

    def _corrections_of(self, facts: Facts[S]) -> tuple[Correction, ...]:
        # Entries are kept as one tuple, made anew with each line: the same one has the same corrections.
        if self._corrections is None or self._corrections[0] is not facts.entries:
            self._corrections = (facts.entries, corrections(self._game, facts))
        return self._corrections[1]

    def _trouble_of(self, facts: Facts[S]) -> LogLine | None:
        if facts.halted:
            return LogLine(len(facts.entries) + 1, facts.ply, LineKind.NOTE, None, "", facts.halted)
        return None if facts.trouble is None else self._public(log_line(facts.trouble))

    def _public(self, line: LogLine) -> LogLine:
        """The line as everybody may read it: all pages show the same log."""
        if not isinstance(self._game, KeepsSecrets):
            return line
        return replace(line, action=self._game.public_text(line.action) if line.action else "", proof=False)


def _amiss(facts: Facts[S]) -> tuple[str, ...]:
    return () if facts.setting is None else facts.setting.told


def _out_of_step(facts: Facts[S]) -> tuple[str, ...]:
    said = () if facts.overruled is None else (facts.overruled.sentence,)
    return said if facts.desynchronised is None else (*said, *facts.desynchronised.sentences)


def _content(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, number=0, camera=replace(snapshot.camera, frame=0))
