"""`companion watch SESSION --record OUT.jsonl`: a recording of frames in order becomes findings and rulings."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from typing import Any

from companion.core.errors import CompanionError
from companion.core.grid import Place, Zone, place_json
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look, Scene, TileAt
from companion.core.scene import PieceAt as Piece
from companion.games import find
from companion.games.mice_in_a_maze import retell
from companion.games.mice_in_a_maze.from_table import nests_of_table, positions
from companion.referee.follower import Account, Follower, Happened, renamed
from companion.referee.settings import Priors, Settings

GAME_ID = "mice-in-a-maze"
HANDS = 4


class RecordingError(CompanionError, ValueError):
    """A recording cannot be watched; the message names the folder and what is wrong."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a recording: its file name and what was read in it (None: nothing)."""

    file: str
    reading: Reading | None


@dataclass(frozen=True, slots=True)
class Table:
    """What the recording says of its table: arrangement and colours of the nests, zones of the game by the table's names,
    the places where own tiles lie."""

    layout: str
    ring: str
    nests: Mapping[Place, Place]
    hands: tuple[Zone, ...]


def add(subparsers: Any) -> None:
    """Add this subcommand."""
    sub: argparse.ArgumentParser = subparsers.add_parser("watch", help="a recording of frames to findings and rulings")
    sub.add_argument("session", metavar="SESSION", type=Path, help="folder with session.json and play/")
    sub.add_argument("--record", metavar="OUT.jsonl", type=Path, required=True, help="where to write one JSON line a turn")
    sub.add_argument("--order", metavar="COLOURS", help="turn order of the mice, such as green,blue,purple (default: found out)")
    sub.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Watch a recording; returns 0, or 1 when some turn broke a rule or could not be told."""
    from calibration.session_reading import readings_of, rig_of_session

    folder: Path = args.session
    table = table_of(folder)
    readings = readings_of(*rig_of_session(folder))
    frames = [Frame(Path(name).name, reading if isinstance(reading, Reading) else None) for name, reading in readings]
    order = tuple(args.order.split(",")) if args.order else None
    rows = list(watch(frames, table, order))
    with args.record.open("w", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row) + "\n")
            print(_line(row))
    return 0 if rows and all(row["legal"] for row in rows) else 1


def table_of(folder: Path) -> Table:
    """The table as session.json describes it; RecordingError when it is no table of this game."""
    path = folder / "session.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        zones = data["zones"]
        nests = [zone for zone in zones if zone.get("role") == "nest"]
        hands = tuple(Zone(str(zone["name"])) for zone in zones if "tile" in str(zone.get("role", "")).split())
        centres = [(_centre(zone["polygon_mm"], zone.get("kind")), tuple(zone["colours"])) for zone in nests]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RecordingError(f"reading {path}: {error}; watching needs a recording with session.json and play/") from error
    if data.get("game") != GAME_ID:
        raise RecordingError(f"watching {folder}: it shows {data.get('game')!r}; only {GAME_ID} can be followed so far")
    layout, ring, found = nests_of_table(centres)
    return Table(layout, ring, {Zone(str(nests[number]["name"])): zone for number, zone in found.items()}, hands)


def _centre(polygon: Sequence[Sequence[float]], kind: str | None) -> tuple[float, float]:
    del kind
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


# Following ------------------------------------------------------------------------------------------------------------


def watch(frames: Sequence[Frame], table: Table, order: tuple[str, ...] | None = None) -> Iterator[dict[str, Any]]:
    """One row a turn, in order; RecordingError when there is nothing to start from."""
    game = find(GAME_ID)
    first = next((number for number, frame in enumerate(frames) if frame.reading is not None), None)
    if first is None:
        raise RecordingError(f"watching {len(frames)} pictures: none could be read; see what `companion read` says of them")
    opening = frames[first].reading
    assert opening is not None
    settings = replace(Settings(), priors=Priors(later_turn=-2.0))
    follower = Follower(game, list(_accounts(_with_our_turns(opening), table, order)), settings)
    for number in range(first + 1, len(frames)):
        reading = frames[number].reading
        if reading is None:
            follower.skip(number)
        else:
            follower.see(number, _with_our_turns(reading))
    yield from _rows(follower, frames, first)


def _accounts(reading: Reading, table: Table, order: tuple[str, ...] | None) -> Iterator[Account[Any]]:
    """One account for every turn order and every way of giving the own tiles to the players."""
    seats = [Zone(f"hand-P{number + 1}") for number in range(HANDS)]
    for owners in permutations(seats[: max(len(table.hands), 1)], len(table.hands)):
        places: dict[Place, Place] = {**table.nests, **dict(zip(table.hands, owners, strict=True))}
        for state in positions(_best_scene(renamed(reading, places)), table.layout, table.ring):
            if order is None or tuple(retell.mouse_names(state)) == order:
                yield Account(state, state, places)


def _best_scene(reading: Reading) -> Scene:
    """The likeliest scene of a reading, the surest pieces first."""
    tiles = tuple(TileAt(claim.place, claim.best) for claim in reading.tiles)
    surest = sorted(reading.pieces, key=lambda claim: -claim.score(claim.count, claim.facing))
    pieces = tuple(Piece(claim.kind, claim.place, claim.facing) for claim in surest for _ in range(claim.count))
    return Scene(tiles, pieces)


def _with_our_turns(reading: Reading) -> Reading:
    """The reading with the turns of every look below the period that the game's own drawings have."""
    periods = {kind.name: kind.periods for kind in find(GAME_ID).catalogue.tiles}

    def own(look: Look) -> Look:
        return look._replace(turns=look.turns % periods.get(look.kind or "", {}).get(look.face, 1))

    def merged(claim: TileClaim) -> TileClaim:
        best: dict[Look, float] = {}
        for item in claim.looks:
            look = own(item.look)
            best[look] = max(best.get(look, claim.floor), item.log_p)
        return replace(claim, looks=tuple(LikelyLook(look, log_p) for look, log_p in best.items()))

    return replace(reading, tiles=tuple(merged(claim) for claim in reading.tiles))


# Telling --------------------------------------------------------------------------------------------------------------


def _rows(follower: Follower[Any], frames: Sequence[Frame], first: int) -> Iterator[dict[str, Any]]:
    """The turns of the best account, each with the picture that shows it."""
    game, best = follower.game, follower.best
    tokens = [(item.frame, token) for item in best.story for token in item.tokens]
    groups = retell.turns_of(best.start, [game.read(token) for _, token in tokens])
    broken = [item for item in best.story if item.ruling is not None]
    place = 0
    shown: list[int] = []
    for _, actions in groups:
        place += len(actions)
        shown.append(tokens[place - 1][0])
    for (before, actions), frame in zip(groups, _spread(shown, first), strict=True):
        while broken and broken[0].frame < frame:
            yield _broken_row(broken.pop(0), frames)
        yield _row(retell.tell(before, actions), frames[frame].file, follower.margin(frame))
    for item in broken:
        yield _broken_row(item, frames)


def _spread(shown: Sequence[int], first: int) -> list[int]:
    """The picture of each turn: of several turns told by one picture, the earlier ones belong to the pictures before that
    told nothing."""
    frames = list(shown)
    for number in range(len(frames) - 2, -1, -1):
        frames[number] = min(frames[number], max(frames[number + 1] - 1, first + 1))
    return [max(frame, earlier) for frame, earlier in zip(frames, [first, *frames], strict=False)]


def _row(story: retell.Story, file: str, margin: float) -> dict[str, Any]:
    placed = None
    if story.placed is not None:
        cell, look = story.placed
        placed = {"cell": None if cell is None else place_json(cell), "kind": look.kind, "face": look.face, "turns": look.turns}
    return {
        "frame": file, "turn": story.turn, "mouse": story.mouse, "walked": [place_json(cell) for cell in story.walked],
        "result": story.result, "nest": None if story.nest is None else story.nest.name, "placed": placed,
        "actions": list(story.actions), "legal": True, "violations": [], "margin": round(margin, 2), "sentence": story.words,
    }  # fmt: skip


def _broken_row(item: Happened, frames: Sequence[Frame]) -> dict[str, Any]:
    assert item.ruling is not None
    violations = [
        {"code": broken.code, "sentence": broken.sentence, "rule": broken.rule, "places": [*map(place_json, broken.places)]}
        for broken in item.ruling.violations
    ]
    words = " ".join([*(found.sentence for found in item.ruling.violations), *item.ruling.remedy])
    return {
        "frame": frames[item.frame].file, "turn": None, "mouse": None, "walked": [], "result": None, "nest": None, "placed": None,
        "actions": [item.ruling.action] if item.ruling.action else [], "legal": False, "violations": violations, "margin": None,
        "sentence": words,
    }  # fmt: skip


def _line(row: Mapping[str, Any]) -> str:
    number = "--" if row["turn"] is None else f"{row['turn']:2}"
    mark = "" if row["legal"] else "NOT ALLOWED: "
    return f"{row['frame']}  turn {number}  {mark}{row['sentence']}"
