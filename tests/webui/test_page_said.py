"""What games and the table say reaches the page in its language; what does not is listed, and the list may not grow."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import sayings
from source_tree import ROOT

from companion.games import GAMES, find
from companion.games.lessons import lessons_of
from companion.games.phrases import said, tables_of
from webui.phrases import AS_IS, PhraseBook, problems
from webui.words import FIRST, Words, languages, table_book

OTHERS = [code for code in languages() if code != FIRST]
LISTED = Path(__file__).with_name("not_translated.txt")
SPEAKING = ("companion/table/*.py", "companion/referee/*.py", "companion/app/classroom.py", "companion/app/upload.py",
            "calibration/course.py", "vision/locate.py", "vision/reader.py", "vision/steady.py")  # fmt: skip
"""Where every sentence is made that is no game's."""


def listed(source: str) -> list[str]:
    """What of a source (a game, or the table) is known to be English in every language."""
    lines = (line.partition("\t") for line in LISTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [text for where, _, text in lines if where == source]


@cache
def spoken(game_id: str) -> Mapping[str, str]:
    """What is said in some games: the kind of sentence -> one such sentence."""
    return {sayings.skeleton(text): text for text in (*sayings.fixed(game_id), *sayings.played(game_id, 1)) if text}


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_game_says_is_translated(game_id: str, code: str) -> None:
    """Everything that is said in random games, to everybody and to a seat, of slips too, and of kinds."""
    words, names = Words(code, tables_of(game_id)[code]), sayings.names(game_id)
    missing = [kind for kind, text in spoken(game_id).items() if words.translated(text, names) is None]
    assert sorted(set(missing) - set(listed(game_id))) == []
    assert len(spoken(game_id)) > 100


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("game_id", GAMES)
def test_the_choices_of_its_rules_are_translated(game_id: str, code: str) -> None:
    """Name, values and help of each, and nothing that is no choice; numbers stay as they are."""
    told, there = said(game_id)[code]["options"], {text for text in sayings.options(game_id) if re.search("[a-z]", text)}
    defaults = {option.default for option in find(game_id).options}
    assert (sorted(there - set(told)), sorted(set(told) - there - defaults)) == ([], [])


@pytest.mark.parametrize("code", OTHERS)
def test_what_the_table_says_is_translated(code: str) -> None:
    """Every sentence that stands in the code of the table and the referee has a pattern in the book, or is listed."""
    known = {bare(pattern) for pattern in table_book(code)["sentences"]}  # type: ignore[attr-defined]
    missing = {text for files in SPEAKING for path in sorted(ROOT.glob(files)) for text in sentences(path)} - known
    assert sorted(missing) == sorted(listed("table"))


def sentences(path: Path) -> Iterator[str]:
    """The texts in a file that people read, with {} for what is filled in; what an eye says need not begin with a capital."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (inner | comments):
            text = node.value
        plain = path.parent.name not in ("vision", "calibration") and not (text[:1].isupper() or text[:1] == "{")
        if " " in text.strip() and not plain and text.strip("{}., "):
            yield text


def bare(pattern: str) -> str:
    return re.sub(r"\{\w+\*?\}", "{}", pattern)


@pytest.mark.parametrize("code", OTHERS)
def test_every_book_is_sound(code: str) -> None:
    """Every placeholder of a translation stands in its pattern and the other way round, and somebody says what it is."""
    shared = table_book(code)["words"]
    assert problems(table_book(code)) == []
    assert {game: found for game in GAMES if (found := problems(said(game)[code], shared))} == {}  # type: ignore[arg-type]


@pytest.mark.parametrize("source", [*GAMES, "table"])
def test_all_languages_say_the_same(source: str) -> None:
    """No language knows a sentence, a word, an option or a lesson that another does not know."""
    books = [table_book(code) if source == "table" else said(source)[code] for code in OTHERS]
    kinds = [{(group, name) for group, entries in book.items() if group != "words" for name in entries} for book in books]
    words = [{(group, name) for group, entries in book["words"].items() for name in entries} for book in books]
    assert all(one == kinds[0] for one in kinds) and all(one == words[0] for one in words)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_lesson_is_translated(game_id: str, code: str) -> None:
    """Piece by piece, with as many paragraphs."""
    told = said(game_id)[code]["lessons"]
    paragraphs = {lesson.key: len(lesson.text) for lesson in lessons_of(game_id)}
    assert {key: len(item["text"].strip().split("\n\n")) for key, item in told.items()} == paragraphs
    assert all(item["title"].strip() for item in told.values())


def test_the_list_names_nothing_twice_and_nothing_strange() -> None:
    """Each line belongs to a game or the table, sorted, so that it can be read."""
    lines = [line for line in LISTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert lines == sorted(set(lines))
    assert {line.partition("\t")[0] for line in lines} <= {*GAMES, "table"}


BOOK = {
    "sentences": {
        "{who}: {any}": "{who}: {any}",
        "{hen} runs to {spot}": "{hen:nom} läuft {spot}",
        "{hen*} rest.": "{hen:nom} ruhen.",
        "Look at {cell*}.": "Schau auf {cell}.",
        "I saw: {any*}.": "Gesehen: {any}.",
        "Give {n} to the {hen}.": "Gib {hen:dem} {n}.",
    },
    "words": {
        "hen": {"red hen": {"nom": "rote Henne", "dem": "der roten Henne"}, "hen": {"nom": "Henne", "dem": "der Henne"}},
        "spot": {"{cell}": "nach {cell}", "the nest of the {hen}": "ins Nest {hen:dem}"},
    },
    "between": {" and ": " und ", ", then ": ", dann "},
}


@pytest.mark.parametrize(
    ("english", "german"),
    [("red hen runs to b2", "rote Henne läuft nach b2"), ("Red hen runs to b2", "Rote Henne läuft nach b2"),
     ("hen runs to the nest of the red hen", "Henne läuft ins Nest der roten Henne"),
     ("red hen and hen rest.", "rote Henne und Henne ruhen."), ("Look at a1, b2 and c3.", "Schau auf a1, b2 und c3."),
     ("Ada: hen runs to a1", "Ada: Henne läuft nach a1"), ("hen runs to a1.", "Henne läuft nach a1."),
     ("I saw: hen runs to a1, then red hen runs to b2.", "Gesehen: Henne läuft nach a1, dann rote Henne läuft nach b2."),
     ("Give 3 to the red hen.", "Gib der roten Henne 3."), ("Bo: hen runs to a1", None), ("hen runs to the moon", None),
     ("Ada: nonsense", None), ("", None)],
)  # fmt: skip
def test_a_sentence_is_recognised_by_its_pattern(english: str, german: str | None) -> None:
    """Words in their forms, lists, names, sentences in sentences; one unknown part makes the whole unknown."""
    assert PhraseBook([BOOK], ["Ada"]).translate(english) == german


@pytest.mark.parametrize(
    "wrong",
    [{"sentences": {"{hen} runs": "läuft"}, "words": {"hen": {"hen": "Henne"}}}, {"sentences": {"{fox} runs": "{fox} läuft"}},
     {"words": {"hen": {"hen of {n}": {"nom": "Henne {n}", "dem": "der Henne"}}}}],
)  # fmt: skip
def test_the_check_of_books_can_fail(wrong: Mapping[str, object]) -> None:
    """A lost placeholder, a class nobody describes, one form without its placeholder."""
    assert problems(wrong) != []


def test_what_is_taken_over_as_it_is_stays_so() -> None:
    """No class of that name may be described otherwise by a game: their patterns would never be tried."""
    described = {name for game in GAMES for code in OTHERS for name in said(game)[code]["words"]}
    assert described & (set(AS_IS) | {"any"}) == set()
