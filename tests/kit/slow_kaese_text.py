"""Positions and tokens of Alles Käse! read a second time for the tests: text to plain dicts, nothing shared with the engine.

It expects text that is well written: the tests of refused text belong to the engine's own suite.
"""

from __future__ import annotations

import re
from typing import Any

State = dict[str, Any]

SLOTS = range(6)
VALUES = range(1, 7)
FLAGS = ("announce_first", "open_discards", "memory_mode", "strict")


def fields_of(text: str) -> dict[str, str]:
    """The fields of a position text by name; `do` runs to the very end."""
    text = re.sub(r"(?<!trap)(?<!revealed)\([^()]*\)", "", text)
    before, colon, do = text.partition("do:")
    found = {}
    for piece in re.split(r";|\n|\t|\s{3,}", before):
        name, _, value = piece.partition(":")
        if name.strip():
            found[name.strip()] = value.strip()
    if colon:
        found["do"] = do.strip()
    return found


def parse(text: str) -> State:
    """The position that a text describes, its `do` not yet played."""
    fields = fields_of(text)
    players = fields.get("players", fields.get("n", ""))
    seats = list("ABCDEF"[: int(players)]) if players.isdigit() else re.split(r"[\s,]+", players)
    options = {}
    for word in f"{fields.get('opt', '')} {fields.get('data', '')}".split():
        name, _, value = word.partition("=")
        options[name] = value or "on"
    kept: dict[str, list[tuple[str, int]]] = {seat: [] for seat in seats}
    for word in fields.get("kept", "").split():
        seat, _, cards = word.partition("=")
        kept[seat] = [(card[0], int(card[1])) for card in cards.split(",") if card != "-"]
    peeked: list[set[str]] = [set() for _ in SLOTS]
    for word in fields.get("peeked", "").split():
        peeked[int(word[1]) - 1] = set(word.partition("=")[2].split(","))
    state: State = {
        "seats": seats,
        "options": options,
        "turn": fields.get("turn", seats[0]),
        "display": [0 if value == "-" else int(value) for value in fields["display"]],
        "kept": kept,
        "peeked": peeked,
        "made_up": 0,
        "turns": 0,
        "fronts": None,
        "stock": None,
    }
    _piles(state, fields)
    _phase(state, fields)
    if "fronts" in fields:
        state["fronts"] = ["" if front in "?-" else front for front in fields["fronts"]]
    if "stock" in fields:
        state["stock"] = [(int(card[0]), card[1]) for card in fields["stock"].split()]
    return state


def _piles(state: State, fields: dict[str, str]) -> None:
    """Supply, its top (None: nobody has told it) and the discards from the bottom up (0: not known)."""
    elsewhere = sum(value > 0 for value in state["display"]) + sum(map(len, state["kept"].values()))
    listed = re.findall(r"[1-6?]", fields["discard"]) if "discard" in fields else None
    usual = 20 if listed is None else 36 - elsewhere - len(listed)
    state["supply"] = int(fields.get("supply", usual))
    state["top"] = int(fields["top"]) if "top" in fields else (None if state["supply"] else 0)
    rest = 36 - elsewhere - state["supply"]
    state["discard"] = [0] * rest if listed is None else [0 if value == "?" else int(value) for value in listed]
    if listed is None and rest and fields.get("discard_top", "0") != "0":
        state["discard"][-1] = int(fields["discard_top"])


def _phase(state: State, fields: dict[str, str]) -> None:
    die = int(fields.get("die", 0))
    state["die"] = int(fields.get("shown", die))
    state["gap"] = state["display"].index(0) if 0 in state["display"] else None
    state["why"] = None
    word = fields.get("phase", fields.get("over", ""))
    out = [seat for seat, cards in state["kept"].items() if sum(front == "t" for front, _ in cards) == 3]
    if out:
        state["phase"], state["why"] = "over", f"trap({out[0]})"
    elif word == "supply" or (state["supply"] == 0 and state["options"].get("supply_end", "at_once") == "at_once"):
        state["phase"], state["why"] = "over", "supply"
    elif word.startswith("revealed"):
        state["phase"], state["gap"] = "revealed", int(word[10]) - 1
    elif word == "mend":
        state["phase"] = "mend after the roll" if die else "mend before the roll"
    else:
        state["phase"] = word or ("refill" if state["gap"] is not None else "act" if die else "roll")


def public(state: State) -> State:
    """Everything of a position that its text tells, as equal dicts for equal positions."""
    told = {name: value for name, value in state.items() if name not in ("made_up", "options", "turns")}
    told["stock"] = state["stock"] or None
    told["options"] = {name: value for name, value in state["options"].items() if value not in ("off", "default")}
    return told

