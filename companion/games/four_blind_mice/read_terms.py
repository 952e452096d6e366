"""Who plays and by which options: the part of a position that never changes."""

from __future__ import annotations

import re

from companion.games.four_blind_mice.options import OPTIONS, Options, option_problem
from companion.games.four_blind_mice.position import Field, Fields, Word
from companion.games.four_blind_mice.state import Terms

MOST_PLAYERS = 12


def read_terms(fields: Fields) -> Terms:
    """The terms the fields describe."""
    return Terms(read_options(fields.get("opt")), read_players(fields.get("players")))


def read_options(field: Field | None) -> Options:
    """Options as `name=value`; a bare name switches one on that is on or off."""
    values: dict[str, str] = {}
    for word in field.words() if field else ():
        name, sign, value = word.text.partition("=")
        option = next((option for option in OPTIONS if option.name == name), None)
        if not sign and option is not None and "on" in option.values:
            value = "on"
        problem = option_problem(name, value)
        if problem:
            (word.part(len(name) + 1) if value and option else word).bad(problem)
        if name in values:
            word.bad("this option is given twice; keep one of them")
        values[name] = value
    return Options(**values)


def read_players(field: Field | None) -> tuple[str, ...]:
    """The players clockwise, `P1,P2,P3`."""
    if field is None:
        return ("P1",)
    found: list[str] = []
    for word in _parts(field):
        if not re.fullmatch(r"P[1-9]\d?", word.text):
            word.bad("players are called P1, P2 and so on, parted by commas")
        if word.text in found:
            word.bad("this player is named twice")
        found.append(word.text)
    if not 1 <= len(found) <= MOST_PLAYERS:
        field.value.bad(f"one to {MOST_PLAYERS} players take part, here are {len(found)}")
    return tuple(found)


def _parts(field: Field) -> list[Word]:
    """The words of a value that are parted by commas or blanks."""
    return [field.value.part(*match.span()) for match in re.finditer(r"[^\s,]+", field.value.text)]


def player_of(terms: Terms, word: Word) -> int:
    """The index of the player that a word names."""
    if word.text not in terms.players:
        word.bad(f"nobody of that name plays; the players are {', '.join(terms.players)}")
    return terms.players.index(word.text)
