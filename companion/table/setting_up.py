"""Before the first turn: the table is compared with the set-up on record, and all that is amiss is named at once.

Nobody is accused of anything here, and nothing waits for a camera: whoever enters an action plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.catalogue import Catalogue, Layout
from companion.core.grid import Place, place_order
from companion.core.reading import Reading
from companion.core.scene import ABSENT, Look, Scene
from companion.referee.explain import place_name
from companion.referee.scoring import Evidence, Misfit, misfits

AMISS_NATS, DOUBT_NATS = 4.0, 2.0
"""From so much on (nats) a place surely lies otherwise than on record; from so much on it may."""

MOST_TOLD = 20

BEGUN, DOUBTED = "begun", "doubted"


@dataclass(frozen=True, slots=True)
class SettingUp:
    """The set-up is being compared: what is amiss in words, and where.

    `asked` is the number of the latest question about it, `about` what it asks (BEGUN: whether play has begun; DOUBTED: whether
    all lies right where the camera cannot tell).  `not_begun`: people said that they have not begun.
    """

    told: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    asked: int = 0
    about: str = ""
    not_begun: bool = False


@dataclass(frozen=True, slots=True)
class LookedOver:
    """What one reading says of the set-up: what is amiss, in words and places, and the places it cannot tell of."""

    told: tuple[str, ...]
    places: tuple[Place, ...]
    doubtful: tuple[Place, ...]


def look_over(scene: Scene, reading: Reading, layout: Layout, catalogue: Catalogue) -> LookedOver:
    """Compare a reading with the scene of the record, place by place."""
    evidence = Evidence(reading)
    found = misfits(evidence, scene, DOUBT_NATS)
    amiss = [item for item in found if item.nats >= AMISS_NATS and evidence.trusted(item.place, item.kind)]
    wrong = {item.place for item in amiss}
    used = {tile.place for tile in scene.tiles} | {piece.place for piece in scene.pieces}
    covered = used & reading.hidden
    doubtful = ({item.place for item in found} | covered) - wrong
    amiss.sort(key=lambda item: (place_order(item.place), item.kind or ""))
    told = tuple(words for item in amiss for words in _in_words(item, scene, reading, layout, catalogue))
    return LookedOver(_cut(told), tuple(sorted(wrong, key=place_order)), tuple(sorted(doubtful, key=place_order)))


def _cut(told: tuple[str, ...]) -> tuple[str, ...]:
    more = len(told) - MOST_TOLD
    return (*told[:MOST_TOLD], f"And {more} more places.") if more > 0 else told


def _in_words(item: Misfit, scene: Scene, reading: Reading, layout: Layout, catalogue: Catalogue) -> Iterator[str]:
    name = place_name(layout, item.place)
    if item.kind is None:
        claim = reading.tile(item.place)
        yield _tile(name, scene.tile(item.place), ABSENT if claim is None else claim.best, catalogue)
        return
    wanted = Counter(piece.kind for piece in scene.pieces if piece.place == item.place)[item.kind]
    seen = sum(claim.count for claim in reading.pieces if (claim.kind, claim.place) == (item.kind, item.place))
    yield _pieces(name, wanted - seen, catalogue.piece(item.kind).label or item.kind)


def _tile(name: str, meant: Look, seen: Look, catalogue: Catalogue) -> str:
    if seen == ABSENT:
        return f"{name}: a tile is missing."
    if meant == ABSENT:
        return f"{name}: no tile belongs here."
    if meant.face != seen.face:
        return f"{name}: turn the tile over."
    if meant.kind is None or meant.kind == seen.kind:
        return f"{name}: the tile is turned the wrong way."
    kind = catalogue.tile(meant.kind)
    return f"{name}: another tile belongs here, {kind.label or kind.name}."


def _pieces(name: str, missing: int, thing: str) -> str:
    if missing == 0:
        return f"{name}: {thing} lies the wrong way round."
    if abs(missing) == 1:
        return f"{name}: {thing} is missing." if missing > 0 else f"{name}: {thing} does not belong here."
    return f"{name}: {missing} of {thing} are missing." if missing > 0 else f"{name}: {-missing} of {thing} too many."
