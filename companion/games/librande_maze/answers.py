"""Answers to spells: who is asked in which order, what answers what, and what stands in the end."""

from __future__ import annotations

from companion.games.librande_maze.actions import Answer, Power
from companion.games.librande_maze.board import NONE
from companion.games.librande_maze.cards import ANTI_MAGIC, AT_PLAYERS, CARDS, PROTECT
from companion.games.librande_maze.effects import carry_out
from companion.games.librande_maze.hands import given, held, may_hold
from companion.games.librande_maze.state import MAIN, OK, WINDOW, Spell, State, changed
from companion.games.librande_maze.targets import holds

STOPS, SHIELDS = "anti-magic", "protect"


def open_window(state: State) -> State:
    """The state with everybody asked who may answer the topmost spell; it stands where nobody can be asked."""
    asked = entitled(state)
    if not asked:
        return stand(state)
    return changed(state, phase=WINDOW, asked=asked)


def entitled(state: State) -> tuple[int, ...]:
    """Who is asked: the player aimed at, then the others clockwise from the caster; only able players with cards (R43)."""
    top, count = state.stack[-1], len(state.spaces)
    order = [(top.seat + number) % count for number in range(1, count)]
    aimed = top.target if top.target != NONE else (state.stack[-2].seat if len(state.stack) > 1 else NONE)
    if aimed in order:
        order.remove(aimed)
        order.insert(0, aimed)
    return tuple(player for player in order if state.status[player] == OK and state.hands[player])


def stand(state: State) -> State:
    """The state after all have passed: a spell takes effect; an answer cancels what lies below it (R44)."""
    top, below = state.stack[-1], state.stack[:-1]
    if not below:
        return carry_out(_put_under(changed(state, phase=MAIN, asked=()), top), top)
    rest = below[:-1]
    if not rest:
        return _put_under(changed(state, phase=MAIN, asked=(), stack=()), below[-1])
    return open_window(changed(state, stack=rest))


def _put_under(state: State, spell: Spell) -> State:
    """An echoed card goes under the deck when its window closes, also if it was cancelled (R47)."""
    return changed(state, deck=(*state.deck, spell.card)) if spell.echo else state


# Playing an answer ----------------------------------------------------------------------------------------------------


def answer_problem(state: State, action: Answer) -> str | None:
    """Why this answer is not allowed; the first code that fits."""
    if state.phase != WINDOW:
        return "response-nothing-to-answer"
    player = state.terms.index.get(action.seat)
    if player is None:
        return "no-such-target"
    if player == state.stack[-1].seat:
        return "response-own-spell"
    if state.status[player] != OK:
        return "response-while-incapacitated"
    if player not in state.asked and (state.hands[player] or not action.card):
        return "response-out-of-order"
    if not action.card:
        return None
    return held(state, player, action.card) or card_problem(state, player, action.card)


def card_problem(state: State, player: int, card: str) -> str | None:
    """Why this card answers nothing here: Anti-Magic stops any spell, Protect the Freeze, Switch or Theft aimed at its owner."""
    if card == ANTI_MAGIC or _stands_for(state, player, card, ANTI_MAGIC):
        return None
    if card != PROTECT and not _stands_for(state, player, card, PROTECT):
        return "not-a-response-card"
    if len(state.stack) > 1 or state.stack[0].does not in AT_PLAYERS or isinstance(state.stack[0].action, Power):
        return "protect-wrong-spell"
    return None if state.stack[0].target == player else "protect-not-target"


def _stands_for(state: State, player: int, card: str, wanted: str) -> bool:
    """Whether a player's card lets this one stand for an Anti-Magic or a Protect."""
    part = state.terms.heroes[player].defence
    if part.does != "answer-with" or part.stands_for != wanted or part.card not in (card, "any"):
        return False
    return holds(state, part, state.stack[-1].seat, player)


def answer(state: State, action: Answer) -> State:
    """The state after an answer or a pass; an answer of a later seat means that those before it have passed."""
    player = state.terms.index[action.seat]
    state = changed(state, ply=state.ply + 1)
    if not action.card:
        place = state.asked.index(player)
        first_come = state.terms.options.answer_order == "first-come"
        left = state.asked[:place] + state.asked[place + 1 :] if first_come else state.asked[place + 1 :]
        return changed(state, asked=left) if left else stand(state)
    stops = action.card == ANTI_MAGIC or card_is_stop(state, player, action.card)
    spell = Spell(player, action.card, STOPS if stops else SHIELDS)
    return open_window(
        changed(
            state, hands=given(state, player, action.card), discard=(*state.discard, action.card),
            stack=(*state.stack, spell),
        )
    )  # fmt: skip


def card_is_stop(state: State, player: int, card: str) -> bool:
    """Whether the card is played as an Anti-Magic although it is another one."""
    return _stands_for(state, player, card, ANTI_MAGIC)


def all_passed(state: State) -> State:
    """The state when nobody answers any more: what an action of the player in turn says about an open window."""
    while state.phase == WINDOW:
        state = stand(state)
    return state


def answers(state: State) -> list[Answer]:
    """What the seat to answer may do (with `answer-order=first-come` every seat still asked): pass, or play a card."""
    players = state.asked if state.terms.options.answer_order == "first-come" else state.asked[:1]
    found = []
    for player in players:
        seat = state.terms.seats[player]
        found.append(Answer(seat))
        cards = may_hold(state, player)
        found += [Answer(seat, card) for card in CARDS if card in cards and card_problem(state, player, card) is None]
    return found
