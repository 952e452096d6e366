"""How long the table has looked the same."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.reading import Reading
from companion.table.sight import agree


@dataclass(frozen=True, slots=True)
class Rest:
    """The reading since which the table has looked the same; None while a hand is near or nothing can be read.

    Readings are compared with that first one, not with the last: slow drift must not pass for rest.
    """

    first: Reading | None = None

    def seen(self, reading: Reading) -> Rest:
        """The rest after one more reading: it goes on, begins anew, or ends."""
        if reading.hand:
            return Rest()
        if self.first is not None and reading.time_s >= self.first.time_s and agree(self.first, reading):
            return self
        return Rest(reading)

    def waited_s(self, reading: Reading) -> float:
        """Seconds from the first picture of this rest to that reading's picture."""
        # To the millisecond: pictures come at equal times, and a sum of them must not fall short by a rounding.
        return 0.0 if self.first is None else round(reading.time_s - self.first.time_s, 3)
