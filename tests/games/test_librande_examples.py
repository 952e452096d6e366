"""Every worked example of the rules of Maze, and further positions with every character, by the engine and by the slow rules."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from librande_cases import Case, disagreements, played, played_slowly, read_cases
from slow_librande_text import CHARS

from companion.cli import main
from companion.games import find

HERE = Path(__file__).parent
CASES = read_cases(HERE / "librande_examples.txt")
MORE = read_cases(HERE / "librande_characters.txt")
every_case = pytest.mark.parametrize("case", CASES + MORE, ids=[case["id"] for case in CASES + MORE])


@every_case
def test_example(case: Case) -> None:
    """The engine agrees with the worked example in everything it names."""
    assert disagreements(case, partial(played, find("librande-maze"))) == []


@every_case
def test_example_by_the_slow_rules(case: Case) -> None:
    """So do the slow rules, which judge the engine elsewhere."""
    assert disagreements(case, played_slowly) == []


def test_all_examples_are_here() -> None:
    """No worked example and no character was left out, and each case says what to expect."""
    assert {f"A{number:02}" for number in range(1, 26)} <= {case["id"] for case in CASES}
    assert {f"{char}0{number}" for char in CHARS for number in range(1, 10)} <= {case["id"] for case in MORE}
    assert [case["id"] for case in CASES + MORE if not {"expect", "illegal", "asks"} & set(case)] == []


def test_a_wrong_expectation_is_noticed() -> None:
    """The comparison can fail: a changed fact, an unexpected code and a wrong answer are all reported."""
    case = next(case for case in CASES if case["id"] == "A05")
    for change in ({"expect": "at1=b2"}, {"illegal": "bad-space"}, {"asks": "los=b2,f6:yes"}, {"asks": "neigh=b2:f6 b3"}):
        assert disagreements(case | change, played_slowly) != []


MOVES = [case for case in CASES if "do" in case]


@pytest.mark.parametrize("case", MOVES, ids=[case["id"] for case in MOVES])
def test_example_on_the_command_line(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion rule` gives the same verdict, and its exit code says so."""
    code = main(["rule", "--json", "librande-maze", case["position"], *case["do"].split()])
    plies = json.loads(capsys.readouterr().out)["plies"]
    found = [violation["code"] for ply in plies for violation in ply["violations"]]
    assert (code, found) == ((1, [case["illegal"]]) if "illegal" in case else (0, []))
