"""Of a kind of tile there are only so many on the grid."""

from __future__ import annotations

from dataclasses import replace
from math import exp, log

import numpy as np

from companion.core.catalogue import TileKind
from companion.core.grid import Cell, Place, Zone
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look, TileAt
from vision.copies import counted, with_copies, with_taught_copies
from vision.frame import TaughtTile, TeachingPicture
from vision.totals import BY_TOTAL

PINK, ROSE, BRIDGE = (TileKind(name, {"up": 4, "down": 1}, ("down",), copies=1) for name in ("pink", "rose", "bridge"))
STREET = TileKind("street", {"up": 4, "down": 1}, ("down",))
HERE, THERE = Cell(0, 0), Cell(2, 3)


def claim(place: Place, **chances: float) -> TileClaim:
    """How likely which kinds lie in a place, likeliest first."""
    return TileClaim(place, tuple(LikelyLook(Look(kind, "up", 1), log(chance)) for kind, chance in chances.items()))


def read(*claims: TileClaim, hidden: frozenset[Place] = frozenset()) -> list[tuple[str | None, float]]:
    """The likeliest kind in every place, and how sure it is."""
    told = with_copies(Reading(0, 0.0, claims, (), hidden), (PINK, ROSE, BRIDGE, STREET)).tiles
    assert all(abs(sum(exp(look.log_p) for look in each.looks) - 1) < 1e-3 for each in told)
    return [(each.best.kind, exp(each.log_p)) for each in told]


def test_what_looks_like_a_tile_that_lies_elsewhere_is_its_twin() -> None:
    """The pink card lies there for sure, so the one here is rose, though nobody may be sure of what the eye does not tell."""
    (_, sure), (kind, share) = read(claim(THERE, pink=0.9999, rose=0.0001), claim(HERE, pink=0.99, rose=0.01))
    assert kind == "rose" and 0.6 < share <= BY_TOTAL and sure > 0.98


def test_of_two_that_look_like_one_the_surer_is_it() -> None:
    """Both look pink: the one that does so plainly keeps its name."""
    assert [kind for kind, _ in read(claim(THERE, pink=0.999, rose=0.001), claim(HERE, pink=0.8, rose=0.2))] == ["pink", "rose"]


def test_a_twin_that_lies_elsewhere_makes_surer() -> None:
    """Rather pink than rose, and the rose one lies elsewhere."""
    assert read(claim(THERE, rose=0.999, pink=0.001), claim(HERE, pink=0.6, rose=0.4))[1][1] > 0.99


def test_what_nobody_would_see_there_is_not_told_by_what_lies_elsewhere() -> None:
    """Two cards that are plainly the same: one was taught by a wrong name, and a bridge is none of them."""
    both = claim(THERE, pink=0.99999, bridge=0.00001), claim(HERE, pink=0.99999, bridge=0.00001)
    assert [kind for kind, _ in read(*both)] == ["pink", "pink"]


def test_of_other_kinds_there_may_be_many() -> None:
    """Streets lie everywhere."""
    both = claim(THERE, street=0.99, rose=0.01), claim(HERE, street=0.7, rose=0.3)
    assert [kind for kind, _ in read(*both)] == ["street", "street"]


def test_a_card_beside_the_grid_tells_nothing_of_the_grid() -> None:
    """In somebody's hand of cards one lies on another, and may be misread."""
    assert read(claim(Zone("hand"), pink=0.9999, rose=0.0001), claim(HERE, pink=0.8, rose=0.2))[1][0] == "pink"


def test_what_a_hand_hides_tells_nothing_of_other_places() -> None:
    """Below a hand nothing is known to lie."""
    alone = read(claim(HERE, pink=0.8, rose=0.2))
    under = read(claim(THERE, pink=0.9999, rose=0.0001), claim(HERE, pink=0.8, rose=0.2), hidden=frozenset({THERE}))
    assert under[1] == alone[0]


def test_where_all_of_a_kind_lie_elsewhere_a_place_shows_another() -> None:
    """Two streets are in the box, both in plain sight: what may be a street or a web is a web."""
    street, web = replace(STREET, copies=2), TileKind("web", {"up": 4}, copies=1)
    doubtful = claim(HERE, street=0.5, web=0.4, bend=0.1)
    told = with_copies(
        Reading(0, 0.0, (claim(THERE, street=1.0), claim(Cell(1, 1), street=0.999, bend=0.001), doubtful), ()), (street, web)
    )
    assert told.tiles[2].best.kind == "web" and exp(told.tiles[2].log_p) > 0.75


def test_of_two_in_doubt_neither_is_told_by_the_other() -> None:
    """One street and one web are left for two places that look alike: each is as likely as before which of them is which."""
    street, web = replace(STREET, copies=1), TileKind("web", {"up": 4}, copies=1)
    both = claim(HERE, street=0.6, web=0.4), claim(THERE, street=0.6, web=0.4)
    told = with_copies(Reading(0, 0.0, both, ()), (street, web)).tiles
    assert all(abs(exp(each.log_p) - 0.5) < 0.01 for each in told)


def picture(*kinds: str) -> TeachingPicture:
    """A teaching picture with tiles in HERE and THERE."""
    corner = (0.0, 0.0)
    tiles = (TileAt(place, Look(kind, "up", 0)) for place, kind in zip((HERE, THERE), kinds, strict=False))
    laid = tuple(TaughtTile(tile, (corner,) * 4) for tile in tiles)
    return TeachingPicture(np.zeros((1, 1, 3), np.uint8), (corner,) * 4, laid, ())


def taught(*pictures: TeachingPicture) -> list[int]:
    """How many streets and roses are taught, where all of them lie on the grid at all times."""
    kinds = tuple(replace(kind, copies=0, stays=True) for kind in (STREET, ROSE))
    return [kind.copies for kind in counted(kinds, with_taught_copies(kinds, pictures, (HERE, THERE)))]


def test_the_tiles_of_the_teaching_pictures_are_the_set() -> None:
    """A street and a rose lie on the grid in each picture, once here and once there."""
    assert taught(picture("street", "rose"), picture("rose", "street")) == [1, 1]


def test_teaching_pictures_that_differ_tell_no_set() -> None:
    """Two streets are in one picture and one in the other, or a cell is left out."""
    assert taught(picture("street", "rose"), picture("street", "street")) == [0, 0]
    assert taught(picture("street", "rose"), picture("street")) == [0, 0]


def test_only_what_never_leaves_the_grid_is_counted_by_teaching() -> None:
    """Where tiles come and go, the teaching pictures may show the same ones by chance."""
    seen = with_taught_copies((STREET,), (picture("street", "street"),), (HERE, THERE))
    assert seen[0].copies == 2 and counted((STREET,), seen)[0].copies == 0
