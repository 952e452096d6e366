"""Slips with tokens and the Dragon: a step no rule allows, somebody else's step, a token off the board or back too early."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.grid import Zone
from companion.core.scene import PieceAt
from companion.games.librande_maze.actions import By, DragonMove, Move
from companion.games.librande_maze.board import BESIDE, CORNERS, NAMES, NONE, SQUARES
from companion.games.librande_maze.catalogue import DOWN, UP, hero_kind
from companion.games.librande_maze.edits import Edit, Plausible
from companion.games.librande_maze.halls import dragon_steps, spaces_of, steps
from companion.games.librande_maze.layout import area_zone
from companion.games.librande_maze.remedy import put_hero
from companion.games.librande_maze.scene import DRAGON, cell_of, dragon_piece, token_piece
from companion.games.librande_maze.slip_parts import Draft, hero_edit, moved_hero, reach, seen_spaces, square_at
from companion.games.librande_maze.state import MAIN, OVER, REMOVED, State
from companion.games.librande_maze.words import hero_name


def step_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """The token in turn where no step leads; what several lawful steps lead to is none."""
    player = state.turn
    if state.phase not in (MAIN, OVER) or state.space == NONE or not moved_hero(state, sight, player):
        return
    lawful = reach(state, player, state.ap) if state.phase == MAIN else {state.space}
    wanted = _near(state, player) if sight is None else seen_spaces(state, sight, hero_kind(state.hero.code))
    for space in dict.fromkeys(wanted):
        if space not in lawful:
            yield Draft(hero_edit(state, player, space), Move(space))


def _near(state: State, player: int) -> Iterator[int]:
    """Where people put a token that must not go there: beside it, behind the web, two squares on."""
    here = state.spaces[player] // 5
    beside = [square for square in BESIDE[here] if square != NONE]
    further = [square for near in beside for square in BESIDE[near] if square not in (NONE, here)]
    for square in (here, *beside, *further):
        yield from spaces_of(state.tiles, square)


def other_hero_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """A token that is not in turn was moved."""
    for player, space in enumerate(state.spaces):
        if player == state.turn or space == NONE or not moved_hero(state, sight, player):
            continue
        kind = hero_kind(state.terms.heroes[player].code)
        wanted: Iterable[int] = steps(state, space) if sight is None else seen_spaces(state, sight, kind)
        for to in dict.fromkeys(wanted):
            if to != space:
                yield Draft(hero_edit(state, player, to), By(state.terms.seats[player], Move(to)))


def missing_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """A token taken off the board although nothing attacked it: into its area, or out of sight."""
    for player, space in enumerate(state.spaces):
        if space == NONE or not moved_hero(state, sight, player):
            continue
        token = token_piece(state, player)
        back = (put_hero(state, player), "Only who stands in the Dragon's own square at the end of a turn is attacked.")
        area = PieceAt(token.kind, Zone(area_zone(state.terms.seats[player])))
        for come in ((area,), ()):
            yield Draft(Edit((), (token,), come), None, "token-missing", back, None, (token.place,))


def recovery_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """A token taken off by the Dragon that came back too early, or not face down on its own corner."""
    for player, status in enumerate(state.status):
        if status != REMOVED or not moved_hero(state, sight, player):
            continue
        name, home = hero_name(state, player), state.terms.homes[player]
        kind, turns = hero_kind(state.terms.heroes[player].code), state.lost[player]
        spaces = [home] if sight is None else list(seen_spaces(state, sight, kind))
        back = (
            f"Put the {name} back into its area: {turns} lost turn{'' if turns == 1 else 's'} to come.",
            f"At the next lost turn it is laid face down on {NAMES[home // 5]}.",
        )
        for space in spaces:
            for face in (UP, DOWN):
                come = PieceAt(kind, cell_of(space), None, None, face)
                yield Draft(
                    Edit((), (token_piece(state, player),), (come,)), None, "recovery-misplaced", back, None, (come.place,)
                )


# The Dragon ------------------------------------------------------------------------------------------------------------


def dragon_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """The Dragon where it may not go, moved twice, or taken off the board."""
    if sight is not None and not sight.moved(DRAGON):
        return
    squares = _dragon_squares(state) if sight is None else [square_at(place) for place, _ in sight.seen.pieces.get(DRAGON, ())]
    if state.phase in (MAIN, OVER):
        for square in dict.fromkeys(squares):
            if square not in (NONE, state.dragon):
                yield Draft(Edit((), (dragon_piece(state),), (dragon_piece(state._replace(dragon=square)),)), DragonMove(square))
    here = dragon_piece(state)
    back = (f"Put the Dragon back on {NAMES[state.dragon]}.",)
    yield Draft(Edit((), (here,), ()), None, "token-missing", back, None, (here.place,))


def _dragon_squares(state: State) -> Iterator[int]:
    """Squares beside the Dragon, those one step further, and home corners."""
    here = state.dragon
    yield from (square for square in BESIDE[here] if square != NONE)
    for square in dragon_steps(state.tiles, here):
        yield from dragon_steps(state.tiles, square)
    yield from (square for square in SQUARES if square in CORNERS)


def web_slips(state: State, sight: Plausible | None) -> Iterator[Draft]:
    """A token parked on the web itself, so that nobody can tell its half."""
    for player, space in enumerate(state.spaces):
        if space != NONE and space % 5 and state.status[player] != REMOVED:
            token = token_piece(state, player)
            on_web = PieceAt(token.kind, token.place, None, None, token.face)
            ask = (f"Put the {hero_name(state, player)} clearly on one half of {NAMES[space // 5]}.",)
            yield Draft(Edit((), (token,), (on_web,)), None, "token-on-cobweb", ask, None, (token.place,))
