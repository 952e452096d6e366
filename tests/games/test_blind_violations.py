"""Four Blind Mice: every broken rule has its code, and of several that fit the first in the order of the rules wins."""

from __future__ import annotations

import pytest

from companion.games.four_blind_mice import GAME
from companion.games.four_blind_mice.violations import PHYSICAL, RANK, VIOLATIONS, violation

T = "players: P1,P2,P3; mice: R=c2 K=d7 G=f2 B=g7; covered: b3A b5:0 c4A c6:0 e4A e6:0 g3A"
COINS = "players: P1,P2; placed: b2A b4:0 b6A d3A d5:0 f2:0 f4A"
MICE = f"{COINS} f6:0"
FRESH = f"opt: replace=on; {T}; known: b3=K; fresh: b3; score: P1=1"
THINK = f"{T}; target: f5:0 R; phase: think"
BIDS = f"{THINK}; bids: P1=6@20 P2=4@35"
DEMO = f"{T}; target: f5:0 R; bids: P2=4@35 P1=6@20"
REMOVE = f"{T}; target: f5:0 R; phase: remove"
REPLACE = f"opt: replace=on; {T}; target: f5:0 R; phase: replace; bids: P2=4@5; score: P2=1"
OVER = f"{T}; out: 1; ended: time"
PLAN = f"opt: declare_plan=on; {DEMO}; plan: RN,RE,RN"

CASES = [
    ("after-the-end", OVER, "?b3=R"),
    ("after-the-end", OVER, "end:time"),
    ("on-edge", COINS, "+a5A"),
    ("on-edge", COINS, "+R:h8"),
    ("occupied", COINS, "+b2A"),
    ("occupied", REPLACE, "+f5:0"),
    ("occupied", REPLACE, "+d7:0"),
    ("adjacent", COINS, "+c2A"),
    ("adjacent", MICE, "+R:c2"),
    ("adjacent", REPLACE, "+d4:0"),
    ("wrong-piece", COINS, "+R:g6"),
    ("wrong-piece", COINS, "+g6A"),
    ("wrong-piece", MICE, "+d7A"),
    ("wrong-piece", MICE, "+R:g7 +R:d7"),
    ("wrong-piece", COINS, "b:P1=3"),
    ("wrong-piece", COINS, "RN"),
    ("wrong-piece", COINS, "-b2"),
    ("wrong-piece", f"opt: fixed_order=KRGB; {MICE}", "+R:d7"),
    ("placed-out-of-turn", COINS, "P2:+g6:0"),
    ("placed-out-of-turn", REPLACE, "P1:+d2:0"),
    ("suit-looked-at", COINS, "?b2=R"),
    ("suit-looked-at", COINS, "?b2"),
    ("not-your-uncover", T, "P2:?b3=R"),
    ("second-uncover", THINK, "?b3=R"),
    ("second-uncover", DEMO, "?b3=R"),
    ("second-uncover", REPLACE, "?b3=R"),
    ("second-uncover", T, "?b3 ?b5=R"),
    ("fresh-cheese", FRESH, "?b3=K"),
    ("touched-while-thinking", THINK, "RN"),
    ("touched-while-thinking", THINK, "m:P1"),
    ("touched-while-thinking", T, "x:gave-up"),
    ("touched-while-thinking", THINK, "+R:c3"),
    ("bid-too-low", THINK, "b:P1=2@4"),
    ("bid-too-low", DEMO, "b:P1=2"),
    ("bid-too-low", f"opt: count=slides_and_turns; {THINK}", "b:P1=4"),
    ("bid-not-lower", BIDS, "b:P1=6@40"),
    ("bid-not-lower", BIDS, "b:P1=7@90"),
    ("bid-late", BIDS, "b:P1=5@81"),
    ("bid-late", THINK, "b:P1=5@301"),
    ("bid-late", DEMO, "b:P3=5"),
    ("bid-late", T, "b:P3=5"),
    ("wrong-demonstrator", BIDS, "m:P1"),
    ("wrong-demonstrator", BIDS, "m:P9"),
    ("wrong-demonstrator", DEMO, "RN m:P1"),
    ("no-move", DEMO, "RN RNc4"),
    ("straight-back", DEMO, "RN RS"),
    ("stopped-short", DEMO, "GNf6"),
    ("stopped-short", DEMO, "GNf2"),
    ("ran-through", DEMO, "RNc5"),
    ("diagonal", DEMO, "RNd3"),
    ("diagonal", DEMO, "RNd2"),
    ("diagonal", DEMO, "+R:d3"),
    ("too-few-turns", DEMO.replace("f5:0 R", "f5:0 G"), "GNf5*"),
    ("too-few-turns", DEMO, "RN*"),
    ("wrong-mouse", DEMO, "GNf5*"),
    ("wrong-mouse", DEMO, "KEf7*"),
    ("bid-exceeded", DEMO, "REe2 RNe3 RWc3 RSc1"),
    ("coin-moved", DEMO, "REe2 RNe3 RWc3*"),
    ("coin-moved", T, "+d2A"),
    ("coin-moved", T, "?a1"),
    ("coin-moved", BIDS, "-f5"),
    ("coin-moved", THINK, "-b3"),
    ("coin-moved", REPLACE, "+d2A"),
    ("coin-moved", f"{T}; won: P1=0R; score: P1=1; out: 0", "?b5=R"),
    ("coin-not-removed", REMOVE, "RN"),
    ("coin-not-removed", REMOVE, "m:P1"),
    ("not-announcing", f"{THINK.replace('; target', '; final: P1,P2; target')}", "b:P3=4"),
    ("not-announcing", THINK, "b:P9=4"),
    ("bid-not-met", f"opt: exact_bid=on; {DEMO}", "RN RE RN*"),
    ("off-plan", PLAN, "RE"),
    ("off-plan", DEMO, "p:RN"),
    ("no-failure", DEMO, "RN x:no-move"),
    ("no-failure", DEMO, "GNf6 x:stopped-short"),
    ("straight-back", DEMO, "RN RS x:no-move"),
    ("end-not-reached", T, "end:goal"),
]


@pytest.mark.parametrize(("code", "text", "tokens"), CASES)
def test_the_first_broken_rule_is_named(code: str, text: str, tokens: str) -> None:
    """The last token breaks that rule, the ones before it are lawful; sentence, section and a way back are given."""
    state = GAME.read_position(text)
    *before, last = [token for token, _ in GAME.split(tokens)]
    for token in before:
        state = GAME.play(state, GAME.read(token))
    ruling = GAME.rule(state, GAME.read(last))
    assert [found.code for found in ruling.violations] == [code]
    assert ruling.violations[0].sentence and ruling.violations[0].rule and ruling.remedy


def test_every_code_is_met() -> None:
    """Each code of the table that a token can break is in the list above."""
    assert {code for code, _, _ in CASES} == set(RANK) - set(PHYSICAL)
    assert set(RANK) < set(VIOLATIONS)


@pytest.mark.parametrize(
    ("text", "token", "words"),
    [
        (COINS, "P2:+g6:0", "It is Player 1's turn to place."),
        (T, "P2:?b3", "Player 1 turns over the next coin."),
        (BIDS, "m:P1", "Player 2 bid lower (or earlier) and moves first."),
        (DEMO, "GNf6", "It runs on to f8."),
        (DEMO, "RNc5", "It stops at c3."),
        (DEMO, "GNf5*", "Only the red mouse may claim."),
        (DEMO.replace("f5:0 R", "f5:0 G"), "GNf5*", "It has turned only 0 times; it runs on."),
        (DEMO.replace("P2=4", "P2=3") + "; do: RN KW", "KS", "3 moves used, no cheese."),
        (THINK, "b:P1=2", "No route with 2 times turned has fewer than 3 moves."),
    ],
)
def test_sentences_name_names(text: str, token: str, words: str) -> None:
    """What is said tells whose turn it is, where a mouse stops, who may claim."""
    assert GAME.rule(GAME.read_position(text), GAME.read(token)).violations[0].sentence == words


def test_an_unknown_code_has_no_violation() -> None:
    """Asking for a code that is not in the table is a mistake of the program."""
    with pytest.raises(KeyError):
        violation("no-such-code")
