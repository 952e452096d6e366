"""The network of missing pieces is asked where it sees those that were taught, and takes none for another."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.facing import finds
from calibration.sprites import View, make_sprites
from companion.core.grid import Cell
from companion.core.scene import PieceAt
from vision.facing import PATCH
from vision.frame import TaughtPiece
from vision.light import Array
from vision.missing_net import MissingNet
from vision.rig import SPRITE_SIDE

PAINTS = {"mouse-green": (60.0, 160.0, 70.0), "mouse-red": (60.0, 60.0, 190.0)}


class Says(MissingNet):
    """A network that says so much of each taught piece, and of the others in its place."""

    own: list[float]
    others: list[float]

    def told(self, views: Array) -> list[tuple[float, tuple[float, float]]]:
        says = [self.own[n // 2] if n % 2 == n // 2 % 2 else self.others[n // 2] for n in range(len(views))]
        return [(odds, (0.0, 0.0)) for odds in says]


def taught(kind: str) -> View:
    """A mouse as it was taught."""
    picture = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), PAINTS[kind], np.float32)
    whole = np.ones((SPRITE_SIDE, SPRITE_SIDE), np.float32)
    patch = np.zeros((PATCH, PATCH, 3), np.float32)
    piece = TaughtPiece(PieceAt(kind, Cell(0, 0), 0), (0.0, 0.0), 0.0, 14.0)
    return View(piece, picture, whole, whole, (patch, patch[..., 0], patch))


VIEWS = [taught(kind) for _ in range(5) for kind in PAINTS]


def known(own: list[float], others: list[float], kinds: set[str] | None = None) -> bool:
    net = Says(make_sprites(VIEWS), frozenset(), set(PAINTS) if kinds is None else kinds)
    net.own, net.others = own, others
    return finds(net, VIEWS)


@pytest.mark.parametrize(
    ("own", "others", "asked"),
    [([3.0] * 10, [-3.0] * 10, True), ([3.0] * 8 + [-1.0] * 2, [5.0] * 10, True), ([3.0] * 7 + [-1.0] * 3, [-3.0] * 10, False),
     ([3.0] * 10, [-3.0] * 9 + [7.0], False)],
)  # fmt: skip
def test_it_is_asked_where_it_sees_the_taught_and_no_others_in_their_places(
    own: list[float], others: list[float], asked: bool
) -> None:
    assert known(own, others) is asked


def test_where_there_is_but_one_kind_nothing_is_known_of_others() -> None:
    assert not known([3.0] * 10, [-3.0] * 10, {"mouse-red"})
