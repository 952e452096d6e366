"""What families do wrong with the Mouse Trap cards: each case has its code, a table that shows it and a way back."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from law_scenes import seen_from
from trap_positions import LAYOUT_A

from companion.core.game import Slip
from companion.core.grid import Cell, Facing
from companion.core.scene import Scene
from companion.games.mouse_trap_cards import GAME
from companion.games.mouse_trap_cards.violations import PHYSICAL

# The adjudication cases of the rules text that a picture can show: position, what is done wrong, what was to be done.
CASES = [
    ("facing-changed", f"{LAYOUT_A}; mouse: b1N", "d:L1"),
    ("stopped-short", f"{LAYOUT_A}; mouse: a1E; cheese: c1=1", "d:F3"),
    ("moved-too-far", f"{LAYOUT_A}; mouse: a2N", "d:F1"),
    ("wrong-direction", f"{LAYOUT_A}; mouse: c2E", "d:F1"),
    ("cheese-passed-taken", f"{LAYOUT_A}; mouse: a2E; cheese: b2=1", "d:F2"),
    ("cheese-left-lying", f"{LAYOUT_A}; mouse: c4S; cheese: c3=2", "d:F1"),
    ("chain-unfinished", f"{LAYOUT_A}; mouse: a1N", "d:F1"),
    ("passed-card-used", f"{LAYOUT_A}; mouse: c4S", "d:F2"),
    ("cheese-on-symbol", f"{LAYOUT_A}; mouse: a1N; phase: cheese", ""),
    ("cheese-twice", f"{LAYOUT_A}; mouse: a1N; phase: cheese", "+b1"),
    ("cheese-not-from-pile", f"{LAYOUT_A}; mouse: a1N; phase: cheese; safe: 2,0", "+b1"),
    ("must-draw", f"{LAYOUT_A}; mouse: a1N; phase: draw", ""),
    ("safe-lost", f"{LAYOUT_A}; mouse: a1E; safe: 2,0", ""),
    ("trapped-kept-cheese", f"{LAYOUT_A}; mouse: a1E; risk: 2", "d:TRAP"),
    ("mouse-not-turned-along", f"{LAYOUT_A}; mouse: a1E; do: d:TURN", "%a1:1"),
    ("wrong-flip", f"{LAYOUT_A}; mouse: c2S; do: d:FLIPB", ""),
    ("flip-cheese-kept", f"{LAYOUT_A}; mouse: c2S; cheese: c3=2; do: d:FLIPB", "/c3=FLIPF"),
    ("start-not-on-safe", f"{LAYOUT_A}; mouse: b3E; phase: start", ""),
    ("wrong-goto", f"{LAYOUT_A}; mouse: b2N", "d:R1"),
    ("turn-zero", f"{LAYOUT_A}; mouse: a3N; do: d:TURN", ""),
    ("trapped-played-on", f"{LAYOUT_A}; mouse: a1E; do: d:TRAP", ""),
    ("card-swapped", f"{LAYOUT_A}; mouse: a1E", ""),
    ("peeked-under", f"{LAYOUT_A}; mouse: a1E", ""),
]


def made(code: str, position: str, intended: str) -> list[Slip]:
    slips = GAME.slips(GAME.read_position(position))
    return [slip for slip in slips if slip.violations[0].code == code and slip.intended == intended]


@pytest.mark.parametrize(("code", "position", "intended"), CASES, ids=[case[0] for case in CASES])
def test_the_slip_is_known(code: str, position: str, intended: str) -> None:
    """The slip is listed in its position, in place of the right action, with a way to put it right."""
    found = made(code, position, intended)
    assert found
    assert all(slip.remedy and slip.violations[0].rule for slip in found)


@pytest.mark.parametrize(("code", "position", "intended"), CASES, ids=[case[0] for case in CASES])
def test_the_slip_is_recognised_when_it_is_seen(code: str, position: str, intended: str) -> None:
    """Somebody who sees the table after the slip is offered it as an explanation."""
    state = GAME.read_position(position)
    before = GAME.scene(state)
    for slip in made(code, position, intended)[:3]:
        offered = list(GAME.slips(state, seen_from(before, slip.scene)))
        assert any(same(one.scene, slip.scene) and one.violations[0].code == code for one in offered)


def same(one: Scene, other: Scene) -> bool:
    return set(one.tiles) == set(other.tiles) and sorted(map(str, one.pieces)) == sorted(map(str, other.pieces))


def test_every_physical_code_that_a_scene_can_show_has_a_slip() -> None:
    """A mouse that stands askew has no scene of its own: facings are square."""
    assert set(PHYSICAL) - {case[0] for case in CASES} == {"facing-not-square"}


def test_the_right_way_is_no_slip() -> None:
    """No slip looks like the table after a legal action that shows."""
    for state in states(20):
        lawful = [GAME.scene(GAME.play(state, action)) for action in GAME.actions(state)]
        shown = [scene for scene in lawful if not same(scene, GAME.scene(state))]
        assert [slip for slip in GAME.slips(state) if any(same(slip.scene, scene) for scene in shown)] == []


def states(count: int) -> Iterator[object]:
    rng, state = Random(4), GAME.read_position(f"{LAYOUT_A}; mouse: a1E; risk: 1; safe: 2,3; cheese: b1=1 c3=2")
    for _ in range(count):
        yield state
        state = GAME.play(state, rng.choice(GAME.actions(state)))


def test_the_mouse_of_a_turned_card_turns_with_it() -> None:
    """A card turned without leave is shown with the mouse turned along: the table people would see."""
    state = GAME.read_position(f"{LAYOUT_A}; mouse: a1E")
    scenes = [slip.scene for slip in GAME.slips(state) if slip.action == "%a1:1"]
    assert [piece.facing for piece in scenes[0].pieces_at(Cell(3, 0))] == [Facing.S]
