"""Four Blind Mice: each option changes what it says it changes."""

from __future__ import annotations

import pytest

from companion.core.errors import NotationError
from companion.games.four_blind_mice import GAME
from companion.games.four_blind_mice.options import OPTIONS, Options, option_problem

T = "players: P1,P2,P3; mice: R=c2 K=d7 G=f2 B=g7; covered: b3A b5:0 c4A c6:0 e4A e6:0 g3A"
THINK = f"{T}; target: f5:0 R; phase: think"
DEMO = f"{T}; target: f5:0 R; bids: P2=9@4"
CROWD = "placed: b7A d7A g7A f6A c5:0 e4:0 g4:0 b3:0; mice: R=d2 K=f2"
LAST = "players: P1,P2; placed: b2A b4:0 b6A d3A d5:0 f2:0 f4A f6:0; mice: R=d7 K=g7 G=g5"

OK = "legal"

CASES = [
    # option, position, tokens, code of the last by default, code with the option
    ("stop=rest", f"{T}; target: f5:0 R", "RN RE RNf5*", OK, "stopped-short"),
    ("min_turns=1", f"{T}; target: f5:0 K", "KE KSf5*", "too-few-turns", OK),
    ("min_turns=0", THINK, "b:P1=1", "bid-too-low", OK),
    ("turns_by=any_mouse", f"{T}; target: f5:0 G", "RW RN RE GNf5*", "too-few-turns", OK),
    ("straight_back=free", DEMO, "RN RS", "straight-back", OK),
    ("straight_back=never", DEMO, "RN KW RS", OK, "straight-back"),
    ("straight_back=turn", DEMO, "RN RS", "straight-back", OK),
    ("count=slides_and_turns", THINK, "b:P1=3", OK, "bid-too-low"),
    ("count=slides_and_turns", DEMO.replace("P2=9", "P2=5"), "KW KS KE", OK, "bid-exceeded"),
    ("mouse_adjacency=mice_only", "placed: b2A b4:0 b6A d3A d5:0 f2:0 f4A f6:0", "+R:b3", "adjacent", OK),
    ("redo_setup", CROWD.replace("; mice: R=d2 K=f2", "; mice: R=d2"), "+K:f2 +G:b5", OK, "wrong-piece"),
    ("fixed_order=KRGB", "placed: b2A b4:0 b6A d3A d5:0 f2:0 f4A f6:0", "+R:d7", OK, "wrong-piece"),
    ("window=30", f"{THINK}; bids: P1=6@10", "b:P2=5@41", OK, "bid-late"),
    ("think_limit=240", THINK, "b:P2=5@241", OK, "bid-late"),
    ("first_bid_fixed", f"{THINK}; bids: P1=6@10", "b:P1=5@11", OK, "bid-not-lower"),
    ("first_bid_fixed", f"{THINK}; bids: P1=6@10 P2=9@11", "b:P2=5@12", OK, OK),
    ("close_on_minimum", f"{THINK}; bids: P1=3@10", "b:P2=5@11", OK, "bid-late"),
    ("exact_bid", DEMO, "RN RE RN*", OK, "bid-not-met"),
    ("touch_move", DEMO, "GNf6 x:stopped-short", "no-failure", OK),
    ("declare_plan", DEMO, "RN", OK, "off-plan"),
    ("declare_plan", DEMO, "p:RN,RE", "off-plan", OK),
    ("replace=on", f"{T}; target: f5:0 R; bids: P2=9@4", "RN RE RN +d2:0", "coin-moved", OK),
    ("all_failed=remove", f"{THINK}; bids: P1=6@10", "m:P1 x:gave-up b:P2=4@100", OK, "bid-late"),
    ("goal=2", f"{DEMO}; score: P2=1".replace(" b5:0", ""), "RN RE RN ?b3", OK, "after-the-end"),
    ("goal=none", "players: P1,P2; mice: R=c2 K=d7 G=f2 B=g7; covered: c6:0 e4A; score: P1=3", "?c6", "after-the-end", OK),
    ("final_coin=owner_places", "players: P1,P2; mice: R=c2 K=d7 G=f2 B=g7; score: P1=4 P2=4; opt: goal=none", "P2:+d4A",
     "placed-out-of-turn", OK),
]  # fmt: skip


def verdict(text: str, option: str, tokens: str) -> str:
    """The code of the last of these tokens under that option, or OK."""
    text = text.replace("opt: ", f"opt: {option} ") if "opt: " in text else f"opt: {option}; {text}" if option else text
    state = GAME.read_position(text)
    *before, last = [token for token, _ in GAME.split(tokens)]
    for token in before:
        if GAME.rule(state, GAME.read(token)).legal:
            state = GAME.play(state, GAME.read(token))
    found = GAME.rule(state, GAME.read(last)).violations
    return found[0].code if found else OK


@pytest.mark.parametrize(("option", "text", "tokens", "before", "after"), CASES)
def test_an_option_changes_the_ruling(option: str, text: str, tokens: str, before: str, after: str) -> None:
    """The same tokens are ruled one way by default and the other way under the option."""
    assert (verdict(text, "", tokens), verdict(text, option, tokens)) == (before, after)


def test_several_numbers_of_one_player_may_stand() -> None:
    """With `multiple_bids` an earlier number of the same player is a second chance."""
    text = f"{THINK}; bids: P1=6@10 P1=4@11"
    for option, left in (("", 1), ("multiple_bids", 2)):
        state = GAME.read_position(f"opt: {option}; {text}" if option else text)
        assert state.puzzle is not None and len(state.puzzle.bids) == left


def test_a_coin_put_back_is_not_the_next_one_unless_it_is_alone() -> None:
    """The variation: after a score the coin returns, is known, and waits a turn."""
    state = GAME.read_position(f"opt: replace=on; {DEMO}")
    for token in ("RN", "RE", "RN*", "+d2:0"):
        state = GAME.play(state, GAME.read(token))
    listed = [GAME.write(action) for action in GAME.actions(state)]
    assert "?d2" not in listed and len(listed) == 7 and [score.points for score in GAME.scores(state)] == [0, 1, 0]
    assert "The coin on d2 shows suns underneath." in GAME.view(state, None).notes
    alone = GAME.read_position("opt: replace=on; mice: R=a1 K=d7 G=f2 B=g7; covered: d2:0; known: d2=R; fresh: d2")
    assert [GAME.write(action) for action in GAME.actions(alone)] == ["?d2"]


def test_a_crowded_board_may_be_cleared() -> None:
    """With `redo_setup` placing begins anew, with the same first player, when the next mouse has no cell."""
    state = GAME.read_position(f"opt: redo_setup; players: P1,P2,P3; turn: P1; {CROWD.replace(' K=f2', '')}; do: +K:f2")
    assert (state.covered, set(state.mice), state.terms.players[state.turn]) == ((), {-1}, "P1")


@pytest.mark.parametrize(
    ("opt", "words"),
    [
        ("think_limit=100", "whole number from 240 to 300"),
        ("stop=later", "stop is one of enter, rest"),
        ("stop", "stop is one of enter, rest"),
        ("nonsense=1", "there is no option of that name"),
        ("goal=0", "whole number from 1 to 99, or none"),
        ("fixed_order=RRGB", "names each of R K G B once"),
        ("goal=2 goal=3", "given twice"),
    ],
)
def test_options_that_do_not_exist_are_refused(opt: str, words: str) -> None:
    """The refusal names what was given and what there is."""
    with pytest.raises(NotationError, match=words):
        GAME.read_position(f"opt: {opt}; {T}")


def test_every_option_is_kept_and_has_its_default() -> None:
    """The list that people see and the values the engine keeps are the same."""
    default = Options()
    assert {option.name: option.default for option in OPTIONS} == {name: getattr(default, name) for name in Options.__slots__}
    assert all(option_problem(option.name, option.default) == "" for option in OPTIONS if option.default)
