"""The yardstick of the judge: evenings of a family that slips on purpose now and then, until enough turns are counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.core.finding import Finding, Settled
from companion.core.game import Game, KeepsSecrets, Slip
from companion.core.grid import Place, Zone
from companion.core.messages import Answer, Done
from companion.core.reading import NoReading, Reading
from companion.core.scene import Scene
from companion.referee.referee import Referee
from companion.simulated.family import MOST_ACTS, Family, Habits
from companion.simulated.halfway import put_back_wrongly
from companion.simulated.noise import SceneEye
from companion.simulated.retold import admits, mends
from companion.simulated.sight import SightKey, may_be, sight_key
from companion.simulated.stage import changed_places
from companion.simulated.table_talk import Eye, Moment
from companion.simulated.tally import Mistake, Tally
from companion.simulated.visible import first_plain, mistake_shows

NOTHING_SAID_S = 14.0
READ_RULING_S = 1.5
PEACE_S = 8.0
LOOKED_AGAIN, SHADOWS = 0.02, 0.2
"""How often light that drifts makes a still table be read again, and how often a look finds a place changed by a shadow."""

LAWFUL_LOOKS = 1200
"""So many lawful acts, one after the other, are tried to find what lawful play may look like."""

MOST_IN_A_ROW = 4

EyeOf = Callable[[Game[Any, Any], Any, int], Eye]
"""The eye for an evening, from the game, the state it begins with and a seed."""


class ScenesOnly:
    """An eye that reads scenes as `SceneEye` does; like the real one it reads a still table once, says when things move, counts
    its looks and tells which places changed since the last one."""

    def __init__(self, game: Game[Any, Any], state: Any, seed: int) -> None:
        self._random = Random(f"eye {seed}")
        layout = game.layout_of(state)
        self._places: list[Place] = [*layout.cells(), *(Zone(zone.name) for zone in layout.zones)]
        self._eye = SceneEye(game.catalogue, layout, self._random)
        self._last: tuple[Moment, Reading] | None = None
        self._looks, self._changed = 0, frozenset[Place]()
        self._moved = False

    def look(self, moment: Moment, frame: int, now_s: float) -> Reading | NoReading:
        if moment.hand is not None:
            self._moved = True
            return Reading(frame, now_s, (), (), frozenset(moment.hand), frozenset(), True, look=self._looks)
        if self._moved:
            self._moved = False
            return NoReading(frame, now_s, "moving", "something moves over the table", "wait until it lies still", frozenset())
        # Light drifts: now and then a still table is read again.
        if self._last is None or self._last[0] != moment or self._random.random() < LOOKED_AGAIN:
            self._changed = self._changed_since(moment)
            self._looks += 1
            self._last = moment, self._eye.read(moment.scene, moment.nudged, moment.covered)
        seen = self._last[1]
        return replace(seen, frame=frame, time_s=now_s, look=self._looks, changed=self._changed)

    def _changed_since(self, moment: Moment) -> frozenset[Place]:
        """The places whose pixels differ from the last look: by what lies there, is pushed or covered, or by a shadow."""
        shadow = (self._random.choice(self._places),) if self._random.random() < SHADOWS else ()
        if self._last is None:
            return frozenset(self._places)
        before = self._last[0]
        moved = {*before.nudged} ^ {*moment.nudged}
        return frozenset({*changed_places(before.scene, moment.scene), *before.covered, *moment.covered, *moved, *shadow})


class Timed:
    """A referee whose work is measured: milliseconds for each reading that tells of something, explanations considered.

    Time of this thread alone is counted, so that a busy machine does not change the figures.
    """

    def __init__(self, referee: Referee[Any], tally: Tally) -> None:
        self._referee, self._tally = referee, tally
        self._seen: tuple[object, object] = None, None
        self._spent, self._told = 0.0, False

    def judge(
        self, state: Any, reading: Reading, waited_s: float, done: bool = False, between: tuple[Reading, ...] = ()
    ) -> Finding:
        # On a board without tiles the claims about them are the same empty tuple all evening.
        if reading.tiles is not self._seen[0] or reading.pieces is not self._seen[1]:
            self.flush()
            self._seen = reading.tiles, reading.pieces
        began = time.thread_time()
        finding = self._referee.judge(state, reading, waited_s, done, between)
        self._spent += time.thread_time() - began
        if not isinstance(finding, Settled) or finding.actions:
            self._told = True
        return finding

    def may_explain(self, state: Any, reading: Reading, least: float) -> bool:
        """Asked while another reading is judged, to which it counts."""
        began = time.thread_time()
        may = self._referee.may_explain(state, reading, least)
        self._spent += time.thread_time() - began
        return may

    def flush(self) -> None:
        """Count the reading of before."""
        if self._told:
            self._tally.computing_ms.append(1000 * self._spent)
            self._tally.hypotheses.append(self._referee.hypotheses)
        self._spent, self._told = 0.0, False


class Trial:
    """Evenings of one game until so many turns are counted."""

    def __init__(self, game: Game[Any, Any], tally: Tally, seed: int, eye_of: EyeOf, habits: Habits | None = None) -> None:
        self.game, self.tally, self.seed, self._eye_of = game, tally, seed, eye_of
        self.habits = habits or Habits()
        self._codes: Counter[str] = Counter()
        self._since_slip = 0

    def run(self, turns: int, more: Callable[[], bool] = lambda: True) -> Tally:
        """Play until so many turns are counted, or `more` says that time is up."""
        evening = 0
        while self.tally.turns < turns and more():
            seed = self.seed * 1000 + evening
            state = self.game.start(self.game.setup({}))
            timed = Timed(Referee(self.game), self.tally)
            family = Family(self.game, state, seed, self._eye_of(self.game, state, seed), timed, self.tally, self.habits)
            self.tally.evenings += 1
            family.wait(0.8)
            # Before play begins people see to it that the eye sees the set-up as it lies.
            family.looked_over()
            while not family.over and self.tally.turns < turns and more():
                self._turn(family)
            timed.flush()
            evening += 1
        return self.tally

    def _turn(self, family: Family) -> None:
        self._since_slip += 1
        number, acts = family.turn_number(), 0
        while not family.over and family.turn_number() == number and acts < MOST_ACTS:
            due = self.habits.slip_every and self._since_slip >= self.habits.slip_every
            if due and family.random.random() < 0.6 and self.game.at_rest(family.truth) and self._slip(family):
                self._since_slip = 0
            family.act()
            acts += 1
        if family.over or family.random.random() >= self.habits.straight_on:
            family.await_record()
            self._close(family)
            family.wait(family.random.uniform(*self.habits.think_s))
        else:
            self._close(family)

    def _close(self, family: Family) -> None:
        tally = self.tally
        tally.turns += 1
        tally.understood += not family.bad_turn
        if family.bad_turn:
            tally.why_not[family.bad_turn] += 1
        family.bad_turn = ""

    # Slips -----------------------------------------------------------------------------------------------------
    def _slip(self, family: Family) -> bool:
        """Break a rule, see what the companion says, put it right; whether the position offered a slip that can be seen."""
        family.await_record()
        slip = self._choose(family)
        if slip is None:
            return False
        wanted, before = slip.violations[0].code, family.scene
        self._codes[wanted] += 1
        seat, ply = self.game.actor(family.truth) or "", family.talk.table.facts.ply
        family.slip, family.righted = slip, None
        family.reach(seat, slip.scene)
        named, noticed = self._await_ruling(family, ply)
        admitted = self._admit(family, slip) if named is None else None
        where = self._where(family, slip)
        self.tally.mistakes.append(Mistake(family.seed, family.truth.ply, wanted, named, noticed, where, admitted))
        self._put_right(family, seat, before)
        return True

    def _where(self, family: Family, slip: Slip) -> str:
        return f"{self.game.write_position(family.talk.public)} || {slip.action} || {slip.violations[0].places}"

    def _choose(self, family: Family) -> Slip | None:
        """The slip of a code that came up least so far; each look of the table counts as the first slip that makes it."""
        state, shown = family.truth, sight_key(family.scene)
        # Putting the last action back may be meant so, and is asked about.
        played = family.talk.table.facts.played[-MOST_IN_A_ROW:]
        lawful, before = lawful_looks(self.game, state), [self.game.scene(one.before) for one in played]
        known = self._as_all_may_call_them(family)
        looks: dict[object, Slip] = {}
        for slip in self.game.slips(state):
            key = sight_key(slip.scene)
            if key == shown or key in lawful or (known is not None and key not in known) or lies_as_in_any(before, slip.scene):
                continue
            if mistake_shows(self.game.catalogue, family.scene, slip.scene):
                looks.setdefault(key, slip if known is None else known[key])
        slips = list(looks.values())
        if not slips:
            return None
        family.random.shuffle(slips)
        slips.sort(key=lambda slip: self._codes[slip.violations[0].code])
        return first_plain(self.game, family.talk.table.state, slips)

    def _as_all_may_call_them(self, family: Family) -> dict[SightKey, Slip] | None:
        """The first slip of each look going by what everybody may know; None where nobody keeps secrets.

        What lies face down in a hand no eye can hold against anybody: where nothing else is wrong nobody slips so.
        """
        if not isinstance(self.game, KeepsSecrets):
            return None
        known: dict[SightKey, Slip] = {}
        for slip in self.game.slips(family.talk.public):
            known.setdefault(sight_key(slip.scene), slip)
        return known

    def _await_ruling(self, family: Family, ply: int) -> tuple[str | None, bool]:
        """What the companion called it (None: nothing), and whether it said anything about it."""
        began, pressed, asked = family.now_s, False, False
        while family.now_s - began < NOTHING_SAID_S:
            family.frame()
            trouble = family.talk.trouble
            if trouble is not None:
                code = trouble.violations[0].code if trouble.violations else ""
                family.wait(READ_RULING_S)
                return code, True
            if family.talk.table.facts.ply > ply:
                family.wrongly_accepted()
                return None, False
            asked = asked or family.talk.question is not None or family.talk.lost
            if not pressed and family.now_s - began > self.habits.press_done_s:
                pressed = True
                family.say(Done(self.game.actor(family.truth)))
        return None, asked

    def _admit(self, family: Family, slip: Slip) -> str | None:
        """Answer an open question truly, where the slip is among its answers; what the companion calls it then."""
        asked = family.talk.question
        right = family.talk.honest_answer() if family.talk.doubted else None
        if asked is not None and right is not None:
            # Whether something was read rightly before; what was done since is judged from there.
            family.say(Answer(asked.number, right, asked.question.seat))
            family.wait(self.habits.tell_s)
            return self._called(family)
        choices = () if asked is None else asked.question.choices
        number = next((number for number, choice in enumerate(choices) if admits(choice, slip) and mends(choice, slip)), None)
        if asked is None or number is None:
            return None
        family.say(Answer(asked.number, number, asked.question.seat))
        return self._called(family)

    def _called(self, family: Family) -> str | None:
        trouble = family.talk.trouble
        return trouble.violations[0].code if trouble is not None and trouble.violations else None

    def _put_right(self, family: Family, seat: str, before: Scene) -> None:
        wrong = put_back_wrongly(family.scene, before, family.random) if family.random.random() < self.habits.wrong_back else None
        family.righted = before
        # What lawful play may leave there nobody can call wrong by looking.
        if wrong is not None and sight_key(wrong) not in {sight_key(before), *lawful_looks(self.game, family.truth)}:
            family.reach(seat, wrong)
            family.wait(family.random.uniform(1.0, 5.0))
        family.reach(seat, before)
        # From now on every accusation is a false one: the hand is out and the table lies right.
        family.slip = family.righted = None
        began = family.now_s
        while family.now_s - began < PEACE_S and (family.talk.trouble is not None or family.talk.question is not None):
            family.frame()
        if family.talk.trouble is None and family.talk.standing() == "in step":
            self.tally.put_right += 1
        else:
            family.help("the table was right again and it was not noticed")


def lies_as_in_any(scenes: Sequence[Scene], lying: Scene) -> bool:
    """Whether the table may lie as in one of these scenes, of which some do not tell every tile and face."""
    return any(may_be(scene, lying) for scene in scenes)


def lawful_looks(game: Game[Any, Any], state: Any) -> set[SightKey]:
    """What lawful play may make of the table in a few acts: nobody can call that a slip by looking."""
    looks: set[SightKey] = set()
    known, layer, tried = {state}, [state], 0
    for _ in range(MOST_IN_A_ROW):
        following = []
        for before in layer:
            for action in game.actions(before) if game.actor(before) is not None else ():
                tried += 1
                if tried > LAWFUL_LOOKS:
                    return looks
                after = game.play(before, action)
                if after not in known:
                    known.add(after)
                    following.append(after)
                    looks.add(sight_key(game.scene(after)))
        layer = following
    return looks
