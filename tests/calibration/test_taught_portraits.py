"""Portraits show each taught piece upright: its body for sure, its tail where it was, and no board."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from taught_mice import view

from calibration.portraits import portraits_of
from calibration.sprites import View, heading_of, spun
from vision.facing import PATCH
from vision.portraits import SIDE
from vision.rig import SPRITE_SIDE, Portraits, Sprite

BOARD, BODY, TAIL = (200, 210, 200), (90, 90, 90), (150, 130, 220)
MIDDLE = (PATCH - 1) // 2


def mouse(heading: float, sway: int, hidden: bool = False) -> View:
    """A mouse as photographed in a teaching picture, its tail swaying so far, px; a rider hides the nose of a `hidden` one."""
    plain = view(90.0, 0.0)
    plain = replace(plain, taught=replace(plain.taught, heading_deg=heading))
    picture, cover = np.full((PATCH, PATCH, 3), BOARD, np.float32), np.zeros((PATCH, PATCH), np.float32)
    for image, body, tail in ((picture, BODY, TAIL), (cover, 1, 1)):
        cv2.line(image, (MIDDLE, MIDDLE + 16), (MIDDLE + sway, MIDDLE + 34), tail, 3)
        cv2.ellipse(image, (MIDDLE, MIDDLE), (11, 20), 0, 0, 360, body, -1)
    seen = np.ones((PATCH, PATCH), np.float32)
    seen[: MIDDLE - 10] = not hidden
    assert heading_of(plain.taught) == heading
    wide = [spun(each, heading) for each in (picture - 200, cover)]
    bare = np.full((PATCH, PATCH, 3), BOARD, np.float32)
    return replace(plain, wide=(wide[0] + 200, wide[1], bare), seen=spun(seen, heading) if hidden else None)


def portraits(*views: View) -> Portraits:
    """The portraits of these mice, all of one kind."""
    own = np.full((1, SPRITE_SIDE, SPRITE_SIDE, 3), 90, np.float32)
    sprite = Sprite(views[0].taught.piece.kind, own, np.ones(own.shape[:3], np.float32), 0.0, 15.0, True)
    [only] = portraits_of(views, [sprite]).values()
    return only


def test_each_portrait_is_upright_with_its_own_tail() -> None:
    """Of mice that were taught pointing four ways, each portrait has its tail on its own side, below."""
    told = portraits(*(mouse(heading, sway) for heading, sway in ((0, -6), (90, 6), (180, -6), (270, 6))))
    low = told.cover[:, SIDE // 2 + 12 : SIDE // 2 + 16].astype(float).sum(axis=1)
    sides = [each[: SIDE // 2].sum() - each[SIDE // 2 :].sum() for each in low]
    assert [side > 0 for side in sides] == [True, False, True, False]
    assert told.cover[:, :3].max() == 0 and told.cover[:, SIDE // 2, SIDE // 2].min() == 255


def test_what_a_rider_hid_is_not_taken_for_its_look() -> None:
    """Where the rider lay the portrait says nothing; elsewhere it does."""
    told = portraits(mouse(90, 2), mouse(90, 2, hidden=True))
    assert told.seen[1, : SIDE // 2 - 7].max() < 128 < told.seen[1, SIDE // 2 :, SIDE // 2].min()
    assert told.seen[0, 5:-5, 5:-5].min() == 255
