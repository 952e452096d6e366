"""Which broken rule of the Mouse Trap card game is named first: a second reading of the table and its order.

Each rule of the table is one question here; the first that fits a token is its code.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import slow_trap
from slow_trap_text import State

Fits = Callable[[State, str], bool]


def code(state: State, token: str) -> str | None:
    """The code of a token that names no seat; None for a legal one."""
    if state["why"]:
        return "after-the-end"
    if slow_trap.admits(state, token):
        return None
    if state["trapped"] and state["phase"] == "start" and token[0] != "@":
        return "trapped-played-on"
    return next(name for name, fits in ORDER if fits(state, token))


def in_phase(state: State, *phases: str) -> bool:
    return state["phase"] in phases


def pending(state: State) -> dict[str, object]:
    """The open choice; while only the card is awaited it is the action card's."""
    return {"source": "action", **state["pend"]} if state["pend"] else {"kind": "", "source": ""}


def start_not_on_safe(state: State, token: str) -> bool:
    """Before the mouse is on Safe nothing else may be done; `!` says that a card was flipped that did not need it."""
    return in_phase(state, "start") and not (token.endswith("!") and slow_trap.admits(state, token[:-1]))


def cheese_missing(state: State, token: str) -> bool:
    """Anything but placing a wedge before a wedge was placed."""
    return in_phase(state, "cheese") and not re.fullmatch(r"\+[a-d][1-4]", token)


def placing_now(state: State) -> bool:
    return in_phase(state, "cheese") or pending(state)["kind"] == "place"


def cheese_twice(state: State, token: str) -> bool:
    """A wedge when none is to be placed; the sign for "none" counts only between cards."""
    return not placing_now(state) and (token[1:] in state["maze"] if in_phase(state, "resolve") else True) and token[0] == "+"


def cheese_on_symbol(state: State, token: str) -> bool:
    return token[0] == "+" and token != "+-" and state["maze"][token[1:]]["up"] in state["symbol"]


def cheese_under_mouse(state: State, token: str) -> bool:
    return token[0] == "+" and token[1:] == state["mouse"]


def cheese_not_from_pile(state: State, token: str) -> bool:
    return token[0] == "+" and token != "+-" and not state["pile"]


def must_draw(state: State, token: str) -> bool:
    """The first card of the turn has not been drawn."""
    return in_phase(state, "draw") and token[:2] != "d:"


def two_cards_drawn(state: State, token: str) -> bool:
    """A card too many, one that cannot be in the pile, or the discards mixed in: as long as the drawn card itself is open."""
    drawing = token == "~" or token.startswith("d:")
    return drawing and pending(state)["source"] != "maze"


def expected_sort(state: State, token: str) -> bool:
    """Whether the token is of the sort the open choice asks for."""
    kind = pending(state)["kind"]
    if kind in ("reveal", "find"):
        # A flip of the right card that says nothing new is not yet an answer.
        cells = pending(state).get("cells") or [pending(state).get("cell")]
        return token[0] == "/" and token != "/-" and ("=" in token or token[1:3] not in cells)  # type: ignore[operator]
    sign = {"arrow": ">", "place": "+", "flip": "/", "turn": "%"}.get(str(kind), "?")
    return token[0] == sign and token[1:] != "-"


def card_ignored(state: State, token: str) -> bool:
    return in_phase(state, "resolve") and pending(state).get("source", "action") == "action" and not expected_sort(state, token)


def chain_unfinished(state: State, token: str) -> bool:
    return in_phase(state, "resolve") and pending(state).get("source") == "maze" and not expected_sort(state, token)


def wrong_direction(state: State, token: str) -> bool:
    return token[0] == ">" and pending(state)["kind"] == "arrow"


def moved_too_far(state: State, token: str) -> bool:
    return token[0] == ">"


def facing_changed(state: State, token: str) -> bool:
    return token[0] == "@" and not in_phase(state, "start")


def other_side_cannot_be(state: State, token: str) -> bool:
    """A flip that is allowed but for the side that is said to have come up."""
    if token[0] != "/" or "=" not in token or pending(state)["kind"] not in ("flip", "reveal", "find"):
        return False
    sides = [card["down"] for card in state["maze"].values()] + [side for both in state["cards"].values() for side in both]
    turns = token.partition("@")[2]
    end = f"@{turns}" if turns else ""
    return any(slow_trap.admits(state, f"{token[:3]}={side}{end}") for side in {*sides, "TRAP"} if side and side != "?")


def wrong_flip(state: State, token: str) -> bool:
    find = pending(state)["kind"] == "find"
    return (token[0] == "/" or token.endswith("!")) and (find or not other_side_cannot_be(state, token))


def wrong_turn(state: State, token: str) -> bool:
    """Not this card, or not so far; by nothing is a rule of its own where the card may be turned."""
    if token[0] != "%":
        return False
    may = pending(state)["kind"] == "turn" and token[1:3] in pending(state)["cells"]  # type: ignore[operator]
    return not (may and token.endswith(":0"))


ORDER: tuple[tuple[str, Fits], ...] = (
    ("start-not-on-safe", start_not_on_safe),
    ("cheese-missing", cheese_missing),
    ("cheese-twice", cheese_twice),
    ("cheese-on-symbol", cheese_on_symbol),
    ("cheese-under-mouse", cheese_under_mouse),
    ("cheese-not-from-pile", cheese_not_from_pile),
    ("must-draw", must_draw),
    ("two-cards-drawn", two_cards_drawn),
    ("card-ignored", card_ignored),
    ("wrong-direction", wrong_direction),
    ("moved-too-far", lambda state, token: moved_too_far(state, token) and not in_phase(state, "resolve")),
    ("facing-changed", lambda state, token: facing_changed(state, token) and not in_phase(state, "resolve")),
    ("chain-unfinished", chain_unfinished),
    ("wrong-flip", wrong_flip),
    ("wrong-turn", wrong_turn),
    ("turn-zero", lambda state, token: token[0] == "%"),
    ("card-swapped", lambda state, token: token[0] == "/"),
)
"""The order of the table of violations, as far as tokens can break its rules."""
