"""Every broken rule the judge knows: its code, what the judge says, the section of the rulebook.

The order is the precedence: of several that fit the first is named; once the game is over only that.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.grid import Place
from companion.core.ruling import Violation

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("after-the-end", "The game is over.", "Ending"),
    ("on-edge", "Nothing is placed on the outermost cells.", "Setup a"),
    ("occupied", "That cell is taken.", "Setup b"),
    ("adjacent", "Pieces may touch only diagonally when they are placed.", "Setup c"),
    ("wrong-piece", "First eight coins (Null or Ace, value up), then the four mice.", "Setup"),
    ("placed-out-of-turn", "It is another player's turn to place.", "Setup"),
    ("suit-looked-at", "Suits stay hidden; shuffle this coin again.", "Setup"),
    ("not-your-uncover", "Another player turns over the next coin.", "Playing: uncovering"),
    ("second-uncover", "One cheese at a time.", "Playing: uncovering"),
    ("fresh-cheese", "The coin just put back may not be next.", "Variations"),
    ("touched-while-thinking", "Hands off while everybody thinks; put it back.", "Playing: uncovering"),
    ("bid-too-low", "No route with enough turns has so few moves.", "Playing: announcing"),
    ("bid-not-lower", "You may only lower your own number.", "Playing: announcing"),
    ("bid-late", "The minute is over.", "Playing: announcing"),
    ("wrong-demonstrator", "Somebody else named a lower number, or the same earlier, and moves first.", "Playing: demonstration"),
    ("no-move", "This mouse cannot move that way.", "Playing: how mice move"),
    ("straight-back", "Turn right or left, not back.", "Playing: how mice move"),
    ("stopped-short", "The mouse has to run on.", "Playing: how mice move"),
    ("ran-through", "The mouse is stopped earlier.", "Playing: how mice move"),
    ("diagonal", "Mice run only along rows and columns.", "Playing: how mice move"),
    ("too-few-turns", "It has not turned often enough to take the cheese; it runs on.", "Playing: sense of smell"),
    ("wrong-mouse", "Only the mouse of the same colour may claim this cheese.", "Playing: how mice move"),
    ("bid-exceeded", "The announced moves are used up and there is no cheese.", "Playing: demonstration"),
    ("not-restored", "Put the mice back where they started.", "Playing: demonstration"),
    ("coin-moved", "Cheese stays where it is.", "Playing: how mice move"),
    ("coin-not-removed", "The unsolved coin leaves the board.", "Playing: no solution"),
    # What only some options or records can bring about.
    ("not-announcing", "Only those who play this round may announce.", "Ending"),
    ("bid-not-met", "That is not the announced number of moves.", "Playing: demonstration"),
    ("off-plan", "That is not what was announced; every slide was said beforehand.", "Playing: demonstration"),
    ("no-failure", "Nothing is wrong with that slide; the demonstration goes on.", "Playing: demonstration"),
    ("end-not-reached", "The game has not ended that way.", "Ending"),
)

_SETUP: tuple[tuple[str, str, str], ...] = (
    ("setup-players", "One or more players take part.", "Setup"),
    ("setup-start", "The board is empty, or holds eight coins and four mice as they were placed.", "Setup"),
    ("setup-coins", "Eight coins lie value side up, four Nulls and four Aces.", "Setup"),
    ("setup-mice", "The four mice stand on the board.", "Setup"),
    ("setup-cells", "Coins and mice keep off the edge and off each other.", "Setup a-c"),
)

VIOLATIONS: Mapping[str, Violation] = {code: Violation(code, text, rule) for code, text, rule in (*_TABLE, *_SETUP)}
"""Every violation by its code, without places."""

RANK: Mapping[str, int] = {code: number for number, (code, _, _) in enumerate(_TABLE)}

PHYSICAL = ("not-restored",)
"""Codes that no token of the notation can express: only what lies on the table shows them."""


def violation(code: str, places: tuple[Place, ...] = (), sentence: str = "") -> Violation:
    """The violation of that code, with the places to look at and, where one is given, a sentence that names names."""
    found = VIOLATIONS[code]
    return Violation(found.code, sentence or found.sentence, found.rule, places)
