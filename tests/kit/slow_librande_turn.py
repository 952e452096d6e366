"""Board actions and the skeleton of a turn of Maze, by the letter of the rules; one function per token.

Every function first looks for broken rules in the order of the rules text and raises `BrokenError` with the code; then calls
`go`, which ends a mere trial; then changes the position.
"""

from __future__ import annotations

import re
from itertools import combinations

from slow_librande_table import (
    BACK,
    HOMES,
    LINES,
    SQUARES,
    State,
    beside,
    direction_to,
    half_with,
    is_space,
    line_squares,
    passage,
    slide,
    spaces_of,
    steps,
)
from slow_librande_text import COPIES, known


class BrokenError(Exception):
    """A rule is broken; the argument is its code."""


class AllowedError(Exception):
    """Raised in a trial when every check has been passed."""


def refuse(broken: object, code: str) -> None:
    if broken:
        raise BrokenError(code)


def go(state: State, cost: int = 0) -> None:
    """The last check, action points; a trial ends here, a real action pays."""
    refuse(state["ap"] < cost, "not-enough-action-points")
    if state.get("trial"):
        raise AllowedError
    state["ap"] -= cost


def at(state: State, seat: str) -> str:
    """The square of a character in the maze."""
    return str(state["players"][seat]["space"])[:2]


def seat_of(state: State, char: str) -> str | None:
    """The seat whose character this is, when he is able (his powers work)."""
    return next((seat for seat, p in state["players"].items() if p["char"] == char and p["st"] == "ok"), None)


def clockwise(state: State, seat: str) -> list[str]:
    """All seats, beginning with the one to the left of this seat."""
    seats = list(state["players"])
    place = seats.index(seat) + 1
    return seats[place:] + seats[:place]


# Steps ------------------------------------------------------------------------------------------------------------


def check_step(state: State, seat: str, space: str, target: str, leave: bool = False) -> None:
    """One step of a character by the movement rules."""
    if target not in steps(state, space):
        one, other = space[:2], target[:2]
        direction = direction_to(one, other)
        if direction and beside(one, direction) == other:
            refuse(passage(state, one, direction), "cobweb-costs-a-step")
            refuse(True, "move-through-wall")
        refuse(True, "move-not-adjacent")
    check_wall(state, seat, space, target, leave)


def check_wall(state: State, seat: str, space: str, target: str, leave: bool = False) -> None:
    """The Barbarian's Walking Wall."""
    refuse(walled(state, seat, space, target) and not leave, "walking-wall")


def walled(state: State, seat: str, space: str, target: str) -> bool:
    barbarian = seat_of(state, "BA")
    if barbarian is None or barbarian == seat or space[:2] == target[:2]:
        return False
    own = state["players"][barbarian]["space"]
    return bool(own == target if state["opt"]["walking-wall"] == "space" else own[:2] == target[:2])


def carry(state: State, space: str, target: str, number: int = 1) -> None:
    state["treasure"][space] = state["treasure"].get(space, 0) - number
    state["treasure"][target] = state["treasure"].get(target, 0) + number


def move(state: State, word: str, cost: int = 1) -> None:
    """mv, and Rush at no cost."""
    target, drag, leave = re.fullmatch(r"([^*^]*)(\*?)(\^?)", word).groups()  # type: ignore[union-attr]
    player = state["players"][state["turn"]]
    refuse(not is_space(state, target), "bad-space")
    refuse(state["under"] == "leadfoot" and state["moves"] >= 1, "cursed-leadfoot")
    if cost == 0:
        check_free(state, "BA")
    check_step(state, state["turn"], player["space"], target, bool(leave))
    refuse(drag and not state["treasure"].get(player["space"]), "drag-no-treasure")
    go(state, cost)
    if cost == 0:
        state["free"] = True
    if drag:
        carry(state, player["space"], target)
    player["space"] = target
    state["moves"] += 1
    state["last"] = ("other",)


def check_free(state: State, char: str) -> None:
    """A free ability: one's own, once a turn."""
    refuse(state["players"][state["turn"]]["char"] != char, "power-not-yours")
    refuse(state["free"], "free-ability-used")


# Slides, Dragon, treasures, cards -----------------------------------------------------------------------------------


def slide_line(state: State, word: str, cost: int = 1) -> None:
    """sl, and Mind Shift at no cost."""
    line, direction, quarters, riders = re.fullmatch(r"(\w)([NESW])(?:\+([0-3]))?((?:/.*)?)", word).groups()  # type: ignore[union-attr]
    refuse(line not in LINES, "slide-fixed-line")
    refuse((direction in "EW") != line.isdigit(), "slide-wrong-axis")
    refuse(state["under"] == "grounding", "cursed-grounding")
    if cost == 0:
        check_free(state, "MR")
    ban, net = state["undo"], 0
    if ban and ban[0] == "slide" and ban[1] == line:
        same = ban[2] == direction
        strict = state["opt"]["undo-slide-test"] == "strict"
        refuse(not same and (strict or ban[3] < 1), "undo-slide")
        net = ban[3] + (1 if same else -1)
    for choice in riders.split("/")[1:]:
        refuse(choice not in choices(state, line, direction, int(quarters or 0)), "bad-space")
    rides = state["dragon"] in line_squares(line, direction)
    refuse(rides and state["dragon-slid"], "dragon-slid-twice")
    go(state, cost)
    if cost == 0:
        state["free"] = True
    if ban and ban[0] == "slide" and ban[1] == line:
        state["undo"] = ("slide", line, ban[2], net)
    slide(state, line, direction, int(quarters or 0))
    for rider, space in re.findall(r"/([1-4t])=([a-g][1-7]\.[nesw])", riders):
        if rider == "t":
            carry(state, next(other for other in spaces_of(state, space[:2]) if other != space), space)
        else:
            state["players"][rider]["space"] = space
    state["dragon-slid"] = state["dragon-slid"] or rides
    state["last"] = ("slide", line, direction)


def choices(state: State, line: str, direction: str, quarters: int) -> list[str]:
    """Riders of the pushed-out web tile that may change to the other half, `SEAT=SPACE` or `t=SPACE` for each treasure."""
    if state["opt"]["web-riders"] != "choose":
        return []
    squares = line_squares(line, direction)
    halves = spaces_of(state, squares[-1])
    if len(halves) == 1:
        return []
    trial = {name: dict(state[name]) for name in ("tiles", "treasure")} | {"dragon": "d4", "players": {}}
    for half in halves:
        trial["players"][half] = {"space": half}
    slide(trial, line, direction, quarters)
    other = {half: trial["players"][rest]["space"] for half, rest in zip(halves, halves[::-1], strict=True)}
    found = [f"{seat}={other[p['space']]}" for seat, p in state["players"].items() if p["space"] in halves]
    return found + [f"t={other[half]}" for half in halves for _ in range(state["treasure"].get(half, 0))]


def ridden(state: State, token: str) -> list[str]:
    """A slide with every choice of riders that change their half."""
    line, direction, quarters = re.search(r"(\w)([NESW])(?:\+([0-3]))?$", token).groups()  # type: ignore[union-attr]
    riders = choices(state, line, direction, int(quarters or 0))
    some = {tuple(combination) for number in range(len(riders) + 1) for combination in combinations(riders, number)}
    return ["/".join([token if quarters or not words else f"{token}+0", *sorted(words)]) for words in some]


def check_undo_dragon(state: State, target: str) -> None:
    refuse(state["undo"] == ("dragon", state["dragon"], target), "undo-dragon")


def dragon_went(state: State, target: str) -> None:
    state["last"] = ("dragon", state["dragon"], target)
    state["dragon"] = target


def luggage(state: State, words: str) -> dict[str, int]:
    """Treasures to be taken along by space; a half must be named on a web square."""
    spaces = spaces_of(state, state["dragon"])
    found: dict[str, int] = {}
    for number, half in re.findall(r"\+(\d+)(?:\.([nesw]))?", words):
        space = state["dragon"] + (f".{half}" if half else "")
        refuse(space not in spaces, "carry-no-treasure")
        found[space] = found.get(space, 0) + int(number)
    return found


def dragon_step(state: State, word: str, cost: int = 1) -> None:
    """dg, and Call at no cost."""
    target, words = re.fullmatch(r"(\w\w)((?:\+\d+(?:\.[nesw])?)*)", word).groups()  # type: ignore[union-attr]
    refuse(target not in SQUARES, "bad-space")
    if cost == 0:
        check_free(state, "DR")
    counts = cost == 1 or state["opt"]["call-extra"] == "no"
    refuse(counts and state["dragon-moved"], "dragon-moved-twice")
    here = state["dragon"]
    direction = direction_to(here, target)
    refuse(direction is None or beside(here, direction) != target, "dragon-not-adjacent")
    assert direction
    refuse(passage(state, here, direction) is None, "dragon-blocked-by-wall")
    refuse(target in HOMES.values(), "dragon-home-corner")
    check_undo_dragon(state, target)
    load = luggage(state, words)
    refuse(any(state["treasure"].get(space, 0) < number for space, number in load.items()), "carry-no-treasure")
    go(state, cost)
    state["dragon-moved"] = state["dragon-moved"] or counts
    state["free"] = state["free"] or cost == 0
    for space, number in load.items():
        carry(state, space, half_with(state, target, BACK[direction]), number)
    dragon_went(state, target)
    contact(state)


def contact(state: State) -> None:
    """Where the Dragon attacks as it comes; the player in turn who is hit loses the points that are left."""
    if state["opt"]["dragon-attack"] == "on-contact":
        attack(state)
        state["ap"] = state["ap"] if state["players"][state["turn"]]["space"] else 0


def pick_up(state: State) -> None:
    player = state["players"][state["turn"]]
    space, lies = player["space"], {space for space, number in state["treasure"].items() if number}
    if space not in lies:
        refuse(any(other[:2] == space[:2] for other in lies), "pickup-through-web")
        refuse(True, "pickup-no-treasure")
    go(state, 1)
    state["treasure"][space] -= 1
    player["pile"] += 1
    player["last"] = 1 + max(other["last"] for other in state["players"].values())
    state["last"] = ("other",)
    state["over"] = not any(state["treasure"].values())


def draws(state: State, number: int, named: list[str]) -> None:
    """Cards from the deck to the hand of the player in turn; `named` are those the record tells."""
    hand = state["players"][state["turn"]]["hand"]
    for place in range(number):
        if not state["deck"]:
            state["deck"], state["discard"] = ["?"] * len(state["discard"]), []
        if not state["deck"]:
            break
        top = state["deck"].pop(0)
        hand.append(named[place] if place < len(named) else top)
    hand.sort()


def check_draw(state: State) -> None:
    refuse(state["drew"], "draw-twice")
    refuse(len(state["players"][state["turn"]]["hand"]) >= 6, "hand-full")
    refuse(not state["deck"] and not state["discard"], "no-card-left")


def draw(state: State, named: str) -> None:
    check_draw(state)
    if named:
        # A card is named by whoever drew it: it is the top one, or one that may be among the unknown.
        pile = state if state["deck"] else {**state, "discard": []}
        top = state["deck"][0] if state["deck"] else "?"
        possible = named == top or (top == "?" and known(pile)[named] < COPIES[named])
        refuse(not possible, "card-count-impossible")
    go(state, 1)
    draws(state, 1, [named] if named else [])
    state["drew"] = True
    state["last"] = ("other",)


def waits(state: State) -> None:
    """ps"""
    go(state, 1)
    if state["opt"]["pass-hides-undo"] == "yes":
        state["last"] = ("pass",)


# Turns --------------------------------------------------------------------------------------------------------------


def attack(state: State, squares: tuple[str, ...] = ()) -> None:
    """Everybody in the Dragon's square (or in the squares named), except an able Druid, is taken off the board."""
    for player in state["players"].values():
        hit = player["space"] and player["space"][:2] in (squares or (state["dragon"],))
        if hit and not (player["char"] == "DR" and player["st"] == "ok"):
            frozen = lost_turns(player["st"]) if player["st"].startswith("frozen") else 0
            number = 2 + frozen if state["opt"]["freeze-plus-attack"] == "add" else max(2, frozen)
            player["space"], player["st"] = None, status("removed", number)


def end(state: State) -> None:
    """end: passes for the points left, attacks, then lost turns until somebody may play."""
    go(state)
    if state["ap"] and state["opt"]["pass-hides-undo"] == "yes":
        state["last"] = ("pass",)
    close(state, state["last"])
    while True:
        state["turn"] = clockwise(state, state["turn"])[0]
        player = state["players"][state["turn"]]
        if player["st"] == "ok":
            break
        lost_turn(state)
        close(state, ("lost",))
    begin(state)


def lost_turns(st: str) -> int:
    """The turns a status still costs: the number behind it, or the usual one."""
    return int(st.lstrip("frozenmvdw")) if st[-1].isdigit() else {"frozen": 1, "removed": 2, "down": 1}.get(st, 0)


def status(word: str, number: int) -> str:
    usual = {"frozen": 1, "removed": 2, "down": 1}[word]
    return "ok" if number == 0 else word if number == usual else f"{word}{number}"


def lost_turn(state: State) -> None:
    player = state["players"][state["turn"]]
    left = lost_turns(player["st"]) - 1
    if player["st"].startswith("removed"):
        player["space"] = HOMES[state["turn"]]
    player["st"] = status("frozen" if player["st"].startswith("frozen") else "down", left)
    if state["opt"]["curse-on-lost-turn"] == "consumed":
        player["curse"] = None


def timeout(state: State) -> None:
    """The clock of the curse: whatever is unfinished is given up, the turn ends."""
    refuse(state["under"] != "hourglass", "no-clock-runs")
    go(state)
    state["pending"] = None
    end(state)


def close(state: State, last: tuple[str, ...] | None) -> None:
    attack(state)
    if last and last[0] == "slide":
        state["undo"] = (*last, 0)
    elif last and last[0] == "dragon":
        state["undo"] = ("dragon", last[2], last[1])
    elif not (last == ("lost",) and state["opt"]["undo-over-lost-turn"] == "carry"):
        state["undo"] = None


def begin(state: State) -> None:
    """A real turn begins."""
    player = state["players"][state["turn"]]
    state["under"], player["curse"] = player["curse"], None
    state["ap"] = 1 if state["under"] == "freeze" else 2
    for flag in ("drew", "dragon-moved", "dragon-slid", "free", "acted"):
        state[flag] = False
    state["moves"], state["last"] = 0, None


# What might be played -------------------------------------------------------------------------------------------------


def dragon_words(state: State, target: str) -> list[str]:
    """The Dragon to a square with every choice of treasures taken along."""
    found = [target]
    for space in spaces_of(state, state["dragon"]):
        half = space[2:]
        number = state["treasure"].get(space, 0)
        found = [word + (f"+{n}{half}" if n else "") for word in found for n in range(number + 1)]
    return found


def board_tokens(state: State) -> list[str]:
    """Tokens of board actions worth a trial."""
    seat = state["turn"]
    space = state["players"][seat]["space"]
    found = ["dr", "ps", "pk", "end"]
    for target in steps(state, space):
        leave = "^" if walled(state, seat, space, target) else ""
        found += [f"mv:{target}{leave}", f"mv:{target}*{leave}"]
    for line in LINES:
        for direction in "NS" if line.isalpha() else "EW":
            found += [word for k in range(4) for word in ridden(state, f"sl:{line}{direction}" + f"+{k}" * bool(k))]
    near = [beside(state["dragon"], direction) for direction in "NESW"]
    found += [f"dg:{word}" for target in near if target for word in dragon_words(state, target)]
    return found

