"""The option that protects every moved piece, by a second opinion: the slow rules know no such ban, but where pieces end up."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import slow_librande
from librande_positions import scattered

from companion.games import find

OPTION = "undo-kinds=all-board-actions"


def carried_out(text: str, token: str) -> dict[str, Any]:
    """The slow rules' state after a token when nobody answers."""
    state = slow_librande.after(slow_librande.read(text), token)
    while state["stack"]:
        state = slow_librande.after(state, next(word for word in slow_librande.legal(state) if word.endswith("=-")))
    return state


def puts_back(before: dict[str, Any], after: dict[str, Any], ban: str) -> bool:
    """Whether one of the pieces of a ban `1:c3>c2 t:d3>d4` is again where it came from, and was not before."""
    for who, origin, space in re.findall(r"(\w):([\w.]+)>([\w.]+)", ban):
        if who == "t":
            came, left = (after["treasure"].get(cell, 0) - before["treasure"].get(cell, 0) for cell in (origin, space))
            if came > 0 > left:
                return True
        elif who in before["players"] and before["players"][who]["space"] != origin == after["players"][who]["space"]:
            return True
    return False


def test_exactly_what_puts_a_piece_back_is_forbidden() -> None:
    """In random games a turn's list is that of the game without the option, less what puts a protected piece back."""
    game: Any = find("librande-maze")
    compared = forbidden = 0
    for seed in range(10):
        rng = Random(seed)
        state = game.read_position(f"{scattered(rng, '')}; opt {OPTION}")
        for _ in range(30):
            actions = game.actions(state)
            text = game.write_position(state)
            ban = re.search(r"undo pieces ([^;\n]*)", text)
            if ban and state.phase == "main":
                plain = re.sub(r";?\s*(undo pieces [^;\n]*|opt [^;\n]*)", "", text)
                slow = slow_librande.read(plain)
                allowed = {game.write(action) for action in game.actions(game.read_position(plain))}
                # The end of a turn moves nothing back: the Dragon takes pieces off, and lost turns bring them home.
                back = {token for token in allowed - {"end"} if puts_back(slow, carried_out(plain, token), ban[1])}
                assert {game.write(action) for action in actions} == allowed - back
                compared, forbidden = compared + 1, forbidden + len(back)
            # Only steps and spells that move somebody: slides and passes would protect nothing.
            hasty = [action for action in actions if game.write(action).startswith(("mv:", "cs:SW", "cs:TP"))]
            if not actions:
                break
            state = game.play(state, rng.choice(hasty if hasty and state.ap else actions))
    assert compared > 50 and forbidden > 20
