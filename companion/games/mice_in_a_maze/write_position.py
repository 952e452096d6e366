"""From a state to a position text; what the notation cannot hold (repetitions, idle turns) is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.mice_in_a_maze.geometry import CHAMBER_SHAPE, COLOURS, FACE_DOWN, NAMES, SIDE, spot_word
from companion.games.mice_in_a_maze.options import changed_options
from companion.games.mice_in_a_maze.score import nest_values
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.tiles import Tile


def write_position(state: State) -> str:
    """One line of fields, secrets that the state knows included; `read_position` gives the same position back."""
    return "; ".join(f"{name}: {value}" for name, value in _fields(state) if value)


def _fields(state: State) -> Iterator[tuple[str, str]]:
    terms = state.terms
    yield "options", " ".join(_options(state))
    yield "players", _pairs((player.id, ",".join(player.mice)) for player in terms.players if player.mice)
    yield "owners", _pairs((player.id, ",".join(player.scores)) for player in terms.players if player.scores)
    yield "order", " ".join(terms.order)
    yield "turn", state.letter
    yield "step", _step(state)
    yield "tiles", " ".join(_tiles(state))
    yield from _rows(state)
    yield "handtiles", _pairs((_holder(state, n), hand.code) for n, hand in enumerate(state.hands) if hand.code)
    yield "mice", " ".join(_mice(state))
    yield "marbles", " ".join(spot_word(marble.spot) for marble in state.marbles)
    yield "loose", " ".join(f"{NAMES[item.cell]}/{item.segment}" for item in state.loose)
    yield "nests", _pairs((name, ",".join(map(str, values))) for name, values in nest_values(state).items())
    yield "pile", str(state.pile)
    yield "hands", _pairs((_holder(state, n), "up") for n, hand in enumerate(state.hands) if hand.up)


def _holder(state: State, number: int) -> str:
    """Whose hand tile it is: the player, or the mouse where every mouse has its own."""
    terms = state.terms
    players = {player.id for player in terms.players}
    return terms.holders[number] if terms.holders[number] in players else terms.order[terms.holder_of.index(number)]


def _pairs(items: Iterable[tuple[str, str | None]]) -> str:
    return " ".join(f"{name}={value}" for name, value in items)


def _options(state: State) -> Iterator[str]:
    nests = state.terms.nests
    if nests.layout != "every-other":
        yield f"layout={nests.layout}"
    if nests.ring != COLOURS:
        yield f"colours={nests.ring}"
    for name, value in changed_options(state.terms.options):
        yield f"{name}={value}"


def _step(state: State) -> str:
    if state.step == 3 and state.placed >= 0:
        return f"3:{NAMES[state.placed]}"
    return "" if state.step == 1 else str(state.step)


def _tiles(state: State) -> Iterator[str]:
    for cell, tile in enumerate(state.tiles):
        if tile.shape not in (FACE_DOWN, CHAMBER_SHAPE):
            yield f"{NAMES[cell]}={tile.shape if tile.code is None else f'{tile.code}{tile.turns}'}"


def _rows(state: State) -> Iterator[tuple[str, str]]:
    for row in range(SIDE):
        tiles = state.tiles[row * SIDE : (row + 1) * SIDE]
        if any(tile.shape == FACE_DOWN and tile.code for tile in tiles):
            yield f"row{SIDE - row}", " ".join(_hidden(tile) for tile in tiles)


def _hidden(tile: Tile) -> str:
    if tile.shape == FACE_DOWN:
        return tile.code or "?"
    return "#" if tile.shape == CHAMBER_SHAPE else "."


def _mice(state: State) -> Iterator[str]:
    for letter, mouse in zip(state.terms.order, state.mice, strict=True):
        yield f"{letter}={spot_word(mouse.spot)}{'*' if mouse.cargo else ''}"
