"""Before the first turn: what people say and what lies on the table, checked as a whole (rulebook: Setup)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.core.errors import SetupError
from companion.core.scene import Scene
from companion.games.librande_maze.board import HOMES, NAMES, SEATS, SPACE_NAMES, SQUARE, START
from companion.games.librande_maze.cards import UNKNOWN
from companion.games.librande_maze.position import Word, fields_from
from companion.games.librande_maze.read_players import HEROES
from companion.games.librande_maze.read_position import state_from
from companion.games.librande_maze.setup_scene import scene_fields, scene_problems
from companion.games.librande_maze.state import OK, TREASURES, State, changed
from companion.games.librande_maze.tiles import maze_problems
from companion.games.librande_maze.violations import VIOLATIONS

DEFAULT_CHARS = "1=BA 3=DR"
OPPOSITE = ({"1", "3"}, {"2", "4"})
DOUBLED = "setup-hero-twice"


@dataclass(frozen=True, slots=True)
class Setup:
    """What people said, as the opening position it describes, and what lies on the table (None: nobody has looked).

    `problems` are those of the answers that no position can hold (a character twice), as (code, what was found).
    """

    opening: State
    scene: Scene | None = None
    problems: tuple[tuple[str, str], ...] = ()


def read_setup(answers: Mapping[str, str], scene: Scene | None = None) -> Setup:
    """A setup from answers in the position notation; NotationError when one cannot be read.

    With a scene, what people have not said is taken from the table.  `names` may be answered as `1=Anna 3=Ben`.
    """
    given = dict(answers)
    if scene is not None:
        given = {**scene_fields(scene, answers), **given}
    if not {"chars", *SEATS} & set(given):
        given["chars"] = DEFAULT_CHARS
    names = given.pop("names", "")
    given, problems = _without_doubles(given)
    state = state_from(fields_from(given))
    number = int(state.terms.options.start_hand)
    if number and not any(state.hands):
        hands = ((UNKNOWN,) * number,) * len(state.spaces)
        state = changed(state, hands=hands, deck=state.deck[: max(0, len(state.deck) - number * len(hands))])
    return Setup(_named(state, names), scene, tuple(problems))


def _without_doubles(given: dict[str, str]) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The answers with seats, characters and the Dragon as a position can hold them, and what was wrong with them."""
    problems: list[tuple[str, str]] = []
    words = given.get("chars", "").split()
    pairs = [word.partition("=")[::2] for word in words]
    seats, heroes = Counter(seat for seat, _ in pairs), Counter(hero for _, hero in pairs)
    for hero, number in heroes.items():
        if number > 1 and hero in HEROES:
            who = ", ".join(seat for seat, other in pairs if other == hero)
            problems.append((DOUBLED, f"{hero} is played by seats {who}; choose another character."))
    for seat, number in seats.items():
        if number > 1:
            problems.append(("setup-players", f"Seat {seat} has {number} characters; keep one."))
    if problems:
        kept: dict[str, str] = {}
        free = [hero for hero in HEROES if hero not in heroes]
        for seat, hero in pairs:
            kept.setdefault(seat, hero if hero not in kept.values() else free.pop())
        given = {**given, "chars": " ".join(f"{seat}={hero}" for seat, hero in kept.items())}
    dragons = given.get("dragon", "").split()
    if len(dragons) > 1:
        problems.append(("setup-dragon", f"{len(dragons)} are said to stand at {', '.join(dragons)}; keep one."))
        given = {**given, "dragon": dragons[0]}
    return given, problems


def _named(state: State, names: str) -> State:
    pairs = dict(word.partition("=")[::2] for word in names.split())
    unknown = set(pairs) - set(state.terms.seats)
    if unknown:
        Word(names).bad(f"nobody sits at {', '.join(sorted(unknown))}")
    if not pairs:
        return state
    return changed(state, terms=replace(state.terms, names=tuple(pairs.get(seat, "") for seat in state.terms.seats)))


def start(setup: Setup) -> State:
    """The state to play from; SetupError with every problem at once."""
    problems = list(dict.fromkeys([*setup.problems, *problems_of(setup)]))
    if problems:
        raise SetupError([f"{code}: {VIOLATIONS[code].sentence} {found}" for code, found in problems])
    return setup.opening


def problems_of(setup: Setup) -> Iterator[tuple[str, str]]:
    """Each broken setup rule with what was found and what to do."""
    state = setup.opening
    yield from _player_problems(state)
    for found in maze_problems(state.tiles):
        yield "setup-tile-kind", f"{found[0].upper()}{found[1:]}."
    yield from _treasure_problems(state)
    if state.dragon != SQUARE["d4"]:
        yield "setup-dragon", f"It is said to stand at {NAMES[state.dragon]}; put it on d4."
    yield from _card_problems(state)
    if setup.scene is not None:
        yield from scene_problems(state, setup.scene)


def _player_problems(state: State) -> Iterator[tuple[str, str]]:
    seats = state.terms.seats
    if len(seats) == 2 and set(seats) not in OPPOSITE and state.terms.options.seats_2p == "opposite":
        yield "setup-players", f"Seats {' and '.join(seats)} play; take 1 and 3, or the option seats-2p=adjacent."
    for player, seat in enumerate(seats):
        space, name = state.spaces[player], state.terms.heroes[player].name
        if space != 5 * HOMES[seat] or state.status[player] != OK:
            where = SPACE_NAMES[space] if space >= 0 else "off the board"
            yield "setup-hero", f"The {name} of seat {seat} is {where}; put it upright on {NAMES[HOMES[seat]]}."


def _treasure_problems(state: State) -> Iterator[tuple[str, str]]:
    number = len(state.treasure) + sum(state.piles)
    if number != TREASURES:
        yield "setup-treasure", f"{number} are said to take part; there are {TREASURES}."
    counts = Counter(NAMES[space // 5] for space in state.treasure)
    wrong = [name for name in START if counts[name] != 1] + sorted(set(counts) - set(START))
    if wrong:
        yield "setup-treasure", f"Look at {', '.join(wrong)}: one each in {' '.join(START)} and none elsewhere."


def _card_problems(state: State) -> Iterator[tuple[str, str]]:
    if state.discard:
        yield "setup-spells", f"{len(state.discard)} are said to be spent; shuffle them in."
    sizes = {len(hand) for hand in state.hands}
    if sizes != {int(state.terms.options.start_hand)}:
        yield "setup-spells", f"Each hand holds {state.terms.options.start_hand} at the start; shuffle the others in."
    if state.spent or any(state.curses) or state.curse:
        yield "setup-curses", "Take the cubes off the reference card."
