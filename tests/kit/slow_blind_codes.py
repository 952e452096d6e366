"""The order in which broken rules of Four Blind Mice are named, read a second time from the rules and not from the engine.

Every rule that a token breaks is collected; the one that stands first in the table of the rules is the answer.
"""

from __future__ import annotations

import re

import slow_blind
from slow_blind_text import SUITS, State, parse_slide

TABLE = [
    "after-the-end",
    "on-edge",
    "occupied",
    "adjacent",
    "wrong-piece",
    "placed-out-of-turn",
    "suit-looked-at",
    "not-your-uncover",
    "second-uncover",
    "fresh-cheese",
    "touched-while-thinking",
    "bid-too-low",
    "bid-not-lower",
    "bid-late",
    "wrong-demonstrator",
    "no-move",
    "straight-back",
    "stopped-short",
    "ran-through",
    "diagonal",
    "too-few-turns",
    "wrong-mouse",
    "bid-exceeded",
    "not-restored",
    "coin-moved",
    "coin-not-removed",
    "not-announcing",
    "bid-not-met",
    "off-plan",
    "no-failure",
    "end-not-reached",
]
FAILING = ("no-move", "straight-back", "diagonal", "too-few-turns", "wrong-mouse", "bid-exceeded", "bid-not-met", "off-plan")


def code(state: State, token: str) -> str | None:
    """The code of the first broken rule; None for a legal token."""
    if state["phase"] == "over":
        return "after-the-end"
    return min(broken(state, token), key=TABLE.index, default=None)


def broken(state: State, token: str) -> set[str]:
    """All rules that token breaks."""
    player = None
    if token[0] == "P":
        player, token = token.split(":", 1)
    if token.startswith("+"):
        found = mouse_put(state, token) if token[2] == ":" else coin_put(state, token)
        return found | misplaced(state, player, "placed-out-of-turn", ("place", "replace", "drawn"))
    if token.startswith("?"):
        return turned(state, token) | misplaced(state, player, "not-your-uncover", ("uncover", "reveal"))
    if token.startswith("-"):
        return taken(state, token[1:])
    if token.startswith("end:"):
        return set() if token == "end:time" else {"end-not-reached"}
    if token.startswith("b:"):
        return announced(state, token)
    if token.startswith("m:"):
        return begun(state, token[2:])
    if state["phase"] != "demo":
        return {untimely(state)}
    return of_demo(state, token)


def misplaced(state: State, player: str | None, name: str, phases: tuple[str, ...]) -> set[str]:
    """Somebody did what another player should have done."""
    if player is None or state["phase"] not in phases:
        return set()
    allowed = [state["turn"]]
    if state["phase"] == "replace":
        allowed = [state["who"]]
    if state["phase"] == "drawn" and slow_blind.opt(state, "final_coin") == "owner_places":
        allowed = [seat for seat in state["players"] if state["won"].get(seat)] or allowed
    return set() if player in allowed else {name}


def untimely(state: State) -> str:
    """Mice are touched although nobody demonstrates."""
    return (
        "wrong-piece"
        if state["phase"] == "place"
        else "coin-not-removed"
        if state["phase"] == "remove"
        else "touched-while-thinking"
    )


def cell_faults(state: State, cell: str, allowed: list[str]) -> set[str]:
    if cell[0] in "ah" or cell[1] in "18":
        return {"on-edge"}
    target = [state["target"][0]] if state["target"] else []
    if cell in state["coins"] or cell in state["mice"].values() or cell in target:
        return {"occupied"}
    return set() if cell in allowed else {"adjacent"}


def coin_put(state: State, token: str) -> set[str]:
    if state["phase"] not in ("place", "replace", "drawn"):
        return {"coin-moved"}
    cell, value = token[1:3], token[3:].strip(":")
    found = cell_faults(state, cell, slow_blind.coin_spots(state))
    if state["phase"] == "place":
        same = [coin for coin in state["coins"].values() if value and coin[0] == value]
        found |= {"wrong-piece"} if len(state["coins"]) == 8 or len(same) == 4 else set()
    if state["phase"] == "replace" and value and state["target"][1] and value != state["target"][1]:
        found.add("coin-moved")
    return found


def mouse_put(state: State, token: str) -> set[str]:
    mouse, cell = token[1], token[3:]
    if state["phase"] != "place":
        return {"diagonal"} if state["phase"] == "demo" else {"touched-while-thinking"}
    found = cell_faults(state, cell, slow_blind.mouse_spots(state))
    if len(state["coins"]) < 8 or mouse not in slow_blind.mice_to_place(state):
        found.add("wrong-piece")
    return found


def turned(state: State, token: str) -> set[str]:
    cell, suit, phase = token[1:3], token[4:], state["phase"]
    if phase == "place":
        return {"suit-looked-at"}
    if phase == "reveal":
        if cell != state["target"][0] or not suit:
            return {"second-uncover"}
        return set() if suit in slow_blind.suits_open(state, cell) else {"coin-moved"}
    if phase != "uncover":
        return {"second-uncover"}
    if cell not in state["coins"]:
        return {"coin-moved"}
    found = {"fresh-cheese"} if cell == state["fresh"] and len(state["coins"]) > 1 else set()
    return found | ({"coin-moved"} if suit and suit not in slow_blind.suits_open(state, cell) else set())


def taken(state: State, cell: str) -> set[str]:
    if state["phase"] == "place":
        return {"wrong-piece"}
    if state["phase"] in ("think", "remove") and cell == state["target"][0] and not state["bids"]:
        return set()
    return {"coin-moved"}


def announced(state: State, token: str) -> set[str]:
    if state["phase"] == "place":
        return {"wrong-piece"}
    player, number, second = re.fullmatch(r"b:(P\d+)=(\d+)(?:@(\d+))?", token).groups()  # type: ignore[union-attr]
    found = {"bid-too-low"} if int(number) < slow_blind.least(state) else set()
    if state["phase"] != "think":
        return found | {"bid-late"}
    if player not in state["players"]:
        return found | {"not-announcing"}
    own = [bid for bid in state["bids"] if bid[0] == player]
    fixed = slow_blind.opt(state, "first_bid_fixed") == "on" and own and state["bids"][0][0] == player
    if fixed or any(int(number) >= bid[1] for bid in own):
        found.add("bid-not-lower")
    if slow_blind.closed(state, int(second) if second else slow_blind.now(state)):
        found.add("bid-late")
    return found | ({"not-announcing"} if state["final"] and player not in state["final"] else set())


def begun(state: State, player: str) -> set[str]:
    if state["phase"] == "think" and state["bids"]:
        return set() if slow_blind.ranking(state)[0][0] == player else {"wrong-demonstrator"}
    if state["phase"] == "demo":
        anybody = not state["bids"] and not state["moves"] and player in state["players"]
        return set() if player == state["who"] or anybody else {"wrong-demonstrator"}
    return {untimely(state)}


# Slides ------------------------------------------------------------------------------------------------------------------


def of_demo(state: State, token: str) -> set[str]:
    """A slide, a plan or a failure in a demonstration."""
    if token.startswith("p:"):
        early = slow_blind.opt(state, "declare_plan") == "on" and not state["plan"] and not state["moves"]
        return set() if early else {"off-plan"}
    if token == "x:gave-up":
        return set()
    if " x:" in token:
        slide, reason = token.split(" x:")
        found = min(slid(state, slide), key=TABLE.index, default="no-failure")
        counts = reason in FAILING or (reason in ("stopped-short", "ran-through") and slow_blind.opt(state, "touch_move") == "on")
        return set() if found == reason and counts else {found if found != reason else "no-failure"}
    return slid(state, token)


def slid(state: State, token: str) -> set[str]:
    mouse, way, stop, claim = parse_slide(token)
    assert mouse in SUITS
    here = state["mice"][mouse]
    end, claims = slow_blind.run(state, mouse, way)
    found = {"no-move"} if end == here else set()
    found |= {"straight-back"} if slow_blind.turns_back(state, mouse, way) else set()
    then = slow_blind.with_slide(state, mouse, way)
    target = state["target"][0]
    line = cells_ahead(here, way)
    on_the_way = target in line and end in line and line.index(target) <= line.index(end)
    if claim and not claims:
        turns = sum(then["turned"].values()) if slow_blind.opt(state, "turns_by") == "any_mouse" else then["turned"][mouse]
        few = turns < slow_blind.needed(state)
        taken_early = "stopped-short" if on_the_way else "coin-moved"
        found.add("wrong-mouse" if mouse != state["target"][2] else "too-few-turns" if few else taken_early)
    if stop and stop != end and not (claim and not claims and stop == target and on_the_way):
        if stop != here and stop not in line:
            found.add("diagonal")
        elif end != here:
            reached = line.index(stop) if stop in line else -1
            found.add("stopped-short" if reached < line.index(end) else "ran-through")
    limit = state["limit"]
    if limit is not None:
        if then["spent"] > limit or (then["spent"] == limit and not claims):
            found.add("bid-exceeded")
        elif claims and then["spent"] < limit and slow_blind.opt(state, "exact_bid") == "on":
            found.add("bid-not-met")
    if slow_blind.opt(state, "declare_plan") == "on" and state["plan"][len(state["moves"]) :][:1] != [mouse + way]:
        found.add("off-plan")
    return found


def cells_ahead(here: str, way: str) -> list[str]:
    """The cells of the line that way, to the edge."""
    line = []
    following = slow_blind.step(here, way)
    while following is not None:
        line.append(following)
        following = slow_blind.step(following, way)
    return line
