"""The simulated players: one state machine that turns legal play, and mistakes on request, into gestures over time.

Time is a parameter and chance a generator handed in, so a whole evening can be played again from its seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import Any

from companion.core.game import CLOCK, TABLE, Game, KeepsSecrets, Slip
from companion.core.messages import Answer, AskedQuestion, Command, Done, Enter, LineKind, LogLine, Snapshot, TakeBack
from companion.core.scene import Scene
from companion.simulated.retold import admits, mends, same_action, state_after, tells, untold
from companion.simulated.stage import Reach, Stage, changed_places
from companion.simulated.visible import first_plain, mistake_shows
from companion.table.asking_again import RIGHT

ANY_WAY = "any"
"""The way of cheating that leaves the choice to the simulated players."""


MOST_PLIES = 600
"""Simulated players agree to stop after so many actions: a few positions never end by themselves."""

LOOKED_AT_S = 8.0
"""So long people wait until the set-up has been looked at, if nobody says what is amiss."""

MOST_FORCED = 6
"""So many actions in a row may be forced and leave no trace."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long simulated people take, in seconds of table time."""

    think_s: float = 0.6
    reach_s: float = 1.4
    read_ruling_s: float = 3.0
    press_done_s: float = 6.0
    give_up_s: float = 30.0

    def faster(self, factor: float) -> Pace:
        """The same people `factor` times as quick; how long they wait for the companion stays."""
        return replace(
            self,
            think_s=self.think_s / factor,
            reach_s=self.reach_s / factor,
            read_ruling_s=self.read_ruling_s / factor,
        )


@dataclass(frozen=True, slots=True)
class CheatReport:
    """One mistake made on purpose: its code, and what the companion called it (None: it said nothing)."""

    wanted: str
    named: str | None
    ply: int

    @property
    def right(self) -> bool:
        return self.wanted == self.named


@dataclass(frozen=True, slots=True)
class _Gesture:
    """One reach into the table that changes `before` to `after`."""

    seat: str
    before: Scene
    after: Scene
    started_s: float


class _Phase(Enum):
    PLAYING = "playing"
    SLIPPED = "a mistake lies on the table, its ruling is awaited"
    REPAIRING = "the table was put right, the companion has to notice"


class Director:
    """Plays the game `truth` on a simulated table and watches what the companion publishes, as people watch its lamps."""

    def __init__(
        self,
        game: Game[Any, Any],
        truth: Any,
        random: Random,
        choose: Callable[[Any, Sequence[Any]], Any],
        deal: Callable[[Any], Any],
        pace: Pace | None = None,
        by_hand: bool = False,
        known: Any | None = None,
    ) -> None:
        """`choose(state, actions)` picks the action a player makes; `truth` knows what lies face down, and `deal` fills in
        what it stopped knowing (two tiles that were mixed out of sight).  `by_hand`: the companion has no eye, so players
        enter each action, a wrong one too, as soon as it lies on the table.  `known` is as much of the truth as everybody
        may know (None: all of it): nobody breaks a rule in a way that only a hidden hand of cards would tell."""
        self.game, self.truth, self.random, self.choose, self.deal = game, truth, random, choose, deal
        self.pace, self.by_hand = pace or Pace(), by_hand
        self.scene = game.scene(truth)
        self.running = True
        self.pending: str | None = None
        self.told = ""
        self.reports: list[CheatReport] = []
        self.false_rulings = 0
        self.helped = 0
        self._phase = _Phase.PLAYING
        self._gesture: _Gesture | None = None
        self._slip: Slip | None = None
        self._done_actions: list[str] = []
        self._start, self._known = truth, truth if known is None else known
        self._turn_goes_on = False
        self._since_s = 0.0
        self._read_since_s: float | None = None
        self._said: set[str] = set()
        self._answered = 0
        self._log_seen = self._slip_line = 0
        self._started = False
        self._came_s = 0.0

    @property
    def over(self) -> bool:
        return self.game.outcome(self.truth) is not None

    def cheat(self, way: str | None) -> None:
        """Break a rule in that way (its code, or ANY_WAY) as soon as the position offers it; None: think better of it."""
        self.pending = way
        self.told = "" if way is None else "A player is waiting for the chance."

    def step(self, now_s: float, snapshot: Snapshot | None) -> Stage:
        """What the table shows at `now_s`, given what the companion last published."""
        if not self._started:
            self._started, self._came_s = True, now_s
            self._rest(now_s)
        if self._gesture is not None:
            return self._move_hand(self._gesture, now_s)
        if snapshot is None:
            return Stage(self.scene)
        if not snapshot.begun and not self.by_hand and now_s - self._came_s < LOOKED_AT_S:
            return Stage(self.scene)
        self._obey_clock(now_s, snapshot)
        self._count_false_rulings(snapshot)
        says = self._answer(snapshot)
        if self._phase is _Phase.SLIPPED:
            says += self._await_ruling(now_s, snapshot)
        elif self._phase is _Phase.REPAIRING:
            says += self._await_peace(now_s, snapshot)
        else:
            says += self._play_on(now_s, snapshot)
        return Stage(self.scene, says=says)

    # A hand in the picture -------------------------------------------------------------------------------------
    def _move_hand(self, gesture: _Gesture, now_s: float) -> Stage:
        progress = (now_s - gesture.started_s) / self.pace.reach_s
        if progress >= 0.5:
            self.scene = gesture.after
        if progress >= 1:
            self._gesture = None
            self._rest(now_s)
            return Stage(self.scene)
        return Stage(self.scene, Reach(gesture.seat, changed_places(gesture.before, gesture.after), progress))

    def _reach(self, now_s: float, seat: str, after: Scene) -> None:
        self._gesture = _Gesture(seat, self.scene, after, now_s)

    def _rest(self, now_s: float) -> None:
        self._since_s = now_s
        self._said.clear()

    def _once(self, what: str, now_s: float, after_s: float) -> bool:
        """True once after that long at rest: people say a thing once and then wait."""
        if what in self._said or now_s - self._since_s < after_s:
            return False
        self._said.add(what)
        return True

    # Legal play ------------------------------------------------------------------------------------------------
    def _untold(self, snapshot: Snapshot, more: Sequence[str] = ()) -> int:
        """How many of the last actions done, and some more, the companion does not know of; below zero, what it made up."""
        written = self._written(snapshot.log)
        ply = snapshot.views[None].ply
        told = [written.get(number, "") for number in range(self._start.ply, ply)]
        return untold(told, [self._public(token) for token in (*self._done_actions, *more)])

    def _written(self, log: Sequence[LogLine]) -> dict[int, str]:
        return {one.ply: one.action for one in log if one.action}

    def _play_on(self, now_s: float, snapshot: Snapshot) -> tuple[Command, ...]:
        missing = self._untold(snapshot)
        if missing > 0 and not self._turn_goes_on:
            # While a time runs people watch it.
            watched = any(not window.over for window in snapshot.windows) and not self.by_hand
            return () if watched else self._hurry(now_s, missing)
        if not missing:
            self._take_over_times(now_s, snapshot)
        if missing < 0 and self._accepted_too_much(snapshot):
            self._phase = _Phase.REPAIRING
            self._rest(now_s)
            return ()
        if not self.over and self.running and now_s - self._since_s >= self.pace.think_s:
            if self.truth.ply >= MOST_PLIES and self.game.agreed is not None:
                return self._stop()
            return self._act(now_s, snapshot)
        return ()

    def _take_over_times(self, now_s: float, snapshot: Snapshot) -> None:
        """Of those who said the same the first counts, and the record says when it was said: `b:P1=3` is on it as `b:P1=3@12`."""
        line = next((one for one in reversed(snapshot.log) if one.action), None)
        said = self._public(self._done_actions[-1]) if self._done_actions else ""
        if line is not None and said and line.action.startswith(said) and not same_action(line.action, said):
            self._follow(now_s, snapshot, line)

    def _do(self, before: Any, token: str) -> None:
        self.truth = self.deal(self.game.play(before, self.game.read(token)))
        self._done_actions.append(token)

    def _stop(self) -> tuple[Command, ...]:
        """Everybody agrees that it is late."""
        seat = self.game.actor(self.truth)
        self._do(self.truth, str(self.game.agreed))
        return (Enter(str(self.game.agreed), seat),)

    def _act(self, now_s: float, snapshot: Snapshot) -> tuple[Command, ...]:
        """Make a move or a mistake; what leaves no trace although there was a choice is tapped, as people do."""
        seat = self.game.actor(self.truth) or ""
        slip = self._wanted_slip()
        if slip is not None:
            self._slip, self.pending, self._phase = slip, None, _Phase.SLIPPED
            self.told = f"Cheating now: {slip.violations[0].code}."
            self._reach(now_s, seat, slip.scene)
            return ()
        before = self.truth
        choices = self.game.actions(before)
        action = self.choose(before, choices)
        self._do(before, self.game.write(action))
        after = self.game.scene(self.truth)
        shows = bool(changed_places(self.scene, after))
        # Nobody stops with a gap on the table or a piece in the hand, nor waits for what cannot be seen.
        unfinished = not self.game.at_rest(self.truth)
        self._turn_goes_on = unfinished or (not shows and self.game.actor(self.truth) == self.game.actor(before))
        if shows:
            self._reach(now_s, seat, after)
            return ()
        self._rest(now_s)
        if max(len(choices), len(self._choices_known())) < 2:
            return ()
        # What the rules forced before, and nobody saw, is told with it.
        missing = self._untold(snapshot)
        return tuple(Enter(token, seat) for token in self._done_actions[-missing:]) if missing > 0 else ()

    def _hurry(self, now_s: float, missing: int) -> tuple[Command, ...]:
        """People whose turn is not taken up press "done", and at last enter by hand what they did."""
        seat = self.game.actor(self.truth)
        if not self.by_hand and self._once("done", now_s, self.pace.press_done_s):
            return (Done(seat),)
        if self._once("by hand", now_s, 0.0 if self.by_hand else self.pace.give_up_s):
            self.helped += 1
            return tuple(Enter(action, seat) for action in self._done_actions[-missing:])
        return ()

    # Mistakes --------------------------------------------------------------------------------------------------
    def _wanted_slip(self) -> Slip | None:
        """A mistake of the wanted way that shows on the table, if this position offers one."""
        # While a card that was drawn is in the hand nobody can tell what was left undone: to all it is still to be drawn.
        if self.pending is None or self.game.actor(self.truth) == TABLE:
            return None
        slips = [
            slip
            for slip in self.game.slips(self.truth)
            if self.pending in (ANY_WAY, slip.violations[0].code)
            and mistake_shows(self.game.catalogue, self.scene, slip.scene)
            and (slip.action or not self.by_hand)
        ]
        self.random.shuffle(slips)
        known = self._known_after(self._done_actions)
        known = self.truth if known is None else known
        return first_plain(self.game, known, [slip for slip in slips if self._same_rule(known, slip)])

    def _known_after(self, actions: Sequence[str]) -> Any:
        """What everybody may know after these actions."""
        return state_after(self.game, self._known, [self._public(token) for token in actions])

    def _choices_known(self) -> Sequence[Any]:
        """What could have been done instead of the last action, as far as everybody knows: a hand of cards may hold anything."""
        known = self._known_after(self._done_actions[:-1])
        return self.game.actions(known) if known is not None and self.game.outcome(known) is None else ()

    def _same_rule(self, known: Any, slip: Slip) -> bool:
        """Whether the same rule is broken by what everybody may know: that somebody does not hold a card no camera sees."""
        if not slip.action:
            return True
        broken = self.game.rule(known, self.game.read(slip.action)).violations
        return bool(broken) and broken[0].code == slip.violations[0].code

    def _await_ruling(self, now_s: float, snapshot: Snapshot) -> tuple[Command, ...]:
        assert self._slip is not None
        wanted = self._slip.violations[0].code
        if self.by_hand:
            return self._await_note(now_s, snapshot, self._slip)
        if snapshot.trouble is not None:
            return self._read_ruling(now_s, wanted, snapshot.trouble)
        if self._begun(snapshot):
            # The lawful act that was meant is on record, as it was done; what was wrong about it is still to be named.
            self._do(self.truth, self._slip.intended)
            self._slip = replace(self._slip, intended="")
        if self._accepted_too_much(snapshot):
            self._put_right(now_s, wanted, None)
            return ()
        if self._once("done", now_s, self.pace.press_done_s):
            return (Done(self.game.actor(self.truth)),)
        if self._once("give up", now_s, self.pace.give_up_s):
            self._put_right(now_s, wanted, None)
        return ()

    def _begun(self, snapshot: Snapshot) -> bool:
        """Whether just the lawful act is on record in whose place the mistake was made."""
        meant = "" if self._slip is None else _meant(self._slip)
        line = next((one for one in reversed(snapshot.log) if one.action), None)
        return bool(meant) and line is not None and same_action(line.action, meant) and self._untold(snapshot, [meant]) == 0

    def _await_note(self, now_s: float, snapshot: Snapshot, slip: Slip) -> tuple[Command, ...]:
        """Without an eye the wrong action is entered, and the companion answers in its log."""
        wanted = slip.violations[0].code
        if self._once("enter it", now_s, 0.0):
            self._slip_line = self._log_seen
            return (Enter(slip.action, self.game.actor(self.truth)),)
        told = [line for line in snapshot.log if line.number > self._slip_line and line.violations]
        if told:
            return self._read_ruling(now_s, wanted, told[0])
        if self._once("give up", now_s, self.pace.press_done_s):
            self._put_right(now_s, wanted, None)
        return ()

    def _read_ruling(self, now_s: float, wanted: str, trouble: LogLine) -> tuple[Command, ...]:
        """People take a moment to read what was wrong before they put it right."""
        if self._read_since_s is None:
            self._read_since_s = now_s
        elif now_s - self._read_since_s >= self.pace.read_ruling_s:
            self._put_right(now_s, wanted, trouble.violations[0].code if trouble.violations else None)
        return ()

    def _put_right(self, now_s: float, wanted: str, named: str | None) -> None:
        report = CheatReport(wanted, named, self.truth.ply)
        self.reports.append(report)
        verdict = "named rightly" if report.right else f"the companion said: {named or 'nothing'}"
        self.told = f"Cheated: {wanted}; {verdict}. Putting it right."
        self._phase, self._slip, self._read_since_s = _Phase.REPAIRING, None, None
        self._reach(now_s, self.game.actor(self.truth) or "", self.game.scene(self.truth))

    def _await_peace(self, now_s: float, snapshot: Snapshot) -> tuple[Command, ...]:
        if snapshot.trouble is None and not self._accepted_too_much(snapshot):
            self._phase = _Phase.PLAYING
            self._rest(now_s)
        elif self._once("take back", now_s, self.pace.press_done_s) and self._accepted_too_much(snapshot):
            return (TakeBack(snapshot.log[-1].seat),)
        elif self._once("done", now_s, 2 * self.pace.press_done_s):
            return (Done(self.game.actor(self.truth)),)
        elif self._once("give in", now_s, self.pace.give_up_s) and self._accepted_too_much(snapshot):
            # What the companion took for done cannot be taken back any more: then it is done.
            self._phase = _Phase.PLAYING
            line = next(one for one in reversed(snapshot.log) if one.action)
            self._follow(now_s, snapshot, line)
        return ()

    def _accepted_too_much(self, snapshot: Snapshot) -> bool:
        """Whether the companion takes something for done that nobody did; what is forced and leaves no trace does not count."""
        state, scene, forced = self.truth, self.game.scene(self.truth), list[str]()
        for _ in range(MOST_FORCED):
            actions = self.game.actions(state) if self.game.outcome(state) is None else ()
            if len(actions) != 1 or self.game.scene(self.game.play(state, actions[0])) != scene:
                break
            state = self.game.play(state, actions[0])
            forced.append(self.game.write(actions[0]))
        return self._untold(snapshot, forced) < 0

    # The clock -------------------------------------------------------------------------------------------------
    def _obey_clock(self, now_s: float, snapshot: Snapshot) -> None:
        """When a time has run out everybody follows the record: it says at which second what was said, and what comes of it.

        Whatever was done since, and the companion had not taken up by then, came too late and is put back.
        """
        line = next((one for one in reversed(snapshot.log) if one.seat == CLOCK and one.kind is LineKind.LEGAL), None)
        if line is None or line.number <= self._log_seen or line.ply < self._start.ply:
            return
        self._follow(now_s, snapshot, line)

    def _follow(self, now_s: float, snapshot: Snapshot, line: LogLine) -> None:
        """Lay the table as the record says it lies after a line."""
        written = self._written(snapshot.log[: line.number])
        state, tokens = self._start, list[str]()
        for ply in range(self._start.ply, line.ply + 1):
            done = self._done_actions[len(tokens)] if len(tokens) < len(self._done_actions) else ""
            tokens.append(done if done and same_action(written[ply], self._public(done)) else written[ply])
            action = self.game.read(tokens[-1])
            if not self.game.rule(state, action).legal:
                return
            state = self.deal(self.game.play(state, action))
        self.truth, self._done_actions, self._turn_goes_on = state, tokens, False
        if self._phase is _Phase.PLAYING:
            self._rest(now_s)
            if changed_places(self.scene, self.game.scene(state)):
                self._reach(now_s, self.game.actor(state) or "", self.game.scene(state))

    def _public(self, token: str) -> str:
        return self.game.public_text(token) if isinstance(self.game, KeepsSecrets) else token

    # Talking with the companion --------------------------------------------------------------------------------
    def _answer(self, snapshot: Snapshot) -> tuple[Command, ...]:
        asked = snapshot.question
        if asked is None or asked.number <= self._answered:
            return ()
        self._answered = asked.number
        choice = self._recalled(asked, snapshot) if asked.question.choices[-1:] == (RIGHT,) else None
        choice = self._true_choice(asked, self._untold(snapshot)) if choice is None else choice
        return () if choice is None else (Answer(asked.number, choice, asked.question.seat),)

    def _recalled(self, asked: AskedQuestion, snapshot: Snapshot) -> int | None:
        """Which answer says what was done where the record has something else; None where there is no such answer."""
        written, state = self._written(snapshot.log), self._start
        for ply, done in enumerate(self._done_actions, state.ply):
            action = self.game.read(done)
            if ply in written and not same_action(written[ply], self._public(done)):
                label = self.game.label(state, action)
                return next((n for n, one in enumerate(asked.question.choices) if one.label.startswith(label)), None)
            state = self.deal(self.game.play(state, action))
        return None

    def _true_choice(self, asked: AskedQuestion, missing: int) -> int | None:
        """The answer an honest person gives: the one that tells what was done since the companion last knew, wrong or not, or a
        beginning of it.  None where no answer is true: then people say what they did in another way."""
        done = tuple(self._done_actions[-missing:]) if missing > 0 else ()
        choices = asked.question.choices
        if len(choices) > 1 and not any(choice.tells for choice in choices):
            # Whether something is taken back: who wants that presses the button for it.
            return len(choices) - 1
        if self._slip is not None:
            admitting = [n for n, choice in enumerate(choices) if admits(choice, self._slip)]
            exactly = [n for n in admitting if mends(choices[n], self._slip)]
            if admitting:
                return (exactly or admitting)[0]
            done = (*done, _meant(self._slip)) if _meant(self._slip) else done
        told = {n: choice.actions for n, choice in enumerate(choices) if choice.ruling is None}
        for is_true in (self._were_done, self._look_done):
            true = [n for n, actions in told.items() if is_true(actions, done)]
            if true:
                return max(true, key=lambda n: len(told[n]))
        return None

    def _were_done(self, told: tuple[str, ...], done: tuple[str, ...]) -> bool:
        """Whether these actions were done first; the answer that nothing was done is true where that is so."""
        if bool(told) != (bool(done) or self._slip is not None):
            return False
        return tells(told, done) or tells(told, [self._public(token) for token in done])

    def _look_done(self, told: tuple[str, ...], done: tuple[str, ...]) -> bool:
        """Whether others were done first that look the same: which tile was taken and put back nobody need know."""
        if not told:
            return False
        before = self._after(self._start, self._done_actions[: len(self._done_actions) - len(done)])
        one = None if before is None else self._after(before, told)
        if one is None:
            return False
        # What is told at once may have been done in two.
        others = (self._after(before, done[:count]) for count in (len(told), len(told) + 1) if count <= len(done))
        return any(other is not None and self._alike(one, other) for other in others)

    def _after(self, state: Any, actions: Sequence[str]) -> Any:
        return state_after(self.game, state, actions, self.deal)

    def _alike(self, one: Any, other: Any) -> bool:
        """Whether nobody at the table can tell two states apart, nor need to: also not by what can be known, such as the way a
        marble will roll on."""
        return bool(self.game.view(one, None) == self.game.view(other, None))

    def _count_false_rulings(self, snapshot: Snapshot) -> None:
        """Every broken rule announced while nobody had broken one is a false accusation."""
        for line in snapshot.log:
            if line.number > self._log_seen and line.kind is LineKind.ILLEGAL and self._phase is _Phase.PLAYING:
                self.false_rulings += 1
        self._log_seen = max((line.number for line in snapshot.log), default=self._log_seen)


def _meant(slip: Slip) -> str:
    """The lawful act that was done with a mistake in it: whoever slid a line and set its tile elsewhere did slide it."""
    return "" if slip.action else slip.intended
