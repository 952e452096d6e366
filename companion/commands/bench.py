"""`companion bench`: how fast the program is on this computer, as one table whose figures come from one run.

The rules are measured by random play from a fixed seed, the solver by puzzles that are always the same, seeing by photographs
of a session or of a simulated table (`bench_seeing`).  A reading is also given as a multiple of decoding the same photograph,
successors as a multiple of python-chess's (`successors`): these can be compared between computers.  `companion bench real`
measures something else: how much the eye gets right on real photographs of other people's games, beside plain OpenCV
(`bench_real`).
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from companion.commands import bench_light, bench_page, bench_real, bench_referee
from companion.commands.bench_seeing import SeeingSpeed, seeing_lines, session_speed, simulated_speed
from companion.commands.bench_solver import ReachSpeed, SolverSpeed, reach_lines, reach_speeds, solver_speeds, table_lines
from companion.commands.successors import Rate, SuccessorSpeed, successor_speed, yardstick
from companion.core.game import Game
from companion.games import GAMES, find

Clock = Callable[[], float]
T = TypeVar("T")
SEED = 7
PLIES = 1500
"""Actions played for each game: some ten games of Mice in a Maze, a few seconds on a slow computer."""
LONGEST_GAME = 600
"""Random players may go on for ever; after so many actions another game begins."""


@dataclass(frozen=True, slots=True)
class RulesSpeed:
    """What random play of one game cost: counts, and seconds spent in listing, playing and judging actions."""

    game: str
    plies: int
    turns: int
    generated: int
    listing_s: float
    playing_s: float
    judged: int
    judging_s: float

    @property
    def generated_per_s(self) -> float:
        """Actions listed in a second of listing."""
        return self.generated / self.listing_s

    @property
    def turns_per_s(self) -> float:
        """Whole turns in a second of listing and playing."""
        return self.turns / (self.listing_s + self.playing_s)

    @property
    def judgement_ms(self) -> float:
        return 1000 * self.judging_s / self.judged


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    words = "how fast the program is on this computer"
    parser = subparsers.add_parser("bench", help=words, description=words + ", as a table of figures from one run")
    parser.add_argument("--session", type=Path, metavar="FOLDER", help="photographs to see, instead of drawn ones")
    words = f"actions played for each game (default: {PLIES})"
    parser.add_argument("--plies", type=_positive, default=PLIES, metavar="N", help=words)
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    parser.set_defaults(run=run)
    others = parser.add_subparsers(dest="what", metavar="WHAT")
    bench_light.add(others)
    bench_real.add(others)
    bench_referee.add(others)
    bench_page.add(others)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: must be a whole number from 1")
    return int(text)


def run(args: argparse.Namespace) -> int:
    rules = [rules_speed(find(name), args.plies) for name in GAMES]
    yard = yardstick()
    successors = [successor_speed(find(name), yard) for name in GAMES]
    solver, reach = solver_speeds(), reach_speeds()
    seeing = session_speed(args.session) if args.session else simulated_speed()
    if args.json:
        found: dict[str, object] = {"rules": [asdict(speed) for speed in rules]}
        found["successors"] = [figures(speed) for speed in successors]
        found["solver"] = [asdict(speed) for speed in solver]
        found["reach"] = [asdict(speed) for speed in reach]
        print(json.dumps(found | {"seeing": asdict(seeing)}, indent=2))
    else:
        print("\n".join(table(rules, seeing, successors, solver, reach)))
    return 0


def figures(speed: SuccessorSpeed) -> dict[str, object]:
    """Counts, seconds, and what they come to."""
    rates = {"plain": speed.plain} | ({"scenes": speed.scenes} if speed.scenes else {})
    return asdict(speed) | {name: asdict(rate) | {"per_s": rate.per_s, "ratio": rate.ratio} for name, rate in rates.items()}


def table(
    rules: Sequence[RulesSpeed],
    seeing: SeeingSpeed | None,
    successors: Sequence[SuccessorSpeed] = (),
    solver: Sequence[SolverSpeed] = (),
    reach: Sequence[ReachSpeed] = (),
) -> Iterator[str]:
    """The figures as a table for a README."""
    yield "| what | figure |"
    yield "|---|---|"
    for speed in rules:
        yield f"| {speed.game}: actions listed | {speed.generated_per_s:,.0f} per s |"
        yield f"| {speed.game}: turns played at random | {speed.turns_per_s:,.0f} per s |"
        yield f"| {speed.game}: judging one action | {speed.judgement_ms:.3f} ms |"
    for following in successors:
        yield f"| {following.game}: listing the actions of a position, median | {following.actions_ms:.2f} ms |"
        yield f"| {following.game}: successors | {rate_words(following.plain, 'copy and push')} |"
        if following.scenes:
            yield f"| {following.game}: successors with their changes of scene | {rate_words(following.scenes, 'piece map')} |"
    yield from table_lines(solver)
    yield from reach_lines(reach)
    if seeing:
        yield from seeing_lines(seeing)


def rate_words(rate: Rate, what: str) -> str:
    """Successors a second, and beside python-chess's, or why not."""
    if rate.ratio is None:
        return f"{rate.per_s:,.0f} per s (python-chess is not installed: no ratio)"
    return f"{rate.per_s:,.0f} per s, {rate.ratio:.2f} of python-chess's with {what}"


class Watch:
    """Adds up how long pieces of work take, by name."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.spent_s: defaultdict[str, float] = defaultdict(float)

    def timed(self, name: str, work: Callable[..., T], *arguments: object) -> T:
        """The result of the work."""
        began = self._clock()
        result = work(*arguments)
        self.spent_s[name] += self._clock() - began
        return result


def rules_speed(game: Game[Any, Any], plies: int, clock: Clock = time.perf_counter) -> RulesSpeed:
    """Play `plies` random actions, always the same ones, judging for each also the action before it, which is mostly unlawful
    by then.  `clock` gives seconds."""
    rng, watch = Random(SEED), Watch(clock)
    turns = generated = judged = played = 0
    while played < plies:
        state, before, length = game.start(game.setup({})), None, 0
        while played < plies and length < LONGEST_GAME and (actions := watch.timed("listing", game.actions, state)):
            action = rng.choice(actions)
            for tried in (action,) if before is None else (action, before):
                watch.timed("judging", game.rule, state, tried)
                judged += 1
            state, before = watch.timed("playing", game.play, state, action), action
            generated, played, length = generated + len(actions), played + 1, length + 1
        turns += game.view(state, None).turn
    spent = watch.spent_s
    return RulesSpeed(game.title, played, turns, generated, spent["listing"], spent["playing"], judged, spent["judging"])
