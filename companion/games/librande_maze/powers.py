"""Powers of the character cards: whose they are, how often and for what they may be used; each kind in a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.librande_maze import casting, dragon_powers, hand_powers, move_powers, player_powers
from companion.games.librande_maze.actions import (
    Ask,
    Cast,
    Doing,
    DragonMove,
    Draw,
    Drive,
    Fetch,
    Hex,
    Move,
    Other,
    Power,
    Rob,
    Slide,
)
from companion.games.librande_maze.answers import open_window
from companion.games.librande_maze.curses import forbidden
from companion.games.librande_maze.halls import exists
from companion.games.librande_maze.powers_known import Part
from companion.games.librande_maze.slides import slide, slide_problem, slides
from companion.games.librande_maze.state import MAIN, POWER, Spell, State, changed


@dataclass(frozen=True, slots=True)
class Use:
    """How a power is used: the type of what is done, why it is not allowed, the state after it, everything listed."""

    what: type
    problem: Callable[[State, Any, Part], str | None]
    apply: Callable[[State, Any, Part, bool], State]
    listed: Callable[[State, Part], Iterator[Any] | list[Any]]


USES: dict[str, Use] = {
    "move": Use(Move, move_powers.step_problem, move_powers.step, move_powers.steps_listed),
    "run": Use(Move, move_powers.run_problem, move_powers.run, move_powers.runs),
    "jump": Use(Move, move_powers.jump_problem, move_powers.jump, move_powers.jumps),
    "slide": Use(
        Slide, lambda state, what, part: slide_problem(state, what, part.cost),
        lambda state, what, part, free: slide(state, what, part.cost, free), lambda state, part: slides(state, part.cost),
    ),
    "dragon-step": Use(DragonMove, dragon_powers.step_problem, dragon_powers.step, dragon_powers.steps_listed),
    "dragon-run": Use(DragonMove, dragon_powers.run_problem, dragon_powers.run, dragon_powers.runs),
    "dragon-jump": Use(DragonMove, dragon_powers.jump_problem, dragon_powers.jump, dragon_powers.jumps),
    "draw": Use(Draw, hand_powers.draw_problem, hand_powers.draw_cards, hand_powers.draws_listed),
    "fetch": Use(Fetch, hand_powers.fetch_problem, hand_powers.fetch, hand_powers.fetches),
    "recast": Use(Cast, hand_powers.recast_problem, hand_powers.recast, hand_powers.recasts),
    "take-named": Use(Ask, player_powers.ask_problem, player_powers.ask, player_powers.asks),
    "take-treasure": Use(Rob, player_powers.rob_problem, player_powers.rob, player_powers.robs),
    "move-other": Use(Drive, player_powers.drive_problem, player_powers.drive, player_powers.drives),
    "curse": Use(Hex, player_powers.hex_problem, player_powers.lay, player_powers.hexes),
    "manual": Use(Other, hand_powers.manual_problem, hand_powers.manual, lambda state, part: []),
}  # fmt: skip
"""By power, how it is used; `reshape` and the powers of other players' turns are found where they act."""

_CURSED = {"move": ("fewer-moves", "cursed-leadfoot"), "slide": ("no-slides", "cursed-grounding"),
           "recast": ("no-casting", "cursed-silence")}


def part_of(state: State, name: str) -> tuple[Part | None, bool]:
    """The part of the card in turn with that token, and whether it is the free one."""
    hero = state.terms.heroes[state.turn]
    for part in (hero.free, hero.two):
        if part.token == name:
            return part, part is hero.free
    if name == "manual":
        manual = next((part for part in hero.parts if part.does == "manual"), None)
        return manual, manual is hero.free
    return None, False


def power_problem(state: State, action: Power) -> str | None:
    """Why this power cannot be used now."""
    code = _missing(state, action.what)
    if code is not None:
        return code
    part, free = part_of(state, action.name)
    if part is None or part.does not in USES or not isinstance(action.what, USES[part.does].what):
        return "power-not-yours"
    curse, cursed = _CURSED.get(part.does, ("", ""))
    if curse and state.curse and forbidden(state, curse):
        return cursed
    if free and state.free_used:
        return "free-ability-used"
    return USES[part.does].problem(state, action.what, part)


def _missing(state: State, what: Doing) -> str | None:
    """Whether the spaces and seats an action names are there at all."""
    if isinstance(what, Cast):
        return casting.missing(state, what)
    if isinstance(what, Ask | Drive | Rob | Hex) and what.seat not in state.terms.index:
        return "no-such-target"
    path = what.path if isinstance(what, Drive) else (what.to,) if isinstance(what, Move) else ()
    return None if all(exists(state.tiles, space) for space in path) else "bad-space"


def use(state: State, action: Power) -> State:
    """The state after a power, or with the question open whether an Anti-Magic stops it (option `powers-answerable`)."""
    part, free = part_of(state, action.name)
    assert part is not None
    if state.terms.options.powers_answerable == "no" or part.does == "recast":
        return USES[part.does].apply(state, action.what, part, free)
    paid = changed(
        state, ap=state.ap - part.cost, free_used=state.free_used or free, acted=True, last=None, ply=state.ply + 1,
        stack=(Spell(state.turn, "", POWER, action=action),),
    )  # fmt: skip
    return carried_out(open_window(paid))


def carried_out(state: State) -> State:
    """The state after a power that nobody stopped has taken effect."""
    if state.phase != POWER:
        return state
    action = state.stack[0].action
    assert isinstance(action, Power)
    part, free = part_of(state, action.name)
    assert part is not None
    refunded = changed(state, phase=MAIN, stack=(), ap=state.ap + part.cost, ply=state.ply - 1)
    return USES[part.does].apply(refunded, action.what, part, free)


def powers(state: State, kind_matters: Callable[[type], bool] | None = None) -> Iterator[Power]:
    """Every use of the powers of the player in turn, or only those by which things are done of a kind that matters."""
    hero = state.terms.heroes[state.turn]
    for part in (hero.free, hero.two):
        if part.does not in USES or (part is hero.free and state.free_used):
            continue
        if kind_matters is not None and not kind_matters(USES[part.does].what):
            continue
        curse, _ = _CURSED.get(part.does, ("", ""))
        if curse and state.curse and forbidden(state, curse):
            continue
        for what in USES[part.does].listed(state, part):
            yield Power(part.token, what)
