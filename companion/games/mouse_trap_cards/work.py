"""A state being changed: plain attributes that one action may alter many times, and the state that comes of it."""

from __future__ import annotations

from companion.games.mouse_trap_cards.actions import Action
from companion.games.mouse_trap_cards.geometry import CELLS
from companion.games.mouse_trap_cards.state import DECIDE, GOAL, OVER, RESOLVE, START, WEDGES, Card, Pending, State, with_item


class Work:
    """One action at work on a copy of a state; what does not change stays with the state it came from."""

    __slots__ = (
        "base", "card", "cheese", "discard", "done", "draw", "ended", "facing", "landings", "left", "maze", "mouse", "number",
        "options", "pending", "phase", "pile", "risk", "safe", "skipped", "trapped", "turn",
    )  # fmt: skip

    def __init__(self, base: State) -> None:
        self.base = base
        self.options = base.terms.options
        self.maze, self.cheese, self.mouse, self.facing = base.maze, base.cheese, base.mouse, base.facing
        self.safe, self.risk, self.pile, self.turn, self.phase = base.safe, base.risk, base.pile, base.turn, base.phase
        self.left, self.draw, self.discard, self.card = base.left, base.draw, base.discard, base.card
        self.done, self.landings, self.pending = base.done, base.landings, base.pending
        self.skipped, self.trapped, self.ended, self.number = "", base.trapped, base.ended, base.number

    def state(self, action: Action) -> State:
        """The state reached by the action that was at work."""
        base = self.base
        origin: State | None = None
        said: tuple[Action, ...] = ()
        if self.phase == RESOLVE or self.skipped:
            opened = base.phase == RESOLVE
            origin, said = (base.origin, (*base.said, action)) if opened else (base, (action,))
        return State(
            base.terms, self.maze, self.cheese, self.mouse, self.facing, self.safe, self.risk, self.pile, self.turn, self.phase,
            self.left, self.draw, self.discard, self.card, self.done, self.landings, self.pending, self.skipped, self.trapped,
            self.ended, origin, said, base.ply + 1, self.number,
        )  # fmt: skip

    # Wedges ----------------------------------------------------------------------------------------------------------

    def placeable(self) -> list[int]:
        """The cells where a wedge of the pile may be put."""
        return placeable(self.maze, self.mouse, self.pile, self.base.terms.deck.symbol)

    def put(self, cell: int) -> None:
        """One wedge from the pile to a card."""
        self.pile -= 1
        self.cheese = with_item(self.cheese, cell, self.cheese[cell] + 1)

    def take_up(self) -> None:
        """The mouse's player takes all wedges of the card it stands on."""
        found = self.cheese[self.mouse]
        if found:
            self.risk += found
            self.cheese = with_item(self.cheese, self.mouse, 0)

    def bank(self) -> None:
        """The wedges at risk become safe."""
        if self.risk:
            self.safe = with_item(self.safe, self.turn, self.safe[self.turn] + self.risk)
            self.risk = 0

    def flip(self, cell: int, side: str, turns: int) -> None:
        """Turn a card over; its wedges go back to the pile."""
        was = self.maze[cell]
        face = {"F": "B", "B": "F", "": ""}[was.face]
        self.maze = with_item(self.maze, cell, was._replace(up=side, down=was.up, turns=turns, face=face, seen=True))
        if self.cheese[cell]:
            self.pile += self.cheese[cell]
            self.cheese = with_item(self.cheese, cell, 0)

    def turn_card(self, cell: int, quarters: int) -> None:
        """Turn a card in its place, the mouse on it with it."""
        was = self.maze[cell]
        self.maze = with_item(self.maze, cell, was._replace(turns=(was.turns + quarters) % 4))
        if cell == self.mouse:
            self.facing = (self.facing + quarters) % 4

    # Cards, turns, the end -------------------------------------------------------------------------------------------

    def shuffle(self) -> None:
        """The discards become the draw pile."""
        self.left = tuple([self.discard.count(code) for code in self.base.terms.deck.codes])
        self.draw, self.discard = len(self.discard), ()

    def finish(self) -> None:
        """The drawn card is done with: it goes to the discards, and the player decides."""
        self.discard = (*self.discard, self.card)
        self.card, self.done, self.landings, self.pending, self.phase = "", 0, 0, None, DECIDE

    def nothing(self, sign: str) -> None:
        """An instruction cannot be carried out: the chain is over."""
        self.finish()
        self.skipped = sign

    def trap(self) -> None:
        """The wedges at risk go back to the pile and the turn is over."""
        self.finish()
        self.pile += self.risk
        self.risk = 0
        self.trapped = self.turn
        self._pass_on()

    def end_turn(self) -> None:
        """A turn ends in any other way: the wedges at risk are safe, and with eight of them the game is won."""
        self.bank()
        if self.safe[self.turn] >= GOAL:
            self.over("win")
        elif sum(self.safe) == WEDGES:
            self.over("draw-all")
        else:
            self._pass_on()

    def won_at_once(self) -> bool:
        """Whether the eighth wedge in hand ends the game here and now."""
        if self.options.instant_win == "off" or self.safe[self.turn] + self.risk < GOAL:
            return False
        self.finish()
        self.bank()
        self.over("win")
        return True

    def over(self, why: str) -> None:
        self.ended, self.phase, self.pending = why, OVER, None

    def wait(self, pending: Pending) -> None:
        """A choice is open."""
        self.pending, self.phase = pending, RESOLVE

    def _pass_on(self) -> None:
        self.turn = (self.turn + 1) % len(self.safe)
        self.phase, self.number = START, self.number + 1


def placeable(maze: tuple[Card, ...], mouse: int, pile: int, symbol: frozenset[str]) -> list[int]:
    """The cells where a wedge of the pile may be put: not under the mouse, not on a card with the symbol."""
    if not pile:
        return []
    return [cell for cell in CELLS if maze[cell][0] not in symbol and cell != mouse]
