"""The panel on mock pins: what each pin is set to, pressed buttons, pins that fail."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from gpiozero.exc import GPIOPinInUse, PinError
from gpiozero.tones import Tone
from set_clock import SetClock

from companion.core.grid import Cell
from companion.core.messages import Command, Cue, CueKind, Done, Dot, PanelState, TakeBack
from companion.core.view import Seat
from hardware.errors import HardwareError, PinMapError
from hardware.panel import Panel
from hardware.patterns import AMBER, DARK, GREEN, RED, WHITE
from hardware.pins import Driver, PinMap, factory
from hardware.simulated import press

SEATS = (Seat("ann", "Ann", (), "#cc0000"), Seat("ben", "Ben", (), "#0000cc"))
TURN = Cue(CueKind.YOUR_TURN, "ann")


class Bench:
    """A panel on mock pins with a clock that a test moves; nothing moves by itself."""

    def __init__(self, pins: PinMap | None = None, seats: Sequence[Seat] = SEATS, **options: Any) -> None:
        self.pins = pins or PinMap()
        self.driver: Driver = options.pop("driver", None) or factory("mock")
        self.clock = SetClock()
        self.commands: list[Command] = []
        self.told: list[PanelState] = []
        self.panel = Panel(self.pins, self.driver, seats, self.commands.append, clock=self.clock, animate=False,
                           on_change=self.told.append, **{"brightness": 1.0, **options})

    def pin(self, name: str) -> Any:
        return self.driver.factory.pin(dict(self.pins.named())[name])

    def levels(self, name: str) -> list[float]:
        """Every state the pin has been in, as a whole list, and forget them."""
        pin = self.pin(name)
        states = [round(float(state.state), 3) for state in pin.states]
        pin.clear_states()
        return states

    def at(self, seconds: float) -> None:
        """Let time pass in one step."""
        self.clock.now = seconds
        self.panel.refresh()

    @property
    def patterns(self) -> list[tuple[str, str, str]]:
        return [(dot.name, dot.colour, dot.pattern) for dot in self.panel.state().dots]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.panel.close()


def test_an_accepted_action_is_green_and_passes_the_turn(bench: Bench) -> None:
    """The status light is set to green, the lamp of the seat in turn goes on, the other stays off."""
    for name in ("status_red", "status_green", "status_blue", "seat_1", "seat_2"):
        bench.pin(name).clear_states()
    bench.panel.show((Cue(CueKind.LEGAL, "ben"), TURN))
    assert bench.patterns == [("status", GREEN, "steady"), ("Ann", "#cc0000", "steady"), ("Ben", DARK, "off")]
    assert bench.levels("status_red") == [0.0, 0.125] and bench.levels("status_green") == [0.0, 0.816]
    assert bench.levels("status_blue") == [0.0, 0.251]
    assert bench.levels("seat_1") == [0.0, 0.8] and bench.levels("seat_2") == [0.0]


def test_a_broken_rule_blinks_red_at_status_and_seat(bench: Bench) -> None:
    """Half a second on, half a second off, in step; the next cue ends it."""
    bench.panel.show((Cue(CueKind.ILLEGAL, "ben"),))
    assert bench.patterns == [("status", RED, "blink"), ("Ann", DARK, "off"), ("Ben", "#0000cc", "blink")]
    bench.levels("status_red")
    for tenth in range(1, 15):
        bench.at(tenth / 10)
    assert bench.levels("status_red") == [1.0, 0.0, 1.0]
    bench.panel.show((TURN,))
    assert bench.patterns[0] == ("status", WHITE, "steady") and bench.patterns[2] == ("Ben", DARK, "off")


def test_the_turn_lamp_stays_while_something_is_asked(bench: Bench) -> None:
    """A question to Ben pulses his lamp and leaves Ann's turn lamp on."""
    bench.panel.show((TURN,))
    bench.panel.show((Cue(CueKind.UNSURE, "ben"),))
    assert bench.patterns == [("status", AMBER, "pulse"), ("Ann", "#cc0000", "steady"), ("Ben", "#0000cc", "pulse")]


@pytest.mark.parametrize(("kind", "pattern"), [(CueKind.OVER, "pulse"), (CueKind.IDLE, "off")])
def test_the_end_and_silence_concern_everybody(bench: Bench, kind: CueKind, pattern: str) -> None:
    """At the end all lights pulse; idle means dark; the turn is over in both."""
    bench.panel.show((TURN,))
    bench.panel.show((Cue(kind),))
    assert [shown for _, _, shown in bench.patterns] == [pattern] * 3


def test_the_strongest_cue_wins(bench: Bench) -> None:
    """Put right, legal and a turn together: the light and the sound of legal."""
    bench.panel.show((Cue(CueKind.PUT_RIGHT), Cue(CueKind.LEGAL), TURN))
    assert bench.panel.state().dots[0] == Dot("status", GREEN, "steady") and bench.panel.state().sound == "accepted"


def test_brightness_dims_every_lamp() -> None:
    """At a quarter brightness a lamp gets a quarter."""
    bench = Bench(brightness=0.25)
    bench.panel.show((TURN,))
    assert bench.levels("status_green")[-1] == 0.25 and bench.levels("seat_1")[-1] == 0.2
    bench.panel.close()


def test_a_common_anode_is_driven_the_other_way_round() -> None:
    """White on a common anode pulls all three legs down."""
    bench = Bench(PinMap(common_anode=True))
    bench.panel.show((TURN,))
    assert [bench.levels(f"status_{leg}")[-1] for leg in ("red", "green", "blue")] == [0.0, 0.0, 0.0]
    bench.panel.close()


def test_a_melody_is_played_note_by_note(bench: Bench) -> None:
    """The buzzer's pin gets the frequencies of the melody in turn, then silence; the sound is counted."""
    pin, heard = bench.pin("buzzer"), []
    bench.panel.show((Cue(CueKind.LEGAL),))
    for hundredth in range(0, 30, 2):
        bench.at(hundredth / 100)
        if not heard or heard[-1] != pin.frequency:
            heard.append(pin.frequency)
    assert heard == [Tone("E5").frequency, Tone("A5").frequency, None]
    assert (bench.panel.state().sound, bench.panel.state().sound_number) == ("accepted", 1)


def test_pointing_and_letting_go_makes_no_sound(bench: Bench) -> None:
    """The alarm that stood before somebody pointed comes back in light only; a new one is heard."""
    alarm, point = Cue(CueKind.ILLEGAL, "ann", (Cell(0, 1),)), Cue(CueKind.LOOK_HERE, "ann", (Cell(0, 2),))
    for cue in (alarm, point, alarm, point, Cue(CueKind.ILLEGAL, "ann", (Cell(0, 0),))):
        bench.panel.show((cue,))
    assert (bench.panel.state().sound_number, bench.patterns[0]) == (2, ("status", RED, "blink"))


def test_a_quiet_panel_has_no_buzzer() -> None:
    """With `quiet` no pin is opened for sound and no sound is reported."""
    bench = Bench(quiet=True)
    bench.panel.show((Cue(CueKind.LEGAL),))
    assert bench.pin("buzzer").frequency is None and bench.panel.state().sound == ""
    bench.panel.close()


def test_buttons_submit_commands(bench: Bench) -> None:
    """Each press is one command, from nobody in particular."""
    press(bench.panel, "done")
    press(bench.panel, "take_back")
    press(bench.panel, "done")
    assert bench.commands == [Done(), TakeBack(), Done()]


def test_pressing_what_is_not_there_is_an_error(bench: Bench) -> None:
    """A wrong name is answered with the names there are."""
    with pytest.raises(HardwareError, match=r"'start'.*done, take_back"):
        press(bench.panel, "start")


def test_a_press_that_fails_leaves_the_button_working(caplog: pytest.LogCaptureFixture) -> None:
    """An exception of the receiver is logged, and the next press arrives."""
    got: list[Command] = []

    def submit(command: Command) -> None:
        got.append(command)
        if len(got) == 1:
            raise ValueError("not now")

    panel = Panel(PinMap(), factory("mock"), SEATS, submit, animate=False)
    with caplog.at_level(logging.ERROR):
        press(panel, "done")
    press(panel, "done")
    panel.close()
    assert got == [Done(), Done()] and "not now" in caplog.text


def test_changes_are_told_once(bench: Bench) -> None:
    """The same silent cue again is no change; a new one is, and the callback gets the state as it is."""
    bench.panel.show((Cue(CueKind.LOOK_HERE, "ann"),))
    bench.panel.show((Cue(CueKind.LOOK_HERE, "ann"),))
    bench.panel.show((TURN,))
    bench.panel.show(())
    assert len(bench.told) == 2 and bench.told[-1] == bench.panel.state() and bench.told[-1].simulated


def test_a_dead_lamp_is_a_line_and_play_goes_on(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pin that fails when it is set is named with its remedy, once; the other lamps still work, the mirror shows it all."""

    def broken(value: float) -> None:
        raise PinError("no such line")

    monkeypatch.setattr(bench.pin("seat_1"), "_set_state", broken)
    bench.panel.show((TURN,))
    bench.panel.show((Cue(CueKind.LEGAL), TURN))
    (fault,) = bench.panel.state().faults
    assert "light 'Ann'" in fault and "no such line" in fault and "check its wiring" in fault
    assert bench.told[-1].faults == (fault,)
    assert bench.patterns[1] == ("Ann", "#cc0000", "steady") and bench.levels("status_green")[-1] == 0.816


def test_a_pin_that_cannot_be_opened_is_a_line() -> None:
    """A pin somebody else holds costs that device only."""
    driver = factory("mock")
    other = Bench(driver=driver)
    second = Bench(driver=driver)
    faults = second.panel.state().faults
    assert len(faults) == 6 and all(GPIOPinInUse.__name__ in fault for fault in faults)
    second.panel.show((TURN,))
    assert second.patterns[0] == ("status", WHITE, "steady")
    other.panel.close()


def test_more_seats_than_lamps_is_a_line() -> None:
    """The third seat has no lamp: said in words, shown on the page all the same."""
    bench = Bench(PinMap(seats=(5, 6)), seats=(*SEATS, Seat("cat", "Cat")))
    assert bench.panel.state().faults == ("there is no pin for the light 'Cat': the pin map has 2 seat lights",)
    bench.panel.show((Cue(CueKind.YOUR_TURN, "cat"),))
    assert bench.patterns[3][2] == "steady"
    bench.panel.close()


def test_a_wrong_map_opens_nothing() -> None:
    """The map is refused before any pin is touched."""
    driver = factory("mock")
    with pytest.raises(PinMapError):
        Panel(PinMap(done=5), driver, SEATS, lambda command: None, animate=False)
    assert driver.factory.pins == {}
    driver.factory.close()


def test_closing_switches_everything_off_and_may_be_done_twice(bench: Bench) -> None:
    """After close lamps are dark, pins can be opened anew, and further cues are ignored."""
    bench.panel.show((TURN,))
    pins = [bench.pin(name) for name in ("status_red", "seat_1")]
    bench.panel.close()
    bench.panel.close()
    bench.panel.show((Cue(CueKind.ILLEGAL),))
    assert [pin.function for pin in pins] == ["input", "input"] and bench.panel.state().faults == ()
    assert bench.patterns[0] == ("status", WHITE, "steady")


def test_the_panels_thread_moves_patterns_and_ends() -> None:
    """With its thread a blinking light is moved on without anybody calling `refresh`, and close ends the thread."""
    moved = threading.Semaphore(0)

    class Clock(SetClock):
        def __call__(self) -> float:
            moved.release()
            return self.advance(0.3)

    panel = Panel(PinMap(), factory("mock"), SEATS, lambda command: None, clock=Clock())
    panel.show((Cue(CueKind.ILLEGAL, "ann"),))
    for _ in range(8):
        assert moved.acquire(timeout=20.0)
    panel.close()
    assert "panel" not in [thread.name for thread in threading.enumerate()]
