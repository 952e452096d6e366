"""Before the first coin is placed or uncovered: what people say and what lies on the table, checked as a whole (SETUP)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations

from companion.core.errors import SetupError
from companion.core.grid import Cell
from companion.core.scene import Scene
from companion.games.four_blind_mice.cells import INNER, NAMES, NEIGHBOURS, SIDE
from companion.games.four_blind_mice.place import mouse_cells
from companion.games.four_blind_mice.position import FIELDS, Field, Word, fields_from
from companion.games.four_blind_mice.read_position import state_from
from companion.games.four_blind_mice.slides import NOBODY, UNMOVED
from companion.games.four_blind_mice.state import COINS, MICE, PLACE, UNCOVER, Coin, State, with_covered
from companion.games.four_blind_mice.violations import VIOLATIONS
from companion.games.four_blind_mice.words import COLOURS, SUIT_FACES, VALUE_FACES, mouse_kind

ANSWERS = (*(name for name in FIELDS if name != "do"), "names")
"""What may be answered: the fields of a position, and `names`: `P1=Anna P2=Ben`."""

DEFAULT_PLAYERS = "P1,P2,P3"
VALUE_OF = {face: value for value, face in VALUE_FACES.items()}


@dataclass(frozen=True, slots=True)
class Setup:
    """What people said, as the opening position it describes, and what lies on the table (None: nobody has looked).

    `said`: the pieces were part of what people said; otherwise they are taken from the scene.
    """

    opening: State
    scene: Scene | None = None
    said: bool = False


def read_setup(answers: Mapping[str, str], scene: Scene | None = None) -> Setup:
    """A setup from answers in the position notation; NotationError when one cannot be read.

    Without `placed` or `mice` the board is empty, or as the scene shows it.
    """
    given = {name: value for name, value in answers.items() if value.strip()}
    given.setdefault("players", DEFAULT_PLAYERS)
    said = bool({"placed", "mice", "covered", "target"} & set(given))
    if not said:
        given["placed"] = "-"
    fields = fields_from(given, ANSWERS)
    names = fields.pop("names", None)
    return Setup(_named(state_from(fields), names), scene, said)


def _named(state: State, field: Field | None) -> State:
    if field is None:
        return state
    names = {key.text: value.text for key, value in field.pairs()}
    unknown = set(names) - set(state.terms.players)
    if unknown:
        Word(field.value.text, 1, 1).bad(f"nobody is called {', '.join(sorted(unknown))}")
    return state._replace(terms=replace(state.terms, names=tuple(names.get(seat, "") for seat in state.terms.players)))


def start(setup: Setup) -> State:
    """The state to play from; SetupError with every problem at once."""
    state, found = setup.opening, list[tuple[str, str]]()
    if setup.scene is not None:
        shown, found = _from_scene(state, setup.scene)
        found += list(_differences(state, shown)) if setup.said else []
        state = state if setup.said else shown
    problems = [*found, *_problems(state)]
    if problems:
        raise SetupError([f"{code}: {VIOLATIONS[code].sentence} {words}" for code, words in dict.fromkeys(problems)])
    return state


# What the table shows -------------------------------------------------------------------------------------------------


def _from_scene(opening: State, scene: Scene) -> tuple[State, list[tuple[str, str]]]:
    """The opening with the pieces that the scene shows, and what is wrong with them."""
    problems: list[tuple[str, str]] = []
    coins: list[Coin] = []
    mice = list(UNMOVED)
    kinds = [mouse_kind(mouse) for mouse in range(len(MICE))]
    for piece in scene.pieces:
        if not isinstance(piece.place, Cell):
            problems.append(("setup-start", f"A piece lies in the zone {piece.place.name!r}; take it away."))
            continue
        cell = piece.place.row * SIDE + piece.place.col
        if piece.kind == "coin":
            if piece.face in SUIT_FACES:
                problems.append(("setup-coins", f"The coin on {NAMES[cell]} shows its suit; mix it with the others, value up."))
            coins.append(Coin(cell, VALUE_OF.get(piece.face or "", "")))
        elif piece.kind in kinds:
            if mice[kinds.index(piece.kind)] != NOBODY:
                problems.append(("setup-mice", f"There are two {COLOURS[kinds.index(piece.kind)]} mice; take one away."))
            mice[kinds.index(piece.kind)] = cell
    state = with_covered(opening._replace(mice=(mice[0], mice[1], mice[2], mice[3])), tuple(coins))
    placed = len(coins) + sum(cell != NOBODY for cell in mice)
    players = len(state.terms.players)
    ready = placed == COINS + len(MICE)
    return state._replace(phase=UNCOVER if ready else PLACE, turn=(opening.turn + placed) % players), problems


def _differences(said: State, shown: State) -> Iterator[tuple[str, str]]:
    """Where the table is not as people said."""
    mine, theirs = ({coin.cell: coin.value for coin in state.covered} for state in (said, shown))
    for cell in sorted(mine.keys() | theirs.keys()):
        one, other = mine.get(cell), theirs.get(cell)
        if one is None or other is None or (one and other and one != other):
            words = ("no coin", "an Ace", "a Null", "a coin")
            names = {None: words[0], "A": words[1], "0": words[2], "": words[3]}
            yield "setup-coins", f"{NAMES[cell]} shows {names[other]}, but {names[one]} was said to lie there."
    for mouse, name in enumerate(COLOURS):
        if said.mice[mouse] != shown.mice[mouse]:
            where = [NAMES[cell] if cell != NOBODY else "nowhere" for cell in (shown.mice[mouse], said.mice[mouse])]
            yield "setup-mice", f"The {name} mouse stands on {where[0]}, but was said to stand on {where[1]}."


# What the rules ask ---------------------------------------------------------------------------------------------------


def _problems(state: State) -> Iterator[tuple[str, str]]:
    match = state.match
    if state.phase not in (PLACE, UNCOVER) or match.won or match.out or match.final or match.ended or match.aside:
        yield "setup-start", "A game under way is read as a position; for a new one clear the board and name no scores."
    mice = [cell for cell in state.mice if cell != NOBODY]
    if state.phase == UNCOVER and len(state.covered) != COINS:
        yield "setup-coins", f"{len(state.covered)} coins lie on the board; place all eight before the mice."
    if state.phase == PLACE and mice and len(state.covered) < COINS:
        yield "setup-mice", f"{len(mice)} mice stand there before all coins lie; take them off."
    for value, name in (("A", "Aces"), ("0", "Nulls")):
        count = sum(coin.value == value for coin in state.covered)
        if count > len(MICE):
            yield "setup-coins", f"{count} {name} lie there; there are four of each."
    if len(state.covered) > COINS:
        yield "setup-coins", f"{len(state.covered)} coins lie there; take {len(state.covered) - COINS} away."
    yield from _cell_problems(state, mice)


def _cell_problems(state: State, mice: list[int]) -> Iterator[tuple[str, str]]:
    coins = [coin.cell for coin in state.covered]
    for cell in [*coins, *mice]:
        if cell not in INNER:
            yield "setup-cells", f"A piece stands on {NAMES[cell]} at the edge; move it inside."
        if [*coins, *mice].count(cell) > 1:
            yield "setup-cells", f"Two pieces stand on {NAMES[cell]}; move one of them."
    for cell in coins:
        for other in NEIGHBOURS[cell]:
            if other in coins and other > cell:
                yield "setup-cells", f"The coins on {NAMES[cell]} and {NAMES[other]} touch; move one of them."
    lawful = all(cell in INNER for cell in mice) and len(coins) == COINS
    if lawful and not any(_could_be_placed(state, order) for order in permutations(mice)):
        yield "setup-cells", f"The mice on {', '.join(NAMES[cell] for cell in mice)} touch a coin or each other; move them apart."


def _could_be_placed(state: State, cells: tuple[int, ...]) -> bool:
    """Whether mice can have been put on these cells in this order."""
    standing = list(UNMOVED)
    for number, cell in enumerate(cells):
        state = state._replace(mice=(standing[0], standing[1], standing[2], standing[3]))
        if cell not in mouse_cells(state):
            return False
        standing[number] = cell
    return True
