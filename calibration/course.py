"""Calibrating and teaching one table, step by step: corners, pictures of asked arrangements, and at the end the rig.

Everything that was confirmed lies in a folder at once: a course that was left in the middle goes on where it stood.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.agreeing import Laid, agreed, label_of, lying
from calibration.arrangements import TIMES, Arrangement, InPlay, arrangements
from calibration.art import cut_out, look_of
from calibration.kept_cards import card_kinds, find_cards
from calibration.labels import Problem, Wrong, board_px, find_pieces, label_pieces, label_tiles
from calibration.rims import lies
from calibration.settled_pieces import Found, settled
from calibration.tapped import pose_of_places
from calibration.teach import teach
from companion.core.catalogue import Catalogue, Layout
from companion.core.errors import CompanionError
from companion.core.grid import Cell, Place
from companion.core.reading import NoReading, Reading
from companion.core.scene import ABSENT, Look, Scene
from vision.board import grid_corners_mm
from vision.fiducials import MarkerFinder, Markers
from vision.frame import Frame, Picture, TaughtPiece, TaughtTile, TeachingPicture
from vision.lens import Floats, nominal_lens
from vision.pose import Pose, estimate_poses, pose_from_corners
from vision.reader import Reader
from vision.rig import Rig
from vision.view import make_view

FIRST_GUESS = 0.55
"""The grid is looked for in the middle of the picture at first, filling this share of its height or width."""
LEAST_MARKERS = 2
LEAST_SIDE_PX = 40.0
MOST_MISFIT_PX = 25.0
"""Corners that no camera over a flat table would see so."""
DARK, FLAT_PX = 25.0, 12.0
"""A picture with less light (mean grey value), or less contrast (standard deviation), teaches nothing."""
LIKE, TURNED_BETTER = 0.6, 0.2
"""Correlation of two pictures of the same drawing at least; by how much another turn must fit better to be told."""
LOOKS = 2
"""So often the tiles are looked at to find out where the camera is."""
MOST_WRONG = 0.05
"""Share of the places of its own teaching pictures that the taught eye may read wrongly."""

Points = tuple[tuple[float, float], ...]


class CourseError(CompanionError, ValueError):
    """The corners or a picture cannot be used, or what was learnt is not good enough."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """The grid and the zones as lines over the camera's picture (px), and how high over the table the camera is (mm)."""

    lines: tuple[Points, ...]
    zones: tuple[Points, ...]
    height_mm: float


@dataclass(frozen=True, slots=True)
class Learnt:
    """How far teaching has come: drawings seen often enough of all drawings; pictures with each kind of piece, of how many."""

    drawings: tuple[int, int]
    pieces: tuple[tuple[str, int, int], ...]


class Course:
    """One table and game; one thread at a time may use it."""

    def __init__(
        self, folder: Path, layout: Layout, catalogue: Catalogue, copies: Mapping[str, int], markers: Markers | None = None,
        in_play: InPlay | None = None,
    ) -> None:  # fmt: skip
        """`copies`: the kinds of piece that take part and how many there are of each; `in_play`: what is known of the grid."""
        self.layout, self.catalogue, self.markers = layout, catalogue, markers
        self.plan = arrangements(layout, catalogue, copies, in_play)
        self._folder = folder / _fingerprint(self.plan, layout)
        self.corners: Points | None = None
        self.confirmed = False
        self._pictures: list[Picture] = []
        self._poses: dict[int, tuple[Picture, Points, Pose]] = {}
        self._load()

    # Corners -------------------------------------------------------------------------------------------------------
    def propose(self, picture: Picture) -> Points:
        """The corners of the grid: as the markers tell, as somebody said before, or a first guess."""
        pose = self._marked([picture])
        if pose is not None:
            return board_px(pose[0], self.layout)
        if self.corners is not None:
            return self.corners
        grid, size = grid_corners_mm(self.layout), np.array(picture.shape[1::-1])
        scale = FIRST_GUESS * float((size / grid.max(axis=0)).min())
        return _points((grid - grid.max(axis=0) / 2) * scale + size / 2)

    def sketch(self, picture: Picture, corners: Points) -> Sketch:
        """How the table lies in the picture when these are the corners.  Raises CourseError when they cannot be.

        Corners that no camera would see so are drawn flat (height 0): they may be on their way to their places.
        """
        points = np.array(corners, dtype=np.float64)
        _check_corners(points, picture.shape[1::-1])
        try:
            pose = self._pose(picture, corners)
            project, height_mm = pose.project, float(pose.centre_mm[2])
        except CourseError:
            seen = cv2.getPerspectiveTransform(grid_corners_mm(self.layout).astype(np.float32), points.astype(np.float32))
            to_px = np.asarray(seen, dtype=np.float64)
            project, height_mm = partial(_through, to_px), 0.0
        across, down = self.layout.pitch_mm
        width, height = self.layout.cols * across, self.layout.rows * down
        ends = [((col * across, 0.0), (col * across, height)) for col in range(self.layout.cols + 1)]
        ends += [((0.0, row * down), (width, row * down)) for row in range(self.layout.rows + 1)]
        lines = tuple(_points(project(np.array(end))) for end in ends)
        zones = tuple(_points(project(np.array(zone.polygon_mm))) for zone in self.layout.zones)
        return Sketch(lines, zones, height_mm)

    def confirm(self, picture: Picture, corners: Points) -> None:
        """From now on the corners are there.  Raises CourseError when they cannot be."""
        self._pose(picture, corners)
        moved = self.corners is not None and np.abs(np.array(self.corners) - corners).max() > 2.0
        if moved and self._pictures and self._marked(self._pictures) is None:
            # Pictures that were taken with other corners would teach nonsense.
            self.forget()
        self.corners, self.confirmed = corners, True
        self._save()

    def recalibrated(self, rig: Rig, picture: Picture) -> Rig:
        """What was taught, for a camera that stands elsewhere now."""
        assert self.corners is not None
        pose = self._pose(picture, self.corners)
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        corners = {} if self.markers is None else MarkerFinder(self.markers).find(grey)
        view = make_view([grey], pose, self.layout)
        return replace(rig, lens=pose.lens, corners=corners, board_px=np.array(self.corners), view=view)

    # Pictures ------------------------------------------------------------------------------------------------------
    @property
    def taken(self) -> int:
        """How many pictures have been taken."""
        return len(self._pictures)

    @property
    def next(self) -> Arrangement | None:
        """What shall be laid for the next picture; None when all were taken."""
        return self.plan[self.taken] if self.taken < len(self.plan) else None

    def take(self, picture: Picture, anyway: bool = False) -> tuple[Problem, ...]:
        """Keep the picture of what was asked for; what does not lie as asked (then it is kept only if wanted `anyway`).

        Raises CourseError when the picture itself is no good.
        """
        wanted = self.next
        if wanted is None:
            raise CourseError("taking a picture: all were taken; let the companion learn from them")
        self._check(picture)
        problems = self._problems(picture, wanted)
        if problems and not anyway:
            return problems
        self._pictures.append(picture)
        self._save()
        return ()

    def drop(self) -> None:
        """Forget the last picture."""
        if self._pictures:
            self._pictures.pop()
            self._picture_file(self.taken).unlink(missing_ok=True)
            self._save()

    def forget(self) -> None:
        """Begin anew: all pictures go, the corners stay."""
        while self._pictures:
            self.drop()

    def learnt(self) -> Learnt:
        done = self.plan[: self.taken]
        open_looks = {look for step in self.plan for look in _looks(step, self.catalogue)}
        seen = Counter(look for step in done if not step.pieces for look in _looks(step, self.catalogue))
        kinds = sorted({piece.kind for step in self.plan for piece in step.scene.pieces})
        with_kind = {kind: [n for n, step in enumerate(self.plan) if _has(step, kind)] for kind in kinds}
        pieces = tuple((kind, sum(n < self.taken for n in steps), len(steps)) for kind, steps in with_kind.items())
        return Learnt((sum(seen[look] >= TIMES for look in open_looks), len(open_looks)), pieces)

    # Learning ------------------------------------------------------------------------------------------------------
    def teach(self) -> Rig:
        """The rig from all pictures.  Raises CompanionError when it cannot be made."""
        if self.next is not None:
            raise CourseError(f"learning: {len(self.plan) - self.taken} pictures are missing; take them first")
        rig = teach(self._labelled(), self.layout, self.catalogue, self.markers, None)
        rides = {kind.name for kind in self.catalogue.pieces if kind.rides}
        sprites = tuple(replace(sprite, rides=sprite.kind in rides) for sprite in rig.appearance.sprites)
        return replace(rig, appearance=replace(rig.appearance, sprites=sprites))

    def tried(self, rig: Rig) -> tuple[int, int]:
        """How many things it sees as they were laid in its own pictures, of how many.  Raises CourseError: too few.

        A piece that it sees where none was laid counts as one more thing, seen wrongly.
        """
        reader, right, things = Reader(rig), 0, 0
        for number, (picture, step) in enumerate(zip(self._pictures, self.plan, strict=True)):
            result = reader.read(Frame(number, float(number), picture))
            seen_right, laid = self._compared(step.scene, result)
            right, things = right + seen_right, things + laid
        if right < (1 - MOST_WRONG) * things:
            raise CourseError(
                f"trying what was learnt: it reads {right} of {things} things in its own pictures rightly, too few to judge by; "
                "take the pictures again in even light, everything in the middle of its place"
            )
        return right, things

    def _compared(self, scene: Scene, result: Reading | NoReading) -> tuple[int, int]:
        """How many things of a scene a reading shows as they were laid, and how many there are; one taken for another is one.

        A tile under something that hides it does not count: the reading says so and claims nothing of it.
        """
        laid: dict[Place, Counter[str]] = {}
        for piece in scene.pieces:
            laid.setdefault(piece.place, Counter())[piece.kind] += 1
        if isinstance(result, NoReading):
            return 0, len(scene.tiles) + len(scene.pieces)
        tiles = {claim.place: claim.best for claim in result.tiles}
        open_tiles = [tile for tile in scene.tiles if tile.place not in laid or tile.place not in result.hidden]
        right = sum(_same(tiles.get(tile.place, ABSENT), tile.look, self.catalogue) for tile in open_tiles)
        things = len(open_tiles) + len(scene.pieces)
        seen: dict[Place, Counter[str]] = {}
        for claim in result.pieces:
            seen.setdefault(claim.place, Counter())[claim.kind] += claim.count
        for place in laid.keys() | seen.keys():
            there, told = laid.get(place, Counter()), seen.get(place, Counter())
            right += (there & told).total()
            things += max(0, told.total() - there.total())
        return right, things

    def _labelled(self) -> list[TeachingPicture]:
        marked = self._marked(self._pictures)
        assert self.corners is not None
        poses = marked or self._settled()
        tables, pieces = self._tables(poses), self._pieces(poses)
        labelled = []
        for picture, pose, table, stood in zip(self._pictures, poses, tables, pieces, strict=True):
            corners = board_px(pose, self.layout)
            tiles = tuple(label_of(tile, self.layout) for tile in table)
            labelled.append(TeachingPicture(picture, (corners[0], corners[1], corners[2], corners[3]), tiles, stood))
        return labelled

    def _pieces(self, poses: Sequence[Pose]) -> list[tuple[TaughtPiece, ...]]:
        """The pieces of every picture where something changed since the one without, all of one kind made to agree."""
        found: list[list[Found]] = []
        bare = self._pictures[0]
        for picture, step, pose in zip(self._pictures, self.plan, poses, strict=True):
            bare = bare if step.pieces else picture
            scene = self._loose(step)
            found.append(find_pieces(bare, picture, scene, pose, self.layout, self.catalogue)[0] if step.pieces else [])
        labels = iter(settled([one for picture in found for one in picture]))
        return [tuple(next(labels) for _ in picture) for picture in found]

    def _tables(self, poses: Sequence[Pose]) -> list[list[Laid]]:
        """How tiles and kept cards lie in every picture; where pieces were put on them, nobody touched the tiles."""
        laid: list[list[Laid]] = []
        for picture, step, pose in zip(self._pictures, self.plan, poses, strict=True):
            known = {one.tile.look: one for table in laid for one in reversed(table)}
            laid.append(
                find_cards(step.scene, picture, pose, self.layout, self.catalogue, known)[0] if step.pieces
                else lying(step.scene, picture, pose, self.layout)
            )  # fmt: skip
        better = iter(agreed([one for table in laid for one in table], self.layout, self.catalogue))
        result: list[list[Laid]] = []
        under: list[Laid] = []
        for table, picture, step, pose in zip(laid, self._pictures, self.plan, poses, strict=True):
            own = [next(better) for _ in table]
            under = under if step.pieces else own
            result.append([*(replace(one, picture=picture, pose=pose) for one in under), *own] if step.pieces else own)
        return result

    def _loose(self, step: Arrangement) -> Scene:
        """What is asked for without the kept cards: pieces that are told by what has changed."""
        cards = card_kinds(self.catalogue)
        return Scene(step.scene.tiles, tuple(piece for piece in step.scene.pieces if piece.kind not in cards))

    def _settled(self) -> list[Pose]:
        """The camera's pose, and a better guess of its lens, from the tapped corners and from where all tiles seem to lie."""
        assert self.corners is not None
        pose = self._pose(self._pictures[0], self.corners)
        for _ in range(LOOKS):
            laid = [
                (tile, lie)
                for picture, step in zip(self._pictures, self.plan, strict=True)
                if not step.pieces
                for tile, lie in zip(step.scene.tiles, lies(step.scene.tiles, picture, pose, self.layout), strict=True)
                if lie.plain and isinstance(tile.place, Cell)
            ]
            if not laid:
                break
            places = np.array([self.layout.centre_mm(tile.place) for tile, _ in laid])
            seen = pose.project(places + [lie.shift_mm for _, lie in laid], self.layout.top_mm)
            pose = pose_of_places(np.array(self.corners), places, seen, self.layout, pose)
        return [pose] * self.taken

    # Checks --------------------------------------------------------------------------------------------------------
    def _check(self, picture: Picture) -> None:
        if self.corners is None:
            raise CourseError("taking a picture: nobody has said where the board is; confirm its corners first")
        if self._pictures and self._pictures[0].shape != picture.shape:
            raise CourseError("taking a picture: it has another size than the ones before; begin anew")
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        if float(grey.mean()) < DARK or float(grey.std()) < FLAT_PX:
            raise CourseError("taking a picture: it is dark or empty; switch the light on, uncover the lens")

    def _problems(self, picture: Picture, wanted: Arrangement) -> tuple[Problem, ...]:
        assert self.corners is not None
        pose = self._pose_of(picture)
        if wanted.pieces:
            last = max(n for n, step in enumerate(self.plan) if not step.pieces)
            problems = label_pieces(self._pictures[last], picture, self._loose(wanted), pose, self.layout, self.catalogue)[1]
            return (*problems, *self._missing_cards(picture, wanted.scene, pose))
        known: dict[Look, NDArray[np.float32]] = {}
        for before, step in zip(self._pictures, self.plan, strict=False):
            known |= {look: art for look, _, art in self._arts(before, step, self._pose_of(before))}
        return tuple(
            Problem(wrong, tile.tile.place, look.kind or "")
            for look, tile, art in self._arts(picture, wanted, pose)
            if look in known and (wrong := _unlike(known[look], art, self._period(look))) is not None
        )

    def _missing_cards(self, picture: Picture, scene: Scene, pose: Pose) -> tuple[Problem, ...]:
        """The kept cards that are not seen where they were asked for."""
        known: dict[Look, Laid] = {}
        for before, step in zip(self._pictures, self.plan, strict=False):
            tiles = [tile for tile in step.scene.tiles if tile.look.kind in card_kinds(self.catalogue)]
            if not step.pieces and tiles:
                known |= {one.tile.look: one for one in lying(Scene(tuple(tiles), ()), before, pose, self.layout)}
        missing = find_cards(scene, picture, pose, self.layout, self.catalogue, known)[1]
        return tuple(Problem(Wrong.MISSING, piece.place, piece.kind) for piece in missing)

    def _period(self, look: Look) -> int:
        return self.catalogue.tile(look.kind or "").periods.get(look.face, 1)

    def _arts(self, picture: Picture, step: Arrangement, pose: Pose) -> list[tuple[Look, TaughtTile, NDArray[np.float32]]]:
        """The open drawings in the cells of a picture, upright."""
        tiles = label_tiles(step.scene, pose, self.layout)
        shown = [tile for tile in tiles if tile.tile.look.kind != self.catalogue.back and isinstance(tile.tile.place, Cell)]
        return [(look_of(tile, self.catalogue), tile, cut_out(picture, tile.corners_px)) for tile in shown]

    # Where the camera is -------------------------------------------------------------------------------------------
    def _marked(self, pictures: Sequence[Picture]) -> list[Pose] | None:
        """The poses by the markers; None where not every picture shows enough of them."""
        if self.markers is None:
            return None
        finder = MarkerFinder(self.markers)
        found = [finder.find(np.asarray(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY), dtype=np.uint8)) for one in pictures]
        if min(len(corners) for corners in found) < LEAST_MARKERS:
            return None
        return estimate_poses(found, self.markers, nominal_lens((pictures[0].shape[1], pictures[0].shape[0])))

    def _pose_of(self, picture: Picture) -> Pose:
        """Where the camera was when it took a picture, by the markers or else by the corners; looked up but once."""
        assert self.corners is not None
        known = self._poses.get(id(picture))
        if known is None or known[0] is not picture or known[1] != self.corners:
            marked = self._marked([picture])
            known = picture, self.corners, marked[0] if marked is not None else self._pose(picture, self.corners)
            # Pictures that were not kept are let go.
            kept = {id(one) for one in self._pictures}
            self._poses = {number: one for number, one in self._poses.items() if number in kept} | {id(picture): known}
        return known[2]

    def _pose(self, picture: Picture, corners: Points) -> Pose:
        height, width = picture.shape[:2]
        points = np.array(corners, dtype=np.float64)
        _check_corners(points, (width, height))
        pose = pose_from_corners(points, self.layout, nominal_lens((width, height)))
        if not np.isfinite(pose.residual_px) or pose.residual_px > MOST_MISFIT_PX or pose.centre_mm[2] <= 0:
            raise CourseError("placing the corners: no camera sees a board like that; put each on the outer corner of the grid")
        return pose

    # The folder ----------------------------------------------------------------------------------------------------
    def _picture_file(self, number: int) -> Path:
        return self._folder / f"{number:03}.png"

    def _save(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        if self._pictures and not self._picture_file(self.taken - 1).exists():
            _write(self._picture_file(self.taken - 1), cv2.imencode(".png", self._pictures[-1])[1].tobytes())
        known = {"corners": self.corners, "confirmed": self.confirmed, "taken": self.taken}
        _write(self._folder / "course.json", json.dumps(known).encode())

    def _load(self) -> None:
        try:
            known = json.loads((self._folder / "course.json").read_text(encoding="utf-8"))
            corners = tuple((float(x), float(y)) for x, y in known["corners"])
            taken = int(known["taken"])
        except (OSError, ValueError, KeyError, TypeError):
            # Nothing was begun yet, or it cannot be read: then the course begins anew.
            return
        self.corners, self.confirmed = corners, bool(known["confirmed"])
        for number in range(min(taken, len(self.plan))):
            picture = cv2.imread(str(self._picture_file(number)), cv2.IMREAD_COLOR)
            if picture is None:
                break
            self._pictures.append(np.asarray(picture, dtype=np.uint8))


def _fingerprint(plan: Sequence[Arrangement], layout: Layout) -> str:
    """A name for what is asked for: another number of players or another edition has other pictures."""
    return hashlib.sha256(repr((plan, layout.rows, layout.cols, layout.pitch_mm)).encode()).hexdigest()[:12]


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    beside = path.with_suffix(".part")
    beside.write_bytes(data)
    beside.replace(path)


def _points(px: Floats) -> Points:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in px)


def _check_corners(points: Floats, size: tuple[int, int]) -> None:
    """CourseError unless the corners go round in the order upper left, upper right, lower right, lower left."""
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise CourseError("placing the corners: four points are needed")
    if (points < -1).any() or (points > np.array(size) + 1).any():
        raise CourseError("placing the corners: one lies outside of the picture; move the camera until all of the board is in it")
    sides = np.roll(points, -1, axis=0) - points
    following = np.roll(sides, -1, axis=0)
    if (sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0] <= 0).any():
        raise CourseError("placing the corners: they cross over; each belongs to the side it is named after")
    if np.linalg.norm(sides, axis=1).min() < LEAST_SIDE_PX:
        raise CourseError("placing the corners: the board would be too small in the picture to read; bring the camera nearer")


def _through(to_px: NDArray[np.float64], points_mm: Floats) -> Floats:
    moved = cv2.perspectiveTransform(np.asarray(points_mm, dtype=np.float64).reshape(1, -1, 2), to_px)
    return np.asarray(moved, dtype=np.float64).reshape(-1, 2)


def _looks(step: Arrangement, catalogue: Catalogue) -> list[Look]:
    return [Look(tile.look.kind, tile.look.face) for tile in step.scene.tiles if tile.look.kind != catalogue.back]


def _has(step: Arrangement, kind: str) -> bool:
    return any(piece.kind == kind for piece in step.scene.pieces)


def _same(seen: Look, laid: Look, catalogue: Catalogue) -> bool:
    """Whether a reading shows what was laid, as far as drawings tell."""
    if laid.kind == catalogue.back:
        return seen.face == laid.face
    kind = catalogue.tile(laid.kind or "")
    if (seen.turns - laid.turns) % kind.periods.get(laid.face, 1) or seen.kind is None:
        return False
    # Cards whose pictures are the same are the same to the eye.
    shown = next((other.drawings.get(seen.face) for other in catalogue.tiles if other.name == seen.kind), None)
    return (seen.kind, seen.face) == (laid.kind, laid.face) or (shown is not None and shown == kind.drawings.get(laid.face))


def _unlike(known: NDArray[np.float32], seen: NDArray[np.float32], period: int = 4) -> Wrong | None:
    """Whether the drawing seen is not the one known, or lies in another turn; after `period` turns it is the same."""
    fits = [_alike(known, np.ascontiguousarray(np.rot90(seen, turns))) for turns in range(4)]
    best = int(np.argmax(fits))
    if fits[best] < LIKE:
        return Wrong.OTHER_TILE
    return Wrong.TURNED if best % period and fits[best] > fits[0] + TURNED_BETTER else None


def _alike(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Correlation of two drawings without their rims, -1 to 1, where they fit best: nobody lays a tile to the millimetre."""
    rim = one.shape[0] // 8
    soft = [cv2.GaussianBlur(image, (0, 0), 1.5) for image in (one, other)]
    middle = np.ascontiguousarray(soft[1][rim:-rim, rim:-rim])
    return float(cv2.matchTemplate(soft[0], middle, cv2.TM_CCOEFF_NORMED).max())
