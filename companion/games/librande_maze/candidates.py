"""Lawful actions that could explain what is seen: those that explain it as they are, then those that may be a beginning of it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from itertools import islice

from companion.core.game import Seen
from companion.core.grid import Place, Zone
from companion.core.scene import Look, TileAt
from companion.games.librande_maze.actions import (
    Action,
    Answer,
    Ask,
    Cast,
    DragonMove,
    Draw,
    Drive,
    End,
    Move,
    Pass,
    PickUp,
    Power,
    Rob,
    Slide,
)
from companion.games.librande_maze.board import CELLS, LINE_SQUARES, LINES
from companion.games.librande_maze.cards import CARDS, UNKNOWN
from companion.games.librande_maze.casting import casts
from companion.games.librande_maze.catalogue import UP, hero_kind, spell_kind
from companion.games.librande_maze.closing import ends_unseen
from companion.games.librande_maze.edits import Edit, Plausible
from companion.games.librande_maze.layout import DISCARD
from companion.games.librande_maze.resolve import perform
from companion.games.librande_maze.scene import CHEST, DRAGON, square_tile
from companion.games.librande_maze.scene_change import scene_change
from companion.games.librande_maze.slides import WAYS
from companion.games.librande_maze.state import MAIN, OK, OVER, THEFT, WINDOW, State
from companion.games.librande_maze.turn import actions

HALF_A_LINE = 4
"""So many squares of a line must look different before somebody may have slid it."""

MOST_SLID = 6
"""Of so many ways the tiles lie it is kept which lines may have slid."""

MOST_BEGUN = 48
"""More beginnings of something longer are not tried."""

LINES_AT: dict[Place, tuple[str, ...]] = {
    cell: tuple(line for line in LINES if square in LINE_SQUARES[line]) for square, cell in enumerate(CELLS)
}
"""The lines that can be slid through each cell."""


def candidates(state: State, seen: Seen, ahead: Callable[[State, Action], State] = perform) -> Iterator[Action]:
    """Lawful actions of the seat to decide that what is seen bears out, and of those that leave no trace the ones that matter.

    A turn has several actions, and a token or a line may move twice before the table is at rest: an action after which a
    piece or a line that is seen to have changed has changed, though otherwise, comes last.  People tap what the camera
    cannot see: where something has changed, of the actions without a trace only those that lead on to it are named, and
    where nothing has, the first stands for all.  `ahead` tells what they lead to.
    """
    last = seen.must is not None
    if state.phase == OVER:
        return
    if not (seen.tiles or seen.pieces or seen.hidden):
        yield from _unseen(state)
        return
    look = _Look(state, Plausible(seen), ahead)
    silent: list[Action] = []
    begun: list[Action] = []
    buried: list[Action] = []
    # Nobody knows the hands: most casts that are lawful are of cards that lie nowhere to be seen.
    covered = look.plausible.changed(Zone(DISCARD))
    later = state.phase == MAIN and state.ban is None and state.status[state.turn] == OK
    for action in actions(state, look.castable() if later or not covered else CARDS, look.kind_matters):
        if not look.worth(action):
            continue
        card = card_of(action)
        if card and card not in look.cards:
            # Another card may cover it by now; which one it was, only people can say.
            if covered and not last:
                buried.append(action)
            continue
        edit = look.edit(action)
        if not _shows(edit):
            if not seen.must and _leads_on(state, action, look.plausible):
                silent.append(action)
        elif look.changes_all(edit) and look.plausible(edit):
            yield action
        elif not last and look.may_begin(action, edit):
            begun.append(action)
    yield from silent
    if covered and later and not last:
        # No more of them are listed than can be tried.
        unseen = tuple(card for card in CARDS if card not in look.cards)
        buried += islice(casts(state, unseen), MOST_BEGUN - min(len(begun), MOST_BEGUN))
    # What shows itself must not be crowded out by cards that nobody sees.
    yield from [*begun, *buried][:MOST_BEGUN]


def _unseen(state: State) -> Iterator[Action]:
    """Actions that leave no trace: those that change a side or a face at most, and of those that change nothing at all one
    in the main part of a turn, for they all look alike."""
    found = False
    # Passing and ending the turn are listed last; mostly they are the ones that change nothing.
    for action in reversed(actions(state)):
        what = action.what if isinstance(action, Power) else action
        if isinstance(what, Slide | DragonMove | PickUp) or (found and not isinstance(what, Move | Drive | End)):
            continue
        edit = scene_change(state, perform(state, action))
        silent = not (edit.tiles or edit.gone or edit.come)
        if (silent and not found) or (not silent and not _shows(edit)):
            yield action
        found = found or (silent and state.phase == MAIN)


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


def _shows(edit: Edit) -> bool:
    """Whether an edit leaves a trace apart from the side of a cell on which something stands."""
    if edit.tiles or not (edit.gone or edit.come):
        return bool(edit.tiles)
    left = [(piece.kind, piece.place) for piece in edit.gone]
    for piece in edit.come:
        if (piece.kind, piece.place) not in left:
            return True
        left.remove((piece.kind, piece.place))
    return bool(left)


class _Slid:
    """Which lines may have slid, for the latest questions: most actions leave the tiles alone, and are asked about one by one."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: list[tuple[State, Seen, frozenset[tuple[str, int]]]] = []

    def __call__(self, look: _Look) -> frozenset[tuple[str, int]]:
        state, seen = look.state, look.plausible.seen
        for of, what, lines in self._made:
            same = of.tiles is state.tiles and of.terms is state.terms
            if same and what.tiles is seen.tiles and what.hidden is seen.hidden:
                return lines
        lines = look.may_have_slid()
        self._made = [(state, seen, lines), *self._made[: MOST_SLID - 1]]
        return lines


_SLID = _Slid()


class _Look:
    """What is seen, asked about the actions of one state; what several of them need is worked out once."""

    __slots__ = ("_ahead", "_cards", "_kinds", "_laid", "_lines", "_must", "plausible", "state")

    def __init__(self, state: State, plausible: Plausible, ahead: Callable[[State, Action], State]) -> None:
        self.state, self.plausible, self._ahead = state, plausible, ahead
        self._lines: frozenset[tuple[str, int]] | None = None
        self._cards: Container[str] | None = None
        self._laid: dict[str, Edit] = {}
        hidden = bool(plausible.seen.hidden)
        self._must = frozenset(place for place, kind in plausible.seen.must or () if kind is None and place in LINES_AT)
        heroes = hidden or any(plausible.moved(hero_kind(hero.code)) for hero in state.terms.heroes)
        chests = hidden or plausible.moved(CHEST)
        self._kinds = {
            Move: heroes, Drive: heroes, DragonMove: hidden or plausible.moved(DRAGON), PickUp: chests, Rob: chests,
            Draw: False, Pass: False, Ask: False, End: self._ends(),
        }
        if state.phase == MAIN:
            self._only_what_must()

    def _ends(self) -> bool:
        """Whether the end of the turn may have to do with what is seen: most leave no trace, and nothing leads on to it then."""
        state = self.state
        if state.phase != MAIN or not ends_unseen(state):
            return True
        return not self.plausible.seen.must and may_end(state, self.plausible)

    def _only_what_must(self) -> None:
        """Leave out what moves none of the pieces that the last act must have moved, or not all of them."""
        terms, turn = self.state.terms, self.state.turn
        must = {kind for _, kind in self.plausible.seen.must or () if kind is not None}
        if not must:
            return
        heroes = must.intersection(hero_kind(hero.code) for hero in terms.heroes)
        attacks = terms.options.dragon_attack == "on-contact" or any(part.tramples for part in terms.heroes[turn].parts)
        unmoved = {Move: DRAGON in must or not heroes <= {hero_kind(terms.heroes[turn].code)},
                   Drive: len(heroes) != len(must) or len(heroes) > 1, DragonMove: bool(heroes) and not attacks,
                   PickUp: must != {CHEST}, Rob: must != {CHEST}}
        self._kinds.update((kind, False) for kind, vain in unmoved.items() if vain)

    def castable(self) -> Container[str]:
        """The cards of which casts may have to do with what is seen: aimed at whatever, a spell that others may answer is the
        card alone at first, and the same card on top of itself shows nothing."""
        if self.state.phase != MAIN or self.plausible.changed(Zone(DISCARD)):
            return self.cards
        if self._must:
            return ()
        return [card for card in self.state.discard[-1:] if self._shows_cast(card)]

    def _shows_cast(self, card: str) -> bool:
        """Whether a cast of that card may show anything."""
        first = next(casts(self.state, (card,)), None)
        if first is None:
            return False
        self.edit(first)
        return card not in self._laid or _shows(self._laid[card])

    def kind_matters(self, kind: type) -> bool:
        """Whether things that are done may have to do with what is seen, going by their type alone."""
        if kind is Slide:
            return bool(self._slid())
        return not self._must and self._kinds.get(kind, True)

    def worth(self, action: Action) -> bool:
        """Whether an action may have to do with what is seen, at a glance: most have not."""
        what = action.what if isinstance(action, Power) else action
        if isinstance(what, Slide):
            return (what.line, what.direction) in self._slid()
        # Nothing else changes squares.
        return not self._must and self._kinds.get(type(what), True)

    def edit(self, action: Action) -> Edit:
        """What an action changes; as long as others may answer a spell, it is the card alone, at whatever it is aimed."""
        cast = action.card if isinstance(action, Cast) and self.state.phase == MAIN else ""
        edit = self._laid.get(cast)
        if edit is None:
            after = self._ahead(self.state, action)
            edit = scene_change(self.state, after)
            if cast and after.phase in (WINDOW, THEFT):
                self._laid[cast] = edit
        return edit

    def changes_all(self, edit: Edit) -> bool:
        """Whether an edit changes all that the last act must have changed."""
        must = self.plausible.seen.must
        if not must:
            return True
        pieces = {(piece.place, piece.kind) for piece in (*edit.gone, *edit.come)}
        return must <= pieces.union((item.place, None) for item in edit.tiles)

    def _slid(self) -> frozenset[tuple[str, int]]:
        """The lines that may have slid, and which way, once or twice; other lines may have crossed them since."""
        if self._lines is None:
            self._lines = slid = _SLID(self)
            if self._must:
                self._lines = frozenset(
                    (line, way) for line, way in slid if all(line in LINES_AT[place] for place in self._must))
        return self._lines

    def may_have_slid(self) -> frozenset[tuple[str, int]]:
        """The same, worked out anew."""
        changed = [*self.plausible.seen.tiles, *self.plausible.seen.hidden]
        lines = {line for place in changed for line in LINES_AT.get(place, ())}
        ways = ((line, way) for line in lines for way in WAYS[line])
        return frozenset((line, way) for line, way in ways if any(self._shifted(line, way, far) >= HALF_A_LINE for far in (1, 2)))

    def _shifted(self, line: str, way: int, far: int) -> int:
        """How many squares of a line look as they do after it slid that far."""
        squares = LINE_SQUARES[line] if way in (1, 2) else LINE_SQUARES[line][::-1]
        lie = [square_tile(self.state, square) for square in squares]
        return sum(self._may_look(there, here.look) for here, there in zip(lie, lie[far:], strict=False))

    def _may_look(self, there: TileAt, look: Look) -> bool:
        """Whether a square may bear that look now; a place of which nothing was seen looks as it did."""
        if not self.plausible.changed(there.place):
            return there.look == look
        return self.plausible.looks(TileAt(there.place, look))

    @property
    def cards(self) -> Container[str]:
        """The cards that may lie on top of the spent spells."""
        if self._cards is None:
            self._cards = self._may_lie_open()
        return self._cards

    def _may_lie_open(self) -> Container[str]:
        zone, discard = Zone(DISCARD), self.state.discard
        if zone in self.plausible.seen.hidden:
            return CARDS
        looks = self.plausible.seen.tiles.get(zone)
        if looks is None:
            return CARDS if UNKNOWN in discard[-1:] else discard[-1:]
        kinds = {look.kind for look in looks if look.face == UP}
        return CARDS if None in kinds else {card for card in CARDS if spell_kind(card) in kinds}

    def may_begin(self, action: Action, edit: Edit) -> bool:
        """Whether more actions may follow that lead on from here to what is seen."""
        what = action.what if isinstance(action, Power) else action
        if isinstance(what, Slide):
            return (what.line, what.direction) in self._slid()
        if any(not self.plausible.changed(item.place) for item in edit.tiles):
            return False
        kinds = {piece.kind for piece in (*edit.gone, *edit.come)}
        return bool(kinds) and all(self.plausible.moved(kind) or kind == CHEST for kind in kinds)
