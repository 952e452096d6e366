"""The eye on a part of the real photographs of other people's games, never worse than plain OpenCV."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.commands.bench_real import default_folder, measured, table
from companion.commands.real import dice, markers, moves, stillness, tiles, turns
from companion.commands.real.figures import Figure
from companion.core.errors import CompanionError

Measure = Callable[[Path], Iterator[Figure]]
PARTS: dict[str, tuple[Measure, list[float]]] = {
    "markers": (markers.measure, [1.0, 0.9, 0.55, 0.48]),
    "turns": (turns.measure, [1.0, 1.0]),
    "tiles": (partial(tiles.measure, first=2), [0.98]),
    "moves": (partial(moves.measure, first=6), [1.0]),
    "stillness": (stillness.measure, [0.88, 1.0]),
    "dice": (partial(dice.measure, first=2), [0.85]),
}
"""What is measured, and the least share of each of its figures."""


@pytest.fixture(scope="module")
def photographs() -> Path:
    """The folder of photographs, if it is at hand."""
    folder = default_folder()
    if not folder.is_dir():
        if os.environ.get("CI") == "true":
            pytest.fail(f"{folder} is missing: set COMPANION_SHARED")
        pytest.skip(f"no photographs at {folder}: set COMPANION_SHARED to the folder that holds photos-real")
    return folder


@pytest.mark.parametrize("part", PARTS)
def test_the_eye_is_no_worse_than_plain_opencv(part: str, photographs: Path) -> None:
    """Each figure is at least that of plain OpenCV, and at least what the eye once reached on this part of the set."""
    measure, least = PARTS[part]
    figures = list(measure(photographs))
    assert [(f.what, f.share) for f in figures if f.right < f.plain] == []
    assert [(f.what, f.share, bar) for f, bar in zip(figures, least, strict=True) if f.share < bar] == []


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The refusal says which folder, and how to name another."""
    with pytest.raises(CompanionError, match=r"no folder .*absent; name the folder, or set COMPANION_SHARED"):
        list(measured(tmp_path / "absent"))


def test_a_broken_set_is_named(tmp_path: Path) -> None:
    """A set without its truth file is refused with the file's name."""
    with pytest.raises(CompanionError, match=r"truth\.json"):
        list(measured(tmp_path))


def test_the_table_shows_both_shares() -> None:
    """Counts, the companion's share, plain OpenCV's, and whether that was given."""
    assert list(table([Figure("dice", 9, 10, 7.5, given=True)]))[2:] == ["| dice | 9 of 10 | 90.0 % | 75.0 % (as given) |"]
