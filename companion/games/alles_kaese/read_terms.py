"""Who plays, by which options: the fields of a position that stay the same all game."""

from __future__ import annotations

import re
from string import ascii_uppercase

from companion.games.alles_kaese.fields import Fields, Word
from companion.games.alles_kaese.notation import SEAT
from companion.games.alles_kaese.options import OPTIONS, Options, option_problem
from companion.games.alles_kaese.state import Terms, make_terms

FEWEST, MOST = 2, 6
FLAGS = tuple(option.name for option in OPTIONS if option.values == ("off", "on"))
"""Options that are switched on by their name alone."""


def read_terms(fields: Fields) -> Terms:
    """The terms of a position; NotationError points at what is wrong."""
    players = read_players(fields)
    return make_terms(players, read_options(fields), read_names(fields, players))


def read_players(fields: Fields) -> tuple[str, ...]:
    """The seats in order, or their number, as `players` or `n`."""
    if "players" in fields and "n" in fields:
        fields["n"].bad("the players are given twice; write players or n")
    word = fields.get("players") or fields.get("n")
    if word is None:
        Word("").bad("the players are missing; write players: A,B,C or n: 3")
    if re.fullmatch(r"\d+", word.text):
        return tuple(ascii_uppercase[: word.number(FEWEST, MOST)])
    names = word.words(r"[^,\s]+")
    for place, name in enumerate(names):
        if not re.fullmatch(SEAT, name.text):
            name.bad("a player is a word that begins with a letter")
        if name.text in [other.text for other in names[:place]]:
            name.bad("this player is named twice; give each a name of their own")
    if not FEWEST <= len(names) <= MOST:
        word.bad(f"{len(names)} players are named; {FEWEST} to {MOST} can play")
    return tuple(name.text for name in names)


def read_names(fields: Fields, players: tuple[str, ...]) -> tuple[str, ...]:
    """What people call the players, `A=Ada B=Ben`; those who are not named keep their seat's word."""
    if "names" not in fields:
        return ()
    called = dict(zip(players, players, strict=True))
    for key, value in fields["names"].pairs():
        if key.text not in called:
            key.bad(f"nobody of that name plays; write one of {', '.join(players)}")
        called[key.text] = value.text
    return tuple(called.values())


def read_options(fields: Fields) -> Options:
    """The options in force, from `opt` and `data`."""
    chosen: dict[str, str] = {}
    for field in ("opt", "data"):
        for word in fields[field].words() if field in fields else ():
            name, sign, value = word.text.partition("=")
            if not sign and name in FLAGS:
                value = "on"
            problem = option_problem(name, value)
            if problem:
                word.bad(problem)
            if name in chosen:
                word.bad("this option is given twice; keep one of them")
            chosen[name] = value
    return Options(**chosen)


def seat_of(word: Word, terms: Terms) -> int:
    """The place of a player in the turn order."""
    if word.text not in terms.players:
        word.bad(f"nobody of that name plays; write one of {', '.join(terms.players)}")
    return terms.players.index(word.text)


def read_seat(word: Word | None, terms: Terms) -> int:
    """The seat in turn; the first where nothing is said."""
    return 0 if word is None else seat_of(word, terms)
