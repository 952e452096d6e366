"""The words of the page: every key that is used exists, every one that exists is used."""

from __future__ import annotations

import re
from pathlib import Path

import page_facts
import pytest

import webui
from companion.core.grid import Cell, Zone
from companion.core.messages import CameraLight, LineKind
from webui.words import ENGLISH, cell_name, colour_name, joined, listed, place_name, points_text, say

FOLDER = Path(webui.__file__).parent


def used() -> tuple[set[str], set[str]]:
    """Keys that stand in the code as they are, and the beginnings of those that are put together."""
    text = "".join(p.read_text() for p in (*FOLDER.glob("*.py"), *FOLDER.glob("templates/*.html")))
    whole = set(re.findall(r"""say\(["']([a-z.-]+[a-z0-9])["'][,)]""", text))
    return whole, set(re.findall(r"""say\(f?["']([a-z-]+\.)["'{]""", text))


def test_every_key_exists_and_every_word_is_said() -> None:
    """No missing key, no dead word."""
    whole, begun = used()
    assert sorted(whole - set(ENGLISH)) == []
    assert sorted(key for key in set(ENGLISH) - whole if not key.startswith(tuple(begun))) == []


def test_words_put_together_exist_for_all_values() -> None:
    """Kinds of log line, camera lights, patterns and facings all have their words."""
    made = [f"log.{kind.value}" for kind in LineKind] + [f"camera.{light.value}" for light in CameraLight]
    made += [f"pattern.{name}" for name in ("steady", "blink", "pulse", "off")] + [f"facing.{n}" for n in range(4)]
    assert [key for key in made if key not in ENGLISH] == []


def test_a_missing_value_is_an_error() -> None:
    """A placeholder that nobody fills must not reach a player."""
    assert say("board.piece-at", piece="fox", place="a1") == "fox: a1"
    with pytest.raises(KeyError):
        say("board.piece-at", piece="fox")


def test_names_of_places() -> None:
    """Cells by letter and number, zones by label, seats in labels by name."""
    layout = page_facts.LAYOUT
    assert [cell_name(cell, layout) for cell in (Cell(0, 0), Cell(3, 3), Cell(3, 0))] == ["a4", "d1", "a1"]
    assert place_name(Zone("own-P1"), layout, {"P1": "Ada"}) == "own tile of Ada"
    assert place_name(Zone("attic"), layout, {}) == "attic"


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0"), (3, "3"), (0.5, "½"), (2.5, "2½"), (-1, "−1"), (-0.5, "−½"), (1.25, "1.25")]
)
def test_points_with_halves(points: float, text: str) -> None:
    """As people write them."""
    assert points_text(points) == text


def test_lists_and_colours_in_words() -> None:
    """Names in a row, and a lamp's colour for those who cannot see it."""
    assert [joined(x) for x in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == ["", "a", "a and b", "a, b and c"]
    assert listed("abcd", 2) == "a, b and 2 more"
    colours = ("#ff0000", "#ff9000", "#ffe000", "#00c040", "#2255ee", "#9030c0", "#ffffff", "#050505", "odd")
    assert [colour_name(c) for c in colours] == ["red", "orange", "yellow", "green", "blue", "purple", "white", "dark", ""]
