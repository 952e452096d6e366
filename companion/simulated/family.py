"""An evening as families play it, for measuring the judge: quick, careless, two turns at once, half-done acts left lying.

The clock is set, not read: frame after frame people do something, the eye sees it, the table says something.  What people
did is known here to the last tile, so that everything the table says can be checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.core.game import CLOCK, Game, KeepsTime, Slip
from companion.core.grid import Place
from companion.core.messages import Answer, Command, Done, Enter, FrameRead
from companion.core.scene import Scene
from companion.journal.entry import Entry
from companion.simulated.choosing import chooser
from companion.simulated.halfway import half_done
from companion.simulated.rehearsal import dealt
from companion.simulated.sight import may_be, sight_key
from companion.simulated.stage import changed_places
from companion.simulated.table_talk import Eye, Moment, TableTalk, is_accusation, is_ruling
from companion.simulated.tally import Accused, Tally
from companion.table.clocks import timed
from companion.table.referee_port import Referee

FRAME_S = 0.2
LAWFUL_LOOKS = 400
LONGEST_WINDOW_S, WAITING_STEP_S = 120.0, 2.0
"""People look at the clock of the rules so often, and no longer than that."""

MOST_ACTS = 80
"""A turn that goes on for longer is counted as one all the same."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often people do what makes a judge's life hard (chances), and how long things take (seconds)."""

    half_done: float = 0.15
    half_done_s: tuple[float, float] = (0.5, 3.0)
    straight_on: float = 0.12
    hovers: float = 0.08
    nudges: float = 0.08
    sleeves: float = 0.05
    wrong_back: float = 0.25
    reach_s: tuple[float, float] = (0.6, 1.4)
    think_s: tuple[float, float] = (0.6, 2.0)
    answer_s: float = 1.2
    tell_s: float = 4.6
    press_done_s: float = 7.0
    give_up_s: float = 16.0
    slip_every: int = 5


class Family:
    """Plays one evening; `play` goes on until the game is over or so many turns are counted."""

    def __init__(
        self, game: Game[Any, Any], state: Any, seed: int, eye: Eye, referee: Referee[Any], tally: Tally, habits: Habits
    ) -> None:
        self.game, self.seed, self.eye, self.tally, self.habits = game, seed, eye, tally, habits
        self.random = Random(f"family {seed}")
        self.choose = chooser(game, self.random)
        self._referee = referee
        self.talk = TableTalk(game, state, referee)
        self.talk.agreed(0, 0)
        self.truth = dealt(game, state, seed)
        self.scene = game.scene(self.truth)
        self.now_s, self._frames = 0.0, 0
        self.out_s = 0.0
        self.slip: Slip | None = None
        self.righted: Scene | None = None
        self.bad_turn = ""
        self._nudged: tuple[Place, ...] = ()
        self._sleeve: tuple[Place, ...] = ()
        self._sleeve_ends_s = 0.0
        self._asked, self._asked_s = -1, 0.0
        self._accused = False

    # Frames and words ------------------------------------------------------------------------------------------
    def frame(self, hand: tuple[Place, ...] | None = None, seat: str = "", progress: float = 0.0) -> None:
        """One frame passes."""
        self.now_s += FRAME_S
        self._frames += 1
        if self.now_s >= self._sleeve_ends_s:
            self._sleeve = ()
        moment = Moment(self.scene, hand, seat, progress, self._sleeve, self._nudged)
        self.say(FrameRead(self.eye.look(moment, self._frames, self.now_s)))
        if self._accused:
            # Whoever did nothing wrong says so, and the record is set right.
            self._accused = False
            self._set_right("falsely accused")

    def looked_over(self) -> None:
        """Record and table were compared by everybody and agree."""
        self.talk.agreed(self._frames, self.talk.table.facts.look)

    def say(self, message: Command | FrameRead) -> None:
        told = self.talk.hear(message, self.now_s)
        if isinstance(message, FrameRead) and any(is_ruling(entry) for entry in told):
            self.tally.ruling_s.append(self.now_s - self.out_s)
        self.judged(told)

    def judged(self, told: Sequence[Entry]) -> None:
        """Count what was said of anybody without a reason."""
        for entry in told:
            if is_accusation(entry) and not self._deserved(entry):
                codes = ", ".join(broken.code for broken in entry.violations)
                self.tally.false_accusations.append(self._place_of(f"{codes}: {entry.sentence} [{entry.text}]"))
                self._accused = True

    def _deserved(self, entry: Entry) -> bool:
        """Whether somebody did break a rule: while a slip lies there, whatever it is called; while it is put right, only by its
        own name, or by one for what does not lie as it should."""
        if self.slip is None or self.righted is None:
            return self.slip is not None
        same = {broken.code for broken in entry.violations} & {broken.code for broken in self.slip.violations}
        return bool(same) or not set(changed_places(self.scene, self.righted)).isdisjoint(entry.places)

    def bad(self, why: str) -> None:
        """This turn was not understood without help."""
        self.bad_turn = self.bad_turn or why

    def _place_of(self, told: str) -> Accused:
        position = self.game.write_position(self.talk.table.state)
        return Accused(self.seed, self.truth.ply, position, " ".join(self.talk.missing), told)

    def wait(self, seconds: float) -> None:
        ends = self.now_s + seconds
        while self.now_s < ends:
            self.frame()
            self._answer()

    # A turn ----------------------------------------------------------------------------------------------------
    @property
    def over(self) -> bool:
        return self.game.outcome(self.truth) is not None

    def turn_number(self) -> int:
        return self.game.view(self.truth, None).turn

    def act(self) -> None:
        """One lawful act of whoever is to act."""
        if self._clock_went_first():
            return
        before = self.truth
        seat, choices = self.game.actor(before) or "", self.game.actions(before)
        action = self._in_time(self.choose(before, choices))
        if self.truth is not before:
            # While people waited the clock of the rules went on.
            return
        if not self.game.rule(before, action).legal:
            # The time is over for what was meant; the clock says so with the next frame.
            self.frame()
            return
        token, played = self.game.write(action), self.game.play(before, action)
        after = self.game.scene(dealt(self.game, played, self.seed))
        if sight_key(after) == sight_key(self.scene):
            # What the clock has entered already nobody has to tell.
            told = self._on_record(self.game.play(self.talk.public, action))
            tell = not told and self.game.at_rest(played) and max(len(choices), len(self.game.actions(self.talk.public))) > 1
            if tell:
                self.await_record()
            if self.truth is not before:
                return
            if tell:
                # Time has passed meanwhile: what is said is said now.
                action = timed(self.game, self.talk.table.facts.clocks, self.talk.public, action, self.now_s)
                if not self.game.rule(before, action).legal:
                    return
                token, played = self.game.write(action), self.game.play(before, action)
            untold = (*self.talk.missing, token) if tell else ()
            self._done(token, played)
            self.scene = after
            for one in untold:
                self.say(Enter(one, seat))
            return
        half = self._half(before, choices, after)
        self._done(token, played)
        if half is not None:
            self.reach(seat, half)
            self.wait(self.random.uniform(*self.habits.half_done_s))
        self.reach(seat, after)
        if self.game.at_rest(self.truth):
            self._disturb(seat)
            if self.random.random() > self.habits.straight_on:
                self.wait(self.random.uniform(*self.habits.think_s))

    def _clock_went_first(self) -> bool:
        """Whether a time of the rules ran out and the record went on by itself; then everybody goes along."""
        told = [entry for entry in self.talk.table.facts.entries if entry.text]
        if not told or told[-1].by != CLOCK or self._on_record(self.talk.public):
            return False
        action = self.game.read(told[-1].text)
        if not self.game.rule(self.talk.public, action).legal:
            return False
        after = self.game.play(self.talk.public, action)
        # What the record cannot name, such as a coin that nobody saw, must not count here.
        if not self._on_record(after) and not self.talk.knows(after):
            return False
        self._done(told[-1].text, self.game.play(self.truth, action))
        self.scene = self.game.scene(self.truth)
        return True

    def _on_record(self, state: Any) -> bool:
        """Whether the table knows that state already, whatever number of actions led to it."""
        return self.game.write_position(state) == self.game.write_position(self.talk.table.state)

    def _in_time(self, action: Any) -> Any:
        """The action as the rules' clock lets it be done: at its second, and not before the window it waits for is over."""
        game, public = self.game, self.talk.public
        if not isinstance(game, KeepsTime) or not game.windows(public):
            return action
        key, began = game.waits_for(public, action), self.now_s
        clocks = self.talk.table.facts.clocks
        told = timed(game, clocks, public, action, self.now_s)
        if told == action and not (key and key not in clocks.over):
            return action
        self.await_record()
        while key and key not in self.talk.table.facts.clocks.over and self.now_s - began < LONGEST_WINDOW_S:
            self.now_s += WAITING_STEP_S
            self.frame()
            self._answer()
        return timed(game, self.talk.table.facts.clocks, self.talk.public, action, self.now_s)

    def _done(self, token: str, played: Any) -> None:
        self.truth = dealt(self.game, played, self.seed)
        self.talk.played(token)

    def _half(self, before: Any, choices: Sequence[Any], after: Scene) -> Scene | None:
        """How the act lies half done for a moment, if people pause in it; never as lawful play may leave the table."""
        if self.random.random() >= self.habits.half_done or not self.game.at_rest(before) or len(choices) > LAWFUL_LOOKS:
            return None
        half = half_done(self.scene, after, self.random)
        if half is None:
            return None
        lawful = {sight_key(self.game.scene(self.game.play(before, choice))) for choice in choices}
        return None if sight_key(half) in lawful | {sight_key(self.scene)} else half

    # Hands -----------------------------------------------------------------------------------------------------
    def reach(self, seat: str, after: Scene) -> None:
        """A hand comes, changes the table and goes."""
        frames = max(3, round(self.random.uniform(*self.habits.reach_s) / FRAME_S))
        places = changed_places(self.scene, after)
        for number in range(frames):
            if number == frames // 2:
                self.scene, self._nudged = after, ()
            self.frame(places, seat, (number + 0.5) / frames)
        self.out_s = self.now_s

    def _disturb(self, seat: str) -> None:
        """A hand that does nothing, a tile pushed a little, a sleeve over some cells."""
        random, habits, cells = self.random, self.habits, self.game.layout.cells()
        if random.random() < habits.hovers:
            for number in range(4):
                self.frame((random.choice(cells),), seat, (number + 0.5) / 4)
            self.out_s = self.now_s
        if random.random() < habits.nudges:
            self._nudged = (random.choice(cells),)
        if random.random() < habits.sleeves:
            self._sleeve = tuple(random.sample(cells, min(3, len(cells))))
            self._sleeve_ends_s = self.now_s + random.uniform(0.6, 3.0)

    # What the companion says -----------------------------------------------------------------------------------
    def await_record(self) -> None:
        """Wait until what was done is on record; press Done, then help, when it takes too long."""
        begun, done_pressed = self.now_s, False
        while True:
            standing = self.talk.standing()
            if standing == "wrong" and self._clock_went_first():
                continue
            # Whoever is asked about it is not passed over in silence.
            if standing == "wrong" and not self.talk.doubted:
                self.wrongly_accepted()
                return
            if (standing == "in step" or self.talk.card_in_hand()) and self.talk.question is None:
                return
            if self._round_trip() and self.now_s - begun >= self.habits.tell_s:
                # Whoever plays there and back before anybody could look says what was done.
                for token in self.talk.missing:
                    self.say(Enter(token, self.game.actor(self.talk.table.state)))
            if not done_pressed and self.now_s - begun >= self.habits.press_done_s:
                done_pressed = True
                self.tally.done_pressed += 1
                self.bad("Done had to be pressed")
                self.say(Done(self.game.actor(self.truth)))
            if self.now_s - begun >= self.habits.give_up_s:
                self.help("entered by hand")
                return
            self.frame()
            self._answer()

    def _round_trip(self) -> bool:
        """Whether something was done that the record lacks, and the table looks as on record, with no look between."""
        facts = self.talk.table.facts
        untold = self.talk.question is None and not facts.between.looks and bool(self.talk.missing)
        return untold and may_be(self.game.scene(facts.state), self.scene)

    def wrongly_accepted(self) -> None:
        """The companion took something for done that nobody did, by itself or because somebody gave a wrong answer."""
        found = self._place_of(" ".join(self._recorded()))
        if self.talk.answered_last():
            self.tally.misled.append(found)
            self.help("none of the answers was right, and the nearest one misled")
            return
        if self.talk.all_done():
            self.help("the record lacked what no look had shown")
            return
        if not self.bad_turn:
            # Once a turn: what was misread once is mostly misread again.
            self.tally.wrong_acceptances.append(found)
        self.help("took something for done that was not")

    def _recorded(self) -> list[str]:
        return [entry.text for entry in self.talk.table.facts.entries if entry.text][-4:]

    def help(self, why: str) -> None:
        """The record is set right by hand; the table goes on from what really happened."""
        self._set_right(why)
        self.frame()

    def _set_right(self, why: str) -> None:
        self.bad(why)
        self.tally.helped += 1
        look = self.talk.table.facts.look
        self.talk = TableTalk(self.game, self.talk.public, self._referee)
        self.talk.agreed(self._frames, look)

    def _answer(self) -> bool:
        """Answer an open question after a moment; whether one was answered."""
        asked = self.talk.question
        if asked is None:
            return False
        if asked.number != self._asked:
            self._asked, self._asked_s = asked.number, self.now_s
            self.tally.questions += 1
            if self.slip is None and self.talk.sight_suffices(self.scene):
                self.tally.needless_questions += 1
                self.bad(f"asked needlessly: {asked.question.text[:40]}")
        if self.slip is not None or self.now_s - self._asked_s < self.habits.answer_s:
            return False
        number = self.talk.honest_answer()
        if number is None and self.now_s - self._asked_s < self.habits.tell_s:
            # What was asked about may have been put back since, and the next look tells the companion so.
            return False
        self._asked_s = self.now_s + 5.0
        if number is None:
            self.help("no answer was right")
        else:
            self.say(Answer(asked.number, number, asked.question.seat))
        return True
