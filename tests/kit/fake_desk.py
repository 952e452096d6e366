"""A desk and a book for the pages' tests: they remember what was asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import page_facts
from fake_feed import JPEG

from companion.core.catalogue import Option
from webui.desk import DeskFacts, Health, Kept, Offer
from webui.lookback import Moment


@dataclass
class FakeDesk:
    """Offers the made-up game to two or three people."""

    asked: list[tuple[object, ...]] = field(default_factory=list)

    def facts(self) -> DeskFacts:
        offers = (Offer("toy", "Fox and Hen", (2, 3), (Option("hens", "few", ("few", "many"), "How many hens."),)),)
        return DeskFacts(offers, (Kept(1, "Fox and Hen", ("Ada", "Bo"), 3, False),), 0.5, False)

    def health(self) -> tuple[Health, ...]:
        return (Health("camera", "broken", "no camera", "plug one in"),)

    def start(self, game: str, names: tuple[str, ...], options: Mapping[str, str]) -> None:
        if game != "toy":
            raise ValueError(f"There is no game {game!r}.")
        self.asked.append(("start", game, names, dict(options)))

    def resume(self, number: int) -> None:
        self.asked.append(("resume", number))

    def lamps(self, brightness: float, quiet: bool) -> None:
        self.asked.append(("lamps", brightness, quiet))

    def backup(self) -> bytes:
        return b"SQLite format 3\0"

    def receive(self, at: int, of: int, part: bytes) -> bool:
        if part[:1] == b"!":
            raise ValueError("That is no backup.")
        self.asked.append(("receive", at, of, part))
        return at + len(part) == of

    def end(self) -> None:
        self.asked.append(("end",))


@dataclass
class FakeBook:
    """Three moments that all look alike."""

    def moment(self, at: int | None, seat: str | None) -> Moment:
        return Moment(3 if at is None else max(0, min(at, 3)), 3, page_facts.view(seat), 1)

    def pictures(self, line: int) -> tuple[int | None, int | None]:
        return (None, 1) if line == 1 else (1, None)

    def picture(self, line: int) -> bytes | None:
        return JPEG if line == 1 else None

    def evidence(self, line: int) -> str | None:
        return '{"version": 1}' if line == 1 else None

    def record(self) -> str | None:
        return None
