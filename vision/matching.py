"""How well rows of the piece bank fit a frame: at many spots by matrix products, at single spots pixel by pixel.

What a piece's own picture costs somewhere does not depend on what else was found: it is worked out once a frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.board_costs import CAP
from vision.channels import cut_off, summed_tones
from vision.footprints import Dense, Footprint, Footprints, Numbers, Planes
from vision.light import Array
from vision.piece_bank import PIECE_NOISE

STRICT = 1.5
"""How much more a pixel off the piece's picture counts than one off the board: a wrong piece shall not pay off."""
PRIOR = 0.2
"""What a pixel of a piece costs whatever it looks like: pieces are fewer than prints."""
UNIT = np.float32(1 / (np.sqrt(3.0) * PIECE_NOISE))
CHUNK = 100
"""So many footprints are compared at once: as many as stay in the processor's own memory."""

Spots = NDArray[np.int64]
Kept = dict[int, tuple[Sequence[Dense], dict[int, Array]]]
"""What is known of some rows, by their identity: the rows themselves, lest another take that, and by spot."""


class Matcher:
    """The tones (h, w, 4) of one frame beside those of the pieces, in units of a piece's noise.  A spot (u, v) is the middle of a
    piece's window."""

    def __init__(self, footprints: Footprints, cover_sums: Array, side: int, tones: Array, dull: Array | None = None) -> None:
        """`footprints` and `cover_sums` (rows,) at the scale of `tones`, in windows of `side` px; `dull` (h, w, 4) are the tones
        without haze, with which flat rows are compared as well: some shine as the cards below them do, and some do not."""
        self._footprints, self._cover_sums = footprints, cover_sums
        self._scaled = np.ascontiguousarray(tones if dull is None else np.concatenate([tones, dull])).reshape(-1, 4)
        self._pixels = tones.shape[0] * tones.shape[1]
        self._aside = 0 if dull is None else self._pixels
        self._width, low = tones.shape[1], side // 2
        down, across = np.divmod(np.arange(side**2), side)
        self._from_spot = (down - low) * self._width + (across - low)
        self._offsets = footprints.laid_out(self._from_spot)
        self._known: dict[int, float] = {}
        self._windows: dict[int, tuple[Dense, Numbers]] = {}
        self._alike, self._costed, self._bare = Kept(), np.zeros(0, np.float32), np.zeros(0, np.float32)

    @cached_property
    def _squares(self) -> Array:
        """The squared tones (pixels,): only where many rows are compared at once are they needed."""
        return np.asarray(np.einsum("pc,pc->p", self._scaled, self._scaled), dtype=np.float32)

    def at(self, within: Numbers, spots: Spots) -> Numbers:
        """Flat pixel numbers (n, k) in the frame of window pixels, (k,) or (n, k), around spots (n, 2)."""
        base = spots[:, 1] * self._width + spots[:, 0]
        return np.asarray(base[:, None] + self._from_spot[within], dtype=np.int64)

    def _there(self, group: Footprint, slots: Numbers, spots: Spots) -> Numbers:
        """Flat pixel numbers (n, k) in the frame of the footprints in some slots of a group around spots (n, 2)."""
        if group.number not in self._offsets:
            self._offsets[group.number] = self._from_spot[group.within]
        where = self._offsets[group.number].take(slots, axis=0)
        where += (spots[:, 1] * self._width + spots[:, 0])[:, None]
        return where

    def _window(self, part: Dense, spots: Spots) -> Numbers:
        """Flat pixel numbers (n, p) of what any of some rows covers around spots (n, 2)."""
        key = id(part)
        if key not in self._windows:
            self._windows[key] = part, self._from_spot[part.within]
        where: Numbers = self._windows[key][1] + (spots[:, 1] * self._width + spots[:, 0])[:, None]
        return where

    def products(self, costs: Array, spots: Spots, rows: Sequence[Dense], count: int) -> Array:
        """The gains (spots, count) of rows, a pixel off counting without limit, where the board costs (h, w), which stay so."""
        if costs is not self._costed:
            self._costed = costs
            self._bare = costs.reshape(-1) - np.float32(STRICT) * self._squares[: self._pixels] - np.float32(PRIOR)
        gains = self._alike_at(spots, rows, count)
        for part in rows:
            gains[:, part.columns] += self._bare.take(self._window(part, spots)) @ part.cover
        return gains

    def _alike_at(self, spots: Spots, rows: Sequence[Dense], count: int) -> Array:
        """How alike tones and paint of rows are (spots, count); of each spot told once: glances overlap, and whatever is found,
        this stays as it is."""
        _, known = self._alike.setdefault(id(rows), (rows, {}))
        keys = (spots[:, 1] * self._width + spots[:, 0]).tolist()
        new = {key: n for n, key in enumerate(keys) if key not in known}
        if new:
            alike, some = np.empty((len(new), count), np.float32), spots[list(new.values())]
            for part in rows:
                where = self._window(part, some)
                product = self._likeness(part, where)
                if self._aside and part.flat:
                    # What is compared with is brighter there by so much, whatever the row.
                    less = (self._squares.take(where) - self._squares.take(where + self._aside)) @ part.cover
                    np.maximum(product, self._likeness(part, where + self._aside) + less, out=product)
                product *= np.float32(STRICT)
                alike[:, part.columns] = product
            known.update(zip(new, alike, strict=True))
        return np.concatenate([known[key] for key in keys]).reshape(len(keys), count)

    def _likeness(self, part: Dense, where: Numbers) -> Array:
        """How much less rows (spots, m) cost for what is seen at some pixels (spots, p) than for nothing at all."""
        product = self._scaled.take(where, axis=0).reshape(len(where), -1) @ part.paint
        product *= 2
        product -= part.power
        return np.asarray(product, dtype=np.float32)

    def capped(self, costs: Array, rows: Numbers, spots: Spots) -> tuple[Array, Array]:
        """Gain, in pixels of this frame, and misfit (n,) of rows (n,) at spots (n, 2), no pixel counting more than CAP."""
        flat, gains, area = costs.reshape(-1), np.empty(len(rows), np.float32), self._cover_sums[rows]
        keys = (rows * self._pixels + spots[:, 1] * self._width + spots[:, 0]).tolist()
        blame = np.array([self._known.get(key, np.nan) for key in keys], np.float32)
        unknown = np.isnan(blame)
        for group, at, slots in self._footprints.parted(rows):
            where, cover = self._there(group, slots, spots[at]), group.cover[slots]
            gains[at] = np.einsum("nk,nk->n", flat.take(where), cover)
            new = np.flatnonzero(unknown[at])
            if len(new):
                every = len(new) == len(at)
                where, cover = (where, cover) if every else (where[new], cover[new])
                blame[at[new]] = np.einsum("nk,nk->n", self._errors(where, group.tone[slots[new]], cover, group.flat), cover)
        # What a row's own picture costs somewhere stays so, whatever is found.
        self._known.update((keys[n], float(blame[n])) for n in np.flatnonzero(unknown).tolist())
        gains -= STRICT * blame + PRIOR * area
        return gains, np.asarray(blame / np.maximum(area, 1.0), dtype=np.float32)

    def parts(self, costs: Array, rows: Numbers, spots: Spots) -> Iterator[tuple[Numbers, NDArray[np.integer], Array]]:
        """For some rows of each footprint size at a time: positions among `rows`, window pixels (m, k), and of each pixel what it
        gains, what its misfit is and how far it is covered, (m, 3, k)."""
        flat = costs.reshape(-1)
        for group, every, all_slots in self._footprints.parted(rows):
            for start in range(0, len(every), CHUNK):
                at, slots = every[start : start + CHUNK], all_slots[start : start + CHUNK]
                where = self._there(group, slots, spots[at])
                values = np.empty((len(at), 3, where.shape[1]), np.float32)
                values[:, 2] = cover = group.cover[slots]
                error = self._errors(where, group.tone[slots], cover, group.flat)
                np.multiply(cover, error, out=values[:, 1])
                error *= np.float32(-STRICT)
                error += flat.take(where)
                error -= np.float32(PRIOR)
                np.multiply(cover, error, out=values[:, 0])
                yield at, group.within[slots], values

    def patch_errors(self, row: int, within: Numbers, cover: Array, tone: Array, spots: Spots) -> tuple[Numbers, Array]:
        """Flat pixel numbers (n, k) of one patch around spots and what its tones (k, 4), those of a row turned a little, which
        covers (k,) so much, cost there."""
        where = self.at(within, spots)
        return where, self._errors(where, tone, cover, bool(self._footprints.flat[row]))

    def plane_errors(self, planes: Planes, at: Numbers) -> Array:
        """What the tones of rows (m, p) cost each of the pixels (p,) of one window, times how far each row covers it."""
        errors = self._plane_errors(planes, at)
        if self._aside and planes.flat.any():
            dull = self._plane_errors(planes, at + self._aside)
            better = planes.flat & (dull.sum(axis=1) < errors.sum(axis=1))
            errors[better] = dull[better]
        return errors

    def _plane_errors(self, planes: Planes, at: Numbers) -> Array:
        seen = np.ascontiguousarray(self._scaled.take(at, axis=0).T)
        errors: Array = planes.tones[0] - seen[0]
        errors *= errors
        away = np.empty_like(errors)
        for channel in (1, 2, 3):
            np.subtract(planes.tones[channel], seen[channel], out=away)
            away *= away
            errors += away
        cut_off(errors, CAP)
        errors *= planes.cover
        return errors

    def _errors(self, where: Numbers, tone: Array, cover: Array, flat: bool) -> Array:
        """What tones (k, 4) or (n, k, 4) that cover so much cost at pixels (n, k); those of flat rows with the haze there or
        without, whichever is less."""
        errors = self._errors_at(where, tone)
        if self._aside and flat:
            dull = self._errors_at(where + self._aside, tone)
            better = (dull * cover).sum(axis=1) < (errors * cover).sum(axis=1)
            errors[better] = dull[better]
        return errors

    def _errors_at(self, where: Numbers, tone: Array) -> Array:
        away = self._scaled.take(where, axis=0)
        away -= tone
        away *= away
        return cut_off(summed_tones(away), CAP).reshape(where.shape)


def unexplained(costs: Array, pieces: Iterable[tuple[Array, Array]]) -> Array:
    """What pixels (h, w) that cost so much as board still cost where pieces may lie, one after the other, each with how far it
    covers them and what they cost as the piece (h, w), if that explains anything."""
    for cover, error in pieces:
        gains = cover * (costs - np.float32(STRICT) * error - np.float32(PRIOR))
        if gains.sum() > 0:
            costs = np.asarray(costs - gains, dtype=np.float32)
    return costs
