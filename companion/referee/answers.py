"""The answers to a question about what was done: lawful ones, and those of whoever did what the rules forbid and can say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

from companion.core.finding import Choice
from companion.core.game import Game, KeepsSecrets
from companion.core.ruling import Ruling
from companion.referee.case import Case
from companion.referee.chains import Chain
from companion.referee.doubts import added_there
from companion.referee.explain import told
from companion.referee.settings import Settings
from companion.referee.wrongs import Wrong

S = TypeVar("S")
MOST_CHOICES = 4
PUT_BACK = Choice("Nothing; I put it back as it was", ())

MOST_BROKEN, AS_SURE = 2, 1.0
"""So many acts that the rules forbid may be answers; none that is by more than so much (nats) less likely than lawful play."""


def what_happened(names: str) -> str:
    """The question what somebody did at places of these names."""
    return f"What happened at {names}? If nothing did, take hands and sleeves away and let the camera see {names}."


class Answers(Generic[S]):
    """What people may answer to questions about one case."""

    def __init__(self, game: Game[S, Any], settings: Settings, case: Case[S]) -> None:
        self._game, self._settings, self._case = game, settings, case
        self._words: dict[tuple[Chain[S], Chain[S] | None], str] = {}
        self._given: dict[tuple[Chain[S], Chain[S] | None], Choice] = {}

    def lawful(self, chain: Chain[S], since: Chain[S] | None = None) -> Choice:
        """An answer; where it leaves something to explain, that is judged afterwards."""
        found = self._given.get((chain, since))
        if found is None:
            found = self._given[chain, since] = Choice(self._told(chain, since), chain.tokens, self._goes_on(chain))
        return found

    def _told(self, chain: Chain[S], since: Chain[S] | None) -> str:
        words = self._words.get((chain, since))
        if words is None:
            words = self._words[chain, since] = told(self._game, self._case.root.state, chain, since)
        return words

    def _goes_on(self, chain: Chain[S]) -> bool:
        """Whether more was done after it.  What looks as it did before is no trace of more, nor how many the eye counts where
        they say they have laid one: it is wrong there, and people's word holds; unless a longer account, by which it was undone,
        is the likelier."""
        case, least = self._case, self._settings.margins.doubt
        rest, before = ({(item.place, item.kind) for item in case.left_over(scene, least)} for scene in (chain.scene, case.scene))
        before -= {(place, kind) for place, kind in rest if added_there(case, chain, kind, place)}
        longer = any(other.extends(chain) and other.log_p > chain.log_p for other in case.chains)
        return bool(rest) and (longer or not rest.isdisjoint(before))

    def alike(self, fork: Chain[S], alike: list[Chain[S]]) -> tuple[Choice, ...]:
        """Those that tell explanations apart which begin with `fork`, likeliest first; then what the rules forbid and looks no
        worse than they: whoever did that finds it among them."""
        return (*self._ways_on(fork, [*alike, *self._plainest(fork, alike)]), *self._forbidden_ways(fork, alike))

    def _plainest(self, fork: Chain[S], alike: list[Chain[S]]) -> list[Chain[S]]:
        """The likeliest single act that is not among them: who is asked anyway shall find what he did."""
        if fork.tokens or len(alike) >= MOST_CHOICES:
            return []
        listed, least = {chain.tokens for chain in alike}, max(chain.log_p for chain in alike) - self._settings.margins.window
        single = [chain for chain in self._case.chains if len(chain.tokens) == 1 and chain.tokens not in listed
                  and chain.log_p > least and chain.fit > self._case.root.fit]
        return sorted(single, key=lambda chain: -chain.log_p)[:1]

    def with_less(self, alike: list[Chain[S]]) -> list[Chain[S]]:
        """These accounts, and the likeliest that looks like the first of them and leaves out some of its actions: one look in
        between may have been misread, and whoever did no more shall find that."""
        most, listed = alike[0], {chain.tokens for chain in alike}
        least = most.log_p - self._settings.margins.window
        less = [chain for chain in self._case.chains if chain.tokens not in listed and chain.log_p > least
                and chain.tokens and chain.scene == most.scene and _leaves_out(chain.tokens, most.tokens)]
        return [*alike, *sorted(less, key=lambda chain: -chain.log_p)[:1]]

    def _ways_on(self, fork: Chain[S], alike: list[Chain[S]]) -> Iterator[Choice]:
        """Whole explanations where they are few, else what was done first after the fork."""
        whole = {self._told(chain, fork): chain for chain in reversed(alike)}
        if len(whole) <= MOST_CHOICES:
            yield from (self.lawful(chain, fork) for chain in reversed(whole.values()))
            return
        firsts: dict[tuple[str, ...], Chain[S]] = {}
        for chain in alike:
            # By their number: what goes on from an account of the looks before has other chains for its beginnings.
            first = next((step for step in chain.steps() if len(step.tokens) == len(fork.tokens) + 1), fork)
            firsts.setdefault(first.tokens, first)
        yield from (self.lawful(first, fork) for first in list(firsts.values())[: MOST_CHOICES * 3])

    def _forbidden_ways(self, fork: Chain[S], alike: list[Chain[S]]) -> list[Choice]:
        if fork.tokens or isinstance(self._game, KeepsSecrets):
            return []
        least = min((chain.fit + chain.history for chain in alike if chain.tokens), default=0.0)
        fitting = [wrong for wrong in self._case.wrongs
                   if wrong.slip.action and not wrong.chain.tokens and wrong.fit + wrong.chain.history >= least]
        return list(self._said(fitting).values())[:MOST_BROKEN]

    def forbidden(self, against: float = 0.0) -> list[Choice]:
        """Those for acts that the rules do not allow, where the eye is about as sure of one as of anything lawful: nobody is
        accused, but whoever did it can say so.  `against` (nats) speaks against the likeliest lawful account besides."""
        if isinstance(self._game, KeepsSecrets):
            return []
        least, misfit = self._case.chains[0].log_p - against - AS_SURE, self._settings.margins.misfit
        evidence = self._case.evidence
        sure = [wrong for wrong in self._case.wrongs if wrong.log_p >= least and not wrong.chain.tokens
                and not any(evidence.trusted(item.place, item.kind) for item in self._case.left_over(wrong.scene, misfit))]
        return list(self._said(sure).values())[:MOST_BROKEN]

    def _said(self, wrongs: list[Wrong[S]]) -> dict[str, Choice]:
        """The answers that say so, each once."""
        state, said = self._case.root.state, dict[str, Choice]()
        for wrong in wrongs:
            slip, first = wrong.slip, wrong.slip.violations[0]
            if not slip.action:
                # The rule alone says too little to whoever shall admit it; how to put it right says which piece it was.
                ruling, mend = Ruling("", slip.violations, slip.remedy), next(iter(slip.remedy), first.sentence)
                said.setdefault(mend, Choice(f"That went wrong; to put it right: {mend}", (), ruling=ruling))
                continue
            action = self._game.read(slip.action)
            if first.code in {broken.code for broken in self._game.rule(state, action).violations}:
                said.setdefault(slip.action, Choice(self._game.label(state, action), (slip.action,)))
        return said


def each_once(chains: Iterable[Chain[S]]) -> list[Chain[S]]:
    """The chains without those that tell the same as one before them: accounts of the looks before lead there in several ways."""
    told = dict[tuple[str, ...], Chain[S]]()
    for chain in chains:
        told.setdefault(chain.tokens, chain)
    return list(told.values())


def _leaves_out(tokens: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Whether these are some of the whole's actions, in their order."""
    rest = iter(whole)
    return len(tokens) < len(whole) and all(token in rest for token in tokens)


def fork_of(alike: list[Chain[S]]) -> Chain[S]:
    """The last chain that all of these begin with."""
    steps = list(reversed(list(alike[0].steps())))
    fork: Chain[S] = steps[0]
    for step in steps:
        if all(chain.extends(step) for chain in alike):
            fork = step
    return fork
