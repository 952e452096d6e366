"""What the referee finds: lawful play taken up, half-done acts awaited, look-alikes asked, nobody accused falsely."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from mice_evenings import looks_like, opening, play_on
from readings import CLEAR, ORDINARY, Noise, reading_of

from companion.core.finding import Finding, Irregular, Settled, Unclear, Waiting
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.reading import PieceClaim, Reading
from companion.core.scene import Scene
from companion.games.mice_in_a_maze import GAME
from companion.games.mice_in_a_maze.slip_parts import with_look, with_mouse
from companion.games.mice_in_a_maze.state import State
from companion.referee.referee import Referee

BASIC = "turn: R; mice: R=Nb Y=E6 B=Sf"
MARBLES = "turn: R; mice: R=Nb Y=E6 B=Sf P=Sb; marbles: c3 d3 e3 c4 e4 c5 d5 e5"
TWO = "players: P1=R,P P2=Y,B; turn: R; mice: R=Nb Y=E6 B=Sf P=Sb"
RUN = "turn: R; tiles: b5=XOP0 c5=XRB0; mice: R=b5e Y=E6"

judge = Referee(GAME).judge


def look(scene: Scene, noise: Noise = CLEAR, seed: int = 0, hidden: tuple[Place, ...] = (), hand: bool = False) -> Reading:
    return reading_of(scene, GAME.catalogue, GAME.layout, noise, seed, hidden=hidden, hand=hand)


def after(position: str, *tokens: str) -> tuple[State, State]:
    """The state of a position, and the one after those actions."""
    state = start = GAME.read_position(position)
    for token in tokens:
        state = GAME.play(state, GAME.read(token))
    return start, state


# Lawful play ----------------------------------------------------------------------------------------------------------


def watch_evening(position: str, seed: int, acts: int, per_look: int) -> tuple[int, int, int]:
    """(looks, taken up at once, false accusations) of one evening, looked at after every so many acts."""
    public, truth = opening(GAME, position, seed)
    done: list[str] = []
    known = looks = settled = accused = 0
    for number, act in zip(range(acts), play_on(GAME, truth, seed), strict=False):
        done.append(act.token)
        if (number + 1) % per_look or known >= len(done):
            continue
        looks += 1
        reading = look(GAME.scene(act.after), ORDINARY, seed * 1000 + number)
        for _ in range(3):
            finding = judge(public, reading, 5.0)
            if not isinstance(finding, Settled) or not finding.actions:
                break
            for token in finding.actions:
                public, known = GAME.play(public, GAME.read(token)), known + 1
        accused += isinstance(finding, Irregular)
        settled += looks_like(GAME.scene(public), GAME.scene(act.after))
        while known < len(done):
            public, known = GAME.play(public, GAME.read(done[known])), known + 1
    return looks, settled, accused


@pytest.mark.parametrize("position", [BASIC, MARBLES, TWO], ids=["basic", "marbles", "two players"])
@pytest.mark.parametrize("per_look", [1, 2, 4], ids=["each act", "a turn", "two turns"])
def test_lawful_play_is_taken_up_and_never_accused(position: str, per_look: int) -> None:
    """Seeded evenings through a doubtful camera: no false accusation, and almost all is understood without help."""
    totals = [watch_evening(position, seed, 40, per_look) for seed in (1, 2)]
    looks, settled, accused = (sum(column) for column in zip(*totals, strict=True))
    assert accused == 0
    # What only an own tile shows must be asked, and random players do such things far more often than people.
    assert settled >= 0.8 * looks


def test_two_turns_in_a_row_are_told_apart() -> None:
    """Both turns are found when the camera saw no rest between them."""
    tokens = (">c5e", "d5=XYK1", ">Nb", "b7=XGW0")
    start, end = after("turn: R; tiles: b5=XOP0 c5=XRB0 b7=XYP0; mice: R=b5e Y=b7n", *tokens)
    finding = judge(start, look(GAME.scene(end)), 1.5)
    assert isinstance(finding, Settled)
    assert finding.actions == tokens


def test_a_forced_pass_needs_nobody() -> None:
    """A turn in which nothing can be done and nothing shows is passed over as soon as the table rests."""
    start, _ = after("turn: R; step: 2; tiles: d5=+ d6=+ d7=+; mice: R=hand Y=Nf")
    assert judge(start, look(GAME.scene(start)), 0.5) == Settled((), 99.0, judge(start, look(GAME.scene(start)), 0.5).considered)
    finding = judge(start, look(GAME.scene(start)), 1.5)
    assert isinstance(finding, Settled)
    assert finding.actions[:1] == ("--",)


# Patience -------------------------------------------------------------------------------------------------------------


def test_nothing_happened_is_said_at_once() -> None:
    """A table that looks as it should needs no patience."""
    start, _ = after(RUN)
    finding = judge(start, look(GAME.scene(start), ORDINARY, 3), 0.0)
    assert isinstance(finding, Settled)
    assert finding.actions == ()


def test_nobody_is_judged_under_a_hand() -> None:
    """While a hand is in the picture the referee says nothing."""
    start, end = after(RUN, ">c5e")
    assert isinstance(judge(start, look(GAME.scene(end), hand=True), 9.0), Waiting)


def test_a_change_waits_for_rest_and_done_ends_the_wait() -> None:
    """A forced run is settled after the short wait, or at once when somebody says done."""
    start, end = after(RUN, ">c5e")
    reading = look(GAME.scene(end))
    assert isinstance(judge(start, reading, 0.2), Waiting)
    assert getattr(judge(start, reading, 0.5), "actions", None) == (">c5e",)
    assert getattr(judge(start, reading, 0.0, True), "actions", None) == (">c5e",)


def test_a_choice_of_exit_may_still_change() -> None:
    """A mouse put down in the Chamber may still be turned: longer patience, none once a tile was placed."""
    start, moved = after("turn: R; tiles: d5=XOP0; mice: R=d5s Y=E6", ">d4e")
    _, placed = after("turn: R; tiles: d5=XOP0; mice: R=d5s Y=E6", ">d4e", "e4=XYK0")
    assert isinstance(judge(start, look(GAME.scene(moved)), 1.5), Waiting)
    assert getattr(judge(start, look(GAME.scene(moved)), 4.5), "actions", None) == (">d4e",)
    assert getattr(judge(start, look(GAME.scene(placed)), 1.5), "actions", None) == (">d4e", "e4=XYK0")


def test_a_mouse_stopped_on_its_way_may_still_run_on() -> None:
    """Half a run is no broken rule until it has lain there for long."""
    start, _ = after("turn: R; tiles: b5=XOP0 c5=XRB0 d5=XYG0; mice: R=b5e Y=E6")
    half = with_mouse(GAME.scene(start), "mouse-red", Cell(2, 2), 1)
    assert isinstance(judge(start, look(half), 1.5), Waiting)
    finding = judge(start, look(half), 4.5)
    assert isinstance(finding, Irregular)
    assert finding.ruling.violations[0].code == "stopped-early"


def test_a_lifted_tile_is_awaited() -> None:
    """A hole in the maze is an act in the middle, however long it lasts."""
    start, moved = after(RUN, ">c5e")
    lifted = Scene(tuple(item for item in GAME.scene(moved).tiles if item.place != Cell(2, 3)), GAME.scene(moved).pieces)
    finding = judge(start, look(lifted), 60.0)
    assert isinstance(finding, Waiting)
    assert finding.places == (Cell(2, 3),)


def test_an_own_tile_in_the_hand_does_not_hold_up_the_game() -> None:
    """After the long wait the referee judges without the tile that somebody keeps in the hand."""
    start, moved = after(RUN, ">c5e")
    held = Scene(tuple(item for item in GAME.scene(moved).tiles if item.place != Zone("hand-P1")), GAME.scene(moved).pieces)
    assert isinstance(judge(start, look(held), 1.5), Waiting)
    assert getattr(judge(start, look(held), 4.5), "actions", None) == (">c5e",)


def test_done_too_early_is_a_reminder() -> None:
    """Done with an open path ahead: the mouse has to run; not when the mouse cannot be seen."""
    start, _ = after(RUN)
    finding = judge(start, look(GAME.scene(start)), 2.0, True)
    assert isinstance(finding, Irregular)
    assert finding.ruling.violations[0].code == "move-required"
    _, moved = after(RUN, ">c5e")
    reminded = judge(moved, look(GAME.scene(moved)), 2.0, True)
    assert isinstance(reminded, Irregular)
    assert reminded.ruling.violations[0].code == "place-required"
    covered = judge(start, look(GAME.scene(start), hidden=(Cell(2, 1), Cell(2, 2))), 2.0, True)
    assert not isinstance(covered, Irregular)


def test_done_where_something_stirred_is_asked_about() -> None:
    """Nothing looks otherwise, but hands changed pixels somewhere: all may have been done there, and nobody is reminded."""
    start, _ = after(RUN)
    stirred = replace(look(GAME.scene(start)), look=3, touched=frozenset({Cell(4, 4)}))
    finding = judge(start, stirred, 2.0, True)
    assert isinstance(finding, Unclear) and finding.question.places == (Cell(4, 4),)
    explained = replace(stirred, settled=frozenset({Cell(4, 4)}))
    assert isinstance(judge(start, explained, 2.0, True), Irregular)


def test_done_after_a_round_trip_is_believed() -> None:
    """A run from the Chamber back into it, nose where it was, leaves no trace: done says that it was made."""
    start, end = after(r"turn: R; tiles: c4=\ c5=/ d5=\ ; mice: R=d4w Y=E6", ">d4w")
    assert GAME.scene(start).pieces[0] == GAME.scene(end).pieces[0]
    finding = judge(start, look(GAME.scene(end)), 2.0, True)
    assert isinstance(finding, Settled)
    assert finding.actions == (">d4w",)


# Asking ---------------------------------------------------------------------------------------------------------------


def test_a_marbles_exit_is_asked() -> None:
    """Which way a marble will leave the Chamber cannot be seen: the player in turn is asked."""
    start, end = after(
        "turn: R; step: 3:c3; tiles: b3=XRO0 c2=XOG0 c3=XRB0; mice: R=b3e B=Sf; marbles: c2n", "~c2n>c3n")
    assert getattr(judge(start, look(GAME.scene(end)), 4.5), "actions", None) == ("~c2n>c3n",)
    roll = "turn: R; step: 3:d3; tiles: c3=XRO0 d2=XOG0 d3=XRB0; mice: R=c3e B=Sf; marbles: d2n"
    start, end = after(roll, "~d2n>d4e")
    finding = judge(start, look(GAME.scene(end)), 4.5)
    assert isinstance(finding, Unclear)
    assert finding.question.seat == "P1"
    assert {choice.actions for choice in finding.question.choices} == {("~d2n>d4n",), ("~d2n>d4e",), ("~d2n>d4w",)}


def test_a_tile_turned_over_for_nothing_or_put_back_is_asked() -> None:
    """Only the own tile changed: a lawful fallback and an idle hand look the same."""
    start, end = after("turn: R; step: 2; tiles: d5=+ d6=+ d7=+; mice: R=d4s* Y=Nf; hands: R=up; marbles: d3", "g1#")
    reading = look(GAME.scene(end))
    assert isinstance(judge(start, reading, 1.5), Waiting)
    finding = judge(start, reading, 4.5)
    assert isinstance(finding, Unclear)
    assert [choice.actions[:1] for choice in finding.question.choices] == [("a1#",), ()]
    assert isinstance(judge(start, reading, 4.5, True), Settled)


def test_what_nothing_explains_is_asked_and_named_by_its_cells() -> None:
    """Three tiles changed at once: no accusation, but after very long a question that says where."""
    start, _ = after(RUN)
    scene = GAME.scene(start)
    for cell, kind in ((Cell(0, 0), "curve-red-blue"), (Cell(0, 6), "curve-red-green"), (Cell(6, 3), "cross-green-blue")):
        scene = with_look(scene, cell, GAME.scene(after(RUN)[1]).tile(Cell(2, 1)).__class__(kind, "up", 0))
    assert isinstance(judge(start, look(scene), 4.5), Waiting)
    finding = judge(start, look(scene), 8.5)
    assert isinstance(finding, Unclear)
    assert all(name in finding.question.text for name in ("a7", "g7", "d1"))


HOME = "turn: B; tiles: d1=COG3 e1=XBW0 f1=CGW2; mice: R=Nb Y=E6 B=Sd"
"""The blue mouse stands in its nest and has to run on through it."""


def half_sure(reading: Reading, kind: str, doubt: float) -> Reading:
    """The reading with the facing of that kind only so much likelier than any other."""
    def doubted(claim: PieceClaim) -> PieceClaim:
        first = claim.facing
        return replace(claim, log_p_facings=tuple(-0.01 if facing is first else -doubt for facing in Facing))

    return replace(reading, pieces=tuple(doubted(claim) if claim.kind == kind else claim for claim in reading.pieces))


def test_a_nose_that_may_be_wrong_is_asked_about_and_may_be_admitted() -> None:
    """As sure of a wrong nose as of a right one: nobody is accused, and one of the answers says it went wrong."""
    start = GAME.read_position(HOME)
    slip = next(slip for slip in GAME.slips(start) if slip.violations[0].code == "nose-wrong" and not slip.action)
    reading = half_sure(look(slip.scene), "mouse-blue", 4.5)
    finding = judge(start, reading, 4.5)
    assert isinstance(finding, Unclear)
    admitting = [choice for choice in finding.question.choices if choice.ruling is not None]
    assert [choice.ruling.violations[0].code for choice in admitting if choice.ruling] == ["nose-wrong"]
    assert "the blue mouse" in admitting[0].label and any(choice.actions for choice in finding.question.choices)


ROUND = ("turn: Y; tiles: b7=COY2 c7=COW0 f7=CPW0 g7=XBP1 c6=XRY1 d6=CYW1 e6=CRB0 f6=CYK1 g6=CRG1 b5=COP1 c5=CRW3 d5=CRO2 "
         "e5=XBW0 f5=CGB3 g5=CGK3 b4=CPK0 c4=XRB1 e4=CWK3 f4=CBP1 c3=COG0 d3=CBW3 e3=XYB1 f3=CBK0 d2=XOB1 e2=XRW0 f2=XOP1 "
         "d1=XOK0 f1=XRK0; mice: R=E7 Y=d4s* B=d4n*; nests: Sd=1 Sf=1 Nb=1")
"""Yellow's paths lead from the Chamber around and back, with three noses."""


def test_whoever_is_asked_whether_anything_happened_can_say_what_did() -> None:
    """Beside the likeliest act and "nothing", every other act that is about as likely is an answer."""
    start = GAME.read_position(ROUND)
    seen = look(GAME.scene(start))
    noses = (float(np.log(0.02)), float(np.log(0.2)), float(np.log(0.2)), float(np.log(0.58)))
    pieces = tuple(replace(claim, log_p_facings=noses) if claim.kind == "mouse-yellow" else claim for claim in seen.pieces)
    finding = judge(start, replace(seen, pieces=pieces), 5.0)
    assert isinstance(finding, Unclear)
    assert [choice.actions for choice in finding.question.choices] == [(">d4w",), (), (">d4e",)]


def test_whoever_took_the_wrong_exit_of_look_alikes_finds_it_among_the_answers() -> None:
    """Where no nose can be read, the exit that the rules forbid is an answer beside the lawful ones, and nobody is accused."""
    start = GAME.read_position("turn: R; tiles: d5=XOP0; mice: R=d5s Y=E6")
    slip = next(slip for slip in GAME.slips(start) if slip.violations[0].code == "chamber-same-exit" and slip.action)
    seen, noses = look(slip.scene), [float(np.log(0.15))] * 4
    noses[Facing.N] = float(np.log(0.55))
    pieces = tuple(replace(claim, log_p_facings=tuple(noses)) if claim.kind == "mouse-red" else claim for claim in seen.pieces)
    finding = judge(start, replace(seen, pieces=pieces), 5.0)
    assert isinstance(finding, Unclear)
    told = {choice.actions for choice in finding.question.choices}
    assert told == {(">d4e",), (">d4s",), (">d4w",), (slip.action,)}


def test_a_mouse_that_is_nowhere_may_be_gone_though_a_cheese_might_hide_it() -> None:
    """A faint chance that it stands unseen in a crowd keeps nobody from seeing that it was taken off the table."""
    start = GAME.read_position(HOME)
    gone = next(slip for slip in GAME.slips(start) if slip.action == ">out")
    reading = look(gone.scene)
    even = (float(np.log(0.25)),) * 4
    faint = PieceClaim("mouse-blue", Cell(3, 3), (float(np.log(0.85)), float(np.log(0.15)), -12.0), even)
    finding = judge(start, replace(reading, pieces=(*reading.pieces, faint)), 9.0)
    assert isinstance(finding, Irregular) and finding.ruling.violations[0].code == "mouse-removed-wrongly"


def test_what_may_lie_under_a_sleeve_is_not_held_against_anybody() -> None:
    """An own tile turned over while a cell of the path is covered: perhaps the tile lies there."""
    position = "turn: R; step: 2; tiles: b5=XOP0 c5=XRB0; mice: R=c5e Y=E6"
    start, end = after(position, "b5=XGW0h")
    finding = judge(start, look(GAME.scene(end), hidden=(Cell(2, 1), Cell(2, 0))), 9.0)
    assert isinstance(finding, Unclear | Waiting)


def test_the_same_look_is_weighed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it lies, it is worked through once for each patience that runs out."""
    state, weighed, work = GAME.read_position(RUN), [], Referee._judge
    seen = look(GAME.scene(GAME.play(state, GAME.actions(state)[0])))

    def count(*args: Any) -> Finding:
        weighed.append(args)
        return work(*args)

    monkeypatch.setattr(Referee, "_judge", count)
    referee = Referee(GAME)
    for waited_s in (0.0, 0.1, 0.5, 0.6, 0.7, 1.1, 1.2, 4.1, 4.2):
        referee.judge(state, replace(seen, time_s=waited_s), waited_s)
    assert len(weighed) == 4
