"""One package per game, each a pure engine that imports `companion.core` alone; `find` knows them by name."""

from __future__ import annotations

import importlib
from typing import Any

from companion.core.errors import UnknownGameError
from companion.core.game import Game

GAMES = ("mice-in-a-maze", "librande-maze", "mouse-trap-cards", "alles-kaese", "four-blind-mice")
"""The games there are, by id; the package of each has the same name with underscores and a value called GAME."""


def find(game_id: str) -> Game[Any, Any]:
    """The engine of that game; UnknownGameError listing all names when there is none."""
    if game_id not in GAMES:
        raise UnknownGameError(f"there is no game {game_id!r}; choose one of: {', '.join(GAMES)}")
    module = importlib.import_module(f"companion.games.{game_id.replace('-', '_')}")
    game: Game[Any, Any] = module.GAME
    return game
