"""Pieces, places and actions in plain words, for buttons, remedies and notes."""

from __future__ import annotations

from companion.core.grid import Place, Zone
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
from companion.games.four_blind_mice.cells import NAMES, PLACES
from companion.games.four_blind_mice.notation import GAVE_UP
from companion.games.four_blind_mice.slides import NOBODY, run_of
from companion.games.four_blind_mice.state import DEMO, DRAWN, MICE, REPLACE, State

COLOURS = ("red", "black", "green", "blue")
"""The colours of the mice R K G B."""

SUITS = ("suns", "moons", "crowns", "arms")
"""The suits of the mice R K G B."""

SUIT_FACES = ("sun", "moon", "crown", "arms")
"""The faces of a coin that shows its suit."""

VALUE_FACES = {"A": "ace", "0": "null"}
VALUE_WORDS = {"A": "an Ace", "0": "a Null", "": "a coin"}
COMPASS = ("north", "east", "south", "west")
WON, OUT = Zone("won"), Zone("out")


def mouse_name(mouse: int) -> str:
    """`Red` for the first mouse."""
    return COLOURS[mouse].capitalize()


def mouse_kind(mouse: int) -> str:
    """The kind name of a mouse in scenes and pictures."""
    return f"pawn-{COLOURS[mouse]}"


def player_name(state: State, player: int) -> str:
    """What people call that player."""
    names = state.terms.names
    return (names[player] if player < len(names) else "") or f"Player {state.terms.players[player][1:]}"


def name_of(state: State, seat: str) -> str:
    """What people call the player of that id; the id itself where nobody has it."""
    players = state.terms.players
    return player_name(state, players.index(seat)) if seat in players else seat


def times(number: int) -> str:
    return f"{number} time" if number == 1 else f"{number} times"


def moves(number: int) -> str:
    return f"{number} move" if number == 1 else f"{number} moves"


def label(state: State, action: Action) -> str:
    """The action in words for a button."""
    match action:
        case Slide():
            return _slide_label(state, action)
        case PlaceCoin(cell, value):
            verbs = {DRAWN: "Put the drawn coin", REPLACE: "Put the coin back"}
            return f"{verbs.get(state.phase, f'Put {VALUE_WORDS[value]}')} on {NAMES[cell]}"
        case PlaceMouse(mouse, cell):
            return f"Put the {COLOURS[mouse]} mouse on {NAMES[cell]}"
        case Uncover(cell, suit):
            shown = f": {SUITS[MICE.index(suit)]}, for {mouse_name(MICE.index(suit))}" if suit else ""
            return f"Turn over the coin on {NAMES[cell]}{shown}"
        case Announce(player, number, time):
            return f"{name_of(state, player)} says {number}{'' if time is None else f' at {time} s'}"
        case _:
            return _other_label(state, action)


def _other_label(state: State, action: Action) -> str:
    match action:
        case Begin(player):
            return f"{name_of(state, player)} shows the route"
        case Plan(slides):
            return "The route will be: " + ", ".join(f"{mouse_name(code >> 2)} {COMPASS[code & 3]}" for code in slides)
        case Fail(code, slide):
            who = player_name(state, state.demo.player) if state.demo is not None else "Somebody"
            if code == GAVE_UP or slide is None:
                return f"{who} gives up: put the mice back"
            return f"{who} fails ({code}) with {_slide_label(state, slide)}: put the mice back"
        case Remove(cell):
            return f"Nobody has a route: take the coin off {NAMES[cell]}"
        case By(player, inner):
            return f"{name_of(state, player)}: {label(state, inner)}"
        case End(why):
            return "Time is up: this puzzle is the last" if why == "time" else f"The game is over ({why})"
    raise TypeError(f"label needs an action of this game, not {action!r}")


def _slide_label(state: State, action: Slide) -> str:
    words = f"{mouse_name(action.mouse)} runs {COMPASS[action.direction]}"
    end, claims = action.to, action.claim
    if state.phase == DEMO and end == NOBODY:
        end, claims = end_of(state, action)
    words += f" to {NAMES[end]}" if end != NOBODY else ""
    return f"{words} and takes the cheese" if claims else words


def end_of(state: State, action: Slide) -> tuple[int, bool]:
    """Where that slide stops and whether it takes the cheese."""
    run = run_of(
        state.terms.rules, state.walls, state.mice, state.past, state.target, state.claimant, action.mouse, action.direction
    )
    return run.end, run.claims or action.claim


def action_places(state: State, action: Action) -> tuple[Place, ...]:
    """The places to light up for an action."""
    match action:
        case Slide(mouse, _, to):
            end = to if to != NOBODY else end_of(state, action)[0] if state.phase == DEMO else NOBODY
            return tuple(PLACES[cell] for cell in dict.fromkeys((state.mice[mouse], end)) if cell != NOBODY)
        case PlaceCoin(cell) | PlaceMouse(_, cell) | Uncover(cell) | Remove(cell):
            return (PLACES[cell],)
        case By(_, inner):
            return action_places(state, inner)
        case Fail(_, slide):
            return action_places(state, slide) if slide is not None else ()
    return ()
