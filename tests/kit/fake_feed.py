"""A feed for the pages that says what a test tells it to say and remembers what people tapped."""

from __future__ import annotations

import base64
import threading
from dataclasses import dataclass, field, replace

import page_facts

from companion.core.messages import Command, DemoState, PanelState, Snapshot
from webui.feed import DemoName, DemoValue, Layer, Published

JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H///"
    "/6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAY"
    "ACADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhBy"
    "JxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT"
    "lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAA"
    "AAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRom"
    "JygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExc"
    "bHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwBtTfZpf7n6ioauXnm/J5e/vnbms0a9bEP2aX+5+oqGrln5vz+Z"
    "v7Y3ZqnQw62CpvtMv9/9BRRSAPtMv9/9BUNFFAH/2Q=="
)
"""A picture of 32 x 24 pixels: a pale board with a red spot."""


@dataclass
class FakeFeed:
    """`publish` changes what is shown; `submitted` and `demo_commands` hold what came in."""

    snapshot: Snapshot = field(default_factory=page_facts.snapshot)
    panel: PanelState = page_facts.PANEL
    demo: DemoState | None = page_facts.DEMO
    pictures: dict[str, bytes] = field(default_factory=lambda: {"camera": JPEG, "seen": JPEG})
    submitted: list[Command] = field(default_factory=list)
    demo_commands: list[tuple[str, DemoValue]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._news = threading.Condition()
        self._published = Published(self.snapshot, self.panel, self.demo, 1, 1)
        self.waits = 0

    def publish(
        self, *, panel: PanelState | None = None, picture: bool = False, demo: DemoState | None = None, **changes: object
    ) -> Published:
        """Show a snapshot with these fields changed; the number grows by one."""
        with self._news:
            before = self._published
            snapshot = replace(before.snapshot, **changes) if changes else before.snapshot  # type: ignore[arg-type]
            self._published = Published(
                snapshot, panel or before.panel, demo or before.demo, before.number + 1, before.picture + int(picture)
            )
            self._news.notify_all()
            return self._published

    def latest(self) -> Published:
        with self._news:
            return self._published

    def wait(self, after: int, timeout_s: float) -> Published | None:
        """Never really waits longer than asked; without news it answers None after `timeout_s`."""
        with self._news:
            self.waits += 1
            return self._published if self._news.wait_for(lambda: self._published.number > after, timeout_s) else None

    def submit(self, command: Command) -> None:
        with self._news:
            self.submitted.append(command)
            self._news.notify_all()

    def expect(self, count: int, timeout_s: float = 5.0) -> list[Command]:
        """The commands once there are `count` of them, for tests with a browser."""
        with self._news:
            self._news.wait_for(lambda: len(self.submitted) >= count, timeout_s)
            return list(self.submitted)

    def expect_demo(self, count: int, timeout_s: float = 5.0) -> list[tuple[str, DemoValue]]:
        """The same for what the simulated players were told."""
        with self._news:
            self._news.wait_for(lambda: len(self.demo_commands) >= count, timeout_s)
            return list(self.demo_commands)

    def picture(self, layer: Layer) -> bytes | None:
        return self.pictures.get(layer)

    def demo_command(self, name: DemoName, value: DemoValue) -> None:
        with self._news:
            self.demo_commands.append((name, value))
            self._news.notify_all()
