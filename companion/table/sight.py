"""What a reading shows at best, and how readings and scenes differ."""

from __future__ import annotations

from collections import Counter, defaultdict

from companion.core.catalogue import Catalogue
from companion.core.grid import Cell, Facing, Place
from companion.core.reading import PieceClaim, Reading, TileClaim
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt

SLACK_NATS = 3.0
"""Two readings disagree about a place only where neither finds the other's best guess this nearly as likely as its own."""


def agree(before: Reading, after: Reading) -> bool:
    """Whether two readings may well show the same table: same hidden places, and no place that surely looks different."""
    if before.hidden != after.hidden:
        return False
    doubtful = before.unsure | after.unsure | after.hidden
    tiles = {claim.place: claim for claim in before.tiles}
    for claim in after.tiles:
        old = tiles.get(claim.place)
        if claim.place not in doubtful and old is not None and not _same_look(old, claim):
            return False
    old_pieces, new_pieces = _by_side(before), _by_side(after)
    return all(key[1] in doubtful or _same_pieces(old_pieces.get(key), new_pieces.get(key))
               for key in old_pieces.keys() | new_pieces.keys())


def shows(place: Place, expected: Look, seen: Look) -> bool:
    """Whether a look that was read is the look a scene asks for in that place.

    Any kind may hide under a face without a name; beside the grid a tile lies as it fell, and its turns mean nothing.
    """
    if expected.kind is None or expected.face != seen.face:
        return expected.face == seen.face
    return expected.kind == seen.kind and (expected.turns == seen.turns or not isinstance(place, Cell))


def reads(claim: TileClaim, expected: Look) -> bool:
    """Whether the likeliest look that was read in a place is the one a scene asks for; of several that are equally likely, such
    as cards with one picture, any may be."""
    alike = (item.look for item in claim.looks if item.log_p >= claim.log_p)
    return shows(claim.place, expected, claim.best) or any(shows(claim.place, expected, look) for look in alike)


def changed_places(before: Scene, after: Scene) -> frozenset[Place]:
    """The places where two scenes differ."""
    old, new = _contents(before), _contents(after)
    return frozenset(place for place in old.keys() | new.keys() if old.get(place) != new.get(place))


def reveals(before: Scene, after: Scene, catalogue: Catalogue) -> bool:
    """Whether more can be recognised after than before: a tile turned up, or drawn, even one the record cannot name."""
    hiding = _hiding(catalogue)
    return bool(_open_tiles(after, hiding) - _open_tiles(before, hiding))


def best_scene(reading: Reading, catalogue: Catalogue) -> Scene:
    """The scene of all likeliest guesses; a face that hides its kind has the kind None, as in the scenes of games."""
    hiding = _hiding(catalogue)
    tiles = tuple(TileAt(claim.place, _nameless(claim.best, hiding, catalogue.back))
                  for claim in reading.tiles if claim.best != ABSENT)
    pieces = tuple(PieceAt(claim.kind, claim.place, claim.facing) for claim in reading.pieces for _ in range(claim.count))
    return Scene(tiles, pieces)


def _same_look(old: TileClaim, new: TileClaim) -> bool:
    if old.best == new.best:
        return True
    return new.score(old.best) >= new.log_p - SLACK_NATS or old.score(new.best) >= old.log_p - SLACK_NATS


def _by_side(reading: Reading) -> dict[tuple[str, Place, str | None], PieceClaim]:
    """The claims by kind and place; where pieces of a kind show several sides there, each of these by itself."""
    places = Counter((claim.kind, claim.place) for claim in reading.pieces)
    return {(claim.kind, claim.place, claim.face if places[claim.kind, claim.place] > 1 else None): claim
            for claim in reading.pieces}


def _same_pieces(old: PieceClaim | None, new: PieceClaim | None) -> bool:
    """Whether the number of pieces, how they face and the side they show may well be the same; a missing claim means that none
    stands there."""
    counts = (0 if old is None else old.count, 0 if new is None else new.count)
    if counts[0] != counts[1]:
        return any(claim is not None and claim.score(other) >= claim.score(own) - SLACK_NATS
                   for claim, own, other in ((old, counts[0], counts[1]), (new, counts[1], counts[0])))
    if old is None or new is None or not counts[0]:
        return True
    if not any(claim.score_face(other.face) >= -SLACK_NATS for claim, other in ((old, new), (new, old))):
        return False
    if old.facing == new.facing or old.facing is None or new.facing is None:
        return True
    return any(claim.log_p_facings is not None
               and claim.log_p_facings[other] >= max(claim.log_p_facings) - SLACK_NATS
               for claim, other in ((old, new.facing), (new, old.facing)))


def _contents(scene: Scene) -> dict[Place, tuple[Look, tuple[tuple[str, Facing | None, str, str], ...]]]:
    """What can be seen in each place; also which sides of pieces are up."""
    pieces: dict[Place, list[tuple[str, Facing | None, str, str]]] = defaultdict(list)
    for piece in scene.pieces:
        pieces[piece.place].append((piece.kind, piece.facing, piece.on or "", piece.face or ""))
    looks = {tile.place: tile.look for tile in scene.tiles}
    places = looks.keys() | pieces.keys()
    return {place: (looks.get(place, ABSENT), tuple(sorted(pieces[place], key=repr))) for place in places}


_Hiding = set[tuple[str | None, str]]


def _hiding(catalogue: Catalogue) -> _Hiding:
    """The (kind, face) pairs that hide which kind a tile is; the face alone does not tell, another kind may be named by it."""
    faces = {(kind.name, face) for kind in catalogue.tiles for face in kind.anonymous}
    return {*faces, *((name, face) for _, face in faces for name in (None, catalogue.back))}


def _open_tiles(scene: Scene, hiding: _Hiding) -> Counter[str | None]:
    looks = (tile.look for tile in scene.tiles if tile.look != ABSENT)
    return Counter(look.kind for look in looks if (look.kind, look.face) not in hiding)


def _nameless(look: Look, hiding: _Hiding, back: str) -> Look:
    return Look(None, look.face) if (look.kind, look.face) in hiding or look.kind == back else look
