"""Which drawing lies below a piece: told from what the piece leaves to be seen, of drawing and piece together.

A piece hides much of its tile, its colours pass for a drawing's and its shadow for a darker one; with the wrong drawing
expected, bare floor passes for pieces.  So where pieces lie and several drawings fit about as well, each is expected in turn,
at the scale at which pieces are looked for: what it costs where nothing covers it, and what the pieces then still explain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Cell, Place
from companion.core.scene import Look
from vision.again import AnyType, Box
from vision.belief import chance_of
from vision.board_costs import CAP, board_costs
from vision.expected import GUESS, Expected, halved
from vision.found import Found
from vision.glow import without_glow, without_light
from vision.ground import GroundReader
from vision.grounds import TILE_NOISE, Ground
from vision.hands import HALF, HIDDEN, hidden_share
from vision.light import Array
from vision.matching import unexplained
from vision.mere_light import with_light
from vision.motion import doubled_kernel, smeared
from vision.pieces import PieceSearch
from vision.sharp_edges import as_sharp_as_the_first
from vision.solve import COVERED_COST
from vision.teller import KEEP_DOUBTFUL
from vision.tiles import COARSE, NATS, NATS_APART, SEEN, Fits, candidates, coarse_misfit, numbered, robust_fit
from vision.twins import no_surer

DOUBTED = 22.0
"""Where another look costs no more than that above the best one, what a piece leaves to be seen of the drawing is looked at; a
drawing that is told by itself stands: a piece's shadow at its rim may speak for another."""
BLAMED, WITH_SHADOW = 4.0, 2.0
"""By so much, for every coarse pixel that a piece covers, another look may cost more for the piece's colours alone: a brown chest
is like a wall, and not like the floor that it stands on.  And by so many times that where it is a body: its shadow is, too.  (A
road below a chest was not even listed, 112 behind a wall of the same web; the chest covered 8 % of it.)"""
CLEAR = 36.0
"""A drawing half under a hand is told when any other costs so much more."""
COVERS = 0.3
"""From that cover on a pixel belongs to a piece."""
COVERED = 0.01
"""Share of a cell that is covered at least."""
A_PIECE = 20.0
"""What each piece counts beside what stays unexplained, nats."""
LEAST_SURE, DISC_SURE = 0.5, 0.4
"""A find that is less likely a piece hides nothing, and a flat one of which there is but one.  (A grey disc on a road, where a
grey wall was expected, came to .45; a mouse that came to so much had its card told as another.)"""
FINE = 0.4
"""What a unit of cost of the fine comparison counts in one of a tile fit: of 180 cells below pieces, the drawing that lies
there cost at least 56 less than any other."""
BADLY_DRAWN = 1.7
"""Where the best drawing costs more than that a coarse pixel beside the piece, light or a hand is in the way, and a comparison
of drawings says nothing (dragons and mice stood on drawings that cost up to 1.5)."""
NEARLY_FREE = 0.3
"""What a large piece covers no more than that shows the drawing below it."""
MUCH, ANY = 0.25, 32
"""Below a piece that hides so much of a cell so many drawings are compared: colours and shadow of a dragon passed for the dark
floor of one drawing under it, whatever lay there.  (Of 68 tiles below dragons on eleven tables the first was right 65 times, the
others led by 7 at most.)"""
LEANT = 0.7
"""What speaks for one drawing against another below a large piece that leans another way in every place counts that much: it is
painted as it leans in a place near by, and its rim may be off.  (Of 16 tiles below a dragon two were surely another one; with
that none is, and 14 are likely.)"""
HARDLY_SEEN = NATS_APART / NATS
"""And so much less where a piece hides MUCH: what is left of a drawing is as easily mistaken as a twin is."""
GUESSED_LEAD = 0.3
"""A drawing of which much was never seen bare may lie anywhere where a pixel of it costs no more than so much above the best."""
EDGE, AROUND = 0.05, 5
"""From that cover on a pixel may show a piece, and so do those about it, so many pixels of the plan across."""
RIM, SMEARED_RIM = 2, 8
"""Pixels of the half plan around a cell that are painted with it: edges beside it are cut off, and the blur of a moving camera
mixes more."""


Shown = tuple[Array, Array]
"""How far a piece covers each pixel of a cell, and what that pixel costs as the piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What is known of a frame, or of a window of it with these bounds (half plan): the `search` and what it `found` there, in
    coordinates of the window, the coarse plan `quarter`, the board `expected`, the window of the plan itself in art light, `full`
    (2 h, 2 w, 3), the blur of a moving camera, and what was found `elsewhere`."""

    search: PieceSearch
    found: Sequence[Found]
    quarter: Array
    expected: Expected
    box: Box
    full: Array
    motion: Array | None = None
    elsewhere: Sequence[Found] = ()


class Underneath:
    """Looks below the pieces of one table."""

    def __init__(self, reader: GroundReader, blocks: Mapping[Place, Box]) -> None:
        """`blocks` are the bounds of all places in the half plan."""
        self._reader, self._blocks = reader, blocks
        rig = reader.rig
        looks = (Look(drawn.kind, drawn.face, turns % rig.period(drawn)) for drawn in rig.appearance.looks for turns in range(4))
        self._same = numbered(looks)
        self._vague = np.flatnonzero(reader.vague)

    def told(self, ground: Ground, seen: Seen, cells: Iterable[Cell]) -> tuple[Ground, frozenset[Cell]]:
        """The ground with what pieces leave to be seen of doubtful drawings told again, and the cells that show another drawing
        than was expected."""
        other, bank = set(), seen.search.bank
        if self._reader.rig.appearance.fixed or not seen.found:
            return ground, frozenset()
        wanted = set(cells)
        for number, cell in enumerate(self._reader.cells):
            # Where a shadow was taken out, fine pixels are noise.
            if cell not in wanted or ground.relit[number] or ground.holes[number] > 0:
                continue
            lead = self._lead(ground.fits, number)
            if lead >= DOUBTED + WITH_SHADOW * BLAMED * MUCH * SEEN**2 and not self._large_on(cell, seen):
                continue
            on_top, blamed = self._on_top(cell, seen)
            if not on_top:
                continue
            hidden = float(on_top[0][0].mean())
            if lead >= DOUBTED + blamed * hidden * SEEN**2 and hidden <= MUCH:
                continue
            fits = self._fits(ground, seen, number, on_top, hidden > MUCH, lead >= DOUBTED)
            if fits is None:
                continue
            if self._same[fits.rows[0, 0]] != self._same[ground.fits.rows[number, 0]]:
                other.add(cell)
            leant = any(bank.sprites[int(bank.kinds[piece.row])].prism for piece in self._large_on(cell, seen))
            if leant or hidden > MUCH:
                less = np.float32((LEANT if leant else 1) * (HARDLY_SEEN if hidden > MUCH else 1))
                fits = fits.costing(fits.costs[:, :1] + less * (fits.costs - fits.costs[:, :1]))
            ground = replace(ground, fits=ground.fits.with_others(np.array([number]), fits))
        return ground, frozenset(other)

    def beside(self, ground: Ground, seen: Seen, strange: NDArray[np.bool_]) -> tuple[Ground, frozenset[Cell]]:
        """The ground with the drawings told of which hands (`strange`) and their shadows leave half or more, and their cells."""
        clear = set()
        shares = hidden_share(strange, [self._blocks[cell] for cell in self._reader.cells])
        for number, (cell, share) in enumerate(zip(self._reader.cells, shares, strict=True)):
            if not HIDDEN < share <= HALF:
                continue
            cover = strange[self.here(cell, seen)].astype(np.float32)
            fits = self._fits(ground, seen, number, [(cover, np.zeros_like(cover)), *self._on_top(cell, seen)[0]])
            if fits is not None and self._lead(fits, 0) > CLEAR:
                clear.add(cell)
                ground = replace(ground, fits=ground.fits.with_others(np.array([number]), fits))
        return ground, frozenset(clear)

    def looks_of(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """A number for each of some rows of the bank (n,), the same for those that are one look."""
        return np.asarray(self._same[rows], dtype=np.int64)

    def _lead(self, fits: Fits, number: int) -> float:
        """How much less the best look costs in a cell than any other."""
        look = self._same[fits.rows[number]]
        return float(fits.costs[number][look != look[0]].min(initial=np.inf) - fits.costs[number, 0])

    def _on_top(self, cell: Cell, seen: Seen) -> tuple[list[Shown], float]:
        """What was found on a cell, as the search shows it there, the surest first, and what each coarse pixel of that may be
        blamed for; nothing if that may be no piece."""
        here, bank = self.here(cell, seen), seen.search.bank
        near = [piece for piece in seen.found if _within(piece, here, bank.side // 2)]
        shown = {id(piece): seen.search.shown_in(piece, here) for piece in near}
        there = [piece for piece in near if shown[id(piece)][0].mean() > COVERED]
        if not there:
            return [], 0.0
        there = sorted(there, key=lambda piece: -piece.gain)
        drawn = seen.expected.known & (seen.expected.spread < GUESS)
        surest = with_light(there[:1], bank, seen.search.half, seen.expected.picture, drawn, seen.search.covered())[0]
        sprite, likely = bank.sprites[int(bank.kinds[surest.row])], chance_of(surest, float(bank.areas[surest.row]), None)
        sure = likely >= (DISC_SURE if sprite.alone and sprite.flat else LEAST_SURE)
        return [shown[id(piece)] for piece in there] if sure else [], BLAMED * (1 if sprite.flat else WITH_SHADOW)

    def _large_on(self, cell: Cell, seen: Seen) -> list[Found]:
        """The pieces near a cell that are so large that whatever lies below one passes for one drawing."""
        here, bank = self.here(cell, seen), seen.search.bank
        size = (here[0].stop - here[0].start) * (here[1].stop - here[1].start)
        large = [one for one in seen.found if _within(one, here, bank.side // 2) and bank.areas[one.row] > MUCH * size]
        return [one for one in large if seen.search.shown_in(one, here)[0].mean() > MUCH]

    def _flat_on(self, cell: Cell, seen: Seen) -> bool:
        """Whether all that was found on a cell is flat: bodies hide more than they cover, and throw shadows on the rest."""
        here, bank = self.here(cell, seen), seen.search.bank
        bodies = [one for one in seen.found if not bank.sprites[int(bank.kinds[one.row])].flat]
        near = [one for one in bodies if _within(one, here, bank.side // 2)]
        return all(seen.search.shown_in(one, here)[0].mean() <= COVERED for one in near)

    def here(self, cell: Cell, seen: Seen) -> tuple[slice, slice]:
        """Rows and columns of a cell in the window."""
        left, upper, right, lower = self._blocks[cell]
        u, v = seen.box[:2]
        return slice(upper - v, lower - v), slice(left - u, right - u)

    def _fits(
        self, ground: Ground, seen: Seen, number: int, on_top: Sequence[Shown], large: bool = False, led: bool = False
    ) -> Fits | None:  # fmt: skip
        """The drawings (1, k) that may lie in a cell below pieces, the first of them `large`, or below a hand, cheapest first;
        None when none tells, or one that `led` does where nothing covers it, too."""
        here, keep = self.here(self._reader.cells[number], seen), ground.fits.rows.shape[1]
        # Further pieces may be there only for want of the right drawing.
        cover = on_top[0][0]
        mask = _coarse(1 - cover)
        rough = self._roughly(ground, seen, number, mask, ANY if large else keep)
        if led and not large and self._stands(ground.fits, number, rough):
            return None
        cost = float(_a_pixel(rough.costs[0, :1], mask)[0])
        if (cost > BADLY_DRAWN and not large) or self._guessed(ground, seen, number, mask) < cost + GUESSED_LEAD:
            return None
        boards = self.boards(ground, seen, number, rough)
        if large:
            # What is below it says nothing at all: whichever drawing is more like the piece would be the better one.
            free = (1 - cover) * (cover < NEARLY_FREE)
            fine = _costs_of(seen.search, here, boards, on_top[1:], free)
        else:
            # What one drawing but guesses, or where an edge of it may lie, says nothing against another.
            spread = boards.spread.reshape(-1, *cover.shape).max(axis=0)
            spread = np.tile(spread, (rough.rows.shape[1], 1))
            fine = _costs_of(seen.search, here, replace(boards, spread=spread), on_top)
        costs = rough.costs + FINE * np.array([fine], np.float32)
        if not large:
            costs += self._reader.rivals.tints(ground, number, rough)
            costs += self._of_twins(ground, seen, number, rough, costs, on_top)
        order = np.argsort(costs[0], kind="stable")[:keep]
        # What is best costs what its coarse pixels do, as everywhere: from much more on a hand lies there (`over_tiles`).
        costs += rough.costs[0, order[0]] - costs[0, order[0]]
        glow = None if rough.glow is None else rough.glow[:, order]
        return Fits(rough.rows[:, order], costs[:, order], rough.unknowns[:, order], rough.weights, glow)

    def _of_twins(
        self, ground: Ground, seen: Seen, number: int, rough: Fits, costs: Array, on_top: Sequence[Shown]
    ) -> Array:
        """What is added to the `costs` (1, k) of drawings that are twins of the best one below flat pieces, or below a hand where
        no body stands: what the place as a whole told of its light, and what their details tell beside what is on top."""
        cell, rivals = self._reader.cells[number], self._reader.rivals
        several = rivals.twins[rough.rows[0, 0], rough.rows[0]].sum() > 1
        if seen.motion is not None or not several or not self._flat_on(cell, seen):
            return np.zeros_like(costs)
        whole = np.ones((1, SEEN * SEEN), np.float32)
        bare = self._each(ground, seen, number, rough.rows[0], whole)
        light = no_surer(rough, bare, ground.fits.of(np.array([number])), rivals.twins)
        free = np.ones(seen.full.shape[:2], np.bool_)
        covered = np.max([cover for cover, _ in on_top], axis=0) > EDGE
        rows, columns = (slice(2 * part.start, 2 * part.stop) for part in self.here(cell, seen))
        wide = covered.repeat(2, axis=0).repeat(2, axis=1).astype(np.uint8)
        free[rows, columns] = cv2.dilate(wide, np.ones((AROUND, AROUND), np.uint8)) == 0
        corner = 2 * seen.box[0], 2 * seen.box[1]
        return light + rivals.below(rough, number, costs[0] + light, seen.full, corner, free)

    def _stands(self, before: Fits, number: int, told: Fits) -> bool:
        """Whether the drawing that was the best is so, and clearly, where no piece covers it."""
        return bool(self._same[told.rows[0, 0]] == self._same[before.rows[number, 0]] and self._lead(told, 0) >= DOUBTED)

    def _roughly(self, ground: Ground, seen: Seen, number: int, mask: Array, keep: int) -> Fits:
        """The drawings that fit best in a cell where nothing covers it; `mask` (1, SEEN * SEEN) is 0 where a piece does."""
        bank, noise, (own, gains) = self._reader.bank, _noise(ground), self._cell(ground, seen, number)
        rows = candidates(bank, own, gains, noise, max(keep, KEEP_DOUBTFUL), coarse_misfit(bank, own), mask)
        rows = np.unique(np.concatenate([rows, ground.fits.rows[[number]]], axis=1), axis=1)
        fits = self._each(ground, seen, number, rows[0], mask)
        return fits.weighed(self._reader.teller.habits[[number]]).of(slice(None), keep)

    def _each(self, ground: Ground, seen: Seen, number: int, rows: NDArray[np.int64], mask: Array) -> Fits:
        """Drawings (1, k) fitted to a cell, cheapest first, each under the light that it was found to throw back there."""
        reader, own, gains = self._reader, self._seen(ground, seen, number), ground.gains[[number]]
        glow = ground.fits.of(np.array([number])).glow_of(rows)
        if glow is None:
            return robust_fit(reader.bank, own, gains, _noise(ground), rows[None], mask)
        bare = without_light(np.repeat(own, len(rows), axis=0), glow)
        light, masks = np.repeat(gains, len(rows), axis=0), np.repeat(mask, len(rows), axis=0)
        each = robust_fit(reader.bank, bare, light, _noise(ground), rows[:, None], masks)
        best = int(each.costs[:, 0].argmin())
        together = (each.rows.T, each.costs.T, each.unknowns.transpose(1, 0, 2), each.weights[[best]], glow[None])
        return Fits(*together).costing(each.costs.T)

    def _guessed(self, ground: Ground, seen: Seen, number: int, mask: Array) -> float:
        """What a pixel costs at least that was seen of a drawing of which much was never seen bare: as for the rest it may be
        anything."""
        if not len(self._vague):
            return np.inf
        free = np.concatenate([_coarse(self._reader.art_seen(int(row))) for row in self._vague]) * mask
        own, gains = (np.repeat(each, len(free), axis=0) for each in self._cell(ground, seen, number))
        fits = robust_fit(self._reader.bank, own, gains, _noise(ground), self._vague[:, None], free)
        return float(_a_pixel(fits.costs[:, 0], free).min())

    def _cell(self, ground: Ground, seen: Seen, number: int) -> tuple[Array, Array]:
        """What is seen of a cell (1, pixels * 3) in coarse pixels, and its light (1, 3)."""
        own = self._seen(ground, seen, number)
        return without_glow(own, ground.fits.of(np.array([number]))), ground.gains[[number]]

    def _seen(self, ground: Ground, seen: Seen, number: int) -> Array:
        return self._reader.seen(seen.quarter, ground.haze, np.array([number]))

    def boards(self, ground: Ground, seen: Seen, number: int, told: Fits) -> Expected:
        """A cell at half scale as it would look with each of those drawings (1, k) in it, one below the other."""
        left, upper, right, lower = self._blocks[self._reader.cells[number]]
        rim = RIM if seen.motion is None else SMEARED_RIM
        u, v = max(left - rim, 0), max(upper - rim, 0)
        count, box = told.rows.shape[1], (u, v, right + rim, lower + rim)
        boards = self._reader.expected_each(ground, seen.quarter, box, number, told)
        if seen.motion is not None:
            boards = _smeared_each(boards, count, doubled_kernel(seen.motion))
        half, inner = halved(boards), (slice(None), slice(upper - v, lower - v), slice(left - u, right - u))
        each = (_parted(image, count)[inner] for image in (half.picture, half.known, half.spread))
        picture, known, spread = (np.concatenate(list(image)) for image in each)
        shown = seen.search.half[self.here(self._reader.cells[number], seen)]
        return as_sharp_as_the_first(Expected(picture, known, spread, seen.expected.shadow), shown, self._reader.plan.detail)


def found_anew(
    blocks: Mapping[Place, Box], seen: Seen, expected: Expected, other: Iterable[Cell], limits: tuple[float, float]
) -> list[Found]:
    """The pieces found, those on cells that show another drawing looked for anew: what they must gain and how badly fit."""
    there, u, v = np.zeros(seen.search.half.shape[:2], np.bool_), *seen.box[:2]
    for cell in other:
        u0, v0, u1, v1 = blocks[cell]
        there[max(v0 - v, 0) : v1 - v, max(u0 - u, 0) : u1 - u] = True
    kept, search = list[Found](), seen.search
    for piece in seen.found:
        cover = search.cover_of([piece]) > COVERS
        if (cover & there).any():
            there |= cover
        else:
            kept.append(piece)
    before = search.state()
    found = kept + search.again(expected, there, kept, *limits)
    if len(kept) == len(seen.found):
        return found
    # Which spot is looked at first hangs on the board: what lay there before may explain more.
    after, left = search.state(), _left(search, there, found)
    search.restore(before)
    stay = [*seen.found, *search.again(expected, there, seen.found, *limits)]
    if _left(search, there, stay) < left - A_PIECE:
        return stay
    search.restore(after)
    return found


def _left(search: PieceSearch, there: NDArray[np.bool_], found: Sequence[Found]) -> float:
    """What stays unexplained on some pixels (h, w), and what the pieces count."""
    return float(search.unexplained()[there].sum()) / search.bank.detail**2 + A_PIECE * len(found)


def _costs_of(
    search: PieceSearch, here: tuple[slice, slice], boards: Expected, pieces: Iterable[Shown], free: Array | float = 1.0
) -> list[float]:
    """What some rows and columns cost, in pixels of a plan of no detail, each counted as far as it is `free`, with each of some
    boards there, which lie one below the other, and those pieces, each as `shown_in` tells, that explain something."""
    whole = (len(boards.known) // (here[0].stop - here[0].start), 1, 1)
    seen = np.tile(search.half[here], whole), np.tile(search.tones[here], whole)
    each = np.minimum(board_costs(*seen, boards.picture, boards.spread, boards.shadow), np.float32(CAP))
    left = (unexplained(costs, pieces) for costs in np.split(each, whole[0]))
    return [float((costs * free).sum()) / search.bank.detail**2 for costs in left]


def _parted(image: NDArray[AnyType], count: int) -> NDArray[AnyType]:
    """So many images (count, h, w, ...) of one height that lie one below the other."""
    return image.reshape(count, -1, *image.shape[1:])


def _smeared_each(boards: Expected, count: int, kernel: Array) -> Expected:
    """Boards that lie one below the other, each as a camera with that blur sees it."""
    parts = zip(*(_parted(image, count) for image in (boards.picture, boards.known, boards.spread)), strict=True)
    each = [smeared(Expected(*part), kernel) for part in parts]
    return Expected(*(np.concatenate([getattr(one, name) for one in each]) for name in ("picture", "known", "spread")))


def _noise(ground: Ground) -> float:
    """Standard deviation of a coarse grey value about a drawing in that light."""
    return TILE_NOISE * float(np.clip(ground.gains.mean(), 0.15, 2.0))


def _a_pixel(costs: Array, masks: Array) -> Array:
    """What a pixel costs (n,) that nothing covers, of fits with these costs and masks (n or 1, pixels)."""
    free = masks.sum(axis=1)
    return np.asarray((costs - COVERED_COST * (masks.shape[1] - free)) / np.maximum(free, 1), dtype=np.float32)


def _coarse(free: Array) -> Array:
    """A cell's pixels (h, w) as those of its compared coarse pixels (1, SEEN * SEEN)."""
    rim = (COARSE - SEEN) // 2
    small = np.asarray(cv2.resize(free, (COARSE, COARSE), interpolation=cv2.INTER_AREA), dtype=np.float32)
    return small[rim : rim + SEEN, rim : rim + SEEN].reshape(1, -1)


def _within(piece: Found, here: tuple[slice, slice], reach: int) -> bool:
    """Whether a piece's window, so far around its middle, meets some rows and columns."""
    (rows, columns), (u, v) = here, piece.at
    return bool(columns.start - reach < u < columns.stop + reach and rows.start - reach < v < rows.stop + reach)
