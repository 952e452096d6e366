"""Cards beside the grid are found however they lie between the turns and coarse pixels in which they are looked for."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.catalogue import Layout, ZoneSpec
from companion.core.scene import Look
from vision import resample
from vision.bare import BareTable
from vision.cards import CardReader, SeenCard
from vision.rectify import plan_of
from vision.rig import FINER, Appearance, CardArt

CORNERS = ((80.0, 0.0), (240.0, 0.0), (240.0, 130.0), (80.0, 130.0))
LAYOUT = Layout(1, 1, (60.0, 60.0), 58.0, 1.0, (ZoneSpec("area", "cards", CORNERS),))
PLAN = plan_of(LAYOUT)
SIZE = (59, 91)
WOOD = (90, 140, 180)


def drawing(seed: int) -> np.ndarray:
    """A card (91, 59, 3) of fine stripes and discs in all colours."""
    random, art = np.random.default_rng(seed), np.full((SIZE[1], SIZE[0], 3), 200, np.uint8)
    for v in range(3, 88, 7):
        cv2.rectangle(art, (4, v), (54, v + 3), random.integers(0, 255, 3).tolist(), -1)
    cv2.circle(art, (30, 30 + 20 * (seed % 3)), 9, random.integers(0, 255, 3).tolist(), -1)
    return art


DRAWINGS = {kind: drawing(seed) for seed, kind in enumerate(("cheese", "trap"))}
KNOWN = np.ones(SIZE[::-1], np.float32)
CARDS = tuple(CardArt(Look(kind, "front"), art.astype(np.float32), KNOWN, (59.0, 91.0)) for kind, art in DRAWINGS.items())
NO_TILES = np.zeros((0, 16, 16, 3), np.float32), np.ones((0, 16, 16), np.float16)
TAUGHT = Appearance((), *NO_TILES, cards=CARDS, card_zones={"area": (4, ("front",))})
READER = CardReader(TAUGHT, LAYOUT, PLAN)


def cards_on_wood(kind: str | None, at_mm: tuple[float, float], askew_deg: float) -> tuple[SeenCard, ...]:
    """What is read of a table on which one card lies about that middle, turned by so much."""
    width, height = PLAN.size
    picture = np.full((height, width, 3), WOOD, np.uint8) + np.random.default_rng(0).integers(0, 9, (height, width, 1), np.uint8)
    if kind is not None:
        cos, sin = np.cos(np.radians(askew_deg)), np.sin(np.radians(askew_deg))
        turn = np.array([[cos, -sin], [sin, cos]]) * PLAN.scale[0]
        middle = PLAN.to_plan(np.array([at_mm]))[0]
        matrix = np.column_stack([turn, middle - turn @ (np.array(SIZE) - 1) / 2])
        laid, cover = (resample.warp_affine(each, matrix, (width, height)) for each in (DRAWINGS[kind], 255 * KNOWN))
        picture[cover > 127] = laid[cover > 127]
    quarter = cv2.resize(picture, (width // 4, height // 4), interpolation=cv2.INTER_AREA).astype(np.float32)
    table = BareTable(quarter, np.ones(quarter.shape[:2], np.bool_))
    return READER.read(picture, np.zeros((6, 3), np.float32), 1.0, table)


@pytest.mark.parametrize("askew", [-4.5, 1.5, 7.5])
@pytest.mark.parametrize("aside", [0.0, 2.0, 3.0])
def test_a_card_is_found_between_the_turns_and_pixels_of_the_search(askew, aside):
    """Fine stripes blur when they are half a coarse pixel off; seen as it lies, the card explains itself."""
    (card,) = cards_on_wood("trap", (160.0 + aside, 65.0 + aside / 2), askew)
    assert card.looks[0][0] == Look("trap", "front") and card.looks[0][1] > -0.1
    assert np.hypot(card.at_mm[0] - 160 - aside, card.at_mm[1] - 65 - aside / 2) < 2


def test_bare_wood_is_no_card():
    """Looked at as it might lie, what is no card explains no more of itself."""
    assert cards_on_wood(None, (0.0, 0.0), 0.0) == ()


def arrow(ahead: bool) -> np.ndarray:
    """A pale card (91, 59, 3) with a broad frame; an arrow leads to its right or its left, a disc marks its upper half."""
    art = np.full((SIZE[1], SIZE[0], 3), 215, np.uint8)
    cv2.rectangle(art, (6, 14), (52, 76), (90, 60, 60), 5)
    cv2.circle(art, (30, 30), 5, (70, 60, 60), -1)
    corners = np.array([(30, 40), (44, 47), (30, 54)])
    cv2.fillPoly(art, [corners if ahead else corners * (-1, 1) + (58, 0)], (70, 60, 60))
    return art


def hazy(art: np.ndarray) -> np.ndarray:
    """A picture with half its contrast."""
    return np.asarray(art * 0.5 + 100, np.float32)


def test_an_arrow_to_the_right_that_lies_upside_down_in_haze_is_none_to_the_left() -> None:
    """The other card was taught in such haze, and the one that lies there was not: as a whole it looks more like the other."""
    taught = {"left": hazy(arrow(False)), "right": arrow(True).astype(np.float32)}
    cards = tuple(
        CardArt(Look(kind, "front"), art, KNOWN, (59.0, 91.0), cv2.resize(art, None, fx=FINER, fy=FINER).astype(np.uint8))
        for kind, art in taught.items()
    )
    reader = CardReader(Appearance((), *NO_TILES, cards=cards, card_zones={"area": (4, ("front",))}), LAYOUT, PLAN)
    width, height = PLAN.size
    picture = np.full((height, width, 3), WOOD, np.uint8)
    turn = -np.eye(2) * PLAN.scale[0]
    middle = PLAN.to_plan(np.array([(160.0, 65.0)]))[0]
    matrix = np.column_stack([turn, middle - turn @ (np.array(SIZE) - 1) / 2])
    laid, cover = (resample.warp_affine(each, matrix, (width, height)) for each in (hazy(arrow(True)), 255 * KNOWN))
    picture[cover > 127] = laid[cover > 127]
    quarter = cv2.resize(picture, (width // 4, height // 4), interpolation=cv2.INTER_AREA).astype(np.float32)
    (found,) = reader.read(picture, np.zeros((6, 3), np.float32), 1.0, BareTable(quarter, np.ones(quarter.shape[:2], np.bool_)))
    assert found.looks[0][0].kind == "right"
