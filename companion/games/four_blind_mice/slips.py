"""Things people do wrong, as sight would show them: one list for the judge to recognise and for simulated players to try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.game import Seen, Slip
from companion.core.grid import Place
from companion.core.scene import PieceAt, Scene
from companion.games.four_blind_mice.judge import rule, violation_code
from companion.games.four_blind_mice.listing import actions
from companion.games.four_blind_mice.notation import write
from companion.games.four_blind_mice.scene import scene as scene_of
from companion.games.four_blind_mice.slip_parts import Draft
from companion.games.four_blind_mice.slips_demo import demo_slips, restore_slips
from companion.games.four_blind_mice.slips_place import coin_slips, place_slips, uncover_slips
from companion.games.four_blind_mice.state import DEMO, OVER, PLACE, REPLACE, THINK, State
from companion.games.four_blind_mice.turn import perform
from companion.games.four_blind_mice.violations import violation

MOST_LAWFUL = 150

Looks = frozenset[tuple[PieceAt, int]]


def slips(state: State, seen: Seen | None = None) -> Iterator[Slip]:
    """What people may do wrong in this state; each different-looking table once, the likeliest mistake first.

    With `seen`, only what could explain it.  A slip that leaves the table as it is has an action and matters only when
    somebody says so.
    """
    if state.phase == OVER:
        return
    base = scene_of(state)
    known = _lawful_looks(state) if seen is None else set()
    unchanged = looks(base)
    for draft in _drafts(state, base):
        if seen is not None and not plausible(base, draft.scene, seen):
            continue
        key = looks(draft.scene)
        if key in known and key != unchanged:
            continue
        slip = _judged(state, draft)
        if slip is not None:
            known.add(key)
            yield slip


def looks(scene: Scene) -> Looks:
    """What sight can tell of a scene: two scenes with equal keys look the same."""
    plain = Counter(PieceAt(piece.kind, piece.place, face=piece.face) for piece in scene.pieces)
    return frozenset(plain.items())


def plausible(base: Scene, after: Scene, seen: Seen) -> bool:
    """Whether every piece that went or came may be among what was seen.  Sides of coins are not told apart here."""
    stood, stands = (Counter((piece.kind, piece.place) for piece in scene.pieces) for scene in (base, after))
    gone = all(kind in seen.pieces or place in seen.hidden for kind, place in stood - stands)
    return gone and all(_may_have_come(kind, place, seen) for kind, place in stands - stood)


def _may_have_come(kind: str, place: Place, seen: Seen) -> bool:
    return place in seen.hidden or any(where == place for where, _ in seen.pieces.get(kind, ()))


def _lawful_looks(state: State) -> set[Looks]:
    """What the table looks like after lawful play: nobody can call that a slip."""
    return {looks(scene_of(perform(state, action))) for action in actions(state)[:MOST_LAWFUL]}


def _drafts(state: State, base: Scene) -> Iterator[Draft]:
    if state.phase == DEMO:
        yield from restore_slips(state, base)
    if state.phase in (DEMO, THINK):
        yield from demo_slips(state, base)
    if state.phase in (PLACE, REPLACE):
        yield from place_slips(state, base)
    yield from uncover_slips(state, base)
    yield from coin_slips(state, base)


def _judged(state: State, draft: Draft) -> Slip | None:
    """The slip with its broken rule: the one the judge finds in the act, or that of a purely physical slip."""
    if draft.action is None:
        return Slip("", (violation(draft.code, draft.places),), draft.scene, draft.remedy)
    if violation_code(state, draft.action) is None:
        return None
    ruling = rule(state, draft.action)
    intended = write(draft.intended) if draft.intended is not None else ""
    return Slip(write(draft.action), ruling.violations, draft.scene, draft.remedy or ruling.remedy, intended)
