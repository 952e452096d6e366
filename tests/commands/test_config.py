"""Settings: where they come from, which source wins, and how slips are named."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from companion.config import TABLE, Loaded, Settings, add_flags, checked, journal_file, load, parsed, settings_file

ROWS = {row.name: row for row in TABLE}


def loaded(tmp_path: Path, text: str, **environment: str) -> Loaded:
    """What is loaded when the user's file holds that text."""
    file = tmp_path / "tabletop-companion" / "settings.toml"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    return load({}, {"XDG_CONFIG_HOME": str(tmp_path), **environment})


def test_without_any_source_the_defaults_hold(tmp_path: Path) -> None:
    """A missing file is nothing to warn about."""
    environment = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert load({}, environment) == Loaded(Settings(), settings_file(environment), ())


def test_a_later_source_wins(tmp_path: Path) -> None:
    """Command line over environment over file over the command's own defaults."""
    file = tmp_path / "s.toml"
    file.write_text("port = 1\nquiet = true\nspeed = 3\n")
    environment = {"COMPANION_PORT": "2", "COMPANION_QUIET": "no"}
    found = load({"config": str(file), "port": 3, "run": load}, environment, own={"host": "127.0.0.1", "speed": 9.0}).settings
    assert (found.port, found.quiet, found.speed, found.host) == (3, False, 3.0, "127.0.0.1")


def test_an_unknown_name_brings_the_nearest_known_one(tmp_path: Path) -> None:
    """A slip in a name is told with line and suggestion, and the other settings are used."""
    found = loaded(tmp_path, "quiet = true\n\nbrightnes = 0.3\n")
    (warning,) = found.warnings
    assert "line 3" in warning and "'brightnes'" in warning and "did you mean 'brightness'?" in warning
    assert found.settings == Settings(quiet=True)


def test_a_name_like_no_other_brings_the_list(tmp_path: Path) -> None:
    """Where nothing is near, every setting is named."""
    (warning,) = loaded(tmp_path, "[zzzz]\nx = 1\n").warnings
    assert "line 1" in warning and all(name in warning for name in ROWS)


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("port = 8080\nhost = 0.0.0.0\n", 2, "host"),
        ("quiet = yes\n", 1, "quiet"),
        ("\nport 8080\n", 2, "port 8080"),
        ("port = 1\nport = 2", 2, "port"),
    ],
)
def test_a_broken_file_is_named_with_line_and_key(tmp_path: Path, text: str, line: int, key: str) -> None:
    """A file that is no TOML costs its settings, never the start."""
    found = loaded(tmp_path, text)
    (warning,) = found.warnings
    assert f"line {line}, key {key!r}" in warning
    assert found.settings == Settings()


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    """Bytes that are no UTF-8, and a folder in the file's place, are a warning too."""
    file = tmp_path / "x.toml"
    file.write_bytes(b"port = \xff\n")
    assert str(file) in load({"config": str(file)}, {}).warnings[0]
    assert str(tmp_path) in load({"config": str(tmp_path)}, {}).warnings[0]


def test_a_named_file_that_is_missing_is_told(tmp_path: Path) -> None:
    """Who names a file wants to know that it is not there."""
    (warning,) = load({"config": str(tmp_path / "no.toml")}, {}).warnings
    assert "no.toml" in warning


@pytest.mark.parametrize(
    "text",
    ["port = 0", "port = 70000", "port = 80.5", "port = true", 'pins = "wiringpi"', "quiet = 1", 'speed = "2"', "speed = nan"],
)
def test_a_value_that_is_not_allowed_is_named_and_the_default_used(tmp_path: Path, text: str) -> None:
    """Type and range of every value are checked; the warning says what is allowed."""
    found = loaded(tmp_path, text)
    (warning,) = found.warnings
    assert "line 1" in warning and "must be" in warning
    assert found.settings == Settings()


def test_the_environment_is_checked_like_the_file() -> None:
    """A bad value and a likely slip in a name are told; other programs' variables are not ours."""
    found = load({}, {"COMPANION_PORT": "x", "COMPANION_BRIGHTNES": "1", "COMPANION_SHARED": "y", "COMPANION_SPEED": "2"})
    assert [warning.split(":")[0].split()[-1] for warning in found.warnings] == ["COMPANION_BRIGHTNES", "COMPANION_PORT"]
    assert found.settings == Settings(speed=2.0)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_every_default_is_allowed_and_survives_being_typed(row: object) -> None:
    """The table is consistent with itself: each default passes its own check, as a value and as text."""
    found = next(item for item in TABLE if item is row)
    assert checked(found, found.default) == found.default
    assert parsed(found, str(found.default)) == found.default
    assert found.help and found.allowed


def test_flags_are_made_from_the_table() -> None:
    """What is typed is converted and checked; what is not typed is absent, so that a file may set it."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_flags(parser, ("port", "quiet", "long_patience_s"))
    assert vars(parser.parse_args(["--port", "81", "--quiet"])) == {"port": 81, "quiet": True}
    with pytest.raises(argparse.ArgumentError, match=r"port = 0: must be whole number from 1 to 65535"):
        parser.parse_args(["--port", "0"])


def test_the_record_lies_in_the_folder_of_data() -> None:
    """Without a setting `$XDG_DATA_HOME` is respected, unless it is relative, which its specification forbids."""
    assert journal_file(Settings(), {"XDG_DATA_HOME": "/data"}) == Path("/data/tabletop-companion/games.sqlite")
    assert journal_file(Settings(), {"XDG_DATA_HOME": "data"}).parts[-4:-1] == (".local", "share", "tabletop-companion")
    assert journal_file(Settings(journal="x.sqlite"), {}) == Path("x.sqlite")
