"""A phrase book: sentences that others made in English, recognised by their pattern and said in another language.

The engines, the referee and the table say finished English sentences, and so they stand in the record.  A phrase book holds,
for one language, what those sentences can look like: `"{mouse} stays: the path is a loop" = "{mouse} bleibt: der Weg ist eine
Schleife"`.  A name in braces stands for any word of that class (`[words.mouse]`), whose own translation is put in.

    {cell} {n} {word} {quoted}   a cell's name, a number, anything without blanks, anything in quotes: taken over as it is
    {who}               somebody at the table: a name people gave, or what the book's own class says (Player 2)
    {any}               any text that the book can translate by itself
    {cell*}             several of them, with commas, "and", "or", "then" between them
    {cell2}             another one of that class
    {mouse:dat}         on the right: that form of the word, where the class gives several
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Forms = str | Mapping[str, str]
"""A translation; of a word in several forms, by their names, the usual one first."""

Table = Mapping[str, object]
"""One file: `sentences` (English pattern -> translation), `words` (class -> English pattern -> forms), `between`.

`options of` (game -> English text -> translation) and `lessons` are for the pages alone: one word may be a choice of two games.
"""

AS_IS = {"n": r"\d+(?:[.,]\d+)?", "cell": r"[A-Za-z]{1,2}\d{1,2}", "word": r"\S+?", "quoted": r"(?:'[^']*'|\"[^\"]*\"|None)"}
ANY = "any"
BETWEEN = (", then ", "; or ", ", and ", "; ", ", ", " and ", " or ", " then ")
"""What may stand between the items of a list."""
BETWEEN_ANY = (", then ", "; or ", "; ")
"""The same where the items are sentences with commas of their own."""
DEEPEST = 6
MOST_KEPT = 20_000

_PLACE = re.compile(r"\{([a-z]+)(\d*)(\*?)\}")
_FILL = re.compile(r"\{([a-z]+\d*)(?::([a-z]+))?\}")


@dataclass(slots=True)
class Phrase:
    """One pattern and what it becomes; its regular expression is made when its literal text is first met."""

    english: str
    forms: Forms
    literal: str = ""
    weight: int = 0
    regex: re.Pattern[str] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        parts = _PLACE.split(self.english)[::4]
        self.literal = max(parts, key=len)
        self.weight = sum(map(len, parts))

    def form(self, name: str | None) -> str:
        """The words in that form, the usual one where there is no such form."""
        if isinstance(self.forms, str):
            return self.forms
        return self.forms.get(name or "") or next(iter(self.forms.values()))


class Phrases:
    """The phrases of one kind: those without placeholders by their text, the others with the most text of their own first."""

    __slots__ = ("patterns", "whole")

    def __init__(self, entries: Mapping[str, Forms]) -> None:
        phrases = [Phrase(english, forms) for english, forms in entries.items()]
        self.whole = {phrase.english: phrase for phrase in phrases if "{" not in phrase.english}
        self.patterns = sorted((one for one in phrases if one.english not in self.whole), key=lambda one: -one.weight)

    def __iter__(self) -> Iterator[Phrase]:
        return iter((*self.whole.values(), *self.patterns))


class PhraseBook:
    """The phrases of some tables for a table at which these people sit; later tables go before earlier ones."""

    def __init__(self, tables: Sequence[Table], names: Iterable[str] = ()) -> None:
        sentences: dict[str, Forms] = {}
        words: dict[str, dict[str, Forms]] = {"who": {}}
        self._between: dict[str, str] = {}
        for table in tables:
            sentences.update(_mapping(table.get("sentences")))
            self._between.update({key: str(value) for key, value in _mapping(table.get("between")).items()})
            for name, entries in _mapping(table.get("words")).items():
                words.setdefault(name, {}).update(_mapping(entries))
        self._names = frozenset(name for name in names if name)
        self._sentences = Phrases(sentences)
        self._words = {name: Phrases(entries) for name, entries in words.items()}
        self._patterns: dict[str, str] = {}
        self._kept: dict[str, str | None] = {}

    def translate(self, text: str) -> str | None:
        """The text in the book's language; None where it does not know it."""
        if text not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[text] = self._any(text, DEEPEST)
        return self._kept[text]

    # One text --------------------------------------------------------------------------------------------------------

    def _any(self, text: str, depth: int) -> str | None:
        if depth == 0 or not text:
            return None
        found = self._first(self._sentences, text, None, depth)
        if found is None and text[0].isupper():
            small = self._first(self._sentences, text[0].lower() + text[1:], None, depth)
            found = small[0].upper() + small[1:] if small else None
        if found is None and text[-1] in ".:" and len(text) > 1:
            bare = self._any(text[:-1], depth - 1)
            found = bare + text[-1] if bare else None
        return found

    def _first(self, phrases: Phrases, text: str, form: str | None, depth: int) -> str | None:
        if text in phrases.whole:
            return phrases.whole[text].form(form)
        fitting = (phrase for phrase in phrases.patterns if phrase.literal in text)
        return next((said for phrase in fitting if (said := self._said(phrase, text, form, depth)) is not None), None)

    def _said(self, phrase: Phrase, text: str, form: str | None, depth: int) -> str | None:
        if phrase.regex is None:
            phrase.regex = re.compile(self._regex(phrase.english, True))
        match = phrase.regex.fullmatch(text)
        if match is None:
            return None
        listed = {f"{name}{number}" for name, number, star in _PLACE.findall(phrase.english) if star}
        said = []
        for literal, key, wanted in _pieces(phrase.form(form)):
            said.append(literal)
            if key:
                part = (self._list if key in listed else self._word)(key.rstrip("0123456789"), match[key], wanted or form, depth)
                if part is None:
                    return None
                said.append(part)
        return "".join(said)

    def _word(self, name: str, text: str, form: str | None, depth: int) -> str | None:
        if (name in AS_IS and name not in self._words) or (name == "who" and text in self._names):
            return text
        if name == ANY:
            return self._any(text, depth - 1)
        return self._first(self._words[name], text, form, depth)

    def _list(self, name: str, text: str, form: str | None, depth: int) -> str | None:
        """The items one after the other with the translated words between them."""
        item = re.compile(f"({self._class(name)})({_either(name)}|$)")
        said, at = [], 0
        while at < len(text):
            match = item.match(text, at)
            part = self._word(name, match[1], form, depth) if match else None
            if match is None or part is None:
                return None
            said += [part, self._between.get(match[2], match[2])]
            at = match.end()
        return "".join(said)

    # Regular expressions ---------------------------------------------------------------------------------------------

    def _regex(self, english: str, named: bool) -> str:
        """The expression for a pattern; with named groups for its own placeholders, without for those of its words."""
        parts, at = [], 0
        for place in _PLACE.finditer(english):
            name, number, star = place.groups()
            item = self._class(name)
            several = f"{item}(?:(?:{_either(name)}){item})*" if star else item
            parts += [re.escape(english[at : place.start()]), f"(?P<{name}{number}>{several})" if named else f"(?:{several})"]
            at = place.end()
        return "".join((*parts, re.escape(english[at:])))

    def _class(self, name: str) -> str:
        """The expression for any word of a class."""
        if name == ANY:
            return ".+?"
        if name not in self._patterns:
            words = [self._regex(phrase.english, False) for phrase in self._words.get(name, ())]
            if name == "who":
                words = [*map(re.escape, sorted(self._names, key=len, reverse=True)), *words]
            if name in AS_IS and not words:
                words = [AS_IS[name]]
            self._patterns[name] = f"(?:{'|'.join(words)})" if words else "(?!)"
        return self._patterns[name]


def _either(name: str) -> str:
    """The expression for what stands between items of that class."""
    return "|".join(map(re.escape, BETWEEN_ANY if name == ANY else BETWEEN))


def _mapping(value: object) -> Mapping[str, Forms]:
    return value if isinstance(value, Mapping) else {}


def _pieces(words: str) -> Iterator[tuple[str, str, str | None]]:
    """A translation cut into (literal, placeholder, form); the last literal stands without a placeholder."""
    at = 0
    for place in _FILL.finditer(words):
        yield words[at : place.start()], place[1], place[2]
        at = place.end()
    yield words[at:], "", None


def placeholders(words: str) -> set[str]:
    """The placeholders of a pattern or a translation, for those who check a book."""
    return {f"{name}{number}" for name, number, _ in _PLACE.findall(re.sub(r":[a-z]+\}", "}", words))}


def problems(table: Table, base: Iterable[str] = ()) -> list[str]:
    """What is wrong with a table: classes that nobody describes (`base` are known from elsewhere), placeholders that differ."""
    words = _mapping(table.get("words"))
    known = {*AS_IS, ANY, "who", *words, *base}
    entries = {**_mapping(table.get("sentences"))}
    found = []
    for group in (entries, *(_mapping(item) for item in words.values())):
        for english, forms in group.items():
            wanted = placeholders(english)
            found += [f"{english!r}: nobody says what {{{name}}} is" for name in wanted if name.rstrip("0123456789") not in known]
            for said in [forms] if isinstance(forms, str) else forms.values():
                found += [f"{english!r}: {said!r} has other placeholders"] if placeholders(said) != wanted else []
    return found
