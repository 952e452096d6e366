"""Reads worked examples of Maze, and says where an implementation disagrees with one."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import slow_librande
from slow_librande_table import SQUARES, State, code_of, connected, in_line, sees, steps, tile

Case = dict[str, str]


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; a field ends at three blanks or the line end, a case at the next `id`."""
    cases: list[Case] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        for piece in re.split(r" {3,}", line.strip()) if not line.startswith("#") else ():
            name, sign, value = piece.partition(": ")
            if not sign:
                continue
            if name == "id":
                cases.append({})
            cases[-1][name] = value.strip()
    return cases


def facts(state: State) -> dict[str, str]:
    """Everything an example may expect of a position, by the name it has there."""
    found = {name: str(state[name]) for name in ("dragon", "turn", "ap")}
    for seat, player in state["players"].items():
        found |= {f"at{seat}": player["space"] or "-", f"st{seat}": player["st"], f"pile{seat}": str(player["pile"])}
        found |= {f"{name}{seat}": str(player[name]) for name in ("curse", "last")} | {f"hand{seat}": ",".join(player["hand"])}
    found |= {"under": str(state["under"]), "spent": " ".join(sorted(state["spent"])), "ban": str(state["undo"])}
    found["deck"] = str(len(state["deck"]))
    found |= {f"t:{square}": code_of(state["tiles"][square]) for square in SQUARES}
    lying = sorted(state["treasure"].items())
    found["treasure"] = " ".join(f"{space}x{number}" if number > 1 else space for space, number in lying if number)
    found["discard"] = ",".join(state["discard"])
    found["window"] = " ".join(state["stack"][-1]["asked"]) if state["stack"] else "-"
    found["winner"] = ",".join(sorted(slow_librande.winners(state))) if state["over"] else "-"
    return found


def wanted(case: Case) -> dict[str, str]:
    """What a case expects; tiles that look alike are written one way."""
    found = dict(item.strip().split("=", 1) for item in case.get("expect", "").split(";") if item)
    return {name: code_of(tile(value)) if name.startswith("t:") else value for name, value in found.items()}


def wrong_facts(case: Case, state: State) -> list[str]:
    found = facts(state)
    return [f"{name}: {found[name]}, wanted {value}" for name, value in wanted(case).items() if found[name] != value]


def wrong_answers(case: Case, state: State) -> list[str]:
    """Questions about the maze that the slow rules answer otherwise."""
    wrong = []
    for item in case.get("asks", "").split(";"):
        if not item.strip():
            continue
        name, where, answer = re.match(r"(\w+)=([^:]+):(.*)", item.strip()).groups()  # type: ignore[union-attr]
        if name == "neigh":
            found = " ".join(sorted(steps(state, where)))
            answer = " ".join(sorted(answer.split()))
        else:
            one, other = where.split(",")
            yes = in_line(one, other) if name == "line" else {"connect": connected, "los": sees}[name](state, one, other)
            found = "yes" if yes else "no"
        if found != answer:
            wrong.append(f"{name} {where}: {found}, wanted {answer}")
    return wrong


def played_slowly(case: Case) -> tuple[State, list[str]]:
    """The position after the tokens of a case by the slow rules, and the code of the first illegal one."""
    state = slow_librande.read(case["position"])
    for token in case.get("do", "").split():
        code = slow_librande.code(state, token)
        if code:
            return state, [code]
        state = slow_librande.after(state, token)
    return state, []


def played(game: Any, case: Case) -> tuple[State, list[str]]:
    """The same by the engine: its own text of the position reached, read by the slow rules."""
    state = game.read_position(case["position"])
    for token in case.get("do", "").split():
        action = game.read(token)
        codes = [violation.code for violation in game.rule(state, action).violations]
        if codes:
            return slow_librande.read(game.write_position(state)), codes
        state = game.play(state, action)
    return told(game, state), []


def told(game: Any, state: Any) -> State:
    """An engine's state as its text tells it; whether the game is over is no part of a position."""
    return slow_librande.read(game.write_position(state)) | {"over": game.outcome(state) is not None}


def disagreements(case: Case, play: Callable[[Case], tuple[State, list[str]]]) -> list[str]:
    """Where an implementation says something else than the case; empty when they agree."""
    state, codes = play(case)
    expected = [case["illegal"]] if "illegal" in case else []
    wrong = [] if codes == expected else [f"codes {codes}, wanted {expected}"]
    return wrong + wrong_facts(case, state) + wrong_answers(case, state)


