"""What may be done: all lawful actions of a state, in a fixed order."""

from __future__ import annotations

from companion.games.four_blind_mice.actions import Action, Announce, Begin, Fail, PlaceCoin, PlaceMouse, Remove, Slide, Uncover
from companion.games.four_blind_mice.bids import best_first, lowest_open
from companion.games.four_blind_mice.cells import CELLS
from companion.games.four_blind_mice.judge_slide import slide_codes
from companion.games.four_blind_mice.notation import GAVE_UP
from companion.games.four_blind_mice.place import coin_cells, coins_placed, mouse_cells, next_mice
from companion.games.four_blind_mice.slides import goes_back, run_of
from companion.games.four_blind_mice.state import DEMO, DRAWN, PLACE, REMOVE, REPLACE, REVEAL, THINK, UNCOVER, State
from companion.games.four_blind_mice.suits import suits_possible

SLIDES: tuple[tuple[tuple[Slide, Slide], ...], ...] = tuple(
    tuple((Slide(code >> 2, code & 3, to), Slide(code >> 2, code & 3, to, True)) for to in range(CELLS)) for code in range(16)
)
"""`SLIDES[mouse * 4 + direction][cell][claims]`: every slide there can be, made once."""

GIVE_UP = Fail(GAVE_UP)


def actions(state: State) -> tuple[Action, ...]:
    """All lawful actions; of numbers the lowest each player may name, of failures only giving up where nothing else is left.

    Coins are listed without the value where nobody knows which comes next, turned coins without the suit: the table tells.
    `end:time` is lawful as well but belongs to all players together.
    """
    phase = state.phase
    if phase == DEMO:
        return _slides(state)
    if phase == THINK:
        return _numbers(state)
    if phase == UNCOVER:
        cells = [coin.cell for coin in state.covered]
        return tuple(Uncover(cell) for cell in cells if cell != state.match.fresh or len(cells) == 1)
    if phase == REVEAL:
        return tuple(Uncover(state.target, suit) for suit in suits_possible(state, state.target))
    return (Remove(state.target),) if phase == REMOVE else _placements(state)


def _slides(state: State) -> tuple[Action, ...]:
    demo, options = state.demo, state.terms.options
    assert demo is not None
    if options.declare_plan == "on" or options.exact_bid == "on":
        found = _judged_slides(state)
    else:
        found = _plain_slides(state, demo.limit)
    return tuple(found) or (GIVE_UP,)


def _plain_slides(state: State, limit: int | None) -> list[Slide]:
    """The slides where nothing but the board, the turns and the number matters."""
    rules, walls, mice, past = state.terms.rules, state.walls, state.mice, state.past
    target, claimant = state.target, state.claimant
    left = 1 << 30 if limit is None else limit - past.spent
    found = []
    for mouse in range(4):
        here = mice[mouse]
        for way in range(4):
            if goes_back(rules, past, mouse, way):
                continue
            end, _, cost, claims = run_of(rules, walls, mice, past, target, claimant, mouse, way)
            if end != here and (cost < left or (claims and cost == left)):
                found.append(SLIDES[mouse * 4 + way][end][claims])
    return found


def _judged_slides(state: State) -> list[Slide]:
    rules, found = state.terms.rules, []
    for code in range(16):
        run = run_of(rules, state.walls, state.mice, state.past, state.target, state.claimant, code >> 2, code & 3)
        slide = SLIDES[code][run.end][run.claims]
        if not any(slide_codes(state, slide)):
            found.append(slide)
    return found


def _numbers(state: State) -> tuple[Action, ...]:
    """The lowest number each player may name; then the first demonstration, or giving the puzzle up."""
    puzzle, players = state.puzzle, state.terms.players
    assert puzzle is not None
    lowest = [(name, lowest_open(state, player)) for player, name in enumerate(players)]
    numbers = tuple(Announce(name, number) for name, number in lowest if number is not None)
    if puzzle.bids:
        return (*numbers, Begin(players[best_first(state, puzzle.bids)[0].player]))
    return (*numbers, Remove(puzzle.target.cell))


def _placements(state: State) -> tuple[Action, ...]:
    if state.phase == PLACE and coins_placed(state):
        return tuple(PlaceMouse(mouse, cell) for mouse in next_mice(state) for cell in mouse_cells(state))
    if state.phase not in (PLACE, REPLACE, DRAWN):
        return ()
    value = state.match.stock[0][0] if state.match.stock else ""
    if state.phase == REPLACE and state.puzzle is not None:
        value = state.puzzle.target.value
    return tuple(PlaceCoin(cell, value) for cell in coin_cells(state))
