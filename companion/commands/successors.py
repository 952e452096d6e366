"""How fast positions follow from one another: an engine beside python-chess, as a ratio that can be compared between computers.

A successor is a position played from another one.  python-chess (the extra `dev` brings it) copies a board and pushes a move on
the copy, in pure Python as our engines are; its piece map stands beside a scene told as changes.  Slices of both alternate, so
that a busy moment of the computer slows both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random
from statistics import median
from typing import Any

from companion.core.game import Game

Clock = Callable[[], float]
Count = Callable[[Any], int]
"""Goes through all successors of one position and returns how many there are."""
SEED = 11
POSITIONS = 60
"""Positions of each game that are expanded: some thousand successors."""
FIRST_PLY, EVERY = 8, 5
"""Positions are taken from random games, from this ply on and every so many plies: mid-game, not all alike."""
LONGEST_GAME = 200
SLICE = 10
"""Positions expanded before the yardstick has its turn."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Successors gone through and the seconds that took; the same for the yardstick, if there is one."""

    successors: int
    seconds: float
    yard_successors: int = 0
    yard_seconds: float = 0.0

    @property
    def per_s(self) -> float:
        return self.successors / self.seconds

    @property
    def ratio(self) -> float | None:
        """How many times as many successors a second as the yardstick."""
        return self.per_s * self.yard_seconds / self.yard_successors if self.yard_successors else None


@dataclass(frozen=True, slots=True)
class SuccessorSpeed:
    """What following positions costs in one game; `scenes` with what changes on the table, where the game tells that."""

    game: str
    positions: int
    actions_ms: float
    plain: Rate
    scenes: Rate | None


def successor_speed(
    game: Game[Any, Any], yard: Yardstick | None, positions: int = POSITIONS, clock: Clock = time.perf_counter
) -> SuccessorSpeed:
    """Expand positions of random games, always the same ones.  `clock` gives seconds."""
    states, listing = mid_game(game, positions, clock)
    change = getattr(game, "scene_change", None)
    boards = yard.boards if yard else ()
    plain = rate(states, expander(game), boards, push_all, clock)
    scenes = rate(states, scene_expander(game, change), boards, push_and_map_all, clock) if change else None
    return SuccessorSpeed(game.title, len(states), 1000 * median(listing), plain, scenes)


def mid_game(game: Game[Any, Any], number: int, clock: Clock = time.perf_counter) -> tuple[list[Any], list[float]]:
    """States of random games in which there is a choice, as a companion knows them who sees no hidden card, and the seconds it
    took to list the actions of each when it was met, before anything about its maze can have been remembered."""
    rng, found = Random(SEED), list[tuple[Any, float]]()
    while len(found) < number:
        state, met, ply = game.start(game.setup({})), list[tuple[Any, float]](), 0
        while ply < LONGEST_GAME:
            began = clock()
            actions = game.actions(state)
            if not actions:
                break
            spent = clock() - began
            met += [(state, spent)] if len(actions) > 1 else []
            state, ply = game.play(state, rng.choice(actions)), ply + 1
        # Of a game too short to have a middle, the end.
        found += met[FIRST_PLY::EVERY] or met[-1:]
    return [state for state, _ in found[:number]], [spent for _, spent in found[:number]]


def expander(game: Game[Any, Any]) -> Count:
    """All successors of a state: list its actions, play each."""
    actions, play = game.actions, game.play

    def expand(state: Any) -> int:
        listed = actions(state)
        for action in listed:
            play(state, action)
        return len(listed)

    return expand


def scene_expander(game: Game[Any, Any], change: Callable[[Any, Any], object]) -> Count:
    """The same, and for each successor what looks different on the table."""
    actions, play = game.actions, game.play

    def expand(state: Any) -> int:
        listed = actions(state)
        for action in listed:
            change(state, play(state, action))
        return len(listed)

    return expand


def rate(states: Sequence[Any], expand: Count, boards: Sequence[Any], yard: Count, clock: Clock) -> Rate:
    """Expand all states, slice by slice, after each slice as many boards of the yardstick, if there are any."""
    ours = theirs = 0
    spent = yard_spent = 0.0
    supply = cycle(boards)
    for start in range(0, len(states), SLICE):
        some = states[start : start + SLICE]
        began = clock()
        ours += sum(map(expand, some))
        spent += clock() - began
        if boards:
            taken = [next(supply) for _ in some]
            began = clock()
            theirs += sum(map(yard, taken))
            yard_spent += clock() - began
    return Rate(ours, spent, theirs, yard_spent)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """python-chess: boards of random games, to be expanded by `push_all` or `push_and_map_all`."""

    boards: tuple[Any, ...]


def yardstick(positions: int = POSITIONS) -> Yardstick | None:
    """python-chess ready to be measured, None where it is not installed."""
    try:
        import chess
    except ImportError:
        return None
    rng, boards, board = Random(SEED), list[Any](), chess.Board()
    while len(boards) < positions:
        moves = list(board.legal_moves)
        if not moves or board.ply() > LONGEST_GAME:
            board = chess.Board()
            continue
        if board.ply() >= FIRST_PLY and board.ply() % EVERY == 0:
            boards.append(board.copy(stack=False))
        board.push(rng.choice(moves))
    return Yardstick(tuple(boards))


def push_all(board: Any) -> int:
    """Copy the board and push, for every legal move."""
    number = 0
    for move in board.legal_moves:
        board.copy(stack=False).push(move)
        number += 1
    return number


def push_and_map_all(board: Any) -> int:
    """The same, and ask each copy where its pieces stand."""
    number = 0
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        after.piece_map()
        number += 1
    return number
