"""The lights of the panel.

Wiring: see `hardware.pins`.  Every light gets a resistor of 330 ohm in line; a lamp that draws more than 16 mA needs a
transistor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero import PWMLED, RGBLED

from companion.core.messages import Dot
from hardware.patterns import DARK, PatternName, channels, level, moves
from hardware.pins import PinMap

Write = Callable[[float, float, float], None]
"""Sets a lamp to red, green, blue, each 0 to 1."""


class Light:
    """One light: what it shall show, and, as time passes, what its lamp is set to."""

    def __init__(self, name: str, seat: str | None = None) -> None:
        self.name, self.seat = name, seat
        self._colour, self._since_s = DARK, 0.0
        self._pattern: PatternName = "off"
        self._device: Any = None
        self._write: Write | None = None
        self._shown: tuple[float, float, float] | None = None

    def connect(self, device: Any, write: Write) -> None:
        """Give the light its lamp; without one it only shows on the page."""
        self._device, self._write, self._shown = device, write, None

    def disconnect(self) -> None:
        """Close the lamp.  May be called twice."""
        device, self._device, self._write = self._device, None, None
        if device is not None:
            device.close()

    def set(self, colour: str, pattern: PatternName, now_s: float) -> None:
        """Show this from now on; the same again does not disturb a pattern that is running."""
        if (colour, pattern) != (self._colour, self._pattern):
            self._colour, self._pattern, self._since_s = colour, pattern, now_s

    def refresh(self, now_s: float, brightness: float) -> None:
        """Set the lamp to what its pattern says at this time.  Raises what the pin raises."""
        strength = brightness * level(self._pattern, now_s - self._since_s)
        red, green, blue = (strength * part for part in channels(self._colour))
        if self._write is not None and self._shown != (red, green, blue):
            self._write(red, green, blue)
            self._shown = (red, green, blue)

    @property
    def moving(self) -> bool:
        """Whether the lamp changes with time."""
        return self._write is not None and moves(self._pattern)

    @property
    def dot(self) -> Dot:
        """The light as the page mirrors it."""
        return Dot(self.name, self._colour, self._pattern, self.seat)


def open_status(pins: PinMap, factory: Any) -> tuple[Any, Write]:
    """The lamp of the status light: an RGB LED on three pins (longest leg to ground, or to 3V3 with a common anode)."""
    led = RGBLED(pins.status_red, pins.status_green, pins.status_blue, active_high=not pins.common_anode, pin_factory=factory)

    def write(red: float, green: float, blue: float) -> None:
        led.value = (red, green, blue)

    return led, write


def open_seat(pin: int, factory: Any) -> tuple[Any, Write]:
    """The lamp of a seat: an LED of any colour between the pin (over its resistor) and ground."""
    led = PWMLED(pin, pin_factory=factory)

    def write(red: float, green: float, blue: float) -> None:
        # One colour only: as bright as the strongest part asked for.
        led.value = max(red, green, blue)

    return led, write
