"""Every mistake that sight can reveal is named by its code, and lawful play never looks like one."""

from __future__ import annotations

from random import Random

import pytest
from readings import CLEAR, reading_of

from companion.core.finding import Irregular, Unclear
from companion.games.librande_maze import GAME
from companion.games.librande_maze.edits import key
from companion.games.librande_maze.scene_change import scene_change
from companion.games.librande_maze.violations import VIOLATIONS
from companion.referee.referee import Referee

OPEN = "1=WZ@c3; 3=DR@g7"
WINDOW = "1=BA@c1{hand=SWl}; 2=TH@g1{hand=PR}; 3=DR@c5{hand=HA}; do: cs:SWl@3"

CASES = (
    ("move-through-wall", OPEN),
    ("move-not-adjacent", f"{OPEN}; ap 1"),
    ("cobweb-costs-a-step", "1=WZ@d3.s; 3=DR@g7; ap 1"),
    ("not-enough-action-points", f"{OPEN}; ap 0"),
    ("cursed-leadfoot", f"{OPEN}; under leadfoot; used moves=1"),
    ("not-your-turn", "1=WZ@c3; 2=TH@g2; 3=DR@f7"),
    ("skipped-player-acted", "1=WZ@c3; 3=DR@f7{st=frozen}"),
    ("token-missing", OPEN),
    ("recovery-misplaced", "1=WZ@c3; 2=TH@g2; 3=DR@-{st=removed}"),
    ("token-on-cobweb", "1=WZ@d3.s; 3=DR@g7"),
    ("dragon-not-adjacent", OPEN),
    ("dragon-blocked-by-wall", OPEN),
    ("dragon-home-corner", f"{OPEN}; dragon b1"),
    ("dragon-moved-twice", f"{OPEN}; dragon e3; used dragon-moved acted; ap 1"),
    ("undo-dragon", f"{OPEN}; dragon d3; undo dragon e3>d3"),
    ("undo-slide", f"{OPEN}; undo slide 2 E"),
    ("slide-fixed-line", OPEN),
    ("dragon-slid-twice", f"{OPEN}; used dragon-slid"),
    ("cursed-grounding", f"{OPEN}; under grounding"),
    ("slide-too-far", "1=WZ@c3; 3=DR@g7{curse=grounding}; ap 1"),
    ("slide-wrong-gap", OPEN),
    ("tile-missing", OPEN),
    ("tile-turned-in-place", OPEN),
    ("fixed-tile-moved", OPEN),
    ("rider-left-behind", "1=WZ@g4; 3=DR@g7"),
    ("pickup-through-web", "1=WZ@d3.s; 3=DR@g7; ap 1"),
    ("pickup-no-treasure", "1=WZ@c2; 3=DR@g7"),
    ("drag-too-many", f"{OPEN}; treasure c3x2 e5"),
    ("drag-no-treasure", "1=WZ@f2.n; 3=DR@g7; treasure f2.e e5"),
    ("treasure-moved-alone", OPEN),
    ("treasure-count-wrong", OPEN),
    ("response-only", "1=WZ@c3{hand=AM}; 3=DR@g7"),
    ("freeze-already-skipping", "1=WZ@c3{hand=FZs}; 3=DR@g7{st=frozen}"),
    ("theft-nothing-to-steal", "1=WZ@c3{hand=TFs}; 3=DR@g7"),
    ("cursed-silence", "1=WZ@c3{hand=HA}; 3=DR@g7; under silence"),
    ("protect-wrong-spell", "1=WZ@c1{hand=TPc}; 3=BA@c5{hand=PR}; do: cs:TPc@c5"),
    ("protect-not-target", WINDOW),
    ("not-a-response-card", WINDOW),
    ("already-cursed", "1=WT@c3; 3=DR@g7{curse=silence}"),
    ("game-over", "1=WZ@c3{pile=8}; 3=DR@g7; treasure c3; do: pk"),
)

NOT_YET = ("token-on-cobweb", "tile-missing", "slide-wrong-gap", "freeze-already-skipping")
"""The first needs an eye that tells the halves of a square apart; for a hole the referee waits and says so; the last may have
been lawful."""


def shown(position: str, code: str) -> list[object]:
    state = GAME.read_position(position)
    base = GAME.scene(state)
    return [slip for slip in GAME.slips(state) if slip.violations[0].code == code and slip.scene != base]


@pytest.mark.parametrize(("code", "position"), CASES)
def test_a_mistake_has_its_code_its_places_and_a_way_to_put_it_right(code: str, position: str) -> None:
    """Each code that sight can reveal is among the slips of a position where people can make that mistake."""
    slips = shown(position, code)
    assert slips
    for slip in slips:
        assert slip.remedy and all(sentence.endswith(".") for sentence in slip.remedy)
        assert slip.violations[0].places or code == "game-over"


@pytest.mark.parametrize(("code", "position"), [case for case in CASES if case[0] not in NOT_YET])
def test_somebody_who_sees_the_mistake_is_offered_it(code: str, position: str) -> None:
    """From a clear picture the referee names the mistake people made, and tells them what to do."""
    state = GAME.read_position(position)
    for slip in Random(1).sample(shown(position, code), k=min(3, len(shown(position, code)))):
        reading = reading_of(slip.scene, GAME.catalogue, GAME.layout_of(state), CLEAR, 1)
        finding = Referee(GAME).judge(state, reading, 30.0)
        assert isinstance(finding, Irregular), finding
        assert finding.ruling.violations[0].code == code
        assert finding.ruling.remedy


def test_what_was_lawful_if_somebody_ended_the_turn_first_is_asked() -> None:
    """The frozen hero's turn passes unseen; a spell cast after that is allowed, so nobody is accused of it."""
    position = "1=WZ@c3{hand=FZs}; 3=DR@g7{st=frozen}"
    state, (slip, *_) = GAME.read_position(position), shown(position, "freeze-already-skipping")
    finding = Referee(GAME).judge(state, reading_of(slip.scene, GAME.catalogue, GAME.layout_of(state), CLEAR, 1), 30.0)
    assert isinstance(finding, Unclear)
    assert ("end", "cs:FZs@3") in [choice.actions for choice in finding.question.choices]


@pytest.mark.parametrize("seed", range(4))
def test_no_mistake_looks_like_lawful_play(seed: int) -> None:
    """What people may lawfully do in a position is never among the mistakes of that position."""
    rng, state = Random(seed), GAME.read_position("1=WT@a1; 2=MR@g1; 3=BA@g7; 4=WZ@a7")
    for _ in range(20):
        lawful = {key(scene_change(state, GAME.play(state, action))) for action in GAME.actions(state)}
        scenes = [GAME.scene(GAME.play(state, action)) for action in GAME.actions(state)]
        base = GAME.scene(state)
        assert lawful
        for slip in GAME.slips(state):
            assert slip.scene == base or slip.scene not in scenes
            assert all(violation.code in VIOLATIONS for violation in slip.violations)
        state = GAME.play(state, rng.choice(GAME.actions(state)))
