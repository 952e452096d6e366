"""Every broken rule the judge knows: its code, what the judge says, the section of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.grid import Place
from companion.core.ruling import Violation

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("not-your-turn", "It is another player's turn.", "Turn 4, repeat or end"),
    ("start-not-on-safe", "Every turn starts on the Safe card.", "Turn 1, place the mouse"),
    ("facing-not-square", "Point the mouse along a row or column.", "Turn 1, place the mouse"),
    ("cheese-missing", "Place one cheese before you draw.", "Turn 2, place a cheese"),
    ("cheese-twice", "One cheese only.", "Turn 2, place a cheese"),
    ("cheese-on-symbol", "No cheese on this card.", "Turn 2; cards that place"),
    ("cheese-under-mouse", "Not on the mouse's own card.", "Cards that place"),
    ("cheese-not-from-pile", "Cheese comes from the pile.", "Turn 2, place a cheese"),
    ("must-draw", "Draw at least one action card.", "Turn 3, draw"),
    ("two-cards-drawn", "One card at a time.", "Turn 3, draw"),
    ("card-ignored", "The card must be carried out.", "Turn 3, draw"),
    ("wrong-direction", "The arrow points another way for this mouse.", "Moving"),
    ("stopped-short", "Move the full number unless the edge stops you.", "Cards that move"),
    ("moved-too-far", "Only as many cards as the number says.", "Cards that move"),
    ("facing-changed", "The mouse turns only with its card.", "Moving"),
    ("chain-unfinished", "Follow the card the mouse stopped on.", "Landing"),
    ("passed-card-used", "Cards passed over are ignored.", "Landing"),
    ("cheese-passed-taken", "Only the cheese where the mouse stops.", "Landing"),
    ("cheese-left-lying", "Take all cheese on this card.", "Landing"),
    ("wrong-goto", "That card leads to its own other half.", "Cards that say go to"),
    ("wrong-flip", "That card may not be flipped now.", "Cards that flip"),
    ("wrong-turn", "That card may not be turned now.", "Cards that turn"),
    ("turn-zero", "Turn it by at least a quarter.", "Cards that turn"),
    ("mouse-not-turned-along", "Leave the mouse on the card while turning it.", "Cards that turn"),
    ("flip-cheese-kept", "Cheese on a flipped card goes back to the pile.", "Cards that flip"),
    ("card-swapped", "Maze cards keep their places.", "Set-up"),
    ("trapped-kept-cheese", "Trapped: the face-down cheese goes back.", "Trapped"),
    ("trapped-played-on", "Trapped: the turn is over.", "Trapped"),
    ("safe-lost", "Face-up cheese cannot be lost.", "Turn 4, repeat or end"),
    ("peeked-under", "Do not look under maze cards.", "Set-up"),
    ("after-the-end", "The game is over.", "End of the game"),
)

_SETUP: tuple[tuple[str, str, str], ...] = (
    ("setup-players", "Two to five players.", "Set-up"),
    ("setup-maze", "Sixteen maze cards lie in four rows of four.", "Set-up"),
    ("setup-cards", "The maze cards are those of the deck, each once.", "Set-up"),
    ("setup-safe", "The Safe card shows.", "Turn 1, place the mouse"),
    ("setup-cheese", "All 42 wedges lie in the pile.", "Set-up"),
    ("setup-mouse", "The mouse waits beside the maze.", "Turn 1, place the mouse"),
    ("setup-draw", "All action cards lie face down in one pile.", "Set-up"),
)

VIOLATIONS: Mapping[str, Violation] = {code: Violation(code, text, rule) for code, text, rule in (*_TABLE, *_SETUP)}
"""Every violation by its code, without places and names."""

PHYSICAL = (
    "facing-not-square", "stopped-short", "passed-card-used", "cheese-passed-taken", "cheese-left-lying", "wrong-goto",
    "mouse-not-turned-along", "flip-cheese-kept", "trapped-kept-cheese", "safe-lost", "peeked-under",
)  # fmt: skip
"""Codes that no token of the notation can express: only what lies on the table shows them."""


def violation(code: str, places: tuple[Place, ...] = (), sentence: str = "") -> Violation:
    """The violation of that code, with the places to look at and a sentence that names what it is about."""
    found = VIOLATIONS[code]
    return Violation(found.code, sentence or found.sentence, found.rule, places)
