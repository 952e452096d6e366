"""Powers over cards: drawing, fetching from the discard pile, casting its top card again; and what the table carries out."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.librande_maze import hands
from companion.games.librande_maze.actions import Cast, Draw, Fetch, Other
from companion.games.librande_maze.cards import ANSWERS
from companion.games.librande_maze.casting import aimed_problem, aims, extra_cost, points_problem, put_on_stack
from companion.games.librande_maze.powers_known import Part
from companion.games.librande_maze.state import State, done


def draw_problem(state: State, action: Draw, part: Part) -> str | None:
    """Why this draw is not allowed: it is the turn's one draw."""
    return hands.draw_problem(state, action, part.cost, part.amount)


def draw_cards(state: State, action: Draw, part: Part, free: bool) -> State:
    """The state after the draw."""
    return hands.draw(state, action, part.cost, part.amount, free)


def draws_listed(state: State, part: Part) -> list[Draw]:
    """The draw, if there can be one."""
    return hands.draws(state, part.cost, part.amount)


# Scavenge -------------------------------------------------------------------------------------------------------------


def _within_reach(state: State) -> tuple[str, ...]:
    """The discards that can be fetched (R36)."""
    return state.discard if state.terms.options.discard == "open" else state.discard[-1:]


def fetch_problem(state: State, action: Fetch, part: Part) -> str | None:
    """Why this card cannot be fetched."""
    if action.card not in _within_reach(state):
        return "card-not-in-discard"
    if not hands.room(state, state.turn):
        return "hand-full"
    return "not-enough-action-points" if state.ap < part.cost else None


def fetch(state: State, action: Fetch, part: Part, free: bool) -> State:
    """The state with the latest such card in the hand."""
    place = len(state.discard) - 1 - state.discard[::-1].index(action.card)
    return done(
        state, ap=state.ap - part.cost, hands=hands.gained(state, state.turn, (action.card,)),
        discard=state.discard[:place] + state.discard[place + 1 :], free_used=state.free_used or free,
    )  # fmt: skip


def fetches(state: State, part: Part) -> Iterator[Fetch]:
    """All kinds of card that can be fetched."""
    if state.ap >= part.cost and hands.room(state, state.turn):
        for card in sorted(set(_within_reach(state))):
            yield Fetch(card)


# Echo -----------------------------------------------------------------------------------------------------------------


def recast_problem(state: State, action: Cast, part: Part) -> str | None:
    """Why the top card of the discard pile cannot be cast so."""
    if state.discard[-1:] != (action.card,):
        return "card-not-in-discard"
    if action.card in ANSWERS:
        return "response-only"
    if action.reshaped:
        return "power-not-yours"
    return aimed_problem(state, action, True) or points_problem(state, action, part.cost)


def recast(state: State, action: Cast, part: Part, free: bool) -> State:
    """The state with the top card of the discard pile cast; it waits for answers like any spell."""
    after = done(
        state, ap=state.ap - part.cost - extra_cost(state, action), discard=state.discard[:-1],
        free_used=state.free_used or free,
    )  # fmt: skip
    return put_on_stack(after, action, True)


def recasts(state: State, part: Part) -> Iterator[Cast]:
    """Every use of the top card."""
    if state.discard and state.discard[-1] not in ANSWERS and state.ap >= part.cost:
        yield from aims(state, Cast(state.discard[-1]), True, part.cost)


# What the table carries out -------------------------------------------------------------------------------------------


def manual_problem(state: State, action: Other, part: Part) -> str | None:
    """Why a power the program does not model cannot be used."""
    return "not-enough-action-points" if state.ap < part.cost else None


def manual(state: State, action: Other, part: Part, free: bool) -> State:
    """The state with the power paid for; what it does is read afresh from the table."""
    return done(state, ap=state.ap - part.cost, free_used=state.free_used or free)
