"""What is known of the whole table: of a kind of tile the box holds only so many, so no more places show it.

Each claim of a reading stands for itself, and two drawings that differ by a shade of pink may both be read as the one of them
that was taught plainly; of a corridor that a dragon stands on, nobody sees whether a cobweb spans it.  Where as many as there
are of a kind are seen elsewhere, a place shows another.  As with the pieces that are always on the table (`totals`), this is
for a person who asks what lies there; the referee weighs whole states, in which every tile lies but once.

    1 which kinds may lie in more places than there are of them    2 all ways to share these out, place by place, forwards and
    backwards (the sum-product algorithm on a chain: Bishop, Pattern Recognition and Machine Learning, 8.4)    3 what each place
    shows in how much of them
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from math import exp, log

from companion.core.catalogue import TileKind
from companion.core.grid import Cell, Place
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import Look
from vision.frame import TeachingPicture
from vision.totals import BY_TOTAL, LEAST

ONE_MORE = 1e-4
"""The probability that a box holds one more of a kind than it should, or that a tile was taught by another's name."""
LEAST_SEEN = 1e-3
"""A look to which the eye alone gives less than that is not told by what lies elsewhere."""
HARDLY = 1e-5
"""What is less likely than that in its place takes no part in the sharing out."""
FEW = 1e-7
"""Ways to share out that are less likely than the likeliest by such a factor are left aside."""

Shares = dict[str | None, float]
"""How likely a place shows each contended kind, None for all others together."""
Used = tuple[int, ...]
"""How many of each contended kind lie in the places so far."""
Step = tuple[Used, float]


def counted(kinds: Sequence[TileKind], taught: Sequence[TileKind]) -> tuple[TileKind, ...]:
    """The kinds of a game, those of which it does not say how many there are, but that all lie on the grid at all times, with as
    many copies as were `taught`."""
    laid = {kind.name: kind.copies for kind in taught}
    return tuple(kind if kind.copies or not kind.stays else replace(kind, copies=laid.get(kind.name, 0)) for kind in kinds)


def with_taught_copies(
    kinds: Sequence[TileKind], pictures: Sequence[TeachingPicture], cells: Sequence[Cell]
) -> tuple[TileKind, ...]:
    """The kinds with as many copies as lie on the grid in each teaching picture; as they were when a picture shows another number
    or leaves a cell out."""
    laid = [[tile.tile for tile in picture.tiles if isinstance(tile.tile.place, Cell)] for picture in pictures]
    if not laid or any({tile.place for tile in tiles} != set(cells) for tiles in laid):
        return tuple(kinds)
    numbers = [{kind.name: sum(tile.look.kind == kind.name for tile in tiles) for kind in kinds} for tiles in laid]
    same = all(each == numbers[0] for each in numbers)
    return tuple(replace(kind, copies=numbers[0][kind.name]) for kind in kinds) if same else tuple(kinds)


def with_copies(reading: Reading, kinds: Sequence[TileKind]) -> Reading:
    """The reading, looks of tiles on the grid weighed by whether all of their kind lie elsewhere on it.

    What was unsure still is, for pieces were looked for on another drawing.  What lies beside the grid lies aslant and on others:
    it is told less surely, and tells nothing of the rest.
    """
    copies = {kind.name: kind.copies for kind in kinds if kind.copies}
    named = {(kind.name, face) for kind in kinds if kind.copies for face in kind.periods if face not in kind.anonymous}
    own = {number: _shares(claim, named) for number, claim in enumerate(reading.tiles) if _on_grid(reading, claim.place)}
    contended = _contended(own.values(), copies)
    own = {number: merged for number, shares in own.items() if set(merged := _merged(shares, contended)) != {None}}
    after = _shared_out(list(own.values()), [copies[kind] for kind in contended], {kind: n for n, kind in enumerate(contended)})
    tiles = list(reading.tiles)
    for (number, before), now in zip(own.items(), after, strict=True):
        weights = {kind: now.get(kind, 0.0) / share for kind, share in before.items()}
        looks = [each.look for each in tiles[number].looks]
        rest = weights.get(None, 0.0)
        tiles[number] = _weighed(
            tiles[number], {look: weights.get(look.kind, rest) if (look.kind, look.face) in named else rest for look in looks}
        )
    return replace(reading, tiles=tuple(tiles))


def _on_grid(reading: Reading, place: Place) -> bool:
    """Whether a place is a cell that is seen."""
    return isinstance(place, Cell) and (place not in reading.hidden or place in reading.glimpsed)


def _shares(claim: TileClaim, named: Set[tuple[str | None, str]]) -> Shares:
    """How likely each kind whose copies are known lies in a place, None for all that is anything else."""
    shares: defaultdict[str | None, float] = defaultdict(float)
    for each in claim.looks:
        shares[each.look.kind if (each.look.kind, each.look.face) in named else None] += exp(each.log_p)
    return dict(shares)


def _contended(shares: Iterable[Shares], copies: Mapping[str, int]) -> list[str]:
    """The kinds that may lie in more places than there are of them."""
    places = Counter(kind for each in shares for kind, share in each.items() if kind is not None and share >= HARDLY)
    return sorted(kind for kind, number in places.items() if number > copies[kind])


def _merged(shares: Shares, contended: Sequence[str]) -> Shares:
    """The shares of contended kinds, all others and what is hardly likely together."""
    kept: Shares = {kind: share for kind, share in shares.items() if kind in contended and share >= HARDLY}
    rest = sum(shares.values()) - sum(kept.values())
    return {**kept, None: rest} if rest > 0 else kept


def _shared_out(places: Sequence[Shares], copies: Sequence[int], numbers: Mapping[str | None, int]) -> list[Shares]:
    """What each place shows in how much of all ways to share out, `copies` of every kind by its number."""
    ways: list[dict[Used, float]] = [{(0,) * len(copies): 1.0}]
    for shares in places:
        ahead: defaultdict[Used, float] = defaultdict(float)
        for used, way in ways[-1].items():
            for kind, share in shares.items():
                after, cost = _step(used, numbers.get(kind), copies)
                ahead[after] += way * share * cost
        least = FEW * max(ahead.values())
        ways.append({used: way for used, way in ahead.items() if way >= least})
    onward = dict.fromkeys(ways[-1], 1.0)
    told: list[Shares] = []
    for shares, before in zip(reversed(places), reversed(ways[:-1]), strict=True):
        parts: defaultdict[str | None, float] = defaultdict(float)
        back: defaultdict[Used, float] = defaultdict(float)
        for used, way in before.items():
            for kind, share in shares.items():
                after, cost = _step(used, numbers.get(kind), copies)
                part = share * cost * onward.get(after, 0.0)
                back[used] += part
                parts[kind] += way * part
        total = sum(parts.values())
        told.append({kind: part / total for kind, part in parts.items()})
        onward = back
    return told[::-1]


def _step(used: Used, kind: int | None, copies: Sequence[int]) -> Step:
    """What is used once one more of a kind lies there, and how likely it is that there is one more."""
    if kind is None:
        return used, 1.0
    if used[kind] == copies[kind]:
        return used, ONE_MORE
    return (*used[:kind], used[kind] + 1, *used[kind + 1 :]), 1.0


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
