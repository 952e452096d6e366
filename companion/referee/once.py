"""What one look after the other claims alike is one piece of evidence, not two: where nothing has stirred an eye errs once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

from companion.core.grid import Place
from companion.core.reading import PieceClaim, Reading, TileClaim
from companion.core.scene import Scene
from companion.referee.chains import Chain
from companion.referee.scoring import Evidence, Misfit, misfits
from companion.referee.wrongs import Wrong

S = TypeVar("S")

HALF_DONE = -4.0
"""What an account loses (nats) at most by a look that it does not explain: the act may have been half done."""

LEAST = 0.1
"""Misfits below that (nats) are not looked at."""

MOST_WRONGS = 12
"""Of so many broken rules, the likeliest, it is asked whether the look before showed them already."""

_Subject = tuple[Place, str | None]
"""What something is told of: a place with a kind of piece, or with None its tile."""


class _Taken(NamedTuple):
    """How the table looks after an account, how much (nats) the look before took from it, for what of that which both looks
    claim alike, and what all looks say of it."""

    scene: Scene
    nats: float
    same: tuple[Misfit, ...]
    history: float = 0.0


class Once(Generic[S]):
    """Gives back to explanations what the look `before` took from the account that they go on from where the look of now takes
    it once more: for places of which both looks claim the very same, and which lie in the explanation as they did in the account.

    What changes such a place later than that stays as unlikely as it is: when the look before was made it had changed already.
    The last action of an account may have been done since then as well, whichever is the likelier.
    """

    def __init__(
        self, starts: Sequence[Chain[S]], before: Reading | None, now: Reading, earlier: Sequence[Reading] = (),
        evidence_of: Callable[[Reading], Evidence] = Evidence,
    ) -> None:
        """`starts` are the accounts of what was done until the look before; `earlier` are the looks before that, oldest first.
        `evidence_of` makes a look ready for questions."""
        self._evidence_of = evidence_of
        evidence = None if before is None else evidence_of(before)
        taken = {} if evidence is None else {start.tokens: misfits(evidence, start.scene, LEAST) for start in starts}
        self._before = evidence
        self._known: dict[tuple[int, int, int], tuple[Scene, float]] = {}
        self._looks = () if before is None else (*earlier, before, now)
        subjects = {(item.place, item.kind) for items in taken.values() for item in items}
        self._same = frozenset() if before is None else said_again(before, now, subjects)
        self._starts = {start.tokens: self._start(start, taken[start.tokens]) for start in starts if start.tokens in taken}

        none = self._starts.get(())
        # What nothing explains was taken from the account of nothing once, in whichever look it was told first.
        self._told = self._by_look(none.scene, earlier) if none is not None and none.same and earlier else ()

    def _start(self, start: Chain[S], items: tuple[Misfit, ...]) -> _Taken:
        same = tuple([item for item in items if (item.place, item.kind) in self._same])
        return _Taken(start.scene, sum(item.nats for item in items), same, start.history)

    def _by_look(self, scene: Scene, earlier: Sequence[Reading]) -> tuple[_Taken, ...]:
        """What each look told first against that scene, and what of it every look since then has said again."""
        found, last = list[_Taken](), tuple[Misfit, ...]()
        for number, look in enumerate(self._looks[:-1]):
            evidence = self._before if number == len(earlier) else self._evidence_of(look)
            items = misfits(evidence, scene, LEAST) if evidence is not None else ()
            known = said_again(self._looks[number - 1], look, _subjects(last)) if number else frozenset()
            first = tuple([item for item in items if (item.place, item.kind) not in known])
            still = frozenset(_subjects(first))
            for one, other in pairwise(self._looks[number:]):
                still = said_again(one, other, still)
            same = tuple([item for item in first if (item.place, item.kind) in still])
            found.append(_Taken(scene, sum(item.nats for item in first), same))
            last = items
        return tuple(found)

    def chains(self, chains: Sequence[Chain[S]]) -> tuple[Chain[S], ...]:
        """Chains with what is given back, best first."""
        if not self._same:
            return tuple(chains)
        return tuple(sorted((self._given(chain, chain.scene) for chain in chains), key=lambda chain: -chain.log_p))

    def wrongs(self, wrongs: Sequence[Wrong[S]]) -> tuple[Wrong[S], ...]:
        """The same for broken rules, which may have lain there in the looks before as well."""
        if not self._same or not wrongs:
            return tuple(wrongs)
        seen = [self._evidence_of(look) for look in self._looks[:-2]] + ([] if self._before is None else [self._before])
        given = [replace(wrong, chain=self._given(wrong.chain, wrong.scene)) for wrong in wrongs]
        given[:MOST_WRONGS] = [self._lain(wrong, one, seen) for wrong, one in zip(wrongs[:MOST_WRONGS], given, strict=False)]
        return tuple(sorted(given, key=lambda wrong: -wrong.log_p))

    def _lain(self, wrong: Wrong[S], given: Wrong[S], seen: Sequence[Evidence]) -> Wrong[S]:
        """The broken rule with what the looks before say of it if it lay there already, from whichever of them on.

        Accounts of more than that nothing had been done were other ones in looks before the last.
        """
        if wrong.chain.tokens not in self._starts:
            return given
        first = len(seen) - 1 if wrong.chain.tokens else 0
        lay, was, most = 0.0, 0.0, given.chain.history
        for number in range(len(seen) - 1, first - 1, -1):
            lay += self._lies(wrong.scene, number, seen)
            was += self._charged(wrong.chain.scene, number, seen)
            most = max(most, wrong.chain.history + lay - was)
        return replace(given, chain=given.chain._replace(history=most))

    def _lies(self, scene: Scene, number: int, seen: Sequence[Evidence]) -> float:
        """What a look says (nats) of a scene that lies there in the next look as well: what that tells again is told there."""
        items = misfits(seen[number], scene, LEAST)
        again = said_again(self._looks[number], self._looks[number + 1], [(item.place, item.kind) for item in items])
        return max(HALF_DONE, -sum(item.nats for item in items if (item.place, item.kind) not in again))

    def _charged(self, scene: Scene, number: int, seen: Sequence[Evidence]) -> float:
        """What a look has taken (nats) from the account that left that scene, but for what the look before had taken."""
        items = misfits(seen[number], scene, LEAST)
        earlier = misfits(seen[number - 1], scene, LEAST) if number else ()
        told = said_again(self._looks[number - 1], self._looks[number], [(item.place, item.kind) for item in earlier])
        back = sum(item.nats for item in earlier if (item.place, item.kind) in told)
        return max(HALF_DONE, min(0.0, back - sum(item.nats for item in items)))

    def _given(self, chain: Chain[S], scene: Scene) -> Chain[S]:
        most = max((one.history + self._back(one, scene) for one in self._accounts(chain)), default=chain.history)
        return chain._replace(history=most) if most > chain.history else chain

    def _back(self, taken: _Taken, scene: Scene) -> float:
        """What is given back (nats) to an explanation that goes on from that account."""
        if not taken.same:
            return 0.0
        told = self._told if taken is self._starts.get(()) and self._told else (taken,)
        return sum(max(min(self._again(one, scene) - one.nats, 0.0), HALF_DONE) - max(-one.nats, HALF_DONE) for one in told)

    def history(self, chain: Chain[S]) -> float:
        """What all looks say (nats) of a chain, the look of now included, which is told only what it says anew: what is half
        done now costs an account that had been wrong before no less."""
        fits = [(one.history, chain.fit + self._again(one, chain.scene)) for one in self._accounts(chain)]
        return max(told + max(min(0.0, fit), HALF_DONE) for told, fit in fits or [(chain.history, chain.fit)])

    def _again(self, taken: _Taken, scene: Scene) -> float:
        """How much (nats) of what the look before took from an account the look of now takes from that scene once more."""
        key = id(taken), id(scene.tiles), id(scene.pieces)
        found = self._known.get(key)
        if found is None:
            again = sum(item.nats for item in taken.same if _stays(item, taken.scene, scene))
            # With the scene, so that no other comes to be known by the same numbers.
            found = self._known[key] = scene, again
        return found[1]

    def _accounts(self, chain: Chain[S]) -> list[_Taken]:
        """The account that a chain goes on from, and that from which one action leads to it."""
        found, starts, near = list[_Taken](), self._starts, len(chain.tokens) - 1
        step: Chain[S] | None = chain
        while step is not None and not (found and len(step.tokens) < near):
            # More than one action may be the same told twice, such as a card that is drawn and one that is drawn and shown.
            if step.tokens in starts and (not found or len(step.tokens) == near):
                found.append(starts[step.tokens])
            step = step.parent
        return found


def _subjects(items: Iterable[Misfit]) -> list[_Subject]:
    return [(item.place, item.kind) for item in items]


def said_again(look: Reading, following: Reading, subjects: Iterable[_Subject]) -> frozenset[_Subject]:
    """Those of which the next look claims the very same; that it claims nothing of a kind of piece again is the same too.

    What else is told of that place does not matter: a card read anew below a mouse says nothing about how the mouse faces.
    """
    mine, theirs, hidden = _claims(look), _claims(following), look.hidden | following.hidden
    alike = {(place, kind) for place, kind in subjects if mine.get((place, kind)) == theirs.get((place, kind))}
    return frozenset((place, kind) for place, kind in alike
                     if place not in hidden and _doubted(look, place, kind) == _doubted(following, place, kind))


def _doubted(look: Reading, place: Place, kind: str | None) -> bool:
    return place in look.unsure and (kind is None or place not in look.tile_only)


def _claims(look: Reading) -> dict[_Subject, list[TileClaim | PieceClaim]]:
    """All that a look claims of each."""
    found: dict[_Subject, list[TileClaim | PieceClaim]] = {(claim.place, None): [claim] for claim in look.tiles}
    for claim in look.pieces:
        found.setdefault((claim.place, claim.kind), []).append(claim)
    return found


def _stays(item: Misfit, scene: Scene, after: Scene) -> bool:
    """Whether what misfits there lies or stands in both scenes alike."""
    # Games hand on what did not change.
    if item.kind is None:
        return scene.tiles is after.tiles or scene.tile(item.place) == after.tile(item.place)
    return scene.pieces is after.pieces or _there(item, scene) == _there(item, after)


def _there(item: Misfit, scene: Scene) -> list[Any]:
    kind, place = item.kind, item.place
    return [piece for piece in scene.pieces if piece[0] == kind and piece[1] == place]
