"""Worked examples of Alles Käse! as a text table: reading it, and finding in what the engine disagrees."""

from __future__ import annotations

import re
from pathlib import Path

from slow_kaese_text import fields_of

from companion.core.grid import Cell, Zone
from companion.games import find

Case = dict[str, str]
POSITION = ("n", "players", "turn", "display", "top", "supply", "discard_top", "die", "kept", "peeked", "phase", "opt")
PLACES = (*(Cell(0, slot) for slot in range(6)), Zone("supply"), Zone("discard"))


def read_cases(path: Path) -> list[Case]:
    """The cases of a table."""
    text = re.sub(r"^#.*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [_fields(f"id: {body}") for body in re.split(r"^id:", text, flags=re.MULTILINE)[1:]]


def _fields(body: str) -> Case:
    """Fields are parted by three blanks or a line end; a `;` belongs to the tokens played."""
    pieces = [piece for piece in re.split(r"\n|\s{3,}", body) if piece.strip()]
    return {name.strip(): value.strip() for name, _, value in (piece.partition(":") for piece in pieces)}


def position_of(case: Case) -> str:
    """The position the case starts from."""
    return "; ".join(f"{name}: {case[name]}" for name in POSITION if name in case)


def tokens_of(case: Case) -> list[str]:
    """The tokens that are played."""
    return re.split(r"\s*;\s*", case["play"]) if "play" in case else []


def disagreements(case: Case) -> list[str]:
    """What the engine says otherwise than the case."""
    game = find("alles-kaese")
    state = game.read_position(position_of(case))
    looks = [game.scene(state).tile(place) for place in PLACES]
    found = []
    listed = " ".join(game.write(action) for action in game.actions(state))
    if "legal" in case and sorted(case["legal"].split()) != sorted(listed.split()):
        found.append(f"legal are {listed}")
    codes: list[str] = []
    for token in tokens_of(case):
        ruling = game.rule(state, game.read(token))
        codes += [violation.code for violation in ruling.violations]
        state = game.play(state, game.read(token)) if ruling.legal else state
    if codes != case.get("illegal", "").split():
        found.append(f"codes are {codes}")
    if "looks" in case and [game.scene(state).tile(place) for place in PLACES] != looks:
        found.append("the cards look different")
    return found + _differences(case, fields_of(game.write_position(state))) + _ending(case, state)


def _differences(case: Case, fields: dict[str, str]) -> list[str]:
    """What the position written afterwards has otherwise."""
    wanted = re.findall(r"(\w+)=(.+?)(?= \w+=(?!\S*,\S*=)|$)", case.get("expect", ""))
    pairs = _joined(wanted)
    return [f"{name} is {fields.get(name, '-')}" for name, value in pairs.items() if fields.get(name, "-") != value]


def _joined(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """Values that hold `=` themselves, such as several looks, belong to the field before them."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if re.fullmatch("D[1-6]|[A-F]", name) and found:
            last = list(found)[-1]
            found[last] += f" {name}={value}"
        else:
            found[name] = value
    return found


def _ending(case: Case, state: object) -> list[str]:
    game = find("alles-kaese")
    outcome = game.outcome(state)
    scores = "/".join(f"{score.points:g}" for score in game.scores(state))
    told = {
        "scores": scores,
        "ended": outcome.why if outcome else "no",
        "winners": " ".join(outcome.winners) if outcome else "",
    }
    return [f"{name}: {value}" for name, value in told.items() if case.get(name, value) != value]
