"""A text cut into pieces that know their line and column, so that every refusal can point at what it refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn, Self, TypeVar

from companion.core.errors import NotationError

BLANKS_OR_SEMICOLON = r"(?:(?! {3}|\t|;).)+"
"""What stands between `;`, tabs and three or more blanks."""


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a position's text and where it stands (line and column from 1)."""

    text: str
    line: int = 1
    column: int = 1

    def bad(self, why: str) -> NoReturn:
        """Refuse this word."""
        raise NotationError("position", self.text, why, self.line, self.column)

    def part(self, start: int, end: int | None = None) -> Self:
        """A slice of the word, which knows its own place, over line ends too."""
        before = self.text[:start]
        lines = before.count("\n")
        column = start - before.rfind("\n") if lines else self.column + start
        return type(self)(self.text[start:end], self.line + lines, column)

    def parts(self, pattern: str = r"\S+") -> list[Self]:
        """All matches of a pattern as words."""
        return [self.part(*match.span()) for match in re.finditer(pattern, self.text)]


W = TypeVar("W", bound=Word)


def field_texts(text: str, kind: type[W], between: str = BLANKS_OR_SEMICOLON) -> Iterator[W]:
    """The fields of a position as words of that kind, each a match of a pattern on one line; the field `do` takes all that
    follows, lines too."""
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        for match in re.finditer(between, line):
            raw = match.group()
            start = match.start() + len(raw) - len(raw.lstrip())
            if not raw.strip():
                continue
            if re.match(r"do\s*:", raw.strip()):
                yield kind("\n".join([line[start:], *lines[number:]]), number, start + 1)
                return
            yield kind(raw.strip(), number, start + 1)
