"""`companion solve`: what it prints, what it returns, how it refuses what it cannot read."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.games.four_blind_mice.solver import wide

T = "mice: R=c2 K=d7 G=f2 B=g7; covered: b3 b5 c4 c6 e4 e6 g3; target: f5 "
WALLED = "mice: R=c4 K=d7 G=f2 B=g7; covered: c3 b4 d4 c5; target: f5 R"


def says(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The lines printed."""
    assert main(["solve", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_route_as_text(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The position may be the text itself, a file or standard input."""
    file = tmp_path / "position.txt"
    file.write_text(T + "R", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(T + "R"))
    for position in (T + "R", str(file), "-"):
        assert says(capsys, position) == ["3 moves: RNc3 REf3 RNf5*"]


def test_a_route_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything a program may want, without any key that comes and goes."""
    found = json.loads("\n".join(says(capsys, T + "K", "--json")))
    assert found.pop("states") > 0
    assert found == {
        "number": 4, "spent": 0, "route": ["KNd8", "BNg8", "KEf8", "KSf5*"], "bid": None, "proved": True, "why": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("position", "arguments", "lines"),
    [
        (T + "G", ["--bid", "4"], ["bid 4: impossible", "no route: no route has at most 4 moves"]),
        (T + "G", ["--bid", "6"], ["bid 6: possible", "5 moves: KNd8 GWd2 GNd7 GEf7 GSf5*"]),
        (T + "R; opt: exact_bid=on", ["--bid", "4"], ["bid 4: possible", "4 moves: RNc3 REf3 KNd8 RNf5*"]),
        (T + "R", ["--exactly", "4"], ["4 moves: RNc3 REf3 KNd8 RNf5*"]),
        (T + "R; do: RN", ["--bid", "3"], ["bid 3: possible", "2 moves after 1 made: REf3 RNf5*"]),
        (T + "R; do: RN", ["--bid", "2"], ["bid 2: impossible", "no route: no route has at most 1 move after the 1 made"]),
        (T + "R; do: RN RE", ["--bid", "1"], ["bid 1: impossible", "no route: the number is used up"]),
        (WALLED, [], ["no route: the claimant cannot reach its cheese, wherever the other mice stand"]),
    ],
)
def test_bids_and_proofs(position: str, arguments: list[str], lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A bid counts from the first slide of the demonstration; a proof says what it rests on."""
    assert says(capsys, position, *arguments) == lines


def test_giving_up_has_its_own_exit_code(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is proved, the answer is that nothing is known, and exit code 1."""
    monkeypatch.setattr(wide, "MOST_STATES", 10)
    position = "mice: R=d4 K=d6 G=c5 B=g6; covered: b3 c7 d2 f5 f7 g4; target: f2 K; opt: stop=rest turns_by=any_mouse"
    assert main(["solve", position]) == 1
    assert capsys.readouterr().out.startswith("not known: given up: more than ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([T + "Q"], "line 1, column 70: 'Q'"),
        ([T + "R; do: RN RX"], "line 1, column"),
        (["mice: R=c2 K=d7 G=f2 B=g7; covered: b3"], "name the uncovered coin, such as target: f5 R"),
        (["no-such-file"], "cannot read 'no-such-file'"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    """What cannot be read is one line on standard error that points at it, and exit code 2."""
    assert main(["solve", *arguments]) == 2
    captured = capsys.readouterr()
    assert words in captured.err and captured.err.count("\n") == 1 and captured.out == ""


def test_a_number_is_a_number() -> None:
    """Anything else is refused by the command line."""
    with pytest.raises(SystemExit) as caught:
        main(["solve", T + "R", "--bid", "few"])
    assert caught.value.code == 2
