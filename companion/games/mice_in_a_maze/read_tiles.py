"""The tiles of a position: what lies open, what is known to lie face down, every identity once."""

from __future__ import annotations

from companion.core.word import Word
from companion.games.mice_in_a_maze.geometry import CHAMBER, CHAMBER_SHAPE, FACE_DOWN, INDEX, NAMES, OPEN_SHAPES, SIDE
from companion.games.mice_in_a_maze.position import Field
from companion.games.mice_in_a_maze.tiles import ALL_DOWN, TILES, Tile, open_tile

Fields = dict[str, Field]


class Known:
    """Identities seen so far, so that none is accepted twice."""

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        self.codes = {tile.code: NAMES[cell] for cell, tile in enumerate(tiles) if tile.code}

    def add(self, word: Word, place: str) -> str:
        """Note the identity that word names; refuse an unknown one and one that lies elsewhere too."""
        if word.text not in TILES:
            word.bad("there is no such tile; a code is X or C and two colours in the order R O Y G B P W K, such as CRB")
        if word.text in self.codes:
            word.bad(f"this tile lies at {self.codes[word.text]} already; every tile exists once")
        self.codes[word.text] = place
        return word.text


def read_tiles(fields: Fields) -> tuple[Tile, ...]:
    if "tiles" in fields and "board" in fields:
        fields["board"].name.bad("'tiles' and 'board' say the same thing; keep one of them")
    if "board" in fields:
        return _read_board(fields["board"])
    return _read_list(fields["tiles"]) if "tiles" in fields else ALL_DOWN


def _read_list(field: Field) -> tuple[Tile, ...]:
    tiles = list(ALL_DOWN)
    seen: set[str] = set()
    for key, value in field.pairs():
        cell = INDEX.get(key.text)
        if cell is None or cell == CHAMBER:
            key.bad("this is no cell of the maze; cells are a1 to g7, without the Chamber d4")
        if tiles[cell].shape != FACE_DOWN:
            key.bad("this cell is given twice; keep one tile")
        if value.text in OPEN_SHAPES:
            tiles[cell] = Tile(None, value.text)
            continue
        code, turns = value.text[:-1], value.text[-1:]
        if code not in TILES or turns not in tuple("0123"):
            value.bad("this is no open tile; write its code and quarter turns (CRB1) or its shape (+, / or \\)")
        if code in seen:
            value.bad("this tile lies somewhere else already; every tile exists once")
        seen.add(code)
        tiles[cell] = open_tile(code, int(turns))
    return tuple(tiles)


def _read_board(field: Field) -> tuple[Tile, ...]:
    words = [word for word in field.words() if word.text != "|"]
    rows = [part for word in words for part in _bar_parts(word)]
    if len(rows) != SIDE:
        field.value.bad(f"a board has {SIDE} rows parted by '|', this one has {len(rows)}")
    tiles = []
    for number, row in enumerate(rows):
        if len(row.text) != SIDE:
            row.bad(f"a row has {SIDE} characters, this one has {len(row.text)}")
        for column, shape in enumerate(row.text):
            place = row.part(column, column + 1)
            if shape not in (*OPEN_SHAPES, FACE_DOWN, CHAMBER_SHAPE):
                place.bad("a cell is one of . (face down), +, /, \\ or # (the Chamber)")
            if (shape == CHAMBER_SHAPE) != (number * SIDE + column == CHAMBER):
                place.bad("the Chamber # lies at d4, the middle of the board, and nowhere else")
            tiles.append(Tile(None, shape))
    return tuple(tiles)


def _bar_parts(word: Word) -> list[Word]:
    parts, start = [], 0
    for piece in word.text.split("|"):
        if piece:
            parts.append(word.part(start, start + len(piece)))
        start += len(piece) + 1
    return parts


def read_hidden(fields: Fields, tiles: tuple[Tile, ...], known: Known) -> tuple[Tile, ...]:
    found = list(tiles)
    for rank in range(SIDE, 0, -1):
        field = fields.get(f"row{rank}")
        if field is None:
            continue
        words = field.words()
        if len(words) != SIDE:
            field.value.bad(f"a row names {SIDE} places, this one {len(words)}: a code, ? (not known), . (open) or # (Chamber)")
        for column, word in enumerate(words):
            cell = (SIDE - rank) * SIDE + column
            found[cell] = _hidden(word, cell, found[cell], known)
    return tuple(found)


def _hidden(word: Word, cell: int, tile: Tile, known: Known) -> Tile:
    mark = {FACE_DOWN: "?", CHAMBER_SHAPE: "#"}.get(tile.shape, ".")
    if word.text in ("?", ".", "#"):
        if word.text != mark:
            word.bad(f"at {NAMES[cell]} this row needs {mark!r}: '.' is an open tile, '?' a face-down one, '#' the Chamber")
        return tile
    if mark != "?":
        word.bad(f"the tile at {NAMES[cell]} does not lie face down; write {mark!r}")
    return Tile(known.add(word, NAMES[cell]), FACE_DOWN)
