"""What an action changes on the table, without drawing the whole table twice."""

from __future__ import annotations

from companion.core.grid import Zone
from companion.core.scene import ABSENT, PieceAt, SceneChange, TileAt
from companion.games.librande_maze import scene as scenes
from companion.games.librande_maze.layout import curse_zone
from companion.games.librande_maze.state import State

_NOTHING = SceneChange((), (), ())


def scene_change(before: State, after: State) -> SceneChange:
    """Tiles that look different now, pieces that have gone and pieces that have come, in the order of scenes."""
    tiles: tuple[TileAt, ...] = ()
    if before.tiles is not after.tiles:
        old, new = before.tiles, after.tiles
        tiles = tuple([scenes.square_tile(after, square) for square in range(49) if old[square] != new[square]])
    if before.discard is not after.discard or before.deck is not after.deck:
        tiles += _cards(before, after)
    gone: list[PieceAt] = []
    come: list[PieceAt] = []
    if before.dragon != after.dragon:
        gone.append(scenes.dragon_piece(before))
        come.append(scenes.dragon_piece(after))
    if before.spaces is not after.spaces or before.status is not after.status:
        _tokens(before, after, gone, come)
    if before.treasure is not after.treasure:
        _treasures(before.treasure, after.treasure, gone, come)
    if before.piles is not after.piles or before.spent is not after.spent:
        _beside(before, after, gone, come)
    return SceneChange(tiles, tuple(gone), tuple(come)) if tiles or gone or come else _NOTHING


def _cards(before: State, after: State) -> tuple[TileAt, ...]:
    """The deck and the top of the discard pile, where they look different."""
    old, new = tuple(scenes.card_tiles(before)), tuple(scenes.card_tiles(after))
    places = {tile.place for tile in new}
    gone = tuple(TileAt(tile.place, ABSENT) for tile in old if tile.place not in places)
    return (*(tile for tile in new if tile not in old), *gone)


def _tokens(before: State, after: State, gone: list[PieceAt], come: list[PieceAt]) -> None:
    for player, space in enumerate(after.spaces):
        if space != before.spaces[player] or after.status[player] != before.status[player]:
            old, new = scenes.token_piece(before, player), scenes.token_piece(after, player)
            if old != new:
                gone.append(old)
                come.append(new)


def _treasures(old: tuple[int, ...], new: tuple[int, ...], gone: list[PieceAt], come: list[PieceAt]) -> None:
    if old == new:
        return
    for space in {*old, *new}:
        more = new.count(space) - old.count(space)
        if more:
            (come if more > 0 else gone).extend([scenes.treasure_piece(space)] * abs(more))


def _beside(before: State, after: State, gone: list[PieceAt], come: list[PieceAt]) -> None:
    """Shelves and cubes: rare,."""
    for player in range(len(after.piles)):
        more = after.piles[player] - before.piles[player]
        (come if more > 0 else gone).extend([scenes.shelf_piece(after, player)] * abs(more))
    gone += [_cube(curse) for curse in before.spent if curse not in after.spent]
    come += [_cube(curse) for curse in after.spent if curse not in before.spent]


def _cube(curse: str) -> PieceAt:
    return PieceAt(scenes.CUBE, Zone(curse_zone(curse)))
