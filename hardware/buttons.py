"""Two buttons: Done and Take back.

Wiring: one leg of each button to its pin (Done GPIO 23, Take back GPIO 24), the other leg to ground.  No resistor: the
Raspberry Pi pulls the pin up, and pressing pulls it down.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from gpiozero import DigitalInputDevice

from companion.core.messages import Command, Done, TakeBack

LOG = logging.getLogger(__name__)

BOUNCE_S = 0.05
"""A contact that opens again within this time (s) is the same press."""

COMMANDS: dict[str, Command] = {"done": Done(), "take_back": TakeBack()}
"""What pressing each button means; `by` stays open, for nobody knows whose hand it was."""


def open_button(name: str, pin: int, factory: Any, submit: Callable[[Command], object]) -> Any:
    """The button of that name, which submits its command when it is pressed."""
    # Not gpiozero's Button: its thread, which waits for a button held down, wakes ten times a second for nothing.
    button = DigitalInputDevice(pin, pull_up=True, bounce_time=BOUNCE_S, pin_factory=factory)

    def pressed() -> None:
        try:
            submit(COMMANDS[name])
        except Exception:
            # The top of gpiozero's thread: one press that fails must not make the button deaf.
            LOG.exception("pressing %s failed", name)

    button.when_activated = pressed
    return button
