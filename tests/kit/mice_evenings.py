"""Evenings of Mice in a Maze for tests of the referee: seeded legal play on a table where somebody knows every tile."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from readings import ORDINARY, Noise, reading_of

from companion.core.game import Game
from companion.core.reading import Reading
from companion.core.scene import Look, Scene
from companion.games.mice_in_a_maze.actions import Bury
from companion.games.mice_in_a_maze.dealing import deal, deck


@dataclass(frozen=True)
class Act:
    """One legal action: the table before and after it, as somebody who knows every tile sees it."""

    token: str
    before: Any
    after: Any


def opening(game: Game[Any, Any], position: str, seed: int) -> tuple[Any, Any]:
    """(what everybody knows, what the table knows) for a position in the notation."""
    public = game.read_position(position)
    tiles = list(deck(public))
    random.Random(seed).shuffle(tiles)
    return public, deal(public, tiles)


def play_on(game: Game[Any, Any], truth: Any, seed: int) -> Iterator[Act]:
    """Seeded legal play; cells and turns are drawn before tiles, so that evenings are not all curves."""
    rng = random.Random(seed)
    while game.actor(truth) is not None:
        legal = game.actions(truth)
        action = legal[rng.randrange(len(legal))]
        if isinstance(action, Bury):
            # Somebody at the table knows which of the two tiles went under.
            action = replace(action, source=rng.choice("hs"))
        after = game.play(truth, action)
        yield Act(game.write(action), truth, after)
        truth = after


def picture(game: Game[Any, Any], truth: Any, seed: int, noise: Noise = ORDINARY) -> Reading:
    """What the camera makes of that table."""
    return reading_of(game.scene(truth), game.catalogue, game.layout, noise, seed)


def looks_like(public: Scene, truth: Scene) -> bool:
    """Whether a scene that may not know every tile agrees with one that does."""
    known = {item.place: item.look for item in truth.tiles}
    tiles = all(_may_be(item.look, known[item.place]) for item in public.tiles)
    pieces = sorted(map(repr, public.pieces)) == sorted(map(repr, truth.pieces))
    return tiles and pieces


def _may_be(look: Look, true: Look) -> bool:
    return look == true or (look.kind is None and look.face == true.face)
