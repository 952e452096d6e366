"""The engine that fills the protocol of every game; each part lives in a module of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.core.ahead import Ahead
from companion.core.catalogue import Catalogue, Layout, Option
from companion.core.game import ReadRecord, Seen, Slip
from companion.core.grid import Place
from companion.core.ruling import Outcome, Ruling
from companion.core.scene import Scene, SceneChange
from companion.core.view import Seat, SeatScore, View
from companion.core.window import Window
from companion.games.librande_maze import dealing, judge, layout, notation, read_token, resolve, score, turn, view, windows, words
from companion.games.librande_maze import scene as scenes
from companion.games.librande_maze.actions import Action
from companion.games.librande_maze.candidates import candidates
from companion.games.librande_maze.catalogue import CATALOGUE
from companion.games.librande_maze.options import OPTIONS
from companion.games.librande_maze.promise import promise
from companion.games.librande_maze.reach import reach
from companion.games.librande_maze.read_position import read_position
from companion.games.librande_maze.record import read_record
from companion.games.librande_maze.scene_change import scene_change
from companion.games.librande_maze.setup import Setup, read_setup, start
from companion.games.librande_maze.slips import slips
from companion.games.librande_maze.state import State
from companion.games.librande_maze.write_position import write_position
from companion.games.librande_maze.write_record import write_record


class LibrandeMaze:
    """Maze by Steve Librande, rulebook of 12 May 2003: two to four players, four of them in two teams."""

    id: str = view.GAME_ID
    title: str = "Maze (Librande)"
    catalogue: Catalogue = CATALOGUE
    layout: Layout = layout.LAYOUT
    options: tuple[Option, ...] = OPTIONS
    agreed: str | None = None

    def __init__(self) -> None:
        self._ahead = Ahead(resolve.perform)

    def setup(self, answers: Mapping[str, str], scene: Scene | None = None) -> object:
        return read_setup(answers, scene)

    def start(self, setup: object) -> State:
        """The state to play from; TypeError for a setup of another game."""
        if not isinstance(setup, Setup):
            raise TypeError(f"start needs a setup made by this game's setup(), not {setup!r}")
        return start(setup)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return view.seats(state)

    def actor(self, state: State) -> str | None:
        return turn.actor(state)

    def actions(self, state: State) -> tuple[Action, ...]:
        return turn.actions(state)

    def has_choice(self, state: State) -> bool:
        return turn.has_choice(state)

    def reach(self, state: State, action: Action) -> frozenset[Place] | None:
        """Where an action changes tiles, as far as that is known without carrying it out."""
        return reach(state, action)

    def rule(self, state: State, action: Action) -> Ruling:
        return judge.rule(state, action)

    def play(self, state: State, action: Action) -> State:
        return turn.play(state, action)

    def follow(self, state: State, action: Action) -> State:
        return self._ahead(state, action)

    def outcome(self, state: State) -> Outcome | None:
        return score.outcome(state)

    def scores(self, state: State) -> tuple[SeatScore, ...]:
        return score.scores(state)

    def layout_of(self, state: State) -> Layout:
        return layout.layout_of(state)

    def scene(self, state: State) -> Scene:
        return scenes.scene(state)

    def scene_change(self, before: State, after: State) -> SceneChange:
        """What looks different after an action, at a fraction of the price of two scenes."""
        return scene_change(before, after)

    def at_rest(self, state: State) -> bool:
        return scenes.at_rest(state)

    def candidates(self, state: State, seen: Seen) -> Iterable[Action]:
        return candidates(state, seen, self._ahead)

    def slips(self, state: State, seen: Seen | None = None) -> Iterable[Slip]:
        return slips(state, seen)

    def deck(self, state: State) -> tuple[str, ...]:
        return dealing.deck(state)

    def deal(self, state: State, order: Sequence[str]) -> State:
        return dealing.deal(state, order)

    def promise(self, state: State, seat: str) -> float:
        return promise(state, seat)

    def view(self, state: State, seat: str | None) -> View:
        return view.view(state, seat)

    def label(self, state: State, action: Action) -> str:
        return words.label(state, action)

    def write(self, action: Action) -> str:
        return notation.write(action)

    def read(self, text: str) -> Action:
        return read_token.read(text)

    def public_text(self, text: str) -> str:
        """The action without cards that only some may know."""
        return view.public_text(text)

    def may_be_told(self, state: State, text: str, seat: str | None) -> bool:
        return view.may_be_told(state, text, seat)

    def windows(self, state: State) -> tuple[Window, ...]:
        return windows.windows(state)

    def waits_for(self, state: State, action: Action) -> str:
        return windows.waits_for(state, action)

    def timed(self, state: State, action: Action, second: int) -> Action:
        """No action of this game carries its time."""
        return action

    def split(self, text: str) -> tuple[tuple[str, int], ...]:
        return notation.split(text)

    def read_position(self, text: str) -> State:
        return read_position(text)

    def write_position(self, state: State) -> str:
        return write_position(state)

    def read_record(self, text: str) -> ReadRecord[State]:
        return read_record(text)

    def write_record(self, start: State, actions: Iterable[Action]) -> str:
        return write_record(start, actions)
