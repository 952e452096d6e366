"""The three steps of a turn of Mice in a Maze a second time: slow, simple, plain dicts; `slow_mice` makes turns of them.

Cells are `c5`, places `c5n`, `d4e`, `Nb` or `hand`, edges `n e s w`; no function changes the state it is given, except
`deliver`, `swap` and `hit`, which work on a copy their caller has made.
"""

from __future__ import annotations

import copy
import itertools
import re

import slow_mice_text
from slow_mice_text import EDGES, FILES, MAZE, PORTS, RANKS, State

OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
SEGMENTS = {"+": ("ns", "ew"), "\\": ("ne", "sw"), "/": ("es", "nw")}
PLACEMENT = re.compile(r"([a-g][1-7])=([+/\\]|[XC][ROYGBPWK]{2}[0-3])([hs]?)")
FALLBACK = re.compile(r"([a-g][1-7])#([hs]?)")


# The table -----------------------------------------------------------------------------------------------------------


def across(cell: str, edge: str) -> tuple[str, str]:
    """The neighbour of a cell across an edge and the edge of it that is crossed; at the rim the port and an empty edge."""
    column = FILES.index(cell[0]) + {"e": 1, "w": -1}.get(edge, 0)
    row = RANKS.index(cell[1]) + {"n": 1, "s": -1}.get(edge, 0)
    if 0 <= column < 7 and 0 <= row < 7:
        return FILES[column] + RANKS[row], OPPOSITE[edge]
    return edge.upper() + (cell[0] if edge in "ns" else cell[1]), ""


INSIDE = {across(cell, edge)[0]: (cell, edge) for cell in MAZE for edge in EDGES if across(cell, edge)[1] == ""}


def topology(tile: tuple[str | None, str]) -> str:
    """The topology char of an open tile."""
    code, turns = tile
    if code is None:
        return turns
    return "+" if code[0] == "X" else "\\/"[int(turns) % 2]


def segment_at(state: State, cell: str, edge: str) -> str:
    """The segment of an open tile that ends at an edge, as its two edges."""
    return next(pair for pair in SEGMENTS[topology(state["open"][cell])] if edge in pair)


def nest_at(state: State, port: str) -> str | None:
    """The nest that a port belongs to; None where the port leads out of the maze."""
    return next((name for name, nest in state["nests"].items() if port in nest["ports"]), None)


def leaving(state: State, port: str) -> str:
    """The port by which a piece leaves the nest it entered by this port: the other one where there are two."""
    ports = state["nests"][nest_at(state, port)]["ports"]
    return next((other for other in ports if other != port), port)


def on_tile(where: str) -> bool:
    """Whether a place is a maze tile's end, like `c5n`."""
    return len(where) == 3 and where[:2] in MAZE


def spot(state: State, where: str) -> str:
    """The cell and segment that a piece at the end of a path stands on, like `c5/ns`."""
    return f"{where[:2]}/{segment_at(state, where[:2], where[2])}"


def follow(state: State, start: str) -> tuple[list[tuple[str, str, str]], str, str]:
    """Walks a path: the steps (cell, segment, edge it is left by), then how it ends and where.

    Ends are `wall` (a face-down cell), `nest` and `out` (a port), `chamber` (the entry) and `loop`.  A face-down start
    cell with a side is a marble that enters the neighbour on that side.
    """
    home = spot(state, start) if on_tile(start) and start[:2] in state["open"] else ""
    cell, edge = INSIDE[start] if start in PORTS else across(start[:2], start[2])
    steps: list[tuple[str, str, str]] = []
    while True:
        if cell in PORTS:
            return steps, "nest" if nest_at(state, cell) else "out", cell
        if cell == "d4":
            return steps, "chamber", edge
        if cell not in state["open"]:
            return steps, "wall", cell
        segment = segment_at(state, cell, edge)
        if f"{cell}/{segment}" == home:
            return steps, "loop", ""
        far = segment.replace(edge, "")
        steps.append((cell, segment, far))
        cell, edge = across(cell, far)


def frozen(state: State) -> bool:
    """All 48 maze tiles and all hand tiles lie open."""
    return len(state["open"]) == 48 and all(hand["up"] for hand in state["hands"].values())


def player_of(state: State, mouse: str) -> str:
    return next(player for player, mice in state["players"].items() if mouse in mice)


def chosen(state: State, option: str, value: str) -> bool:
    """Whether an option has this value."""
    return bool(state["options"].get(option) == value)


# Step 1: the mouse ---------------------------------------------------------------------------------------------------


def moves(state: State) -> dict[str, State]:
    """Every legal move with the position it leads to."""
    mouse = state["turn"]
    here = state["mice"][mouse]
    if here == "hand":
        ports = [port for nest in state["nests"].values() for port in nest["ports"]]
        return {f"+{port}": moved(state, mouse, port) for port in ports}
    steps, kind, where = follow(state, here)
    if kind == "loop":
        return {"o": copy.deepcopy(state)}
    if kind == "wall" and not steps:
        return {"-": copy.deepcopy(state)}
    walks = [(state, "")]
    for number, (cell, segment, _) in enumerate(steps, 1):
        walks = [
            (later, picks + more)
            for walked, picks in walks
            for later, more in pass_tile(walked, mouse, cell, segment, last=number == len(steps))
        ]
    results: dict[str, State] = {}
    for walked, picks in walks:
        for name, later in arrive(walked, mouse, steps, kind, where):
            place, ampersand, pick = name.partition("&")
            results[f">{place}{picks}{ampersand}{pick}"] = later
    return results


def moved(state: State, mouse: str, where: str, entry: str = "") -> State:
    """The position with the mouse somewhere else; `entry` is remembered as the way it came in by."""
    later = copy.deepcopy(state)
    later["mice"][mouse] = where
    later["came_by"].pop(mouse, None)
    if entry:
        later["came_by"][mouse] = entry
    later["active"] = True
    return later


def pass_tile(state: State, mouse: str, cell: str, segment: str, last: bool) -> list[tuple[State, str]]:
    """What may happen on one walked segment: a loose cheese is taken, then a load is exchanged with one mouse met."""
    here = f"{cell}/{segment}"
    if not state["cargo"][mouse] and here in state["loose"]:
        state = copy.deepcopy(state)
        state["loose"].remove(here)
        state["cargo"][mouse] = 1
    if chosen(state, "exchange", "end-only") and not last:
        return [(state, "")]
    whole_tile = chosen(state, "meeting", "tile")
    met = [
        other
        for other, at in state["mice"].items()
        if other != mouse and at[:2] == cell and on_tile(at) and (whole_tile or spot(state, at) == here)
    ]
    return pick_one(state, mouse, met, cell, exchanged)


def pick_one(state: State, mouse: str, met: list[str], cell: str, deal) -> list[tuple[State, str]]:  # type: ignore[no-untyped-def]
    """The results of dealing with exactly one of the mice met; a name is written only where it makes a difference."""
    results = [(other, deal(state, mouse, other)) for other in met]
    if not results:
        return [(state, "")]
    if all(result == results[0][1] for _, result in results):
        return [(results[0][1], "")]
    return [(result, f"&{cell}:{other}") for other, result in results]


def exchanged(state: State, mouse: str, other: str) -> State:
    """Both hand over what they carry."""
    later = copy.deepcopy(state)
    cargo = later["cargo"]
    cargo[mouse], cargo[other] = cargo[other], cargo[mouse]
    return later


def given_in_chamber(state: State, mouse: str, other: str) -> State:
    """A loaded mouse meets another in the Chamber: an empty one gets its cheese and the pile gives a new one."""
    later = exchanged(state, mouse, other)
    if state["cargo"][mouse] > state["cargo"][other] and later["pile"]:
        later["pile"] -= 1
        later["cargo"][mouse] = 1
    return later


def arrive(state: State, mouse: str, steps: list[tuple[str, str, str]], kind: str, where: str) -> list[tuple[str, State]]:
    """The end of a walk: every place the mouse may end at (in the Chamber with its pick) and the position there."""
    if kind == "wall":
        cell, _, far = steps[-1]
        return [(cell + far, moved(state, mouse, cell + far))]
    if kind == "nest":
        later = moved(state, mouse, leaving(state, where), where)
        deliver(later, mouse, where)
        return [(later["mice"][mouse], later)]
    if kind == "out" and chosen(state, "edge", "turn-around"):
        back = turned_round(state, mouse, steps)
        return [(back, moved(state, mouse, back))]
    if kind == "out":
        later = moved(state, mouse, "hand")
        later["pile"] += later["cargo"][mouse]
        later["cargo"][mouse] = 0
        return [("out", later)]
    return [
        (f"d4{exit_}{pick}", moved(later, mouse, f"d4{exit_}", f"d4{where}"))
        for later, pick in serve_in_chamber(state, mouse)
        for exit_ in exits(later, where, bool(later["cargo"][mouse]))
    ]


def turned_round(state: State, mouse: str, steps: list[tuple[str, str, str]]) -> str:
    """Where a mouse stands that would run out but turns round: on its last tile, at the end it came in by."""
    if steps:
        cell, segment, far = steps[-1]
        return cell + segment.replace(far, "")
    here = state["mice"][mouse]
    return str(here[:2] + segment_at(state, here[:2], here[2]).replace(here[2], ""))


def deliver(state: State, mouse: str, port: str) -> None:
    """The cheese of a mouse stays in the nest; the eighth ends the game at once."""
    if state["cargo"][mouse]:
        state["cargo"][mouse] = 0
        state["cheese"].append((nest_at(state, port), 1 if len(state["cheese"]) < 4 else 2))
        state["seen"] = []
        if len(state["cheese"]) == 8:
            state["why"] = "all"


def serve_in_chamber(state: State, mouse: str) -> list[tuple[State, str]]:
    """Taking from the pile, or exchanging with one of the mice that stand in the Chamber."""
    others = [other for other, at in state["mice"].items() if other != mouse and at[:2] == "d4"]
    if state["cargo"][mouse]:
        return pick_one(state, mouse, others, "d4", given_in_chamber)
    if state["pile"]:
        later = copy.deepcopy(state)
        later["pile"] -= 1
        later["cargo"][mouse] = 1
        return [(later, "")]
    return pick_one(state, mouse, others, "d4", exchanged)


def exits(state: State, entry: str, loaded: bool) -> list[str]:
    """The exits a mouse may choose that entered the Chamber by `entry`."""
    allowed = [edge for edge in EDGES if edge != entry]
    if chosen(state, "chamber_exit", "opposite"):
        allowed = [OPPOSITE[entry]]
    if loaded and frozen(state) and not chosen(state, "frozen_choice", "free"):
        home = [edge for edge in allowed if follow(state, f"d4{edge}")[1] == "nest"]
        return home or allowed
    return allowed


# Step 2: the tile ----------------------------------------------------------------------------------------------------


def occupied(state: State, cell: str) -> bool:
    """Whether a mouse, a loose cheese or a marble lies anywhere on the tile."""
    places = [*state["mice"].values(), *state["loose"], *(where for where, _ in state["marbles"])]
    return any(place[:2] == cell for place in places)


def near(state: State, mouse: str) -> list[str]:
    """The cells on the path ahead of and behind a mouse whose tiles may be taken."""
    here = state["mice"][mouse]
    if here == "hand":
        return []
    starts = [here]
    if on_tile(here):
        starts.append(here[:2] + segment_at(state, here[:2], here[2]).replace(here[2], ""))
    elif chosen(state, "behind", "through") and mouse in state["came_by"]:
        starts.append(state["came_by"][mouse])
    cells: list[str] = []
    for start in starts:
        steps, kind, where = follow(state, start)
        cells += [cell for cell, _, _ in steps] + ([where] if kind == "wall" else [])
    return [cell for cell in MAZE if cell in cells and not occupied(state, cell)]


def plan(state: State) -> tuple[str, list[str]]:
    """What step 2 asks for: `open`, `fallback` or `skip`, and the cells whose tile may be taken."""
    cells = near(state, state["turn"])
    empty = [cell for cell in MAZE if not occupied(state, cell)]
    closed = [cell for cell in cells if cell not in state["open"]]
    if not hand(state)["up"]:
        if not cells and chosen(state, "no_tile", "anywhere"):
            cells = empty
        return ("open", cells) if cells else ("skip", [])
    if closed:
        return "open", closed
    anywhere = [cell for cell in empty if cell not in state["open"]]
    if not anywhere or (chosen(state, "fallback", "strict") and not cells):
        return "skip", []
    return "fallback", anywhere


def hand(state: State) -> State:
    """The hand tile that the mouse in turn plays with."""
    found: State = state["hands"][state["hand_of"][state["turn"]]]
    return found


def placements(state: State) -> set[str]:
    """The legal tokens of step 2: known tiles by code, turns and origin, unknown ones by topology."""
    kind, cells = plan(state)
    if kind == "skip":
        return {"--"}
    if kind == "fallback":
        return {f"{cell}#" for cell in cells}
    tokens: set[str] = set()
    for cell in cells:
        for code, origin in ((hand(state)["code"], "h"), (taken_code(state, cell), "s")):
            if code is None:
                tokens |= {f"{cell}={char}" for char in SEGMENTS}
            else:
                tokens |= {f"{cell}={code}{turns}{origin}" for turns in range(2 if code[0] == "X" else 4)}
    return tokens


def taken_code(state: State, cell: str) -> str | None:
    """The identity of the tile in a cell, where it is known."""
    if cell in state["open"]:
        code: str | None = state["open"][cell][0]
        return code
    return state["hidden"].get(cell)  # type: ignore[no-any-return]


def admits(state: State, token: str) -> bool:
    """Whether a token of step 2 is allowed that may say more or less than the listed ones (an identity, an origin)."""
    kind, cells = plan(state)
    if (shape := FALLBACK.fullmatch(token)) is not None:
        return kind == "fallback" and shape[1] in cells
    if (shape := PLACEMENT.fullmatch(token)) is None or kind != "open" or shape[1] not in cells:
        return token == "--" and kind == "skip"
    cell, tile, origin = shape.groups()
    fits = {"h": fits_tile(hand(state)["code"], tile), "s": fits_tile(taken_code(state, cell), tile)}
    if len(tile) > 1 and tile[:3] in elsewhere(state, cell):
        return False
    return fits[origin] if origin else any(fits.values())


def fits_tile(code: str | None, tile: str) -> bool:
    """Whether a tile of this identity may be laid as the token says."""
    if code is None:
        return True
    return code == tile[:3] if len(tile) > 1 else (code[0] == "X") == (tile == "+")


def elsewhere(state: State, cell: str) -> set[str]:
    """The identities known to lie anywhere but in this cell and the hand of the mouse in turn."""
    codes = [code for place, (code, _) in state["open"].items() if place != cell]
    codes += [code for place, code in state["hidden"].items() if place != cell]
    codes += [held["code"] for held in state["hands"].values() if held is not hand(state)]
    return {code for code in codes if code is not None}


def place(state: State, token: str) -> State:
    """The position after the tile has been placed."""
    later = copy.deepcopy(state)
    if (shape := PLACEMENT.fullmatch(token)) is not None:
        swap(later, shape[1], slow_mice_text.tile_of(shape[2]), shape[3])
        later["placed"] = shape[1]
    elif (shape := FALLBACK.fullmatch(token)) is not None:
        swap(later, shape[1], None, shape[2])
    later["active"] |= token != "--"
    return later


def swap(state: State, cell: str, laid: tuple[str | None, str] | None, origin: str) -> None:
    """Lays a tile (None: face down); the hand shows the face of the tile taken, and both may end unknown."""
    taken, held = taken_code(state, cell), hand(state)
    was_open = cell in state["open"]
    if laid is not None and laid[0] is not None and not origin:
        origin = "h" if laid[0] == held["code"] else "s" if laid[0] == taken else ""
    left = {"h": taken, "s": held["code"], "": None}[origin]
    down = {"h": held["code"], "s": taken, "": None}[origin]
    state["hidden"].pop(cell, None)
    if laid is not None:
        state["open"][cell] = laid
    elif down is not None:
        state["hidden"][cell] = down
    held["up"], held["code"] = was_open, left


# Step 3: the marbles -------------------------------------------------------------------------------------------------


def rolls(state: State) -> list[tuple[str, str, list[tuple[str, str, str]], str, str]]:
    """Every marble that moves in this step: where it lies, the place it starts from, and its path."""
    found = []
    for where, stopped_by in state["marbles"]:
        starts = [where]
        if len(where) == 2 and where in MAZE:
            starts = [where + edge for edge in EDGES if across(where, edge)[0] == state["placed"]]
        elif stopped_by and stopped_by != player_of(state, state["turn"]):
            continue
        for start in starts:
            steps, kind, end = follow(state, start)
            if kind != "loop" and (steps or kind != "wall"):
                found.append((where, start, steps, kind, end))
    return found


def marble_ends(state: State, steps: list[tuple[str, str, str]], kind: str, where: str) -> list[str]:
    """The places a rolling marble may end at: several only in the Chamber."""
    if kind == "wall":
        return [steps[-1][0] + steps[-1][2]]
    if kind == "chamber":
        return [f"d4{edge}" for edge in EDGES if edge != where]
    return [leaving(state, where) if kind == "nest" else "out"]


def marble_sets(state: State) -> set[str]:
    """The complete sets of marble tokens, each sorted and joined by blanks."""
    choices = [
        [f"~{where}>{end}" for end in marble_ends(state, steps, kind, last)]
        for where, _, steps, kind, last in rolls(state)
    ]
    return {" ".join(sorted(tokens)) for tokens in itertools.product(*choices)}


def roll(state: State, token: str) -> State:
    """The position after all marbles have rolled: mice in the way are removed, their cheeses stay on the segment."""
    later = copy.deepcopy(state)
    for _, start, steps, kind, last in rolls(state):
        walked = {f"{cell}/{segment}" for cell, segment, _ in steps}
        if chosen(state, "marble_start", "hit") and on_tile(start) and start[:2] in state["open"]:
            walked.add(spot(state, start))
        for mouse, at in state["mice"].items():
            in_nest = at in PORTS and kind == "nest" and nest_at(state, at) == nest_at(state, last)
            if (on_tile(at) and spot(state, at) in walked) or (in_nest and chosen(state, "nest_safe", "no")):
                hit(later, mouse, spot(state, at) if on_tile(at) else "")
    owner = player_of(state, state["turn"]) if chosen(state, "marble_next", "owner") else ""
    parts = [part[1:].partition(">") for part in token.split()]
    for source, _, _ in parts:
        later["marbles"].remove(next(marble for marble in later["marbles"] if marble[0] == source))
    later["marbles"] += [(target, "" if on_tile(target) else owner) for _, _, target in parts if target != "out"]
    later["marbles"].sort()
    later["active"] = True
    return later


def hit(state: State, mouse: str, where: str) -> None:
    """A marble ran over the mouse: it goes to its player's hand; the cheese stays (option: back to the pile)."""
    if state["cargo"][mouse]:
        state["cargo"][mouse] = 0
        if chosen(state, "hit_cheese", "pile") or not where:
            state["pile"] += 1
        else:
            state["loose"] = sorted([*state["loose"], where])
    state["mice"][mouse] = "hand"
    state["came_by"].pop(mouse, None)
