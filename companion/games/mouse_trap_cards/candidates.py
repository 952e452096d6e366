"""Lawful actions that could explain what is seen; never a product of whole turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from companion.core.game import Seen
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import ABSENT
from companion.games.mouse_trap_cards.actions import DRAW, Action, Draw, Flip, Put, Shuffle, Start, Stop, Unseen, drawn
from companion.games.mouse_trap_cards.effects import effect
from companion.games.mouse_trap_cards.geometry import CELLS, SIDE, as_cell
from companion.games.mouse_trap_cards.judge import violation_code
from companion.games.mouse_trap_cards.layout import front_zone
from companion.games.mouse_trap_cards.safe_card import start_cells
from companion.games.mouse_trap_cards.scene import COUNTABLE, MOUSE, WEDGE, codes_of, side_of
from companion.games.mouse_trap_cards.state import DECIDE, DRAWING, RESOLVE, START, State
from companion.games.mouse_trap_cards.turn import actions, perform
from companion.games.mouse_trap_cards.words import DISCARD, DRAW_PILE, PILE, SHOW

MOST_UNSEEN = 4
"""A draw pile that is used up may have lost so many cards that nobody saw: covered by the next before any look."""

_Ahead = Callable[[State, Action], State]
"""What tells where an action leads."""


def candidates(state: State, seen: Seen, ahead: _Ahead = perform) -> Iterator[Action]:
    """Lawful actions of the state, drawn cards and sides that came up filled in from what is seen; also those that leave no
    trace.  Each once, those whose trace is seen first.  `ahead` tells what they lead to."""
    given: dict[Action, None] = {}
    for action in _likely(state, seen, ahead):
        if action in given or violation_code(state, action) is not None:
            continue
        if seen.must and not _changes_all(state, ahead(state, action), seen.must):
            continue
        if _leaves_what_is_seen(state, action, seen, ahead):
            given[action] = None
            yield action


def _changes_all(state: State, after: State, must: Iterable[tuple[Place, str | None]]) -> bool:
    """Whether an action changes all that the last one must have changed."""
    return not any(_unchanged(state, after, place, kind) for place, kind in must)


def _unchanged(state: State, after: State, place: Place, kind: str | None) -> bool:
    """Whether the tile of a place, or the pieces of a kind there, surely lie after an action as before."""
    if kind == MOUSE:
        return (after.mouse, after.facing) == (state.mouse, state.facing)
    if isinstance(place, Cell):
        cell = SIDE * place.row + place.col
        return after.cheese[cell] == state.cheese[cell] if kind == WEDGE else after.maze is state.maze
    if kind == WEDGE:
        if place == PILE:
            return after.pile == state.pile
        return (after.safe, after.risk, after.turn) == (state.safe, state.risk, state.turn)
    if place == SHOW:
        return after.card == state.card
    return place == DISCARD and after.discard[-1:] == state.discard[-1:]


def _leaves_what_is_seen(state: State, action: Action, seen: Seen, ahead: _Ahead) -> bool:
    """Whether the mouse and the cards that the action would change may look different now."""
    if isinstance(action, Put | Start | Stop | Shuffle | Unseen) or action is DRAW:
        return True
    after = ahead(state, action)
    if (after.mouse, after.facing) != (state.mouse, state.facing) and MOUSE not in seen.pieces:
        places = {as_cell(cell) for cell in (state.mouse, after.mouse) if cell >= 0}
        if not places & seen.hidden and not _may_come_back(state, after, seen):
            return False
    if after.maze is state.maze:
        return True
    changed = (cell for cell in CELLS if _shows(state, after, cell))
    return all(as_cell(cell) in seen.tiles or as_cell(cell) in seen.hidden for cell in changed)


def _may_come_back(state: State, after: State, seen: Seen) -> bool:
    """Whether the mouse may have been where it is in `after` and stand by now as it stood: the card is still carried out, or the
    turn is over and whoever comes next has put it back on Safe.  Wedges must tell of it, else it may always have been away."""
    wedges = (after.cheese, after.pile) != (state.cheese, state.pile) and WEDGE in seen.pieces
    if not wedges or seen.must is not None:
        return False
    return after.phase == RESOLVE or (after.phase == START and state.mouse in start_cells(after)[0])


def _shows(state: State, after: State, cell: int) -> bool:
    one, other = state.maze[cell], after.maze[cell]
    return (one.up, one.turns) != (other.up, other.turns)


def _likely(state: State, seen: Seen, ahead: _Ahead) -> Iterator[Action]:
    kind = state.pending.kind if state.phase == RESOLVE and state.pending is not None else ""
    if state.phase in (DRAWING, DECIDE) or kind == "card":
        yield from _drawn(state, seen, ahead)
        if kind != "card" and 1 < state.draw <= MOST_UNSEEN + 1 and ABSENT in seen.tiles.get(DRAW_PILE, ()):
            yield from map(Unseen, _tops(state, seen))
    if kind in ("flip", "reveal", "find"):
        yield from _flipped(state, seen)
    for action in _cheese_first(state, seen):
        if action is DRAW:
            # Told above, where no card is seen that was drawn: the card tells more.
            continue
        if _may_have_been(state, action, seen):
            yield action


def _cheese_first(state: State, seen: Seen) -> Sequence[Action]:
    """The actions of the state, a wedge put where the mouse is seen now first: the mouse may have taken it since."""
    listed = actions(state)
    spots = {place for place, _ in seen.pieces.get(MOUSE, ())}
    first = [action for action in listed if isinstance(action, Put) and as_cell(action.cell) in spots] if spots else []
    return (*first, *listed) if first else listed


def _drawn(state: State, seen: Seen, ahead: _Ahead) -> Iterator[Draw]:
    """Cards that lie open at the place for the card in play or on the discards now; all where that is covered.

    A card that looks like the one below it leaves the discards as they were.
    """
    deck = state.terms.deck
    for place in (SHOW, DISCARD):
        for look in seen.tiles.get(place, ()):
            yield from map(drawn, codes_of(deck, look))
    if state.discard:
        yield drawn(state.discard[-1])
    if state.draw == 1:
        # The last one is known, also where it is shuffled with the others before anybody has looked.
        yield from (drawn(code) for code, count in zip(deck.codes, state.left, strict=True) if count)
    if SHOW in seen.hidden or DISCARD in seen.hidden:
        yield from map(drawn, deck.codes)
    if {SHOW, DISCARD} & seen.tiles.keys():
        # What is covered by now something was drawn after.
        if seen.must is None:
            yield from _covered_up(state, seen, ahead)
    else:
        yield DRAW


def _tops(state: State, seen: Seen) -> Iterator[str]:
    """What lies open now, as card in play or on the discards."""
    for place in (SHOW, DISCARD):
        for look in seen.tiles.get(place, ())[:1]:
            yield from codes_of(state.terms.deck, look)
    if DISCARD not in seen.tiles:
        yield from state.discard[-1:]


def _covered_up(state: State, seen: Seen, ahead: _Ahead) -> Iterator[Draw]:
    """Cards that may lie below the one seen by now, as they left another trace: a wedge taken, a maze card turned or flipped, a
    step on the way to where the mouse stands."""
    zone = Zone(front_zone(len(state.safe), state.turn))
    # Wedges at risk lie face down, apart from the safe ones; after the turn they are among these.
    countable = min(state.safe[state.turn], state.risk) < COUNTABLE
    taken = countable and any(place == zone for place, _ in seen.pieces.get(WEDGE, ()))
    onward = _onward(state, seen, ahead)
    for code, kind in _leaving_traces(state.terms.deck.codes):
        useful = taken if kind == "take" else onward if kind == "move" else True
        lawful = useful and violation_code(state, drawn(code)) is None
        if lawful and (kind == "take" or _leads_on(state, code, onward, seen, ahead)):
            yield drawn(code)


@lru_cache(maxsize=64)
def _leaving_traces(codes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The action cards that may leave a trace beside their own, with what they are."""
    found = [(code, told.kind) for code in codes if (told := effect(code, True)) is not None]
    return tuple((code, kind) for code, kind in found if kind in ("take", "move", "turn", "flip"))


def _onward(state: State, seen: Seen, ahead: _Ahead) -> tuple[str, ...]:
    """The card seen by now, where it alone does not bring the mouse to where that is seen."""
    looks = [look for place in (SHOW, DISCARD) for look in seen.tiles.get(place, ())[:1]]
    shown = [code for look in looks for code in codes_of(state.terms.deck, look)]
    legal = [code for code in shown[:1] if MOUSE in seen.pieces and violation_code(state, drawn(code)) is None]
    return tuple(code for code in legal if not _stands_there(ahead(state, drawn(code)), seen))


def _leads_on(state: State, code: str, onward: Sequence[str], seen: Seen, ahead: _Ahead) -> bool:
    """Whether that card asks for what is seen, or the cards seen after it bring the mouse to where it stands."""
    after = ahead(state, drawn(code))
    if after.pending is not None:
        return after.pending.kind in ("flip", "turn") and any(as_cell(cell) in seen.tiles for cell in after.pending.cells)
    goes_on = after.turn == state.turn and after.phase in (DRAWING, DECIDE)
    nexts = [perform(after, drawn(other)) for other in onward if goes_on and violation_code(after, drawn(other)) is None]
    return any(_stands_there(one, seen) for one in nexts)


def _stands_there(state: State, seen: Seen) -> bool:
    """Whether the mouse is seen, before all, where it stands in that state."""
    return state.mouse >= 0 and any(place == as_cell(state.mouse) for place, _ in seen.pieces.get(MOUSE, ())[:1])


def _flipped(state: State, seen: Seen) -> Iterator[Flip]:
    """What shows now in the cells that may be flipped; a card may have the same picture on both sides."""
    assert state.pending is not None
    for cell in state.pending.cells:
        for look in seen.tiles.get(as_cell(cell), ()):
            side = side_of(state.terms.deck, look)
            if side is not None:
                yield Flip(cell, side)
                yield Flip(cell, side, look.turns)
        yield Flip(cell, state.maze[cell].up)


def _may_have_been(state: State, action: Action, seen: Seen) -> bool:
    """Whether a listed action could leave what is seen; what cannot be told stays."""
    if isinstance(action, Put):
        place = as_cell(action.cell)
        if seen.must is not None and not seen.must <= {(place, WEDGE), (PILE, WEDGE)}:
            return False
        # Where the mouse has moved it may have taken the wedge since.
        gone_on = MOUSE in seen.pieces and seen.must is None
        return gone_on or _wedge_may_lie(state, place, state.cheese[action.cell], seen)
    if isinstance(action, Start):
        cells, _ = start_cells(state)
        place = as_cell(action.cell if action.cell >= 0 else cells[0])
        return _gone_on(place, seen) or _mouse_may_stand(state, place, Facing(action.facing), seen)
    if isinstance(action, Flip):
        place = as_cell(action.cell)
        if not action.side:
            # What came up is told with the flip wherever it is seen.
            return place not in seen.tiles or _sides_known(state, action)
        return place in seen.hidden or place in seen.tiles or action.side == state.maze[action.cell].up
    return True


def _sides_known(state: State, action: Flip) -> bool:
    """Whether flipping that card needs no answer of the table."""
    return state.maze[action.cell].told and state.terms.options.flip_axis == "page"


def _wedge_may_lie(state: State, place: Place, before: int, seen: Seen) -> bool:
    """Whether one more wedge may lie there: a stack that cannot be counted shows nothing."""
    if place in seen.hidden or before >= COUNTABLE or WEDGE not in seen.pieces:
        return place in seen.hidden or before >= COUNTABLE
    return sum(where == place for where, _ in seen.pieces[WEDGE]) > 0


def _gone_on(place: Place, seen: Seen) -> bool:
    """Whether the mouse is seen to have moved, to somewhere else: it may have been put down here and have gone on."""
    spots = seen.pieces.get(MOUSE)
    return spots is not None and all(where != place for where, _ in spots)


def _mouse_may_stand(state: State, place: Place, facing: Facing, seen: Seen) -> bool:
    if place in seen.hidden:
        return True
    spots = seen.pieces.get(MOUSE)
    if spots is None:
        before = as_cell(state.mouse) if state.mouse >= 0 else None
        return state.phase == START and before == place and state.facing == facing
    return any(where == place and nose in (None, facing) for where, nose in spots)
