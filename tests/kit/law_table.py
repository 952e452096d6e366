"""The laws of every game there is: the value LAW of `law_<game>.py`, with underscores, beside this file.

A game without such a module cannot be imported here, so no test of the law suite runs until it has one.
"""

from __future__ import annotations

from importlib import import_module

from game_law import GameLaw

from companion.games import GAMES

LAWS: dict[str, GameLaw] = {game: import_module(f"law_{game.replace('-', '_')}").LAW for game in GAMES}
