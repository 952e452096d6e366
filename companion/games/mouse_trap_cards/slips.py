"""Things people do wrong, as sight would show them: one list for the judge to recognise and for simulated players to try."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Seen, Slip
from companion.core.scene import Scene
from companion.games.mouse_trap_cards.actions import By
from companion.games.mouse_trap_cards.judge import violation_code
from companion.games.mouse_trap_cards.notation import write
from companion.games.mouse_trap_cards.remedy import remedy, sentence
from companion.games.mouse_trap_cards.scene import scene as scene_of
from companion.games.mouse_trap_cards.slip_parts import Draft, Looks, Plausible, visible
from companion.games.mouse_trap_cards.slips_cards import card_slips
from companion.games.mouse_trap_cards.slips_mouse import mouse_slips
from companion.games.mouse_trap_cards.slips_turn import turn_slips
from companion.games.mouse_trap_cards.state import State
from companion.games.mouse_trap_cards.turn import actions, perform
from companion.games.mouse_trap_cards.violations import violation
from companion.games.mouse_trap_cards.words import action_places


def slips(state: State, seen: Seen | None = None) -> Iterator[Slip]:
    """What people may do wrong in this state; each different-looking table once, the likeliest mistake first.

    With `seen`, only what could explain it.  A slip that leaves the table as it is has an action and matters only when
    somebody says that the turn is done.
    """
    if state.ended:
        return
    base = scene_of(state)
    unchanged = visible(base)
    known: set[Looks] | None = None
    plausible = None if seen is None else Plausible(base, seen)
    for draft in _drafts(state, base, seen, plausible):
        if plausible is not None and not plausible(draft.scene):
            continue
        known = _lawful_looks(state) if known is None else known
        key = visible(draft.scene)
        if (key == unchanged and draft.action is None) or (key in known and key != unchanged):
            continue
        slip = _judged(state, draft)
        if slip is not None:
            if key != unchanged:
                known.add(key)
            yield slip


def _lawful_looks(state: State) -> set[Looks]:
    """What the table looks like after lawful play: nobody can call that a slip."""
    return {visible(scene_of(perform(state, action))) for action in actions(state)}


def _drafts(state: State, base: Scene, seen: Seen | None, plausible: Plausible | None) -> Iterator[Draft]:
    yield from turn_slips(state, base, plausible)
    yield from mouse_slips(state, seen)
    yield from card_slips(state, base, seen, plausible)


def _judged(state: State, draft: Draft) -> Slip | None:
    """The slip with its broken rules: those the judge finds in the act, or those of a purely physical slip."""
    intended = write(draft.intended) if draft.intended is not None else ""
    if draft.action is None:
        return Slip("", tuple(violation(code, draft.places) for code in draft.codes), draft.scene, draft.remedy, intended)
    code = violation_code(state, draft.action)
    if code is None:
        return None
    bare = draft.action.action if isinstance(draft.action, By) else draft.action
    found = violation(code, action_places(state, bare), sentence(state, draft.action, code))
    return Slip(write(draft.action), (found,), draft.scene, draft.remedy or remedy(state, draft.action, code), intended)
