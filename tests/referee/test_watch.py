"""A recording told turn by turn: who, where, which tile; order and own tiles found out; covered turns filled in."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mice_evenings import Act, opening, play_on
from readings import CLEAR, ORDINARY, Noise, reading_of

from companion.commands.watch import Frame, RecordingError, Table, table_of, watch
from companion.core.grid import Cell, Place, Zone
from companion.games.mice_in_a_maze import GAME
from companion.games.mice_in_a_maze.layout import LAYOUT
from companion.referee.follower import renamed

FRONTS = (Zone("front-a"), Zone("front-b"), Zone("front-c"))
TABLE = Table("every-other", "ROYGBPWK", {}, FRONTS)
OWNERS: dict[Place, Place] = {Zone("hand-P1"): FRONTS[1], Zone("hand-P2"): FRONTS[2], Zone("hand-P3"): FRONTS[0]}


def turns_played(seed: int, skip: int, number: int) -> list[list[Act]]:
    """So many whole turns from the middle of a seeded game."""
    _, truth = opening(GAME, "turn: R; mice: R=Nb Y=E6 B=Sf", seed)
    turns: list[list[Act]] = []
    for act in play_on(GAME, truth, seed):
        if not turns or turns[-1][0].before.number != act.before.number:
            turns.append([])
        turns[-1].append(act)
        if len(turns) > skip + number:
            break
    return turns[skip : skip + number]


def frame(number: int, state: Any, noise: Noise, hidden: tuple[Place, ...] = ()) -> Frame:
    """A picture of that table, own tiles under the names of the table."""
    reading = reading_of(GAME.scene(state), GAME.catalogue, LAYOUT, noise, number, hidden=hidden)
    return Frame(f"{number:02}.jpg", renamed(reading, OWNERS))


def visibly(tokens: list[str]) -> tuple[str, ...]:
    """What sight can tell of actions: not whose tile was placed, nor where a tile went face down."""
    return tuple("?#" if "#" in token else token.rstrip("hs") for token in tokens)


def told(rows: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    return [visibly(row["actions"]) for row in rows]


def played(turns: list[list[Act]]) -> list[tuple[str, ...]]:
    return [visibly([act.token for act in turn]) for turn in turns]


@pytest.mark.parametrize(("seed", "noise"), [(5, CLEAR), (8, ORDINARY)])
def test_turn_order_and_owners_are_found_out(seed: int, noise: Noise) -> None:
    """From a first picture in the middle of a game and one picture a turn, every turn is told in its own picture."""
    turns = turns_played(seed, 9, 6)
    frames = [frame(0, turns[0][0].before, noise)]
    frames += [frame(number + 1, turn[-1].after, noise) for number, turn in enumerate(turns)]
    rows = list(watch(frames, TABLE))
    assert told(rows) == played(turns)
    assert [row["frame"] for row in rows] == [item.file for item in frames[1:]]
    assert all(row["legal"] for row in rows)


def test_a_covered_turn_is_told_by_the_next_picture() -> None:
    """A picture in which a sleeve lies over half the maze and one that could not be read: the turns are listed all the same."""
    turns = turns_played(5, 9, 6)
    half: tuple[Place, ...] = tuple(cell for cell in LAYOUT.cells() if cell.col > 2)
    frames = [frame(0, turns[0][0].before, CLEAR)]
    frames += [frame(number + 1, turn[-1].after, CLEAR, half if number == 1 else ()) for number, turn in enumerate(turns)]
    frames[4] = replace(frames[4], reading=None)
    rows = list(watch(frames, TABLE))
    assert told(rows) == played(turns)
    assert [row["frame"] for row in rows] == [item.file for item in frames[1:]]


@pytest.mark.parametrize("hand", [False, True])
def test_a_broken_rule_is_a_row_of_its_own(hand: bool) -> None:
    """A mouse that stopped on its way is named in the picture that shows it, unless a hand is in it; then the game goes on."""
    start = GAME.read_position("turn: R; tiles: b5=XOP0 c5=XRB0 d5=XYG0; mice: R=b5e Y=E6 B=Sf")
    stopped = next(slip for slip in GAME.slips(start) if slip.violations[0].code == "stopped-early").scene
    after = GAME.play(GAME.play(start, GAME.read(">d5e")), GAME.read("e5=XYK0"))
    wrong = replace(renamed(reading_of(stopped, GAME.catalogue, LAYOUT, CLEAR, 1), OWNERS), hand=hand)
    rows = list(watch([frame(0, start, CLEAR), Frame("01.jpg", wrong), frame(2, after, CLEAR)], TABLE, ("red", "yellow", "blue")))
    assert rows[-1]["actions"] == [">d5e", "e5=XYK0"]
    named = [(row["frame"], row["violations"][0]["code"]) for row in rows if not row["legal"]]
    assert named == ([] if hand else [("01.jpg", "stopped-early")])


def test_a_recording_without_a_readable_picture_is_refused() -> None:
    """Nothing to start from: one sentence that says so."""
    with pytest.raises(RecordingError, match="none could be read"):
        list(watch([Frame("00.jpg", None)], TABLE))


def test_the_table_is_read_from_its_description(tmp_path: Path) -> None:
    """Nests may lie in any colours: the ring is found from where they lie, the own tiles from their roles."""
    colours = ("white", "black", "red", "green", "blue", "orange", "purple", "yellow")
    names = ("N1", "N3", "N5", "NE", "E1", "E3", "E5", "SE", "S5", "S3", "S1", "SW", "W5", "W3", "W1", "NW")
    ring = {name: [colours[place // 2]] if place % 2 == 0 else [colours[place // 2], colours[(place // 2 + 1) % 8]]
            for place, name in enumerate(names)}
    zones = [{"name": f"nest {zone.name}", "role": "nest", "colours": ring[zone.name], "polygon_mm": zone.polygon_mm}
             for zone in LAYOUT.zones if zone.role == "nest"]
    zones.append({"name": "front", "role": "tile in front of a player", "polygon_mm": [[0, 0], [1, 0], [1, 1]]})
    (tmp_path / "session.json").write_text(json.dumps({"game": "mice-in-a-maze", "zones": zones}), encoding="utf-8")
    table = table_of(tmp_path)
    assert (table.layout, table.ring, table.hands) == ("every-other", "WKRGBOPY", (Zone("front"),))
    assert table.nests[Zone("nest N1")] == Zone("N1")
    assert Cell(0, 0) not in table.nests


def test_a_folder_without_a_table_is_named(tmp_path: Path) -> None:
    """A folder that is no recording is refused by name."""
    with pytest.raises(RecordingError, match=r"session\.json"):
        table_of(tmp_path)
