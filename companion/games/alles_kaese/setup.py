"""Before the first turn: what people say and what lies on the table, checked as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from companion.core.errors import NotationError, SetupError
from companion.core.grid import Place
from companion.core.scene import ABSENT, Look, Scene
from companion.games.alles_kaese.cards import COPIES, VALUES
from companion.games.alles_kaese.catalogue import BACK, FRONT_OF, VALUE_OF
from companion.games.alles_kaese.fields import Word
from companion.games.alles_kaese.layout import CELLS, DISCARD, SUPPLY
from companion.games.alles_kaese.options import Options
from companion.games.alles_kaese.read_terms import read_names, read_options, read_players
from companion.games.alles_kaese.state import SLOTS, UNSEEN, State, make_terms
from companion.games.alles_kaese.violations import VIOLATIONS
from companion.games.alles_kaese.words import slot_name

ANSWERS = ("players", "n", "names", "turn", "start", "display", "top", "supply", "opt", "data")
"""What may be answered: fields of a position; `start` is the seat that begins, `names` are `A=Anna B=Ben`."""

USUAL = {"players": "A,B,C", "display": "351622", "top": "4"}
"""A game for somebody who has said nothing and shown nothing."""

SUPPLY_AT_START = 30
_NOBODY: tuple[str, ...] = ("A", "B")
_UNNAMED: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """What people said, field by field, and what lies on the table (None: nobody has looked)."""

    answers: Mapping[str, str] = field(default_factory=dict)
    scene: Scene | None = None


def read_setup(answers: Mapping[str, str], scene: Scene | None = None) -> Setup:
    """A setup; NotationError for an answer to a question that is not asked.  Everything else is told by `start`, at once."""
    for name in answers:
        if name not in ANSWERS:
            raise NotationError("position", name, f"there is no such question; answers are {', '.join(ANSWERS)}")
    given = dict(answers)
    if "n" not in given:
        given.setdefault("players", USUAL["players"])
    if scene is None and "display" not in given:
        given |= {"display": USUAL["display"], "top": given.get("top", USUAL["top"])}
    return Setup(given, scene)


Problem = tuple[str, str]
T = TypeVar("T")


def start(setup: Setup) -> State:
    """The state to play from; SetupError with every problem at once."""
    problems: list[Problem] = []
    state = _opening(setup, problems)
    if problems:
        raise SetupError([f"{code}: {VIOLATIONS[code].sentence} {found}" for code, found in problems])
    return state


def _opening(setup: Setup, problems: list[Problem]) -> State:
    given = {name: Word(text.strip()) for name, text in setup.answers.items()}
    players = _tried(problems, "setup-players", lambda: read_players(given), _NOBODY)
    options = _tried(problems, "setup-option", lambda: read_options(given), Options())
    seat = _tried(problems, "setup-start", lambda: _first(given, players), 0)
    names = _tried(problems, "setup-players", lambda: read_names(given, players), _UNNAMED)
    problems += _supply_problems(given)
    display, top = _told(given, problems)
    if setup.scene is not None:
        seen, seen_top = _seen(setup.scene, problems)
        display, top = _agreed(display, seen, problems), top or seen_top
        problems += _early_problems(setup.scene)
    problems += _deck_problems(display, top)
    state = State(make_terms(players, options, names), display, kept=((),) * len(players), supply=SUPPLY_AT_START, seat=seat)
    return state._replace(top=top or UNSEEN)


def _tried(problems: list[Problem], code: str, read: Callable[[], T], otherwise: T) -> T:
    """What was read, or the usual with the problem noted, so that all problems are found."""
    try:
        return read()
    except NotationError as error:
        problems.append((code, f"{error.token!r}: {error.why}."))
        return otherwise


def _first(given: Mapping[str, Word], players: tuple[str, ...]) -> int:
    word = given.get("start") or given.get("turn")
    if word is None:
        return 0
    if word.text not in players:
        word.bad(f"nobody of that name plays; write one of {', '.join(players)}")
    return players.index(word.text)


# What people said -----------------------------------------------------------------------------------------------------


def _supply_problems(given: Mapping[str, Word]) -> Iterator[Problem]:
    if "supply" in given and given["supply"].text != str(SUPPLY_AT_START):
        yield "setup-supply", f"{given['supply'].text!r} cards are said to lie there; shuffle all others into it."


def _told(given: Mapping[str, Word], problems: list[Problem]) -> tuple[tuple[int, ...], int]:
    """The display (empty: not told) and the supply's top (0: not told) in words."""
    display: tuple[int, ...] = ()
    if "display" in given:
        text = given["display"].text
        if len(text) == SLOTS and all(value in "123456" for value in text):
            display = tuple(map(int, text))
        else:
            problems.append(("setup-display", f"{text!r} was said; write six values from 1 to 6."))
    top = given["top"].text if "top" in given else "0"
    if top not in tuple("0123456") or ("top" in given and top == "0"):
        problems.append(("setup-supply", f"{top!r} is said to lie on top; write its value, 1 to 6."))
        return display, 0
    return display, int(top)


def _deck_problems(display: tuple[int, ...], top: int) -> Iterator[Problem]:
    for value in VALUES:
        found = display.count(value) + (top == value)
        if found > COPIES:
            yield "setup-deck", f"{found} with {value} holes are counted; look at display and supply again."


# What lies on the table -----------------------------------------------------------------------------------------------


def _seen(scene: Scene, problems: list[Problem]) -> tuple[tuple[int, ...], int]:
    """The display (0: not to be told) and the supply's top as they lie there."""
    display = []
    for slot, cell in enumerate(CELLS):
        look = scene.tile(cell)
        if look.face != BACK:
            problems.append(("setup-display", f"{slot_name(slot)} {_wrong(look)}."))
        display.append(VALUE_OF.get(look.kind or "", 0))
    look = scene.tile(SUPPLY)
    if look.face != BACK:
        problems.append(("setup-supply", f"The supply {_wrong(look)}."))
    if scene.tile(DISCARD) != ABSENT:
        problems.append(("setup-discard", "A card lies there; shuffle it into the supply."))
    return tuple(display), VALUE_OF.get(look.kind or "", 0)


def _wrong(look: Look) -> str:
    if look.kind in FRONT_OF:
        return "lies front up; shuffle it in and lay another card there, back up"
    return "has no card; lay one there, back up"


def _agreed(told: tuple[int, ...], seen: tuple[int, ...], problems: list[Problem]) -> tuple[int, ...]:
    """What was said, checked against what is seen; a card whose holes nobody told must be seen."""
    if not told:
        for slot, value in enumerate(seen):
            if not value and not any(slot_name(slot) in found for _, found in problems):
                problems.append(("setup-display", f"The holes on {slot_name(slot)} cannot be told; say the display in words."))
        return seen
    for slot, (said, value) in enumerate(zip(told, seen, strict=True)):
        if value and said != value:
            found = f"{slot_name(slot)} was said to be a {said} and looks like a {value}; say it again."
            problems.append(("setup-display", found))
    return told


def _early_problems(scene: Scene) -> Iterator[Problem]:
    places: list[Place] = [piece.place for piece in scene.pieces if piece.kind in FRONT_OF]
    for place in dict.fromkeys(places):
        yield "setup-kept", f"Cards lie at {getattr(place, 'name', 'the display')}; shuffle them into the supply."

