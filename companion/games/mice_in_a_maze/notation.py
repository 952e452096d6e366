"""The tokens of the notation: one text for each action, and back."""

from __future__ import annotations

import re
from typing import NoReturn

from companion.core.errors import NotationError
from companion.games.mice_in_a_maze.actions import Action, Bury, By, End, Open, Return, Roll, Rolled, Run, Skip, Stay, Swap
from companion.games.mice_in_a_maze.geometry import CHAMBER, COLOURS, INDEX, NAMES, OPEN_SHAPES, Spot, read_spot, spot_word
from companion.games.mice_in_a_maze.marbles import sort_key
from companion.games.mice_in_a_maze.tiles import TILES, open_tile

ENDS = ("all", "frozen", "repeat", "stuck", "agreed")

_PLACE = re.compile(r"(?P<cell>[a-g][1-7])(?:=(?P<tile>.*?)|(?P<down>#))(?P<source>[hs]?)")


def write(action: Action) -> str:
    """The token of an action."""
    if isinstance(action, By):
        return f"{action.mouse}:{write(action.action)}"
    if isinstance(action, Stay):
        return "o" if action.loop else "-"
    if isinstance(action, Run):
        swaps = "".join(f"&{NAMES[swap.cell]}:{swap.mouse}" for swap in action.swaps)
        return f">{spot_word(action.to)}{swaps}"
    if isinstance(action, Return):
        return f"+{spot_word(action.to)}"
    if isinstance(action, Roll):
        return " ".join(f"~{spot_word(move.start)}>{spot_word(move.end)}" for move in action.moves) or "~"
    if isinstance(action, End):
        return f"END:{action.why}"
    return _write_placement(action)


def _write_placement(action: Open | Bury | Skip) -> str:
    if isinstance(action, Skip):
        return "--"
    if isinstance(action, Bury):
        return f"{NAMES[action.cell]}#{action.source}"
    tile = action.shape if action.code is None else f"{action.code}{action.turns}"
    return f"{NAMES[action.cell]}={tile}{action.source}"


def read(text: str) -> Action:
    """The action a token stands for; several `~` tokens are one set of rolls.  NotationError otherwise."""
    token = text.strip()
    if len(token) > 2 and token[0] in COLOURS and token[1] == ":":
        action = read(token[2:])
        if isinstance(action, By | End):
            _bad(token, "name the mouse once, before its move, tile or marbles")
        return By(token[0], action)
    if token in ("-", "o"):
        return Stay(token == "o")
    if token == "--":
        return Skip()
    if token.startswith("~"):
        return _read_roll(token)
    if token.startswith("END:"):
        if token[4:] not in ENDS:
            _bad(token, f"a game ends by one of {', '.join(ENDS)}")
        return End(token[4:])
    if token.startswith((">", "+")):
        return _read_move(token)
    return _read_placement(token)


def _read_move(token: str) -> Run | Return:
    word, *suffixes = token[1:].split("&")
    spot = read_spot(word)
    if token[0] == "+":
        if spot is None or suffixes or spot.kind in ("hand", "out"):
            _bad(token, "after + stands the port where the mouse comes back, such as +Nb")
        return Return(spot)
    if spot is None or spot.kind in ("hand", "down"):
        _bad(token, "after > stands where the mouse ends: cell and nose (>c5n), Chamber and exit (>d4e), port (>Nb) or >out")
    return Run(spot, tuple(_read_swap(token, suffix) for suffix in suffixes))


def _read_swap(token: str, suffix: str) -> Swap:
    name, _, mouse = suffix.partition(":")
    if name not in INDEX or mouse not in tuple(COLOURS):
        _bad(token, f"a partner is written &CELL:MOUSE, such as &c4:Y, not {'&' + suffix!r}")
    return Swap(INDEX[name], mouse)


def _read_placement(token: str) -> Open | Bury:
    match = _PLACE.fullmatch(token)
    if match is None:
        _bad(token, "this is no move (-, o, >c5n, +Nb), placement (c6=CRB1h, c6=+, c6#, --), marble (~c5>out) or END:agreed")
    cell, source = INDEX[match["cell"]], match["source"]
    if match["down"]:
        return Bury(cell, source)
    return _read_open(token, cell, match["tile"], source)


def _read_open(token: str, cell: int, text: str, source: str) -> Open:
    if text in OPEN_SHAPES:
        return Open(cell, None, text, 0, source)
    code, turns = text[:-1], text[-1:]
    if code not in TILES or turns not in tuple("0123"):
        _bad(token, f"{text!r} is no tile; write its code and quarter turns (CRB1) or its shape (+, / or \\)")
    tile = open_tile(code, int(turns))
    return Open(cell, code, tile.shape, tile.turns, source)


def _read_roll(token: str) -> Roll:
    words = token.split()
    if words == ["~"]:
        return Roll(())
    return Roll(tuple(sorted((_read_rolled(word) for word in words), key=sort_key)))


def _read_rolled(word: str) -> Rolled:
    start, arrow, end = word.removeprefix("~").partition(">")
    first, last = read_spot(start), read_spot(end)
    if not word.startswith("~") or not arrow or first is None or last is None:
        _bad(word, "a marble is written ~FROM>TO, such as ~c5>out or ~c2n>d4s")
    if first.kind in ("hand", "out") or last.kind in ("hand", "down") or first == Spot("down", CHAMBER):
        _bad(word, "a marble rolls from a cell, port or exit to a cell with its direction, a port, an exit or out")
    return Rolled(first, last)


def split(text: str) -> tuple[tuple[str, int], ...]:
    """The actions of a text, separated by blanks or `;`, each with its column (from 0); marbles in a row are one set."""
    found: list[tuple[str, int]] = []
    for match in re.finditer(r"[^\s;]+", text):
        token, column = match.group(), match.start()
        if token.startswith("~") and found and found[-1][0].startswith("~"):
            found[-1] = (f"{found[-1][0]} {token}", found[-1][1])
        else:
            found.append((token, column))
    return tuple(found)


def _bad(token: str, why: str) -> NoReturn:
    raise NotationError("action", token, why)
