"""What the law suite must be told about a game: positions to start from and second opinions written apart from its engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.core.scene import Scene


@dataclass(frozen=True)
class SlowRules:
    """A second implementation: a position from its text, the legal tokens there, and the position after one of them."""

    read: Callable[[str], Any]
    legal: Callable[[Any], Collection[str]]
    after: Callable[[Any, str], Any]


@dataclass(frozen=True)
class GameLaw:
    """One game as the law suite sees it.  Checks return sentences about what is wrong, none when all is well."""

    positions: tuple[str, ...]
    """Openings and mid-game positions as text, for every number of players and every way to play."""
    bound: int
    """The number of actions after which every random game from these positions has ended."""
    points: tuple[float, float]
    """The least and the most points a seat can have."""
    codes: frozenset[str]
    """The codes of all violations the rules list."""
    near_misses: tuple[str, ...]
    """Tokens of every kind that the notation knows, to be tried where they are not allowed."""
    alphabet: str
    """The characters that tokens are written with, to mutate them."""
    conserved: Callable[[str, Sequence[str], str], list[str]]
    """Start, tokens played and the text of the position reached: has a component been lost or doubled?"""
    informed: Callable[[str, Random], str]
    """A listed token as somebody writes it who saw everything, so that nothing known is forgotten."""
    judge: Callable[[str], Callable[[str], bool]]
    """A second opinion: for the text of a position, whether a token is allowed there."""
    scene_problems: Callable[[Scene, str], list[str]]
    """Does the scene show what the text of the position says?"""
    secrets: Callable[[str, str | None, Random], tuple[str, str]]
    """Two texts of the position that differ only in what a seat (None: the public screen) may not know."""
    slow: SlowRules
    """A second implementation, slow and written from the rules text alone."""
    perft: Mapping[str, tuple[str, tuple[int, ...]]]
    """By name: a position, and how many sequences of one, two, three ... actions there are from it."""
    transcript: tuple[int, int]
    """The number of the position that the stored game starts from and the seed of its random choices."""
    hurry: Callable[[str, Sequence[str], Random], str] = lambda text, tokens, rng: rng.choice(tokens)
    """By the text of a position, one of its listed tokens as people choose who want to finish: chance hardly ends some games."""
    told: Callable[[str, str], str] = lambda text, token: token
    """By the text of a position with all secrets, a token of somebody who knows them, as it is said where they are not known."""
    ranked: Callable[[Mapping[str, float]], Mapping[str, float]] = dict
    """What the seats are ranked by, from the points of each: these, or those of their team."""
