"""A course of teaching for the pages' tests: it stands where a test puts it, and remembers what was asked of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import page_facts
from fake_feed import JPEG

from companion.core.grid import Cell
from webui.teaching import Misfit, Points, Sketch, TeachFacts

CORNERS = ((8.0, 6.0), (24.0, 6.0), (24.0, 18.0), (8.0, 18.0))
SKETCH = Sketch((((8.0, 6.0), (24.0, 6.0)), ((8.0, 12.0), (24.0, 12.0))), (((2.0, 2.0), (4.0, 2.0), (4.0, 4.0)),), 730.0)
KNOWN = TeachFacts("idle", 1, True, True, 1, (32, 24), CORNERS, SKETCH, 3, 8, None, False, (), (40, 57), (("fox", 1, 5),))
MISFITS = (Misfit("missing", Cell(0, 0), "fox"), Misfit("turned", Cell(1, 1), "road"), Misfit("unasked", Cell(2, 2), ""),
           Misfit("other-tile", Cell(3, 3), "bend"))  # fmt: skip
STEPS: dict[str, TeachFacts] = {
    "idle": KNOWN,
    "corners": replace(KNOWN, step="corners"),
    "lay": replace(KNOWN, step="lay", scene=page_facts.SCENE, pieces=True, misfits=MISFITS),
    "working": replace(KNOWN, step="working", doing="learning"),
    "ready": replace(KNOWN, step="ready", number=8),
    "learnt": replace(KNOWN, step="learnt", number=8, read=(408, 418)),
}


@dataclass
class FakeTeacher:
    """`now` is what the pages are told."""

    now: TeachFacts = field(default_factory=lambda: STEPS["idle"])
    asked: list[object] = field(default_factory=list)

    def stand(self, step: str) -> None:
        """Stand at that step, under a new serial."""
        self.now = replace(STEPS[step], serial=self.now.serial + 1)

    def facts(self) -> TeachFacts:
        return self.now

    def picture(self) -> bytes | None:
        return JPEG

    def corners(self, points: Points) -> Sketch:
        if points[0] == points[1]:
            raise ValueError("The corners cross over.")
        self.asked.append(points)
        return SKETCH

    def begin(self) -> None:
        self.stand("corners")

    def confirm(self) -> None:
        self.stand("lay")

    def take(self, anyway: bool) -> None:
        if self.now.step != "lay":
            raise ValueError("That belongs to another step; look at the page again.")
        self.asked.append(("take", anyway))
        self.stand("ready")

    def drop(self) -> None:
        self.stand("lay")

    def forget(self) -> None:
        self.stand("lay")

    def finish(self) -> None:
        self.stand("working")

    def leave(self) -> None:
        self.stand("idle")
