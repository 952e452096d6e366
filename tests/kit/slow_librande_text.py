"""The position notation of Maze, read and written by the letter of the rules text, for the slow second implementation.

A position is a dict: tiles, dragon, treasure (space -> number), players (seat -> dict), turn, ap, the flags of the turn, undo,
deck (top first, `?` a card nobody knows), discard (top last), spent, opt, stack (spells waiting for answers), pending, over.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from slow_librande_table import BASE, HOMES, SQUARES, State, all_spaces, code_of, tile

COPIES = {"AM": 1, "PR": 4, "HA": 8} | {
    name + kind: count for name in ("FZ", "SW", "TK", "TP", "TF") for kind, count in (("s", 1), ("c", 2), ("l", 2))
}
CHARS = ("BA", "DR", "MR", "SO", "TH", "WL", "WT", "WZ", "WR")
CURSES = ("freeze", "hourglass", "silence", "leadfoot", "grounding")
START = "c3 d3.e e3 c4 d4.w e4 c5 d5 e5"
FLAGS = ("drew", "dragon-moved", "dragon-slid", "free", "acted")

DEFAULTS = {
    "pass-hides-undo": "yes", "undo-kinds": "slide+dragon", "undo-slide-test": "net", "undo-over-lost-turn": "clear",
    "dragon-attack": "end-of-turn", "recovering-targetable": "yes", "freeze-stacking": "no", "freeze-plus-attack": "overlap",
    "curse-on-lost-turn": "consumed", "hand-limit": "all", "discard": "open", "fizzle-casts": "no", "answer-order": "priority",
    "powers-answerable": "no", "theft-choice": "on-resolve", "tk-range": "each", "call-extra": "yes", "walking-wall": "square",
    "tie-3p": "latest-among-leaders", "web-riders": "keep-half", "demand": "exact",
}  # fmt: skip

NAMES = (
    "chars", "first", "maze", "dragon", "treasure", "turn", "ap", "used", "under", "undo", "last", "deck", "discard", "spent",
    "opt", "do",
)  # fmt: skip


def fields_of(text: str) -> list[tuple[str, str]]:
    """Every field as name and value; players are named by their seat, squares `t:SQUARE`."""
    found: list[tuple[str, str]] = []
    body, _, tokens = text.partition("do:")
    for field in re.split(r"[;\n]", body):
        field = field.strip()
        player = re.match(r"([1-4])=(.*)$", field)
        square = re.match(r"(t:[a-g][1-7])=(\w+)$", field)
        if player:
            found.append((player[1], player[2]))
        elif square:
            found.append((square[1], square[2]))
        elif field:
            name, value = re.match(r"([a-z]+):?\s*(.*)$", field).groups()  # type: ignore[union-attr]
            assert name in NAMES, field
            found.append((name, value))
    return [*found, ("do", tokens.strip())] if tokens.strip() else found


def words(value: str) -> list[str]:
    """The words of a list, set apart by blanks or commas; `-` stands for none."""
    return [word for word in re.split(r"[\s,]+", value) if word and word != "-"]


def player_of(value: str) -> dict[str, Any]:
    char, space, rest = re.match(r"(\w\w)@([^{\s]+)\s*(?:\{(.*)\})?$", value.strip()).groups()  # type: ignore[union-attr]
    facts = dict(word.split("=", 1) for word in (rest or "").split())
    return {
        "char": char,
        "space": None if space == "-" else space,
        "st": facts.get("st", "ok"),
        "hand": sorted(words(facts.get("hand", ""))),
        "pile": int(facts.get("pile", 0)),
        "last": int(facts.get("last", 0)),
        "curse": facts.get("curse"),
    }


def parse(text: str) -> State:
    """The position a text tells, and under `do` the tokens to be played first."""
    fields = fields_of(text)
    named = dict(fields)
    codes = [code for code in named.get("maze", "BASE").replace("|", " ").split() if code]
    tiles = {square: tile(code) for square, code in zip(SQUARES, BASE if codes == ["BASE"] else codes, strict=True)}
    tiles |= {name[2:]: tile(value) for name, value in fields if name.startswith("t:")}
    lying = re.findall(r"([a-g][1-7](?:\.[nesw])?)(?:x(\d+))?", named.get("treasure", START))
    treasure = {space: int(number or 1) for space, number in lying}
    used = words(named.get("used", ""))
    seats = {name: player_of(value) for name, value in fields if name in "1234"}
    seats |= {word[0]: player_of(f"{word[2:]}@{HOMES[word[0]]}") for word in named.get("chars", "").split()}
    under = named.get("under")
    state: State = {
        "tiles": tiles,
        "dragon": named.get("dragon", "d4"),
        "treasure": treasure,
        "players": dict(sorted(seats.items())),
        "turn": named.get("turn", named.get("first", min(seats))),
        "ap": int(named.get("ap", 1 if under == "freeze" else 2)),
        "under": None if under in (None, "-", "none") else under,
        "moves": next((int(word[6:]) for word in used if word.startswith("moves=")), 0),
        "undo": undo_of(named.get("undo", "-")),
        "last": last_of(named.get("last")),
        "discard": words(named.get("discard", "")),
        "spent": set(words(named.get("spent", ""))),
        "opt": DEFAULTS | dict(word.split("=", 1) for word in words(named.get("opt", ""))),
        "stack": [],
        "pending": None,
        "over": not any(treasure.values()),
        "do": named.get("do", "").split(),
    }
    state |= {flag: flag in used for flag in FLAGS}
    state["deck"] = deck_of(state, named.get("deck"))
    return state


def undo_of(value: str) -> tuple[Any, ...] | None:
    """The ban: ("slide", line, direction, net) or ("dragon", from, to) of what must not be done."""
    if value == "-":
        return None
    parts = value.split()
    if parts[0] == "slide":
        return "slide", parts[1], parts[2], int(parts[3]) if len(parts) > 3 else 0
    one, other = parts[1].split(">")
    return "dragon", other, one


def last_of(value: str | None) -> tuple[str, ...] | None:
    """What the seat in turn did last: ("slide", line, direction), ("dragon", from, to), or nothing that can be undone."""
    if value is None:
        return None
    kind, *rest = value.replace(">", " ").split()
    return kind, *rest


def known(state: State) -> Counter[str]:
    """The cards whose place is known, in hands, discard and deck."""
    cards = [*state["discard"], *state.get("deck", ())]
    for player in state["players"].values():
        cards += player["hand"]
    return Counter(card for card in cards if card != "?")


def deck_of(state: State, value: str | None) -> list[str]:
    if value is None:
        named = known(state).total() + sum(player["hand"].count("?") for player in state["players"].values())
        return ["?"] * (sum(COPIES.values()) - named)
    if value.strip() in ("empty", "-"):
        return []
    return ["?"] * int(value) if value.strip().isdigit() else words(value)


def write(state: State) -> str:
    """A position that is not in the middle of an effect, as text."""
    parts = [f"{seat}={write_player(player)}" for seat, player in state["players"].items()]
    parts.append("maze " + " ".join(code_of(state["tiles"][square]) for square in SQUARES))
    treasure = [f"{space}x{state['treasure'][space]}" for space in all_spaces(state) if state["treasure"].get(space)]
    parts += [f"dragon {state['dragon']}", f"treasure {' '.join(treasure) or '-'}", f"turn {state['turn']}", f"ap {state['ap']}"]
    used = [flag for flag in FLAGS if state[flag]] + [f"moves={state['moves']}"] * bool(state["moves"])
    parts += [f"used {' '.join(used)}"] if used else []
    parts += [f"under {state['under']}"] if state["under"] else []
    parts += [f"undo {write_undo(state['undo'])}"] if state["undo"] else []
    parts += [f"last {write_last(state['last'])}"] if undoable(state["last"]) else []
    deck = state["deck"]
    parts.append(f"deck {len(deck) if set(deck) == {'?'} else ','.join(deck) or 'empty'}")
    parts += [f"discard {','.join(state['discard'])}"] if state["discard"] else []
    parts += [f"spent {' '.join(sorted(state['spent']))}"] if state["spent"] else []
    changed = [f"{name}={value}" for name, value in state["opt"].items() if DEFAULTS.get(name) != value]
    return "; ".join([*parts, f"opt {' '.join(changed)}"] if changed else parts)


def write_player(player: dict[str, Any]) -> str:
    facts = [f"hand={','.join(player['hand'])}"] if player["hand"] else []
    facts += [f"{name}={player[name]}" for name in ("pile", "last") if player[name]]
    facts += [f"st={player['st']}"] if player["st"] != "ok" else []
    facts += [f"curse={player['curse']}"] if player["curse"] else []
    return f"{player['char']}@{player['space'] or '-'}" + (f"{{{' '.join(facts)}}}" if facts else "")


def undoable(last: tuple[str, ...] | None) -> bool:
    """Whether an action is one that the next player may not take back."""
    return last is not None and last[0] in ("slide", "dragon")


def write_last(last: tuple[str, ...]) -> str:
    return f"dragon {last[1]}>{last[2]}" if last[0] == "dragon" else " ".join(last)


def write_undo(undo: tuple[Any, ...]) -> str:
    if undo[0] == "dragon":
        return f"dragon {undo[2]}>{undo[1]}"
    return f"slide {undo[1]} {undo[2]}" + (f" +{undo[3]}" if undo[3] else "")


def public(state: State) -> dict[str, Any]:
    """What two implementations can be compared by: everything but what no position tells."""
    players = {seat: {**player, "hand": sorted(player["hand"])} for seat, player in state["players"].items()}
    names = ("tiles", "dragon", "turn", "ap", "under", "moves", "undo", "deck", "discard", "spent", "pending", "acted", *FLAGS)
    found = {name: state[name] for name in names} | {"players": players}
    found["treasure"] = {space: number for space, number in state["treasure"].items() if number}
    found["last"] = state["last"] if undoable(state["last"]) else None
    found["pending"] = state["pending"] and state["pending"]["kind"]
    found["stack"] = [(frame["card"], frame["by"], frame["asked"]) for frame in state["stack"]]
    return found
