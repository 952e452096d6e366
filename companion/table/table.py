"""The table: the one owner of a game's state.  Pure: a message and the time go in, effects come out.

A frame that was read, what people say, and the passing of time all enter through `handle`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Generic, TypeVar

from companion.core.game import Game
from companion.core.messages import CameraLight, CameraStatus, Cue, CueKind, FrameRead, Message, Snapshot, Tick
from companion.core.view import Seat
from companion.journal.entry import PLAYED, EntryKind, StoredGame
from companion.journal.replay import StandingActions, walk
from companion.table.clocks import Clocks
from companion.table.commands import obey, standing_cues
from companion.table.draft import Draft
from companion.table.effects import Effect, Publish
from companion.table.expiry import RanOut, run_out
from companion.table.facts import PLAY_BY_HAND, Facts, Played, last_word, standing_trouble
from companion.table.referee_port import Referee
from companion.table.rest import Rest
from companion.table.same_pictures import SamePictures
from companion.table.seeing import see
from companion.table.setting_up import SettingUp
from companion.table.snapshot import Album

S = TypeVar("S")
A = TypeVar("A")

CAMERA_LOST_S = 5.0
"""After this long without any frame the camera counts as lost (s)."""


class Table(Generic[S, A]):
    """A game being played, from its record so far; see `handle`."""

    def __init__(
        self,
        game: Game[S, A],
        stored: StoredGame,
        referee: Referee[S],
        simulated: bool = False,
        answers: Mapping[str, str] | None = None,
        compare_setup: bool = False,
    ) -> None:
        """Go on from the position that `stored` leads to (JournalReplayError when it cannot be replayed).

        `answers` are what people said when the game was set up, for `Game.setup`; needed when the table is taken over.
        `compare_setup`: before the first turn the camera compares the table with the set-up on record.
        """
        self.game, self.seats, self._referee, self._answers = game, stored.seats, referee, dict(answers or {})
        standing: StandingActions = StandingActions()
        ran_out = RanOut(game)
        state = walk(game, stored, standing, ran_out)
        played = tuple(Played(step.entry, step.before) for step in standing.steps)
        trouble, word = standing_trouble(stored.entries), last_word(stored.entries)
        first = game.view(game.read_position(stored.start), None).ply
        self._facts: Facts[S] = Facts(state, first, stored.entries, played, trouble=trouble, word=word,
                                      clocks=Clocks(over=ran_out.keys),
                                      setting=SettingUp() if compare_setup and not _has_begun(stored) else None)
        self._album: Album[S, A] = Album(game, stored.seats, simulated)
        self._pictures = SamePictures(game.catalogue)

    @property
    def facts(self) -> Facts[S]:
        """Everything the table knows now; a frozen value that may be kept and given back to `halt` and `fault`."""
        return self._facts

    @property
    def state(self) -> S:
        return self._facts.state

    def snapshot(self) -> Snapshot:
        """What the pages may show at this moment."""
        return self._album.current(self._facts)

    def open(self, now: float) -> tuple[Effect, ...]:
        """What to show before the first message: whose turn it is, or the trouble the record ends with.

        Windows begin to run; one that was open when the record ended gets its full length anew, for nobody knows what was left.
        """
        draft = self._draft(now)
        draft.follow_clocks(anew=bool(draft.facts.entries))
        return self._show_standing(draft)

    def _show_standing(self, draft: Draft[S, A]) -> tuple[Effect, ...]:
        draft.show(*standing_cues(draft))
        return self._finish(draft)

    def is_due(self, now: float) -> bool:
        """Whether a window of the rules has run out and nothing followed yet."""
        return not self._facts.halted and self._facts.clocks.due(now) is not None

    def handle(self, message: Message, now: float) -> tuple[Effect, ...]:
        """What a message that arrives at `now` (s) leads to.  Nothing but camera words while the record is out of order.

        Windows that have run out come before the message: it is too late for them.
        """
        draft = self._draft(now)
        if not self._facts.halted:
            run_out(draft)
        if isinstance(message, Tick):
            self._pass_time(draft)
        elif self._facts.halted:
            return ()
        elif isinstance(message, FrameRead):
            see(draft, self._pictures.told(message.result), self._referee)
        else:
            obey(draft, message, self._answers)
        draft.follow_clocks()
        return self._finish(draft)

    def halt(self, before: Facts[S], why: str, now: float) -> tuple[Effect, ...]:
        """Go back to `before` because the last step could not be recorded, and accept nothing until `go_on`."""
        stopped = before.clocks.stop(now)
        self._facts = replace(before, halted=f"Nothing is accepted for now: {why}", clocks=stopped)
        draft = self._draft(now)
        draft.show(Cue(CueKind.UNSURE))
        return self._finish(draft)

    def go_on(self, now: float) -> tuple[Effect, ...]:
        """The record can be written again."""
        self._facts = replace(self._facts, halted="", clocks=replace(self._facts.clocks, stopped=False))
        draft = self._draft(now)
        draft.follow_clocks()
        return self._show_standing(draft)

    def fault(self, before: Facts[S], why: str, now: float) -> tuple[Effect, ...]:
        """Go back to `before` because a step failed that should not have, and say so in words; play goes on by hand."""
        remedy = "Nothing recorded is lost. Enter the action on the page; if it happens again, restart."
        clocks = before.clocks
        while (due := clocks.due(now)) is not None:
            # What followed may have been what failed; tried again at every step it would fail for ever.
            clocks = clocks.ran_out(due.window.key, now)
        self._facts = replace(before, rest=Rest(), camera=CameraStatus(CameraLight.RED, why, remedy), clocks=clocks)
        return self._finish(self._draft(now))

    def _pass_time(self, draft: Draft[S, A]) -> None:
        seen = draft.facts.read_at_s
        if seen is not None and draft.now - seen > CAMERA_LOST_S:
            draft.change(rest=Rest(), reading=None, still=None, touched=None)
            words = f"No picture from the camera for more than {CAMERA_LOST_S:.0f} s."
            draft.say(CameraLight.RED, words, f"Check its cable. {PLAY_BY_HAND}")

    def _draft(self, now: float) -> Draft[S, A]:
        return Draft(self.game, self.seats, self._facts, now)

    def _finish(self, draft: Draft[S, A]) -> tuple[Effect, ...]:
        self._facts = draft.facts
        snapshot = self._album.take(draft.facts)
        return tuple(draft.effects) if snapshot is None else (*draft.effects, Publish(snapshot))


def _has_begun(stored: StoredGame) -> bool:
    return any(entry.kind in PLAYED or entry.kind is EntryKind.TAKE_OVER for entry in stored.entries)


def unrecorded(game: Game[S, A], state: S, seats: tuple[Seat, ...]) -> StoredGame:
    """A game from that position that no journal keeps."""
    return StoredGame(0, game.id, game.write_position(state), seats)
