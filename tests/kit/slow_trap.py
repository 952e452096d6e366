"""The Mouse Trap card game a second time, slow and plain, written from the rules text without a look at the engine.

`read`, `legal`, `after` and `admits` work on dictionaries; the tokens are those of the notation.
"""

from __future__ import annotations

import copy
import re

from slow_trap_text import CELLS, COMPASS, SIDE, STEP, State, other_sides, parse, public

__all__ = ["admits", "after", "legal", "public", "read", "tokens_of"]

Arrow = tuple[str, int]


def read(text: str) -> State:
    """The position of a text after its `do`."""
    state = parse(text)
    for token in state["do"].replace(";", " ").split():
        state = after(state, token)
    return state


def tokens_of(state: State) -> list[str]:
    """The legal tokens in a fixed order."""
    return sorted(legal(state))


# What may be done -------------------------------------------------------------------------------------------------------


def legal(state: State) -> set[str]:
    """The tokens that are listed as legal."""
    phase = state["phase"]
    if state["why"]:
        return set()
    if phase == "start":
        return start_tokens(state)
    if phase == "cheese":
        return {"+" + cell for cell in placeable(state)} or {"+-"}
    if phase in ("draw", "decide"):
        first = "d:" if state["draw"] else "~"
        return {first} if phase == "draw" else {first, "="}
    return pending_tokens(state)


def start_tokens(state: State) -> set[str]:
    cells, sign = start_cells(state)
    if len(cells) < 2:
        return {f"@{facing}{sign}" for facing in COMPASS}
    return {f"@{cell}{facing}{sign}" for cell in cells for facing in COMPASS}


def start_cells(state: State) -> tuple[list[str], str]:
    """Where a turn may start, and the sign of a card that must be turned over first."""
    up = [cell for cell in CELLS if state["maze"][cell]["up"] == "SAFE"]
    if up:
        return up, ""
    hidden = [cell for cell in CELLS if "SAFE" in (other_sides(state, cell) or ())]
    if state["opt"]["safe_hidden"] == "stay" or not hidden:
        return [state["mouse"]], ""
    return hidden, "!"


def placeable(state: State) -> list[str]:
    if not state["pile"]:
        return []
    return [cell for cell in CELLS if state["maze"][cell]["up"] not in state["symbol"] and cell != state["mouse"]]


def pending_tokens(state: State) -> set[str]:
    pend, optional = state["pend"], state["opt"]["optional_effects"] == "on"
    kind = pend["kind"]
    if kind == "card":
        return {"d:" + code for code, count in state["left"].items() if count > 0}
    if kind == "arrow":
        return {">" + direction for direction, _ in pend["arrows"]}
    if kind == "place":
        return {"+" + cell for cell in placeable(state)} | ({"+-"} if optional else set())
    if kind == "flip":
        return {"/" + cell for cell in pend["cells"]} | ({"/-"} if optional else set())
    if kind == "turn":
        turns = {f"%{cell}:{k}" for cell in pend["cells"] for k in quarters(state)}
        return turns | ({"%-"} if optional else set())
    if kind == "find":
        return {f"/{cell}={pend['side']}{turn}" for cell in pend["cells"] for turn in flipped_turns(state, cell)}
    cell = pend["cell"]
    sides = other_sides(state, cell)
    if sides is None:
        sides = {side for both in state["cards"].values() for side in both if side != "?"}
    return {f"/{cell}={side}{turn}" for side in sides for turn in flipped_turns(state, cell)}


def flipped_turns(state: State, cell: str) -> list[str]:
    """How the turn of a flipped card is written: not at all, or one of two."""
    if state["opt"]["flip_axis"] != "any":
        return [""]
    turns = state["maze"][cell]["turns"]
    return [f"@{turns}", f"@{(turns + 2) % 4}"]


def quarters(state: State) -> list[int]:
    allowed = {"90_only": [1, 3], "any_or_none": [0, 1, 2, 3]}.get(state["opt"]["turn"], [1, 2, 3])
    return [k for k in allowed if k in (0, 2)] if state["opt"]["card_shape"] == "rect" else allowed


def admits(state: State, token: str) -> bool:
    """Whether a token is legal, listed or in other words: a card drawn and told at once, a flip with its side, a sign of
    nothing where nothing could be done."""
    if state["why"] or not token:
        return False
    named = re.fullmatch(r"([A-Z]\w*):(.+)", token)
    if named and named[1] != "END":
        if re.fullmatch(r"[A-Z]\w*:.*", named[2]):
            return False
        return named[1] == actor_seat(state) and admits(state, named[2])
    if token in legal(state):
        return True
    if state["phase"] in ("draw", "decide") and token == "d:":
        return True
    if state["phase"] in ("draw", "decide") and token.startswith("d:"):
        fresh = after(state, "~") if not state["draw"] else state
        return fresh["left"].get(token[2:], 0) > 0
    if state["phase"] == "decide" and state["skipped"]:
        return token == state["skipped"]
    if state["phase"] == "start" and token[0] == "@":
        cells, sign = start_cells(state)
        return token in {f"@{cell}{facing}{sign}" for cell in cells for facing in COMPASS}
    return bool(state["pend"]) and admits_side(state, token)


def actor_seat(state: State) -> str:
    return str(state["turn"])


def admits_side(state: State, token: str) -> bool:
    """A flip written with the side that came up."""
    pend = state["pend"]
    match = re.fullmatch(r"/([a-d][1-4])=([^@]+)(?:@([0-3]))?", token)
    if not match or pend["kind"] not in ("flip", "reveal", "find"):
        return False
    cell, side, turns = match[1], match[2], match[3]
    cells = pend["cells"] if pend["kind"] != "reveal" else [pend["cell"]]
    if cell not in cells or not SIDE.fullmatch(side) or (pend["kind"] == "find" and side != pend["side"]):
        return False
    now = state["maze"][cell]["turns"]
    allowed = (now, (now + 2) % 4) if state["opt"]["flip_axis"] == "any" else (now,)
    if turns is not None and int(turns) not in allowed:
        return False
    sides = other_sides(state, cell)
    free = state["maze"][cell]["down"] is None and state["maze"][cell]["name"] is not None
    return sides is None or free or side in sides


# What comes of it -------------------------------------------------------------------------------------------------------


def after(state: State, token: str) -> State:
    """The position after a legal token; ValueError for any other."""
    if not admits(state, token):
        raise ValueError(f"{token!r} is not legal; legal: {' '.join(tokens_of(state))}")
    named = re.fullmatch(r"([A-Z]\w*):(.+)", token)
    if named:
        return after(state, named[2])
    s = copy.deepcopy(state)
    s["skipped"] = None
    if token[0] == "@":
        start(s, token)
    elif s["phase"] == "cheese":
        put_wedge(s, token[1:])
        s["phase"] = "draw"
    elif token == "~":
        reshuffle(s)
        s["phase"] = "draw"
    elif token.startswith("d:"):
        draw(s, token[2:])
    elif token == "=":
        end_turn(s, True)
    elif s["phase"] == "resolve":
        choose(s, token)
    return s


def start(s: State, token: str) -> None:
    cells, sign = start_cells(s)
    cell = token[1:3] if token[1:3] in CELLS else cells[0]
    if sign:
        flip(s, cell, "SAFE", s["maze"][cell]["turns"])
    s["mouse"], s["facing"] = cell, token.rstrip("!")[-1]
    s["phase"], s["trapped"] = "cheese", None


def put_wedge(s: State, cell: str) -> None:
    if cell != "-":
        s["pile"] -= 1
        s["cheese"][cell] += 1


def reshuffle(s: State) -> None:
    s["left"] = {code: s["disc"].count(code) for code in s["actions"]}
    s["draw"], s["disc"] = len(s["disc"]), []


def draw(s: State, code: str) -> None:
    if s["phase"] != "resolve":
        if not s["draw"]:
            reshuffle(s)
        s["phase"], s["pend"] = "resolve", {"kind": "card"}
    if code:
        s["left"][code] -= 1
        s["draw"] -= 1
        s["card"], s["pend"], s["done"], s["landings"] = code, None, [], 0
        act(s, code, True)


def choose(s: State, token: str) -> None:
    pend, s["pend"] = s["pend"], None
    if token in ("+-", "/-", "%-"):
        return finish(s)
    if token[0] == ">":
        move(s, token[1], next(n for direction, n in pend["arrows"] if direction == token[1]))
    elif token[0] == "+":
        put_wedge(s, token[1:])
        if pend["more"] > 1:
            place(s, pend["more"] - 1, pend["source"])
        else:
            finish(s)
    elif token[0] == "%":
        cell, k = token[1:3], int(token[4])
        s["maze"][cell]["turns"] = (s["maze"][cell]["turns"] + k) % 4
        if cell == s["mouse"]:
            s["facing"] = COMPASS[(COMPASS.index(s["facing"]) + k) % 4]
        finish(s)
    elif "=" not in token and s["maze"][token[1:3]]["down"] and s["opt"]["flip_axis"] != "any":
        flip(s, token[1:3], s["maze"][token[1:3]]["down"], s["maze"][token[1:3]]["turns"])
        finish(s)
    elif "=" not in token:
        s["pend"] = {"kind": "reveal", "cell": token[1:3], "source": pend["source"]}
    else:
        side, _, turns = token[4:].partition("@")
        flip(s, token[1:3], side, int(turns or s["maze"][token[1:3]]["turns"]))
        if pend["kind"] == "find":
            s["mouse"] = token[1:3]
            land(s)
        else:
            finish(s)
    return None


def flip(s: State, cell: str, side: str, turns: int) -> None:
    """The other side up; wedges go to the pile."""
    card = s["maze"][cell]
    card["up"], card["down"], card["turns"], card["seen"] = side, card["up"], turns, True
    if card["face"]:
        card["face"] = "B" if card["face"] == "F" else "F"
    s["pile"] += s["cheese"][cell]
    s["cheese"][cell] = 0


def finish(s: State) -> None:
    """The card drawn is done with."""
    s["disc"].append(s["card"])
    s["card"], s["pend"], s["done"], s["landings"] = None, None, [], 0
    s["phase"] = "decide"


def end_turn(s: State, kept: bool) -> None:
    """The turn is over: wedges at risk are safe or lost, and the left neighbour starts, or the game is over."""
    if s["card"]:
        finish(s)
    seat = s["turn"]
    if kept:
        s["safe"][seat] += s["risk"]
    else:
        s["pile"] += s["risk"]
    s["risk"] = 0
    if kept and s["safe"][seat] >= 8:
        return over(s, "win", {seat})
    if kept and sum(s["safe"].values()) == 42:
        return over(s, "draw-all", set(s["players"]))
    s["trapped"] = None if kept else seat
    s["turn"] = s["players"][(s["players"].index(seat) + 1) % len(s["players"])]
    s["phase"] = "start"
    return None


def over(s: State, why: str, winners: set[str]) -> None:
    s["why"], s["winners"], s["phase"], s["pend"], s["trapped"] = why, winners, "over", None, None


# Moving -----------------------------------------------------------------------------------------------------------------


def neighbour(cell: str, direction: str, steps: int = 1) -> str | None:
    x, y = STEP[direction]
    file, rank = "abcd".find(cell[0]) + x * steps, int(cell[1]) + y * steps
    return "abcd"[file] + str(rank) if 0 <= file < 4 and 1 <= rank <= 4 else None


def room(cell: str, direction: str) -> int:
    return max(n for n in range(4) if n == 0 or neighbour(cell, direction, n))


def move(s: State, direction: str, n: int) -> None:
    k = min(n, room(s["mouse"], direction))
    if k == 0:
        return finish(s)
    s["mouse"] = neighbour(s["mouse"], direction, k)
    edge = s["opt"]["edge"] if k < n else ""
    if edge == "nothing":
        return finish(s)
    land(s, edge == "stop")
    return None


def land(s: State, only_cheese: bool = False) -> None:
    cell = s["mouse"]
    s["risk"] += s["cheese"][cell]
    s["cheese"][cell] = 0
    if won_at_once(s) or only_cheese:
        return None if s["why"] else finish(s)
    s["landings"] += 1
    stopped = s["landings"] > 10 if s["opt"]["loop"] == "cap10" else cell in s["done"]
    if stopped:
        return finish(s)
    s["done"].append(cell)
    act(s, s["maze"][cell]["up"], False)
    return None


def won_at_once(s: State) -> bool:
    """With `instant_win` the eighth wedge in hand ends the game."""
    seat = s["turn"]
    if s["opt"]["instant_win"] != "on" or s["safe"][seat] + s["risk"] < 8:
        return False
    finish(s)
    s["safe"][seat] += s["risk"]
    s["risk"] = 0
    over(s, "win", {seat})
    return True


# Instructions -----------------------------------------------------------------------------------------------------------


def act(s: State, code: str, drawn: bool) -> None:
    """Carries out an action card (`drawn`) or the side under the mouse."""
    source = "action" if drawn else "maze"
    code = s["halves"].get(code, code)
    if code == "TRAP":
        finish(s)
        return end_turn(s, False)
    if code == "END":
        finish(s)
        return end_turn(s, True)
    if code.startswith("TAKE"):
        n = min(s["pile"], int(code[4:] or 1))
        s["pile"] -= n
        s["risk"] += n
        return None if won_at_once(s) else finish(s)
    if code.startswith("PLACE"):
        return place(s, int(code[5:] or 1), source)
    if code.startswith(("FLIP", "TURN")):
        return change(s, code, drawn)
    arrows = arrows_of(s, code, drawn)
    if code == "SAFE" and s["opt"]["safe_banks"] == "on":
        s["safe"][s["turn"]] += s["risk"]
        s["risk"] = 0
    if code.startswith("GO:"):
        return go(s, code[3:])
    if arrows:
        return run(s, arrows, source)
    return finish(s)


def arrows_of(s: State, code: str, drawn: bool) -> list[Arrow]:
    """Table directions and numbers of the arrows of a move."""
    if drawn:
        found = []
        for part in code.split("/"):
            match = re.fullmatch(r"([FBLR]+)([1-9])", part)
            found += [(letter, int(match[2])) for letter in match[1]] if match else []
        return [(relative(s, letter), n) for letter, n in found]
    if not code.startswith("MV"):
        return []
    return [(printed(s, letter), int(code[2])) for letter in code.split(":")[1]]


def relative(s: State, letter: str) -> str:
    """The direction of front, right, back or left of the mouse."""
    return COMPASS[(COMPASS.index(s["facing"]) + "FRBL".index(letter)) % 4]


def printed(s: State, letter: str) -> str:
    """The direction of an arrow printed on the card under the mouse."""
    by = COMPASS.index(s["facing"]) if s["opt"]["maze_arrows"] == "mouse" else s["maze"][s["mouse"]]["turns"]
    return COMPASS[("urdl".index(letter) + by) % 4]


def run(s: State, arrows: list[Arrow], source: str) -> None:
    if len(arrows) == 1:
        return move(s, *arrows[0])
    if s["opt"]["arrows"] == "possible_only":
        arrows = [arrow for arrow in arrows if room(s["mouse"], arrow[0])] or arrows
    s["phase"], s["pend"] = "resolve", {"kind": "arrow", "arrows": sorted(arrows), "source": source}
    return None


def go(s: State, half: str) -> None:
    up = [cell for cell in CELLS if s["maze"][cell]["up"] == half]
    if up:
        s["mouse"] = up[0]
        return land(s)
    cells = [cell for cell in CELLS if cell != s["mouse"] and half in (other_sides(s, cell) or ())]
    known = [cell for cell in cells if s["maze"][cell]["down"] == half]
    if s["opt"]["goto_hidden"] == "flip" and known and s["opt"]["flip_axis"] == "page":
        flip(s, known[0], half, s["maze"][known[0]]["turns"])
        s["mouse"] = known[0]
        return land(s)
    if s["opt"]["goto_hidden"] == "flip" and cells:
        s["pend"] = {"kind": "find", "side": half, "cells": known[:1] or cells, "source": "maze"}
        return None
    return finish(s)


def place(s: State, n: int, source: str) -> None:
    if not placeable(s):
        return nothing(s, "+-")
    s["pend"] = {"kind": "place", "more": n, "source": source}
    return None


def nothing(s: State, sign: str) -> None:
    """The instruction cannot be carried out."""
    finish(s)
    s["skipped"] = sign


def change(s: State, code: str, drawn: bool) -> None:
    """Flips and turns."""
    source, here = "action" if drawn else "maze", s["mouse"]
    name, _, letters = code.partition(":")
    if name in ("TURN", "TURNT"):
        cells = [here]
    elif name in ("FLIPF", "FLIPB"):
        cells = [neighbour(here, relative(s, name[4]))]
    else:
        cells = [neighbour(here, relative(s, a) if drawn else printed(s, a)) for a in letters]
    cells = [cell for cell in cells if cell]
    kind = "turn" if name.startswith("TURN") else "flip"
    if kind == "flip" and s["opt"]["safe_immune"] == "on":
        cells = [cell for cell in cells if s["maze"][cell]["up"] != "SAFE"]
    if not cells:
        return nothing(s, "/-" if kind == "flip" else "%-")
    s["pend"] = {"kind": kind, "cells": sorted(cells), "source": source}
    return None
