"""Reasons not to speak yet: an explanation that rests on what was not seen, that may go on, or that left hardly a trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import exp, log
from typing import Any, TypeVar

from companion.core.catalogue import Catalogue
from companion.core.game import Game
from companion.core.grid import Cell, Place
from companion.core.scene import ABSENT, Look, Scene
from companion.referee.case import Case
from companion.referee.chains import Chain
from companion.referee.changes import Change, change
from companion.referee.laid import tile_changes
from companion.referee.scoring import Evidence, misfits
from companion.referee.settings import Settings
from companion.referee.tree import follower, reacher
from companion.referee.trips import there_and_back
from companion.referee.wrongs import Wrong

S = TypeVar("S")
MOST_SIBLINGS = 200
"""More legal acts than that are not compared: the act may go on."""

MOST_ACCOUNTS = 4
"""So many lawful accounts are looked at for what they miss."""

MOST_BEFORE = 4
"""So many beginnings without a trace are followed."""

MUCH = 1 / 3
"""What is as large as that share of a tile hides much of its drawing."""

ALIKE = 1.3
"""Pieces at most so many times as high and as wide as each other may be taken for one."""


def rests_on_unseen(game: Game[S, Any], case: Case[S], best: Chain[S], settings: Settings) -> bool:
    """Whether a tile of this explanation was not seen, or a covered cell may hold what left so thin a trace."""
    for before, after in _acts(game, best):
        made = change(before.scene, after.scene)
        cells = [place for place, _ in made.looks if isinstance(place, Cell)]
        unseen = [place for place in cells if not case.evidence.trusted(place)]
        # A whole row that was pushed is plain although one tile of it lies askew; so is an act that shows plainly beside the grid
        # as well, where nothing that it changes is covered.
        faint = unseen and len(unseen) >= sum(_plainly_new(case, place, settings) for place in cells)
        if faint and not (case.evidence.ignored.isdisjoint(unseen) and _shows_beside(case, made, settings)):
            return True
        # The change may as well lie under whatever covers a cell, unless this one is plain.
        plain = any(_plainly_new(case, place, settings) for place in cells)
        if case.covered and made.looks and not plain:
            return True
    return False


def _acts(game: Game[S, Any], best: Chain[S]) -> Iterator[tuple[Chain[S], Chain[S]]]:
    """Where each act of a chain begins and ends: nobody rests before all of it is done."""
    after = best
    for step in best.steps():
        if step is not best and (step.parent is None or game.at_rest(step.state)):
            yield step, after
            after = step


def _shows_beside(case: Case[S], made: Change, settings: Settings) -> bool:
    """Whether tiles beside the grid or pieces surely do not lie as on record, as far as an act changed them."""
    if any(_plainly_new(case, place, settings) for place, _ in made.looks if not isinstance(place, Cell)):
        return True
    moved = {(piece.kind, piece.place) for piece in (*made.taken, *made.put) if case.evidence.trusted(piece.place, piece.kind)}
    left = case.left_over(case.scene, settings.margins.span)
    return any((item.kind, item.place) in moved for item in left)


def _plainly_new(case: Case[S], place: Place, settings: Settings) -> bool:
    """Whether a tile surely does not look as on record."""
    return case.evidence.trusted(place) and case.evidence.tile(place, case.scene.tile(place)) < -settings.margins.span


def solid_part(game: Game[S, Any], best: Chain[S]) -> Chain[S]:
    """The explanation up to the first turn of which nothing but own tiles turned over tells, if any does."""
    steps, hands = list(reversed(list(best.steps()))), in_hands(game, best.state)
    if not any(_thin(step, hands) for step in steps):
        return best
    turns = [game.view(step.state, None).turn for step in steps]
    beginning: Chain[S] = steps[0]
    for number in range(1, len(steps)):
        if number + 1 < len(steps) and turns[number] == turns[number - 1]:
            continue
        made = change(beginning.scene, steps[number].scene)
        of_turn = steps[steps.index(beginning) + 1 : number + 1]
        if any(_thin(step, hands) for step in of_turn) and (made.only_at(hands) or not made):
            return beginning
        beginning = steps[number]
    return best


def stirred_part(case: Case[S], best: Chain[S], settings: Settings) -> Chain[S]:
    """The explanation without last acts of which no pixel tells, where the eye may have misread instead what they explain."""
    reading = case.evidence.reading
    if reading.touched is None or not reading.look:
        return best
    part, weighed = best, {chain.tokens: chain for chain in case.chains}
    while part.tokens[:-1] in weighed:
        before = weighed[part.tokens[:-1]]
        places = change(before.scene, part.scene).places
        plain = before.log_p <= best.log_p - settings.margins.misfit
        if plain or not before.tokens or not places or not reading.touched.isdisjoint(places):
            break
        part = before
    return part


def together(case: Case[S], best: Chain[S], rivals: Sequence[Chain[S]], window: float) -> float:
    """By how much (nats) rivals that look different from each other are likelier together than the likeliest of them.

    Those further than `window` behind the best one do not count, nor longer ones: of many acts there are many ways to anything.
    Neither do those that only tell otherwise how something lies that is not in its place.
    """
    seen: dict[Scene, float] = {}
    for chain in rivals:
        near = chain.log_p > best.log_p - window and len(chain.tokens) <= len(best.tokens)
        if near and any(case.evidence.trusted(*subject) for subject in change(best.scene, chain.scene).subjects):
            seen[chain.scene] = max(chain.log_p, seen.get(chain.scene, chain.log_p))
    most = max(seen.values(), default=0.0)
    return log(sum(exp(log_p - most) for log_p in seen.values())) if seen else 0.0


def weak_evidence(game: Game[S, Any], case: Case[S], settings: Settings) -> float:
    """How much more must speak for a broken rule where some lawful account misses nothing but how one piece faces or the tile
    below it (most where it has put that piece down just now), that piece itself where the eye holds it for possible, how many lie
    where it has laid one, one of two pieces, or a small one where a larger has just come."""
    for chain in case.chains[:MOST_ACCOUNTS]:
        left = sorted(case.left_over(chain.scene, settings.margins.doubt), key=lambda item: item.nats)
        if not left or any(item.nats > settings.margins.misfit for item in left[:-1]):
            continue
        there = (left[-1].kind, left[-1].place)
        stands = any((piece.kind, piece.place) == there and piece.facing is not None for piece in chain.scene.pieces)
        seen = any((claim.kind, claim.place) == there and claim.count for claim in case.evidence.reading.pieces)
        landed = bool(chain.tokens) or there[1] in case.evidence.reading.settled
        if (stands and seen) or (landed and below_a_piece(game, case, chain, *there)):
            return settings.margins.nose if landed else settings.margins.facing
        if missed_there(case, chain, *there):
            return settings.margins.nose
        catalogue = game.catalogue
        unseen = hidden_by_another(catalogue, case, chain, *there) or below_a_newcomer(catalogue, case, chain, *there)
        if unseen or (seen and added_there(case, chain, *there)):
            return settings.margins.facing
    return 0.0


def below_a_piece(game: Game[S, Any], case: Case[S], chain: Chain[S], kind: str | None, place: Place) -> bool:
    """Whether that is the tile below a piece so large that it hides much of the drawing, and which has just come there."""
    if kind is not None:
        return False
    come = place in case.evidence.reading.settled or place in change(case.scene, chain.scene).places
    least = MUCH * game.layout_of(chain.state).tile_mm ** 2
    sizes = (game.catalogue.piece(piece.kind).size_mm for piece in chain.scene.pieces if piece.place == place)
    return come and any(size_mm ** 2 > least for size_mm in sizes)


def missed_there(case: Case[S], chain: Chain[S], kind: str | None, place: Place) -> bool:
    """Whether the eye rather sees no such piece where lawful play has put one just now or turned it over, but holds it for
    possible: it looked at that place anew, and errs there now and then.  Of a piece that is gone it claims nothing anywhere."""
    there = [claim for claim in case.evidence.reading.pieces if (claim.kind, claim.place) == (kind, place)]
    now, then = (
        Counter(one for one in scene.pieces if (one.kind, one.place) == (kind, place)) for scene in (chain.scene, case.scene)
    )
    come = bool(now - then) or place in case.evidence.reading.settled
    return come and bool(now) and bool(there) and not any(claim.count for claim in there)


def hidden_by_another(catalogue: Catalogue, case: Case[S], chain: Chain[S], kind: str | None, place: Place) -> bool:
    """Whether the chain has a piece where the eye sees only another one of like size: of two that stand close together one may
    be overlooked, or both taken for one."""
    expected = any((piece.kind, piece.place) == (kind, place) for piece in chain.scene.pieces)
    if kind is None or not expected:
        return False
    seen = {claim.kind for claim in case.evidence.reading.pieces if claim.place == place and claim.count}
    others = {piece.kind for piece in chain.scene.pieces if piece.place == place} & seen
    return kind not in seen and any(_of_like_size(catalogue, kind, other) for other in others)


def below_a_newcomer(catalogue: Catalogue, case: Case[S], chain: Chain[S], kind: str | None, place: Place) -> bool:
    """Whether the chain has more of that kind than the eye sees where a larger piece has just come: it may hide a small one."""
    come = place in case.evidence.reading.settled or place in change(case.scene, chain.scene).places
    if kind is None or not come:
        return False
    there = Counter(piece.kind for piece in chain.scene.pieces if piece.place == place)
    seen = sum(claim.count for claim in case.evidence.reading.pieces if (claim.kind, claim.place) == (kind, place))
    return seen < there[kind] and any(catalogue.piece(kind).size_mm < catalogue.piece(other).size_mm for other in there)


def _of_like_size(catalogue: Catalogue, one: str, other: str) -> bool:
    low, high = sorted(catalogue.piece(kind).height_mm for kind in (one, other))
    narrow, wide = sorted(catalogue.piece(kind).size_mm for kind in (one, other))
    return high <= ALIKE * low and wide <= ALIKE * narrow


def added_there(case: Case[S], chain: Chain[S], kind: str | None, place: Place) -> bool:
    """Whether the chain lays one of that kind there, or lawful play has just now, and something may have changed there."""
    touched, settled = case.evidence.reading.touched, case.evidence.reading.settled
    if touched is not None and place not in touched:
        return False
    now, then = (sum((one.kind, one.place) == (kind, place) for one in scene.pieces) for scene in (chain.scene, case.scene))
    return now > then or (now > 0 and place in settled)


def comes_back(best: Chain[S], before: Scene) -> bool:
    """Whether a tile changed more than once and lies as before at last, such as a card covered by one that looks like the one
    below, or a piece went somewhere and stands where it stood: an act half done looks the same."""
    times: Counter[Place] = Counter()
    for step in best.steps():
        if step.parent is not None:
            times.update(place for place, _, _ in tile_changes(step.scene, step.parent.scene))
    looks = ((best.scene.tile(place), before.tile(place)) for place, number in times.items() if number > 1)
    return any(now == then != ABSENT for now, then in looks) or bool(there_and_back(best))


def was_put_back(
    case: Case[S], scene: Scene, between: Sequence[Evidence], settings: Settings, on_the_way: Sequence[Scene] = ()
) -> bool:
    """Whether a look in between showed something somewhere that is neither on record nor in that scene, nor in those that led
    to it: it was put back since, and that is what stirred, also where else it had been taken from."""
    least = settings.margins.misfit
    for evidence in between:
        amiss = {item.place for item in misfits(evidence, case.scene, least)}
        others = ({item.place for item in misfits(evidence, one, least)} for one in (scene, *on_the_way))
        if amiss and not any(amiss.isdisjoint(places) for places in others):
            return True
    return False


def lies_half_done(case: Case[S], scene: Scene, least: float) -> bool:
    """Whether something surely lies neither as on record nor as in that scene, such as one of two wedges that are being taken:
    what led there may still be going on."""
    now, then = ({(item.place, item.kind) for item in case.left_over(one, least)} for one in (scene, case.scene))
    return any(case.evidence.trusted(*subject) for subject in now & then)


def in_hands(game: Game[S, Any], state: S) -> frozenset[Place]:
    """The places of own tiles, which people may turn over for no reason."""
    return frozenset(zone.place for zone in game.layout_of(state).zones if zone.role == "hand")


def _thin(step: Chain[Any], hands: frozenset[Place]) -> bool:
    return step.parent is not None and change(step.parent.scene, step.scene).only_at(hands)


def could_go_on(game: Game[S, Any], best: Chain[S]) -> bool:
    """Whether the last act, a displacement of pieces or an own tile turned over, may be the first half of another legal act."""
    before = best.parent
    if before is None:
        return False
    made = change(before.scene, best.scene)
    if made.only_at(in_hands(game, best.state)):
        lawful = (scene for scene in _next_scenes(game, before.state) if scene != best.scene)
        return any(_half_of(made, change(before.scene, scene)) for scene in lawful)
    if not made.pieces_only:
        return False
    if len(game.actions(before.state)) > MOST_SIBLINGS:
        return True
    # Only what leaves the tiles alone may be the whole of a displacement of pieces.
    still = _next_scenes(game, before.state, lambda reach: not reach)
    alike = (scene for scene in still if not tile_changes(scene, before.scene))
    return any(_goes_on(made, change(before.scene, scene)) for scene in alike if scene != best.scene)


def may_become_lawful(game: Game[S, Any], case: Case[S], wrong: Wrong[S]) -> bool:
    """Whether what lies there may be lawful play in the middle: whoever goes on without undoing anything breaks no rule."""
    base = case.root.scene
    made = change(base, wrong.scene)
    # Before the act there may have been something that left no trace, such as a mouse that stays.
    states = [chain.state for chain in case.chains if chain.scene == base][:MOST_BEFORE]
    # What was begun goes on with the next act, of which some may be done already: a card put away before the cheese is laid.
    states += [chain.state for chain in case.chains if chain.tokens][:MOST_BEFORE]
    lawful = [chain.scene for chain in case.chains[:MOST_SIBLINGS] if chain.tokens]
    if any(_leads_on_to(made, base, scene) for scene in lawful):
        return True
    return any(
        _leads_on_to(made, base, scene)
        for state in states for scene in _next_scenes(game, state, _covering(game, state, made, base))
    )


def _leads_on_to(made: Change, base: Scene, scene: Scene) -> bool:
    """Whether what was made of a table may be half of what makes that scene of it; most acts hand on all tiles."""
    return not (made.looks and scene.tiles is base.tiles) and _half_of(made, change(base, scene))


def _covering(game: Game[S, Any], state: S, made: Change, base: Scene) -> Callable[[frozenset[Place]], bool]:
    """Whether an act that reaches so far may change all tiles that were, and that do not lie otherwise before it already."""
    before = {place for place, _, _ in tile_changes(game.scene(state), base)}
    still = frozenset(place for place, _ in made.looks if place not in before)
    return still.issubset


def _next_scenes(
    game: Game[S, Any], state: S, may_be: Callable[[frozenset[Place]], bool] = lambda reach: True
) -> Iterator[Scene]:
    """What the table may look like after one act more, as far as anybody asks; nothing where too many are legal.  `may_be` is
    asked of the tiles that an act may change where that is known."""
    actions, follow, reach = game.actions(state) if game.actor(state) is not None else (), follower(game), reacher(game)
    if len(actions) <= MOST_SIBLINGS:
        reached = ((action, reach(state, action)) for action in actions)
        yield from (game.scene(follow(state, action)) for action, tiles in reached if tiles is None or may_be(tiles))


def _half_of(made: Change, whole: Change) -> bool:
    """Whether every change made is one of the whole's; what was lifted may still be put down."""
    looks = dict(whole.looks)
    if not all(place in looks and _may_become(look, looks[place]) for place, look in made.looks):
        return False
    taken, put = Counter(made.taken) - Counter(whole.taken), Counter(made.put) - Counter(whole.put)
    return not taken and not put


def _may_become(look: Look, meant: Look) -> bool:
    return look in (meant, ABSENT) or (meant.kind is None and meant.face == look.face)


def _goes_on(made: Change, other: Change) -> bool:
    """Whether `made` may be half of `other`: the same pieces in the same places, turned otherwise, or more besides."""
    if other.looks:
        return False
    taken, others_taken = set(made.taken), set(other.taken)
    if taken == others_taken:
        # A die that was rolled lies as it lies; only how a piece faces is still open.
        return {(p.kind, p.place, p.face) for p in made.put} == {(p.kind, p.place, p.face) for p in other.put}
    return taken < others_taken and set(made.put) <= set(other.put)
