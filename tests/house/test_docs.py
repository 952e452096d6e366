"""The documentation cannot drift: commands, settings, codes, links and make targets are compared with the program."""

from __future__ import annotations

import argparse
import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType

import pytest
from source_tree import ROOT, project_files

from companion.cli import COMMANDS, main, parser
from companion.config import TABLE
from companion.games import GAMES
from hardware.pins import PinMap

# Not called `page`: the browser plugin of pytest gives that name a meaning of its own.
PAGES = [ROOT / name for name in project_files() if name.endswith(".md")]


def text_of_all() -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def code_of(text: str) -> list[str]:
    """What a page shows as code: the lines of its blocks and the words between single backticks."""
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    spans = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))
    return [line.strip().removeprefix("$ ") for block in blocks for line in block.splitlines()] + spans


def called(texts: list[str], program: str) -> set[str]:
    """The first words after a program's name, wherever the code of a page calls it."""
    pattern = re.compile(rf"(?:^|&& |; )(?:\S*/)?{program} ([a-z][\w-]*)")
    return {name for text in texts for name in pattern.findall(text)}


def subcommands(top: argparse.ArgumentParser) -> set[str]:
    found = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    return set(found.choices)


def test_every_command_is_documented() -> None:
    """The README shows how each command is called."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(COMMANDS) - called(code_of(readme), "companion") == set()


@pytest.mark.parametrize("sheet", PAGES, ids=lambda sheet: sheet.relative_to(ROOT).as_posix())
def test_every_documented_command_exists(sheet: Path) -> None:
    """What a page tells people to type is a command of the program, or a target of the Makefile."""
    code = code_of(sheet.read_text(encoding="utf-8"))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert called(code, "companion") - set(COMMANDS) == set()
    assert called(code, "make") - targets == set()


def test_the_command_check_can_fail() -> None:
    """Commands are found in blocks and between backticks, and a wrong one among them."""
    page = "Try `companion dmeo x`.\n```\n$ companion doctor --json\nmake rum\n```\n"
    assert called(code_of(page), "companion") == {"dmeo", "doctor"}
    assert called(code_of(page), "make") == {"rum"}


def test_the_command_line_has_every_command() -> None:
    """Each name in the list of commands is one the parser knows."""
    assert subcommands(parser()) == set(COMMANDS)


def write_docs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_docs", ROOT / "scripts" / "write_docs.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("sheet", sorted((ROOT / "docs").glob("*.md")), ids=lambda sheet: sheet.name)
def test_generated_tables_are_up_to_date(sheet: Path) -> None:
    """The tables of settings and of codes are what `make docs` would write."""
    text = sheet.read_text(encoding="utf-8")
    assert write_docs().rewritten(text) == text


def test_the_check_of_tables_can_fail() -> None:
    """A table with a line missing or changed is not what would be written."""
    page = "<!-- generated: settings -->\n| old |\n<!-- end -->"
    assert write_docs().rewritten(page) != page


def test_every_setting_is_documented() -> None:
    """docs/settings.md names every setting, and the table has no empty words."""
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert [row.name for row in TABLE if f"`{row.name}`" not in page or not row.help] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_violation_code_is_documented(game: str) -> None:
    """The page of a game lists each code of its engine; code, sentence and section are all there."""
    codes = importlib.import_module(f"companion.games.{game.replace('-', '_')}.violations").VIOLATIONS
    page = (ROOT / "docs" / f"rules-{game}.md").read_text(encoding="utf-8")
    assert codes
    assert [code for code, item in codes.items() if f"`{code}`" not in page or not item.sentence or not item.rule] == []


@pytest.mark.parametrize("sheet", PAGES, ids=lambda sheet: sheet.relative_to(ROOT).as_posix())
def test_links_inside_the_project_lead_somewhere(sheet: Path) -> None:
    """Every picture and page that a page points at exists."""
    links = re.findall(r"\]\((?!https?://|#)([^)#\s]+)", sheet.read_text(encoding="utf-8"))
    assert [link for link in links if not (sheet.parent / link).exists()] == []


def test_the_wiring_is_the_pin_map() -> None:
    """docs/wiring.md has a row for each pin of the program, and no other."""
    page = (ROOT / "docs" / "wiring.md").read_text(encoding="utf-8")
    rows = re.findall(r"\| `(\w+)` \| (\d+) \|", page)
    assert sorted(rows) == sorted((name, str(pin)) for name, pin in PinMap().named())


def consoles() -> list[tuple[str, list[str], str]]:
    """Every example of a page that shows a command with its output: page, words of the command, output."""
    found = []
    for sheet in PAGES:
        for block in re.findall(r"^```console\n(.*?)^```", sheet.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            lines = block.splitlines(keepends=True)
            # A quoted text may go over several lines: the command ends where all quotes are closed.
            size = next(n for n in range(1, len(lines) + 1) if "".join(lines[:n]).count("'") % 2 == 0)
            found.append((sheet.name, shlex.split("".join(lines[:size]))[1:], "".join(lines[size:])))
    return found


@pytest.mark.parametrize(("sheet", "words", "output"), consoles())
def test_examples_print_what_a_page_shows(
    sheet: str, words: list[str], output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a page shows as the answer of a command is its answer."""
    main(words[1:])
    printed = capsys.readouterr()
    assert printed.out + printed.err == output


PURE_FOLDERS = ["companion/core", "companion/games", "companion/referee", "companion/table"]


@pytest.mark.parametrize("folder", [*PURE_FOLDERS, "companion/journal", "vision", "hardware", "webui"])
def test_folders_say_what_they_must_not_do(folder: str) -> None:
    """A short README in each folder states its prohibitions."""
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    assert "must not" in text.lower()
