"""The players of a position: characters, places, hands, piles, how they stand."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from companion.games.librande_maze.board import HOMES, NAMES, NONE, SEATS, SPACE
from companion.games.librande_maze.cards import CARDS, UNKNOWN
from companion.games.librande_maze.edition import EDITION
from companion.games.librande_maze.position import Field, Word
from companion.games.librande_maze.state import DOWN, FROZEN, OK, REMOVED

USUAL = {OK: 0, FROZEN: 1, REMOVED: 2, DOWN: 1}
"""The lost turns to come of each way to stand."""
HEROES = tuple(hero.code for hero in EDITION.heroes)
CURSES = tuple(curse.name for curse in EDITION.curses)


@dataclass(frozen=True, slots=True)
class Player:
    """One player as a position tells it."""

    hero: str
    space: int
    place: Word
    hand: tuple[tuple[str, Word], ...] = ()
    pile: int = 0
    last: int = 0
    status: str = OK
    lost: int = 0
    curse: str = ""
    words: dict[str, Word] = field(default_factory=dict, compare=False)


def read_players(fields: dict[str, Field]) -> dict[str, Player]:
    """The players by seat; NotationError for fewer than two or a character played twice."""
    players = {seat: _player(fields[seat]) for seat in SEATS if seat in fields}
    if "chars" in fields:
        _add_chars(fields["chars"], players)
    if len(players) < 2:
        first = next(iter(fields.values()), None)
        (first.name if first else Word("")).bad("a position has at least two players; write 1=BA@a1; 3=DR@g7")
    seen: dict[str, str] = {}
    for seat in sorted(players):
        player = players[seat]
        if player.hero in seen:
            player.place.bad(f"the character {player.hero} is played by seat {seen[player.hero]} already")
        seen[player.hero] = seat
    return dict(sorted(players.items()))


def _add_chars(chars: Field, players: dict[str, Player]) -> None:
    """`chars: 1=MR 3=BA`: players on their home corners."""
    for word in chars.value.words():
        seat, sign, _ = word.text.partition("=")
        if not sign or seat not in SEATS:
            word.bad("characters are written SEAT=CHAR, such as 1=MR")
        if seat not in players:
            players[seat] = Player(_hero(word.part(len(seat) + 1)), SPACE[NAMES[HOMES[seat]]], word)


def _hero(word: Word) -> str:
    if word.text not in HEROES:
        word.bad(f"there is no such character; choose one of {', '.join(HEROES)}")
    return word.text


def _player(item: Field) -> Player:
    """`CHAR@SPACE{...}`."""
    value = item.value
    match = re.fullmatch(r"(?P<hero>[^@{\s]*)@(?P<space>[^{\s]*)\s*(?:\{(?P<more>[^{}]*)\})?", value.text)
    if match is None:
        value.bad("a player is written CHAR@SPACE{hand=HA,? pile=2 last=4 st=frozen curse=silence}, @- off the board")
    hero = _hero(value.part(match.start("hero"), match.end("hero")))
    place = value.part(match.start("space"), match.end("space"))
    if place.text != "-" and place.text not in SPACE:
        place.bad("there is no such space; write a square (d4), a half (d4.e), or - off the board")
    more = value.part(match.start("more"), match.end("more")) if match["more"] else Word("")
    known = {"hand": Word(""), "pile": Word("0"), "last": Word("0"), "st": Word(OK), "curse": Word("")}
    for word in more.words():
        name, sign, _ = word.text.partition("=")
        if not sign or name not in known:
            word.bad(f"in braces stand {', '.join(f'{key}=...' for key in known)}")
        known[name] = word.part(len(name) + 1)
    status, lost = _status(known["st"])
    if known["curse"].text not in ("", *CURSES):
        known["curse"].bad(f"there is no such curse; choose one of {', '.join(CURSES)}")
    space = NONE if place.text == "-" else SPACE[place.text]
    if (space == NONE) != (status == REMOVED):
        place.bad("exactly a removed character is off the board: write @-{st=removed}")
    return Player(
        hero, space, place, read_cards(known["hand"]), known["pile"].number(99), known["last"].number(99), status, lost,
        known["curse"].text, known,
    )  # fmt: skip


def _status(word: Word) -> tuple[str, int]:
    match = re.fullmatch(r"(ok|frozen|removed|down)([1-9]?)", word.text)
    if match is None or (match[1] == OK and match[2]):
        word.bad("a player is ok, frozen, removed or down, with a number of lost turns where it is not the usual one")
    return match[1], int(match[2]) if match[2] else USUAL[match[1]]


def read_cards(word: Word) -> tuple[tuple[str, Word], ...]:
    """Cards parted by commas or blanks, each with its place."""
    found = []
    for item in word.words(r"[^\s,]+"):
        if item.text not in (*CARDS, UNKNOWN):
            item.bad(f"there is no such card; the cards are {', '.join(CARDS)} and ? for one that is not known")
        found.append((item.text, item))
    return tuple(found)
