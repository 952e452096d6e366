"""Things people do wrong, as sight would show them: one list for the judge to recognise and for simulated players to try."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.core.game import Seen, Slip
from companion.core.scene import Scene
from companion.games.librande_maze.actions import Base, Cast, DragonMove, Drive, End, Move, Slide
from companion.games.librande_maze.board import LINES
from companion.games.librande_maze.cards import CARDS
from companion.games.librande_maze.catalogue import hero_kind
from companion.games.librande_maze.edits import Key, Plausible, edited, key, laid
from companion.games.librande_maze.judge import violation_code
from companion.games.librande_maze.notation import write
from companion.games.librande_maze.remedy import remedy
from companion.games.librande_maze.resolve import perform
from companion.games.librande_maze.scene import DRAGON, scene
from companion.games.librande_maze.scene_change import scene_change
from companion.games.librande_maze.slides import WAYS
from companion.games.librande_maze.slip_parts import Draft
from companion.games.librande_maze.slips_cards import card_slips, curse_slips, draw_slips
from companion.games.librande_maze.slips_pieces import (
    dragon_slips,
    missing_slips,
    other_hero_slips,
    recovery_slips,
    step_slips,
    web_slips,
)
from companion.games.librande_maze.slips_tiles import loose_tile_slips, pushed_amiss, slide_slips, unfinished_slips
from companion.games.librande_maze.slips_treasure import alone_slips, count_slips, drag_slips, pick_slips
from companion.games.librande_maze.state import MAIN, State
from companion.games.librande_maze.turn import actions
from companion.games.librande_maze.violations import violation
from companion.games.librande_maze.words import action_places

KINDS = (
    step_slips, pick_slips, drag_slips, slide_slips, unfinished_slips, dragon_slips, card_slips, curse_slips, draw_slips,
    other_hero_slips, recovery_slips, missing_slips, loose_tile_slips, alone_slips, count_slips, web_slips,
)  # fmt: skip
"""Every kind of slip, the likeliest mistake first; of several that look alike the first is named."""


def slips(state: State, seen: Seen | None = None) -> Iterator[Slip]:
    """What people may do wrong in this state; each different-looking table once.

    With `seen`, only what could explain it.  A slip that leaves the table as it is has an action and matters only when
    somebody says that the turn is done.
    """
    sight = None if seen is None else Plausible(seen)
    base = scene(state)
    known = set(_lawful_looks(state)) if sight is None else None
    for kind in KINDS:
        for draft in kind(state, sight):
            if sight is not None and not sight(draft.edit):
                continue
            look = key(draft.edit)
            if known is None and any(look):
                known = set(_lawful_looks(state, sight))
            if known is not None and look in known:
                continue
            code = draft.code or (violation_code(state, draft.action) if draft.action is not None else None)
            if code is None:
                continue
            if known is not None and any(look):
                known.add(look)
            yield _slip(state, draft, code, base)


def _slip(state: State, draft: Draft, code: str, base: Scene) -> Slip:
    action, intended = draft.action, draft.intended
    places = draft.places or (action_places(state, action) if action is not None else ())
    return Slip(
        write(action) if action is not None else "",
        (violation(code, places),),
        edited(base, draft.edit),
        draft.remedy or (remedy(state, action, code) if action is not None else ()),
        write(intended) if intended is not None else "",
    )


def _lawful_looks(state: State, sight: Plausible | None = None) -> Iterator[Key]:
    """What the table looks like after lawful play, as far as it may be what is seen: nobody can call that a slip.

    Whatever is seen, also after two actions, and after a forgotten end of the turn and the next player's first action (R77), so
    that no simulated player breaks a rule in a way that looks lawful.  Two slides in a row are not followed.
    """
    cards = CARDS if sight is None else tuple(card for card in CARDS if _may_lie_open(state, sight, card))
    slid = frozenset[tuple[str, int]]() if sight is None else _may_have_slid(state, sight)
    for action in actions(state, cards, None if sight is None else partial(_may_move, state, sight)):
        if sight is not None and isinstance(action, Slide) and (action.line, action.direction) not in slid:
            continue
        after = perform(state, action)
        look = key(scene_change(state, after))
        if any(look):
            yield look
        if sight is None and after.phase == MAIN:
            for more in _next_actions(state, action, after, any(look)):
                yield key(scene_change(state, perform(after, more)))


def _may_lie_open(state: State, sight: Plausible, card: str) -> bool:
    """Whether the pile of spent spells may look as it does with that card on top."""
    return state.discard[-1:] == (card,) or all(map(sight.looks, laid(card).tiles))


def _may_move(state: State, sight: Plausible, kind: type) -> bool:
    """Whether anything that such actions move may lie elsewhere than on record."""
    if sight.seen.hidden:
        return True
    if kind in (Move, Drive):
        return any(sight.moved(hero_kind(hero.code)) for hero in state.terms.heroes)
    return sight.moved(DRAGON) if kind is DragonMove else True


def _may_have_slid(state: State, sight: Plausible) -> frozenset[tuple[str, int]]:
    """The lines that may have slid, and which way: the tiles that were pushed along may lie where they came to."""
    ways = ((line, way) for line in LINES for way in WAYS[line])
    return frozenset((line, way) for line, way in ways if not pushed_amiss(state, sight, line, way))


def _next_actions(state: State, action: Base, after: State, shows: bool) -> Iterator[Base]:
    """The second actions that may be taken for one with the first."""
    if isinstance(action, End):
        if state.ap == 0:
            yield from actions(after)
        elif state.acted:
            yield from (more for more in actions(after) if isinstance(more, Move))
    elif shows and not isinstance(action, Slide | Cast):
        yield from actions(after)
