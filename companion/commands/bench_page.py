"""`companion bench page`: how fast a change on the table is on all pages while the camera's pictures are read."""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import threading
import time
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.core.errors import CompanionError
from companion.games import GAMES

VIEWERS, SECONDS, SPEED = 24, 60.0, 4.0
LIMIT_MS = 100.0
"""What the 99th percentile shall not exceed."""


@dataclass(frozen=True, slots=True)
class PageSpeed:
    """Milliseconds from a change that the table publishes until a page has it (every viewer of every change), and until the last
    of all pages has it; how many changes, and how many pictures were read meanwhile, in how many seconds."""

    game: str
    viewers: int
    changes: int
    seconds: float
    pictures_read: int
    p50_ms: float
    p99_ms: float
    last_p50_ms: float
    last_p99_ms: float
    worst_ms: float


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this part to `companion bench`."""
    words = "how fast a change on the table is on all pages while the vision runs"
    parser = subparsers.add_parser("page", help=words, description=words + ": the demonstration, with viewers in another process")
    parser.add_argument("--game", choices=GAMES, default=GAMES[0], metavar="GAME", help=f"which game (default: {GAMES[0]})")
    parser.add_argument("--viewers", type=int, default=VIEWERS, metavar="N", help=f"pages that are live (default: {VIEWERS})")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=f"how long (default: {SECONDS:g})")
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and report; 1 when the 99th percentile is above the limit."""
    speed = page_speed(args.game, args.viewers, args.seconds)
    print(json.dumps(asdict(speed), indent=2) if args.json else "\n".join(lines(speed)))
    return int(speed.p99_ms > LIMIT_MS)


def lines(speed: PageSpeed) -> list[str]:
    return [
        "| from a change on the table to the page | median | p99 |",
        "|---|---|---|",
        f"| one of {speed.viewers} pages | {speed.p50_ms:.1f} ms | {speed.p99_ms:.1f} ms |",
        f"| the last of {speed.viewers} pages | {speed.last_p50_ms:.1f} ms | {speed.last_p99_ms:.1f} ms |",
        "",
        f"{speed.game}: {speed.changes} changes in {speed.seconds:.0f} s, {speed.pictures_read} pictures read meanwhile, "
        f"worst {speed.worst_ms:.1f} ms",
    ]


def page_speed(game: str, viewers: int, seconds: float) -> PageSpeed:
    """The demonstration at some speed, watched by so many viewers."""
    from companion.app.demo import DemoWish, run_demo
    from companion.config import Settings

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(host="127.0.0.1", port=18080, speed=SPEED, pins="mock")
        quiet: list[str] = []
        evening = run_demo(settings, DemoWish(game, {}, 7, True), Path(folder) / "bench.sqlite", quiet.append)
        try:
            port = int(next(line for line in quiet if "Open " in line).split(":", 2)[2].split("/")[0])
            published: dict[int, float] = {}
            counted = threading.Event()

            def note(number: int) -> None:
                if counted.is_set():
                    published[number] = time.monotonic()

            evening.feed.on_publish = note
            with watching(port, viewers) as watched:
                first = evening.feed.latest().picture
                counted.set()
                began = time.monotonic()
                threading.Event().wait(seconds)
                counted.clear()
                took, read = time.monotonic() - began, evening.feed.latest().picture - first
                # What was published last shall arrive.
                threading.Event().wait(2.0)
                heard = watched()
        finally:
            evening.close()
    return figures(game, published, heard, took, read)


@contextlib.contextmanager
def watching(port: int, viewers: int):  # type: ignore[no-untyped-def]
    """Viewers in a process of their own; gives a function that ends them and says what each heard when."""
    command = [sys.executable, "-m", "companion.commands.page_viewers", str(port), str(viewers)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        if process.stdout.readline() != "READY\n":
            raise CompanionError("measuring the page: not all viewers got through; end other programs and try again")
        stdin, stdout = process.stdin, process.stdout

        def told() -> list[list[tuple[int, float]]]:
            stdin.close()
            heard: list[list[tuple[int, float]]] = json.loads(stdout.read())
            return heard

        yield told
        process.kill()


def figures(
    game: str, published: Mapping[int, float], heard: Sequence[Sequence[tuple[int, float]]], seconds: float, read: int
) -> PageSpeed:
    """The figures from when each change was published and when each viewer got which event.

    An event tells of all changes up to its number: a change has arrived with the first event that is as new.
    """
    one, last = [], []
    numbers = [[number for number, _ in events] for events in heard]
    for change, at in published.items():
        places = [bisect_left(known, change) for known in numbers]
        if all(place < len(known) for place, known in zip(places, numbers, strict=True)):
            taken = [1000 * (events[place][1] - at) for events, place in zip(heard, places, strict=True)]
            one += taken
            last.append(max(taken))
    if not last:
        raise CompanionError("measuring the page: nothing changed in that time; give it more seconds")
    one, last = sorted(one), sorted(last)
    shares = (share(one, 0.5), share(one, 0.99), share(last, 0.5), share(last, 0.99))
    return PageSpeed(game, len(heard), len(last), seconds, read, *shares, last[-1])


def share(ranked: Sequence[float], part: float) -> float:
    """The value below which that part of the ranked values lies."""
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))]
