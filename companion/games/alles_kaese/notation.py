"""The tokens of the notation: one text for each action, and back."""

from __future__ import annotations

import re
from typing import NoReturn

from companion.core.errors import NotationError
from companion.games.alles_kaese.actions import (
    Action,
    Back,
    By,
    Discard,
    Exposed,
    Keep,
    LateDiscard,
    LateRefill,
    Peek,
    Refill,
    Remove,
    Roll,
    Shown,
    Step,
    Turn,
)

SEAT = r"[A-Za-z]\w*"
_CHOICE = re.compile(r"([PX])([0-6])|K([1-6])([ct]?)")
_PILE = re.compile(r"([+-])([1-6?])\^([0-6?])")
_BY = re.compile(rf"({SEAT})\s*:\s*(.*)", re.DOTALL)
_CORRECTION = re.compile(
    rf"\{{\s*(?:refill D(?P<refill>[1-6]) (?P<more>\S+)|discard (?P<less>\S+)|exposed D(?P<exposed>[1-6])"
    rf"|shown (?P<by>{SEAT}) D(?P<shown>[1-6]) (?P<others>{SEAT}(?:,{SEAT})*)|back D(?P<back>[1-6]) (?P<keeper>{SEAT}))\s*\}}"
)
_DIGITS = "?0123456"
"""The written form of a value or top, by its number plus one; 0 means `?` where a value is written."""


# Writing --------------------------------------------------------------------------------------------------------------


def write(action: Action) -> str:
    """The token of an action."""
    if isinstance(action, By):
        return f"{action.seat}: {write(action.action)}"
    if isinstance(action, Turn):
        return " ".join([*map(_write_step, action.parts), *(["#"] if action.halt else [])])
    if isinstance(action, Roll | Peek | Keep | Remove | Refill | Discard):
        return _write_step(action)
    return f"{{{_write_correction(action)}}}"


def _write_step(step: Step) -> str:
    if isinstance(step, Roll):
        return str(step.value)
    if isinstance(step, Keep):
        return f"K{step.slot + 1}{step.front}"
    if isinstance(step, Refill | Discard):
        return _write_pile("+" if isinstance(step, Refill) else "-", step.value, step.top)
    return f"{'P' if isinstance(step, Peek) else 'X'}{step.slot + 1}"


def _write_pile(sign: str, value: int, top: int) -> str:
    return f"{sign}{value or '?'}^{_DIGITS[top + 1]}"


def _write_correction(action: LateRefill | LateDiscard | Exposed | Shown | Back) -> str:
    if isinstance(action, LateRefill):
        return f"refill D{action.slot + 1} {_write_pile('+', action.value, action.top)}"
    if isinstance(action, LateDiscard):
        return f"discard {_write_pile('-', action.value, action.top)}"
    if isinstance(action, Exposed):
        return f"exposed D{action.slot + 1}"
    if isinstance(action, Shown):
        return f"shown {action.seat} D{action.slot + 1} {','.join(action.others)}"
    return f"back D{action.slot + 1} {action.seat}"


# Reading --------------------------------------------------------------------------------------------------------------


def read(text: str) -> Action:
    """The action a token stands for; NotationError otherwise."""
    token = text.strip()
    if token.startswith("{"):
        return _read_correction(token)
    named = _BY.fullmatch(token)
    if named:
        return By(named[1], _claimed(token, named[2], named.start(2)))
    words = [(found.group(), found.start() + 1) for found in re.finditer(r"\S+", token)]
    halt = bool(words) and words[-1][0] == "#"
    parts = tuple(_read_step(*word) for word in (words[:-1] if halt else words))
    if len(parts) == 1 and not halt:
        return parts[0]
    if not parts:
        _bad(token, "write a roll (4), a choice (P3, K3c, X3), a pile step (+4^6, -4^6) or a whole turn (2 K5c +4^6)")
    for (word, column), part in zip(words[1:], parts[1:], strict=False):
        if isinstance(part, Roll):
            _bad(word, "a turn has one roll, and it stands first", column)
    return Turn(parts, halt)


def _claimed(token: str, rest: str, start: int) -> Step | Turn:
    """What a seat is said to have done."""
    try:
        action = read(rest)
    except NotationError as error:
        raise NotationError("action", error.token, error.why, error.line, error.column + start) from None
    if not isinstance(action, Roll | Peek | Keep | Remove | Refill | Discard | Turn):
        _bad(token, "a seat is written once, before a turn or a part of it")
    return action


def _read_step(word: str, column: int = 1) -> Step:
    if re.fullmatch("[1-6]", word):
        return Roll(int(word))
    choice, pile = _CHOICE.fullmatch(word), _PILE.fullmatch(word)
    if choice and choice[3]:
        return Keep(int(choice[3]) - 1, choice[4])
    if choice and choice[1] == "P":
        return Peek(int(choice[2]) - 1)
    if choice and choice[2] != "0":
        return Remove(int(choice[2]) - 1)
    if pile is None:
        why = "this is no roll (4), look (P3), kept (K3c, K3t) or removed card (X3), refill (+4^6) or discard (-4^6)"
        _bad(word, why, column)
    value, top = _DIGITS.index(pile[2]), _DIGITS.index(pile[3]) - 1
    if pile[1] == "-":
        return Discard(max(value - 1, 0), top)
    if value < 2:
        _bad(word, "a refilled card lies back up for all to see: write its value", column)
    return Refill(value - 1, top)


def _read_correction(token: str) -> Action:
    found = _CORRECTION.fullmatch(token)
    if found is None:
        _bad(token, "corrections are {refill D3 +2^6}, {discard -2^6}, {exposed D2}, {shown B D2 A,C} and {back D2 B}")
    if found["refill"]:
        step = _read_step(found["more"])
        if not isinstance(step, Refill):
            _bad(found["more"], "a refill made up later is written {refill D3 +2^6}")
        return LateRefill(int(found["refill"]) - 1, step.value, step.top)
    if found["less"]:
        step = _read_step(found["less"])
        if not isinstance(step, Discard):
            _bad(found["less"], "a discard made up later is written {discard -2^6}")
        return LateDiscard(step.value, step.top)
    if found["exposed"]:
        return Exposed(int(found["exposed"]) - 1)
    if found["by"]:
        return Shown(found["by"], int(found["shown"]) - 1, tuple(found["others"].split(",")))
    return Back(int(found["back"]) - 1, found["keeper"])


def _bad(token: str, why: str, column: int = 1) -> NoReturn:
    raise NotationError("action", token, why, 1, column)


# Splitting ------------------------------------------------------------------------------------------------------------

_WORD = re.compile(rf"\{{[^}}]*\}}|;|\n|{SEAT}\s*:|[^\s;{{]+")


def split(text: str) -> tuple[tuple[str, int], ...]:
    """The actions of a text, each with its column (from 0).

    Whole turns are parted by `;`, by a line end, or where the next die or seat begins; remarks in braces are left out.
    """
    found: list[tuple[str, int]] = []
    going = False
    for match in _WORD.finditer(text):
        word = match.group()
        if word in (";", "\n"):
            going = False
        elif word.startswith("{"):
            going = False
            if _CORRECTION.fullmatch(word):
                found.append((word, match.start()))
        elif going and not _begins(word, found[-1][0]):
            found[-1] = (text[found[-1][1] : match.end()], found[-1][1])
        else:
            found.append((word, match.start()))
            going = True
    return tuple(found)


def _begins(word: str, before: str) -> bool:
    """Whether a turn begins with this word: a seat, or a die that no seat stands before."""
    return word.endswith(":") or (bool(re.fullmatch("[1-6]", word)) and not before.endswith(":"))
