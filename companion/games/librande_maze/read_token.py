"""From a token of the notation to the action it stands for; every refusal says how it is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from companion.core.errors import NotationError
from companion.games.librande_maze.actions import (
    Action,
    Answer,
    Ask,
    Base,
    By,
    Cast,
    Doing,
    DragonMove,
    Draw,
    Drive,
    End,
    Fetch,
    Hex,
    Move,
    Other,
    Pass,
    PickUp,
    Power,
    Rob,
    Shove,
    Slide,
    Take,
    Timeout,
)
from companion.games.librande_maze.board import ALL_LINES, DIRECTIONS, SEATS, SPACE, SQUARE
from companion.games.librande_maze.cards import CARDS, FAMILIES, UNKNOWN
from companion.games.librande_maze.edition import EDITION
from companion.games.librande_maze.powers_known import Part

_SPACE = r"[a-g][1-7](?:\.[nesw])?"
_STEP = re.compile(rf"(?P<space>{_SPACE})(?P<drag>\*?)(?P<leave>\^?)")
_SLIDE = re.compile(rf"(?P<line>[a-g1-7])(?P<way>[NESW])(?:\+(?P<turns>[0-3]))?(?P<riders>(?:/[1-4t]={_SPACE})*)")
_DRAGON = re.compile(r"(?P<square>[a-g][1-7])(?P<load>(?:\+[1-9](?:\.[nesw])?)*)")
_CAST = re.compile(rf"(?P<card>[A-Z]{{2}}[a-z]?)(?P<shape>~?)(?:@(?:(?P<seat>[1-4])|(?P<start>{_SPACE}>)?(?P<space>{_SPACE})))?")
_ASK = re.compile(r"@(?P<seat>[1-4])=(?P<card>[A-Z]{2}[a-z]?)(?::(?P<told>[yn]))?")
_DRIVE = re.compile(rf"@(?P<seat>[1-4])(?P<path>(?:>{_SPACE})+)")
_HEX = re.compile(r":(?P<curse>[a-z-]+)@(?P<seat>[1-4])")

PARTS: dict[str, Part] = {part.token: part for hero in EDITION.heroes for part in hero.parts if part.token}
"""The parts of all character cards by their tokens."""

SIMPLE: dict[str, Base] = {"pk": PickUp(), "ps": Pass(), "end": End(), "#timeout": Timeout(), "dr": Draw(), "tk:-": Shove()}


def read(text: str) -> Action:
    """The action a token stands for; NotationError otherwise."""
    token = text.strip()
    if token[1:2] == ":" and token[0] in SEATS:
        action = _read(token[2:], token)
        if isinstance(action, Answer | Timeout):
            _bad(token, "an answer names its seat already, and a clock belongs to nobody; write it without a seat before it")
        return By(token[0], action)
    return _read(token, token)


def _read(word: str, token: str) -> Base:
    if word in SIMPLE:
        return SIMPLE[word]
    head, sign, rest = word.partition(":")
    if word.startswith("dr="):
        return Draw(_card_list(word[3:], token))
    if not sign or head not in _READ:
        _bad(token, f"an action begins with {', '.join(f'{name}:' for name in _READ)} or is one of {', '.join(SIMPLE)}")
    return _READ[head](rest, token)


def _move(rest: str, token: str) -> Move:
    match = _STEP.fullmatch(rest)
    if match is None:
        _bad(token, "a move is written mv:SPACE, with * to drag a treasure and ^ with the Barbarian's leave: mv:d4.e*")
    return Move(SPACE[match["space"]], bool(match["drag"]), bool(match["leave"]))


def _cast(rest: str, token: str) -> Cast:
    match = _CAST.fullmatch(rest)
    if match is None:
        _bad(token, "a spell is written cs:CARD, with its target cs:CARD@3, cs:CARD@d4.e or cs:CARD@c3>c4")
    space = SPACE[match["space"]] if match["space"] else -1
    start = SPACE[match["start"][:-1]] if match["start"] else -1
    return Cast(_card(match["card"], token), bool(match["shape"]), match["seat"] or "", space, start)


def _answer(rest: str, token: str) -> Answer:
    seat, sign, card = rest.partition("=")
    if not sign or seat not in SEATS:
        _bad(token, "an answer is written re:SEAT=CARD, or re:SEAT=- to pass")
    return Answer(seat, "" if card == "-" else _card(card, token))


def _take(rest: str, token: str) -> Take:
    if rest in ("t", UNKNOWN):
        return Take("" if rest == "t" else UNKNOWN)
    if rest not in CARDS:
        _bad(token, "what a Theft takes is written tf:t for a treasure, tf:CARD, or tf:? for a card nobody names")
    return Take(rest)


def _shove(rest: str, token: str) -> Shove:
    start, sign, end = rest.partition(">")
    if not sign or start not in SPACE or end not in SPACE:
        _bad(token, "a step of a Telekinesis is written tk:FROM>TO, such as tk:c3>c4, and tk:- stops")
    return Shove(SPACE[start], SPACE[end])


def _slide(rest: str, token: str) -> Slide:
    match = _SLIDE.fullmatch(rest)
    if match is None or match["line"] not in ALL_LINES:
        _bad(token, "a slide is written sl:LINE and N, E, S or W, and the quarter turns of the pushed-out tile: sl:4E+1")
    riders = tuple((item[0], SPACE[item[2:]]) for item in match["riders"].split("/") if item)
    return Slide(match["line"], DIRECTIONS.index(match["way"]), int(match["turns"] or 0), riders)


def _dragon(rest: str, token: str) -> DragonMove:
    match = _DRAGON.fullmatch(rest)
    if match is None:
        _bad(token, "a Dragon move is written dg:SQUARE, with treasures taken along dg:d3+1 or dg:d3+1.e")
    load = []
    for item in match["load"].split("+")[1:]:
        number, _, half = item.partition(".")
        load.append((DIRECTIONS.index(half.upper()) + 1 if half else 0, int(number)))
    return DragonMove(SQUARE[match["square"]], tuple(load))


def _power(rest: str, token: str) -> Power:
    match = re.match("[a-z]+", rest)
    name = match.group() if match else ""
    if name == "manual":
        return Power(name, _manual(rest[len(name) :], token))
    part = PARTS.get(name)
    if part is None or part.does not in _DOING:
        _bad(token, f"there is no power of that name; the powers are {', '.join(word for word in PARTS if word != 'reshape')}")
    return Power(name, _DOING[part.does](rest[len(name) :], token))


# What a power does -----------------------------------------------------------------------------------------------------


def _own_move(rest: str, token: str) -> Doing:
    match = _STEP.fullmatch(rest[1:])
    if not rest.startswith(">") or match is None or match["leave"]:
        _bad(token, "this power is written pw:NAME>SPACE, with * where it drags a treasure: pw:rush>c2*")
    return Move(SPACE[match["space"]], bool(match["drag"]))


def _own_slide(rest: str, token: str) -> Doing:
    if not rest.startswith(">"):
        _bad(token, "this power is written pw:NAME>LINE and direction, such as pw:shift>4E+1")
    return _slide(rest[1:], token)


def _own_dragon(rest: str, token: str) -> Doing:
    if not rest.startswith(">"):
        _bad(token, "this power is written pw:NAME>SQUARE, such as pw:call>d3+1")
    return _dragon(rest[1:], token)


def _own_draw(rest: str, token: str) -> Doing:
    if rest and not rest.startswith("="):
        _bad(token, "this power is written pw:NAME, in private records pw:NAME=CARD")
    return Draw(_card_list(rest[1:], token) if rest else ())


def _own_fetch(rest: str, token: str) -> Doing:
    if not rest.startswith("="):
        _bad(token, "this power is written pw:NAME=CARD")
    return Fetch(_card(rest[1:], token))


def _own_cast(rest: str, token: str) -> Doing:
    if not rest.startswith("="):
        _bad(token, "this power is written pw:NAME=CARD@TARGET, such as pw:echo=FZc@3")
    return _cast(rest[1:], token)


def _own_ask(rest: str, token: str) -> Doing:
    match = _ASK.fullmatch(rest)
    if match is None or match["card"] not in (*CARDS, *FAMILIES):
        _bad(token, "this power is written pw:NAME@SEAT=CARD, with :y or :n where the hand is not known")
    return Ask(match["seat"], match["card"], None if match["told"] is None else match["told"] == "y")


def _own_drive(rest: str, token: str) -> Doing:
    match = _DRIVE.fullmatch(rest)
    if match is None:
        _bad(token, "this power is written pw:NAME@SEAT>SPACE or pw:NAME@SEAT>SPACE>SPACE")
    return Drive(match["seat"], tuple(SPACE[name] for name in match["path"][1:].split(">")))


def _own_rob(rest: str, token: str) -> Doing:
    if not rest.startswith("@") or rest[1:] not in SEATS:
        _bad(token, "this power is written pw:NAME@SEAT")
    return Rob(rest[1:])


def _own_hex(rest: str, token: str) -> Doing:
    match = _HEX.fullmatch(rest)
    names = [curse.name for curse in EDITION.curses]
    if match is None or match["curse"] not in names:
        _bad(token, f"a curse is written pw:NAME:CURSE@SEAT; the curses are {', '.join(names)}")
    return Hex(match["curse"], match["seat"])


def _manual(rest: str, token: str) -> Other:
    match = re.fullmatch(r'\s*"([^"]*)"', rest)
    if match is None:
        _bad(token, 'what the table carries out is written pw:manual "what is done"')
    return Other(match[1])


def _card(text: str, token: str) -> str:
    if text not in CARDS:
        _bad(token, f"{text!r} is no card; the cards are {', '.join(CARDS)}")
    return text


def _card_list(text: str, token: str) -> tuple[str, ...]:
    return tuple(_card(word, token) for word in text.split(","))


def _bad(token: str, why: str) -> NoReturn:
    raise NotationError("action", token, why)


_READ: dict[str, Callable[[str, str], Base]] = {
    "mv": _move, "cs": _cast, "re": _answer, "tf": _take, "tk": _shove, "sl": _slide, "dg": _dragon, "pw": _power,
}  # fmt: skip

_DOING: dict[str, Callable[[str, str], Doing]] = {
    "move": _own_move, "run": _own_move, "jump": _own_move, "start-of-turn-nudge": _own_move, "slide": _own_slide,
    "dragon-step": _own_dragon, "dragon-run": _own_dragon, "dragon-jump": _own_dragon, "draw": _own_draw,
    "fetch": _own_fetch, "recast": _own_cast, "take-named": _own_ask, "take-treasure": _own_rob, "move-other": _own_drive,
    "curse": _own_hex, "manual": lambda rest, token: _manual(rest, token),
}  # fmt: skip
