"""Alles Käse!: rules, notation, scenes and views; `GAME` is the engine."""

from companion.core.game import Game
from companion.games.alles_kaese.actions import Action
from companion.games.alles_kaese.engine import AllesKaese
from companion.games.alles_kaese.state import State

GAME: Game[State, Action] = AllesKaese()
