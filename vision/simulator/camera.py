"""A simulated camera: told what the table shows, it gives frames like any other camera.  It reads no clock of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.core.drawing import Point
from companion.core.grid import Facing, Place
from companion.core.scene import Look, Scene
from vision.frame import Frame
from vision.simulator.hand import Hand, reach
from vision.simulator.renderer import Conditions, Renderer

FRAME_S = 0.125
"""Time from frame to frame when nobody says what time it is."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong on request: `light` multiplies the brightness, `bump` is how far the camera was pushed (mm, degrees),
    `glare` a mirrored lamp (x, y, radius in mm), `blur_px` a lens out of focus, `covered` markers under a coaster."""

    light: float = 1.0
    bump_mm: Point = (0.0, 0.0)
    bump_deg: float = 0.0
    glare: tuple[float, float, float] | None = None
    blur_px: float = 0.0
    covered: frozenset[int] = frozenset()


NO_FAULTS = Faults()


@dataclass(frozen=True, slots=True)
class _Reaching:
    side: Facing
    places: tuple[Place, ...]
    progress: float
    carrying: Look | str | None
    style: int


@dataclass(frozen=True, slots=True)
class _Told:
    """What the camera was last told to show; replaced as a whole, so that another thread may do the telling."""

    scene: Scene
    reaching: _Reaching | None = None
    faults: Faults = NO_FAULTS


class SimulatedCamera:
    """Frames of a simulated table; the same seed, tellings and times give the same frames."""

    def __init__(self, renderer: Renderer, seed: int = 0, clock: Callable[[], float] | None = None) -> None:
        """`clock` gives the time for `read`; without it frames follow each other every `FRAME_S` seconds."""
        self.renderer = renderer
        self._seed, self._clock = seed, clock
        self._told = _Told(Scene((), ()))
        self._bumped: tuple[Point, float] = ((0.0, 0.0), 0.0)
        self._number = 0
        self._closed = False
        self._last: tuple[Scene, Hand | None] = (self._told.scene, None)

    # What to show ----------------------------------------------------------------------------------------------
    def show(self, scene: Scene) -> None:
        """From the next frame on the table looks like this."""
        self._told = replace(self._told, scene=scene)

    def reach(
        self, side: Facing, places: Sequence[Place], progress: float, carrying: Look | str | None = None, style: int | None = None
    ) -> None:
        """A hand from that side of the table over the places; `progress` 0 and 1: outside, about 0.5: touching.

        `carrying` is the look of a lifted tile or the name of a piece's kind; `style` picks skin and sleeve (else the side does).
        """
        self._told = replace(
            self._told, reaching=_Reaching(side, tuple(places), progress, carrying, int(side) if style is None else style)
        )

    def withdraw(self) -> None:
        """No hand from the next frame on."""
        self._told = replace(self._told, reaching=None)

    def go_wrong(self, faults: Faults) -> None:
        """These faults from the next frame on, in place of those before; NO_FAULTS: all is well."""
        self._told = replace(self._told, faults=faults)

    # Frames ----------------------------------------------------------------------------------------------------
    def step(self, now_s: float) -> Frame:
        """The frame taken at that time."""
        told, number = self._told, self._number
        self._number += 1
        bump = (told.faults.bump_mm, told.faults.bump_deg)
        if bump != self._bumped:
            self.renderer.move_camera(*bump)
            self._bumped = bump
        hand = self._hand(told.reaching)
        self._last = (told.scene, hand)
        picture = self.renderer.draw(told.scene, hand, self._conditions(told.faults, number, now_s))
        return Frame(number, now_s, picture)

    def read(self) -> Frame | None:
        """The frame of this moment; None after `close`."""
        if self._closed:
            return None
        return self.step(self._clock() if self._clock is not None else self._number * FRAME_S)

    def close(self) -> None:
        self._closed = True

    # Truth -----------------------------------------------------------------------------------------------------
    def shown(self) -> tuple[Scene, frozenset[Place]]:
        """The scene of the last frame and the places that a hand hid in it."""
        scene, hand = self._last
        return scene, self.renderer.hidden(hand)

    def _hand(self, reaching: _Reaching | None) -> Hand | None:
        if reaching is None:
            return None
        targets = [self.renderer.table.centre_mm(place) for place in reaching.places]
        hand = reach(reaching.side, targets, reaching.progress, self.renderer.visible_mm(), reaching.style)
        return replace(hand, carrying=reaching.carrying) if hand is not None else None

    def _conditions(self, faults: Faults, number: int, now_s: float) -> Conditions:
        """Light drifts over minutes, the ceiling trembles by a tenth of a pixel, noise is new in every frame."""
        chance = Random(f"{self._seed} {number}")
        drift = 1 + 0.025 * math.sin(now_s * math.tau / 97) + 0.012 * math.sin(now_s * math.tau / 31)
        shake = (chance.gauss(0, 0.12), chance.gauss(0, 0.12))
        return Conditions(drift * faults.light, shake, chance.randrange(1000), faults.blur_px, faults.glare, faults.covered)
