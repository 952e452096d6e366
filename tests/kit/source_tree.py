"""The source of this project as data, for the house tests: files, modules, imports."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "calibration", "hardware", "webui")


@cache
def project_files() -> tuple[str, ...]:
    """Every file of the project, relative to its root: what git knows or would add; without git, what lies in its folders."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    if (ROOT / ".git").exists():
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    else:
        kept = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
        made = {".venv", "build", "dist", "__pycache__"}
        listed = [path.as_posix() for path in kept if not made & set(path.parts) and not path.parts[0].endswith(".egg-info")]
    return tuple(sorted(name for name in listed if (ROOT / name).is_file()))


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """One Python file: its path from the root, its dotted name, its text and its syntax tree."""

    path: str
    name: str
    text: str
    tree: ast.Module

    @property
    def is_package(self) -> bool:
        return self.path.endswith("/__init__.py")


def module(path: str, text: str) -> Module:
    """The module that a file of that path and text is."""
    dotted = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return Module(path, dotted, text, ast.parse(text, path))


@cache
def modules(tests: bool = False) -> tuple[Module, ...]:
    """Every module of the packages; with `tests`, every other Python file of the project as well."""
    paths = [name for name in project_files() if name.endswith(".py") and (tests or name.split("/")[0] in PACKAGES)]
    return tuple(module(path, (ROOT / path).read_text(encoding="utf-8")) for path in paths)


@dataclass(frozen=True, slots=True)
class Import:
    """One import anywhere in a file, inside functions too: `target` in full; `name` what is taken from it, if anything."""

    line: int
    target: str
    name: str = ""

    def modules(self, known: Iterable[str]) -> str:
        """The module that is meant: `from a import b` means a.b where that is a module, else a."""
        return f"{self.target}.{self.name}" if self.name and f"{self.target}.{self.name}" in known else self.target


def imports(found: Module) -> Iterator[Import]:
    """All imports of a module, those by `importlib.import_module("...")` among them."""
    for node in ast.walk(found.tree):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            target = _absolute(found, node)
            yield from (Import(node.lineno, target, alias.name) for alias in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
            yield from (Import(node.lineno, str(word.value)) for word in node.args[:1] if isinstance(word, ast.Constant))


def _absolute(found: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = found.name.split(".") + (["_"] if found.is_package else [])
    return ".".join([*parts[: -node.level], *([node.module] if node.module else [])])


def cycle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """The nodes of one cycle of a directed graph, in order, the first repeated at the end; empty when there is none."""
    done: set[str] = set()

    def walk(node: str, path: list[str]) -> list[str]:
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        for following in sorted(graph.get(node, ())):
            if found := walk(following, [*path, node]):
                return found
        done.add(node)
        return []

    for start in sorted(graph):
        if found := walk(start, []):
            return found
    return []
