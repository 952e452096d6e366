"""`companion legal`, `rule` and `judge`: what they print, what they return, how they refuse what they cannot read."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main

GAME = "mice-in-a-maze"
POSITION = "turn: R; tiles: b7=XRY0 b6=COP0 c6=XRP0; mice: R=c6e Y=E6; hands: R=up"
RECORD = "mice: R=c6e Y=E6; nests: Nb=1\ntiles: c6=+\n\n1 R: - d6=+ | P1=1\n2 Y: - g6=/\n3 R: >d6e e6=\\\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    """The exit code and the JSON printed."""
    code = main(list(arguments))
    return code, json.loads(capsys.readouterr().out)


def test_legal_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """`legal` names the actor, the ply, the actions with words, the scores and the outcome."""
    code, found = run(capsys, "legal", GAME, POSITION, "--json")
    assert (code, found) == (0, {
        "actor": "P1", "ply": 0, "actions": [{"text": "-", "label": "Red stays: no open path"}],
        "scores": {"P1": 0, "P2": 0}, "outcome": None,
    })  # fmt: skip


def test_legal_after_do(capsys: pytest.CaptureFixture[str]) -> None:
    """The field `do` is played first; with an open own tile only the face-down tile of the path may be taken."""
    _, found = run(capsys, "legal", "--json", GAME, POSITION + "; do: -")
    assert (found["ply"], [action["text"] for action in found["actions"]]) == (1, ["d6=+", "d6=/", "d6=\\"])


def test_legal_of_a_finished_game(capsys: pytest.CaptureFixture[str]) -> None:
    """A game that is over has no actor and no actions, but winners and why it ended; half points are kept."""
    position = "players: P1=R P2=Y; owners: P1=R,O P2=Y; mice: R=Nb Y=E6; nests: Nb=1,1,1,1,2,2 NE=2 W6=2"
    _, found = run(capsys, "legal", "--json", GAME, position)
    assert (found["actor"], found["actions"], found["scores"]) == (None, [], {"P1": 9, "P2": 1})
    assert found["outcome"] == {"winners": ["P1"], "why": "all", "scores": {"P1": 9, "P2": 1}}
    _, half = run(capsys, "legal", "--json", GAME, position.replace("R,O", "R"))
    assert half["scores"] == {"P1": 8, "P2": 1}


def test_legal_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    """Without `--json` people can read it."""
    assert main(["legal", GAME, POSITION]) == 0
    assert capsys.readouterr().out.splitlines() == ["to act: P1   scores: P1=0 P2=0", "-            Red stays: no open path"]


def test_rule_stops_at_the_first_illegal_action(capsys: pytest.CaptureFixture[str]) -> None:
    """One ruling an action, played on while legal; exit code 1 with code, sentence and section of the broken rule."""
    code, found = run(capsys, "rule", GAME, POSITION, "-", "b6=XYG0h", "d6=+", "--json")
    assert code == 1
    assert [(ply["ply"], ply["line"], ply["action"], ply["legal"]) for ply in found["plies"]] == [
        (0, None, "-", True), (1, None, "b6=XYG0h", False),
    ]  # fmt: skip
    assert found["plies"][1]["violations"] == [
        {"code": "must-take-hidden", "sentence": "Your tile lies open: take a face-down tile.", "rule": "Place"}
    ]
    assert found["outcome"] is None and found["position"].startswith("players: P1=R P2=Y;")


@pytest.mark.parametrize("actions", [["-", "--"], ["- ; --"], ["-;--"], ["-", ";", "--"], ["--json", "-", "--"]])
def test_actions_like_flags(capsys: pytest.CaptureFixture[str], actions: list[str]) -> None:
    """Tokens that look like flags are actions, however they are divided over the arguments."""
    position = "mice: R=d4s Y=Nf; marbles: d3"
    code, found = run(capsys, "rule", GAME, position, *actions, *([] if "--json" in actions else ["--json"]))
    assert (code, [ply["action"] for ply in found["plies"]]) == (0, ["-", "--"])


def test_marbles_in_several_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    """The rolls of one step are one action, in one argument or in several, in any order."""
    position = "mice: R=b6e Y=Nf; tiles: a6=+ b6=+ c7=+ c6=+; marbles: c5 d6; step: 3:c6"
    _, one = run(capsys, "rule", GAME, position, "~c5>out", "~d6>a6w", "--json")
    _, two = run(capsys, "rule", GAME, position, "~d6>a6w ; ~c5>out", "--json")
    assert one == two and [ply["action"] for ply in one["plies"]] == ["~c5>out ~d6>a6w"]


def test_judge(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`judge` replays a record with the line of every action and running scores."""
    record = tmp_path / "game.txt"
    record.write_text(RECORD, encoding="utf-8")
    code, found = run(capsys, "judge", GAME, str(record), "--json")
    assert code == 0
    assert [(ply["line"], ply["action"]) for ply in found["plies"]] == [
        (4, "-"), (4, "d6=+"), (5, "-"), (5, "g6=/"), (6, ">d6e"), (6, "e6=\\"),
    ]  # fmt: skip
    assert {json.dumps(ply["scores"]) for ply in found["plies"]} == {'{"P1": 1, "P2": 0}'}


def test_judge_an_illegal_turn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first illegal action ends the judgement with exit code 1; the record may come from standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO(RECORD.replace("3 R: >d6e", "3 R: -")))
    code, found = run(capsys, "judge", GAME, "-", "--json")
    last = found["plies"][-1]
    assert (code, last["line"], last["legal"], last["violations"][0]["code"]) == (1, 6, False, "move-required")


def test_judge_the_wrong_mouse(capsys: pytest.CaptureFixture[str]) -> None:
    """A turn of a mouse that is not in turn is judged as that."""
    code, found = run(capsys, "judge", GAME, RECORD.replace("2 Y:", "2 R:"), "--json")
    assert (code, found["plies"][-1]["violations"][0]["code"]) == (1, "not-your-turn")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["legal", GAME, "mice: R=Nb; tiles: c5=XRZ0"], "line 1, column 23: 'XRZ0'"),
        (["legal", GAME, "mice: R=Nb; rubbish: 1"], "line 1, column 13: 'rubbish'"),
        (["legal", GAME, "no-such-file"], "cannot read 'no-such-file'"),
        (["legal", "chess", POSITION], "there is no game 'chess'"),
        (["rule", GAME, POSITION, "-", "b6=XX"], "line 1, column 3: 'b6=XX'"),
        (["rule", GAME, POSITION], "name at least one action"),
        (["judge", GAME, RECORD + "4 Y: - g6=%\n"], "line 7, column 8: 'g6=%'"),
        (["judge", GAME, RECORD + "rubbish\n"], "line 7, column 1: 'rubbish'"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    """What cannot be read is one line on standard error that points at it, and exit code 2."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert words in captured.err and captured.err.count("\n") == 1 and captured.out == ""
