"""Cards, places and actions in plain words, for buttons, remedies and notes."""

from __future__ import annotations

from companion.core.grid import Place, Zone
from companion.games.mouse_trap_cards.actions import Action, By, Draw, Flip, Go, Nothing, Put, Start, Stop, Twist, Unseen
from companion.games.mouse_trap_cards.effects import effect
from companion.games.mouse_trap_cards.geometry import NAMES, as_cell
from companion.games.mouse_trap_cards.safe_card import start_cells
from companion.games.mouse_trap_cards.state import CHEESE, State

DIRECTIONS = ("north", "east", "south", "west")
QUARTERS = ("not at all", "a quarter to the right", "a half turn", "a quarter to the left")
HALF_NAMES = {"WASH": "Washtub", "GUTB": "Rain gutter bottom", "STRB": "Rickety stairs bottom"}
TOP_NAMES = {"WASH": "Diver", "GUTB": "Rain gutter top", "STRB": "Rickety stairs top"}
_PLAIN = {
    "SAFE": "Safe", "TRAP": "Trapped", "END": "End turn", "TURNT": "Turn this card", "TURN": "Turn card",
    "FLIPF": "Flip the card in front", "FLIPB": "Flip the card behind", **HALF_NAMES,
}  # fmt: skip
_ARROW = {"u": "up", "r": "right", "d": "down", "l": "left", "F": "forwards", "R": "right", "B": "back", "L": "left"}
SHOW, DISCARD, DRAW_PILE, PILE = Zone("show"), Zone("discard"), Zone("draw"), Zone("cheese-pile")


def side_words(code: str) -> str:
    """What is printed on a side of a maze card."""
    if code in _PLAIN:
        return _PLAIN[code]
    if code.startswith("GO:"):
        return f"{TOP_NAMES[code[3:]]}, go to the {HALF_NAMES[code[3:]]}"
    if code.startswith("MV"):
        return f"Move {code[2]} {_either(code.partition(':')[2])}"
    return _counted(code)


def card_words(code: str) -> str:
    """What is printed on an action card."""
    found = effect(code, True)
    if code in _PLAIN or found is None:
        return _PLAIN.get(code, code)
    if found.kind != "move":
        return _counted(code)
    parts = [f"{part[-1]} {_either(part[:-1])}" for part in code.split("/")]
    return "Move " + " or ".join(parts)


def _either(letters: str) -> str:
    return " or ".join(_ARROW[letter] for letter in letters)


def _counted(code: str) -> str:
    name, _, letters = code.partition(":")
    if name in ("FLIPE", "TURNE"):
        return f"{name[:4].capitalize()} the card {_either(letters)}"
    count = name[-1] if name[-1].isdigit() else "one"
    return f"{'Place' if name.startswith('PLACE') else 'Take'} {count} cheese"


def seat_name(state: State, seat: str) -> str:
    """What people call a seat."""
    names = dict(zip(state.terms.players, state.terms.names, strict=False))
    return names.get(seat) or f"Player {seat}"


def label(state: State, action: Action) -> str:
    """The action in words for a button; never what is on a side that nobody has seen."""
    if isinstance(action, By):
        return f"{seat_name(state, action.seat)}: {label(state, action.action)}"
    if isinstance(action, Start):
        return _start_label(state, action)
    if isinstance(action, Put):
        return f"Put a wedge of cheese on {NAMES[action.cell]}"
    if isinstance(action, Draw):
        return f"The card says: {card_words(action.code)}" if action.code else "Draw an action card"
    if isinstance(action, Unseen):
        return f"Only one action card is left, {card_words(action.kept)}: the others were drawn before and not seen"
    if isinstance(action, Go):
        return f"Move {DIRECTIONS[action.facing]}"
    if isinstance(action, Flip):
        return f"{NAMES[action.cell]} now shows: {side_words(action.side)}" if action.side else f"Flip {NAMES[action.cell]}"
    if isinstance(action, Twist):
        return f"Turn {NAMES[action.cell]} {QUARTERS[action.quarters]}"
    if isinstance(action, Nothing):
        return _nothing_label(state, action)
    return "End the turn and keep the cheese" if isinstance(action, Stop) else "Shuffle the discards into a new draw pile"


def _start_label(state: State, action: Start) -> str:
    cells, flip = start_cells(state)
    cell = action.cell if action.cell >= 0 else cells[0]
    where = f"on Safe ({NAMES[cell]})" if state.maze[cell].up == "SAFE" or flip else f"on {NAMES[cell]}"
    first = "Turn Safe up, then put" if action.flip else "Put"
    return f"{first} the mouse {where}, facing {DIRECTIONS[action.facing]}"


def _nothing_label(state: State, action: Nothing) -> str:
    verb = {"+": "place", "/": "flip", "%": "turn"}[action.what]
    lawful = state.phase == CHEESE or state.pending is None
    return f"Nothing to {verb}" if lawful else f"Do not {verb}"


def action_places(state: State, action: Action) -> tuple[Place, ...]:
    """The places to light up for an action."""
    if isinstance(action, By):
        return action_places(state, action.action)
    if isinstance(action, Put | Flip | Twist):
        return (as_cell(action.cell),)
    if isinstance(action, Start):
        cells, _ = start_cells(state)
        return (as_cell(action.cell if action.cell >= 0 else cells[0]),)
    if isinstance(action, Draw | Unseen):
        return (SHOW,) if isinstance(action, Draw) and action.code else (DRAW_PILE,)
    if isinstance(action, Go | Nothing) and state.mouse >= 0:
        return (as_cell(state.mouse),)
    return ()
