"""The set-up of every game, as a steady eye reads it: what lies right is accepted, what is taken away is missed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.core.game import Game
from companion.core.scene import ABSENT, Scene
from companion.games import GAMES, find
from companion.simulated.noise import Noise, SceneEye
from companion.table.setting_up import LookedOver, look_over


def looked(game: Game[Any, Any], lying: Scene) -> LookedOver:
    """That scene compared with the set-up of the game."""
    state = game.start(game.setup({}))
    layout = game.layout_of(state)
    eye = SceneEye(game.catalogue, layout, Random(3), Noise(doubtful=0.0, ghosts=0.0))
    return look_over(game.scene(state), eye.read(lying), layout, game.catalogue)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_set_up_lies_right(game_id: str) -> None:
    """Nothing is amiss and nothing doubtful."""
    game = find(game_id)
    assert looked(game, game.scene(game.start(game.setup({})))) == LookedOver((), (), ())


@pytest.mark.parametrize("game_id", GAMES)
def test_each_thing_taken_away_is_missed(game_id: str) -> None:
    """Every tile and every piece that stands alone is missed by place."""
    game = find(game_id)
    scene = game.scene(game.start(game.setup({})))
    for item in [tile for tile in scene.tiles if tile.look != ABSENT]:
        found = looked(game, scene._replace(tiles=tuple(one for one in scene.tiles if one is not item)))
        assert item.place in found.places and any("a tile is missing" in told for told in found.told)
    alone = [item for item in scene.pieces if sum(one.place == item.place for one in scene.pieces) == 1]
    for piece in alone:
        found = looked(game, scene._replace(pieces=tuple(one for one in scene.pieces if one is not piece)))
        assert found.places == (piece.place,) and "is missing" in found.told[0]
