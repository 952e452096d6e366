"""A drawing that a piece was taken for.

A black mouse on a yellow road is like a black road, half of whose tile is off; then nothing is missed but a mouse that stands
nowhere, and the yellow that is left to be seen passes for a cheese.  So where much stays unexplained on a cell, the drawings that
come next are laid there in turn and pieces looked for anew: what explains drawing and pieces best, all told, lies there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.core.grid import Cell, Place
from vision.again import Box
from vision.board_costs import CAP, board_costs
from vision.expected import Expected
from vision.found import Found
from vision.ground import GroundReader
from vision.grounds import Ground
from vision.light import Array
from vision.piece_bank import PieceBank
from vision.tiles import Fits
from vision.underneath import A_PIECE, FINE, Seen, Underneath, found_anew
from vision.unrecognised import left_over
from vision.unshaded import missing

LEFT, DEARER, TRIED = 20.0, 200.0, 3
"""So many nats stay unexplained on a cell on which other drawings are tried, so many of them, that cost so much more at most."""
IN_PART = 150.0
"""So many nats less a part of the cell must cost as another drawing: the road that the mouse leaves to be seen."""
BETTER = 45.0
"""By so many nats another must explain a cell better, and by no less than stays unexplained: below a hand much does.  (Of ten
recordings of Mice in a Maze three cells that showed another drawing gained 207, 378 and 557; of six that did not the best 33.)"""


class Mistaken:
    """Tries other drawings on the cells of one table."""

    def __init__(
        self, reader: GroundReader, underneath: Underneath, blocks: Mapping[Place, Box], limits: tuple[float, float]
    ) -> None:
        """`blocks` are the bounds of all places in the half plan, `limits` what pieces must gain and how badly they may fit."""
        self._reader, self._underneath, self._blocks, self._limits = reader, underneath, blocks, limits
        sprites = reader.rig.appearance.sprites
        self._lone = frozenset(sprite.kind for sprite in sprites if sprite.alone and sprite.directed)

    def told(self, ground: Ground, seen: Seen, cells: Iterable[Cell]) -> tuple[Ground, frozenset[Cell]]:
        """The ground with the drawings told again on which much stays unexplained, and the cells that show another one."""
        other, wanted = set(), set(cells)
        if not self._gone(seen, seen.found):
            return ground, frozenset()
        left = left_over(seen.search.unexplained(), self._blocks, seen.box, seen.search.bank.detail)
        for number, cell in enumerate(self._reader.cells):
            if cell not in wanted or left.get(cell, 0.0) < LEFT or ground.relit[number] or ground.holes[number] > 0:
                continue
            fits = self._fits(ground, seen, number, left[cell])
            if fits is not None:
                other.add(cell)
                ground = replace(ground, fits=ground.fits.with_others(np.array([number]), fits))
        return ground, frozenset(other)

    def _fits(self, ground: Ground, seen: Seen, number: int, left: float) -> Fits | None:
        """The drawings (1, k) that fit a cell of which so much is `left` to explain, the one first that explains it much better
        with its pieces; None if none does."""
        fits, search, cell = ground.fits.of(np.array([number])), seen.search, self._reader.cells[number]
        near = self._near(fits)
        if not near:
            return None
        boards = self._underneath.boards(ground, seen, number, fits.of(slice(None), near[-1] + 1))
        before, costs = search.state(), dict[int, float]()
        plain, gone = self._cost(seen, cell, seen.found), self._gone(seen, seen.found)
        for listed in self._better_in_part(seen, cell, boards, near):
            board = self._with(seen, cell, boards, listed)
            found = found_anew(self._blocks, seen, board, [cell], self._limits)
            if self._gone(seen, found) < gone:
                costs[listed] = self._cost(seen, cell, found)
            search.restore(before)
        best = min(costs, key=lambda listed: costs[listed], default=0)
        gain = plain - costs.get(best, plain)
        if gain < max(BETTER, left):
            return None
        dearer = fits.costs + np.float32(FINE * gain)
        dearer[0, best] = fits.costs[0, 0]
        return fits.costing(dearer)

    def _gone(self, seen: Seen, found: Sequence[Found]) -> frozenset[str]:
        """The kinds with a direction of which there is one, and that were found nowhere."""
        return missing(seen.search.bank, [*found, *seen.elsewhere], self._lone)

    def _near(self, fits: Fits) -> list[int]:
        """Which of the drawings listed (1, k) are tried: the first few of other looks that cost little more."""
        looks = self._underneath.looks_of(fits.rows[0]).tolist()
        fresh = (n for n, look in enumerate(looks) if look not in looks[:n] and fits.costs[0, n] < fits.costs[0, 0] + DEARER)
        return list(fresh)[1 : TRIED + 1]

    def _better_in_part(self, seen: Seen, cell: Cell, boards: Expected, near: Iterable[int]) -> list[int]:
        """Of drawings listed, whose boards lie one below the other, those that explain a part of the cell much better than the
        first."""
        here, search = self._underneath.here(cell, seen), seen.search
        rows = here[0].stop - here[0].start

        def costs(listed: int) -> Array:
            own = slice(listed * rows, (listed + 1) * rows)
            shown = search.half[here], search.tones[here], boards.picture[own], boards.spread[own], boards.shadow
            return np.minimum(board_costs(*shown), np.float32(CAP))

        first, worth = costs(0), float(search.bank.detail**2)
        return [listed for listed in near if float(np.maximum(first - costs(listed), 0).sum()) > IN_PART * worth]

    def _with(self, seen: Seen, cell: Cell, boards: Expected, listed: int) -> Expected:
        """The board with one of the drawings listed in a cell, of `boards` that lie one below the other."""
        here, whole = self._underneath.here(cell, seen), seen.expected
        picture, known, spread = whole.picture.copy(), whole.known.copy(), whole.spread.copy()
        rows = here[0].stop - here[0].start
        own = slice(listed * rows, (listed + 1) * rows)
        # Around the tile the table shows, whichever drawing lies there.
        drawn = boards.known[own]
        for image, laid in ((picture, boards.picture), (known, boards.known), (spread, boards.spread)):
            image[here][drawn] = laid[own][drawn]
        return Expected(picture, known, spread, whole.shadow)

    def _cost(self, seen: Seen, cell: Cell, found: Iterable[Found]) -> float:
        """What stays unexplained on a cell and half a cell around it, and what the pieces there count; what a second one explains
        of a kind of which there is one is not explained."""
        (rows, columns), bank = self._underneath.here(cell, seen), seen.search.bank
        room = (rows.stop - rows.start) // 2
        around = (slice(max(rows.start - room, 0), rows.stop + room), slice(max(columns.start - room, 0), columns.stop + room))
        (upper, lower), (left, right) = ((each.start, each.stop) for each in around)
        near = [piece for piece in found if upper <= piece.at[1] < lower and left <= piece.at[0] < right]
        return float(seen.search.unexplained()[around].sum()) / bank.detail**2 + A_PIECE * len(near) + self._twice(near, bank)

    def _twice(self, found: Iterable[Found], bank: PieceBank) -> float:
        """What finds explain that cannot be there: all but the best of each kind of which there is one."""
        gains: dict[str, list[float]] = {}
        for piece in found:
            gains.setdefault(bank.sprites[int(bank.kinds[piece.row])].kind, []).append(float(piece.gain))
        return sum(sum(own) - max(own) for kind, own in gains.items() if kind in self._lone)
