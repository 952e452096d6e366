"""What stands on the tiles: pictures of pieces laid over the expected board wherever it looks different.

A piece of some kind, size and turn at some pixel explains its pixels by its picture instead of by the board's; the gain is
the difference of the two costs, summed over the piece.  The best explanation is taken first, laid over the expected board (or
under what was found before it: a cheese hides the mouse that carries it), until nothing is explained better than by the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from vision.below import CARRIER_GAIN, LEAST_PER_PIXEL, Below, borne_by
from vision.board_costs import CAP, Shown, board_costs, in_full_light, trusted
from vision.carrying import with_riders
from vision.compared import coarse
from vision.done_without import needed, unborne
from vision.dulled import Dulled
from vision.exchanged import exchanged
from vision.expected import Expected
from vision.finer import CLEAN_MISFIT, GOOD_FIT
from vision.found import Doubted, Found
from vision.half_hidden import with_half_hidden
from vision.heat import HEAT, Heat, centre_of_mass
from vision.laying import Laying
from vision.light import Array
from vision.looked import Glance
from vision.near_misses import borne_out, near_misses, usual_misfits
from vision.pairs import Pairs, better_together, fits
from vision.piece_bank import SIDE, PieceBank
from vision.strangers import Strangers
from vision.taken_for_less import as_another
from vision.unshaded import Chosen, likely_spots
from vision.windows import aligned, inner_spots, spot_at, spots_around

IGNORED_COST = 0.3
"""What a pixel under a hand costs: pieces gain nothing there."""
BORNE = 0.5
"""Share of a small piece that must lie on a large one for it to ride on that."""
DOUBTFUL_FIT, LEAST_DOUBT = 1.4, 0.5
"""A piece of a GOOD_FIT need explain no more than that share of its pixels (it may stand on its own colour); one that fits as
badly as the first must explain them all."""
MOST_LEFT = 0.25
"""One piece alone is believed at once when it fits so well and no more strange pixels than this share of it are left around."""
CLOSER = 40.0
"""So much more than at a glance a closer look may find a piece to gain: where none comes so near to what it must gain at least,
there is nothing."""
MOST_BESIDE = 3
"""So many pieces are looked for about one that is exchanged for another."""
BARE = 0.7
"""A pixel of which less is covered shows the board."""
PER_KIND, LEADERS, FEW = 8, 12, 4
"""Rows of every kind, and of these in all, that are compared pixel by pixel; so many of them are shifted once more."""
REACH, CLIMBS = 4, 4
"""Positions so far, px, around the middle of a difference are tried; so often again from where the best piece was found."""
ROUND = 2
"""Pixels by which a piece that was found is shifted while it is compared in its other turns."""
Refined = tuple[NDArray[np.int64], NDArray[np.int64], Array, Array]


class PieceSearch(Laying):
    """One frame's search: the half-scale plan in art light (h, w, 3), its texture (h, w), and the expected board."""

    def __init__(
        self, bank: PieceBank | None, half: Array, rough: Array, bare: Expected, shown: Shown | None = None,
        dull: Dulled | None = None, strangers: Strangers | None = None,
    ) -> None:  # fmt: skip
        """`shown` is what is known already of that plan and board, `dull` that plan without haze, `strangers` what is
        where less likely."""
        super().__init__(bank, half, rough, bare, shown, dull)
        # A pixel of a finer plan is as much less worth as it is smaller.
        self._worth = np.float32(1 / self._detail**2)
        self._worst = np.inf
        self._all = np.arange(len(self.bank.kinds))
        least = np.float32(LEAST_DOUBT * LEAST_PER_PIXEL) * self.bank.areas - np.float32(CLOSER)
        # Of what is small a glance tells little: it may seem worse than the board, and explain enough all the same.
        self._least_rough = np.where(least > 0, least, -np.float32(CLOSER / 2))
        self.near_misses: list[Found] = []
        self._usual: dict[int, float] = {}
        self._strangers = strangers

    def run(
        self, least_gain: float, worst_misfit: float, most: int = 60, where: NDArray[np.bool_] | None = None
    ) -> list[Found]:
        """All pieces, in the order they were found, or those about pixels `where` (h, w with the margin) it is asked for;
        `near_misses` are those that explain almost enough."""
        self._worst = worst_misfit
        self._looked.forget()
        if not self.bank.sprites:
            return []
        before = self.costs.copy(), self._free.copy()
        found, failed = self._greedily(least_gain, most, where)
        found = self._needed(found, before, least_gain)
        relaid, below = partial(self._relaid, before), self._compared.below
        found = exchanged(found, self.bank, below, relaid, partial(self._beside, least_gain))
        found = as_another(found, self.bank, relaid, partial(self._another, least_gain))
        found = with_half_hidden(found, self.bank, below, relaid)
        found = with_riders(found, self.bank, self._gains, self._refined)
        least = partial(self._least, least_gain=least_gain)
        # What is looked for once more may fit as badly as what was found at first.
        self._usual = {**usual_misfits(found, self.bank), **self._usual}
        missed = near_misses(failed, self.bank, least, worst_misfit, self._laid_at, self._free, found, self._usual)
        self.near_misses = self._at_home(missed)
        return self._at_home(found)

    def _another(self, least_gain: float, piece: Found) -> Found | None:
        """What of other kinds explains most where a piece was found that is laid no more, if it explains enough."""
        kind = self.bank.sprites[self.bank.kinds[piece.row]].kind
        kinds = [number for number, sprite in enumerate(self.bank.sprites) if sprite.kind != kind]
        rows = np.flatnonzero(np.isin(self.bank.kinds, kinds))
        if not len(rows):
            return None
        best = self._of_rows(rows, (round(piece.at[0]), round(piece.at[1])))
        return self._all_round(best) if self._good([best], least_gain) else None

    def _beside(self, least_gain: float, piece: Found) -> list[Found]:
        """What is found about a piece that was laid, laid too."""
        window = self._window(int(piece.at[0]), int(piece.at[1]))
        where = np.zeros(self._known.shape, np.bool_)
        where[window] = True
        return self._greedily(least_gain, MOST_BESIDE, where)[0]

    def _greedily(
        self, least_gain: float, most: int, where: NDArray[np.bool_] | None
    ) -> tuple[list[Found], list[Found]]:
        """The pieces that explain most, one by one, laid, and what did not explain enough."""
        found, failed, tried = list[Found](), list[Found](), set[tuple[int, int]]()
        heat = Heat(self.costs * self._known, self._detail, where)
        for _ in range(most * 4):
            u, v, strange = heat.hottest()
            if strange < HEAT or len(found) >= most:
                break
            best = self._climbed(u, v)
            if not self._good(best, least_gain):
                # A piece on a ground of its own colour shows at its rim: look again in the middle of what is unexplained.
                middle = centre_of_mass(self.costs * self._known, (u, v), self._side // 2)
                failed += best
                if middle not in tried:
                    tried.add(middle)
                    best = self._climbed(*middle)
            if not self._good(best, least_gain):
                best = self._compared.below.under_riders(found, (u, v), least_gain, self._worst) or best
            if self._good(best, least_gain):
                best = [self._all_round(best[0])] if len(best) == 1 else best
                for piece in best:
                    self._lay(piece)
                found += [self._with_rest(best[0])] if len(best) == 1 else best
                tried.clear()
                heat.again(self.costs * self._known, (u, v), self._side)
            else:
                # Nothing known explains this: do not look here again.
                failed += best
                heat.leave((u, v))
        return found, failed

    def look_again(self, costs: Array, least_gain: float, worst_misfit: float) -> None:
        """Add to the near misses what would be found besides if pixels (h, w) that no piece covers cost so much at least."""
        missed, inner = self.near_misses, self._inner
        dearer = np.pad(costs > self.bare_costs(), self._margin)
        raised = self.costs.copy()
        raised[inner] = np.where(dearer[inner], costs, self.costs[inner])
        # What is as strange as before was looked at before.
        if Heat(raised * self._known, self._detail, dearer).hottest()[2] < HEAT:
            return
        before = self.state()
        self.costs[:], self._coarse_costs = raised, None
        found = self.run(least_gain, worst_misfit, where=dearer)
        more = [piece for piece in found if not (piece.rides or piece.carries)]
        almost = self.near_misses
        self.restore(before)
        more += borne_out(almost, self.bank, partial(self._least, least_gain=least_gain), worst_misfit, self._usual)
        # What explains enough now almost did before.
        apart = [piece for piece in missed if (self.cover_of([piece]) * self.cover_of(more)).sum() < 1]
        self.near_misses = [*more, *apart]

    def state(self) -> tuple[Array, Array, Expected, list[Found]]:
        """What was found so far, to come back to."""
        return self.costs.copy(), self._free.copy(), self._bare, self.near_misses

    def restore(self, state: tuple[Array, Array, Expected, list[Found]]) -> None:
        """As it was then."""
        self.costs[:], self._free[:], self._bare, self.near_misses = state
        self._coarse_costs = None
        self._looked.forget()

    def in_light(
        self, rows: NDArray[np.int64], limits: tuple[float, float], chosen: Chosen, where: NDArray[np.bool_] | None = None,
        at_a_glance: float = -np.inf, alone: bool = False,
    ) -> list[Found]:  # fmt: skip
        """Of some rows those found that are `chosen` if no shadow excuses the board, `where` (h, w) it is asked for, laid too
        (`unshaded`); `limits` as for `run`; only where one promises so much `at_a_glance` is it looked for.  Of no other rows may
        it be what is there if they are asked about `alone`."""
        least_gain, self._worst = limits
        asked = self._known if where is None else self._known & np.pad(where, self._margin)
        before, bare = self.state(), self._without_shadows(asked)
        spots = likely_spots(self.costs * bare, self.bank, lambda each: self._gains(each, rows).max(axis=1), at_a_glance)
        best = [[self._of_rows(rows, spot)] if alone else self._climbed(*spot) for spot in spots]
        # What seems to ride on it, such as an orange path beside a black mouse, is looked for no more once it is laid.
        own = (one[0] for one in best if one[0].row in rows and self._good(one[:1], least_gain))
        found = chosen(self.bank, own, self.costs, bare)
        self.restore(before)
        return self.laid([self._turned_in_shadow(piece) for piece in found])

    def _of_rows(self, rows: NDArray[np.int64], spot: tuple[int, int]) -> Found:
        """What of some rows explains most near a spot, as if there were no others."""
        glance = self._glanced(*aligned(spot, self._side, self.bank.step))
        leaders = rows[np.argsort(-glance.gains[rows])[:LEADERS]]
        row, at, fine, misfit = self._refined(leaders, glance.at[leaders])
        gains, best = np.full(len(self._all), -CAP * self._side, np.float32), int(fine.argmax())
        gains[row] = fine
        return Found(int(row[best]), spot_at(at[best]), float(fine[best]), gains, float(misfit[best]))

    def standing_in_light(self) -> Array:
        """What pixels (h, w) cost that no piece covers if no shadow excuses the board, 0 elsewhere."""
        before, bare = self.state(), self._without_shadows(self._known)
        costs = (self.costs * bare)[self._inner]
        self.restore(before)
        return np.asarray(costs, dtype=np.float32)

    def best_in_light(self, rows: NDArray[np.int64], at: tuple[float, float]) -> Found:
        """What of some rows explains most near a spot if no shadow excuses the board."""
        before, _ = self.state(), self._without_shadows(self._known)
        best = self._of_rows(rows, (round(at[0]) + self._margin, round(at[1]) + self._margin))
        self.restore(before)
        return self._at_home([self._turned_in_shadow(best)])[0]

    def gain_in_light(self, rows: NDArray[np.int64], at: tuple[float, float], reach: int) -> float:
        """About what the best of some rows gains near a spot, in pixels without the margin, if no shadow excuses the board."""
        before, _ = self.state(), self._without_shadows(self._known)
        middle = int(at[0]) + self._margin, int(at[1]) + self._margin
        spots = spots_around(reach * self._detail, 2 * self._detail, middle)
        gains = self._gains(spots, rows)
        top = np.argsort(-gains.max(axis=0))[:LEADERS]
        fine = self._refined(rows[top], spots[gains.argmax(axis=0)[top]])[2]
        self.restore(before)
        return float(fine.max())

    def _without_shadows(self, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Let no shadow excuse the board where it is seen, and tell where (h, w) that is."""
        bare = where & (self._free > BARE)
        self.costs[:] = in_full_light(self.costs, bare, self.half, self.tones, self._bare)
        self._coarse_costs = None
        self._looked.forget()
        return bare

    def _turned_in_shadow(self, piece: Found) -> Found:
        """A piece that was found in full light as it points: which way its own shadow does not tell."""
        if not self.bank.sprites[self.bank.kinds[piece.row]].directed:
            return piece
        turned = self._all_round(replace(piece, gain=-np.inf, gains=-np.ones_like(piece.gains)))
        return replace(turned, gain=piece.gain)

    @property
    def below(self) -> Below:
        """What lies below riders, in pixels with the margin."""
        return self._compared.below

    def bare_costs(self) -> Array:
        """What pixels (h, w) cost that no piece covers and on which pieces are looked for; elsewhere the most that any can."""
        bare = self._known[self._inner] & (self._free[self._inner] > BARE)
        return np.where(bare, self.costs[self._inner], np.float32(CAP))

    def again(
        self, bare: Expected, where: NDArray[np.bool_], kept: Iterable[Found], least_gain: float, worst_misfit: float
    ) -> list[Found]:
        """The pieces on some pixels (h, w), now that another board is expected there; those `kept` lie there too."""
        margin, inner = self._margin, self._inner
        known, old, free, missed = self._known, self.costs.copy(), self._free.copy(), self.near_misses
        fresh = np.minimum(board_costs(self.half, self.tones, bare.picture, bare.spread, bare.shadow), np.float32(CAP))
        self.costs[inner] = np.where(known[inner], trusted(fresh, bare), old[inner])
        self._free[inner] = 1
        self._bare = bare
        for piece in kept:
            self._lay(self.with_margin(piece))
        there = np.pad(where, margin)
        self.costs[~there], self._free[~there] = old[~there], free[~there]
        self._coarse_costs = None
        self._known = known & there
        found = self.run(least_gain, worst_misfit)
        self.near_misses += [piece for piece in missed if not where[int(piece.at[1]), int(piece.at[0])]]
        self._known = known
        return found

    def _good(self, best: list[Found], least_gain: float) -> bool:
        """Whether a piece explains enough, or of a pair the lower one by itself, the upper one with it: what the board would show
        below both may look like what lies on top."""
        least = [self._least(piece, least_gain) for piece in best]
        worth = best[0].gain >= least[0] and sum(piece.gain for piece in best) >= sum(least)
        return worth and fits(best, self.bank, self._worst)

    def _needed(self, found: list[Found], before: tuple[Array, Array], least_gain: float) -> list[Found]:
        """The pieces, all laid on costs and free pixels as they were `before`, that would have been found had the others been
        found first."""
        kinds = [int(self.bank.kinds[piece.row]) for piece in found]
        least = {id(piece): self._least(piece, least_gain) / float(self._worth) for piece in found}
        kept = needed(found, kinds, before[0], self._patch, self._side, lambda piece: least[id(piece)])
        if len(kept) < len(found):
            self._relaid(before, kept)
        return unborne(kept, found)

    def _least(self, piece: Found, least_gain: float) -> float:
        """The least gain that a piece must bring: large pieces cover more board that may be off for other reasons."""
        area = float(self.bank.areas[piece.row])
        # A small piece hangs on something: what carries it need not be seen well.
        doubt = min(max((piece.misfit - GOOD_FIT) / (DOUBTFUL_FIT - GOOD_FIT), LEAST_DOUBT), 1.0)
        return CARRIER_GAIN * area if piece.carries else max(least_gain, LEAST_PER_PIXEL * area * doubt)

    def ignore(self, patches: NDArray[np.bool_]) -> None:
        """Look for no piece on these pixels (h, w): a hand is there."""
        self._known[self._inner] &= ~patches
        self._coarse_costs = None
        self.costs[self._inner] = np.where(patches, IGNORED_COST, self.costs[self._inner])

    def _glanced(self, u: int, v: int) -> Glance:
        """What is seen of every row at a glance near a spot."""
        if (u, v) not in self._looked.glances:
            self._looked.glances[u, v] = self._seen_from(u, v)
        return self._looked.glances[u, v]

    def _seen_from(self, u: int, v: int) -> Glance:
        """The same, told anew."""
        spots = spots_around(REACH * self._detail, self.bank.step, (u, v))
        gains = self._gains(spots)
        at_best, per_row = spots[gains.argmax(axis=0)], gains.max(axis=0)
        likeliest = int((per_row - self._least_rough).argmax())
        return Glance((u, v), at_best, per_row, likeliest, bool(per_row[likeliest] >= self._least_rough[likeliest]))

    def _best_at(self, glance: Glance) -> list[Found]:
        """The best explanation near a spot: one piece, or one with a smaller one on top of it (listed second)."""
        rows, finer = self.bank.best_rows(glance.gains, PER_KIND), self._compared.finer(self._bare)
        capped, _ = self._capped(rows, glance.at[rows])
        per_row = glance.gains - CAP * self._side
        per_row[rows] = capped
        leaders = rows[np.argsort(-capped)[:LEADERS]]
        row, at, fine, misfit = self._refined(leaders, glance.at[leaders])
        per_row[leaders] = np.maximum(per_row[leaders], fine)
        middle = glance.middle[0] - self._margin, glance.middle[1] - self._margin
        likely = fine if self._strangers is None else self._strangers.at(self.bank.kinds[row], middle, fine)
        order = np.where(misfit < self._worst, likely, -np.inf)
        best = int(order.argmax())
        single = finer.best(Found(int(row[best]), spot_at(at[best]), float(fine[best]), per_row, float(misfit[best])))
        if self._settled(single):
            return [single]
        pair = self._pairs.best(rows, glance.at[rows], per_row, glance.middle, self._worst)
        if len(pair) < 2:
            return [finer.best(one) for one in pair] or [single]
        pair = [pair[0], finer.nearest(pair[1])]
        if not self._good(pair, 0.0):
            return [single]
        lead = pair[0].gain + pair[1].gain - (single.gain if np.isfinite(order[best]) else 0.0)
        if two := better_together(pair, lead, single, self._compared.below, self.bank):
            return two
        borne = borne_by(self.bank, pair[1], single)
        return [replace(single, doubted=Doubted(pair[1].row, lead)) if borne > BORNE else single]

    def _climbed(self, u: int, v: int) -> list[Found]:
        """The best explanation near a spot; looked for anew from where it lies while that is at the edge of what was tried."""
        glance = self._glanced(*aligned((u, v), self._side, self.bank.step))
        for _ in range(CLIMBS):
            # A glance costs little: what lies aside is first looked at from where it shows best.
            if not glance.hopeful or not self._at_edge(spot_at(glance.at[glance.likeliest]), glance.middle):
                break
            nearer = self._glanced(*aligned(glance.at[glance.likeliest].tolist(), self._side, self.bank.step))
            if nearer.gains[nearer.likeliest] <= glance.gains[glance.likeliest]:
                break
            glance = nearer
        if not glance.hopeful:
            return [Found(glance.likeliest, spot_at(glance.at[glance.likeliest]), -np.inf, glance.gains, np.inf)]
        shown, known = glance.shown, self._looked.found
        if shown not in known:
            known[shown] = self._from_edge(glance)
        return known[shown]

    def _from_edge(self, glance: Glance) -> list[Found]:
        """The best explanation near a spot of which a glance is known; again from where it lies, as `_climbed` tells."""
        best = self._best_at(glance)
        for _ in range(CLIMBS):
            if len(best) > 1 or not self._at_edge(best[0].at, glance.middle):
                break
            before, glance = glance, self._glanced(*aligned(best[0].at, self._side, self.bank.step))
            if not glance.hopeful or not glance.adds_to(before, best[0].gain - CLOSER):
                break
            again = self._best_at(glance)
            if sum(piece.gain for piece in again) <= best[0].gain:
                break
            best = again
        return best

    def _all_round(self, piece: Found) -> Found:
        """A piece that has a direction, compared in all its turns: at a glance those that look alike crowd out the others, and
        what was not compared closely seems to speak against a heading."""
        if not self.bank.sprites[self.bank.kinds[piece.row]].directed:
            return piece
        rows = np.flatnonzero((self.bank.kinds == self.bank.kinds[piece.row]) & (piece.gains < 0))
        if not len(rows):
            return piece
        _, where, fine, misfit = self._refined(rows, np.tile(np.array(piece.at, np.int64), (len(rows), 1)), ROUND)
        gains = piece.gains.copy()
        gains[rows] = np.maximum(gains[rows], fine)
        best = int(np.where(misfit < self._worst, fine, -np.inf).argmax())
        if fine[best] <= piece.gain or misfit[best] >= self._worst:
            return replace(piece, gains=gains)
        at, gain = spot_at(where[best]), float(fine[best])
        return replace(piece, row=int(rows[best]), at=at, gain=gain, gains=gains, misfit=float(misfit[best]))

    def _at_edge(self, at: tuple[float, float], middle: tuple[int, int]) -> bool:
        """Whether a spot lies at the edge of what was tried around a middle."""
        return max(abs(at[0] - middle[0]), abs(at[1] - middle[1])) >= REACH * self._detail

    def _settled(self, single: Found) -> bool:
        """Whether one piece explains a spot so well that there is no need to look for two."""
        if not single.misfit <= CLEAN_MISFIT:
            return False
        window = self._window(int(single.at[0]), int(single.at[1]))
        left = (self.costs[window] * (self.bank.covers[single.row] < 0.3) > HEAT).sum()
        return float(left * self._worth) < MOST_LEFT * float(self.bank.areas[single.row])

    def _with_rest(self, piece: Found) -> Found:
        """The piece, laid already, and how much stays strange around it: something may lie below it that was not recognised."""
        if not self.bank.sprites[self.bank.kinds[piece.row]].rides or not self.bank.large.any():
            return piece
        window = self._window(int(piece.at[0]), int(piece.at[1]))
        strange = np.count_nonzero((self.costs * self._known)[window] > HEAT) * self._worth
        return replace(piece, left=float(strange) / float(self.bank.areas[self.bank.large].min()))

    def _refined(self, rows: NDArray[np.int64], where: NDArray[np.int64], reach: int = 1) -> Refined:
        """Rows, spots, capped gains and misfits of some rows after the best shift of `reach` pixels, the best few of one more."""
        where, gains, misfits = self._shifted(rows, where, reach)
        best = np.argsort(-gains)[:FEW]
        where[best], gains[best], misfits[best] = self._shifted(rows[best], where[best])
        return rows, where, gains, misfits

    def _shifted(
        self, rows: NDArray[np.int64], where: NDArray[np.int64], reach: int = 1
    ) -> tuple[NDArray[np.int64], Array, Array]:
        """Spots, capped gains and misfits of some rows after the best shift of up to `reach` pixels."""
        around = spots_around(reach * self._detail, self._detail)
        spots = (where[:, None] + around).reshape(-1, 2)
        gains, misfits = self._capped(np.repeat(rows, len(around)), spots)
        pick = gains.reshape(len(rows), -1).argmax(axis=1) + np.arange(len(rows)) * len(around)
        return spots[pick], gains[pick], misfits[pick]

    def _capped(self, rows: NDArray[np.int64], where: NDArray[np.int64]) -> tuple[Array, Array]:
        """Gain and misfit (n,) of rows (n,) at spots (n, 2), no pixel counting more than CAP."""
        gains, misfits = self._compared.match.capped(self.costs, rows, inner_spots(where, self._side, self.costs))
        return gains * self._worth, misfits

    @cached_property
    def _pairs(self) -> Pairs:
        """What finds two pieces at once."""
        return Pairs(self.bank, self._compared.below, self._gains, self._refined)

    def _gains(self, spots: NDArray[np.int64], rows: NDArray[np.int64] | None = None) -> Array:
        """About the gain (spots, rows) of every piece at every aligned spot, a pixel off counting without limit."""
        chosen = self._all if rows is None else rows
        where = (inner_spots(spots, self._side, self.costs) - self._side // 2) // self.bank.step + SIDE // 4
        dense = self.bank.coarse.dense(chosen)
        if self._coarse_costs is None:
            self._coarse_costs = coarse(self.costs, self.bank.step)
        gains = self._compared.rough.products(self._coarse_costs, where, dense, len(chosen)) * (self._worth * self.bank.step**2)
        if self._strangers is not None:
            self._strangers.only_there(gains, spots - self._margin, rows)
        return np.asarray(gains, dtype=np.float32)

    def _window(self, u: int, v: int) -> tuple[slice, slice]:
        low = self._side // 2
        return slice(v - low, v - low + self._side), slice(u - low, u - low + self._side)
