"""The file of tiles and cards of Maze: what it holds, and how mistakes in it are told."""

from __future__ import annotations

from importlib import resources

import pytest

from companion.games.librande_maze.edition import EDITION, read_edition
from companion.games.librande_maze.powers_known import POWERS
from companion.games.librande_maze.read_position import read_position
from companion.games.librande_maze.read_token import read
from companion.games.librande_maze.tiles import maze_from, maze_problems, maze_words
from companion.games.librande_maze.turn import actions, play

TEXT = resources.files("companion.games.librande_maze").joinpath("maze.toml").read_text(encoding="utf-8")


def line_of(words: str, text: str) -> int:
    """The line (from 1) of the text that holds these words first."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


def test_the_parts_add_up_to_what_the_rulebook_counts() -> None:
    """33 sliding tiles, 16 fixed ones, 38 spells of 18 kinds, nine characters and five curses."""
    assert sum(tile.count for tile in EDITION.tiles) == 33
    assert (len(EDITION.fixed), sum(spell.copies for spell in EDITION.spells), len(EDITION.spells)) == (16, 38, 18)
    assert (len(EDITION.heroes), len(EDITION.curses)) == (9, 5)


MISTAKES = [
    ('does = "block-entry"', 'does = "stop-entry"', "no power 'stop-entry' is known"),
    ("drag = true }\ntwo", "drags = true }\ntwo", "'drags' means nothing to this power; use drag, walls, cost"),
    ('does = "no-casting"', 'does = "no-magic"', "no curse does 'no-magic'; choose one of fewer-points"),
    ('range = "super"', 'range = "far"', "'far': a spell that does 'freeze' has one of super, connect, line"),
    ("count = 9", "count = 8", "the counts add up to 32; 33 tiles can be slid"),
    ('web = "E"', 'web = "W"', "'W': name some but not all of the openings 'NES'"),
    ('c1 = "T1"', 'c1 = "Q1"', "'Q1' is no tile"),
    ('c1 = "T1"', 'd1 = "T1"', "no fixed tile lies there"),
    ("tunnel = true\n", "", "0 tiles carry a tunnel; exactly two do"),
    ("copies = 8", 'copies = "8"', "'8' has the wrong type; write a whole number"),
    ('code = "DR"', 'code = "BA"', "'BA' stands there 2 times; name each once"),
    ('token = "charge"', 'token = "rush"', "the token 'rush' belongs to 2 powers"),
]


@pytest.mark.parametrize(("old", "new", "why"), MISTAKES, ids=[new or "no tunnel" for _, new, _ in MISTAKES])
def test_a_mistake_is_told_with_its_line_and_key(old: str, new: str, why: str) -> None:
    """Every sort of mistake names the line, the key and what is wrong."""
    wrong = TEXT.replace(old, new, 1)
    with pytest.raises(ValueError, match=r"maze.toml: line \d+, key [\w.]+: ") as caught:
        read_edition(wrong)
    assert why in str(caught.value)


def test_the_line_of_a_mistake_is_the_right_one() -> None:
    """The line that is named holds the mistake."""
    wrong = TEXT.replace('does = "dragon-immune"', 'does = "dragon-proof"')
    with pytest.raises(ValueError, match=rf"line {line_of('dragon-proof', wrong)}, key hero.defence"):
        read_edition(wrong)


def test_an_unknown_power_is_refused_with_the_list_of_known_ones() -> None:
    """Whoever copies a real card sees at once what can be written."""
    with pytest.raises(ValueError, match="no power 'fly'") as caught:
        read_edition(TEXT.replace('does = "slide"', 'does = "fly"'))
    assert ", ".join(POWERS) in str(caught.value)


def test_all_mistakes_are_told_at_once() -> None:
    """Two mistakes, two sentences; a text that is no TOML says where it breaks."""
    wrong = TEXT.replace("copies = 8", "copies = -1").replace('name = "Witch"', "nam = 3")
    with pytest.raises(ValueError, match="copies") as caught:
        read_edition(wrong)
    assert "key hero.nam" in str(caught.value) and "key hero.name" in str(caught.value)
    with pytest.raises(ValueError, match="at line 2"):
        read_edition("name = 1\n[[tile\n")


def test_other_cards_play_by_their_own_words() -> None:
    """A card that costs more, and a part the program does not model, do what the file says."""
    text = TEXT.replace('does = "fetch"', 'does = "manual"').replace("copies = 8\ncost = 0", "copies = 8\ncost = 1")
    state = read_position("1=WT@a1{hand=HA}; 3=BA@g7", read_edition(text))
    assert play(state, read("cs:HA")).ap == 2
    assert play(state, read('pw:manual "the Witch flies"')).ap == 0
    assert not [action for action in actions(state) if "scavenge" in repr(action)]


def test_mazes_that_are_no_shuffle_are_told() -> None:
    """The maze of the worked examples is one; with a fixed tile turned and a kind too many it is none."""
    state = read_position("1=BA@a1; 3=DR@g7; t:b1=T0")
    assert maze_problems(maze_from(maze_words(state.tiles).replace("|", " ").split())) == [
        "10 tiles L lie on squares that move; there are 11", "4 tiles T lie on squares that move; there are 3"]  # fmt: skip
