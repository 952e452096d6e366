"""Following a whole recording: several accounts of the evening are kept side by side until the pictures decide.

Who begins, in which order the turns go round and whose own tile lies where need not be known at first: each possibility
starts an account of its own, every picture adds to its log-posterior what the best chains explain, and the unlikely ones
are dropped.  A turn hidden by a hand is told by a later picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.core.game import Game
from companion.core.grid import Place
from companion.core.reading import Reading
from companion.core.ruling import Ruling
from companion.referee.case import Case, build_case
from companion.referee.changes import change
from companion.referee.settings import Settings

S = TypeVar("S")
MOST_ACCOUNTS = 48
DROPPED_BEHIND = 25.0
"""An account so far behind the best one (nats) is given up."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What one picture told: its number, the legal actions, and a broken rule if the table showed one."""

    frame: int
    tokens: tuple[str, ...]
    ruling: Ruling | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Account(Generic[S]):
    """One account of the evening: the state it began with, the state now, what happened, its log-posterior.

    `places` renames the places of the readings (whose own tile lies where is part of the account).
    """

    start: S
    state: S
    places: Mapping[Place, Place]
    log_p: float = 0.0
    story: tuple[Happened, ...] = ()

    @property
    def told(self) -> tuple[tuple[str, ...], ...]:
        return tuple(item.tokens for item in self.story)


def renamed(reading: Reading, places: Mapping[Place, Place]) -> Reading:
    """The reading with some of its places called otherwise."""
    if all(old == new for old, new in places.items()):
        return reading
    tiles = tuple(replace(claim, place=places.get(claim.place, claim.place)) for claim in reading.tiles)
    pieces = tuple(replace(claim, place=places.get(claim.place, claim.place)) for claim in reading.pieces)
    hidden = frozenset(places.get(place, place) for place in reading.hidden)
    unsure = frozenset(places.get(place, place) for place in reading.unsure)
    return replace(reading, tiles=tiles, pieces=pieces, hidden=hidden, unsure=unsure)


class Follower(Generic[S]):
    """Keeps the accounts; `see` takes the pictures in their order."""

    def __init__(self, game: Game[S, Any], accounts: Sequence[Account[S]], settings: Settings | None = None) -> None:
        self.game = game
        self.settings = settings or Settings()
        self.accounts: tuple[Account[S], ...] = tuple(accounts)

    @property
    def best(self) -> Account[S]:
        return self.accounts[0]

    def see(self, frame: int, reading: Reading) -> None:
        """Add one picture to every account."""
        following: dict[tuple[S, tuple[tuple[Place, Place], ...]], Account[S]] = {}
        for account in self.accounts:
            for after in self._go_on(account, frame, renamed(reading, account.places)):
                key = (after.state, tuple(after.places.items()))
                if key not in following or following[key].log_p < after.log_p:
                    following[key] = after
        ranked = sorted(following.values(), key=lambda account: -account.log_p)
        least = ranked[0].log_p - DROPPED_BEHIND
        self.accounts = tuple(account for account in ranked[:MOST_ACCOUNTS] if account.log_p >= least)

    def skip(self, frame: int) -> None:
        """A picture that told nothing."""
        self.accounts = tuple(replace(account, story=(*account.story, Happened(frame, ()))) for account in self.accounts)

    def _go_on(self, account: Account[S], frame: int, reading: Reading) -> list[Account[S]]:
        case = build_case(self.game, self.settings, account.state, reading)
        if case.holes:
            # A tile in somebody's hand: its place tells nothing in this picture.
            case = build_case(self.game, self.settings, account.state, reading, frozenset(case.holes))
        best = case.chains[0].log_p
        found = [
            replace(account, state=chain.state, log_p=account.log_p + chain.log_p,
                    story=(*account.story, Happened(frame, chain.tokens)))
            for chain in case.chains if chain.log_p >= best - self.settings.margins.window
        ]
        broken = self._broken(account, frame, case, best)
        return [*found, broken] if broken is not None else found

    def _broken(self, account: Account[S], frame: int, case: Case[S], innocent: float) -> Account[S] | None:
        """The account in which a rule was broken, as clearly as an accusation needs; what a hand holds over the board is none."""
        if not case.wrongs or case.evidence.reading.hand:
            return None
        wrong = case.wrongs[0]
        edit = change(wrong.chain.scene, wrong.slip.scene)
        seen = all(case.evidence.trusted(place, kind) for place, kind in edit.subjects)
        left = case.left_over(wrong.scene, self.settings.margins.misfit)
        if left or not seen or wrong.log_p - max(innocent, case.unexplained) < self.settings.margins.accuse:
            return None
        ruling = Ruling(wrong.slip.action, wrong.slip.violations, wrong.slip.remedy)
        story = (*account.story, Happened(frame, wrong.chain.tokens, ruling))
        return replace(account, state=wrong.chain.state, log_p=account.log_p + wrong.log_p, story=story)

    def margin(self, frame: int) -> float:
        """The lead (nats) of the best account over the best one that tells another story up to and with that picture."""
        length = next((number + 1 for number, item in enumerate(self.best.story) if item.frame == frame), 0)
        mine = self.best.told[:length]
        others = [account.log_p for account in self.accounts if account.told[:length] != mine]
        return self.best.log_p - max(others) if others else DROPPED_BEHIND
