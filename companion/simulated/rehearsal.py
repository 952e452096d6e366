"""What a simulated evening needs before it begins: who deals, where a game stood, and in which ways people can cheat."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from companion.core.errors import CompanionError
from companion.core.game import Game
from companion.core.grid import Cell
from companion.core.messages import DemoWay
from companion.core.scene import ABSENT
from companion.journal.entry import Entry, StoredGame
from companion.journal.replay import StandingActions, walk
from companion.simulated.choosing import chooser
from companion.simulated.director import ANY_WAY
from companion.simulated.retold import state_after
from companion.simulated.visible import mistake_shows

REHEARSED = 160
"""Actions of the games that are played through in thought to find out which mistakes can happen."""

EVERY = 4
"""Only every so many positions are searched for mistakes; the others are much the same."""


class RehearsalError(CompanionError, ValueError):
    """A recorded simulated game cannot be gone on with."""


def dealt(game: Game[Any, Any], state: Any, seed: int) -> Any:
    """The state with everything unknown that lies face down dealt from that seed; the same state is dealt the same tiles."""
    deck = list(game.deck(state))
    Random(f"deck {seed} {state.ply}").shuffle(deck)
    return game.deal(state, deck)


def pieces_met(game: Game[Any, Any], truth: Any, seed: int) -> dict[str, int]:
    """The kinds of piece that lie on the table in games played at random in thought, and how many of each at most."""
    random = Random(f"pieces {seed}")
    most: Counter[str] = Counter(piece.kind for piece in game.scene(truth).pieces)
    state = truth
    for _ in range(REHEARSED):
        if game.outcome(state) is not None:
            state = truth
        state = game.play(state, random.choice(game.actions(state)))
        most |= Counter(piece.kind for piece in game.scene(state).pieces)
    return dict(most)


def grid_in_play(game: Game[Any, Any], truth: Any, seed: int) -> tuple[frozenset[str], bool]:
    """The kinds of tile that lie face up in the grid in games played at random in thought, and whether a cell is ever empty."""
    random, state, met, holes = Random(f"tiles {seed}"), truth, set[str](), False
    for _ in range(REHEARSED):
        if game.outcome(state) is not None:
            state = truth
        cells = [tile.look for tile in game.scene(state).tiles if isinstance(tile.place, Cell) and tile.look != ABSENT]
        met |= {look.kind for look in cells if look.kind}
        holes = holes or len(cells) < len(game.layout_of(state).cells())
        state = game.play(state, random.choice(game.actions(state)))
    return frozenset(met), holes


def where_it_stood(game: Game[Any, Any], stored: StoredGame, seed: int) -> Any:
    """The simulated table after the recorded actions; RehearsalError when they do not fit the tiles of that seed."""
    truth = dealt(game, game.read_position(stored.start), seed)
    for entry in _recorded(game, stored):
        action = game.read(entry.text)
        ruling = game.rule(truth, action)
        if not ruling.legal:
            raise RehearsalError(
                f"going on with the simulated game: {entry.text!r} at ply {entry.ply} is not possible with the tiles "
                f"of seed {seed} ({ruling.violations[0].code})"
            )
        truth = dealt(game, game.play(truth, action), seed)
    return truth


def known_of(game: Game[Any, Any], stored: StoredGame) -> Any:
    """What everybody may know of the table after the recorded actions; nothing that lies face down is dealt."""
    return state_after(game, game.read_position(stored.start), [entry.text for entry in _recorded(game, stored)])


def _recorded(game: Game[Any, Any], stored: StoredGame) -> list[Entry]:
    """The actions that stand on record."""
    standing: StandingActions = StandingActions()
    walk(game, stored, standing)
    return [step.entry for step in standing.steps]


def ways_to_cheat(game: Game[Any, Any], truth: Any, seed: int) -> tuple[DemoWay, ...]:
    """Every kind of mistake that comes up in a game played through in thought, in the order of their codes."""
    random = Random(f"rehearsal {seed}")
    choose = chooser(game, random)
    found: dict[str, str] = {}
    state, start = truth, truth
    for number in range(REHEARSED):
        if game.outcome(state) is not None:
            state = start
        if number % EVERY == 0:
            shown = game.scene(state)
            slips = [slip for slip in game.slips(state) if mistake_shows(game.catalogue, shown, slip.scene)]
            found.update({slip.violations[0].code: slip.violations[0].sentence for slip in slips})
        state = game.play(state, choose(state, game.actions(state)))
    ways = tuple(DemoWay(code, sentence) for code, sentence in sorted(found.items()))
    return (DemoWay(ANY_WAY, "Any way that offers itself"), *ways)
