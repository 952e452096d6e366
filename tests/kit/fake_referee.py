"""A referee that says what a test told it to say, and remembers what it was asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.finding import Finding, Settled
from companion.core.reading import Reading

NOTHING = Settled((), 9.0)


@dataclass(frozen=True, slots=True)
class Asked:
    state: Any
    reading: Reading
    waited_s: float
    done: bool


class FakeReferee:
    """Gives the told findings one after the other; when none is left it says that nothing happened."""

    def __init__(self, *findings: Finding) -> None:
        self.findings = list(findings)
        self.asked: list[Asked] = []

    def tell(self, *findings: Finding) -> None:
        self.findings.extend(findings)

    def judge(
        self, state: Any, reading: Reading, waited_s: float, done: bool = False, between: tuple[Reading, ...] = ()
    ) -> Finding:
        self.asked.append(Asked(state, reading, waited_s, done))
        return self.findings.pop(0) if self.findings else NOTHING

    def may_explain(self, state: Any, reading: Reading, least: float) -> bool:
        return True
