"""The named choices of the rules, each with the question it settles; the first value is the default."""

from __future__ import annotations

from dataclasses import dataclass, fields

from companion.core.catalogue import Option


@dataclass(frozen=True, slots=True)
class Options:
    """The choices in force, as people write them."""

    stop: str = "enter"
    count: str = "slides"
    min_turns: str = "2"
    turns_by: str = "claimant"
    straight_back: str = "after-others"
    mouse_adjacency: str = "all"
    redo_setup: str = "off"
    fixed_order: str = ""
    replace: str = "off"
    window: str = "60"
    think_limit: str = "300"
    demo_limit: str = "none"
    first_bid_fixed: str = "off"
    multiple_bids: str = "off"
    close_on_minimum: str = "off"
    exact_bid: str = "off"
    all_failed: str = "resume"
    touch_move: str = "off"
    declare_plan: str = "off"
    goal: str = "3"
    time_limit: str = "none"
    final_coin: str = "uncoverer_places"
    announce_unsolvable: str = "off"
    show_optimum: str = "on"

    @property
    def window_s(self) -> int:
        """Seconds between the first announcement and the end of announcing."""
        return int(self.window)

    @property
    def think_s(self) -> int:
        """Seconds without a standing number after which a puzzle counts as unsolved."""
        return int(self.think_limit)

    @property
    def goal_count(self) -> int | None:
        """The number of cheeses that ends the game at once."""
        return None if self.goal == "none" else int(self.goal)


OPTIONS: tuple[Option, ...] = (
    Option("stop", "enter", ("enter", "rest"), "A mouse gets its cheese on entering the cell, or only if it is stopped there."),
    Option(
        "count", "slides", ("slides", "slides_and_turns"),
        "A slide is one move, or a change of a mouse's own direction counts as one more.",
    ),
    Option("min_turns", "2", ("2", "1", "0"), "How often the mouse must have turned before it may take its cheese."),
    Option("turns_by", "claimant", ("claimant", "any_mouse"), "Only turns of the mouse itself count, or those of all mice."),
    Option(
        "straight_back", "after-others", ("after-others", "free", "never", "turn"),
        "Straight back: only after another mouse moved, always, never, or always and counted as a turn.",
    ),
    Option(
        "mouse_adjacency", "all", ("all", "mice_only"),
        "Mice are placed next to neither coin nor mouse, or only not next to mice.",
    ),
    Option(
        "redo_setup", "off", ("off", "on"),
        "A mouse without a lawful cell may stand next to coins, then anywhere inside; or the placing begins anew.",
    ),
    Option("fixed_order", "", (), "The order in which the mice are placed, such as RKGB; empty: free choice."),
    Option("replace", "off", ("off", "on"), "The variation: whoever scores a cheese puts it back elsewhere."),
    Option("window", "60", (), "Seconds for announcing after the first number."),
    Option("think_limit", "300", (), "Seconds without a standing number after which the cheese is removed, 240 to 300."),
    Option("demo_limit", "none", (), "Seconds for moving the mice; none: no limit, only a reminder."),
    Option("first_bid_fixed", "off", ("off", "on"), "Whoever announced first may not go lower later."),
    Option("multiple_bids", "off", ("off", "on"), "Every number of a player stands, or only the last one."),
    Option("close_on_minimum", "off", ("off", "on"), "Announcing ends as soon as somebody names the lowest number there is."),
    Option("exact_bid", "off", ("off", "on"), "Fewer moves than announced succeed, or exactly that number is needed."),
    Option("all_failed", "resume", ("resume", "remove"), "When every number failed thinking goes on, or the cheese is removed."),
    Option("touch_move", "off", ("off", "on"), "A mouse set down on a wrong cell is put right, or the attempt has failed."),
    Option("declare_plan", "off", ("off", "on"), "All slides are said before the first mouse is moved."),
    Option("goal", "3", (), "Cheeses that win at once (two or more players); none: play until no coin is left."),
    Option("time_limit", "none", (), "Minutes after which the running puzzle is the last; none: no limit."),
    Option(
        "final_coin", "uncoverer_places", ("uncoverer_places", "owner_places"),
        "For a final round on an empty board the next player puts the drawn coin, or its owner does.",
    ),
    Option("announce_unsolvable", "off", ("off", "on"), "Offer to remove a cheese that no mouse can reach."),
    Option("show_optimum", "on", ("on", "off"), "Show a shortest route when a puzzle is over."),
)  # fmt: skip

_NUMBERS = {"window": (1, 3600), "think_limit": (240, 300), "demo_limit": (1, 3600), "goal": (1, 99), "time_limit": (1, 600)}
_NONE = ("demo_limit", "goal", "time_limit")


def option_problem(name: str, value: str) -> str:
    """Why this option cannot be set so; empty when it can."""
    option = next((option for option in OPTIONS if option.name == name), None)
    if option is None:
        return f"there is no option of that name; choose one of {', '.join(option.name for option in OPTIONS)}"
    if option.values and value not in option.values:
        return f"{name} is one of {', '.join(option.values)}"
    if name == "fixed_order" and sorted(value) != sorted("RKGB"):
        return "fixed_order names each of R K G B once, such as RKGB"
    if name in _NUMBERS and not (name in _NONE and value == "none"):
        least, most = _NUMBERS[name]
        if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
            return f"{name} is a whole number from {least} to {most}{', or none' if name in _NONE else ''}"
    return ""


def changed_options(options: Options) -> list[tuple[str, str]]:
    """Names and values that differ from the default."""
    default = Options()
    names = [item.name for item in fields(Options)]
    return [(name, getattr(options, name)) for name in names if getattr(options, name) != getattr(default, name)]
