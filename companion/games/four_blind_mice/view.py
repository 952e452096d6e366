"""What one seat, or the public screen, may know of a state.  Nothing here looks for a route."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import TABLE
from companion.core.view import LegalAction, Seat, View
from companion.games.four_blind_mice.actions import Action, Announce
from companion.games.four_blind_mice.art import SEAT_INK
from companion.games.four_blind_mice.bids import best_first, bid_codes
from companion.games.four_blind_mice.cells import NAMES
from companion.games.four_blind_mice.listing import actions
from companion.games.four_blind_mice.notation import write
from companion.games.four_blind_mice.place import coins_placed
from companion.games.four_blind_mice.scene import scene
from companion.games.four_blind_mice.score import outcome, scores
from companion.games.four_blind_mice.slides import NOBODY
from companion.games.four_blind_mice.state import (
    DEMO,
    DRAWN,
    MICE,
    PLACE,
    REMOVE,
    REPLACE,
    REVEAL,
    THINK,
    UNCOVER,
    Puzzle,
    State,
)
from companion.games.four_blind_mice.words import COLOURS, SUITS, action_places, label, mouse_kind, moves, player_name

GAME_ID = "four-blind-mice"

NUMBERS_SHOWN = 10
"""So many numbers, from the lowest, are buttons; any higher one can be typed."""


def seats(state: State) -> tuple[Seat, ...]:
    """The players; the mice belong to everybody."""
    return tuple(
        Seat(seat, player_name(state, player), (), SEAT_INK[player % len(SEAT_INK)])
        for player, seat in enumerate(state.terms.players)
    )


def actor(state: State) -> str | None:
    """Whose decision it is; TABLE while a coin turns, and while everybody may announce."""
    if state.match.ended:
        return None
    if state.phase in (REVEAL, THINK):
        return TABLE
    if state.phase in (DEMO, REPLACE) and state.demo is not None:
        return state.terms.players[state.demo.player]
    return state.terms.players[state.turn]


def known_to(state: State) -> State:
    """The state without what nobody at the table knows: the suits of covered coins."""
    covered = tuple(coin if coin.public or not coin.suit else coin._replace(suit="") for coin in state.covered)
    puzzle = state.puzzle._replace(hidden="") if state.puzzle is not None and state.puzzle.hidden else state.puzzle
    match = state.match._replace(stock=()) if state.match.stock else state.match
    return state._replace(covered=covered, puzzle=puzzle, match=match)


def view(state: State, seat: str | None) -> View:
    """The position as the seat may know it; built from `known_to` alone, so that secrets cannot leak."""
    return _view(known_to(state), seat)


def _view(state: State, seat: str | None) -> View:
    over = outcome(state)
    claimant = state.claimant if state.phase in (THINK, DEMO) else NOBODY
    return View(
        game=GAME_ID, seat=seat, ply=state.ply, turn=state.match.number, actor=actor(state),
        piece=mouse_kind(claimant) if claimant != NOBODY else None,
        step="The game is over." if over else step_words(state),
        scene=scene(state), scores=scores(state),
        legal=tuple(legal_action(state, action) for action in shown_actions(state)),
        notes=tuple(_notes(state)), outcome=over,
    )  # fmt: skip


def shown_actions(state: State) -> Iterator[Action]:
    """What a page offers: the lawful actions, and while thinking more numbers than the lowest."""
    if state.phase == THINK:
        lowest = state.terms.rules.lowest
        for player, name in enumerate(state.terms.players):
            for number in range(lowest, lowest + NUMBERS_SHOWN):
                if not any(bid_codes(state, player, number, None)):
                    yield Announce(name, number)
    yield from (action for action in actions(state) if not isinstance(action, Announce))


def legal_action(state: State, action: Action) -> LegalAction:
    """An action as a page shows it; `group` gathers numbers by player, slides by mouse."""
    text = write(action)
    group = action.player if isinstance(action, Announce) else text[0] if state.phase == DEMO else state.phase
    return LegalAction(text, label(state, action), action_places(state, action), group)


def step_words(state: State) -> str:
    """What has to be done now."""
    name = player_name(state, state.demo.player if state.phase in (DEMO, REPLACE) and state.demo is not None else state.turn)
    if state.phase == PLACE:
        return f"{name}: place {'one of the mice' if coins_placed(state) else 'a coin, value side up'}."
    if state.phase in (THINK, DEMO) and state.puzzle is not None:
        return _puzzle_words(state, state.puzzle, name)
    return {
        UNCOVER: f"{name}: turn over a coin.",
        REVEAL: f"{name}: show which suit it is.",
        REMOVE: "Nobody found a route: take the coin off the board.",
        REPLACE: f"{name}: put the coin back elsewhere, value side up.",
        DRAWN: f"{name}: put the drawn coin on the board.",
    }[state.phase]


def _puzzle_words(state: State, puzzle: Puzzle, name: str) -> str:
    mouse = COLOURS[state.claimant]
    if state.phase == THINK:
        return f"Everybody: in how many moves can the {mouse} mouse reach {NAMES[state.target]}?"
    assert state.demo is not None
    if state.demo.limit is None:
        return f"{name}: bring the {mouse} mouse to {NAMES[state.target]}."
    left = state.demo.limit - state.past.spent
    return f"{name}: bring the {mouse} mouse to {NAMES[state.target]}; {moves(left)} of {state.demo.limit} left."


def _notes(state: State) -> Iterator[str]:
    puzzle = state.puzzle
    if puzzle is not None and puzzle.bids and state.phase in (THINK, DEMO):
        said = best_first(state, puzzle.bids)
        yield "Numbers that stand: " + ", ".join(f"{player_name(state, bid.player)} {bid.number}" for bid in said) + "."
    if puzzle is not None and state.phase == THINK:
        if puzzle.opened != NOBODY:
            yield f"Announcing ends at {puzzle.opened + state.terms.options.window_s} s."
        else:
            yield f"The coin is removed at {state.terms.options.think_s} s unless a number stands."
    if state.phase == DEMO and state.puzzle is not None:
        yield f"The {COLOURS[state.claimant]} mouse has turned {state.past.turns[state.claimant]} times."
    for coin in state.covered:
        if coin.suit:
            yield f"The coin on {NAMES[coin.cell]} shows {SUITS[MICE.index(coin.suit)]} underneath."
    if state.match.final and not state.match.ended:
        yield "Final round between " + " and ".join(player_name(state, player) for player in state.match.final) + "."
    if state.match.late and not state.match.ended and not state.match.final:
        yield "Time is up: this puzzle is the last."
