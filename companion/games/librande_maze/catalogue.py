"""The kinds of the game as data: corridor tiles, spell cards, heroes, the dragon, chests and cubes.

Kinds are named by what sight tells: `tile-NES-web-loose` opens north, east and south at turns 0, has a web and slides.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.catalogue import Catalogue, PieceKind, TileKind
from companion.core.drawing import Drawing
from companion.core.grid import Facing
from companion.games.librande_maze import art, art_cards, art_pieces
from companion.games.librande_maze.edition import EDITION

HERO_NAMES: Mapping[str, str] = {
    "BA": "Barbarian", "DR": "Druid", "MR": "Mind Reaper", "SO": "Sorceress", "TH": "Thief", "WL": "Warlock", "WT": "Witch",
    "WZ": "Wizard", "WR": "Wraith",
}  # fmt: skip
"""The heroes by code."""

SPELL_NAMES: Mapping[str, str] = {
    "AM": "Anti-Magic", "PR": "Protect", "HA": "Haste", "FZ": "Freeze", "SW": "Switch", "TK": "Telekinesis", "TP": "Teleport",
    "TF": "Theft",
}  # fmt: skip
RANGE_NAMES: Mapping[str, str] = {"s": "Super", "c": "Connect", "l": "Line"}

SPELL_CODES = ("AM", "PR", "HA", *(name + reach for name in ("FZ", "SW", "TK", "TP", "TF") for reach in RANGE_NAMES))
"""The eighteen different cards."""

HERO_MM, HERO_HEIGHT_MM = 22.0, 4.0
DRAGON_MM, DRAGON_HEIGHT_MM = 40.0, 23.9
CHEST_MM, CHEST_HEIGHT_MM = 13.0, 10.7
CUBE_MM = 8.0

DOWN = "down"
UP = "up"

_WEBS: Mapping[str, str] = {
    **{"NS": "N", "NE": "N", "NES": "E", "NESW": "NW", "N": "N"},
    **{kind.openings: kind.web for kind in EDITION.tiles if kind.web},
}
"""One of the two groups of openings that a web parts, by all openings of the tile at turns 0."""

_FOUND: tuple[tuple[str, str, str], ...] = (
    ("NS", "", "loose"), ("NS", "-web", "loose"), ("NE", "", "loose"), ("NE", "-web", "loose"), ("NE", "-tunnel", "loose"),
    ("NES", "", "loose"), ("NES", "-web", "loose"), ("NES", "-tunnel", "loose"), ("NS", "-tunnel", "loose"),
    ("NESW", "", "loose"), ("NESW", "-web", "loose"), ("NESW", "-tunnel", "loose"), ("N", "", "loose"), ("N", "-web", "loose"),
    ("NE", "", "fixed"), ("NES", "", "fixed"), ("NE", "-tunnel", "fixed"), ("NES", "-tunnel", "fixed"), ("NESW", "", "fixed"),
    ("NESW", "-web", "fixed"),
)  # fmt: skip
"""Every tile kind that printed sets are known to have: openings, web or tunnel, loose or fixed."""

_SHAPE_WORDS = {"NS": "straight", "NE": "elbow", "NES": "T", "NESW": "crossing", "N": "dead end"}


def kind_name(openings: str, extra: str, fixed: bool) -> str:
    """The name of a tile kind from its openings in the order NESW and `` or `-web` or `-tunnel`."""
    return f"tile-{openings}{extra}-{'fixed' if fixed else 'loose'}"


def period_of(openings: str, extra: str) -> int:
    """The smallest number of quarter turns that maps the drawing onto itself."""
    if openings == "NESW" and extra == "":
        return 1
    return 2 if (openings == "NS" and extra != "-tunnel") or (openings, extra) == ("NESW", "-web") else 4


def _sides(letters: str) -> frozenset[Facing]:
    return frozenset(Facing("NESW".index(letter)) for letter in letters)


def _tiles() -> tuple[TileKind, ...]:
    kinds = []
    for openings, extra, way in _FOUND:
        half = _sides(_WEBS[openings])
        web = (half, _sides(openings) - half) if extra == "-web" else None
        drawing = art.tile(_sides(openings), way == "fixed", web, extra == "-tunnel")
        words = f"{_SHAPE_WORDS[openings]}{' with ' + extra[1:] if extra else ''}"
        label = words if way == "loose" else f"fixed {words}"
        name, periods = kind_name(openings, extra, way == "fixed"), {UP: period_of(openings, extra)}
        kinds.append(TileKind(name, periods, (), label, {UP: drawing}, stays=True))
    return tuple(kinds)


def spell_kind(code: str) -> str:
    """The kind of a spell card: `spell-FZc`."""
    return f"spell-{code}"


def spell_name(code: str) -> str:
    """A card in words: `Freeze (Connect)`."""
    return SPELL_NAMES[code[:2]] + (f" ({RANGE_NAMES[code[2]]})" if len(code) > 2 else "")


def hero_kind(code: str) -> str:
    """The kind of a hero's token: `hero-mind-reaper`."""
    return f"hero-{HERO_NAMES[code].lower().replace(' ', '-')}"


def _spells() -> tuple[TileKind, ...]:
    return tuple(
        TileKind(
            spell_kind(code), {UP: 4, DOWN: 1}, (DOWN,), spell_name(code), {UP: art_cards.spell(code), DOWN: art_cards.CARD_BACK}
        )
        for code in SPELL_CODES
    )


def _hero(code: str, crest: art_pieces.Crest) -> PieceKind:
    faces: dict[str, Drawing] = {UP: art_pieces.hero_up(code, crest), DOWN: art_pieces.hero_down(code, crest)}
    return PieceKind(
        hero_kind(code), HERO_HEIGHT_MM, HERO_MM, False, (), HERO_NAMES[code], code, crest.ink, faces[UP], (UP, DOWN), faces
    )


def _pieces() -> tuple[PieceKind, ...]:
    dragon = PieceKind("dragon", DRAGON_HEIGHT_MM, DRAGON_MM, False, (), "Dragon", "D", "#2f8f3c", art_pieces.DRAGON,
                       stays=True)
    chest = PieceKind("chest", CHEST_HEIGHT_MM, CHEST_MM, False, (), "treasure", "t", "#8a5426", art_pieces.CHEST)
    cube = PieceKind("cube", CUBE_MM, CUBE_MM, False, (), "curse cube", "c", "#8d3fb4", art_pieces.CUBE)
    return (dragon, *(_hero(code, crest) for code, crest in art_pieces.CRESTS.items()), chest, cube)


CATALOGUE = Catalogue((*_tiles(), *_spells()), _pieces())
