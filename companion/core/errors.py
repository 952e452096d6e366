"""Every error of the pure middle, one sentence each.  Each also inherits the built-in it resembles.

CompanionError
  NotationError     a text does not follow the notation; says line, column and token
  IllegalActionError  `play` was asked for an action that the rules do not allow
  UnknownGameError  no game has that name
  SetupError        what lies on the table cannot be played on; lists every problem at once
"""

from __future__ import annotations

from collections.abc import Sequence


class CompanionError(Exception):
    """The family of all errors a person can do something about."""


class NotationError(CompanionError, ValueError):
    """A text does not follow the notation; the message points at line, column and token."""

    def __init__(self, what: str, token: str, why: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"{what}: line {line}, column {column}: {token!r}: {why}")
        self.token, self.why, self.line, self.column = token, why, line, column


class IllegalActionError(CompanionError, ValueError):
    """`play` was asked for an action that the rules do not allow in that state."""


class UnknownGameError(CompanionError, LookupError):
    """No game has that name; the message lists the names there are."""


class SetupError(CompanionError, ValueError):
    """What lies on the table cannot be played on; `problems` lists every reason."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)
