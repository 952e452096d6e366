"""A piece in somebody's hand: no play explains that it is nowhere, so that nothing is searched for long."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from readings import reading_of

from companion.core.game import Game
from companion.games import GAMES, find
from companion.referee.chains import Chain, Search
from companion.referee.lifted import unavoidable
from companion.referee.scoring import Evidence, Scorer
from companion.referee.seen import Watcher
from companion.referee.settings import Settings
from companion.simulated.noise import Noise, SceneEye
from companion.simulated.rehearsal import dealt

TRAP, BLIND = find("mouse-trap-cards"), find("four-blind-mice")
AT_A_RUN = (
    "players: P1,P2,P3; turn: P3; phase: demo; covered: -; mice: R=e3 K=f4 G=g5 B=e5; target: e7A B; bids: P1=3@1 P2=3@1; "
    "clock: 61; aside: 7; final: P1,P2,P3; do: KW GN"
)
MAZE = "M13F@2 M10F@3 M16F@0 M02B@1 | M06F@0 M12F@3 M11F@0 M15F@1 | M08F@1 M09F@3 M04F@3 M07B@3 | M05F@0 M14F@2 M01F@2 M03F@0"
STANDS = f"players: A,B; turn: A; phase: start; maze: {MAZE}; mouse: c1N; draw: 20; disc: R1,LR2,F2,TRAP"


@pytest.mark.parametrize("name", GAMES)
def test_what_stays_is_never_taken_away(name: str) -> None:
    """Two evenings played by chance: of a kind that stays no piece that stands on the table is gone after any action."""
    game: Game[Any, Any] = find(name)
    staying = [kind.name for kind in game.catalogue.pieces if kind.stays]
    for seed in range(2):
        random, state = Random(seed), dealt(game, game.start(game.setup({})), seed)
        standing = set[str]()
        for _ in range(120):
            there = [piece.kind for piece in game.scene(state).pieces]
            assert all(there.count(kind) == 1 for kind in standing)
            standing |= {kind for kind in staying if there.count(kind) == 1}
            if game.actor(state) is None:
                break
            state = dealt(game, game.play(state, random.choice(list(game.actions(state)))), seed)


def test_a_piece_seen_nowhere_misfits_wherever_it_is_put() -> None:
    """Nobody sees the mouse: at best it was overlooked; where something is covered, or lies askew, it may stand there."""
    state = TRAP.read_position(STANDS)
    scene = TRAP.scene(state)
    reading = reading_of(scene, TRAP.catalogue, TRAP.layout_of(state))
    lifted = replace(reading, pieces=tuple(claim for claim in reading.pieces if claim.kind != "mouse"))
    place = next(piece.place for piece in scene.pieces if piece.kind == "mouse")

    def least(look: Any) -> float:
        return unavoidable(Evidence(look), scene, TRAP.catalogue)

    assert least(reading) == pytest.approx(0.0, abs=0.01)
    assert least(lifted) == lifted.absent_log_p
    assert least(replace(lifted, hidden=frozenset({place}))) == 0.0
    assert lifted.absent_log_p < least(replace(lifted, unsure=frozenset({place}))) < 0.0


def test_what_nothing_explains_is_not_searched_for_long() -> None:
    """With the red mouse in a hand fewer actions are tried than where the search believes that some play may explain it."""
    state = BLIND.read_position(AT_A_RUN)
    scene = BLIND.scene(state)
    eye = SceneEye(BLIND.catalogue, BLIND.layout_of(state), Random(1), Noise(doubtful=0.0, ghosts=0.0))
    reading = eye.read(scene)
    evidence = Evidence(replace(reading, pieces=tuple(claim for claim in reading.pieces if claim.kind != "pawn-red")))
    scorer, settings = Scorer(evidence, scene), Settings()
    tried = []
    for game in (BLIND, _Forgetful(BLIND)):
        search = Search(game, scorer, Watcher(evidence, BLIND.catalogue, settings, scene), settings)
        search.run([Chain((), state, scene, 0.0, scorer.score(scene), 0)])
        tried.append(search.evaluated)
    assert 3 * tried[0] < 2 * tried[1]


class _Forgetful:
    """The game with a catalogue that does not know which pieces stay."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        pieces = tuple(replace(kind, stays=False) for kind in game.catalogue.pieces)
        self.catalogue = replace(game.catalogue, pieces=pieces)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)
