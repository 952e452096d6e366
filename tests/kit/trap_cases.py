"""Reads worked examples of the Mouse Trap card game and says where the engine disagrees with one."""

from __future__ import annotations

import re
from pathlib import Path

from trap_positions import LAYOUT_A

from companion.games.mouse_trap_cards import GAME
from companion.games.mouse_trap_cards.geometry import COMPASS, NAMES
from companion.games.mouse_trap_cards.state import State
from companion.games.mouse_trap_cards.write_position import write_card

LAYOUTS = {
    "A": LAYOUT_A,
    "B": LAYOUT_A.replace("M15F@0 M14F@0", "M16F@0 M14F@0").replace("M11B@1 M16F@0", "M11B@1 M15F@3"),
    "G": "maze: M13F@2 M09F@3 M16B@0 M15F@1 | M06F@0 M12F@3 M11F@0 M02B@1 | M08F@1 M10B@3 M04F@3 M07B@3"
    " | M05B@0 M14B@2 M01F@2 M03F@0",
}
ASKED = ("id", "do", "expect", "illegal")

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
    fields = [f"{name}: {value}" for name, value in case.items() if name not in (*ASKED, "maze")]
    return "; ".join([LAYOUTS[case["maze"]], *fields])


def facts(state: State) -> dict[str, str]:
    """Everything an example may expect, by the name it has there."""
    outcome = GAME.outcome(state)
    found = {
        "mouse": f"{NAMES[state.mouse]}{COMPASS[state.facing]}" if state.mouse >= 0 else "none",
        "risk": str(state.risk), "pile": str(state.pile), "phase": state.phase, "turn": state.seat,
        "disc": ",".join(state.discard) or "none", "ended": outcome.why if outcome else "no",
    }  # fmt: skip
    found |= {f"safe.{seat}": str(count) for seat, count in zip(state.terms.players, state.safe, strict=True)}
    for cell, name in enumerate(NAMES):
        found[name] = write_card(state, state.maze[cell])
        found[f"{name}wedges"] = str(state.cheese[cell])
    return found


def disagreements(case: Case) -> list[str]:
    """What differs between a worked example and the engine; everything not named must stay as it was."""
    state = GAME.read_position(position_of(case))
    before = facts(state)
    for token, _ in GAME.split(case["do"]):
        ruling = GAME.rule(state, GAME.read(token))
        if not ruling.legal:
            code = ruling.violations[0].code
            return [] if case.get("illegal") == code else [f"{token} is {code}"]
        state = GAME.play(state, GAME.read(token))
    wanted = before | dict(map(expected, case.get("expect", "").split()))
    now = facts(state)
    problems = [f"{name}: {now[name]}, expected {wanted[name]}" for name in wanted if now[name] != wanted[name]]
    return problems + ([f"expected {case['illegal']}"] if "illegal" in case else [])


def expected(word: str) -> tuple[str, str]:
    """Name and value; wedges on a card may be written short, `c3=1`."""
    name, _, value = word.partition("=")
    return (f"{name}wedges" if value.isdigit() and name in NAMES else name), value
