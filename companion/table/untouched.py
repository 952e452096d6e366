"""What nobody touched looks as it did: a place that no hand came near cannot have changed, whatever one picture says of it.

An eye that is wrong once in a thousand claims is wrong about some place every few minutes; hands tell which changes are real.
An eye that counts its looks tells by the pixels themselves which places changed; another by where it saw hands and motion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from companion.core.grid import Cell, Facing, Place
from companion.core.reading import LikelyLook, NoReading, PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT, Look, Scene
from companion.table.overruling import Overruled, expected_standing, sure_claims
from companion.table.sight import reads

SURE_LOG_P = -0.001
DOUBT = 3.5
"""Where something else is less than that (nats) behind what an eye holds for likeliest, that it agrees proves little."""
UNLIKELY_LOG_P = -12.0

Touched = frozenset[Place] | None
"""The places where somebody may have changed something since the table last matched the record; None: anywhere."""


def touched_after(touched: Touched, result: Reading | NoReading, frame_before: int, look_before: int = 0) -> Touched:
    """What may have been touched after one more picture.

    Looks are compared with each other, so that pictures between them may be left out; but no look may.  Without them, a
    moving picture that does not say where it moved may hide anything, and so may a picture that was left out, or a hand that
    covers no place one could name.
    """
    if isinstance(result, Reading) and result.look:
        if result.look == look_before:
            return touched
        follows = touched is not None and result.look == look_before + 1 and result.changed is not None
        return (touched or frozenset()) | (result.changed or frozenset()) if follows else None
    if look_before:
        return touched
    places = result.moved if isinstance(result, NoReading) else result.hidden
    lost = isinstance(result, Reading) and result.hand and not result.hidden
    if touched is None or places is None or lost or result.frame != frame_before + 1:
        return None
    return touched | places


def settled_after(settled: frozenset[Place], result: Reading | NoReading, look_before: int) -> frozenset[Place]:
    """Of the places that changed as was taken up, those where no later look has found another change."""
    if not isinstance(result, Reading) or result.look == look_before:
        return settled
    return frozenset() if result.changed is None else settled - result.changed


def handled_after(handled: Touched, result: Reading | NoReading) -> Touched:
    """The places over which a hand was seen, or something moved, after one more picture; None where that cannot be told."""
    if isinstance(result, Reading) and not result.hand:
        return handled
    places = result.hidden or None if isinstance(result, Reading) else result.moved
    return None if handled is None or places is None else handled | places


def changed_by_hands(
    handled: Touched, over: Touched, result: Reading | NoReading, look_before: int
) -> tuple[Touched, Touched]:
    """The places that hands have changed, as far as pixels tell, and those they were over since the last look; after one more
    picture.

    What an arm only crosses looks as it did when it is looked at again; and what had changed before it came is not its doing.
    An eye that does not compare its looks tells where hands were, and no more.
    """
    over = handled_after(over, result)
    look = result.look if isinstance(result, Reading) else 0
    if not look and not look_before:
        return handled_after(handled, result), over
    if look in (0, look_before):
        return handled, over
    changed = result.changed if isinstance(result, Reading) else None
    return None if handled is None or over is None or changed is None else handled | (over & changed), frozenset()


def watched(word: Overruled, result: Reading | NoReading, look_before: int) -> Overruled:
    """People's word with what hands were seen to do since, as far as an eye that compares its looks can tell."""
    changed = result.changed if isinstance(result, Reading) and result.look != look_before else None
    handled, over = changed_by_hands(word.handled, word.over, result, look_before)
    return replace(word, changed=word.changed | (changed or frozenset()), handled=handled, over=over)


def still_handled(handled: Touched, touched: Touched, left: frozenset[Place]) -> Touched:
    """The places with hands that still count once something was taken up: of the `touched` places only some are `left`."""
    if touched is None:
        # Anything may have been touched: of what is left nobody saw a hand.
        return frozenset()
    return None if handled is None else handled & left


def with_unstirred(
    reading: Reading, settled: frozenset[Place], handled: Touched, stirred: frozenset[Place] = frozenset()
) -> Reading:
    """The reading with the places where nothing stirred but what is known: what was taken up, or a shadow where no hand was.

    Where something `stirred` before, and nothing has explained it yet, it was no shadow.
    """
    alone = frozenset() if handled is None or reading.touched is None else reading.touched - handled - stirred
    return replace(reading, settled=settled | alone) if settled or alone else reading


def as_untouched(reading: Reading, scene: Scene, touched: Touched, back: str) -> Reading:
    """The reading with the cells that nobody came near as the scene has them, and with what may have been touched.

    Zones beside the grid lie where hands come from: unless pixels were compared, they may always have been touched.  Where they
    were, what shows the same pixels is as it was beyond any doubt of the eye.
    """
    if touched is None:
        return reading
    looks = {item.place: item.look for item in scene.tiles}
    compared = reading.look > 0
    tiles = tuple(
        _as_it_was(claim, looks, back, compared) if _left_alone(claim.place, touched, compared) else claim
        for claim in reading.tiles
    )
    pieces = _pieces_as_they_were(reading, scene, touched)
    if all(one is other for one, other in zip(tiles, reading.tiles, strict=True)):
        tiles = reading.tiles
    everything = touched | {place for place in _places(reading) if not _left_alone(place, touched, compared)}
    return replace(reading, tiles=tiles, pieces=reading.pieces if pieces is None else pieces, touched=everything)


def same_claims(reading: Reading, before: Reading | None) -> Reading:
    """The reading with the very claims of the one before, where both are of one look and equal: who compares has less to do."""
    if before is None or before.look != reading.look:
        return reading
    tiles = before.tiles if before.tiles == reading.tiles else reading.tiles
    pieces = before.pieces if before.pieces == reading.pieces else reading.pieces
    return replace(reading, tiles=tiles, pieces=pieces)


def _places(reading: Reading) -> set[Place]:
    return {claim.place for claim in reading.tiles} | {claim.place for claim in reading.pieces}


def _left_alone(place: Place, touched: frozenset[Place], compared: bool) -> bool:
    return (compared or isinstance(place, Cell)) and place not in touched


def _as_it_was(claim: TileClaim, looks: dict[Place, Look], back: str, compared: bool) -> TileClaim:
    meant = looks.get(claim.place, ABSENT)
    unnamed = meant.kind is None and meant != ABSENT
    if reads(claim, meant) and (unnamed or not compared):
        return claim
    return _certain(claim.place, meant._replace(kind=back) if unnamed else meant)


@lru_cache(maxsize=512)
def _certain(place: Place, look: Look) -> TileClaim:
    return TileClaim(place, (LikelyLook(look, SURE_LOG_P),))


def unlike(reading: Reading, scene: Scene) -> frozenset[Place]:
    """The places where the likeliest looks of a reading are not what the scene has."""
    looks = {item.place: item.look for item in scene.tiles}
    tiles = {claim.place for claim in reading.tiles if not reads(claim, looks.get(claim.place, ABSENT))}
    return frozenset(tiles | {place for _, place in _standing_otherwise(reading, _expected(scene))} - reading.hidden)


def doubtful(reading: Reading) -> frozenset[Place]:
    """The places of which a reading tells something that may well be otherwise."""
    tiles = {claim.place for claim in reading.tiles if _close([item.log_p for item in claim.looks])}
    pieces = {claim.place for claim in reading.pieces if _may_be_otherwise(claim)}
    return frozenset(tiles | pieces)


def _may_be_otherwise(claim: PieceClaim) -> bool:
    facings = claim.log_p_facings if claim.count == 1 and claim.log_p_facings is not None else ()
    return _close(claim.log_p_counts) or _close(facings) or _close([log_p for _, log_p in claim.faces])


def _close(chances: Sequence[float]) -> bool:
    """Whether the second of some log-probabilities is hardly behind the first."""
    best = sorted(chances)[-2:]
    return len(best) == 2 and best[1] - best[0] < DOUBT


def still_touched(touched: Touched, reading: Reading, scene: Scene) -> frozenset[Place]:
    """What may still have been touched once that reading was taken for that scene: what it cannot tell, or tells otherwise, or
    does not tell clearly."""
    left = unlike(reading, scene) | reading.unsure | reading.hidden | doubtful(reading)
    return left if touched is None else left & (touched | unlike(reading, scene))


def unexplained(stirred: frozenset[Place], touched: Touched, handled: Touched, explained: frozenset[Place]) -> frozenset[Place]:
    """Where hands changed something that nothing explains: in those places of before, and in touched ones that a hand was over.

    Though the eye sees nothing new there something may have been done; no later look that shows it must be taken for an error.
    """
    now = frozenset[Place]() if touched is None or handled is None else touched & handled
    return (stirred | now) - explained


_Expected = dict[tuple[str, Place], tuple[int, Facing | None, tuple[str, ...]]]


def _expected(scene: Scene) -> _Expected:
    return {(kind, place): (count, facing, faces) for kind in {piece.kind for piece in scene.pieces}
            for place, count, facing, faces in expected_standing(scene.pieces, kind)}


def _standing_otherwise(reading: Reading, expected: _Expected) -> set[tuple[str, Place]]:
    """The kinds and places where another number stands than expected, or the only one faces another way or shows another side."""
    wrong: set[tuple[str, Place]] = set()
    seen: dict[tuple[str, Place], int] = {}
    for claim in reading.pieces:
        key = (claim.kind, claim.place)
        seen[key] = seen.get(key, 0) + claim.count
        told = expected.get(key)
        if told is not None and told[1] is not None and told[0] == 1 and claim.facing != told[1]:
            wrong.add(key)
        if told is not None and told[2] and claim.count and claim.face is not None and claim.face not in told[2]:
            wrong.add(key)
    return wrong | {key for key in seen.keys() | expected.keys() if seen.get(key, 0) != expected.get(key, (0, None, ()))[0]}


def _pieces_as_they_were(reading: Reading, scene: Scene, touched: frozenset[Place]) -> tuple[PieceClaim, ...] | None:
    """The claims of pieces with those of untouched cells put right; None where nothing has to be."""
    expected = _expected(scene)
    compared = reading.look > 0
    wrong = {key for key in _standing_otherwise(reading, expected)
             if _left_alone(key[1], touched, compared) and key[1] not in reading.hidden}
    told = _told_by_pixels(reading, expected, touched) - wrong if compared else set()
    if not wrong and not told:
        return None
    kept = [claim for claim in reading.pieces if (claim.kind, claim.place) not in wrong | told]
    meant = sorted((key for key in wrong | told if key in expected), key=repr)
    return (*kept, *(claim for kind, place in meant for claim in sure_claims(kind, place, *expected[kind, place])))


def _told_by_pixels(reading: Reading, expected: _Expected, touched: frozenset[Place]) -> set[tuple[str, Place]]:
    """The kinds and places where pieces stand as they did, as nobody came near, and the record knows all that the eye tells."""
    told: set[tuple[str, Place]] = set()
    for claim in reading.pieces:
        key = (claim.kind, claim.place)
        number, facing, faces = expected.get(key, (0, None, ()))
        turned = claim.log_p_facings is not None and (facing is None or number > 1)
        if claim.place not in touched | reading.hidden and not (number and (turned or (claim.faces and not faces))):
            told.add(key)
    return told
