"""Every broken rule the judge knows: its code, what the judge says, the section of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.grid import Place
from companion.core.ruling import Violation

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("not-your-turn", "It is another player's turn; the roll does not count.", "Course of the game"),
    ("reroll", "You roll once per turn; the first valid roll counts.", "Course of the game"),
    ("die-not-flat", "The die is cocked or off the table: roll again.", "Course of the game"),
    ("no-roll", "Roll first, then touch a card.", "Course of the game"),
    (
        "peek-not-allowed", "A card with the rolled number is on display: keep or remove it; no looking.",
        "Course of the game: match",
    ),
    ("take-not-allowed", "No card on display has the rolled number: you may only look at one.", "Course of the game: no match"),
    ("wrong-number", "That card does not show the number you rolled.", "Course of the game: match"),
    ("two-cards", "One card per turn.", "Course of the game"),
    ("looked-before-deciding", "Decide first: a card you turned over is kept.", "Course of the game: options A and B"),
    ("removed-card-seen", "A removed card goes away unseen.", "Course of the game: option B"),
    ("peek-shown", "A card you looked at is for your eyes only.", "Course of the game: no match"),
    ("peek-misplaced", "Put the card back in its own place.", "Course of the game: no match"),
    ("refill-missing", "Fill the gap from the supply before the next roll.", "Course of the game: options A and B"),
    (
        "refill-wrong-source", "Refill comes from the top of the supply, not from the discards.",
        "Course of the game: options A and B",
    ),
    ("refill-too-many", "One gap, one card.", "Course of the game: options A and B"),
    (
        "extra-discard-missing", "With 2 or 3 players the top supply card is also discarded after a look.",
        "Course of the game: important note",
    ),
    ("extra-discard-not-due", "No extra discard now.", "Course of the game: important note"),
    ("kept-face-down", "Kept cards lie front up in front of you.", "Course of the game: option A"),
    ("supply-looked-at", "The fronts of the supply are secret.", "Setup"),
    ("discards-searched", "The discard pile stays closed.", "Course of the game: option B"),
    ("card-exposed", "A display card was turned over by accident.", "Course of the game"),
    ("after-the-end", "The game is over; no further moves.", "End of the game"),
    ("peek-missing", "You have not looked at a card.", "Course of the game: no match"),
    ("no-such-card", "No such card can lie there: six of each value, 18 with cheese, 18 traps, one supply.", "Game materials"),
)

_SETUP: tuple[tuple[str, str, str], ...] = (
    ("setup-players", "Two to six players take part, each under a name of their own.", "Setup"),
    ("setup-start", "The youngest begins.", "Setup"),
    ("setup-display", "Six cards lie on display, backs up, in a row.", "Setup"),
    ("setup-supply", "The other thirty cards are the supply, backs up.", "Setup"),
    ("setup-discard", "Nothing has been discarded yet.", "Setup"),
    ("setup-kept", "Nobody has a card yet.", "Setup"),
    ("setup-deck", "There are six cards of each number of holes.", "Game materials"),
    ("setup-option", "Every option has one of its values.", "Setup"),
)

VIOLATIONS: Mapping[str, Violation] = {code: Violation(code, text, rule) for code, text, rule in (*_TABLE, *_SETUP)}
"""Every violation by its code, without places.  Where several fit, `after-the-end` comes first, then this order."""

NOTICES = ("die-not-flat", "peek-missing")
"""Codes that are no fault of anybody: people are told and play on."""


def violation(code: str, places: tuple[Place, ...] = (), sentence: str = "") -> Violation:
    """The violation of that code with the places to look at, and with words that fit the case; KeyError for an unknown code."""
    found = VIOLATIONS[code]
    return Violation(found.code, sentence or found.sentence, found.rule, places)
