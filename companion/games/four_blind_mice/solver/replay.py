"""Playing a route out under the whole rules: what the fast searches leave aside is looked at here."""

from __future__ import annotations

from companion.games.four_blind_mice.cells import DIRECTIONS, NAMES
from companion.games.four_blind_mice.solver.board import stops
from companion.games.four_blind_mice.solver.memory import Machine
from companion.games.four_blind_mice.solver.puzzle import MICE, Puzzle, Slide


def claiming_end(puzzle: Puzzle, cell: int, direction: int, end: int) -> bool:
    """Whether a slide of the claimant, which has its turns, from `cell` to `end` takes the target."""
    if puzzle.rules.rest or end == puzzle.target:
        return end == puzzle.target
    line = stops()[direction][cell][0]
    beyond = stops()[direction][end][0]
    return bool(line & ~beyond & 1 << puzzle.target)


def replay(puzzle: Puzzle, machine: Machine, route: list[int]) -> tuple[Slide, ...] | None:
    """The route with its arrivals; None if a slide is illegal, or the last one alone does not claim."""
    mice, memory, told = list(puzzle.mice), machine.start(puzzle.past), []
    occupied = sum(1 << cell for cell in (*puzzle.covered, *mice))
    for number, slide in enumerate(route):
        mouse, direction = divmod(slide, 4)
        memory, cell = machine.after[memory][slide], mice[mouse]
        line, ends = stops()[direction][cell]
        end = ends[occupied & line]
        if memory < 0 or end == cell:
            return None
        claims = mouse == puzzle.claimant and machine.may_claim[memory] and claiming_end(puzzle, cell, direction, end)
        if claims != (number == len(route) - 1):
            return None
        end = puzzle.target if claims else end
        told.append(Slide(MICE[mouse], DIRECTIONS[direction], NAMES[end], claims))
        mice[mouse], occupied = end, occupied ^ 1 << cell ^ 1 << end
    return tuple(told)


def cost_of(puzzle: Puzzle, machine: Machine, route: list[int]) -> int:
    """What the slides of a legal route count."""
    memory, total = machine.start(puzzle.past), 0
    for slide in route:
        total, memory = total + machine.cost[memory][slide], machine.after[memory][slide]
    return total
