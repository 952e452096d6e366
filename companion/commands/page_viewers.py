"""Many viewers of the page in a process of their own: `python -m companion.commands.page_viewers PORT COUNT`.

Says READY once all follow the event stream, and when its standard input ends, for every viewer the number of each event
with the second at which all of it had arrived (CLOCK_MONOTONIC, which all processes of a computer share), as JSON.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import sys
import time

NUMBER = re.compile(rb"^id: \w+-(\d+)", re.MULTILINE)
SNAPSHOT_S = 30.0
"""So long the first event of every viewer is waited for."""


class Viewer:
    """One event stream."""

    def __init__(self, port: int) -> None:
        self.line = socket.create_connection(("127.0.0.1", port))
        self.line.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
        self.line.setblocking(False)
        self._rest = b""
        self.heard: list[tuple[int, float]] = []

    def read(self) -> None:
        """Take in what has arrived."""
        data = self.line.recv(1 << 20)
        now = time.monotonic()
        *events, self._rest = (self._rest + data).split(b"\n\n")
        self.heard += [(int(found.group(1)), now) for event in events if (found := NUMBER.search(event))]


def main() -> int:
    port, count = int(sys.argv[1]), int(sys.argv[2])
    viewers = [Viewer(port) for _ in range(count)]
    ready, until = False, time.monotonic() + SNAPSHOT_S
    with selectors.DefaultSelector() as waiting:
        waiting.register(sys.stdin, selectors.EVENT_READ, None)
        for viewer in viewers:
            waiting.register(viewer.line, selectors.EVENT_READ, viewer)
        while True:
            for key, _ in waiting.select(0.5):
                if key.data is None:
                    print(json.dumps([viewer.heard for viewer in viewers]))
                    return 0
                key.data.read()
            if not ready and all(viewer.heard for viewer in viewers):
                ready = True
                print("READY", flush=True)
            if not ready and time.monotonic() > until:
                return 1


if __name__ == "__main__":
    sys.exit(main())
