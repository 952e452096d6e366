"""Texts of the form `name: value`, cut into pieces that know their line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.core import word as words

_REMARK = re.compile(r"(?<!trap)(?<!revealed)\([^()]*\)")
_GAP = re.compile(r";|\t|\n|   +")
_DO = re.compile(r"(?:^|(?<=[;\n\t])|(?<=   ))\s*(?=do\s*:)")


@dataclass(frozen=True, slots=True)
class Word(words.Word):
    """A word of a position of this game."""

    def stripped(self) -> Word:
        """The word without blanks around it."""
        return self.part(len(self.text) - len(self.text.lstrip()), len(self.text.rstrip()) or None)

    def words(self, pattern: str = r"\S+") -> list[Word]:
        """The parts that match the pattern; `none` and `-` alone stand for an empty list."""
        found = self.parts(pattern)
        return [] if [word.text for word in found] in (["none"], ["-"]) else found

    def pairs(self) -> Iterator[tuple[Word, Word]]:
        """The words of the form `key=value`; refuses others and a key given twice."""
        keys = set()
        for word in self.words():
            key, sign, value = word.text.partition("=")
            if not (key and sign and value):
                word.bad("here every word has the form name=value")
            if key in keys:
                word.bad("this is given twice; keep one of them")
            keys.add(key)
            yield word.part(0, len(key)), word.part(len(key) + 1)

    def number(self, least: int, most: int) -> int:
        """A whole number in that range."""
        if not re.fullmatch(r"\d{1,3}", self.text) or not least <= int(self.text) <= most:
            self.bad(f"write a whole number from {least} to {most}")
        return int(self.text)


Fields = Mapping[str, Word]


def without_remarks(text: str) -> str:
    """The text with its remarks in round brackets blanked out, so that everything keeps its place."""
    return _REMARK.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def split_fields(text: str, names: tuple[str, ...]) -> dict[str, Word]:
    """The fields of a text by name; NotationError for one that is unknown, given twice or has no name.

    Fields are parted by `;`, by three blanks or by a line end; `do` takes all that follows it.
    """
    text = without_remarks(text)
    whole, fields, start = Word(text), dict[str, Word](), 0
    do = _DO.search(text)
    head = text if do is None else text[: do.end()]
    for gap in (*_GAP.finditer(head), None):
        end, after = (len(head), len(head)) if gap is None else gap.span()
        _add(fields, whole.part(start, end), names)
        start = after
    if do is not None:
        _add(fields, whole.part(do.end()), names)
    return fields


def _add(fields: dict[str, Word], piece: Word, names: tuple[str, ...]) -> None:
    piece = piece.stripped()
    if not piece.text:
        return
    name, sign, _ = piece.text.partition(":")
    key = piece.part(0, len(name.rstrip()))
    if not sign:
        piece.bad("a field is written name: value, and fields are parted by ';', three blanks or a line end")
    if key.text not in names:
        key.bad(f"there is no field of that name; the fields are {', '.join(names)}")
    if key.text in fields:
        key.bad("this field is given twice; keep one of them")
    fields[key.text] = piece.part(len(name) + 1).stripped()
