"""Flat pieces that look otherwise on the board than beside it.

Glossy tiles throw back a lamp as haze, and so do the pieces that lie on them: what is taught as the light of the board is that of
its tiles, haze and all.  Beside the board there is none, and there the same piece is darker and more colourful than its picture,
like another side of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

import numpy as np

from calibration.alike import learn_alike
from calibration.other_light import NO_OTHER, OtherLight, covered_by, light_of, nearer
from companion.core.grid import Cell
from vision.frame import TaughtPiece
from vision.light import Array
from vision.rig import FLAT_MM

APART = 15.0
"""So many grey values, in the channel where they differ most, two looks of one piece are apart: 13 at most on seven tables, 18
and 45 where a lamp lay over the cards."""
LEAST_SEEN, SOME = 0.9, 0.25
"""A look learnt in another light is believed that covers so much of what the piece does (.97 to 1 on five tables, .82 of one that
had come out ragged); a side taught in such light only has the usual one, too, if so many of its views are nearer to that."""
PRINTED = 3
"""Of so many kinds, what tells them apart is a print."""
DARK = 20.0
"""Grey values added before two are compared by their ratio."""
SURELY = 0.8
"""A pixel shows the piece whose cover is more than that."""


class CutOut(Protocol):
    """A taught piece as it was seen: `picture` (n, n, 3), `cover` (n, n) 0..1, `valid` (n, n) 0 where another is nearer."""

    @property
    def taught(self) -> TaughtPiece: ...
    @property
    def picture(self) -> Array: ...
    @property
    def cover(self) -> Array: ...
    @property
    def valid(self) -> Array: ...


S = TypeVar("S", bound=CutOut)


Zones = tuple[str, ...]
"""The names of the zones in which a piece looks so; none where it looks so as a rule."""


def looks_in_lights(sides: Mapping[str, Sequence[S]], least: int) -> dict[str, list[tuple[Zones, Array]]]:
    """The looks (n, n, 4: picture and cover) of each side of a flat piece in the lights of all places where it was taught, and
    the zones where alone it looks so: learnt from all its views where there is but one light, else from those in each.

    Lights are told by the side that was taught on the board, on many grounds, and in most zones; places of fewer than `least`
    views tell nothing.
    """
    places = {side: _by_place(views, least) for side, views in sides.items()}
    widest = max(places, key=lambda side: ("" in places[side], len(places[side])))
    lights = _lights(places[widest])
    return {side: _looks_of(views, places[side], lights) for side, views in sides.items()}


def _by_place(views: Sequence[S], least: int) -> dict[str, list[S]]:
    """Views of one piece by where it lay: on the board (no name), and then in each zone."""
    places: dict[str, list[S]] = {}
    for view in views:
        place = view.taught.piece.place
        places.setdefault("" if isinstance(place, Cell) else place.name, []).append(view)
    return {name: places[name] for name in sorted(places) if len(places[name]) >= least}


def _lights(places: Mapping[str, Sequence[S]]) -> dict[str, OtherLight]:
    """The light of each place beside that of the first."""
    if len(places) < 2:
        return dict.fromkeys(places, NO_OTHER)
    first, *others = places
    look = _learnt(places[first])
    return {first: NO_OTHER, **{name: light_of(look, *_shown(places[name])) for name in others}}


def _looks_of(
    views: Sequence[S], places: Mapping[str, Sequence[S]], lights: Mapping[str, OtherLight]
) -> list[tuple[Zones, Array]]:
    """One side of a piece in the usual light, that of the first place, and in all that differ from it."""
    known = [name for name in places if name in lights]
    if not known:
        return [((), _learnt(views))]
    usual = lights[known[0]].taken_from(_learnt(places[known[0]]))
    groups = _alike(usual, {name: lights[name].over(usual) for name in known})
    if len(groups) == 1:
        return [((), _learnt(views))]
    looks = list[tuple[Zones, Array]]()
    for lit, names in groups[1:]:
        there = [view for name in names for view in places[name]]
        own = _learnt(there)
        # What is seen there tells more, the sides and the rims, but from a heap it may tell too little.
        look = own if covered_by(usual, own) > LEAST_SEEN else lit
        # What is added lies there; where nothing is, none may lie elsewhere either.
        looks.append((tuple(names) if _brightness(lit) > _brightness(usual) else (), look))
        if not groups[0][1] and nearer(usual, lit, *_shown(there)) >= SOME:
            groups[0][1].append("")
    return [((), usual), *looks] if groups[0][1] else looks


def _alike(usual: Array, lit: Mapping[str, Array]) -> list[tuple[Array, list[str]]]:
    """Looks in several lights, and which of these places have them, the usual first."""
    groups: list[tuple[Array, list[str]]] = [(usual, [])]
    for name, look in lit.items():
        near = [(apart, group) for other, group in groups if (apart := _apart_by(look, other)) <= APART]
        if near:
            min(near, key=lambda each: each[0])[1].append(name)
        else:
            groups.append((look, [name]))
    return groups


def _learnt(views: Sequence[S]) -> Array:
    """What all views of a piece show alike (n, n, 4): its picture and how far it covers."""
    pictures, valid = _shown(views)
    learnt = learn_alike(pictures, np.stack([view.cover for view in views]), valid)
    return np.dstack([learnt.picture, learnt.cover]).astype(np.float32)


def _shown(views: Sequence[S]) -> tuple[Array, Array]:
    """Pictures (m, n, n, 3) of views and where nothing is in the way (m, n, n)."""
    return np.stack([view.picture for view in views]), np.stack([view.valid for view in views])


def _brightness(look: Array) -> float:
    return float(look[look[..., 3] > SURELY][:, :3].mean())


def _apart_by(look: Array, other: Array) -> float:
    """How far two looks of the same outline are apart, grey values in the channel where they differ most."""
    shown = look[..., 3] > SURELY
    return float(np.abs((look - other)[shown][:, :3].mean(axis=0)).max()) if shown.any() else 0.0


def without_haze(plain: Sequence[S], dull: Sequence[S]) -> list[S]:
    """The views of flat pieces on the board as they are in pictures without haze (`dull`, in the order of the others), if all
    views of each are more alike there; all others `plain`.  Some shine as the cards below them do, and some do not."""
    sharing = [
        isinstance(view.taught.piece.place, Cell) and view.taught.top_mm - view.taught.foot_mm <= FLAT_MM for view in plain
    ]
    one, other = ([view for view, shares in zip(views, sharing, strict=True) if shares] for views in (plain, dull))
    if not _apart(other) < _apart(one):
        return list(plain)
    return [bare if shares else view for view, bare, shares in zip(plain, dull, sharing, strict=True)]


def _apart(views: Sequence[S]) -> float:
    """How far views of the same side are apart, as a logarithm: in the contrasts of prints, or in colour."""
    groups: dict[tuple[str, str | None], list[Array]] = {}
    printed = len({view.taught.piece.kind for view in views}) >= PRINTED
    for view in views:
        if (colour := _contrast(view) if printed else _colour(view)) is not None:
            groups.setdefault((view.taught.piece.kind, view.taught.piece.face), []).append(colour)
    logs = [np.log(np.stack(group) + DARK) for group in groups.values() if len(group) > 1]
    return float(np.mean([np.abs(each - np.median(each, axis=0)).mean() for each in logs])) if logs else 0.0


def _contrast(view: CutOut) -> Array | None:
    """How far the colours (3,) of what surely shows the piece spread; None where nothing does."""
    shown = _surely(view)
    return np.asarray(shown.std(axis=0)) if len(shown) else None


def _colour(view: CutOut) -> Array | None:
    """The mean colour (3,) of what surely shows the piece; None where nothing does."""
    shown = _surely(view)
    return np.asarray(shown.mean(axis=0)) if len(shown) else None


def _surely(view: CutOut) -> Array:
    """The pixels (n, 3) that surely show the piece."""
    return view.picture[view.cover * view.valid > SURELY]
