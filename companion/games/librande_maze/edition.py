"""What is printed on tiles and cards: read from one file, checked as a whole, with the line and key of what is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from companion.games.librande_maze.edition_check import problems_of
from companion.games.librande_maze.powers_known import POWERS, Part

FILE = "maze.toml"
PARTS = ("free", "two", "defence")
TWO_POINTS = 2


@dataclass(frozen=True, slots=True)
class TileKind:
    """A kind of tile at no turn: its openings, the openings of one half of a web tile, the opening beside a tunnel mouth."""

    code: str
    openings: str
    count: int = 0
    web: str = ""
    tunnel: str = ""


@dataclass(frozen=True, slots=True)
class Spell:
    """A kind of spell card: what it does, how far it reaches ("" where it needs no target), copies and action points."""

    code: str
    name: str
    does: str
    copies: int
    cost: int
    range: str = ""


@dataclass(frozen=True, slots=True)
class Hero:
    """A character card with its three parts."""

    code: str
    name: str
    free: Part
    two: Part
    defence: Part

    @property
    def parts(self) -> tuple[Part, Part, Part]:
        return (self.free, self.two, self.defence)


@dataclass(frozen=True, slots=True)
class Curse:
    """A curse of the reference card: what it does, and how many points, seconds or moves."""

    name: str
    does: str
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Edition:
    """One set of tiles and cards; `fixed` are the codes of the fixed tiles by square."""

    name: str
    tiles: tuple[TileKind, ...]
    fixed: tuple[tuple[str, str], ...]
    spells: tuple[Spell, ...]
    heroes: tuple[Hero, ...]
    curses: tuple[Curse, ...]

    def hero(self, code: str) -> Hero:
        """The character of that code; ValueError when there is none."""
        return self.heroes[[hero.code for hero in self.heroes].index(code)]

    def spell(self, code: str) -> Spell:
        """The spell card of that code; ValueError when there is none."""
        return self.spells[[spell.code for spell in self.spells].index(code)]


def read_edition(text: str, file: str = FILE) -> Edition:
    """The edition a TOML text describes; ValueError with every problem, each with its line and key."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file}: reading the tiles and cards: {error}; put the line right") from None
    problems = problems_of(data, text)
    if problems:
        raise ValueError("; ".join(f"{file}: {problem}" for problem in problems))
    return Edition(
        data["name"],
        tuple(_tile(entry) for entry in data["tile"]),
        tuple(data["fixed"].items()),
        tuple(Spell(**entry) for entry in data["spell"]),
        tuple(_hero(entry) for entry in data["hero"]),
        tuple(Curse(**entry) for entry in data["curse"]),
    )


def _tile(entry: Mapping[str, Any]) -> TileKind:
    tunnel = entry.get("tunnel", "")
    if tunnel is True:
        tunnel = entry["openings"][0]
    return TileKind(entry["code"], entry["openings"], entry.get("count", 0), entry.get("web", ""), tunnel or "")


def _hero(entry: Mapping[str, Any]) -> Hero:
    free, two, defence = (_part(name, entry[name]) for name in PARTS)
    return Hero(entry["code"], entry["name"], free, two, defence)


def _part(place: str, entry: Mapping[str, Any]) -> Part:
    """A part of a card; lists become tuples, and the kinds of squares of a jump one list of lists."""
    keys = POWERS[entry["does"]].keys
    found: dict[str, Any] = {"cost": TWO_POINTS if place == "two" else 0}
    for name, value in entry.items():
        if name in ("name", "does", "token", "cost"):
            found[name] = value
        elif keys[name].field == "ends":
            found["ends"] = (*found.get("ends", ()), tuple(value))
        else:
            found[keys[name].field] = tuple(value) if isinstance(value, list) else value
    return Part(**found)


EDITION: Edition = read_edition(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
"""The edition this program plays."""
