"""Places where several pieces of a kind were found are looked at again at the plan's full scale; so are mice that may carry a
cheese of their colour, and drawings on which a flat piece may lie that they picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Cell, Place, Zone, place_order
from vision.again import Box, joined
from vision.below import LEAST_PER_PIXEL, borne_by
from vision.closely_carried import looked_at_closely
from vision.expected import GUESS
from vision.fine_view import FineView, Window, doubled_at, window_around
from vision.footprints import Numbers
from vision.found import Found
from vision.groups import TOUCH, apart, hanging_together
from vision.heap_net import HeapNet, Mark
from vision.heaps import FEWER, SEEN, Heap
from vision.light import Array
from vision.marked import Marked, said_of, with_room
from vision.matching import PRIOR
from vision.on_drawings import OnDrawing, amiss
from vision.piece_bank import PieceBank
from vision.pieces import PieceSearch
from vision.poses import Lying
from vision.quarters import nearest_of, spots_of_leans
from vision.rectify import CELL
from vision.same_body import APART
from vision.seen_in_hands import PLAINLY, without_seen
from vision.shapes import Shapes, shapes_of
from vision.tones import tones as tones_of
from vision.underneath import COVERS

LEAST = 2
"""So many pieces of one kind in one place are counted again, and one that seems to lie on a large piece which explains little."""
NEAR = 3.0
"""Pieces whose middles are less than that apart, in roots of their area, may have others between them."""
ACROSS = 5.0
"""Larger groups, in the same unit, are parted into those that lie on each other."""
COARSE = 0.15
"""Share of what they explain that pieces explain more at half scale, where edges and prints may be off without being seen."""
ALONE = 0.5
"""Share of what it explains that a heap must explain more than one small piece on a large one does."""
LEFT = 0.8
"""Mean cost of 5 x 5 pixels below which nothing is left to explain for a piece: it has to explain more."""
BESIDE = 3
"""Pixels at half scale, of a plan of detail 1, beyond the pieces found where more of them are looked for."""
REST = 0.25
"""What explains so much less than another body that stands where it cannot is that one's rim or shadow."""
ABOUT = 12
"""Pixels of a plan of detail 1 beyond the middles of pieces found where a network may see more of them."""
GUESSED = 0.6
"""So much of a piece's area must be a guess for it to be asked about."""
FARTHER, PLAIN_BEYOND = 3, 1.0
"""So often it is looked about what the network sees beside what was found, and the log odds from which on it sees it plainly."""
FREE = 0.5
"""How far the middle of what it sees besides must be free of pieces that were found: those it sees as well."""
DENIED = -4.0
"""Log odds of what was found where the network sees no piece."""
BADLY, UNDER = 1.0, 1.5
"""A body that fits so badly and covers the middles of so many pieces, as the network expects, is none."""


Spot = tuple[float, float]


def _explained(pieces: Sequence[Found]) -> float:
    return sum(piece.gain for piece in pieces)


def _inside(at: Spot, box: Box) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def _plain(mark: Mark, free: Array, low: int, reach: int) -> bool:
    """Whether a mark plainly tells of a piece that was not found yet, so near the middle of a window (n, n), `low`."""
    u, v = (round(each) for each in mark.at)
    return mark.odds >= PLAINLY and max(abs(u - low), abs(v - low)) <= reach and bool(free[v, u] > FREE)


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Where a network sees pieces in a `window` of the plan that begins at a `corner`, across and down, how far each pixel of
    that is `free` (h, w) of other pieces, and where it plainly sees some `beyond` the box that was asked about (px of the half
    plan)."""

    marks: Sequence[Mark]
    corner: NDArray[np.int64]
    window: Window
    free: Array
    beyond: Sequence[Spot] = ()


class Recount:
    """Counts heaps again with the pictures of one bank; `centres` are the middles of the cells, px of the half plan, `zones` the
    bounds of the zones there."""

    def __init__(self, bank: PieceBank, centres: Mapping[Place, Spot], zones: Mapping[Zone, Box] | None = None) -> None:
        self._bank, self._centres, self._zones = bank, centres, zones or {}
        self._shapes: dict[tuple[str, str, int], Shapes] = {}
        self._net = HeapNet(bank)
        # Pieces counted in this frame, with the pixels of the plan that each covers: down, across, how far.
        self._laid: dict[int, tuple[Found, Numbers, Numbers, Array]] = {}
        # The other kinds had no say in what a heap consists of.
        self._nothing = np.full(len(bank.kinds), -1e3, np.float32)
        # Flat pieces of which there are several, with the side up that was taught on cells.
        several = [sprite.flat and not sprite.alone and any(not zone for zone, _ in sprite.places) for sprite in bank.sprites]
        self._on_cells = np.array(several, dtype=np.bool_)[bank.kinds]

    def rest(self) -> None:
        """Let go of what the network keeps between heaps; pictures of pieces in one take too long to make anew."""
        self._net.rest()

    def moved(self, left: int, upper: int) -> Recount:
        """The same for a part of the plan that begins so many pixels (of the half plan) farther on."""
        centres = {place: (at[0] - left, at[1] - upper) for place, at in self._centres.items()}
        zones = {zone: (a - left, b - upper, c - left, d - upper) for zone, (a, b, c, d) in self._zones.items()}
        other = Recount(self._bank, centres, zones)
        other._shapes, other._net = self._shapes, self._net
        return other

    def without_seen(self, patches: NDArray[np.bool_], search: PieceSearch, view: FineView) -> NDArray[np.bool_]:
        """Strange patches (h, w) of a half plan without the pieces that the network plainly sees in them."""
        return without_seen(patches, self._net, search, view) if patches.any() else patches

    def counted(
        self, found: Sequence[Found], places: Sequence[Place | None], search: PieceSearch, view: FineView
    ) -> list[Found]:
        """The found pieces, those that lie together replaced by what full scale shows."""
        self._laid.clear()
        known = [self._net.knows(self._kind(piece)) for piece in found]
        result = self._seen_by_net(found, search, view)
        for place in sorted({place for place in places if place is not None}, key=place_order):
            heres = zip(found, places, known, strict=True)
            here = [piece for piece, other, seen in heres if other == place and not seen]
            small = sum(not self._alone(piece) for piece in here)
            if small < LEAST and not (small and any(self._weak(piece) for piece in here)):
                continue
            for group in [here] if isinstance(place, Cell) else self._groups(here):
                if len(group) == 1 and self._explains(group[0], search):
                    continue
                for kind in sorted({self._kind(piece) for piece in group if not self._alone(piece)}):
                    own, again = self._once([piece for piece in group if self._kind(piece) == kind])
                    # What is left out is not there for what is looked for next either.
                    group, result = ([piece for piece in pieces if id(piece) not in again] for pieces in (group, result))
                    others = [piece for piece in group if piece.carries and not any(piece is one for one in own)]
                    result = self._best(self._ways(result, group, own, place, search, view), own, others)
        result = self._with_those_on_drawings(result, search, view)
        square = partial(self._square, search, view)
        return looked_at_closely(result, self._bank, self._shapes_beside, square, (view.picture.shape[1], view.picture.shape[0]))

    def _seen_by_net(self, found: Sequence[Found], search: PieceSearch, view: FineView) -> list[Found]:
        """All pieces, those of kinds that the network knows as that sees them: where they were found, or nearly, about there, and
        in the zones in which they were taught."""
        result = list(found)
        for kind in filter(self._net.knows, sorted({sprite.kind for sprite in self._bank.sprites})):
            nearly = [piece for piece in search.near_misses if self._kind(piece) == kind]
            search.near_misses = [piece for piece in search.near_misses if self._kind(piece) != kind]
            own = [piece for piece in result if self._kind(piece) == kind] + nearly
            others = [piece for piece in result if self._kind(piece) != kind]
            boxes = joined(self._boxes_about(own) + self._boxes_of_zones(kind))
            others = [piece for piece in others if not self._is_heap(piece, kind, boxes, others, search, view)]
            result, boxes = others[:], joined(boxes + self._on_guesses(kind, others, search, view))
            for box, seen in self._all_seen(kind, boxes, others, search, view).items():
                there = [piece for piece in own if _inside(piece.at, box)]
                result += self._marked(kind, box, there, seen, view)
        return result

    def _on_guesses(self, kind: str, others: Sequence[Found], search: PieceSearch, view: FineView) -> list[Box]:
        """Boxes about what the network sees of a kind where a drawing was never seen bare: a guess explains what lies there."""
        if not any(self._bank.sprites[int(number)].kind == kind for number in self._bank.kinds[self._on_cells]):
            return []
        whole, size = (slice(0, view.picture.shape[0]), slice(0, view.picture.shape[1])), view.half.known.shape[::-1]
        guess = cv2.resize(self._guess(view, whole), size, interpolation=cv2.INTER_AREA) > 0.5
        _, _, stats, _ = cv2.connectedComponentsWithStats(guess.astype(np.uint8), connectivity=8)
        least, spots = GUESSED * self._root(self._shapes_of(kind)) ** 2 / 4, list[Spot]()
        for left, upper, wide, high, area in stats[1:].tolist():
            box = left, upper, left + wide, upper + high
            seen = self._marks(kind, box, others, search, view) if area >= least else None
            likely = [] if seen is None else [self._at(mark.at, seen.corner) for mark in seen.marks if mark.odds > 0]
            spots += [at for at in likely if guess[round(at[1]), round(at[0])]]
        return self._about(spots)

    def _all_seen(
        self, kind: str, boxes: list[Box], others: Sequence[Found], search: PieceSearch, view: FineView
    ) -> dict[Box, Marks | None]:
        """Where the network sees pieces of a kind in boxes of the half plan, and in more about those that it sees beside them."""
        seen: dict[Box, Marks | None] = {}
        for _ in range(FARTHER):
            seen = {box: seen[box] if box in seen else self._marks(kind, box, others, search, view) for box in boxes}
            beyond = [at for marks in seen.values() if marks is not None for at in marks.beyond]
            beyond = [at for at in beyond if not any(_inside(at, box) for box in boxes)]
            if not beyond:
                break
            boxes = joined(boxes + self._about(beyond))
        return seen

    def _boxes_about(self, pieces: Sequence[Found]) -> list[Box]:
        """As far around pieces (half-plan px) as the network may see more of them."""
        return self._about([piece.at for piece in pieces])

    def _about(self, spots: Sequence[Spot]) -> list[Box]:
        """As far around spots (half-plan px) as the network may see more pieces."""
        about, middles = ABOUT * self._bank.detail // 2, [(round(across), round(down)) for across, down in spots]
        return [(across - about, down - about, across + about, down + about) for across, down in middles]

    def _boxes_of_zones(self, kind: str) -> list[Box]:
        """The zones in which a kind was taught, and as far around them."""
        taught = {zone for sprite in self._bank.sprites if sprite.kind == kind for zone, _ in sprite.places}
        about, zones = ABOUT * self._bank.detail // 2, [box for zone, box in self._zones.items() if zone.name in taught]
        return [(left - about, upper - about, right + about, lower + about) for left, upper, right, lower in zones]

    def _is_heap(
        self, piece: Found, kind: str, boxes: Sequence[Box], others: Sequence[Found], search: PieceSearch, view: FineView
    ) -> bool:
        """Whether what was found is no body but several pieces of a kind that lie on each other: from afar they look like one."""
        if self._bank.sprites[int(self._bank.kinds[piece.row])].flat or piece.misfit < BADLY:
            return False
        cover = search.cover_of([piece])
        for box in (box for box in boxes if _inside(piece.at, box)):
            seen = self._marks(kind, box, [other for other in others if other is not piece], search, view)
            spots = [] if seen is None else [((mark.at + seen.corner) / 2, mark.odds) for mark in seen.marks]
            if sum(1 / (1 + np.exp(-odds)) for (u, v), odds in spots if cover[int(v), int(u)] > COVERS) >= UNDER:
                return True
        return False

    def _marks(self, kind: str, box: Box, others: Sequence[Found], search: PieceSearch, view: FineView) -> Marks | None:
        """Where the network sees pieces of a kind in a box of the half plan; None where that is too small."""
        shapes, at, size = self._shapes_of(kind), np.array(box) * 2 + 0.5, np.array(view.picture.shape[1::-1])
        rim, edge = self._rim(shapes), self._root(shapes) / 2
        low, high = np.maximum(at[:2], edge), np.minimum(at[2:], size - 1 - edge)
        if (low >= high).any():
            return None
        corner = np.maximum(np.floor(low).astype(int) - rim, 0)
        end = np.minimum(np.ceil(high).astype(int) + rim + 1, size)
        window = slice(int(corner[1]), int(end[1])), slice(int(corner[0]), int(end[0]))
        free = self._free(others, search, view, window)
        known = self._zone_of(box), self._guess(view, window)
        marks = self._net.marks(kind, self._root(shapes), *view.shown(window), free, *known)
        looked = [mark for mark in marks if self._looked_at(np.array(mark.at) + corner, search, view)]
        told = [mark for mark in looked if (low <= mark.at + corner).all() and (mark.at + corner <= high).all()]
        spots = [self._at(mark.at, corner) for mark in looked if mark.odds > PLAIN_BEYOND]
        beyond = [spot for spot in spots if not _inside(spot, box)]
        return Marks(told, corner, window, free, beyond)

    def _marked(self, kind: str, box: Box, own: Sequence[Found], seen: Marks | None, view: FineView) -> list[Found]:
        """Pieces of a kind in a box of the half plan, where its `own` were found, as the network has `seen` them; those found,
        denied, if it sees none."""
        if seen is None:
            return list(own)
        if not seen.marks:
            return [replace(piece, odds=DENIED) for piece in own]
        shapes = self._shapes_of(kind, self._zone_of(box))
        parts, marks, room = with_room((*view.part(seen.window, True), seen.free), seen.marks, self._rim(shapes))
        lying = Marked(*parts, shapes, marks, self._faces).lying()
        return [self._found(each, seen.corner - room, parts[2].shape[1], 1 / (4 * self._bank.detail**2)) for each in lying]

    def _rim(self, shapes: Shapes) -> int:
        """As far as poses reach that are laid about a spot and shifted, px at full scale."""
        return shapes.side // 2 + self._bank.detail + 3

    def _guess(self, view: FineView, window: Window) -> Array:
        """Where in a window of the plan (h, w) a drawing was never seen bare: 1, else 0.  Zones have a table's own colours."""
        guess = np.asarray(view.tiles.known[window] & (view.tiles.spread[window] >= GUESS), dtype=np.float32)
        rows, columns = window
        for a, b, c, d in self._zones.values():
            inside = (slice(max(round(2 * low) - start, 0), max(round(2 * high) - start, 0))
                      for low, high, start in ((b, d, rows.start), (a, c, columns.start)))  # fmt: skip
            guess[tuple(inside)] = 0
        return guess

    def _zone_of(self, box: Box) -> str:
        """The name of the zone in which the middle of a box lies."""
        u, v = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        inside = (zone.name for zone, (a, b, c, d) in self._zones.items() if a <= u <= c and b <= v <= d)
        return next(inside, "")

    @staticmethod
    def _looked_at(at: Array, search: PieceSearch, view: FineView) -> bool:
        """Whether a piece at a point of the plan is looked for: what was not to be read again is known already."""
        u, v = (at / 2).astype(int).tolist()
        return view.hand is not None or bool(search.looked_at()[v, u])

    @staticmethod
    def _root(shapes: Shapes) -> float:
        """The root of a piece's area, px at full scale."""
        return float(np.sqrt(shapes.sizes[0].fine.covers.sum(axis=1).mean()))

    def _faces(self, rows: NDArray[np.int64]) -> list[str | None]:
        """The sides that rows show."""
        return [self._bank.sprites[int(sprite)].face for sprite in self._bank.kinds[rows]]

    def _with_those_on_drawings(self, found: list[Found], search: PieceSearch, view: FineView) -> list[Found]:
        """Pieces with the flat ones that lie on a picture of themselves."""
        size, detail = np.array((view.picture.shape[1], view.picture.shape[0])), self._bank.detail
        wanted, more, reach = search.looked_at().astype(np.float32), list(found), (CELL // 2 - 4) * detail // 2 * 2
        for kind in sorted({self._bank.sprites[int(number)].kind for number in self._bank.kinds[self._on_cells]}):
            shapes = self._shapes_of(kind)
            low = reach + self._rim(shapes)
            for centre in self._centres.values():
                around = np.round(np.asarray(centre) * 2 + 0.5).astype(int)
                middle = np.clip(around, low, size - low - 1)
                if 2 * low >= size.min() or (np.abs(middle - around) > low - reach).any():
                    continue
                window = window_around(middle, low)
                shown, known = doubled_at(wanted, window), view.tiled(window)
                if not shown[known].any():
                    # Not read again, below a hand, or without a tile.
                    continue
                tones, costs, _ = view.square(middle, low, True)
                free = self._free(more, search, view, window) * shown
                if not amiss(costs, free, known, shapes, reach):
                    continue
                drawn = tones_of(view.tiles.picture[window])
                marks = self._all_marks(kind, shapes, view, window, free)
                judge = None if marks is None else partial(said_of, marks, free.shape[1])
                lying = OnDrawing(tones, costs, free, shapes, drawn, known, self._on_cells, judge).best(reach)
                plain = [mark for mark in marks or () if _plain(mark, free, low, reach)]
                if lying is not None:
                    piece = self._found(lying[1], middle - low, free.shape[1], 1 / (4 * detail**2))
                    more.append(replace(piece, over_drawing=lying[0]))
                elif plain:
                    u, v = (middle // 2).tolist()
                    more += self._marked(kind, (u, v, u, v), [], Marks(plain, middle - low, window, free), view)
        return more

    def _once(self, own: Sequence[Found]) -> tuple[list[Found], set[int]]:
        """Pieces of a kind, each body once, and the identities of those left out, which lie for the most part where one does
        that explains more: what a body leaves unexplained at its rim, or was taken from it by a misfit above, looks like a
        second one; two that lie so can be told apart at full scale only."""
        kept, again = list[Found](), set[int]()
        for piece in sorted(own, key=lambda one: -one.gain):
            if any(borne_by(self._bank, piece, other) > 1 - SEEN or self._rest_of(piece, other) for other in kept):
                again.add(id(piece))
            else:
                kept.append(piece)
        return [piece for piece in own if id(piece) not in again], again

    def _rest_of(self, piece: Found, other: Found) -> bool:
        """Whether a loose body is what another so near leaves unexplained, which explains far more."""
        if not self._bank.sprites[int(self._bank.kinds[piece.row])].loose or piece.gain > REST * other.gain:
            return False
        away = [np.array(self._bank.middle_px(one.row, one.at)) / 2 for one in (piece, other)]
        areas = float(self._bank.areas[piece.row]) * float(self._bank.areas[other.row])
        return bool(np.hypot(*(away[0] - away[1])) < APART * self._bank.detail * areas**0.25)

    def _explains(self, piece: Found, search: PieceSearch) -> bool:
        """Whether a piece by itself leaves so little unexplained, as far as others would touch it, that no heap in its place
        could explain so much more that it is believed."""
        detail, (u, v) = self._bank.detail, (round(each) for each in piece.at)
        reach = round(TOUCH * detail * float(self._bank.areas[piece.row]) ** 0.5)
        near = slice(max(v - reach, 0), v + reach + 1), slice(max(u - reach, 0), u + reach + 1)
        costs = search.unexplained()[near]
        told = cv2.blur(costs, (4 * detail + 1,) * 2) > LEFT
        left = float(np.maximum(costs[told] - np.float32(PRIOR), 0).sum()) / detail**2
        return left < ALONE * piece.gain

    def _best(self, ways: list[list[Found]], own: Sequence[Found], others: Sequence[Found] = ()) -> list[Found]:
        """The way that explains most; as they were found, the pieces, and `others` that carry some of them, for which a heap is
        tried as well, have to explain clearly more than at full scale, but one alone has the say unless a heap explains far
        more.  What covers more must explain more, as within a heap."""
        covers = [sum(float(self._bank.areas[piece.row]) for piece in way) for way in ways]
        scores = [_explained(way) - FEWER * max(area - covers[0], 0.0) for way, area in zip(ways, covers, strict=True)]
        scores[0] += ALONE * _explained(own) if len(own) == 1 else -COARSE * _explained(own)
        if others and len(own) > 1:
            scores[-1] += COARSE * _explained(others)
        return ways[int(np.argmax(scores))]

    def _groups(self, pieces: Sequence[Found]) -> list[list[Found]]:
        """Pieces in groups that are counted together."""
        groups = self._touching(pieces, NEAR)
        return [part for group in groups for part in ([group] if self._small(group) else self._touching(group, TOUCH))]

    def _small(self, group: Sequence[Found]) -> bool:
        at = np.array([piece.at for piece in group])
        root = max(float(self._bank.areas[piece.row]) for piece in group) ** 0.5
        return bool(np.ptp(at, axis=0).max() < ACROSS * self._bank.detail * root)

    def _touching(self, pieces: Sequence[Found], least: float) -> list[list[Found]]:
        """Pieces in groups of which each is less than that far from another, in roots of their area."""
        return [[pieces[n] for n in group] for group in hanging_together(apart(pieces, self._bank) < least)]

    def _ways(
        self, found: list[Found], here: list[Found], own: list[Found], at: Place, search: PieceSearch, view: FineView
    ) -> list[list[Found]]:
        """All pieces as they were found, with those of the kind counted again, and with a heap of it alone in the place.

        From near, a heap can look like one large piece; but what only ever stands by itself lies in none.
        """
        ways, heaps = [found], self._bank.sprites[int(self._bank.kinds[own[0].row])].heaps
        for replaced in ([own, here] if heaps and len(own) != len(here) else [own]):
            others = [piece for piece in found if not any(piece is one for one in replaced)]
            ways.append(others + self._heap(own, at, others, search, view))
        return ways

    def _kind(self, piece: Found) -> str:
        return self._bank.sprites[int(self._bank.kinds[piece.row])].kind

    def _alone(self, piece: Found) -> bool:
        return self._bank.sprites[int(self._bank.kinds[piece.row])].alone

    def _weak(self, piece: Found) -> bool:
        """Whether a piece below another explains less than it would have to alone: both may be a heap of what lies on top."""
        return piece.carries and piece.gain < LEAST_PER_PIXEL * float(self._bank.areas[piece.row]) * piece.seen

    def _heap(
        self, own: Sequence[Found], at: Place, others: Sequence[Found], search: PieceSearch, view: FineView
    ) -> list[Found]:
        """The pieces of a kind around those that were found, where others leave them to be seen."""
        zone, centre = at.name if isinstance(at, Zone) else "", self._centres.get(at)
        detail, spots = self._bank.detail, np.array([piece.at for piece in own]) * 2 + 0.5
        around = spots.mean(axis=0) if centre is None else np.asarray(centre) * 2 + 0.5
        shapes = self._shapes_of(self._kind(own[0]), zone, self._aside((around - 0.5) / 2))
        across = float(np.abs(spots - around).max()) + 2 * BESIDE * detail
        reach = max(round(across) // 2 * 2, (CELL // 2 - 4) * detail)
        # Poses are shifted three times: roughly, finely, and when they are turned a little more.
        low = reach + self._rim(shapes)
        size = view.picture.shape[1], view.picture.shape[0]
        if 2 * low >= min(size):
            return []
        middle = np.clip(np.round(around).astype(int), low, np.array(size) - low - 1)
        flat = self._bank.sprites[int(self._bank.kinds[own[0].row])].flat
        tone, costs, free = self._square(search, view, middle, low, others, flat)
        lying = Heap(tone, costs, free, shapes).count(reach)
        return [self._found(piece, middle - low, free.shape[1], 1 / (4 * detail**2)) for piece in lying]

    def _all_marks(self, kind: str, shapes: Shapes, view: FineView, window: Window, free: Array) -> list[Mark] | None:
        """Where the network sees pieces of a kind in a window of the plan, as far as it is free; None of kinds unknown to it."""
        if not self._net.knows(kind):
            return None
        return self._net.marks(kind, self._root(shapes), *view.shown(window), free, guess=self._guess(view, window))

    def _shapes_of(self, kind: str, zone: str = "", aside: int = 0) -> Shapes:
        # Where nothing looks otherwise the usual shapes do, which are made once.
        zone = zone if any(zone in zones for zones in self._bank.lights) else ""
        aside = aside if any(sprite.kind == kind and sprite.prism is not None for sprite in self._bank.sprites) else 0
        if (kind, zone, aside) not in self._shapes:
            self._shapes[kind, zone, aside] = shapes_of(self._bank, kind, zone, aside)
        return self._shapes[kind, zone, aside]

    def _shapes_beside(self, row: int) -> Shapes:
        """Those of a row's kind, leaning as that row."""
        return self._shapes_of(self._bank.sprites[int(self._bank.kinds[row])].kind, aside=int(self._bank.views[row]))

    def _aside(self, at: NDArray[np.float64]) -> int:
        """Which of the bank's leans what stands at a point of the half plan has."""
        cells = np.array([centre for place, centre in self._centres.items() if isinstance(place, Cell)])
        if len(self._bank.leans) == 1 or not len(cells):
            return 0
        return int(nearest_of(spots_of_leans(cells), at[None])[0])

    def _square(
        self, search: PieceSearch, view: FineView, middle: NDArray[np.int64], reach: int, others: Sequence[Found], flat: bool
    ) -> tuple[Array, Array, Array]:
        """Tones (n, n, 4), costs (n, n), and how far pixels are free of other pieces (n, n), of a square of the plan."""
        tone, costs, window = view.square(middle, reach, flat)
        return tone, costs, self._free(others, search, view, window)

    def _free(self, others: Sequence[Found], search: PieceSearch, view: FineView, window: Window) -> Array:
        """How far each pixel of a window of the plan is free of other pieces."""
        laid = [self._laid[id(piece)] for piece in others if id(piece) in self._laid]
        free = 1 - doubled_at(search.cover_of([piece for piece in others if id(piece) not in self._laid]), window)
        if view.hand is not None:
            free *= 1 - doubled_at(view.hand.astype(np.float32), window)
        for _, down, across, covers in laid:
            v, u = down - window[0].start, across - window[1].start
            inside = (v >= 0) & (v < free.shape[0]) & (u >= 0) & (u < free.shape[1])
            free[v[inside], u[inside]] *= 1 - covers[inside]
        return free

    def _found(self, piece: Lying, corner: NDArray[np.int64], width: int, worth: float) -> Found:
        """A piece of a heap in a square with that corner and width, its pixels worth so much at half scale."""
        gains = self._nothing.copy()
        np.maximum.at(gains, piece.rivals, piece.instead * np.float32(worth))
        at = self._at(piece.at, corner)
        found = Found(piece.row, at, piece.gain * worth, gains, piece.misfit, heaped=True, seen=piece.seen,
                      odds=piece.odds, hides=piece.hidden)  # fmt: skip
        down, across = np.divmod(piece.pixels, width)
        self._laid[id(found)] = (found, down + corner[1], across + corner[0], piece.covers)
        return found

    def _at(self, at: tuple[float, float], corner: NDArray[np.int64]) -> tuple[float, float]:
        """A point of a square at full scale, in pixels of the half plan."""
        return round((at[0] + float(corner[0]) - 0.5) / 2), round((at[1] + float(corner[1]) - 0.5) / 2)
