"""The Mouse Trap card game: rules, notation, scenes and views; `GAME` is the engine."""

from companion.core.game import Game
from companion.games.mouse_trap_cards.actions import Action
from companion.games.mouse_trap_cards.engine import MouseTrapCards
from companion.games.mouse_trap_cards.state import State

GAME: Game[State, Action] = MouseTrapCards()
