"""The settings: one table <- the user's file, the environment, the command line; a later source wins.

The user's file is never rewritten.  What cannot be read is left out, said in a warning, and the program starts all the same.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import TypeVar, get_type_hints

Value = str | int | float | bool
T = TypeVar("T", bound=Value)

APPLICATION = "tabletop-companion"
PREFIX = "COMPANION_"


def _setting(
    default: T, help: str, unit: str = "", least: float | None = None, most: float | None = None, choices: Sequence[str] = ()
) -> T:
    """A field of Settings with what the table says about it; `least` and `most` are allowed values themselves."""
    about = {"help": help, "unit": unit, "least": least, "most": most, "choices": tuple(choices)}
    made: T = field(default=default, metadata=about)
    return made


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; the fields are the table that the documentation, the file and the command line are made from."""

    host: str = _setting("0.0.0.0", "address the page listens on; 127.0.0.1 keeps it to this computer, 0.0.0.0 lets phones in")
    port: int = _setting(8080, "port of the page; the next free one is taken when it is busy", least=1, most=65535)
    journal: str = _setting("", "file of the record; empty: games.sqlite in the user's data folder")
    patience_s: float = _setting(1.0, "how long the table must lie still before a turn is judged", "s", least=0.1, most=60)
    long_patience_s: float = _setting(
        4.0, "how long a turn that looks half done may lie still before it is judged as it lies", "s", least=0.1, most=600
    )
    brightness: float = _setting(0.6, "brightness of all lights", least=0, most=1)
    quiet: bool = _setting(False, "no sounds")
    pins: str = _setting(
        "auto", "who drives the pins; auto: lgpio on a Raspberry Pi, mock elsewhere", choices=("auto", "lgpio", "mock")
    )
    pin_map: str = _setting("", "changes of the wiring, such as 'done=20 seat_1=26'")
    camera: int = _setting(0, "which camera, counted from 0", least=0, most=63)
    frames_per_s: float = _setting(5.0, "pictures read from the camera in a second", "per s", least=0.2, most=60)
    speed: float = _setting(1.0, "speed of the simulated table; 2 plays twice as fast", least=0.1, most=100)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table: name, type, default, unit, help, and which values are allowed."""

    name: str
    type: type
    default: Value
    unit: str
    help: str
    least: float | None
    most: float | None
    choices: tuple[str, ...]

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if self.choices:
            return ", ".join(self.choices)
        if self.type is bool:
            return "true or false"
        if self.least is not None and self.most is not None:
            kind = "whole number" if self.type is int else "number"
            return f"{kind} from {self.least:g} to {self.most:g}"
        return "text"


def _row(item: Field[Value], kind: type) -> Setting:
    default = item.default
    assert isinstance(default, str | int | float)
    return Setting(item.name, kind, default, **item.metadata)


TABLE: tuple[Setting, ...] = tuple(_row(item, get_type_hints(Settings)[item.name]) for item in fields(Settings))
"""Every setting, in the order of the documentation."""

_ROWS = {row.name: row for row in TABLE}
_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings to run with, the file they were looked for in, and one line for everything that could not be used."""

    settings: Settings
    file: Path
    warnings: tuple[str, ...]


def settings_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the user's settings lie: `$XDG_CONFIG_HOME/tabletop-companion/settings.toml`."""
    return _user_folder(environment, "XDG_CONFIG_HOME", ".config") / "settings.toml"


def journal_file(settings: Settings, environment: Mapping[str, str] = os.environ) -> Path:
    """Where the record is kept: the setting, or `$XDG_DATA_HOME/tabletop-companion/games.sqlite`."""
    if settings.journal:
        return Path(settings.journal).expanduser()
    return _user_folder(environment, "XDG_DATA_HOME", ".local/share") / "games.sqlite"


def _user_folder(environment: Mapping[str, str], variable: str, usual: str) -> Path:
    base = environment.get(variable, "")
    # The XDG specification says that a relative path must be ignored.
    return (Path(base) if base.startswith("/") else Path.home() / usual) / APPLICATION


def load(
    flags: Mapping[str, object] | None = None,
    environment: Mapping[str, str] = os.environ,
    own: Mapping[str, Value] | None = None,
) -> Loaded:
    """The settings from all sources.

    `flags` holds what was typed (as `vars(args)`; other names are ignored, `config` names another file), `own` the defaults
    of the calling command, which any source overrides.
    """
    typed = dict(flags or {})
    named = typed.get("config")
    path = Path(str(named)).expanduser() if named else settings_file(environment)
    warnings: list[str] = []
    values: dict[str, Value] = dict(own or {})
    values.update(_from_file(path, bool(named), warnings))
    values.update(_from_environment(environment, warnings))
    values.update({name: value for name, value in typed.items() if name in _ROWS and isinstance(value, str | int | float)})
    made: Callable[..., Settings] = Settings
    return Loaded(made(**values), path, tuple(warnings))


def checked(row: Setting, value: object) -> Value:
    """The value of a setting as its type; a whole number will do for a number.  ValueError says what is allowed."""
    right = isinstance(value, bool) if row.type is bool else isinstance(value, row.type) and not isinstance(value, bool)
    if row.type is float and isinstance(value, int) and not isinstance(value, bool):
        value, right = float(value), True
    if not right or not isinstance(value, str | int | float):
        raise ValueError(f"{row.name} = {value!r}: must be {row.allowed}")
    too_small = row.least is not None and not isinstance(value, str) and not value >= row.least
    too_large = row.most is not None and not isinstance(value, str) and not value <= row.most
    if too_small or too_large or (row.choices and value not in row.choices):
        raise ValueError(f"{row.name} = {value!r}: must be {row.allowed}")
    return value


def parsed(row: Setting, text: str) -> Value:
    """The value that a text stands for, from the environment or the command line; ValueError says what is allowed."""
    value: object = text
    try:
        if row.type is bool:
            value = {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}[text.strip().lower()]
        elif row.type is not str:
            value = row.type(text)
    except (KeyError, ValueError):
        raise ValueError(f"{row.name} = {text!r}: must be {row.allowed}") from None
    return checked(row, value)


def add_flags(parser: argparse.ArgumentParser, names: Iterable[str]) -> None:
    """Give a command the flags of these settings, and `--config`; what is not typed is absent from the result."""
    where = f"settings file (default: {APPLICATION}/settings.toml in the user's folder of settings)"
    parser.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help=where)
    for name in names:
        row = _ROWS[name]
        words = f"{row.help} (default: {row.default}{' ' + row.unit if row.unit else ''})".replace("%", "%%")
        if row.type is bool:
            parser.add_argument(row.flag, dest=name, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS, help=words)
        else:
            parser.add_argument(
                row.flag, dest=name, metavar=row.type.__name__.upper(), type=_typed(row), default=argparse.SUPPRESS, help=words
            )


def _typed(row: Setting) -> Callable[[str], Value]:
    def convert(text: str) -> Value:
        try:
            return parsed(row, text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def _from_file(path: Path, must_exist: bool, warnings: list[str]) -> dict[str, Value]:
    """The usable settings of a file; a missing file is only worth a word when somebody named it."""
    try:
        text = path.read_text(encoding="utf-8")
        content = tomllib.loads(text)
    except FileNotFoundError:
        if must_exist:
            warnings.append(f"{path}: there is no such settings file; the defaults are used")
        return {}
    except tomllib.TOMLDecodeError as error:
        warnings.append(_broken(path, text, str(error)))
        return {}
    except (OSError, UnicodeDecodeError) as error:
        warnings.append(f"{path}: the settings cannot be read ({error}); the defaults are used")
        return {}
    values: dict[str, Value] = {}
    for name, value in content.items():
        where = f"{path}, line {_line_of(text, name)}"
        if name not in _ROWS:
            warnings.append(f"{where}: {_unknown(name)}")
            continue
        try:
            values[name] = checked(_ROWS[name], value)
        except ValueError as error:
            warnings.append(f"{where}: {error}; {_ROWS[name].default!r} is used")
    return values


def _broken(path: Path, text: str, error: str) -> str:
    """What is wrong with a file that is no TOML: line, key and reason."""
    found = re.search(r"\(at line (\d+), column (\d+)\)", error)
    lines = text.splitlines()
    number = int(found.group(1)) if found else max(len(lines), 1)
    line = lines[number - 1] if number <= len(lines) else ""
    key = line.partition("=")[0].strip()
    what = f"key {key!r}" if key else "no key"
    reason = error.partition(" (at ")[0]
    return f"{path}, line {number}, {what}: {reason}; none of its settings are used until that line is mended"


def _line_of(text: str, name: str) -> int:
    """The line (from 1) where a top level key or table begins."""
    pattern = re.compile(rf"""^\s*\[*\s*["']?{re.escape(name)}["']?\s*[=.\]]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name, _ROWS, n=1)
    hint = f"did you mean {near[0]!r}?" if near else "the settings are: " + ", ".join(_ROWS)
    return f"there is no setting {name!r}; {hint}"


def _from_environment(environment: Mapping[str, str], warnings: list[str]) -> dict[str, Value]:
    """The settings among the variables COMPANION_<NAME>; of other variables with that prefix only likely slips are named."""
    values: dict[str, Value] = {}
    for variable in sorted(environment):
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX) and name not in _ROWS and difflib.get_close_matches(name, _ROWS, n=1, cutoff=0.75):
            warnings.append(f"environment variable {variable}: {_unknown(name)}")
    for row in TABLE:
        if row.variable not in environment:
            continue
        try:
            values[row.name] = parsed(row, environment[row.variable])
        except ValueError as error:
            warnings.append(f"environment variable {row.variable}: {error}; it is ignored")
    return values
