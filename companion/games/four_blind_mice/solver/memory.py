"""What of the past can still matter, as a finite machine that reads slides.

A state of the search is the four cells and one memory.  Each rule about turns and about straight back is told here once, by
`_after`; the searches only follow the table made from it.  What can no longer matter is forgotten, and memories that no future
tells apart are merged, so that turns and directions cost as few states as possible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.games.four_blind_mice.slides import NOBODY, START, Past, SlideRules, cost_of, goes_back, turns_after

FORBIDDEN = -1
SLIDES = 16
MERGE_BELOW = 1000
"""Larger machines are left as they are: merging them would take longer than it saves."""

Forget = Callable[[Past], Past]
Row = tuple[tuple[int, int], ...]
"""For each slide the number of the memory after it, or FORBIDDEN, and its cost."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The memories of one set of rules, numbered from 0, which is that of a demonstration not yet begun.

    `after[memory][slide]` is the next memory or FORBIDDEN, `cost` what that slide counts, `may_claim[memory]` says whether
    the claimant has the turns it needs (the turn into the slide included, when asked of the memory after it), `phase[memory]`
    is the key of the lower bound (`bound.py`).  `alike`: the three other mice may change places without any difference.
    `number_of` finds the memory of a past.
    """

    after: tuple[tuple[int, ...], ...]
    cost: tuple[tuple[int, ...], ...]
    may_claim: tuple[bool, ...]
    phase: tuple[tuple[int, int], ...]
    alike: bool
    weighted: bool
    number_of: dict[Past, int]
    forget: Forget

    def start(self, past: Past) -> int:
        """The memory of a demonstration begun like this; a KeyError for a past that no slides lead to."""
        return self.number_of[self.forget(past)]


def _after(rules: SlideRules, past: Past, slide: int) -> tuple[Past, int] | None:
    """Past and cost after a slide; None where it is a forbidden straight back."""
    mouse, direction = divmod(slide, 4)
    if goes_back(rules, past, mouse, direction):
        return None
    lasts, turns = list(past.last), list(past.turns)
    turns[mouse] = turns_after(rules, past, mouse, direction)
    cost = cost_of(rules, past, mouse, direction)
    lasts[mouse] = direction
    return Past((lasts[0], lasts[1], lasts[2], lasts[3]), (turns[0], turns[1], turns[2], turns[3]), mouse), cost


def _keeper(rules: SlideRules, claimant: int, loose: bool) -> Forget:
    """The function that forgets what cannot matter under these rules; turns that count are added up with the claimant's.

    With `loose` it also forgets what the other mice did, unless their turns count: they may then slide straight back, and their
    turns cost nothing.  That can make routes appear that the rules forbid or count higher, never hide one.
    """
    all_lasts = rules.any_mouse or (not loose and (rules.back == "never" or rules.turn_cost > 0))
    by_mover = rules.back == "after-others"

    def forget(past: Past) -> Past:
        turns = min(sum(past.turns) if rules.any_mouse else past.turns[claimant], rules.min_turns)
        mover = past.mover if by_mover and (past.mover == claimant or not loose) else NOBODY
        kept = [last if all_lasts or mouse in (claimant, mover) else NOBODY for mouse, last in enumerate(past.last)]
        made = [turns if mouse == claimant else 0 for mouse in range(4)]
        return Past((kept[0], kept[1], kept[2], kept[3]), (made[0], made[1], made[2], made[3]), mover)

    return forget


@lru_cache(maxsize=32)
def machine(rules: SlideRules, claimant: int, loose: bool) -> Machine:
    """The machine of these rules; `loose` forgets what other mice did (see `_keeper`)."""
    if claimant:
        return _renamed(machine(rules, 0, loose), claimant, _keeper(rules, claimant, loose))
    forget = _keeper(rules, claimant, loose)
    start = forget(START)
    order, rows = [start], []
    number_of = {start: 0}
    for past in order:
        row = []
        for slide in range(SLIDES):
            found = _after(rules, past, slide)
            if found is None:
                row.append((FORBIDDEN, 0))
                continue
            after = forget(found[0])
            if after not in number_of:
                number_of[after] = len(order)
                order.append(after)
            row.append((number_of[after], found[1]))
        rows.append(tuple(row))
    groups = _merged(claimant, rules.min_turns, order, rows) if len(order) < MERGE_BELOW else list(range(len(order)))
    return _built(rules, claimant, order, rows, groups, forget)


def _renamed(made: Machine, claimant: int, forget: Forget) -> Machine:
    """The machine of another claimant: that of mouse 0, the two having changed places."""
    mice = [claimant if mouse == 0 else 0 if mouse == claimant else mouse for mouse in range(4)]
    slides = [4 * mouse + direction for mouse in mice for direction in range(4)]

    def past_of(past: Past) -> Past:
        lasts, turns = ((one[mice[0]], one[mice[1]], one[mice[2]], one[mice[3]]) for one in (past.last, past.turns))
        return Past(lasts, turns, mice[past.mover] if past.mover != NOBODY else NOBODY)

    return replace(
        made, number_of={past_of(past): number for past, number in made.number_of.items()}, forget=forget,
        after=tuple(tuple(map(row.__getitem__, slides)) for row in made.after),
        cost=tuple(tuple(map(row.__getitem__, slides)) for row in made.cost),
    )  # fmt: skip


def _merged(claimant: int, needed: int, order: list[Past], rows: list[Row]) -> list[int]:
    """A number for each memory, the same for those that no sequence of slides tells apart (Moore's refinement)."""
    groups = [int(past.turns[claimant] >= needed) for past in order]
    while True:
        seen: dict[object, int] = {}
        keys = [(group, tuple((groups[to] if to >= 0 else to, cost) for to, cost in row))
                for group, row in zip(groups, rows, strict=True)]  # fmt: skip
        finer = [seen.setdefault(key, len(seen)) for key in keys]
        if len(seen) == len(set(groups)):
            return finer
        groups = finer


def _built(
    rules: SlideRules, claimant: int, order: list[Past], rows: list[Row], groups: list[int], forget: Forget
) -> Machine:
    """The machine of the merged memories; the first of each group stands for it."""
    first = {group: number for number, group in reversed(list(enumerate(groups)))}
    members = [first[group] for group in range(len(first))]
    pasts = [order[member] for member in members]
    return Machine(
        after=tuple(tuple(groups[to] if to >= 0 else FORBIDDEN for to, _ in rows[member]) for member in members),
        cost=tuple(tuple(cost for _, cost in rows[member]) for member in members),
        may_claim=tuple(past.turns[claimant] >= rules.min_turns for past in pasts),
        phase=tuple((past.turns[claimant], past.last[claimant]) for past in pasts),
        alike=all(past.mover in (claimant, NOBODY) and _only(past, claimant) for past in order),
        weighted=rules.turn_cost > 0,
        number_of={past: groups[number] for number, past in enumerate(order)},
        forget=forget,
    )


def _only(past: Past, claimant: int) -> bool:
    return all(past.last[mouse] < 0 for mouse in range(4) if mouse != claimant)
