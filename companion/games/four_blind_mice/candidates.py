"""Lawful actions that could explain what is seen; never a product of whole turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.game import Seen
from companion.games.four_blind_mice.actions import Action, Fail, PlaceCoin, PlaceMouse, Slide, Uncover
from companion.games.four_blind_mice.cells import PLACES
from companion.games.four_blind_mice.judge import violation_code
from companion.games.four_blind_mice.listing import GIVE_UP, actions
from companion.games.four_blind_mice.place import next_values
from companion.games.four_blind_mice.state import DEMO, PLACE, UNCOVER, State
from companion.games.four_blind_mice.suits import suits_possible
from companion.games.four_blind_mice.words import mouse_kind

VALUES = ("A", "0", "")


def candidates(state: State, seen: Seen) -> Iterator[Action]:
    """Lawful actions whose traces are among what is seen, suits and values filled in; also those that leave no trace.

    A turned coin stays in its cell, so nothing but its side tells of it: all of them are offered with every suit they can have.
    """
    if state.phase == UNCOVER:
        yield from _turned(state)
        return
    listed = actions(state)
    explained: dict[tuple[int, int], bool] = {}
    for action in listed:
        if isinstance(action, PlaceCoin):
            if _may_stand(seen, "coin", action.cell):
                yield from _valued(state, action, PLACES[action.cell] in seen.hidden)
        elif isinstance(action, PlaceMouse):
            if _may_stand(seen, mouse_kind(action.mouse), action.cell):
                yield action
        elif not isinstance(action, Slide):
            yield action
        else:
            way = action.mouse, action.to
            if way not in explained:
                explained[way] = _explains(state, seen, action, listed)
            if explained[way]:
                yield action
    if state.phase == DEMO and listed != (GIVE_UP,):
        yield from _failures(state, seen)


def _turned(state: State) -> Iterator[Uncover]:
    listed = [action for action in actions(state) if isinstance(action, Uncover)]
    yield from listed[:1]
    for action in listed:
        for suit in suits_possible(state, action.cell):
            yield Uncover(action.cell, suit)


def _valued(state: State, action: PlaceCoin, covered: bool) -> Iterator[PlaceCoin]:
    """The action with the values that the coin may show; without one only where a hand covers it."""
    values = next_values(state) if state.phase == PLACE and not action.value else (action.value,) if action.value else VALUES
    for value in values if covered else [value for value in values if value]:
        coin = PlaceCoin(action.cell, value)
        if violation_code(state, coin) is None:
            yield coin


def _failures(state: State, seen: Seen) -> Iterator[Fail]:
    """Giving up leaves a trace where mice have moved; where they have not, the coin that was taken away tells of it."""
    assert state.demo is not None
    coins, target = seen.pieces.get("coin"), PLACES[state.target]
    # After the last coin of a round none is left to be seen anywhere.
    taken = coins is not None and target not in seen.hidden and all(where != target for where, _ in coins)
    if state.demo.slides or taken:
        yield GIVE_UP


def _explains(state: State, seen: Seen, action: Slide, listed: Sequence[Action]) -> bool:
    """Whether the slide ends where the mouse may stand now; one that was seen to have gone farther may have come by anywhere."""
    kind = mouse_kind(action.mouse)
    return _may_stand(seen, kind, action.to) or _went_farther(state, seen, action, listed)


def _went_farther(state: State, seen: Seen, action: Slide, listed: Sequence[Action]) -> bool:
    """Whether the mouse has left its cell, to none that it reaches with one slide."""
    kind = mouse_kind(action.mouse)
    spots, here = seen.pieces.get(kind, ()), PLACES[state.mice[action.mouse]]
    if not spots or here in seen.hidden or any(where == here for where, _ in spots):
        return False
    slides = (other for other in listed if isinstance(other, Slide) and other.mouse == action.mouse)
    return not any(_may_stand(seen, kind, other.to) for other in slides)


def _may_stand(seen: Seen, kind: str, cell: int) -> bool:
    """Whether a piece of that kind may have come to that cell."""
    place = PLACES[cell]
    return place in seen.hidden or any(where == place for where, _ in seen.pieces.get(kind, ()))
