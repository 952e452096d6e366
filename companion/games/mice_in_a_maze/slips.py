"""Things people do wrong, as sight would show them: one list for the judge to recognise and for simulated players to try."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Seen, Slip
from companion.core.scene import Scene
from companion.games.mice_in_a_maze.actions import Action, Skip
from companion.games.mice_in_a_maze.judge import violation_code
from companion.games.mice_in_a_maze.move import moves
from companion.games.mice_in_a_maze.notation import write
from companion.games.mice_in_a_maze.place import takeable
from companion.games.mice_in_a_maze.scene import scene as scene_of
from companion.games.mice_in_a_maze.sightings import Sightings
from companion.games.mice_in_a_maze.slip_parts import Draft, Looks, Plausible, visible
from companion.games.mice_in_a_maze.slips_cargo import cargo_slips, count_slips
from companion.games.mice_in_a_maze.slips_marble import loose_marble_slips, marble_slips
from companion.games.mice_in_a_maze.slips_move import move_slips, other_mouse_slips, second_move_slips
from companion.games.mice_in_a_maze.slips_place import hand_slips, loose_tile_slips, place_slips
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.turn import actions, perform
from companion.games.mice_in_a_maze.violations import violation
from companion.games.mice_in_a_maze.words import action_places, spot_place

MOST_LAWFUL = 300


def slips(state: State, seen: Seen | None = None) -> Iterator[Slip]:
    """What people may do wrong in this state; each different-looking table once, the likeliest mistake first.

    With `seen`, only what could explain it.  A slip that leaves the table as it is has an action and matters only when
    somebody says that the turn is done.  Where the rules force a pass that nobody sees, the mistakes are those made after it.
    """
    after = _passed(state)
    if after.ended is not None or (after != state and seen is None):
        return
    state = after
    base = scene_of(state)
    sight = None if seen is None else Sightings(state, seen)
    unchanged = visible(base)
    known = _lawful_looks(state) if seen is None else set()
    plausible = None if seen is None else Plausible(base, seen)
    for draft in _drafts(state, base, sight):
        if plausible is not None and not plausible(draft.scene):
            continue
        key = visible(draft.scene)
        if (key == unchanged and draft.action is None) or (key in known and key != unchanged):
            continue
        slip = _judged(state, draft)
        if slip is not None:
            known.add(key)
            yield slip


def _passed(state: State) -> State:
    """The state after what the rules force without a trace."""
    for _ in range(2 * len(state.terms.order)):
        if state.ended is not None or state.step == 3:
            break
        if state.step == 2:
            lawful: tuple[Action, ...] = (Skip(),) if takeable(state).kind == "none" else ()
        else:
            lawful = moves(state)
        if len(lawful) != 1:
            break
        following = perform(state, lawful[0])
        if visible(scene_of(following)) != visible(scene_of(state)):
            break
        state = following
    return state


def _lawful_looks(state: State) -> set[Looks]:
    """What the table looks like after lawful play: nobody can call that a slip."""
    return {visible(scene_of(perform(state, action))) for action in actions(state)[:MOST_LAWFUL]}


def _drafts(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    if state.step == 1:
        yield from move_slips(state, base, sight)
        yield from cargo_slips(state, sight)
    else:
        yield from second_move_slips(state, base, sight)
    if state.step == 3:
        yield from marble_slips(state, base, sight)
    else:
        yield from place_slips(state, base, sight)
        yield from loose_marble_slips(state, base, sight)
    yield from other_mouse_slips(state, base, sight)
    yield from hand_slips(state, base, sight)
    yield from loose_tile_slips(state, base, sight)
    yield from count_slips(state, base)


def _judged(state: State, draft: Draft) -> Slip | None:
    """The slip with its broken rules: those the judge finds in the act, or those of a purely physical slip."""
    token, codes, places = "", draft.codes, draft.places
    if draft.action is not None:
        code = violation_code(state, draft.action)
        if code is None:
            return None
        token, codes = write(draft.action), draft.codes or (code,)
        places = action_places(state, draft.action) or spot_place(state, state.mover.spot)
    intended = write(draft.intended) if draft.intended is not None else ""
    return Slip(token, tuple(violation(code, places) for code in codes), draft.scene, draft.remedy, intended)
