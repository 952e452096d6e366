"""Writes the generated tables of docs/ anew: `make docs`.  A house test fails when a table is out of date.

A block begins with `<!-- generated: KIND [GAME] -->` and ends with `<!-- end -->`; what stands between is replaced.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from companion.config import TABLE
from companion.games import find

DOCS = Path(__file__).resolve().parents[1] / "docs"
BLOCK = re.compile(r"(<!-- generated: (\S+)(?: (\S+))? -->\n).*?(<!-- end -->)", re.DOTALL)


class Documented(Protocol):
    """What a table of violations needs of each: the sentence a judge says and the section of the rulebook."""

    @property
    def sentence(self) -> str: ...

    @property
    def rule(self) -> str: ...


def settings() -> str:
    """The table of companion/config.py."""
    rows = ["| setting | default | unit | allowed | what it does |", "|---|---|---|---|---|"]
    for row in TABLE:
        default = str(row.default).lower() if row.type is bool else str(row.default)
        rows.append(f"| `{row.name}` | {f'`{default}`' if default else 'empty'} | {row.unit} | {row.allowed} | {row.help} |")
    return "\n".join(rows) + "\n"


def violations(game: str) -> str:
    """The codes of one game, in the order of its engine."""
    module = importlib.import_module(f"companion.games.{game.replace('-', '_')}.violations")
    table: Mapping[str, Documented] = module.VIOLATIONS
    rows = ["| code | the judge says | rulebook |", "|---|---|---|"]
    rows += [f"| `{code}` | {item.sentence} | {item.rule} |" for code, item in table.items()]
    return "\n".join(rows) + "\n"


def options(game: str) -> str:
    """The choices of one game's rules, with their values; an empty list of values is free text."""
    rows = ["| option | default | values | what it settles |", "|---|---|---|---|"]
    for item in find(game).options:
        values = ", ".join(f"`{value}`" for value in item.values)
        rows.append(f"| `{item.name}` | {f'`{item.default}`' if item.default else 'none'} | {values or 'text'} | {item.help} |")
    return "\n".join(rows) + "\n"


def rewritten(text: str) -> str:
    """A page with all its generated blocks as they should be."""

    def block(found: re.Match[str]) -> str:
        kind, game = found.group(2), found.group(3)
        makers = {"settings": lambda _: settings(), "violations": violations, "options": options}
        return f"{found.group(1)}{makers[kind](game)}{found.group(4)}"

    return BLOCK.sub(block, text)


def main() -> int:
    for page in sorted(DOCS.glob("*.md")):
        before = page.read_text(encoding="utf-8")
        after = rewritten(before)
        if after != before:
            page.write_text(after, encoding="utf-8")
            print(f"wrote {page.relative_to(DOCS.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
