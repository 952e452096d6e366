"""The eye: a frame becomes a reading, or a reason why there is none.

    1 pose    2 plan    3 tiles, light, zones    4 hands and holes    5 pieces    6 tiles again    7 claims

Each step is timed (`Reader.timings`, seconds) and can save a picture of its result.  A frame in which only a part of the
board looks otherwise than in the frame before can be read again there only (`Reader.reread`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Cell, Place, Zone
from companion.core.reading import NoReading, Reading
from companion.core.scene import Look
from vision.again import BLOCK, DRIFT, Blocks, Box, Part, around, boxes_of, cropped, joined, same_light, touched
from vision.board import grid_corners_mm, outlines_mm
from vision.board_costs import CAP, Shown, edge_costs, in_grey_shadows
from vision.claims import Judge
from vision.crowds import without_crowds
from vision.debugging import save_steps
from vision.dice import SeenDie, read_dice
from vision.dulled import Dulled, dulled
from vision.expected import GUESS, Expected, light_map, to_half
from vision.expected import halved as halved_board
from vision.faces import FaceReader
from vision.facing import PATCH, patch_of
from vision.fine_view import FineView, doubled_at
from vision.flare import Flare
from vision.found import Found, inside, moved
from vision.frame import Frame, Picture
from vision.glossy_prints import told_by_prints
from vision.ground import GroundReader
from vision.grounds import Ground
from vision.guessed_drawings import GuessedDrawings
from vision.hands import beside_hands, still_strange, with_table
from vision.hanging_on import without_bodies, without_flat_parts, without_pieces
from vision.headings import Headings, Teller, headings_of
from vision.kept_board import kept_board
from vision.known_drawings import with_drawings
from vision.laid import Kept, Laid, renew
from vision.leaning import UPRIGHT, Lean, lean_of_board, leans_aside, same_lean, shows_sides
from vision.lifted import lifted, taken_light
from vision.light import Array
from vision.locate import Locator, Lost
from vision.mere_light import with_light
from vision.mistaken import Mistaken
from vision.motion import doubled_kernel, motion_of, smeared
from vision.near_misses import WELL, WORST_MISFIT, with_near_misses
from vision.noticed import noticed_on, with_noticed
from vision.over_tiles import skin
from vision.palette import EDGE
from vision.piece_bank import PieceBank, bounds_of_rows, make_piece_bank
from vision.pieces import PieceSearch
from vision.pose import Pose
from vision.recount import Recount
from vision.rectify import Rectifier
from vision.rig import Rig, RigError
from vision.shadow import shadow_of
from vision.sharp_edges import edge_shares, edged_parts, with_sharp_edges
from vision.steady import Small, shrunk
from vision.steps import Steps, lean
from vision.surroundings import with_surroundings
from vision.table_art import seen_table
from vision.told_as_pieces import told_as_pieces, without_hands
from vision.tones import halved, texture, with_texture
from vision.underneath import COVERS, Seen, Underneath, found_anew
from vision.unreadable import unreadable
from vision.unrecognised import left_over, within_any
from vision.unseen import with_unseen
from vision.unshaded import flat_in_shadows, missing, with_shaded
from vision.watched import watched_table
from vision.zone_light import with_paint
from vision.zone_table import lay_table, on_the_table, zone_lights

Prints = Mapping[int, float] | None
Known = Mapping[Cell, Look]

AGAIN, AT_MOST = 8, 24
"""After so many readings of parts only, all is to be read as soon as nobody waits for it; after AT_MOST at the next one."""
DRIFTED = DRIFT / 2
"""So much of other light is enough to read all when nobody waits."""
LEAST_GAIN = 40.0
LIMITS = LEAST_GAIN, WORST_MISFIT
"""What a piece must explain at least, and how badly it may fit at most."""


class Reader:
    """Reads frames of one table.  Remembers where the camera was, and what it has read last; never raises on a bad picture."""

    def __init__(self, rig: Rig, debug: Path | None = None) -> None:
        if not rig.appearance.looks:
            raise RigError("reading this table: no tile was taught, and a table of pieces alone cannot be read yet")
        self.rig, self._debug = rig, debug
        self.timings: dict[str, float] = {}
        self._pose: Pose | None = None
        self.locator, self._ground = Locator(rig), GroundReader(rig)
        self._rectifier = Rectifier(self._ground.plan)
        self._lean: tuple[Lean, tuple[Lean, ...]] = UPRIGHT, (UPRIGHT,) * 4
        self._centres: dict[Place, tuple[float, float]] = {cell: self._middle_of(cell) for cell in self._ground.cells}
        self._lay_out_bank()
        self._facing, self._faces = Teller.of(rig.appearance), FaceReader(rig.appearance.sprites)
        self._watched = self._table = watched_table(self._ground.plan, rig.layout, self._ground.judged, self._ground.beside)
        self._judge = Judge(rig, self._ground, self._bank)
        self._edged = edged_parts(self._judge.blocks, self._ground.plan.detail)
        self._underneath, self._guessed = Underneath(self._ground, self._judge.blocks), GuessedDrawings(rig.appearance)
        self._mistaken = Mistaken(self._ground, self._underneath, self._judge.blocks, LIMITS)
        self.flare = None if rig.appearance.flare is None else Flare(rig.appearance.flare)
        self._clock, self._staying = 0.0, frozenset(kind.name for kind in rig.catalogue.pieces if kind.stays)
        self.reread_frames = self.in_part = 0
        """How many frames were to be read again, and how many of them in part only."""
        self._kept: Kept | None = None
        self._again = Blocks(self._ground.plan, boxes_of(self._ground.plan, rig.layout, self._judge.blocks))

    def _lay_out_bank(self) -> None:
        """Pieces as a camera sees them under which what stands leans as it does now."""
        self._bank = make_piece_bank(self.rig.appearance.sprites, None, *self._lean)
        self._bounds = [] if self._bank is None else bounds_of_rows(self._bank.covers > COVERS)
        self._recount = None if self._bank is None else Recount(self._bank, self._centres, self._ground.zone_blocks)

    def _lean_as(self, pose: Pose) -> None:
        """Pieces as a camera in that pose sees them."""
        lean = lean_of_board(pose, self.rig.layout)
        if not same_lean(lean, self._lean[0]) and any(map(shows_sides, self.rig.appearance.sprites)):
            self._lean = lean, leans_aside(pose, self.rig.layout)
            self._lay_out_bank()

    def read(self, frame: Frame, known: Known | None = None) -> Reading | NoReading:
        """What lies on the table in this frame, or why that cannot be said; of some cells it may be `known` what lies there."""
        return self._read(frame, None, known or {})

    def reread(self, frame: Frame) -> Reading | NoReading:
        """The same, where the frame read last was of the same table at rest: what still looks as it did is not read again."""
        self.reread_frames += 1
        return self._read(frame, self._kept, {})

    def owes(self, small: Small) -> bool:
        """Whether all should be read as soon as nobody waits: many readings were of parts, or the light has begun to change."""
        kept = self._kept
        if kept is None or small.shape != kept.lit.shape:
            return False
        return kept.parts >= AGAIN or not same_light(kept.lit, small, DRIFTED)

    def rest(self) -> None:
        """Let go of what only makes the next reading a little quicker; some 40 MiB where heaps were read."""
        self._facing.rest()
        if self._bank is not None and self._recount is not None:
            self._bank.rest()
            self._recount.rest()

    def _read(self, frame: Frame, kept: Kept | None, known: Known) -> Reading | NoReading:
        self._clock = time.perf_counter()
        if (nothing := unreadable(frame, self.rig.lens.size)) is not None:
            return nothing
        picture = frame.picture if self.flare is None else self.flare.taken_from(frame.picture)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        even = np.asarray(grey, dtype=np.uint8)
        pose = (None if kept is None else self.locator.at_rest(even)) or self.locator.locate(even)
        if isinstance(pose, Lost):
            return NoReading(frame.number, frame.time_s, pose.code, pose.why, pose.remedy)
        self._lean_as(pose)
        if pose is not self._pose:
            seen = self._rectifier.in_picture(pose, self.rig.lens.size)
            self._watched = self._table.as_seen(seen, self._judge.blocks)
        self._lap("markers and pose")
        # The frame before is not needed any more unless a part of it is, and large.
        self._pose, self._kept = pose, None
        again = None if kept is None or kept.steps.pose is not pose else self._look_again(picture, kept)
        steps, self._kept = again or self._look(picture, pose, frame.picture, known)
        self.in_part += again is not None
        if self._debug is not None:
            save_steps(self._debug, frame, steps, self.timings)
        a, b, c, d = ((float(x), float(y)) for x, y in pose.project(grid_corners_mm(self.rig.layout)))
        reading = self._judge.judge(frame, steps, (a, b, c, d), self._watched.beyond)
        self._lap("claims")
        self._ground.forget()
        if len(reading.hidden) == self._judge.judged_places:
            why = "nothing of the board can be recognised"
            remedy = "uncover the board, or lay out the game that was taught"
            return NoReading(frame.number, frame.time_s, "not-this-game", why, remedy)
        return reading

    def outlines_px(self) -> dict[Place, NDArray[np.float64]]:
        """The corners (n, 2) of every cell and zone in the frame read last, px; nothing before the first."""
        if self._pose is None:
            return {}
        layout, pose = self.rig.layout, self._pose
        return {place: pose.project(outline, layout.top_mm) for place, outline in outlines_mm(layout).items()}

    def _middle_of(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell in pixels of the half plan."""
        u, v = to_half(self._ground.plan, np.array([self.rig.layout.centre_mm(cell)]))[0]
        return float(u), float(v)

    def _lap(self, name: str) -> None:
        now = time.perf_counter()
        self.timings[name] = now - self._clock
        self._clock = now

    def _look(self, picture: Picture, pose: Pose, as_taken: Picture, known: Known) -> tuple[Steps, Kept | None]:
        raw = self._rectifier.rectify(picture, pose)
        self._lap("plan")
        plan, ground = self._ground.settled(raw)
        if self.flare is not None and self._ground.flares_otherwise(self.flare, ground, pose):
            raw = self._rectifier.rectify(picture := self.flare.taken_from(as_taken), pose)
            plan, ground = self._ground.settled(raw)
        ground = with_drawings(self._ground, ground, known)
        self._lap("tiles, light, zones")
        gains = light_map(self._ground.plan, self.rig.layout, ground.light)
        wide = np.asarray(cv2.resize(gains, self._ground.plan.size, interpolation=cv2.INTER_LINEAR), dtype=np.float32)
        full, dull = np.asarray(plan / wide, dtype=np.float32), dulled(self._ground, plan, wide, ground)
        fine = texture(full, self._ground.plan.detail)
        half, rough = halved(full), halved(fine)
        still = halved_board(ground.expected)
        motion = motion_of(half, still)
        laid = self._laid(ground, half, motion, still)
        shown = in_grey_shadows(half, with_texture(half, rough), laid.expected)
        laid = laid.in_shadow(self._shadow(half, shown, laid))
        bank = self._bank if motion is None else make_piece_bank(self.rig.appearance.sprites, motion, *self._lean)
        full, half, dull, search, strange, taken = self._hands(full, half, dull, rough, laid, shown, bank, ground)
        if self._recount is not None and motion is None:
            strange = self._recount.without_seen(strange, search, FineView(full, fine, laid.ground, laid.expected))
        beside = beside_hands(strange, self._ground.plan.detail)
        hand = strange | (beside & ~(laid.drawn | laid.on_table))
        search.ignore(hand | ~self._watched.judged | self._ground.in_holes(ground.holes))
        self._lap("hands and holes")
        found, whole = self._searched(search, laid.expected, self._ground.in_holes(-ground.holes)), (0, 0, *half.shape[1::-1])
        found = with_shaded(search, found, self._staying, LEAST_GAIN) + flat_in_shadows(search, self._ground.in_zones, LEAST_GAIN)
        seen = Seen(search, found, ground.table.quarter, laid.expected, whole, full, motion)
        # What shows another drawing than was expected is told once more, below the pieces that are then found there.
        other = every = frozenset(self._ground.cells)
        for told, cells in ((self._underneath.told, every), (self._mistaken.told, every), (self._underneath.told, None)):
            ground, laid, seen, other = self._told_below(told, ground, laid, seen, other if cells is None else cells)
        view = FineView(full, fine, laid.ground, laid.expected, hand, dull)
        found = self._noticed(seen.found, search, view)
        on = noticed_on(found, self._judge.places_of(found, pose))
        ground, laid, seen, other = self._told_below(self._underneath.told, ground, laid, replace(seen, found=found), on)
        if other:
            view = replace(view, tiles=laid.ground, half=laid.expected)
            found = self._noticed(seen.found, search, view)
        found = self._with_heaps(found, search, pose, view)
        self._lap("pieces")
        found = with_near_misses(found, search.near_misses, search.bank)
        headings = tuple(headings_of(found, len(found), full, laid.ground, search, self._facing, self._ground.plan.detail))
        scores = self._faces.scores if motion is None else self._faces.smeared(motion)
        prints = tuple(self._prints(piece, full, dull, scores, ground) for piece in found)
        self._lap("facings")
        covered, unexplained = search.covered(), search.unexplained()
        left = left_over(unexplained, self._judge.blocks, whole, self._ground.plan.detail)
        found = with_light(found, search.bank, half, laid.expected.picture, laid.drawn, covered)
        dice = self._dice(picture, pose, ground)
        self._lap("dice")
        ground, clear = self._underneath.beside(ground, replace(seen, found=found), strange)
        seen_around = with_surroundings(found, search, laid.expected.known, covered, beside)
        steps = without_hands(Steps(pose, plan, half, ground, laid.expected, strange, seen_around, headings, prints, covered,
                                    unexplained, dice, left, clear), search)  # fmt: skip
        if motion is not None or self._debug is not None:
            return steps, None
        return steps, self._to_keep(picture, steps, seen.quarter, laid, touched(raw, plan, 2 * BLOCK), taken)

    def _to_keep(
        self, picture: Picture, steps: Steps, quarter: Array, laid: Laid, relit: NDArray[np.bool_], taken: Array | None
    ) -> Kept:
        """What is kept to read the next in part of a picture whose light was changed in some blocks, a shadow `taken` out."""
        if taken is not None:
            relit = relit | (cv2.resize(taken, relit.shape[::-1], interpolation=cv2.INTER_AREA) > 0)
        small, zones = shrunk(picture), (laid.paint, laid.shares, laid.on_table, laid.lights)
        drawn, shadow = kept_board(steps.ground.expected), laid.expected.shadow
        return Kept(small, small, lean(steps), quarter, drawn, *zones, laid.table, relit, shadow)

    def _hands(
        self, full: Array, half: Array, dull: Dulled | None, rough: Array, laid: Laid, shown: Shown, bank: PieceBank | None,
        ground: Ground,
    ) -> tuple[Array, Array, Dulled | None, PieceSearch, NDArray[np.bool_], Array | None]:
        """The plan and its half without the shadow of a hand, a search of it, what hands cover, and where that shadow was."""
        search = PieceSearch(bank, half, rough, laid.expected, shown, dull, self._judge.strangers)
        hued = None if self.rig.appearance.fixed else skin(ground, self._ground.cells, self._judge.blocks, half.shape[:2])
        strange = self._watched.strange(search.board_costs, half, hued)
        taken = taken_light(half, laid.bare, laid.expected.shadow, strange, self._ground.plan.detail)
        if taken is not None:
            full, half = (lifted(image, taken, laid.expected.shadow) for image in (full, half))
            dull = None if dull is None else dull.lit(taken, laid.expected.shadow)
            search = PieceSearch(bank, half, rough, laid.expected, None, dull, self._judge.strangers)
            strange = still_strange(strange, search.board_costs, self._ground.plan.detail)
        anew = partial(PieceSearch, bank, half, rough, laid.expected, None if taken is not None else shown, dull)
        hands = without_pieces(strange, half, bank, anew, LIMITS, self._ground.on_cells)
        hands = without_bodies(hands, half, bank, anew, LIMITS)
        hands = without_flat_parts(hands, half, bank, self._ground.on_cells)
        hands = without_crowds(hands, self._watched, anew, LIMITS)
        return full, half, dull, search, hands, taken

    def _told_below(
        self, told: Callable[[Ground, Seen, Iterable[Cell]], tuple[Ground, frozenset[Cell]]], ground: Ground, laid: Laid,
        seen: Seen, cells: Iterable[Cell],
    ) -> tuple[Ground, Laid, Seen, frozenset[Cell]]:
        """The ground with the drawings of some cells told again, what is laid and found on it, anew on those cells that show
        another drawing than was expected, and these."""
        ground, other = told(ground, seen, cells)
        if not other:
            return ground, laid, seen, other
        ground = self._ground.redrawn(ground, seen.quarter, other)
        still = halved_board(ground.expected)
        laid = self._laid(ground, seen.search.half, seen.motion, still).in_shadow(laid.expected.shadow)
        found = found_anew(self._judge.blocks, seen, laid.expected, other, LIMITS)
        return ground, laid, replace(seen, found=found, expected=laid.expected), other

    def _shadow(self, half: Array, shown: Shown, laid: Laid) -> Array | None:
        """What shadows take of each channel: what is strange even in a grey one does not tell it, for skin is no shadow."""
        return shadow_of(half, laid.bare, self._watched.strange(np.minimum(shown.costs, np.float32(CAP)), half))

    def _laid(self, ground: Ground, half: Array, motion: Array | None, still: Expected) -> Laid:
        """What is expected of a table on that ground, which is `still` at half scale, as a camera with that blur sees it."""
        whole = ground.expected if motion is None else smeared(ground.expected, doubled_kernel(motion))
        board, blocks = still if motion is None else halved_board(whole), list(self._ground.zone_blocks.values())
        painted = with_paint(board, half, blocks)
        shares = edge_shares(painted, half, self._edged)
        bare = with_sharp_edges(painted, self._edged, shares)
        table = seen_table(half, bare.known, self._watched.beside, self.rig.appearance.table, self._ground.plan.detail)
        edge = EDGE * self._ground.plan.detail + (0 if motion is None else motion.shape[0])
        bare_table = table.painted(half, edge, ~bare.known | (bare.spread >= GUESS))
        lights = zone_lights(bare, table.palette, blocks)
        shown = on_the_table(bare, half, bare_table, lights)
        paint = tuple(cropped(bare.picture, block) - cropped(board.picture, block) for block in blocks)
        on_table = shown.spread != bare.spread
        self._guessed.tell(shown, half, ground.fits, self._ground.cells, self._judge.blocks, (0, 0, *half.shape[1::-1]))
        laid = with_table(shown, bare_table, table.palette)
        return Laid(whole, bare, laid, table, paint, shares, on_table, lights)

    # A part only -----------------------------------------------------------------------------------------------------
    def _look_again(self, picture: Picture, kept: Kept) -> tuple[Steps, Kept] | None:
        """The steps with the part read again that looks otherwise than before; None when all must be read."""
        small, before = shrunk(picture), kept.steps
        if kept.parts >= AT_MOST or small.shape != kept.small.shape or not same_light(kept.lit, small):
            return None
        changed = self._again.changed(kept.small, small, before.pose)
        if changed is None:
            return None
        where = self._judge.places_of(before.found, before.pose)
        boxes, cells = [self._box(piece) for piece in before.found], frozenset(self._ground.cells)
        part = self._again.part(changed, boxes, where, cells, 0 if self._bank is None else self._bank.reach)
        if part is None or self._again.within(part.inner, kept.relit).any() or (part.inner & before.strange).any():
            return None
        self._lap("what has changed")
        plan, quarter = before.plan, kept.quarter
        for box in part.windows:
            renew(plan, quarter, self._rectifier, picture, before.pose, around(part.inner, box), part.inner)
        own = np.array([n for n, cell in enumerate(self._ground.cells) if cell in part.places], dtype=np.int64)
        zones = frozenset(place.name for place in part.places if isinstance(place, Zone))
        ground = self._ground.again(before.ground, plan, quarter, own, zones)
        for box in joined(self._ground.otherwise(before.ground, ground, own, zones)):
            kept.board.lay(box, self._ground.expected_in(ground, quarter, kept.board.room_around(box)))
        self._lap("tiles, light, zones")
        kept = replace(kept, small=small, quarter=quarter, parts=kept.parts + 1)
        blocks, found = self._judge.blocks, [before.found[n] for n in part.kept]
        # Of a place that is read again in part only, the rest shows what it did.
        left = {at: nats for at, nats in before.left.items() if not cropped(part.inner, blocks[at]).all()}
        stay = list(found)
        headings, prints = [before.headings[n] for n in part.kept], [before.prints[n] for n in part.kept]
        gains = light_map(self._ground.plan, self.rig.layout, ground.light)
        for box in part.windows:
            more = self._pieces_in(box, kept, plan, gains, ground, part, stay, before.pose)
            if more is None:
                return None
            ground, left = more[4], left | {at: max(nats, left.get(at, 0.0)) for at, nats in more[3].items()}
            found, headings, prints = found + more[0], headings + more[1], prints + more[2]
        self._lap("pieces")
        dice = before.dice
        if self.rig.appearance.dice and self._again.beside(changed, cells):
            # Dice are told only where they lie beside the grid.
            dice = self._dice(picture, before.pose, ground)
        self._lap("dice")
        steps = replace(before, plan=plan, ground=ground, found=tuple(found), headings=tuple(headings), prints=tuple(prints),
                        dice=dice, left=left)  # fmt: skip
        # What must be there and went: all is to be read.
        gone = self._bank and missing(self._bank, found, self._staying) - missing(self._bank, before.found, self._staying)
        return None if gone or (self._bank and told_as_pieces(found, prints, self._bank)) else (steps, replace(kept, steps=steps))

    def _box(self, piece: Found) -> Box:
        """The bounds of what a piece covers, px of the half plan."""
        assert self._bank is not None
        low, (left, upper, right, lower) = self._bank.side // 2, self._bounds[piece.row]
        u, v = int(piece.at[0]) - low, int(piece.at[1]) - low
        return u + left, v + upper, u + right, v + lower

    def _pieces_in(
        self, box: Box, kept: Kept, plan: Picture, gains: Array, ground: Ground, part: Part, stay: list[Found], pose: Pose
    ) -> tuple[list[Found], list[Headings], list[Prints], dict[Place, float], Ground] | None:
        """The pieces in a window where it has changed, with their headings and prints, what stays unexplained where, and
        the ground as what they leave of it tells; None when a hand is there, or all is to be told anew."""
        fine, detail = (2 * box[0], 2 * box[1], 2 * box[2], 2 * box[3]), self._ground.plan.detail
        gains = doubled_at(gains, (slice(fine[1], fine[3]), slice(fine[0], fine[2])))
        full = np.asarray(cropped(plan, fine) / gains, dtype=np.float32)
        rough_fine = texture(full, detail)
        half, rough = halved(full), halved(rough_fine)
        inner = cropped(part.inner, box)
        tiled, drawn, expected = self._laid_in(box, kept, half, inner, ground)
        dull = dulled(self._ground, cropped(plan, fine), gains, ground, fine[:2])
        search = PieceSearch(self._bank, half, rough, expected, None, dull, self._judge.strangers.within(box))
        watched = self._watched.within(box)
        if watched.strange(search.board_costs, half).any():
            return None
        others = inside(stay, box)
        nothing = ~watched.judged | cropped(self._ground.in_holes(ground.holes), box)
        search.ignore(~inner | nothing | (search.cover_of(others) > COVERS))
        found = self._searched(search, expected, inner & cropped(self._ground.in_holes(-ground.holes), box), stay)
        found += flat_in_shadows(search, cropped(self._ground.in_zones, box), LEAST_GAIN)
        other = own = frozenset(self._cells_in(box, part))
        for told, cells in ((self._underneath.told, own), (self._mistaken.told, own), (self._underneath.told, None)):
            seen = Seen(search, found + others, kept.quarter, expected, box, full, elsewhere=stay)
            ground, other = told(ground, seen, other if cells is None else cells)
            if other:
                for block in (self._judge.blocks[cell] for cell in other):
                    kept.board.lay(block, self._ground.expected_in(ground, kept.quarter, kept.board.room_around(block)))
                tiled, drawn, expected = self._laid_in(box, kept, half, inner, ground)
                found = found_anew(self._judge.blocks, replace(seen, found=found), expected, other, LIMITS)
        if self._recount is not None:
            view = FineView(full, rough_fine, tiled, expected, None, dull)
            found = with_noticed(search, found, self._facing.missing, view, moved(stay, -box[0], -box[1]))
            places = self._judge.places_of(moved(found, *box[:2]), pose)
            # Below what only a network notices another drawing may lie than was told without it.
            if self._underneath.told(ground, replace(seen, found=found + others), noticed_on(found, places) & own)[1]:
                return None
            found = self._recount.moved(*box[:2]).counted(found, places, search, view)
        found = with_near_misses(found, search.near_misses, search.bank)
        together = found + others
        directions = headings_of(together, len(found), full, tiled, search, self._facing, detail)
        prints = [self._prints(piece, full, dull, self._faces.scores, ground) for piece in found]
        covered = np.maximum(search.covered(), search.cover_of(others))
        found = with_light(found, search.bank, half, expected.picture, drawn, covered)
        found = moved(with_surroundings(found, search, expected.known, covered), *box[:2])
        return found, directions, prints, left_over(search.unexplained(), self._judge.blocks, box, detail), ground

    def _laid_in(
        self, box: Box, kept: Kept, half: Array, inner: NDArray[np.bool_], ground: Ground
    ) -> tuple[Expected, NDArray[np.bool_], Expected]:
        """What is expected in a window: the ground at the plan's scale, where it is a drawing, and all at half of it; of a cloth
        only what has changed, the `inner` part, is compared with its colours."""
        tiled = kept.board.window(box)
        zones = list(self._ground.zone_blocks.values())
        bare = kept.sharper(kept.painted(halved_board(tiled), box, zones), half, box, self._edged)
        drawn = bare.known & (bare.spread < GUESS)
        shown, on_table = bare, cropped(kept.on_table, box)
        bare_table = kept.table.painted(half, EDGE * self._ground.plan.detail, (on_table | ~bare.known) & inner, box)
        lay_table(shown, half, bare_table, kept.lights, on_table, box)
        self._guessed.tell(shown, half, ground.fits, self._ground.cells, self._judge.blocks, box)
        return tiled, drawn, replace(with_table(shown, bare_table, kept.table.palette), shadow=kept.shadow)

    def _cells_in(self, box: Box, part: Part) -> list[Cell]:
        """The cells to be read again that lie wholly in a window."""
        inside = within_any(self._judge.blocks, [box])
        return [cell for cell in self._ground.cells if cell in part.places and cell in inside]

    def _dice(self, picture: Picture, pose: Pose, ground: Ground) -> tuple[SeenDie, ...]:
        """The dice beside tiles and the cards that were seen, in the light that tiles show."""
        light, cards = ground.gains.mean(axis=0), self._ground.outlines_mm(ground.cards)
        return read_dice(self.rig.appearance.dice, self.rig.layout, picture, pose, light, cards)

    def _searched(
        self, search: PieceSearch, expected: Expected, tiles: NDArray[np.bool_], elsewhere: Sequence[Found] = ()
    ) -> list[Found]:
        """The pieces found on a board; what edges on `tiles` (h, w) would hide is left among the near misses."""
        if not search.bank.sprites:
            return []
        found = search.run(*LIMITS)
        at_edges = edge_costs(search.half, expected, tiles, self._ground.plan.detail, search.bare_costs())
        search.look_again(at_edges, LEAST_GAIN, WELL)
        return with_unseen(search, found, LEAST_GAIN, elsewhere)

    # Pieces ----------------------------------------------------------------------------------------------------------
    def _noticed(self, found: Sequence[Found], search: PieceSearch, view: FineView) -> list[Found]:
        """The found pieces with those that only a network notices."""
        return list(found) if self._recount is None else with_noticed(search, list(found), self._facing.missing, view)

    def _with_heaps(self, found: list[Found], search: PieceSearch, pose: Pose, view: FineView) -> list[Found]:
        """The found pieces, several of a kind that lie together counted again as a heap, with those on pictures of themselves."""
        if self._recount is None:
            return found
        recount = self._recount if search.bank is self._bank else Recount(search.bank, self._centres)
        return recount.counted(found, self._judge.places_of(found, pose), search, view)

    def _prints(
        self, piece: Found, full: Array, dull: Dulled | None, scores: Callable[[int, Array], Prints], ground: Ground
    ) -> Prints:
        """Log-likelihoods of the sprites that have the shape of a found piece; None where there is but one."""
        assert self._bank is not None
        sprite, middle = int(self._bank.kinds[piece.row]), self._bank.middle_px(piece.row, piece.at)
        if self._faces.alike[sprite].sum() <= 1:
            return None
        seen = [full] if dull is None or not self._bank.sprites[sprite].flat else [full, dull.picture]
        return told_by_prints(scores, sprite, [patch_of(each, middle, PATCH * self._ground.plan.detail) for each in seen], ground)
