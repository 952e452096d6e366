"""What a game says: the sentences, labels and names of random games, each once, for those who check that they are translated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from law_table import LAWS

from companion.core.game import KeepsTime
from companion.core.view import View
from companion.games import find

WALKS, STEPS, SLIPS = 1, 36, 6
"""Games from each position, actions of each, and how many go by between two looks at what people do wrong."""
MOST_POSITIONS = 6


def fixed(game_id: str) -> Iterator[str]:
    """What a game says without being played: names of kinds and places, broken rules."""
    game = find(game_id)
    yield from (kind.label for kind in (*game.catalogue.pieces, *game.catalogue.tiles))
    yield from (face for kind in game.catalogue.pieces for face in kind.faces)
    yield from (zone.label for zone in game.layout.zones)
    module = __import__(f"companion.games.{game_id.replace('-', '_')}.violations", fromlist=["VIOLATIONS"])
    yield from (broken.sentence for broken in module.VIOLATIONS.values())


def options(game_id: str) -> Iterator[str]:
    """What the desk says about the choices of a game's rules: their names, their values, what they change."""
    for option in find(game_id).options:
        yield from (re.sub("[_-]", " ", option.name), option.help, *(re.sub("[_-]", " ", value) for value in option.values))


def of_view(view: View) -> Iterator[str]:
    """Everything a page shows of a view."""
    yield view.step
    yield from view.notes
    for label, text in view.private:
        yield from (label, text)
    for action in view.legal:
        yield action.label
        yield action.group[:1].upper() + action.group[1:] if len(action.group) > 3 else ""
    yield from (receipt.text for score in view.scores for receipt in score.receipts)
    if view.outcome is not None:
        yield view.outcome.sentence


def of_state(game: Any, state: Any, seats: Iterable[str], slips: bool) -> Iterator[str]:
    """What is said in a state, to everybody and to each seat; with `slips` also about what may be done wrong there."""
    yield from of_view(game.view(state, None))
    yield from (zone.label for zone in game.layout_of(state).zones)
    for seat in seats:
        yield from of_view(game.view(state, seat))
    if isinstance(game, KeepsTime):
        for window in game.windows(state):
            yield from (window.words, window.then)
    for slip in game.slips(state) if slips else ():
        yield from slip.remedy
        yield from (broken.sentence for broken in slip.violations)
        yield from (rule for text in (slip.action, slip.intended) if text for rule in ruled(game, state, text))


def ruled(game: Any, state: Any, text: str) -> Iterator[str]:
    """What is said when that action is entered by hand."""
    action = game.read(text)
    yield game.label(state, action)
    ruling = game.rule(state, action)
    yield from (broken.sentence for broken in ruling.violations)
    yield from ruling.remedy


def played(game_id: str, seed: int) -> Iterator[str]:
    """What is said in random games from the positions of the law suite."""
    game, law = find(game_id), LAWS[game_id]
    for number, position in enumerate(law.positions[:MOST_POSITIONS]):
        for walk in range(WALKS):
            rng = Random(f"{seed} {number} {walk}")
            state = game.read_position(position)
            seats = [seat.id for seat in game.seats(state)]
            for step in range(STEPS):
                yield from of_state(game, state, seats[:2] if step % 5 == 0 else (), step % SLIPS == 0)
                actions = game.actions(state)
                if not actions:
                    break
                action = game.read(law.informed(game.write(rng.choice(actions)), rng))
                yield game.label(state, action)
                state = game.play(state, action)


def names(game_id: str) -> set[str]:
    """What the seats are called in the positions that are played."""
    game = find(game_id)
    states = (game.read_position(text) for text in LAWS[game_id].positions[:MOST_POSITIONS])
    return {seat.name for state in states for seat in game.seats(state)}


def skeleton(text: str) -> str:
    """The sentence without the cells and numbers in it: what one translation stands for."""
    return re.sub(r"\d+", "#", re.sub(r"\b[A-Za-z]\d\b", "@", text))
