"""Which broken rule wins, a second time: the violation codes of moves and placements of Mice in a Maze, for the tests.

`code(state, token)` is None for a legal token and for one whose code the rules text leaves open (so it says nothing wrong).
"""

from __future__ import annotations

import slow_mice
from slow_mice_steps import moves, occupied, plan
from slow_mice_table import OPPOSITE, chosen, follow, frozen, leaving, nest_at, on_tile, segment_at
from slow_mice_text import PORTS, State

Steps = list[tuple[str, str, str]]


def code(state: State, token: str) -> str | None:
    """The first code that fits an illegal token of the step the state stands in."""
    if state["why"]:
        return "game-over"
    if slow_mice.admits(state, token) or "&" in token:
        return None
    if state["step"] == 1:
        if "=" in token or "#" in token:
            return "place-before-move"
        return move_code(state, token) if token[0] in ">-o" and token != "--" else None
    return place_code(state, token) if state["step"] == 2 and ("=" in token or "#" in token or token == "--") else None


def move_code(state: State, token: str) -> str | None:
    """The order of the rules text: nothing to run, not run, exits, noses, on the way, taken off, behind, beyond, out."""
    here = state["mice"][state["turn"]]
    if here == "hand":
        return "return-required" if token in ("-", "o") else None
    steps, kind, where = follow(state, here)
    if kind == "loop" or (kind == "wall" and not steps):
        return None if token in ("-", "o") else "move-loop" if kind == "loop" else "no-open-path"
    if any(name.partition("&")[0] == token for name in moves(state)):
        return "exchange-missed"
    if token in ("-", "o", f">{here}"):
        return "move-required"
    to = token[1:]
    if on_tile(here) and to == other_end(state, here):
        return None  # Turned round on the spot: the text names no code.
    return (
        station_code(state, to, kind, where)
        or way_code(state, to, steps, kind)
        or elsewhere_code(state, to, (kind, where))
    )


def station_code(state: State, to: str, kind: str, where: str) -> str | None:
    """The right Chamber or nest, but not the exit."""
    if kind == "chamber" and to[:2] == "d4":
        if to[2] == where:
            return "chamber-same-exit"
        if chosen(state, "chamber_exit", "opposite") and to[2] != OPPOSITE[where]:
            return "chamber-not-opposite"
        return "frozen-must-deliver"
    if kind == "nest" and to in PORTS and nest_at(state, to) == nest_at(state, where):
        return "nest-wrong-exit"
    return None


def way_code(state: State, to: str, steps: Steps, kind: str) -> str | None:
    """The right tile, but the nose at its other end; on the way; taken off without reason."""
    if kind == "wall" and to == steps[-1][0] + steps[-1][1].replace(steps[-1][2], ""):
        return "nose-wrong"
    if chosen(state, "edge", "turn-around") and kind == "out":
        # The lawful end is the last tile, nose inwards: at its other end the nose is wrong.
        if to == steps[-1][0] + steps[-1][2] if steps else to == state["mice"][state["turn"]]:
            return "nose-wrong"
    elif kind == "out" and steps and to == steps[-1][0] + steps[-1][2]:
        return "must-leave-maze"
    if to in [cell + far for cell, _, far in steps]:
        return "stopped-early"
    return "mouse-removed-wrongly" if to == "out" else None


def elsewhere_code(state: State, to: str, end: tuple[str, str]) -> str | None:
    """On the path behind or at its end; where the next run would end; not out although the path leads out; elsewhere."""
    here, (kind, where) = state["mice"][state["turn"]], end
    if on_tile(here):
        steps, kind_behind, where_behind = follow(state, other_end(state, here))
        if on_tile(to) and to[:2] in state["open"]:
            walked = [f"{cell}{edge}" for cell, segment, _ in steps for edge in segment]
            if to in walked:
                return "wrong-direction" if to in [cell + far for cell, _, far in steps] else None
        if kind_behind in ("nest", "chamber") and at_end(state, to, kind_behind, where_behind):
            return "wrong-direction"
    starts = [leaving(state, where)] if kind == "nest" else [name[1:4] for name in moves(state)] if kind == "chamber" else []
    for start in starts:
        steps, next_kind, next_where = follow(state, start)
        if next_kind == "wall" and steps and to == steps[-1][0] + steps[-1][2]:
            return "past-station"
        if next_kind in ("nest", "chamber") and at_end(state, to, next_kind, next_where):
            return "past-station"
    if kind == "out" and not chosen(state, "edge", "turn-around"):
        return "must-leave-maze"
    return "left-path"


def other_end(state: State, here: str) -> str:
    """The other end of the segment a mouse stands on."""
    return here[:2] + segment_at(state, here[:2], here[2]).replace(here[2], "")


def at_end(state: State, to: str, kind: str, where: str) -> bool:
    """Whether a place is this Chamber or this nest."""
    if kind == "chamber":
        return to[:2] == "d4"
    return to in PORTS and nest_at(state, to) == nest_at(state, where)


def place_code(state: State, token: str) -> str | None:
    """Open and face-down placements have an order of their own."""
    if token == "--":
        return "place-required"
    kind, cells = plan(state)
    cell, fallback, up = token[:2], kind == "fallback", state["hands"][state["hand_of"][state["turn"]]]["up"]
    if "#" in token and (cell == "d4" or frozen(state)):
        return None  # Of these two the text speaks for open placements only.
    if "#" in token:
        if not fallback:
            return "place-face-down" if cell in cells and cell not in state["open"] else "fallback-not-allowed"
        return "must-take-hidden" if cell in state["open"] else "place-occupied"
    if frozen(state):
        return "frozen-no-place"
    if cell == "d4":
        return "place-chamber"
    if cell in occupied(state):
        return "place-occupied"
    if kind == "open" and cell in cells:
        return "foreign-tile"
    if up and cell in state["open"]:
        return "must-take-hidden"
    return "fallback-face-up" if fallback else "place-off-path"
