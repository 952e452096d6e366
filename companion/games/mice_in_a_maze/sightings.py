"""What the referee thinks it saw, in this game's own terms: spots of mice, tiles in cells, own tiles."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Seen
from companion.core.grid import Cell, Facing, Place, Zone
from companion.games.mice_in_a_maze.geometry import CHAMBER, SIDE, Spot, as_cell
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.tiles import Tile, tile_from_look
from companion.games.mice_in_a_maze.words import hand_zone, mouse_kind


def place_of(state: State, spot: Spot) -> Place | None:
    """The place of a piece on that spot; None off the table."""
    if spot.kind == "port":
        nests = state.terms.nests
        # A nose towards no port of the nest: the tile behind it still tells which nest it is.
        beside = (nest.zone for nest in nests.all if any(port.cell == spot.cell for port in nest.ports))
        number = nests.by_port.get(spot)
        return next(beside, None) if number is None else nests.all[number].zone
    return None if spot.cell < 0 else as_cell(spot.cell)


def spot_at(state: State, place: Place, facing: Facing) -> Spot | None:
    """The spot of a mouse that stands there with its nose so; in a nest without a port on that side, a port it cannot use."""
    if isinstance(place, Cell):
        cell = place.row * SIDE + place.col
        return Spot("exit" if cell == CHAMBER else "tile", cell, int(facing))
    nest = next((nest for nest in state.terms.nests.all if nest.zone == place), None)
    if nest is None:
        return None
    fitting = [port for port in nest.ports if port.facing == int(facing)]
    return fitting[0] if fitting else Spot("port", nest.ports[0].cell, int(facing))


class Sightings:
    """`Seen` asked in this game's terms; without one, everything may be."""

    __slots__ = ("seen", "state")

    def __init__(self, state: State, seen: Seen) -> None:
        self.state = state
        self.seen = seen

    def moved(self, letter: str) -> bool:
        """Whether that mouse may stand somewhere else than it did, or be covered."""
        spot = next(mouse.spot for mouse, other in zip(self.state.mice, self.state.terms.order, strict=True) if other == letter)
        return mouse_kind(letter) in self.seen.pieces or place_of(self.state, spot) in self.seen.hidden

    def spots(self, letter: str) -> Iterator[Spot]:
        """Where that mouse may stand now, likeliest first; its old spot is among them when that is plausible."""
        for place, facing in self.seen.pieces.get(mouse_kind(letter), ()):
            spot = None if facing is None else spot_at(self.state, place, facing)
            if spot is not None:
                yield spot

    def gone(self, letter: str) -> bool:
        """Whether that mouse may be off the table or out of sight."""
        kind = mouse_kind(letter)
        return kind in self.seen.gone or self.seen.pieces.get(kind) == () or (kind in self.seen.pieces and bool(self.seen.hidden))

    def may_stand(self, letter: str, spot: Spot) -> bool:
        """Whether that mouse may have come to that spot, as far as sight goes."""
        place = place_of(self.state, spot)
        if place is None:
            return mouse_kind(letter) in self.seen.pieces or self.moved(letter)
        if place in self.seen.hidden:
            return True
        if mouse_kind(letter) not in self.seen.pieces:
            return not self.moved(letter)
        places = self.seen.pieces[mouse_kind(letter)]
        return not places or any(where == place and facing in (None, Facing(spot.facing)) for where, facing in places)

    def tiles(self, cell: int) -> Iterator[Tile]:
        """Open tiles that may lie in that cell now, likeliest first."""
        for look in self.seen.tiles.get(as_cell(cell), ()):
            tile = tile_from_look(look)
            if tile is not None:
                yield tile

    def changed_cells(self) -> Iterator[int]:
        """The cells that may look different, the Chamber too."""
        for place in self.seen.tiles:
            if isinstance(place, Cell):
                yield place.row * SIDE + place.col

    def may_be_down(self, cell: int) -> bool:
        """Whether the tile in that cell may lie face down now."""
        return any(look.face == "down" for look in self.seen.tiles.get(as_cell(cell), ()))

    def hand_may_differ(self, holder: int) -> bool:
        """Whether that own tile may look different, or cannot be seen."""
        zone = Zone(hand_zone(self.state, holder))
        return zone in self.seen.tiles or zone in self.seen.hidden

    def hand_may_have_differed(self, holder: int) -> bool:
        """The same, or whether it may have been turned back since: by another mouse of the same owner."""
        return self.hand_may_differ(holder) or self.state.terms.holder_of.count(holder) > 1
