"""What the table looks like from above, as far as sight can tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.core.grid import Facing, Place

# Scenes are made, compared and looked up by the thousand while one reading is explained: tuples do all that several times faster.


class Look(NamedTuple):
    """One possibility for a place that bears a tile: which kind, which face, how many clockwise quarter turns.

    `kind` is None where the rules do not know which tile it is (any kind fits); turns are kept below the drawing's period.
    An empty place has the look `ABSENT`.
    """

    kind: str | None
    face: str
    turns: int = 0


ABSENT = Look(None, "absent", 0)


class TileAt(NamedTuple):
    place: Place
    look: Look


class PieceAt(NamedTuple):
    """A piece in its place; `on` names the kind of the piece that carries it, if any.

    `face` is the side of it that shows, for kinds that list `faces` (a die's number, a token lying down).  `side` is the side
    of the cell at which it stands, where the cell holds more than one space.
    """

    kind: str
    place: Place
    facing: Facing | None = None
    on: str | None = None
    face: str | None = None
    side: Facing | None = None


class Scene(NamedTuple):
    """Tiles and pieces that must be visible.  Places not listed bear no tile; a piece kind not listed in a place is not there."""

    tiles: tuple[TileAt, ...]
    pieces: tuple[PieceAt, ...]

    def tile(self, place: Place) -> Look:
        """The look of the tile in that place, `ABSENT` where there is none."""
        for tile in self.tiles:
            if tile.place == place:
                return tile.look
        return ABSENT

    def pieces_at(self, place: Place) -> tuple[PieceAt, ...]:
        return tuple(piece for piece in self.pieces if piece.place == place)


@dataclass(frozen=True, slots=True)
class SceneChange:
    """What looks different after an action: places with their new look (`ABSENT` for none), pieces gone and pieces come."""

    tiles: tuple[TileAt, ...]
    gone: tuple[PieceAt, ...]
    come: tuple[PieceAt, ...]
