"""Pressing buttons that are not there."""

from __future__ import annotations

from hardware.errors import HardwareError
from hardware.panel import Panel


def press(panel: Panel, name: str) -> None:
    """Press and let go of a mock button, `done` or `take_back`; HardwareError on real pins, or when there is no such button."""
    buttons = panel.buttons
    if not panel.state().simulated:
        raise HardwareError(f"press the button {name!r}: the pins are real; press it with a finger")
    if name not in buttons:
        raise HardwareError(f"press the button {name!r}: there is no such button; there are {', '.join(buttons) or 'none'}")
    pin = buttons[name].pin
    pin.drive_low()
    pin.drive_high()
