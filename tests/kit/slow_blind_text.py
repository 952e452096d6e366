"""Positions of Four Blind Mice as plain dictionaries, read from their text without the engine."""

from __future__ import annotations

import re
from typing import Any

FILES = "abcdefgh"
SUITS = "RKGB"
State = dict[str, Any]

_KEYS = """
    opt players turn phase placed mice covered known suits stock target bids bid opened clock by plan score won out removed
    aside fresh final late ended do"""


def fields_of(text: str) -> dict[str, str]:
    """The fields of a position; `do` takes the rest."""
    text, _, do = re.sub(r" {3,}|\n|\t", ";", text).partition("do:")
    fields = {"do": do.replace(";", " ").strip()} if do else {}
    for part in text.split(";"):
        name, sign, value = part.partition(":")
        if sign:
            assert name.strip() in _KEYS.split(), name
            fields[name.strip()] = value.strip()
    return fields


def words(value: str) -> list[str]:
    return [word for word in value.split() if word not in ("-", "none")]


def pairs(value: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words(value))


def parse(text: str) -> State:
    """The position without its `do`, whose tokens are kept under that name."""
    fields = fields_of(text)
    given = fields.get
    players = re.split(r"[\s,]+", given("players", "P1"))
    options = {word.partition("=")[0]: word.partition("=")[2] or "on" for word in words(given("opt", ""))}
    known, secret = pairs(given("known", "")), pairs(given("suits", ""))
    coins = {
        word[:2]: (word[2:].strip(":"), known.get(word[:2]) or secret.get(word[:2], ""), word[:2] in known)
        for word in words(given("placed", given("covered", "")))
    }
    target = read_target(given("target", ""))
    phase = given("phase") or ("place" if "placed" in fields else "uncover" if not target else "demo" if target[2] else "reveal")
    mice = pairs(given("mice", ""))
    state: State = {
        "opt": options, "players": players, "turn": given("turn", players[0]), "phase": phase, "coins": coins, "mice": mice,
        "base": dict(mice), "stock": words(given("stock", "")), "target": target,
        "hidden": secret.get(target[0], "") if target and not target[2] else "",
        "since": int(given("clock", 0)), "clock": int(given("clock", 0)), "moves": [],
        "plan": [word for word in given("plan", "").split(",") if word],
        "aside": int(given("aside", 0)), "fresh": given("fresh"), "late": given("late") == "yes", "why": given("ended"),
        "do": re.sub(r"\s+(x:(?!gave-up))", r"~\1", given("do", "")).split(),
    }  # fmt: skip
    state["do"] = [token.replace("~", " ") for token in state["do"]]
    if state["why"]:
        state["phase"] = "over"
    read_won(state, fields)
    read_bids(state, fields)
    final = given("final", "").split()
    state["final"], state["missed"] = (final[0].split(",") if final else []), int(final[1]) if len(final) > 1 else 0
    return state


def read_target(value: str) -> tuple[str, str, str] | None:
    if not value:
        return None
    coin, suit = value.split()
    return coin[:2], coin[2:].strip(":"), suit.strip("?")


def face(word: str) -> tuple[str, str]:
    return word[0].strip("?"), word[1].strip("?")


def read_won(state: State, fields: dict[str, str]) -> None:
    """Cheeses by player: value and suit, or None for one that lies there no more; what is out of play."""
    kept = state["opt"].get("replace") != "on"
    state["won"] = {seat: [("", "") if kept else None] * int(count) for seat, count in pairs(fields.get("score", "")).items()}
    for seat, coins in pairs(fields.get("won", "")).items():
        state["won"][seat] = [None if word == "-" else face(word) for word in coins.split(",")]
    state["removed"] = [face(word) for word in words(fields.get("removed", ""))]
    lying = sum(coin is not None for coins in state["won"].values() for coin in coins)
    others = (
        len(state["coins"]) + bool(state["target"]) + lying + state["aside"] + (state["phase"] == "drawn" and not state["aside"])
    )
    state["out"] = int(fields["out"]) if "out" in fields else len(state["removed"])
    if "out" not in fields and not state["removed"] and state["phase"] != "place":
        state["out"] = max(0, 8 - others)
    state["removed"] = state["removed"] or [("", "")] * state["out"]


def read_bids(state: State, fields: dict[str, str]) -> None:
    """Numbers in order of time, a later one of a player in place of an earlier; in a demonstration the best in force."""
    state.update(bids=[], opened=None, who=None, limit=None)
    for word in words(fields.get("bids", "")):
        player, number, _, second = re.fullmatch(r"(P\d+)=(\d+)(@(\d+))?", word).groups()  # type: ignore[union-attr]
        time = int(second) if second else max([state["since"], *(bid[2] for bid in state["bids"])])
        kept = [bid for bid in state["bids"] if bid[0] != player or state["opt"].get("multiple_bids") == "on"]
        state["bids"] = [*kept, (player, int(number), time)]
        state["opened"] = time if state["opened"] is None else min(state["opened"], time)
    if "opened" in fields and state["bids"]:
        state["opened"] = int(fields["opened"])
    if state["phase"] not in ("demo", "replace"):
        return
    seats = state["players"]
    away = {seat: (number - seats.index(state["turn"])) % len(seats) for number, seat in enumerate(seats)}
    state["bids"].sort(key=lambda bid: (bid[1], bid[2], away[bid[0]]))
    if "bid" in fields:
        state["bids"] = [bid for bid in state["bids"] if bid[1] >= int(fields["bid"])]
    if state["opened"] is not None and "clock" not in fields:
        state["since"] = state["clock"] = state["opened"] + int(state["opt"].get("window", 60))
    state["opened"] = None
    state["who"] = state["bids"][0][0] if state["bids"] else fields.get("by", state["turn"])
    state["limit"] = state["bids"][0][1] if state["bids"] else int(fields["bid"]) if "bid" in fields else None


def parse_slide(token: str) -> tuple[str, str, str, bool]:
    """Mouse, direction, cell where it was set down (may be empty), claim."""
    return token[0], token[1], token[2:4].strip("*"), token.endswith("*")


def public(state: State) -> State:
    """What two readings of one position must agree in: everything but the base a later failure falls back on, sorted."""
    names = "opt players turn phase coins mice stock target hidden final missed aside out fresh who limit"
    shown = {name: state[name] for name in names.split()}
    shown["won"] = {seat: sorted(map(str, coins)) for seat, coins in state["won"].items() if coins}
    shown["removed"] = sorted(map(str, state["removed"]))
    shown["bids"] = sorted(state["bids"]) if state["phase"] in ("think", "demo") else []
    if state["phase"] == "demo":
        shown |= {"moves": [tuple(move) for move in state["moves"]], "plan": list(state["plan"]), "base": state["base"]}
    if state["phase"] in ("think", "demo", "remove"):
        shown["since"] = state["since"]
    if state["phase"] == "think":
        shown["opened"] = state["opened"]
    if state["phase"] == "over":
        shown |= {"turn": "", "final": [], "fresh": None}
    return shown
