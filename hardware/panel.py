"""The panel: a status light, a light for every seat, a buzzer, two buttons.

    panel = Panel(PinMap(), factory("auto"), seats, loop.submit)
    panel.show((Cue(CueKind.LEGAL),))
    panel.close()

Nothing here waits: `show` sets what lamps and buzzer shall do, and one thread moves the patterns along.  A pin that fails
becomes a line in `state().faults`; everything else goes on.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from companion.core.messages import Command, Cue, CueKind, PanelState
from companion.core.view import Seat
from hardware.buttons import open_button
from hardware.lights import Light, open_seat, open_status
from hardware.patterns import DARK, SIGNALS, PatternName, Signal
from hardware.pins import Driver, PinMap, pin_errors
from hardware.sounds import Sounder, open_buzzer

LOG = logging.getLogger(__name__)

STEP_S = 0.02
"""How often patterns and melodies move on (s)."""

_ORDER = list(SIGNALS)


class Panel:
    """Lamps, sounds and buttons, real or mock; safe to use from several threads."""

    def __init__(
        self,
        pins: PinMap,
        driver: Driver,
        seats: Sequence[Seat],
        submit: Callable[[Command], object],
        *,
        brightness: float = 0.6,
        quiet: bool = False,
        on_change: Callable[[PanelState], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
        animate: bool = True,
    ) -> None:
        """Open the pins (PinMapError for a wrong map); `submit` gets the commands of the buttons, `on_change` each new state.

        `brightness` from 0 to 1; `quiet`: no sounds.  With `animate` false nothing moves unless `refresh` is called.
        """
        self._pins, self._driver, self._seats = pins.checked(), driver, tuple(seats)
        self._brightness, self._quiet, self._clock = brightness, quiet, clock
        self.on_change = on_change
        self._errors = pin_errors()
        self._lock = threading.RLock()
        self._faults: list[str] = []
        self._turn: str | None = None
        self._sound, self._sound_number = "", 0
        self._said: tuple[Cue, ...] = ()
        self._pointing = False
        self._status = Light("status")
        self._seat_lights = tuple(Light(seat.name, seat.id) for seat in self._seats)
        self._sounder = Sounder()
        self._buttons: dict[str, Any] = {}
        self._closed = False
        self._wake = threading.Event()
        self._connect(submit)
        self._thread = threading.Thread(target=self._animate, name="panel", daemon=True)
        if animate:
            self._thread.start()

    def show(self, cues: Sequence[Cue]) -> None:
        """Let lamps and buzzer say this; of several cues the strongest sets the status light and the sound."""
        with self._lock:
            if self._closed or not cues:
                return
            before, now_s = self.state(), self._clock()
            strongest = min(cues, key=lambda cue: _ORDER.index(cue.kind))
            signal = SIGNALS[strongest.kind]
            self._status.set(signal.colour, signal.pattern, now_s)
            self._show_seats(cues, now_s)
            if not self._said_before(strongest, cues):
                self._play(signal, now_s)
            self.refresh(now_s)
            after = self.state()
        self._wake.set()
        if after != before:
            self._tell(after)

    def state(self) -> PanelState:
        """The panel as it is, for the mirror on the page."""
        with self._lock:
            dots = (self._status.dot, *(light.dot for light in self._seat_lights))
            return PanelState(dots, self._sound, self._sound_number, self._driver.simulated, tuple(self._faults))

    def refresh(self, now_s: float | None = None) -> None:
        """Move patterns and melodies on to this time (s of the panel's clock)."""
        with self._lock:
            now_s = self._clock() if now_s is None else now_s
            for light in (self._status, *self._seat_lights):
                step = partial(light.refresh, now_s, self._brightness)
                self._try(f"the light {light.name!r}", step, light.disconnect)
            self._try("the buzzer", partial(self._sounder.refresh, now_s), self._sounder.disconnect)

    def adjust(self, brightness: float, quiet: bool) -> None:
        """Another brightness from 0 to 1, sounds or none; a panel that was opened quiet has no buzzer and stays so."""
        with self._lock:
            self._brightness, self._quiet = brightness, quiet
            self.refresh()

    @property
    def brightness(self) -> float:
        return self._brightness

    @property
    def quiet(self) -> bool:
        return self._quiet

    @property
    def words(self) -> str:
        """Who drives the pins, in words."""
        return self._driver.words

    @property
    def buttons(self) -> dict[str, Any]:
        """The gpiozero devices of the buttons that could be opened, by name."""
        return dict(self._buttons)

    def close(self) -> None:
        """Switch everything off and give the pins back.  May be called twice."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._wake.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()
        with self._lock:
            closers = [self._status.disconnect, *(light.disconnect for light in self._seat_lights), self._sounder.disconnect]
            closers += [button.close for button in self._buttons.values()]
            for close in (*closers, self._driver.factory.close):
                self._try("the panel, when it was closed,", close)

    def _connect(self, submit: Callable[[Command], object]) -> None:
        pins, made = self._pins, self._driver.factory
        self._try("the status light", lambda: self._status.connect(*open_status(pins, made)))
        for light, pin in zip(self._seat_lights, pins.seats, strict=False):
            self._try(f"the light {light.name!r}", partial(_connect_seat, light, pin, made))
        for light in self._seat_lights[len(pins.seats):]:
            self._faults.append(f"there is no pin for the light {light.name!r}: the pin map has {len(pins.seats)} seat lights")
        if not self._quiet:
            self._try("the buzzer", lambda: self._sounder.connect(open_buzzer(pins.buzzer, made)))
        for name, pin in (("done", pins.done), ("take_back", pins.take_back)):
            self._try(f"the button {name!r}", partial(self._open_button, name, pin, submit))

    def _open_button(self, name: str, pin: int, submit: Callable[[Command], object]) -> None:
        self._buttons[name] = open_button(name, pin, self._driver.factory, submit)

    def _show_seats(self, cues: Sequence[Cue], now_s: float) -> None:
        for cue in cues:
            if cue.kind is CueKind.YOUR_TURN:
                self._turn = cue.seat
            elif cue.kind in (CueKind.OVER, CueKind.IDLE):
                self._turn = None
        for seat, light in zip(self._seats, self._seat_lights, strict=True):
            pattern = self._seat_pattern(seat.id, cues)
            light.set(DARK if pattern == "off" else seat.colour, pattern, now_s)

    def _seat_pattern(self, seat: str, cues: Sequence[Cue]) -> PatternName:
        """What a seat's light shows: the strongest cue about it, else whether it is its turn."""
        for kind in _ORDER:
            about = [cue for cue in cues if cue.kind is kind and (cue.seat == seat or kind is CueKind.OVER)]
            if about and SIGNALS[kind].seat != "off":
                return SIGNALS[kind].seat
        return "steady" if seat == self._turn else "off"

    def _said_before(self, strongest: Cue, cues: Sequence[Cue]) -> bool:
        """Whether this only brings back what the lamps said before somebody pointed somewhere: no reason for a sound."""
        if strongest.kind is CueKind.LOOK_HERE:
            self._pointing = True
            return False
        again = self._pointing and strongest in self._said
        self._pointing, self._said = False, tuple(cues)
        return again

    def _play(self, signal: Signal, now_s: float) -> None:
        if signal.sound and not self._quiet:
            self._sounder.play(signal.sound, now_s)
            self._sound, self._sound_number = signal.sound, self._sound_number + 1

    def _try(self, what: str, step: Callable[[], object], give_up: Callable[[], object] | None = None) -> None:
        """Do something with a pin; when the pin fails, say so once and leave that device alone from then on."""
        try:
            step()
        except self._errors as error:
            self._faults.append(f"{what} does not answer ({type(error).__name__}: {error}); check its wiring, then restart")
            if give_up is not None:
                with suppress(*self._errors):
                    give_up()
            self._wake.set()

    def _moving(self) -> bool:
        with self._lock:
            return self._sounder.moving or any(light.moving for light in (self._status, *self._seat_lights))

    def _animate(self) -> None:
        """The panel's thread: steps while something moves, sleeps otherwise."""
        told = 0
        while True:
            self._wake.wait(STEP_S if self._moving() else None)
            self._wake.clear()
            if self._closed:
                return
            try:
                self.refresh()
                state = self.state()
                if len(state.faults) != told:
                    told = len(state.faults)
                    self._tell(state)
            except Exception:
                # The top of the panel's thread: a fault in one step must not leave lamps frozen for good.
                LOG.exception("moving the panel on failed")

    def _tell(self, state: PanelState) -> None:
        if self.on_change is not None:
            self.on_change(state)


def _connect_seat(light: Light, pin: int, factory: Any) -> None:
    light.connect(*open_seat(pin, factory))
