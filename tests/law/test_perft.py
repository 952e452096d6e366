"""Perft: sequences of four actions counted by the engine, by the slow rules, and once and for all in this file."""

from __future__ import annotations

import duel
import pytest
import slow_mice

from companion.games import GAMES, find

COUNTS = {
    # Three players, no marbles: two mice wait in the Chamber, the third may come back by any nest.
    "players: P1=R P2=Y P3=B; owners: P1=R,O P2=Y,G P3=B,P; turn: Y; mice: R=d4w* Y=hand B=d4w; nests: E2=1,1,1 NW=1 W2=2,2 Nb=2;"
    r" hands: P1=up; board: \+/.... | +\\...+ | \+\\../ | /++#\// | +/+\++\ | //+.\/\ | \+/..+.": (20, 189, 189, 2787),
    # Four players with marbles: step 3 after a tile on a5; one marble may leave the Chamber.
    "players: P1=R P2=Y P3=B P4=W; owners: P1=R,O P2=Y,G P3=B,P P4=W,K; turn: R; step: 3:a5; mice: R=a6s Y=hand B=hand W=W1;"
    " loose: e6/sw; marbles: a3n b2e d4n d5w d5w e3s e3w e3w; hands: P4=up;"
    r" board: \//./// | ++./\\/ | +..//\+ | ./.#/\+ | \+../\/ | //...+. | //./+/.": (1, 20, 177, 3260),
    # Two players, each with two mice and one hand; eight marbles, two of them on one spot in the Chamber.
    "players: P1=R,P P2=Y,B; owners: P1=R,P,O,G P2=Y,B,W,K; order: R Y B P; turn: R; step: 2; mice: R=Ng Y=d4e* B=d3e P=d3e;"
    " marbles: Nb d4s d4s d7e e2e e6n g3w g3w; nests: E4=1,1 Nb=1,1 NE=2,2; hands: P2=up;"
    r" board: ++./.// | ++//++/ | /+/++/+ | /\+#+++ | .////./ | .\/+\.. | .//\+\.": (36, 156, 156, 1404),
    # Nearly frozen: one tile of the maze is face down, two hands still are.
    "players: P1=R P2=Y P3=B P4=W; owners: P1=R,O P2=Y,G P3=B,P P4=W,K; turn: B; step: 2; mice: R=E4 Y=Nf B=W1 W=hand;"
    " loose: e7/sw; marbles: E6 E6 Nf Sa d4n; nests: E6=1,1 E4=1 Sf=1 Nf=2; hands: P1=up P3=up;"
    r" board: +//\\+. | \+\//// | ///\\\+ | \\\#+/+ | /+\/+/+ | ++\+\+/ | +\/+\\+": (1, 9, 180, 3105),
}
NAMES = ("basic", "four", "two", "frozen")
PERFT = {"mice-in-a-maze": COUNTS}
POSITIONS = [pytest.param(text, counts, id=name) for name, (text, counts) in zip(NAMES, COUNTS.items(), strict=True)]


def test_every_game_has_perft_counts() -> None:
    """No game is without counts from at least three positions."""
    assert set(PERFT) == set(GAMES)
    assert all(len(counts) >= 3 for counts in PERFT.values())


@pytest.mark.parametrize(("text", "counts"), POSITIONS)
def test_perft_counts_are_those_stored(text: str, counts: tuple[int, ...]) -> None:
    """The engine counts as many sequences of one to four actions as are stored here."""
    game = find("mice-in-a-maze")
    start = game.read_position(text)
    assert tuple(duel.perft(game.actions, game.play, depth, start) for depth in (1, 2, 3, 4)) == counts


@pytest.mark.parametrize(("text", "counts"), POSITIONS)
def test_the_slow_rules_count_the_same(text: str, counts: tuple[int, ...]) -> None:
    """The independent second implementation counts the same sequences."""
    start = slow_mice.read(text)
    assert tuple(duel.perft(slow_mice.legal, slow_mice.after, depth, start) for depth in (1, 2, 3, 4)) == counts


@pytest.mark.parametrize(("text", "counts"), POSITIONS)
def test_legal_tokens_agree_at_every_node(text: str, counts: tuple[int, ...]) -> None:
    """To depth three both give the same positions, the same sets of legal tokens, scores and ends at every single node."""
    game, tally = find("mice-in-a-maze"), duel.Tally()
    duel.same_to(game, game.read_position(text), slow_mice.read(text), 3, tally)
    assert tally.plies == 1 + sum(counts[:3])
