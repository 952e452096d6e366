"""What a page says in one language: its own words by their keys, numbers and lists, and what others said in English."""

from __future__ import annotations

import colorsys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from markupsafe import Markup, escape

from companion.core.catalogue import Layout
from companion.core.grid import Cell, Facing, Place
from webui.phrases import PhraseBook, Table

Entry = str | Mapping[str, str]
"""The words of a key; where a number counts, `one` and `other`."""

FIRST = "en"
"""The language that everything is written in, and that stands in where nothing else is known."""

LONGEST_LIST = 60

MOST_BOOKS = 4
"""Phrase books kept for different names at the table."""


@cache
def catalogue(code: str) -> Mapping[str, Entry]:
    """The page's own words in that language: `section.key` -> words."""
    text = (files("webui") / "languages" / f"{code}.toml").read_text(encoding="utf-8")
    return {f"{section}.{key}": entry for section, entries in tomllib.loads(text).items() for key, entry in entries.items()}


@cache
def table_book(code: str) -> Table:
    """What translates the sentences of the table, the referee, the camera and the lamps into that language."""
    book = files("webui") / "languages" / f"table.{code}.toml"
    return tomllib.loads(book.read_text(encoding="utf-8")) if book.is_file() else {}


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages there are, the first one first."""
    names = (entry.name for entry in (files("webui") / "languages").iterdir())
    found = sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml") and name.count(".") == 1)
    return (FIRST, *(code for code in found if code != FIRST))


class Words:
    """One language.  `tables` translate what the game says in English, beside the one for what the table says."""

    def __init__(self, code: str = FIRST, tables: Sequence[Table] = ()) -> None:
        self.code = code
        self._entries = catalogue(code)
        self._tables = (table_book(code), *tables)
        self._books: dict[tuple[str, ...], PhraseBook] = {}
        self._options: dict[str, Mapping[str, str]] = {}
        for table in self._tables:
            found = table.get("options of")
            self._options.update(found if isinstance(found, Mapping) else {})

    # The page's own words --------------------------------------------------------------------------------------------

    def say(self, key: str, **values: object) -> str:
        """The words of that key with the placeholders filled in; KeyError for an unknown key or a missing value."""
        entry = self._entries[key]
        if not isinstance(entry, str):
            entry = entry["one" if str(values["count"]) == "1" else "other"]
        return entry.format(**values)

    def listed(self, items: Iterable[str], most: int = LONGEST_LIST) -> str:
        """Names in a row with commas; a long list ends in how many more there are."""
        known = list(items)
        names = self.say("between.comma").join(known[:most])
        return self.say("between.more", names=names, count=len(known) - most) if len(known) > most else names

    def joined(self, items: Iterable[str]) -> str:
        """Names as in a sentence: one, one and another, one, two and three."""
        known = list(items)
        parts = [self.say("between.comma").join(known[:-1]), known[-1]] if len(known) > 1 else known
        return self.say("between.last").join(parts)

    def facing_name(self, facing: Facing) -> str:
        return self.say(f"facing.{int(facing)}")

    def points_text(self, points: float) -> str:
        """Points with halves as people write them: 3, 2½, −1."""
        whole, half = int(abs(points)), abs(points) % 1
        text = f"{abs(points):g}" if half not in (0, 0.5) else f"{whole or ('' if half else 0)}{'½' if half else ''}"
        text = text.replace(".", self.say("page.decimal"))
        return self.say("page.minus") + text if points < 0 else text

    def colour_name(self, colour: str) -> str:
        """A lamp's colour in one word, for those who cannot see it."""
        name = colour_key(colour)
        return self.say(f"colour.{name}") if name else ""

    # What others said ------------------------------------------------------------------------------------------------

    def told(self, text: str, names: Iterable[str] = ()) -> Markup:
        """What somebody said in English, for a page: translated, or marked as English; `names` are people's."""
        found = self.translated(text, names)
        if found is None:
            return self.english(text)
        return escape(found)

    def plain(self, text: str, names: Iterable[str] = ()) -> str:
        """The same where a mark cannot stand: inside a sentence, an attribute, a drawing."""
        found = self.translated(text, names)
        return text if found is None else found

    def option(self, game: str, text: str) -> Markup:
        """The name, a value or the help of a choice of that game's rules; what stays English is marked, numbers are not."""
        found = self._options.get(game, {}).get(text)
        return escape(found) if found is not None else self.english(text) if text[:1].isalpha() else escape(text)

    def translated(self, text: str, names: Iterable[str] = ()) -> str | None:
        """The text in this language; None where that is not known."""
        if self.code == FIRST or not any(map(str.isalpha, text)):
            return text
        known = tuple(names)
        book = self._books.get(known)
        if book is None:
            # With these people and with nobody in particular; others only after somebody was renamed.
            if len(self._books) >= MOST_BOOKS:
                self._books = {}
            book = self._books[known] = PhraseBook(self._tables, known)
        return book.translate(text)

    def english(self, text: str) -> Markup:
        """Words that are English on every page, so that a screen reader pronounces them well."""
        return escape(text) if self.code == FIRST else Markup('<span lang="{}">{}</span>').format(FIRST, text)

    def place_name(self, place: Place, layout: Layout, names: Mapping[str, str]) -> str:
        """A cell's name or a zone's label; the id of a seat in a label becomes the name people use."""
        if isinstance(place, Cell):
            return layout.cell_name(place)
        label = next((zone.label for zone in layout.zones if zone.name == place.name), "") or place.name
        return self.plain(named(label, names), names.values())


def named(label: str, names: Mapping[str, str]) -> str:
    """A place's label with the names people use in the place of the ids of their seats."""
    return " ".join(names.get(word, word) for word in label.split())


def colour_key(colour: str) -> str:
    """Which of the named colours that is; empty for what is none."""
    try:
        r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    except ValueError:
        return ""
    hue, light, saturation = colorsys.rgb_to_hls(r, g, b)
    if light < 0.12:
        return "dark"
    if saturation < 0.2 or light > 0.93:
        return "white"
    return next(name for end, name in _HUES if hue * 360 < end)


_HUES = (
    (18, "red"),
    (45, "orange"),
    (70, "yellow"),
    (165, "green"),
    (200, "turquoise"),
    (260, "blue"),
    (320, "purple"),
    (361, "red"),
)
