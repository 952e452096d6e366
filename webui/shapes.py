"""Drawings as SVG: every shape becomes one element, every different drawing one symbol that is used many times."""

from __future__ import annotations

import math
import re

from markupsafe import Markup

from companion.core.catalogue import Catalogue, Layout
from companion.core.drawing import Drawing, Point, Shape
from companion.core.scene import ABSENT, Look

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def number(value: float) -> str:
    """A coordinate with at most two decimals and no idle zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def safe_colour(colour: str | None) -> str:
    """The colour when it is written `#rrggbb`, else `none`: nothing else gets into an attribute."""
    return colour if colour and _COLOUR.fullmatch(colour) else "none"


def ink_on(colour: str) -> str:
    """Near-black or near-white, whichever reads better on that colour (relative luminance of WCAG 2)."""
    if not _COLOUR.fullmatch(colour):
        return "#1d1510"
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#1d1510" if luminance > 0.179 else "#fffaf1"


def _paint(shape: Shape) -> str:
    paint = f'fill="{safe_colour(shape.fill)}"'
    if shape.stroke and shape.width > 0:
        paint += f' stroke="{safe_colour(shape.stroke)}" stroke-width="{number(shape.width)}" stroke-linejoin="round"'
    return paint


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def _arc(shape: Shape) -> str:
    """A circular arc, clockwise on the screen for a positive sweep; a whole turn is a circle."""
    (cx, cy), (sx, sy) = shape.points
    radius = math.hypot(sx - cx, sy - cy)
    if abs(shape.sweep_deg) >= 360:
        return f'<circle cx="{number(cx)}" cy="{number(cy)}" r="{number(radius)}" {_paint(shape)}/>'
    angle = math.atan2(sy - cy, sx - cx) + math.radians(shape.sweep_deg)
    ex, ey = cx + radius * math.cos(angle), cy + radius * math.sin(angle)
    large, sweep = int(abs(shape.sweep_deg) > 180), int(shape.sweep_deg > 0)
    r = number(radius)
    return f'<path d="M{number(sx)} {number(sy)}A{r} {r} 0 {large} {sweep} {number(ex)} {number(ey)}" {_paint(shape)}/>'


def element(shape: Shape) -> str:
    """One shape as one SVG element."""
    if shape.form == "disc":
        (x, y) = shape.points[0]
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(shape.radius)}" {_paint(shape)}/>'
    if shape.form == "arc":
        return _arc(shape)
    tag = "polygon" if shape.form == "polygon" else "polyline"
    return f'<{tag} points="{_points(shape.points)}" {_paint(shape)}/>'


def elements(drawing: Drawing) -> Markup:
    return Markup("".join(element(shape) for shape in drawing))


def _plain_tile(text: str) -> Markup:
    """What stands for a tile that has no drawing: a card with its name."""
    size = 54 if len(text) < 3 else 17
    return Markup(
        '<rect x="2" y="2" width="96" height="96" rx="6" fill="#efe0bd" stroke="#a98c52" stroke-width="3"/>'
        '<text x="50" y="{}" text-anchor="middle" font-size="{}" fill="#7a6238">{}</text>'
    ).format(50 + size * 0.35, size, text[:12])


def _plain_piece(letter: str, colour: str) -> Markup:
    """What stands for a piece that has no drawing: a disc with a point to the north and its letter."""
    return Markup(
        '<path d="M50 2L68 22A36 36 0 1 1 32 22Z" fill="{}" stroke="#2b2118" stroke-width="4"/>'
        '<text x="50" y="70" text-anchor="middle" font-size="42" font-weight="700" fill="{}">{}</text>'
    ).format(safe_colour(colour), ink_on(colour), letter[:2])


class Symbols:
    """The symbols of one game: which id stands for which face, piece and zone, and their definitions."""

    def __init__(self, catalogue: Catalogue, layout: Layout) -> None:
        self._catalogue = catalogue
        self._ids: dict[Drawing | str, str] = {}
        self._bodies: dict[str, tuple[str, Markup]] = {}
        self.pieces = {
            kind.name: self._symbol(kind.drawing or kind.name, elements(kind.drawing) or _plain_piece(kind.letter, kind.colour))
            for kind in catalogue.pieces
        }
        self._piece_faces = {
            (kind.name, face): self._symbol(drawing, elements(drawing))
            for kind in catalogue.pieces
            for face, drawing in kind.face_drawings.items()
        }
        self._tall = layout.tile_tall
        self.zones = {zone.name: self._symbol(zone.drawing, elements(zone.drawing)) for zone in layout.zones if zone.drawing}
        self._faces: dict[tuple[str | None, str], str] = {}
        for kind in catalogue.tiles:
            for face in kind.periods:
                drawing = kind.drawings.get(face, ())
                body = elements(drawing) or _plain_tile(kind.label or kind.name)
                symbol = self._symbol(drawing or f"{kind.name}/{face}", body, self._tile_view(bool(drawing)))
                self._faces[kind.name, face] = symbol
                if face in kind.anonymous:
                    # A face that hides the kind looks the same whichever kind it is.
                    self._faces.setdefault((None, face), symbol)
                    self._faces.setdefault((catalogue.back, face), symbol)
        side = 100 * max(1.0, self._tall)
        # What nobody can name is square also where tiles are high; it stands in the middle of its place.
        corner = number(50 - side / 2)
        self._unknown = self._symbol("?", _plain_tile("?"), f"{corner} {corner} {number(side)} {number(side)}")
        self.definitions = Markup("").join(
            Markup('<symbol id="{}" viewBox="{}" preserveAspectRatio="none">{}</symbol>').format(name, view, body)
            for name, (view, body) in self._bodies.items()
        )
        """All symbols, each as wide as high: a tile that is higher than wide stands in the middle of its square."""

    def piece(self, kind: str, face: str | None) -> str:
        """The symbol id of a piece that shows that face."""
        return self._piece_faces.get((kind, face or ""), self.pieces[kind])

    def of_tile(self, kind: str) -> str:
        """The symbol id of the face that tells the kind apart; a question mark for an unknown kind."""
        known = next((tile for tile in self._catalogue.tiles if tile.name == kind), None)
        faces = [face for face in known.periods if face not in known.anonymous] if known is not None else []
        return self._faces.get((kind, faces[0]), self._unknown) if faces else self._unknown

    def _tile_view(self, drawn: bool) -> str:
        """The view box of a tile: square around its drawing, however high that is."""
        side = 100 * max(1.0, self._tall) if drawn else 100.0
        return f"{number(50 - side / 2)} 0 {number(side)} {number(side)}"

    def tile(self, look: Look) -> str:
        """The symbol id of a look; a question mark for one the catalogue does not know."""
        return self._faces.get((look.kind, look.face), self._unknown) if look != ABSENT else ""

    def _symbol(self, key: Drawing | str, body: Markup, view: str = "0 0 100 100") -> str:
        if key not in self._ids:
            self._ids[key] = f"art{len(self._ids)}"
            self._bodies[self._ids[key]] = (view, body)
        return self._ids[key]
