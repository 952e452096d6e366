"""From the fields of a position to a state; every refusal points at the word that was wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.core.errors import NotationError
from companion.games.mice_in_a_maze.ending import settle
from companion.games.mice_in_a_maze.geometry import (
    CHAMBER,
    CHAMBER_SHAPE,
    COLOURS,
    FACE_DOWN,
    INDEX,
    NAMES,
    OPEN_SHAPES,
    SEGMENT,
    SIDE,
    Nests,
    Spot,
    read_spot,
)
from companion.games.mice_in_a_maze.judge import rule
from companion.games.mice_in_a_maze.marbles import sort_marbles
from companion.games.mice_in_a_maze.notation import read, split
from companion.games.mice_in_a_maze.position import Field, Word, split_fields
from companion.games.mice_in_a_maze.read_terms import read_terms
from companion.games.mice_in_a_maze.state import CHEESES, Delivery, Hand, Loose, Marble, Mouse, State, Terms
from companion.games.mice_in_a_maze.tiles import ALL_DOWN, TILES, Tile, open_tile
from companion.games.mice_in_a_maze.turn import pass_on, perform

Fields = dict[str, Field]


def read_position(text: str) -> State:
    """The state a position text describes, its `do` played; NotationError with line, column and token otherwise."""
    fields = split_fields(text)
    return _played(state_from(fields), fields.get("do"))


def state_from(fields: Fields) -> State:
    """The state the fields describe, without `do`; the end of the game is tested where a turn begins."""
    terms = read_terms(fields)
    tiles = _read_tiles(fields)
    known = _Known(tiles)
    tiles = _read_hidden(fields, tiles, known)
    mice = _read_mice(fields.get("mice"), terms, tiles)
    loose = _read_loose(fields.get("loose"), tiles)
    deliveries = _read_nests(fields.get("nests"), terms.nests)
    state = State(
        terms=terms, tiles=tiles, mice=mice, hands=_read_hands(fields, terms, known),
        marbles=_read_marbles(fields.get("marbles"), terms.nests, tiles),
        loose=loose, pile=_read_pile(fields, mice, loose, deliveries), deliveries=deliveries,
    )  # fmt: skip
    return _at_step(_in_turn(state, fields.get("turn")), fields.get("step"))


def _played(state: State, do: Field | None) -> State:
    if do is None:
        return state
    for token, start in split(do.value.text):
        word = _place_of(do.value, token, start)
        try:
            action = read(token)
        except NotationError as error:
            raise NotationError("position", error.token, error.why, word.line, word.column) from None
        ruling = rule(state, action)
        if not ruling.legal:
            found = ruling.violations[0]
            word.bad(f"this action of the field 'do' is not allowed: {found.code}: {found.sentence}")
        state = perform(state, action)
    return state


def _place_of(value: Word, token: str, start: int) -> Word:
    """A token of a value that may run over several lines."""
    before = value.text[:start]
    lines = before.count("\n")
    column = start - before.rfind("\n") if lines else value.column + start
    return Word(token, value.line + lines, column)


# Tiles ----------------------------------------------------------------------------------------------------------------


class _Known:
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


def _read_tiles(fields: Fields) -> tuple[Tile, ...]:
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


def _read_hidden(fields: Fields, tiles: tuple[Tile, ...], known: _Known) -> tuple[Tile, ...]:
    found = list(tiles)
    for rank in range(SIDE, 0, -1):
        field = fields.get(f"row{rank}")
        if field is None:
            continue
        words = field.words()
        if len(words) != SIDE:
            field.value.bad(f"a row names {SIDE} places, this one {len(words)}; write a code, ? (not known), . (open) or # (Chamber)")
        for column, word in enumerate(words):
            cell = (SIDE - rank) * SIDE + column
            found[cell] = _hidden(word, cell, found[cell], known)
    return tuple(found)


def _hidden(word: Word, cell: int, tile: Tile, known: _Known) -> Tile:
    mark = {FACE_DOWN: "?", CHAMBER_SHAPE: "#"}.get(tile.shape, ".")
    if word.text in ("?", ".", "#"):
        if word.text != mark:
            word.bad(f"at {NAMES[cell]} this row needs {mark!r} or a code: '.' is an open tile, '?' a face-down one, '#' the Chamber")
        return tile
    if mark != "?":
        word.bad(f"the tile at {NAMES[cell]} does not lie face down; write {mark!r}")
    return Tile(known.add(word, NAMES[cell]), FACE_DOWN)


# Pieces ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Standing:
    """Checks that a piece can stand where a word says."""

    nests: Nests
    tiles: tuple[Tile, ...]

    def check(self, word: Word, spot: Spot | None) -> Spot:
        if spot is None or spot.kind == "out":
            word.bad("this is no position; write cell and nose (c5n), Chamber and exit (d4e), a nest port (Nb) or hand")
        if spot.kind == "port" and spot not in self.nests.by_port:
            word.bad("there is no nest at this port; it leads out of the maze")
        if spot.kind == "tile" and self.tiles[spot.cell].shape == FACE_DOWN:
            word.bad(f"the tile at {NAMES[spot.cell]} lies face down; nobody can stand on a path of it")
        return spot


def _read_mice(field: Field | None, terms: Terms, tiles: tuple[Tile, ...]) -> tuple[Mouse, ...]:
    if field is None:
        return tuple(Mouse(terms.nests.home(letter)) for letter in terms.order)
    standing = _Standing(terms.nests, tiles)
    found = {}
    for key, value in field.pairs():
        cargo = value.text.endswith("*")
        word = value.part(0, len(value.text) - cargo)
        spot = standing.check(word, read_spot(word.text))
        if spot.kind == "down":
            value.bad("say where the nose points: n, e, s or w after the cell")
        if cargo and spot.kind in ("port", "hand"):
            value.bad("a mouse in a nest or off the table carries nothing")
        found[key.text] = Mouse(spot, cargo)
    return tuple(found[letter] for letter in terms.order)


def _read_marbles(field: Field | None, nests: Nests, tiles: tuple[Tile, ...]) -> tuple[Marble, ...]:
    standing = _Standing(nests, tiles)
    marbles = []
    for word in field.words() if field else ():
        spot = standing.check(word, read_spot(word.text))
        if spot.kind == "hand" or spot == Spot("down", CHAMBER):
            word.bad("a marble lies on a face-down cell (c3), at the end of a path (b4n), in a nest (W2) or at an exit (d4e)")
        if spot.kind == "down" and tiles[spot.cell].shape != FACE_DOWN:
            word.bad(f"the tile at {NAMES[spot.cell]} is open; say where the marble rolls next: n, e, s or w after the cell")
        marbles.append(Marble(spot))
    if len(marbles) > len("xxxxxxxx") and field:
        field.value.bad(f"there are 8 marbles, here are {len(marbles)}")
    return sort_marbles(marbles)


def _read_loose(field: Field | None, tiles: tuple[Tile, ...]) -> tuple[Loose, ...]:
    items = []
    for word in field.words() if field else ():
        name, sign, segment = word.text.partition("/")
        cell = INDEX.get(name)
        if not sign or cell is None or cell == CHAMBER:
            word.bad("a loose cheese is written CELL/SEGMENT, such as e2/ew")
        if segment not in SEGMENT.get(tiles[cell].shape, ()):
            there = ", ".join(dict.fromkeys(SEGMENT.get(tiles[cell].shape, ()))) or "none, it lies face down"
            word.part(len(name) + 1).bad(f"the tile at {name} has no such path; its paths are: {there}")
        items.append(Loose(cell, segment))
    return tuple(sorted(items))


def _read_nests(field: Field | None, nests: Nests) -> tuple[Delivery, ...]:
    found: list[Delivery] = []
    seen: set[str] = set()
    for key, value in field.pairs() if field else ():
        if key.text not in nests.by_id:
            key.bad(f"there is no such nest; the nests are {', '.join(nests.by_id)}")
        if key.text in seen:
            key.bad("this nest is given twice; list its values once")
        seen.add(key.text)
        if any(part not in ("1", "2") for part in value.text.split(",")):
            value.bad("a nest lists the values of its cheeses, 1 or 2, parted by commas")
        found += [Delivery(nests.by_id[key.text], int(part)) for part in value.text.split(",")]
    return tuple(sorted(found, key=lambda item: item.value))


def _read_pile(fields: Fields, mice: tuple[Mouse, ...], loose: tuple[Loose, ...], deliveries: tuple[Delivery, ...]) -> int:
    elsewhere = len(loose) + len(deliveries) + sum(mouse.cargo for mouse in mice)
    field = fields.get("pile")
    if elsewhere > CHEESES:
        culprit = fields.get("nests") or fields.get("loose") or fields["mice"]
        culprit.value.bad(f"there are {CHEESES} cheeses, but {elsewhere} lie in nests, in the maze and on mice")
    if field is None:
        return CHEESES - elsewhere
    word = field.word()
    if word.text != str(CHEESES - elsewhere):
        word.bad(f"{elsewhere} of {CHEESES} cheeses lie elsewhere, so the pile holds {CHEESES - elsewhere}")
    return CHEESES - elsewhere


# Hands and turn -------------------------------------------------------------------------------------------------------


def _holders(word: Word, terms: Terms) -> list[int]:
    """The hand tiles a word names: a player's, or those of the player of a mouse."""
    if word.text in terms.order:
        return [terms.holder_of[terms.order.index(word.text)]]
    found = [number for number, holder in enumerate(terms.holders) if holder == word.text or holder[:-1] == word.text]
    if not found:
        word.bad(f"nobody of that name plays; write one of {', '.join((*terms.holders, *terms.order))}")
    return found


def _read_hands(fields: Fields, terms: Terms, known: _Known) -> tuple[Hand, ...]:
    hands = [Hand()] * len(terms.holders)
    _each_hand(fields.get("hands"), terms, hands, _read_face)
    _each_hand(fields.get("handtiles"), terms, hands, lambda word, hand: hand._replace(code=known.add(word, "a hand")))
    return tuple(hands)


def _read_face(word: Word, hand: Hand) -> Hand:
    if word.text not in ("up", "down"):
        word.bad("a hand tile lies up or down")
    return hand._replace(up=word.text == "up")


def _each_hand(field: Field | None, terms: Terms, hands: list[Hand], change: Callable[[Word, Hand], Hand]) -> None:
    seen: set[int] = set()
    for key, value in field.pairs() if field else ():
        for holder in _holders(key, terms):
            if holder in seen:
                key.bad("this hand tile is given twice; a mouse stands for its player")
            seen.add(holder)
            if value.text != "?":
                hands[holder] = change(value, hands[holder])


def _in_turn(state: State, field: Field | None) -> State:
    if field is None:
        return state
    word = field.word()
    if word.text not in state.terms.order or word.text not in tuple(COLOURS):
        word.bad(f"no such mouse plays; the order is {' '.join(state.terms.order)}")
    return replace(state, turn=state.terms.order.index(word.text))


def _at_step(state: State, field: Field | None) -> State:
    """The step; a game that is over is over wherever it stands, and a third step with nothing to do ends the turn."""
    word = field.word() if field else Word("1", 1, 1)
    step, sign, cell = word.text.partition(":")
    if step not in ("1", "2", "3") or (sign and step != "3"):
        word.bad("the step is 1 (move), 2 (place), 3 (marbles) or 3:CELL with the tile placed in this turn")
    if sign and (cell not in INDEX or state.tiles[INDEX[cell]].shape not in OPEN_SHAPES):
        word.part(2).bad("the tile placed in this turn must be an open tile of the maze")
    if len(state.deliveries) == CHEESES or step == "1":
        return settle(state)
    if step == "2":
        return replace(state, step=2)
    return pass_on(replace(state, step=3, placed=INDEX[cell] if sign else -1, stirred=bool(sign)))
