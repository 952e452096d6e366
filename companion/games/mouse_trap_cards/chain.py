"""Carrying out a card: moves, landings and instructions, one after another, until a choice is open or the chain is over."""

from __future__ import annotations

from companion.games.mouse_trap_cards.effects import Arrow, Effect
from companion.games.mouse_trap_cards.geometry import CELLS, ROOM, STEP, beside
from companion.games.mouse_trap_cards.hidden import may_be
from companion.games.mouse_trap_cards.state import Pending
from companion.games.mouse_trap_cards.work import Work

LOOP_CAP = 10


def draw(work: Work, code: str) -> None:
    """An action card is shown and carried out (section Draw)."""
    deck = work.base.terms.deck
    number = deck.codes.index(code)
    left = work.left
    work.left = (*left[:number], left[number] - 1, *left[number + 1 :])
    work.draw -= 1
    work.card, work.pending, work.done, work.landings = code, None, 0, 0
    carry_out(work, deck.drawn(code), "action")


def move(work: Work, facing: int, n: int) -> None:
    """So many cells, or as many as there are; a move of no cells is none."""
    steps = min(n, ROOM[work.mouse][facing])
    if not steps:
        work.finish()
        return
    work.mouse += steps * STEP[facing]
    if steps == n or work.options.edge == "act":
        land(work)
    elif work.options.edge == "nothing":
        work.finish()
    else:
        work.take_up()
        if not work.won_at_once():
            work.finish()


def land(work: Work) -> None:
    """First the cheese, then the instruction, unless this card has acted since the action card was drawn."""
    work.take_up()
    if work.won_at_once():
        return
    here = 1 << work.mouse
    work.landings += 1
    acted = work.done & here if work.options.loop == "once" else work.landings > LOOP_CAP
    if acted:
        work.finish()
        return
    work.done |= here
    carry_out(work, work.base.terms.deck.instruction(work.maze[work.mouse].up), "maze")


def carry_out(work: Work, effect: Effect, source: str) -> None:
    """One instruction of an action card or of the card under the mouse."""
    kind = effect.kind
    if kind == "move":
        _run(work, directions(work, effect), source)
    elif kind == "trap":
        work.trap()
    elif kind == "end":
        work.finish()
        work.end_turn()
    elif kind == "take":
        taken = min(effect.n, work.pile)
        work.pile -= taken
        work.risk += taken
        if not work.won_at_once():
            work.finish()
    elif kind == "place":
        place(work, effect.n, source)
    elif kind == "go":
        _go(work, effect.half)
    elif kind == "safe":
        _safe(work)
    else:
        _change(work, effect, source)


def directions(work: Work, effect: Effect) -> tuple[Arrow, ...]:
    """The arrows of an instruction as directions of the table."""
    by = work.facing
    if effect.frame == "card" and work.options.maze_arrows == "card":
        by = work.maze[work.mouse].turns
    return tuple([((turn + by) % 4, n) for turn, n in effect.arrows])


def _run(work: Work, arrows: tuple[Arrow, ...], source: str) -> None:
    if len(arrows) == 1:
        move(work, *arrows[0])
        return
    if work.options.arrows == "possible_only":
        arrows = tuple(arrow for arrow in arrows if ROOM[work.mouse][arrow[0]]) or arrows
    work.wait(Pending("arrow", source, (), tuple(sorted(arrows))))


def _safe(work: Work) -> None:
    if work.options.safe_banks == "on" and work.maze[work.mouse].up == "SAFE":
        work.bank()
    work.finish()


def _go(work: Work, half: str) -> None:
    """To the lower half, if it shows; with `goto_hidden=flip` it is turned up first, wherever it lies."""
    for cell in CELLS:
        if work.maze[cell].up == half:
            work.mouse = cell
            land(work)
            return
    cells = hidden_halves(work, half) if work.options.goto_hidden == "flip" else ()
    told = tuple(cell for cell in cells if work.maze[cell].told)
    if told and work.options.flip_axis == "page":
        work.flip(told[0], half, work.maze[told[0]].turns)
        work.mouse = told[0]
        land(work)
    elif cells:
        # How it comes down is a choice, also of a card that everybody knows.
        work.wait(Pending("find", "maze", told[:1] or cells, (), half))
    else:
        work.finish()


def hidden_halves(work: Work, half: str) -> tuple[int, ...]:
    """Where a lower half may lie face down; the mouse's own card is its other half."""
    deck = work.base.terms.deck
    return tuple(cell for cell in CELLS if cell != work.mouse and may_be(deck, work.maze, cell, half))


def place(work: Work, n: int, source: str) -> None:
    """A wedge has to be placed, `n` in all."""
    if work.placeable():
        work.wait(Pending("place", source, more=n))
    else:
        work.nothing("+")


def _change(work: Work, effect: Effect, source: str) -> None:
    """A card has to be flipped or turned: the mouse's own, or one of those that are pointed at."""
    if effect.kind == "turn" and not effect.arrows:
        cells = [work.mouse]
    else:
        there = [beside(work.mouse, facing) for facing, _ in directions(work, effect)]
        cells = sorted(cell for cell in there if cell >= 0)
    if effect.kind == "flip" and work.options.safe_immune == "on":
        cells = [cell for cell in cells if work.maze[cell].up != "SAFE"]
    if cells:
        work.wait(Pending(effect.kind, source, tuple(cells)))
    else:
        work.nothing("/" if effect.kind == "flip" else "%")
