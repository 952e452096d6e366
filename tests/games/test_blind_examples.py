"""Every worked example and case of the rules of Four Blind Mice, from one table of text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from blind_cases import Case, disagreements, position_of, read_cases

from companion.cli import main

CASES = read_cases(Path(__file__).with_name("blind_examples.txt"))
ACTING = [case for case in CASES if "act" in case]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_example(case: Case) -> None:
    """The engine agrees with the worked example in everything it names."""
    assert disagreements(case) == []


def test_all_examples_are_here() -> None:
    """No worked example of the rules was left out."""
    there = {case["id"].rstrip("abcdefgRKGB") for case in CASES}
    assert {f"W{number}" for number in range(17)} <= there


def test_a_wrong_expectation_is_noticed() -> None:
    """The comparison can fail: a wrong code, a wrong position, a wrong optimum and a slide too many are all reported."""
    by_id = {case["id"]: case for case in CASES}
    assert disagreements(by_id["W5"] | {"illegal": "no-move"}) != []
    assert disagreements(by_id["W1"] | {"then.score": "P1=2"}) != []
    assert disagreements(by_id["W1"] | {"optimum": "4"}) != []
    assert disagreements(by_id["W0"] | {"slides": "RNc3"}) != []
    assert disagreements(by_id["W9"] | {"turns": "R=3"}) != []
    assert disagreements(by_id["C4"] | {"first": "P1"}) != []


@pytest.mark.parametrize("case", ACTING, ids=[case["id"] for case in ACTING])
def test_example_on_the_command_line(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion rule` gives the same verdict, and its exit code says so."""
    code = main(["rule", "--json", "four-blind-mice", position_of(case), *case["act"].split()])
    plies = json.loads(capsys.readouterr().out)["plies"]
    found = [violation["code"] for ply in plies for violation in ply["violations"]]
    assert (code, found) == ((1, [case["illegal"]]) if "illegal" in case else (0, []))
