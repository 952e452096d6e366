"""What the camera offers: log-probabilities, never only a best guess.  Plain Python numbers throughout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.drawing import Point
from companion.core.grid import Facing, Place
from companion.core.scene import ABSENT, Look


@dataclass(frozen=True, slots=True)
class LikelyLook:
    look: Look
    log_p: float


@dataclass(frozen=True, slots=True)
class TileClaim:
    """The possible looks of one place, likeliest first; `floor` is the log-probability of any look not listed."""

    place: Place
    looks: tuple[LikelyLook, ...]
    floor: float = -12.0

    @property
    def best(self) -> Look:
        return self.looks[0].look if self.looks else ABSENT

    @property
    def log_p(self) -> float:
        return self.looks[0].log_p if self.looks else self.floor

    def score(self, look: Look) -> float:
        """Log-probability that the place looks so; a look of unknown kind takes the best of those with the same face."""
        if look.kind is None and look != ABSENT:
            return max((item.log_p for item in self.looks if item.look.face == look.face), default=self.floor)
        for item in self.looks:
            if item.look == look:
                return item.log_p
        return self.floor


UNLISTED_FACE = -12.0
"""Log-probability of a face that a claim does not list."""


@dataclass(frozen=True, slots=True)
class PieceClaim:
    """How many pieces of one kind stand in one place, and which way the first of them faces.

    `log_p_counts[n]` is the log-probability of exactly n of them; the last entry holds for all larger numbers.
    `log_p_facings` are four log-probabilities in the order N, E, S, W, or None for a kind without direction.
    `faces` are the sides that each of them may show with their log-probabilities, likeliest first; empty for a kind that
    looks alike from all sides.  Where pieces of one kind plainly show different faces, each face has a claim of its own.
    """

    kind: str
    place: Place
    log_p_counts: tuple[float, ...]
    log_p_facings: tuple[float, float, float, float] | None = None
    at_mm: Point | None = None
    faces: tuple[tuple[str, float], ...] = ()

    @property
    def face(self) -> str | None:
        """The likeliest face."""
        return self.faces[0][0] if self.faces else None

    def score_face(self, face: str | None) -> float:
        """How much less likely one of the pieces shows that face than the likeliest (nats); 0 where nothing is told."""
        if face is None or not self.faces:
            return 0.0
        return next((log_p for name, log_p in self.faces if name == face), UNLISTED_FACE) - self.faces[0][1]

    @property
    def count(self) -> int:
        """The likeliest number."""
        return max(range(len(self.log_p_counts)), key=self.log_p_counts.__getitem__)

    @property
    def facing(self) -> Facing | None:
        """The likeliest facing."""
        if self.log_p_facings is None:
            return None
        return Facing(max(range(4), key=self.log_p_facings.__getitem__))

    def score(self, count: int, facing: Facing | None = None) -> float:
        """Log-probability of `count` pieces of which one faces `facing`."""
        value = self.log_p_counts[min(count, len(self.log_p_counts) - 1)]
        if count and facing is not None and self.log_p_facings is not None:
            value += self.log_p_facings[facing]
        return value


@dataclass(frozen=True, slots=True)
class Reading:
    """One frame as read.

    `tiles` has one claim for every cell and every zone that may hold a tile, `pieces` one for every (kind, place) that is
    not plainly empty; `cards` has one for every card of those that lie on each other in a zone, the topmost first (how many
    there are of each kind is among `pieces`); a (kind, place) without a claim is empty with log-probability `absent_log_p` of
    being wrong.  In cells of a board of tiles in which none is seen pieces are not looked for: there it tells nothing.
    `hidden` places are covered by a hand or sleeve: nothing is claimed about cells, and of a zone only what lies beside the hand,
    which tells nothing of the rest.  Of such cells some are `glimpsed`: beside the hand so much of them shows that their drawing
    is told all the same, and what stands there as far as it is seen; what else does may be hidden.
    `unsure` places are visible but not trusted; in those that are `tile_only` nothing strange stands, only the tile is in doubt:
    pieces seen there are as sure as their claims say, but one that is not seen may be what hides the drawing.
    `residual_px` is how far what tells the pose is from where the pose puts it: the worst marker corner, or, on a table
    without markers, the points of the table that agree (root mean square).
    `look` counts the frames that were read from scratch (0: nobody counted), `changed` are the places whose pixels differ from
    those of the look before (None: perhaps anywhere).  `touched`, which no eye but the table knows, are the places where somebody
    may have changed something since table and record agreed (None: anywhere); `settled` those where what the table took up
    explains why the last look found something changed; `busy_s` is how long (s) since table and record agreed the table was not
    seen to lie still, so that hands may have been at work (None: that cannot be told).
    """

    frame: int
    time_s: float
    tiles: tuple[TileClaim, ...]
    pieces: tuple[PieceClaim, ...]
    hidden: frozenset[Place] = frozenset()
    unsure: frozenset[Place] = frozenset()
    hand: bool = False
    residual_px: float = 0.0
    board_px: tuple[Point, Point, Point, Point] | None = None
    absent_log_p: float = -7.0
    cards: tuple[TileClaim, ...] = ()
    look: int = 0
    changed: frozenset[Place] | None = None
    touched: frozenset[Place] | None = None
    settled: frozenset[Place] = frozenset()
    busy_s: float | None = None
    tile_only: frozenset[Place] = frozenset()
    glimpsed: frozenset[Place] = frozenset()

    def tile(self, place: Place) -> TileClaim | None:
        for claim in self.tiles:
            if claim.place == place:
                return claim
        return None


@dataclass(frozen=True, slots=True)
class NoReading:
    """A frame that could not be read: a stable `code`, what was found in words, and what people can do about it.

    `moved` are the places over which something moved, where that can be told (None: perhaps anywhere).

    Codes: `no-markers`, `moving`, `blurred`, `dark`, `camera-lost`, `bumped`, `not-this-game`, `not-taught`.
    """

    frame: int
    time_s: float
    code: str
    why: str
    remedy: str
    moved: frozenset[Place] | None = None

    def __bool__(self) -> Literal[False]:
        return False
