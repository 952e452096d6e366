"""What one seat, or the public screen, may know of a state: everything but sides that nobody has seen."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.view import LegalAction, Seat, View
from companion.games.mouse_trap_cards.actions import Action, Flip, Put, Twist
from companion.games.mouse_trap_cards.geometry import CELLS, NAMES
from companion.games.mouse_trap_cards.hidden import told_others
from companion.games.mouse_trap_cards.notation import write
from companion.games.mouse_trap_cards.remedy import instead
from companion.games.mouse_trap_cards.scene import COUNTABLE, scene
from companion.games.mouse_trap_cards.score import outcome, scores
from companion.games.mouse_trap_cards.state import GOAL, Pending, State
from companion.games.mouse_trap_cards.turn import actions, flips_of
from companion.games.mouse_trap_cards.who import actor
from companion.games.mouse_trap_cards.words import action_places, label, seat_name, side_words

GAME_ID = "mouse-trap-cards"
COLOURS = ("#d3302f", "#2a6bcb", "#3c9a45", "#8d3fb4", "#f06c12")


def seats(state: State) -> tuple[Seat, ...]:
    """The players; the mouse belongs to nobody."""
    return tuple(
        Seat(seat, seat_name(state, seat), (), COLOURS[number % len(COLOURS)])
        for number, seat in enumerate(state.terms.players)
    )


def view(state: State, seat: str | None) -> View:
    """The position as anybody may know it: the seats know the same."""
    over = outcome(state)
    legal = _answers(state, state.pending) if state.pending is not None else actions(state)
    return View(
        game=GAME_ID, seat=seat, ply=state.ply, turn=state.number, actor=actor(state), piece=None if over else "mouse",
        step="The game is over." if over else f"{seat_name(state, state.seat)}: {instead(state)}",
        scene=scene(state), scores=scores(state), legal=tuple(_legal(state, action) for action in legal),
        notes=tuple(_notes(state)), outcome=over,
    )  # fmt: skip


def _answers(state: State, pending: Pending) -> tuple[Action, ...]:
    """The open choice; what may have come up is listed as far as people may know, for tables without a camera."""
    if pending.kind == "reveal":
        cell = pending.cells[0]
        card = state.maze[cell]
        if card.down is not None and not card.seen and not card.dealt:
            # The companion alone was told: to list what it knows, or to leave out what it knows better, would tell.
            return ()
        return flips_of(state, cell, told_others(state, cell))
    if pending.kind == "find" and any(card.dealt for card in state.maze):
        cells = (cell for cell in CELLS if cell != state.mouse and pending.side in told_others(state, cell))
        return tuple(action for cell in cells for action in flips_of(state, cell, (pending.side,)))
    return actions(state)


def _legal(state: State, action: Action) -> LegalAction:
    group = NAMES[action.cell] if isinstance(action, Put | Flip | Twist) else state.phase
    return LegalAction(write(action), label(state, action), action_places(state, action), group)


def _notes(state: State) -> Iterator[str]:
    if state.risk:
        yield f"{seat_name(state, state.seat)} has {_wedges(state.risk)} at risk (face down)."
    for seat, count in zip(state.terms.players, state.safe, strict=True):
        yield f"{seat_name(state, seat)} has {_wedges(count)} safe; {GOAL} win."
    for cell, count in enumerate(state.cheese):
        if count >= COUNTABLE:
            yield f"{_wedges(count)} lie on {NAMES[cell]}."
    yield f"{_wedges(state.pile)} are left in the pile, {state.draw} action cards in the draw pile."
    if state.terms.options.show_known_backs == "on":
        for cell, card in enumerate(state.maze):
            if card.seen and card.down is not None:
                yield f"On the other side of {NAMES[cell]}: {side_words(card.down)}."


def _wedges(count: int) -> str:
    return f"{count} wedge{'' if count == 1 else 's'}"
