"""Who plays, with which cards and by which options: the part of a position that never changes."""

from __future__ import annotations

from companion.core.word import Word
from companion.games.mouse_trap_cards.decks import Deck, DeckError, deck_from
from companion.games.mouse_trap_cards.notation import SEAT
from companion.games.mouse_trap_cards.options import OPTIONS, Options, option_problem
from companion.games.mouse_trap_cards.position import Field, Fields
from companion.games.mouse_trap_cards.state import Terms

LETTERS = "ABCDE"
USUAL_PLAYERS = ("A", "B")


def read_terms(fields: Fields) -> Terms:
    """The terms the fields describe; seats without names are called A, B and so on, as many as `safe` has."""
    options = read_options(fields.get("opt"))
    return Terms(options, read_deck(fields.get("data")), read_players(fields), options.quarters)


def read_options(field: Field | None) -> Options:
    """The options of a field `name=value`; a switch may stand alone for `on`."""
    values: dict[str, str] = {}
    for word in field.words() if field else []:
        name, sign, value = word.text.partition("=")
        problem = option_problem(name, value if sign else "on")
        if problem:
            (word.part(len(name) + 1) if sign and "no option" not in problem else word.part(0, len(name))).bad(problem)
        if name in values:
            word.bad("this option is given twice; keep one of them")
        values[name] = value if sign else "on"
    options = Options(**values)
    if field and not options.quarters:
        field.value.bad("cards that are not square (card_shape=rect) are never turned by a quarter; leave turn=90_only out")
    return options


def read_deck(field: Field | None) -> Deck:
    try:
        return deck_from(" ".join(word.text for word in field.words())) if field else deck_from()
    except DeckError as error:
        assert field is not None
        field.value.bad("; ".join(error.problems))


def read_players(fields: Fields) -> tuple[str, ...]:
    """The seats in order to the left."""
    field = fields.get("players")
    if field is None:
        safe = fields.get("safe")
        count = len(safe.listed()) if safe else 2
        if safe and not 1 < count <= len(LETTERS):
            safe.value.bad(f"{count} counts are given; two to {len(LETTERS)} players take part")
        return tuple(LETTERS[:count])
    found: list[Word] = []
    for word in field.listed():
        if not SEAT.fullmatch(word.text) or word.text in ("END", "TABLE"):
            word.bad("a seat is a word that begins with a capital letter, such as A or Anna")
        if word.text in [other.text for other in found]:
            word.bad("this seat is named twice")
        found.append(word)
    if not found:
        field.value.bad("name the seats in order to the left, such as players: A,B")
    return tuple(word.text for word in found)


def known_options() -> tuple[str, ...]:
    return tuple(option.name for option in OPTIONS)
