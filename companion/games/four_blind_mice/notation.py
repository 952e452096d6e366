"""The tokens of the notation: one text for each action, and back."""

from __future__ import annotations

import re
from typing import NoReturn

from companion.core.errors import NotationError
from companion.games.four_blind_mice.actions import (
    Action,
    Announce,
    Begin,
    By,
    End,
    Fail,
    PlaceCoin,
    PlaceMouse,
    Plan,
    Remove,
    Slide,
    Uncover,
)
from companion.games.four_blind_mice.cells import DIRECTIONS, INDEX, NAMES
from companion.games.four_blind_mice.slides import NOBODY
from companion.games.four_blind_mice.state import MICE

GAVE_UP = "gave-up"
FAILURES = ("no-move", "straight-back", "diagonal", "too-few-turns", "wrong-mouse", "bid-exceeded", "bid-not-met", "off-plan")
"""What makes a demonstration fail at once."""

SLIPS = ("stopped-short", "ran-through")
"""Slips of the hand, which fail only where a touched mouse counts as moved (option `touch_move`)."""

ENDS = ("goal", "time", "empty", "final", "shared")
"""Why a game can end."""

_CELL = "[a-h][1-8]"
_SLIDE = re.compile(rf"(?P<mouse>[RKGB])(?P<way>[NESW])(?P<to>{_CELL})?(?P<claim>\*)?")
_COIN = re.compile(rf"\+(?P<cell>{_CELL})(?P<value>A|:0)?")
_MOUSE = re.compile(rf"\+(?P<mouse>[RKGB]):(?P<cell>{_CELL})")
_UNCOVER = re.compile(rf"\?(?P<cell>{_CELL})(?:=(?P<suit>[RKGB]))?")
_BID = re.compile(r"b:(?P<player>P[1-9]\d?)=(?P<number>\d{1,3})(?:@(?P<time>\d{1,4}))?")
_BY = re.compile(r"(?P<player>P[1-9]\d?):(?P<action>[+?-].*)")
_NONE = (
    "this is no coin (+d4, +d4A, +e2:0), mouse (+R:c3), turned coin (?f5=R), number (b:P2=5@43), demonstration (m:P2), slide (RN,"
    " RNc3, RN*), failure (RE x:no-move, x:gave-up), removed coin (-f5), plan (p:RN,RE) or end (end:time)"
)
_PLAYER = re.compile(r"P[1-9]\d?")


def value_word(value: str) -> str:
    """How a coin's value is written behind its cell."""
    return ":0" if value == "0" else value


def slide_word(code: int) -> str:
    """A slide from its number mouse * 4 + direction."""
    return MICE[code >> 2] + DIRECTIONS[code & 3]


def write(action: Action) -> str:
    """The token of an action."""
    match action:
        case Slide(mouse, direction, to, claim):
            return f"{MICE[mouse]}{DIRECTIONS[direction]}{NAMES[to] if to != NOBODY else ''}{'*' if claim else ''}"
        case PlaceCoin(cell, value):
            return f"+{NAMES[cell]}{value_word(value)}"
        case PlaceMouse(mouse, cell):
            return f"+{MICE[mouse]}:{NAMES[cell]}"
        case Uncover(cell, suit):
            return f"?{NAMES[cell]}{'=' + suit if suit else ''}"
        case Announce(player, number, time):
            return f"b:{player}={number}{'' if time is None else f'@{time}'}"
        case _:
            return _write_rest(action)


def _write_rest(action: Action) -> str:
    match action:
        case Begin(player):
            return f"m:{player}"
        case Plan(slides):
            return f"p:{','.join(map(slide_word, slides))}"
        case Fail(code, None):
            return f"x:{code}"
        case Fail(code, slide):
            assert slide is not None
            return f"{write(slide)} x:{code}"
        case Remove(cell):
            return f"-{NAMES[cell]}"
        case By(player, inner):
            return f"{player}:{write(inner)}"
        case End(why):
            return f"end:{why}"
    raise TypeError(f"write needs an action of this game, not {action!r}")


def read(text: str) -> Action:
    """The action a token stands for; a slide and the failure behind it are one.  NotationError otherwise."""
    words = text.split()
    if len(words) == 2 and words[1].startswith("x:"):
        return _read_failed(words[0], words[1])
    token = text.strip()
    if match := _SLIDE.fullmatch(token):
        return _slide(match)
    if match := _COIN.fullmatch(token):
        return PlaceCoin(INDEX[match["cell"]], (match["value"] or "").lstrip(":"))
    if match := _MOUSE.fullmatch(token):
        return PlaceMouse(MICE.index(match["mouse"]), INDEX[match["cell"]])
    if match := _UNCOVER.fullmatch(token):
        return Uncover(INDEX[match["cell"]], match["suit"] or "")
    if match := _BID.fullmatch(token):
        return Announce(match["player"], int(match["number"]), None if match["time"] is None else int(match["time"]))
    return _read_rest(token)


def _read_rest(token: str) -> Action:
    if match := _BY.fullmatch(token):
        action = read(match["action"])
        assert isinstance(action, PlaceCoin | PlaceMouse | Uncover | Remove)
        return By(match["player"], action)
    if token[:1] == "-" and token[1:] in INDEX:
        return Remove(INDEX[token[1:]])
    sign, colon, word = token.partition(":")
    if sign == "m" and _PLAYER.fullmatch(word):
        return Begin(word)
    if sign == "p" and colon:
        return Plan(read_plan(token, word))
    if sign == "end":
        return _read_end(token, word)
    if token == f"x:{GAVE_UP}":
        return Fail(GAVE_UP)
    if sign == "x" and word in FAILURES + SLIPS:
        _bad(token, f"the slide that broke the rule stands before its reason, such as: RE {token}")
    return _bad(token, _NONE)


def read_plan(token: str, word: str) -> tuple[int, ...]:
    """The slides of a plan, `RN,RE,RN`, as numbers; NotationError otherwise."""
    slides = []
    for part in word.split(","):
        if len(part) != 2 or part[0] not in MICE or part[1] not in DIRECTIONS:
            _bad(token, f"a plan lists slides parted by commas, such as p:RN,RE,RN; {part!r} is none")
        slides.append(MICE.index(part[0]) * 4 + DIRECTIONS.index(part[1]))
    return tuple(slides)


def _read_end(token: str, word: str) -> End:
    if word not in ENDS:
        _bad(token, f"a game ends by one of {', '.join(ENDS)}")
    return End(word)


def _slide(match: re.Match[str]) -> Slide:
    to = INDEX[match["to"]] if match["to"] else NOBODY
    return Slide(MICE.index(match["mouse"]), DIRECTIONS.index(match["way"]), to, bool(match["claim"]))


def _read_failed(slide: str, reason: str) -> Fail:
    match, code = _SLIDE.fullmatch(slide), reason[2:]
    if match is None:
        _bad(slide, "before the reason of a failure stands the slide that broke the rule, such as RE x:no-move")
    if code not in FAILURES + SLIPS:
        _bad(reason, f"a demonstration fails by one of {', '.join((*FAILURES, *SLIPS))}, or by x:{GAVE_UP} alone")
    return Fail(code, _slide(match))


def split(text: str) -> tuple[tuple[str, int], ...]:
    """The actions of a text, separated by blanks, line ends or `;`, each with its column (from 0); the reason of a failure
    belongs to the slide before it."""
    found: list[tuple[str, int]] = []
    for match in re.finditer(r"[^\s;]+", text):
        token, column = match.group(), match.start()
        if token.startswith("x:") and token != f"x:{GAVE_UP}" and found and _SLIDE.fullmatch(found[-1][0]):
            found[-1] = (f"{found[-1][0]} {token}", found[-1][1])
        else:
            found.append((token, column))
    return tuple(found)


def _bad(token: str, why: str) -> NoReturn:
    raise NotationError("action", token, why)
