"""Counting pieces of one kind that lie close together: at the plan's full scale, all at once.

In a heap edges meet edges, and at half scale three wedges look like two.  Here every pose of the piece that explains
something is listed first (a pixel counting no more than CAP): the best about each place, and the best turn at each.  Then the
set of poses is chosen that explains most, one by one, each chosen anew with the others in place, until nothing changes.  What
lies under another piece speaks neither for nor against it.  Of most pieces half is to be seen; then a second choice is made of
pieces below those, of which a corner sticks out, away from the rims of those above.  As the first choice may have been a bad
one, each chosen piece that touches another is once done without, and what explains more is kept; what the others explain as
well is left out; flat pieces are chosen anew once more, now that it is told which lies on which (`Layers`).  Where the board
explains all that is seen, no pose could be chosen, and none is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.beneath import hidden_share
from vision.board_costs import CAP
from vision.channels import highest_near
from vision.contrast import contrast, likeness, texture_among
from vision.edge_texture import brightness
from vision.footprints import LEAST_COVER, Numbers
from vision.layers import Layers
from vision.light import Array
from vision.matching import PRIOR, STRICT, UNIT
from vision.piece_errors import piece_errors
from vision.poses import Lying, Poses, Thin
from vision.shapes import SEVERAL_TURNS, Prints, Shapes, Sized
from vision.tones import TEXTURE
from vision.windows import first_of_each, spots_around

SEEN = 0.5
"""Share of a piece of which the others must leave that much to be seen."""
HIDDEN = 0.3
"""How often a body lies where it would not show, as a share of where it might."""
SEEN_BELOW, LEAST_BELOW = 0.12, 1.5
"""The same, and the gain per visible pixel, for pieces below those: a corner that sticks out tells of one."""
RIM = 3
"""Pixels of a plan of detail 1 across which the rim of a piece may be off: what is left there is no piece below it."""
LEAST = 0.6
"""Gain per visible pixel that a piece must bring."""
LISTED, SHIFTED = 800, 225
"""Poses that are compared pixel by pixel, and those that on a finer plan are then shifted by a pixel."""
KEPT, LEAST_ALONE = 400, 0.6
"""Of these so many are kept, of those that gain that much a pixel: a piece of a heap lies on others, but these are alike."""
STEP = 2
CHUNK = 100
"""Spots whose pixels are laid out at once."""
HOPEFUL, HOPEFUL_BELOW = LEAST_ALONE - 1.6, 0.0
"""Gain per pixel from which on a pose is shifted: half a step aside 95 in 100 pieces bring up to 1.6 less.  Below others, where
rims are left, what counts in the end brings something before."""
ALMOST = 0.99
"""Sums of a few hundred numbers may be off by rounding."""
SWEEPS = 6
MORE = 1.08
"""What a size may explain more, as a share, once each of its pieces was done without (of 118 heaps one explained 1.036)."""
FEWER = 0.6
"""Nats that an arrangement with one piece more must explain more for each pixel that it covers."""
OTHER_PX = 3
"""A pose that is to be done without may not come back so near, turned the same way."""
NEARBY = 8
"""Pixels by which the middle of what else a piece may be lies aside at most."""
MOST, FEWER_SHOWN = 14, 0.7
TURNED_PX = 3
"""Pixels around a piece chosen at first within which poses are also turned by half a step."""
NEAR = np.ones((3, 3), np.uint8)
Judge = Callable[[Poses, Sequence[int]], Mapping[int, float]]
"""Tells of chosen poses, by their numbers, the log odds that a piece lies so."""
Listed = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Rows (n,) of a size, and where they lie (n, 2)."""


def most_below(worst: Array, sized: Sized) -> Array:
    """What pieces of a size could gain at each pixel (h, w), if each pixel that any row covers brought that much (h, w)."""
    return np.asarray(cv2.filter2D(worst, -1, sized.any_cover, borderType=cv2.BORDER_CONSTANT), dtype=np.float32)


def about(detail: int) -> NDArray[np.uint8]:
    """As far as the best shift of a pose may lie from a spot that is tried, in a plan of that detail."""
    return np.ones((4 * detail - 1,) * 2, np.uint8)


class Heap:
    """A square of the plan at full scale: `tones` (n, n, 4), what each pixel costs as board `costs` (n, n), how far it is
    `free` of other things (n, n), 0..1; of pieces of one kind, with these `shapes`."""

    def __init__(self, tones: Array, costs: Array, free: Array, shapes: Shapes, judge: Judge | None = None) -> None:
        self._judge, self._shapes, self._width = judge, shapes, costs.shape[1]
        self._tones = np.ascontiguousarray(tones * UNIT).reshape(-1, 4)
        self._texture = self._tones[:, 3].copy()
        self._tones[:, 3] = self._details(self._tones[:, :3].reshape(*costs.shape, 3)).reshape(-1)
        self._costs, self._free = np.minimum(costs, CAP).reshape(-1), np.ascontiguousarray(free).reshape(-1)
        self._weigh()
        self._seen, self._least, self._alone, self._start = SEEN, LEAST, LEAST_ALONE, HOPEFUL
        self._corners: dict[int, tuple[NDArray[np.integer], Numbers]] = {}

    def _weigh(self) -> None:
        """Lay out what is seen that speaks for a piece where it is free: tones, and what it costs as board."""
        squares = np.einsum("pc,pc->p", self._tones, self._tones)
        self._worth = np.asarray((self._costs - np.float32(PRIOR)) * self._free, dtype=np.float32)
        self._shown = self._tones * self._free[:, None]
        self._bare = np.stack([self._worth - np.float32(STRICT) * squares * self._free, self._free], axis=1)
        # A piece that fits without fault would gain that much at each pixel.
        self._most = np.maximum(self._worth, 0).reshape(-1, self._width)

    def _details(self, colours: Array) -> Array:
        """What colours (n, n, 3) show within pieces: of flat ones the contrast, which tells where one ends and the next begins;
        of bodies, whose contrasts are of their light, the texture that no rim adds to."""
        shapes, bright = self._shapes, np.ascontiguousarray(colours[..., 0])
        own, detail = likeness(colours, shapes.colours), shapes.sizes[0].detail
        if shapes.flat:
            return contrast(bright, own, detail, shapes.unit)
        return texture_among(brightness(colours), own, detail) * np.float32(TEXTURE * UNIT)

    def _below(self, poses: Poses, chosen: Sequence[int], detail: int) -> Heap:
        """What is left of the heap where these poses are."""
        under, shape = copy(self), self._most.shape
        left = self._left(poses, chosen).reshape(shape)
        share = np.asarray(cv2.erode(left, np.ones((RIM * detail,) * 2, np.uint8)), dtype=np.float32)
        under._free = np.ascontiguousarray(share.reshape(-1))
        under._seen, under._least, under._alone = SEEN_BELOW, LEAST_BELOW, LEAST_BELOW * SEEN_BELOW
        under._start = HOPEFUL_BELOW
        return under

    def count(self, reach: int) -> list[Lying]:
        """The pieces of the heap, all of one size: the size that explains most."""
        tried = list[tuple[Sized, Listed, Poses, list[int], float]]()
        best: tuple[float, Callable[[], list[Lying]]] = -np.inf, list
        spots, peaks = self._peaks(reach)
        for sized, gains in zip(self._shapes.sizes, peaks, strict=True):
            listed = self._listed(sized, spots, gains)
            poses = self._poses(sized, *listed)
            found = self._first(poses, sized.detail)
            more = self._listed_below(sized, poses, found, reach)
            if len(more[0]):
                listed = np.append(listed[0], more[0]), np.concatenate([listed[1], more[1]])
                poses = self._poses(sized, *listed)
                found = self._first(poses, sized.detail)
            tried.append((sized, listed, poses, found, self._explained(poses, found)))
        # What a size explains at first is nearly all that it may.
        least = max(explained for *_, explained in tried) / MORE
        for sized, listed, poses, found, explained in tried:
            if explained < least or not found:
                continue
            near = (np.abs(poses.at[:, None] - poses.at[found]).max(axis=2) <= TURNED_PX).any(axis=1)
            poses = self._poses(sized, *self._with_turns(sized, *listed, near))
            found = self._in_better_layers(poses, self._arranged(poses, sized.detail, self._first(poses, sized.detail)))
            explained = self._explained(poses, found)
            if explained > best[0]:
                best = explained, partial(self._told, poses, found)
        return best[1]()

    def _listed_below(self, sized: Sized, poses: Poses, found: Sequence[int], reach: int) -> Listed:
        """The poses of flat pieces that explain most of what those found leave: by itself one that lies below others explains
        little, for what covers it has rims of its own."""
        if not (self._shapes.flat and found):
            return np.zeros(0, np.int64), np.zeros((0, 2), np.int64)
        under = self._below(poses, found, sized.detail)
        under._weigh()
        spots, peaks = under._peaks(reach)
        gains = next(own for each, own in zip(self._shapes.sizes, peaks, strict=True) if each is sized)
        return under._listed(sized, spots, gains)

    def _first(self, poses: Poses, detail: int) -> list[int]:
        """Numbers of the poses chosen at first."""
        return self._complete(poses, detail, (), np.ones(len(poses.rows), np.bool_))

    def _arranged(self, poses: Poses, detail: int, first: list[int]) -> list[int]:
        """Numbers of the poses that together explain most, those below others too, given those that were chosen first: each is
        once done without, lest the first stand in the way of two that explain more."""
        best, most = first, self._explained(poses, first)
        for n in list(best):
            apart = np.abs(poses.at - poses.at[n]).max(axis=1)
            if not any(other != n and apart[other] < poses.side for other in best):
                continue
            allowed = (apart > OTHER_PX) | (poses.rows != poses.rows[n])
            far = [other for other in best if apart[other] > poses.side]
            other = self._complete(poses, detail, far, allowed)
            if (explained := self._explained(poses, other)) > most:
                best, most = other, explained
        return self._needed(poses, best)

    def _needed(self, poses: Poses, found: list[int]) -> list[int]:
        """The poses found, less those without which the others explain as much: two may have been chosen for one piece, and a
        corner that sticks out may be a shadow."""
        while len(found) > 1:
            others = [[other for other in found if other != n] for n in found]
            explained = [self._explained(poses, rest) for rest in others]
            if max(explained) <= self._explained(poses, found):
                break
            found = others[int(np.argmax(explained))]
        return found

    def _in_better_layers(self, poses: Poses, found: list[int]) -> list[int]:
        """The same, of what is flat, chosen anew now that it is told which lies on which, if that explains more.

        Bodies of several heights hide more of each other than their pictures from above tell.
        """
        if not self._shapes.flat:
            return found
        better = Layers(poses, self._free, FEWER, SEEN_BELOW).refined(found, MOST)
        return better if self._explained(poses, better) > self._explained(poses, found) else found

    def _complete(self, poses: Poses, detail: int, kept: Sequence[int], allowed: NDArray[np.bool_]) -> list[int]:
        """Numbers of the poses kept and of allowed ones, first those well seen, then those below them."""
        found = self._chosen(poses, kept, allowed)
        return found + self._below(poses, found, detail)._chosen(poses, (), allowed)

    def _explained(self, poses: Poses, found: Sequence[int]) -> float:
        """What poses explain together, each of what those above leave (nats), less what each more of them costs."""
        key = tuple(found)
        if key not in poses.explained:
            total, free = -FEWER * float(poses.covers[list(found)].sum()), self._free.copy()
            for n in self._in_layers(poses, found):
                total += float(poses.told(n)[0] @ free.take(poses.pixels[n]))
                free[poses.pixels[n]] *= 1 - poses.hides(n)
            poses.explained[key] = total
        return poses.explained[key]

    def _in_layers(self, poses: Poses, found: Sequence[int]) -> Iterator[int]:
        """Poses, the topmost first: of those that are left, the one that explains best what it covers."""
        left, free = list(found), self._free.copy()
        worths = {n: self._on_top(poses, n) for n in left}
        while left:
            n = max(left, key=worths.__getitem__)
            left.remove(n)
            yield n
            free[poses.pixels[n]] *= 1 - poses.hides(n)
            # What it does not touch is worth what it was.
            worths.update({other: self._mean_worth(poses, other, free) for other in left if poses.touch(n, other)})

    def _on_top(self, poses: Poses, n: int) -> float:
        """How much better each pixel of a pose is as the piece, in the mean, if it lies on top of all others."""
        if n not in poses.on_top:
            poses.on_top[n] = self._mean_worth(poses, n, self._free)
        return poses.on_top[n]

    def _told(self, poses: Poses, found: Sequence[int]) -> list[Lying]:
        """The chosen poses, the topmost first, each with what it explains of what those above leave."""
        pieces, free, side = list[Lying](), self._free.copy(), poses.side
        odds: Mapping[int, float] = {} if self._judge is None else self._judge(poses, found)
        hidden = self._hidden_share(poses, found)
        for n in self._in_layers(poses, found):
            shown, (_, plain, worths) = free.take(poses.pixels[n]), poses.told(n)
            seen = poses.covers[n] * shown
            u, v = (int(each) for each in poses.at[n])
            misfit = float(plain @ seen / max(float(seen.sum()), 1.0))
            middle, gain = (u + (side - 1) / 2, v + (side - 1) / 2), float(worths @ shown)
            share = float(seen.sum()) / float(poses.covers[n].sum())
            # Copies: no other pose is needed any more.
            own = (poses.pixels[n].copy(), poses.covers[n].copy())
            pieces.append(Lying(int(poses.rows[n]), middle, gain, misfit, share, *own, *self._rivals(poses, n, free), hidden,
                                odds.get(n)))  # fmt: skip
            free[poses.pixels[n]] *= 1 - poses.hides(n)
        return pieces

    def _hidden_share(self, poses: Poses, found: Sequence[int]) -> float | None:
        """How likely one more body, somewhere below those found, would not show; None of what is flat."""
        if self._shapes.flat:
            return None
        left = self._free.copy()
        for n in found:
            left[poses.pixels[n]] *= 1 - poses.hides(n)
        covered = (1 - left / np.maximum(self._free, np.float32(LEAST_COVER))).reshape(self._most.shape)
        windows = (poses.window(n, self._width) for n in found)
        unseen = hidden_share(np.asarray(covered, dtype=np.float32), windows, SEEN_BELOW, self._shapes.sizes[0].detail)
        return HIDDEN * unseen

    def _rivals(self, poses: Poses, n: int, free: Array) -> tuple[NDArray[np.int64], Array]:
        """Rows of poses that lie about where one lies, and what each would explain of what is free."""
        near = np.flatnonzero(np.abs(poses.at - poses.at[n]).max(axis=1) <= NEARBY)
        return poses.rows[near], np.einsum("nk,nk->n", poses.exactly(near)[2], free.take(poses.pixels[near]))

    def _mean_worth(self, poses: Poses, n: int, free: Array) -> float:
        """The same where it is free: one that lies on top explains all it covers."""
        shown = free.take(poses.pixels[n])
        return float(poses.told(n)[0] @ shown) / max(float(poses.covers[n] @ shown), 1.0)

    def _listed(self, sized: Sized, spots: NDArray[np.int64], gains: Array) -> Listed:
        """The poses that explain most by themselves: first those that gain most (spots, rows) by a product of all with all, then
        each at its best shift."""
        top = np.argsort(-gains, axis=None, kind="stable")[: min(LISTED, int(np.isfinite(gains).sum()))]
        at, row = np.unravel_index(top, gains.shape)
        where, gain = spots[at], self._gain(sized, sized.rough, row, spots[at])
        hopeful = gain > self._start * sized.rough.covers.sum(axis=1)[row]
        row, where, gain = row[hopeful], where[hopeful], gain[hopeful]
        if sized.detail > 1:
            where, gain = self._stepped(sized, row, where, gain, sized.detail)
            # A shift by less changes the order little.
            first = np.argsort(-gain, kind="stable")[:SHIFTED]
            row, where, gain = row[first], where[first], gain[first]
        where, gain = self._nudged(sized, row, where, gain)
        hopeful = np.argsort(-gain, kind="stable")[:KEPT]
        hopeful = hopeful[gain[hopeful] > self._alone * sized.fine.covers.sum(axis=1)[row[hopeful]]]
        return row[hopeful], where[hopeful]

    def _poses(self, sized: Sized, row: NDArray[np.int64], where: NDArray[np.int64]) -> Poses:
        """Rows (n,) of a size laid where they lie (n, 2)."""
        pixels, covers = self._pixels(sized.side, sized.fine.within, where, row), sized.fine.covers[row]
        few = slice(None, None, sized.detail**2)
        there, some = np.ascontiguousarray(pixels[:, few]), np.ascontiguousarray(covers[:, few])
        error = piece_errors(self._tones.take(there, axis=0), sized.fine.tones[:, few][row], self._shapes.flat)
        worth = self._worths(some, there, error)
        thin = Thin(np.arange(len(row)), there, some, worth, some.sum(axis=1))
        exactly = partial(self._exactly, sized, row, pixels, covers)
        at = where - sized.side // 2
        return Poses(sized.rows[row], at, pixels, covers, exactly, sized.side, thin, self._shapes.flat)

    def _exactly(
        self, sized: Sized, row: NDArray[np.int64], pixels: Numbers, covers: Array, some: Numbers
    ) -> tuple[Array, Array, Array]:
        """Of some of the poses of rows (n,) that cover those pixels (n, k), by their numbers: their worths, and errors and worths
        by what all but heaps are compared by, each (m, k)."""
        there, own = pixels[some], sized.fine.tones[row[some]]
        errors = piece_errors(self._tones.take(there, axis=0), own, self._shapes.flat)
        worths = self._worths(covers[some], there, errors)
        seen = self._tones.take(there, axis=0)
        seen[..., 3], own[..., 3] = self._texture.take(there), sized.texture[row[some]]
        plain = piece_errors(seen, own, self._shapes.flat)
        return worths, plain, self._worths(covers[some], there, plain)

    def _with_turns(
        self, sized: Sized, row: NDArray[np.int64], where: NDArray[np.int64], near: NDArray[np.bool_]
    ) -> Listed:
        """Rows (n,) where they lie (n, 2), and of some of them (n,) those between them and the next that explain more there."""
        beside = [sized.beside[n] for n in row[near]]
        between = np.concatenate([np.zeros(0, np.int64), *beside])
        counts = np.array([len(each) for each in beside], dtype=np.int64)
        around = where[near].repeat(counts, axis=0)
        own = self._gain(sized, sized.fine, row[near], where[near]).repeat(counts)
        better = self._gain(sized, sized.fine, between, around) > own
        between, around = between[better], around[better]
        # Both neighbours of a turn may lead to it, and to the same place.
        new = first_of_each(between, around)
        between, around = between[new], around[new]
        there, gain = self._nudged(sized, between, around, self._gain(sized, sized.rough, between, around))
        new = np.array([n for n in first_of_each(between, there) if gain[n] > 0], np.int64)
        return np.append(row, between[new]), np.concatenate([where, there[new]])

    def _nudged(
        self, sized: Sized, row: NDArray[np.int64], spots: NDArray[np.int64], gain: Array
    ) -> tuple[NDArray[np.int64], Array]:
        """The best shift of up to a pixel of rows that gain so much as they lie, both told by some of the pixels on a finer plan,
        and what they gain there by all of them."""
        where, gain = self._stepped(sized, row, spots, gain, 1)
        return where, gain if sized.detail == 1 else self._gain(sized, sized.fine, row, where)

    def _gain(self, sized: Sized, prints: Prints, row: NDArray[np.int64], spots: NDArray[np.int64]) -> Array:
        """What rows (n,) gain (n,) at spots (n, 2)."""
        gains = [self._laid(sized, prints, row[some], spots[some])(0) for some in self._chunks(len(row))]
        return np.concatenate([np.zeros(0, np.float32), *gains])

    def _stepped(
        self, sized: Sized, row: NDArray[np.int64], spots: NDArray[np.int64], gain: Array, step: int
    ) -> tuple[NDArray[np.int64], Array]:
        """Where rows (n,) that gain so much (n,) at spots (n, 2) gain most, there or a step of so many pixels aside, and what:
        steps to the four sides are tried, and of those aslant the one between the two better sides."""
        where, best, width = spots.copy(), gain.copy(), self._width
        for some in self._chunks(len(row)):
            told, middle = self._laid(sized, sized.rough, row[some], spots[some] - step), step * (width + 1)
            left, right, up, down = (told(middle + ahead) for ahead in (-step, step, -step * width, step * width))
            sides = np.stack([np.where(right > left, step, -step), np.where(down > up, step, -step)], axis=1)
            aslant = told(middle + sides[:, 1:] * width + sides[:, :1])
            gains = np.stack([best[some], np.maximum(left, right), np.maximum(up, down), aslant])
            pick = gains.argmax(axis=0)
            where[some] += sides * np.array([(0, 0), (1, 0), (0, 1), (1, 1)])[pick]
            best[some] = gains[pick, np.arange(len(pick))]
        return where, best

    def _laid(
        self, sized: Sized, prints: Prints, row: NDArray[np.int64], spots: NDArray[np.int64]
    ) -> Callable[[int | Numbers], Array]:
        """What rows (n,) gain (n,) if they lie so many pixels, one number for all or (n, 1), farther on than at spots (n, 2)."""
        tones, covers = prints.tones[row], prints.covers[row]
        corner, alone = self._pixels(sized.side, prints.within, spots, row), bool((self._free == 1).all())

        def gains(ahead: int | Numbers) -> Array:
            start, there = (ahead, corner) if isinstance(ahead, int) else (0, corner + ahead)
            explained = piece_errors(self._tones[start:].take(there, axis=0), tones, self._shapes.flat)
            explained *= np.float32(-STRICT)
            if not alone:
                explained *= self._free[start:].take(there)
            explained += self._worth[start:].take(there)
            return np.asarray(np.einsum("nk,nk->n", explained, covers), dtype=np.float32)

        return gains

    def _peaks(self, reach: int) -> tuple[NDArray[np.int64], list[Array]]:
        """All spots (n, 2), and for each size the gain (n, rows) of every pose there that gains more than those beside it, else
        -inf."""
        largest, middle = self._shapes.sizes[0], self._width // 2
        step, near = STEP * largest.detail, about(largest.detail)
        spots, across = spots_around(reach // step * step, step, (middle, middle)), 2 * (reach // step) + 1
        # Before the best shift is known, anything near may be what a pose explains.
        most = np.asarray(cv2.dilate(self._most, near), dtype=np.float32)
        hopeful = [self._hopeful(sized, most, spots).reshape(across, across) for sized in self._shapes.sizes]
        tried = np.flatnonzero(cv2.dilate(np.any(hopeful, axis=0).astype(np.uint8), NEAR))
        gains = [np.full((len(spots), len(sized.beside)), -np.inf, np.float32) for sized in self._shapes.sizes]
        for some in self._chunks(len(tried)):
            for all_gains, own in zip(gains, self._gains(spots[tried[some]]), strict=True):
                all_gains[tried[some]] = own
        return spots, [self._highest(own, there) for own, there in zip(gains, hopeful, strict=True)]

    def _hopeful(self, sized: Sized, most: Array, spots: NDArray[np.int64]) -> NDArray[np.bool_]:
        """At which spots (n, 2) a piece could gain enough, if each pixel (n, n) brings at most that much."""
        bounds = most_below(most, sized)
        least = ALMOST * self._least * self._seen * float(sized.fine.covers.sum(axis=1).min())
        return np.asarray(bounds[spots[:, 1], spots[:, 0]] > least, dtype=np.bool_)

    def _highest(self, gains: Array, hopeful: NDArray[np.bool_]) -> Array:
        """Gains (spots, rows) where it is hopeful (h, w) and no spot or turn beside it gains more, or of many turns none there;
        else -inf.

        Between two pieces of its kind a third has no peak: shifted onto either of them it explains more by itself.  What is round
        fits in its place in any turn, and what is listed of it anywhere else is no piece.
        """
        field = gains.reshape(*hopeful.shape, -1)
        peak = field >= highest_near(field, NEAR)
        if field.shape[2] > SEVERAL_TURNS and not self._shapes.round:
            peak &= (field >= np.roll(field, 1, axis=2)) & (field >= np.roll(field, -1, axis=2))
            peak |= field >= field.max(axis=2, keepdims=True)
        peak &= hopeful[..., None]
        return np.where(peak.reshape(gains.shape), gains, np.float32(-np.inf))

    def _chunks(self, count: int) -> Iterator[slice]:
        return (slice(start, min(start + CHUNK, count)) for start in range(0, count, CHUNK))

    def _pixels(self, side: int, within: NDArray[np.integer], spots: Numbers, rows: Numbers | None = None) -> Numbers:
        """Flat numbers (n, k) in the square of pixels, (k,) or of some rows of (m, k), of windows of `side` px around spots."""
        if id(within) not in self._corners:
            down, across = np.divmod(within, side)
            self._corners[id(within)] = within, (down * self._width + across).astype(np.int64)
        flat = self._corners[id(within)][1]
        corner = (spots[:, 1] - side // 2) * self._width + spots[:, 0] - side // 2
        return np.asarray((flat if rows is None else flat.take(rows, axis=0)) + corner[:, None], dtype=np.int64)

    def _gains(self, spots: NDArray[np.int64]) -> Iterator[Array]:
        """For each size the gain (spots, rows) of every pose, a pixel off counting without limit."""
        there = self._pixels(self._shapes.side, self._shapes.sizes[0].union, spots)
        tones, worths = (seen.take(there, axis=0).reshape(len(spots), -1) for seen in (self._shown, self._bare))
        for sized in self._shapes.sizes:
            some = len(sized.union)
            gains = tones[:, : 4 * some] @ sized.tones
            gains += worths[:, : 2 * some] @ sized.worths
            yield gains

    def _worths(self, covers: Array, pixels: Numbers, errors: Array) -> Array:
        """By how much each of the pixels (n, k) is better as the piece, with these errors, than as board (nats)."""
        return np.asarray(covers * (self._costs.take(pixels) - np.float32(STRICT) * errors - np.float32(PRIOR)), dtype=np.float32)

    def _chosen(self, poses: Poses, kept: Sequence[int], allowed: NDArray[np.bool_]) -> list[int]:
        """Numbers of the poses kept and of the allowed ones that together explain most."""
        found = list(kept)
        for sweep in range(SWEEPS):
            before = list(found)
            for number in range(len(found)):
                # The last was chosen with just these others.
                if not sweep or number < len(found) - 1 or found != before:
                    left = self._left(poses, found[:number] + found[number + 1 :])
                    again = self._best(left, poses.around(found[number]), allowed)[0]
                    found[number] = found[number] if again is None else again
            if sweep and found == before:
                break
            among = poses.thin
            while len(found) < MOST:
                more, shown = self._best(self._left(poses, found), among, allowed)
                if more is None:
                    break
                found.append(more)
                among = among.of(shown) if len(shown) < FEWER_SHOWN * len(among.whole) else among
        return found

    def _best(self, left: Array, among: Thin, allowed: NDArray[np.bool_]) -> tuple[int | None, Numbers]:
        """Of some poses the allowed one that explains most of what the others leave (n * n,), if it is seen well enough and
        explains enough; and the positions of those that are seen well enough: more pieces leave fewer."""
        there = left.take(among.pixels)
        seen = np.einsum("nk,nk->n", among.covers, there)
        shown = np.flatnonzero((seen >= self._seen * among.whole) & allowed[among.numbers])
        gains = np.einsum("nk,nk->n", among.worths, there)[shown]
        enough = gains >= self._least * seen[shown]
        if not enough.any():
            return None, shown
        return int(among.numbers[shown[np.where(enough, gains, -np.inf).argmax()]]), shown

    def _left(self, poses: Poses, chosen: Sequence[int]) -> Array:
        """How far each pixel (n * n,) is free when these poses are chosen: while it is not told which lies on which, no more than
        they cover is taken from the others."""
        free = self._free.copy()
        for n in chosen:
            free[poses.pixels[n]] *= 1 - poses.covers[n]
        return free
