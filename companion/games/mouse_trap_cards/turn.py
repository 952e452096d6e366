"""Playing: what may be done in each phase, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.errors import IllegalActionError
from companion.games.mouse_trap_cards.actions import (
    DRAW,
    FLIPS,
    GOES,
    NOTHING,
    PUTS,
    SHUFFLE,
    STARTS,
    STOP,
    TWISTS,
    Action,
    By,
    Draw,
    Flip,
    Go,
    Nothing,
    Put,
    Shuffle,
    Start,
    Stop,
    Twist,
    Unseen,
    drawn,
)
from companion.games.mouse_trap_cards.chain import draw, land, move, place
from companion.games.mouse_trap_cards.hidden import others
from companion.games.mouse_trap_cards.judge import unseen, violation_code
from companion.games.mouse_trap_cards.notation import write
from companion.games.mouse_trap_cards.safe_card import start_cells
from companion.games.mouse_trap_cards.state import CHEESE, DECIDE, DRAWING, RESOLVE, START, Pending, State
from companion.games.mouse_trap_cards.violations import VIOLATIONS
from companion.games.mouse_trap_cards.work import Work, placeable


def actions(state: State) -> tuple[Action, ...]:
    """All lawful actions; none when the game is over."""
    phase = state.phase
    if phase == RESOLVE:
        assert state.pending is not None
        return _CHOICES[state.pending.kind](state, state.pending)
    if phase == DECIDE:
        return (DRAW, STOP) if state.draw else (SHUFFLE, STOP)
    if phase == DRAWING:
        return (DRAW,) if state.draw else (SHUFFLE,)
    if phase == CHEESE:
        return _puts(state) or (NOTHING["+"],)
    return _starts(state) if phase == START else ()


def _starts(state: State) -> tuple[Action, ...]:
    cells, flip = start_cells(state)
    if len(cells) == 1 and not flip:
        return STARTS
    named = cells if len(cells) > 1 else (-1,)
    return tuple(Start(facing, cell, flip) for cell in named for facing in range(4))


def _puts(state: State) -> tuple[Action, ...]:
    return tuple([PUTS[cell] for cell in placeable(state.maze, state.mouse, state.pile, state.terms.deck.symbol)])


# The choices of an open effect -------------------------------------------------------------------------------------------


def _declined(state: State, what: str) -> tuple[Action, ...]:
    return (NOTHING[what],) if state.terms.options.optional_effects == "on" else ()


def _cards(state: State, pending: Pending) -> tuple[Action, ...]:
    return tuple([drawn(code) for code, count in zip(state.terms.deck.codes, state.left, strict=True) if count])


def _arrows(state: State, pending: Pending) -> tuple[Action, ...]:
    return tuple([GOES[facing] for facing, _ in pending.arrows])


def _places(state: State, pending: Pending) -> tuple[Action, ...]:
    return _puts(state) + _declined(state, "+")


def _flips(state: State, pending: Pending) -> tuple[Action, ...]:
    return tuple([FLIPS[cell] for cell in pending.cells]) + _declined(state, "/")


def _twists(state: State, pending: Pending) -> tuple[Action, ...]:
    turns = [TWISTS[cell][quarters] for cell in pending.cells for quarters in state.terms.quarters]
    return tuple(turns) + _declined(state, "%")


def _reveals(state: State, pending: Pending) -> tuple[Action, ...]:
    return flips_of(state, pending.cells[0], others(state, pending.cells[0]))


def _finds(state: State, pending: Pending) -> tuple[Action, ...]:
    return tuple(action for cell in pending.cells for action in flips_of(state, cell, (pending.side,)))


def flips_of(state: State, cell: int, sides: tuple[str, ...]) -> tuple[Flip, ...]:
    """A card flipped to one of these sides, its top where it was, or where people agreed so upside down."""
    now = state.maze[cell].turns
    ways = (-1,) if state.terms.options.flip_axis == "page" else (now, (now + 2) % 4)
    return tuple(Flip(cell, side, turns) for side in sides for turns in ways)


_CHOICES: dict[str, Callable[[State, Pending], tuple[Action, ...]]] = {
    "card": _cards, "arrow": _arrows, "place": _places, "flip": _flips, "turn": _twists, "reveal": _reveals, "find": _finds,
}  # fmt: skip


# What comes of an action -------------------------------------------------------------------------------------------------


def play(state: State, action: Action) -> State:
    """The state after a lawful action; IllegalActionError for any other."""
    code = violation_code(state, action)
    if code is not None:
        raise IllegalActionError(
            f"{write(action)!r} is not allowed in turn {state.number} of {state.seat}, phase {state.phase}: "
            f"{code}: {VIOLATIONS[code].sentence}"
        )
    return perform(state, action)


def perform(state: State, action: Action) -> State:
    """The state after an action that is known to be lawful; what comes of any other is undefined."""
    if isinstance(action, By):
        return perform(state, action.action)
    work = Work(state)
    _DEEDS[type(action)](work, action)
    return work.state(action)


def _start(work: Work, action: Start) -> None:
    cells, flip = start_cells(work.base)
    cell = cells[0] if action.cell < 0 else action.cell
    if flip:
        work.flip(cell, "SAFE", work.maze[cell].turns)
    work.mouse, work.facing, work.phase, work.trapped = cell, action.facing, CHEESE, -1


def _put(work: Work, action: Put) -> None:
    work.put(action.cell)
    if work.phase == CHEESE:
        work.phase = DRAWING
        return
    pending = work.pending
    assert pending is not None
    if pending.more > 1:
        place(work, pending.more - 1, pending.source)
    else:
        work.finish()


def _nothing(work: Work, action: Nothing) -> None:
    if work.phase == CHEESE:
        work.phase = DRAWING
    elif work.phase == RESOLVE:
        work.finish()


def _draw(work: Work, action: Draw) -> None:
    if work.phase != RESOLVE and not work.draw:
        work.shuffle()
    if action.code:
        draw(work, action.code)
    else:
        work.wait(Pending("card", "action"))


def _unseen(work: Work, action: Unseen) -> None:
    """They lie among the discards, below what is seen there."""
    missed = unseen(work.base, action)
    work.discard = (*work.discard[:-1], *missed, *work.discard[-1:])
    work.left = tuple([int(code == action.kept) for code in work.base.terms.deck.codes])
    work.draw = 1


def _go(work: Work, action: Go) -> None:
    assert work.pending is not None
    numbers = dict(work.pending.arrows)
    work.pending = None
    move(work, action.facing, numbers[action.facing])


def _flip(work: Work, action: Flip) -> None:
    pending = work.pending
    assert pending is not None
    card = work.maze[action.cell]
    side = action.side or (card.down if card.told and work.options.flip_axis == "page" else "")
    if not side:
        work.pending = Pending("reveal", pending.source, (action.cell,))
        return
    work.pending = None
    work.flip(action.cell, side, card.turns if action.turns < 0 else action.turns)
    if pending.kind == "find":
        work.mouse = action.cell
        land(work)
    else:
        work.finish()


def _twist(work: Work, action: Twist) -> None:
    work.turn_card(action.cell, action.quarters)
    work.finish()


def _shuffle(work: Work, action: Shuffle) -> None:
    work.shuffle()
    work.phase = DRAWING


def _stop(work: Work, action: Stop) -> None:
    work.end_turn()


_DEEDS: dict[type, Callable[[Work, Any], None]] = {
    Start: _start, Put: _put, Nothing: _nothing, Draw: _draw, Go: _go, Flip: _flip, Twist: _twist, Shuffle: _shuffle, Stop: _stop,
    Unseen: _unseen,
}  # fmt: skip
