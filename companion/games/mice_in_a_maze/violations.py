"""Every broken rule the judge knows: its code, what the judge says, the section of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.grid import Place
from companion.core.ruling import Violation

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("not-your-turn", "It is another mouse's turn.", "Course"),
    ("place-before-move", "Move the mouse before you place a tile.", "Course"),
    ("move-required", "There is an open path ahead; the mouse has to run.", "Move"),
    ("no-open-path", "The tile ahead is face down; the mouse stays.", "Move"),
    ("move-loop", "The path is a loop; the mouse stays.", "Move 7"),
    ("stopped-early", "Run to the end of the path; no stopping on the way.", "Move"),
    ("left-path", "The mouse changed to another path.", "Course, Move"),
    ("wrong-direction", "The mouse runs where its nose points.", "Move"),
    ("past-station", "The run ends at the first nest or at the Chamber.", "Course"),
    ("must-leave-maze", "This path leads out: take the mouse off the table.", "Move 6"),
    ("return-required", "Bring your mouse back to a nest first; nothing else.", "Move"),
    ("return-not-nest", "Only nests are allowed.", "Move"),
    ("chamber-same-exit", "Leave by another exit than you came in.", "Move 1"),
    ("chamber-not-opposite", "Only the opposite exit.", "Move 1"),
    ("nest-wrong-exit", "In a corner nest the nose goes to the other exit.", "Move 2"),
    ("nose-wrong", "Point the nose where the mouse runs next.", "Move, Move 2"),
    ("cheese-not-taken", "Take the cheese.", "Move 1, 3"),
    ("cheese-second", "One cheese per mouse.", "Move 1, 3"),
    ("cheese-not-left", "The cheese stays in this nest, whoever owns it.", "Move 2"),
    ("cheese-from-nest", "Cheese in a nest stays there.", "Move 2"),
    ("cheese-not-returned", "Put the cheese back on the Chamber.", "Move 6"),
    ("exchange-missed", "The two mice swap what they carry.", "Move 4"),
    ("exchange-not-allowed", "They did not meet on the same path.", "Course, Move 4"),
    ("mouse-removed-wrongly", "A standing marble does no harm.", "Move 5"),
    ("cheese-value-wrong", "The first four cheeses lie, the others stand.", "End"),
    ("cheese-count", "A cheese is missing or too many.", "Setup"),
    ("place-required", "You have to replace a tile.", "Course"),
    ("place-off-path", "That tile is not on the path ahead of or behind your mouse.", "Place"),
    ("place-occupied", "Only tiles without mouse, cheese or marble.", "Place"),
    ("place-chamber", "The Chamber and the nests are never replaced.", "Place"),
    ("must-take-hidden", "Your tile lies open: take a face-down tile.", "Place"),
    ("place-face-down", "Put it down open.", "Place"),
    ("fallback-not-allowed", "A tile on your path can be taken; use that.", "Place"),
    ("fallback-face-up", "A tile away from your path is put back face down.", "Place"),
    ("tile-elsewhere", "Back onto the same place.", "Place"),
    ("extra-tile-changed", "Only one tile changes per turn.", "Place"),
    ("foreign-tile", "Only the taken tile or your own.", "Place"),
    ("hand-face-wrong", "Your own tile shows the face of the tile you took.", "Place"),
    ("frozen-no-place", "All tiles are open: nothing is replaced any more.", "End"),
    ("frozen-must-deliver", "Choose an exit that brings the cheese to a nest.", "End"),
    ("marble-not-moved", "A marble has an open path and rolls.", "Marble"),
    ("marble-no-path", "That marble has no open path.", "Marble"),
    ("marble-wrong-end", "It rolls to the end of its path.", "Marble"),
    ("marble-same-exit", "Another exit than it came in by.", "Marble 1"),
    ("marble-mouse-not-removed", "The mouse goes to the hand.", "Marble 4"),
    ("cheese-not-dropped", "Its cheese stays in the maze.", "Marble 3, 4"),
    ("marble-took-cheese", "Marbles leave cheese alone.", "Marble 3"),
    ("game-over", "The game has ended.", "End"),
    ("end-not-reached", "The game has not ended that way.", "End"),
)

_SETUP: tuple[tuple[str, str, str], ...] = (
    ("setup-players", "Two to four players, each with their own mice.", "Setup 2"),
    ("setup-tile-open", "All maze tiles lie face down.", "Setup 1b"),
    ("setup-chamber-down", "The Chamber lies face up in the middle.", "Setup 1a"),
    ("setup-nests", "Every mouse has one private nest of its colour.", "Setup 1c"),
    ("setup-cheese-count", "Eight cheeses lie on the Chamber.", "Setup 1d"),
    ("setup-marbles", "One marble on each of the eight tiles around the Chamber, or none at all.", "Setup 1e"),
    ("setup-mouse-home", "Every playing mouse starts in its private nest.", "Setup 2"),
    ("setup-nose", "The nose points towards the maze.", "Setup 2"),
    ("setup-hand", "One tile lies face down in front of each player.", "Setup 3"),
)

VIOLATIONS: Mapping[str, Violation] = {code: Violation(code, text, rule) for code, text, rule in (*_TABLE, *_SETUP)}
"""Every violation by its code, without places."""

PHYSICAL = (
    "cheese-not-taken", "cheese-second", "cheese-not-left", "cheese-from-nest", "cheese-not-returned", "cheese-value-wrong",
    "cheese-count", "tile-elsewhere", "extra-tile-changed", "hand-face-wrong", "marble-mouse-not-removed", "cheese-not-dropped",
    "marble-took-cheese",
)  # fmt: skip
"""Codes that no token of the notation can express: only what lies on the table shows them."""


def violation(code: str, places: tuple[Place, ...] = ()) -> Violation:
    """The violation of that code, with the places to look at; KeyError for an unknown code."""
    found = VIOLATIONS[code]
    return Violation(found.code, found.sentence, found.rule, places)
