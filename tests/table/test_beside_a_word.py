"""What people said against the camera in one place hides no broken rule in another."""

from __future__ import annotations

from dataclasses import replace

from readings import reading_of

from companion.core.grid import Cell, Place
from companion.core.messages import FrameRead
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look
from companion.games import find
from companion.referee.referee import Referee
from companion.table.overruling import overrule
from companion.table.table import Table, unrecorded

MAZE = find("librande-maze")
STATE = MAZE.start(MAZE.setup({}))
SCENE = MAZE.scene(STATE)
FIXED = [tile.place for tile in SCENE.tiles if isinstance(tile.place, Cell) and "fixed" in (tile.look.kind or "")]


def misread(reading: Reading, place: Place) -> Reading:
    """The reading of an eye that is sure of another drawing in one place."""
    meant = SCENE.tile(place)
    other = next(tile.look for tile in SCENE.tiles if tile.look.kind not in (meant.kind, None) and tile.look.face == "up")
    claim = TileClaim(place, (LikelyLook(Look(other.kind, "up", 0), -0.001),))
    return replace(reading, tiles=tuple(claim if one.place == place else one for one in reading.tiles))


def test_a_missing_tile_is_named_beside_a_word_about_another() -> None:
    """The eye misreads one tile, and people have said so; another one that is gone is a broken rule whoever of them is right."""
    told, gone = FIXED[:2]
    table = Table(MAZE, unrecorded(MAZE, STATE, MAZE.seats(STATE)), Referee(MAZE))
    before = misread(reading_of(SCENE, MAZE.catalogue, MAZE.layout), told)
    word = overrule(SCENE, before, MAZE.catalogue.back, "The record follows what was said.", firm=True)
    assert word is not None
    table._facts = replace(table.facts, overruled=word)
    after = misread(reading_of(SCENE._replace(tiles=tuple(tile for tile in SCENE.tiles if tile.place != gone)),
                               MAZE.catalogue, MAZE.layout), told)
    for number in range(20):
        table.handle(FrameRead(replace(after, frame=number, time_s=0.5 * number)), 0.5 * number)
    trouble = table.facts.trouble
    assert trouble is not None and [broken.code for broken in trouble.violations] == ["tile-missing"]
