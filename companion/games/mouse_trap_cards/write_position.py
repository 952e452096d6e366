"""From a state to a position text; what the notation cannot hold (numbers of turns and actions) is left out."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.mouse_trap_cards.geometry import COMPASS, NAMES, SIDE
from companion.games.mouse_trap_cards.notation import write
from companion.games.mouse_trap_cards.options import changed_options
from companion.games.mouse_trap_cards.state import START, Card, State


def write_position(state: State) -> str:
    """One line of fields, what the state knows of hidden sides included; `read_position` gives the same position back.

    While a card is carried out the position is the one before it was drawn, and `do` has the actions since.
    """
    base, tokens = state, list[str]()
    while base.origin is not None:
        tokens = [*map(write, base.said), *tokens]
        base = base.origin
    fields = [f"{name}: {value}" for name, value in _fields(base) if value]
    return "; ".join([*fields, f"do: {' '.join(tokens)}"] if tokens else fields)


def _fields(state: State) -> Iterator[tuple[str, str]]:
    terms, deck = state.terms, state.terms.deck
    yield "players", ",".join(terms.players)
    yield "turn", state.seat
    yield "phase", state.phase
    yield "maze", " | ".join(_rows(state))
    yield "seen", " ".join(NAMES[cell] for cell, card in enumerate(state.maze) if card.seen and _by_name(state, card))
    yield "mouse", f"{NAMES[state.mouse]}{COMPASS[state.facing]}" if state.mouse >= 0 else ""
    yield "cheese", " ".join(f"{NAMES[cell]}={count}" for cell, count in enumerate(state.cheese) if count)
    yield "safe", ",".join(map(str, (*state.safe[state.turn :], *state.safe[: state.turn])))
    yield "risk", str(state.risk) if state.risk else ""
    yield "pile", str(state.pile)
    yield "draw", str(state.draw)
    yield "disc", ",".join(state.discard)
    rest = [count - state.discard.count(code) for code, count in zip(deck.codes, deck.counts, strict=True)]
    yield "left", _cards(state) if list(state.left) != rest else ""
    yield "trapped", terms.players[state.trapped] if state.trapped >= 0 and state.phase == START else ""
    yield "opt", " ".join(f"{name}={value}" for name, value in changed_options(terms.options))
    yield "data", deck.words


def _cards(state: State) -> str:
    codes = state.terms.deck.codes
    return ",".join(code for code, count in zip(codes, state.left, strict=True) for _ in range(count)) or "none"


def _rows(state: State) -> Iterator[str]:
    for row in range(SIDE):
        yield " ".join(write_card(state, card) for card in state.maze[row * SIDE : (row + 1) * SIDE])


def write_card(state: State, card: Card) -> str:
    """A card by its name where that says all, else by its sides."""
    if _by_name(state, card):
        return f"{card.name}{card.face}@{card.turns}"
    return f"{card.up}/{card.down or '?'}@{card.turns}"


def _by_name(state: State, card: Card) -> bool:
    if not card.name:
        return False
    front, back = state.terms.deck.cards[card.name]
    return (card.up, card.down or "?") == ((front, back) if card.face == "F" else (back, front))
