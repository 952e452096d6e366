"""`companion hardware test`: every lamp, sound and button in turn."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.config import add_flags, load
from companion.core.messages import Command, Cue, CueKind, Done, TakeBack
from companion.core.view import Seat

if TYPE_CHECKING:
    from hardware.panel import Panel
    from hardware.pins import PinMap

COLOURS = ("#cc2020", "#2060cc", "#e0c020", "#20a040")

CUES: tuple[tuple[str, CueKind], ...] = (
    ("white, steady: it is somebody's turn", CueKind.YOUR_TURN),
    ("green, steady: the action is accepted", CueKind.LEGAL),
    ("red, blinking: a rule is broken", CueKind.ILLEGAL),
    ("amber, pulsing: the companion is not sure", CueKind.UNSURE),
    ("green, pulsing: the table is right again", CueKind.PUT_RIGHT),
    ("blue, pulsing: look here", CueKind.LOOK_HERE),
    ("white, all lights pulsing: the game is over", CueKind.OVER),
    ("dark: nothing to say", CueKind.IDLE),
)
"""What the status light shows for each kind of cue, in words."""

BUTTONS: dict[str, tuple[str, type[Command]]] = {"done": ("Done", Done), "take_back": ("Take back", TakeBack)}


@dataclass(frozen=True, slots=True)
class Times:
    """How long each step is shown, and how long a press is waited for (s)."""

    step_s: float
    press_s: float


def add(subparsers: Any) -> None:
    """Add this subcommand."""
    top: argparse.ArgumentParser = subparsers.add_parser("hardware", help="try the lamps, the sounds and the buttons")
    parts = top.add_subparsers(dest="part", metavar="PART", required=True)
    sub = parts.add_parser("test", help="every lamp, sound and button in turn; works on mock pins too, and says so")
    add_flags(sub, ("pins", "pin_map", "brightness", "quiet"))
    waits = (("--seconds", 1.0, "each lamp and sound lasts"), ("--press-seconds", 15.0, "a press is waited for"))
    for flag, default, what in waits:
        sub.add_argument(flag, metavar="S", type=_seconds, default=default, help=f"how long {what} (default: {default:g})")
    sub.set_defaults(run=run)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 3600")
    return value


def run(args: argparse.Namespace) -> int:
    """Try everything; returns 0 when all of it answered, 1 otherwise.  A wrong pin map is an error before anything is opened."""
    from hardware.panel import Panel
    from hardware.pins import PinMap, factory

    loaded = load(vars(args))
    for warning in loaded.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    settings = loaded.settings
    pins = PinMap.parse(settings.pin_map)
    seats = tuple(Seat(f"seat_{number}", f"seat {number}", (), COLOURS[(number - 1) % len(COLOURS)])
                  for number in range(1, len(pins.seats) + 1))
    presses = Presses()
    panel = Panel(pins, factory(settings.pins), seats, presses.press, brightness=settings.brightness, quiet=settings.quiet)
    try:
        _print_wiring(panel, pins)
        return _test(panel, seats, presses, Times(args.seconds, args.press_seconds), settings.quiet)
    finally:
        panel.close()


class Presses:
    """Remembers that a button was pressed until somebody asks."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._commands: list[Command] = []

    def press(self, command: Command) -> None:
        with self._changed:
            self._commands.append(command)
            self._changed.notify_all()

    def wait_press(self, wanted: type[Command], timeout_s: float) -> bool:
        """Whether that command came within the time; what came before does not count."""
        def came() -> bool:
            return any(isinstance(command, wanted) for command in self._commands)

        with self._changed:
            pressed = self._changed.wait_for(came, timeout_s)
            self._commands.clear()
            return pressed


def _print_wiring(panel: Panel, pins: PinMap) -> None:
    print(panel.words)
    for name, pin in pins.named():
        print(f"  {name:13} GPIO {pin}")


def _test(panel: Panel, seats: tuple[Seat, ...], presses: Presses, times: Times, quiet: bool) -> int:
    from hardware.patterns import SIGNALS

    for words, kind in CUES:
        sound = "" if quiet else SIGNALS[kind].sound
        print(f"status light  {words}" + (f"; sound: {sound}" if sound else ""), flush=True)
        panel.show((Cue(kind),))
        time.sleep(times.step_s)
    for seat in seats:
        print(f"seat light    {seat.name}", flush=True)
        panel.show((Cue(CueKind.YOUR_TURN, seat.id),))
        time.sleep(times.step_s)
    panel.show((Cue(CueKind.IDLE),))
    silent = [name for name in BUTTONS if not _try_button(panel, name, presses, times.press_s)]
    return _report(panel, silent)


def _try_button(panel: Panel, name: str, presses: Presses, timeout_s: float) -> bool:
    """Ask for a press and wait for it; a mock button is pressed by the program itself, which says so."""
    from hardware.simulated import press

    words, command = BUTTONS[name]
    if name not in panel.buttons:
        return False
    if panel.state().simulated:
        print(f"button        {words}: a mock button, pressed by the program", flush=True)
        press(panel, name)
    else:
        print(f"button        {words}: press it now ({timeout_s:g} s)", flush=True)
    pressed = presses.wait_press(command, timeout_s)
    print("              pressed" if pressed else "              no press came")
    return pressed


def _report(panel: Panel, silent: list[str]) -> int:
    state = panel.state()
    for fault in state.faults:
        print(f"fault: {fault}")
    for name in silent:
        print(f"fault: no press of {BUTTONS[name][0]} was noticed; check that its legs go to its pin and to ground")
    if state.faults or silent:
        return 1
    print("Everything answered; " + ("but the pins are mock pins: no real lamp was tried." if state.simulated else
                                     "whether it shone and sounded, only you can tell."))
    return 0
