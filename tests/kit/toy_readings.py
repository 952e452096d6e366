"""Readings of the toy game's table, from one-line positions such as `b ?,sun,?` (where the pawn stands, the three tiles)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from readings import reading_of
from toy_game import ToyGame, ToyState, Walk

from companion.core.finding import Finding, Irregular, Settled, Waiting
from companion.core.grid import Cell, Place
from companion.core.messages import FrameRead
from companion.core.reading import Reading
from companion.core.ruling import Ruling, Violation
from companion.core.scene import PieceAt, Scene
from companion.table.sight import best_scene

GAME = ToyGame()


def toy_scene(text: str) -> Scene:
    """The scene of `b ?,sun,?`; `-` instead of the pawn's cell means that it is off the table."""
    at, tiles = text.split()
    scene = GAME.scene(GAME.read_position(f"at={'a' if at == '-' else at} turn=ann ply=0 tiles={tiles}"))
    return scene._replace(pieces=()) if at == "-" else scene


def toy_reading(
    text: str, time_s: float = 0.0, *, frame: int = 0, hand: bool = False, hidden: Iterable[Place] = (),
    unsure: Iterable[Place] = ()
) -> Reading:
    reading = reading_of(toy_scene(text), GAME.catalogue, GAME.layout, hidden=hidden, unsure=unsure, hand=hand)
    return replace(reading, time_s=time_s, frame=frame)


def toy_frame(text: str, time_s: float = 0.0, **more: Any) -> FrameRead:
    return FrameRead(toy_reading(text, time_s, **more))


class ToyReferee:
    """A small real referee for the toy game: waits for one second of rest or Done, then takes the best looks at their word.

    Unsure places are not looked at.  Remembers nothing.
    """

    def judge(self, state: ToyState, reading: Reading, waited_s: float, done: bool, between: tuple[Reading, ...] = ()) -> Finding:
        if waited_s < 1.0 and not done:
            return Waiting("I wait until the table has been still for a second.")
        seen = best_scene(reading, GAME.catalogue)
        if _same(GAME.scene(state), seen, reading):
            return Settled((), 9.0)
        for action in GAME.actions(state):
            if _same(GAME.scene(GAME.play(state, action)), seen, reading):
                return Settled((GAME.write(action),), 9.0)
        return _irregular(state, seen)

    def may_explain(self, state: ToyState, reading: Reading, least: float) -> bool:
        return True


def _same(expected: Scene, seen: Scene, reading: Reading) -> bool:
    def trusted(scene: Scene) -> tuple[set[object], set[object]]:
        return ({item for item in scene.tiles if item.place not in reading.unsure},
                {item for item in scene.pieces if item.place not in reading.unsure})

    return trusted(expected) == trusted(seen)


def _irregular(state: ToyState, seen: Scene) -> Irregular:
    pawns: tuple[PieceAt, ...] = seen.pieces
    if len(pawns) == 1 and isinstance(pawns[0].place, Cell):
        ruling = GAME.rule(state, Walk(pawns[0].place.col))
        if not ruling.legal:
            return Irregular(ruling, (pawns[0].place,), 9.0)
    missing = Violation("pawn-gone", "The pawn must stand on the board.", "Walk", (Cell(0, state.at),))
    return Irregular(Ruling("", (missing,), ("Put the pawn back.",)), (Cell(0, state.at),), 9.0)


