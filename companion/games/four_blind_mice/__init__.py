"""Four Blind Mice: rules, notation, scenes and views; `GAME` is the engine."""

from companion.core.game import Game
from companion.games.four_blind_mice.actions import Action
from companion.games.four_blind_mice.engine import FourBlindMice
from companion.games.four_blind_mice.state import State

GAME: Game[State, Action] = FourBlindMice()
