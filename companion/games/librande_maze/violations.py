"""Every broken rule the judge knows: its code, what the judge says, the section of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.grid import Place
from companion.core.ruling import Violation
from companion.games.librande_maze.setup_scene import SETUP_CODES

_ACTIONS: tuple[tuple[str, str, str], ...] = (
    ("game-over", "The last treasure has been taken.", "Ending the game"),
    ("not-your-turn", "It is another player's turn.", "Course of the game"),
    ("skipped-player-acted", "This player loses the turn.", "Freeze Spell, Dragon Attacks"),
    ("unresolved-effect", "Finish the spell that has been cast first.", "Actions"),
    ("clock-not-running", "No hourglass is running.", "Curses"),
    ("not-enough-action-points", "No action points left for that.", "Action Points"),
    ("bad-space", "There is no such space in the maze.", "Setup"),
    ("move-not-adjacent", "That space is not next to your character.", "Actions 1"),
    ("move-through-wall", "There is a wall between those squares.", "Actions 1"),
    ("cobweb-costs-a-step", "Crossing the web is a move of its own.", "Cobwebs"),
    ("walking-wall", "The Barbarian does not let you in.", "Barbarian"),
    ("drag-no-treasure", "You may take along one treasure from your own space.", "Moving treasures"),
    ("cursed-leadfoot", "The curse Leadfoot allows one move only.", "Curses"),
    ("draw-twice", "One spell per turn.", "Actions 2"),
    ("hand-full", "Six spells are the limit.", "Actions 2"),
    ("slide-fixed-line", "Squares with a dark floor do not move.", "Actions 4"),
    ("slide-wrong-axis", "A row slides east or west, a column north or south.", "Actions 4"),
    ("cursed-grounding", "The curse Grounding forbids every slide.", "Curses"),
    ("undo-slide", "You may not undo the previous player's last action.", "The Undo Rule"),
    ("undo-dragon", "You may not undo the previous player's last action.", "The Undo Rule"),
    ("undo-piece", "You may not put a piece back that the previous player's last action moved.", "The Undo Rule"),
    ("dragon-slid-twice", "The Dragon has already been slid this turn.", "Sliding the Dragon"),
    ("dragon-moved-twice", "The Dragon moves once per turn.", "Actions 5"),
    ("dragon-not-adjacent", "The Dragon cannot use the tunnel or jump.", "Actions 5"),
    ("dragon-blocked-by-wall", "A wall stops the Dragon.", "Actions 5"),
    ("dragon-home-corner", "The Dragon may not enter a home corner.", "Actions 5"),
    ("carry-no-treasure", "Those treasures are not in the Dragon's square.", "Actions 5"),
    ("pickup-no-treasure", "No treasure lies on your space.", "Actions 6"),
    ("pickup-through-web", "The treasure is on the other side of the web.", "Actions 6"),
)

_SPELLS: tuple[tuple[str, str, str], ...] = (
    ("card-not-held", "That card is not in the hand.", "Spells"),
    ("card-count-impossible", "All cards of that kind are known to be elsewhere.", "Spells"),
    ("response-only", "That card is only an answer.", "Counter Spells"),
    ("cursed-silence", "The curse Silence forbids casting.", "Curses"),
    ("no-such-target", "There is no such target for that.", "Targeting"),
    ("target-is-self", "Choose another player, not yourself.", "Targeting"),
    ("target-not-in-maze", "That character is not in the maze.", "Super, Dragon Attacks"),
    ("out-of-range", "The target is not in range.", "Targeting"),
    ("target-hidden", "The Thief hides in the tunnel and cannot be chosen.", "Thief"),
    ("target-mind-fog", "Whoever the Mind Reaper sees cannot choose him.", "Mind Reaper"),
    ("target-intangible", "The Wraith cannot be moved that way.", "Wraith"),
    ("freeze-already-skipping", "That player is already losing a turn.", "Freeze Spell"),
    ("teleport-nowhere", "Teleport to another space than your own.", "Teleport"),
    ("tk-no-treasure", "No treasure lies there to be moved.", "Telekinesis"),
    ("tk-bad-step", "A treasure moves one step the way a character does.", "Telekinesis"),
    ("theft-nothing-to-steal", "There is nothing to steal.", "Theft"),
    ("theft-no-treasure", "That player has no treasure.", "Theft"),
    ("theft-no-such-card", "That card is not in the victim's hand.", "Theft"),
    ("response-nothing-to-answer", "No spell waits for an answer.", "Counter Spells"),
    ("response-own-spell", "Nobody answers an own spell.", "Counter Spells"),
    ("response-while-incapacitated", "A frozen or recovering player may not cast.", "Freeze Spell, Dragon Attacks"),
    ("response-out-of-order", "This player has passed already.", "Counter Spells"),
    ("not-a-response-card", "Only Anti-Magic and Protect are answers.", "Counter Spells"),
    ("protect-wrong-spell", "Protect stops Freeze, Switch and Theft only.", "Protect"),
    ("protect-not-target", "Protect works for its owner only.", "Protect"),
)

_POWERS: tuple[tuple[str, str, str], ...] = (
    ("power-not-yours", "That power is on another character's card.", "Characters"),
    ("free-ability-used", "That ability was used this turn.", "Free ability"),
    ("power-condition", "The condition of the card is not fulfilled.", "Characters"),
    ("no-drag-with-power", "No treasure comes along with this power.", "Characters"),
    ("already-cursed", "A curse is already waiting for that player.", "Witch"),
    ("curse-spent", "That curse is spent until all five are.", "Witch"),
    ("card-not-in-discard", "That card does not lie on the discard pile within reach.", "Witch, Wizard"),
    ("demand-answer-wrong", "The answer does not fit the hand.", "Sorceress"),
)

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("tile-turned-in-place", "Only the tile that was pushed out may be turned.", "Actions 4"),
    ("slide-wrong-gap", "The pushed-out tile goes back in at the other end of its line.", "Actions 4"),
    ("slide-too-far", "A slide moves the line one square.", "Actions 4"),
    ("fixed-tile-moved", "Squares with a dark floor do not move.", "Actions 4"),
    ("rider-left-behind", "Everything on a tile rides with it.", "Actions 4"),
    ("tile-missing", "A tile is missing from the maze.", "Actions 4"),
    ("token-on-cobweb", "Put the piece clearly on one side of the web.", "Cobwebs"),
    ("token-missing", "A character is off the board without a Dragon attack.", "Dragon Attacks"),
    ("recovery-misplaced", "An attacked character lies face down on its own home corner.", "Dragon Attacks"),
    ("treasure-count-wrong", "Nine treasures take part, on the board and on the piles.", "Setup"),
    ("drag-too-many", "You may take along one treasure from your own space.", "Moving treasures"),
    ("treasure-moved-alone", "Nothing explains that this treasure has moved.", "Moving treasures"),
)

VIOLATIONS: Mapping[str, Violation] = {
    code: Violation(code, text, rule) for code, text, rule in (*_ACTIONS, *_SPELLS, *_POWERS, *_TABLE, *SETUP_CODES)
}
"""Every violation by its code, without places."""

PHYSICAL = tuple(code for code, _, _ in _TABLE)
"""Codes that only what lies on the table shows."""


def violation(code: str, places: tuple[Place, ...] = ()) -> Violation:
    """The violation of that code, with the places to look at; KeyError for an unknown code."""
    found = VIOLATIONS[code]
    return Violation(found.code, found.sentence, found.rule, places)
