"""What slips are made of: scenes with one thing changed, and whether such a change was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from companion.core.game import Seen, Slip
from companion.core.grid import Place
from companion.core.ruling import Violation
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt
from companion.games.alles_kaese.catalogue import DIE, VALUE_OF
from companion.games.alles_kaese.judge import violation_code
from companion.games.alles_kaese.layout import SUPPLY
from companion.games.alles_kaese.notation import read
from companion.games.alles_kaese.remedy import remedy
from companion.games.alles_kaese.scene import SOME_BACK, back_look
from companion.games.alles_kaese.state import State
from companion.games.alles_kaese.step_rules import top_may_be
from companion.games.alles_kaese.violations import violation
from companion.games.alles_kaese.words import action_places, sentence


def with_looks(base: Scene, *changes: tuple[Place, Look]) -> Scene:
    """The scene with other looks at some places; a place that bore no tile is added."""
    looks = dict(changes)
    tiles = [TileAt(tile.place, looks.pop(tile.place)) if tile.place in looks else tile for tile in base.tiles]
    return Scene((*tiles, *map(TileAt, looks, looks.values())), base.pieces)


def with_piece(base: Scene, piece: PieceAt) -> Scene:
    """The scene with one piece more."""
    return base._replace(pieces=(*base.pieces, piece))


def with_die(base: Scene, die: PieceAt) -> Scene:
    """The scene with the die lying otherwise."""
    return base._replace(pieces=tuple(die if piece.kind == DIE else piece for piece in base.pieces))


def next_back(state: State) -> Look:
    """The look of the supply once its top card has gone; some back where nobody knows what lies below."""
    if state.supply <= 1:
        return ABSENT
    return back_look(state.stock[1] >> 1) if len(state.stock) > 1 else SOME_BACK


@dataclass(frozen=True, slots=True)
class Draft:
    """A slip before it is ruled on: most of them are not what was seen."""

    scene: Scene
    ruled: Callable[[], Slip]


def told_slip(state: State, token: str, after: Scene, intended: str = "", lies_at: tuple[Place, ...] = ()) -> Draft:
    """A slip with a notation: its rule is the one the judge names; `lies_at` is where it shows, if the notation does not say."""

    def ruled() -> Slip:
        action = _read(token)
        code = violation_code(state, action)
        assert code is not None, token
        found = violation(code, lies_at or action_places(state, action), sentence(state, action, code))
        return Slip(token, (found,), after, remedy(state, action, code), intended)

    return Draft(after, ruled)


_read = lru_cache(maxsize=1024)(read)
"""The same few tokens come up in every look."""


def bare_slip(state: State, code: str, places: tuple[Place, ...], after: Scene) -> Draft:
    """A slip that no token can express."""

    def ruled() -> Slip:
        found: Violation = violation(code, places)
        return Slip("", (found,), after, remedy(state, _read("1"), code))

    return Draft(after, ruled)


def visible_in(before: Scene, after: Scene, seen: Seen) -> bool:
    """Whether every change from the state's scene may be among what was seen."""
    looks, known = dict(before.tiles), {id(tile) for tile in before.tiles}
    for tile in after.tiles:
        # Most tiles are handed on.
        if id(tile) in known or tile.look == looks.get(tile.place):
            continue
        old = looks.get(tile.place, ABSENT)
        # Some card may look just like the one that lay there.
        alike = tile.look.kind is None and tile.look.face == old.face and tile.place not in seen.tiles
        if tile.look != old and not alike and not _look_seen(tile, seen):
            return False
    if len(after.pieces) == len(before.pieces) and all(
        one is other or one[:2] == other[:2] for one, other in zip(after.pieces, before.pieces, strict=True)
    ):
        return True
    gone, come = _counted(before), _counted(after)
    kinds = {(kind, place) for kind, place in (*(gone - come), *(come - gone)) if place not in seen.hidden}
    return all(kind in seen.pieces for kind, _ in kinds)


def may_change(seen: Seen | None, place: Place) -> bool:
    """Whether that place may look otherwise than on record: asked before a scene is made of what surely did not happen."""
    return seen is None or place in seen.tiles or place in seen.hidden


def may_roll(seen: Seen | None) -> bool:
    """Whether the die may lie otherwise than on record: one that surely shows what it showed was not rolled."""
    return seen is None or DIE in seen.pieces or bool(seen.hidden)


def _look_seen(tile: TileAt, seen: Seen) -> bool:
    """Whether that look is among those the place may have."""
    if tile.place in seen.hidden:
        return True
    found = seen.tiles.get(tile.place, ())
    return any(look == tile.look or (tile.look.kind is None and look.face == tile.look.face) for look in found)


def _counted(of: Scene) -> Counter[tuple[str, Place]]:
    """Pieces by kind and place: a die that merely shows another face has not moved."""
    return Counter((piece.kind, piece.place) for piece in of.pieces)


def supply_gone(state: State) -> tuple[Place, Look]:
    """The look of the supply after its top card has left."""
    return SUPPLY, next_back(state)


def may_come_up(state: State, seen: Seen | None) -> bool:
    """Whether what is seen on the supply may be its next card: one that is in the game no longer was misread, whatever was done,
    and proves no slip, after which any card may lie there."""
    if seen is None or SUPPLY in seen.hidden or state.supply < 2:
        return True
    looks = seen.tiles.get(SUPPLY, (back_look(state.top),))
    return any(top_may_be(state, state.top, VALUE_OF.get(look.kind or "", -1)) for look in looks)
