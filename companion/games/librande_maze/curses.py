"""Curses: what the one at work forbids, and laying a new one."""

from __future__ import annotations

from companion.games.librande_maze.state import State

CODES = {"fewer-moves": "cursed-leadfoot", "no-casting": "cursed-silence", "no-slides": "cursed-grounding"}
"""The violation of each curse that forbids something."""


def at_work(state: State) -> str:
    """What the curse at work in this turn does; empty for none."""
    curse = state.terms.curse(state.curse) if state.curse else None
    return curse.does if curse else ""


def forbidden(state: State, does: str) -> bool:
    """Whether the curse at work forbids that now; of moves it leaves some."""
    if not state.curse or at_work(state) != does:
        return False
    curse = state.terms.curse(state.curse)
    return does != "fewer-moves" or curse is None or state.moves >= curse.amount


def clock_s(state: State) -> int | None:
    """The seconds in which this turn must be finished, the time of answers apart; None without such a curse."""
    curse = state.terms.curse(state.curse) if state.curse else None
    return curse.amount if curse and curse.does == "time-limit" else None


def points_taken(state: State, name: str) -> int:
    """The action points a curse takes from a turn."""
    curse = state.terms.curse(name) if name else None
    return curse.amount if curse and curse.does == "fewer-points" else 0


def spent_with(state: State, name: str) -> tuple[str, ...]:
    """The spent curses after one more; when all are spent, all are there again."""
    names = tuple(curse.name for curse in state.terms.curses)
    spent = tuple(item for item in names if item in state.spent or item == name)
    return () if len(spent) == len(names) else spent
