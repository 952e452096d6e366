"""What of the past can still matter, as a finite machine that reads slides.

A state of the search is the four cells and one memory.  Each rule about turns and about straight back is told here once, by
`_after`; the searches only follow the table made from it.  What can no longer matter is forgotten, and memories that no future
tells apart are merged, so that turns and directions cost as few states as possible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from companion.games.four_blind_mice.solver.puzzle import MICE, SLIDES, Past, Rules

FORBIDDEN = -1
MERGE_BELOW = 1000
"""Larger machines are left as they are: merging them would take longer than it saves."""

Forget = Callable[[Past], Past]


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


def counted(rules: Rules, last: int, direction: int) -> tuple[int, int] | None:
    """Turns and cost of a slide after the same mouse's last one (-1: none); None where it is never allowed."""
    if last < 0:
        return 0, 1
    dear = 2 if rules.count == "slides_and_turns" and direction != last else 1
    if (direction - last) % 2:
        return 1, dear
    if direction == last:
        return 0, 1
    return None if rules.straight_back == "never" else (int(rules.straight_back == "turn"), dear)


def _after(rules: Rules, claimant: int, past: Past, slide: int) -> tuple[Past, int] | None:
    """Past and cost after a slide; None where turns and directions forbid it."""
    mouse, direction = divmod(slide, 4)
    last = past.last[mouse]
    found = counted(rules, last, direction)
    if found is None:
        return None
    if rules.straight_back == "default" and mouse == past.mover and (direction - last) % 4 == 2:
        return None
    turn, cost = found
    counts = turn and (mouse == claimant or rules.turns_by == "any_mouse")
    lasts = (*past.last[:mouse], direction, *past.last[mouse + 1 :])
    return Past(lasts, min(past.turns + bool(counts), rules.min_turns), mouse), cost  # type: ignore[arg-type]


def _keeper(rules: Rules, claimant: int, loose: bool) -> Forget:
    """The function that forgets what cannot matter under these rules.

    With `loose` it also forgets the last mover unless it is the claimant: the other mice may then slide straight back, which
    can make routes appear that the rules forbid, never hide one.
    """
    all_lasts = rules.straight_back == "never" or rules.count == "slides_and_turns" or rules.turns_by == "any_mouse"
    by_mover = rules.straight_back == "default"

    def forget(past: Past) -> Past:
        turns = min(past.turns, rules.min_turns)
        mover = past.mover if by_mover and (past.mover == claimant or not loose) else -1
        if all_lasts:
            return Past(past.last, turns, mover)
        kept = (last if mouse in (claimant, mover) else -1 for mouse, last in enumerate(past.last))
        return Past(tuple(kept), turns, mover)  # type: ignore[arg-type]

    return forget


@lru_cache(maxsize=32)
def machine(rules: Rules, claimant: int, loose: bool) -> Machine:
    """The machine of these rules; `loose` forgets the last mover unless it is the claimant (see `_keeper`)."""
    forget = _keeper(rules, claimant, loose)
    start = forget(Past())
    order, rows = [start], []
    number_of = {start: 0}
    for past in order:
        row = []
        for slide in range(SLIDES):
            found = _after(rules, claimant, past, slide)
            if found is None:
                row.append((FORBIDDEN, 0))
                continue
            after = forget(found[0])
            if after not in number_of:
                number_of[after] = len(order)
                order.append(after)
            row.append((number_of[after], found[1]))
        rows.append(tuple(row))
    groups = _merged(rules, order, rows) if len(order) < MERGE_BELOW else list(range(len(order)))
    return _built(rules, claimant, order, rows, groups, forget)


def _merged(rules: Rules, order: list[Past], rows: list[tuple[tuple[int, int], ...]]) -> list[int]:
    """A number for each memory, the same for those that no sequence of slides tells apart (Moore's refinement)."""
    groups = [int(past.turns >= rules.min_turns) for past in order]
    while True:
        seen: dict[object, int] = {}
        keys = [(group, tuple((groups[to] if to >= 0 else to, cost) for to, cost in row))
                for group, row in zip(groups, rows, strict=True)]  # fmt: skip
        finer = [seen.setdefault(key, len(seen)) for key in keys]
        if len(seen) == len(set(groups)):
            return finer
        groups = finer


def _built(
    rules: Rules, claimant: int, order: list[Past], rows: list[tuple[tuple[int, int], ...]], groups: list[int], forget: Forget
) -> Machine:
    """The machine of the merged memories; the first of each group stands for it."""
    first = {group: number for number, group in reversed(list(enumerate(groups)))}
    members = [first[group] for group in range(len(first))]
    pasts = [order[member] for member in members]
    return Machine(
        after=tuple(tuple(groups[to] if to >= 0 else FORBIDDEN for to, _ in rows[member]) for member in members),
        cost=tuple(tuple(cost for _, cost in rows[member]) for member in members),
        may_claim=tuple(past.turns >= rules.min_turns for past in pasts),
        phase=tuple((past.turns, past.last[claimant]) for past in pasts),
        alike=all(past.mover in (claimant, -1) and _only(past, claimant) for past in order),
        weighted=rules.count == "slides_and_turns",
        number_of={past: groups[number] for number, past in enumerate(order)},
        forget=forget,
    )


def _only(past: Past, claimant: int) -> bool:
    return all(past.last[mouse] < 0 for mouse in range(len(MICE)) if mouse != claimant)
