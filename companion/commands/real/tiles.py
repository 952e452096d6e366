"""Finished boards of square tiles whose eight kinds are drawn in many ways: the kinds of all cells, learnt from other boards.

Half of the boards teach, half are tested, then the other way round; the two photographs of one board stay together.  Most
drawings of a tested board were never taught.  A cell's kind is the one that drawings (`vision.tiles`) and colours
(`vision.paints`) together speak for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.commands.real.figures import Figure, photograph, truth_of
from vision.light import Array, fit_light, gains_at
from vision.paints import PaintRule, learn_paints
from vision.tiles import SEEN, TileBank, candidates, coarse, coarse_misfit, make_bank, robust_fit

SET = "kingdomino-5x5"
GIVEN_SHARE = 0.974
CELLS = 5
CELL = 64
NOISE, KEEP = 12.0, 24
FARTHEST = 2.0
"""A drawing that costs so many nats a pixel is as good as none."""
WORTH = 0.5
"""What a nat a pixel is worth in answers of the rule of colours."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The cells of a photograph in reading order, each (CELL, CELL, 3), their kinds, and which of them can be seen."""

    blocks: tuple[Array, ...]
    kinds: tuple[str, ...]
    open: tuple[bool, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """The drawings of the taught boards with the number of each one's kind, and the rule of colours."""

    bank: TileBank
    kind_of: NDArray[np.int64]
    paints: PaintRule


def measure(folder: Path, first: int | None = None) -> Iterator[Figure]:
    """One figure; of the `first` boards of the first half only, if told."""
    truth = truth_of(folder / SET)
    pairs = truth["same_board_photographed_twice"]
    halves = [[f"{number}.jpg" for pair in pairs[start::2] for number in pair] for start in (0, 1)]
    boards = {name: board_of(photograph(folder / SET / name), truth["images"][name]) for half in halves for name in half}
    right = cells = 0
    for teaching, tested in (halves, halves[::-1])[: 2 if first is None else 1]:
        taught = learn([boards[name] for name in teaching])
        for name in tested[:first]:
            told = kinds_of(taught, boards[name])
            right += sum(one == other for one, other in zip(told, boards[name].kinds, strict=True))
            cells += len(told)
    yield Figure("kinds of tiles, learnt from other boards", right, cells, GIVEN_SHARE * cells, given=True)


def board_of(picture: NDArray[np.uint8], about: dict[str, Any]) -> Board:
    side = picture.shape[0] // CELLS
    places = [(row, col) for row in range(CELLS) for col in range(CELLS)]
    cut = (picture[row * side : (row + 1) * side, col * side : (col + 1) * side] for row, col in places)
    blocks = tuple(np.asarray(cv2.resize(cell, (CELL, CELL), interpolation=cv2.INTER_AREA), dtype=np.float32) for cell in cut)
    seen = tuple([row, col] not in about["cells_hidden_by_castle"] for row, col in places)
    return Board(blocks, tuple(about["grid"][row][col] for row, col in places), seen)


def learn(boards: Sequence[Board]) -> Taught:
    """From all cells of these boards that can be seen."""
    known = [(block, kind) for b in boards for block, kind, seen in zip(b.blocks, b.kinds, b.open, strict=True) if seen]
    blocks, kinds = [block for block, _ in known], [kind for _, kind in known]
    paints = learn_paints(blocks, kinds)
    numbers = np.array([paints.kinds.index(kind) for kind in kinds])
    return Taught(make_bank(np.stack(blocks), CELL, CELL), numbers, paints)


def kinds_of(taught: Taught, board: Board) -> list[str]:
    """The likeliest kind of every cell."""
    names = taught.paints.kinds
    scores = taught.paints.answers(board.blocks) - WORTH * _costs(taught, board)
    return [names[number] for number in scores.argmax(axis=1)]


def _costs(taught: Taught, board: Board) -> NDArray[np.float64]:
    """What the best drawing of each kind costs more than the best of all: (cells, kinds), nats a pixel."""
    seen = np.stack([coarse(block) for block in board.blocks])
    middle = (CELLS - 1) / 2
    at = np.array([((col - middle) / (CELLS / 2), (row - middle) / (CELLS / 2)) for row in range(CELLS) for col in range(CELLS)])
    misfit = coarse_misfit(taught.bank, seen)
    gains = gains_at(_light(taught.bank, seen, misfit, at), at)
    noise = NOISE * float(np.clip(gains.mean(), 0.15, 2.0))
    fits = robust_fit(taught.bank, seen, gains, noise, candidates(taught.bank, seen, gains, noise, KEEP, misfit))
    least = np.full((len(seen), len(taught.paints.kinds)), FARTHEST)
    kinds = taught.kind_of[fits.rows // 4]
    np.minimum.at(least, (np.arange(len(seen))[:, None], kinds), fits.costs / (SEEN * SEEN))
    return np.asarray(least - least.min(axis=1, keepdims=True), dtype=np.float64)


def _light(bank: TileBank, seen: Array, misfit: Array, at: NDArray[np.float64]) -> Array:
    """The light on the board against that of the taught ones, from the drawings that are nearest after small changes."""
    best = bank.flat[misfit.argmin(axis=1)].reshape(len(seen), -1, 3)
    gains = (seen.reshape(best.shape) * best).sum(axis=1) / np.maximum((best**2).sum(axis=1), 1)
    least = misfit.min(axis=1)
    weights = 1 / (1 + least / (3 * max(float(np.median(least)), 1.0)))
    return fit_light(at, np.log(np.maximum(gains, 0.02)).astype(np.float64), weights.astype(np.float64))
