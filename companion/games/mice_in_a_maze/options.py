"""The named choices of the rules, each with the question it settles; the first value is the default."""

from __future__ import annotations

from dataclasses import dataclass, fields

from companion.core.catalogue import Option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices in force; layout, colours and order are kept with the nests and the turn order."""

    two_player_hands: str = "player"
    chamber_exit: str = "any"
    edge: str = "out"
    exchange: str = "passing"
    meeting: str = "path"
    behind: str = "nothing"
    take_look: str = "look"
    fallback: str = "always"
    no_tile: str = "skip"
    memory_aid: str = "off"
    marble_start: str = "safe"
    nest_safe: str = "yes"
    hit_cheese: str = "stays"
    marble_next: str = "anybody"
    frozen_choice: str = "must"
    frozen_repeat: str = "3"

    @property
    def repeats(self) -> int:
        """The occurrence of a position in a frozen maze that ends the game."""
        return int(self.frozen_repeat)


OPTIONS: tuple[Option, ...] = (
    Option(
        "layout", "every-other", (),
        "Where the nests lie: every-other, central-three, or custom: and twelve ports clockwise.",
    ),
    Option("colours", "ROYGBPWK", (), "Colours of the private nests clockwise from the first one on the north side."),
    Option("order", "", (), "Turn order of the mice, such as RYB; fixed when the game starts."),
    Option(
        "two_player_hands", "player", ("player", "mouse"),
        "Two players: one tile in front of each player, or one for each mouse.",
    ),
    Option(
        "chamber_exit", "any", ("any", "opposite"),
        "Leave the Chamber by any exit but the one you came in by, or only straight on.",
    ),
    Option(
        "edge", "out", ("out", "turn-around"),
        "A path out of the maze takes the mouse off the table, or it turns round on the last tile.",
    ),
    Option(
        "exchange", "passing", ("passing", "end-only"),
        "Mice swap cargo whenever they meet, or only on the last path of the run.",
    ),
    Option("meeting", "path", ("path", "tile"), "Mice meet on the same path only, or anywhere on the same tile."),
    Option(
        "behind", "nothing", ("nothing", "through"),
        "In a nest or the Chamber nothing lies behind, or the path the mouse came by does.",
    ),
    Option(
        "take_look", "look", ("look", "blind"),
        "Look at a face-down tile before you choose which tile to place, or choose blind.",
    ),
    Option(
        "fallback", "always", ("always", "strict"),
        "With an open own tile and none to take: anywhere, or only if an open tile lies on the path.",
    ),
    Option(
        "no_tile", "skip", ("skip", "anywhere"),
        "With a face-down own tile and none to take: place nothing, or take any empty tile.",
    ),
    Option("memory_aid", "off", ("off", "on"), "Show where an open tile was put face down."),
    Option("marble_start", "safe", ("safe", "hit"), "A mouse that stands with a marble at its start is safe, or is hit."),
    Option("nest_safe", "yes", ("yes", "no"), "A marble that ends in a nest leaves its mice alone, or removes them."),
    Option(
        "hit_cheese", "stays", ("stays", "pile"),
        "The cheese of a mouse that is hit stays on the path, or goes back to the Chamber.",
    ),
    Option(
        "marble_next", "anybody", ("anybody", "owner"),
        "A marble in a nest or the Chamber rolls on in anybody's next turn, or the same player's.",
    ),
    Option(
        "frozen_choice", "must", ("must", "free"),
        "In a frozen maze a loaded mouse must choose an exit that leads to a nest, or is free.",
    ),
    Option("frozen_repeat", "3", (), "How often a position of a frozen maze may occur before the game ends."),
)

ELSEWHERE = ("layout", "colours", "order")
"""Options that are not kept in `Options`."""


def option_problem(name: str, value: str) -> str:
    """Why this option cannot be set so; empty when it can.  Layout, colours and order are checked where they are used."""
    option = next((option for option in OPTIONS if option.name == name), None)
    if option is None:
        return f"there is no option of that name; choose one of {', '.join(option.name for option in OPTIONS)}"
    if option.values and value not in option.values:
        return f"{name} is one of {', '.join(option.values)}"
    if name == "frozen_repeat" and not (value.isascii() and value.isdigit() and 1 <= int(value) <= 99):
        return "frozen_repeat is a number from 1 to 99"
    return ""


def changed_options(options: Options) -> list[tuple[str, str]]:
    """Names and values that differ from the default."""
    default = Options()
    names = [item.name for item in fields(Options)]
    return [(name, getattr(options, name)) for name in names if getattr(options, name) != getattr(default, name)]
