"""The shape of the code: sizes, frozen and slotted dataclasses, what may be named, what lies at the top."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from source_tree import ROOT, Module, module, modules, project_files

MODULE_LINES = 500
FUNCTION_LINES = 60
TOP_LEVEL = {
    "pyproject.toml", "Makefile", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "DESIGN.md", "LICENSE", ".gitignore", ".ci",
    "docs", "scripts", "companion", "vision", "calibration", "hardware", "webui", "tests",
}  # fmt: skip


def long_functions(found: Module) -> Iterator[str]:
    for node in ast.walk(found.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            size = (node.end_lineno or node.lineno) - node.lineno + 1
            if size > FUNCTION_LINES:
                yield f"{found.path}:{node.lineno} {node.name}: {size} lines"


def test_no_module_is_longer_than_500_lines() -> None:
    """Every Python file, tests included, has one reason to exist."""
    assert [f"{m.path}: {m.text.count(chr(10))}" for m in modules(tests=True) if m.text.count("\n") > MODULE_LINES] == []


def test_no_function_is_longer_than_60_lines() -> None:
    """Every function fits on a screen."""
    assert [line for m in modules(tests=True) for line in long_functions(m)] == []
    assert list(long_functions(module("x.py", "def f():\n" + "    pass\n" * FUNCTION_LINES)))


def loose_dataclasses(found: Module) -> Iterator[str]:
    """The dataclasses of a module that can be changed or given attributes nobody declared."""
    for node in ast.walk(found.tree):
        for decorator in node.decorator_list if isinstance(node, ast.ClassDef) else ():
            words = ast.unparse(decorator)
            if words.split("(")[0].split(".")[-1] == "dataclass" and not ("frozen=True" in words and "slots=True" in words):
                yield f"{found.path}: {ast.unparse(decorator)} on line {decorator.lineno}"


def test_dataclasses_of_core_and_games_are_frozen_and_slotted() -> None:
    """States, actions, scenes and rulings cannot be changed, nor misspelt attributes set."""
    pure = (m for m in modules() if m.name.startswith(("companion.core", "companion.games")))
    assert [line for m in pure for line in loose_dataclasses(m)] == []


@pytest.mark.parametrize("decorator", ["@dataclass", "@dataclass(frozen=True)", "@dataclasses.dataclass(slots=True)"])
def test_the_dataclass_check_can_fail(decorator: str) -> None:
    """A mutable or slotless dataclass is found."""
    assert list(loose_dataclasses(module("x.py", f"{decorator}\nclass A:\n    x: int\n")))


MIDDLE = ("companion/core", "companion/referee", "companion/table", "companion/journal")
ROOMS = ("vision", "calibration", "hardware", "webui", *MIDDLE)
"""Where no line of code may name a game: a sixth game is data plus one engine."""


def game_names() -> list[str]:
    folders = {name.split("/")[2] for name in project_files() if re.match(r"companion/games/\w+/", name)}
    return sorted(folders | {name.replace("_", "-") for name in folders})


def test_only_engines_and_the_rim_name_a_game() -> None:
    """Vision, hardware, pages and the pure middle serve every game alike."""
    names = game_names()
    assert names, "there must be a game to look for"
    rooms = (m for m in modules() if m.path.startswith(tuple(room + "/" for room in ROOMS)))
    assert [f"{m.path}: {name}" for m in rooms for name in names if name in m.text] == []


# Put together from parts, so that this file does not hold what it forbids.
PRIVATE = re.compile(
    "|".join(
        [
            r"(?:^|[^\w.~-])/(?:wo" + r"rk|ro" + r"ot|fa" + r"rm|t" + r"mp)/",
            r"\.lib" + r"rary\b",
            r"\bissue ?#?\d+",
            r"\b(?:doss" + r"ier|brief\.md)\b",
            r"\b(?:clau" + r"de|anthro" + r"pic|chatg" + r"pt|cop" + r"ilot|langu" + r"age model)\b",
        ]
    ),
    re.IGNORECASE | re.MULTILINE,
)
TEXTS = (".py", ".md", ".toml", ".html", ".js", ".css", ".txt", ".json", ".svg", "Makefile", "setup", "run", ".gitignore")


def test_the_project_speaks_of_itself_alone() -> None:
    """No file names a path of somebody's machine or the place where the project was made."""
    found = []
    for name in project_files():
        if name.endswith(TEXTS):
            lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
            found += [f"{name}:{number}: {line.strip()}" for number, line in enumerate(lines, 1) if PRIVATE.search(line)]
    assert found == []


@pytest.mark.parametrize("text", ["see /ro" + "ot/x", "'/t" + "mp/a'", "cf. iss" + "ue 12", "in the doss" + "ier"])
def test_the_check_of_words_can_fail(text: str) -> None:
    """Each forbidden kind of word is found; a path in the reader's own folder is not one."""
    assert PRIVATE.search(text)
    assert not PRIVATE.search("~/t" + "mp/a and https://example.org/work/")


def test_the_top_level_is_as_it_was_given() -> None:
    """Nothing new appears beside the folders everybody knows, and nothing of them is missing."""
    assert {name.split("/")[0] for name in project_files()} == TOP_LEVEL


def test_no_package_marker_under_tests() -> None:
    """A `tests/vision/__init__.py` would hide the package `vision`; file names are unique, so that a report can name them."""
    tests = [name for name in project_files() if name.startswith("tests/") and name.endswith(".py")]
    names = [name.rsplit("/", 1)[1] for name in tests]
    assert "__init__.py" not in names
    assert sorted(set(names) - {"conftest.py"}) == sorted(name for name in names if name != "conftest.py")
