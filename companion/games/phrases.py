"""What the sentences of a game are called in other languages, from the files `said.<language>.toml` beside its engine."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from companion.games import GAMES

Table = Mapping[str, object]

NAME = ("said.", ".toml")
"""What stands before and after the language in the name of such a file."""


@cache
def said(game_id: str) -> Mapping[str, Table]:
    """Language -> what that game's file for it says."""
    found = {}
    for source in (files("companion.games") / game_id.replace("-", "_")).iterdir():
        if source.name.startswith(NAME[0]) and source.name.endswith(NAME[1]):
            language = source.name.removeprefix(NAME[0]).removesuffix(NAME[1])
            found[language] = tomllib.loads(source.read_text(encoding="utf-8"))
    return found


@cache
def tables_of(game_id: str) -> Mapping[str, tuple[Table, ...]]:
    """Language -> the tables for a page about that game: the options of all games, since any may be started, then its own."""
    every = {language for each in GAMES for language in said(each)}
    return {
        language: (*({"sentences": said(each)[language].get("options", {})} for each in GAMES if language in said(each)),
                   said(game_id).get(language, {}))
        for language in sorted(every)
    }  # fmt: skip
