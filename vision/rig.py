"""What the eye knows about one table: geometry, lens and taught appearance, kept in one versioned file."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Catalogue, Layout
from companion.core.errors import CompanionError
from companion.core.scene import ABSENT, Look
from vision.fiducials import Corners, Markers
from vision.habits import Settled
from vision.lens import Lens
from vision.pose import Pose
from vision.prism import Prism
from vision.view import View, with_points, with_these

FILE_VERSION = 4
FACING_PARTS = ("mean", "weight", "centre", "rule")
UNSAID: dict[str, Any] = {"taught": 0, "headed": None, "believed": 0.0, "riders_known": False, "found": False}
"""What is kept of a facing model beside its arrays, and what holds where an earlier program kept nothing."""
PORTRAIT_PARTS = ("picture", "cover", "seen")
FLAT_MM = 4.0
"""Height up to which a piece has no side that is dark."""
SPRITE_SIDE = 72
"""Pixels across a sprite at the scale of a plan of detail 1; wide enough for the longest tail."""
ART = 64
FINER = 2
"""Pixels a millimetre in which the details of cards beside the grid are kept: digits are but a few millimetres tall."""
"""Pixels across the stored picture of a tile."""


class RigError(CompanionError, ValueError):
    """A rig file is missing, broken or of another version."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A piece kind as seen from above with its nose to the far side, in the light of the art pictures.

    `picture` (views, n, n, 3) float32 BGR 0..255 and `cover` (views, n, n) float32 0..1 (how far it hides what is below) are
    centred on the piece at half its height, at the plan's scale; views differ in which side lies up, or in the light on the board
    and beside it (`calibration.two_lights`).  `foot_mm` and `top_mm` are heights above the table.
    `directed`: its facing means something.  `sizes`: magnifications in which it occurs, 1 the
    largest taught.  `shape`: the number of its facing model, -1 for none.  `rides`: it was taught lying on another piece.
    `alone`: no teaching picture showed two of it, so there is one of its kind.  `face`: the side it shows, for kinds with faces.
    `crisp` (n, n, 4): what is the same in every view of a body without direction, BGR and cover, for those that lie in heaps:
    without its shadow and the side that is dark.
    `places`: how often it was taught in each zone, by name, and on the grid (no name).
    `sides` (SIDES, n, n, 4) float16: picture and cover of a directed piece that a slanting camera sees lean to its nose, and so
    on clockwise (`vision.leaning`); None where it looks the same from all sides.
    `imagined`: no teaching picture showed that side of it (`calibration.untaught_sides`).
    `prism`: what a loose body is painted from as it is seen from any side (`vision.prism`); its picture is that from above.
    `lights`: of each view the zones in whose light it looks so, none for the usual light; empty where there is no other.
    """

    kind: str
    picture: NDArray[np.float32]
    cover: NDArray[np.float32]
    foot_mm: float
    top_mm: float
    directed: bool
    sizes: tuple[float, ...] = (1.0,)
    shape: int = -1
    rides: bool = True
    alone: bool = False
    face: str | None = None
    crisp: NDArray[np.float32] | None = None
    places: tuple[tuple[str, int], ...] = ()
    sides: NDArray[np.float16] | None = None
    imagined: bool = False
    lights: tuple[tuple[str, ...], ...] = ()
    prism: Prism | None = None

    @property
    def flat(self) -> bool:
        """Whether it is so low that no side of it is seen."""
        return self.top_mm - self.foot_mm <= FLAT_MM

    @property
    def loose(self) -> bool:
        """Whether it is one of several bodies that lie as they fell, known from all sides."""
        return self.prism is not None and not self.alone

    @property
    def heaps(self) -> bool:
        """Whether pieces of this kind may lie on each other: what is flat, rides on others or has a flat top; balls do not."""
        return self.flat or self.rides or self.loose


@dataclass(frozen=True, slots=True, eq=False)
class CardArt:
    """One picture of a card that lies off the grid: its look (turns 0), `picture` (h, w, 3) float32 BGR 0..255 in the light of
    the art pictures and `known` (h, w) 0 or 1, one pixel a millimetre, upright; `size_mm` width and height of its print.  Of a
    card seen nearly whole also `finer` (n * h, n * w, 3) uint8, with FINER pixels a millimetre."""

    look: Look
    picture: NDArray[np.float32]
    known: NDArray[np.float32]
    size_mm: tuple[float, float]
    finer: NDArray[np.uint8] | None = None


HUES = ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""The measure of hue alone."""


@dataclass(frozen=True, slots=True)
class DieArt:
    """A die: the length of its side (mm), colours (n,) of its body, lit and in shade, and of the grounds it was seen on, the
    colour (blue, green, red) of a spot less the body's as a share of the body's brightness, and the `measure` (n, 3) that makes
    such colours, as many spreads apart as they differ, of `tones`; `elsewhere` names the place of one that lies outside all
    zones."""

    kind: str
    side_mm: float
    body: tuple[tuple[float, ...], ...]
    ground: tuple[tuple[float, ...], ...]
    spot: tuple[float, float, float]
    measure: tuple[tuple[float, float, float], ...] = HUES
    elsewhere: str = "table"

    @property
    def apart(self) -> float:
        """How far the colours of its upper side and of the grounds are from each other, in spreads."""
        return float(np.linalg.norm(np.array(self.body[:1]) - np.array(self.ground), axis=1).min())


@dataclass(frozen=True, slots=True, eq=False)
class FacingModel:
    """Two ways to tell a direction, learnt from the same pieces.

    `mean` and `weight` (64, 64, 3): features with the nose to the far side, and one over their variance.  `centre`
    (16, 16, 4) and `rule` (1024, 2): mean of the small features, and the linear rule from their differences to it to
    (cosine, sine) of the heading.  `taught`: how many pieces taught it, 0 where an earlier program did not say; `headed`: how
    many of them, and of their mirror images, pointed to the far side, right, near side and left, None where it did not say.
    `believed`: how far the network of headings is right about them, 0 (or an earlier program) not at all, 1 as it says;
    `riders_known`: whether the network of riders knows what rides on them; `found`: whether that of missing pieces finds them.
    """

    mean: NDArray[np.float32]
    weight: NDArray[np.float32]
    centre: NDArray[np.float32]
    rule: NDArray[np.float32]
    taught: int = 0
    headed: tuple[int, ...] | None = None
    believed: float = 0.0
    riders_known: bool = False
    found: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Portraits:
    """Single taught pictures of a directed kind, at half the plan's scale, noses to the far side, 0..255: `picture` (n, h, h, 3)
    in art light, `cover` (n, h, h) how surely a pixel is the piece's, `seen` (n, h, h) 0 where something hides it."""

    picture: NDArray[np.uint8]
    cover: NDArray[np.uint8]
    seen: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Appearance:
    """The taught art.

    `looks` names each drawing (turns 0); `art` (looks, ART, ART, 3) float32 BGR 0..255 are the drawings upright, x to the
    right and y downwards, `art_seen` (looks, ART, ART) 0 where every teaching picture had a piece.  `zone_art` maps a
    zone to its plan block (n, m, 3) float32 and `zone_mask` to 1 where the zone is,
    less where what it shows is a guess (`vision.zones`).
    `facings` are the models from which directions are told, by `Sprite.shape`, `portraits` single pictures of directed kinds.
    `fixed`: there are no tiles, the drawings are those of the printed cells in reading order.
    `cards` are those that lie in zones, `card_zones` the zones with the most that were seen in each at once
    and the faces that they showed, `across` those of these zones in which cards lie across, as people at the side see them.
    `settled` are the tiles that never moved, `table` is the bare table beside the board (`vision.table_art`),
    `haze` (6, 8 or 9, 3) what lay over the tiles of the teaching pictures (`vision.gloss`), `flare` (n, m, 3) what lay over all
    of them (`vision.flare`); all else is as it looks without that.
    `noise` is the typical difference between taught and seen grey values of one coarse pixel.  `temperature` divides the
    log-likelihoods of looks so that probabilities come out as often right as they say.
    """

    looks: tuple[Look, ...]
    art: NDArray[np.float32]
    art_seen: NDArray[np.float16]
    zone_art: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)
    zone_mask: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)
    sprites: tuple[Sprite, ...] = ()
    facings: tuple[FacingModel, ...] = ()
    noise: float = 8.0
    temperature: float = 1.0
    fixed: bool = False
    cards: tuple[CardArt, ...] = ()
    card_zones: Mapping[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    dice: tuple[DieArt, ...] = ()
    across: tuple[str, ...] = ()
    settled: tuple[Settled, ...] = ()
    table: NDArray[np.uint8] | None = None
    haze: NDArray[np.float32] | None = None
    portraits: Mapping[str, Portraits] = field(default_factory=dict)
    flare: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Rig:
    """This table's camera, lens, geometry and taught appearance.

    `corners` are the marker corners of the last teaching picture (a first guess where to look), `board_px` the corners of
    the grid on the table top in it, as tapped by a person: upper left, upper right, lower right, lower left; (4, 2) px.
    `view` is what the table looked like in the teaching pictures, to find the camera by when no markers are seen.
    """

    layout: Layout
    catalogue: Catalogue
    markers: Markers | None
    lens: Lens
    appearance: Appearance
    corners: Mapping[int, Corners] = field(default_factory=dict)
    board_px: NDArray[np.float64] | None = None
    view: View | None = None

    def period(self, look: Look) -> int:
        """Quarter turns after which that face of that kind looks the same to the rules; 1 for a common back."""
        if look == ABSENT or look.kind is None or look.kind == self.catalogue.back:
            return 1
        try:
            return self.catalogue.tile(look.kind).periods.get(look.face, 1)
        except KeyError:
            return 1

    def look_of(self, row: int) -> Look:
        """What a row of the bank of drawings shows: each taught look in four turns, those below the drawing's period."""
        drawn = self.appearance.looks[row // 4]
        return Look(drawn.kind, drawn.face, row % 4 % self.period(drawn))


def with_pieces(rig: Rig, kinds: Collection[str]) -> Rig:
    """The same rig for a game in which only these kinds of piece take part: what nobody brought is not looked for."""
    sprites = tuple(sprite for sprite in rig.appearance.sprites if sprite.kind in kinds)
    return replace(rig, appearance=replace(rig.appearance, sprites=sprites))


def save_rig(rig: Rig, path: Path) -> None:
    """Write lens and appearance to one `.npz` file; geometry and catalogue come from the game when it is loaded."""
    appearance = rig.appearance
    arrays: dict[str, NDArray[Any]] = {
        "art": appearance.art,
        "art_seen": appearance.art_seen,
        "lens_matrix": rig.lens.matrix,
        "lens_distortion": rig.lens.distortion,
    }
    for name, picture in appearance.zone_art.items():
        arrays[f"zone_art/{name}"] = picture
        arrays[f"zone_mask/{name}"] = appearance.zone_mask[name]
    for number, sprite in enumerate(appearance.sprites):
        arrays |= {f"sprite_{part}/{number}": array for part, array in _pictures_of(sprite).items()}
    for number, model in enumerate(appearance.facings):
        for part in FACING_PARTS:
            arrays[f"facing_{part}/{number}"] = getattr(model, part)
    for kind, own in appearance.portraits.items():
        for part in PORTRAIT_PARTS:
            arrays[f"portrait_{part}/{kind}"] = getattr(own, part)
    for number, card in enumerate(appearance.cards):
        arrays[f"card_picture/{number}"], arrays[f"card_known/{number}"] = card.picture, card.known
        arrays |= {} if card.finer is None else {f"card_finer/{number}": card.finer}
    for marker, corners in rig.corners.items():
        arrays[f"corners/{marker}"] = corners
    arrays |= {name: art for name in ("table", "haze", "flare") if (art := getattr(appearance, name)) is not None}
    if rig.board_px is not None:
        arrays["board_px"] = rig.board_px
    if rig.view is not None:
        arrays["view_picture"], arrays["view_steady"] = rig.view.picture, rig.view.steady
        arrays["view_pose"] = np.stack([rig.view.pose.rotation, rig.view.pose.translation])
        arrays["view_points"] = rig.view.points_px
    head = {
        "version": FILE_VERSION,
        "lens": {"size": list(rig.lens.size), "calibrated": rig.lens.calibrated, "rms_px": rig.lens.rms_px},
        "looks": [[look.kind, look.face, look.turns] for look in appearance.looks],
        "sprites": [
            [s.kind, s.foot_mm, s.top_mm, s.directed, s.sizes, s.shape, s.rides, s.alone, s.face, s.places, s.imagined,
             s.lights, None if s.prism is None else s.prism.height_px]
            for s in appearance.sprites
        ],
        "fixed": appearance.fixed,
        "cards": [[c.look.kind, c.look.face, c.size_mm] for c in appearance.cards],
        "card_zones": dict(appearance.card_zones),
        "across": appearance.across,
        "settled": [[s.cell, s.look, s.turns, s.times, s.only_there] for s in appearance.settled],
        "dice": [[d.kind, d.side_mm, d.body, d.ground, d.spot, d.elsewhere, d.measure] for d in appearance.dice],
        "noise": appearance.noise,
        "temperature": appearance.temperature,
        "facings_taught": [model.taught for model in appearance.facings],
        "facings_headed": [model.headed for model in appearance.facings],
        "facings_believed": [model.believed for model in appearance.facings],
        "facings_riders_known": [model.riders_known for model in appearance.facings],
        "facings_found": [model.found for model in appearance.facings],
    }
    arrays["head"] = np.frombuffer(json.dumps(head).encode(), dtype=np.uint8)
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def load_rig(path: Path, layout: Layout, catalogue: Catalogue, markers: Markers | None) -> Rig:
    """The rig kept in a file for a table of that geometry.  Raises RigError when the file cannot be used."""
    try:
        with np.load(path) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, ValueError) as error:
        raise RigError(f"reading the rig {path}: {error}; teach the table again") from error
    if "head" not in arrays:
        raise RigError(f"reading the rig {path}: it has no head; teach the table again")
    head = json.loads(bytes(arrays["head"]).decode())
    if head.get("version") != FILE_VERSION:
        found = head.get("version")
        raise RigError(f"reading the rig {path}: version {found}, this program reads {FILE_VERSION}; teach the table again")
    about = head["lens"]
    size = (int(about["size"][0]), int(about["size"][1]))
    lens = Lens(arrays["lens_matrix"], arrays["lens_distortion"], size, about["calibrated"], about["rms_px"])
    sprites = tuple(
        Sprite(
            s[0], arrays[f"sprite_picture/{n}"], arrays[f"sprite_cover/{n}"], s[1], s[2], s[3], tuple(s[4]),
            s[5], s[6], s[7], s[8], arrays.get(f"sprite_crisp/{n}"), _counts(s[9:]),
            arrays.get(f"sprite_sides/{n}"), any(s[10:11]), tuple(tuple(zones) for kept in s[11:12] for zones in kept),
            _prism(arrays.get(f"sprite_prism/{n}"), s[12:]),
        )
        for n, s in enumerate(head["sprites"])
    )
    appearance = Appearance(
        tuple(Look(kind, face, turns) for kind, face, turns in head["looks"]),
        arrays["art"],
        np.asarray(arrays["art_seen"], dtype=np.float16),
        _part(arrays, "zone_art/"),
        _part(arrays, "zone_mask/"),
        sprites,
        _facings(head, arrays),
        head["noise"],
        head["temperature"],
        head["fixed"],
        tuple(
            CardArt(Look(kind, face), arrays[f"card_picture/{n}"], arrays[f"card_known/{n}"], (size[0], size[1]),
                    arrays.get(f"card_finer/{n}"))
            for n, (kind, face, size) in enumerate(head["cards"])
        ),
        {name: (most, tuple(faces)) for name, (most, faces) in head["card_zones"].items()},
        tuple(kept_die(kept) for kept in head["dice"]),
        tuple(head.get("across", ())),
        tuple(Settled(*each) for each in head.get("settled", ())),
        arrays.get("table"),
        arrays.get("haze"),
        _portraits(arrays),
        arrays.get("flare"),
    )
    corners = {int(marker): array for marker, array in _part(arrays, "corners/").items()}
    return Rig(layout, catalogue, markers, lens, appearance, corners, arrays.get("board_px"), _view(arrays, lens, layout))


def _facings(head: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[FacingModel, ...]:
    """The models of headings, by the shape they are of."""
    models = range(len(_part(arrays, "facing_mean/")))
    kept = [FacingModel(*(arrays[f"facing_{part}/{n}"] for part in FACING_PARTS)) for n in models]
    said = zip(*(head.get(f"facings_{what}", [unsaid] * len(kept)) for what, unsaid in UNSAID.items()), strict=True)
    told = zip(kept, said, strict=True)
    return tuple(
        replace(model, taught=n, headed=_headed(ways), believed=share, riders_known=know, found=find)
        for model, (n, ways, share, know, find) in told
    )


def _portraits(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Portraits]:
    """The portraits by kind; earlier programs kept none."""
    parts = [_part(arrays, f"portrait_{part}/") for part in PORTRAIT_PARTS]
    return {kind: Portraits(*(part[kind] for part in parts)) for kind in parts[0]}


def _headed(kept: list[int] | None) -> tuple[int, ...] | None:
    """How many pieces were taught heading each way, as it was written down; earlier programs did not say."""
    return None if kept is None else tuple(kept)


def kept_die(kept: Sequence[Any]) -> DieArt:
    """A die as it was written down; earlier programs knew dark spots only, and dice by their hue."""
    kind, side, body, ground, spot, elsewhere = kept[:6]
    blue, green, red = spot if isinstance(spot, list) else (spot - 1.0,) * 3
    measure = tuple((row[0], row[1], row[2]) for row in kept[6]) if len(kept) > 6 else HUES
    own, seen_on = (
        tuple(tuple(colour) for colour in (colours if isinstance(colours[0], list) else [colours])) for colours in (body, ground)
    )
    return DieArt(kind, side, own, seen_on, (blue, green, red), measure, elsewhere)


def _view(arrays: Mapping[str, NDArray[Any]], lens: Lens, layout: Layout) -> View | None:
    if "view_pose" not in arrays:
        return None
    rotation, translation = arrays["view_pose"]
    view = View(arrays["view_picture"], arrays["view_steady"], Pose(rotation, translation, lens), lens.size)
    # Rigs kept by earlier programs do not say which points.
    return with_these(view, arrays["view_points"], layout) if "view_points" in arrays else with_points(view, layout)


def _counts(kept: Sequence[Sequence[tuple[str, int]]]) -> tuple[tuple[str, int], ...]:
    """How often a sprite was taught where; rigs kept by earlier programs do not say."""
    return tuple((name, count) for name, count in kept[0]) if kept else ()


def _pictures_of(sprite: Sprite) -> dict[str, NDArray[Any]]:
    """The arrays of a sprite by their names, those it has."""
    prism = None if sprite.prism is None else np.dstack([sprite.prism.top, sprite.prism.side])
    parts = {"picture": sprite.picture, "cover": sprite.cover, "crisp": sprite.crisp, "sides": sprite.sides, "prism": prism}
    return {name: array for name, array in parts.items() if array is not None}


def _prism(parts: NDArray[Any] | None, height_px: Sequence[float | None]) -> Prism | None:
    """The prism kept in an array (n, n, 8), if there is one."""
    if parts is None or not height_px or height_px[0] is None:
        return None
    return Prism(np.ascontiguousarray(parts[..., :4]), np.ascontiguousarray(parts[..., 4:]), float(height_px[0]))


def _part(arrays: Mapping[str, NDArray[Any]], prefix: str) -> dict[str, NDArray[Any]]:
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
