"""Every worked example of the rules of Alles Käse!."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from kaese_cases import Case, disagreements, position_of, read_cases, tokens_of

from companion.cli import main
from companion.games import find

EXAMPLES = Path(__file__).with_name("kaese_examples.txt")
CASES = read_cases(EXAMPLES)

# The short complete game: turn, scores and traps of A, B and C, display and supply after it.
STORY = """
    1 A: 3 K1t +5^6 | 0/0/0 | 1/0/0 | 516322 | 29
    2 B: 3 K4t +6^3 | 0/0/0 | 1/1/0 | 516622 | 28
    3 C: 2 K5c +3^4 | 0/0/2 | 1/1/0 | 516632 | 27
    4 A: 2 K6c +4^4 | 2/0/2 | 1/1/0 | 516634 | 26
    5 B: 1 K2c +4^3 | 2/1/2 | 1/1/0 | 546634 | 25
    6 C: 4 K2c +3^1 | 2/1/6 | 1/1/0 | 536634 | 24
    7 A: 4 K6t +1^5 | 2/1/6 | 2/1/0 | 536631 | 23
    8 B: 2 P2 -5^4 | 2/1/6 | 2/1/0 | 536631 | 22
    9 C: 3 K2c +4^1 | 2/1/9 | 2/1/0 | 546631 | 21
    10 A: 1 K6t # | 0/1/9 | 3/1/0 | 54663- | 21"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in STORY.strip().splitlines()]
HEADER = "players=A,B,C start=A display=316322 top=5"
RECORD = "\n".join([HEADER, *(row[0] for row in ROWS), "END:trap(A) score=-/1/9 win=C", ""])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_example(case: Case) -> None:
    """The engine agrees with the worked example in everything it names."""
    assert disagreements(case) == []


def test_all_examples_are_here() -> None:
    """No worked example of the rules was left out; the sixteenth is the short game below."""
    names = {case["id"].rstrip("abc") for case in CASES}
    assert {f"E{number:02}" for number in range(1, 16)} <= names
    assert {"T1", "T2", "T3", "T4", "E13"} <= names


def test_a_wrong_expectation_is_noticed() -> None:
    """The comparison can fail: other actions, another code, field, look, score or winner are all reported."""
    by_id = {case["id"]: case for case in CASES}
    assert disagreements(by_id["E01"] | {"legal": "P1"}) and disagreements(by_id["E01"] | {"illegal": "no-roll"})
    assert disagreements(by_id["E07"] | {"expect": "top=5"}) and disagreements(by_id["E07"] | {"scores": "0/0/0"})
    assert disagreements(by_id["E13"] | {"winners": "A"}) and disagreements(by_id["E04"] | {"looks": "same"})


@pytest.mark.parametrize("case", [case for case in CASES if "play" in case], ids=[c["id"] for c in CASES if "play" in c])
def test_example_on_the_command_line(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion rule` gives the same verdict, and its exit code says so."""
    words = [word for token in tokens_of(case) for word in (token, ";")]
    code = main(["rule", "--json", "alles-kaese", position_of(case), *words])
    plies = json.loads(capsys.readouterr().out)["plies"]
    found = [violation["code"] for ply in plies for violation in ply["violations"]]
    assert (code, found) == ((1, [case["illegal"]]) if "illegal" in case else (0, []))


def test_the_short_game_turn_by_turn() -> None:
    """The complete game of the worked examples has its scores, traps, display and supply after every turn."""
    game = find("alles-kaese")
    record = game.read_record(RECORD)
    state, rows = record.start, []
    for line in record.lines:
        state = game.play(state, game.read(line.text))
        traps = [sum(code & 1 for code in cards) for cards in state.kept]
        scores = [f"{score.points:g}" for score in game.scores(state)]
        display = "".join(str(value or "-") for value in state.display)
        rows.append(["/".join(scores), "/".join(map(str, traps)), display, str(state.supply)])
    assert rows == [row[1:] for row in ROWS]
    assert game.outcome(state).winners == ("C",)


def test_the_short_game_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    """`companion judge` finds ten legal turns, and with one roll changed the first that is not."""
    assert main(["judge", "--json", "alles-kaese", RECORD]) == 0
    told = json.loads(capsys.readouterr().out)
    assert ([ply["legal"] for ply in told["plies"]], told["outcome"]["winners"]) == ([True] * 10, ["C"])
    assert main(["judge", "--json", "alles-kaese", RECORD.replace("7 A: 4", "7 A: 2")]) == 1
    last = json.loads(capsys.readouterr().out)["plies"][-1]
    assert (last["line"], [broken["code"] for broken in last["violations"]]) == (8, ["take-not-allowed"])


def test_the_short_game_is_written_as_it_was_read() -> None:
    """Record, states, record: nothing is lost, also when the turns were played in single steps."""
    game = find("alles-kaese")
    record = game.read_record(RECORD)
    actions = [game.read(line.text) for line in record.lines]
    steps = [game.read(token) for action in actions for token in game.write(action).split() if token != "#"]
    assert game.write_record(record.start, actions) == RECORD
    assert game.write_record(record.start, steps) == RECORD
