"""Before the first turn: what people say and what lies on the table, checked as a whole (RB Setup)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.errors import SetupError
from companion.core.grid import Facing, Place, Zone
from companion.core.scene import ABSENT, Scene
from companion.core.word import Word
from companion.games.mice_in_a_maze.geometry import (
    CHAMBER,
    COLOUR_NAMES,
    FACE_DOWN,
    MARBLE_START,
    MAZE,
    NAMES,
    SIDE,
    as_cell,
    make_nests,
)
from companion.games.mice_in_a_maze.position import FIELDS, Field, fields_from
from companion.games.mice_in_a_maze.read_position import state_from
from companion.games.mice_in_a_maze.state import CHEESES, State
from companion.games.mice_in_a_maze.violations import VIOLATIONS
from companion.games.mice_in_a_maze.words import hand_zone, mouse_kind, mouse_name

ANSWERS = (*(name for name in FIELDS if name != "do"), "names")
"""What may be answered: the fields of a position, and `names`: `P1=Anna P2=Ben`."""

DEFAULT_PLAYERS = "P1=R P2=Y P3=B"
ALL_MARBLES = " ".join(NAMES[cell] for cell in MARBLE_START)


@dataclass(frozen=True, slots=True)
class Setup:
    """What people said, as the opening position it describes, and what lies on the table (None: nobody has looked).

    `nest_problem` is what is wrong with the nests as they were said to lie.
    """

    opening: State
    scene: Scene | None = None
    cheeses_counted: bool = False
    nest_problem: str = ""


def read_setup(answers: Mapping[str, str], scene: Scene | None = None) -> Setup:
    """A setup from answers in the position notation; NotationError when one cannot be read.

    `marbles: yes` stands for one on each of the eight tiles around the Chamber.  Without `mice` they start at home.
    """
    given = dict(answers)
    if given.get("marbles", "").strip() in ("yes", "no"):
        given["marbles"] = ALL_MARBLES if given["marbles"].strip() == "yes" else "none"
    if not {"players", "owners", "mice"} & set(given):
        given["players"] = DEFAULT_PLAYERS
    given["options"], nest_problem = _without_bad_nests(given.get("options", ""))
    fields = fields_from(given, ANSWERS)
    names = fields.pop("names", None)
    return Setup(_named(state_from(fields), names), scene, "pile" in fields, nest_problem)


def _without_bad_nests(options: str) -> tuple[str, str]:
    """Options without nests that cannot lie so, and what is wrong with those: told together with all other problems."""
    kept, problem = [], ""
    for word in options.split():
        name, _, value = word.partition("=")
        try:
            make_nests(*{"layout": (value,), "colours": ("every-other", value)}.get(name, ()))
            kept.append(word)
        except ValueError as error:
            problem = f"{error}."
    return " ".join(kept), problem


def _named(state: State, field: Field | None) -> State:
    if field is None:
        return state
    names = {key.text: value.text for key, value in field.pairs()}
    unknown = set(names) - {player.id for player in state.terms.players}
    if unknown:
        Word(field.value.text, 1, 1).bad(f"nobody is called {', '.join(sorted(unknown))}")
    players = tuple(replace(player, name=names.get(player.id, "")) for player in state.terms.players)
    return replace(state, terms=replace(state.terms, players=players))


def start(setup: Setup) -> State:
    """The state to play from; SetupError with every problem at once."""
    problems = list(problems_of(setup))
    if problems:
        raise SetupError([f"{code}: {VIOLATIONS[code].sentence} {found}" for code, found in problems])
    return setup.opening


def problems_of(setup: Setup) -> Iterator[tuple[str, str]]:
    """Each broken setup rule with what was found and what to do."""
    if setup.nest_problem:
        yield "setup-nests", setup.nest_problem
    yield from _player_problems(setup.opening)
    yield from _opening_problems(setup.opening)
    if setup.scene is not None:
        for check in (_tile_problems, _cheese_problems, _marble_problems, _mouse_problems, _hand_problems):
            yield from check(setup, setup.scene)


def _player_problems(state: State) -> Iterator[tuple[str, str]]:
    players, terms = state.terms.players, state.terms
    if len(players) not in (2, 3, 4):
        yield "setup-players", f"{len(players)} take part; name two, three or four."
        return
    wanted = 2 if len(players) == 2 else 1
    for player in players:
        if len(player.mice) != wanted:
            yield "setup-players", f"{player.id} plays {len(player.mice)} mice; give each player {wanted}."
        most = 4 if len(players) == 2 else 2
        if len(player.scores) > most:
            yield "setup-players", f"{player.id} scores for {len(player.scores)} colours; {most} are the most."
    if len(players) == 2 and all(len(player.mice) == 2 for player in players):
        turns = [terms.player_of[number] for number in range(4)]
        if turns not in ([0, 1, 1, 0], [1, 0, 0, 1]):
            yield "setup-players", "One of two players plays the 1st and 4th mouse, the other the 2nd and 3rd; change the order."


def _opening_problems(state: State) -> Iterator[tuple[str, str]]:
    """The opening that people described must be the one the rules begin with."""
    open_cells = [NAMES[cell] for cell in MAZE if state.tiles[cell].shape != FACE_DOWN]
    if open_cells:
        yield "setup-tile-open", f"Open: {', '.join(open_cells)}; turn them face down."
    if state.pile != CHEESES:
        yield "setup-cheese-count", f"{state.pile} are said to lie there; put all eight on the Chamber."
    cells = sorted(marble.spot.cell for marble in state.marbles)
    if cells and cells != sorted(MARBLE_START):
        yield "setup-marbles", f"Put them on {ALL_MARBLES}."
    for letter, mouse in zip(state.terms.order, state.mice, strict=True):
        if mouse.spot != state.terms.nests.home(letter):
            yield "setup-mouse-home", f"{mouse_name(letter)} does not; put it into the {COLOUR_NAMES[letter]} nest."
    if any(hand.up for hand in state.hands):
        yield "setup-hand", "One lies open; turn it face down."


def _tile_problems(setup: Setup, scene: Scene) -> Iterator[tuple[str, str]]:
    looks = {tile.place: tile.look for tile in scene.tiles}
    for cell in MAZE:
        face = looks.get(as_cell(cell), ABSENT).face
        if face != "down":
            found = "lies open; turn it face down" if face == "up" else "has no tile; put one there face down"
            yield "setup-tile-open", f"{NAMES[cell]} {found}."
    if looks.get(as_cell(CHAMBER), ABSENT).face != "up":
        yield "setup-chamber-down", "It does not; turn it or put it there."


def _cheese_problems(setup: Setup, scene: Scene) -> Iterator[tuple[str, str]]:
    """A heap cannot be counted from above: when people have counted it, some cheese there is enough."""
    places = [piece.place for piece in scene.pieces if piece.kind == "cheese"]
    heap = places.count(as_cell(CHAMBER))
    if heap != CHEESES and not (setup.cheeses_counted and heap):
        yield "setup-cheese-count", f"{heap} are seen; put eight there and count them."
    for place in dict.fromkeys(place for place in places if place != as_cell(CHAMBER)):
        yield "setup-cheese-count", f"One lies at {_name(place)}; put it on the Chamber."


def _marble_problems(setup: Setup, scene: Scene) -> Iterator[tuple[str, str]]:
    found = sorted(_name(piece.place) for piece in scene.pieces if piece.kind == "marble")
    wanted = sorted(NAMES[cell] for cell in MARBLE_START) if setup.opening.marbles else []
    if found != wanted:
        yield "setup-marbles", f"Found at: {', '.join(found) or 'no place'}; wanted at: {', '.join(wanted) or 'no place'}."


def _mouse_problems(setup: Setup, scene: Scene) -> Iterator[tuple[str, str]]:
    state = setup.opening
    for letter in state.terms.order:
        nest = state.terms.nests.all[state.terms.nests.by_port[state.terms.nests.home(letter)]]
        pieces = [piece for piece in scene.pieces if piece.kind == mouse_kind(letter)]
        if [piece.place for piece in pieces] != [nest.zone]:
            where = ", ".join(_name(piece.place) for piece in pieces) or "nowhere"
            yield "setup-mouse-home", f"{mouse_name(letter)} stands at {where}; put it into its nest at {nest.id}."
        elif pieces[0].facing not in (None, Facing(nest.ports[0].facing)):
            yield "setup-nose", f"The nose of {mouse_name(letter)} does not; turn the mouse."
    playing = {mouse_kind(letter) for letter in state.terms.order}
    for piece in scene.pieces:
        on_table = not (isinstance(piece.place, Zone) and piece.place.name.startswith("hand-"))
        if piece.kind.startswith("mouse-") and piece.kind not in playing and on_table:
            yield "setup-mouse-home", f"The {piece.kind} at {_name(piece.place)} does not play; take it away."


def _hand_problems(setup: Setup, scene: Scene) -> Iterator[tuple[str, str]]:
    looks = {tile.place: tile.look for tile in scene.tiles}
    for number, holder in enumerate(setup.opening.terms.holders):
        face = looks.get(Zone(hand_zone(setup.opening, number)), ABSENT).face
        if face != "down":
            yield "setup-hand", f"That of {holder} {'lies open; turn it over' if face == 'up' else 'is missing; draw one'}."


def _name(place: Place) -> str:
    return place.name if isinstance(place, Zone) else NAMES[place.row * SIDE + place.col]
