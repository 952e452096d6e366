"""How well a position looks for a player: a rough judgement for simulated players, never used by the judge."""

from __future__ import annotations

from companion.games.mouse_trap_cards.state import State

_SAFE, _RISK, _GO_ON, _WON = 10.0, 7.0, 2.5, 100.0


def promise(state: State, seat: str) -> float:
    """The larger, the better for that seat: safe wedges, wedges at risk, and the wish to go on while little is at risk."""
    if seat not in state.terms.players:
        return 0.0
    own = state.terms.players.index(seat)
    value = sum((_SAFE if number == own else -_SAFE / 4) * count for number, count in enumerate(state.safe))
    if state.ended:
        return value + (_WON if state.turn == own else -_WON)
    if state.turn != own:
        return value
    near = sum(count for cell, count in enumerate(state.cheese) if count and _close(cell, state.mouse))
    return value + _RISK * state.risk + 0.3 * near + (_GO_ON if state.risk < 2 else 0.0)


def _close(cell: int, mouse: int) -> bool:
    """In the same row or column: one card may lead there."""
    return mouse >= 0 and (cell // 4 == mouse // 4 or cell % 4 == mouse % 4)
