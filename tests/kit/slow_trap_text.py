"""Positions of the Mouse Trap card game as plain dictionaries: read from their text, slow and without a line of the engine."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

State = dict[str, Any]

CELLS = [file + rank for rank in "4321" for file in "abcd"]
COMPASS = "NESW"
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
FRONTS = [
    "SAFE",
    "GO:WASH",
    "WASH",
    "GO:GUTB",
    "GUTB",
    "GO:STRB",
    "STRB",
    "TRAP",
    "TRAP",
    "TRAP",
    "END",
    "END",
    "MV3:u",
    "MV2:lr",
    "MV1:u",
    "PLACE",
]
BACKS = [
    "SAFE",
    "MV1:u",
    "TRAP",
    "PLACE",
    "FLIPE:lr",
    "TURNT",
    "MV2:u",
    "TAKE",
    "MV2:u",
    "PLACE",
    "MV1:u",
    "TURNE:lr",
    "FLIPF",
    "TAKE",
    "TURNE:ud",
    "FLIPB",
]
CARDS = {f"M{number + 1:02}": (FRONTS[number], BACKS[number]) for number in range(16)}
ACTIONS = {
    "F1": 2, "F2": 2, "F3": 1, "B1": 1, "B2": 1, "L1": 1, "L2": 1, "R1": 1, "R2": 1, "FB2": 1, "LR1": 1, "LR2": 1, "FLR1": 1,
    "FLBR1": 1, "TRAP": 2, "PLACE": 1, "TAKE": 1, "TURN": 1, "FLIPF": 1, "FLIPB": 1, "END": 1,
}  # fmt: skip
HALVES = {"WASH": "TAKE", "GUTB": "MV1:u", "STRB": "PLACE"}
SYMBOL = {"SAFE", "TRAP", "END"}
OPTIONS = (
    "safe_hidden", "maze_arrows", "edge", "loop", "goto_hidden", "flip_axis", "turn", "optional_effects", "arrows", "instant_win",
    "safe_banks", "safe_immune", "card_shape", "strict_undo", "show_known_backs",
)  # fmt: skip
SIDE = re.compile(
    r"SAFE|TRAP|END|MV[1-9]:[urdl]{1,4}|PLACE[2-9]?|TAKE[2-9]?|FLIPE:[urdl]{1,4}|FLIPF|FLIPB|TURNE:[urdl]{1,4}|TURNT"
    r"|GO:[A-Z]+|WASH|GUTB|STRB"
)


def fields_of(text: str) -> dict[str, str]:
    """Name and value of every field; `do` takes the rest."""
    head, sign, do = text.partition("do:")
    found = {"do": do.strip()} if sign else {}
    for piece in re.split(r";|\n|\s{3,}", head):
        if piece.strip():
            name, _, value = piece.partition(":")
            found[name.strip()] = value.strip()
    return found


def parse(text: str) -> State:
    """The position of a text, before its `do` is played (that stands under "do")."""
    given = fields_of(text)
    players = given.get("players", "").split(",") if given.get("players") else None
    counts = [int(count) for count in given["safe"].split(",")] if given.get("safe") else None
    if players is None:
        players = list("ABCDEFGH"[: len(counts) if counts else 2])
    turn = given.get("turn") or players[0]
    from_turn = players[players.index(turn) :] + players[: players.index(turn)]
    cards, actions, symbol, halves = deck_of(given.get("data", ""))
    state: State = {
        "players": players, "turn": turn, "opt": options_of(given.get("opt", "")),
        "cards": cards, "actions": actions, "symbol": symbol, "halves": halves,
        "safe": dict(zip(from_turn, counts or [0] * len(players), strict=True)), "risk": int(given.get("risk", "0")),
        "phase": given.get("phase", "decide"), "trapped": given.get("trapped"), "pend": None, "card": None, "skipped": None,
        "done": [], "landings": 0, "do": given.get("do", ""), "why": None, "winners": None,
    }  # fmt: skip
    read_table(state, given)
    if state["phase"] == "over":
        winner = [seat for seat in players if state["safe"][seat] >= 8]
        state["why"], state["winners"] = ("win", set(winner)) if winner else ("draw-all", set(players))
    return state


def read_table(state: State, given: dict[str, str]) -> None:
    """Maze, mouse, wedges and action cards of the fields."""
    rows = [row.split() for row in given["maze"].split("|")]
    seen = given.get("seen", "").split()
    state["maze"] = {}
    for cell, word in zip(CELLS, [word for row in rows for word in row], strict=True):
        state["maze"][cell] = card_of(word, state["cards"], cell in seen)
    mouse = given.get("mouse")
    state["mouse"], state["facing"] = (mouse[:2], mouse[2]) if mouse else (None, None)
    state["cheese"] = dict.fromkeys(CELLS, 0)
    for word in given.get("cheese", "").split():
        if word != "none":
            state["cheese"][word[:2]] = int(word[3:])
    elsewhere = sum(state["cheese"].values()) + state["risk"] + sum(state["safe"].values())
    state["pile"] = int(given["pile"]) if given.get("pile") else 42 - elsewhere
    state["disc"] = [code for code in given.get("disc", "").split(",") if code and code != "none"]
    state["left"] = dict(state["actions"])
    for code in state["disc"]:
        state["left"][code] -= 1
    if given.get("left"):
        state["left"] = {code: given["left"].split(",").count(code) for code in state["actions"]}
    state["draw"] = int(given["draw"]) if given.get("draw") else sum(state["left"].values())


def card_of(word: str, cards: dict[str, tuple[str, str]], seen: bool) -> State:
    """A card of the maze: what shows, what is on its other side (None: nobody knows), its turns and its name if known."""
    body, _, turns = word.rpartition("@")
    if re.fullmatch(r"M\d\d[FB]", body):
        sides = cards[body[:3]] if body[3] == "F" else cards[body[:3]][::-1]
        return {"up": sides[0], "down": known(sides[1]), "turns": int(turns), "name": body[:3], "face": body[3], "seen": seen}
    up, down = body.split("/")
    return {"up": up, "down": known(down), "turns": int(turns), "name": None, "face": None, "seen": down != "?"}


def known(side: str) -> str | None:
    return None if side == "?" else side


def options_of(text: str) -> dict[str, str]:
    return dict.fromkeys(OPTIONS, "") | dict(word.split("=") for word in text.split())


def deck_of(text: str) -> tuple[dict[str, tuple[str, str]], dict[str, int], set[str], dict[str, str]]:
    """The decks with what a position changes in them: cards, action cards, sides with the symbol, what lower halves do."""
    cards, actions, symbol, halves = dict(CARDS), dict(ACTIONS), set(SYMBOL), dict(HALVES)
    for word in text.split():
        if word.startswith("symbol="):
            symbol = set(word[7:].split(",")) - {"none"}
        elif "*" in word:
            code, _, count = word.partition("*")
            actions[code] = int(count)
        elif word[:4] in HALVES:
            halves[word[:4]] = word[5:]
        else:
            name, _, sides = word.partition("=")
            front, back = sides.split("/")
            cards[name] = (front, back)
    return cards, {code: count for code, count in actions.items() if count}, symbol, halves


def public(state: State) -> State:
    """What two positions are compared by."""
    kept = {name: state[name] for name in ("players", "turn", "safe", "risk", "phase", "mouse", "facing", "cheese", "pile")}
    maze = {cell: (card["up"], card["down"], card["turns"]) for cell, card in state["maze"].items()}
    cards = sorted(state["disc"]), state["draw"], state["left"]
    trapped = state["trapped"] if state["phase"] == "start" else 0
    return kept | {"maze": maze, "cards": cards, "pend": state["pend"], "trapped": trapped}


# What may be on the other side ------------------------------------------------------------------------------------------


def other_sides(state: State, cell: str) -> set[str] | None:
    """The sides the card in that cell may have below; None: any, because the cards on the table are not those of the data."""
    card = state["maze"][cell]
    if card["down"] is not None:
        return {card["down"]}
    if card["name"] is not None:
        return vocabulary(state)
    if not fits(state, {}):
        return None
    found: set[str] = set()
    for name, face in product(state["cards"], (0, 1)):
        sides = state["cards"][name]
        if sides[face] in (card["up"], "?") and fits(state, {cell: name}):
            below = sides[1 - face]
            found |= vocabulary(state) if below == "?" else {below}
    return found


def vocabulary(state: State) -> set[str]:
    return {side for sides in state["cards"].values() for side in sides if side != "?"}


def fits(state: State, chosen: dict[str, str]) -> bool:
    """Whether every cell can bear a card of its own that shows what it shows."""
    wanted = {cell: card["name"] or chosen.get(cell) for cell, card in state["maze"].items()}
    holders: dict[str, str] = {}
    return all(give(state, cell, wanted, holders, set()) for cell in CELLS)


def give(state: State, cell: str, wanted: dict[str, str | None], holders: dict[str, str], tried: set[str]) -> bool:
    """Finds a card for that cell, moving others on where need be."""
    for name, sides in state["cards"].items():
        if name in tried or not may_bear(state["maze"][cell], sides, name, wanted[cell]):
            continue
        tried.add(name)
        if name not in holders or give(state, holders[name], wanted, holders, tried):
            holders[name] = cell
            return True
    return False


def may_bear(card: State, sides: tuple[str, str], name: str, wanted: str | None) -> bool:
    if wanted is not None and name != wanted:
        return False
    if card["name"] is not None:
        return True
    both = [(sides[0], sides[1]), (sides[1], sides[0])]
    return any(up in (card["up"], "?") and (card["down"] is None or down in (card["down"], "?")) for up, down in both)
