"""The 56 maze tiles: which path joins what, and what they are called in pictures (R01: data an owner can replace)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, NamedTuple

from companion.core.scene import Look
from companion.games.mice_in_a_maze.geometry import CHAMBER, CHAMBER_SHAPE, COLOUR_NAMES, COLOURS, FACE_DOWN, SIDE


@dataclass(frozen=True, slots=True)
class TileRow:
    """One tile: its code, kind letter (X cross, C curve), two colours, picture name and the picture's turns at turns 0."""

    code: str
    kind: str
    colour1: str
    colour2: str
    picture: str
    picture_turns: int

    @property
    def period(self) -> int:
        """Quarter turns after which it looks the same."""
        return 2 if self.kind == "X" else 4


class Tile(NamedTuple):
    """What lies in a cell: identity (None: nobody knows), shape (`.` face down, `#` Chamber, `+`, `/`, `\\`), turns."""

    code: str | None
    shape: str
    turns: int = 0


def check(rows: Sequence[TileRow]) -> list[str]:
    """What is wrong with a table of tiles; empty when it is good."""
    problems = []
    wanted = {f"{kind}{a}{b}" for kind in "XC" for i, a in enumerate(COLOURS) for b in COLOURS[i + 1 :]}
    codes = [row.code for row in rows]
    problems += [f"tile {code!r} is listed twice; list each tile once" for code in _doubles(codes)]
    problems += [f"tile {code!r} is missing; add its row" for code in sorted(wanted - set(codes))]
    problems += [f"tile {code!r} is none of this game; remove its row" for code in sorted(set(codes) - wanted)]
    problems += [f"picture {name!r} belongs to two tiles; name one" for name in _doubles([row.picture for row in rows])]
    for row in rows:
        if row.code != row.kind + row.colour1 + row.colour2:
            problems.append(f"tile {row.code!r} is called {row.kind!r}, {row.colour1!r}, {row.colour2!r}; make them agree")
        if row.picture_turns not in range(4):
            problems.append(f"tile {row.code!r} has picture_turns {row.picture_turns!r}; write 0 to 3")
    return problems


def _doubles(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def _load() -> Mapping[str, TileRow]:
    text = resources.files(__package__).joinpath("tiles.toml").read_text(encoding="utf-8")
    entries: list[dict[str, Any]] = tomllib.loads(text)["tiles"]
    rows = [TileRow(**entry) for entry in entries]
    problems = check(rows)
    if problems:
        raise ValueError("tiles.toml: " + "; ".join(problems))
    return {row.code: row for row in rows}


TILES: Mapping[str, TileRow] = _load()
BY_PICTURE: Mapping[str, TileRow] = {row.picture: row for row in TILES.values()}
ALL_DOWN = tuple(Tile(None, CHAMBER_SHAPE if cell == CHAMBER else FACE_DOWN) for cell in range(SIDE * SIDE))


def shape_of(code: str, turns: int) -> str:
    """The shape of that tile after so many quarter turns."""
    if TILES[code].kind == "X":
        return "+"
    return "\\/"[turns % 2]


def turns_for(code: str, shape: str) -> int | None:
    """The fewest quarter turns that give that shape; None when the tile cannot show it."""
    return next((turns for turns in range(TILES[code].period) if shape_of(code, turns) == shape), None)


def open_tile(code: str, turns: int) -> Tile:
    """That tile face up; turns are kept below its period."""
    turns %= TILES[code].period
    return Tile(code, shape_of(code, turns), turns)


def tile_look(tile: Tile) -> Look:
    """How the tile looks from above; the kind is None where the rules do not know which it is."""
    if tile.shape == CHAMBER_SHAPE:
        return Look("chamber", "up", 0)
    if tile.shape == FACE_DOWN:
        return Look(None, "down", 0)
    return open_look(tile.code, tile.turns) if tile.code else Look(None, "up", 0)


def open_look(code: str, turns: int) -> Look:
    """How that tile looks face up; turns of the printed picture."""
    row = TILES[code]
    return Look(row.picture, "up", (turns + row.picture_turns) % row.period)


def tile_from_look(look: Look) -> Tile | None:
    """The open tile a look shows; None for a back, the Chamber or an unknown kind."""
    row = BY_PICTURE.get(look.kind or "")
    if row is None or look.face != "up":
        return None
    return open_tile(row.code, look.turns - row.picture_turns)


def tile_words(code: str) -> str:
    """The tile in words: `red-blue curve`."""
    row = TILES[code]
    return f"{COLOUR_NAMES[row.colour1]}-{COLOUR_NAMES[row.colour2]} {'cross' if row.kind == 'X' else 'curve'}"
