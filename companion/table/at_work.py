"""For how long hands may have been at work since table and record agreed: nobody does more than there was time for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.reading import NoReading, Reading

BLINK_S = 0.5
"""Between two pictures that are further apart than that somebody may have come and gone, though both show the same."""


@dataclass(frozen=True, slots=True)
class AtWork:
    """`busy_s` is how long, in all, the table was not seen to lie still since it last matched the record; None: nobody knows.

    `seen_s` is the time of the latest picture.  All in seconds; never too short: hands that only come and go count as well.
    """

    busy_s: float | None = None
    seen_s: float | None = None

    def after(self, result: Reading | NoReading, rests: bool) -> AtWork:
        """What it is after one more picture; `rests`: it shows the same as the one before, and no hand."""
        if self.busy_s is None or self.seen_s is None:
            return replace(self, seen_s=result.time_s)
        apart_s = max(0.0, result.time_s - self.seen_s)
        gone_by_s = 0.0 if rests and apart_s <= BLINK_S else apart_s
        return AtWork(self.busy_s + gone_by_s, result.time_s)

    def matched(self) -> AtWork:
        """What it is once the table lies as on record."""
        return replace(self, busy_s=0.0)
