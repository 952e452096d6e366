"""The position notation: its fields, read with the place of every bad character."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core import word as words
from companion.games.librande_maze.board import SEATS, SQUARE

NAMED = (
    "chars", "first", "maze", "dragon", "treasure", "turn", "ap", "used", "under", "undo", "last", "deck", "discard", "spent",
    "opt", "do",
)  # fmt: skip
"""The fields with a name; besides there are `SEAT=...` and `t:SQUARE=CODE`.  `do` is always the last."""


@dataclass(frozen=True, slots=True)
class Word(words.Word):
    """A word of a position of this game."""

    def words(self, pattern: str = r"\S+") -> list[Word]:
        """The words of a text; `-` and `none` stand for an empty list."""
        found = self.parts(pattern)
        return [] if [word.text for word in found] in (["-"], ["none"]) else found

    def number(self, highest: int, lowest: int = 0) -> int:
        """The word as a number."""
        if not (self.text.isascii() and self.text.isdigit() and lowest <= int(self.text) <= highest):
            self.bad(f"write a number from {lowest} to {highest}")
        return int(self.text)


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name and its value, each with its place."""

    name: Word
    value: Word

    def word(self) -> Word:
        """The only word of the value."""
        found = self.value.words()
        if len(found) != 1:
            (self.value if self.value.text else self.name).bad(f"the field {self.name.text!r} takes exactly one word")
        return found[0]


def split_fields(text: str) -> dict[str, Field]:
    """The fields of a position by name; NotationError for one that is unknown or given twice."""
    fields: dict[str, Field] = {}
    for piece in words.field_texts(text, Word, r"[^;]+"):
        field = _field(piece)
        if field.name.text in fields:
            field.name.bad("this field is given twice; keep one of them")
        fields[field.name.text] = field
    return fields


def _field(piece: Word) -> Field:
    """A field as `SEAT=...`, `t:SQUARE=CODE`, or a name, perhaps a colon, and a value."""
    match = re.match(r"(?P<seat>\d)\s*[=:]\s*|(?P<tile>t:\w+)\s*=\s*|(?P<name>[a-z]+)(?:\s*:\s*|\s+|$)", piece.text)
    if match is None:
        piece.bad(f"a field is SEAT=CHAR@SPACE, t:SQUARE=CODE, or a name and a value; the names are {', '.join(NAMED)}")
    group = match.lastgroup or ""
    name = piece.part(match.start(group), match.end(group))
    if group == "seat" and name.text not in SEATS:
        name.bad(f"there is no such seat; the seats are {', '.join(SEATS)}")
    if group == "tile" and name.text[2:] not in SQUARE:
        name.bad("there is no such square; write t:d4=I0")
    if group == "name" and name.text not in NAMED:
        name.bad(f"there is no field of that name; the names are {', '.join(NAMED)}, and seats are written 1=BA@a1")
    return Field(name, piece.part(match.end()))


def fields_from(answers: Mapping[str, str], more: tuple[str, ...] = ()) -> dict[str, Field]:
    """Fields from answers given one by one; NotationError for an unknown name."""
    fields = {}
    for name, value in answers.items():
        known = name in NAMED or name in SEATS or name in more or (name.startswith("t:") and name[2:] in SQUARE)
        if not known:
            Word(name).bad(f"there is no field of that name; the names are {', '.join((*NAMED, *more))}")
        fields[name] = Field(Word(name), Word(value))
    return fields
