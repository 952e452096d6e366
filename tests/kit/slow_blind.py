"""Four Blind Mice a second time, slow and plain: cells are names, a demonstration is its list of slides, all is worked out anew.

Written from the rules alone; shares no line with the engine.  `read`, `legal`, `after` are what the law suite asks for.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from slow_blind_text import FILES, SUITS, State, parse, parse_slide

DELTA = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}
INSIDE = [file + rank for rank in "765432" for file in FILES[1:7]]


def read(text: str) -> State:
    """The position, the actions of `do` played."""
    state = parse(text)
    tokens, state["do"] = state["do"], []
    settle(state)
    for token in tokens:
        state = after(state, token)
    return state


# How a mouse runs ------------------------------------------------------------------------------------------------------


def step(cell: str, way: str) -> str | None:
    """The next cell; None beyond the edge."""
    file, rank = FILES.find(cell[0]) + DELTA[way][0], int(cell[1]) + DELTA[way][1]
    return FILES[file] + str(rank) if 0 <= file < 8 and 1 <= rank <= 8 else None


def opt(state: State, name: str) -> str:
    """The value of an option as written."""
    return str(state["opt"].get(name, ""))


def needed(state: State) -> int:
    """Turns without which no mouse may claim."""
    return int(opt(state, "min_turns") or 2)


def turn_cost(state: State) -> int:
    return 1 if opt(state, "count") == "slides_and_turns" else 0


def least(state: State) -> int:
    """The lowest number that may be announced."""
    return needed(state) + 1 + turn_cost(state) * needed(state)


def history(state: State) -> dict[str, Any]:
    """Turns of every mouse, its last direction, who moved last and what was spent, from the slides made so far."""
    turned, last, spent, mover = dict.fromkeys(SUITS, 0), {}, 0, ""
    for mouse, way in state["moves"]:
        spent += 1
        if mouse in last and last[mouse] != way:
            spent += turn_cost(state)
            if last[mouse] != BACK[way] or opt(state, "straight_back") == "turn":
                turned[mouse] += 1
        last[mouse], mover = way, mouse
    return {"turned": turned, "last": last, "spent": spent, "mover": mover}


def with_slide(state: State, mouse: str, way: str) -> dict[str, Any]:
    """The history as it will be after that slide."""
    return history({**state, "moves": [*state["moves"], (mouse, way)]})


def run(state: State, mouse: str, way: str) -> tuple[str, bool]:
    """Where the mouse stops and whether it claims the cheese there."""
    then = with_slide(state, mouse, way)
    turns = sum(then["turned"].values()) if opt(state, "turns_by") == "any_mouse" else then["turned"][mouse]
    may_claim = state["target"] is not None and mouse == state["target"][2] and turns >= needed(state)
    here = state["mice"][mouse]
    while True:
        following = step(here, way)
        if following is None or following in state["coins"] or following in state["mice"].values():
            break
        here = following
        if may_claim and here == state["target"][0] and opt(state, "stop") != "rest":
            return here, True
    return here, may_claim and opt(state, "stop") == "rest" and here == state["target"][0] and here != state["mice"][mouse]


def turns_back(state: State, mouse: str, way: str) -> bool:
    """Whether that slide is a straight back that is not allowed."""
    past, rule = history(state), opt(state, "straight_back")
    if past["last"].get(mouse) != BACK[way] or rule in ("free", "turn"):
        return False
    return rule == "never" or past["mover"] == mouse


def slide_ok(state: State, mouse: str, way: str) -> bool:
    """Whether that slide may be made now, number and plan included."""
    end, claims = run(state, mouse, way)
    if end == state["mice"][mouse] or turns_back(state, mouse, way):
        return False
    spent, limit = with_slide(state, mouse, way)["spent"], state["limit"]
    if limit is not None and (spent > limit or (spent == limit and not claims)):
        return False
    if limit is not None and claims and spent < limit and opt(state, "exact_bid") == "on":
        return False
    if opt(state, "declare_plan") == "on":
        return list(state["plan"][len(state["moves"]) :][:1]) == [mouse + way]
    return True


# Where pieces go -------------------------------------------------------------------------------------------------------


def touching(cell: str, others: Any) -> bool:
    return any(step(cell, way) in others for way in "NESW")


def coin_spots(state: State) -> list[str]:
    """Where a coin may be put, at the start or later."""
    target = [state["target"][0]] if state["target"] else []
    taken = [*state["coins"], *state["mice"].values(), *target]
    return [cell for cell in INSIDE if cell not in taken and not touching(cell, state["coins"])]


def mouse_spots(state: State) -> list[str]:
    """Where the next mouse may be put, with the waivers for a crowded board."""
    coins, mice = list(state["coins"]), list(state["mice"].values())
    free = [cell for cell in INSIDE if cell not in coins and cell not in mice]
    apart = [cell for cell in free if not touching(cell, mice)]
    if opt(state, "mouse_adjacency") != "mice_only":
        strict = [cell for cell in apart if not touching(cell, coins)]
        if strict or opt(state, "redo_setup") == "on":
            return strict
    return apart or ([] if opt(state, "redo_setup") == "on" else free)


def mice_to_place(state: State) -> list[str]:
    """The mice of which one may be placed now."""
    order, placed = opt(state, "fixed_order"), len(state["mice"])
    return [order[placed]] if order else [mouse for mouse in SUITS if mouse not in state["mice"]]


def suits_open(state: State, cell: str) -> list[str]:
    """The suits the coin in that cell can show: no suit has two Aces or two Nulls."""
    if state["target"] and state["target"][0] == cell:
        value, known = state["target"][1], state["hidden"]
    else:
        value, known, _ = state["coins"][cell]
    if known:
        return [known]
    rest = [(each, suit) for other, (each, suit, _) in state["coins"].items() if other != cell]
    fitting = [suit for suit in SUITS if dealable([*gone(state), *rest, (value, suit)])]
    return fitting or list(SUITS)


def gone(state: State) -> list[tuple[str, str]]:
    """Value and suit of the coins that are not covered any more, as far as they are known."""
    found = [coin for coins in state["won"].values() for coin in coins if coin] + state["removed"]
    if state["target"]:
        found.append((state["target"][1], state["target"][2] or state["hidden"]))
    return [coin for coin in found if coin[1]]


def dealable(coins: list[tuple[str, str]], faces: tuple[str, ...] = tuple(v + s for v in "A0" for s in SUITS)) -> bool:
    """Whether each of these coins can be another one of the eight, by trying."""
    if not coins:
        return True
    value, suit = coins[0]
    fitting = [face for face in faces if value in ("", face[0]) and suit in ("", face[1])]
    return any(dealable(coins[1:], tuple(other for other in faces if other != face)) for face in fitting)


# Numbers ---------------------------------------------------------------------------------------------------------------


def ranking(state: State) -> list[tuple[str, int, int]]:
    """The numbers in the order of demonstration."""
    seats = state["players"]
    start = seats.index(state["turn"])
    return sorted(state["bids"], key=lambda bid: (bid[1], bid[2], (seats.index(bid[0]) - start) % len(seats)))


def closed(state: State, time: int) -> bool:
    """Whether announcing is over at that second."""
    if opt(state, "close_on_minimum") == "on" and any(number == least(state) for _, number, _ in state["bids"]):
        return True
    end = int(opt(state, "think_limit") or 300) if state["opened"] is None else state["opened"] + window(state)
    return time < state["since"] or time > end


def window(state: State) -> int:
    return int(opt(state, "window") or 60)


def bid_ok(state: State, player: str, number: int, time: int) -> bool:
    own = [bid for bid in state["bids"] if bid[0] == player]
    if number < least(state) or closed(state, time) or (state["final"] and player not in state["final"]):
        return False
    if own and opt(state, "first_bid_fixed") == "on" and state["bids"][0][0] == player:
        return False
    return all(number < bid[1] for bid in own)


def now(state: State) -> int:
    """The latest second of the puzzle's clock that anybody knows."""
    return int(max([state["since"], state["clock"], *(time for _, _, time in state["bids"])]))


# What is legal ---------------------------------------------------------------------------------------------------------


def legal(state: State) -> set[str]:
    """The listed actions as tokens."""
    phase = state["phase"]
    if phase == "place":
        return placing(state)
    if phase == "uncover":
        cells = list(state["coins"])
        return {f"?{cell}" for cell in cells if cell != state["fresh"] or len(cells) == 1}
    if phase == "reveal":
        return {f"?{state['target'][0]}={suit}" for suit in suits_open(state, state["target"][0])}
    if phase == "think":
        found = {f"b:{seat}={least(state)}" for seat in state["players"] if bid_ok(state, seat, least(state), now(state))}
        return found | ({f"m:{ranking(state)[0][0]}"} if state["bids"] else {f"-{state['target'][0]}"})
    if phase == "demo":
        return slides(state) or {"x:gave-up"}
    if phase == "remove":
        return {f"-{state['target'][0]}"}
    if phase == "replace":
        return {f"+{cell}{valued(state['target'][1])}" for cell in coin_spots(state)}
    return {f"+{cell}{valued(next_value(state))}" for cell in coin_spots(state)} if phase == "drawn" else set()


def placing(state: State) -> set[str]:
    if len(state["coins"]) < 8:
        return {f"+{cell}{valued(next_value(state))}" for cell in coin_spots(state)}
    return {f"+{mouse}:{cell}" for mouse in mice_to_place(state) for cell in mouse_spots(state)}


def slides(state: State) -> set[str]:
    found = set()
    for mouse in SUITS:
        for way in "NESW":
            if slide_ok(state, mouse, way):
                end, claims = run(state, mouse, way)
                found.add(f"{mouse}{way}{end}{'*' if claims else ''}")
    return found


def next_value(state: State) -> str:
    return state["stock"][0][0] if state["stock"] else ""


def valued(value: str) -> str:
    return {"A": "A", "0": ":0", "": ""}[value]


# What follows ----------------------------------------------------------------------------------------------------------


def after(state: State, token: str) -> State:
    """The position after a token that is legal, in any of its spellings; ValueError for an illegal one."""
    from slow_blind_codes import code

    if code(state, token) is not None:
        raise ValueError(f"{token} is not legal: {code(state, token)}")
    state = deepcopy(state)
    if token[0] == "P":
        token = token.split(":", 1)[1]
    if token.startswith("+"):
        put(state, token[1:])
    elif token.startswith("?"):
        turn_over(state, token[1:3], token[4:])
    elif token.startswith("b:"):
        announce(state, token[2:])
    elif token.startswith("m:"):
        begin(state, token[2:])
    elif token.startswith("p:"):
        state["plan"] = token[2:].split(",")
    elif "x:" in token:
        failed(state)
    elif token.startswith("-"):
        removed(state)
    elif token == "end:time":
        state["late"] = True
        settle(state)
    else:
        slide(state, token)
    return state


def put(state: State, word: str) -> None:
    if word[1] == ":":
        state["mice"][word[0]] = word[2:]
        return placed(state)
    cell, value = word[:2], word[2:].strip(":")
    if state["phase"] == "replace":
        state["coins"][cell] = (value or state["target"][1], state["target"][2], True)
        state["fresh"] = cell
        return next_turn(state)
    coin = next((coin for coin in state["stock"] if not value or coin[0] == value), value)
    state["stock"] = [other for other in state["stock"] if other != coin]
    state["coins"][cell] = (coin[:1], coin[1:], False)
    if state["phase"] == "drawn":
        state["phase"], state["aside"], state["stock"] = "uncover", 7, []
        return None
    return placed(state)


def placed(state: State) -> None:
    advance(state)
    if len(state["mice"]) == 4:
        state["phase"] = "uncover"
    elif len(state["coins"]) == 8 and not mouse_spots(state):
        seats, count = state["players"], 8 + len(state["mice"])
        state["turn"] = seats[(seats.index(state["turn"]) - count) % len(seats)]
        state["coins"], state["mice"] = {}, {}


def advance(state: State) -> None:
    seats = state["players"]
    state["turn"] = seats[(seats.index(state["turn"]) + 1) % len(seats)]


def turn_over(state: State, cell: str, suit: str) -> None:
    if state["phase"] == "reveal":
        state["target"] = (*state["target"][:2], suit)
        state["hidden"] = ""
    else:
        value, known, public = state["coins"].pop(cell)
        suit = known if public else suit
        state["target"] = (cell, value, suit)
        state["hidden"] = "" if suit else known
        state["fresh"] = None
        state.update(bids=[], since=0, clock=0, opened=None, moves=[], plan=[])
    state["base"] = dict(state["mice"])
    state["phase"] = "think" if suit else "reveal"


def announce(state: State, word: str) -> None:
    player, rest = word.split("=")
    number, _, second = rest.partition("@")
    time = int(second) if second else now(state)
    kept = [bid for bid in state["bids"] if bid[0] != player or opt(state, "multiple_bids") == "on"]
    state["opened"] = time if state["opened"] is None else min(time, state["opened"])
    state["clock"] = max(time, now(state))
    state["bids"] = [*kept, (player, int(number), time)]


def begin(state: State, player: str) -> None:
    if state["phase"] == "demo":
        state["who"] = player
        return
    early = closed(state, now(state))
    state["since"] = now(state) if early else state["opened"] + window(state)
    state["clock"], state["opened"] = state["since"], None
    state["bids"] = ranking(state)
    first(state)


def first(state: State) -> None:
    """The first of the numbers left is demonstrated."""
    state["phase"], state["moves"], state["plan"] = "demo", [], []
    state["who"], state["limit"] = state["bids"][0][:2]


def failed(state: State) -> None:
    state["mice"], state["moves"], state["plan"] = dict(state["base"]), [], []
    state["bids"] = state["bids"][1:]
    if state["bids"]:
        first(state)
        return
    over = opt(state, "all_failed") == "remove" or now(state) >= int(opt(state, "think_limit") or 300)
    state["phase"], state["who"], state["limit"] = ("remove" if over else "think"), None, None


def slide(state: State, token: str) -> None:
    mouse, way, _, _ = parse_slide(token)
    end, claims = run(state, mouse, way)
    state["mice"][mouse] = end
    state["moves"].append((mouse, way))
    if claims:
        claimed(state)


def claimed(state: State) -> None:
    who, (_, value, suit) = state["who"], state["target"]
    wins = len(state["won"].get(who, [])) + 1
    goal = opt(state, "goal") or "3"
    at_goal = len(state["players"]) > 1 and goal != "none" and wins >= int(goal)
    back = opt(state, "replace") == "on" and not state["final"] and not at_goal and bool(coin_spots(state))
    state["won"].setdefault(who, []).append(None if back else (value, suit))
    state["moves"], state["plan"] = [], []
    if state["final"] or at_goal:
        over(state, "final" if state["final"] else "goal")
    elif back:
        state["phase"], state["bids"] = "replace", state["bids"][:1]
    else:
        next_turn(state)


def removed(state: State) -> None:
    state["removed"].append(state["target"][1:])
    state["out"] += 1
    if state["final"]:
        state["missed"] += 1
    next_turn(state)


def next_turn(state: State) -> None:
    state.update(target=None, bids=[], who=None, limit=None, moves=[], plan=[], since=0, clock=0, opened=None, phase="uncover")
    if state["missed"] == 2:
        return over(state, "shared")
    advance(state)
    return settle(state)


def settle(state: State) -> None:
    """Between two puzzles: the end, a final round, a coin drawn for it, or nothing."""
    if state["phase"] != "uncover":
        return None
    if state["missed"] == 2:
        return over(state, "shared")
    goal = opt(state, "goal") or "3"
    top = best(state)
    if not state["final"]:
        if len(state["players"]) > 1 and goal != "none" and len(state["won"].get(top[0], [])) >= int(goal):
            return over(state, "goal")
        if not state["late"] and state["coins"]:
            return None
        if len(top) == 1:
            return over(state, "time" if state["late"] else "empty")
        state["final"] = top
    if not state["coins"]:
        state["phase"], state["aside"], state["out"], state["removed"] = "drawn", 8, 0, []
        state["won"] = {seat: [None] * len(coins) for seat, coins in state["won"].items()}
    return None


def best(state: State) -> list[str]:
    """The seats with the most cheeses."""
    counts = {seat: len(state["won"].get(seat, [])) for seat in state["players"]}
    return [seat for seat, count in counts.items() if count == max(counts.values())]


def over(state: State, why: str) -> None:
    state.update(phase="over", why=why, target=None, bids=[], who=None, limit=None, moves=[], plan=[])


def scores(state: State) -> dict[str, int]:
    return {seat: len(state["won"].get(seat, [])) for seat in state["players"]}
