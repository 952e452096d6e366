"""Maze by Steve Librande: rules, notation, scenes and views; `GAME` is the engine."""

from companion.core.game import Game
from companion.games.librande_maze.actions import Action
from companion.games.librande_maze.engine import LibrandeMaze
from companion.games.librande_maze.state import State

GAME: Game[State, Action] = LibrandeMaze()
