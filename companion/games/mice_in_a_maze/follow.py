"""Following a path: the one walk that mice, marbles and the end of the game share (RB Course, Move)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from companion.games.mice_in_a_maze.geometry import CHAMBER_SHAPE, FACE_DOWN, FAR, NEXT, OPPOSITE, SEGMENT, Nests, Spot
from companion.games.mice_in_a_maze.tiles import Tile

Ending = Literal["wall", "nest", "out", "chamber", "loop"]


class Step(NamedTuple):
    """A walked tile: its cell, the segment walked, the edge by which the path leaves it."""

    cell: int
    segment: str
    exit: int


class Path(NamedTuple):
    """The steps of a path and how it ends.

    `wall`: `cell` is the face-down tile ahead.  `nest`, `out`: `port` was just crossed.  `chamber`: entered across `edge`.
    The segment the path starts on is not among the steps.
    """

    steps: tuple[Step, ...]
    end: Ending
    cell: int = -1
    edge: int = -1
    port: Spot | None = None

    @property
    def blocked(self) -> bool:
        """There is no open path at all."""
        return self.end == "wall" and not self.steps

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that are in the path, the face-down tile at its end included (R31, R32)."""
        walked = tuple(step.cell for step in self.steps)
        return (*walked, self.cell) if self.end == "wall" else walked


def follow(tiles: tuple[Tile, ...], nests: Nests, start: Spot) -> Path:
    """The path from a nest port, a Chamber exit, the end of a segment, or a face-down cell with the edge to cross."""
    steps: list[Step] = []
    home, ends = -1, (-1, -1)
    if start.kind == "tile":
        home, ends = start.cell, (start.facing, FAR[tiles[start.cell].shape][start.facing])
    before, exit_edge = start.cell, start.facing
    cell = start.cell if start.kind == "port" else NEXT[before][exit_edge]
    edge = OPPOSITE[exit_edge]
    while cell >= 0:
        shape = tiles[cell].shape
        if shape == CHAMBER_SHAPE:
            return Path(tuple(steps), "chamber", cell, edge)
        if shape == FACE_DOWN:
            return Path(tuple(steps), "wall", cell)
        if cell == home and edge in ends:
            return Path(tuple(steps), "loop")
        before, exit_edge = cell, FAR[shape][edge]
        steps.append(Step(cell, SEGMENT[shape][edge], exit_edge))
        cell, edge = NEXT[cell][exit_edge], OPPOSITE[exit_edge]
    port = Spot("port", before, OPPOSITE[exit_edge])
    return Path(tuple(steps), "nest" if port in nests.by_port else "out", port=port)


def other_end(tiles: tuple[Tile, ...], spot: Spot) -> Spot:
    """The other end of the segment a piece on an open tile stands on."""
    return spot._replace(facing=FAR[tiles[spot.cell].shape][spot.facing])


def segment_at(tiles: tuple[Tile, ...], spot: Spot) -> str:
    """The segment a piece on an open tile stands on."""
    return SEGMENT[tiles[spot.cell].shape][spot.facing]
