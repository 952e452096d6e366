"""The words of the page: every language has the same keys and placeholders, and all are used; numbers and lists in words."""

from __future__ import annotations

import re
from pathlib import Path

import page_facts
import pytest

import webui
from companion.core.grid import Cell, Zone
from companion.core.messages import CameraLight, LineKind
from webui.words import FIRST, Entry, Words, catalogue, languages

FOLDER = Path(webui.__file__).parent
ENGLISH = catalogue(FIRST)
WORDS = Words()


def used() -> tuple[set[str], set[str]]:
    """Keys that stand in the code as they are, and the beginnings of those that are put together."""
    text = "".join(p.read_text() for p in (*FOLDER.glob("*.py"), *FOLDER.glob("templates/*.html")))
    whole = set(re.findall(r"""say\(["']([a-z.-]+[a-z0-9])["'][,)]""", text)) | set(re.findall(r'"(refused\.[a-z-]+)"', text))
    return whole, set(re.findall(r"""say\(f?["']([a-z-]+\.)["'{]""", text))


def forms(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def braces(entry: Entry) -> set[str]:
    return {name for form in forms(entry) for name in re.findall(r"\{(\w+)\}", form)}


def test_every_key_exists_and_every_word_is_said() -> None:
    """No missing key, no dead word."""
    whole, begun = used()
    assert sorted(whole - set(ENGLISH)) == []
    assert sorted(key for key in set(ENGLISH) - whole if not key.startswith(tuple(begun))) == []


@pytest.mark.parametrize("code", languages())
def test_every_language_has_every_word_with_its_placeholders(code: str) -> None:
    """A missing or strange key, a placeholder that is lost or made up, a plural without its forms: none of them."""
    there = catalogue(code)
    assert (sorted(set(ENGLISH) - set(there)), sorted(set(there) - set(ENGLISH))) == ([], [])
    assert [key for key in ENGLISH if braces(ENGLISH[key]) != braces(there[key])] == []
    assert [key for key, entry in there.items() if not all(form.strip() for form in forms(entry) if key != "between.comma")] == []
    assert [key for key in ENGLISH if isinstance(ENGLISH[key], str) != isinstance(there[key], str)] == []
    assert [key for key, entry in there.items() if not isinstance(entry, str) and set(entry) != {"one", "other"}] == []


def test_there_are_three_languages() -> None:
    """English first: it stands in where another language does not know better."""
    assert languages() == ("en", "de", "sv")
    assert [Words(code).say("page.language") for code in languages()] == ["English", "Deutsch", "Svenska"]


def test_words_put_together_exist_for_all_values() -> None:
    """Kinds of log line, camera lights, patterns and facings all have their words."""
    made = [f"log.{kind.value}" for kind in LineKind] + [f"camera.{light.value}" for light in CameraLight]
    made += [f"pattern.{name}" for name in ("steady", "blink", "pulse", "off")] + [f"facing.{n}" for n in range(4)]
    assert [key for key in made if key not in ENGLISH] == []


def test_a_missing_value_is_an_error() -> None:
    """A placeholder that nobody fills must not reach a player."""
    assert WORDS.say("board.piece-at", piece="fox", place="a1") == "fox: a1"
    with pytest.raises(KeyError):
        WORDS.say("board.piece-at", piece="fox")


@pytest.mark.parametrize(
    ("code", "one", "two"), [("en", "1 line", "2 lines"), ("de", "1 Zeile", "2 Zeilen"), ("sv", "1 rad", "2 rader")]
)
def test_numbers_choose_their_form(code: str, one: str, two: str) -> None:
    """One of something is called otherwise than several."""
    assert [Words(code).say("desk.lines", count=count) for count in (1, 2)] == [one, two]


def test_names_of_places() -> None:
    """Cells by letter and number, zones by label, seats in labels by name."""
    layout = page_facts.LAYOUT
    assert [WORDS.place_name(cell, layout, {}) for cell in (Cell(0, 0), Cell(3, 3), Cell(3, 0))] == ["a4", "d1", "a1"]
    assert WORDS.place_name(Zone("own-P1"), layout, {"P1": "Ada"}) == "own tile of Ada"
    assert WORDS.place_name(Zone("attic"), layout, {}) == "attic"


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0"), (3, "3"), (0.5, "½"), (2.5, "2½"), (-1, "−1"), (-0.5, "−½"), (1.25, "1.25")]
)
def test_points_with_halves(points: float, text: str) -> None:
    """As people write them, with the comma of their language."""
    assert WORDS.points_text(points) == text
    assert Words("de").points_text(points) == text.replace(".", ",")


def test_lists_and_colours_in_words() -> None:
    """Names in a row, and a lamp's colour for those who cannot see it."""
    assert [WORDS.joined(x) for x in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == ["", "a", "a and b", "a, b and c"]
    assert [Words(code).joined("abc") for code in ("de", "sv")] == ["a, b und c", "a, b och c"]
    assert WORDS.listed("abcd", 2) == "a, b and 2 more"
    colours = ("#ff0000", "#ff9000", "#ffe000", "#00c040", "#2255ee", "#9030c0", "#ffffff", "#050505", "odd")
    named = ["red", "orange", "yellow", "green", "blue", "purple", "white", "dark", ""]
    assert [WORDS.colour_name(c) for c in colours] == named
