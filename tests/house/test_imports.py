"""Who may import whom: the table of DESIGN.md, checked in every file, imports inside functions too."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass

import pytest
from source_tree import Import, Module, cycle, imports, module, modules

CLOCK_AND_CHANCE = {"random", "secrets", "time", "datetime", "threading", "asyncio", "multiprocessing", "concurrent", "uuid"}
FILES = {"os", "io", "pathlib", "shutil", "tempfile", "sqlite3", "sys", "logging"}
OUTSIDE_WORLD = FILES | {"socket", "subprocess", "urllib", "http"}


@dataclass(frozen=True, slots=True)
class Law:
    """What the modules below one name may import of ours and of others, and which standard modules they may not."""

    ours: tuple[str, ...]
    others: tuple[str, ...] = ()
    never: frozenset[str] = frozenset()


PURE = frozenset(CLOCK_AND_CHANCE | OUTSIDE_WORLD)
SOLVER = "companion.games.four_blind_mice.solver"
"""The one place below the engines that may use arrays.  Nobody below them may use *it*: what it knows must not leak."""

LAWS = {
    "companion.core": Law((), never=PURE),
    "companion.games": Law(("companion.core",), never=PURE),
    SOLVER: Law(("companion.core", "companion.games.four_blind_mice"), ("numpy",), PURE),
    "companion.referee": Law(("companion.core",), never=PURE),
    "companion.journal": Law(("companion.core",), never=frozenset({"random", "secrets"})),
    "companion.table": Law(
        ("companion.core", "companion.referee", "companion.journal"), never=frozenset(CLOCK_AND_CHANCE | OUTSIDE_WORLD)
    ),
    "companion.config": Law((), never=frozenset(CLOCK_AND_CHANCE)),
    "vision": Law(("companion.core",), ("numpy", "cv2")),
    "calibration": Law(("companion.core", "vision"), ("numpy", "cv2")),
    "hardware": Law(("companion.core",), ("gpiozero",)),
    "webui": Law(("companion.core",), ("flask", "waitress", "segno", "werkzeug", "markupsafe", "jinja2")),
}
"""The longest name that fits a module is its law.  What is not listed (app, cli, commands, simulated) may import everything."""

ALSO = {
    "companion.table.loop": {"threading", "queue", "time", "logging"},
}
"""Known exceptions, each with its reason in DESIGN.md: the one module of the table that owns a thread."""

IMPORT_ALSO = {"vision.sources": ("picamera2",)}
"""Third-party packages that one module alone may import."""


def law_of(name: str) -> tuple[str, Law] | None:
    fitting = [(prefix, law) for prefix, law in LAWS.items() if name == prefix or name.startswith(prefix + ".")]
    return max(fitting, key=lambda pair: len(pair[0]), default=None)


def own_home(name: str, prefix: str) -> str:
    """The name below which a module may always import: its package; for a game that game alone, never a sibling."""
    return ".".join(name.split(".")[:3]) if prefix == "companion.games" else prefix


def breach(found: Module, item: Import) -> str:
    """What is wrong with an import, or nothing."""
    matched = law_of(found.name)
    if matched is None:
        return ""
    prefix, law = matched
    target, top = f"{item.target}.{item.name}".rstrip("."), item.target.split(".")[0]
    if f"{target}.".startswith(SOLVER + ".") and prefix != SOLVER:
        return "may not import the solver: nothing that people see may depend on it"
    if top in ("companion", "vision", "calibration", "hardware", "webui"):
        allowed = (*law.ours, own_home(found.name, prefix))
        fine = any(target == one or target.startswith(one + ".") for one in allowed)
        return "" if fine else f"may import of ours only {', '.join(allowed)}"
    if top in sys.stdlib_module_names:
        return f"may not import {top}" if top in law.never - ALSO.get(found.name, set()) else ""
    return "" if top in (*law.others, *IMPORT_ALSO.get(found.name, ())) else f"may not import the package {top}"


def test_every_import_obeys_the_table_of_the_design() -> None:
    """No module imports what its place in the design forbids."""
    everything = ((m, item) for m in modules() for item in imports(m))
    bad = [f"{m.path}:{item.line}: {item.target} {item.name}: {why}" for m, item in everything if (why := breach(m, item))]
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("companion/core/x.py", "import numpy"),
        ("companion/core/x.py", "import random"),
        ("companion/games/mice/x.py", "def f():\n    from companion.games.traps import rules"),
        ("companion/games/mice/x.py", "from companion import referee"),
        ("companion/games/four_blind_mice/x.py", "import numpy"),
        ("companion/games/four_blind_mice/x.py", "def f():\n    from .solver import solve"),
        ("companion/games/four_blind_mice/solver/x.py", "import cv2"),
        ("companion/games/four_blind_mice/solver/x.py", "from time import perf_counter"),
        ("companion/referee/x.py", "from time import monotonic"),
        ("vision/x.py", "from companion.games import mice"),
        ("vision/x.py", "from . import y; from ..webui import app"),
        ("hardware/x.py", "import importlib; importlib.import_module('cv2')"),
        ("webui/x.py", "import numpy as np"),
        ("companion/journal/x.py", "import random"),
    ],
)
def test_the_import_check_can_fail(path: str, text: str) -> None:
    """Each kind of breach is found, also inside functions, by relative names and by importlib."""
    wrong = module(path, text)
    assert any(breach(wrong, item) for item in imports(wrong))


def test_no_import_cycle() -> None:
    """No module imports itself by a detour."""
    known = {m.name for m in modules()}
    graph = {m.name: {item.modules(known) for item in imports(m)} & known - {m.name} for m in modules()}
    assert cycle(graph) == []


def test_the_cycle_check_can_fail() -> None:
    """A detour of three modules is found, and a diamond is not taken for one."""
    assert cycle({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["a"]}) == ["a", "b", "c", "a"]
    assert cycle({"a": ["b", "c"], "b": ["d"], "c": ["d"]}) == []


def test_engines_open_no_file_by_name() -> None:
    """The pure middle reads its data as package resources, never by `open`."""
    rooms = ("companion.core", "companion.games", "companion.referee", "companion.table")
    pure = [m for m in modules() if m.name.startswith(rooms)]
    assert [m.path for m in pure if calls_open(m)] == []
    assert calls_open(module("companion/core/x.py", "def f():\n    return open('x')"))


def calls_open(found: Module) -> bool:
    calls = (node.func for node in ast.walk(found.tree) if isinstance(node, ast.Call))
    return any(isinstance(func, ast.Name) and func.id == "open" for func in calls)


def test_importing_the_package_costs_nothing() -> None:
    """`companion/__init__.py` imports nothing, so that `companion doctor` can start when a package is broken."""
    root = next(m for m in modules() if m.path == "companion/__init__.py")
    assert [item.target for item in imports(root)] == []
