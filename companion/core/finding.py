"""What happened on the table, as far as the referee can tell."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.grid import Place
from companion.core.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Candidate:
    """One explanation that was considered: notations of its actions in order, and its log-posterior in nats."""

    actions: tuple[str, ...]
    log_p: float
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer to a question: the words on the button and the actions it stands for.

    `goes_on`: more was done after them, which is judged once this is known.  `ruling`: the answer admits a mistake that is no
    action of the game, and this is what is said of it.
    """

    label: str
    actions: tuple[str, ...]
    goes_on: bool = False
    ruling: Ruling | None = None

    @property
    def tells(self) -> bool:
        """Whether anything was done, if this is true."""
        return bool(self.actions) or self.ruling is not None


@dataclass(frozen=True, slots=True)
class Question:
    """One short question to the seat entitled to answer it (None: anybody at the table), likeliest answer first."""

    seat: str | None
    text: str
    choices: tuple[Choice, ...]
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """These actions happened, in this order (none: nothing happened); `margin` is the lead over the next explanation in nats."""

    actions: tuple[str, ...]
    margin: float
    considered: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing can be said yet: a hand is near, a turn is half done, the table has not come to rest."""

    why: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Unclear:
    """Several explanations look alike; somebody must say which."""

    question: Question
    considered: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Irregular:
    """No legal action explains the table; the ruling names the broken rule and how to put it right."""

    ruling: Ruling
    places: tuple[Place, ...]
    margin: float
    considered: tuple[Candidate, ...] = ()


Finding = Settled | Waiting | Unclear | Irregular
