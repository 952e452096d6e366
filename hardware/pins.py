"""Which pin does what, checked before anything is opened, and who drives the pins.

Wiring (numbers are GPIO numbers, not places on the header; every light has a resistor of 330 ohm in line with it):

    status light   RGB LED, common cathode: the longest leg to ground, red, green and blue leg each over a resistor
                   to GPIO 17, 27 and 22
    seat lights    LED each: the long leg over a resistor to GPIO 5, 6, 13, 19, the short leg (flat side) to ground
    buzzer         passive piezo buzzer: the + leg to GPIO 18, the other leg to ground
    Done           push button between GPIO 23 and ground; no resistor, the Pi pulls the pin up
    Take back      push button between GPIO 24 and ground

With a common anode the longest leg goes to 3V3 instead, and `common_anode` says so.
"""

from __future__ import annotations

import difflib
import importlib
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from gpiozero import GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import HardwareError, PinMapError

FIRST_PIN, LAST_PIN = 2, 27

RESERVED: Mapping[int, str] = {
    2: "I2C, with a pull-up resistor of its own", 3: "I2C, with a pull-up resistor of its own",
    7: "SPI", 8: "SPI", 9: "SPI", 10: "SPI, where an LED strip is connected", 11: "SPI, where an LED strip is connected",
    14: "the serial console", 15: "the serial console",
}
"""Pins that other things on a Raspberry Pi use, and what for."""

SEAT_PREFIX = "seat_"
MODEL = Path("/proc/device-tree/model")
KINDS = ("auto", "mock", "lgpio")


@dataclass(frozen=True, slots=True)
class PinMap:
    """The GPIO number of every lamp leg, the buzzer and the buttons; `seats` in the order of the seats."""

    status_red: int = 17
    status_green: int = 27
    status_blue: int = 22
    buzzer: int = 18
    done: int = 23
    take_back: int = 24
    seats: tuple[int, ...] = (5, 6, 13, 19)
    common_anode: bool = False

    def named(self) -> tuple[tuple[str, int], ...]:
        """Every use of a pin by name (seats from `seat_1`), in the order of the wiring list."""
        single = tuple((field.name, getattr(self, field.name)) for field in fields(self) if field.name not in _NOT_SINGLE)
        return single + tuple((f"{SEAT_PREFIX}{number}", pin) for number, pin in enumerate(self.seats, 1))

    def problems(self) -> tuple[str, ...]:
        """Everything that is wrong with the map, one sentence each; empty when it can be used."""
        found, users = [], defaultdict(list)
        for name, pin in self.named():
            users[pin].append(name)
            if not FIRST_PIN <= pin <= LAST_PIN:
                found.append(f"{name} is on GPIO {pin}, but there are only GPIO {FIRST_PIN} to {LAST_PIN}; choose another pin")
            elif pin in RESERVED:
                found.append(f"{name} is on GPIO {pin}, which is kept for {RESERVED[pin]}; choose another pin")
        for pin, names in users.items():
            if len(names) > 1:
                found.append(f"GPIO {pin} is used {len(names)} times, by {', '.join(names)}; give each a pin of its own")
        return tuple(found)

    def checked(self) -> PinMap:
        """The map itself; PinMapError with all problems at once when it cannot be used."""
        problems = self.problems()
        if problems:
            raise PinMapError(problems)
        return self

    @classmethod
    def parse(cls, text: str) -> PinMap:
        """The usual map with the changes of a text such as `done=20 seat_1=26 common_anode=yes`, checked.

        PinMapError lists everything that could not be read and everything that is wrong with the result.
        """
        unknown: list[str] = []
        made = cls()
        for part in text.replace(",", " ").split():
            name, _, value = part.partition("=")
            try:
                made = _with(made, name, value)
            except ValueError as error:
                unknown.append(f"{part!r}: {error}")
        problems = (*unknown, *made.problems())
        if problems:
            raise PinMapError(problems)
        return made


_NOT_SINGLE = ("seats", "common_anode")
_ANSWERS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def _with(pins: PinMap, name: str, value: str) -> PinMap:
    """The map with one change; ValueError says what is wrong with the name or value."""
    if name == "common_anode":
        if value.lower() not in _ANSWERS:
            raise ValueError("write common_anode=yes or common_anode=no")
        return replace(pins, common_anode=_ANSWERS[value.lower()])
    names = [known for known, _ in pins.named()]
    seat = name.removeprefix(SEAT_PREFIX)
    next_seat = name.startswith(SEAT_PREFIX) and seat == str(len(pins.seats) + 1)
    if name not in names and not next_seat:
        near = difflib.get_close_matches(name, names, n=1)
        raise ValueError(f"no such name; did you mean {near[0]}?" if near else f"no such name; the names are {', '.join(names)}")
    if not value.isdecimal():
        raise ValueError(f"{value!r} is not the number of a pin; write {name}=17")
    if name.startswith(SEAT_PREFIX):
        index = int(seat) - 1
        return replace(pins, seats=(*pins.seats[:index], int(value), *pins.seats[index + 1:]))
    change: dict[str, Any] = {name: int(value)}
    return replace(pins, **change)


@dataclass(frozen=True, slots=True, eq=False)
class Driver:
    """Who drives the pins: a factory of gpiozero, whether its pins are mock pins, and that in words."""

    factory: Any
    simulated: bool
    words: str


def on_raspberry_pi(model: Path = MODEL) -> bool:
    """Whether the computer says that it is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in model.read_text(errors="replace")
    except OSError:
        return False


def factory(kind: str = "auto", model: Path = MODEL) -> Driver:
    """The driver of that kind: `mock` needs no hardware, `lgpio` a Pi; `auto` is lgpio on a Raspberry Pi and mock elsewhere.

    HardwareError when lgpio was asked for and does not work; with `auto` mock pins stand in for it, and `words` says why.
    """
    if kind not in KINDS:
        raise HardwareError(f"drive the pins with {kind!r}: there is no such kind; choose one of {', '.join(KINDS)}")
    if kind == "lgpio":
        return _lgpio()
    if kind == "mock":
        return _mock("The panel is simulated, as asked for.")
    if not on_raspberry_pi(model):
        return _mock("The panel is simulated: this computer is not a Raspberry Pi.")
    try:
        return _lgpio()
    except HardwareError as error:
        return _mock(f"The panel is simulated: {error}")


def _mock(words: str) -> Driver:
    # Plain mock pins refuse PWM, which the status light and the buzzer need.
    return Driver(MockFactory(pin_class=MockPWMPin), True, words)


def _lgpio() -> Driver:
    # lgpio leaves a notification pipe in the working folder, which need not be writable.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        module = importlib.import_module("gpiozero.pins.lgpio")
        return Driver(module.LGPIOFactory(), False, "The pins of this Raspberry Pi are driven with lgpio.")
    except _failures() as error:
        remedy = "install it with `pip install lgpio`, and let this user into the group gpio"
        raise HardwareError(f"open the pins with lgpio: {type(error).__name__}: {error}; {remedy}") from error


def pin_errors() -> tuple[type[Exception], ...]:
    """What a pin that fails may raise: gpiozero's errors, the system's, and those of lgpio where gpiozero has loaded it."""
    # The errors of lgpio are a family of their own, and gpiozero lets them through.
    lgpio_error = getattr(sys.modules.get("lgpio"), "error", None)
    return (GPIOZeroError, OSError) if lgpio_error is None else (GPIOZeroError, OSError, lgpio_error)


def _failures() -> tuple[type[Exception], ...]:
    return (ImportError, *pin_errors())
