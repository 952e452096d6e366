"""Puts the application on the network: waitress, 32 threads, in a thread of its own."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore

from webui.app import BODY_LIMIT

THREADS = 32
"""24 event streams keep a thread each; the others serve pages, pictures and commands."""

BACKLOG = 64
"""Connections that may wait to be accepted."""

LOOP_S = 0.25
"""How often the network thread looks whether it shall end."""

SWITCH_S = 0.0005
"""After so long a computing thread lets another one have the interpreter."""

SILENT_MS = 30_000
"""A telephone that went away without a word is given up after this long."""


class Server:
    """A running web server."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Binds at once, so that a taken port is reported here (OSError)."""
        self._app = app
        self._map: dict[int, Any] = {}
        # Bound here and not by waitress, which would leave threads behind when the port is taken.
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
        self.port = int(listening.getsockname()[1])
        self._server = create_server(
            app,
            map=self._map,
            sockets=[listening],
            threads=THREADS,
            ident=None,
            # Somewhat more than the application takes, so that its own readable refusal is what people get.
            max_request_body_size=2 * BODY_LIMIT,
            # Reading on while a stream is served is how a closed tab is noticed.
            channel_request_lookahead=1,
        )
        # Not an argument of `create_server`, but what it reads for every new connection.
        self._server.adj.socket_options = _socket_options()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    def start(self) -> None:
        # Two dozen streams that wake up at once each wait for the interpreter's lock; while the vision computes, with Python's
        # 5 ms a turn the last of them would be told a tenth of a second late.
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_S))
        self._thread.start()

    def close(self) -> None:
        """End all streams, finish running requests, give the port back.  May be called twice."""
        self._app.extensions["streams"].close()
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _run(self) -> None:
        while not self._ending.is_set():
            wasyncore.loop(timeout=LOOP_S, map=self._map, count=1)
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=5)
        wasyncore.close_all(self._map, ignore_all=True)


def serve(app: Flask, host: str, port: int, ready: Callable[[int], None] | None = None) -> Server:
    """Serve `app` in the background (port 0: any free one); `ready` is told the port once pages can be fetched."""
    server = Server(app, host, port)
    server.start()
    if ready is not None:
        ready(server.port)
    return server


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.SOL_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        options.append((socket.SOL_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS))
    return options
