"""Reads worked examples of Mice in a Maze and says where the engine disagrees with one."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

from companion.games.mice_in_a_maze import GAME
from companion.games.mice_in_a_maze.follow import follow
from companion.games.mice_in_a_maze.geometry import EDGES, NAMES, PORT_NAMES, spot_word
from companion.games.mice_in_a_maze.place import near, takeable
from companion.games.mice_in_a_maze.score import nest_values, outcome, totals
from companion.games.mice_in_a_maze.state import State

ASKED = ("do", "expect", "illegal", "near", "take", "ahead", "ended", "scores", "winners", "deliveries")

Case = dict[str, str]


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; a field ends at three blanks or the line end, a case at the next `id`."""
    cases: list[Case] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        for piece in re.split(r" {3,}", line.strip()):
            name, sign, value = piece.partition(":")
            if not sign:
                continue
            if name == "id":
                cases.append({})
            cases[-1][name] = value.strip()
    return cases


def position_of(case: Case) -> str:
    """The position of a case as one text."""
    fields = {name: value for name, value in case.items() if name not in (*ASKED, "id")}
    if "deliveries" in case:
        values: dict[str, list[str]] = {}
        for number, nest in enumerate(case["deliveries"].split()):
            values.setdefault(nest, []).append("1" if number < 4 else "2")
        fields["nests"] = " ".join(f"{nest}={','.join(items)}" for nest, items in values.items())
    return "; ".join(f"{name}: {value}" for name, value in fields.items())


def facts(state: State) -> dict[str, str]:
    """Everything an example may expect, by the name it has there."""
    found = {
        letter: spot_word(mouse.spot) + "*" * mouse.cargo
        for letter, mouse in zip(state.terms.order, state.mice, strict=True)
    }
    for number, letter in enumerate(state.terms.order):
        found[f"hand.{letter}"] = "up" if state.hands[state.terms.holder_of[number]].up else "down"
    found |= {nest: ",".join(map(str, values)) for nest, values in nest_values(state).items()}
    found["pile"] = str(state.pile)
    found["loose"] = ",".join(f"{NAMES[item.cell]}/{item.segment}" for item in state.loose) or "none"
    found["marbles"] = ",".join(sorted(spot_word(marble.spot) for marble in state.marbles)) or "none"
    return found


def ahead(state: State, letter: str) -> str:
    """The path of that mouse as an example writes it."""
    path = follow(state.tiles, state.terms.nests, state.mice[state.terms.order.index(letter)].spot)
    end = {
        "wall": f"hidden:{NAMES[path.cell]}",
        "chamber": f"chamber:{EDGES[path.edge]}",
        "loop": "loop",
    }.get(path.end) or f"{path.end}:{PORT_NAMES[path.port] if path.port else ''}"
    return ",".join([*(NAMES[step.cell] for step in path.steps), end])


def disagreements(case: Case) -> list[str]:
    """Where the engine says something else than the case; empty when they agree."""
    before = state = GAME.read_position(position_of(case))
    codes: list[str] = []
    for token, _ in GAME.split(case.get("do", "")):
        action = GAME.read(token)
        ruling = GAME.rule(state, action)
        codes = [violation.code for violation in ruling.violations]
        if codes:
            break
        state = GAME.play(state, action)
    wrong = []
    if codes != ([case["illegal"]] if "illegal" in case else []):
        wrong.append(f"codes {codes}, wanted {case.get('illegal', 'none')}")
    return wrong + _changes(case, before, state) + _questions(case, state)


def _changes(case: Case, before: State, after: State) -> list[str]:
    if "do" not in case:
        return []
    wanted = facts(before)
    for item in case.get("expect", "").split():
        name, _, value = item.partition("=")
        wanted[name] = value
    if "marbles" in wanted:
        wanted["marbles"] = ",".join(sorted(wanted["marbles"].split(",")))
    found = facts(after)
    return [
        f"{name}: {found.get(name)}, wanted {wanted.get(name)}"
        for name in sorted({*wanted, *found})
        if found.get(name) != wanted.get(name)
    ]


def _questions(case: Case, state: State) -> list[str]:
    answers: dict[str, str] = {}
    for name in ("near", "take", "ahead"):
        if name in case:
            letter = case[name].partition("=")[0]
            answers[name] = f"{letter}={_answer(name, state, letter)}"
    if "ended" in case:
        answers["ended"] = state.ended or "no"
    if "scores" in case:
        points = [(player.id, totals(state, player)) for player in state.terms.players]
        answers["scores"] = " ".join(f"{seat}={total:g}({private:g})" for seat, (total, private) in points)
    if "winners" in case:
        result = outcome(replace(state, ended="agreed"))
        answers["winners"] = ",".join(result.winners) if result else ""
    return [f"{name}: {text}, wanted {case[name]}" for name, text in answers.items() if not _same(text, case[name])]


def _answer(name: str, state: State, letter: str) -> str:
    asked = replace(state, turn=state.terms.order.index(letter))
    if name == "ahead":
        return ahead(state, letter)
    if name == "near":
        return ",".join(NAMES[cell] for cell in near(asked))
    take = takeable(asked)
    return f"{take.kind}:{','.join(NAMES[cell] for cell in take.cells)}"


def _same(text: str, wanted: str) -> bool:
    """Equal, lists of cells in any order (the steps of a path keep theirs)."""
    if ":" in text.split(",")[-1] or "(" in text:
        return text == wanted
    return Counter(re.split("[=:,]", text)) == Counter(re.split("[=:,]", wanted))
