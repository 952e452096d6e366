"""The Undo Rule: what the last action of a turn was, and what that forbids in the next one."""

from __future__ import annotations

from companion.games.librande_maze.board import NONE
from companion.games.librande_maze.state import State, Trace


def slide_banned(state: State, line: str, direction: int) -> bool:
    """Whether a slide would take back the slide the previous player ended with (net test, R17)."""
    ban = state.ban
    if ban is None or ban.line != line or ban.kind != "slide" or ban.direction == direction:
        return False
    return state.terms.options.undo_slide_test == "strict" or ban.net < 1


def ban_after_slide(state: State, line: str, direction: int) -> Trace | None:
    """The ban with the player's own slides of the line counted."""
    ban = state.ban
    if ban is None or ban.line != line or ban.kind != "slide":
        return ban
    return ban._replace(net=ban.net + (1 if ban.direction == direction else -1))


def dragon_banned(state: State, end: int) -> bool:
    """Whether a move of the Dragon would take it straight back."""
    ban = state.ban
    return ban is not None and ban.kind == "dragon" and (ban.end, ban.start) == (state.dragon, end)


def moved_pieces(before: State, after: State) -> tuple[tuple[str, int, int], ...]:
    """Tokens and treasures whose spaces differ, as (seat or "t", from, to)."""
    pairs = zip(before.terms.seats, before.spaces, after.spaces, strict=True)
    moved = [(seat, start, end) for seat, start, end in pairs if start != end and NONE not in (start, end)]
    left, come = list(before.treasure), list(after.treasure)
    for space in before.treasure:
        if space in come:
            left.remove(space)
            come.remove(space)
    return (*moved, *(("t", start, end) for start, end in zip(left, come, strict=False)))


def undone_piece(before: State, after: State) -> bool:
    """Whether an action puts a piece that the ban names back on the very space it came from."""
    ban = before.ban
    if ban is None or ban.kind != "pieces":
        return False
    for who, origin, space in ban.moved:
        if who == "t":
            gained = after.treasure.count(origin) > before.treasure.count(origin)
            if gained and after.treasure.count(space) < before.treasure.count(space):
                return True
        elif who in before.terms.index:
            player = before.terms.index[who]
            if before.spaces[player] != origin == after.spaces[player]:
                return True
    return False
