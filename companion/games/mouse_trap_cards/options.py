"""The named choices of the rules, each with the question it settles; the first value is the default."""

from __future__ import annotations

from dataclasses import dataclass, fields

from companion.core.catalogue import Option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices in force."""

    safe_hidden: str = "flip"
    maze_arrows: str = "card"
    edge: str = "act"
    loop: str = "once"
    goto_hidden: str = "stay"
    flip_axis: str = "page"
    turn: str = "any"
    optional_effects: str = "off"
    arrows: str = "any"
    instant_win: str = "off"
    safe_banks: str = "off"
    safe_immune: str = "off"
    card_shape: str = "square"
    show_known_backs: str = "off"
    strict_undo: str = "off"

    @property
    def quarters(self) -> tuple[int, ...]:
        """The quarter turns by which a card may be turned."""
        allowed = {"any": (1, 2, 3), "90_only": (1, 3), "any_or_none": (0, 1, 2, 3)}[self.turn]
        return tuple(turns for turns in allowed if turns % 2 == 0) if self.card_shape == "rect" else allowed


_SWITCH = ("off", "on")

OPTIONS: tuple[Option, ...] = (
    Option(
        "safe_hidden", "flip", ("flip", "stay"),
        "Safe card hidden when a turn starts: it is turned over first, or the turn starts where the mouse stands.",
    ),
    Option("maze_arrows", "card", ("card", "mouse"), "Arrows on maze cards point as printed, or as seen by the mouse."),
    Option(
        "edge", "act", ("act", "stop", "nothing"),
        "A move cut short by the edge: the card reached acts, only its cheese is taken, or neither.",
    ),
    Option(
        "loop", "once", ("once", "cap10"),
        "For one action card each maze card acts once, or cards act again until the eleventh landing.",
    ),
    Option(
        "goto_hidden", "stay", ("stay", "flip"),
        "GO TO whose other half is face down: the mouse stays, or the half is turned up first.",
    ),
    Option("flip_axis", "page", ("page", "any"), "A flipped card keeps the direction of its top, or may come down upside down."),
    Option(
        "turn", "any", ("any", "90_only", "any_or_none"),
        "A card is turned by one to three quarters, by one quarter either way, or by none to three.",
    ),
    Option("optional_effects", "off", _SWITCH, "Placing, flipping and turning may be declined."),
    Option(
        "arrows", "any", ("any", "possible_only"),
        "Of several arrows any may be chosen, or only one that moves the mouse if there is one.",
    ),
    Option("instant_win", "off", _SWITCH, "The eighth wedge wins at once, even at risk."),
    Option("safe_banks", "off", _SWITCH, "Landing on the Safe card makes the cheese at risk safe."),
    Option("safe_immune", "off", _SWITCH, "The Safe card cannot be flipped."),
    Option("card_shape", "square", ("square", "rect"), "Maze cards that are not square are turned by half turns only."),
    Option("show_known_backs", "off", _SWITCH, "The page tells what is on the other side of cards that were flipped before."),
    Option(
        "strict_undo", "off", _SWITCH,
        "People agree that a wrong action noticed late is always taken back; off: only while nothing was revealed since.",
    ),
)


def option_problem(name: str, value: str) -> str:
    """Why this option cannot be set so; empty when it can."""
    option = next((option for option in OPTIONS if option.name == name), None)
    if option is None:
        return f"there is no option of that name; choose one of {', '.join(option.name for option in OPTIONS)}"
    return "" if value in option.values else f"{name} is one of {', '.join(option.values)}"


def changed_options(options: Options) -> list[tuple[str, str]]:
    """Names and values that differ from the default."""
    default = Options()
    names = [item.name for item in fields(Options)]
    return [(name, getattr(options, name)) for name in names if getattr(options, name) != getattr(default, name)]
