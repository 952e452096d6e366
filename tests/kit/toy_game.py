"""A toy game that fills the Game protocol: three cells, one pawn, three face-down tiles, two seats that act in turn.

A seat walks the pawn to a neighbouring cell (`>b`) or turns up the tile under it (`!sun`), which ends its turn too.  Ben,
for whom c is too far away, has to wait (`.`) while the pawn stands there on a tile that is face down.  After
the third tile is up the game is over; the seat that turned it wins.  A position is one line:
`at=b turn=ann ply=3 tiles=?,sun,?`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.core.catalogue import Catalogue, Layout, Option, PieceKind, TileKind
from companion.core.errors import IllegalActionError, NotationError, SetupError
from companion.core.game import ReadRecord, RecordLine, Seen, Slip
from companion.core.grid import Cell
from companion.core.ruling import Outcome, Ruling, Violation
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.core.view import LegalAction, Seat, SeatScore, View

KINDS = ("sun", "moon", "star")
CELLS = "abc"
SEATS = (Seat("ann", "Ann", ("pawn",), "#cc0000"), Seat("ben", "Ben", (), "#0000cc"))


@dataclass(frozen=True, slots=True)
class ToyState:
    at: int = 0
    turn: str = "ann"
    ply: int = 0
    tiles: tuple[str | None, ...] = (None, None, None)


@dataclass(frozen=True, slots=True)
class Walk:
    to: int


@dataclass(frozen=True, slots=True)
class TurnUp:
    kind: str


@dataclass(frozen=True, slots=True)
class Wait:
    pass


ToyAction = Walk | TurnUp | Wait


@dataclass(frozen=True, slots=True)
class ToySetup:
    scene: Scene | None


class ToyGame:
    """The rules of the toy game."""

    id = "toy"
    title = "Toy"
    catalogue = Catalogue(tuple(TileKind(kind, {"up": 1}, ("down",)) for kind in KINDS), (PieceKind("pawn", 30.0, 20.0),))
    layout = Layout(1, 3, (50.0, 50.0), 48.0, 2.0)
    options: tuple[Option, ...] = ()

    def setup(self, answers: Mapping[str, str], scene: Scene | None = None) -> object:
        return ToySetup(scene)

    def start(self, setup: object) -> ToyState:
        assert isinstance(setup, ToySetup)
        if setup.scene is None:
            return ToyState()
        pawns = [piece.place for piece in setup.scene.pieces]
        if len(pawns) != 1 or not isinstance(pawns[0], Cell):
            raise SetupError((f"there must be one pawn on the board, there are {len(pawns)}; put one there",))
        tiles = tuple(setup.scene.tile(Cell(0, col)).kind for col in range(3))
        return ToyState(pawns[0].col, "ann", 0, tiles)

    def seats(self, state: ToyState) -> tuple[Seat, ...]:
        return SEATS

    def actor(self, state: ToyState) -> str | None:
        return None if None not in state.tiles else state.turn

    def actions(self, state: ToyState) -> tuple[ToyAction, ...]:
        walks = [Walk(col) for col in range(3)]
        turns = [TurnUp(kind) for kind in KINDS]
        return tuple(action for action in (*walks, *turns, Wait()) if self.rule(state, action).legal)

    def rule(self, state: ToyState, action: ToyAction) -> Ruling:
        broken = self._broken(state, action)
        remedy = (f"Put the pawn back on {CELLS[state.at]}.",) if broken else ()
        return Ruling(self.write(action), broken, remedy)

    def _broken(self, state: ToyState, action: ToyAction) -> tuple[Violation, ...]:
        here = (Cell(0, state.at),)
        if self.actor(state) is None:
            return (Violation("game-over", "The game has ended.", "End", here),)
        must_wait = state.turn == "ben" and state.at == 2 and state.tiles[2] is None
        if must_wait != isinstance(action, Wait):
            return (Violation("must-wait", "Ben, and only Ben, waits while the pawn is on c.", "Wait", here),)
        if isinstance(action, Walk) and abs(action.to - state.at) != 1:
            return (Violation("too-far", "The pawn walks to a neighbouring cell.", "Walk", (Cell(0, action.to),)),)
        if isinstance(action, TurnUp) and state.tiles[state.at] is not None:
            return (Violation("already-up", "That tile lies face up already.", "Turn", here),)
        return ()

    def play(self, state: ToyState, action: ToyAction) -> ToyState:
        if not self.rule(state, action).legal:
            raise IllegalActionError(f"play {self.write(action)}: not legal here; choose another action")
        after = replace(state, turn="ben" if state.turn == "ann" else "ann", ply=state.ply + 1)
        if isinstance(action, Walk):
            return replace(after, at=action.to)
        if isinstance(action, Wait):
            return after
        tiles = tuple(action.kind if col == state.at else kind for col, kind in enumerate(state.tiles))
        return replace(after, tiles=tiles)

    def outcome(self, state: ToyState) -> Outcome | None:
        if self.actor(state) is not None:
            return None
        winner = "ben" if state.turn == "ann" else "ann"
        return Outcome((winner,), "all-up", {winner: 1.0}, f"{winner} wins: all tiles are up.")

    def scores(self, state: ToyState) -> tuple[SeatScore, ...]:
        return tuple(SeatScore(seat.id, 0.0) for seat in SEATS)

    def layout_of(self, state: ToyState) -> Layout:
        return self.layout

    def scene(self, state: ToyState) -> Scene:
        looks = [Look(None, "down") if kind is None else Look(kind, "up") for kind in state.tiles]
        tiles = tuple(TileAt(Cell(0, col), look) for col, look in enumerate(looks))
        return Scene(tiles, (PieceAt("pawn", Cell(0, state.at)),))

    def at_rest(self, state: ToyState) -> bool:
        return True

    def candidates(self, state: ToyState, seen: Seen) -> Iterable[ToyAction]:
        return self.actions(state)

    def slips(self, state: ToyState, seen: Seen | None = None) -> Iterable[Slip]:
        return ()

    def view(self, state: ToyState, seat: str | None) -> View:
        legal = tuple(LegalAction(self.write(a), self.label(state, a)) for a in self.actions(state))
        return View(self.id, seat, state.ply, state.ply, self.actor(state), "pawn", "walk or turn up", self.scene(state),
                    self.scores(state), legal, outcome=self.outcome(state))

    def label(self, state: ToyState, action: ToyAction) -> str:
        if isinstance(action, Walk):
            return f"walk to {CELLS[action.to]}"
        if isinstance(action, Wait):
            return "wait"
        return f"turn up the tile under the pawn: {action.kind}"

    def write(self, action: ToyAction) -> str:
        if isinstance(action, Wait):
            return "."
        return f">{CELLS[action.to]}" if isinstance(action, Walk) else f"!{action.kind}"

    def read(self, text: str) -> ToyAction:
        if text[:1] == ">" and text[1:] and text[1:] in CELLS and len(text) == 2:
            return Walk(CELLS.index(text[1:]))
        if text[:1] == "!" and text[1:] in KINDS:
            return TurnUp(text[1:])
        if text == ".":
            return Wait()
        raise NotationError("read an action", text, "write >a, >b, >c, !sun, !moon or !star")

    def read_position(self, text: str) -> ToyState:
        fields = dict(part.split("=", 1) for part in text.split())
        tiles = tuple(None if name == "?" else name for name in fields["tiles"].split(","))
        return ToyState(CELLS.index(fields["at"]), fields["turn"], int(fields["ply"]), tiles)

    def write_position(self, state: ToyState) -> str:
        tiles = ",".join(kind or "?" for kind in state.tiles)
        return f"at={CELLS[state.at]} turn={state.turn} ply={state.ply} tiles={tiles}"

    def read_record(self, text: str) -> ReadRecord[ToyState]:
        first, *rest = text.splitlines()
        lines = tuple(RecordLine(number, line) for number, line in enumerate(rest, start=2))
        return ReadRecord(self.read_position(first), lines)
