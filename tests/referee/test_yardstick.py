"""The yardstick of the judge: it counts right, plays the same evening from the same seed, and finds a judge that lies."""

from __future__ import annotations

from typing import Any

import pytest
from kaese_eye import BEFORE_A_ROLL, KAESE

from companion.app.decoding import decoding_ms
from companion.cli import main
from companion.commands.bench_referee import measure
from companion.core.finding import Finding, Irregular
from companion.core.grid import Cell, Place, Zone
from companion.core.messages import Enter
from companion.core.reading import NoReading, Reading
from companion.core.ruling import Ruling, Violation
from companion.core.scene import ABSENT, Look
from companion.games import find
from companion.journal.entry import Entry, EntryKind
from companion.simulated import trial
from companion.simulated.family import Family, Habits
from companion.simulated.halfway import with_look
from companion.simulated.stage import changed_places
from companion.simulated.table_talk import Moment, TableTalk
from companion.simulated.tally import Mistake, Tally, quantile

MICE = find("mice-in-a-maze")

CHANGED = (
    "players: P1=R P2=Y P3=B; owners: P1=R P2=Y P3=B; order: R Y B; turn: B; tiles: b7=XGP1 b6=COB2 c6=XBP1 d6=XOY1 e6=XYP0 "
    "f6=XOW0 g6=CRG3 g5=XGK0 g4=CYP2 d1=CWK3 e1=XRB1 f1=CGP0; mice: R=e6e Y=E6 B=Sd; pile: 8; hands: P3=up"
)
"""The own tile of P2 has just been changed for another, face down."""


def test_a_short_evening_is_followed_without_a_false_word() -> None:
    """A dozen careless turns with slips: nobody is accused falsely, nothing is taken for done that was not."""
    tally = measure(MICE, 12, 3, "scenes")
    assert (tally.turns, tally.false_accusations, tally.wrong_acceptances) == (12, [], [])
    assert [item.named for item in tally.mistakes] == [item.wanted for item in tally.mistakes] != []


def test_a_judge_that_accuses_anybody_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counter of false accusations can count."""

    class Liar(trial.Referee[Any]):
        def judge(self, *seen: Any) -> Finding:
            return Irregular(Ruling("", (Violation("no-reason", "I do not like it.", "none"),)), (), 9.0)

    monkeypatch.setattr(trial, "Referee", Liar)
    assert measure(MICE, 1, 3, "scenes").false_accusations != []


def test_what_is_said_while_a_slip_is_put_right_must_be_true_too() -> None:
    """While a slip lies there any accusation is deserved; while it is put right only its own name, or what is still amiss."""
    state = MICE.read_position(CHANGED)
    slip = next(slip for slip in MICE.slips(state) if changed_places(MICE.scene(state), slip.scene))
    tally = Tally("toy", "scenes")
    family = Family(MICE, state, 1, trial.ScenesOnly(MICE, state, 1), trial.Referee(MICE), tally, Habits())
    family.scene, amiss = slip.scene, changed_places(MICE.scene(state), slip.scene)
    elsewhere = next(cell for cell in MICE.layout.cells() if cell not in amiss)

    def counted(place: Place, code: str) -> int:
        broken = (Violation(code, "It is wrong.", "none"),)
        said = Entry(1, 0, EntryKind.IRREGULAR, "", None, None, 0.0, "", broken, places=(place,))
        family.judged([said])
        return len(tally.false_accusations)

    family.slip = slip
    assert counted(elsewhere, "no-reason") == 0
    family.righted = MICE.scene(state)
    assert counted(amiss[0], "no-reason") == counted(elsewhere, slip.violations[0].code) == 0
    assert counted(elsewhere, "no-reason") == 1


def test_the_report_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints its figures and returns 0 where nobody was accused falsely."""
    assert main(["bench", "referee", "--game", "mice-in-a-maze", "--turns", "2", "--seed", "3"]) == 0
    assert "false accusations                      0" in capsys.readouterr().out


def test_quantiles() -> None:
    """The 99th percentile of a hundred numbers is the largest but none beyond."""
    assert (quantile([], 0.5), quantile([3.0], 0.99), quantile(list(map(float, range(100))), 0.99)) == (None, 3.0, 99.0)


def test_the_work_is_told_in_frames_decoded() -> None:
    """Where decoding was measured, and only there."""
    spent = Tally("toy", "scenes", computing_ms=[9.0] * 3)
    assert spent.figures()["decodes_p95"] is None
    spent.decoding_ms = 4.0
    assert spent.figures()["decodes_p95"] == 2.25


def test_decoding_a_frame_is_measured() -> None:
    """A picture of the game's own table takes between a tenth of a millisecond and a second."""
    assert 0.1 < decoding_ms(MICE, 3) < 1000


def test_the_made_eye_tells_what_changed_since_its_last_look() -> None:
    """A new look is counted where a tile lies otherwise, and none while a hand is in the picture."""
    state = MICE.start(MICE.setup({}))
    eye, scene, place = trial.ScenesOnly(MICE, state, 1), MICE.scene(state), Cell(3, 1)
    first, hand = eye.look(Moment(scene), 1, 0.2), eye.look(Moment(scene, (place,)), 2, 0.4)
    moving = eye.look(Moment(with_look(scene, place, ABSENT)), 3, 0.6)
    after = eye.look(Moment(with_look(scene, place, ABSENT)), 4, 0.8)
    assert isinstance(first, Reading) and isinstance(hand, Reading) and (first.look, hand.look) == (1, 1)
    assert isinstance(moving, NoReading) and isinstance(after, Reading)
    assert after.look == 2 and after.changed is not None and place in after.changed and len(after.changed) <= 2


def test_what_was_recorded_and_done_is_no_wrong_acceptance() -> None:
    """The record may lack an act that no look has shown; something that nobody did must not be in it."""
    talk = TableTalk(KAESE, KAESE.read_position(BEFORE_A_ROLL), trial.Referee(KAESE))
    talk.hear(Enter("5", None), 1.0)
    talk.tokens = ["unseen", "5"]
    assert talk.all_done()
    talk.tokens = ["6"]
    assert not talk.all_done()


def test_a_slip_that_is_only_asked_about_may_be_admitted() -> None:
    """Where the judge only asks, those who broke the rule answer truly; what it named by itself is counted apart."""
    asked = Mistake(1, 2, "nose-wrong", None, True, admitted="nose-wrong")
    named, missed = Mistake(1, 4, "cheese-count", "cheese-count", True), Mistake(1, 6, "no-roll", None, True)
    figures = Tally("toy", "scenes", mistakes=[asked, named, missed, missed]).figures()
    assert (figures["slips_named_pct"], figures["slips_named_or_admitted_pct"]) == (25.0, 50.0)


def test_putting_back_is_no_slip_though_the_record_knew_less() -> None:
    """An own tile that lay face up, unknown, was changed for another, face down: face up it lies as before, whatever it is."""
    state = MICE.read_position(CHANGED)
    before, slips = MICE.scene(MICE.read_position(CHANGED.replace("P3=up", "P2=up P3=up"))), tuple(MICE.slips(state))
    turned = [slip.scene for slip in slips if slip.violations[0].code == "hand-face-wrong"]
    known = [with_look(scene, Zone("hand-P2"), Look("cross-red-blue", "up", 0)) for scene in turned
             if scene.tile(Zone("hand-P2")).face == "up"]
    assert known and all(trial.lies_as_in_any([before], scene) for scene in known)
    assert not trial.lies_as_in_any([MICE.scene(state)], known[0])
