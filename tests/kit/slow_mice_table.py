"""The table of Mice in a Maze for the slow rules: neighbours, nests, segments, and following a path.

Cells are `c5`, places `c5n`, `d4e`, `Nb` or `hand`, edges `n e s w`, segments `ns`.
"""

from __future__ import annotations

from slow_mice_text import EDGES, FILES, MAZE, PORTS, RANKS, State

OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
SEGMENTS = {"+": ("ns", "ew"), "\\": ("ne", "sw"), "/": ("es", "nw")}


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
    return str(next(player for player, mice in state["players"].items() if mouse in mice))


def chosen(state: State, option: str, value: str) -> bool:
    """Whether an option has this value."""
    return bool(state["options"].get(option) == value)


def copied(state: State) -> State:
    """A copy that may be changed; options, nests, players and the order never are."""
    later = dict(state)
    later |= {name: dict(state[name]) for name in ("mice", "cargo", "came_by", "open", "hidden")}
    later |= {name: list(state[name]) for name in ("loose", "marbles", "cheese", "seen")}
    later["hands"] = {holder: dict(held) for holder, held in state["hands"].items()}
    return later
