"""The times of the rules: an hourglass for a whole turn, and the least time for which everybody who may answer is asked."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.window import Window
from companion.games.librande_maze.actions import Action, Answer, By, Timeout
from companion.games.librande_maze.curses import clock_s
from companion.games.librande_maze.notation import write
from companion.games.librande_maze.state import EYES, OVER, WINDOW, State
from companion.games.librande_maze.words import hero_name


def windows(state: State) -> tuple[Window, ...]:
    """The windows that are open.  Who is asked for an answer, and for how long, follows from numbers of cards, not from cards."""
    return tuple(_windows(state))


def _windows(state: State) -> Iterator[Window]:
    length = clock_s(state)
    if length is not None and state.phase != OVER:
        name = hero_name(state, state.turn)
        then = f"The hourglass has run out: the turn of the {name} ends."
        # The hourglass lies on its side while others are asked.
        runs = state.phase not in (WINDOW, EYES)
        yield Window(_turn_key(state), state.seat, f"The {name} must finish the turn", length, write(Timeout()), then, runs)
    least = int(state.terms.options.answer_seconds)
    if state.phase == WINDOW and state.asked and least:
        yield _asking(state, least)


def _asking(state: State, least: int) -> Window:
    """Nothing follows when it has run out: everybody still has to pass, but a pass counts no sooner."""
    words = "The {} may answer; a pass counts when the time is over"
    if state.terms.options.answer_order == "first-come":
        return Window(_answer_key(state), None, words.format(", the ".join(hero_name(state, one) for one in state.asked)), least)
    return Window(_answer_key(state), state.terms.seats[state.asked[0]], words.format(hero_name(state, state.asked[0])), least)


def _turn_key(state: State) -> str:
    return f"hourglass {state.number}"


def _answer_key(state: State) -> str:
    """Everybody asked in turn has a window of his own; those who are asked all at once share one."""
    begun = state.base.ply if state.base is not None else state.ply
    cards = sum(1 for action in state.since if isinstance(action, Answer) and action.card)
    shared = state.terms.options.answer_order == "first-come"
    top = state.stack[-1]
    return f"answer {begun}.{cards}.{top.card or top.does}@{top.target}" + ("" if shared else f".{state.ply}")


def waits_for(state: State, action: Action) -> str:
    """A pass, and whatever takes it that nobody answers, waits for the least time; a card that is played does not.

    What only the hourglass can say waits for the hourglass.
    """
    inner = action.action if isinstance(action, By) else action
    if isinstance(inner, Timeout):
        return _turn_key(state)
    if state.phase != WINDOW or not int(state.terms.options.answer_seconds):
        return ""
    return "" if isinstance(inner, Answer) and inner.card else _answer_key(state)
