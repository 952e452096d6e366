"""Flat pieces that look otherwise on the board than beside it.

Glossy tiles throw back a lamp as haze, and so do the pieces that lie on them: what is taught as the light of the board is that of
its tiles, haze and all.  Beside the board there is none, and there the same piece is darker and more colourful than its picture,
like another side of it.  Or a lamp lies over a zone beside the board: then it is paler there, and looks so there alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

import numpy as np

from calibration.alike import learn_alike
from calibration.other_light import NO_OTHER, OtherLight, laid_over, light_of, nearer
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
    return {side: _looks_of(views, places[side], lights, least) for side, views in sides.items()}


def _by_place(views: Sequence[S], least: int) -> dict[str, list[S]]:
    """Views of one piece by where it lay: on the board (no name), and then in each zone."""
    places: dict[str, list[S]] = {}
    for view in views:
        place = view.taught.piece.place
        places.setdefault("" if isinstance(place, Cell) else place.name, []).append(view)
    return {name: places[name] for name in sorted(places) if len(places[name]) >= least}


def _lights(places: Mapping[str, Sequence[S]]) -> list[tuple[OtherLight, list[str]]]:
    """The lights that differ, and the places that lie in them: first that of the first place, and of those places that have no
    more light; what the board throws back and they do not, some pieces on it may not either."""
    lights: list[tuple[OtherLight, list[str]]] = [(NO_OTHER, list(places)[:1])]
    if len(places) < 2:
        return lights
    look = learnt_from(places[lights[0][1][0]])
    for name, views in list(places.items())[1:]:
        lit = (own := light_of(look, *_shown(views))).over(look)
        apart = [_apart_by(lit, other.over(look)) for other, _ in lights]
        if _brightness(lit) <= _brightness(look):
            lights[0][1].append(name)
        elif min(apart) > APART:
            lights.append((own, [name]))
        else:
            lights[int(np.argmin(apart))][1].append(name)
    return lights


def _looks_of(
    views: Sequence[S], places: Mapping[str, Sequence[S]], lights: Sequence[tuple[OtherLight, Sequence[str]]], least: int
) -> list[tuple[Zones, Array]]:
    """One side of a piece in all lights in which it was taught, the usual one first."""
    as_usual = [name for name in lights[0][1] if name in places]
    otherwise = [(light, names) for light, names in lights[1:] if any(name in places for name in names)]
    if not otherwise:
        return [((), learnt_from(part)) for part in by_light(views, least)]
    first = otherwise[0]
    usual = learnt_from(places[as_usual[0]]) if as_usual else first[0].taken_from(learnt_from(_in(places, first[1])))
    looks, alone = list[tuple[Zones, Array]](), not as_usual
    for light, names in otherwise:
        lit, there = light.over(usual), _in(places, names)
        own, covered = laid_over(usual, learnt_from(there))
        # What is seen there tells more, the sides and the rims, but from a heap it may tell too little.
        looks.append((tuple(names), own if covered > LEAST_SEEN else lit))
        alone = alone and nearer(usual, lit, *_shown(there)) < SOME
    return looks if alone else [((), usual), *looks]


def _in(places: Mapping[str, Sequence[S]], names: Sequence[str]) -> list[S]:
    """All views in some places."""
    return [view for name in names if name in places for view in places[name]]


def by_light(views: Sequence[S], least: int) -> list[list[S]]:
    """Views of one piece, those on the board apart from those beside it where their colours are; at least so many in each."""
    parts = [[view for view in views if isinstance(view.taught.piece.place, Cell) is on] for on in (True, False)]
    if min(map(len, parts)) < least:
        return [list(views)]
    colours = [[colour for view in part if (colour := _colour(view)) is not None] for part in parts]
    if not all(colours):
        return [list(views)]
    on, beside = (np.median(each, axis=0) for each in colours)
    return parts if np.abs(on - beside).max() > APART else [list(views)]


def _apart_by(look: Array, other: Array) -> float:
    """How far two looks of the same outline are apart, grey values in the channel where they differ most."""
    shown = look[..., 3] > SURELY
    return float(np.abs((look - other)[shown][:, :3].mean(axis=0)).max()) if shown.any() else 0.0


def learnt_from(views: Sequence[S]) -> Array:
    """What all views of a piece show alike (n, n, 4): its picture and how far it covers."""
    pictures, valid = _shown(views)
    learnt = learn_alike(pictures, np.stack([view.cover for view in views]), valid)
    return np.dstack([learnt.picture, learnt.cover]).astype(np.float32)


def _shown(views: Sequence[S]) -> tuple[Array, Array]:
    """Pictures (m, n, n, 3) of views and where nothing is in the way (m, n, n)."""
    return np.stack([view.picture for view in views]), np.stack([view.valid for view in views])


def _brightness(look: Array) -> float:
    return float(look[look[..., 3] > SURELY][:, :3].mean())


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
    shown = surely(view)
    return np.asarray(shown.std(axis=0)) if len(shown) else None


def _colour(view: CutOut) -> Array | None:
    """The mean colour (3,) of what surely shows the piece; None where nothing does."""
    shown = surely(view)
    return np.asarray(shown.mean(axis=0)) if len(shown) else None


def surely(view: CutOut) -> Array:
    """The pixels (n, 3) that surely show the piece."""
    return view.picture[view.cover * view.valid > SURELY]
