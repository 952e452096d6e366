"""Findings and places in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from companion.core.catalogue import Layout
from companion.core.finding import Finding, Irregular, Settled, Unclear, Waiting
from companion.core.game import Game
from companion.core.grid import Cell, Place
from companion.referee.chains import Chain

S = TypeVar("S")
MOST_NAMED = 4


def place_name(layout: Layout, place: Place) -> str:
    """A cell by file (letters from the left) and rank (numbers from the near side), a zone by its label."""
    if isinstance(place, Cell):
        return layout.cell_name(place)
    try:
        return layout.zone(place.name).label or place.name
    except KeyError:
        return place.name


def place_names(layout: Layout, places: Sequence[Place]) -> str:
    """Several places in one phrase."""
    names = [place_name(layout, place) for place in places[:MOST_NAMED]]
    if len(places) > MOST_NAMED:
        names.append(f"{len(places) - MOST_NAMED} more places")
    if not names:
        return "the table"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def told(game: Game[S, Any], state: S, chain: Chain[S], since: Chain[S] | None = None) -> str:
    """The actions of a chain in plain words, leaving out those before `since`."""
    words, skip = [], len(since.tokens) if since is not None else 0
    for number, token in enumerate(chain.tokens):
        action = game.read(token)
        if number >= skip:
            words.append(game.label(state, action))
        state = game.play(state, action)
    return ", then ".join(words) if words else "Nothing happened yet"


def sentence(game: Game[S, Any], state: S, finding: Finding) -> str:
    """What a finding says, in one or two sentences."""
    if isinstance(finding, Waiting):
        return finding.why
    if isinstance(finding, Unclear):
        return finding.question.text
    if isinstance(finding, Irregular):
        return " ".join([finding.ruling.violations[0].sentence, *finding.ruling.remedy])
    return _settled(game, state, finding)


def _settled(game: Game[S, Any], state: S, finding: Settled) -> str:
    words = []
    for token in finding.actions:
        action = game.read(token)
        words.append(game.label(state, action))
        state = game.play(state, action)
    return ". ".join(words) if words else "Nothing happened."
