"""`companion bench light`: how well an edition is read by its own teaching pictures, in all kinds of light.

Each teaching picture is left out once, the others teach, and the one left out is read as it is and spoiled on purpose: dimmed,
glossy, in somebody's shadow.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.scorecard import Scorecard


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this evaluation to `companion bench`."""
    words = "how well teaching pictures are read by each other, in all kinds of light"
    parser = subparsers.add_parser("light", help=words, description=words)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="table recordings with teaching pictures")
    parser.add_argument("--only", metavar="LIGHT,...", help="only these kinds of light")
    parser.add_argument("--mistakes", action="store_true", help="list every mistake")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a table for every recording and one for all; returns 0.  Raises CompanionError."""
    # Imported here so that the other subcommands start without numpy and cv2.
    from calibration.left_out import folds, marked
    from calibration.scorecard import Scorecard
    from vision.simulator.spoiled import CHANGES

    wanted = None if args.only is None else [name.strip() for name in args.only.split(",")]
    changes = {name: change for name, change in CHANGES.items() if wanted is None or name in wanted}
    cards: dict[tuple[str, str], Scorecard] = {}
    for folder in args.folders:
        for fold in folds(folder):
            for name, card in marked(fold, changes):
                for table in (folder.name, "all"):
                    cards.setdefault((table, name), Scorecard()).add(card)
    print("\n".join(lines(cards, [folder.name for folder in args.folders] + ["all"], args.mistakes)))
    return 0


def lines(cards: dict[tuple[str, str], Scorecard], tables: Sequence[str], mistakes: bool) -> Iterator[str]:
    """The figures as one table for a page, mistakes below it."""
    from calibration.scorecard import columns, row

    yield "| recording | light | " + " | ".join(columns()) + " |"
    yield "|---" * (2 + len(columns())) + "|"
    for table in tables:
        for (own, light), card in cards.items():
            if own == table:
                yield f"| {table} | {light} | " + " | ".join(row(card)) + " |"
    for (own, light), card in cards.items():
        if mistakes and own != "all":
            yield from (f"{light}: {mistake}" for mistake in card.mistakes)
