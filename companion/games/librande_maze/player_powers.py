"""Powers over other players: asking for a card, robbing a pile, moving a character, laying a curse."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.librande_maze.actions import Ask, Drive, Hex, Rob
from companion.games.librande_maze.cards import CARDS, FAMILIES, UNKNOWN, in_order, without
from companion.games.librande_maze.curses import spent_with
from companion.games.librande_maze.halls import steps
from companion.games.librande_maze.hands import possible, room
from companion.games.librande_maze.moves import barred, step_problem
from companion.games.librande_maze.powers_known import Part
from companion.games.librande_maze.state import State, done, with_item
from companion.games.librande_maze.targets import aim_problem, player_problem


def _points(state: State, part: Part) -> str | None:
    return "not-enough-action-points" if state.ap < part.cost else None


def _others(state: State) -> list[str]:
    """The seats that can be chosen at all."""
    return [seat for seat in state.terms.seats if player_problem(state, state.turn, seat) is None]


# Demand ---------------------------------------------------------------------------------------------------------------


def names(state: State) -> tuple[str, ...]:
    """What may be asked for: exact cards, or names without the range (R72)."""
    return CARDS if state.terms.options.demand == "exact" else FAMILIES


def _fitting(state: State, name: str) -> tuple[str, ...]:
    return (name,) if state.terms.options.demand == "exact" else tuple(card for card in CARDS if card[:2] == name)


def _answers(state: State, target: int, name: str) -> tuple[bool | None, ...]:
    """What may be told: None where the hand itself gives the answer, else yes (if it can be) and no."""
    hand = state.hands[target]
    cards = _fitting(state, name)
    if UNKNOWN not in hand or any(card in hand for card in cards):
        return (None,)
    return (True, False) if any(possible(state, card) for card in cards) else (False,)


def ask_problem(state: State, action: Ask, part: Part) -> str | None:
    """Why this cannot be asked, or why the answer is wrong."""
    if action.card not in names(state):
        return "card-not-held"
    code = player_problem(state, state.turn, action.seat)
    if code is not None:
        return code
    if not room(state, state.turn):
        return "hand-full"
    target = state.terms.index[action.seat]
    known = _answers(state, target, action.card)
    held = any(card in state.hands[target] for card in _fitting(state, action.card))
    if known == (None,):
        code = "demand-answer-wrong" if action.told is not None and action.told != held else None
    elif action.told not in known:
        code = "card-count-impossible" if action.told else "demand-answer-wrong"
    return code or _points(state, part)


def told(state: State, action: Ask) -> bool:
    """The answer everybody hears."""
    return bool(action.told) or any(card in state.hands[state.terms.index[action.seat]] for card in _fitting(state, action.card))


def ask(state: State, action: Ask, part: Part, free: bool) -> State:
    """The state with one such card handed over, if there is one."""
    target = state.terms.index[action.seat]
    cards, hand = _fitting(state, action.card), state.hands[target]
    card = next((card for card in cards if card in hand), None)
    if card is None and action.told:
        # Asked by its name only, an unknown card stays unknown: nobody says which of that name it is.
        card = cards[0] if len(cards) == 1 else UNKNOWN
    hands = state.hands
    if card is not None:
        hands = with_item(hands, target, without(hand, card))
        hands = with_item(hands, state.turn, in_order((*state.hand, card)))
    return done(state, ap=state.ap - part.cost, hands=hands, free_used=state.free_used or free)


def asks(state: State, part: Part) -> Iterator[Ask]:
    """Everything that may be asked of everybody; who has no card says no."""
    if state.ap < part.cost or not room(state, state.turn):
        return
    for seat in _others(state):
        for name in names(state):
            for told in _answers(state, state.terms.index[seat], name):
                yield Ask(seat, name, told)


# Pickpocket -----------------------------------------------------------------------------------------------------------


def rob_problem(state: State, action: Rob, part: Part) -> str | None:
    """Why that player cannot be robbed."""
    code = player_problem(state, state.turn, action.seat)
    if code is not None:
        return code
    target = state.terms.index[action.seat]
    if part.when == "same-square" and state.spaces[target] // 5 != state.space // 5:
        return "power-condition"
    return _points(state, part) if state.piles[target] else "theft-no-treasure"


def rob(state: State, action: Rob, part: Part, free: bool) -> State:
    """The state with a treasure from one pile on the other."""
    piles = list(state.piles)
    piles[state.turn] += 1
    piles[state.terms.index[action.seat]] -= 1
    return done(state, ap=state.ap - part.cost, piles=tuple(piles), free_used=state.free_used or free)


def robs(state: State, part: Part) -> Iterator[Rob]:
    """Everybody who can be robbed."""
    for seat in state.terms.seats:
        if rob_problem(state, Rob(seat), part) is None:
            yield Rob(seat)


# Psychic Command ------------------------------------------------------------------------------------------------------


def drive_problem(state: State, action: Drive, part: Part) -> str | None:
    """Why that character cannot be moved so."""
    code = aim_problem(state, state.turn, action.seat, part.range, part.does, False)
    if code is not None:
        return code
    if not 1 <= len(action.path) <= part.steps:
        return "power-condition"
    player = state.terms.index[action.seat]
    here = state.spaces[player]
    for space in action.path:
        code = step_problem(state, player, here, space)
        if code is None and barred(state, player, space, here):
            code = "walking-wall"
        if code is not None:
            return code
        here = space
    return _points(state, part)


def drive(state: State, action: Drive, part: Part, free: bool) -> State:
    """The state with the character at the end of its path."""
    spaces = with_item(state.spaces, state.terms.index[action.seat], action.path[-1])
    return done(state, ap=state.ap - part.cost, spaces=spaces, free_used=state.free_used or free)


def drives(state: State, part: Part) -> Iterator[Drive]:
    """Every path of every character in range."""
    if state.ap < part.cost:
        return
    for seat in _others(state):
        if aim_problem(state, state.turn, seat, part.range, part.does, False) is None:
            player = state.terms.index[seat]
            for path in _paths(state, player, (state.spaces[player],), part.steps):
                yield Drive(seat, path)


def _paths(state: State, player: int, path: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
    """All paths of up to so many steps, the start left out."""
    here = path[-1]
    for space in sorted(steps(state, here)) if left else ():
        if not barred(state, player, space, here):
            yield (*path[1:], space)
            yield from _paths(state, player, (*path, space), left - 1)


# Curse ----------------------------------------------------------------------------------------------------------------


def hex_problem(state: State, action: Hex, part: Part) -> str | None:
    """Why this curse cannot be laid on that player."""
    code = player_problem(state, state.turn, action.seat)
    if code is not None:
        return code
    if state.curses[state.terms.index[action.seat]]:
        return "already-cursed"
    if action.curse in state.spent or state.terms.curse(action.curse) is None:
        return "curse-spent"
    return _points(state, part)


def lay(state: State, action: Hex, part: Part, free: bool) -> State:
    """The state with the curse waiting."""
    curses = with_item(state.curses, state.terms.index[action.seat], action.curse)
    spent = spent_with(state, action.curse)
    return done(state, ap=state.ap - part.cost, curses=curses, spent=spent, free_used=state.free_used or free)


def hexes(state: State, part: Part) -> Iterator[Hex]:
    """Every curse for everybody who has none waiting."""
    for seat in _others(state) if state.ap >= part.cost else ():
        for curse in state.terms.curses:
            if hex_problem(state, Hex(curse.name, seat), part) is None:
                yield Hex(curse.name, seat)
