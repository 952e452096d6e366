"""Every mistake with cards and die that sight can reveal is among the slips, and its remedy mends it."""

from __future__ import annotations

import pytest

from companion.core.game import Seen
from companion.core.grid import Cell, Zone
from companion.core.scene import ABSENT, Look
from companion.games.alles_kaese import GAME

FRESH = "n: 4; display: 351622; top: 4; discard_top: 1"
CASES = [
    ("take-not-allowed", f"{FRESH}; die: 4"),
    ("wrong-number", f"{FRESH}; die: 2"),
    ("no-roll", FRESH),
    ("reroll", f"{FRESH}; die: 6"),
    ("die-not-flat", FRESH),
    ("two-cards", f"{FRESH}; die: 2"),
    ("removed-card-seen", f"{FRESH}; die: 2"),
    ("kept-face-down", f"{FRESH}; die: 2"),
    ("peek-misplaced", f"{FRESH}; die: 4"),
    ("refill-missing", "n: 4; display: 35-622; top: 4; die: 1"),
    ("refill-wrong-source", "n: 4; display: 35-622; top: 4; die: 1; discard_top: 1"),
    ("refill-too-many", FRESH),
    ("extra-discard-missing", "n: 2; display: 351622; top: 4; die: 4; phase: extra"),
    ("extra-discard-not-due", FRESH),
    ("supply-looked-at", FRESH),
    ("discards-searched", FRESH),
    ("card-exposed", FRESH),
    ("after-the-end", "n: 4; display: 35162-; top: 4; kept: A=t1,t2,t3"),
    ("after-the-end", "n: 4; display: 351622; supply: 0"),
]


@pytest.mark.parametrize(("code", "position"), CASES)
def test_the_slip_is_offered(code: str, position: str) -> None:
    """The mistake has its code, a remedy, and a table that looks otherwise, or a token that says what is missing."""
    state = GAME.read_position(position)
    slips = [slip for slip in GAME.slips(state) if slip.violations[0].code == code]
    assert slips and all(slip.remedy and slip.violations[0].places is not None for slip in slips)
    assert all(slip.scene != GAME.scene(state) or slip.action for slip in slips)


@pytest.mark.parametrize("position", sorted({position for _, position in CASES}))
def test_no_slip_looks_like_a_lawful_action(position: str) -> None:
    """What a lawful action leaves behind is never taken for a mistake."""
    state = GAME.read_position(position)
    lawful = [GAME.scene(GAME.play(state, action)) for action in GAME.actions(state)]
    shown = [slip for slip in GAME.slips(state) if slip.scene != GAME.scene(state)]
    assert [slip.violations[0].code for slip in shown if slip.scene in lawful] == []


def test_a_card_too_many_is_named_where_it_lies() -> None:
    """The card on which the supply's card was put is shown, beside the supply."""
    state = GAME.read_position(FRESH)
    slips = [slip for slip in GAME.slips(state) if slip.violations[0].code == "refill-too-many"]
    for slip in slips:
        placed = {tile.place for tile in slip.scene.tiles if tile.look != GAME.scene(state).tile(tile.place)}
        assert placed <= set(slip.violations[0].places)


def test_only_slips_that_were_seen_are_offered() -> None:
    """With the place where something changed, a slip elsewhere is out of the question."""
    state = GAME.read_position(f"{FRESH}; die: 4")
    seen = Seen({Cell(0, 1): (ABSENT,), Zone("discard"): (Look("back-5", "back"),)})
    told = {(slip.action, slip.violations[0].code) for slip in GAME.slips(state, seen)}
    assert ("X2", "take-not-allowed") in told
    assert {action for action, _ in told if action.startswith(("X", "K"))} == {"X2"}


def test_a_hidden_place_may_hold_anything() -> None:
    """A hand over the discards leaves the removed card possible."""
    state = GAME.read_position(f"{FRESH}; die: 4")
    seen = Seen({Cell(0, 1): (ABSENT,)}, hidden=frozenset([Zone("discard")]))
    assert "X2" in [slip.action for slip in GAME.slips(state, seen)]


def test_a_simulated_table_shows_the_true_front() -> None:
    """Where fronts are known a mistake shows no other."""
    state = GAME.deal(GAME.read_position(FRESH), GAME.deck(GAME.read_position(FRESH)))
    shown = {slip.scene.tile(Cell(0, 0)).kind for slip in GAME.slips(state) if slip.violations[0].code == "card-exposed"}
    assert shown == {"back-3", {"c": "front-cheese", "t": "front-trap"}[state.fronts[0]]}
