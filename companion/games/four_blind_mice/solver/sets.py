"""Sets of memories in one integer each, and what a slide makes of a whole set at once.

Only for machines under which the three other mice are alike: all their slides do the same to a memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from companion.games.four_blind_mice.slides import SlideRules
from companion.games.four_blind_mice.solver.memory import FORBIDDEN, Machine, machine

Sets = npt.NDArray[np.uint32]
"""One set of memories an element: bit `memory` is the memory."""

PART = 9
"""Bits that one look-up takes: a set is looked up part by part."""
MOST_MEMORIES = 32


@dataclass(frozen=True, slots=True)
class SetTables:
    """What slides make of sets of memories; each table has parts of 2 ** 9 entries, those of the claimant an axis of directions.

    `own[cost - 1]` and `others` lead to the memories after a slide, `own_before` and `others_before` back to those before it.
    `closed`: with a memory all those that can do no more than it.  `claims[cost - 1]`: by direction the memories that may claim.
    """

    own: tuple[Sets, ...]
    own_before: tuple[Sets, ...]
    others: Sets
    others_before: Sets
    closed: Sets
    claims: Sets


@lru_cache(maxsize=32)
def set_tables(rules: SlideRules, claimant: int, alone: bool = False) -> SetTables:
    """The tables of these rules; `alone`: no memory gives way to another one, every state is kept."""
    made = machine(rules, claimant, loose=True)
    memories, slides = range(len(made.after)), range(4 * claimant, 4 * claimant + 4)
    other = 4 * ((claimant + 1) % 4)
    better = at_least_as_good(made)
    worse = [sum(1 << one for one in memories if better[one] >> memory & 1) for memory in memories]
    costs = (1, 2) if made.weighted else (1,)

    def own(memory: int, slide: int, cost: int) -> int:
        after = made.after[memory][slide]
        return 1 << after if after != FORBIDDEN and made.cost[memory][slide] == cost else 0

    ways = [[[own(memory, slide, cost) for memory in memories] for slide in slides] for cost in costs]
    others = [1 << made.after[memory][other] for memory in memories]
    return SetTables(
        own=tuple(np.stack([_unions(one) for one in way], axis=1) for way in ways),
        own_before=tuple(np.stack([_unions(_turned(one)) for one in way], axis=1) for way in ways),
        others=_unions(others),
        others_before=_unions(_turned(others)),
        closed=_unions([1 << memory for memory in memories] if alone else worse),
        claims=np.array([[_claiming(made, one) for one in way] for way in ways], np.uint32),
    )


def _claiming(made: Machine, after: list[int]) -> int:
    """The memories from which a slide leads to one that may claim."""
    may = sum(1 << memory for memory, claims in enumerate(made.may_claim) if claims)
    return sum(1 << memory for memory, found in enumerate(after) if found & may)


def _turned(after: list[int]) -> list[int]:
    """For each memory the set of those that lead to it."""
    return [sum(1 << before for before, found in enumerate(after) if found >> memory & 1) for memory in range(len(after))]


def _unions(of_one: list[int]) -> Sets:
    """The union over every set of memories of one part, part by part."""
    assert len(of_one) <= MOST_MEMORIES, f"{len(of_one)} memories are too many for {MOST_MEMORIES} bits"
    found = np.zeros((-(-len(of_one) // PART), 1 << PART), np.uint32)
    for memory, one in enumerate(of_one):
        part, bit = divmod(memory, PART)
        found[part, 1 << bit : 2 << bit] = found[part, : 1 << bit] | np.uint32(one)
    return found


def looked_up(table: Sets, sets: Sets) -> Sets:
    """What the table makes of each set; of a table of the claimant's four directions by direction and set."""
    found: Sets = table[0].take(sets & ((1 << PART) - 1), axis=-1)
    for number in range(1, len(table)):
        found |= table[number].take(sets >> PART * number & ((1 << PART) - 1), axis=-1)
    return found


def at_least_as_good(machine: Machine) -> list[int]:
    """For each memory the set (bits) of those that can do all it can: allow its slides at no greater cost, and claim."""
    count = len(machine.after)
    better = {(one, other) for one in range(count) for other in range(count)
              if machine.may_claim[one] or not machine.may_claim[other]}  # fmt: skip
    while lost := {pair for pair in better if not _can_all(machine, *pair, better)}:
        better -= lost
    return [sum(1 << one for one in range(count) if (one, other) in better) for other in range(count)]


def _can_all(machine: Machine, one: int, other: int, better: set[tuple[int, int]]) -> bool:
    pairs = zip(machine.after[one], machine.after[other], machine.cost[one], machine.cost[other], strict=True)
    return all(after < 0 or (mine >= 0 and (mine, after) in better and own <= cost) for mine, after, own, cost in pairs)


