"""Spaces, cards and actions in plain words, for buttons, rulings and notes; nothing in them is anybody's secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.grid import Place, Zone
from companion.games.librande_maze.actions import (
    Action,
    Answer,
    Ask,
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
from companion.games.librande_maze.board import CELLS, LINE_SQUARES, NAMES
from companion.games.librande_maze.cards import SPELLS
from companion.games.librande_maze.layout import DECK, DISCARD, area_zone, curse_zone, gate_zone, shelf_zone
from companion.games.librande_maze.powers_known import Part
from companion.games.librande_maze.scene import cell_of, place_of
from companion.games.librande_maze.state import EYES, State

DIRECTIONS = ("north", "east", "south", "west")
TURNS = ("", ", its tile turned a quarter clockwise", ", its tile turned half round", ", its tile turned a quarter anticlockwise")


def space_words(space: int) -> str:
    """A space as people say it: `d4`, or `the east half of d4`."""
    name = NAMES[space // 5]
    return f"the {DIRECTIONS[space % 5 - 1]} half of {name}" if space % 5 else name


def card_words(card: str) -> str:
    """A card by its name; a card nobody named is a spell."""
    spell = SPELLS.get(card)
    return spell.name if spell is not None else "a spell"


def line_words(line: str) -> str:
    """`row 4` or `column b`."""
    return f"row {line}" if line.isdigit() else f"column {line}"


def hero_name(state: State, player: int) -> str:
    """The character of a player."""
    return state.terms.heroes[player].name


def hero_of(state: State, seat: str) -> str:
    """The character of a seat; the seat itself where nobody sits."""
    player = state.terms.index.get(seat)
    return f"seat {seat}" if player is None else f"the {hero_name(state, player)}"


def doer(state: State, action: Action) -> int:
    """The player who does an action: the one in turn, the one who answers, the one whose power it is."""
    if isinstance(action, By | Answer):
        return state.terms.index.get(action.seat, state.turn)
    if isinstance(action, Power) and state.phase == EYES and state.asked:
        return state.asked[0]
    return state.turn


def part_of(state: State, action: Power) -> Part | None:
    """The part of a character card that a power's token names, the player's own card first."""
    heroes = [state.terms.heroes[doer(state, action)], *state.terms.heroes]
    return next((part for hero in heroes for part in hero.parts if part.token == action.name), None)


# Labels --------------------------------------------------------------------------------------------------------------


def label(state: State, action: Action) -> str:
    """The action in words for a button or the log; cards that only some may know are not named."""
    if isinstance(action, By):
        return label(state._replace(turn=state.terms.index.get(action.seat, state.turn)), action.action)
    name = hero_name(state, doer(state, action))
    if isinstance(action, Timeout):
        return f"The hourglass has run out: the turn of the {name} ends"
    if isinstance(action, Power):
        part = part_of(state, action)
        return f"{name} uses {part.name if part else action.name}: {doing_words(state, action.what)}"
    return f"{name} {doing_words(state, action)}"


def private_label(state: State, action: Action) -> str:
    """The same for the one who chooses: a stolen card has its name."""
    if isinstance(action, Take) and action.card:
        return f"{hero_name(state, state.turn)} takes {card_words(action.card)}"
    return label(state, action)


def doing_words(state: State, action: Doing | Action) -> str:
    """What is done, without who does it."""
    words = _WORDS.get(type(action))
    return words(state, action) if words is not None else "does something"


def _move(state: State, action: Move) -> str:
    start = state.space
    if start // 5 == action.to // 5 and action.to % 5:
        words = f"crosses the web to {space_words(action.to)}"
    else:
        words = f"moves to {space_words(action.to)}"
    drag = " and takes a treasure along" if action.drag else ""
    return words + drag + (" with the Barbarian's leave" if action.leave else "")


def _cast(state: State, action: Cast) -> str:
    words = f"casts {card_words(action.card)}"
    spell = SPELLS.get(action.card)
    if action.reshaped and spell is not None:
        words += f" as {'Connect' if spell.range == 'line' else 'Line'}"
    if action.seat:
        return f"{words} on {hero_of(state, action.seat)}"
    if action.start >= 0:
        return f"{words}: a treasure from {space_words(action.start)} to {space_words(action.space)}"
    return f"{words}: to {space_words(action.space)}" if action.space >= 0 else words


def _answer(state: State, action: Answer) -> str:
    if action.card:
        return f"answers with {card_words(action.card)}"
    return "does not use Hypnotic Eyes" if state.phase == EYES else "does not answer"


def _shove(state: State, action: Shove) -> str:
    if action.start < 0:
        return "moves no more treasure"
    return f"moves a treasure from {space_words(action.start)} to {space_words(action.to)}"


def _slide(state: State, action: Slide) -> str:
    chosen = "; the riders take the other half" if action.riders else ""
    return f"slides {line_words(action.line)} {DIRECTIONS[action.direction]}{TURNS[action.turns % 4]}{chosen}"


def _dragon(state: State, action: DragonMove) -> str:
    return f"moves the Dragon to {NAMES[action.to]}{_load(state, action)}"


def _load(state: State, action: DragonMove) -> str:
    """The treasures that the Dragon takes along; of a square with a web also from which half, or two moves sound the same."""
    number = sum(count for _, count in action.load)
    if not number:
        return ""
    parts = [(count, space_words(5 * state.dragon + side)) for side, count in action.load if side and count]
    if len(parts) > 1:
        return " with " + " and ".join(f"{count} from {space}" for count, space in parts)
    words = f" with {number} treasure{'s' if number > 1 else ''}"
    return f"{words} from {parts[0][1]}" if parts else words


def _ask(state: State, action: Ask) -> str:
    card = card_words(action.card) if action.card in SPELLS else next(
        (spell.name.split()[-1] for code, spell in SPELLS.items() if code.startswith(action.card)), action.card
    )  # fmt: skip
    told = {True: ", and gets it", False: ", in vain", None: ""}[action.told]
    return f"asks {hero_of(state, action.seat)} for {card}{told}"


_WORDS: dict[type, Callable[[State, Any], str]] = {
    Move: _move,
    Draw: lambda state, action: "draws two spells" if len(action.cards) == 2 else "draws a spell",
    Cast: _cast,
    Answer: _answer,
    Take: lambda state, action: "takes a spell" if action.card else "takes a treasure",
    Shove: _shove,
    Slide: _slide,
    DragonMove: _dragon,
    PickUp: lambda state, action: "picks up a treasure",
    Pass: lambda state, action: "lets one action point go",
    End: lambda state, action: "ends the turn",
    Ask: _ask,
    Drive: lambda state, action: f"moves {hero_of(state, action.seat)} to {space_words(action.path[-1])}",
    Rob: lambda state, action: f"takes a treasure of {hero_of(state, action.seat)}",
    Fetch: lambda state, action: f"takes {card_words(action.card)} from the spent spells",
    Hex: lambda state, action: f"lays the curse {action.curse} on {hero_of(state, action.seat)}",
    Other: lambda state, action: action.text,
}


# Places --------------------------------------------------------------------------------------------------------------


def action_places(state: State, action: Action) -> tuple[Place, ...]:
    """The places to light up for an action."""
    if isinstance(action, By):
        return action_places(state._replace(turn=state.terms.index.get(action.seat, state.turn)), action.action)
    what = action.what if isinstance(action, Power) else action
    places = _PLACES.get(type(what))
    return tuple(dict.fromkeys(places(state, what))) if places is not None else ()


def seat_places(state: State, seat: str) -> list[Place]:
    """Where the token of a seat is."""
    player = state.terms.index.get(seat)
    return [] if player is None else [place_of(state, player)]


def spaces_places(*spaces: int) -> list[Place]:
    return [cell_of(space) for space in spaces if space >= 0]


def _slide_places(state: State, action: Slide) -> list[Place]:
    """The line and the place of the strip where its tile comes out."""
    cells: list[Place] = [CELLS[square] for square in LINE_SQUARES.get(action.line, ())]
    return [*cells, Zone(gate_zone(action.line, action.direction))]


_PLACES: dict[type, Callable[[State, Any], list[Place]]] = {
    Move: lambda state, action: spaces_places(action.to),
    Draw: lambda state, action: [Zone(DECK)],
    Cast: lambda state, action: [*spaces_places(action.start, action.space), *seat_places(state, action.seat)] or [Zone(DISCARD)],
    Answer: lambda state, action: [Zone(DISCARD)],
    Take: lambda state, action: [Zone(shelf_zone(state.terms.seats[state.stack[-1].target]))] if state.stack else [],
    Shove: lambda state, action: spaces_places(action.start, action.to),
    Slide: _slide_places,
    DragonMove: lambda state, action: [CELLS[action.to]],
    PickUp: lambda state, action: spaces_places(state.space),
    End: lambda state, action: [Zone(area_zone(state.seat))],
    Ask: lambda state, action: seat_places(state, action.seat),
    Drive: lambda state, action: [*seat_places(state, action.seat), *spaces_places(*action.path)],
    Rob: lambda state, action: [Zone(shelf_zone(action.seat))] if action.seat in state.terms.index else [],
    Fetch: lambda state, action: [Zone(DISCARD)],
    Hex: lambda state, action: [*seat_places(state, action.seat), Zone(curse_zone(action.curse))],
}
