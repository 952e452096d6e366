"""Every error of the panel, one sentence each.

HardwareError      the panel cannot be used as asked
  PinMapError      the pin map is wrong; lists every problem at once
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.errors import CompanionError


class HardwareError(CompanionError, RuntimeError):
    """The panel cannot be used as asked; the message says why and how to go on."""


class PinMapError(HardwareError, ValueError):
    """The pin map is wrong; `problems` lists every reason."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("the pin map is wrong: " + "; ".join(problems))
        self.problems = tuple(problems)
