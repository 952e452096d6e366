"""The position notation of Mice in a Maze, read a second time for the tests: text to plain dicts, nothing shared with the engine.

It expects text that is well written: the tests of refused text belong to the engine's own suite.
"""

from __future__ import annotations

import re
from typing import Any

State = dict[str, Any]

FILES, RANKS, EDGES = "abcdefg", "1234567", "nesw"
COLOURS = "ROYGBPWK"
MAZE = tuple(file + rank for rank in RANKS for file in FILES if file + rank != "d4")
PORTS = (
    *("N" + file for file in FILES),
    *("E" + rank for rank in RANKS),
    *("S" + file for file in FILES),
    *("W" + rank for rank in RANKS),
)
PRIVATE_PORTS = {
    "every-other": ("Nb", "Nf", "E6", "E2", "Sf", "Sb", "W2", "W6"),
    "central-three": ("Nc", "Ne", "E5", "E3", "Se", "Sc", "W3", "W5"),
}
SHARED_PORTS = (("Nd",), ("Ng", "E7"), ("E4",), ("E1", "Sg"), ("Sd",), ("Sa", "W1"), ("W4",), ("W7", "Na"))
SHARED_NAMES = ("Nd", "NE", "E4", "SE", "Sd", "SW", "W4", "NW")


def fields_of(text: str) -> dict[str, str]:
    """The fields of a position text by name; fields end at `;`, three blanks or a line end, `do` runs to the very end."""
    found: dict[str, str] = {}
    before_do, colon, do = text.partition("do:")
    for piece in re.split(r";|\n|\s{3,}", before_do):
        if piece.strip():
            name, _, value = piece.partition(":")
            found[name.strip()] = value.strip()
    if colon:
        found["do"] = do.strip()
    return found


def pairs(value: str) -> list[tuple[str, str]]:
    """`a=1 b=2` as pairs."""
    return [(item.partition("=")[0], item.partition("=")[2]) for item in value.split()]


def nests_of(options: dict[str, str]) -> State:
    """Every nest: its ports, its owners' colours and whether it is private, by its id."""
    ring = options.get("colours", COLOURS)
    nests: State = {}
    for place, port in enumerate(PRIVATE_PORTS[options.get("layout", "every-other")]):
        nests[port] = {"ports": (port,), "colours": (ring[place],), "private": True}
    for place, (name, ports) in enumerate(zip(SHARED_NAMES, SHARED_PORTS, strict=True)):
        nests[name] = {"ports": ports, "colours": (ring[place], ring[(place + 1) % 8]), "private": False}
    return nests


def tile_of(text: str) -> tuple[str | None, str]:
    """An open tile as (code or None, turns or topology char); a cross looks the same after half a turn."""
    if len(text) == 1:
        return (None, text)
    code, turns = text[:3], int(text[3])
    return (code, str(turns % 2 if code[0] == "X" else turns))


def parse(text: str) -> State:
    """The position that a text describes; every cell and hand it does not name is face down and unknown."""
    fields = fields_of(text)
    options = dict(pairs(fields.get("options", "")))
    mice = dict(pairs(fields["mice"]))
    order = fields.get("order", " ".join(mice)).split()
    played = [(name, value.split(",")) for name, value in pairs(fields.get("players", ""))]
    played = played or [(f"P{number}", [mouse]) for number, mouse in enumerate(order, 1)]
    owners = {name: colours.split(",") for name, colours in pairs(fields.get("owners", ""))} or dict(played)
    step, _, placed = fields.get("step", "1").partition(":")
    state: State = {
        "options": options,
        "nests": nests_of(options),
        "players": dict(played),
        "owners": owners,
        "order": order,
        "turn": fields.get("turn", order[0]),
        "step": int(step),
        "placed": placed or None,
        "mice": {mouse: where.rstrip("*") for mouse, where in mice.items()},
        "cargo": {mouse: int(where.endswith("*")) for mouse, where in mice.items()},
        "came_by": {},
        "loose": sorted(fields.get("loose", "").replace("none", "").split()),
        "marbles": sorted((where, "") for where in fields.get("marbles", "").replace("none", "").split()),
        "cheese": [],
        "idle": 0,
        "active": False,
        "seen": [],
        "why": None,
    }
    _read_tiles(state, fields)
    _read_hands(state, fields)
    _read_cheese(state, fields)
    return state


def _read_tiles(state: State, fields: dict[str, str]) -> None:
    state["open"], state["hidden"] = {}, {}
    for cell, tile in pairs(fields.get("tiles", "")):
        state["open"][cell] = tile_of(tile)
    for rank, row in zip("7654321", fields.get("board", "").split("|"), strict=False):
        for file, char in zip(FILES, row.strip(), strict=False):
            if char not in ".#":
                state["open"][file + rank] = (None, char)
    for rank in RANKS:
        for file, code in zip(FILES, fields.get(f"row{rank}", "").split(), strict=False):
            if code not in ("?", ".", "#"):
                state["hidden"][file + rank] = code


def _read_hands(state: State, fields: dict[str, str]) -> None:
    by_mouse = len(state["players"]) == 2 and state["options"].get("two_player_hands") == "mouse"
    state["hand_of"] = {
        mouse: mouse if by_mouse else player for player, mice in state["players"].items() for mouse in mice
    }
    state["hands"] = {hand: {"up": False, "code": None} for hand in state["hand_of"].values()}
    for owner, face in pairs(fields.get("hands", "")):
        for mouse in state["players"].get(owner, [owner]):
            state["hands"][state["hand_of"][mouse]]["up"] = face == "up"
    for owner, code in pairs(fields.get("handtiles", "")):
        for mouse in state["players"].get(owner, [owner]):
            state["hands"][state["hand_of"][mouse]]["code"] = None if code == "?" else code


def _read_cheese(state: State, fields: dict[str, str]) -> None:
    # Only the sums per nest matter for scores and values: the order of deliveries over all nests is not in the text.
    for nest, values in pairs(fields.get("nests", "")):
        state["cheese"] += [(nest, int(value)) for value in values.split(",")]
    missing = 8 - len(state["cheese"]) - len(state["loose"]) - sum(state["cargo"].values())
    state["pile"] = int(fields.get("pile", missing))


def public(state: State, over: bool) -> State:
    """Everything of a position that its text tells, as equal dicts for equal positions; no turn when the game is over."""
    same = ("options", "players", "owners", "order", "mice", "cargo", "loose", "open", "hidden", "hands", "pile")
    told = {name: state[name] for name in same}
    told["marbles"] = sorted(where for where, _ in state["marbles"])
    told["cheese"] = sorted(state["cheese"])
    if not over:
        told.update({name: state[name] for name in ("turn", "step", "placed")})
    return told


def actions_of(do: str) -> list[str]:
    """The actions of a `do` field: marble tokens that follow each other are one action, all others one each."""
    actions: list[str] = []
    for token in re.split(r"[;\s]+", do.strip()):
        if token.startswith("~") and actions and actions[-1].startswith("~"):
            actions[-1] = " ".join(sorted([*actions[-1].split(), token]))
        elif token:
            actions.append(token)
    return actions
