"""Which mistakes simulated people make on purpose: only such as hands can lay with what is in the box, and eyes can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.core.catalogue import Catalogue
from companion.core.game import Game, Slip
from companion.core.scene import ABSENT, Scene
from companion.referee.case import build_case
from companion.referee.settings import Settings
from companion.simulated.noise import Noise, SceneEye
from companion.simulated.stage import changed_places

HEAP = 4
"""Of so many pieces of a kind in one place some lie on others: nobody can count them from above."""
MOST_TRIED = 12
"""So many mistakes are looked at until one is found that lawful play cannot look like."""
LEAST_DOUBT = 1.0
"""An account of lawful play that misses by less (nats) explains all that an eye without any doubt sees."""


def mistake_shows(catalogue: Catalogue, before: Scene, after: Scene) -> bool:
    """Whether hands can make that of the table, and an eye above can tell."""
    return can_be_seen(before, after) and can_be_laid(catalogue, after)


def can_be_laid(catalogue: Catalogue, scene: Scene) -> bool:
    """Whether every tile is a certain one (nobody can lay down "some tile"), and no kind of piece needs more than there are."""
    hiding = catalogue.common_backs | {ABSENT.face}
    laid = Counter(piece.kind for piece in scene.pieces)
    enough = all(laid[kind.name] <= kind.always for kind in catalogue.pieces if kind.always)
    return enough and all(tile.look.kind is not None or tile.look.face in hiding for tile in scene.tiles)


def can_be_seen(before: Scene, after: Scene) -> bool:
    """Whether something else has changed than how many pieces a heap is made of."""
    places = changed_places(before, after)
    if not places or before.tiles != after.tiles:
        return bool(places)
    were, are = Counter(before.pieces), Counter(after.pieces)
    others = {piece for piece in were | are if were[piece] != are[piece]}
    return any(min(were[piece], are[piece]) < HEAP for piece in others)


def first_plain(game: Game[Any, Any], state: Any, slips: Sequence[Slip]) -> Slip | None:
    """The first of some mistakes that nobody who looks takes for lawful play from that state."""
    return next((slip for slip in slips[:MOST_TRIED] if not looks_lawful(game, state, slip.scene)), None)


def looks_lawful(game: Game[Any, Any], state: Any, scene: Scene) -> bool:
    """Whether an eye without any doubt could take that table for lawful play, perhaps of several turns, or for what lay there
    before, such as a card face down where only kept cards are looked for: sight cannot tell."""
    sure = SceneEye(game.catalogue, game.layout_of(state), Random(0), Noise(doubtful=0.0, ghosts=0.0))
    case = build_case(game, Settings(), state, sure.read(scene))
    return any(chain.fit > -LEAST_DOUBT for chain in case.chains)
