"""What is known of the whole table: of some kinds of tile there is but one in the box, so no two places show it.

Each claim of a reading stands for itself, and two drawings that differ by a shade of pink may both be read as the one of them
that was taught plainly.  Where that one is seen for sure elsewhere, a place shows the other.  As with the pieces that are
always on the table (`totals`), this is for a person who asks what lies there; the referee weighs whole states, in which
every tile lies but once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from math import exp, log, prod

from companion.core.catalogue import TileKind
from companion.core.grid import Cell
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look
from vision.totals import BY_TOTAL, LEAST

TWICE = 1e-4
"""The probability that a box holds two of a kind of which there should be one, or that a tile was taught by another's name."""
LEAST_SEEN = 1e-3
"""A look to which the eye alone gives less than that is not told by what lies elsewhere."""


def with_single_tiles(reading: Reading, kinds: Sequence[TileKind]) -> Reading:
    """The reading, looks of tiles on the grid weighed by whether the only one of their kind lies elsewhere on it; what was unsure
    still is, for pieces were looked for on another drawing.  What lies beside the grid lies aslant and on others: it is told
    less surely, and tells nothing of the rest."""
    single = {(kind.name, face) for kind in kinds if kind.copies == 1 for face in kind.periods if face not in kind.anonymous}
    tiles = list(reading.tiles)
    seen = [n for n, claim in enumerate(tiles) if isinstance(claim.place, Cell) and claim.place not in reading.hidden]
    chances = {n: _chances(tiles[n], single) for n in seen}
    # The least sure give way first.
    for number in sorted(chances, key=lambda n: tiles[n].log_p):
        others = [other for n, other in chances.items() if n != number]
        free = {kind: max(prod(1 - other.get(kind, 0.0) for other in others), TWICE) for kind in chances[number]}
        looks = [each.look for each in tiles[number].looks]
        weights = {look: free[look.kind or ""] if (look.kind, look.face) in single else 1.0 for look in looks}
        if min(weights.values(), default=1.0) < 1:
            tiles[number] = _weighed(tiles[number], weights)
            chances[number] = _chances(tiles[number], single)
    return replace(reading, tiles=tuple(tiles))


def _chances(claim: TileClaim, single: Set[tuple[str | None, str]]) -> dict[str, float]:
    """How likely each kind of which there is but one lies in a place."""
    chances: defaultdict[str, float] = defaultdict(float)
    for each in claim.looks:
        if (each.look.kind, each.look.face) in single:
            chances[each.look.kind or ""] += exp(each.log_p)
    return chances


def _weighed(claim: TileClaim, weights: Mapping[Look, float]) -> TileClaim:
    """A claim, each look counting so much; what the eye alone would not have told is never surer than BY_TOTAL."""
    chances = {each.look: exp(each.log_p) * weights[each.look] for each in claim.looks}
    told, total = max(chances, key=chances.__getitem__), sum(chances.values())
    if told != claim.best and exp(claim.score(told)) < LEAST_SEEN:
        return claim
    share = chances[told] / total if told == claim.best else min(chances[told] / total, BY_TOTAL)
    rest = max(total - chances[told], LEAST * total)
    shares = {look: share if look == told else (1 - share) * chance / rest for look, chance in chances.items()}
    ranked = sorted(shares.items(), key=lambda item: -item[1])
    return TileClaim(claim.place, tuple(LikelyLook(look, log(max(each, LEAST))) for look, each in ranked), claim.floor)
