"""The engine that fills the protocol of every game; each part lives in a module of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.core.catalogue import Catalogue, Layout, Option
from companion.core.game import ReadRecord, Seen, Slip
from companion.core.ruling import Outcome, Ruling
from companion.core.scene import Scene
from companion.core.view import Seat, SeatScore, View
from companion.games.alles_kaese import dealing, judge, notation, score, turn, view, words
from companion.games.alles_kaese import scene as scenes
from companion.games.alles_kaese.actions import Action
from companion.games.alles_kaese.candidates import candidates
from companion.games.alles_kaese.catalogue import CATALOGUE
from companion.games.alles_kaese.layout import LAYOUT, layout_of
from companion.games.alles_kaese.options import OPTIONS
from companion.games.alles_kaese.promise import promise
from companion.games.alles_kaese.read_position import read_position
from companion.games.alles_kaese.record import read_record
from companion.games.alles_kaese.setup import Setup, read_setup, start
from companion.games.alles_kaese.slips import slips
from companion.games.alles_kaese.state import PEEKED, Phase, State
from companion.games.alles_kaese.write_position import write_position
from companion.games.alles_kaese.write_record import write_record


class AllesKaese:
    """Alles Käse! by M. Looveer: two to six players, a die, thirty-six cards with a secret under each."""

    id: str = view.GAME_ID
    title: str = "Alles Käse!"
    catalogue: Catalogue = CATALOGUE
    layout: Layout = LAYOUT
    options: tuple[Option, ...] = OPTIONS
    agreed: str | None = None

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
        # In a position a name is one word.
        words = tuple("_".join(names.get(player, player).split()) for player in state.terms.players)
        return state._replace(terms=replace(state.terms, names=words))

    def actor(self, state: State) -> str | None:
        return view.actor(state)

    def actions(self, state: State) -> tuple[Action, ...]:
        return turn.actions(state)

    def rule(self, state: State, action: Action) -> Ruling:
        return judge.rule(state, action)

    def play(self, state: State, action: Action) -> State:
        return turn.play(state, action)

    def follow(self, state: State, action: Action) -> State:
        return turn.perform(state, action)

    def ahead(self, state: State) -> tuple[object, ...]:
        return (*state[:PEEKED], *state[PEEKED + 1 :])

    def left_open(self, action: Action) -> Action | None:
        return turn.left_open(action)

    def outcome(self, state: State) -> Outcome | None:
        return score.outcome(state)

    def scores(self, state: State) -> tuple[SeatScore, ...]:
        return score.scores(state)

    def layout_of(self, state: State) -> Layout:
        return layout_of(state.terms.players)

    def scene(self, state: State) -> Scene:
        return scenes.scene(state)

    def at_rest(self, state: State) -> bool:
        """People think before a roll and before a choice; a gap, a card in hand and a discard that is due do not stay so."""
        return state.phase in (Phase.ROLL, Phase.ACT, Phase.OVER)

    def candidates(self, state: State, seen: Seen) -> Iterable[Action]:
        return candidates(state, seen)

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
