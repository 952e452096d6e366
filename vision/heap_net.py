"""A network that sees where flat pieces with a direction lie, however they lie on each other.

What a pose explains pixel by pixel is a poor witness where wedges lie on wedges: a corner that sticks out, a rim in the shadow
of another and two halves of neighbours explain about as much.  The network sees a window of the plan as an eye does: the picture,
the board that is expected there, the usual colours of the piece's two sides, and what is free of hands and of other pieces.  For
each place, turn and side it tells how much it looks as if the middle of a piece lay there (Zhou et al., Objects as Points,
2019, with turns as a third axis).  It was taught on drawn and on rendered heaps of other tables, in other art and light.

Where it is in doubt it looks there again, in a mirror, and what it says is the mean: a doubtful corner is seldom doubtful in the
same way both times.  In a zone with a light of its own it always does, and is told the piece's colours there.

A kind is known if the network recognises the picture of one of its sides that was taught, alone on a bare table; there it also
tells how that is turned.  (The other side may have the table's own colour, and be taught as a rim.)  Of kinds that it does not
know it says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.heap_places import STRIDE, TURNS, highest, places
from vision.light import Array
from vision.piece_bank import PieceBank, filled
from vision.small_net import SmallNet
from vision.zone_colours import colours_in

ROOT = 22.2
"""Root of a piece's area in what the network sees, px."""
DARKEST = 0.02
"""Colours are told as logarithms of what they are of white, but no less than this."""
WITHIN = 13
"""Pixels across which it is told how far the board is a guess."""
MAYBE, SURELY = 0.25, 0.6
"""Where nothing it says lies between these it need not look again.  (Of 205 windows on ten tables 97, in all of which it would
have told as many pieces.)"""
AGAIN_PX = 48.0
"""So far around what is in doubt it looks again."""
DIGITS = 3
"""Decimals of what it says that count: two versions of OpenCV add up in different orders."""
MIRRORED = (TURNS // 2 - np.arange(TURNS)) % TURNS
"""Which turn each is in a mirror that exchanges left and right."""
EIGHT = 8
"""It halves what it sees three times."""
ALIKE = 0.25
"""How much larger or smaller than ROOT a piece may be taught: a soft rim makes it seem larger than it is."""
ALONE, TABLES = 96, (96.0, 40.0, 168.0)
"""Pixels around a piece that is shown alone, and the grey values of tables there, on one of which it must be recognised: a side
in dim light is hardly seen on a table as dark."""
INSIDE = 0.8
"""Cover from which on a pixel tells the colour of a side."""
Window = tuple[slice, slice]
"""Rows and columns of places."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a piece lies: its middle `at` (px of the window), its `headings` as rows of the bank have them by the side that they
    show, the `face` it shows, the log `odds` that it is there, and those that it does not show its `other` side."""

    at: tuple[float, float]
    headings: Mapping[str | None, float]
    face: str | None
    odds: float
    other: float


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """A kind that the network knows: the `faces` of its sides, their usual `colours` (2, 3), by how many degrees a taught picture
    of each is `turned`, and the colours in each zone that was asked about (`lit`)."""

    faces: tuple[str | None, str | None]
    colours: Array
    turned: dict[str | None, float]
    lit: dict[str, Array]


class HeapNet:
    """The network beside the pieces of one bank."""

    def __init__(self, bank: PieceBank) -> None:
        self._bank, self._net = bank, SmallNet("heaps.onnx")
        self._known: dict[str, Known | None] = {}

    def rest(self) -> None:
        """Let go of what the network keeps between pictures."""
        self._net.rest()

    def knows(self, kind: str) -> bool:
        """Whether it has a say about a kind; it never saw pieces in motion."""
        if self._bank.motion is not None:
            return False
        if kind not in self._known:
            self._known[kind] = self._asked(kind)
        return self._known[kind] is not None

    def marks(
        self, kind: str, root: float, picture: Array, board: Array, free: Array, zone: str = "", guess: Array | None = None
    ) -> list[Mark]:
        """Where pieces of a known kind lie in a picture (h, w, 3) before such a board (h, w, 3), as far as it is `free` (h, w),
        and less surely where that is a `guess` (h, w); in the light of a zone.  `root` is that of their area, px."""
        known, zoom = self._known[kind], ROOT / root
        assert known is not None
        guess = np.zeros_like(free) if guess is None else guess
        if abs(zoom - 1) > ALIKE:
            size = round(picture.shape[1] * zoom), round(picture.shape[0] * zoom)
            resized = (np.asarray(cv2.resize(each, size), np.float32) for each in (picture, board, free, guess))
            picture, board, free, guess = resized
        else:
            zoom = 1.0
        told = self._told(picture, board, free, (known.colours, self._colours(kind, known, zone)))
        marks = list[Mark]()
        for u, v, turn, side, odds, other in places(told, np.asarray(cv2.blur(guess, (WITHIN, WITHIN)), np.float32), free):
            headings = {face: (turn - own) % 360 for face, own in known.turned.items()}
            at = (u + 0.5) / zoom - 0.5, (v + 0.5) / zoom - 0.5
            marks.append(Mark(at, headings, known.faces[side], odds, other))
        return marks

    def _colours(self, kind: str, known: Known, zone: str) -> Array:
        """The colours of the sides (2, 3) in the light of a zone."""
        if zone not in known.lit:
            own = [sprite for sprite in self._bank.sprites if sprite.kind == kind]
            known.lit[zone] = colours_in(zone, own, known.colours) if zone else known.colours
        return known.lit[zone]

    def _told(self, picture: Array, board: Array, free: Array, colours: tuple[Array, Array]) -> Array:
        """What it says (2, TURNS, h / STRIDE, w / STRIDE) of a picture before a board (h, w, 3), free so far (h, w), the sides
        having such colours (2, 3), and in the mirror, where that may be otherwise, such others."""
        plain, other = colours
        features = padded(shown(picture, board, free, plain))
        says = self._says(features)
        if other is not plain:
            everywhere = slice(0, says.shape[2]), slice(0, says.shape[3])
            says = self._again(says, padded(shown(picture, board, free, other)), everywhere)
        elif (doubt := _doubted(says)) is not None:
            says = self._again(says, features, doubt)
        down, across = (-(-side // STRIDE) for side in picture.shape[:2])
        return np.asarray(np.round(says[..., :down, :across], DIGITS), np.float32)

    def _again(self, says: Array, features: Array, within: Window) -> Array:
        """The mean of what it says (2, TURNS, h, w) and, `within` some of its places, says in a mirror of features (h * STRIDE,
        w * STRIDE, 13)."""
        down, across = (slice(part.start * STRIDE, part.stop * STRIDE) for part in within)
        mirrored = self._says(features[down, across][:, ::-1])[..., ::-1][:, MIRRORED]
        mean = says.copy()
        mean[..., within[0], within[1]] = (says[..., within[0], within[1]] + mirrored) / np.float32(2)
        return mean

    def _says(self, features: Array) -> Array:
        """What it says of features (h, w, 13) that it was shown once."""
        high, wide = (side // STRIDE for side in features.shape[:2])
        return np.asarray(self._net.seen(features)[0].reshape(2, TURNS, high, wide), np.float32)

    def taught(self, kind: str) -> tuple[tuple[str | None, str | None], list[Array], Array] | None:
        """The faces of the sides of a kind, a picture of each with its cover (ALONE, ALONE, 4), and their usual colours (2, 3);
        None if it is not flat, or there is but one of it."""
        own = [(number, sprite) for number, sprite in enumerate(self._bank.sprites) if sprite.kind == kind]
        faces = sorted({sprite.face for _, sprite in own}, key=str)
        if not own or len(faces) > 2 or not all(sprite.flat and not sprite.alone for _, sprite in own):
            return None
        first = {sprite.face: number for number, sprite in reversed(own)}
        looks = [self._look(first[face]) for face in (faces[0], faces[-1])]
        inside = [look[look[..., 3] > INSIDE][:, :3] for look in looks]
        colours = np.stack([np.median(each if len(each) else look[..., :3].reshape(-1, 3), axis=0)
                            for each, look in zip(inside, looks, strict=True)])  # fmt: skip
        return (faces[0], faces[-1]), looks, colours.astype(np.float32)

    def _asked(self, kind: str) -> Known | None:
        """What it makes of the taught pictures of a kind; None if it recognises none."""
        if (taught := self.taught(kind)) is None:
            return None
        faces, looks, colours = taught
        turned = dict[str | None, float]()
        for side, (face, look) in enumerate(zip(faces, looks, strict=True)):
            told = (places(self._told(*_on_bare_table(look, grey), (colours, colours))) for grey in TABLES)
            likely = [[place for place in each if place[4] > 0] for each in told]
            alone = [each[0] for each in likely if len(each) == 1 and (each[0][3] == side or faces[0] == faces[1])]
            if alone:
                turned[face] = max(alone, key=lambda place: place[4])[2]
        if not turned:
            return None
        for face in faces:
            turned.setdefault(face, 0.0)
        return Known(faces, colours, turned, {})

    def _look(self, sprite: int) -> Array:
        """The picture and cover (ALONE, ALONE, 4) of a sprite's first view, as large as pieces are seen, in the middle."""
        known = self._bank.sprites[sprite]
        cover = np.asarray(known.cover[0], np.float32)
        down, across = np.mgrid[: cover.shape[0], : cover.shape[1]]
        whole = float(cover.sum())
        u, v, scale = float((across * cover).sum()) / whole, float((down * cover).sum()) / whole, ROOT / whole**0.5
        middle = (ALONE - 1) / 2
        matrix = np.array([[scale, 0, middle - scale * u], [0, scale, middle - scale * v]])
        painted = np.ascontiguousarray(filled(known.picture[0], cover), np.float32)
        look = resample.warp_affine(painted, matrix, (ALONE, ALONE), border=cv2.BORDER_REPLICATE)
        return np.dstack([look, resample.warp_affine(cover, matrix, (ALONE, ALONE))]).astype(np.float32)


def _on_bare_table(look: Array, grey: float) -> tuple[Array, Array, Array]:
    """A picture of what is seen where a look (n, n, 4) lies alone, the table of that grey value, and what is free."""
    table = np.full(look[..., :3].shape, grey, np.float32)
    cover = look[..., 3:]
    return look[..., :3] * cover + table * (1 - cover), table, np.ones(look.shape[:2], np.float32)


def shown(picture: Array, board: Array, free: Array, colours: Array) -> Array:
    """What the network is shown (h, w, 13) of a picture and the board expected (h, w, 3), grey values, what is `free` (h, w), and
    the usual `colours` (2, 3): how bright it is, and how much brighter than the board and each side would be, as logarithms."""
    seen, expected, sides = (np.log(np.clip(each / np.float32(255), DARKEST, 1)) for each in (picture, board, colours))
    return np.dstack([seen + 1, seen - expected, seen - sides[1], seen - sides[0], free]).astype(np.float32)


def _doubted(told: Array) -> Window | None:
    """The places around all those of which what is said (2, TURNS, h, w) leaves open whether a piece lies there; None if none
    does."""
    _, says, at = highest(told, MAYBE)
    doubted = at[says < SURELY]
    if not len(doubted):
        return None
    step = EIGHT // STRIDE
    low = np.maximum(np.floor((doubted.min(axis=0) - AGAIN_PX) / EIGHT), 0).astype(int) * step
    high = np.ceil((doubted.max(axis=0) + 1 + AGAIN_PX) / EIGHT).astype(int) * step
    return slice(int(low[1]), min(int(high[1]), told.shape[2])), slice(int(low[0]), min(int(high[0]), told.shape[3]))


def padded(features: Array) -> NDArray[np.float32]:
    """Features (h, w, c) with as many rows and columns more as the network needs, of what is last there; none of it free."""
    more = [(0, -side % EIGHT) for side in features.shape[:2]]
    wide = np.pad(features, [*more, (0, 0)], mode="edge").astype(np.float32)
    wide[features.shape[0] :, :, -1] = wide[:, features.shape[1] :, -1] = 0
    return wide
