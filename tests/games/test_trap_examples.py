"""Every worked example of the rules of the Mouse Trap card game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import slow_trap
from trap_cases import Case, disagreements, position_of, read_cases

from companion.cli import main
from companion.games.mouse_trap_cards import GAME

HERE = Path(__file__).parent
CASES = read_cases(HERE / "trap_examples.txt")
RECORD = (HERE / "trap_game.txt").read_text(encoding="utf-8")
every_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


@every_case
def test_example(case: Case) -> None:
    """The engine agrees with the worked example in everything it names, and changes nothing else."""
    assert disagreements(case) == []


def test_all_examples_are_here() -> None:
    """No worked example of the rules was left out."""
    assert {str(number) for number in range(1, 19)} <= {case["id"].split("-")[0] for case in CASES}


def test_a_wrong_expectation_is_noticed() -> None:
    """The comparison can fail: a changed expectation and an expected refusal are both reported."""
    case = CASES[0]
    assert disagreements(case | {"expect": "mouse=c1N"}) != []
    assert disagreements(case | {"illegal": "wrong-flip"}) != []


@every_case
def test_example_on_the_command_line(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion rule` finds every token legal, and its exit code says so."""
    code = main(["rule", "--json", "mouse-trap-cards", position_of(case), case["do"]])
    plies = json.loads(capsys.readouterr().out)["plies"]
    assert (code, [violation for ply in plies for violation in ply["violations"]]) == (0, [])


@every_case
def test_the_slow_rules_agree_with_the_example(case: Case) -> None:
    """The second implementation comes to the same position."""
    slow, fast = slow_trap.read(position_of(case)), GAME.read_position(position_of(case))
    for token, _ in GAME.split(case["do"]):
        slow, fast = slow_trap.after(slow, token), GAME.play(fast, GAME.read(token))
    assert slow_trap.public(slow_trap.read(GAME.write_position(fast))) == slow_trap.public(slow)


def test_the_complete_game() -> None:
    """The whole game of the rules text is legal to its end, with the counts it gives after each turn."""
    record = GAME.read_record(RECORD)
    state = record.start
    for line in record.lines:
        assert GAME.rule(state, GAME.read(line.text)).legal, line
        state = GAME.play(state, GAME.read(line.text))
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == ("A",)
    assert (state.safe, state.pile, sum(state.cheese)) == ((8, 0), 31, 3)


def test_the_complete_game_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion judge` replays it and names the winner."""
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    assert main(["judge", "--json", "mouse-trap-cards", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == {"winners": ["A"], "why": "win", "scores": {"A": 8, "B": 0}}
