"""What may have been done by now, going by the looks of the table in between, which were at rest too briefly to be judged.

People play on while nobody has spoken yet.  What lay there for a moment is explained as far as it can be, several accounts
side by side; the look that is judged is then explained from where these accounts have come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from companion.core.game import Game
from companion.core.reading import Reading
from companion.referee.chains import Chain, Search
from companion.referee.once import HALF_DONE, Once
from companion.referee.scoring import Scorer, misfits
from companion.referee.settings import Settings
from companion.referee.tree import Tree

S = TypeVar("S")

MOST_ACCOUNTS = 6

GIVEN_UP = 9.0
"""An account so far behind the best one (nats) is given up."""

BETTER = 4.0
"""An account that explains the look of now by so much (nats) better than all that are kept and do not is kept as well."""


class Accounts(Generic[S]):
    """The accounts of what was done since a state; of the latest looks they are kept, so that one more look costs one step."""

    def __init__(self, game: Game[S, Any], settings: Settings, tree: Tree[S] | None = None) -> None:
        self._game, self._settings = game, settings
        self._tree = tree or Tree(game)
        self._kept: tuple[S, tuple[Reading, ...], tuple[Chain[S], ...]] | None = None

    def after(self, state: S, looks: tuple[Reading, ...]) -> tuple[Chain[S], ...]:
        """The accounts after these looks, likeliest first; among them that nothing was done."""
        accounts: tuple[Chain[S], ...] = (Chain((), state, self._game.scene(state), 0.0, 0.0, 0),)
        known = 0
        if self._kept is not None and self._kept[0] is state and _begins(looks, self._kept[1]):
            known, accounts = len(self._kept[1]), self._kept[2]
        for number, look in enumerate(looks[known:], known):
            accounts = self._see(accounts, look, looks[number - 1] if number else None)
        self._kept = (state, looks, accounts)
        return accounts

    def _see(self, accounts: tuple[Chain[S], ...], look: Reading, before: Reading | None) -> tuple[Chain[S], ...]:
        evidence = self._tree.evidence(look)
        root = next(chain for chain in accounts if not chain.tokens)
        scene = self._tree.begin(root.state).scene
        asked = self._tree.asked(evidence, scene, self._settings)
        scored = rescored(accounts, asked.scorer)
        told = Once(scored, before, look, (), self._tree.evidence)
        if not any(misfits(evidence, chain.scene, self._settings.margins.doubt) for chain in scored[:1]):
            return _kept(scored, told)
        search = Search(self._game, asked.scorer, asked.watcher, self._settings, self._tree)
        return _kept(search.run(scored), told)


def rescored(accounts: Sequence[Chain[S]], scorer: Scorer) -> tuple[Chain[S], ...]:
    """The same accounts, fitted to another look."""
    return tuple(chain._replace(fit=scorer.score(chain.scene)) for chain in accounts)


def _begins(looks: tuple[Reading, ...], others: tuple[Reading, ...]) -> bool:
    return len(others) <= len(looks) and all(one is other for one, other in zip(looks, others, strict=False))


def _found_again(chain: Chain[S], kept: Sequence[Chain[S]]) -> bool:
    """Whether it leaves no trace after an account that is kept: then it is found again from there."""
    return any(chain.extends(other) and chain.scene == other.scene for other in kept)


def _kept(chains: Sequence[Chain[S]], once: Once[S]) -> tuple[Chain[S], ...]:
    """The likeliest of these chains with this look added to what speaks for them, one more that explains this look better than
    those of them that do not, and the one in which nothing was done."""
    told = [chain._replace(history=once.history(chain)) for chain in chains]
    told.sort(key=lambda chain: -chain.prior - chain.history)
    kept: list[Chain[S]] = []
    for chain in told:
        if len(kept) >= MOST_ACCOUNTS or chain.prior + chain.history < told[0].prior + told[0].history - GIVEN_UP:
            break
        if not _found_again(chain, kept):
            kept.append(chain)
    # Many that explain little must not crowd out one that misfits once: this look takes no more from them.
    least = max((chain.fit for chain in kept if chain.fit <= HALF_DONE), default=0.0) + BETTER
    better = [chain for chain in told if chain.fit > least and not _found_again(chain, kept)]
    kept += sorted(better, key=lambda chain: -chain.log_p)[:1]
    if all(chain.tokens for chain in kept):
        kept.append(next(chain for chain in told if not chain.tokens))
    # What no account explains speaks against none of them.
    lost = max(chain.history for chain in kept)
    return tuple(chain._replace(history=chain.history - lost, fit=0.0) for chain in kept)
