"""The position notation: fields `name: value`, each with its place in the text, so that every refusal can point at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core import word as words
from companion.games.four_blind_mice.cells import INDEX

FIELDS = (
    "opt", "players", "turn", "phase", "placed", "mice", "covered", "known", "suits", "stock", "target", "bids", "bid", "opened",
    "clock", "by", "plan", "score", "won", "out", "removed", "aside", "fresh", "final", "late", "ended", "do",
)  # fmt: skip
"""The fields of a position; `do` is always the last."""


@dataclass(frozen=True, slots=True)
class Word(words.Word):
    """A word of a position of this game."""

    def cell(self) -> int:
        """The cell this word names."""
        if self.text not in INDEX:
            self.bad("this is no cell; cells are a1 to h8")
        return INDEX[self.text]

    def number(self, least: int = 0, most: int = 9999) -> int:
        """The whole number this word is."""
        if not (self.text.isascii() and self.text.isdigit() and least <= int(self.text) <= most):
            self.bad(f"this must be a whole number from {least} to {most}")
        return int(self.text)


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name and its value, each with its place."""

    name: Word
    value: Word

    def words(self) -> list[Word]:
        """The words of the value; a lone `-` or `none` stands for an empty list."""
        found = self.value.parts()
        return [] if [word.text for word in found] in (["none"], ["-"]) else found

    def pairs(self) -> Iterator[tuple[Word, Word]]:
        """The words of the form `key=value`, no key twice."""
        seen: set[str] = set()
        for word in self.words():
            key, sign, value = word.text.partition("=")
            if not sign or not key or not value:
                word.bad(f"in the field {self.name.text!r} every word has the form name=value")
            if key in seen:
                word.bad(f"{key} is given twice in the field {self.name.text!r}; keep one of them")
            seen.add(key)
            yield word.part(0, len(key)), word.part(len(key) + 1)

    def word(self) -> Word:
        """The only word of the value."""
        words = self.words()
        if len(words) != 1:
            self.value.bad(f"the field {self.name.text!r} takes exactly one word")
        return words[0]


Fields = Mapping[str, Field]


def split_fields(text: str) -> dict[str, Field]:
    """The fields of a position; NotationError for one that is unknown, given twice or has no name."""
    fields: dict[str, Field] = {}
    for piece in words.field_texts(text, Word):
        found = _field(piece)
        if found.name.text in fields:
            found.name.bad("this field is given twice; keep one of them")
        fields[found.name.text] = found
    return fields


def _field(piece: Word) -> Field:
    name, sign, value = piece.text.partition(":")
    key = piece.part(0, len(name.rstrip()))
    if not sign:
        piece.bad("a field is written name: value, and fields are parted by ';', three blanks or a line end")
    if key.text not in FIELDS:
        key.bad(f"there is no field of that name; the fields are {', '.join(FIELDS)}")
    return Field(key, piece.part(len(name) + 1 + len(value) - len(value.lstrip())))


def fields_from(answers: Mapping[str, str], names: tuple[str, ...]) -> dict[str, Field]:
    """Fields from answers given one by one; NotationError for an unknown name."""
    fields = {}
    for name, value in answers.items():
        if name not in names:
            Word(name, 1, 1).bad(f"there is no field of that name; the fields are {', '.join(names)}")
        fields[name] = Field(Word(name, 1, 1), Word(value, 1, 1))
    return fields
