"""The action Cast: which spells may be cast at what, what they cost, and putting them on the stack."""

from __future__ import annotations

from collections.abc import Container, Iterator

from companion.games.librande_maze.actions import Cast
from companion.games.librande_maze.answers import open_window
from companion.games.librande_maze.board import NONE
from companion.games.librande_maze.cards import ANSWERS, AT_PLAYERS, CARDS, SPELLS
from companion.games.librande_maze.curses import forbidden
from companion.games.librande_maze.halls import exists, in_range, spaces_of, squares_in_range, steps
from companion.games.librande_maze.hands import given, held, may_hold, room
from companion.games.librande_maze.state import OK, THEFT, Spell, State, changed, done
from companion.games.librande_maze.targets import aim_problem, surcharge

CASTABLE = tuple(card for card in CARDS if card not in ANSWERS)
"""The spells that a turn may be spent on."""

SWAPPED = {"connect": "line", "line": "connect"}
"""What a Reshape makes of a range."""


def reach_of(action: Cast) -> str:
    """The range of a cast, Reshape included."""
    reach = SPELLS[action.card].range
    return SWAPPED.get(reach, reach) if action.reshaped else reach


def cast_problem(state: State, action: Cast) -> str | None:
    """Why this spell cannot be cast from the hand."""
    if action.card not in SPELLS:
        return "card-not-held"
    code = held(state, state.turn, action.card)
    if code is not None:
        return code
    if action.card in ANSWERS:
        return "response-only"
    code = missing(state, action)
    if code is not None:
        return code
    if state.curse and forbidden(state, "no-casting"):
        return "cursed-silence"
    if action.reshaped:
        code = _reshape_problem(state, action.card)
    return code or aimed_problem(state, action) or points_problem(state, action, state.terms.costs[action.card])


def missing(state: State, action: Cast) -> str | None:
    """Whether the target is there at all: a seat that plays, spaces of the maze as it lies."""
    if action.seat and action.seat not in state.terms.index:
        return "no-such-target"
    there = all(space == NONE or exists(state.tiles, space) for space in (action.start, action.space))
    return None if there else "bad-space"


def _reshape_problem(state: State, card: str) -> str | None:
    if state.hero.free.does != "reshape":
        return "power-not-yours"
    if state.free_used:
        return "free-ability-used"
    return None if SPELLS[card].range in SWAPPED else "power-condition"


def points_problem(state: State, action: Cast, cost: int) -> str | None:
    """Whether the points last, a target's surcharge included."""
    return "not-enough-action-points" if state.ap < cost + extra_cost(state, action) else None


def extra_cost(state: State, action: Cast) -> int:
    """What the target adds to the price of a spell aimed at it."""
    target = state.terms.index.get(action.seat)
    return surcharge(state, state.turn, target) if target is not None else 0


def aimed_problem(state: State, action: Cast, echo: bool = False) -> str | None:
    """Why the target of a spell is not a legal one (R37)."""
    does = SPELLS[action.card].does
    if does in ("teleport", "telekinesis") and not action.seat and action.space != NONE:
        if does == "teleport":
            return _teleport_problem(state, action) if action.start == NONE else "bad-space"
        return shove_problem(state, action.start, action.space, reach_of(action))
    if does in AT_PLAYERS and action.seat and action.space == action.start == NONE:
        return _player_problem(state, action, echo)
    untouched = not action.seat and action.space == action.start == NONE
    if does == "haste" and untouched:
        return None
    if untouched and state.terms.options.fizzle_casts == "yes" and next(_aimed(state, action, echo), None) is None:
        return None
    return "bad-space" if does in ("teleport", "telekinesis") and untouched else "no-such-target"


def _teleport_problem(state: State, action: Cast) -> str | None:
    if not exists(state.tiles, action.space):
        return "bad-space"
    if action.space == state.space:
        return "teleport-nowhere"
    return None if in_range(state, reach_of(action), state.space // 5, action.space // 5) else "out-of-range"


def shove_problem(state: State, start: int, to: int, reach: str) -> str | None:
    """Why a treasure cannot be moved from one space to the next by Telekinesis; no range given: it is not looked at."""
    if not (exists(state.tiles, start) and exists(state.tiles, to)):
        return "bad-space"
    if start not in state.treasure:
        return "tk-no-treasure"
    if reach and not in_range(state, reach, state.space // 5, start // 5):
        return "out-of-range"
    return None if to in steps(state, start) else "tk-bad-step"


def _player_problem(state: State, action: Cast, echo: bool) -> str | None:
    does = SPELLS[action.card].does
    code = aim_problem(state, state.turn, action.seat, reach_of(action), does)
    if code is not None:
        return code
    target = state.terms.index[action.seat]
    if does == "freeze" and state.status[target] != OK and state.terms.options.freeze_stacking == "no":
        return "freeze-already-skipping"
    if does == "theft" and not state.piles[target]:
        if not state.hands[target]:
            return "theft-nothing-to-steal"
        return None if room(state, state.turn, 0 if echo else 1) else "hand-full"
    return None


def cast(state: State, action: Cast) -> State:
    """The state with the spell cast from the hand: paid for, on the discard pile, waiting for answers."""
    cost = state.terms.costs[action.card] + extra_cost(state, action)
    after = done(
        state, ap=state.ap - cost, hands=given(state, state.turn, action.card), discard=(*state.discard, action.card),
        free_used=state.free_used or action.reshaped,
    )  # fmt: skip
    return put_on_stack(after, action, False)


def put_on_stack(state: State, action: Cast, echo: bool) -> State:
    """The state with a spell on the stack and its window open."""
    spell = Spell(
        state.turn, action.card, SPELLS[action.card].does, reach_of(action), action,
        state.terms.index.get(action.seat, NONE), echo,
    )  # fmt: skip
    after = changed(state, stack=(spell,))
    if spell.does == "theft" and action.seat and state.terms.options.theft_choice == "on-cast":
        return changed(after, phase=THEFT)
    return open_window(after)


# Listing --------------------------------------------------------------------------------------------------------------


def casts(state: State, cards: Container[str] = CARDS) -> Iterator[Cast]:
    """All casts of the player in turn, or those of the cards that matter; targets out of range are not even looked at."""
    if not state.hand or (state.curse and forbidden(state, "no-casting")):
        return
    reshapes = state.hero.free.does == "reshape" and not state.free_used

    # Mostly hardly any matters, and who may hold which is asked of each.
    wanted = [card for card in CASTABLE if card in cards and state.terms.costs[card] <= state.ap]
    for card in may_hold(state, state.turn, wanted) if wanted else ():
        yield from aims(state, Cast(card))
        if reshapes and SPELLS[card].range in SWAPPED:
            yield from aims(state, Cast(card, True))


def aims(state: State, plain: Cast, echo: bool = False, cost: int | None = None) -> Iterator[Cast]:
    """A cast with every legal target; with the option `fizzle-casts=yes` without any where there is none."""
    price = state.terms.costs[plain.card] if cost is None else cost
    aimed = None
    for aimed in _aimed(state, plain, echo):
        if not aimed.seat or points_problem(state, aimed, price) is None:
            yield aimed
    if aimed is None and state.terms.options.fizzle_casts == "yes":
        yield plain


def _aimed(state: State, plain: Cast, echo: bool) -> Iterator[Cast]:
    """A cast with every target it may have, whatever it costs."""
    card, reshaped = plain.card, plain.reshaped
    does, reach = SPELLS[card].does, reach_of(plain)
    if does == "haste":
        yield plain
    elif does == "teleport":
        for square in squares_in_range(state, reach, state.space // 5):
            for space in spaces_of(state.tiles, square):
                if space != state.space:
                    yield Cast(card, reshaped, "", space)
    elif does == "telekinesis":
        for start, to in shoves(state, reach):
            yield Cast(card, reshaped, "", to, start)
    else:
        for seat in state.terms.seats:
            aimed = Cast(card, reshaped, seat)
            if _player_problem(state, aimed, echo) is None:
                yield aimed


def shoves(state: State, reach: str) -> Iterator[tuple[int, int]]:
    """Every step of every treasure in range, as (from, to)."""
    here = state.space // 5
    for start in dict.fromkeys(state.treasure):
        if in_range(state, reach, here, start // 5):
            for to in sorted(steps(state, start)):
                yield start, to
