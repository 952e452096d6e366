"""The engine that fills the protocol of every game; each part lives in a module of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.core.ahead import Ahead
from companion.core.catalogue import Catalogue, Layout, Option
from companion.core.game import ReadRecord, Seen, Slip
from companion.core.ruling import Outcome, Ruling
from companion.core.scene import Scene
from companion.core.view import Seat, SeatScore, View
from companion.games.mouse_trap_cards import dealing, judge, notation, score, turn, view, who, words
from companion.games.mouse_trap_cards import scene as scenes
from companion.games.mouse_trap_cards.actions import Action, Unseen
from companion.games.mouse_trap_cards.candidates import candidates
from companion.games.mouse_trap_cards.catalogue import CATALOGUE
from companion.games.mouse_trap_cards.layout import LAYOUT, layout_for
from companion.games.mouse_trap_cards.options import OPTIONS
from companion.games.mouse_trap_cards.promise import promise
from companion.games.mouse_trap_cards.read_position import read_position
from companion.games.mouse_trap_cards.record import read_record
from companion.games.mouse_trap_cards.setup import Setup, read_setup, start
from companion.games.mouse_trap_cards.slips import slips
from companion.games.mouse_trap_cards.state import RESOLVE, State
from companion.games.mouse_trap_cards.write_position import write_position
from companion.games.mouse_trap_cards.write_record import write_record


class MouseTrapCards:
    """The Mouse Trap card game: two to five players, sixteen two-sided maze cards, one mouse."""

    id: str = view.GAME_ID
    title: str = "Mouse Trap (cards)"
    catalogue: Catalogue = CATALOGUE
    layout: Layout = LAYOUT
    options: tuple[Option, ...] = OPTIONS
    agreed: str | None = None

    def __init__(self) -> None:
        self._ahead = Ahead(turn.perform)

    def setup(self, answers: Mapping[str, str], scene: Scene | None = None) -> object:
        return read_setup(answers, scene)

    def start(self, setup: object) -> State:
        """The state to play from; TypeError for a setup of another game."""
        if not isinstance(setup, Setup):
            raise TypeError(f"start needs a setup made by this game's setup(), not {setup!r}")
        return start(setup)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return view.seats(state)

    def called(self, state: State, names: Mapping[str, str]) -> State:
        return state._replace(terms=replace(state.terms, names=tuple(names.get(seat, "") for seat in state.terms.players)))

    def actor(self, state: State) -> str | None:
        return who.actor(state)

    def actions(self, state: State) -> tuple[Action, ...]:
        return turn.actions(state)

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
        return layout_for(len(state.terms.players))

    def scene(self, state: State) -> Scene:
        return scenes.scene(state)

    def at_rest(self, state: State) -> bool:
        """People think over every choice; a card that was drawn or flipped is looked at at once."""
        return not who.waits_for_table(state)

    def goes_on(self, state: State) -> bool:
        """A card is carried out: which way the mouse goes, or which wedge is moved, is still open."""
        return state.phase == RESOLVE and state.pending is not None

    def untold(self, state: State, action: Action) -> int:
        """Each card that was covered before anybody looked was drawn and carried out unseen."""
        return len(judge.unseen(state, action)) if isinstance(action, Unseen) else 0

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
        return notation.read(text)

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
