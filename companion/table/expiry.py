"""When a window of the rules has run out: an action is played, people are told, what they entered too early counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from companion.core.game import CLOCK, Game
from companion.core.ruling import Ruling
from companion.core.window import Window
from companion.journal.entry import PLAYED, EntryKind
from companion.journal.replay import Step
from companion.table.clocks import windows_of
from companion.table.commands import obey
from companion.table.draft import RAN_OUT, Draft

S = TypeVar("S")
A = TypeVar("A")


def run_out(draft: Draft[S, A]) -> None:
    """Carry out what follows for every window whose time is up, each exactly once."""
    while (due := draft.facts.clocks.due(draft.now)) is not None:
        window = due.window
        draft.change(clocks=draft.facts.clocks.ran_out(window.key, draft.now))
        if window.action:
            _play(draft, window)
        elif window.then:
            draft.note(window.then, CLOCK)
        _let_count(draft, window)
        draft.follow_clocks()


def _play(draft: Draft[S, A], window: Window) -> None:
    chain = draft.try_out((window.action,))
    if isinstance(chain, Ruling):
        # Never so with an engine that keeps the laws; people must still learn that nothing followed.
        draft.note(f"The time is up, but {window.action} cannot be played here.", CLOCK, chain)
        return
    before = draft.game.scene(draft.facts.state)
    draft.accept(chain, replace(RAN_OUT, sentence=window.then))
    if draft.game.scene(draft.facts.state) != before:
        draft.overrule_camera("The time ran out; the table does not look as it then should yet.", firm=False)


def _let_count(draft: Draft[S, A], window: Window) -> None:
    """What was entered too early counts now, unless the clock has just done it."""
    waiting = [enter for key, enter in draft.facts.held if key == window.key]
    draft.change(held=tuple(item for item in draft.facts.held if item[0] != window.key))
    for enter in waiting if not window.action else ():
        obey(draft, enter, {})


class RanOut:
    """A visitor of a record that gathers the keys of windows that ran out; what followed may have been taken back since."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game, self.keys = game, frozenset[str]()

    def visit(self, step: Step[Any]) -> None:
        entry = step.entry
        if entry.by == CLOCK and entry.kind in PLAYED:
            windows = windows_of(self._game, step.before)
            self.keys |= {window.key for window in windows if window.action == entry.text}
        elif entry.kind is EntryKind.TAKE_OVER:
            self.keys = frozenset()
