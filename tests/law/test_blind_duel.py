"""Four Blind Mice: engine and slow rules in lockstep over all options; what checks can also refuse.

`python tests/kit/duel_blind.py --games 1000` plays as many as one likes.
"""

from __future__ import annotations

from random import Random

import duel_blind
import law_four_blind_mice as law
import pytest
import slow_blind
import slow_blind_codes
from blind_positions import VARIANTS, attempt, opening

from companion.core.grid import Cell
from companion.core.scene import PieceAt, Scene
from companion.games import find

GAME = "four-blind-mice"


@pytest.mark.parametrize("number", range(len(VARIANTS)), ids=[name.replace(" ", ",") for name in VARIANTS])
def test_options_agree(number: int) -> None:
    """Under every option the actions after a random puzzle agree, and odd tokens get the same code from both."""
    game, tally, rng = find(GAME), duel_blind.Tally(), Random(number)
    for coins in (7, 2):
        duel_blind.duel(game, attempt(1 + number % 5, VARIANTS[number], rng, coins), rng, 40, tally)
    assert tally.plies > 40 and tally.judged > 60


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_whole_games_agree(players: int) -> None:
    """Games by default rules from the empty board to the end."""
    tally = duel_blind.Tally()
    state = duel_blind.duel(find(GAME), opening(players), Random(players), 3000, tally)
    assert state["why"] in ("goal", "empty", "final", "shared", "time") and tally.plies > 30


@pytest.mark.parametrize("name", ["T", "numbers", "announcing"])
def test_legal_tokens_agree_at_every_node(name: str) -> None:
    """To depth two both give the same positions, legal tokens, scores and ends at every single node."""
    game, tally, (text, counts) = find(GAME), duel_blind.Tally(), law.PERFT[name]
    duel_blind.same_to(game, game.read_position(text), slow_blind.read(text), 2, tally)
    assert tally.plies == 1 + sum(counts[:2])


class Mutant:
    """The engine with one rule broken: the red mouse never runs north."""

    def __getattr__(self, name: str) -> object:
        return getattr(find(GAME), name)

    def actions(self, state: object) -> list[object]:
        game = find(GAME)
        return [action for action in game.actions(state) if not game.write(action).startswith("RN")]


def test_the_duel_notices_a_broken_rule() -> None:
    """A game in which one mouse has a slide less differs from the slow rules at once."""
    text = law.PERFT["T"][0]
    with pytest.raises(duel_blind.DiffersError, match="legal after"):
        duel_blind.same_to(Mutant(), find(GAME).read_position(text), slow_blind.read(text), 1, duel_blind.Tally())


def test_the_slow_rules_refuse_an_illegal_token() -> None:
    """The second implementation plays no token that it does not find legal, and names why."""
    state = slow_blind.read(f"{law.VALUED}; target: f5:0 R")
    assert slow_blind_codes.code(state, "RNc5") == "ran-through" and slow_blind_codes.code(state, "RN") is None
    with pytest.raises(ValueError, match="is not legal"):
        slow_blind.after(state, "RNc5")


FULL = f"{law.VALUED} f5:0"


@pytest.mark.parametrize(
    ("after", "played", "problem"),
    [
        (f"{FULL}; out: 1", [], "9 coins"),
        (FULL.replace(" f5:0", "; won: P1=0R; suits: b5=R"), ["RNf5*"], "0R lies twice"),
        (FULL.replace("R=c2 ", ""), [], "mice ['B', 'G', 'K']"),
        (FULL.replace(" f5:0", "; score: P1=1"), [], "1 cheeses more"),
    ],
)
def test_conservation_can_fail(after: str, played: list[str], problem: str) -> None:
    """A coin too many, a coin twice, a lost mouse and a cheese from nowhere are each noticed."""
    assert law.conserved(FULL, played, after) == [problem]
    assert law.conserved(FULL, [], FULL) == []


def test_scene_check_can_fail() -> None:
    """A coin too few, a wrong side, and a mouse elsewhere are each noticed."""
    good = find(GAME).scene(find(GAME).read_position(FULL))
    assert law.scene_problems(good, FULL) == []
    wrong_side = tuple(PieceAt("coin", p.place, face="sun") if p.place == Cell(3, 5) else p for p in good.pieces)
    moved = tuple(PieceAt(p.kind, Cell(0, 0)) if p.kind == "pawn-red" else p for p in good.pieces)
    for pieces in (good.pieces[1:], wrong_side, moved):
        assert law.scene_problems(Scene((), pieces), FULL) != []


def test_secrets_differ_in_suits_alone() -> None:
    """Two deals of one position name other suits and nothing else; where only one fits they are the same."""
    one, other = law.secrets(FULL, None, Random(1))
    assert one != other and one.split("; suits")[0] == other.split("; suits")[0] == FULL
    told = "mice: R=c2 K=d7 G=f2 B=g7; covered: b3A; won: P1=0R,0K,0G,0B,AR,AK,AG; score: P1=7"
    assert len(set(law.secrets(told, None, Random(1)))) == 1


def test_laws_cover_every_kind_of_game() -> None:
    """The positions of the law suite hold one to seven players, the variation, a final round and every way to start."""
    states = [slow_blind.read(text) for text in law.POSITIONS]
    assert {len(state["players"]) for state in states} == set(range(1, 8))
    assert {state["phase"] for state in states} == {"place", "uncover", "think", "demo"}
    assert any(state["final"] for state in states) and any(state["fresh"] for state in states)
