"""The pictures of all pieces in all sizes and turns, laid out for one matrix product with many windows of a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.footprints import LEAST_COVER, Footprints, Numbers
from vision.leaning import UPRIGHT, Lean, seen_from
from vision.light import Array
from vision.rig import SPRITE_SIDE, Sprite
from vision.tones import texture, with_texture

SIDE = 30
"""Pixels across a piece's window at half the scale of a plan of detail 1."""
TURNS = 24
LARGE = 0.6
"""Share of the largest piece's area from which on a piece may carry others."""
HIGH_MM = 12.0
"""How high a bulky piece stands at least."""
PIECE_NOISE = 18.0
"""Standard deviation of a grey value of a piece about its taught picture: shading, turn between two steps, blur."""
SHOWN = 0.05
"""Cover from which on a pixel shows something of a piece."""
OUTLINES = 40
"""So many outlines of pieces are kept ready."""
VIEWS = 100
"""So many rows, turned a little or not, are kept ready."""

Pixels = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Rows and columns of pixels."""
View = tuple[Numbers, Array, Array]
"""Flat numbers (k,) of the pixels of a window that a piece covers, its cover (k,) and tones (k, 4) there."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceBank:
    """All pieces in all sizes and turns, at half scale.

    `kinds` (rows,) number of the sprite; `headings` (rows,) clockwise from the far side, degrees; `sizes` (rows,)
    magnification; `covers` (rows, SIDE, SIDE) 0..1 and `tones` (rows, SIDE, SIDE, 4) as `with_texture` makes them, in units of
    PIECE_NOISE (their squared distance is a cost in nats), both of half the precision, for rows that are turned a little more;
    `footprints` the same without empty pixels, `coarse` at one pixel for each `step` x `step`.  `cover_sums` (rows,) sum of
    cover, `areas` (rows,) the same in pixels of a plan of detail 1, `large` (rows,) whether it may carry others, `reach` the
    pixels from the middle of a window to the farthest that any row covers, `detail` that of the plan, `views` (rows,) number of
    the sprite's view, of a loose body that of its lean, `lights` of each row the zones in whose light it looks so (none: the
    usual light), `motion` the kernel of the blur it was made for, `leans` how far a millimetre of height leans under its camera,
    mm, in the middle of the board and elsewhere, `outlines` what of views was traced already.
    """

    sprites: tuple[Sprite, ...]
    kinds: NDArray[np.int64]
    headings: Array
    sizes: Array
    covers: NDArray[np.float16]
    tones: NDArray[np.float16]
    footprints: Footprints
    coarse: Footprints
    cover_sums: Array
    areas: Array
    large: NDArray[np.bool_]
    reach: int
    detail: int = 1
    views: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    lights: tuple[tuple[str, ...], ...] = ()
    motion: Array | None = None
    leans: tuple[Lean, ...] = (UPRIGHT,)
    outlines: dict[tuple[int, float, float], tuple[Pixels, Pixels]] = field(default_factory=dict)
    _views: dict[tuple[int, float, float], View] = field(default_factory=dict)
    _middles: dict[int, tuple[float, float]] = field(default_factory=dict)

    def rest(self) -> None:
        """Let go of rows that were laid out or turned, which is done anew when asked for."""
        self.footprints.rest()
        self.coarse.rest()
        self.outlines.clear()
        self._views.clear()

    def view(self, row: int, turn: float = 0.0, size: float = 1.0) -> View:
        """A row turned some degrees more, clockwise, and magnified."""
        if (row, turn, size) not in self._views:
            whole = not turn and size == 1
            if len(self._views) >= VIEWS:
                self._views.clear()
            self._views[row, turn, size] = self.footprints.of_row(row) if whole else self._turned(row, turn, size)
        return self._views[row, turn, size]

    def _turned(self, row: int, turn: float, size: float) -> View:
        middle = (self.side - 1) / 2
        matrix = cv2.getRotationMatrix2D((middle, middle), -turn, size)
        both = np.dstack([self.covers[row], self.tones[row]]).astype(np.float32)
        turned = resample.warp_affine(both, matrix, (self.side, self.side), border=cv2.BORDER_REPLICATE)
        flat = np.asarray(turned, dtype=np.float32).reshape(-1, 5)
        within = np.flatnonzero(flat[:, 0] > LEAST_COVER)
        return within, flat[within, 0], flat[within, 1:]

    def best_rows(self, per_row: Array, most: int) -> NDArray[np.int64]:
        """The most promising rows of every kind, so many of each, by what each row (rows,) gains."""
        order = np.argsort(-per_row, kind="stable")
        kinds = self.kinds[order]
        # How many of its kind come before each row: in order of kinds, each row's place less that of its kind's first.
        grouped = np.argsort(kinds, kind="stable")
        starts = np.searchsorted(kinds[grouped], np.arange(len(self.sprites)))
        before = np.empty(len(order), np.int64)
        before[grouped] = np.arange(len(order)) - starts[kinds[grouped]]
        return np.asarray(order[before < most], dtype=np.int64)

    @property
    def bulky(self) -> frozenset[str]:
        """The kinds that are large and stand high: what lies below them can hardly be seen."""
        high = {n for n, sprite in enumerate(self.sprites) if sprite.top_mm - sprite.foot_mm > HIGH_MM}
        return frozenset(self.sprites[n].kind for n in high & set(self.kinds[self.large].tolist()))

    def middle_px(self, row: int, at: tuple[float, float]) -> tuple[float, float]:
        """The middle of what a row covers whose window lies around a spot of the half plan: px of the plan.

        Of a triangle it lies there whichever corner was taken for which.
        """
        if row not in self._middles:
            across, down = centroid(np.asarray(self.covers[row], dtype=np.float32))
            self._middles[row] = across - self.side // 2, down - self.side // 2
        off = self._middles[row]
        return 2 * (at[0] + off[0]) + 0.5, 2 * (at[1] + off[1]) + 0.5

    @property
    def lean(self) -> Lean:
        """How far a millimetre of height leans in the middle of the board, mm."""
        return self.leans[0]

    @property
    def aslant(self) -> float:
        """Millimetres that a millimetre of height leans."""
        return float(np.hypot(*self.lean))

    @property
    def step(self) -> int:
        """Pixels across a coarse pixel."""
        return 2 * self.detail

    @property
    def side(self) -> int:
        """Pixels across a piece's window."""
        return SIDE * self.detail


def make_piece_bank(
    sprites: Sequence[Sprite], motion: Array | None = None, lean: Lean = UPRIGHT, aside: Sequence[Lean] = ()
) -> PieceBank | None:
    """The bank of all sprites, as a camera sees them whose `motion` blur is that kernel and under which what stands has that
    `lean` in the middle, and such others `aside`; None when no piece was taught."""
    kinds, headings, sizes, covers, looks, shown = [], [], [], [], [], []
    detail, leans = max((detail_of_sprite(sprite) for sprite in sprites), default=1), (lean, *aside)
    for number, sprite in enumerate(sprites):
        for view in range(len(sprite.picture) if sprite.prism is None else len(leans)):
            own = view if sprite.prism is None else 0
            turns = 1 if is_round(sprite.cover[own], sprite.picture[own], SIDE * detail) else TURNS
            soft = softened(_textured(sprite.picture[own], sprite.cover[own], detail), sprite.cover[own])
            leant = lean if sprite.prism is None else leans[view]
            sides = [seen_from(sprite, 360.0 * step / turns, leant) for step in range(turns)]
            softer = [soft if side is None else softened(_textured(*side, detail), side[1]) for side in sides]
            for size in sprite.sizes:
                for step, each in enumerate(softer):
                    look, veil = laid_softened(each, 360.0 * step / turns, size, SIDE * detail, motion)
                    kinds.append(number)
                    headings.append(360.0 * step / turns)
                    sizes.append(size)
                    shown.append(view)
                    covers.append(veil)
                    looks.append(look)
    if not kinds:
        return None
    bank = _bank(sprites, np.array(kinds), headings, sizes, np.stack(covers), np.stack(looks), detail)
    lit = tuple(sprites[kind].lights[view] if sprites[kind].lights else () for kind, view in zip(kinds, shown, strict=True))
    return replace(bank, views=np.array(shown), lights=lit, motion=motion, leans=leans)


def _textured(picture: Array, cover: Array, detail: int) -> Array:
    """A sprite's picture with its texture (n, n, 4)."""
    return np.dstack([picture, texture(filled(picture, cover), detail)])


def _bank(
    sprites: Sequence[Sprite], kinds: Numbers, headings: Sequence[float], sizes: Sequence[float], cover: Array, look: Array,
    detail: int,
) -> PieceBank:  # fmt: skip
    """The bank of laid pictures: covers (rows, side, side), looks (rows, side, side, 4) colours and texture."""
    tone = np.asarray(with_texture(look[..., :3], look[..., 3]) / (np.sqrt(3.0) * PIECE_NOISE), dtype=np.float32)
    sums = cover.sum(axis=(1, 2))
    areas, flat = sums / np.float32(detail**2), [sprite.flat for sprite in sprites]
    return PieceBank(
        tuple(sprites),
        kinds,
        np.array(headings, np.float32),
        np.array(sizes, np.float32),
        cover.astype(np.float16),
        tone.astype(np.float16),
        Footprints(cover, tone, kinds, flat, detail),
        _coarse(cover, tone, kinds, flat, detail),
        sums,
        areas,
        _large(areas, kinds, len(sprites)),
        _reach(cover.astype(np.float16)),
        detail,
    )


def _large(areas: Array, kinds: Numbers, count: int) -> NDArray[np.bool_]:
    """Which rows (rows,) may carry others: all of a kind or none, for what carries is tried in all its turns and sizes."""
    number = np.maximum(np.bincount(kinds, minlength=count), 1)
    of_kind = np.bincount(kinds, areas, count) / number
    return np.asarray((of_kind > LARGE * of_kind.max(initial=0.0))[kinds], dtype=np.bool_)


def _reach(covers: NDArray[np.float16]) -> int:
    """Pixels from the middle of windows (rows, side, side) to the farthest that any row covers."""
    seen = np.nonzero((covers > SHOWN).any(axis=0))
    return int(np.ceil(np.abs(np.array(seen) - (covers.shape[1] - 1) / 2).max(initial=0.0)))


def detail_of_sprite(sprite: Sprite) -> int:
    """The detail of the plan that a sprite was cut from."""
    return int(sprite.picture.shape[1]) // SPRITE_SIDE


def laid(
    picture: Array, cover: Array, degrees: float, size: float, side: int, motion: Array | None = None, scale: float = 0.5
) -> tuple[Array, Array]:
    """A sprite at some share of its scale, turned and magnified, in a window of `side` px."""
    return laid_softened(softened(picture, cover, scale), degrees, size, side, motion, scale)


def softened(picture: Array, cover: Array, scale: float = 0.5) -> tuple[Array, Array]:
    """A sprite times its cover, and that, ready to be laid at a share of its scale."""
    both = picture * cover[..., None], cover
    # Soften first: the window has less than the sprite's resolution.
    softer = [np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), dtype=np.float32) if scale < 1 else image for image in both]
    return softer[0], softer[1]


def laid_softened(
    both: tuple[Array, Array], degrees: float, size: float, side: int, motion: Array | None = None, scale: float = 0.5
) -> tuple[Array, Array]:
    """`laid` of a sprite that was softened before."""
    zoom, source = size * scale, (both[1].shape[0] - 1) / 2
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * zoom
    matrix = np.column_stack([turn, np.full(2, (side - 1) / 2) - turn @ np.full(2, source)]).astype(np.float32)
    turned, shown = (resample.warp_affine(image, matrix, (side, side)) for image in both)
    if motion is not None:
        turned, shown = cv2.filter2D(turned, -1, motion), cv2.filter2D(shown, -1, motion)
    return np.asarray(turned / np.maximum(shown, 0.02)[..., None], dtype=np.float32), np.asarray(shown, dtype=np.float32)


def filled(picture: Array, cover: Array) -> Array:
    """A sprite on a ground of its own mean colour, so that its rim makes no texture."""
    mean = (picture * cover[..., None]).sum(axis=(0, 1)) / max(float(cover.sum()), 1.0)
    return np.asarray(picture * cover[..., None] + mean * (1 - cover[..., None]), dtype=np.float32)


def centroid(cover: Array) -> tuple[float, float]:
    """The middle (x, y) of what is covered (h, w); that of the picture where nothing is."""
    whole = float(cover.sum())
    if not whole:
        return (cover.shape[1] - 1) / 2, (cover.shape[0] - 1) / 2
    across, down = (float(cover.sum(axis=axis) @ np.arange(cover.shape[1 - axis])) / whole for axis in (0, 1))
    return across, down


def is_round(cover: Array, picture: Array, side: int) -> bool:
    """Whether a sprite looks the same whichever way it is turned."""
    upright = laid(picture, cover, 0, 1, side)
    for degrees in (45, 90, 180):
        turned = laid(picture, cover, degrees, 1, side)
        both = np.minimum(upright[1], turned[1])
        overlap = both.sum() / max(float(np.maximum(upright[1], turned[1]).sum()), 1.0)
        error = ((((upright[0] - turned[0]) ** 2).mean(axis=2) * both).sum() / max(float(both.sum()), 1.0)) ** 0.5
        if overlap < 0.75 or error > 30:
            return False
    return True


def _coarse(cover: Array, tone: Array, kinds: Numbers, flat: Sequence[bool], detail: int) -> Footprints:
    """The footprints of covers (rows, side, side) and tones (rows, side, side, 4) in a picture of coarse pixels."""
    rows, side, step = len(cover), SIDE // 2, 2 * detail
    small = cover.reshape(rows, side, step, side, step).mean(axis=(2, 4))
    painted = (cover[..., None] * tone).reshape(rows, side, step, side, step, 4).mean(axis=(2, 4))
    return Footprints(small, np.asarray(painted / np.maximum(small, 0.01)[..., None], dtype=np.float32), kinds, flat, 1)


def bounds_of_rows(covered: NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """Left, upper, right and lower bound of what each row covers of its window (rows, side, side)."""
    across, down = np.asarray(covered.any(axis=1)), np.asarray(covered.any(axis=2))
    low = np.stack([across.argmax(axis=1), down.argmax(axis=1)], axis=1)
    high = covered.shape[1] - np.stack([across[:, ::-1].argmax(axis=1), down[:, ::-1].argmax(axis=1)], axis=1)
    return [(left, upper, right, lower) for (left, upper), (right, lower) in zip(low.tolist(), high.tolist(), strict=True)]


EMPTY_BANK = _bank(
    (), np.zeros(0, np.int64), (), (), np.zeros((0, SIDE, SIDE), np.float32), np.zeros((0, SIDE, SIDE, 4), np.float32), 1
)
"""The bank of a game without pieces."""
