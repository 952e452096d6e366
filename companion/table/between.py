"""How the table lay in between: looks that were at rest for a moment since the record last changed, but were not judged.

People who play on quickly show every act all the same; what lay there for a moment tells how the next look came about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.reading import Reading
from companion.table.rest import Rest

NO_REST = Rest()

LEAST_S = 0.15
"""A look counts from so much rest on: two pictures that show the same."""

MOST_LOOKS = 12
"""Later looks than that are left out: whoever plays so long without a word of the companion has lost it anyway."""


@dataclass(frozen=True, slots=True)
class Between:
    """The looks since `state` was reached, oldest first; `lying` is how the table lies since the first look of `rest`."""

    state: Any = None
    looks: tuple[Reading, ...] = ()
    rest: Rest = NO_REST
    lying: Reading | None = None
    lain_s: float = 0.0

    def moved_on(self, state: Any, rest: Rest) -> Between:
        """What it is when a picture begins that belongs to that rest."""
        if self.state is not state:
            return Between(state, rest=rest)
        if self.rest is rest or (self.rest.first is rest.first and rest.first is not None):
            return self
        kept = self.lying is not None and self.lain_s >= LEAST_S and len(self.looks) < MOST_LOOKS
        looks = (*self.looks, self.lying) if kept and self.lying is not None else self.looks
        return Between(state, looks, rest)

    def since(self, state: Any, asked: Reading) -> Between:
        """What is left of it once people have said how it lay at `asked`: the looks from that one on belong to `state`.

        That look too, for people tell what the camera could not see: what was done after that may lie there plainly.
        """
        later = tuple(look for look in self.looks if look.frame >= asked.frame)
        lying = self.lying if self.lying is not None and self.lying.frame >= asked.frame else None
        return Between(state, later, self.rest, lying, self.lain_s if lying is not None else 0.0)

    def lies(self, judged: Reading, waited_s: float) -> Between:
        """How it lies now, after so many seconds of rest."""
        return replace(self, lying=self.lying or judged, lain_s=waited_s)
