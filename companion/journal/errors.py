"""Every error of the record, one sentence each.

JournalError            the record cannot be read or written
  JournalBrokenError    the file is damaged, or no record at all
  JournalNewerError     a later version of the program wrote the file
  JournalReplayError    a recorded action is not legal in the position the record leads to
"""

from __future__ import annotations

from companion.core.errors import CompanionError


class JournalError(CompanionError, OSError):
    """The record cannot be read or written; the message says what was attempted, why it failed and what to do."""


class JournalBrokenError(JournalError):
    """The file is damaged, or no record at all."""


class JournalNewerError(JournalError):
    """A later version of the program wrote the file."""


class JournalReplayError(JournalError):
    """A recorded action is not legal in the position the record leads to."""
