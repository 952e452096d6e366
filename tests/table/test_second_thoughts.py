"""Second thoughts: where the camera misread something before, nobody is accused for it; a plainly wrong record is mended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from kaese_eye import BEFORE_A_ROLL, KAESE, die_as, seen
from readings import reading_of

from companion.core.finding import Candidate, Finding, Question, Unclear
from companion.core.grid import Cell, Place
from companion.core.messages import FrameRead
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import ABSENT
from companion.games import find
from companion.games.alles_kaese.layout import SUPPLY
from companion.games.alles_kaese.scene import back_look
from companion.games.alles_kaese.slip_parts import with_looks
from companion.journal.entry import EntryKind
from companion.referee.referee import Referee
from companion.table.between import Between
from companion.table.rest import Rest
from companion.table.second_thoughts import AT_LAST_S, likeliest_lawful
from companion.table.sight import changed_places
from companion.table.table import Table, unrecorded


class Watched:
    """A table that is shown one reading after the other, each for ten seconds."""

    def __init__(self) -> None:
        self.state = KAESE.read_position(BEFORE_A_ROLL)
        self.table = Table(KAESE, unrecorded(KAESE, self.state, KAESE.seats(self.state)), Referee(KAESE))
        self.frame = 0

    def show(self, reading: Reading) -> list[tuple[EntryKind, str]]:
        count = len(self.table.facts.entries)
        for _ in range(20):
            self.frame += 1
            self.table.handle(FrameRead(replace(reading, frame=self.frame, time_s=self.frame / 2)), self.frame / 2)
        return [(entry.kind, entry.text) for entry in self.table.facts.entries[count:]]

    def after(self, *tokens: str) -> Any:
        for token in tokens:
            self.state = KAESE.play(self.state, KAESE.read(token))
        return self.state


def looked_at(game: Any, before: Any, looks: Iterable[tuple[Reading, Iterable[Place]]]) -> Table[Any, Any]:
    """A table that is shown these looks for ten seconds each, the changed places under a hand before all but the first."""
    table = Table(game, unrecorded(game, before, game.seats(before)), Referee(game))
    for look, (reading, places) in enumerate(looks, start=1):
        changed = frozenset(places)
        for frame in range(20 * look, 20 * look + 20):
            hand = frame == 20 * look and look > 1
            shown = replace(reading, frame=frame, time_s=frame / 2, look=look - hand, changed=changed, hand=hand,
                            hidden=changed if hand else frozenset())
            table.handle(FrameRead(shown), frame / 2)
    return table


@pytest.mark.parametrize("nats", [2.6, 6.0])
def test_a_die_that_was_probably_misread_accuses_nobody(nats: float) -> None:
    """A 6 was taken for a 5 with some doubt, or less; the look and the discard that only a 6 asks for break no rule."""
    watched = Watched()
    watched.show(seen(watched.state))
    assert watched.show(die_as(seen(watched.after("6")), "5", nats)) == [(EntryKind.ACTION, "5")]
    told = watched.show(die_as(seen(watched.after("P6", "-4^3")), "5", nats))
    assert EntryKind.IRREGULAR not in [kind for kind, _ in told]


def test_a_record_that_is_plainly_wrong_is_mended() -> None:
    """Once the eye sees the 6 the roll is told anew: both lines stay, and what followed is asked from there."""
    watched = Watched()
    watched.show(seen(watched.state))
    watched.show(die_as(seen(watched.after("6")), "5", 2.6))
    told = watched.show(seen(watched.after("P6", "-4^3")))
    assert told == [(EntryKind.UNDO, "5"), (EntryKind.ACTION, "6")]
    asked = watched.table.facts.question
    assert asked is not None and asked.question.choices[0].actions == ("P1",)


def test_a_record_without_doubt_stands() -> None:
    """Where the die was plain to see, the discard that nothing asks for is named."""
    watched = Watched()
    watched.show(seen(watched.state))
    watched.show(seen(watched.after("5")))
    wrong = next(slip for slip in KAESE.slips(watched.state) if slip.violations[0].code == "extra-discard-not-due")
    shown = with_looks(wrong.scene, (SUPPLY, back_look(3)))
    assert watched.show(seen(watched.state, shown)) == [(EntryKind.IRREGULAR, wrong.action)]


def test_a_wrong_record_explains_no_more_than_there_was_time_for() -> None:
    """Other accounts are judged with the time that hands had since the record last matched, as the account on record is."""
    watched, asked = Watched(), list[tuple[float, float | None]]()

    class Asked(Referee[Any]):
        def judge(self, state: Any, reading: Reading, waited_s: float, *more: Any) -> Finding:
            asked.append((waited_s, reading.busy_s))
            return super().judge(state, reading, waited_s, *more)

    watched.table = Table(KAESE, unrecorded(KAESE, watched.state, KAESE.seats(watched.state)), Asked(KAESE))
    watched.show(seen(watched.state))
    watched.show(die_as(seen(watched.after("6")), "5", 6.0))
    watched.show(die_as(seen(watched.after("P6", "-4^3")), "5", 6.0))
    assert {busy_s for waited_s, busy_s in asked if waited_s == AT_LAST_S} == {0.5}


def test_what_cannot_count_is_not_judged() -> None:
    """A die was misread perhaps, but no roll explains that somebody looked at the supply: nobody judges from there."""
    watched, asked = Watched(), list[float]()

    class Asked(Referee[Any]):
        def judge(self, state: Any, reading: Reading, waited_s: float, *more: Any) -> Finding:
            asked.append(waited_s)
            return super().judge(state, reading, waited_s, *more)

    watched.table = Table(KAESE, unrecorded(KAESE, watched.state, KAESE.seats(watched.state)), Asked(KAESE))
    watched.show(seen(watched.state))
    watched.show(die_as(seen(watched.after("6")), "5", 2.6))
    slip = next(slip for slip in KAESE.slips(watched.state) if slip.violations[0].code == "supply-looked-at")
    told = watched.show(die_as(seen(watched.state, slip.scene), "5", 2.6))
    assert [kind for kind, _ in told] == [EntryKind.IRREGULAR] and AT_LAST_S not in asked


def test_an_account_led_by_broken_rules_is_no_lawful_one() -> None:
    """Where nothing but slips is listed, lawful play is less likely than the last of them, not certain."""
    question = Question(None, "What happened?", ())
    slips = tuple(Candidate(("5",), -log_p, ("reroll",)) for log_p in (9.0, 12.0))
    assert likeliest_lawful(Unclear(question, slips)) == -12.0
    assert likeliest_lawful(Unclear(question, (*slips, Candidate((), -11.0)))) == -11.0


@pytest.mark.parametrize(("asked", "left"), [(1, 3), (2, 2), (3, 1)])
def test_how_it_lay_since_a_question_is_kept(asked: int, left: int) -> None:
    """An answer tells what the camera could not see; what it saw then and later is still to be explained."""
    looks = tuple(replace(seen(KAESE.read_position(BEFORE_A_ROLL)), frame=number) for number in (1, 2, 3))
    since = Between("before", looks, Rest(), looks[-1], 1.0).since("after", looks[asked - 1])
    assert (since.state, len(since.looks), since.lying) == ("after", left, looks[-1])


def test_the_last_act_may_have_been_half_done() -> None:
    """A row is pushed twice, then the first tile that came in is turned: it may be the same act, nobody is accused."""
    maze = find("librande-maze")
    before = maze.start(maze.setup({}))
    once = (maze.play(before, maze.read(token)) for token in ("sl:2W+0", "sl:2W+3"))
    scenes = [maze.scene(before), *(maze.scene(maze.play(state, maze.read("sl:2W+0"))) for state in once)]
    clear = [reading_of(scene, maze.catalogue, maze.layout_of(before)) for scene in scenes]
    changes = (changed_places(last, scene) for last, scene in pairwise([scenes[0], *scenes]))
    table = looked_at(maze, before, zip(clear, changes, strict=True))
    kinds = [entry.kind for entry in table.facts.entries]
    assert EntryKind.ACTION in kinds and EntryKind.IRREGULAR not in kinds


def test_what_may_still_have_been_in_the_hand_accuses_nobody() -> None:
    """A curve is told where perhaps none lay yet, then another lies there, which from the record looks like a second one: whoever
    laid it is asked which it was."""
    maze = find("mice-in-a-maze")
    before = maze.read_position("players: P1=R P2=Y P3=B; owners: P1=R P2=Y P3=B; order: R Y B; turn: R; step: 2; "
                                "tiles: b7=XYP1 c5=CGP2 g5=XRB1; handtiles: P2=XBK; mice: R=c5e Y=E4 B=Sd; pile: 8; hands: P2=up")
    place = Cell(2, 3)
    told, done = (maze.play(before, maze.read(token)) for token in ("d5=CRB1", "d5=CRK2"))
    clear = [reading_of(maze.scene(state), maze.catalogue, maze.layout_of(before)) for state in (before, told, done)]
    looks = (LikelyLook(maze.scene(told).tile(place), -0.15), LikelyLook(ABSENT, -2.3))
    clear[1] = replace(clear[1], tiles=tuple(TileClaim(place, looks) if one.place == place else one for one in clear[1].tiles))
    table = looked_at(maze, before, ((reading, {place} if number else ()) for number, reading in enumerate(clear)))
    asked = table.facts.question
    assert [entry.text for entry in table.facts.entries if entry.kind is EntryKind.ACTION] == ["d5=CRB1"]
    assert EntryKind.IRREGULAR not in [entry.kind for entry in table.facts.entries]
    assert asked is not None and "red-black curve" in asked.question.choices[0].label
