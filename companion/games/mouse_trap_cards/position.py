"""The position notation: fields `name: value`, read with the place of every bad character."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.word import BLANKS_OR_SEMICOLON, Word

FIELDS = (
    "players", "turn", "phase", "maze", "mouse", "cheese", "safe", "risk", "pile", "draw", "disc", "left", "seen", "trapped",
    "opt", "data", "do",
)  # fmt: skip
"""The fields of a position; `do` is always the last."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name and its value, each with its place."""

    name: Word
    value: Word

    def words(self, pattern: str = r"\S+") -> list[Word]:
        """The words of the value; `none` stands for an empty list."""
        found = self.value.parts(pattern)
        return [] if [word.text for word in found] == ["none"] else found

    def listed(self) -> list[Word]:
        """The items of a list parted by commas."""
        return self.words(r"[^,\s]+")

    def word(self) -> Word:
        """The only word of the value."""
        words = self.value.parts(r"\S+")
        if len(words) != 1:
            self.value.bad(f"the field {self.name.text!r} takes exactly one word")
        return words[0]

    def number(self, most: int) -> int:
        """The value as a number from 0."""
        word = self.word()
        return number(word, most)


def number(word: Word, most: int) -> int:
    """A word as a number from 0 to `most`."""
    if not (word.text.isascii() and word.text.isdecimal()) or int(word.text) > most:
        word.bad(f"write a number from 0 to {most}")
    return int(word.text)


Fields = dict[str, Field]


def split_fields(text: str, names: tuple[str, ...] = FIELDS) -> Fields:
    """The fields of a position; NotationError for one that is unknown, given twice or has no name."""
    fields: Fields = {}
    for piece in _pieces(text):
        name, sign, value = piece.text.partition(":")
        key = piece.part(0, len(name.rstrip()))
        if not sign:
            piece.bad("a field is written name: value, and fields are parted by ';', three blanks or a line end")
        if key.text not in names:
            key.bad(f"there is no field of that name; the fields are {', '.join(names)}")
        if key.text in fields:
            key.bad("this field is given twice; keep one of them")
        fields[key.text] = Field(key, piece.part(len(name) + 1 + len(value) - len(value.lstrip())))
    return fields


def _pieces(text: str) -> Iterator[Word]:
    """What stands between `;`, three or more blanks and line ends; rows of the maze may stand on lines of their own, and
    `do` takes all that follows."""
    whole = Word(text)
    pieces: list[tuple[int, int]] = []
    for match in re.finditer(BLANKS_OR_SEMICOLON, text):
        start, end = match.span()
        start += len(match.group()) - len(match.group().lstrip())
        end -= len(match.group()) - len(match.group().rstrip())
        if start >= end:
            continue
        if re.match(r"do\s*:", text[start:]):
            pieces.append((start, len(text.rstrip())))
            break
        if pieces and _goes_on(text, pieces[-1], text[start:end]):
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((start, end))
    return iter([whole.part(*piece) for piece in pieces])


def _goes_on(text: str, piece: tuple[int, int], then: str) -> bool:
    """Whether a piece of a maze goes on in the next one: rows without a name of a field."""
    started = text[piece[0] : piece[1]]
    row = re.match(r"\|?\s*[A-Z0-9:?/a-z]+@\d", then)
    return bool(row) and re.match(r"maze\s*:", started) is not None and (then[0] == "|" or started.rstrip()[-1] in "|:@0123")


def fields_from(answers: Mapping[str, str], names: tuple[str, ...]) -> Fields:
    """Fields from answers given one by one; NotationError for an unknown name."""
    fields = {}
    for name, value in answers.items():
        if name not in names:
            Word(name).bad(f"there is no field of that name; the fields are {', '.join(names)}")
        fields[name] = Field(Word(name), Word(value))
    return fields
