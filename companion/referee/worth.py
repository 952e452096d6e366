"""Whether lawful play may explain a look likely enough to matter: asked before all of it is judged."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any, TypeVar

from companion.core.game import Game
from companion.core.grid import Place
from companion.core.reading import Reading
from companion.referee.case import MOST_BEGINNINGS, holes_in_grid, holes_of
from companion.referee.chains import Chain, Search
from companion.referee.scoring import Evidence
from companion.referee.settings import Settings
from companion.referee.tree import Tree

S = TypeVar("S")


def may_explain(game: Game[S, Any], settings: Settings, tree: Tree[S], state: S, reading: Reading, least: float) -> bool:
    """Whether an account that a judgement would find is likely by `least` (nats): the same searches, the wider ones too, each of
    which goes on only with what can still come to that."""
    if least > 0:
        return False
    scene = tree.begin(state).scene
    holes = holes_of(tree.evidence(reading), scene)
    # Of tiles that are missing beside the grid alone nothing is asked in the end.
    evidence = tree.evidence(reading, frozenset[Place]() if holes_in_grid(holes) else frozenset(holes))
    root = Chain((), state, scene, 0.0, tree.asked(evidence, scene, settings).scorer.score(scene), 0)
    accounts = _Accounts(game, settings, tree, evidence, root)
    return accounts.reach(least)


class _Accounts:
    """All the accounts of a look, searched for in turn."""

    def __init__(self, game: Game[Any, Any], settings: Settings, tree: Tree[Any], evidence: Evidence, root: Chain[Any]) -> None:
        self._game, self._settings, self._tree = game, settings, tree
        self._evidence, self._root = evidence, root

    def reach(self, least: float) -> bool:
        bounds, begun, likeliest = self._settings.bounds, list[Chain[Any]](), self._root.log_p
        for doubting, most in ((False, bounds.evaluations), (True, bounds.doubted)):
            found = self._search(most, least, doubting=doubting).within(self._root)
            likeliest = max(likeliest, found[0].log_p)
            begun += [chain for chain in found if chain.tokens and chain.fit > self._root.fit][:MOST_BEGINNINGS]
            if likeliest >= least:
                return True
        wide = self._search(bounds.thorough, least, any_facing=True).widely((self._root, *begun))
        return max((chain.log_p for chain in wide), default=-inf) >= least

    def _search(self, most: int, least: float, any_facing: bool = False, doubting: bool = False) -> Search[Any]:
        asked = self._tree.asked(self._evidence, self._root.scene, self._settings, any_facing, doubting)
        settings = replace(self._settings, bounds=replace(self._settings.bounds, evaluations=most))
        return Search(self._game, asked.scorer, asked.watcher, settings, self._tree, least)
