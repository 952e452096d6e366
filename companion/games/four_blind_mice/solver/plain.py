"""The yardstick: breadth first with one dictionary, no bound and no arrays, but with the same tables of slides.

It serves the benchmark alone.  Slides must count one each.
"""

from __future__ import annotations

from companion.games.four_blind_mice.solver.board import stops
from companion.games.four_blind_mice.solver.memory import machine
from companion.games.four_blind_mice.solver.puzzle import Puzzle
from companion.games.four_blind_mice.solver.replay import claiming_end


def plain_search(puzzle: Puzzle, past_claims: int = 0) -> tuple[int | None, int]:
    """The smallest number (None: there is no route), and the states in the dictionary at the end.

    With `past_claims` no claim ends it: it goes through what can be reached until the dictionary has so many states.
    """
    rules = machine(puzzle.rules, puzzle.claimant, loose=False)
    walls, claimant = sum(1 << cell for cell in puzzle.covered), puzzle.claimant
    level: list[tuple[tuple[int, ...], int]] = [(puzzle.mice, rules.start(puzzle.past))]
    seen, number, table = dict.fromkeys(level, 0), 0, stops()
    while level:
        number += 1
        following = []
        for mice, memory in level:
            if 0 < past_claims <= len(seen):
                return None, len(seen)
            after = rules.after[memory]
            occupied = walls | 1 << mice[0] | 1 << mice[1] | 1 << mice[2] | 1 << mice[3]
            for slide, next_memory in enumerate(after):
                if next_memory < 0:
                    continue
                mouse, direction = slide >> 2, slide & 3
                cell = mice[mouse]
                line, ends = table[direction][cell]
                end = ends[occupied & line]
                if end == cell:
                    continue
                claims = mouse == claimant and rules.may_claim[next_memory] and claiming_end(puzzle, cell, direction, end)
                if claims and not past_claims:
                    return number, len(seen)
                state = ((*mice[:mouse], end, *mice[mouse + 1 :]), next_memory)
                if state not in seen:
                    seen[state] = number
                    following.append(state)
        level = following
    return None, len(seen)
