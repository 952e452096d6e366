"""The three steps of a turn of Mice in a Maze a second time: slow, simple, plain dicts; `slow_mice` makes turns of them.

Cells are `c5`, places `c5n`, `d4e`, `Nb` or `hand`, edges `n e s w`; no function changes the state it is given, except
`deliver`, `swap` and `hit`, which work on a copy their caller has made.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import slow_mice_text
from slow_mice_table import (
    OPPOSITE,
    SEGMENTS,
    across,
    chosen,
    copied,
    follow,
    frozen,
    leaving,
    nest_at,
    on_tile,
    player_of,
    segment_at,
    spot,
)
from slow_mice_text import EDGES, MAZE, PORTS, State

PLACEMENT = re.compile(r"([a-g][1-7])=([+/\\]|[XC][ROYGBPWK]{2}[0-3])([hs]?)")
FALLBACK = re.compile(r"([a-g][1-7])#([hs]?)")


# Step 1: the mouse ---------------------------------------------------------------------------------------------------


def moves(state: State, wordy: bool = False) -> dict[str, State]:
    """Every legal move with the position it leads to; `wordy`: also those that name a partner who is meant anyway."""
    mouse = state["turn"]
    here = state["mice"][mouse]
    if here == "hand":
        ports = [port for nest in state["nests"].values() for port in nest["ports"]]
        return {f"+{port}": moved(state, mouse, port) for port in ports}
    steps, kind, where = follow(state, here)
    if kind == "loop":
        return {"o": copied(state)}
    if kind == "wall" and not steps:
        return {"-": copied(state)}
    walks = [(state, "")]
    for number, (cell, segment, _) in enumerate(steps, 1):
        walks = [
            (later, picks + more)
            for walked, picks in walks
            for later, more in pass_tile(walked, mouse, cell, segment, (number == len(steps), wordy))
        ]
    results: dict[str, State] = {}
    for walked, picks in walks:
        for name, later in arrive(walked, mouse, steps, (kind, where), wordy):
            place, ampersand, pick = name.partition("&")
            results[f">{place}{picks}{ampersand}{pick}"] = later
    return results


def moved(state: State, mouse: str, where: str, entry: str = "") -> State:
    """The position with the mouse somewhere else; `entry` is remembered as the way it came in by."""
    later = copied(state)
    later["mice"][mouse] = where
    later["came_by"].pop(mouse, None)
    if entry:
        later["came_by"][mouse] = entry
    later["active"] = True
    return later


def pass_tile(state: State, mouse: str, cell: str, segment: str, how: tuple[bool, bool]) -> list[tuple[State, str]]:
    """What may happen on one walked segment: a loose cheese is taken, then a load is exchanged with one mouse met."""
    here, (last, wordy) = f"{cell}/{segment}", how
    if not state["cargo"][mouse] and here in state["loose"]:
        state = copied(state)
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
    return pick_one(state, mouse, (met, cell), exchanged, wordy)


def pick_one(
    state: State, mouse: str, where: tuple[list[str], str], deal: Callable[[State, str, str], State], wordy: bool
) -> list[tuple[State, str]]:
    """The results of dealing with exactly one of the mice met.

    The one picked is named where their loads differ.  Where these are equal but not the mover's, it still matters who it
    is: no name then means the first of them in turn order, and the others are named.
    """
    met, cell = [other for other in state["order"] if other in where[0]], where[1]
    named = [(deal(state, mouse, other), f"&{cell}:{other}") for other in met]
    if not named:
        return [(state, "")]
    if all(result == named[0][0] for result, _ in named):
        return [(named[0][0], ""), *(named if wordy else [])]
    if len({state["cargo"][other] for other in met}) == 1:
        return [(named[0][0], ""), *named[0 if wordy else 1 :]]
    return named


def exchanged(state: State, mouse: str, other: str) -> State:
    """Both hand over what they carry."""
    later = copied(state)
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


def arrive(
    state: State, mouse: str, steps: list[tuple[str, str, str]], end: tuple[str, str], wordy: bool
) -> list[tuple[str, State]]:
    """The end of a walk: every place the mouse may end at (in the Chamber with its pick) and the position there."""
    kind, where = end
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
        for later, pick in serve_in_chamber(state, mouse, wordy)
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


def serve_in_chamber(state: State, mouse: str, wordy: bool) -> list[tuple[State, str]]:
    """Taking from the pile, or exchanging with one of the mice that stand in the Chamber."""
    others = [other for other, at in state["mice"].items() if other != mouse and at[:2] == "d4"]
    if state["cargo"][mouse]:
        return pick_one(state, mouse, (others, "d4"), given_in_chamber, wordy)
    if state["pile"]:
        later = copied(state)
        later["pile"] -= 1
        later["cargo"][mouse] = 1
        return [(later, "")]
    return pick_one(state, mouse, (others, "d4"), exchanged, wordy)


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


def occupied(state: State) -> set[str]:
    """The cells with a mouse, a loose cheese or a marble anywhere on the tile."""
    places = [*state["mice"].values(), *state["loose"], *(where for where, _ in state["marbles"])]
    return {place[:2] for place in places}


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
    free = set(cells) - occupied(state)
    return [cell for cell in MAZE if cell in free]


def plan(state: State) -> tuple[str, list[str]]:
    """What step 2 asks for: `open`, `fallback` or `skip`, and the cells whose tile may be taken."""
    cells = near(state, state["turn"])
    taken = occupied(state)
    empty = [cell for cell in MAZE if cell not in taken]
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
    hidden: str | None = state["hidden"].get(cell)
    return hidden


def admits(state: State, token: str) -> bool:
    """Whether a token is allowed that may say more or less than the listed ones (a partner, an identity, an origin)."""
    if state["step"] == 1:
        return token in moves(state, wordy=True)
    if state["step"] == 3:
        return False
    kind, cells = plan(state)
    if (shape := FALLBACK.fullmatch(token)) is not None:
        return kind == "fallback" and shape[1] in cells
    if (shape := PLACEMENT.fullmatch(token)) is None or kind != "open" or shape[1] not in cells:
        return token == "--" and kind == "skip"
    cell, tile, origin = shape.groups()
    held, taken = hand(state)["code"], taken_code(state, cell)
    fits = {"h": fits_tile(held, tile, taken), "s": fits_tile(taken, tile, held)}
    if len(tile) > 1 and tile[:3] in elsewhere(state, cell):
        return False
    return fits[origin] if origin else any(fits.values())


def fits_tile(code: str | None, tile: str, other: str | None) -> bool:
    """Whether a tile of this identity may be laid as the token says, when the other tile of the two is known as `other`."""
    if code is None:
        return tile[:3] != other
    return code == tile[:3] if len(tile) > 1 else (code[0] == "X") == (tile == "+")


def elsewhere(state: State, cell: str) -> set[str]:
    """The identities known to lie anywhere but in this cell and the hand of the mouse in turn."""
    codes = [code for place, (code, _) in state["open"].items() if place != cell]
    codes += [code for place, code in state["hidden"].items() if place != cell]
    codes += [held["code"] for held in state["hands"].values() if held is not hand(state)]
    return {code for code in codes if code is not None}


def place(state: State, token: str) -> State:
    """The position after the tile has been placed."""
    later = copied(state)
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
    if laid is not None and not origin:
        text = laid[1] if laid[0] is None else laid[0]
        of_hand, put_back = fits_tile(held["code"], text, taken), fits_tile(taken, text, held["code"])
        origin = "" if of_hand == put_back else "h" if of_hand else "s"
    left = {"h": taken, "s": held["code"], "": None}[origin]
    down = {"h": held["code"], "s": taken, "": None}[origin]
    state["hidden"].pop(cell, None)
    if laid is not None:
        state["open"][cell] = laid
    elif down is not None:
        state["hidden"][cell] = down
    held["up"], held["code"] = was_open, left


# Step 3: the marbles -------------------------------------------------------------------------------------------------


def rolls(state: State) -> list[tuple[tuple[str, str], str, list[tuple[str, str, str]], str, str]]:
    """Every marble that moves in this step: the marble, the place it starts from, and its path."""
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
                found.append(((where, stopped_by), start, steps, kind, end))
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
        [f"~{where[0]}>{end}" for end in marble_ends(state, steps, kind, last)]
        for where, _, steps, kind, last in rolls(state)
    ]
    return {" ".join(sorted(tokens)) for tokens in itertools.product(*choices)}


def roll(state: State, token: str) -> State:
    """The position after all marbles have rolled: mice in the way are removed, their cheeses stay on the segment."""
    later = copied(state)
    for _, start, steps, kind, last in rolls(state):
        walked = {f"{cell}/{segment}" for cell, segment, _ in steps}
        if chosen(state, "marble_start", "hit") and on_tile(start) and start[:2] in state["open"]:
            walked.add(spot(state, start))
        for mouse, at in state["mice"].items():
            in_nest = at in PORTS and kind == "nest" and nest_at(state, at) == nest_at(state, last)
            if (on_tile(at) and spot(state, at) in walked) or (in_nest and chosen(state, "nest_safe", "no")):
                hit(later, mouse, spot(state, at) if on_tile(at) else "")
    owner = player_of(state, state["turn"]) if chosen(state, "marble_next", "owner") else ""
    for marble, *_ in rolls(state):
        later["marbles"].remove(marble)
    targets = [part.partition(">")[2] for part in token.split()]
    later["marbles"] += [(target, "" if on_tile(target) else owner) for target in targets if target != "out"]
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
