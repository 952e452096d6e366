"""The spell cards by their codes; made once from the edition."""

from __future__ import annotations

from companion.games.librande_maze.edition import EDITION, Spell

UNKNOWN = "?"
"""A card nobody has told the engine."""
LIMIT = 6
"""The most spells in a hand."""

SPELLS: dict[str, Spell] = {spell.code: spell for spell in EDITION.spells}
"""Each kind of card by its code."""
CARDS: tuple[str, ...] = tuple(SPELLS)
"""The codes of all kinds of card."""
DECK: tuple[str, ...] = tuple(spell.code for spell in EDITION.spells for _ in range(spell.copies))
"""Every single card."""

ANTI_MAGIC = next((spell.code for spell in EDITION.spells if spell.does == "anti-magic"), "AM")
PROTECT = next((spell.code for spell in EDITION.spells if spell.does == "protect"), "PR")
ANSWERS = frozenset(spell.code for spell in EDITION.spells if spell.does in ("anti-magic", "protect"))
"""The cards that are only answers."""
AT_PLAYERS = frozenset(("freeze", "switch", "theft"))
"""What is done to a player: these spells a Protect stops."""
FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(code[:2] for code in CARDS))
"""The names of the cards without their range."""


def in_order(cards: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """A hand in its fixed order: known cards by code, then the unknown ones."""
    return tuple(sorted(cards, key=lambda card: (card == UNKNOWN, card)))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less one of that code; an unknown one goes where the card is not named among them."""
    gone = cards.index(card) if card in cards else cards.index(UNKNOWN)
    return cards[:gone] + cards[gone + 1 :]
