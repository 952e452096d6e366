"""Before the first turn: what people say and what lies on the table, checked as a whole (section Set-up)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.errors import SetupError
from companion.core.grid import Cell, Place
from companion.core.scene import ABSENT, Scene
from companion.core.word import Word
from companion.games.mouse_trap_cards.decks import Deck
from companion.games.mouse_trap_cards.effects import is_side
from companion.games.mouse_trap_cards.geometry import CELLS, NAMES, OFF, SIDE, as_cell
from companion.games.mouse_trap_cards.hidden import assigned, known_of
from companion.games.mouse_trap_cards.layout import MOST_PLAYERS
from companion.games.mouse_trap_cards.position import FIELDS, Field, fields_from
from companion.games.mouse_trap_cards.read_position import state_from
from companion.games.mouse_trap_cards.read_terms import read_deck
from companion.games.mouse_trap_cards.scene import MOUSE, WEDGE, maze_look, side_of
from companion.games.mouse_trap_cards.state import START, WEDGES, Card, State
from companion.games.mouse_trap_cards.violations import VIOLATIONS
from companion.games.mouse_trap_cards.words import DRAW_PILE, PILE, side_words

ANSWERS = (*(name for name in FIELDS if name not in ("do", "seen", "trapped", "left")), "names")
"""What may be answered: fields of a position, and `names`: `A=Anna B=Ben`."""

USUAL_MAZE = (
    "MV3:u/?@2 TRAP/?@3 PLACE/?@0 MV1:u/?@1 | GO:STRB/?@0 END/?@3 END/?@0 MV1:u/?@1 | TRAP/?@1 TRAP/?@3 GO:GUTB/?@3 MV2:u/?@3"
    " | GUTB/?@0 MV2:lr/?@2 SAFE/?@2 WASH/?@0"
)
"""A shuffled maze, for tables that nobody looks at."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What people said, as the opening position it describes, and what lies on the table (None: nobody has looked)."""

    opening: State
    scene: Scene | None = None
    maze_told: bool = False


def read_setup(answers: Mapping[str, str], scene: Scene | None = None) -> Setup:
    """A setup from answers in the position notation; NotationError when one cannot be read.

    Without `maze` the cards that show on the table are taken, their other sides unknown.
    """
    fields = fields_from(answers, ANSWERS)
    names, told = fields.pop("names", None), "maze" in fields
    if not told:
        fields["maze"] = Field(Word("maze"), Word(USUAL_MAZE))
    state = state_from(fields, START)
    if not told and scene is not None:
        maze = tuple(_seen_card(read_deck(fields.get("data")), scene, cell, state.maze[cell]) for cell in CELLS)
        state = state._replace(maze=maze)
    return Setup(_named(state, names), scene, told)


def _seen_card(deck: Deck, scene: Scene, cell: int, usual: Card) -> Card:
    """The card that shows there; one that cannot be read stays the usual one and is told among the problems."""
    look = scene.tile(as_cell(cell))
    side = side_of(deck, look)
    return usual if side is None else Card(side, None, look.turns)


def _named(state: State, field: Field | None) -> State:
    if field is None:
        return state
    names = dict.fromkeys(state.terms.players, "")
    for word in field.words():
        seat, _, name = word.text.partition("=")
        if seat not in names or not name:
            word.bad(f"names are written SEAT=NAME, and the seats are {', '.join(names)}")
        names[seat] = name
    return state._replace(terms=replace(state.terms, names=tuple(names.values())))


def start(setup: Setup) -> State:
    """The state to play from; SetupError with every problem at once."""
    problems = list(problems_of(setup))
    if problems:
        raise SetupError([f"{code}: {VIOLATIONS[code].sentence} {found}" for code, found in problems])
    return setup.opening


def problems_of(setup: Setup) -> Iterator[tuple[str, str]]:
    """Each broken setup rule with what was found and what to do."""
    state = setup.opening
    players = len(state.terms.players)
    if not 2 <= players <= MOST_PLAYERS:
        yield "setup-players", f"{players} take part; name two to {MOST_PLAYERS}."
    yield from _maze_problems(state)
    yield from _heap_problems(state)
    if setup.scene is not None:
        yield from _table_problems(setup, setup.scene)


def _maze_problems(state: State) -> Iterator[tuple[str, str]]:
    if not any(card.up == "SAFE" for card in state.maze):
        yield "setup-safe", "No card shows Safe; turn that card over."
    if not assigned(state.terms.deck, known_of(state.maze)):
        odd = _odd_sides(state)
        found = f"{', '.join(odd)} cannot all show" if odd else "these sides cannot all show"
        yield "setup-cards", f"With these sixteen cards {found}; read the cards again, or tell the deck in `data`."


def _odd_sides(state: State) -> list[str]:
    """Sides that show more often than the deck has them."""
    ups = [card.up for card in state.maze]
    sides = [side for both in state.terms.deck.cards.values() for side in set(both)]
    return [side_words(side) for side in dict.fromkeys(ups) if ups.count(side) > sides.count(side) and is_side(side)]


def _heap_problems(state: State) -> Iterator[tuple[str, str]]:
    if state.pile != WEDGES or any(state.cheese) or any(state.safe) or state.risk:
        elsewhere = sum(state.cheese) + sum(state.safe) + state.risk
        yield "setup-cheese", f"{state.pile} lie there and {elsewhere} elsewhere; put all {WEDGES} into the pile."
    if state.mouse != OFF:
        yield "setup-mouse", f"It stands on {NAMES[state.mouse]}; take it away until the first turn."
    if state.phase != START:
        yield "setup-draw", f"The phase is {state.phase}; a game begins in phase {START}."
    if state.discard or state.draw != sum(state.terms.deck.counts):
        yield "setup-draw", f"{state.draw} lie there and {len(state.discard)} are discarded; shuffle all into one pile."


def _table_problems(setup: Setup, scene: Scene) -> Iterator[tuple[str, str]]:
    deck = setup.opening.terms.deck
    for cell in CELLS:
        look = scene.tile(as_cell(cell))
        side = side_of(deck, look)
        if side is None:
            found = "no card is seen" if look == ABSENT else "the card cannot be read"
            yield "setup-maze", f"On {NAMES[cell]} {found}; lay a maze card there."
        elif setup.maze_told and maze_look(deck, setup.opening.maze[cell]) != maze_look(deck, Card(side, None, look.turns)):
            wanted = side_words(setup.opening.maze[cell].up)
            yield "setup-cards", f"On {NAMES[cell]} lies {side_words(side)}, told was {wanted}; lay it as told, or tell it anew."
    for place in dict.fromkeys(piece.place for piece in scene.pieces if piece.kind == WEDGE and piece.place != PILE):
        yield "setup-cheese", f"Some lie at {_name(place)}; put them into the pile."
    for piece in scene.pieces:
        if piece.kind == MOUSE and isinstance(piece.place, Cell):
            yield "setup-mouse", f"It stands on {_name(piece.place)}; take it away until the first turn."
    for tile in scene.tiles:
        if not isinstance(tile.place, Cell) and tile.place != DRAW_PILE:
            yield "setup-draw", f"One lies at {_name(tile.place)}; shuffle it into the draw pile."


def _name(place: Place) -> str:
    return NAMES[place.row * SIDE + place.col] if isinstance(place, Cell) else place.name
