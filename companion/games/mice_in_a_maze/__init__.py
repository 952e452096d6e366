"""Mice in a Maze: rules, notation, scenes and views; `GAME` is the engine."""

from companion.core.game import Game
from companion.games.mice_in_a_maze.actions import Action
from companion.games.mice_in_a_maze.engine import MiceInAMaze
from companion.games.mice_in_a_maze.state import State

GAME: Game[State, Action] = MiceInAMaze()
