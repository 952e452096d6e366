"""How pieces look from above, cut out of the teaching pictures by comparing them with the bare table.

A view is one taught piece: its patch of the plan in art light, turned so that its nose points to the far side.
Pieces whose heading nobody knows are turned until they match each other best.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.alike import learn_paint
from calibration.own_colours import from_middle, reach_of
from calibration.prisms import learn_prism, seen_of
from calibration.two_lights import Zones, learnt_from, looks_in_lights
from calibration.zones import in_box
from companion.core.catalogue import Layout
from vision import resample
from vision.expected import GUESS, Expected, difference, fine_difference, half_to_mm, to_half
from vision.facing import PATCH, cut, patch_of
from vision.frame import TaughtPiece, TeachingPicture
from vision.leaning import UPRIGHT
from vision.light import Array
from vision.parts_of_hands import ROUND, as_round
from vision.piece_bank import centroid
from vision.pose import Pose
from vision.prism import Prism
from vision.rectify import Plan
from vision.rig import FLAT_MM, SPRITE_SIDE, Sprite

TURNS = 24
FINE = (-6.0, -3.0, 3.0, 6.0)
"""After the best of TURNS a view is turned by some of these degrees more."""
BESIDE_PX = 1.5
"""A box drawn around a piece may be that much too small."""
RIDER_MASS, BESIDE_RIDER_PX = 0.97, 1.0
"""What lies on a piece hides all that is as near to its middle as this share of its cover, and so many pixels more."""
UNSEEN, INSIDE = 0.1, 0.9
"""A pixel of which all views of a piece together show less was hidden in all of them: it is painted like most of the piece, of
which such a cover lies well inside."""
MAX_VIEWS = 2
LEAST_VIEWS = 0.1
"""Where headings are told, further sides of a piece show in such a share of its views at least; fewer are chance."""
LEAST_SHARING = 3
"""So many kinds or faces of one height share their outline."""
LEAST_ALIKE = 3
"""So many views tell what belongs to a piece and what to the table around it."""
HALF = 0.5
"""Mean cover of what lies within such an outline."""
MOST_VAGUE = 0.5
"""Share of an outline's pixels that may be neither surely covered nor surely free."""
SAME_VIEW = 45.0
"""Views that differ by less (root mean square, grey values) show the same side of a piece."""

ASLANT_MM = 2.0
"""A loose body whose top leans less in the mean of its views is learnt as it looks from above.  (As a prism one that leans by 1.4
was read no better: on seventeen recordings from nearly above pictures without a mistake fell from 81 to 76 %.)"""
SPREAD_MM = 4.0
"""One whose top leans so differently from place to place, seen with its nose to the far side, is a prism wherever the camera
stands and whether or not its heading is known: no turn lays its views on each other.  (A dragon below a camera in the middle: 8;
chests and cheeses 1 to 4.)"""

Side = tuple[str, str]
"""A kind and a face of it."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One taught piece: `picture` (side, side, 3), `cover` (side, side) 0..1, `valid` (side, side) 0 where another is nearer.

    `wide`: picture, cover and the bare board in the wider patch that facing models are learnt from, as photographed.
    `riders`: kind of each piece that lies on it, and where its middle shows from the middle of the view, px right and down;
    `seen` (PATCH, PATCH) is 0 where they hide the wider patch, None without them.
    `lean` is how far its top is seen shifted against its foot in the turned picture, mm to the right and downwards, of `px_mm` px
    each; `reach` half the width of the box drawn around it, px, None without one.
    """

    taught: TaughtPiece
    picture: Array
    cover: Array
    valid: Array
    wide: tuple[Array, Array, Array]
    riders: tuple[tuple[str, float, float], ...] = ()
    seen: Array | None = None
    lean: tuple[float, float] = (0.0, 0.0)
    reach: float | None = None
    px_mm: float = 1.0

    @property
    def height_mm(self) -> float:
        return round(self.taught.top_mm - self.taught.foot_mm, 1)


def spun(image: Array, degrees: float, zoom: float = 1.0) -> Array:
    """An image turned clockwise about its middle and magnified; black or zero outside."""
    middle = (image.shape[1] - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), -degrees, zoom)
    return np.asarray(resample.warp_affine(image, matrix, (image.shape[1], image.shape[0])), dtype=np.float32)


def views_of(picture: TeachingPicture, half: Array, bare: Expected, pose: Pose, plan: Plan, layout: Layout) -> list[View]:
    """All pieces of one teaching picture that do not lie on another; `half` is its plan in art light."""
    middles = to_half(plan, np.array([middle_mm(piece, pose, layout) for piece in picture.pieces]).reshape(-1, 2))
    views, changed, told = [], difference(half, bare), bare.known & (bare.spread < GUESS)
    fine = fine_difference(half, bare)
    for number, piece in enumerate(picture.pieces):
        if piece.piece.on:
            continue
        on_it = [n for n, other in enumerate(picture.pieces) if (other.piece.on, other.at_mm) == (piece.piece.kind, piece.at_mm)]
        centre, beside = middles[number], np.delete(middles, [number, *on_it], axis=0)
        middle = (float(centre[0]), float(centre[1]))
        detail = plan.detail // 2
        side = SPRITE_SIDE * detail
        wide = (cut(half, middle, detail), cut(fine, middle, detail), cut(bare.picture, middle, detail))
        patch, covered, known = (patch_of(image, middle, side) for image in (half, changed, told.astype(np.float32)))
        valid, reach = (known > 0.5) & _nearest(centre, beside, side), None
        if piece.box_px is not None:
            covered = covered * _inside(piece.box_px, centre, side, pose, plan)
            reach = _half_width(piece.box_px, pose, plan)
        cover = covered * valid
        upright = [spun(image, -heading_of(piece)) for image in (patch, cover, valid.astype(np.float32))]
        riders = [(picture.pieces[n].piece.kind, *_turned_at(middles[n] - centre, -heading_of(piece))) for n in on_it]
        lean = _turned_at(lean_of_piece(piece, pose, layout), -heading_of(piece))
        views.append(View(piece, upright[0], upright[1], upright[2], wide, tuple(riders), lean=lean, reach=reach,
                          px_mm=float(plan.scale[0]) / 2))  # fmt: skip
    return views


def _turned_at(offset: Sequence[float] | NDArray[np.float64], degrees: float) -> tuple[float, float]:
    """An offset, px right and down, turned clockwise."""
    u, v, angle = float(offset[0]), float(offset[1]), np.radians(degrees)
    return u * np.cos(angle) - v * np.sin(angle), u * np.sin(angle) + v * np.cos(angle)


def without_riders(views: Sequence[View]) -> list[View]:
    """Views in which nothing of a piece is taken for its own that another one on it hides.

    Left out are pieces that carry what never lies alone: nobody knows how far that reaches.
    """
    reaches: dict[str, list[float]] = {}
    for view in views:
        if not view.riders:
            reaches.setdefault(view.taught.piece.kind, []).append(reach_of(view.cover * view.valid, RIDER_MASS))
    reach = {kind: float(np.median(each)) + BESIDE_RIDER_PX for kind, each in reaches.items()}
    return [_without_riders(view, reach) for view in views if all(kind in reach for kind, _, _ in view.riders)]


def _without_riders(view: View, reach: Mapping[str, float]) -> View:
    if not view.riders:
        return view
    detail, heading = view.picture.shape[0] // SPRITE_SIDE, heading_of(view.taught)
    upright = [(at, reach[kind]) for kind, *at in view.riders]
    as_taken = [(_turned_at(at, heading), far / detail) for (at, far) in upright]
    free = view.valid * _outside(upright, view.valid.shape[0])
    return replace(view, cover=view.cover * free, valid=free, seen=_outside(as_taken, PATCH, detail))


def _outside(discs: Sequence[tuple[Sequence[float], float]], side: int, scale: int = 1) -> Array:
    """0 for the pixels (side, side) in discs: their middles from the middle in pixels `scale` times as small, and reach."""
    grid = np.arange(side) - (side - 1) / 2
    out = [np.hypot(*np.meshgrid(grid - u / scale, grid - v / scale)) > reach for (u, v), reach in discs]
    return np.asarray(np.all(out, axis=0), dtype=np.float32)


def middle_mm(piece: TaughtPiece, pose: Pose, layout: Layout) -> NDArray[np.float64]:
    """Where the middle of a piece appears in the plan's plane, mm."""
    at = np.asarray(piece.at_mm)
    return np.asarray(at + pose.lean_mm(at, (piece.foot_mm + piece.top_mm) / 2, layout.top_mm), dtype=np.float64)


def lean_of_piece(piece: TaughtPiece, pose: Pose, layout: Layout) -> NDArray[np.float64]:
    """How far the top of a piece is seen shifted against its foot in the plan's plane, mm."""
    at = np.asarray(piece.at_mm)
    foot, top = (pose.lean_mm(at, height, layout.top_mm) for height in (piece.foot_mm, piece.top_mm))
    return np.asarray(top - foot, dtype=np.float64)


def _inside(
    box_px: tuple[float, float, float, float], centre: NDArray[np.float64], side: int, pose: Pose, plan: Plan
) -> NDArray[np.bool_]:
    """Pixels (side, side) of the patch that lie in the box drawn around a piece."""
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1) - (side - 1) / 2 + centre
    px = pose.project(half_to_mm(plan, grid.reshape(-1, 2)), plan.height_mm).reshape(grid.shape)
    return in_box(px, box_px, BESIDE_PX)


def _half_width(box_px: tuple[float, float, float, float], pose: Pose, plan: Plan) -> float:
    """Half the width of a box drawn around a piece, pixels of the half plan."""
    left, upper, right, lower = box_px
    ends = to_half(plan, pose.unproject(np.array([[left, (upper + lower) / 2], [right, (upper + lower) / 2]]), plan.height_mm))
    return float(np.hypot(*(ends[1] - ends[0]))) / 2


def _nearest(centre: NDArray[np.float64], others: NDArray[np.float64], side: int) -> NDArray[np.bool_]:
    """Pixels of the patch that lie nearer to this piece than to any other."""
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1) - (side - 1) / 2 + centre
    nearest = np.linalg.norm(grid[..., None, :] - others, axis=-1).min(axis=-1, initial=np.inf)
    return np.asarray(np.linalg.norm(grid - centre, axis=-1) <= nearest + 1e-6, dtype=np.bool_)


def make_sprites(views: Sequence[View]) -> list[Sprite]:
    """One sprite for each face of a kind; silhouettes of directed pieces of one height are pooled: only the paint differs."""
    sprites = []
    groups: dict[tuple[str, str], list[View]] = {}
    for view in views:
        groups.setdefault((view.taught.piece.kind, view.taught.piece.face or ""), []).append(view)
    silhouettes, outlines = _silhouettes(views), _outlines(groups)
    flat = _flat_looks(groups, outlines)
    for (kind, face), group in sorted(groups.items()):
        directed = group[0].taught.piece.facing is not None
        height = max(view.height_mm for view in group)
        zooms = sorted({round(view.height_mm / height, 2) for view in group}, reverse=True)
        crisp = prism = None
        if (kind, face) in flat:
            # What is flat shows no side and hides nothing: what all views show alike is all of it, and its shadow is not.
            looks = np.stack([look for _, look in flat[kind, face]])
            pictures, covers = looks[..., :3], looks[..., 3]
        elif directed:
            pictures, covers = _directed(group, silhouettes[height])
        else:
            enlarged = [_enlarged(view, height / view.height_mm) for view in group]
            unturned = any(view.taught.heading_deg is None for view in group)
            loose = height not in outlines and len(group) >= LEAST_ALIKE
            told = _prism(group, enlarged) if loose and height > FLAT_MM and _leans(group, unturned) else None
            if told is not None:
                prism, magnified = told
                zooms = zooms if magnified else [1.0]
                pictures, covers = (each[None] for each in prism.seen(UPRIGHT))
            elif height in outlines and unturned and len(group) >= LEAST_ALIKE:
                pictures, covers = _painted(enlarged, outlines[height])
            else:
                pictures, covers = _undirected(enlarged, outlines.get(height))
                crisp = learnt_from(enlarged) if loose else None
        foot = float(np.median([view.taught.foot_mm for view in group]))
        # Heaps are built of smaller ones still: go on one step where sizes differ at all.
        sizes = (*zooms, zooms[-1] ** 2 / zooms[-2]) if len(zooms) > 1 else (1.0,)
        scales = tuple(float(size) for size in sizes)
        sprites.append(Sprite(kind, pictures, covers, foot, foot + height, directed, scales, face=face or None, crisp=crisp,
                              lights=tuple(zones for zones, _ in flat.get((kind, face), ())), prism=prism))  # fmt: skip
    return sprites


def _prism(group: Sequence[View], enlarged: Sequence[View]) -> tuple[Prism, bool] | None:
    """A loose body from its views, as they are and enlarged to one height, and whether those lower are smaller altogether; None
    for one that looks the same in all turns, or of which they tell none."""
    height = max(view.height_mm for view in group)
    views = [enlarged] if all(view.height_mm == height for view in group) else [enlarged, group]
    told = [(*each, number == 0) for number, one in enumerate(views) if (each := _told_by(one, height)) is not None]
    if not told:
        return None
    prism, _, magnified = min(told, key=lambda each: each[1])
    return (prism, magnified) if as_round(_centred(prism.top[..., 3])) < ROUND else None


def _leans(group: Sequence[View], unturned: bool) -> bool:
    """Whether views show so much of a body's sides that no turn lays them on each other: those `unturned` aslant in the mean,
    and any whose tops lean differently (root mean square about the mean, in their own pictures)."""
    leans = np.array([view.lean for view in group])
    if float(np.sqrt(((leans - leans.mean(axis=0)) ** 2).sum(axis=1).mean())) > SPREAD_MM:
        return True
    heights = np.array([[view.height_mm] for view in group])
    return unturned and float(np.hypot(*(leans / heights).mean(axis=0))) * float(heights.max()) >= ASLANT_MM


def _told_by(views: Sequence[View], height: float) -> tuple[Prism, float] | None:
    """The prism of that height that views show, and its misfit."""
    pictures, covers, valid = (np.stack([getattr(view, name) for view in views]) for name in ("picture", "cover", "valid"))
    leans = [(view.lean[0] / view.height_mm, view.lean[1] / view.height_mm) for view in views]
    return learn_prism(seen_of(pictures, covers, valid, leans), height * views[0].px_mm, pictures.shape[1])


def _centred(cover: Array) -> Array:
    """A cover (n, n) moved so that its middle lies in the middle."""
    across, down = centroid(cover)
    middle = (len(cover) - 1) / 2
    return resample.warp_affine(cover, np.array([[1, 0, middle - across], [0, 1, middle - down]]), cover.shape[::-1])


def heading_of(piece: TaughtPiece) -> float:
    """Degrees clockwise from the far side, to a quarter turn where nothing better is known."""
    return piece.heading_deg if piece.heading_deg is not None else 90.0 * (piece.piece.facing or 0)


def _enlarged(view: View, zoom: float) -> View:
    if zoom == 1.0:
        return view
    larger = [spun(image, 0.0, zoom) for image in (view.picture, view.cover, view.valid)]
    return replace(view, picture=larger[0], cover=larger[1], valid=larger[2])


def _silhouettes(views: Sequence[View]) -> dict[float, Array]:
    """Mean cover of all directed pieces of one height."""
    heights: dict[float, list[View]] = {}
    for view in views:
        if view.taught.piece.facing is not None:
            heights.setdefault(view.height_mm, []).append(view)
    return {height: blob_of(mean_cover(group)) for height, group in heights.items()}


def _outlines(groups: Mapping[tuple[str, str], Sequence[View]]) -> dict[float, Array]:
    """Mean cover of undirected pieces of one height where many kinds or faces share it: discs and pawns of one cast.

    Only an outline that is the same in every turn comes out crisp; others are not used.  What is flat has the outline of its
    foot: that of a disc as wide as the boxes drawn around most of them.  Shadows widen a box, and the cover.
    """
    sharing: dict[float, list[Sequence[View]]] = {}
    for group in groups.values():
        if group[0].taught.piece.facing is None:
            sharing.setdefault(group[0].height_mm, []).append(group)
    result = {}
    for height, many in sharing.items():
        if len(many) < LEAST_SHARING:
            continue
        mean = mean_cover([view for group in many for view in group])
        turned = np.mean([spun(mean, 360.0 * step / TURNS) for step in range(TURNS)], axis=0).astype(np.float32)
        # Where a print has the colours of the board it is cut out of none: all of the outline has less cover then.
        inner = turned[turned >= HALF]
        turned /= np.median(inner) if len(inner) else 1.0
        outline = blob_of(turned)
        vague = int(np.count_nonzero((turned > 0.2) & (turned < 0.6))) / max(int(np.count_nonzero(turned >= 0.6)), 1)
        if vague < MOST_VAGUE:
            reaches = [view.reach for group in many for view in group if view.reach is not None]
            flat = height <= FLAT_MM and len(reaches) >= LEAST_SHARING
            result[height] = _disc(float(np.median(reaches)), len(outline)) if flat else outline
    return result


def _disc(radius: float, side: int) -> Array:
    """The cover (side, side) of a disc around the middle."""
    return np.clip(radius + 0.5 - from_middle(side), 0, 1).astype(np.float32)


def mean_cover(group: Sequence[View]) -> Array:
    valid = np.stack([view.valid for view in group])
    covered = np.stack([view.cover for view in group]) * valid
    return np.asarray(covered.sum(axis=0) / (valid.sum(axis=0) + 1e-3), dtype=np.float32)


def blob_of(cover: Array) -> Array:
    """The middle blob of a mean cover, made crisp."""
    crisp = np.clip((cover - 0.25) / 0.35, 0, 1)
    count, labels = cv2.connectedComponents((crisp > 0.3).astype(np.uint8))
    if count <= 1:
        return np.asarray(crisp, dtype=np.float32)
    middle, reach = cover.shape[0] // 2, cover.shape[0] // 12
    near = labels[middle - reach : middle + reach, middle - reach : middle + reach]
    sizes = [(np.count_nonzero(near == label), np.count_nonzero(labels == label), label) for label in range(1, count)]
    blob = cv2.dilate((labels == max(sizes)[2]).astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(crisp * blob, dtype=np.float32)


def _directed(group: Sequence[View], silhouette: Array) -> tuple[Array, Array]:
    return mean_picture(group, [view.cover for view in group], silhouette)[None], silhouette[None].astype(np.float32)


def mean_picture(group: Sequence[View], covers: Sequence[Array], outline: Array) -> Array:
    """The mean (n, n, 3) of views, each where its own cover says so; what was hidden in all of them has the piece's colour."""
    weights = np.stack([view.valid * np.maximum(cover, 0.05) for view, cover in zip(group, covers, strict=True)])
    total = weights.sum(axis=0)
    mean = (np.stack([view.picture for view in group]) * weights[..., None]).sum(axis=0) / np.maximum(total, 1e-3)[..., None]
    told, inside = np.sum([view.valid for view in group], axis=0) > UNSEEN, outline > INSIDE
    if (inside & told).any():
        mean[~told] = np.median(mean[inside & told], axis=0)
    return np.asarray(mean, dtype=np.float32)


def _undirected(group: Sequence[View], outline: Array | None = None) -> tuple[Array, Array]:
    """Views turned onto the clearest one and averaged; a view that fits none of the averages so far becomes one of its own.

    `outline` is the cover of all of them where it is known from pieces of the same cast.
    """
    if outline is not None:
        group = [replace(view, cover=outline * view.valid) for view in group]
    ranked = sorted(group, key=lambda view: -float((view.valid * (from_middle(len(view.valid)) < len(view.valid) / 4)).sum()))
    clusters: list[list[View]] = []
    for view in ranked:
        best = min(
            ((*_best_turn(view, cluster[0]), number) for number, cluster in enumerate(clusters)), default=(np.inf, 0.0, -1)
        )
        if best[0] < SAME_VIEW:
            clusters[best[2]].append(_turned_view(view, best[1]))
        elif len(clusters) < MAX_VIEWS:
            clusters.append([view])
    clusters.sort(key=len, reverse=True)
    if all(view.taught.heading_deg is not None for view in group):
        clusters = [cluster for cluster in clusters if cluster is clusters[0] or len(cluster) >= LEAST_VIEWS * len(group)]
    pictures, covers = [], []
    for cluster in clusters:
        cover = blob_of(mean_cover(cluster)) if outline is None else outline
        own = [view.cover for view in cluster] if outline is None else [outline] * len(cluster)
        pictures.append(mean_picture(cluster, own, cover))
        covers.append(cover)
    return np.stack(pictures).astype(np.float32), np.stack(covers).astype(np.float32)


def _painted(group: Sequence[View], outline: Array) -> tuple[Array, Array]:
    """Views turned onto each other within the outline that all pieces of their cast share."""
    pictures, valid = (np.stack([getattr(view, name) for view in group]) for name in ("picture", "valid"))
    return learn_paint(pictures, outline, valid)[None], outline[None]


def _flat_looks(groups: Mapping[Side, Sequence[View]], outlines: Collection[float]) -> dict[Side, list[tuple[Zones, Array]]]:
    """The looks (n, n, 4) of all sides of flat pieces that share no outline with others, each in all lights, by their zones."""
    kinds: dict[str, dict[str, list[View]]] = {}
    for (kind, face), group in groups.items():
        height, directed = max(view.height_mm for view in group), group[0].taught.piece.facing is not None
        if not directed and height not in outlines and height <= FLAT_MM and len(group) >= LEAST_ALIKE:
            kinds.setdefault(kind, {})[face] = [_enlarged(view, height / view.height_mm) for view in group]
    told = {kind: looks_in_lights(sides, LEAST_ALIKE) for kind, sides in kinds.items()}
    return {(kind, face): looks for kind, sides in told.items() for face, looks in sides.items()}


def _turned_view(view: View, degrees: float) -> View:
    return replace(view, picture=spun(view.picture, degrees), cover=spun(view.cover, degrees), valid=spun(view.valid, degrees))


def _best_turn(view: View, onto: View) -> tuple[float, float]:
    """Root mean square difference of covered grey values and the turn (degrees) that makes it least; none where both are told."""
    if view.taught.heading_deg is not None and onto.taught.heading_deg is not None:
        return _unlike(view, onto, 0.0)
    rough = min(_unlike(view, onto, 360.0 * step / TURNS) for step in range(TURNS))
    return min(rough, *(_unlike(view, onto, rough[1] + more) for more in FINE))


def _unlike(view: View, onto: View, degrees: float) -> tuple[float, float]:
    turned = _turned_view(view, degrees)
    both = turned.valid * onto.valid * np.maximum(turned.cover, onto.cover)
    error = ((turned.picture - onto.picture) ** 2).mean(axis=2) + 25.0**2 * (turned.cover - onto.cover) ** 2
    return float(np.sqrt((both * error).sum() / max(float(both.sum()), 1.0))), degrees
