"""The tokens of the notation: one text for each action; `read_token` has the way back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from companion.games.librande_maze.actions import (
    Action,
    Answer,
    Ask,
    By,
    Cast,
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
from companion.games.librande_maze.board import DIRECTIONS, NAMES, NONE, SPACE_NAMES


def write(action: Action) -> str:
    """The token of an action."""
    return _WRITE[type(action)](action)


def _move(action: Move) -> str:
    return f"mv:{_step(action)}"


def _step(action: Move) -> str:
    return f"{SPACE_NAMES[action.to]}{'*' if action.drag else ''}{'^' if action.leave else ''}"


def _draw(action: Draw) -> str:
    return f"dr{_cards(action)}"


def _cards(action: Draw) -> str:
    return f"={','.join(action.cards)}" if action.cards else ""


def _cast(action: Cast) -> str:
    return f"cs:{_aimed(action)}"


def _aimed(action: Cast) -> str:
    """The card with its target."""
    text = action.card + ("~" if action.reshaped else "")
    if action.seat:
        return f"{text}@{action.seat}"
    if action.space == NONE:
        return text
    start = f"{SPACE_NAMES[action.start]}>" if action.start != NONE else ""
    return f"{text}@{start}{SPACE_NAMES[action.space]}"


def _shove(action: Shove) -> str:
    return "tk:-" if action.start == NONE else f"tk:{SPACE_NAMES[action.start]}>{SPACE_NAMES[action.to]}"


def _slide(action: Slide) -> str:
    return f"sl:{_pushed(action)}"


def _pushed(action: Slide) -> str:
    riders = "".join(f"/{who}={SPACE_NAMES[space]}" for who, space in action.riders)
    return f"{action.line}{DIRECTIONS[action.direction]}+{action.turns}{riders}"


def _dragon(action: DragonMove) -> str:
    return f"dg:{_loaded(action)}"


def _loaded(action: DragonMove) -> str:
    load = "".join(f"+{number}{_half(side)}" for side, number in action.load)
    return f"{NAMES[action.to]}{load}"


def _half(side: int) -> str:
    return f".{DIRECTIONS[side - 1].lower()}" if side else ""


def _power(action: Power) -> str:
    return f"pw:{action.name}{_DOING[type(action.what)](action.what)}"


def _ask(action: Ask) -> str:
    told = "" if action.told is None else ":y" if action.told else ":n"
    return f"@{action.seat}={action.card}{told}"


def _drive(action: Drive) -> str:
    return f"@{action.seat}" + "".join(f">{SPACE_NAMES[space]}" for space in action.path)


_DOING: dict[type, Callable[[Any], str]] = {
    Move: lambda what: f">{_step(what)}",
    Slide: lambda what: f">{_pushed(what)}",
    DragonMove: lambda what: f">{_loaded(what)}",
    Draw: _cards,
    Cast: lambda what: f"={_aimed(what)}",
    Ask: _ask,
    Drive: _drive,
    Rob: lambda what: f"@{what.seat}",
    Fetch: lambda what: f"={what.card}",
    Hex: lambda what: f":{what.curse}@{what.seat}",
    Other: lambda what: f' "{what.text}"',
}

_WRITE: dict[type, Callable[[Any], str]] = {
    Move: _move,
    Draw: _draw,
    Cast: _cast,
    Answer: lambda action: f"re:{action.seat}={action.card or '-'}",
    Take: lambda action: f"tf:{action.card or 't'}",
    Shove: _shove,
    Slide: _slide,
    DragonMove: _dragon,
    PickUp: lambda action: "pk",
    Pass: lambda action: "ps",
    End: lambda action: "end",
    Timeout: lambda action: "#timeout",
    Power: _power,
    By: lambda action: f"{action.seat}:{write(action.action)}",
}


def split(text: str) -> tuple[tuple[str, int], ...]:
    """The tokens of a text, parted by blanks or `;`, each with its column (from 0); a text in quotes is part of its token."""
    return tuple((match.group(), match.start()) for match in re.finditer(r'pw:manual\s*"[^"]*"|[^\s;]+', text))
