"""What every option of the Mouse Trap card game changes, beside the same position without it."""

from __future__ import annotations

import pytest
from trap_cases import facts
from trap_positions import LAYOUT_A

from companion.core.errors import NotationError
from companion.games.mouse_trap_cards import GAME
from companion.games.mouse_trap_cards.options import OPTIONS
from companion.games.mouse_trap_cards.state import State

HIDDEN_SAFE = f"{LAYOUT_A.replace('M01F@0', 'M01B@0')}; data: M01=SAFE/END; phase: start; mouse: b2N; cheese: a1=2"
RING = (
    "maze: M06F@0 M08F@0 M10F@0 M04F@0 | M12B@0 M05B@0 M13F@3 M09B@2 | M14F@0 M01F@0 M02F@0 M03F@0 | M07B@1 M15F@3 M11B@3 M16F@0"
)
WEDGES = f"{LAYOUT_A}; safe: 5,0; cheese: b1=1 c1=2; mouse: a1E"


def after(position: str, option: str = "") -> State:
    return GAME.read_position(position.replace("; do:", f"; opt: {option}; do:") if option else position)


def legal(state: State) -> list[str]:
    return [GAME.write(action) for action in GAME.actions(state)]


def fact(position: str, option: str, name: str) -> tuple[str, str]:
    """The fact without and with the option."""
    return facts(after(position))[name], facts(after(position, option))[name]


OUTCOMES = [
    ("maze_arrows=mouse", f"{LAYOUT_A}; mouse: a1S; do: d:B1", "mouse", "a3S", "a1S"),
    ("edge=stop", f"{LAYOUT_A}; mouse: d2S; risk: 1; do: d:F3", "turn", "B", "A"),
    ("edge=nothing", f"{LAYOUT_A}; mouse: b4E; cheese: d4=2; do: d:F3", "risk", "2", "0"),
    ("edge=stop", f"{LAYOUT_A}; mouse: b4E; cheese: d4=2; do: d:F3", "risk", "2", "2"),
    ("goto_hidden=flip", f"{LAYOUT_A}; mouse: d1N; cheese: b3=2; do: d:F3", "b3", "M05B@0", "M05F@0"),
    ("goto_hidden=flip", f"{LAYOUT_A}; mouse: d1N; cheese: b3=2; do: d:F3", "pile", "40", "42"),
    ("goto_hidden=flip", f"{LAYOUT_A}; mouse: d1N; do: d:F3", "mouse", "d4N", "b4N"),
    ("safe_banks=on", f"{LAYOUT_A}; mouse: b1W; risk: 2; do: d:F1", "safe.A", "0", "2"),
    ("instant_win=on", f"{WEDGES}; do: d:F1", "ended", "no", "win"),
]


@pytest.mark.parametrize(
    ("option", "position", "name", "without", "with_it"), OUTCOMES, ids=[f"{case[0]} {case[2]}" for case in OUTCOMES]
)
def test_what_an_option_changes(option: str, position: str, name: str, without: str, with_it: str) -> None:
    """The same position with and without the option."""
    assert fact(position, option, name) == (without, with_it)


CHOICES = [
    ("turn=90_only", f"{LAYOUT_A}; mouse: a1E; do: d:TURN", "%a1:1 %a1:2 %a1:3", "%a1:1 %a1:3"),
    ("turn=any_or_none", f"{LAYOUT_A}; mouse: a1E; do: d:TURN", "%a1:1 %a1:2 %a1:3", "%a1:0 %a1:1 %a1:2 %a1:3"),
    ("card_shape=rect", f"{LAYOUT_A}; mouse: a1E; do: d:TURN", "%a1:1 %a1:2 %a1:3", "%a1:2"),
    ("optional_effects=on", f"{LAYOUT_A}; mouse: c2S; do: d:FLIPB", "/c3", "/c3 /-"),
    ("arrows=possible_only", f"{LAYOUT_A}; mouse: a1N; do: d:LR1", ">E >W", ">E"),
    ("arrows=possible_only", f"{LAYOUT_A}; mouse: a1N; do: d:FB2", ">N >S", ">N"),
    ("safe_immune=on", f"{LAYOUT_A}; mouse: b1W; do: d:FLIPF", "/a1", "d: ="),
    ("flip_axis=any", f"{LAYOUT_A}; mouse: c2S; do: d:FLIPB /c3", "d: =", "/c3=FLIPF@3 /c3=FLIPF@1"),
]


@pytest.mark.parametrize(("option", "position", "without", "with_it"), CHOICES, ids=[f"{c[0]} {c[2]}" for c in CHOICES])
def test_what_an_option_lets_one_choose(option: str, position: str, without: str, with_it: str) -> None:
    """The legal actions with and without the option."""
    assert (" ".join(legal(after(position))), " ".join(legal(after(position, option)))) == (without, with_it)


def test_a_hidden_safe_card() -> None:
    """By default it is turned over first and its wedges go to the pile; with `stay` the turn starts where the mouse stands."""
    state = after(HIDDEN_SAFE)
    assert legal(state) == ["@N!", "@E!", "@S!", "@W!"]
    up = GAME.play(state, GAME.read("@E!"))
    assert (facts(up)["mouse"], facts(up)["a1"], up.pile) == ("a1E", "M01F@0", 42)
    stay = GAME.read_position(HIDDEN_SAFE + "; opt: safe_hidden=stay")
    assert facts(GAME.play(stay, GAME.read("@W")))["mouse"] == "b2W"


def test_the_eleventh_landing_does_not_act() -> None:
    """Three arrows in a ring: by default the mouse stops on its second visit, with `loop=cap10` at the eleventh landing."""
    found = [facts(after(f"{RING}; mouse: d1N; cheese: b1=1; do: d:L1", option)) for option in ("", "loop=cap10")]
    assert [(fact["mouse"], fact["phase"], fact["risk"]) for fact in found] == [("c1N", "decide", "1"), ("b1N", "decide", "1")]


def test_known_backs_are_shown_on_request_only() -> None:
    """What was flipped before is told only with `show_known_backs`, and only what people have seen."""
    start = f"{LAYOUT_A}; seen: c3; mouse: a1E; do: d:F1"
    notes = [GAME.view(after(start, option), None).notes for option in ("", "show_known_backs=on")]
    assert [sum("other side" in note for note in some) for some in notes] == [0, 1]


@pytest.mark.parametrize(
    "text", ["opt: edge=jump", "opt: speed=1", "opt: edge=stop edge=stop", "opt: card_shape=rect turn=90_only"]
)
def test_wrong_options_are_refused(text: str) -> None:
    """An unknown name, an unknown value, an option twice and two that leave no turn are named."""
    with pytest.raises(NotationError, match=r"one of|twice|card_shape"):
        GAME.read_position(f"{LAYOUT_A}; mouse: a1E; {text}")


def test_every_option_has_a_test() -> None:
    """Each option occurs in a table or test above, but for `strict_undo`, which is an agreement about taking back."""
    tried = {case[0].partition("=")[0] for case in (*OUTCOMES, *CHOICES)}
    assert {option.name for option in OPTIONS} - tried == {"safe_hidden", "loop", "show_known_backs", "strict_undo"}
