"""Reads worked examples of Four Blind Mice and says where the engine disagrees with one."""

from __future__ import annotations

import re
from pathlib import Path

from slow_blind_text import fields_of

from companion.games.four_blind_mice import GAME
from companion.games.four_blind_mice.bids import best_first
from companion.games.four_blind_mice.slides import START, Past, after_run, is_lawful, run_of
from companion.games.four_blind_mice.state import MICE, State

ASKED = ("act", "illegal", "slides", "optimum", "turns", "first")
FARTHEST = 8

Case = dict[str, str]


def read_cases(path: Path) -> list[Case]:
    """The cases of a file; a field ends at three blanks or the line end, a case at the next `id`."""
    cases: list[Case] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        for piece in re.split(r" {3,}", line.strip()) if not line.startswith("#") else ():
            name, sign, value = piece.partition(":")
            if sign and name == "id":
                cases.append({})
            if sign:
                cases[-1][name] = value.strip()
    return cases


def position_of(case: Case) -> str:
    """The position of a case as one text."""
    fields = {name: value for name, value in case.items() if name not in (*ASKED, "id") and not name.startswith("then.")}
    return "; ".join(f"{name}: {value}" for name, value in fields.items())


def disagreements(case: Case) -> list[str]:
    """Everything in which the engine disagrees with the case."""
    state = GAME.read_position(position_of(case))
    problems = [f"optimum {fewest(state)}"] if "optimum" in case and str(fewest(state)) != case["optimum"] else []
    tokens = [token for token, _ in GAME.split(case.get("act", ""))]
    for number, token in enumerate(tokens):
        action = GAME.read(token)
        codes = [violation.code for violation in GAME.rule(state, action).violations]
        last = number == len(tokens) - 1
        wanted = [case["illegal"]] if "illegal" in case and last else []
        if codes != wanted:
            return [*problems, f"{token}: {codes}, expected {wanted}"]
        state = GAME.play(state, action) if not codes else state
    return problems + _reached(case, state)


def _reached(case: Case, state: State) -> list[str]:
    """What is wrong with the position reached."""
    fields = fields_of(GAME.write_position(state))
    problems = [
        f"{name}: {fields.get(name[5:])}, expected {value}"
        for name, value in case.items()
        if name.startswith("then.") and fields.get(name[5:]) != value
    ]
    if "slides" in case and (found := {GAME.write(action) for action in GAME.actions(state)}) != set(case["slides"].split()):
        problems.append(f"slides {sorted(found)}")
    if "turns" in case:
        mouse, count = case["turns"].split("=")
        problems += [f"turns {state.past.turns}"] if state.past.turns[MICE.index(mouse)] != int(count) else []
    if "first" in case:
        assert state.puzzle is not None
        first = state.terms.players[best_first(state, state.puzzle.bids)[0].player]
        problems += [f"first {first}"] if first != case["first"] else []
    return problems


def fewest(state: State) -> int | str:
    """The fewest moves to a claim, by plain search over everything that matters for the rest."""
    rules, walls = state.terms.rules, state.walls
    layers: dict[int, set[tuple[tuple[int, int, int, int], Past]]] = {0: {(state.mice, START)}}
    done: set[object] = set()
    for spent in range(2 * FARTHEST):
        for mice, past in layers.pop(spent, set()):
            kept = past.last if rules.turn_cost else past.last[state.claimant]
            key = (mice, kept, _mattering(state, past), past.mover, past.last[past.mover])
            if key in done:
                continue
            done.add(key)
            for code in range(16):
                mouse, way = code >> 2, code & 3
                if not is_lawful(rules, walls, mice, past, mouse, way):
                    continue
                run = run_of(rules, walls, mice, past, state.target, state.claimant, mouse, way)
                if run.claims:
                    layers.setdefault(spent + run.cost, set()).add(((-1, -1, -1, -1), past))
                    continue
                moved = tuple(run.end if other == mouse else cell for other, cell in enumerate(mice))
                after = (moved[0], moved[1], moved[2], moved[3])
                layers.setdefault(spent + run.cost, set()).add((after, after_run(past, mouse, way, run)))
        if any(mice[0] == -1 for mice, _ in layers.get(spent + 1, set())):
            return spent + 1
    return "none"


def _mattering(state: State, past: Past) -> int:
    return min(past.turns[state.claimant], state.terms.rules.min_turns)
