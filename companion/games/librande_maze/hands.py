"""Hands, deck and discard pile: what can be known of them, drawing, and room for more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.librande_maze.actions import Draw
from companion.games.librande_maze.cards import CARDS, LIMIT, SPELLS, UNKNOWN, in_order, without
from companion.games.librande_maze.state import State, done, with_item


def possible(state: State, card: str) -> bool:
    """Whether an unknown card can be that one: fewer copies are known to be elsewhere than there are."""
    if card not in SPELLS:
        return False
    known = state.discard.count(card) + state.deck.count(card) + sum(hand.count(card) for hand in state.hands)
    return known < SPELLS[card].copies


def held(state: State, player: int, card: str) -> str | None:
    """Why that player cannot have that card; None when the card is held or may be an unknown one."""
    hand = state.hands[player]
    if card in hand and card != UNKNOWN:
        return None
    if UNKNOWN not in hand or card not in SPELLS:
        return "card-not-held"
    return None if possible(state, card) else "card-count-impossible"


def may_hold(state: State, player: int, wanted: Sequence[str] = CARDS) -> tuple[str, ...]:
    """All kinds of card the player holds or, where cards are unknown, may hold; of those that are `wanted`, in the order in
    which all cards are listed."""
    hand = state.hands[player]
    if UNKNOWN in hand:
        return tuple([card for card in wanted if card in hand or possible(state, card)])
    return tuple([card for card in dict.fromkeys(hand) if card in wanted])


def room(state: State, player: int, gone: int = 0) -> bool:
    """Whether one more card may be gained otherwise than by drawing, `gone` cards having left the hand."""
    return state.terms.options.hand_limit != "all" or len(state.hands[player]) - gone < LIMIT


def gained(state: State, player: int, cards: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """All hands after a player has got cards."""
    return with_item(state.hands, player, in_order((*state.hands[player], *cards)))


def given(state: State, player: int, card: str) -> tuple[tuple[str, ...], ...]:
    """All hands after a player has parted with a card."""
    return with_item(state.hands, player, without(state.hands[player], card))


# Drawing --------------------------------------------------------------------------------------------------------------


def drawn_count(state: State, cards: int) -> int:
    """How many cards a draw brings: no more than fit into the hand and than there are."""
    return min(cards, LIMIT - len(state.hand), len(state.deck) + len(state.discard))


def draw_problem(state: State, action: Draw, cost: int = 1, cards: int = 1) -> str | None:
    """Why the player in turn cannot draw."""
    if state.drew:
        return "draw-twice"
    number = drawn_count(state, cards)
    if len(state.hand) >= LIMIT:
        return "hand-full"
    if number < 1 or not _fits(state, action.cards, number):
        return "card-count-impossible"
    return "not-enough-action-points" if state.ap < cost else None


def _fits(state: State, named: tuple[str, ...], number: int) -> bool:
    """Whether these cards can be the ones drawn."""
    if not named:
        return True
    if len(named) != number:
        return False
    known = [*state.deck[:number], *[UNKNOWN] * (number - len(state.deck))]
    free = {card: SPELLS[card].copies for card in named}
    for card in free:
        free[card] -= sum(hand.count(card) for hand in state.hands) + state.deck.count(card)
        free[card] -= state.discard.count(card) if len(state.deck) >= number else 0
    for card, top in zip(named, known, strict=True):
        if top == UNKNOWN:
            free[card] -= 1
        if top not in (UNKNOWN, card) or free[card] < 0:
            return False
    return True


def drawn(state: State, number: int, named: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The cards drawn, the deck and the discard pile after it; an empty deck is renewed from the discards (R35)."""
    deck, discard = state.deck, state.discard
    found: list[str] = []
    for place in range(number):
        if not deck:
            deck, discard = (UNKNOWN,) * len(discard), ()
        top = deck[0]
        found.append(named[place] if named else top)
        deck = deck[1:]
    return tuple(found), deck, discard


def draw(state: State, action: Draw, cost: int = 1, cards: int = 1, free: bool = False) -> State:
    """The state after a draw; `free` marks the free ability as used."""
    found, deck, discard = drawn(state, drawn_count(state, cards), action.cards)
    hands = gained(state, state.turn, found)
    return done(
        state, hands=hands, deck=deck, discard=discard, ap=state.ap - cost, drew=True, free_used=state.free_used or free
    )


def draws(state: State, cost: int = 1, cards: int = 1) -> list[Draw]:
    """The draw, if there can be one."""
    able = not state.drew and state.ap >= cost and drawn_count(state, cards) > 0
    return [Draw()] if able else []
