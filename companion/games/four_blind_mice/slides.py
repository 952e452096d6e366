"""What one move is: a mouse runs until something stops it; turns, straight back, claims (PLAY P2-P4).

Pure functions over small numbers, shared by the engine and the solver.  Mice are the indices 0..3 of `R K G B`, cells and
directions the numbers of `cells`.  What the options change is data: a `SlideRules`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.games.four_blind_mice.cells import RAYS, mask
from companion.games.four_blind_mice.options import Options

Four = tuple[int, int, int, int]

NOBODY = -1
"""No mouse, no direction, no cell."""

UNMOVED: Four = (NOBODY, NOBODY, NOBODY, NOBODY)

BLOCKED_BY: tuple[tuple[int, ...], ...] = tuple(tuple(mask(ray) for ray in rays) for rays in RAYS)
"""`BLOCKED_BY[cell][direction]`: the cells of that ray as bits; no blocker among them means a run to the edge."""


@dataclass(frozen=True, slots=True)
class SlideRules:
    """The options that decide what a move is and when it claims.

    `back`: `after-others`, `free`, `never` or `turn`.  `any_mouse`: turns of all mice count.  `rest`: the claimant must be
    stopped on the target.  `turn_cost`: what a change of direction costs beyond the slide's 1.
    """

    min_turns: int = 2
    back: str = "after-others"
    any_mouse: bool = False
    rest: bool = False
    turn_cost: int = 0

    @property
    def lowest(self) -> int:
        """The lowest number of moves that any claim can need."""
        return 1 + self.min_turns * (1 + self.turn_cost)


def slide_rules(options: Options) -> SlideRules:
    """The slide rules of these options."""
    return SlideRules(
        int(options.min_turns), options.straight_back, options.turns_by == "any_mouse", options.stop == "rest",
        1 if options.count == "slides_and_turns" else 0,
    )  # fmt: skip


class Past(NamedTuple):
    """What a demonstration must remember: each mouse's last direction and turns, the mouse that moved last, moves spent."""

    last: Four = UNMOVED
    turns: Four = (0, 0, 0, 0)
    mover: int = NOBODY
    spent: int = 0


START = Past()


class Run(NamedTuple):
    """One slide: where it ends, the turns of that mouse after it, what it costs, whether it claims."""

    end: int
    turns: int
    cost: int
    claims: bool


def goes_back(rules: SlideRules, past: Past, mouse: int, direction: int) -> bool:
    """Whether the slide is a forbidden straight back (P2)."""
    if past.last[mouse] != direction ^ 2:
        return False
    return rules.back == "never" or (rules.back == "after-others" and past.mover == mouse)


def turns_after(rules: SlideRules, past: Past, mouse: int, direction: int) -> int:
    """The turns that mouse has made with this slide: at right angles to its own last one; straight back only by option."""
    last = past.last[mouse]
    if last in (NOBODY, direction):
        return past.turns[mouse]
    return past.turns[mouse] + (1 if (last ^ direction) & 1 or rules.back == "turn" else 0)


def cost_of(rules: SlideRules, past: Past, mouse: int, direction: int) -> int:
    """Moves that a slide counts for."""
    last = past.last[mouse]
    return 1 + rules.turn_cost if last not in (NOBODY, direction) else 1


def stop_of(walls: int, mice: Four, mouse: int, direction: int) -> int:
    """The cell where that mouse stops by edge, coin or mouse, whatever lies on the way; its own cell when it cannot move.

    `walls` are the covered coins as bits.
    """
    cell = mice[mouse]
    a, b, c, d = mice
    blockers = (walls | 1 << a | 1 << b | 1 << c | 1 << d) & BLOCKED_BY[cell][direction]
    ray = RAYS[cell][direction]
    if not blockers:
        return ray[-1] if ray else cell
    if direction == 0:
        return blockers.bit_length() - 1 + 8
    if direction == 3:
        return blockers.bit_length()
    nearest = (blockers & -blockers).bit_length() - 1
    return nearest - 1 if direction == 1 else nearest - 8


def run_of(rules: SlideRules, walls: int, mice: Four, past: Past, target: int, claimant: int, mouse: int, direction: int) -> Run:
    """The slide of that mouse, lawful or not; it cannot move when its end is its own cell."""
    end = stop_of(walls, mice, mouse, direction)
    turns = turns_after(rules, past, mouse, direction)
    cost = cost_of(rules, past, mouse, direction)
    if mouse != claimant or (turns if not rules.any_mouse else sum(past.turns) - past.turns[mouse] + turns) < rules.min_turns:
        return Run(end, turns, cost, False)
    start = mice[mouse]
    if rules.rest:
        return Run(end, turns, cost, end == target != start)
    if BLOCKED_BY[start][direction] >> target & 1 and not _beyond(start, end, target, direction):
        return Run(target, turns, cost, True)
    return Run(end, turns, cost, False)


def _beyond(start: int, end: int, target: int, direction: int) -> bool:
    """Whether a cell on the ray of a slide lies behind the cell where it ends."""
    return abs(target - start) > abs(end - start)


def is_lawful(rules: SlideRules, walls: int, mice: Four, past: Past, mouse: int, direction: int) -> bool:
    """Whether that mouse may slide that way: it can move, and not straight back."""
    return not goes_back(rules, past, mouse, direction) and stop_of(walls, mice, mouse, direction) != mice[mouse]


def after_run(past: Past, mouse: int, direction: int, run: Run) -> Past:
    """What is remembered after that slide."""
    last, turns = past.last, past.turns
    return Past(
        (*last[:mouse], direction, *last[mouse + 1 :]),  # type: ignore[arg-type]
        (*turns[:mouse], run.turns, *turns[mouse + 1 :]),  # type: ignore[arg-type]
        mouse, past.spent + run.cost,
    )  # fmt: skip
