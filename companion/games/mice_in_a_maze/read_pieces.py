"""The pieces of a position: mice, marbles and cheeses, each where one can lie or stand."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.word import Word
from companion.games.mice_in_a_maze.geometry import CHAMBER, FACE_DOWN, INDEX, NAMES, SEGMENT, Nests, Spot, read_spot
from companion.games.mice_in_a_maze.marbles import sort_marbles
from companion.games.mice_in_a_maze.position import Field
from companion.games.mice_in_a_maze.state import CHEESES, Delivery, Loose, Marble, Mouse, Terms
from companion.games.mice_in_a_maze.tiles import Tile

Fields = dict[str, Field]

MOST_MARBLES = 8


@dataclass(frozen=True, slots=True)
class Standing:
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


def read_mice(field: Field | None, terms: Terms, tiles: tuple[Tile, ...]) -> tuple[Mouse, ...]:
    if field is None:
        return tuple(Mouse(terms.nests.home(letter)) for letter in terms.order)
    standing = Standing(terms.nests, tiles)
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


def read_marbles(field: Field | None, nests: Nests, tiles: tuple[Tile, ...]) -> tuple[Marble, ...]:
    standing = Standing(nests, tiles)
    marbles = []
    for word in field.words() if field else ():
        spot = standing.check(word, read_spot(word.text))
        if spot.kind == "hand" or spot == Spot("down", CHAMBER):
            word.bad("a marble lies on a face-down cell (c3), at the end of a path (b4n), in a nest (W2) or at an exit (d4e)")
        if spot.kind == "down" and tiles[spot.cell].shape != FACE_DOWN:
            word.bad(f"the tile at {NAMES[spot.cell]} is open; say where the marble rolls next: n, e, s or w after the cell")
        marbles.append(Marble(spot))
    if len(marbles) > MOST_MARBLES and field:
        field.value.bad(f"there are {MOST_MARBLES} marbles, here are {len(marbles)}")
    return sort_marbles(marbles)


def read_loose(field: Field | None, tiles: tuple[Tile, ...]) -> tuple[Loose, ...]:
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


def read_nests(field: Field | None, nests: Nests) -> tuple[Delivery, ...]:
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


def read_pile(fields: Fields, mice: tuple[Mouse, ...], loose: tuple[Loose, ...], deliveries: tuple[Delivery, ...]) -> int:
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
