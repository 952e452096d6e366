"""What the judge says about a broken rule, with names and numbers, and the shortest way to put it right."""

from __future__ import annotations

from companion.games.mouse_trap_cards.actions import Action, By, Draw, Flip, Put, Shuffle, Start, Stop, Twist
from companion.games.mouse_trap_cards.geometry import NAMES
from companion.games.mouse_trap_cards.safe_card import start_cells
from companion.games.mouse_trap_cards.state import CHEESE, DECIDE, DRAWING, START, State
from companion.games.mouse_trap_cards.words import DIRECTIONS, card_words, seat_name, side_words
from companion.games.mouse_trap_cards.work import placeable


def sentence(state: State, action: Action, code: str) -> str:
    """The sentence with the name or direction it is about; empty for the plain one."""
    if code == "not-your-turn":
        return f"It is {seat_name(state, state.seat)}'s turn."
    if code == "wrong-direction" and state.pending is not None:
        ways = " or ".join(DIRECTIONS[facing] for facing, _ in state.pending.arrows)
        return f"The arrow points {ways} for this mouse."
    if code == "must-draw" and not isinstance(action, Stop):
        # A card may have been drawn and kept in the hand, which nobody sees.
        return "No action card was laid open for that."
    return ""


def remedy(state: State, action: Action, code: str) -> tuple[str, ...]:
    """What people should do instead, given what they did."""
    if isinstance(action, By):
        action = action.action
    if code == "after-the-end":
        return ("Leave the table as it lies.",)
    undone = _undo(state, action)
    if code == "not-your-turn":
        return (*undo_words(undone), f"Let {seat_name(state, state.seat)} play.")
    if code == "must-draw" and state.draw and not isinstance(action, Stop):
        return (*undo_words(undone), "Lay an action card open and do what it says.")
    return (*undo_words(undone), instead(state))


def undo_words(words: str) -> tuple[str, ...]:
    return (words,) if words else ()


def _undo(state: State, action: Action) -> str:
    if isinstance(action, Put):
        return f"Take the wedge off {NAMES[action.cell]} again."
    if isinstance(action, Flip):
        return f"Flip {NAMES[action.cell]} back."
    if isinstance(action, Twist) and action.quarters:
        return f"Turn {NAMES[action.cell]} back."
    if isinstance(action, Draw | Shuffle):
        return "Put the action card back on the draw pile." if isinstance(action, Draw) else "Put the discards back."
    return "Put the mouse back." if isinstance(action, Start) and state.phase != START else ""


def instead(state: State) -> str:
    """What has to be done now, in one sentence."""
    if state.phase == START:
        cells, flip = start_cells(state)
        first = "Turn the Safe card up and put" if flip else "Put"
        where = " or ".join(NAMES[cell] for cell in cells) if not flip else "it"
        return f"{first} the mouse on {where}, facing any side of the table squarely."
    if state.phase == CHEESE:
        return _cheese_words(state)
    if state.phase == DRAWING:
        return "Draw an action card." if state.draw else "Shuffle the discards and draw an action card."
    if state.phase == DECIDE:
        return "Draw another action card or end the turn."
    return choice_words(state)


def _cheese_words(state: State) -> str:
    if placeable(state.maze, state.mouse, state.pile, state.terms.deck.symbol):
        return "Put one wedge of the pile on a card without the symbol."
    return "No cheese can be placed; go on."


def choice_words(state: State) -> str:
    """What the open choice is."""
    pending = state.pending
    assert pending is not None
    names = " or ".join(NAMES[cell] for cell in pending.cells)
    if pending.kind == "card":
        return "Lay the action card open and say what it says."
    if pending.kind == "arrow":
        ways = " or ".join(DIRECTIONS[facing] for facing, _ in pending.arrows)
        return f"{_source(state)}: move {ways}."
    if pending.kind == "place":
        more = f" ({pending.more} in all)" if pending.more > 1 else ""
        return f"{_source(state)}: put a wedge of the pile on a card without the symbol{more}."
    if pending.kind == "flip":
        return f"{_source(state)}: flip {names}."
    if pending.kind == "turn":
        return f"{_source(state)}: turn {names}."
    if pending.kind == "find":
        return f"Turn up the {side_words(pending.side)} and put the mouse on it."
    return f"Flip {names} and say what came up."


def _source(state: State) -> str:
    if state.pending is not None and state.pending.source == "maze":
        return f"{side_words(state.maze[state.mouse].up)} ({NAMES[state.mouse]})"
    return card_words(state.card)
