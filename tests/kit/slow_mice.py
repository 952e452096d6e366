"""The rules of Mice in a Maze a second time: slow, simple, plain dicts, written from the rules text and not from the engine.

Tests use it as an oracle.  `legal(state)` gives the legal tokens, `after(state, token)` the next position, `scores(state)`
the half points; `state["why"]` says why the game ended, or None.
"""

from __future__ import annotations

import slow_mice_steps as steps
import slow_mice_table as table
import slow_mice_text
from slow_mice_text import EDGES, PORTS, State


def read(text: str) -> State:
    """The position of a text, with the end that it stands in and the tokens of its `do` field played."""
    state = slow_mice_text.parse(text)
    if len(state["cheese"]) == 8:
        state["why"] = "all"
    elif state["step"] == 1:
        judge_end(state)
    for token in slow_mice_text.actions_of(slow_mice_text.fields_of(text).get("do", "")):
        state = after(state, token)
    return state


def legal(state: State) -> set[str]:
    """The legal tokens of the step that the state stands in; none when the game is over."""
    if state["why"]:
        return set()
    if state["step"] == 1:
        return set(steps.moves(state))
    return steps.placements(state) if state["step"] == 2 else steps.marble_sets(state)


def admits(state: State, token: str) -> bool:
    """Whether a token is legal, also one that says more or less than the listed ones."""
    return token in legal(state) or (not state["why"] and steps.admits(state, token))


def after(state: State, token: str) -> State:
    """The position after a legal token; ValueError for any other."""
    found = steps.moves(state, wordy=True) if state["step"] == 1 and not state["why"] else {}
    if token not in found and not admits(state, token):
        raise ValueError(f"{token!r} is not legal; legal are {sorted(legal(state))}")
    if state["step"] == 1:
        later = found[token]
        later["step"] = 2
        return later
    if state["step"] == 2:
        later = steps.place(state, token)
        later["step"] = 3
        return later if steps.rolls(later) else end_turn(later)
    return end_turn(steps.roll(state, token))


def end_turn(state: State) -> State:
    """Hands the turn to the next mouse and tests the ends of the game; works on the copy it is given."""
    order = state["order"]
    state["turn"] = order[(order.index(state["turn"]) + 1) % len(order)]
    state["step"], state["placed"] = 1, None
    state["idle"] = 0 if state["active"] else state["idle"] + 1
    state["active"] = False
    judge_end(state)
    return state


def judge_end(state: State) -> None:
    """Frozen end, repetition, stuck, in this order."""
    if table.frozen(state):
        if not deliverable(state):
            state["why"] = "frozen"
            return
        now = repr([state["turn"], sorted(state["mice"].items()), sorted(state["cargo"].items()), state["pile"], state["loose"]])
        state["seen"] = [*state["seen"], now]
        if state["seen"].count(now) >= int(state["options"].get("frozen_repeat", "3")):
            state["why"] = "repeat"
            return
    if state["idle"] >= len(state["order"]):
        state["why"] = "stuck"


def deliverable(state: State) -> bool:
    """Whether a cheese may still reach a nest in a frozen maze, one mouse at a time and hopefully."""
    for mouse, where in state["mice"].items():
        if table.on_tile(where):
            if table.follow(state, where)[1] != "loop":
                return True
            continue
        others = [other for other, at in state["mice"].items() if other != mouse and at[:2] == "d4"]
        available = state["pile"] > 0 or any(state["cargo"][other] for other in others)
        if may_deliver(state, mouse, (where, state["cargo"][mouse], available)):
            return True
    return False


def may_deliver(state: State, mouse: str, start: tuple[str, int, bool]) -> bool:
    """Searches (place, load, cheese to be had in the Chamber) of one mouse for a delivery."""
    waiting, known = [start], {start}
    while waiting:
        here, load, available = waiting.pop()
        if here == "hand":
            found = [(port, 0, available) for port in PORTS if table.nest_at(state, port)]
        else:
            walked, kind, where = table.follow(state, here)
            load = max([load, *(int(f"{cell}/{segment}" in state["loose"]) for cell, segment, _ in walked)])
            if kind == "nest" and load:
                return True
            found = hopes(state, mouse, walked, (kind, where), load, available)
        waiting += [spot for spot in found if spot not in known]
        known |= set(found)
    return False


def hopes(
    state: State, mouse: str, walked: list[tuple[str, str, str]], end: tuple[str, str], load: int, available: bool
) -> list[tuple[str, int, bool]]:
    """Where a mouse may be after one more run, as `may_deliver` searches."""
    kind, where = end
    if kind == "nest":
        return [(table.leaving(state, where), 0, available)]
    if kind == "out" and table.chosen(state, "edge", "turn-around"):
        return [(steps.turned_round(state, mouse, walked), load, available)]
    if kind == "out":
        return [("hand", 0, available or bool(load))]
    if kind == "loop":
        return []
    allowed = [edge for edge in EDGES if edge != where]
    if table.chosen(state, "chamber_exit", "opposite"):
        allowed = [table.OPPOSITE[where]]
    return [(f"d4{edge}", max(load, int(available)), available) for edge in allowed]


def scores(state: State) -> dict[str, tuple[int, int]]:
    """For each player the half points in all and those of the own private nests."""
    totals = {player: [0, 0] for player in state["players"]}
    for nest, value in state["cheese"]:
        data = state["nests"][nest]
        for colour in data["colours"]:
            owner = next((player for player, colours in state["owners"].items() if colour in colours), None)
            if owner is not None:
                totals[owner][0] += 2 * value if data["private"] else value
                totals[owner][1] += 2 * value if data["private"] else 0
    return {player: (total, private) for player, (total, private) in totals.items()}


def winners(state: State) -> set[str]:
    """The players with most half points, ties broken by private nests, what is still tied shared."""
    points = scores(state)
    return {player for player in points if points[player] == max(points.values())}
