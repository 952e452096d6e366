"""How to play: every game has a lesson, and every step, ruling and drawing it names exists."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

import pytest

from companion.core.lesson import Lesson, lesson_of_rule, lesson_of_step
from companion.games import GAMES, find
from companion.games.lessons import lessons_of


def steps_met(game: Any, seed: int) -> set[str]:
    """What has to be done, in words, in the first actions of a game played at random."""
    random, state, met = Random(seed), game.start(game.setup({})), set()
    for _ in range(40):
        if game.outcome(state) is not None:
            break
        met.add(game.view(state, None).step)
        state = game.play(state, random.choice(game.actions(state)))
    return met


@pytest.mark.parametrize("game_id", GAMES)
def test_every_step_has_its_lesson(game_id: str) -> None:
    """Whatever has to be done now, the page can say how it is done."""
    lessons = lessons_of(game_id)
    assert [step for seed in range(2) for step in steps_met(find(game_id), seed) if lesson_of_step(lessons, step) is None] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_ruling_leads_to_a_lesson(game_id: str) -> None:
    """Each section of the rulebook that a judge names is explained somewhere."""
    table = importlib.import_module(f"companion.games.{game_id.replace('-', '_')}.violations").VIOLATIONS
    lessons = lessons_of(game_id)
    assert sorted({item.rule for item in table.values() if lesson_of_rule(lessons, item.rule) is None}) == []


@pytest.mark.parametrize("game_id", GAMES)
def test_lessons_are_illustrated_with_what_is_in_the_box(game_id: str) -> None:
    """Every drawing named is one of the game's own, and every lesson is short."""
    catalogue = find(game_id).catalogue
    kinds = {kind.name for kind in (*catalogue.pieces, *catalogue.tiles)}
    lessons = lessons_of(game_id)
    assert len(lessons) >= 4
    assert [name for lesson in lessons for name in lesson.shows if name not in kinds] == []
    assert [lesson.key for lesson in lessons if len(" ".join(lesson.text)) > 600] == []


def test_the_longest_beginning_of_a_section_wins() -> None:
    """A section of a section leads to the lesson about it; an unknown one leads nowhere."""
    lessons = (Lesson("a", "A", ("a",), rules=("Move",)), Lesson("b", "B", ("b",), rules=("Move 4",)))
    found = [lesson_of_rule(lessons, rule) for rule in ("Move 2", "Move 4", "End")]
    assert [lesson.key if lesson else "" for lesson in found] == ["a", "b", ""]
