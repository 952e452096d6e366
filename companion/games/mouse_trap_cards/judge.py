"""Which rule an action breaks, the first that fits; none for a lawful one.

Where several fit, the end of the game and a trap come first, then the order of the table of violations.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.ruling import Ruling
from companion.games.mouse_trap_cards.actions import Action, By, Draw, Flip, Go, Nothing, Put, Shuffle, Start, Stop, Twist, Unseen
from companion.games.mouse_trap_cards.hidden import may_show
from companion.games.mouse_trap_cards.notation import write
from companion.games.mouse_trap_cards.remedy import remedy, sentence
from companion.games.mouse_trap_cards.safe_card import start_cells
from companion.games.mouse_trap_cards.state import CHEESE, DECIDE, DRAWING, OVER, START, Pending, State
from companion.games.mouse_trap_cards.violations import violation
from companion.games.mouse_trap_cards.words import action_places
from companion.games.mouse_trap_cards.work import placeable


def rule(state: State, action: Action) -> Ruling:
    """The judgement of one action: legal, or the one violation that wins and how to put it right."""
    code = violation_code(state, action)
    if code is None:
        return Ruling(write(action))
    found = violation(code, action_places(state, action), sentence(state, action, code))
    return Ruling(write(action), (found,), remedy(state, action, code))


def violation_code(state: State, action: Action) -> str | None:
    """The code of the broken rule that wins; None for a lawful action."""
    phase = state.phase
    if phase == OVER:
        return "after-the-end"
    if isinstance(action, By):
        return _claimed(state, action)
    if phase == START:
        return _start_code(state, action)
    if phase == CHEESE:
        return _cheese_code(state, action)
    if phase in (DRAWING, DECIDE):
        return _decision_code(state, action)
    assert state.pending is not None
    return _CHOICES[state.pending.kind](state, state.pending, action)


def _claimed(state: State, action: By) -> str | None:
    """An action of somebody who is named; the player who was trapped plays on at most by another name."""
    if action.seat == state.seat:
        # The next player's own action cannot be the trapped player playing on.
        code = violation_code(state, action.action)
        return "start-not-on-safe" if code == "trapped-played-on" else code
    trapped = state.trapped >= 0 and state.terms.players[state.trapped] == action.seat
    return "trapped-played-on" if trapped else "not-your-turn"


def _start_code(state: State, action: Action) -> str | None:
    if not isinstance(action, Start):
        return "start-not-on-safe" if state.trapped < 0 else "trapped-played-on"
    cells, flip = start_cells(state)
    if action.cell not in cells and (action.cell >= 0 or len(cells) > 1):
        return "start-not-on-safe"
    if action.flip == flip:
        return None
    return "wrong-flip" if action.flip else "start-not-on-safe"


def _cheese_code(state: State, action: Action) -> str | None:
    if isinstance(action, Put):
        return _put_code(state, action.cell)
    if isinstance(action, Nothing) and action.what == "+":
        return "cheese-missing" if _can_place(state) else None
    return "cheese-missing"


def _can_place(state: State) -> bool:
    return bool(placeable(state.maze, state.mouse, state.pile, state.terms.deck.symbol))


def _put_code(state: State, cell: int) -> str | None:
    if state.maze[cell].up in state.terms.deck.symbol:
        return "cheese-on-symbol"
    if cell == state.mouse:
        return "cheese-under-mouse"
    return None if state.pile else "cheese-not-from-pile"


def _decision_code(state: State, action: Action) -> str | None:
    """Before a card is drawn: the first of the turn, or after others."""
    if isinstance(action, Draw):
        return None if not action.code or _may_be_drawn(state, action.code) else "two-cards-drawn"
    if isinstance(action, Unseen):
        return None if unseen(state, action) else "two-cards-drawn"
    if isinstance(action, Nothing) and action.what == state.skipped:
        return None
    if isinstance(action, Put) or (isinstance(action, Nothing) and action.what == "+"):
        return "cheese-twice"
    if isinstance(action, Shuffle):
        if not state.draw:
            return None
        return "must-draw" if state.phase == DRAWING else "two-cards-drawn"
    if state.phase == DRAWING:
        return "must-draw"
    if isinstance(action, Stop):
        return None
    if isinstance(action, Go):
        return "moved-too-far"
    if isinstance(action, Start):
        return "facing-changed"
    return "wrong-turn" if isinstance(action, Twist) or (isinstance(action, Nothing) and action.what == "%") else "wrong-flip"


def _may_be_drawn(state: State, code: str) -> bool:
    """Whether that card may come up; from an empty pile only one of the discards, which are shuffled first."""
    codes = state.terms.deck.codes
    if not state.draw and state.pending is None:
        return code in state.discard
    return code in codes and state.left[codes.index(code)] > 0


def unseen(state: State, action: Unseen) -> tuple[str, ...]:
    """The cards that were drawn without being seen; none where what is left in the draw pile is not known card by card."""
    codes, left = state.terms.deck.codes, list(state.left)
    if action.kept not in codes or not left[codes.index(action.kept)] or sum(left) != state.draw:
        return ()
    left[codes.index(action.kept)] -= 1
    return tuple(code for code, count in zip(codes, left, strict=True) for _ in range(count))


# While a card is carried out ---------------------------------------------------------------------------------------------


def _instead(pending: Pending, action: Action) -> str:
    """Something else than what the card says."""
    if isinstance(action, Put):
        return "cheese-twice"
    if isinstance(action, Draw | Unseen | Shuffle) and pending.source == "action":
        return "two-cards-drawn"
    return "card-ignored" if pending.source == "action" else "chain-unfinished"


def _declined(state: State, pending: Pending, action: Nothing, what: str) -> str | None:
    if action.what == what and state.terms.options.optional_effects == "on":
        return None
    return _instead(pending, action)


def _card_code(state: State, pending: Pending, action: Action) -> str | None:
    if isinstance(action, Draw) and action.code:
        return None if _may_be_drawn(state, action.code) else "two-cards-drawn"
    return _instead(pending, action)


def _arrow_code(state: State, pending: Pending, action: Action) -> str | None:
    if not isinstance(action, Go):
        return _instead(pending, action)
    return None if any(facing == action.facing for facing, _ in pending.arrows) else "wrong-direction"


def _place_code(state: State, pending: Pending, action: Action) -> str | None:
    if isinstance(action, Put):
        return _put_code(state, action.cell)
    return _declined(state, pending, action, "+") if isinstance(action, Nothing) else _instead(pending, action)


def _flip_code(state: State, pending: Pending, action: Action) -> str | None:
    if not isinstance(action, Flip):
        return _declined(state, pending, action, "/") if isinstance(action, Nothing) else _instead(pending, action)
    if action.cell not in pending.cells:
        return "wrong-flip"
    return _side_code(state, action) if action.side else None


def _side_code(state: State, action: Flip) -> str | None:
    """What came up must be the card's other side, its top where it was."""
    now = state.maze[action.cell].turns
    allowed = (-1, now) if state.terms.options.flip_axis == "page" else (-1, now, (now + 2) % 4)
    if action.turns not in allowed:
        return "wrong-flip"
    return None if may_show(state, action.cell, action.side) else "card-swapped"


def _reveal_code(state: State, pending: Pending, action: Action) -> str | None:
    if not isinstance(action, Flip):
        return _instead(pending, action)
    if action.cell not in pending.cells:
        return "wrong-flip"
    if not action.side:
        return _instead(pending, action)
    if pending.side and action.side != pending.side:
        return "wrong-flip"
    return _side_code(state, action)


def _turn_code(state: State, pending: Pending, action: Action) -> str | None:
    if not isinstance(action, Twist):
        return _declined(state, pending, action, "%") if isinstance(action, Nothing) else _instead(pending, action)
    if action.cell not in pending.cells:
        return "wrong-turn"
    if action.quarters in state.terms.quarters:
        return None
    return "wrong-turn" if action.quarters else "turn-zero"


_CHOICES: dict[str, Callable[[State, Pending, Action], str | None]] = {
    "card": _card_code, "arrow": _arrow_code, "place": _place_code, "flip": _flip_code, "turn": _turn_code,
    "reveal": _reveal_code, "find": _reveal_code,
}  # fmt: skip
