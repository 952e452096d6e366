"""`companion bench light`: how well an edition is read by its own teaching pictures, in all kinds of light.

Each teaching picture is left out once, the others teach, and the one left out is read as it is and spoiled on purpose: dimmed,
glossy, in somebody's shadow.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from companion.core.errors import CompanionError

if TYPE_CHECKING:
    from calibration.scorecard import Scorecard

T = TypeVar("T")


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this evaluation to `companion bench`."""
    words = "how well teaching pictures are read by each other, in all kinds of light"
    parser = subparsers.add_parser("light", help=words, description=words)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="table recordings with teaching pictures")
    parser.add_argument("--only", metavar="LIGHT,...", help="only these kinds of light")
    parser.add_argument("--camera", default="as it is", metavar="NAME,...", help="cameras: unmarked, pushed, wide, wide unmarked")
    parser.add_argument("--teach-in", metavar="LIGHT", help="the others teach in this light, each picture spoiled in its own way")
    parser.add_argument("--mistakes", action="store_true", help="list every mistake")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a table for every recording and one for all; returns 0.  Raises CompanionError."""
    # Imported here so that the other subcommands start without numpy and cv2.
    from calibration.left_out import folds, marked
    from calibration.other_cameras import CAMERAS
    from calibration.scorecard import Scorecard
    from vision.simulator.spoiled import CHANGES

    changes = chosen(CHANGES, args.only, "kind of light")
    taught = None if args.teach_in is None else chosen(CHANGES, args.teach_in, "kind of light")[args.teach_in]
    cameras = chosen(CAMERAS, args.camera, "camera")
    cards: dict[tuple[str, str], Scorecard] = {}
    for camera, own in cameras.items():
        for fold in (fold for folder in args.folders for fold in folds(folder, own, taught)):
            for name, card in marked(fold, changes):
                light = name if len(cameras) == 1 else f"{name}, {camera}"
                for table in (fold.name.split("/")[0], "all"):
                    cards.setdefault((table, light), Scorecard()).add(card)
    print("\n".join(lines(cards, [folder.name for folder in args.folders] + ["all"], args.mistakes)))
    return 0


def chosen(known: Mapping[str, T], names: str | None, what: str) -> dict[str, T]:
    """Those of the known things that are named, all without names.  Raises CompanionError with the names there are."""
    wanted = list(known) if names is None else [name.strip() for name in names.split(",")]
    strange = [name for name in wanted if name not in known]
    if strange:
        raise CompanionError(f"bench light: there is no {what} {', '.join(map(repr, strange))}; known are {', '.join(known)}")
    return {name: known[name] for name in wanted}


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
