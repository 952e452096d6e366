"""The lessons of a game, from `how_to.toml` beside its engine."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from companion.core.lesson import Lesson, paragraphs


@cache
def lessons_of(game_id: str) -> tuple[Lesson, ...]:
    """The pieces of the game's lesson in the order of the file; none for a game without one."""
    source = files(f"companion.games.{game_id.replace('-', '_')}") / "how_to.toml"
    if not source.is_file():
        return ()
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    return tuple(
        Lesson(
            key,
            str(item["title"]),
            paragraphs(item["text"]),
            tuple(item.get("steps", ())),
            tuple(item.get("rules", ())),
            tuple(item.get("shows", ())),
        )
        for key, item in data.items()
    )
