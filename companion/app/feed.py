"""What the pages look at: the newest snapshot, panel, simulated players and picture, under one lock and one number."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.core.messages import Command, DemoState, PanelState, Snapshot
from webui.feed import DemoName, DemoValue, Layer, Published


class LiveFeed:
    """Fills `webui.feed.Feed`.  Written to by the table, reader and panel threads, read by many request threads."""

    def __init__(
        self,
        first: Snapshot,
        submit: Callable[[Command], object],
        picture: Callable[[Layer], bytes | None],
        demo: Callable[[DemoName, DemoValue], None] | None = None,
    ) -> None:
        self._changed = threading.Condition()
        self._published = Published(first, PanelState(), None, 1)
        self._submit, self._picture, self._demo = submit, picture, demo
        self.on_publish: Callable[[int], None] | None = None
        """Told the number of each snapshot at the moment it is published, for those who measure."""

    # Written by the rest of the program ------------------------------------------------------------------------
    def publish(self, snapshot: Snapshot) -> None:
        with self._changed:
            if self.on_publish is not None:
                self.on_publish(self._published.number + 1)
            self._put(snapshot=snapshot)

    def show_panel(self, panel: PanelState) -> None:
        self._put(panel=panel)

    def show_demo(self, demo: DemoState) -> None:
        if demo != self._published.demo:
            self._put(demo=demo)

    def new_picture(self, number: int) -> None:
        self._put(picture=number)

    def _put(
        self,
        snapshot: Snapshot | None = None,
        panel: PanelState | None = None,
        demo: DemoState | None = None,
        picture: int | None = None,
    ) -> None:
        with self._changed:
            old = self._published
            self._published = Published(
                old.snapshot if snapshot is None else snapshot,
                old.panel if panel is None else panel,
                old.demo if demo is None else demo,
                old.number + 1,
                old.picture if picture is None else picture,
            )
            self._changed.notify_all()

    # Read by the pages -----------------------------------------------------------------------------------------
    def latest(self) -> Published:
        return self._published

    def wait(self, after: int, timeout_s: float) -> Published | None:
        with self._changed:
            if self._changed.wait_for(lambda: self._published.number > after, timeout_s):
                return self._published
        return None

    def submit(self, command: Command) -> None:
        self._submit(command)

    def picture(self, layer: Layer) -> bytes | None:
        return self._picture(layer)

    def demo_command(self, name: DemoName, value: DemoValue) -> None:
        if self._demo is not None:
            self._demo(name, value)
