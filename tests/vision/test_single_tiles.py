"""A tile of which there is but one lies in one place only."""

from __future__ import annotations

from math import exp, log

from companion.core.catalogue import TileKind
from companion.core.grid import Cell, Place, Zone
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look
from vision.single_tiles import with_single_tiles
from vision.totals import BY_TOTAL

PINK, ROSE, BRIDGE = (TileKind(name, {"up": 4, "down": 1}, ("down",), copies=1) for name in ("pink", "rose", "bridge"))
STREET = TileKind("street", {"up": 4, "down": 1}, ("down",))
HERE, THERE = Cell(0, 0), Cell(2, 3)


def claim(place: Place, **chances: float) -> TileClaim:
    """How likely which kinds lie in a place, likeliest first."""
    return TileClaim(place, tuple(LikelyLook(Look(kind, "up", 1), log(chance)) for kind, chance in chances.items()))


def read(*claims: TileClaim, hidden: frozenset[Place] = frozenset()) -> list[tuple[str | None, float]]:
    """The likeliest kind in every place, and how sure it is."""
    told = with_single_tiles(Reading(0, 0.0, claims, (), hidden), (PINK, ROSE, BRIDGE, STREET)).tiles
    assert all(abs(sum(exp(look.log_p) for look in each.looks) - 1) < 1e-3 for each in told)
    return [(each.best.kind, exp(each.log_p)) for each in told]


def test_what_looks_like_a_tile_that_lies_elsewhere_is_its_twin() -> None:
    """The pink card lies there for sure, so the one here is rose, though nobody may be sure of what the eye does not tell."""
    (_, sure), (kind, share) = read(claim(THERE, pink=0.9999, rose=0.0001), claim(HERE, pink=0.99, rose=0.01))
    assert kind == "rose" and 0.6 < share <= BY_TOTAL and sure > 0.999


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
