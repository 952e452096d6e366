"""The named choices of the rules, each with the question it settles; the first value is the default."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from companion.core.catalogue import Option
from companion.games.alles_kaese.cards import Table, read_table


@dataclass(frozen=True, slots=True)
class Options:
    """The choices in force."""

    traps_per_value: str = "default"
    extra_discard: str = "after_peek"
    supply_end: str = "at_once"
    final_tie: str = "shared"
    peek: str = "required"
    refill: str = "gap"
    announce_first: str = "off"
    open_discards: str = "off"
    memory_mode: str = "off"
    penalty: str = "put_back"
    exposed: str = "turn_back"
    strict: str = "off"

    @property
    def table(self) -> Table | None:
        """Trap cards by value; None where nobody has said."""
        return read_table(self.traps_per_value)


OPTIONS: tuple[Option, ...] = (
    Option(
        "traps_per_value", "default", (),
        "How many cards of each value are traps: default, flat, app, unknown, or six numbers such as 1,2,3,3,4,5. For odds only.",
    ),
    Option(
        "extra_discard", "after_peek", ("after_peek", "every_turn"),
        "With 2 or 3 players the top supply card is discarded after a look only, or at the end of every turn.",
    ),
    Option(
        "supply_end", "at_once", ("at_once", "on_failed_refill"),
        "The game ends when the last supply card has gone, or when one is needed and there is none.",
    ),
    Option(
        "final_tie", "shared", ("shared", "fewer_traps", "later_seat"),
        "Equal scores and equally many cheese cards: a shared win, fewer traps win, or the later seat wins.",
    ),
    Option("peek", "required", ("required", "optional"), "Without a match a player must look at a card, or may."),
    Option(
        "refill", "gap", ("gap", "slide"),
        "The new card goes into the gap, or the row is closed and it goes to the right end.",
    ),
    Option("announce_first", "off", ("off", "on"), "A card is kept or removed once that is plain, or only after it was said."),
    Option("open_discards", "off", ("off", "on"), "The backs of the discards may be looked through."),
    Option("memory_mode", "off", ("off", "on"), "Scores are shown at any time, or only at the end."),
    Option(
        "penalty", "put_back", ("put_back", "remove_exposed"),
        "A card that was kept wrongly and seen goes back to its place, or to the discards.",
    ),
    Option(
        "exposed", "turn_back", ("turn_back", "remove"),
        "A display card that everybody has seen by accident is turned back, or goes to the discards.",
    ),
    Option(
        "strict", "off", ("off", "on"),
        "Of extra discards that were forgotten only the last is made up, or all of them.",
    ),
)  # fmt: skip

_ALLOWED = {option.name: option.values for option in OPTIONS}


def option_problem(name: str, value: str) -> str | None:
    """What is wrong with a choice; None when it is one of those offered."""
    if name not in _ALLOWED:
        return f"there is no option {name!r}; the options are {', '.join(_ALLOWED)}"
    if name == "traps_per_value":
        try:
            read_table(value)
        except ValueError as error:
            return str(error)
        return None
    if value not in _ALLOWED[name]:
        return f"the option {name} cannot be {value!r}; write {' or '.join(_ALLOWED[name])}"
    return None


def changed_options(options: Options) -> Iterator[tuple[str, str]]:
    """The choices that are not the default."""
    for item in fields(options):
        value = getattr(options, item.name)
        if value != item.default:
            yield item.name, value
