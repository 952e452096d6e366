"""Pictures of cards that lie beside the grid: what pieces hide is not learnt of them, and digits are kept finely."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.cards import teach_cards
from companion.core.catalogue import Layout, ZoneSpec
from companion.core.grid import Zone
from companion.core.scene import Look, PieceAt, TileAt
from vision.frame import TaughtPiece, TaughtTile, TeachingPicture
from vision.lens import nominal_lens
from vision.light import Array
from vision.pose import Pose
from vision.rig import FINER, CardArt

CORNERS = ((80.0, 0.0), (240.0, 0.0), (240.0, 130.0), (80.0, 130.0))
AREA = Zone("area")
LAYOUT = Layout(1, 1, (60.0, 60.0), 58.0, 1.0, (ZoneSpec("area", "cards", CORNERS),))
POSE = Pose(np.zeros(3), np.array([-160.0, -65.0, 500.0]), nominal_lens((1280, 720)))
SIZE, MIDDLE = (59.0, 91.0), (160.0, 65.0)
EVEN = np.zeros((6, 3))


def picture(counter: tuple[float, float] | None = None) -> TeachingPicture:
    """A card with a digit on a table, upright, and a blue counter with its middle there."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(SIZE) / 2 + MIDDLE
    drawn = np.full((4 * 91, 4 * 59, 3), 220, np.uint8)
    cv2.putText(drawn, "3", (100, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (20, 20, 20), 2, cv2.LINE_AA)
    px = POSE.project(corners, LAYOUT.top_mm)
    rim = np.array([[0, 0], [236, 0], [236, 364], [0, 364]], np.float32)
    seen = np.full((720, 1280, 3), 90, np.uint8)
    warp = cv2.getPerspectiveTransform(rim, px.astype(np.float32))
    cv2.warpPerspective(drawn, warp, (1280, 720), seen, borderMode=cv2.BORDER_TRANSPARENT)
    pieces: tuple[TaughtPiece, ...] = ()
    if counter is not None:
        at = POSE.project(np.array([counter]), LAYOUT.top_mm)[0]
        cv2.circle(seen, np.round(at).astype(int).tolist(), 22, (200, 40, 40), -1)
        pieces = (TaughtPiece(PieceAt("counter", AREA), counter, 1.0, 2.0),)
    one, two, three, four = ((float(u), float(v)) for u, v in px)
    tile = TaughtTile(TileAt(AREA, Look("three", "front", 0)), (one, two, three, four))
    return TeachingPicture(seen, ((0, 0), (1, 0), (1, 1), (0, 1)), (tile,), pieces)


def learnt(*pictures: TeachingPicture) -> CardArt:
    """The one picture of the card that these teach."""
    (card,) = teach_cards(pictures, [POSE] * len(pictures), LAYOUT, [EVEN] * len(pictures))
    return card


def blue(image: Array) -> int:
    """How many pixels of a picture are blue."""
    return int((image[..., 0] - image[..., 2] > 60).sum())


def test_a_card_is_kept_twice_as_finely_as_it_is_looked_for() -> None:
    """The finer picture shows the same with four times the pixels."""
    card = learnt(picture())
    assert card.finer is not None and card.finer.shape == (91 * FINER, 59 * FINER, 3)
    coarse = cv2.resize(card.finer.astype(np.float32), (59, 91), interpolation=cv2.INTER_AREA)
    assert float(np.abs(coarse - card.picture)[2:-2, 2:-2].mean()) < 2.0


def test_what_lies_on_a_card_is_not_known_of_it() -> None:
    """Around a counter nothing is known; of a second picture without one all is, and none of its blue is learnt."""
    alone = learnt(picture((150.0, 60.0)))
    assert 0.5 < float(alone.known.mean()) < 0.95 and blue(alone.picture) == 0
    both = learnt(picture((150.0, 60.0)), picture())
    assert both.known.all() and both.finer is not None and blue(both.finer.astype(np.float32)) == 0
