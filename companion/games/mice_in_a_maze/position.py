"""The position notation: fields `name: value`, read with the place of every bad character, and written back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core.word import Word, field_texts

FIELDS = (
    "options", "players", "owners", "order", "turn", "step", "tiles", "board", "row7", "row6", "row5", "row4", "row3", "row2",
    "row1", "handtiles", "mice", "marbles", "loose", "nests", "pile", "hands", "do",
)  # fmt: skip
"""The fields of a position; `do` is always the last."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name and its value, each with its place."""

    name: Word
    value: Word

    def words(self) -> list[Word]:
        """The words of the value; `none` stands for an empty list."""
        found = self.value.parts()
        return [] if [word.text for word in found] == ["none"] else found

    def pairs(self) -> Iterator[tuple[Word, Word]]:
        """The words of the form `key=value`."""
        for word in self.words():
            key, sign, _ = word.text.partition("=")
            if not sign or not key or len(key) + 1 == len(word.text):
                word.bad(f"in the field {self.name.text!r} every word has the form name=value")
            yield word.part(0, len(key)), word.part(len(key) + 1)

    def word(self) -> Word:
        """The only word of the value."""
        words = self.words()
        if len(words) != 1:
            self.value.bad(f"the field {self.name.text!r} takes exactly one word")
        return words[0]


def split_fields(text: str, names: tuple[str, ...] = FIELDS) -> dict[str, Field]:
    """The fields of a position; NotationError for one that is unknown, given twice or has no name."""
    fields: dict[str, Field] = {}
    for piece in field_texts(text, Word):
        field = _field(piece, names)
        if field.name.text in fields:
            field.name.bad("this field is given twice; keep one of them")
        fields[field.name.text] = field
    return fields


def _field(piece: Word, names: tuple[str, ...]) -> Field:
    name, sign, value = piece.text.partition(":")
    key = piece.part(0, len(name.rstrip()))
    if not sign:
        piece.bad("a field is written name: value, and fields are parted by ';', three blanks or a line end")
    if key.text not in names:
        key.bad(f"there is no field of that name; the fields are {', '.join(names)}")
    blanks = len(value) - len(value.lstrip())
    return Field(key, piece.part(len(name) + 1 + blanks))


def fields_from(answers: Mapping[str, str], names: tuple[str, ...]) -> dict[str, Field]:
    """Fields from answers given one by one; NotationError for an unknown name."""
    fields = {}
    for name, value in answers.items():
        if name not in names:
            Word(name, 1, 1).bad(f"there is no field of that name; the fields are {', '.join(names)}")
        fields[name] = Field(Word(name, 1, 1), Word(value, 1, 1))
    return fields
