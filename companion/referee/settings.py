"""How patient and how strict the referee is.  Log-likelihoods and margins are in nats, times in seconds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table has to lie still before the referee speaks.

    `rest_s` is rest as such: what is clear and cannot go on is taken up then.  `patience_s` is waited before a broken rule is
    named, `long_patience_s` where the act may not be finished or is not clear.
    """

    rest_s: float = 0.4
    patience_s: float = 1.0
    long_patience_s: float = 4.0


@dataclass(frozen=True, slots=True)
class Priors:
    """What is likely before anything is seen; nothing happened has log-prior 0.

    `untold` comes on top for a choice that left no trace: people mostly say what cannot be seen.  `hurry` comes on top for each
    act that there was no time for: `act_s` (s) is what one takes at least, from the hand's coming to its going.
    """

    action: float = -0.4
    untold: float = -3.0
    later_turn: float = -0.8
    hurry: float = -3.0
    act_s: float = 0.9
    slip: float = -3.8
    unexplained: float = -10.0

    def hurried(self, acts: int, busy_s: float | None) -> float:
        """What so many acts cost (nats) because hands were not at work for long enough; None: nobody knows for how long."""
        if busy_s is None:
            return 0.0
        # One act there was time for, or nothing would look otherwise.
        return self.hurry * max(0.0, acts - max(1.0, busy_s / self.act_s))


@dataclass(frozen=True, slots=True)
class Margins:
    """How clear things must be.

    `settle`: lead of the best legal explanation over any other with another outcome; `settle_late`: after the long wait, over one
    that looks different; `follows`: before it in the middle of a turn, where the next act may tell.  `accuse`: lead of a broken
    rule over everything innocent.  `doubt`: a place that loses less than this may as well be as it should.  `window`:
    explanations further behind the best one are dropped.  `misfit`: what a finding may leave unexplained at one place;
    `misread`: what a lawful explanation of other places may.  `facing`: so much more a broken rule must lead by where nothing
    speaks for it but which way one piece faces, and `nose` where lawful play has put that piece down just now: of that an eye
    is now and then sure and wrong.  `landed`: so much likelier at most it is that a tile put down just now was misread.
    """

    settle: float = 2.5
    settle_late: float = 1.6
    follows: float = 5.0
    accuse: float = 3.0
    doubt: float = 2.0
    span: float = 7.0
    window: float = 5.0
    misfit: float = 5.0
    misread: float = 7.0
    facing: float = 2.0
    landed: float = 3.0
    nose: float = 4.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much may be looked at for one reading; `evaluations` are actions tried in thought, `thorough` as many are tried in the
    wider search before anybody is accused, `doubted` where the eye is sure of what nothing explains; `beam` chains of equal
    length are gone on with."""

    depth: int = 20
    beam: int = 10
    evaluations: int = 160
    thorough: int = 240
    doubted: int = 60
    candidates: int = 400
    looks: int = 4
    slip_nodes: int = 6


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set about the referee."""

    patience: Patience = Patience()
    priors: Priors = Priors()
    margins: Margins = Margins()
    bounds: Bounds = Bounds()
    judge_with_hand: bool = False
