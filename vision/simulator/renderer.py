"""Scene -> camera picture, with exact truth.  What did not change is kept from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Catalogue, Layout
from companion.core.drawing import Drawing, Point
from companion.core.grid import Cell, Place, Zone
from companion.core.scene import Look, Scene
from vision.frame import Picture
from vision.lens import Lens
from vision.pose import Pose
from vision.simulator.board import board_drawing
from vision.simulator.drawing import over
from vision.simulator.hand import Hand, draw_hand, draw_shadow, silhouette
from vision.simulator.patches import Patch, flat_patch, mat_texture, paste, piece_patch, project, texture
from vision.simulator.surfaces import lay_wood, light_map, marker_card_mm, marker_sprite, markers_px, noise_sheets, wood
from vision.simulator.table import (
    MAT_MM,
    Arrangement,
    LaidTile,
    Quad,
    StoodPiece,
    Table,
    has_board,
    markers_of,
    printed_zones,
    square_mm,
)

SIZE = (1536, 864)
"""Width and height of the pictures, a mode of the Camera Module 3."""
HIDDEN_SHARE = 0.25
"""A place counts as hidden when more than this share of it is covered."""
_LIFTED_MM = 30.0
_USUAL_MM, _LOWEST_MM, _HIGHEST_MM = 735.0, 500.0, 1000.0
"""Height of the camera: for a large board, and the limits."""
_FILLED = 0.8775
"""The table fills this share of the picture's width or height."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the camera does to one picture: brightness, movement (px), noise (which sheet, shift), and faults on request.

    `glare` is (middle x mm, y mm, radius mm); `covered` are ids of markers under a coaster.
    """

    gain: float = 1.0
    shake_px: Point = (0.0, 0.0)
    noise: int = 0
    blur_px: float = 0.0
    glare: tuple[float, float, float] | None = None
    covered: frozenset[int] = frozenset()


STILL = Conditions()


def simulated_lens(size: tuple[int, int] = SIZE) -> Lens:
    """The lens of the simulated camera: 69 degrees wide, a little barrel distortion."""
    focal = 1112.0 * size[0] / SIZE[0]
    matrix = np.array([[focal, 0, (size[0] - 1) / 2 + 3.0], [0, focal, (size[1] - 1) / 2 - 2.0], [0, 0, 1.0]])
    return Lens(matrix, np.array([-0.035, 0.008, 0.0002, -0.0002, 0.0]), size)


def _eye_over(layout: Layout, lens: Lens) -> tuple[Point, float]:
    """Over which point of the table the camera looks, and from how high (mm): all places and markers are in the picture."""
    points = [(0.0, 0.0), (layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1])]
    points += [point for zone in layout.zones for point in zone.polygon_mm]
    corners = np.concatenate([marker_card_mm(markers_of(layout), number) for number in range(4)])
    spread = np.concatenate([np.array(points), corners])
    low, high = spread.min(axis=0), spread.max(axis=0)
    needed = float(((high - low) * lens.matrix[0, 0] / np.asarray(lens.size)).max()) / _FILLED
    middle = (low + high) / 2
    return (float(middle[0]), float(middle[1])), min(max(5.0 * round(needed / 5), _LOWEST_MM), _HIGHEST_MM)


def simulated_pose(layout: Layout, lens: Lens, bump_mm: Point = (0.0, 0.0), bump_deg: float = 0.0) -> Pose:
    """The camera as high as the whole table needs, slightly towards the near side, a few degrees askew; then bumped."""
    (x, y), high = _eye_over(layout, lens)
    tilt, yaw, roll = np.radians(6.5), np.radians(1.2), np.radians(-1.3 + bump_deg)
    turn_x = cv2.Rodrigues(np.array([-tilt, 0, 0]))[0]
    turn_y = cv2.Rodrigues(np.array([0, yaw, 0]))[0]
    turn_z = cv2.Rodrigues(np.array([0, 0, roll]))[0]
    turn = turn_z @ turn_y @ turn_x
    aside = high / _USUAL_MM
    centre = np.array([x + 14.0 * aside + bump_mm[0], y + 84.0 * aside + bump_mm[1], -high])
    return Pose(np.asarray(cv2.Rodrigues(turn)[0], np.float64).reshape(3), np.asarray(-turn @ centre, np.float64), lens)


class Renderer:
    """Draws a simulated table; `draw` gives the picture, the other methods its truth."""

    def __init__(
        self, layout: Layout, catalogue: Catalogue, seed: int = 0, size: tuple[int, int] = SIZE, askew: float = 1.0,
        marked: bool = True,
    ) -> None:  # fmt: skip
        """`askew` scales the shifts and turns of what people lay down; 0 lays everything straight.  A table that is not
        `marked` has no markers on it."""
        self.layout, self.catalogue, self.size = layout, catalogue, size
        self.markers, self.marked = markers_of(layout), marked
        self.table = Table(layout, catalogue, seed, askew)
        self.pose = simulated_pose(layout, simulated_lens(size))
        self._kinds = {kind.name: kind for kind in catalogue.pieces}
        self._faces = {(kind.name, face): drawing for kind in catalogue.tiles for face, drawing in kind.drawings.items()}
        self._common = {face: kind.drawings[face] for kind in catalogue.tiles for face in kind.anonymous if face in kind.drawings}
        self._planks, self._light, self._noise = wood(seed), light_map(size), noise_sheets(size, seed)
        self._bare: Picture | None = None
        self._scene: Scene | None = None
        self._arrangement = Arrangement((), ())
        self._board: Picture | None = None
        self._patches: dict[object, Patch] = {}

    # The picture -----------------------------------------------------------------------------------------------
    def draw(self, scene: Scene, hand: Hand | None = None, conditions: Conditions = STILL) -> Picture:
        """The camera's picture of the scene at this moment."""
        picture = self._still(scene).copy()
        for number in conditions.covered:
            self._cover(picture, number)
        if hand is not None:
            draw_shadow(picture, hand, self.pose)
            self._draw_carried(picture, hand)
            draw_hand(picture, hand, self.pose)
        return self._exposed(picture, conditions)

    def move_camera(self, bump_mm: Point, bump_deg: float) -> None:
        """Put the camera this far from its first place; the next picture is drawn anew."""
        self.pose = simulated_pose(self.layout, simulated_lens(self.size), bump_mm, bump_deg)
        self._bare = self._board = None
        self._patches.clear()

    def arrangement(self, scene: Scene) -> Arrangement:
        """How everything lies when this scene is shown."""
        if scene != self._scene:
            self._scene, self._arrangement, self._board = scene, self.table.arrange(scene), None
        return self._arrangement

    def _still(self, scene: Scene) -> Picture:
        """The table with everything on it, in even light, without noise."""
        arrangement = self.arrangement(scene)
        if self._board is None:
            if self._bare is None:
                self._bare = self._bare_table()
            self._board = self._bare.copy()
            for patch in self._laid(arrangement):
                paste(self._board, patch)
        return self._board

    def _laid(self, arrangement: Arrangement) -> list[Patch]:
        """The patches of tiles and pieces in the order in which one covers the other; only new ones are drawn."""
        centre = self.pose.centre_mm[:2]
        ground = {tile.place: tile.top_mm for tile in arrangement.tiles}
        pieces = sorted(
            arrangement.pieces, key=lambda p: (p.piece.on is not None, -float(np.hypot(*(np.asarray(p.at_mm) - centre))))
        )
        things: list[LaidTile | StoodPiece] = [*arrangement.tiles, *pieces]
        known, self._patches = self._patches, {}
        for thing in things:
            patch = known.get(thing)
            if patch is None:
                patch = self._tile_patch(thing) if isinstance(thing, LaidTile) else self._piece_patch(thing, ground)
            self._patches[thing] = patch
        return [self._patches[thing] for thing in things]

    def _bare_table(self) -> Picture:
        picture = np.zeros((self.size[1], self.size[0], 3), np.uint8)
        lay_wood(picture, self._planks, self.pose)
        for zone in printed_zones(self.layout):
            xs, ys = [p[0] for p in zone.polygon_mm], [p[1] for p in zone.polygon_mm]
            self._lay_mat(picture, zone.drawing, (min(xs), min(ys), max(xs), max(ys)), MAT_MM)
        if has_board(self.catalogue):
            width, height = self.layout.cols * self.layout.pitch_mm[0], self.layout.rows * self.layout.pitch_mm[1]
            self._lay_mat(picture, board_drawing(self.layout.rows, self.layout.cols), (0, 0, width, height), self.layout.top_mm)
        for number in self.markers.centres_mm if self.marked else ():
            self._lay_marker(picture, number)
        return picture

    def _lay_mat(self, picture: Picture, drawing: Drawing, box: tuple[float, float, float, float], top_mm: float) -> None:
        """Something printed that never moves; `box`: left, far, right, near."""
        left, far, right, near = box
        quad = np.array([[left, far], [right, far], [right, near], [left, near]], dtype=np.float64)
        paste(picture, flat_patch(self.pose, mat_texture(drawing, right - left, near - far), quad, top_mm))

    def _lay_marker(self, picture: Picture, number: int) -> None:
        quad = project(self.pose, marker_card_mm(self.markers, number)[None], np.array([self.markers.height_mm]))[0]
        low, high = np.floor(quad.min(axis=0)).astype(int) - 2, np.ceil(quad.max(axis=0)).astype(int) + 3
        sprite, fine = marker_sprite(self.markers, number), 4
        source = np.array([[0, 0], [168, 0], [168, 168], [0, 168]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, ((quad - low + 0.5) * fine - 0.5).astype(np.float32))
        width, height = int(high[0] - low[0]), int(high[1] - low[1])
        big = cv2.warpPerspective(sprite, matrix, (width * fine, height * fine), flags=cv2.INTER_LINEAR)
        over(
            picture,
            np.asarray(cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA), np.uint8),
            int(low[0]),
            int(low[1]),
        )

    def face(self, look: Look) -> Drawing:
        """What is drawn on a tile; KeyError with the look when the catalogue has no drawing of it."""
        drawing = self._faces.get((look.kind or "", look.face))
        if drawing is None and look.kind in (None, self.catalogue.back):
            drawing = self._common.get(look.face)
        if drawing is None:
            raise KeyError(f"the simulated table was asked to show {look}, of which the catalogue has no drawing")
        return drawing

    def turns_mean_nothing(self, look: Look) -> bool:
        """A common back lies in any turn."""
        return self.table.turns_mean_nothing(look)

    def _tile_patch(self, tile: LaidTile) -> Patch:
        return flat_patch(self.pose, texture(self.face(tile.look), self.layout.tile_tall), tile.quad_mm, tile.top_mm)

    def _piece_patch(self, piece: StoodPiece, ground: dict[Place, float]) -> Patch:
        kind = self._kinds[piece.piece.kind]
        # A rider throws its shadow on its carrier's back.
        under = piece.foot_mm if piece.piece.on is not None else ground.get(piece.piece.place, piece.foot_mm)
        quad = square_mm(piece.at_mm, kind.size_mm, piece.heading_deg)
        # What has faces lies on one of them, also when nobody has said on which.
        flat, face = bool(kind.faces), piece.piece.face or next(iter(kind.faces), "")
        drawing = kind.face_drawings.get(face, kind.drawing)
        return piece_patch(self.pose, drawing, kind.size_mm, quad, piece.heading_deg, piece.foot_mm, piece.top_mm, under, flat)

    # A hand's load, light and faults ---------------------------------------------------------------------------
    def _draw_carried(self, picture: Picture, hand: Hand) -> None:
        if hand.carrying is None:
            return
        quad = self._carried_mm(hand)
        if isinstance(hand.carrying, Look):
            drawing, size, foot, top = self.face(hand.carrying), self.layout.tile_mm, _LIFTED_MM, _LIFTED_MM + self.layout.top_mm
        else:
            kind = self._kinds[hand.carrying]
            drawing, size, foot, top = kind.drawing, kind.size_mm, _LIFTED_MM / 2, _LIFTED_MM / 2 + kind.height_mm
        paste(picture, piece_patch(self.pose, drawing, size, quad, 8.0, foot, top, 0.0))

    def _carried_mm(self, hand: Hand) -> Quad:
        """Corners of what a hand holds: in front of its finger tips, so far that they grip its edge."""
        if isinstance(hand.carrying, Look):
            size, turns = self.layout.tile_mm, hand.carrying.turns
        else:
            size, turns = self._kinds[hand.carrying or ""].size_mm, 0
        way = np.asarray(hand.tip_mm) - np.asarray(hand.elbow_mm)
        x, y = np.asarray(hand.tip_mm) + way / np.hypot(*way) * size * 0.34
        return square_mm((float(x), float(y)), size, 90.0 * turns + 8.0)

    def _cover(self, picture: Picture, number: int) -> None:
        """A coaster on top of a marker."""
        at = project(self.pose, np.array([[self.markers.centres_mm[number]]]), np.array([4.0]))[0, 0]
        middle = (round(float(at[0])), round(float(at[1])))
        cv2.circle(picture, (middle[0] + 3, middle[1] + 2), 50, (50, 60, 70), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, 48, (70, 92, 60), -1, cv2.LINE_AA)
        cv2.circle(picture, middle, 40, (90, 116, 80), 3, cv2.LINE_AA)

    def _exposed(self, picture: Picture, conditions: Conditions) -> Picture:
        """Light, lens and sensor."""
        cv2.multiply(picture, self._light, dst=picture, scale=conditions.gain / 200)
        if conditions.glare is not None:
            self._glare(picture, conditions.glare)
        if conditions.blur_px > 0:
            cv2.GaussianBlur(picture, (0, 0), conditions.blur_px, dst=picture)
        if conditions.shake_px != (0.0, 0.0):
            matrix = np.array([[1, 0, conditions.shake_px[0]], [0, 1, conditions.shake_px[1]]], np.float32)
            picture = np.asarray(
                cv2.warpAffine(picture, matrix, self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
            )
        plus, minus = self._noise[conditions.noise % len(self._noise)]
        x, y = conditions.noise * 37 % 64, conditions.noise * 23 % 64
        window = (slice(y, y + self.size[1]), slice(x, x + self.size[0]))
        cv2.add(picture, plus[window], dst=picture)
        cv2.subtract(picture, minus[window], dst=picture)
        return picture

    def _glare(self, picture: Picture, glare: tuple[float, float, float]) -> None:
        at = project(self.pose, np.array([[[glare[0], glare[1]], [glare[0] + glare[2], glare[1]]]]), np.zeros(1))[0]
        radius = float(np.hypot(*(at[1] - at[0])))
        y, x = np.ogrid[: self.size[1], : self.size[0]]
        blob = np.exp(-(((x - at[0, 0]) ** 2 + ((y - at[0, 1]) * 1.3) ** 2) / (2 * (radius / 1.5) ** 2))).astype(np.float32)
        white = cv2.convertScaleAbs(blob, alpha=210)
        cv2.add(picture, cv2.cvtColor(white, cv2.COLOR_GRAY2BGR), dst=picture)

    # Truth -----------------------------------------------------------------------------------------------------
    def board_px(self) -> tuple[Point, Point, Point, Point]:
        """Corners of the grid on the table top in the picture: upper left, upper right, lower right, lower left."""
        width, height = self.layout.cols * self.layout.pitch_mm[0], self.layout.rows * self.layout.pitch_mm[1]
        return corners_of(project(self.pose, np.array([[[0.0, 0], [width, 0], [width, height], [0, height]]]), np.zeros(1))[0])

    def markers_px(self) -> dict[int, NDArray[np.float64]]:
        """Corners (4, 2) of the markers' black squares in the picture, by id."""
        return markers_px(self.markers, self.pose)

    def tile_px(self, tile: LaidTile) -> tuple[Point, Point, Point, Point]:
        """Corners of a tile's printed picture in the camera's, in the order of the drawing."""
        return corners_of(project(self.pose, tile.quad_mm[None], np.array([tile.top_mm]))[0])

    def card_px(self, card: StoodPiece) -> tuple[Point, Point, Point, Point]:
        """The same of a card that lies as a piece: as wide and high as the tiles are."""
        quad = square_mm(card.at_mm, self.layout.tile_mm, card.heading_deg, self.layout.tile_tall)
        return corners_of(project(self.pose, quad[None], np.array([card.top_mm]))[0])

    def place_px(self, place: Place) -> NDArray[np.float64]:
        """Corners (n, 2) of a cell or zone in the picture, at the height of a tile's top for cells."""
        if isinstance(place, Cell):
            px, py = self.layout.pitch_mm
            x, y = place.col * px, place.row * py
            outline: Quad = np.array([[x, y], [x + px, y], [x + px, y + py], [x, y + py]])
        else:
            outline = np.asarray(self.layout.zone(place.name).polygon_mm, dtype=np.float64)
        return np.asarray(project(self.pose, outline[None], np.array([self.layout.top_mm]))[0], np.float64)

    def visible_mm(self) -> tuple[float, float, float, float]:
        """The part of the table in the picture, roughly: left, far, right, near (mm)."""
        width, height = self.size
        rim = np.array([[0, height / 2], [width / 2, 0], [width - 1, height / 2], [width / 2, height - 1]], np.float64)
        left, far, right, near = self.pose.unproject(rim)
        return float(left[0]), float(far[1]), float(right[0]), float(near[1])

    def hidden(self, hand: Hand | None) -> frozenset[Place]:
        """The places of which the hand, or the tile it holds, covers more than a quarter."""
        if hand is None:
            return frozenset()
        mask = silhouette(hand, self.pose, self.size)
        if isinstance(hand.carrying, Look):
            lifted = project(self.pose, self._carried_mm(hand)[None], np.array([_LIFTED_MM]))[0]
            cv2.fillPoly(mask, [np.rint(lifted).astype(np.int32)], (255,))
        places: list[Place] = [*self.layout.cells(), *(Zone(zone.name) for zone in self.layout.zones)]
        return frozenset(place for place in places if _covered(mask, self.place_px(place)) > HIDDEN_SHARE)


def corners_of(quad: NDArray[np.float64]) -> tuple[Point, Point, Point, Point]:
    """Four corners as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def _covered(mask: NDArray[np.uint8], polygon: NDArray[np.float64]) -> float:
    """The share of a polygon where the mask is set."""
    low, high = np.floor(polygon.min(axis=0)).astype(int), np.ceil(polygon.max(axis=0)).astype(int) + 1
    x0, y0 = np.maximum(low, 0)
    part = mask[y0 : high[1], x0 : high[0]]
    if part.size == 0:
        return 0.0
    inside = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(inside, [np.rint(polygon - [x0, y0]).astype(np.int32)], (1,))
    total = int(inside.sum())
    return float(((part > 127) & (inside > 0)).sum() / total) if total else 0.0
