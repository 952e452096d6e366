"""What lies on the table before a game: read into the fields of a position, and checked as a whole (rulebook: Setup)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import ABSENT, Look, PieceAt, Scene
from companion.games.librande_maze.board import CELLS, HOMES, MOVABLE, NAMES, NONE, SIZE, SPACE_NAMES, SQUARE, SQUARES, START
from companion.games.librande_maze.catalogue import DOWN, HERO_NAMES, UP, hero_kind
from companion.games.librande_maze.layout import DECK, DISCARD, area_zone
from companion.games.librande_maze.scene import CHEST, CUBE, DRAGON, tile_look
from companion.games.librande_maze.state import TREASURES, State
from companion.games.librande_maze.tiles import CODES, COUNTS, FIXED, KINDS, OWNER, SIDES, TILE

SETUP_CODES: tuple[tuple[str, str, str], ...] = (
    ("setup-tile-missing", "A tile lies on each of the 49 squares.", "Setup 1"),
    ("setup-tile-kind", "The 33 sliding tiles of the set are shuffled and laid out, each once.", "Setup 1"),
    ("setup-fixed-tile", "The sixteen squares with a dark floor keep their tiles.", "Setup 1"),
    ("setup-hero", "Every player has one character, upright on the own home corner.", "Setup 2, 3"),
    ("setup-hero-twice", "No character is played twice.", "Setup 2"),
    ("setup-players", "Two to four players sit at home corners of their own.", "Setup 2"),
    ("setup-spells", "The spells lie shuffled and face down; no spell is spent.", "Setup 4"),
    ("setup-treasure", "One treasure lies on each of the nine squares in the middle.", "Setup 4"),
    ("setup-dragon", "The Dragon stands in the middle of the maze.", "Setup 5"),
    ("setup-curses", "No curse is spent.", "Setup"),
)
"""Code, sentence and section of what can be wrong before a game."""

ON_WEB = "token-on-cobweb"
_CODE_OF_KIND = {hero_kind(code): code for code in HERO_NAMES}
_MIDDLE = "d4"


# Reading -------------------------------------------------------------------------------------------------------------

_TILES: dict[tuple[str | None, bool], int] = {
    (tile_look(square, 4 * number).kind, MOVABLE[square]): 4 * number
    for number in range(len(KINDS))
    for square in (SQUARE["a1"], SQUARE["b1"])
}
"""The first tile of each kind, by the kind's name and whether it lies on a square that slides."""


def tile_from_look(square: int, look: Look) -> int:
    """The tile that looks so on that square, a fixed tunnel aside; NONE where no tile of this edition does."""
    kind = look.kind
    first = _TILES.get((kind, MOVABLE[square]), NONE)
    if first == NONE and kind is not None and not MOVABLE[square]:
        first = _TILES.get((kind.replace("-tunnel", ""), False), NONE)
    return NONE if first == NONE or look.face != UP else TILE[CODES[first + look.turns % 4]]


def tiles_seen(scene: Scene) -> dict[int, int]:
    """The tile on every square that bears one of this edition."""
    found = {square_of(item.place): item.look for item in scene.tiles if isinstance(item.place, Cell)}
    tiles = {square: tile_from_look(square, look) for square, look in found.items()}
    return {square: tile for square, tile in sorted(tiles.items()) if tile != NONE}


def square_of(cell: Cell) -> int:
    return SIZE * cell.row + cell.col


def space_at(tiles: Mapping[int, int], square: int, side: Facing | None) -> int:
    """The space of a square where something stands on that side; NONE on a web square where nobody can tell the half."""
    tile = tiles.get(square)
    if tile is None or SIDES[tile] == (0,):
        return 5 * square
    if side is None:
        return NONE
    half = side + 1 if side + 1 in SIDES[tile] else OWNER[tile][side]
    return 5 * square + half if half > 0 else NONE


def scene_fields(scene: Scene, answers: Mapping[str, str] | None = None) -> dict[str, str]:
    """The fields of a position that the table shows, without those that people have answered themselves.

    What cannot be read is left out; `scene_problems` says why.
    """
    tiles = tiles_seen(scene)
    fields = {
        "maze": " ".join(CODES[tiles[square]] for square in SQUARES) if len(tiles) == len(SQUARES) else "",
        "chars": " ".join(f"{seat}={code}" for seat, code in heroes_seen(scene).items()),
        "treasure": _treasure_words(scene, tiles),
        "dragon": _dragon_words(scene),
        "opt": _tunnel_words(scene),
    }
    return {name: text for name, text in fields.items() if text and name not in (answers or {})}


def heroes_seen(scene: Scene) -> dict[str, str]:
    """The character of each seat: the token on its home corner, else the one in its area."""
    found: dict[str, str] = {}
    for seat, home in HOMES.items():
        for place in (CELLS[home], Zone(area_zone(seat))):
            tokens = [_CODE_OF_KIND[piece.kind] for piece in scene.pieces_at(place) if piece.kind in _CODE_OF_KIND]
            if len(tokens) == 1 and seat not in found:
                found[seat] = tokens[0]
    return found


def _treasure_words(scene: Scene, tiles: Mapping[int, int]) -> str:
    spaces = Counter(
        space_at(tiles, square_of(piece.place), piece.side)
        for piece in scene.pieces
        if piece.kind == CHEST and isinstance(piece.place, Cell)
    )
    spaces.pop(NONE, None)
    return " ".join(
        f"{SPACE_NAMES[space]}x{number}" if number > 1 else SPACE_NAMES[space] for space, number in sorted(spaces.items())
    )


def _dragon_words(scene: Scene) -> str:
    cells = [piece.place for piece in scene.pieces if piece.kind == DRAGON and isinstance(piece.place, Cell)]
    return NAMES[square_of(cells[0])] if len(cells) == 1 else ""


def _tunnel_words(scene: Scene) -> str:
    """Tunnels printed on two fixed squares are an option of the rules that the table shows."""
    mouths = [
        NAMES[square_of(item.place)]
        for item in scene.tiles
        if isinstance(item.place, Cell) and not MOVABLE[square_of(item.place)] and "-tunnel" in (item.look.kind or "")
    ]
    return f"tunnels=fixed({mouths[0]},{mouths[1]})" if len(mouths) == 2 else ""


# Checking ------------------------------------------------------------------------------------------------------------


def scene_problems(state: State, scene: Scene) -> Iterator[tuple[str, str]]:
    """Each broken rule of the setup with what was found and what to do."""
    yield from _tile_problems(scene)
    yield from _hero_problems(state, scene)
    yield from _dragon_problems(scene)
    yield from _treasure_problems(scene)
    yield from _card_problems(scene)


def _tile_problems(scene: Scene) -> Iterator[tuple[str, str]]:
    looks = {item.place: item.look for item in scene.tiles}
    missing = [NAMES[square] for square in SQUARES if looks.get(CELLS[square], ABSENT) == ABSENT]
    if missing:
        yield "setup-tile-missing", f"None is seen on {', '.join(missing)}; lay one there."
    tiles = tiles_seen(scene)
    for square in SQUARES:
        look = looks.get(CELLS[square], ABSENT)
        if look != ABSENT and square not in tiles:
            yield (
                "setup-tile-kind",
                f"{NAMES[square]} bears {look.kind or 'a tile that nobody knows'}, which is not of this set; take another.",
            )
    for square, tile in FIXED.items():
        if square in tiles and tiles[square] != tile:
            found = CODES[tiles[square]]
            yield "setup-fixed-tile", f"{NAMES[square]} bears {found} instead of {CODES[tile]}; put it right."
    counts = Counter(KINDS[tile // 4].code for square, tile in tiles.items() if MOVABLE[square])
    for code, number in sorted(counts.items()):
        if number > COUNTS.get(code, 0):
            yield "setup-tile-kind", f"{number} sliding tiles {code} are seen; the set has {COUNTS.get(code, 0)}."


def _hero_problems(state: State, scene: Scene) -> Iterator[tuple[str, str]]:
    tokens: dict[str, list[PieceAt]] = {}
    for piece in scene.pieces:
        if piece.kind in _CODE_OF_KIND:
            tokens.setdefault(_CODE_OF_KIND[piece.kind], []).append(piece)
    for code, found in tokens.items():
        if len(found) > 1:
            places = ", ".join(place_words(piece.place) for piece in found)
            yield "setup-hero-twice", f"The {HERO_NAMES[code]} stands at {places}; leave one."
    playing = dict(zip(state.terms.seats, (hero.code for hero in state.terms.heroes), strict=True))
    for seat, code in playing.items():
        yield from _home_problems(seat, code, tokens.get(code, []))
    for code in sorted(set(tokens) - set(playing.values())):
        if any(isinstance(piece.place, Cell) for piece in tokens[code]):
            where = place_words(next(piece.place for piece in tokens[code] if isinstance(piece.place, Cell)))
            yield "setup-hero", f"The {HERO_NAMES[code]} at {where} does not play; take the token away."


def _home_problems(seat: str, code: str, found: list[PieceAt]) -> Iterator[tuple[str, str]]:
    home = CELLS[HOMES[seat]]
    name, corner = HERO_NAMES[code], NAMES[HOMES[seat]]
    there = [piece for piece in found if piece.place == home]
    if not there:
        where = place_words(found[0].place) if found else "nowhere"
        yield "setup-hero", f"The {name} of seat {seat} is seen {where}; put the token on {corner}."
    elif there[0].face == DOWN:
        yield "setup-hero", f"The {name} on {corner} lies face down; turn the token up."


def _dragon_problems(scene: Scene) -> Iterator[tuple[str, str]]:
    places = [piece.place for piece in scene.pieces if piece.kind == DRAGON]
    if places != [CELLS[SQUARE[_MIDDLE]]]:
        where = ", ".join(map(place_words, places)) or "nowhere"
        yield "setup-dragon", f"{len(places)} seen: {where}; put the one Dragon on {_MIDDLE}."


def _treasure_problems(scene: Scene) -> Iterator[tuple[str, str]]:
    chests = [piece for piece in scene.pieces if piece.kind == CHEST]
    if len(chests) != TREASURES:
        yield "setup-treasure", f"{len(chests)} are seen; there are {TREASURES}."
    counts = Counter(place_words(piece.place) for piece in chests)
    empty = [name for name in START if not counts.get(name)]
    if empty:
        yield "setup-treasure", f"None is seen on {', '.join(empty)}; lay one there."
    for name, number in counts.items():
        if name not in START or number > 1:
            yield "setup-treasure", f"{number} on {name}; {'leave one' if name in START else 'take it away'}."
    tiles = tiles_seen(scene)
    for piece in chests:
        if isinstance(piece.place, Cell) and space_at(tiles, square_of(piece.place), piece.side) == NONE:
            yield ON_WEB, f"The treasure on {place_words(piece.place)} lies on the web; choose a half."


def _card_problems(scene: Scene) -> Iterator[tuple[str, str]]:
    looks = {item.place: item.look for item in scene.tiles}
    if looks.get(Zone(DECK), ABSENT).face != DOWN:
        yield "setup-spells", "The deck is not seen; lay the spells face down on its place."
    if looks.get(Zone(DISCARD), ABSENT) != ABSENT:
        yield "setup-spells", "A spell lies on the spent spells; shuffle it into the deck."
    if any(piece.kind == CUBE for piece in scene.pieces):
        yield "setup-curses", "A cube lies on the reference card; take it away."


def place_words(place: Place) -> str:
    """A square's name, or which place beside the board."""
    return NAMES[square_of(place)] if isinstance(place, Cell) else f"beside the board ({place.name})"
