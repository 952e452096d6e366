"""How to play, in small pieces: what a page shows to those who learn a game while they play it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lesson:
    """One piece of a game's lesson.

    `steps` are patterns of the sentence that says what has to be done now (`View.step`), `rules` beginnings of sections of the
    rulebook; by them a step and a broken rule lead here.  `shows` are kinds of piece or tile whose drawings illustrate it.
    `language` is what title and text are written in.
    """

    key: str
    title: str
    text: tuple[str, ...]
    steps: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    language: str = "en"


def paragraphs(text: str) -> tuple[str, ...]:
    """A text cut at its blank lines, each paragraph on one line."""
    return tuple(part.strip().replace("\n", " ") for part in text.strip().split("\n\n"))


def lesson_of_step(lessons: Iterable[Lesson], step: str) -> Lesson | None:
    """The first lesson about what has to be done now."""
    return next((lesson for lesson in lessons if any(re.search(sign, step) for sign in lesson.steps)), None)


def lesson_of_rule(lessons: Iterable[Lesson], rule: str) -> Lesson | None:
    """The lesson with the longest fitting beginning of that section."""
    fitting = [(len(start), lesson) for lesson in lessons for start in lesson.rules if rule.startswith(start)]
    return max(fitting, key=lambda item: item[0])[1] if fitting else None
