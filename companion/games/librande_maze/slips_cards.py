"""Slips with cards and cubes: a spell that cannot be cast now, an answer to nothing, a curse that is not there to lay."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.grid import Zone
from companion.games.librande_maze.actions import Action, Answer, Cast, Draw, Hex, Power
from companion.games.librande_maze.board import NONE, SQUARES
from companion.games.librande_maze.cards import ANSWERS, AT_PLAYERS, CARDS, SPELLS
from companion.games.librande_maze.catalogue import UP, spell_kind
from companion.games.librande_maze.edits import NOTHING, Edit, Plausible, cube, laid
from companion.games.librande_maze.halls import spaces_of, steps
from companion.games.librande_maze.judge import violation_code
from companion.games.librande_maze.layout import DISCARD
from companion.games.librande_maze.scene import CUBE
from companion.games.librande_maze.slip_parts import Draft
from companion.games.librande_maze.state import MAIN, WINDOW, State
from companion.games.librande_maze.turn import actions

LAST_NAMED = ("card-not-held", "card-count-impossible")
"""What sight can least of all tell: whose hand a card came from."""


def card_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """A card laid open that nobody may play now; of several rules it breaks the one sight can best tell is named."""
    if state.phase not in (MAIN, WINDOW):
        return
    cards = list(_cards(sight))
    listed = actions(state, cards, lambda kind: False) if cards else ()
    lawful = {action.card for action in listed if isinstance(action, Cast | Answer)}
    for card in cards:
        if card in lawful:
            continue
        broken: list[tuple[bool, Action]] = []
        allowed = False
        for action in _plays(state, card):
            code = violation_code(state, action)
            allowed = allowed or code is None
            if code is not None:
                broken.append((code in LAST_NAMED, action))
        if broken and not allowed:
            yield Draft(laid(card), min(broken, key=lambda entry: entry[0])[1])


def _cards(sight: Plausible | None) -> Iterator[str]:
    looks = None if sight is None else sight.seen.tiles.get(Zone(DISCARD), ())
    for card in CARDS:
        if looks is None or any(look.face == UP and look.kind == spell_kind(card) for look in looks):
            yield card


def _plays(state: State, card: str) -> Iterator[Action]:
    """The ways in which somebody may have meant that card."""
    if state.phase == WINDOW:
        for player in (*state.asked, *range(len(state.spaces))):
            yield Answer(state.terms.seats[player], card)
        return
    does = SPELLS[card].does
    if card in ANSWERS or does == "haste":
        yield Cast(card)
    elif does in AT_PLAYERS:
        yield from (Cast(card, False, seat) for player, seat in enumerate(state.terms.seats) if player != state.turn)
    elif does == "telekinesis":
        for start in dict.fromkeys(state.treasure):
            yield from (Cast(card, False, "", to, start) for to in steps(state, start)[:1])
    else:
        spaces = (space for square in SQUARES for space in spaces_of(state.tiles, square))
        yield from (Cast(card, False, "", space) for space in spaces if space != state.space)


def curse_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """A cube on a curse that nobody may lay now."""
    part = next((hero.free for hero in state.terms.heroes if hero.free.does == "curse"), None)
    if part is None or state.phase != MAIN:
        return
    for curse in state.terms.curses:
        if curse.name in state.spent or (sight is not None and not sight.stands(CUBE, cube(curse.name).place)):
            continue
        meant = [Power(part.token, Hex(curse.name, seat)) for seat in state.terms.seats if seat != state.seat]
        if all(violation_code(state, action) is not None for action in meant):
            yield Draft(Edit((), (), (cube(curse.name),)), meant[0])


def draw_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """A spell drawn against the rules: the table looks as it did, but for the deck."""
    if state.phase == MAIN and state.space != NONE and violation_code(state, Draw()) is not None:
        yield Draft(NOTHING, Draw())
