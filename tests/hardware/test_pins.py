"""The pin map is checked before anything is opened, and who drives the pins is chosen explicitly."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.errors import HardwareError, PinMapError
from hardware.pins import RESERVED, PinMap, factory, on_raspberry_pi, pin_errors


def test_the_usual_map_has_no_problem() -> None:
    """The wiring in the docstring can be opened, and `checked` gives it back."""
    assert PinMap().problems() == () and PinMap().checked() is not None
    assert dict(PinMap().named())["seat_4"] == 19


def test_all_problems_are_found_at_once() -> None:
    """A pin out of range, a reserved one and one used twice are all named, each with pin, user and remedy."""
    with pytest.raises(PinMapError) as error:
        PinMap(status_red=40, buzzer=14, done=24, seats=(5, 5)).checked()
    assert error.value.problems == (
        "status_red is on GPIO 40, but there are only GPIO 2 to 27; choose another pin",
        "buzzer is on GPIO 14, which is kept for the serial console; choose another pin",
        "GPIO 24 is used 2 times, by done, take_back; give each a pin of its own",
        "GPIO 5 is used 2 times, by seat_1, seat_2; give each a pin of its own",
    )


@pytest.mark.parametrize("pin", sorted(RESERVED))
def test_reserved_pins_are_refused(pin: int) -> None:
    """Each pin that something else uses is refused with its purpose."""
    assert RESERVED[pin] in PinMap(done=pin).problems()[0]


def test_a_map_is_written_as_changes() -> None:
    """Names, seats counted from 1, one seat more, and the common anode; commas do as well as blanks."""
    made = PinMap.parse("done=20, seat_1=26 seat_5=12 common_anode=yes")
    assert made == PinMap(done=20, seats=(26, 6, 13, 19, 12), common_anode=True)
    assert PinMap.parse("") == PinMap()


def test_everything_unreadable_is_named_at_once() -> None:
    """An unknown name gets a suggestion, a bad number an example, and the map's own problems come along."""
    with pytest.raises(PinMapError) as error:
        PinMap.parse("dnoe=20 seat_9=4 buzzer=x common_anode=maybe take_back=23")
    words = error.value.problems
    assert [word.split(":")[0] for word in words[:4]] == ["'dnoe=20'", "'seat_9=4'", "'buzzer=x'", "'common_anode=maybe'"]
    assert "did you mean done?" in words[0] and "buzzer=17" in words[2]
    assert words[4:] == ("GPIO 23 is used 2 times, by done, take_back; give each a pin of its own",)


def test_only_a_pi_is_a_pi(tmp_path: Path) -> None:
    """The device tree's model decides; without one it is no Pi."""
    model = tmp_path / "model"
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert on_raspberry_pi(model) and not on_raspberry_pi(tmp_path / "none")
    model.write_text("Pine64")
    assert not on_raspberry_pi(model)


def test_auto_takes_mock_pins_elsewhere_and_says_so(tmp_path: Path) -> None:
    """Without a Pi the panel is simulated, and the words say why."""
    driver = factory("auto", tmp_path / "none")
    assert driver.simulated and "not a Raspberry Pi" in driver.words
    driver.factory.close()
    asked = factory("mock")
    assert asked.simulated and "as asked for" in asked.words
    asked.factory.close()


def test_a_pi_without_a_working_lgpio_plays_on_mock_pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` falls back and says what to install; asking for lgpio itself is refused."""
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 4")
    driver = factory("auto", model)
    assert driver.simulated and "pip install lgpio" in driver.words
    driver.factory.close()
    with pytest.raises(HardwareError, match="pip install lgpio"):
        factory("lgpio")


def test_an_unknown_kind_lists_the_kinds() -> None:
    """A slip of the pen is answered with the choices."""
    with pytest.raises(HardwareError, match=r"'gpio'.*auto, mock, lgpio"):
        factory("gpio")


def test_the_errors_of_lgpio_count_as_errors_of_a_pin(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are no relatives of gpiozero's, so a panel must know them by themselves."""

    class LgpioError(Exception):
        pass

    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=LgpioError))
    assert LgpioError in pin_errors() and OSError in pin_errors()
