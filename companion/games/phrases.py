"""What the sentences of a game are called in other languages, from the files `said.<language>.toml` beside its engine."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

Table = Mapping[str, object]

NAME = ("said.", ".toml")
"""What stands before and after the language in the name of such a file."""


@cache
def said(game_id: str) -> Mapping[str, Table]:
    """Language -> what that game's file for it says."""
    return _files(game_id.replace("-", "_"))


@cache
def _files(folder: str) -> Mapping[str, Table]:
    found = {}
    for source in (files("companion.games") / folder).iterdir():
        if source.name.startswith(NAME[0]) and source.name.endswith(NAME[1]):
            language = source.name.removeprefix(NAME[0]).removesuffix(NAME[1])
            found[language] = tomllib.loads(source.read_text(encoding="utf-8"))
    return found


@cache
def tables_of(game_id: str) -> Mapping[str, tuple[Table, ...]]:
    """Language -> the tables for a page about that game: the options of every game, since any may be started, then its own."""
    folders = sorted(entry.name for entry in files("companion.games").iterdir() if entry.is_dir())
    every = [(folder, _files(folder)) for folder in folders]
    found: dict[str, tuple[Table, ...]] = {}
    for language in sorted({language for _, book in every for language in book}):
        books = {folder.replace("_", "-"): book[language] for folder, book in every if language in book}
        options = {game: book.get("options", {}) for game, book in books.items()}
        found[language] = ({"options of": options}, books.get(game_id, {}))
    return found
