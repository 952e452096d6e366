"""Every worked example of the rules of Mice in a Maze."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mice_cases import Case, disagreements, position_of, read_cases

from companion.cli import main

EXAMPLES = Path(__file__).with_name("mice_examples.txt")
CASES = read_cases(EXAMPLES)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_example(case: Case) -> None:
    """The engine agrees with the worked example in everything it names, and changes nothing else."""
    assert disagreements(case) == []


def test_all_examples_are_here() -> None:
    """No worked example of the rules was left out."""
    wanted = {f"A{number:02}" for number in range(1, 28)} | {"S1", "S2", "S3"}
    assert wanted <= {case["id"] for case in CASES}


def test_a_wrong_expectation_is_noticed() -> None:
    """The comparison can fail: a changed expectation, an unexpected code and a wrong answer are all reported."""
    case = next(case for case in CASES if case["id"] == "A13")
    assert disagreements(case | {"expect": "marbles=c3"}) != []
    assert disagreements(case | {"illegal": "left-path"}) != []
    assert disagreements(case | {"ahead": "R=c6,hidden:d7"}) != []


@pytest.mark.parametrize("case", [case for case in CASES if "do" in case], ids=[c["id"] for c in CASES if "do" in c])
def test_example_on_the_command_line(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion rule` gives the same verdict, and its exit code says so."""
    code = main(["rule", "--json", "mice-in-a-maze", position_of(case), *case["do"].split(";")])
    plies = json.loads(capsys.readouterr().out)["plies"]
    found = [violation["code"] for ply in plies for violation in ply["violations"]]
    assert (code, found) == ((1, [case["illegal"]]) if "illegal" in case else (0, []))
