"""Lawful actions that could explain what is seen: those that explain it as they are, then those that may be a beginning of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.game import Seen
from companion.core.grid import Zone
from companion.core.scene import Look, TileAt
from companion.games.librande_maze.actions import Action, Answer, Cast, Drive, End, Move, Power, Slide
from companion.games.librande_maze.board import CELLS, LINE_SQUARES
from companion.games.librande_maze.cards import UNKNOWN
from companion.games.librande_maze.catalogue import UP, hero_kind, spell_kind
from companion.games.librande_maze.edits import Edit, Plausible
from companion.games.librande_maze.layout import DISCARD
from companion.games.librande_maze.resolve import perform
from companion.games.librande_maze.scene import CHEST, square_tile
from companion.games.librande_maze.scene_change import scene_change
from companion.games.librande_maze.state import MAIN, OVER, State
from companion.games.librande_maze.turn import actions

HALF_A_LINE = 4
"""So many squares of a line must look different before somebody may have slid it."""

MOST_BEGUN = 48
"""More beginnings of something longer are not tried."""


def candidates(state: State, seen: Seen) -> Iterator[Action]:
    """Lawful actions of the seat to decide that what is seen bears out, and those that leave no trace.

    A turn has several actions, and a token or a line may move twice before the table is at rest: an action after which a
    piece or a line that is seen to have changed has changed, though otherwise, comes last.  Where something is seen to have
    changed, of those without a trace only the ones that lead on to it are named: people tap what the camera cannot see.
    """
    if state.phase == OVER:
        return
    plausible = Plausible(seen)
    nothing = not (seen.tiles or seen.pieces or seen.hidden)
    silent: list[Action] = []
    begun: list[Action] = []
    for action in actions(state):
        card = card_of(action)
        if card and not _card_seen(state, card, plausible):
            # Another card may cover it by now; which one it was, only people can say.
            if plausible.changed(Zone(DISCARD)):
                begun.append(action)
            continue
        edit = scene_change(state, perform(state, action))
        if not _shows(edit):
            if nothing or _leads_on(state, action, plausible):
                silent.append(action)
        elif plausible(edit):
            yield action
        elif _may_begin(state, action, edit, plausible):
            begun.append(action)
    yield from silent
    yield from begun[:MOST_BEGUN]


def _leads_on(state: State, action: Action, plausible: Plausible) -> bool:
    """Whether an action without a trace is one after which more may have been done unseen: an answer nobody gave, what a
    Theft took, the crossing of a web, or the end of a turn that nobody announced."""
    if isinstance(action, End):
        return may_end(state, plausible)
    return state.phase != MAIN or isinstance(action.what if isinstance(action, Power) else action, Move | Drive)


def may_end(state: State, plausible: Plausible) -> bool:
    """Whether a turn may have ended without a word: when no action points are left, or when something was done in it and
    another player's token is seen to have moved (R77).  Slides and Dragon moves are those of the player in turn."""
    if state.ap == 0:
        return True
    others = (hero for player, hero in enumerate(state.terms.heroes) if player != state.turn)
    return state.acted and any(plausible.moved(hero_kind(hero.code)) for hero in others)


def card_of(action: Action) -> str:
    """The card that an action lays open from a hand."""
    return action.card if isinstance(action, Cast | Answer) else ""


def _card_seen(state: State, card: str, plausible: Plausible) -> bool:
    """Whether that card may lie on top of the spent spells."""
    zone = Zone(DISCARD)
    if zone in plausible.seen.hidden:
        return True
    looks = plausible.seen.tiles.get(zone)
    if looks is None:
        return bool(state.discard) and state.discard[-1] in (card, UNKNOWN)
    return any(look.face == UP and look.kind in (spell_kind(card), None) for look in looks)


def _shows(edit: Edit) -> bool:
    """Whether an edit leaves a trace apart from the side of a cell on which something stands."""
    left, come = (Counter((piece.kind, piece.place) for piece in pieces) for pieces in (edit.gone, edit.come))
    return bool(edit.tiles) or left != come


def _may_begin(state: State, action: Action, edit: Edit, plausible: Plausible) -> bool:
    """Whether more actions may follow that lead on from here to what is seen."""
    what = action.what if isinstance(action, Power) else action
    if isinstance(what, Slide):
        return _shifted(state, what, plausible, 1) >= HALF_A_LINE or _shifted(state, what, plausible, 2) >= HALF_A_LINE
    if any(not plausible.changed(item.place) for item in edit.tiles):
        return False
    kinds = {piece.kind for piece in (*edit.gone, *edit.come)}
    return bool(kinds) and all(plausible.moved(kind) or kind == CHEST for kind in kinds)


def _shifted(state: State, action: Slide, plausible: Plausible, far: int) -> int:
    """How many squares of a line look as they do after it slid that far; other lines may have crossed it since."""
    squares = LINE_SQUARES[action.line] if action.direction in (1, 2) else LINE_SQUARES[action.line][::-1]
    pairs = zip(squares, squares[far:], strict=False)
    return sum(_looks(state, there, square_tile(state, here).look, plausible) for here, there in pairs)


def _looks(state: State, square: int, look: Look, plausible: Plausible) -> bool:
    """Whether a square may bear that look now; a place of which nothing was seen looks as it did."""
    cell = CELLS[square]
    if not plausible.changed(cell):
        return square_tile(state, square).look == look
    return plausible.looks(TileAt(cell, look))
