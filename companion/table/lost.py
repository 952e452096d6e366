"""The thread is lost: table and record no longer fit together, and nothing that anybody could have done explains it.

Place by place people are told what differs.  It ends by itself once the table fits the record again, or lawful play explains
it; "the table is right" takes the table over.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.core.catalogue import Layout
from companion.core.grid import Place, place_order
from companion.core.reading import Reading
from companion.core.scene import ABSENT, Look, Scene
from companion.referee.explain import place_name
from companion.table.sight import reads
from companion.table.untouched import unlike

SENTENCE = "Table and record no longer fit together, and I judge nothing until they do. Either the table is right: take it over."
GUIDE = "Or the record is right: then put these places as it has them, and I notice it by myself."

MOST_TOLD = 12


@dataclass(frozen=True, slots=True)
class Lost:
    """The places that differ since `state` is on record, and what differs there in words."""

    state: Any
    places: tuple[Place, ...]
    told: tuple[str, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        more = len(self.places) - MOST_TOLD
        rest = (f"And {more} more places.",) if more > 0 else ()
        return (SENTENCE, GUIDE, *self.told[:MOST_TOLD], *rest)


def lost(state: Any, scene: Scene, reading: Reading, layout: Layout) -> Lost:
    """What differs between a scene and a reading, place by place."""
    places = tuple(sorted(unlike(reading, scene), key=place_order))
    return Lost(state, places, tuple(f"{place_name(layout, place)}: {_differs(place, scene, reading)}." for place in places))


def _differs(place: Place, scene: Scene, reading: Reading) -> str:
    claim, meant = reading.tile(place), scene.tile(place)
    words = []
    if claim is not None and not reads(claim, meant):
        words.append(f"the record has {_look(meant)}, I see {_look(claim.best)}")
    here = Counter(piece.kind for piece in scene.pieces if piece.place == place)
    seen: Counter[str] = Counter()
    for standing in reading.pieces:
        if standing.place == place:
            seen[standing.kind] += standing.count
    for kind in sorted({*here, *seen}):
        if here[kind] != seen[kind]:
            words.append(f"the record has {here[kind] or 'no'} {kind}, I see {seen[kind] or 'none'}")
    return ", and ".join(words) or "something there faces another way"


def _look(look: Look) -> str:
    if look == ABSENT:
        return "nothing"
    turned = f", turned {look.turns}" if look.turns else ""
    return f"{look.kind or 'any tile'} ({look.face}{turned})"
