"""The named choices of the rules, each with the question it settles; the first value is the default."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

from companion.core.catalogue import Option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices in force; the field of an option has `_` for `-`."""

    tunnels: str = "movable"
    web_riders: str = "keep-half"
    start_hand: str = "0"
    seats_2p: str = "opposite"
    pass_hides_undo: str = "yes"
    undo_kinds: str = "slide+dragon"
    undo_slide_test: str = "net"
    undo_over_lost_turn: str = "clear"
    dragon_attack: str = "end-of-turn"
    recovering_targetable: str = "yes"
    freeze_stacking: str = "no"
    freeze_plus_attack: str = "overlap"
    curse_on_lost_turn: str = "consumed"
    hand_limit: str = "all"
    discard: str = "open"
    fizzle_casts: str = "no"
    answer_order: str = "priority"
    powers_answerable: str = "no"
    theft_choice: str = "on-resolve"
    tk_range: str = "each"
    call_extra: str = "yes"
    walking_wall: str = "square"
    tie_3p: str = "latest-among-leaders"
    partner_hands: str = "secret"
    demand: str = "exact"
    maze: str = "shuffle"
    hands: str = "count-only"
    answer_seconds: str = "3"


OPTIONS: tuple[Option, ...] = (
    Option(
        "tunnels", "movable", (),
        "Two sliding tiles carry the tunnel mouths (movable), or two fixed squares: fixed(c3,e5).",
    ),
    Option(
        "web-riders", "keep-half", ("keep-half", "choose"),
        "What rides on a web tile that is turned keeps its half, or its half is chosen.",
    ),
    Option("start-hand", "0", (), "How many spells each player gets at the start."),
    Option(
        "seats-2p", "opposite", ("opposite", "adjacent"),
        "Two players sit at opposite corners, or at any two.",
    ),
    Option(
        "pass-hides-undo", "yes", ("yes", "no"),
        "A pass is an action that hides what came before from the Undo Rule, or it is not.",
    ),
    Option(
        "undo-kinds", "slide+dragon", ("slide+dragon", "all-board-actions"),
        "The Undo Rule protects slides and Dragon moves, or every move of a piece.",
    ),
    Option(
        "undo-slide-test", "net", ("net", "strict"),
        "A player may take back an own slide of the line, or may not slide against it at all.",
    ),
    Option(
        "undo-over-lost-turn", "clear", ("clear", "carry"),
        "A lost turn ends the ban of the Undo Rule, or the ban lives on.",
    ),
    Option(
        "dragon-attack", "end-of-turn", ("end-of-turn", "on-contact"),
        "The Dragon attacks at the end of a turn, or also at once when it moves in.",
    ),
    Option(
        "recovering-targetable", "yes", ("yes", "no"),
        "A recovering player can be the target of spells and powers, or cannot.",
    ),
    Option(
        "freeze-stacking", "no", ("no", "adds-a-turn"),
        "A player who loses a turn cannot be frozen, or loses one more.",
    ),
    Option(
        "freeze-plus-attack", "overlap", ("overlap", "add"),
        "A frozen player who is attacked loses two turns in all, or one more.",
    ),
    Option(
        "curse-on-lost-turn", "consumed", ("consumed", "postponed"),
        "A lost turn uses a waiting curse up, or it goes on waiting.",
    ),
    Option(
        "hand-limit", "all", ("all", "draws-only"),
        "Six spells are the limit for every gain, or for draws only.",
    ),
    Option(
        "discard", "open", ("open", "top-only"),
        "The discard pile may be searched, or only its top card counts.",
    ),
    Option(
        "fizzle-casts", "no", ("no", "yes"),
        "A spell needs a legal target, or may be wasted without one.",
    ),
    Option(
        "answer-order", "priority", ("priority", "first-come"),
        "The player aimed at answers first and then clockwise, or whoever is first.",
    ),
    Option(
        "powers-answerable", "no", ("no", "anti-magic"),
        "Powers cannot be answered, or an Anti-Magic stops them.",
    ),
    Option(
        "theft-choice", "on-resolve", ("on-resolve", "on-cast"),
        "What a Theft takes is chosen when it stands, or named blindly with the cast.",
    ),
    Option(
        "tk-range", "each", ("each", "first"),
        "Each step of a Telekinesis must be in range, or the first only.",
    ),
    Option(
        "call-extra", "yes", ("yes", "no"),
        "A Dragon step by Call comes on top of the turn's Dragon move, or is that move.",
    ),
    Option(
        "walking-wall", "square", ("square", "space"),
        "The Barbarian keeps others out of his whole square, or out of his half.",
    ),
    Option(
        "tie-3p", "latest-among-leaders", ("latest-among-leaders", "literal", "shared"),
        "Three players: a tie goes to the tied leader who picked up last, to whoever did, or is shared.",
    ),
    Option(
        "partner-hands", "secret", ("secret", "open"),
        "Partners do not see each other's spells, or they do.",
    ),
    Option(
        "demand", "exact", ("exact", "name-only"),
        "A Demand names a card with its range, or its name only.",
    ),
    Option(
        "maze", "shuffle", ("shuffle", "keep"),
        "The maze is shuffled for a game, or that of the last game is kept.",
    ),
    Option(
        "hands", "count-only", ("count-only", "tracked"),
        "Only the number of spells in each hand is kept, or each owner enters the cards.",
    ),
    Option(
        "answer-seconds", "3", (),
        "How long everybody who may answer a spell is asked, in seconds; the table keeps the time.",
    ),
)  # fmt: skip

_TUNNELS = re.compile(r"movable|fixed\(([aceg][1357]),([aceg][1357])\)")


def option_problem(name: str, value: str) -> str:
    """Why this option cannot be set so; empty when it can."""
    option = next((option for option in OPTIONS if option.name == name), None)
    if option is None:
        return f"there is no option of that name; choose one of {', '.join(option.name for option in OPTIONS)}"
    if option.values and value not in option.values:
        return f"{name} is one of {', '.join(option.values)}"
    if name == "tunnels":
        match = _TUNNELS.fullmatch(value)
        if match is None or (match[1] is not None and match[1] == match[2]):
            return "tunnels is movable or names two of the sixteen fixed squares: fixed(c3,e5)"
    highest = {"start-hand": 6, "answer-seconds": 600}.get(name)
    if highest is not None and not (value.isascii() and value.isdigit() and int(value) <= highest):
        return f"{name} is a number from 0 to {highest}"
    return ""


def options_from(chosen: dict[str, str]) -> Options:
    """Options with these values, by the names of the notation; they must have been checked."""
    return Options(**{name.replace("-", "_"): value for name, value in chosen.items()})


def changed_options(options: Options) -> list[tuple[str, str]]:
    """Names and values that differ from the default."""
    default = Options()
    names = [item.name for item in fields(Options)]
    changed = [name for name in names if getattr(options, name) != getattr(default, name)]
    return [(name.replace("_", "-"), getattr(options, name)) for name in changed]
