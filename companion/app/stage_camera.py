"""The camera above a simulated table: asks the simulated players what they do now, and shows it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from companion.core.grid import Facing
from companion.core.messages import Command, DemoState, DemoWay, Snapshot
from companion.core.scene import Scene
from companion.simulated.director import Director
from vision.frame import Frame
from vision.simulator.camera import SimulatedCamera
from webui.feed import DemoName, DemoValue

SPEEDS = (0.5, 1.0, 2.0, 4.0)


class StageCamera:
    """A `vision.frame.Camera`: every `read` lets the simulated players go on and draws the table as it then lies."""

    def __init__(
        self,
        camera: SimulatedCamera,
        director: Director,
        sides: Mapping[str, Facing],
        frames_per_s: float,
        snapshot: Callable[[], Snapshot],
        submit: Callable[[Command], object],
        tell: Callable[[DemoState], None],
        ways: tuple[DemoWay, ...],
    ) -> None:
        """`sides` says from which side of the table each seat reaches in; `tell` gets what the simulated players are up to."""
        self._camera, self._director, self._sides = camera, director, dict(sides)
        self._period_s = 1.0 / frames_per_s
        self._snapshot, self._submit, self._tell, self._ways = snapshot, submit, tell, ways
        self._pace, self._speed = director.pace, 1.0
        self._lock = threading.Lock()
        self._laid: Scene | None = None
        self._ended = threading.Event()
        self._due_s = time.monotonic()

    def read(self) -> Frame | None:
        """The next frame, at the camera's own rate; None after `close`."""
        self._due_s = max(self._due_s + self._period_s, time.monotonic())
        if self._ended.wait(self._due_s - time.monotonic()):
            return None
        now = time.monotonic()
        laid = self._laid
        if laid is not None:
            self._camera.show(laid)
            self._camera.withdraw()
            return self._camera.step(now)
        with self._lock:
            stage = self._director.step(now, self._snapshot())
        self._camera.show(stage.scene)
        reach = stage.reach
        if reach is None:
            self._camera.withdraw()
        else:
            self._camera.reach(self._sides.get(reach.seat, Facing.S), reach.places, reach.progress)
        for command in stage.says:
            self._submit(command)
        self._tell(self.state())
        return self._camera.step(now)

    def close(self) -> None:
        self._ended.set()
        self._camera.close()

    def lay(self, scene: Scene | None) -> None:
        """Show that on the table, while the simulated players wait; None: let them go on where they were."""
        self._laid = scene

    # What the page's buttons do --------------------------------------------------------------------------------
    def command(self, name: DemoName, value: DemoValue) -> None:
        """A button of the page: pause or go on, another speed, cheat in some way."""
        with self._lock:
            if name == "running":
                self._director.running = bool(value)
            elif name == "speed":
                self._set_speed(float(value))
            elif name == "cheat":
                self._director.cheat(str(value))
        self._tell(self.state())

    def set_speed(self, speed: float) -> None:
        with self._lock:
            self._set_speed(speed)

    def _set_speed(self, speed: float) -> None:
        self._speed = speed
        self._director.pace = self._pace.faster(speed)

    def state(self) -> DemoState:
        """What the simulated players are up to."""
        director = self._director
        told = director.told
        extra = {
            "cheats_named": f"{sum(report.right for report in director.reports)} of {len(director.reports)}",
            "false_rulings": str(director.false_rulings),
            "entered_by_hand": str(director.helped),
        }
        return DemoState(director.running, director.pending, self._ways, told, SPEEDS, self._speed, extra)
