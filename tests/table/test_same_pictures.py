"""Cards with one picture are told as one: people are not told that the camera sees another where it cannot."""

from __future__ import annotations

from dataclasses import replace

import pytest
from readings import reading_of

from companion.core.grid import Cell
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.games import find
from companion.table.overruling import overrule
from companion.table.same_pictures import SamePictures
from companion.table.untouched import unlike

TRAP, MICE = find("mouse-trap-cards"), find("mice-in-a-maze")
START = TRAP.start(TRAP.setup({}))
SCENE = TRAP.scene(START)


def doubled() -> tuple[Reading, Cell]:
    """The table as it lies, where the eye rather names another card of the same picture in one place; and that place."""
    numbers, reading = TRAP.catalogue.pictures(), reading_of(SCENE, TRAP.catalogue, TRAP.layout)
    for tile in SCENE.tiles:
        if tile.look.kind is None or not isinstance(tile.place, Cell):
            continue
        mine = (tile.look.kind, tile.look.face)
        twin = next((one for one, number in numbers.items() if number == numbers[mine] and one != mine), None)
        if twin is not None:
            other = tile.look._replace(kind=twin[0], face=twin[1])
            claim = TileClaim(tile.place, (LikelyLook(other, -0.4), LikelyLook(tile.look, -1.1)))
            return replace(reading, tiles=tuple(claim if one.place == tile.place else one for one in reading.tiles)), tile.place
    raise AssertionError("no two cards share a picture")


def test_nobody_is_told_that_the_camera_sees_the_other_card() -> None:
    """Named for its picture neither card is seen against the record, and no word of people's stands against the camera."""
    reading, place = doubled()
    assert place in unlike(reading, SCENE)
    told = SamePictures(TRAP.catalogue).told(reading)
    assert isinstance(told, Reading) and place not in unlike(told, SCENE)
    assert overrule(SCENE, told, TRAP.catalogue.back, "", True) is None
    claim = told.tile(place)
    assert claim is not None and claim.log_p == pytest.approx(0.0, abs=0.01)


def test_a_reading_is_worked_out_once_and_where_no_picture_is_shared_not_at_all() -> None:
    """What is handed on from picture to picture stays the very same."""
    pictures, (reading, _) = SamePictures(TRAP.catalogue), doubled()
    one, other = pictures.told(reading), pictures.told(replace(reading, frame=2))
    assert isinstance(one, Reading) and isinstance(other, Reading) and one.tiles is other.tiles
    mice = reading_of(MICE.scene(MICE.start(MICE.setup({}))), MICE.catalogue, MICE.layout)
    assert SamePictures(MICE.catalogue).told(mice) is mice
