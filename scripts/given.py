"""What the command lines of several scripts share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def _parser(doc: str | None) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)


def write_examples(doc: str | None, examples: Callable[[Path], Mapping[str, NDArray[Any]]]) -> None:
    """Write what is to be learnt from the recordings that were given, one file each."""
    parser = _parser(doc)
    parser.add_argument("recordings", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for recording in given.recordings:
        found = examples(recording)
        np.savez_compressed(given.out / f"{recording.name}.npz", **found)
        print(f"{recording.name}: {', '.join(f'{len(each)} {name}' for name, each in found.items())}", flush=True)


def training(doc: str | None, steps: int, goes_on: bool = False) -> argparse.Namespace:
    """The examples, the file to be written and the steps that a training was given, and where it starts if it may go on."""
    parser = _parser(doc)
    parser.add_argument("examples", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=steps)
    if goes_on:
        parser.add_argument("--start", type=Path, help="weights to go on from, in a third of the steps' size")
        parser.add_argument("--share", type=float, default=1.0, help="how much of the weights is learnt anew then")
    return parser.parse_args()


def render(doc: str | None, studio_of: Callable[[int, Path, Path, int], Any]) -> None:
    """Render recordings of the seeds that were given; `studio_of` takes one, the shared folder, where to write, the samples."""
    parser = _parser(doc)
    parser.add_argument("seeds", nargs="+", type=int)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--samples", type=int, default=12)
    given = parser.parse_args()
    for seed in given.seeds:
        studio = studio_of(seed, Path(os.environ.get("COMPANION_SHARED", "../shared")), given.out, given.samples)
        studio.write_session()
        for part in ("teach", "play"):
            studio.render(part)
