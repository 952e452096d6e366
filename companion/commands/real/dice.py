"""Dice of fifteen designs under a telephone: the number on top, the box around the die being given.

The photographs in odd places of the list are tested; those in even places were used to choose the constants of
`vision.spots`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.commands.real.figures import Figure, photograph, truth_of
from vision.lens import nominal_lens
from vision.spots import count_in_box

SET = "dice-d6-topview"
GIVEN_SHARE = 0.755


def measure(folder: Path, first: int | None = None) -> Iterator[Figure]:
    """One figure; of the `first` photographs tested only, if told."""
    images = truth_of(folder / SET)["images"]
    right = dice = 0
    for name in list(images)[1::2][:first]:
        picture = photograph(folder / SET / name)
        focal = float(nominal_lens((picture.shape[1], picture.shape[0])).matrix[0, 0])
        for die in images[name]:
            left, upper, right_edge, lower = die["box"]
            right += count_in_box(picture, (left, upper, right_edge, lower), focal)[0][0] == die["value"]
            dice += 1
    yield Figure("die faces, box given", right, dice, GIVEN_SHARE * dice, given=True)
