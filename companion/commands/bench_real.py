"""`companion bench real`: how much the eye gets right on real photographs of other people's games, beside plain OpenCV."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from companion.commands.real.figures import Figure
from companion.core.errors import CompanionError

SETS = ("markers", "turns", "tiles", "moves", "stillness", "dice")
"""Modules of `companion.commands.real`."""
SHARED, FOLDER = "COMPANION_SHARED", "photos-real"


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this evaluation to `companion bench`."""
    words = "how well the eye reads real photographs"
    parser = subparsers.add_parser("real", help=words, description=words + ", beside plain OpenCV")
    words = f"the folder of photographs (default: {FOLDER} in the folder that {SHARED} names)"
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help=words)
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    figures = list(measured(args.folder or default_folder()))
    if args.json:
        print(json.dumps({"real": [asdict(figure) for figure in figures]}, indent=2))
    else:
        print("\n".join(table(figures)))
    return 0


def default_folder() -> Path:
    return Path(os.environ.get(SHARED, "../shared")) / FOLDER


def measured(folder: Path) -> Iterator[Figure]:
    """All figures, set by set.  Raises a CompanionError when the folder is not there or not whole."""
    if not folder.is_dir():
        remedy = f"name the folder, or set {SHARED} to the one that holds {FOLDER}"
        raise CompanionError(f"reading real photographs: there is no folder {folder}; {remedy}")
    for name in SETS:
        yield from import_module(f"companion.commands.real.{name}").measure(folder)


def table(figures: Iterable[Figure]) -> Iterator[str]:
    """The figures as a table for a page."""
    yield "| real photographs | right | companion | plain OpenCV |"
    yield "|---|---|---|---|"
    for figure in figures:
        origin = " (as given)" if figure.given else ""
        shares = f"{100 * figure.share:.1f} % | {100 * figure.plain_share:.1f} %{origin}"
        yield f"| {figure.what} | {figure.right} of {figure.of} | {shares} |"
